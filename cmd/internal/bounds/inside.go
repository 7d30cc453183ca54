package bounds

import (
	"path"
	"slices"
	"strings"
)

// temporary are the places for temporary files besides $TMPDIR; those that exist count.
// The last two are those of macOS.
var temporary = []string{"/tmp", "/var/tmp", "/private/tmp", "/var/folders"}

// maxTrees is how many worktrees of a repository are looked for.
const maxTrees = 256

// inside returns the directories besides the worktree that count as inside.
func (l *look) inside() []string {
	dirs := l.also()
	if l.given.DenyTemp {
		return dirs
	}
	for _, dir := range temporary {
		if l.facts.IsDir(dir) {
			dirs = l.add(dirs, dir)
		}
	}
	dir, _ := l.env("TMPDIR")
	switch real, wrong := l.roomy(dir); {
	case dir == "":
	case wrong == "":
		dirs = l.add(dirs, real)
	case !l.holdsAny(dirs, dir): // where the home directory lies below /tmp, TMPDIR=/tmp is fine
		l.note("TMPDIR %s %s, so it does not count as inside: give it a directory of its own", quote(dir), wrong)
	}
	return dirs
}

// holdsAny reports whether a path lies in one of the directories.
func (l *look) holdsAny(dirs []string, at string) bool {
	real, err := l.facts.Resolve(at)
	return err == nil && slices.ContainsFunc(dirs, func(dir string) bool { return holds(dir, real) })
}

// also returns the directories that the user allows, and the sandbox.
func (l *look) also() []string {
	if !l.told {
		l.told = true
		for _, dir := range l.given.Allow {
			real, wrong := l.roomy(dir)
			if wrong != "" {
				l.note("the allowed directory %s %s, so it does not count: give a directory of its own", quote(dir), wrong)
				continue
			}
			l.allowed = l.add(l.allowed, real)
		}
		if l.box != nil {
			l.allowed = l.add(l.allowed, l.box.Real)
		}
	}
	return slices.Clone(l.allowed)
}

// roomy resolves a directory that is to be inside, or says why that would switch the
// guard off.
func (l *look) roomy(dir string) (real, wrong string) {
	if !strings.HasPrefix(dir, "/") {
		return "", "is not absolute"
	}
	real, err := l.facts.Resolve(dir)
	switch {
	case err != nil:
		return "", "cannot be used (" + err.Error() + ")"
	case real == "/":
		return "", "is the root directory"
	case holds(real, l.home):
		return "", "holds the home directory"
	case holds(real, l.tree.Host):
		return "", "holds the host repository " + quote(l.tree.Host)
	case holds(real, l.tree.Common) && l.tree.Host != "":
		return "", "holds the repository " + quote(l.tree.Common)
	}
	return real, ""
}

// outside returns what never counts as inside: the host, the repository, its other
// worktrees and its main checkout, and the home directory, which may lie below a place
// for temporary files.
func (l *look) outside() []string {
	dirs := l.add(nil, l.tree.Host)
	if l.tree.Git != l.tree.Common {
		dirs = l.add(dirs, l.tree.Common)
	}
	if !l.same(l.main, l.tree.Root) {
		dirs = l.add(dirs, l.main)
	}
	if !holds(l.tree.Root, l.home) {
		dirs = l.add(dirs, l.home)
	}
	return append(dirs, l.others()...)
}

// others returns the tops of the other linked worktrees of the repository.
func (l *look) others() []string {
	var tops []string
	if l.tree.Common == "" {
		return nil
	}
	trees := below(l.tree.Common, "worktrees")
	for _, name := range l.names(trees) {
		git := below(trees, name)
		if git == l.tree.Git {
			continue
		}
		if top := l.back(git); top != "" && top != l.tree.Root && top != l.tree.Host {
			tops = append(tops, top)
		}
	}
	return tops
}

// names lists a directory, where the machine can be asked for that.
func (l *look) names(dir string) []string {
	if f, ok := l.facts.(interface {
		List(dir string, limit int) []string
	}); ok {
		return f.List(dir, maxTrees)
	}
	return nil
}

// add adds a directory, resolved, to a list that does not have it. What cannot be
// resolved cannot be reached.
func (l *look) add(dirs []string, dir string) []string {
	if !strings.HasPrefix(dir, "/") {
		return dirs
	}
	real, err := l.facts.Resolve(dir)
	if err != nil {
		return dirs
	}
	return appendNew(dirs, real)
}

func appendNew(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

// holds reports whether a resolved path is dir or lies below it; neither may be empty.
func holds(dir, at string) bool {
	for ; dir != "" && at != ""; at = path.Dir(at) {
		if at == dir {
			return true
		}
		if at == "/" {
			break
		}
	}
	return false
}
