package format

import "sandbox-enforcer/ast"

// Place is a half-open range of byte offsets, with the line and the column of its
// first byte, both counted from one, columns in bytes.
type Place struct {
	Start  int `json:"start"`
	End    int `json:"end"`
	Line   int `json:"line"`
	Column int `json:"column"`
}

// Inner is a place in the text of a nested script.
type Inner struct {
	Place
	text string // the nested script
}

func placeIn(text string, span ast.Span) Place {
	line, column := ast.Position(text, span.Start)
	return Place{Start: span.Start, End: span.End, Line: line, Column: column}
}

// locate returns where a span of in lies in the command. For a nested script that is
// the outermost word that carries it, and the span itself comes as the second result.
// A nil script is the command.
func locate(command string, in *ast.Script, span ast.Span) (Place, *Inner) {
	if in == nil || in.Outer == nil {
		return placeIn(command, span), nil
	}
	inner := &Inner{Place: placeIn(in.Source.Text, span), text: in.Source.Text}
	for ; in != nil && in.Outer != nil; in = in.OuterIn {
		span = in.Outer.Span
	}
	return placeIn(command, span), inner
}
