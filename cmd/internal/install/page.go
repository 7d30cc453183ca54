package install

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

const (
	// maxFile is how many bytes a settings file can have, far more than any client
	// writes, and maxDepth how deep its brackets can nest: the parser calls itself for
	// each.
	maxFile  = 1 << 20
	maxDepth = 1000

	byteOrderMark = "\ufeff"
)

// page is the text of a settings file, whatever its form. Every offset is one of text.
type page struct {
	// file is for messages.
	file, text string
}

// body is the text.
func (p page) body() string { return p.text }

// plain checks the bytes before anything is made of them.
func (p page) plain() error {
	switch {
	case len(p.text) > maxFile:
		return fmt.Errorf("%s has more than %d bytes, so it is left alone: is that the settings file?", printable(p.file), maxFile)
	case strings.IndexByte(p.text, 0) >= 0:
		return p.fail(strings.IndexByte(p.text, 0), "the file holds a NUL byte: save it as UTF-8")
	case !utf8.ValidString(p.text):
		return p.fail(invalid(p.text), "the file is not UTF-8 here: save it as UTF-8")
	}
	depth := 0
	for i, c := range []byte(p.text) {
		switch c {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
		if depth > maxDepth {
			return p.fail(i, "the brackets are nested more than %d deep: is that the settings file?", maxDepth)
		}
	}
	return nil
}

// invalid returns the offset of the first byte that is no UTF-8.
func invalid(text string) int {
	at := 0
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return at
}

// fail returns an error with the place before it: FILE:LINE:COLUMN: message. Lines and
// columns count from one, columns in bytes.
func (p page) fail(at int, format string, args ...any) error {
	line, column := p.place(at)
	return fmt.Errorf("%s:%d:%d: %s", printable(p.file), line, column, fmt.Sprintf(format, args...))
}

// place returns the line and the column of an offset, from one, columns in bytes.
func (p page) place(at int) (line, column int) {
	before := p.text[:min(at, len(p.text))]
	line = strings.Count(before, "\n") + 1
	column = len(before) - strings.LastIndexByte(before, '\n')
	if line == 1 && strings.HasPrefix(before, byteOrderMark) {
		column -= len(byteOrderMark) // no editor counts it
	}
	return line, column
}

// newline is what ends the first line.
func (p page) newline() string {
	if i := strings.IndexByte(p.text, '\n'); i > 0 && p.text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// indent returns the blanks at the beginning of the line of an offset, and whether
// nothing else stands before the offset on that line.
func (p page) indent(at int) (blank string, alone bool) {
	from := strings.LastIndexByte(p.text[:at], '\n') + 1
	line := strings.TrimPrefix(p.text[from:at], byteOrderMark)
	rest := strings.TrimLeft(line, " \t")
	return line[:len(line)-len(rest)], rest == ""
}
