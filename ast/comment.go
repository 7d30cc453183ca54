package ast

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// misreadComment finds a # right behind a word that the parser takes for the beginning
// of a comment: in a subshell or a substitution it does so after a quote or an
// expansion (( ls ”#; rm x )), where every shell reads on. What follows on the line
// would run unseen. The span is empty where there is none.
func misreadComment(text string, d Dialect) Span {
	if !hashInWord(text) {
		return Span{}
	}
	file, err := syntax.NewParser(syntax.Variant(variant(d)), syntax.KeepComments(true)).Parse(strings.NewReader(text), "")
	if err != nil {
		return Span{} // the caller has parsed it, and it is no worse than without comments
	}
	ends := map[uint]bool{}
	var hashes []uint
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Word:
			ends[n.End().Offset()] = true
		case *syntax.Assign:
			ends[n.End().Offset()] = true
		case *syntax.Comment:
			hashes = append(hashes, n.Hash.Offset())
		}
		return true
	})
	for _, at := range hashes {
		if ends[at] {
			return Span{int(at), int(at) + 1}
		}
	}
	return Span{}
}

// hashInWord reports whether a # stands behind a byte that does not end a word.
func hashInWord(text string) bool {
	for i := 1; i < len(text); {
		at := strings.IndexByte(text[i:], '#')
		if at < 0 {
			return false
		}
		i += at
		if strings.IndexByte(" \t\n;&|(<>{$", text[i-1]) < 0 {
			return true
		}
		i++
	}
	return false
}
