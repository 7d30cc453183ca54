package ast

import (
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// tree is a script's syntax tree, kept for proofs, with what it was parsed by.
type tree struct {
	file    *syntax.File
	grammar *grammar
	// cut is where the statements of the file end in the text, and the first of those begins
	// that were not parsed again: they stand behind all edits, as they did in the script before.
	// 0 where the file is all of the text. Behind failed, reading them gave another script.
	cut    int
	failed error
	// marks are where the walk stood before each statement, as far as it went; none where
	// the script was made of another one.
	marks []mark
	// whole says that what the walk found somewhere depends on the effects of all of it.
	whole bool
	// functions are the names of those that the script defines, once they were looked for.
	functions []string
	looked    bool
}

// all is the tree of the whole text.
func (s *Script) all() *syntax.File {
	t := s.tree
	if t.cut == 0 {
		return t.file
	}
	file, err := t.grammar.parse(s.Source.Text, s.Source.Dialect)
	if n := len(t.file.Stmts); err == nil && (len(file.Stmts) <= n || int(file.Stmts[n].Pos().Offset()) != t.cut) {
		err = errors.New("its statements are others when they are parsed together")
	}
	if t.cut = 0; err != nil {
		t.failed = err
		return t.file
	}
	t.file = file
	return file
}

// begins is where the statement i of the uppermost level begins; false where there is none.
func (t *tree) begins(i int) (int, bool) {
	if i < len(t.file.Stmts) {
		return int(t.file.Stmts[i].Pos().Offset()), true
	}
	return t.cut, t.cut > 0
}

// WriteTree writes the syntax tree of the script for people, one field a line.
func (s *Script) WriteTree(w io.Writer) error {
	return syntax.DebugPrint(w, s.all())
}

// shaper writes a syntax tree without its positions and comments, as bytes that two
// trees share only when they are the same: every node's type, its scalar fields, and
// how its children are divided among its lists.
type shaper struct {
	out     []byte
	splices []splice
	used    int
	each    func(syntax.Node) bool // visit
	room    [256]byte
}

// sameShape reports whether the tree of a text, or of its first statements, is the old one's
// with the splices made: the word at a splice's span replaced by its words, the words of an
// empty span behind the word that ends there.
func sameShape(was parsed, splices []splice, is parsed) bool {
	old, file := was.file, is.file
	s := &shaper{}
	s.out = s.room[:0]
	heredocs := strings.Contains(was.text, "<<") || strings.Contains(is.text, "<<")
	for i := range file.Stmts { // one by one: the bytes of each are few
		if !heredocs && sameText(was.text, old.Stmts[i], splices, is.text, file.Stmts[i]) {
			continue
		}
		s.out, s.splices = s.out[:0], splices
		s.stmt(old.Stmts[i])
		end := len(s.out)
		s.splices = nil
		s.stmt(file.Stmts[i])
		if string(s.out[:end]) != string(s.out[end:]) {
			return false
		}
	}
	return s.used == len(splices)
}

// parsed is a text and the tree that it was parsed to, up to cut as in tree.
type parsed struct {
	text string
	file *syntax.File
	cut  int
	same int // how many bytes at the end no splice touches
}

// sameText reports whether two statements of the uppermost level are the same bytes, none
// of which a splice touches. The parser begins both in the same state and stops after the
// same bytes, so that their trees are the same; only a here-document takes text from
// behind its statement.
func sameText(before string, old *syntax.Stmt, splices []splice, after string, stmt *syntax.Stmt) bool {
	was, is := spanOf(old), spanOf(stmt)
	next := spliceFrom(splices, was.Start)
	touched := next < len(splices) && splices[next].span.Start <= was.End || next > 0 && splices[next-1].span.End >= was.Start
	return !touched && before[was.Start:was.End] == after[is.Start:is.End]
}

// walk writes a node of which the parts are not told by their kind alone.
func (s *shaper) walk(n syntax.Node) {
	if s.each == nil {
		s.each = s.visit
	}
	syntax.Walk(n, s.each)
}

func (s *shaper) visit(n syntax.Node) bool {
	switch n := n.(type) {
	case nil:
		s.out = append(s.out, ')')
		return false
	case *syntax.Comment:
		return false
	case *syntax.Word:
		s.word(n)
		return false
	case *syntax.Lit:
		s.literal(n)
		return false // nothing stands in it
	case *syntax.Stmt:
		s.stmt(n)
		return false
	case *syntax.CallExpr:
		s.call(n)
		return false
	case *syntax.SglQuoted:
		s.kind('\'')
		s.bits(n.Dollar)
		s.text(n.Value)
		return false
	case *syntax.DblQuoted:
		s.kind('"')
		s.bits(n.Dollar)
	case *syntax.ParamExp:
		s.kind('$')
		s.param(n)
	case *syntax.CmdSubst:
		s.kind('`')
		s.bits(n.Backquotes, n.TempFile, n.ReplyVar)
	case *syntax.Redirect:
		s.kind('r')
		s.ints(int(n.Op))
		s.bits(n.N != nil, n.Hdoc != nil)
	case *syntax.Assign:
		s.kind('a')
		s.bits(n.Append, n.Naked, n.Name != nil, n.Value != nil, n.Index != nil, n.Array != nil)
	default:
		s.compound(n)
	}
	return true
}

// stmt writes a statement. What most are made of is gone through here: that costs less
// than syntax.Walk.
func (s *shaper) stmt(n *syntax.Stmt) {
	s.kind('s')
	s.bits(n.Negated, n.Background, n.Coprocess, n.Disown, n.Cmd != nil)
	switch command := n.Cmd.(type) {
	case nil:
	case *syntax.CallExpr:
		s.call(command)
	case *syntax.BinaryCmd:
		s.kind('b')
		s.ints(int(command.Op))
		s.stmt(command.X)
		s.stmt(command.Y)
		s.kind(')')
	default:
		s.walk(command)
	}
	for _, r := range n.Redirs {
		s.walk(r)
	}
	s.kind(')')
}

// call writes a simple command.
func (s *shaper) call(call *syntax.CallExpr) {
	s.kind('c')
	s.ints(len(call.Assigns))
	for _, a := range call.Assigns {
		s.walk(a)
	}
	for _, word := range call.Args {
		s.word(word)
	}
	s.kind(')') // splices change how many there are
}

// compound writes compound commands and what they are made of.
func (s *shaper) compound(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.Block:
		s.kind('B')
	case *syntax.Subshell:
		s.kind('S')
	case *syntax.IfClause:
		s.kind('i')
		s.ints(len(n.Cond), len(n.Then))
		s.bits(n.Else != nil)
	case *syntax.WhileClause:
		s.kind('w')
		s.bits(n.Until)
		s.ints(len(n.Cond))
	case *syntax.ForClause:
		s.kind('f')
		s.bits(n.Select, n.Braces)
	case *syntax.WordIter:
		s.kind('t')
	case *syntax.CStyleLoop:
		s.kind('C')
		s.bits(n.Init != nil, n.Cond != nil, n.Post != nil)
	case *syntax.CaseClause:
		s.kind('k')
		s.bits(n.Braces)
	case *syntax.CaseItem:
		s.kind('I')
		s.ints(int(n.Op), len(n.Patterns))
	case *syntax.FuncDecl:
		s.kind('D')
		s.bits(n.RsrvWord, n.Parens, n.Name != nil)
		s.ints(len(n.Names))
	case *syntax.DeclClause:
		s.kind('d')
		s.text(n.Variant.Value)
	case *syntax.TimeClause:
		s.kind('m')
		s.bits(n.PosixFormat, n.Stmt != nil)
	case *syntax.CoprocClause:
		s.kind('o')
		s.bits(n.Name != nil)
	case *syntax.TestClause:
		s.kind('T')
	case *syntax.LetClause:
		s.kind('L')
	case *syntax.ArithmCmd:
		s.kind('M')
		s.bits(n.Unsigned)
	default:
		s.expression(n)
	}
}

// expression writes arithmetic, tests, arrays and the rarer parts of words.
func (s *shaper) expression(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.ArithmExp:
		s.kind('A')
		s.bits(n.Bracket, n.Unsigned)
	case *syntax.BinaryArithm:
		s.kind('+')
		s.ints(int(n.Op))
	case *syntax.UnaryArithm:
		s.kind('-')
		s.ints(int(n.Op))
		s.bits(n.Post)
	case *syntax.ParenArithm:
		s.kind('p')
	case *syntax.FlagsArithm:
		s.kind('g')
		s.bits(n.X != nil)
	case *syntax.BinaryTest:
		s.kind('=')
		s.ints(int(n.Op))
	case *syntax.UnaryTest:
		s.kind('!')
		s.ints(int(n.Op))
	case *syntax.ParenTest:
		s.kind('P')
	case *syntax.ArrayExpr:
		s.kind('[')
	case *syntax.ArrayElem:
		s.kind('e')
		s.bits(n.Index != nil, n.Value != nil)
	case *syntax.ExtGlob:
		s.kind('x')
		s.ints(int(n.Op))
	case *syntax.ProcSubst:
		s.kind('<')
		s.ints(int(n.Op))
	default:
		s.kind('?') // no two unlike nodes may share it: there is no other type today
	}
}

func (s *shaper) kind(k byte) { s.out = append(s.out, k) }

// word writes a word, or what a splice puts in its place, and what splices put behind it.
func (s *shaper) word(word *syntax.Word) {
	if len(s.splices) == 0 {
		s.whole(word)
		return
	}
	start, end := int(word.Pos().Offset()), int(word.End().Offset())
	if i := spliceFrom(s.splices, start); i < len(s.splices) && s.splices[i].span == (Span{start, end}) {
		s.plain(s.splices[i].words)
	} else {
		s.whole(word) // it may hold further splices, in a substitution
	}
	for i := spliceFrom(s.splices, end); i < len(s.splices) && s.splices[i].span == (Span{end, end}); i++ {
		s.plain(s.splices[i].words)
	}
}

// spliceFrom is the index of the first splice that does not begin before an offset: they
// are in order.
func spliceFrom(splices []splice, offset int) int {
	i, _ := slices.BinarySearchFunc(splices, offset, func(sp splice, offset int) int { return sp.span.Start - offset })
	return i
}

// whole writes a word as it stands. Most are one literal.
func (s *shaper) whole(word *syntax.Word) {
	s.kind('W')
	s.ints(len(word.Parts))
	for _, part := range word.Parts {
		if lit, ok := part.(*syntax.Lit); ok {
			s.literal(lit)
			continue
		}
		s.walk(part)
	}
}

func (s *shaper) literal(lit *syntax.Lit) {
	s.kind('l')
	s.text(lit.Value)
}

// plain writes the words of a splice.
func (s *shaper) plain(words []*syntax.Word) {
	splices := s.splices
	s.splices = nil
	for _, word := range words {
		s.whole(word)
	}
	s.splices = splices
	s.used++
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
