package audit

import "strings"

// place is what the shell makes of one byte.
type place struct {
	quote byte  // ' or " where the byte is quoted, else 0
	depth uint8 // how many quotes and substitutions are open round it
	inner uint8 // how many of these are substitutions, with the $( of one that begins
	sub   bool  // the byte belongs to that $(
}

// maxDepth bounds the quotes inside substitutions inside quotes that are followed.
const maxDepth = 200

// quotes returns the place of every byte. The byte that opens a quote still lies
// outside, the one that closes it inside. Here-documents are not known: in one, an
// apostrophe counts as a quote, and value is written with that in mind.
func quotes(text string) []place {
	out := make([]place, len(text))
	open := make([]byte, 0, 8) // ', ", or ( for each that is open, outermost first
	inner := uint8(0)
	for i := 0; i < len(text); i++ {
		in := byte(0)
		if len(open) > 0 {
			in = open[len(open)-1]
		}
		here := place{depth: uint8(len(open)), inner: inner}
		if in != '(' {
			here.quote = in
		}
		out[i] = here
		c := text[i]
		switch {
		case c == '\\' && in != '\'':
			if i+1 < len(text) {
				i++
				out[i] = here
			}
		case c == in && in != 0 && in != '(':
			open = open[:len(open)-1]
		case c == ')' && in == '(':
			open = open[:len(open)-1]
			inner--
		case len(open) >= maxDepth || in == '\'':
		case strings.HasPrefix(text[i:], "$("):
			inner++
			here.inner, here.sub = inner, true
			out[i], out[i+1] = here, here
			i++
			open = append(open, '(')
		case c == '(' && in == '(':
			inner++
			open = append(open, '(')
		case in != '"' && (c == '"' || c == '\''):
			open = append(open, c)
		}
	}
	return out
}

// value returns the end of the value that begins at i: a word to the shell, or what
// stands between quotes of a text inside one. It is i where there is none.
func (m *masker) value(i int) int {
	if i >= len(m.text) {
		return i
	}
	at := m.places[i]
	n := m.quoteAt(i)
	if n == 0 {
		return m.rest(i, at)
	}
	switch closed := m.closing(i, n); {
	case closed > 0 && at.quote != 0 && closed < len(m.text) && strings.IndexByte(",}])", m.text[closed]) >= 0:
		return closed // the member of a document
	case closed > 0:
		return m.rest(closed, at)
	case m.closes(i):
		return m.rest(i+1, m.placeAt(i+1))
	}
	return len(m.text) // a quote that is never closed holds all that follows
}

// quoteAt returns how many bytes the opening quote at i has: ", ', \", $' and so on.
// It is 0 where there is none.
func (m *masker) quoteAt(i int) int {
	n := i
	if m.text[n] == '$' {
		n++
	}
	for n < len(m.text) && m.text[n] == '\\' {
		n++
	}
	if n < len(m.text) && (m.text[n] == '"' || m.text[n] == '\'') {
		return n + 1 - i
	}
	return 0
}

// closing returns the place behind the quote that closes the one of n bytes at i, or 0.
// Where the quote at i is itself one that closes, its like is looked for on the same
// line alone: that the shell's quotes were counted wrongly is likely only there.
func (m *masker) closing(i, n int) int {
	mark := strings.TrimPrefix(m.text[i:i+n], "$")
	rest := m.text[i+n:]
	if m.closes(i) {
		if line := strings.IndexByte(rest, '\n'); line >= 0 {
			rest = rest[:line]
		}
	}
	escaped := len(mark) - 1 // how many backslashes stand before the quote
	raw := mark == "'" && m.text[i] != '$'
	for from := 0; ; {
		j := strings.IndexByte(rest[from:], mark[escaped])
		if j < 0 {
			return 0
		}
		at := from + j
		slashes := 0
		for at-slashes > from && rest[at-slashes-1] == '\\' {
			slashes++
		}
		if raw || escaped == 0 && slashes%2 == 0 || escaped > 0 && slashes <= escaped {
			return i + n + at + 1
		}
		from = at + 1
	}
}

// closes reports whether the byte at i is a quote that closes the one it lies in.
func (m *masker) closes(i int) bool {
	return m.text[i] == m.places[i].quote && (i+1 == len(m.text) || m.places[i+1].depth < m.places[i].depth)
}

func (m *masker) placeAt(i int) place {
	if i < len(m.places) {
		return m.places[i]
	}
	return place{}
}

// rest returns the end of the word that goes on at i and began at a place like at.
// Quoted parts and substitutions that the shell would glue to it belong to it.
func (m *masker) rest(i int, at place) int { return m.restTo(i, len(m.text), at) }

// restTo is rest that looks no further than limit.
func (m *masker) restTo(i, limit int, at place) int {
	for ; i < limit; i++ {
		p := m.places[i]
		switch {
		case p.depth < at.depth:
			return i
		case p.depth > at.depth:
		case m.closes(i):
			return i
		case m.text[i] == '\\' && i+1 < len(m.text) && p.quote != '\'' && m.text[i+1] != '\n':
			i++
		case p.sub: // its parenthesis ends no word
		case ends(m.text[i], p.quote):
			return i
		}
	}
	return i
}

// ends reports whether the byte ends a word. Inside quotes there may be a script, a
// form or a document: its words end at blanks and at the & of a form.
func ends(c, quote byte) bool {
	switch {
	case c == ' ' || c == '\t' || c == '\n' || c == '&':
		return true
	case quote == 0:
		return strings.IndexByte(";|<>()", c) >= 0
	}
	return false
}
