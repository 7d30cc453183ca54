package bounds

import (
	"path"
	"strings"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/policy"
	"sandbox-enforcer/cmd/internal/settings"
	"sandbox-enforcer/cmd/internal/state"
	"sandbox-enforcer/rules"
)

// programNames are the programs, which lie in one directory.
var programNames = []string{"sandbox-enforcer", "sandbox-enforcer-hook"}

// own finds the files that the program lives by, whether they exist or not: they can be
// made as well. What lies in a project under a name of its own, as its policy file and
// the log that is kept there, rules.Own knows by itself.
func (l *look) own(s settings.Settings, chosen analyzer.Settings, dir string, programs []func() (string, error)) *rules.Own {
	o := &rules.Own{Home: l.home}
	roots := []string{s.Project, facts.Project(l.facts, dir)}
	if chosen.Worktree != nil {
		roots = append(roots, chosen.Worktree.Root)
	}
	for _, root := range roots {
		o.Roots = l.add(o.Roots, root)
	}
	for _, file := range []string{l.fromHome(s.Policy.File), s.Audit, policy.UserFile(l.env)} {
		o.Files = l.addNamed(o.Files, file)
	}
	for _, tell := range programs {
		if tell == nil {
			continue
		}
		program, err := tell()
		if err != nil {
			continue // where the system does not tell, it is not guarded
		}
		o.Files = l.addNamed(o.Files, program)
		for _, name := range programNames {
			o.Files = l.addNamed(o.Files, below(path.Dir(program), name))
		}
	}
	if store, err := state.Open(l.env); err == nil { // without a home nothing is remembered
		o.Dirs = l.addNamed(o.Dirs, store.Dir())
	}
	if file := policy.UserFile(l.env); file != "" {
		o.Dirs = l.addNamed(o.Dirs, path.Dir(file))
	}
	return o
}

// addNamed adds the path that a file is known by, and what it means where that is a
// link: who replaces the link replaces the file.
func (l *look) addNamed(list []string, file string) []string {
	if !strings.HasPrefix(file, "/") {
		return list
	}
	if dir, err := l.facts.Resolve(path.Dir(file)); err == nil {
		list = appendNew(list, below(dir, path.Base(file)))
	}
	return l.add(list, file)
}

// fromHome returns a path in which ~/ or $HOME/ at the beginning is the home directory,
// as a policy's file may be given.
func (l *look) fromHome(file string) string {
	for _, prefix := range []string{"~/", "$HOME/"} {
		if rest, ok := strings.CutPrefix(file, prefix); ok && l.home != "" {
			return below(l.home, rest)
		}
	}
	return file
}
