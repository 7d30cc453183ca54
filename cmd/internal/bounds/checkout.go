package bounds

import (
	"maps"
	"path"
	"strings"

	"sandbox-enforcer/rules"
)

// Limits of what is read, in bytes. No path is longer than 4,095 bytes, so a file that
// holds one and is longer cannot be followed; a configuration that is longer counts as
// far as it is read.
const (
	maxText   = 4200
	maxConfig = 1 << 20
)

// checkout is a directory with the git repository that works on it.
type checkout struct {
	// root is the top directory, or empty for a bare repository.
	root string
	// git is the repository's directory for this checkout, and common the one that it
	// shares with the others: the same where the checkout is no linked worktree.
	git, common string
}

// linked reports whether the checkout is a linked worktree.
func (c checkout) linked() bool { return c.git != c.common }

// read returns a short file whole.
func read(f rules.Facts, file string) (string, bool) {
	text, err := f.Read(file, maxText+1)
	return string(text), err == nil && len(text) <= maxText
}

// at returns the checkout whose top is a resolved directory. there says that git looks
// no further up: a .git file that git dies of has no checkout.
func at(f rules.Facts, dir string) (c checkout, ok, there bool) {
	dot := below(dir, ".git")
	if f.IsDir(dot) {
		c, ok = repository(f, dot)
		c.root = dir
		return c, ok, ok
	}
	text, read := read(f, dot)
	if target, named := gitdir(text); read && named {
		c, ok = repository(f, from(dir, target))
	}
	c.root = dir
	return c, ok, f.Exists(dot)
}

// above returns the checkout that git finds from a resolved directory.
func above(f rules.Facts, dir string) (checkout, bool) {
	for ; ; dir = path.Dir(dir) {
		if c, ok, there := at(f, dir); there || dir == "/" {
			return c, ok
		}
	}
}

// repository returns what git makes of a directory, as its is_git_directory does: it has
// a HEAD, and objects and refs are in it or in the one that its commondir names.
func repository(f rules.Facts, dir string) (checkout, bool) {
	git, err := f.Resolve(dir)
	if err != nil || !f.IsDir(dir) { // x/.. is a path by its words where no x is
		return checkout{}, false
	}
	c := checkout{git: git, common: git}
	if file := below(git, "commondir"); f.Exists(file) {
		text, ok := read(f, file)
		target, named := commondir(text)
		target = from(git, target)
		if !ok || !named || !f.IsDir(target) {
			return checkout{}, false
		}
		if c.common, err = f.Resolve(target); err != nil {
			return checkout{}, false
		}
	}
	head, ok := read(f, below(git, "HEAD"))
	return c, ok && isHead(head) && f.IsDir(below(c.common, "objects")) && f.IsDir(below(c.common, "refs"))
}

// config returns the configuration that git reads in a checkout: the common one, and
// the checkout's own where the common one has extensions.worktreeConfig. ok is false
// where core.worktree and core.bare are none of the checkout's business.
func (c checkout) config(f rules.Facts) (values map[string]string, ok bool) {
	text, _ := f.Read(below(c.common, "config"), maxConfig)
	values = config(string(text))
	if !isTrue(values["extensions.worktreeconfig"]) {
		return values, !c.linked()
	}
	own, _ := f.Read(below(c.git, "config.worktree"), maxConfig)
	maps.Copy(values, config(string(own)))
	return values, true
}

// tree returns the directory that core.worktree says git works on in a checkout, else "".
func (c checkout) tree(f rules.Facts) string {
	values, ok := c.config(f)
	if !ok || values["core.worktree"] == "" {
		return ""
	}
	real, err := f.Resolve(from(c.git, values["core.worktree"]))
	if err != nil {
		return ""
	}
	return real
}

// owner returns the top of the checkout that a common directory is the repository of,
// and the file that says so: its configuration, else its place. It is empty where there
// is none, as the repository is bare, and where git itself cannot tell, as after
// init --separate-git-dir.
func owner(f rules.Facts, common string) (root, file string) {
	c := checkout{git: common, common: common}
	if tree := c.tree(f); tree != "" {
		return tree, below(common, "config")
	}
	if values, _ := c.config(f); isTrue(values["core.bare"]) || path.Base(common) != ".git" {
		return "", ""
	}
	return path.Dir(common), common
}

// from returns a path that is relative to a directory, as one that is not. It is not
// cleaned.
func from(dir, path string) string {
	if strings.HasPrefix(path, "/") {
		return path
	}
	return below(dir, path)
}

func below(dir, name string) string { return strings.TrimSuffix(dir, "/") + "/" + name }
