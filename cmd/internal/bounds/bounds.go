package bounds

import (
	"fmt"
	"strings"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/settings"
	"sandbox-enforcer/rules"
)

// Find completes the settings of an analysis by where the agent belongs: the Worktree
// where its guard is on, the Project where the path guard is, and the program's own
// files where any guard but that of acquisitions is. dir is the directory that the
// call runs in, absolute, or empty where it is not known; each of programs that is not
// nil tells a file that the program runs from, as os.Executable does, and is asked only
// where it is needed. The notes are lines for standard error: what was given and does
// not fit the machine.
func Find(s settings.Settings, f rules.Facts, dir string, env func(string) (string, bool), programs ...func() (string, error)) (analyzer.Settings, []string) {
	chosen := s.Analyzer
	b := s.Bounds
	tree, project := b.Worktree != "" || b.Host != "", b.Project != ""
	if !tree && !project && !s.Policy.On {
		return chosen, nil
	}
	l := newLook(s, f, env)
	if tree {
		chosen.Worktree = l.worktree(dir)
	}
	if project {
		chosen.Project = l.project()
	}
	chosen.Own = l.own(s, chosen, dir, programs)
	return chosen, l.notes
}

// look is one look at the machine, and what it has found so far.
type look struct {
	facts  rules.Facts
	given  settings.Bounds
	box    *rules.Sandbox
	env    func(string) (string, bool)
	home   string // resolved, or empty
	tree   rules.Worktree
	source Sources
	notes  []string
	// host is the repository of the host that was given; hosted says that there is one.
	host   checkout
	hosted bool
	// main is the checkout that the repository belongs to, and mainFile what says so;
	// empty where there is none.
	main, mainFile string
	// allowed are the directories that the user allows, of which each note is told once.
	allowed []string
	told    bool
}

func newLook(s settings.Settings, f rules.Facts, env func(string) (string, bool)) *look {
	f = facts.AtOnce(f)
	l := &look{facts: f, given: s.Bounds, box: s.Analyzer.Sandbox, env: env}
	if home, _ := env("HOME"); strings.HasPrefix(home, "/") {
		l.home, _ = f.Resolve(home) // one that cannot be reached is not known
	}
	return l
}

func (l *look) note(format string, args ...any) {
	l.notes = append(l.notes, fmt.Sprintf(format, args...))
}

// real resolves a directory that the user gave. The problem says what is wrong with it
// and what to do, or is empty.
func (l *look) real(what, dir string) (real, problem string) {
	if !strings.HasPrefix(dir, "/") {
		return "", fmt.Sprintf("%s %s is not absolute, so it could be anywhere: give an absolute directory", what, quote(dir))
	}
	real, err := l.facts.Resolve(dir)
	switch {
	case err != nil:
		return "", fmt.Sprintf("%s cannot be used (%v): give a directory that can be reached", what, err)
	case real == "/":
		return "", fmt.Sprintf("%s is the root directory, which holds everything: give a directory of its own", what)
	case l.facts.Exists(real) && !l.facts.IsDir(real):
		return "", fmt.Sprintf("%s %s is a file: give a directory", what, quote(real))
	}
	return real, ""
}

// quote prints a path for people, on one line.
func quote(path string) string { return fmt.Sprintf("%.300q", path) }
