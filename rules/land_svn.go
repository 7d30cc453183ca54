package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// fromSvn reports whether an operand is, or may be, a URL: else a working copy is the
// source.
func fromSvn(c *Call) bool { return slices.ContainsFunc(c.Operands, mayBeURL) }

// landSvnCheckout: what is behind the URLs is the directory; of several URLs each gets
// one below it, named after the URL, and without a directory one in that in effect.
func landSvnCheckout(c *Call) []Landing {
	n := len(c.Operands)
	if n == 0 {
		return nil
	}
	last := c.Operands[n-1]
	if namesURL(last.Value) && n > 1 {
		l := Landing{
			Type: "svn-checkout", Noun: nounCheckoutSvn, URL: c.Operands[0].Value, Dir: c.Inv.Dir, Dest: ast.Known(here), IntoDir: true,
			Name: ast.Known(""), Move: Move{At: last, Insert: true, Dir: true}, Span: c.Operands[0].Span,
		}
		return []Landing{l}
	}
	l := landNamed(c, "svn-checkout", nounCheckoutSvn)
	if n > 2 {
		l.Name = lastName(last.Value)
	}
	return []Landing{l}
}

// landSvnExport: URL [PATH]. A directory that is there gets a file of the URL's name;
// where the URL is a directory as well svn refuses.
func landSvnExport(c *Call) []Landing {
	n := len(c.Operands)
	if n > 2 || !mayBeURL(c.Operands[0]) {
		return nil
	}
	l := landNamed(c, "svn-export", nounExport)
	if last := c.Operands[n-1]; n == 2 && strings.Contains(last.Value.Suffix(), "@") {
		l.Problem = "svn export takes what is behind @ for a revision: give a destination without it"
	} else if n == 2 && !last.Value.Is("") && c.isDir(last.Value) {
		l.Name = nameAfter(c.Operands[0].Value, SvnName)
		l.Creates = ast.Value{}
	}
	return []Landing{l}
}

// landNamed is the landing of SOURCE... [DIR], with the directory named after the source
// where none is given.
func landNamed(c *Call, kind, noun string) Landing {
	source := c.Operands[0]
	guess := nameAfter(source.Value, SvnName)
	l := Landing{Type: kind, Noun: noun, URL: source.Value, Dir: c.Inv.Dir, Dest: guess, Name: guess, Span: source.Span}
	l.Move = Move{At: source, Insert: true}
	if n := len(c.Operands); n > 1 {
		given := c.Operands[n-1]
		l.Given, l.Dest, l.Span, l.Move = given.Value, given.Value, given.Span, Move{At: given}
		l.Name = givenName(given.Value, guess)
	}
	l.Creates = l.Dest
	return l
}
