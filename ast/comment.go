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
	if at := joinedWrongly(text); !at.Empty() {
		return at
	}
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

// joinedWrongly finds a backslash at the end of a line that the parser and bash do not
// agree about: in a comment, which bash never continues, and between $ and what follows
// it. Where it may stand in a comment it counts, though it could be in quotes.
func joinedWrongly(text string) Span {
	for i := 0; i+1 < len(text); {
		at := strings.Index(text[i:], "\\\n")
		if at < 0 {
			return Span{}
		}
		at += i
		line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]
		if strings.HasSuffix(line, "$") || strings.HasPrefix(line, "#") || strings.Contains(line, " #") || strings.Contains(line, "\t#") || strings.Contains(line, ";#") || strings.Contains(line, "(#") || strings.Contains(line, "&#") || strings.Contains(line, "|#") {
			return Span{at, at + 1}
		}
		i = at + 2
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
