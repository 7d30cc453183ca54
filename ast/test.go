package ast

import "mvdan.cc/sh/v3/syntax"

// tests notes the words of a [[ ]] that name files.
func (w *walker) tests(x syntax.TestExpr, st *state) {
	switch x := x.(type) {
	case *syntax.ParenTest:
		w.tests(x.X, st)
	case *syntax.UnaryTest:
		if x.Op >= syntax.TsExists && x.Op <= syntax.TsNoEmpty || // -e to -s
			x.Op == syntax.TsNot {
			w.tests(x.X, st)
		}
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.AndTest, syntax.OrTest, syntax.TsNewer, syntax.TsOlder, syntax.TsDevIno:
			w.tests(x.X, st)
			w.tests(x.Y, st)
		}
	case *syntax.Word:
		w.test(x, st)
	}
}

// test notes one word: nothing splits it, and no file matches it. A word alone, which
// asks whether it is empty, is noted as well.
func (w *walker) test(word *syntax.Word, st *state) {
	t := Test{In: w.script, Dir: st.dir, Where: w.where, At: len(w.root.Invocations)}
	t.Word = Arg{Span: spanOf(word), Frozen: w.frozen}
	text, plain := plainLiteral(word)
	switch {
	case plain:
		t.Word.Value = Known(text)
	default:
		pending := w.pending
		w.quiet = true
		words := w.word(nil, word, st)
		w.quiet, w.pending = false, pending
		if len(words) != 1 {
			t.Word.Value = Unknown("it is no single word", "")
			break
		}
		t.Word.Value = words[0].Value
	}
	w.root.Tests = append(w.root.Tests, t)
}
