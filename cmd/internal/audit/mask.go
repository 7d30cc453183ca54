package audit

import (
	"slices"
	"strings"
)

// masked stands where something secret was.
const masked = "***"

// Mask returns the command with what may be secret in it replaced by ***: userinfo and
// the values of queries in URLs, the values of headers, options, assignments and
// members whose name says that they are secret, passwords of user:password, tokens of
// known shapes, and private keys.
//
// It is no parser of the shell: it looks at a text of any kind, knows which quote each
// place is in, and where it cannot know where a secret ends it hides too much rather
// than too little. A value that is the output of a command stays, because that command
// is what the log is for; what is secret in it is hidden like the rest.
func Mask(command string) string {
	if strings.IndexFunc(command, isMark) < 0 {
		return command
	}
	m := masker{text: command, places: quotes(command), user: -1}
	m.scan(0, len(command))
	return m.apply()
}

// isMark reports whether the rune is one that every secret has in it or before it.
// Most commands that only look at files have none.
func isMark(r rune) bool {
	return strings.ContainsRune(":=-_?@", r) || r >= 'A' && r <= 'Z' || r == 'b'
}

// masker walks over a text once and gathers what is to be hidden.
type masker struct {
	text   string
	places []place
	found  []span

	// program is the last word that is a program with secret options of its own.
	program *program
	// again is how often a hidden line was looked at again.
	again int
	// user is the offset behind the first colon of the word, as in user:password@host,
	// or -1.
	user int
}

// span is a half-open range of bytes.
type span struct{ start, end int }

func (m *masker) hide(start, end int) {
	if strings.Trim(m.text[start:end], `"'\`) != "" {
		m.found = append(m.found, span{start, end})
	}
}

// hideValue hides a value but for the commands whose output is part of it. It returns
// the end.
func (m *masker) hideValue(start, end int) int {
	if start >= end {
		return end
	}
	base, from := m.places[start].inner, start
	if m.places[start].sub {
		base--
	}
	for i := start; i < end; {
		if m.places[i].inner <= base {
			i++
			continue
		}
		m.hide(from, i)
		from = i
		for from < end && m.places[from].inner > base {
			from++
		}
		m.scan(i, from)
		i = from
	}
	m.hide(from, end)
	return end
}

// apply returns the text with every range that was found replaced; ranges that touch
// become one.
func (m *masker) apply() string {
	if len(m.found) == 0 {
		return m.text
	}
	slices.SortFunc(m.found, func(a, b span) int { return a.start - b.start })
	var b strings.Builder
	done := 0
	for i := 0; i < len(m.found); i++ {
		s := m.found[i]
		for i+1 < len(m.found) && m.found[i+1].start <= s.end {
			i++
			s.end = max(s.end, m.found[i].end)
		}
		b.WriteString(m.text[done:s.start])
		b.WriteString(masked)
		done = s.end
	}
	b.WriteString(m.text[done:])
	return b.String()
}

// maxAgain bounds how often what is hidden already is looked at again.
const maxAgain = 64

// scan looks at every place of a range. What is hidden is not looked at again, so that
// the walk stays linear, but for the lines behind the first: a quote that only seems to
// open there would hide the name of a secret, and let the secret stand.
func (m *masker) scan(start, end int) {
	for i := start; i < end; {
		next := max(i+1, m.at(i))
		if line := strings.IndexByte(m.text[i:next], '\n'); line > 0 && m.again < maxAgain {
			m.again++
			next = i + line
		}
		i = next
	}
}

// at looks for what begins, or has its mark, at one place, and returns where to go on:
// the place itself where nothing was hidden.
func (m *masker) at(i int) int {
	c := m.text[i]
	if isNameByte(c) && (i == 0 || !isWordByte(m.text[i-1])) {
		if next := m.wordAt(i); next > i {
			return next
		}
	}
	switch {
	case breaks(c):
		m.user = -1
		if strings.IndexByte(";|&\n", c) >= 0 {
			m.program = nil
		}
	case c == '/':
		m.user = -1
	case c == ':' && strings.HasPrefix(m.text[i:], "://"):
		return m.url(i + 3)
	case c == ':' || c == '=':
		if c == ':' && m.user < 0 {
			m.user = i + 1
		}
		return m.named(i)
	case c == '?':
		return m.query(i)
	case c == '@' && m.user >= 0:
		m.hide(m.user, i)
	}
	return i
}

// wordAt looks at what begins at a place that no letter, digit or underscore stands
// before.
func (m *masker) wordAt(i int) int {
	if next := m.token(i); next > i {
		return next
	}
	if i > 0 && isNameByte(m.text[i-1]) {
		return i
	}
	if m.text[i] == '-' {
		if next := m.privateKey(i); next > i {
			return next
		}
		return m.option(i)
	}
	if next := m.bearer(i); next > i {
		return next
	}
	end := m.nameFrom(i)
	if p := findProgram(m.text[i:end]); p != nil && m.blanksFrom(end) > end {
		m.program = p
	}
	return i
}

// breaks reports whether the byte parts words, and the parts of a document.
func breaks(c byte) bool { return c <= ' ' || strings.IndexByte("'\"`;|&<>()", c) >= 0 }

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// isNameByte reports whether the byte may stand in the name of an option, a variable
// or a header.
func isNameByte(c byte) bool { return isWordByte(c) || c == '-' || c == '.' }

// nameFrom returns the end of the name that begins at i.
func (m *masker) nameFrom(i int) int {
	for i < len(m.text) && isNameByte(m.text[i]) {
		i++
	}
	return i
}

// blanksFrom returns the first place from i on that is no blank; a backslash before a
// newline is one to a shell.
func (m *masker) blanksFrom(i int) int {
	for i < len(m.text) {
		switch {
		case m.text[i] == ' ' || m.text[i] == '\t':
			i++
		case strings.HasPrefix(m.text[i:], "\\\n"):
			i += 2
		default:
			return i
		}
	}
	return i
}
