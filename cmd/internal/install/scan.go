package install

import (
	"strconv"
	"strings"
)

// statement is a header of a table, or a key with its value: a half-open range of the
// text, without the comment behind it.
type statement struct {
	from, to int
	// brackets are those of a header: one for a table, two for an element of an array of
	// tables. A key has none, and its value begins at value.
	brackets, value int
	// key is the dotted key, or that in the header.
	key []string
}

// statements returns those of a text that is TOML.
func statements(text string) (all []statement) {
	s := scanner{text: text, at: len(text) - len(strings.TrimPrefix(text, byteOrderMark))}
	for s.space(); s.at < len(text); s.space() {
		st := statement{from: s.at}
		for s.next('[') {
			st.brackets++
		}
		st.key = s.key()
		switch {
		case st.brackets > 0:
			for range st.brackets {
				s.next(']')
			}
		case s.next('='):
			s.skip(" \t")
			st.value = s.at
			s.over()
		}
		s.at = max(s.at, st.from+1)
		st.to = s.at
		all = append(all, st)
	}
	return all
}

// joined finds what stands behind a statement on the same line, which TOML forbids and the
// parser lets pass in one place: a sixth quote behind an escaped backslash.
func joined(text string) (at int, more bool) {
	for _, st := range statements(text) {
		at = st.to + len(text[st.to:]) - len(strings.TrimLeft(text[st.to:], " \t"))
		if at < len(text) && strings.IndexByte("#\r\n", text[at]) < 0 {
			return at, true
		}
	}
	return 0, false
}

// scanner knows where keys, strings, arrays and tables of TOML end, and nothing else of
// it: that the text is TOML is what a parser has found before. It always comes to an end,
// whatever the text is.
type scanner struct {
	text string
	at   int
}

// peek is the byte at hand, or 0 at the end.
func (s *scanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

// next goes over a byte, if it is that.
func (s *scanner) next(c byte) bool {
	if s.peek() != c || s.at == len(s.text) {
		return false
	}
	s.at++
	return true
}

// skip goes over bytes of a set.
func (s *scanner) skip(set string) {
	for s.at < len(s.text) && strings.IndexByte(set, s.text[s.at]) >= 0 {
		s.at++
	}
}

// space goes over blanks, line ends and comments.
func (s *scanner) space() {
	for s.skip(blanks); s.peek() == '#'; s.skip(blanks) {
		s.line()
	}
}

// line goes to the end of the line.
func (s *scanner) line() {
	if i := strings.IndexByte(s.text[s.at:], '\n'); i >= 0 {
		s.at += i
		return
	}
	s.at = len(s.text)
}

// key reads a dotted key, and the blanks around it.
func (s *scanner) key() (path []string) {
	for {
		s.skip(" \t")
		from := s.at
		if c := s.peek(); c == '"' || c == '\'' {
			s.quoted()
		} else {
			s.bare()
		}
		path = append(path, unquoted(s.text[from:s.at]))
		s.skip(" \t")
		if !s.next('.') {
			return path
		}
	}
}

// bare goes over a key without quotes.
func (s *scanner) bare() {
	for s.at < len(s.text) && strings.IndexByte(" \t\r\n.=[]{}\"'#,", s.text[s.at]) < 0 {
		s.at++
	}
}

// unquoted is what a key means. Between single quotes every byte stands for itself.
func unquoted(key string) string {
	if len(key) < 2 || key[0] != '"' && key[0] != '\'' {
		return key
	}
	if text, err := strconv.Unquote(key); err == nil && key[0] == '"' {
		return text
	}
	return key[1 : len(key)-1]
}

// quoted goes over a string, of one line or of several.
func (s *scanner) quoted() {
	end := s.text[s.at : s.at+1]
	if several := strings.Repeat(end, 3); strings.HasPrefix(s.text[s.at:], several) {
		end = several
	}
	for s.at += len(end); s.at < len(s.text); s.at++ {
		switch {
		case end[0] == '"' && s.text[s.at] == '\\':
			s.at++
		case strings.HasPrefix(s.text[s.at:], end):
			s.at += len(end)
			for n := 0; len(end) == 3 && n < 2 && s.next(end[0]); n++ {
				// before the last three quotes there may be one or two more
			}
			return
		}
	}
	s.at = len(s.text)
}

// over goes over a value.
func (s *scanner) over() {
	switch s.peek() {
	case '"', '\'':
		s.quoted()
	case '[':
		s.array()
	case '{':
		s.table()
	default:
		for s.at < len(s.text) && strings.IndexByte(",]}#\r\n", s.text[s.at]) < 0 {
			s.at++
		}
		s.at = len(strings.TrimRight(s.text[:s.at], " \t"))
	}
}

// array goes over an array, and returns its elements.
func (s *scanner) array() (parts []part) {
	s.at++
	for s.space(); s.at < len(s.text) && !s.next(']'); s.space() {
		p := part{from: s.at}
		s.over()
		s.at = max(s.at, p.from+1)
		p.to = s.at
		if s.space(); s.next(',') {
			p.comma = s.at - 1
		}
		parts = append(parts, p)
	}
	return parts
}

// table goes over a table within a line.
func (s *scanner) table() {
	s.at++
	for s.space(); s.at < len(s.text) && !s.next('}'); s.space() {
		from := s.at
		s.key()
		s.next('=')
		s.space()
		s.over()
		s.space()
		s.next(',')
		s.at = max(s.at, from+1)
	}
}
