package install

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
)

// document is the text of a settings file with its values and their places. Every
// offset is one of text. A document is never printed from its values: what changes is
// spliced into the text, and the text is read again.
type document struct {
	page
	root hujson.Value
	// shift is how many bytes stand before what was parsed.
	shift int
	style style
}

// read parses a settings file: JSON, and the comments and trailing commas that many
// clients take. A text of blanks alone is read as an empty object.
func read(file, text string) (*document, error) {
	d := &document{page: page{file, text}}
	if err := d.plain(); err != nil {
		return nil, err
	}
	body := text
	if rest, marked := strings.CutPrefix(text, byteOrderMark); marked {
		body, d.shift = rest, len(byteOrderMark)
	}
	// The parser wants a line end behind every line comment, also behind the last.
	root, err := hujson.Parse([]byte(body + "\n"))
	if err != nil {
		return nil, d.syntax(err, body)
	}
	d.root = root
	if _, ok := root.Value.(*hujson.Object); !ok {
		return nil, d.fail(d.start(root), "the settings are %s, and an object is expected: mend the file", called(root))
	}
	d.style = d.look()
	return d, nil
}

// syntax turns the parser's error, which begins with the place as the parser counts
// it, into one about the file.
func (d *document) syntax(err error, body string) error {
	var line, column int
	rest := err.Error()
	if _, scan := fmt.Sscanf(rest, "hujson: line %d, column %d:", &line, &column); scan != nil {
		return fmt.Errorf("%s: this is not JSON (%w): mend it, nothing was changed", printable(d.file), err)
	}
	_, rest, _ = strings.Cut(rest, ": ")
	_, rest, _ = strings.Cut(rest, ": ")
	at := 0
	for n := 1; n < line; n++ {
		at += strings.IndexByte(body[at:]+"\n", '\n') + 1
	}
	at = min(at+column-1, len(body))
	if strings.HasSuffix(rest, "unexpected EOF") {
		at, rest = len(strings.TrimRight(body, blanks)), "the text ends before the object does"
	}
	return d.fail(at+d.shift, "this is not JSON (%s): mend it, nothing was changed", rest)
}

// start and end are the half-open range of a value in the text.
func (d *document) start(v hujson.Value) int { return v.StartOffset + d.shift }
func (d *document) end(v hujson.Value) int   { return v.EndOffset + d.shift }

// source is a value as it is written.
func (d *document) source(v hujson.Value) string { return d.text[d.start(v):d.end(v)] }

// called names a value for messages.
func called(v hujson.Value) string {
	switch v.Value.Kind() {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a string"
	case '0':
		return "a number"
	}
	return string(bytes.TrimSpace(v.Value.(hujson.Literal)))
}

// member returns a member of an object by its name, and where it is among the members.
// A name that is there twice is an error: programs differ on which of them counts.
func (d *document) member(v hujson.Value, name string) (found hujson.Value, index int, err error) {
	index = -1
	for i, m := range v.Value.(*hujson.Object).Members {
		if m.Name.Value.(hujson.Literal).String() != name {
			continue
		}
		if index >= 0 {
			return found, index, d.fail(d.start(m.Name), "%q is there twice: keep one of them", name)
		}
		found, index = m.Value, i
	}
	return found, index, nil
}

// at follows a path of names from the root. It is not found where a part of it is
// missing, and an error where one is no object.
func (d *document) at(path ...string) (v hujson.Value, found bool, err error) {
	v = d.root
	for i, name := range path {
		if v.Value.Kind() != '{' {
			return v, false, d.fail(d.start(v), "%q is %s, and an object is expected: mend the file", path[i-1], called(v))
		}
		next, index, err := d.member(v, name)
		if err != nil || index < 0 {
			return v, false, err
		}
		v = next
	}
	return v, true, nil
}

// list is at for a list.
func (d *document) list(path ...string) (elements []hujson.Value, list hujson.Value, found bool, err error) {
	v, found, err := d.at(path...)
	if err != nil || !found {
		return nil, v, false, err
	}
	array, ok := v.Value.(*hujson.Array)
	if !ok {
		return nil, v, false, d.fail(d.start(v), "%q is %s, and a list is expected: mend the file", path[len(path)-1], called(v))
	}
	return array.Elements, v, true, nil
}
