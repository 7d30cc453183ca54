package ast

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Evaluates reports whether a text that holds a substitution in quotes is evaluated as
// an expression or a variable's name, in this script or a nested one: let, declare and
// its like, test -v and [[ expand the index of an array again, so that let
// 'a[$(touch x)]' runs touch.
func (s *Script) Evaluates() bool {
	return indexSubstitutes(s.Source.Text) && s.evaluates() || slices.ContainsFunc(s.Nested, (*Script).Evaluates)
}

// evaluates asks the same of the script alone.
func (s *Script) evaluates() bool {
	found := false
	syntax.Walk(s.all(), func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.LetClause, *syntax.DeclClause, *syntax.TestClause, *syntax.ArithmCmd, *syntax.ArithmExp:
			found = found || quotesSubstitution(n)
		case *syntax.CallExpr:
			found = found || len(n.Args) > 0 && namesVariable(n.Args) && quotesSubstitution(n)
		}
		return !found
	})
	return found
}

// namesVariable reports whether one of the words may be that of a builtin which takes
// the name of a variable, an index included, or an expression.
func namesVariable(words []*syntax.Word) bool {
	for _, word := range words {
		name := ""
		syntax.Walk(word, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Lit:
				name += strings.ReplaceAll(n.Value, "\\", "")
			case *syntax.SglQuoted:
				name += n.Value
			}
			return true
		})
		switch name {
		case "test", "[", "printf", "read", "unset", "let", "declare", "typeset", "local", "export", "readonly", "mapfile", "readarray", "getopts", "wait":
			return true
		}
	}
	return false
}

// quotesSubstitution reports whether quoted text below a node holds an index with a
// substitution.
func quotesSubstitution(node syntax.Node) bool {
	found := false
	syntax.Walk(node, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.SglQuoted:
			found = found || indexSubstitutes(n.Value)
		case *syntax.Lit:
			found = found || strings.Contains(n.Value, "\\") && indexSubstitutes(n.Value)
		}
		return !found
	})
	return found
}

func indexSubstitutes(text string) bool {
	i := strings.IndexByte(text, '[')
	return i >= 0 && strings.ContainsAny(text[i:], "$`")
}
