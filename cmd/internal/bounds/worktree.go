package bounds

import (
	"fmt"
	"path"

	"sandbox-enforcer/cmd/internal/settings"
	"sandbox-enforcer/rules"
)

// Sources say from where each part of a worktree is known: by a git file, or by who gave
// it. One is empty where its part is.
type Sources struct{ Root, Host, Common, Git, Branch string }

// Place is a worktree as the guard believes it to be.
type Place struct {
	Worktree rules.Worktree
	Sources  Sources
	// Notes are what was given and does not fit the machine.
	Notes []string
}

// Look returns what Find makes of the worktree and the host in the settings, one of
// which has to be given, and from where it is known.
func Look(s settings.Settings, f rules.Facts, dir string, env func(string) (string, bool)) Place {
	l := newLook(s, f, env)
	tree := l.worktree(dir)
	return Place{Worktree: *tree, Sources: l.source, Notes: l.notes}
}

// worktree finds the worktree, the checkout behind it, and what else is inside.
func (l *look) worktree(dir string) *rules.Worktree {
	l.tree = rules.Worktree{DenyReads: l.given.DenyReads}
	l.tree.Problem = l.place(dir)
	l.tree.Inside = l.inside()
	l.tree.Outside = l.outside()
	return &l.tree
}

// place finds the host, then the worktree. Like all that follow, it returns the problem.
func (l *look) place(dir string) string {
	if l.given.Host != "" {
		if problem := l.placeHost(); problem != "" {
			return problem
		}
	}
	if l.given.Worktree == "" {
		return l.around(dir)
	}
	root, problem := l.real("the worktree", l.given.Worktree)
	if problem != "" {
		return problem
	}
	l.tree.Root, l.source.Root = root, "as given"
	c, ok, there := at(l.facts, root)
	switch {
	case ok:
		return l.belong(c)
	case there:
		l.note("the .git of the worktree %s names no repository, so git refuses to work there: run git worktree repair in the checkout that it belongs to", quote(root))
	case !l.facts.IsDir(root):
		l.note("the worktree %s does not exist, so commands are judged by its path alone: make it with git worktree add", quote(root))
	default:
		if c, ok := above(l.facts, root); ok {
			return fmt.Sprintf("the worktree %s has no .git, so git works on %s from there: give the top directory of a worktree", quote(root), quote(c.root))
		}
		l.note("the worktree %s is none of git's, so commands are judged by its path alone: make it with git worktree add", quote(root))
	}
	return ""
}

// placeHost finds the host that was given: its checkout, a directory below that, or its
// repository.
func (l *look) placeHost() string {
	dir, problem := l.real("the host repository", l.given.Host)
	if problem != "" {
		return problem
	}
	l.tree.Host, l.source.Host = dir, "as given"
	if l.host, l.hosted, _ = at(l.facts, dir); l.hosted {
		l.knowCommon(l.host)
	} else if l.host, l.hosted = repository(l.facts, dir); l.hosted {
		l.knowCommon(l.host)
		l.tree.Host, l.source.Host = l.main, l.mainFile
	} else if l.host, l.hosted = above(l.facts, dir); l.hosted {
		l.knowCommon(l.host)
		l.tree.Host, l.source.Host = l.host.root, below(l.host.root, ".git")
	} else {
		l.note("there is no git repository at %s, so the host repository is known by its path alone: give the top directory of a checkout", quote(dir))
	}
	return ""
}

// knowCommon takes the repository from a checkout, and the main checkout of that.
func (l *look) knowCommon(c checkout) {
	if l.tree.Common != c.common {
		l.main, l.mainFile = owner(l.facts, c.common)
	}
	l.tree.Common, l.source.Common = c.common, below(c.git, "commondir")
	if !c.linked() {
		l.source.Common = below(c.root, ".git")
	}
	if c.root == "" {
		l.source.Common = "as given"
	}
}

// around finds the linked worktree of the host that a directory lies in. Checkouts of
// other repositories on the way up are submodules and clones: they lie in it as well.
func (l *look) around(dir string) string {
	if !l.hosted {
		return fmt.Sprintf("no worktree is given, and the host repository %s has none: give --worktree or SANDBOX_WORKTREE", quote(l.given.Host))
	}
	up, problem := l.real("the directory of the call", dir)
	if problem != "" {
		return "no worktree is given, and " + problem
	}
	for ; up != "/"; up = path.Dir(up) {
		c, ok, _ := at(l.facts, up)
		if ok && c.linked() && l.same(c.common, l.host.common) {
			l.tree.Root, l.source.Root = up, "the worktree around "+quote(dir)
			return l.belong(c)
		}
	}
	return fmt.Sprintf("no worktree is given, and %s lies in no linked worktree of %s: give --worktree or SANDBOX_WORKTREE", quote(dir), quote(l.given.Host))
}

// belong takes what a checkout at the worktree's place says, and checks it.
func (l *look) belong(c checkout) string {
	l.knowCommon(c)
	l.tree.Git, l.source.Git = c.git, below(c.root, ".git")
	head, _ := read(l.facts, below(c.git, "HEAD"))
	if l.tree.Branch = branch(head); l.tree.Branch != "" {
		l.source.Branch = below(c.git, "HEAD")
	}
	if tree := c.tree(l.facts); tree != "" && !l.same(tree, c.root) {
		return fmt.Sprintf("core.worktree has git work on %s in the worktree %s: unset it with git config --unset core.worktree", quote(tree), quote(c.root))
	}
	if c.linked() {
		return l.belongLinked(c)
	}
	return l.belongAlone(c)
}

// belongLinked checks that the worktree is one of the host's, and that the repository
// knows it: anybody can write a .git file.
func (l *look) belongLinked(c checkout) string {
	back := l.back(c.git)
	switch {
	case l.hosted && !l.same(l.host.common, c.common):
		return l.foreign(c)
	case !l.hosted && l.tree.Host != "" && l.main != "" && !l.same(l.main, l.tree.Host):
		return l.foreign(c)
	case path.Dir(c.git) != below(c.common, "worktrees"):
		return fmt.Sprintf("the .git of the worktree %s names %s, which is no part of the repository %s: run git worktree repair in the checkout that it belongs to", quote(c.root), quote(c.git), quote(c.common))
	case !l.same(back, c.root):
		return fmt.Sprintf("the .git of the worktree %s names %s, which is for the worktree %s: run git worktree repair in the worktree if it was moved", quote(c.root), quote(c.git), quote(back))
	case l.same(l.tree.Host, c.root):
		return fmt.Sprintf("the host repository is the worktree %s itself: give the checkout that it belongs to, or leave the host out", quote(c.root))
	}
	if l.tree.Host == "" {
		l.tree.Host, l.source.Host = l.main, l.mainFile
	}
	return ""
}

// belongAlone checks a checkout that is no linked worktree.
func (l *look) belongAlone(c checkout) string {
	switch {
	case l.hosted && l.same(l.host.common, c.common) && l.host.linked():
		return fmt.Sprintf("the worktree %s is the checkout that %s belongs to: swap the worktree and the host repository", quote(c.root), quote(l.host.root))
	case l.hosted && l.same(l.host.common, c.common):
		return fmt.Sprintf("the worktree %s is the host repository itself: give a worktree that git worktree add made", quote(c.root))
	case l.hosted || l.tree.Host != "":
		return l.foreign(c)
	case l.main != "" && !l.same(l.main, c.root):
		return fmt.Sprintf("the .git of the worktree %s is the repository of %s: give a worktree that git worktree add made", quote(c.root), quote(l.main))
	}
	l.note("%s is no linked worktree but a checkout of its own, so there is no host repository to guard: give a worktree that git worktree add made", quote(c.root))
	return ""
}

// foreign is the problem of a worktree of another repository.
func (l *look) foreign(c checkout) string {
	main := l.main
	if main == "" {
		main = c.common
	}
	return fmt.Sprintf("the worktree %s belongs to %s and not to the host repository %s: give the two that belong together", quote(c.root), quote(main), quote(l.given.Host))
}

// same reports whether two directories are one, by name or as the machine says: it may
// take no account of letter case, or have mounted one of them twice.
func (l *look) same(a, b string) bool { return a == b || l.facts.Same(a, b) }

// back returns the top of the worktree that a worktree's own git directory is for, or
// what its file says where that cannot be followed.
func (l *look) back(git string) string {
	text, ok := read(l.facts, below(git, "gitdir"))
	target, named := backlink(text)
	if !ok || !named {
		return ""
	}
	target = from(git, target)
	if real, err := l.facts.Resolve(path.Dir(target)); err == nil && path.Base(target) == ".git" {
		return real
	}
	return target
}
