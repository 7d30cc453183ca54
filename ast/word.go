package ast

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// maxFields bounds the words that braces or a variable make of one word.
const maxFields = 256

// maxSpent bounds what variables and braces make of the words of a script, in bytes: a few
// bytes of it can stand for as many as the longest word has, or for maxFields words, of which
// each costs about wordSize.
const (
	maxSpent = 4 << 20
	wordSize = 64
	// fewWords are as many as are not counted, however many there were before, and a value of
	// one unknown part and a few letters is not either: a short command is always known.
	fewWords = 8
)

// spend counts what a variable or braces made, in bytes, and reports whether it may be
// followed.
func (w *walker) spend(n int) bool {
	w.root.spent += n
	return w.root.spent <= maxSpent
}

// spendWords is spend for so many words.
func (w *walker) spendWords(words, n int) bool { return words <= fewWords || w.spend(n) }

// follow is the value of a variable in a word.
func (w *walker) follow(v Value) Value {
	if n := v.size(); n > unknownSize+wordSize && !w.spend(n) {
		return tooLong(v)
	}
	return v
}

// field is one word in the making.
type field struct {
	value  Value
	quoted bool // some part was quoted: the word stays even when it is empty
	many   bool
}

// expandAll expands words into Args, in order.
func (w *walker) expandAll(dst []Arg, list []*syntax.Word, st *state) []Arg {
	for _, word := range list {
		// Most words are one plain literal.
		if len(word.Parts) == 1 {
			if lit, ok := word.Parts[0].(*syntax.Lit); ok && isPlain(lit.Value) {
				span := Span{int(lit.ValuePos.Offset()), int(lit.ValueEnd.Offset())}
				dst = append(dst, Arg{}) // filled in place: a literal would be made aside and copied
				arg := &dst[len(dst)-1]
				arg.Span, arg.Value, arg.Frozen = span, Known(lit.Value), w.frozen
				continue
			}
		}
		dst = w.word(dst, word, st)
	}
	return dst
}

// word expands one word as the shell does for a command's words: braces, tilde,
// variables, splitting, patterns. Substitutions in it are walked.
func (w *walker) word(dst []Arg, word *syntax.Word, st *state) []Arg {
	span := spanOf(word)
	if text, ok := plainLiteral(word); ok {
		return append(dst, Arg{Span: span, Value: Known(text), Frozen: w.frozen})
	}
	if st.braces == bracesOff {
		return w.expand(dst, word, span, w.frozen, st)
	}
	split, ok := splitBraces(word)
	if !ok {
		return w.expand(dst, word, span, w.frozen, st)
	}
	w.scanWord(word, st) // once, however many words the braces make
	quiet := w.quiet
	w.quiet = true
	defer func() { w.quiet = quiet }()
	frozen := w.frozen
	if frozen == "" {
		frozen = "braces make several words of it"
	}
	first := len(dst)
	for _, parts := range w.multiplied(split) {
		if parts == nil {
			return append(dst, Arg{Span: span, Value: Unknown("braces make too many words of it", ""), Frozen: frozen, Many: true})
		}
		dst = w.expand(dst, &syntax.Word{Parts: parts}, span, frozen, st)
	}
	if st.braces == bracesAny {
		for i := first; i < len(dst); i++ {
			dst[i].Many, dst[i].Value = true, merge(dst[i].Value, Unknown("braces may be plain text here", ""))
		}
	}
	return dst
}

// expand appends the Args that one word without braces becomes.
func (w *walker) expand(dst []Arg, word *syntax.Word, span Span, frozen string, st *state) []Arg {
	if len(word.Parts) == 1 && !assignmentTilde(word.Parts) {
		p := w.part(word.Parts[0], st, true, true)
		switch {
		case p.split != nil:
		case !p.quoted && p.value.Is(""): // an unquoted word that is empty is no word
			return dst
		default:
			return append(dst, Arg{Span: span, Value: p.value, Frozen: frozen, Many: p.many})
		}
	}
	fields := w.fields(word.Parts, st)
	if len(fields) > 1 && frozen == "" {
		frozen = "a variable makes several words of it"
	}
	for _, f := range fields {
		dst = append(dst, Arg{Span: span, Value: f.value, Frozen: frozen, Many: f.many})
	}
	return dst
}

// single expands a word where the shell neither splits nor makes several words of
// it: assignments, the word of case, here-strings, targets of redirects.
func (w *walker) single(word *syntax.Word, st *state) Value {
	if word == nil {
		return Known("")
	}
	if text, ok := plainLiteral(word); ok {
		return Known(text)
	}
	b := builder{}
	for i, part := range word.Parts {
		if lit, ok := part.(*syntax.Lit); ok && strings.Contains(lit.Value, ":~") {
			w.scanWord(word, st)
			return Unknown("a tilde after a colon is not followed", "")
		}
		b.add(w.part(part, st, i == 0 && tildeStands(word.Parts), false).value)
	}
	return b.done()
}

// tildeStands reports whether a tilde at the start of a word expands: what belongs to
// its prefix, up to a slash, must be one unquoted literal.
func tildeStands(parts []syntax.WordPart) bool {
	lit, ok := parts[0].(*syntax.Lit)
	if !ok || strings.IndexByte(lit.Value, '/') >= 0 {
		return ok
	}
	for _, part := range parts[1:] {
		if lit, ok := part.(*syntax.Lit); !ok || lit.Value != "" {
			return false
		}
	}
	return true
}

// assignmentTilde reports whether a word looks like NAME=~… or NAME=x:~…, where bash
// expands the tilde though the word is an argument.
func assignmentTilde(parts []syntax.WordPart) bool {
	lit, ok := parts[0].(*syntax.Lit)
	if !ok {
		return false
	}
	name, _, assigns := strings.Cut(lit.Value, "=")
	if !assigns || !isName(name) {
		return false
	}
	for _, part := range parts {
		if lit, ok := part.(*syntax.Lit); ok && (strings.Contains(lit.Value, "=~") || strings.Contains(lit.Value, ":~")) {
			return true
		}
	}
	return false
}

// literalWord returns the text of a word that holds no expansion at all; ok is false
// for any other.
func literalWord(word *syntax.Word) (string, bool) {
	if text, ok := plainLiteral(word); ok {
		return text, true
	}
	var b strings.Builder
	for i, part := range word.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			if part.Value == "[" && len(word.Parts) == 1 {
				return part.Value, true // the command: without a ] it is no pattern
			}
			if strings.ContainsAny(part.Value, "*?[{") || i == 0 && strings.HasPrefix(part.Value, "~") {
				return "", false
			}
			b.WriteString(unescape(part.Value))
		case *syntax.SglQuoted:
			if part.Dollar {
				b.WriteString(ansiC(part.Value))
				continue
			}
			b.WriteString(part.Value)
		case *syntax.DblQuoted:
			for _, inner := range part.Parts {
				lit, ok := inner.(*syntax.Lit)
				if !ok {
					return "", false
				}
				b.WriteString(unescapeQuoted(lit.Value))
			}
		default:
			return "", false
		}
	}
	return b.String(), true
}

// plainLiteral is the fast path: one unquoted literal without a byte that means
// anything, or one quoted string without expansion.
func plainLiteral(word *syntax.Word) (string, bool) {
	if len(word.Parts) != 1 {
		return "", false
	}
	switch part := word.Parts[0].(type) {
	case *syntax.Lit:
		return part.Value, isPlain(part.Value)
	case *syntax.SglQuoted:
		return part.Value, !part.Dollar
	case *syntax.DblQuoted:
		if len(part.Parts) == 0 {
			return "", true
		}
		if len(part.Parts) != 1 || part.Dollar {
			return "", false
		}
		lit, ok := part.Parts[0].(*syntax.Lit)
		if !ok {
			return "", false
		}
		return lit.Value, strings.IndexByte(lit.Value, '\\') < 0
	}
	return "", false
}

// isText reports whether a word is one piece of text, so that no other node stands in it.
func isText(word *syntax.Word) bool {
	if len(word.Parts) != 1 {
		return false
	}
	switch word.Parts[0].(type) {
	case *syntax.Lit, *syntax.SglQuoted:
		return true
	}
	return false
}

// isPlain reports whether an unquoted literal means its own text.
func isPlain(text string) bool {
	for i := 0; i < len(text); i++ {
		if special[text[i]] {
			return false
		}
	}
	return true
}

// special are the bytes that mean something in an unquoted literal.
var special = [256]bool{'\\': true, '*': true, '?': true, '[': true, '{': true, '~': true}

func hasBrace(word *syntax.Word) bool {
	for _, part := range word.Parts {
		if lit, ok := part.(*syntax.Lit); ok && strings.IndexByte(lit.Value, '{') >= 0 {
			return true
		}
	}
	return false
}

// fields expands the parts of one word with splitting.
func (w *walker) fields(parts []syntax.WordPart, st *state) []field {
	var done []field
	cur, b := field{}, builder{}
	finish := func() {
		if !b.any {
			return
		}
		cur.value = b.done()
		if cur.quoted || !cur.value.Is("") { // an unquoted word that is empty is no word
			done = append(done, cur)
		}
		cur, b = field{}, builder{}
	}
	if assignmentTilde(parts) {
		w.scan(&syntax.Word{Parts: parts}, st)
		name, _, _ := strings.Cut(parts[0].(*syntax.Lit).Value, "=")
		return []field{{value: concat(Known(name+"="), Unknown("a tilde in a word like an assignment is not followed", ""))}}
	}
	for i, part := range parts {
		p := w.part(part, st, i == 0 && tildeStands(parts), true)
		if p.split == nil {
			b.add(p.value)
			cur.quoted, cur.many = cur.quoted || p.quoted, cur.many || p.many
			continue
		}
		// A known variable that splits: its first word joins what stands before it, its
		// last one what follows.
		for n, text := range p.split {
			if n > 0 || p.leading {
				finish()
			}
			b.literal(text)
		}
		if p.trailing {
			finish()
		}
	}
	finish()
	return done
}

// piece is what one part of a word becomes.
type piece struct {
	value  Value
	quoted bool
	many   bool
	// split holds the words of a known variable that splits; leading and trailing
	// say that it begins or ends with a blank.
	split             []string
	leading, trailing bool
}

// part expands one part of a word. First says that the part begins the word, where
// a tilde expands; split says that splitting and patterns apply.
func (w *walker) part(part syntax.WordPart, st *state, first, split bool) piece {
	switch part := part.(type) {
	case *syntax.Lit:
		return w.literal(part.Value, st, first, split)
	case *syntax.SglQuoted:
		text := part.Value
		if part.Dollar {
			text = ansiC(text)
		}
		return piece{value: Known(text), quoted: true}
	case *syntax.DblQuoted:
		return w.doubleQuoted(part, st)
	case *syntax.ParamExp:
		return w.param(part, st, !split)
	case *syntax.CmdSubst:
		w.substitution(part.Stmts, part.Backquotes, st)
		if isPwd(part.Stmts) && !st.physical && !w.isFunction("pwd") && !w.aliases["pwd"] && !strings.HasSuffix(st.dir.Suffix(), "\n") {
			return w.splitValue(asText(st.dir), st, !split)
		}
		return piece{value: w.output(part, st), many: split}
	case *syntax.ProcSubst:
		w.substitution(part.Stmts, false, st)
		return piece{value: ValueOf([][]Part{{{Text: "/dev/fd/"}, {Unknown: "the descriptor is not known before it runs"}}})}
	case *syntax.ArithmExp:
		w.scan(part, st)
		return piece{value: Unknown("it is the result of arithmetic", ""), quoted: !split || st.vars.lookup("IFS") == nil}
	case *syntax.ExtGlob:
		return piece{value: pattern("", part.Op.String()+part.Pattern.Value+")"), many: split}
	case *syntax.BraceExp:
		return piece{value: Unknown("it holds braces", ""), many: true}
	}
	return piece{value: Unknown("the shell expands it in a way that is not followed", ""), many: true}
}

func (w *walker) doubleQuoted(q *syntax.DblQuoted, st *state) piece {
	if len(q.Parts) == 1 {
		if _, lit := q.Parts[0].(*syntax.Lit); !lit {
			p := w.part(q.Parts[0], st, false, false)
			return piece{value: p.value, quoted: true, many: isList(q.Parts[0])}
		}
	}
	out, b := piece{quoted: true}, builder{}
	for _, inner := range q.Parts {
		if lit, ok := inner.(*syntax.Lit); ok {
			b.literal(unescapeQuoted(lit.Value))
			continue
		}
		b.add(w.part(inner, st, false, false).value)
		out.many = out.many || isList(inner)
	}
	out.value = b.done()
	return out
}

// isList reports whether a part makes several words even in double quotes: "$@" and
// "${a[@]}".
func isList(part syntax.WordPart) bool {
	p, ok := part.(*syntax.ParamExp)
	if !ok || p.Length {
		return false
	}
	if p.Param != nil && p.Param.Value == "@" || p.Names != 0 || p.Flags != nil || p.NestedParam != nil {
		return true
	}
	word, ok := p.Index.(*syntax.Word)
	return ok && word.Lit() == "@"
}

// literal expands an unquoted literal.
func (w *walker) literal(text string, st *state, first, split bool) piece {
	tilde := ""
	if first && strings.HasPrefix(text, "~") {
		var home Value
		home, tilde, text = w.tilde(text, st)
		if tilde != "" {
			rest := w.literal(text, st, false, split)
			return piece{value: concat(home, rest.value), quoted: true, many: rest.many}
		}
	}
	if split {
		if i := patternStart(text); i >= 0 {
			return piece{value: pattern(unescape(text[:i]), text[i:]), many: true}
		}
	}
	// An escaped byte counts as quoted: \  alone is a word.
	return piece{value: Known(unescape(text)), quoted: strings.IndexByte(text, '\\') >= 0}
}

// tilde splits a tilde prefix off and expands it. The prefix is empty where the
// tilde is plain text.
func (w *walker) tilde(text string, st *state) (home Value, prefix, rest string) {
	end := strings.IndexByte(text, '/')
	if end < 0 {
		end = len(text)
	}
	prefix, rest = text[:end], text[end:]
	switch {
	case strings.IndexByte(prefix, '\\') >= 0:
		return Value{}, "", text
	case prefix == "~":
		home = w.variable("HOME", st)
	case prefix == "~+":
		home = asText(st.dir)
	case prefix == "~-":
		home = w.variable("OLDPWD", st)
	default:
		home = Unknown("the home directory of another user is not known", "")
	}
	if home.None() {
		home = Unknown("the directory is not known", "")
	}
	return home, prefix, rest
}

// pattern returns the value of a pattern that files may or may not match: it begins
// with prefix, and what follows is not known but for how it is written.
func pattern(prefix, rest string) Value {
	p := &struct { // in one allocation, as in Unknown
		content
		alts  [1][]Part
		parts [2]Part
	}{}
	p.parts = [2]Part{{Text: prefix}, {Text: rest, Unknown: Pattern}}
	p.alts[0] = p.parts[:]
	if prefix == "" {
		p.alts[0] = p.parts[1:]
	}
	p.content.alts = p.alts[:]
	return Value{c: &p.content}
}

// patternStart returns the place of the first byte that makes text a pattern, -1
// where there is none. A [ without a ] is plain text.
func patternStart(text string) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '*', '?':
			return i
		case '[':
			if strings.IndexByte(text[i:], ']') > 0 {
				return i
			}
		}
	}
	return -1
}

// param expands a parameter. Quoted says that its text is neither split nor taken
// as a pattern.
func (w *walker) param(p *syntax.ParamExp, st *state, quoted bool) piece {
	name := ""
	if p.Param != nil {
		name = p.Param.Value
	}
	if !simpleParam(p) {
		w.scan(p, st)
		if v, ok := w.defaulted(p, st); ok {
			return w.splitValue(v, st, quoted)
		}
		if v, ok := w.trimmed(p, st); ok {
			return w.splitValue(v, st, quoted)
		}
		return piece{value: Unknown("it is expanded in a way that is not followed", name), many: !quoted || isList(p)}
	}
	v := w.variable(name, st)
	if name == "@" || name == "*" {
		return piece{value: v, many: !quoted || name == "@"}
	}
	return w.splitValue(v, st, quoted)
}

func simpleParam(p *syntax.ParamExp) bool {
	return p.Param != nil && p.Flags == nil && !p.Excl && !p.Length && !p.Width && !p.IsSet &&
		p.Split == syntax.OptUnset && p.GlobSubst == syntax.OptUnset && p.RcExpand == syntax.OptUnset &&
		p.NestedParam == nil && p.Index == nil && len(p.Modifiers) == 0 &&
		p.Slice == nil && p.Repl == nil && p.Names == 0 && p.Exp == nil
}

// defaulted expands ${X:-word} and ${X-word} where X is known to hold something.
func (w *walker) defaulted(p *syntax.ParamExp, st *state) (Value, bool) {
	if p.Exp == nil || p.Param == nil || p.Index != nil || p.Excl || p.Length || p.Flags != nil || p.NestedParam != nil {
		return Value{}, false
	}
	switch p.Exp.Op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.ErrorUnset, syntax.ErrorUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
	default:
		return Value{}, false
	}
	v := w.variable(p.Param.Value, st)
	texts, ok := v.Texts()
	if !ok {
		return Value{}, false
	}
	for _, t := range texts {
		if t == "" {
			return Value{}, false
		}
	}
	return v, true
}

// variable returns what is known of a parameter.
func (w *walker) variable(name string, st *state) Value {
	if len(w.pending) > 0 && (slices.Contains(w.pending, name) || slices.Contains(w.pending, "")) {
		return Unknown("an expansion assigns it", name)
	}
	if w.references {
		return Unknown("variables may refer to each other", name)
	}
	switch name {
	case "?", "!", "#", "$":
		return Unknown(aNumber, name)
	case "0":
		if w.script.Source.Dialect == Zsh {
			return Unknown("it is the name of a function, or of the shell", name)
		}
	case "PWD":
		if !st.dir.None() && st.vars.lookup("PWD") == nil {
			return asText(st.dir)
		}
	case "OLDPWD":
		if !st.oldDir.None() && st.vars.lookup("OLDPWD") == nil {
			return asText(st.oldDir)
		}
	}
	if name != "" && name[0] <= '@' && name != "0" && isParameter(name) {
		return w.follow(st.parameter(name))
	}
	if b := st.vars.lookup(name); b != nil {
		return w.follow(b.value)
	}
	if v, ok := w.script.Source.Env[name]; ok && !v.None() {
		return v
	}
	return Unknown(inherited, name)
}

// asText is a directory as the text that the shell has of it: where a part is not known,
// nothing is, since .. and slashes in it are taken out.
func asText(dir Value) Value {
	if _, ok := dir.Text(); ok {
		return dir
	}
	if _, ok := dir.Texts(); ok {
		return dir
	}
	reason := dir.Reason()
	if dir.None() {
		reason = "the directory is not known"
	}
	return Unknown(reason, "")
}

// parameter returns what is known of $1, $2 …
func (st *state) parameter(name string) Value {
	n, ok := Descriptor(name)
	switch {
	case st.params == nil || !ok || n < 1:
		return Unknown("what the script or a function is handed is not known", name)
	case n > len(st.params.words):
		return Known("")
	}
	return st.params.words[n-1]
}

// splitValue is a known variable in a word: unquoted, its text is split at blanks
// where bash splits, and taken as a pattern.
func (w *walker) splitValue(v Value, st *state, quoted bool) piece {
	if quoted {
		return piece{value: v}
	}
	texts, ok := v.Texts()
	if !ok {
		return piece{value: v, many: true}
	}
	if w.script.Source.Dialect == Zsh {
		if st.braces != bracesOn {
			return piece{value: Unknown("an option may make it split", ""), many: true}
		}
		return piece{value: v, many: len(texts) > 1 && slices.Contains(texts, "")} // zsh neither splits nor matches, and drops an empty word
	}
	plain, empty := true, false
	for _, t := range texts {
		empty = empty || t == ""
		if strings.ContainsAny(t, " \t\n*?[\\") {
			plain = false
		}
	}
	switch {
	case st.ifsChanged():
		return piece{value: Unknown("IFS is changed: how it splits is not known", ""), many: true}
	case plain:
		return piece{value: v, many: empty && len(texts) > 1}
	case len(texts) > 1 || patternStart(texts[0]) >= 0:
		return piece{value: Unknown("it splits in ways that depend on the path taken or on files", ""), many: true}
	}
	text := texts[0]
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' })
	if len(words) > maxFields || !w.spendWords(len(words), wordSize*len(words)) {
		return piece{value: Unknown("it makes too many words", ""), many: true}
	}
	if len(words) == 0 {
		words = []string{""}
	}
	isBlank := func(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }
	return piece{split: words, leading: isBlank(text[0]), trailing: isBlank(text[len(text)-1])}
}

// blanks are what words split at where IFS was left alone.
const blanks = " \t\n"

// ifsChanged reports whether words may split in another way than at blanks.
func (st *state) ifsChanged() bool {
	split := st.vars.lookup("IFS")
	return split != nil && !split.value.Is(blanks)
}

// maxBraceDepth bounds how deep braces may stand in braces: the parser copies what is in
// them once for each.
const maxBraceDepth = 32

// braceDepth is how deep braces are open in a word, whether or not they are ever closed.
func braceDepth(word *syntax.Word) int {
	depth, deepest := 0, 0
	for _, part := range word.Parts {
		lit, ok := part.(*syntax.Lit)
		if !ok {
			continue
		}
		for i := 0; i < len(lit.Value); i++ {
			switch lit.Value[i] {
			case '\\':
				i++
			case '{':
				depth++
				deepest = max(deepest, depth)
			case '}':
				depth = max(depth-1, 0)
			}
		}
	}
	return deepest
}

// splitBraces returns the parts of a word with the braces in it that make words; ok is false
// where none do. There are no parts where braces stand too deep in braces.
func splitBraces(word *syntax.Word) (parts []syntax.WordPart, ok bool) {
	if !hasBrace(word) {
		return nil, false
	}
	if braceDepth(word) > maxBraceDepth {
		return nil, true
	}
	split := &syntax.Word{Parts: append([]syntax.WordPart(nil), word.Parts...)}
	ok = syntax.SplitBraces(split)
	return split.Parts, ok
}

// multiplied is braceWords within what may be spent: one nil where it is too much.
func (w *walker) multiplied(parts []syntax.WordPart) [][]syntax.WordPart {
	tooMany := [][]syntax.WordPart{nil}
	if parts == nil {
		return tooMany
	}
	made, size := braceWords(parts), 0
	for _, parts := range made {
		size += wordSize + len(parts)*wordSize/4
	}
	if !w.spendWords(len(made), size) {
		return tooMany
	}
	return made
}

// braceWords multiplies the brace expansions of a word out. The last element is nil
// where there are too many.
func braceWords(parts []syntax.WordPart) [][]syntax.WordPart {
	out := [][]syntax.WordPart{{}}
	for _, part := range parts {
		brace, ok := part.(*syntax.BraceExp)
		if !ok {
			for i := range out {
				out[i] = append(out[i], part)
			}
			continue
		}
		var elems [][]syntax.WordPart
		if brace.Sequence {
			elems = sequence(brace)
		} else {
			for _, e := range brace.Elems {
				elems = append(elems, braceWords(e.Parts)...)
			}
		}
		if len(out)*len(elems) > maxFields || elems == nil {
			return [][]syntax.WordPart{nil}
		}
		var next [][]syntax.WordPart
		for _, left := range out {
			for _, right := range elems {
				if right == nil {
					return [][]syntax.WordPart{nil}
				}
				next = append(next, append(append([]syntax.WordPart(nil), left...), right...))
			}
		}
		out = next
	}
	return out
}

// sequence lists {1..9}, {a..e} and {1..9..2}; nil where it is too long or no
// sequence that is followed.
func sequence(b *syntax.BraceExp) [][]syntax.WordPart {
	ends := make([]string, len(b.Elems))
	for i, e := range b.Elems {
		ends[i] = e.Lit()
	}
	step := 1
	if len(ends) > 2 {
		n, err := strconv.Atoi(ends[2])
		if err != nil {
			return nil
		}
		step = max(n, -n, 1)
	}
	from, err1 := strconv.Atoi(ends[0])
	to, err2 := strconv.Atoi(ends[1])
	letters := err1 != nil || err2 != nil
	if letters {
		if len(ends[0]) != 1 || len(ends[1]) != 1 {
			return nil
		}
		from, to = int(ends[0][0]), int(ends[1][0])
	}
	if from > to {
		step = -step
	}
	width := 0
	for _, e := range ends[:2] {
		digits := strings.TrimPrefix(e, "-")
		if !letters && len(digits) > 1 && digits[0] == '0' {
			width = max(width, len(e))
		}
	}
	var out [][]syntax.WordPart
	for n := from; step > 0 && n <= to || step < 0 && n >= to; n += step {
		if len(out) >= maxFields {
			return nil
		}
		text := string(rune(n))
		if !letters {
			text = padded(n, width)
		}
		out = append(out, []syntax.WordPart{&syntax.SglQuoted{Value: text}})
	}
	return out
}

func padded(n, width int) string {
	text := strconv.Itoa(max(n, -n))
	sign := ""
	if n < 0 {
		sign = "-"
	}
	for len(sign)+len(text) < width {
		text = "0" + text
	}
	return sign + text
}

// unescape drops the backslashes of an unquoted literal.
func unescape(text string) string {
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
			if text[i] == '\n' {
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// unescapeQuoted drops the backslashes that mean something in double quotes.
func unescapeQuoted(text string) string {
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && strings.IndexByte("$`\"\\\n", text[i+1]) >= 0 {
			i++
			if text[i] == '\n' {
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// ansiCLetters are the letters behind a backslash in $'…', each followed by what it
// stands for.
const ansiCLetters = "a\ab\be\x1bE\x1bf\fn\nr\rt\tv\v\\\\''\"\"??"

func ansiCLetter(c byte) (byte, bool) {
	for i := 0; i < len(ansiCLetters); i += 2 {
		if ansiCLetters[i] == c {
			return ansiCLetters[i+1], true
		}
	}
	return 0, false
}

// ansiC decodes the text of $'…' as bash does; a NUL ends it.
func ansiC(text string) string {
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		i++
		c := text[i]
		if out, ok := ansiCLetter(c); ok {
			b.WriteByte(out)
			continue
		}
		value, n := 0, 0
		switch {
		case c >= '0' && c <= '7':
			value, n = digits(text[i:], 8, 3)
			n--
		case c == 'x' && strings.HasPrefix(text[i+1:], "{"):
			// Not followed: bash 5.2 reads \x{…} in a way of its own.
			value, n = 0xfffd, len(text)-i-1
		case c == 'x':
			value, n = digits(text[i+1:], 16, 2)
		case c == 'u':
			value, n = digits(text[i+1:], 16, 4)
		case c == 'U':
			value, n = digits(text[i+1:], 16, 8)
		case c == 'c' && i+1 < len(text):
			value, n = int(text[i+1])&0x1f, 1
			if text[i+1] == '?' {
				value = 0x7f
			}
		}
		if n == 0 && (c < '0' || c > '7') {
			b.WriteByte('\\')
			b.WriteByte(c)
			continue
		}
		i += n
		if value == 0 {
			break
		}
		if (c == 'u' || c == 'U') && value >= utf8.RuneSelf {
			b.WriteRune(rune(value))
			continue
		}
		b.WriteByte(byte(value))
	}
	return b.String()
}

// digits reads at most limit digits of a base and returns their value and count.
func digits(text string, base, limit int) (value, n int) {
	for n < limit && n < len(text) {
		d := strings.IndexByte("0123456789abcdef", text[n]|0x20)
		if d < 0 || d >= base || text[n] < '0' {
			break
		}
		value = value*base + d
		n++
	}
	return value, n
}
