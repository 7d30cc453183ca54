package ast

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// maxNesting is how many scripts may be handed over inside one another.
const maxNesting = 8

// Parse reads a script. It fails with a *LimitError before parsing a text that is
// too large or too deep, and with a *SyntaxError where the grammar does not accept
// the text; both say what is wrong in words for people.
//
// A script with a HazardByte is returned all the same where the grammar accepts it:
// the caller must not trust what was read (Script.Misread).
func Parse(src Source) (*Script, error) {
	if err := checkLimits(src.Text); err != nil {
		return nil, err
	}
	g := &grammar{}
	file, err := g.parse(src.Text, src.Dialect)
	if err != nil {
		return nil, err
	}
	script := newScript(src, file, g)
	newWalker(script, Afresh).file(file)
	return script, nil
}

// newScript is a parsed script that is not walked yet.
func newScript(src Source, file *syntax.File, g *grammar) *Script {
	s := &struct { // in one allocation, with room for the first of each
		Script
		tree     tree
		starts   [10]*Invocation
		redirs   [4]*Redirect
		assigned [2]string
	}{Script: Script{Source: src, Hazards: readingHazards(src.Text, src.Dialect)}, tree: tree{file: file, grammar: g}}
	script := &s.Script
	script.tree, script.Redirs, script.Assigned = &s.tree, s.redirs[:0], s.assigned[:0]
	if script.Invocations = s.starts[:0]; 4+expectedStarts(len(src.Text)) > len(s.starts) {
		script.Invocations = make([]*Invocation, 0, 4+expectedStarts(len(src.Text)))
	}
	for i := range script.Hazards {
		script.Hazards[i].In = script
	}
	return script
}

// BareParse parses text and drops the result: what reading the grammar alone costs,
// for benchmarks.
func BareParse(text string, d Dialect) error {
	_, err := (&grammar{}).parse(text, d)
	return err
}

// Misread returns the first hazard that makes shells read the script, or one nested in
// it, differently from the parser: its bytes, a # inside a word, or an option that the
// script sets; nil where there is none.
func (s *Script) Misread() *Hazard {
	for i := range s.Hazards {
		if kind := s.Hazards[i].Kind; kind == HazardByte || kind == HazardOption || kind == HazardComment {
			return &s.Hazards[i]
		}
	}
	return nil
}

// ByteHazard returns the first byte hazard of a text that need not parse; nil where
// there is none. Its In is nil.
func ByteHazard(text string) *Hazard {
	for _, h := range byteHazards(text) {
		if h.Kind == HazardByte {
			return &h
		}
	}
	return nil
}

// grammar holds what reading one script, those nested in it and its rewrites share: the
// parsers, since making one costs as much as parsing a short command with it, and the
// arena of the walks.
type grammar struct {
	bash, zsh, posix *syntax.Parser
	arena            *arena
	reader           strings.Reader // over what is parsed
}

// read is a reader of a text, until the next one is read.
func (g *grammar) read(text string) *strings.Reader {
	g.reader.Reset(text)
	return &g.reader
}

// posixParser reads what every POSIX shell does, and nothing of bash's own.
func (g *grammar) posixParser() *syntax.Parser {
	if g.posix == nil {
		g.posix = syntax.NewParser(syntax.Variant(syntax.LangPOSIX))
	}
	return g.posix
}

// store is the arena, made for a text of so many bytes where there is none yet.
func (g *grammar) store(size int) *arena {
	if g.arena == nil {
		g.arena = newArena(size)
	}
	return g.arena
}

func (g *grammar) parser(d Dialect) *syntax.Parser {
	p := &g.bash
	if d == Zsh {
		p = &g.zsh
	}
	if *p == nil {
		*p = syntax.NewParser(syntax.Variant(variant(d)))
	}
	return *p
}

// parse parses a text; its error, where there is one, is a *SyntaxError.
func (g *grammar) parse(text string, d Dialect) (*syntax.File, error) {
	file, err := g.parser(d).Parse(g.read(text), "")
	if err != nil {
		return nil, syntaxError(text, err)
	}
	// The parser accepts some texts that end inside an expansion ("$(($."), with nodes
	// that reach beyond them.
	if int(file.End().Offset()) > len(text) {
		line, column := Position(text, len(text))
		return nil, &SyntaxError{Offset: len(text), Line: line, Column: column, Message: "the text ends inside an expansion", Incomplete: true}
	}
	return file, nil
}

func variant(d Dialect) syntax.LangVariant {
	if d == Zsh {
		return syntax.LangZsh
	}
	return syntax.LangBash
}

func syntaxError(text string, err error) *SyntaxError {
	out := &SyntaxError{Message: err.Error(), Incomplete: syntax.IsIncomplete(err)}
	var parse syntax.ParseError
	var lang syntax.LangError
	switch {
	case errors.As(err, &parse):
		out.Offset, out.Message = int(parse.Pos.Offset()), parse.Text
	case errors.As(err, &lang):
		out.Offset, out.Message = int(lang.Pos.Offset()), lang.Feature+" is no part of this dialect"
	}
	out.Line, out.Column = Position(text, out.Offset)
	return out
}

// The classes of bytes that the bound on nesting looks at.
const (
	opening   = iota + 1 // a bracket or a backquote
	between              // what stands between words
	wordStart            // the first byte of a reserved word that opens something
)

var class = [256]uint8{
	'(': opening, '{': opening, '[': opening, '`': opening,
	' ': between, '\t': between, '\n': between, ';': between, '|': between, '&': between, ')': between, '}': between,
	'i': wordStart, 'f': wordStart, 'e': wordStart, 'c': wordStart, '!': wordStart,
}

func checkLimits(text string) error {
	if len(text) > MaxSource {
		return &LimitError{What: "bytes", Count: len(text), Limit: MaxSource}
	}
	if len(text) <= MaxOpeners || countOpeners(text) <= MaxOpeners && mayOpen(text) <= MaxOpeners {
		return nil // most scripts need no closer look
	}
	openers, words, start := 0, 0, true
	for i := 0; i < len(text); i++ {
		switch class[text[i]] {
		case opening:
			openers++
			start = true
		case between:
			start = true
		case wordStart:
			if start && opens(text[i:]) {
				words++
			}
			start = text[i] == '!'
		default:
			start = false
		}
	}
	if openers > MaxOpeners {
		return &LimitError{What: "opening brackets", Count: openers, Limit: MaxOpeners}
	}
	if words > MaxOpeners {
		return &LimitError{What: "opening words", Count: words, Limit: MaxOpeners}
	}
	return nil
}

func countOpeners(text string) int {
	return strings.Count(text, "(") + strings.Count(text, "{") + strings.Count(text, "[") + strings.Count(text, "`")
}

// mayOpen is how many reserved words that open something a text has at the most. Each takes
// three bytes at the least with what stands before it, and has an f or a c, but for the !.
func mayOpen(text string) int {
	n := strings.Count(text, "!")
	if n+len(text)/3+1 <= MaxOpeners {
		return n + len(text)/3 + 1
	}
	if most := n + strings.Count(text, "f") + strings.Count(text, "c"); most <= MaxOpeners {
		return most
	}
	for _, word := range openingWords {
		n += strings.Count(text, word)
	}
	return n
}

// openingWords are the reserved words that the parser recurses on, but for !.
var openingWords = [...]string{"if", "for", "case", "coproc", "function"}

// opens reports whether a text begins with a reserved word that the parser recurses
// on. It knows nothing of quotes, on purpose.
func opens(text string) bool {
	if text[0] == '!' || strings.HasPrefix(text, "elif") {
		return true
	}
	for _, word := range openingWords {
		if strings.HasPrefix(text, word) {
			return true
		}
	}
	return false
}

// readingHazards lists what makes shells read a text in other ways than the parser.
func readingHazards(text string, d Dialect) []Hazard {
	out := byteHazards(text)
	if at := misreadComment(text, d); !at.Empty() {
		out = append(out, Hazard{Span: at, Kind: HazardComment, Message: "the # behind a quote or an expansion begins no comment in a shell, as it does for the parser, so that what follows it would run unseen"})
	}
	return out
}

// byteHazards lists the bytes and runes that shells treat in ways of their own, each
// kind once, at its first place.
func byteHazards(text string) []Hazard {
	if plain(text) {
		return nil
	}
	var out []Hazard
	control, bidi := false, false
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		span := Span{i, i + size}
		switch {
		case control:
		case r == utf8.RuneError && size == 1:
			control = true
			out = append(out, Hazard{Span: span, Kind: HazardByte, Message: fmt.Sprintf("byte 0x%02x is no valid UTF-8: shells read it as part of a word, the parser refuses it", text[i])})
		case isControl(r):
			control = true
			out = append(out, Hazard{Span: span, Kind: HazardByte, Message: fmt.Sprintf("control character %s: shells and the parser read it differently", controlName(r))})
		}
		if !bidi && isBidi(r) {
			bidi = true
			out = append(out, Hazard{Span: span, Kind: HazardBidi, Message: fmt.Sprintf("U+%04X changes the order in which the text is shown: what runs is not what is seen", r)})
		}
		i += size
	}
	return out
}

// plain reports whether a text is of printable ASCII, line feeds and tabs alone.
func plain(text string) bool {
	const each = 0x0101010101010101 // times a byte: that byte eight times
	for len(text) >= 8 {
		t := text[:8]
		text = text[8:]
		// The high bit of a byte shows in one of the three where it is not ASCII, below a blank
		// or 0x7f; a byte above one that is below a blank may be looked at in vain.
		w := uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 | uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
		if (w|(w-' '*each)|(w+each))&(0x80*each) != 0 && !plainBytes(t) {
			return false
		}
	}
	return plainBytes(text)
}

func plainBytes(text string) bool {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c-' ' >= 0x7f-' ' && c != '\n' && c != '\t' { // below a blank, the difference wraps around
			return false
		}
	}
	return true
}

func isControl(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7f }

func controlName(r rune) string {
	switch r {
	case 0:
		return "NUL"
	case '\r':
		return "CR"
	case '\v':
		return "VT"
	case '\f':
		return "FF"
	case 0x1b:
		return "ESC"
	}
	return fmt.Sprintf("0x%02x", r)
}

func isBidi(r rune) bool {
	return r == 0x061c || r == 0x200e || r == 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}
