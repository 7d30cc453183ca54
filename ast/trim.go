package ast

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// trimmed expands ${X%word}, ${X%%word}, ${X#word} and ${X##word} with a word that is
// plain text, or plain text with one star at its far end: %.go, %/*, ##*/.
func (w *walker) trimmed(p *syntax.ParamExp, st *state) (Value, bool) {
	if p.Exp == nil || p.Param == nil || p.Index != nil || p.Excl || p.Length || p.Flags != nil || p.NestedParam != nil || p.Exp.Word == nil {
		return Value{}, false
	}
	switch p.Exp.Op {
	case syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemSmallSuffix, syntax.RemLargeSuffix:
	default:
		return Value{}, false
	}
	pattern, ok := trimPattern(p.Exp.Word)
	if !ok {
		return Value{}, false
	}
	var out Value
	for _, alt := range w.variable(p.Param.Value, st).Alts() {
		text, known := altText(alt)
		switch {
		case known:
			cut, ok := trim(text, p.Exp.Op, pattern)
			if !ok {
				return Value{}, false
			}
			out = merge(out, Known(cut))
		case p.Exp.Op == syntax.RemLargePrefix && pattern == "*/":
			out = merge(out, ValueOf([][]Part{{{Unknown: lastElement, Var: p.Param.Value}}}))
		case len(alt) > 0 && alt[len(alt)-1].Unknown == Pattern && !strings.Contains(alt[len(alt)-1].Text, "/") && !strings.ContainsAny(pattern, "/") && p.Exp.Op == syntax.RemSmallSuffix:
			out = merge(out, ValueOf([][]Part{beforeLast(alt)}))
		default:
			return Value{}, false
		}
	}
	return out, !out.None()
}

// beforeLast is a pattern of names with another name at its end.
func beforeLast(alt []Part) []Part {
	out := append([]Part(nil), alt[:len(alt)-1]...)
	if n := len(out); n > 0 {
		last := &out[n-1]
		last.Text = last.Text[:strings.LastIndexByte(last.Text, '/')+1]
		if last.Text == "" {
			out = out[:n-1]
		}
	}
	return append(out, Part{Text: "*", Unknown: Pattern})
}

// lastElement is the Unknown of the last element of a path that is not known: it holds
// no slash, but may be "..".
const lastElement = "it is the last element of a path that is not known"

// trimPattern is the text of a pattern that is followed: no metacharacters but one star
// at an end.
func trimPattern(word *syntax.Word) (string, bool) {
	if len(word.Parts) != 1 {
		return "", false
	}
	lit, ok := word.Parts[0].(*syntax.Lit)
	if !ok || strings.ContainsAny(lit.Value, "?[]\\(){}~^#%+@!|") || strings.Contains(strings.Trim(lit.Value, "*"), "*") || strings.Count(lit.Value, "*") > 1 {
		return "", false
	}
	return lit.Value, lit.Value != ""
}

// trim takes a prefix or a suffix off a text, as the shell does.
func trim(text string, op syntax.ParExpOperator, pattern string) (string, bool) {
	suffix := op == syntax.RemSmallSuffix || op == syntax.RemLargeSuffix
	large := op == syntax.RemLargeSuffix || op == syntax.RemLargePrefix
	star := strings.IndexByte(pattern, '*')
	fixed := strings.Trim(pattern, "*")
	switch {
	case star < 0 && suffix:
		return strings.TrimSuffix(text, fixed), true
	case star < 0:
		return strings.TrimPrefix(text, fixed), true
	case fixed == "", suffix && star == 0, !suffix && star != 0:
		return "", false // %*x and #x* match to an end: rare
	}
	at := strings.Index(text, fixed) // %%x* and #*x
	if suffix != large {             // %x* and ##*x
		at = strings.LastIndex(text, fixed)
	}
	switch {
	case at < 0:
		return text, true
	case suffix:
		return text[:at], true
	}
	return text[at+len(fixed):], true
}
