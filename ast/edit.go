package ast

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

// How far Apply follows its result, beside to an invocation.
const (
	// Everything is to the end.
	Everything = math.MaxInt
	// Afresh is to the end, with nothing taken from the script before.
	Afresh = -1
)

// Apply returns the script as it is with the edits made. Every new word is printed by
// the syntax printer and spliced at its byte offset; nothing else of the text is
// touched. The result is proved: it is parsed again, and its tree must be the old
// tree but for the edited words. Edits of nested scripts are quoted again into the
// word that carries them, and proved at every level.
//
// The result is followed only as far as the caller is going to look: to the end of the
// statement that holds the invocation with the index reach. Statements behind all edits that
// do the same as before are not followed once more: what they record is that of the script
// before, with its text and its spans. With Afresh all of the result is followed.
//
// It fails with a *ProofError where any of this does not hold; the script itself is
// never changed.
func (s *Script) Apply(edits []Edit, reach int) (*Script, error) {
	proved, err := s.splice(edits, reach == Afresh)
	if err != nil {
		return nil, err
	}
	if err := checkLimits(proved.text); err != nil {
		return nil, &ProofError{Message: err.Error()}
	}
	src := s.Source
	src.Text = proved.text
	next := newScript(src, proved.file, s.tree.grammar)
	next.tree.cut = proved.cut
	w := newWalker(next, reach)
	if reach != Afresh {
		w.before, w.common = s, proved.same
	}
	w.file(proved.file)
	if next.tree.failed != nil {
		return nil, &ProofError{Message: "the result does not parse: " + next.tree.failed.Error()}
	}
	return next, nil
}

// splice makes the edits of this script and of those nested in it, and proves them.
func (s *Script) splice(edits []Edit, whole bool) (parsed, error) {
	own := make([]splice, 0, len(edits))
	var rest map[*Script][]Edit
	var order []*Script
	for _, e := range edits {
		if e.In == s {
			sp, err := s.own(e)
			if err != nil {
				return parsed{}, err
			}
			own = append(own, sp)
			continue
		}
		child := s.childOf(e.In)
		if child == nil {
			return parsed{}, &ProofError{Message: "an edit belongs to another script"}
		}
		if rest == nil {
			rest = map[*Script][]Edit{}
		}
		if rest[child] == nil {
			order = append(order, child)
		}
		rest[child] = append(rest[child], e)
	}
	for _, child := range order {
		if child.Outer.Frozen != "" {
			return parsed{}, &ProofError{Message: "the script it stands in cannot be edited: " + child.Outer.Frozen}
		}
		inner, err := child.splice(rest[child], true)
		if err != nil {
			return parsed{}, err
		}
		sp, err := s.own(Edit{In: s, Span: child.Outer.Span, Text: singleQuote(inner.text)})
		if err != nil {
			return parsed{}, err
		}
		own = append(own, sp)
	}
	return s.prove(own, whole)
}

// childOf is the script nested directly in s that is, or carries, inner.
func (s *Script) childOf(inner *Script) *Script {
	for inner != nil && inner.OuterIn != s {
		inner = inner.OuterIn
	}
	return inner
}

// splice is one edit of a script's own text, with the words as parsed.
type splice struct {
	span  Span
	text  string
	words []*syntax.Word
}

// printers keeps printers for reuse: making one costs as much as parsing a short command.
var printers = sync.Pool{New: func() any { return syntax.NewPrinter() }}

// own prepares an edit: its words are parsed and printed by the syntax printer.
func (s *Script) own(e Edit) (splice, error) {
	if e.Span.Start < 0 || e.Span.End > len(s.Source.Text) || e.Span.Start > e.Span.End {
		return splice{}, &ProofError{Message: fmt.Sprintf("the span %d to %d lies outside the text", e.Span.Start, e.Span.End)}
	}
	words, err := s.parseWords(e.Text)
	if err != nil {
		return splice{}, err
	}
	if len(words) == 0 || !e.Span.Empty() && len(words) != 1 {
		return splice{}, &ProofError{Message: fmt.Sprintf("%q is not one shell word", e.Text)}
	}
	text := ""
	for i, word := range words {
		printed, err := printWord(word)
		if err != nil {
			return splice{}, &ProofError{Message: err.Error()}
		}
		if i > 0 || e.Span.Empty() {
			text += " "
		}
		text += printed
	}
	return splice{span: e.Span, text: text, words: words}, nil
}

// printWord prints a word. One that stands for itself needs no printer.
func printWord(word *syntax.Word) (string, error) {
	if lit, ok := word.Parts[0].(*syntax.Lit); ok && len(word.Parts) == 1 && literalWords(lit.Value) {
		return lit.Value, nil
	}
	printer := printers.Get().(*syntax.Printer)
	defer printers.Put(printer)
	var b strings.Builder
	err := printer.Print(&b, word)
	return b.String(), err
}

// parseWords returns the words of an edit. Those without anything that the grammar
// could read are made as they are, which costs less than parsing: were one of them
// something else, the tree of the result would not be the one that is to be proved.
func (s *Script) parseWords(text string) ([]*syntax.Word, error) {
	if literalWords(text) {
		words := make([]*syntax.Word, 0, 2) // an address and its destination
		for field := range strings.FieldsSeq(text) {
			w := &struct { // in one allocation
				word  syntax.Word
				lit   syntax.Lit
				parts [1]syntax.WordPart
			}{lit: syntax.Lit{Value: field}}
			w.parts[0] = &w.lit
			w.word.Parts = w.parts[:]
			words = append(words, &w.word)
		}
		return words, nil
	}
	var words []*syntax.Word
	grammar := s.tree.grammar
	for word, err := range grammar.parser(s.Source.Dialect).WordsSeq(grammar.read(text)) {
		if err != nil {
			return nil, &ProofError{Message: fmt.Sprintf("%q is no shell word", text)}
		}
		words = append(words, word)
	}
	return words, nil
}

// literalWords reports whether a text holds blanks and bytes that stand for themselves
// in every word of the grammar, and no more.
func literalWords(text string) bool {
	for i := 0; i < len(text); i++ {
		if c := text[i]; !wordByte(c) && c != ' ' && c != '~' {
			return false
		}
	}
	return true
}

// prove makes the splices and compares the tree of the result with the old one. Unless all
// of it is asked for, only the statements up to the last splice are parsed again: behind them
// the same bytes follow where a statement begins, and the parser begins there in the same
// state as it did.
func (s *Script) prove(own []splice, whole bool) (parsed, error) {
	slices.SortStableFunc(own, func(a, b splice) int { return a.span.Start - b.span.Start })
	var b strings.Builder
	size := len(s.Source.Text)
	for _, sp := range own {
		size += len(sp.text)
	}
	b.Grow(size)
	at := 0
	for _, sp := range own {
		if sp.span.Start < at {
			return parsed{}, &ProofError{Message: "two edits overlap"}
		}
		b.WriteString(s.Source.Text[at:sp.span.Start])
		b.WriteString(sp.text)
		at = sp.span.End
	}
	b.WriteString(s.Source.Text[at:])
	old, now := parsed{text: s.Source.Text, file: s.all()}, parsed{text: b.String(), same: len(s.Source.Text) - at}
	statements, end := len(old.file.Stmts), len(now.text)
	if n := statementBehind(old.file, at); !whole && n < statements {
		begin := int(old.file.Stmts[n].Pos().Offset()) + len(now.text) - len(old.text)
		if !strings.Contains(now.text[:begin], "<<") { // a here-document takes text from behind
			statements, end, now.cut = n, begin, begin
		}
	}
	var err error
	if now.file, err = s.tree.grammar.parse(now.text[:end], s.Source.Dialect); err != nil {
		return parsed{}, &ProofError{Message: "the result does not parse: " + err.Error()}
	}
	if len(now.file.Stmts) != statements || !sameShape(old, own, now) {
		return parsed{}, &ProofError{Message: "the tree of the result is not the old one with the edited words"}
	}
	return now, nil
}

// statementBehind is the first statement of the uppermost level that begins behind an offset.
func statementBehind(file *syntax.File, offset int) int {
	n, _ := slices.BinarySearchFunc(file.Stmts, offset, func(stmt *syntax.Stmt, offset int) int {
		return cmp.Compare(int(stmt.Pos().Offset()), offset+1)
	})
	return n
}
