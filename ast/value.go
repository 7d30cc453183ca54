package ast

import "strings"

// Part is a piece of a Value: literal text, or text that is not known.
type Part struct {
	// Text is the literal text. For an unknown part it is empty, but for a pattern:
	// there it is the pattern as written.
	Text string
	// Unknown says why the text is not known; empty for a literal part.
	Unknown string
	// Var is the variable that the unknown text comes from, or empty.
	Var string
	// Of is the command whose output the unknown text is, or nil.
	Of *Command
}

// Pattern is the Unknown of a part that files may match: Text is the pattern as
// written, and what it becomes begins with the literal text before it.
const Pattern = "it is a pattern that files may match"

// aNumber is the Unknown of a part that is a number for certain: $?, $!, $#.
const aNumber = "it is a number that only the shell knows"

// isNumber reports whether a value that is not known is a number for certain.
func isNumber(v Value) bool {
	alts := v.Alts()
	return len(alts) == 1 && len(alts[0]) == 1 && alts[0][0].Unknown == aNumber
}

// inherited is the Unknown of a variable that the script was started with.
const inherited = "its value is not known"

// Value is every text that a word can be: one alternative where it is known, several
// where it depends on the path taken. The zero Value is unknown and equals nothing,
// not even itself. Values share what they hold and are never changed.
type Value struct {
	text string
	c    *content // nil for the zero Value, &literal for a known text
}

// content is what a Value holds beside a known text: its alternatives.
type content struct{ alts [][]Part }

// literal marks the values that are known text, most of all: they need nothing else.
var literal content

// ValueOf returns the value with these alternatives, each a list of parts; the zero
// Value where there are none.
func ValueOf(alts [][]Part) Value {
	switch {
	case len(alts) == 0:
		return Value{}
	case len(alts) == 1 && len(alts[0]) == 1 && alts[0][0].Unknown == "":
		return Known(alts[0][0].Text)
	}
	return Value{c: &content{alts: alts}}
}

// Alts returns the alternatives, each a list of parts, for reading only; nil for the
// zero Value.
func (v Value) Alts() [][]Part {
	switch {
	case v.c == nil:
		return nil
	case v.c == &literal:
		return [][]Part{{{Text: v.text}}}
	}
	return v.c.alts
}

// None reports whether it is the zero Value: nothing was said of it, not even why it
// is unknown.
func (v Value) None() bool { return v.c == nil }

// maxAlts bounds the alternatives that are kept apart; beyond it a value is unknown.
const maxAlts = 8

// Known returns the value that is exactly text.
func Known(text string) Value { return Value{text, &literal} }

// Unknown returns a value that is not known, with the reason and, where it has one,
// the variable it comes from.
func Unknown(reason, variable string) Value {
	// One allocation holds the content, its one alternative and its one part.
	u := &struct {
		content
		alts  [1][]Part
		parts [1]Part
	}{}
	u.parts[0] = Part{Unknown: reason, Var: variable}
	u.alts[0] = u.parts[:]
	u.content.alts = u.alts[:]
	return Value{c: &u.content}
}

// OneOf returns the value that is one of texts.
func OneOf(texts ...string) Value {
	if len(texts) > maxAlts {
		return Unknown("too many alternatives", "")
	}
	var v Value
	for _, t := range texts {
		v = merge(v, Known(t))
	}
	return v
}

// Text returns the one text that the value can be; ok is false where it is unknown
// or has several.
func (v Value) Text() (text string, ok bool) {
	if v.c == &literal { // most are
		return v.text, true
	}
	return v.c.only()
}

// only is the text of the one alternative; ok is false where that is unknown, or where
// there are none or several.
func (c *content) only() (text string, ok bool) {
	if c == nil || len(c.alts) != 1 {
		return "", false
	}
	return altText(c.alts[0])
}

// Is reports whether the value is known to be exactly text.
func (v Value) Is(text string) bool {
	t, ok := v.Text()
	return ok && t == text
}

// Texts returns all texts that the value can be; ok is false where any of them is
// unknown.
func (v Value) Texts() (texts []string, ok bool) {
	if v.c == &literal {
		return []string{v.text}, true
	}
	for _, alt := range v.Alts() {
		t, known := altText(alt)
		if !known {
			return nil, false
		}
		texts = append(texts, t)
	}
	return texts, len(texts) > 0
}

// Prefix returns the literal text that every alternative begins with. It is empty
// for a value of which nothing is known.
func (v Value) Prefix() string {
	if text, ok := v.Text(); ok {
		return text
	}
	prefix, first := "", true
	for _, alt := range v.Alts() {
		var b strings.Builder
		for _, p := range alt {
			if p.Unknown != "" {
				break
			}
			b.WriteString(p.Text)
		}
		if first {
			prefix, first = b.String(), false
			continue
		}
		prefix = commonPrefix(prefix, b.String())
	}
	return prefix
}

// Suffix returns the literal text that every alternative ends with.
func (v Value) Suffix() string {
	alts := v.Alts()
	if len(alts) != 1 {
		return ""
	}
	suffix := ""
	alt := alts[0]
	for i := len(alt) - 1; i >= 0 && alt[i].Unknown == ""; i-- {
		suffix = alt[i].Text + suffix
	}
	return suffix
}

// Reason says why the value is not known, naming the variable; it is empty for a
// value that is known.
func (v Value) Reason() string {
	if v.None() {
		return "nothing is known of it"
	}
	for _, alt := range v.Alts() {
		for _, p := range alt {
			if p.Unknown == "" {
				continue
			}
			if p.Var != "" {
				return "$" + p.Var + ": " + p.Unknown
			}
			return p.Unknown
		}
	}
	if len(v.Alts()) > 1 {
		return "it depends on the path taken"
	}
	return ""
}

// Display returns the value for people: its text, with ${NAME} or … where a part is
// not known.
func (v Value) Display() string {
	if v.None() {
		return "…"
	}
	var b strings.Builder
	for i, alt := range v.Alts() {
		if i > 0 {
			b.WriteString(" or ")
		}
		for _, p := range alt {
			switch {
			case p.Unknown == "" || p.Text != "":
				b.WriteString(p.Text)
			case p.Var != "":
				b.WriteString("${" + p.Var + "}")
			default:
				b.WriteString("…")
			}
		}
	}
	return b.String()
}

func altText(alt []Part) (string, bool) {
	if len(alt) == 1 {
		return alt[0].Text, alt[0].Unknown == ""
	}
	var b strings.Builder
	for _, p := range alt {
		if p.Unknown != "" {
			return "", false
		}
		b.WriteString(p.Text)
	}
	return b.String(), true
}

func commonPrefix(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

// merge returns the value that is either a or b, without doubles. The zero Value is
// the neutral element, so that alternatives can be gathered one by one.
func merge(a, b Value) Value {
	if a.None() {
		return b
	}
	if a.c == &literal && b.c == &literal {
		return oneOfTwo(a.text, b.text)
	}
	out := a.Alts()
	out = out[:len(out):len(out)]
	for _, alt := range b.Alts() {
		if !hasAlt(out, alt) {
			out = append(out, alt)
		}
	}
	if len(out) > maxAlts {
		return Unknown("too many alternatives", "")
	}
	return ValueOf(out)
}

// oneOfTwo is the value that is one of two texts.
func oneOfTwo(x, y string) Value {
	if x == y {
		return Known(x)
	}
	v := &struct { // in one allocation, as in Unknown
		content
		alts  [2][]Part
		parts [2]Part
	}{parts: [2]Part{{Text: x}, {Text: y}}}
	v.alts = [2][]Part{v.parts[:1:1], v.parts[1:]}
	v.content.alts = v.alts[:]
	return Value{c: &v.content}
}

func hasAlt(alts [][]Part, alt []Part) bool {
	for _, a := range alts {
		if sameAlt(a, alt) {
			return true
		}
	}
	return false
}

// Same reports whether two values are spelled alike: known texts are the same, and of what
// is not known the same is known.
func (v Value) Same(other Value) bool {
	if v.c == &literal && other.c == &literal {
		return v.text == other.text
	}
	x, y := v.Alts(), other.Alts()
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if !sameAlt(x[i], y[i]) {
			return false
		}
	}
	return true
}

// sameAlt compares spelling: two unknown parts of one variable may differ at run
// time, yet as alternatives of one value they say the same.
func sameAlt(a, b []Part) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := a[i], b[i]
		if x.Text != y.Text || x.Unknown != y.Unknown || x.Var != y.Var || !sameCommand(x.Of, y.Of) {
			return false
		}
	}
	return true
}

// maxText bounds the text of a value, in bytes: what variables make of one another grows
// with every line. No word of a program may be longer.
const maxText = 128 << 10

// unknownSize is what an unknown part counts as, so that a value has a few hundred of them
// at the most.
const unknownSize = 512

// size is how many bytes the alternatives have.
func (v Value) size() int {
	if v.c == &literal {
		return len(v.text)
	}
	n := 0
	for _, alt := range v.Alts() {
		for _, p := range alt {
			n += p.size()
		}
	}
	return n
}

func (p Part) size() int {
	if p.Unknown != "" {
		return unknownSize + len(p.Text) + 1
	}
	return len(p.Text) + 1
}

// concat returns the value that is a followed by b. Alternatives multiply; beyond
// their bound the result is unknown.
func concat(a, b Value) Value {
	x, okX := a.Text()
	y, okY := b.Text()
	if okX && okY {
		if len(x)+len(y) > maxText {
			return tooLong(a, b)
		}
		return Known(x + y)
	}
	left, right := a.Alts(), b.Alts()
	if a.size()+b.size() > maxText {
		return tooLong(a, b)
	}
	if len(left) == 0 || len(right) == 0 || len(left)*len(right) > maxAlts {
		return Unknown("too many alternatives", "")
	}
	if len(left) == 1 && len(right) == 1 {
		return oneAlt(joinParts(left[0], right[0]))
	}
	out := make([][]Part, 0, len(left)*len(right))
	for _, x := range left {
		for _, y := range right {
			out = append(out, joinParts(x, y))
		}
	}
	return ValueOf(out)
}

// tooLong is what is known of values that are too long together: the commands whose output
// is in them.
func tooLong(values ...Value) Value {
	parts := []Part{{Unknown: "it is too long to be followed"}}
	seen := map[*Command]bool{}
	for _, p := range withCommands(nil, values...) {
		if !seen[p.Of] {
			seen[p.Of], parts = true, append(parts, p)
		}
	}
	return oneAlt(parts)
}

// withCommands appends the parts of values that are the output of commands.
func withCommands(parts []Part, values ...Value) []Part {
	for _, v := range values {
		for _, alt := range v.Alts() {
			for _, p := range alt {
				if p.Of != nil {
					parts = append(parts, p)
				}
			}
		}
	}
	return parts
}

// oneAlt returns the value with one alternative.
func oneAlt(parts []Part) Value {
	if len(parts) == 1 && parts[0].Unknown == "" {
		return Known(parts[0].Text)
	}
	v := &struct { // in one allocation, as in Unknown
		content
		alts [1][]Part
	}{}
	v.alts[0] = parts
	v.content.alts = v.alts[:]
	return Value{c: &v.content}
}

// joinParts returns one alternative followed by another, literal neighbours joined.
func joinParts(x, y []Part) []Part {
	return joinTo(append(make([]Part, 0, len(x)+len(y)), x...), y)
}

// joinTo appends parts to an alternative.
func joinTo(out, parts []Part) []Part {
	for _, p := range parts {
		if n := len(out); n > 0 && p.Unknown == "" && out[n-1].Unknown == "" {
			out[n-1].Text += p.Text
			continue
		}
		out = append(out, p)
	}
	return out
}
