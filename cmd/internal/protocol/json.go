package protocol

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// field is a member of an object: its last value as it stands in the text, and how
// often the name is there.
type field struct {
	raw   []byte
	start int // the offset of raw in the text
	count int
}

// kind names the type of the value for messages.
func (f *field) kind() string {
	switch {
	case len(f.raw) == 0:
		return "missing"
	case f.raw[0] == '{':
		return "an object"
	case f.raw[0] == '[':
		return "an array"
	case f.raw[0] == '"':
		return "a string"
	case f.raw[0] == 't', f.raw[0] == 'f':
		return "a boolean"
	case f.raw[0] == 'n':
		return "null"
	}
	return "a number"
}

// given reports whether the member is there and not null.
func (f *field) given() bool { return len(f.raw) > 0 && f.raw[0] != 'n' }

// on reports whether the value is anything but absent, null and false.
func (f *field) on() bool { return f.given() && f.raw[0] != 'f' }

// text returns the value of a string.
func (f *field) text() (string, bool) {
	if len(f.raw) == 0 || f.raw[0] != '"' {
		return "", false
	}
	return unquote(f.raw), true
}

// object reads one JSON object, the whole text but for blanks around it. It stores
// the members that have a place in fields and skips the others, whatever they hold.
// Doubled names are counted, never refused here. The depth is bounded by the decoder.
func object(text []byte, fields map[string]*field) error {
	d := jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if kind := d.PeekKind(); kind != '{' {
		return notObject(d, kind)
	}
	if _, err := d.ReadToken(); err != nil {
		return broken(err)
	}
	for d.PeekKind() != '}' {
		name, err := d.ReadToken()
		if err != nil {
			return broken(err)
		}
		f := fields[name.String()]
		value, err := d.ReadValue()
		if err != nil {
			return broken(err)
		}
		if f == nil {
			continue
		}
		end := int(d.InputOffset())
		f.start = end - len(value)
		f.raw = text[f.start:end]
		f.count++
	}
	if _, err := d.ReadToken(); err != nil {
		return broken(err)
	}
	end := d.InputOffset()
	switch _, err := d.ReadToken(); {
	case err == io.EOF:
		return nil
	case err == nil:
		return fmt.Errorf("has more than one JSON document, the first of %d bytes", end)
	default:
		return broken(err)
	}
}

// elements returns the elements of a JSON list that was read already.
func elements(list []byte) []*field {
	d := jsontext.NewDecoder(bytes.NewBuffer(list), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if _, err := d.ReadToken(); err != nil {
		return nil
	}
	var out []*field
	for d.PeekKind() != ']' {
		value, err := d.ReadValue()
		if err != nil {
			break
		}
		start := int(d.InputOffset()) - len(value)
		out = append(out, &field{raw: list[start : start+len(value)], start: start, count: 1})
	}
	return out
}

// notObject says what the text is instead.
func notObject(d *jsontext.Decoder, kind jsontext.Kind) error {
	value, err := d.ReadValue()
	switch {
	case err == io.EOF:
		return errors.New("is empty")
	case err != nil:
		return broken(err)
	case kind == 0:
		return errors.New("is not JSON")
	}
	return errors.New("is " + (&field{raw: value}).kind() + ", not an object")
}

// broken says where the text is no JSON, without the text around it.
func broken(err error) error {
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF:
		return errors.New("is cut off")
	case errors.As(err, &syntax):
		return fmt.Errorf("is not JSON from byte %d on (%w)", syntax.ByteOffset, syntax.Err)
	}
	return fmt.Errorf("is not JSON (%w)", err)
}

// unquote returns the text of a JSON string that was read already. Where it is no
// Unicode text, it is kept as such: bytes that are not UTF-8 as they are, and half a
// surrogate pair as the three bytes that its number has in the pattern of UTF-8. What
// the shell would get is not known then; as invalid UTF-8 it is a hazard to whoever
// reads the command, which it would not be with a replacement character in its place.
func unquote(raw []byte) string {
	raw = raw[1 : len(raw)-1]
	next := bytes.IndexByte(raw, '\\')
	if next < 0 {
		return string(raw)
	}
	out := make([]byte, 0, len(raw))
	for ; next >= 0; next = bytes.IndexByte(raw, '\\') {
		out = append(out, raw[:next]...)
		raw = raw[next:]
		if raw[1] != 'u' {
			out = append(out, plainEscape(raw[1]))
			raw = raw[2:]
			continue
		}
		r := hex(raw[2:6])
		raw = raw[6:]
		if len(raw) >= 6 && raw[0] == '\\' && raw[1] == 'u' {
			if pair := utf16.DecodeRune(r, hex(raw[2:6])); pair != utf8.RuneError {
				r = pair
				raw = raw[6:]
			}
		}
		out = appendAny(out, r)
	}
	return string(append(out, raw...))
}

func plainEscape(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c // the quote, the backslash and the slash stand for themselves
}

// hex reads the four digits of an escape that was checked already.
func hex(digits []byte) rune {
	n, _ := strconv.ParseUint(string(digits), 16, 16)
	return rune(n)
}

// appendAny appends a rune, halves of surrogate pairs as well.
func appendAny(out []byte, r rune) []byte {
	if !utf16.IsSurrogate(r) {
		return utf8.AppendRune(out, r)
	}
	return append(out, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
}

// quote appends a JSON string. What is not UTF-8 becomes replacement characters.
func quote(out []byte, text string) []byte {
	out, _ = jsontext.AppendQuote(out, text) // its only error is about what it replaced
	return out
}

// writer makes one JSON object, member by member.
type writer struct{ text []byte }

// usual is how many bytes an answer seldom has more of. Text that grows is copied, and
// each size that it grows through costs a start of the hook pages of its own.
const usual = 1 << 10

// name begins a member.
func (w *writer) name(name string) {
	if len(w.text) == 0 {
		w.text = append(make([]byte, 0, usual), '{')
	} else {
		w.text = append(w.text, ',')
	}
	w.text = append(quote(w.text, name), ':')
}

// raw adds a member whose value is JSON already; none where it is empty.
func (w *writer) raw(name string, value []byte) {
	if len(value) > 0 {
		w.name(name)
		w.text = append(w.text, value...)
	}
}

// str adds a member that is a string; none where it is empty.
func (w *writer) str(name, value string) {
	if value != "" {
		w.name(name)
		w.text = quote(w.text, value)
	}
}

// bytes returns the object.
func (w *writer) bytes() []byte {
	if len(w.text) == 0 {
		return []byte("{}")
	}
	return append(w.text, '}')
}
