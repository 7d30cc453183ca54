package ast

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// chunk is a piece of a word as it is written: literal text, its quotes taken off, or one
// expansion.
type chunk struct {
	text string // of a literal one
	// part is the expansion, source how it is written; nil and empty for a literal.
	part   syntax.WordPart
	source string
	// tilde says that the literal holds a ~ which shells may expand.
	tilde bool
}

// spelled takes a word apart as it is written. The second result says why it cannot be
// taken apart, or is empty.
func (s *Script) spelled(arg *Arg) ([]chunk, string) {
	if arg.Span.Start < 0 || arg.Span.End > len(s.Source.Text) || arg.Span.Start >= arg.Span.End {
		return nil, "it is not written in the script"
	}
	if !endsWord(s.Source.Text[arg.Span.End:]) {
		return nil, "it does not end where it is read to" // the parser's $^V of zsh
	}
	text := s.Source.Text[arg.Span.Start:arg.Span.End]
	var words []*syntax.Word
	grammar := s.tree.grammar
	for word, err := range grammar.parser(s.Source.Dialect).WordsSeq(grammar.read(text)) {
		if err != nil {
			return nil, "it does not parse by itself"
		}
		words = append(words, word)
	}
	if len(words) != 1 || spanOf(words[0]) != (Span{0, len(text)}) {
		return nil, "it does not parse by itself"
	}
	sp := speller{text: text}
	for i, part := range words[0].Parts {
		sp.add(part, i == 0)
	}
	return sp.chunks, sp.why
}

// endsWord reports whether a word can end before a text.
func endsWord(rest string) bool {
	return rest == "" || strings.IndexByte(" \t\n;&|<>()}`", rest[0]) >= 0 || strings.HasPrefix(rest, "\\\n")
}

// speller gathers the chunks of one word.
type speller struct {
	text   string // the word
	chunks []chunk
	why    string
}

func (sp *speller) refuse(why string) {
	if sp.why == "" {
		sp.why = why
	}
}

// add takes one part of the word; first says that the word begins with it.
func (sp *speller) add(part syntax.WordPart, first bool) {
	switch part := part.(type) {
	case *syntax.Lit:
		if why := unquotedMeaning(part.Value); why != "" {
			sp.refuse(why)
		}
		tilde := first && strings.HasPrefix(part.Value, "~") || strings.Contains(part.Value, "=~") || strings.Contains(part.Value, ":~")
		sp.literal(unescape(part.Value), tilde)
	case *syntax.SglQuoted:
		if part.Dollar {
			sp.literal(ansiC(part.Value), false)
			return
		}
		sp.literal(part.Value, false)
	case *syntax.DblQuoted:
		if part.Dollar {
			sp.refuse("its text depends on the language")
		}
		sp.literal("", false) // "" is a word, too
		for _, inner := range part.Parts {
			if lit, ok := inner.(*syntax.Lit); ok {
				sp.literal(unescapeQuoted(lit.Value), false)
				continue
			}
			sp.expansion(inner, true)
		}
	case *syntax.ProcSubst:
		sp.refuse("a process substitution is no file name")
	case *syntax.ExtGlob:
		sp.refuse(Pattern)
	default:
		sp.expansion(part, false)
	}
}

// literal takes text, which joins the literal chunk before it.
func (sp *speller) literal(text string, tilde bool) {
	if n := len(sp.chunks); n > 0 && sp.chunks[n-1].part == nil {
		sp.chunks[n-1].text += text
		sp.chunks[n-1].tilde = sp.chunks[n-1].tilde || tilde
		return
	}
	if text != "" {
		sp.chunks = append(sp.chunks, chunk{text: text, tilde: tilde})
	}
}

func (sp *speller) expansion(part syntax.WordPart, quoted bool) {
	source := sp.text[part.Pos().Offset():part.End().Offset()]
	switch part := part.(type) {
	case *syntax.ParamExp:
		sp.refuse(listReason(part))
		if !quoted && !simpleParam(part) && strings.ContainsAny(source, `'"\~`) {
			sp.refuse("quotes in its expansion mean something else in double quotes")
		}
	case *syntax.CmdSubst:
		switch {
		case part.Backquotes:
			sp.refuse("backquotes in it cannot be edited: write $(…)")
		case part.TempFile || part.ReplyVar:
			sp.refuse("not every shell knows the substitution in it")
		case hasBody(part):
			sp.refuse("a here-document stands in it")
		}
	case *syntax.ArithmExp:
		if part.Bracket {
			sp.refuse("not every shell knows the arithmetic in it: write $((…))")
		}
	default:
		sp.refuse("the shell expands it in a way that is not followed")
	}
	sp.chunks = append(sp.chunks, chunk{part: part, source: source})
}

// unquotedMeaning says what an unquoted literal means beside its text, or is empty.
func unquotedMeaning(text string) string {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '*', '?', '[', '(': // a [ alone may find its ] behind an expansion
			return Pattern
		case '{':
			return "it holds braces"
		}
	}
	return ""
}

// listReason says why an expansion may be several words even in double quotes, or is
// empty.
func listReason(p *syntax.ParamExp) string {
	word, _ := p.Index.(*syntax.Word)
	switch {
	case p.Param != nil && (p.Param.Value == "@" || p.Param.Value == "*") && !p.Length,
		p.Names != 0, word != nil && !p.Length && (word.Lit() == "@" || word.Lit() == "*"):
		return "it is a list of words"
	case p.Flags != nil, p.NestedParam != nil, p.Width, p.IsSet, p.Split != syntax.OptUnset, p.GlobSubst != syntax.OptUnset, p.RcExpand != syntax.OptUnset:
		return "it is expanded in a way that is not followed"
	}
	return ""
}

// hasBody reports whether a here-document stands in a node.
func hasBody(node syntax.Node) bool {
	found := false
	syntax.Walk(node, func(n syntax.Node) bool {
		if r, ok := n.(*syntax.Redirect); ok && r.Hdoc != nil {
			found = true
		}
		return !found
	})
	return found
}

// plainName is the variable or positional parameter that a chunk is the plain expansion
// of: $V, ${V}, $1. It is empty for any other.
func (c *chunk) plainName() string {
	p, ok := c.part.(*syntax.ParamExp)
	if !ok || !simpleParam(p) {
		return ""
	}
	if name := p.Param.Value; isName(name) || isDigits(name) {
		return name
	}
	return ""
}

func isDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// Expansion reads a word that is the expansion of one variable, or of one positional
// parameter, and literal text behind it: for "$F/x", $F/x and "${F}"/x the name is F and
// the rest is /x. The quotes do not count, and neither do braces. It says nothing of
// whether the variable still has the same value.
func Expansion(in *Script, arg *Arg) (name, rest string, ok bool) {
	return ExpansionAfter(in, arg, "")
}

// ExpansionAfter is Expansion for a word that begins with the literal text prefix.
func ExpansionAfter(in *Script, arg *Arg, prefix string) (name, rest string, ok bool) {
	chunks, why := in.spelled(arg)
	if prefix != "" && len(chunks) > 1 && chunks[0].part == nil && chunks[0].text == prefix {
		chunks = chunks[1:]
	}
	if why != "" || len(chunks) == 0 || len(chunks) > 2 {
		return "", "", false
	}
	name = chunks[0].plainName()
	if len(chunks) == 2 {
		if chunks[1].part != nil {
			return "", "", false
		}
		rest = chunks[1].text
	}
	return name, rest, name != ""
}

// SameText reports whether two words of one script are spelled so that they are the same
// text as long as no variable in them changes: the same literal text, and the same
// expansions in the same places. A word without any expansion is the same as one with
// the same text. Commands in them count as the same only where the output depends on
// their words alone.
func SameText(in *Script, a, b *Arg) bool {
	x, whyX := in.spelled(a)
	y, whyY := in.spelled(b)
	return whyX == "" && whyY == "" && slices.EqualFunc(x, y, sameChunk)
}

func sameChunk(a, b chunk) bool {
	switch {
	case a.part == nil || b.part == nil:
		return a.part == nil && b.part == nil && a.text == b.text && a.tilde == b.tilde
	case a.plainName() != "" || b.plainName() != "":
		return a.plainName() == b.plainName() && !volatileText(a.plainName())
	}
	return a.source == b.source && repeats(a.part)
}

// volatileNames are the variables that are another text each time.
var volatileNames = [...]string{"RANDOM", "SRANDOM", "SECONDS", "EPOCHSECONDS", "EPOCHREALTIME", "LINENO", "BASHPID", "BASH_COMMAND", "_"}

func volatileText(name string) bool { return slices.Contains(volatileNames[:], name) }

// repeaters are the programs whose output depends on their words alone.
var repeaters = [...]string{"basename", "dirname", "echo"}

// repeats reports whether an expansion is the same text again as long as no variable in
// it changes.
func repeats(part syntax.WordPart) bool {
	same := !assigns(part)
	syntax.Walk(part, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ParamExp:
			name := ""
			if n.Param != nil {
				name = n.Param.Value
			}
			same = same && (isName(name) && !volatileText(name) || isDigits(name) || name == "#" || name == "$")
		case *syntax.ProcSubst, *syntax.ExtGlob, *syntax.Redirect:
			same = false
		}
		return same
	})
	return same && onlyRuns(part, repeaters[:])
}
