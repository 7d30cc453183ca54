package ast

import (
	"encoding/binary"
	"io"

	"mvdan.cc/sh/v3/syntax"
)

// tree is a script's syntax tree, kept for proofs, with what it was parsed by.
type tree struct {
	file    *syntax.File
	grammar *grammar
}

// WriteTree writes the syntax tree of the script for people, one field a line.
func (s *Script) WriteTree(w io.Writer) error {
	return syntax.DebugPrint(w, s.tree.file)
}

// shaper writes a syntax tree without its positions and comments, as bytes that two
// trees share only when they are the same: every node's type, its scalar fields, and
// how its children are divided among its lists.
type shaper struct {
	out     []byte
	splices []splice
	used    int
}

// shape returns the shape of a tree in which the splices were made: the word at a
// splice's span is replaced by its words, the words of an empty span stand behind
// the word that ends there. It is nil where a splice is at no word.
func shape(file *syntax.File, splices []splice) []byte {
	s := &shaper{splices: splices}
	syntax.Walk(file, s.visit)
	if s.used != len(splices) {
		return nil
	}
	return s.out
}

func (s *shaper) visit(n syntax.Node) bool {
	switch n := n.(type) {
	case nil:
		s.out = append(s.out, ')')
		return false
	case *syntax.Comment:
		return false
	case *syntax.Word:
		return s.word(n)
	}
	s.out = append(s.out, kind(n))
	s.fields(n)
	return true
}

// word writes a word, or what a splice puts in its place. Splices are rare, so that
// looking through them costs nothing.
func (s *shaper) word(word *syntax.Word) bool {
	if len(s.splices) == 0 {
		s.out = append(s.out, 'W')
		return true
	}
	span := spanOf(word)
	replaced, behind := -1, -1
	for i, sp := range s.splices {
		switch {
		case !sp.span.Empty() && sp.span == span:
			replaced = i
		case sp.span.Empty() && sp.span.Start == span.End:
			behind = i
		}
	}
	if replaced < 0 && behind < 0 {
		s.out = append(s.out, 'W')
		return true
	}
	if replaced >= 0 {
		s.plain(s.splices[replaced].words...)
		s.used++
	} else {
		// The word itself may hold further splices, in a substitution.
		s.out = append(s.out, 'W')
		for _, part := range word.Parts {
			syntax.Walk(part, s.visit)
		}
		s.out = append(s.out, ')')
	}
	if behind >= 0 {
		s.plain(s.splices[behind].words...)
		s.used++
	}
	return false
}

// plain writes words of a splice.
func (s *shaper) plain(words ...*syntax.Word) {
	inner := &shaper{out: s.out}
	for _, word := range words {
		syntax.Walk(word, inner.visit)
	}
	s.out = inner.out
}

func (s *shaper) text(t string) {
	s.out = binary.AppendUvarint(s.out, uint64(len(t)))
	s.out = append(s.out, t...)
}

func (s *shaper) bits(bits ...bool) {
	n := uint64(0)
	for _, b := range bits {
		n <<= 1
		if b {
			n |= 1
		}
	}
	s.out = binary.AppendUvarint(s.out, n)
}

func (s *shaper) ints(ints ...int) {
	for _, n := range ints {
		s.out = binary.AppendUvarint(s.out, uint64(n))
	}
}

// fields writes the scalar fields of a node, and the lengths of its lists where it
// has several.
func (s *shaper) fields(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.Lit:
		s.text(n.Value)
	case *syntax.SglQuoted:
		s.bits(n.Dollar)
		s.text(n.Value)
	case *syntax.DblQuoted:
		s.bits(n.Dollar)
	case *syntax.Stmt:
		s.bits(n.Negated, n.Background, n.Coprocess, n.Disown, n.Cmd != nil)
	case *syntax.CallExpr:
		s.ints(len(n.Assigns))
	case *syntax.Assign:
		s.bits(n.Append, n.Naked, n.Name != nil, n.Value != nil, n.Index != nil, n.Array != nil)
	case *syntax.Redirect:
		s.ints(int(n.Op))
		s.bits(n.N != nil, n.Hdoc != nil)
	case *syntax.BinaryCmd:
		s.ints(int(n.Op))
	case *syntax.IfClause:
		s.ints(len(n.Cond), len(n.Then))
		s.bits(n.Else != nil)
	case *syntax.WhileClause:
		s.bits(n.Until)
		s.ints(len(n.Cond))
	case *syntax.ForClause:
		s.bits(n.Select, n.Braces)
	case *syntax.CStyleLoop:
		s.bits(n.Init != nil, n.Cond != nil, n.Post != nil)
	case *syntax.CaseClause:
		s.bits(n.Braces)
	case *syntax.CaseItem:
		s.ints(int(n.Op), len(n.Patterns))
	case *syntax.FuncDecl:
		s.bits(n.RsrvWord, n.Parens, n.Name != nil)
		s.ints(len(n.Names))
	case *syntax.CmdSubst:
		s.bits(n.Backquotes, n.TempFile, n.ReplyVar)
	case *syntax.ProcSubst:
		s.ints(int(n.Op))
	case *syntax.ParamExp:
		s.param(n)
	default:
		s.expression(n)
	}
}

func (s *shaper) param(n *syntax.ParamExp) {
	s.bits(n.Short, n.Excl, n.Length, n.Width, n.IsSet, n.Flags != nil, n.Param != nil, n.NestedParam != nil, n.Index != nil, n.Slice != nil, n.Repl != nil, n.Exp != nil)
	s.ints(int(n.Split), int(n.GlobSubst), int(n.RcExpand), int(n.Names), len(n.Modifiers))
	for _, m := range n.Modifiers {
		s.text(m.Value)
	}
	if n.Slice != nil {
		s.bits(n.Slice.Offset != nil, n.Slice.Length != nil)
	}
	if n.Repl != nil {
		s.bits(n.Repl.All, n.Repl.Orig != nil, n.Repl.With != nil)
	}
	if n.Exp != nil {
		s.ints(int(n.Exp.Op))
		s.bits(n.Exp.Word != nil)
	}
}

// expression writes the fields of arithmetic, tests and the rarer commands.
func (s *shaper) expression(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.ArithmExp:
		s.bits(n.Bracket, n.Unsigned)
	case *syntax.ArithmCmd:
		s.bits(n.Unsigned)
	case *syntax.BinaryArithm:
		s.ints(int(n.Op))
	case *syntax.UnaryArithm:
		s.ints(int(n.Op))
		s.bits(n.Post)
	case *syntax.FlagsArithm:
		s.bits(n.X != nil)
	case *syntax.BinaryTest:
		s.ints(int(n.Op))
	case *syntax.UnaryTest:
		s.ints(int(n.Op))
	case *syntax.DeclClause:
		s.text(n.Variant.Value)
	case *syntax.ArrayElem:
		s.bits(n.Index != nil, n.Value != nil)
	case *syntax.ExtGlob:
		s.ints(int(n.Op))
	case *syntax.TimeClause:
		s.bits(n.PosixFormat, n.Stmt != nil)
	case *syntax.CoprocClause:
		s.bits(n.Name != nil)
	}
}

// kind returns a byte that stands for a node's type.
func kind(n syntax.Node) byte {
	switch n.(type) {
	case *syntax.File:
		return 'F'
	case *syntax.Stmt:
		return 's'
	case *syntax.Assign:
		return 'a'
	case *syntax.Redirect:
		return 'r'
	case *syntax.CallExpr:
		return 'c'
	case *syntax.Subshell:
		return 'S'
	case *syntax.Block:
		return 'B'
	case *syntax.IfClause:
		return 'i'
	case *syntax.WhileClause:
		return 'w'
	case *syntax.ForClause:
		return 'f'
	case *syntax.WordIter:
		return 't'
	case *syntax.CStyleLoop:
		return 'C'
	case *syntax.BinaryCmd:
		return 'b'
	case *syntax.FuncDecl:
		return 'D'
	case *syntax.Lit:
		return 'l'
	case *syntax.SglQuoted:
		return '\''
	case *syntax.DblQuoted:
		return '"'
	case *syntax.CmdSubst:
		return '`'
	case *syntax.ParamExp:
		return '$'
	case *syntax.ArithmExp:
		return 'A'
	case *syntax.ArithmCmd:
		return 'M'
	case *syntax.BinaryArithm:
		return '+'
	case *syntax.UnaryArithm:
		return '-'
	case *syntax.ParenArithm:
		return 'p'
	case *syntax.FlagsArithm:
		return 'g'
	case *syntax.BinaryTest:
		return '='
	case *syntax.UnaryTest:
		return '!'
	case *syntax.ParenTest:
		return 'P'
	case *syntax.CaseClause:
		return 'k'
	case *syntax.CaseItem:
		return 'I'
	case *syntax.TestClause:
		return 'T'
	case *syntax.DeclClause:
		return 'd'
	case *syntax.ArrayExpr:
		return '['
	case *syntax.ArrayElem:
		return 'e'
	case *syntax.ExtGlob:
		return 'x'
	case *syntax.ProcSubst:
		return '<'
	case *syntax.TimeClause:
		return 'm'
	case *syntax.CoprocClause:
		return 'o'
	case *syntax.LetClause:
		return 'L'
	}
	return '?'
}
