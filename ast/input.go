package ast

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// hereText is the text of a here-document or a here-string; the zero Value for any
// other redirect.
func (w *walker) hereText(r *syntax.Redirect, st *state) Value {
	switch r.Op {
	case syntax.WordHdoc:
		pending := w.pending
		quiet := w.quiet
		w.quiet = true
		words := w.expand(nil, &syntax.Word{Parts: r.Word.Parts}, spanOf(r.Word), "", st)
		w.quiet, w.pending = quiet, pending
		if len(words) != 1 {
			return Unknown("it is no single word", "")
		}
		return concat(words[0].Value, Known("\n"))
	case syntax.Hdoc, syntax.DashHdoc:
	default:
		return Value{}
	}
	if r.Hdoc == nil {
		return Known("")
	}
	quoted := strings.ContainsAny(textOf(r.Word), "'\"\\")
	var b strings.Builder
	for _, part := range r.Hdoc.Parts {
		lit, ok := part.(*syntax.Lit)
		if !ok {
			return Unknown("it is a here-document with expansions", "")
		}
		text := lit.Value
		if !quoted {
			text = unescapeHere(text)
		}
		b.WriteString(text)
	}
	if r.Op == syntax.Hdoc {
		return Known(b.String())
	}
	lines := strings.SplitAfter(b.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimLeft(lines[i], "\t")
	}
	return Known(strings.Join(lines, ""))
}

// textOf is the source of a word, near enough to see whether any of it is quoted.
func textOf(word *syntax.Word) string {
	var b strings.Builder
	for _, part := range word.Parts {
		lit, ok := part.(*syntax.Lit)
		if !ok {
			return "'"
		}
		b.WriteString(lit.Value)
	}
	return b.String()
}

// unescapeHere takes the backslashes away that a here-document without quotes takes.
func unescapeHere(text string) string {
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && strings.IndexByte("$`\\\n", text[i+1]) >= 0 {
			i++
			if text[i] == '\n' {
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// inputScript is the script that a shell reads from a here-document or a here-string
// whose text is known; it has no script among its words then, or -s.
func inputScript(inv *Invocation) (nested, bool) {
	for i := range inv.Args {
		text, known := inv.Args[i].Value.Text()
		if !known || text == "" || text[0] != '-' || len(text) > 1 && strings.Trim(text[1:], "-elnsuvx") != "" {
			return nested{}, false
		}
	}
	for i := len(inv.Redirs) - 1; i >= 0; i-- {
		r := inv.Redirs[i]
		if r.FD != 0 {
			continue
		}
		if _, known := r.Body.Text(); !known {
			return nested{}, false
		}
		word := Arg{Span: r.Target.Span, Value: r.Body, Frozen: "it stands in a here-document"}
		return nested{word: word, input: true}, true
	}
	return nested{}, false
}
