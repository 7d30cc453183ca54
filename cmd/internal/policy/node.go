package policy

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// node is one JSON value with its place.
type node struct {
	// kind is the first byte of a value of that type, with '0' for every number; zero
	// where the text ended or broke before the value did.
	kind jsontext.Kind
	// start and end are the half-open range of offsets of the value.
	start, end int
	// text is what a string means, or a number as it is written.
	text string
	// names are the names of an object's members, each with its place.
	names []node
	// values are those of the members, or the elements of an array.
	values []node
}

// escaped reports whether a string is written with escapes, so that offsets in its
// meaning are none in the file.
func (n node) escaped() bool { return n.end-n.start != len(n.text)+2 }

// called names a value for messages.
func (n node) called() string {
	switch n.kind {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "the string " + quote(n.text)
	case 't', 'f', 'n':
		return n.text
	}
	return "the number " + n.text
}

// parse reads the text of a file. What could be read before an error is returned all
// the same, so that everything else wrong with it is told as well.
func (p *page) parse() (node, bool) {
	if !p.plain() {
		return node{}, false
	}
	text, at, wrong := standardize(p.text)
	if wrong != "" {
		p.fail(at, at+1, "%s", wrong)
		return node{}, false
	}
	if len(bytes.TrimSpace(text)) == 0 {
		p.fail(0, 0, "the file is empty: write a policy as \"sandbox-enforcer policy init\" does, or remove the file")
		return node{}, false
	}
	b := builder{text: text, d: jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true))}
	root, err := b.value()
	if err == nil {
		err = b.finish()
	}
	if err != nil {
		p.syntax(text, err)
	}
	return root, true
}

// errMore says that something follows the policy.
var errMore = errors.New("something follows the end of the policy: keep one object")

// syntax adds the problem that a text is no JSON.
func (p *page) syntax(text []byte, err error) {
	var at *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		end := len(bytes.TrimRight(text, " \t\r\n"))
		p.fail(end, end, "the text ends before the policy does: close the strings, lists and objects that are open")
	case errors.As(err, &at):
		i := min(int(at.ByteOffset), len(text))
		for i < len(text) && bytes.IndexByte([]byte(" \t\r\n"), text[i]) >= 0 {
			i++
		}
		if at.Err == errMore {
			p.fail(i, i+1, "%v", at.Err)
			return
		}
		p.fail(i, i+1, "this is not JSON (%v): mend it", at.Err)
	default:
		p.fail(0, 0, "this is not JSON (%v): mend it", err)
	}
}

// plain checks the bytes before anything is made of them.
func (p *page) plain() bool {
	switch {
	case bytes.HasPrefix(p.text, []byte("\ufeff")):
		p.fail(0, 0, "the file begins with a byte order mark: save it as UTF-8 without one")
	case bytes.IndexByte(p.text, 0) >= 0:
		at := bytes.IndexByte(p.text, 0)
		p.fail(at, at+1, "the file holds a NUL byte: remove it, and write \\u0000 inside a string where the character is meant")
	case !utf8.Valid(p.text):
		at := invalid(p.text)
		p.fail(at, at+1, "the file is not UTF-8 here: save it as UTF-8")
	}
	return len(p.problems) == 0
}

// invalid returns the offset of the first byte that is no UTF-8.
func invalid(text []byte) int {
	i := 0
	for i < len(text) {
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		i += n
	}
	return i
}

// builder makes the tree. The depth is bounded by the decoder.
type builder struct {
	text []byte
	d    *jsontext.Decoder
}

func (b *builder) value() (node, error) {
	switch kind := b.d.PeekKind(); kind {
	case '{', '[':
		return b.composite(kind)
	default:
		return b.scalar(kind)
	}
}

func (b *builder) scalar(kind jsontext.Kind) (node, error) {
	raw, err := b.d.ReadValue()
	if err != nil {
		return node{}, err
	}
	end := int(b.d.InputOffset())
	n := node{kind: kind, start: end - len(raw), end: end}
	if kind != '"' {
		n.text = string(raw)
		return n, nil
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		n.text = string(raw[1 : len(raw)-1])
		return n, nil
	}
	text, err := jsontext.AppendUnquote(nil, raw)
	n.text = string(text)
	return n, err
}

func (b *builder) composite(kind jsontext.Kind) (node, error) {
	if _, err := b.d.ReadToken(); err != nil {
		return node{}, err
	}
	n := node{kind: kind, start: int(b.d.InputOffset()) - 1}
	for next := b.d.PeekKind(); next != '}' && next != ']'; next = b.d.PeekKind() {
		if kind == '{' {
			name, err := b.scalar(next)
			if err != nil {
				return n, err
			}
			n.names = append(n.names, name)
		}
		value, err := b.value()
		n.values = append(n.values, value)
		if err != nil {
			return n, err
		}
	}
	_, err := b.d.ReadToken()
	n.end = int(b.d.InputOffset())
	return n, err
}

// finish checks that nothing follows the value.
func (b *builder) finish() error {
	at := b.d.InputOffset()
	if len(bytes.Trim(b.text[at:], " \t\r\n")) == 0 {
		return nil
	}
	return &jsontext.SyntacticError{ByteOffset: at, Err: errMore}
}
