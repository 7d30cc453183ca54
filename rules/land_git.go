package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// landGitClone: the second operand is the directory, relative to what every -C in turn
// leads to; without it git names one after the URL.
func landGitClone(c *Call) []Landing {
	l, ok := landClone(c, "git-clone", baseGit(c), c.cloneNamer())
	if !ok {
		return nil
	}
	for i := range c.Globals {
		if c.Globals[i].Role() == SideDir {
			l.Problem = "git --work-tree puts the checkout into another directory than the clone: drop it"
		}
	}
	return []Landing{l}
}

// bare reports whether the clone's default name ends in .git: --bare and its other name
// --naked can be taken back, --mirror implies it whatever else is said
// (builtin/clone.c).
func (c *Call) bare() bool {
	bare, mirror := false, false
	for i := range c.Options {
		switch o := &c.Options[i]; {
		case o.Role() != BareName:
		case o.Flag.Long == "mirror":
			mirror = !o.Negated
		default:
			bare = !o.Negated
		}
	}
	return bare || mirror
}

// A namer names a clone after its source.
type namer func(source string) (string, error)

// cloneNamer names as git clone does: a path that ends like a bundle is one unless it is a
// directory.
func (c *Call) cloneNamer() namer {
	bare := c.bare()
	return func(source string) (string, error) {
		if strings.HasSuffix(source, bundle) && !strings.Contains(source, ":") && !c.isDir(ast.Join(baseGit(c), ast.Known(source))) {
			return BundleName(source, bare)
		}
		return CloneName(source, bare)
	}
}

// landClone returns the landing of a clone with the operands SOURCE [DIR]; none where
// there are fewer or more, since every program then ends with its usage.
func landClone(c *Call, kind string, dir ast.Value, name namer) (Landing, bool) {
	operands := c.Operands
	if len(operands) > 2 { // words that may be none at all
		operands = slices.DeleteFunc(slices.Clone(operands), func(w *ast.Arg) bool { return w.Many })
	}
	n := len(operands)
	if n != 1 && n != 2 {
		return Landing{}, false
	}
	source := operands[0]
	l := Landing{Type: kind, Noun: nounClone, URL: source.Value, Dir: dir, Span: source.Span}
	guess := nameAfter(source.Value, name)
	if n == 1 {
		l.Dest, l.Name = guess, guess
		if _, known := guess.Text(); !known {
			l.Dest = elementAfter(source.Value, name)
			l.Among, _ = l.Dest.Texts()
		}
		l.Move = Move{At: source, Insert: true}
	} else {
		given := operands[1]
		l.Given, l.Dest, l.Span = given.Value, given.Value, given.Span
		l.Name = givenName(given.Value, guess)
		l.Move = Move{At: given}
	}
	l.Creates = l.Dest
	return l, true
}

// nameAfter names a clone after its source. Where only the beginning is not known
// (https://host/$OWNER/repo.git) the end still names it: all rules take what is behind
// the last slash.
func nameAfter(source ast.Value, name namer) ast.Value {
	if url, ok := source.Text(); ok {
		return named(name(url))
	}
	end := source.Suffix()
	slash := strings.LastIndexByte(strings.TrimRight(end, "/"), '/')
	if slash < 0 || strings.HasPrefix(end[slash:], "/.git") || strings.HasSuffix(end, bundle) {
		return ast.Unknown(source.Reason(), "")
	}
	return named(name("host/owner" + end[slash:]))
}

// elementAfter is the name of a clone as far as it says where the clone may land: one of
// several, or one that is not known, but holds no slash.
func elementAfter(source ast.Value, name namer) ast.Value {
	urls, known := source.Texts()
	var names []string
	for _, url := range urls {
		n, err := name(url)
		if err != nil {
			return ast.Unknown(err.Error(), "")
		}
		names = append(names, n)
	}
	if !known {
		return ast.UnknownElement()
	}
	return ast.OneOf(names...)
}

// givenName returns the name of the directory that a clone was told to make: its last
// element, or where that names nothing of its own (. and ..) the one that guess says.
func givenName(given, guess ast.Value) ast.Value {
	text, ok := given.Text()
	switch {
	case ok && text == "":
		return ast.Unknown("the directory is empty", "")
	case !ok:
		return ast.Unknown(given.Reason(), "")
	}
	if _, ok := LastElement(text); !ok {
		return guess
	}
	return lastName(given)
}
