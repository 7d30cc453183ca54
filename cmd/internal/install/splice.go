package install

import (
	"strings"

	"github.com/tailscale/hujson"
)

// apply makes splices, and reads the text again. Everything else stays as it is.
func (d *document) apply(splices ...splice) (*document, error) {
	return read(d.file, d.spliced(splices...))
}

// parts returns the values of a list, or of an object with their names, as ranges of
// the text.
func (d *document) parts(v hujson.Value) (parts []part) {
	add := func(from int, v hujson.Value) {
		p := part{from: from, to: d.end(v)}
		if at := p.to + len(v.AfterExtra); d.text[at] == ',' {
			p.comma = at
		}
		parts = append(parts, p)
	}
	switch c := v.Value.(type) {
	case *hujson.Object:
		for _, m := range c.Members {
			add(d.start(m.Name), m.Value)
		}
	case *hujson.Array:
		for _, e := range c.Elements {
			add(d.start(e), e)
		}
	}
	return parts
}

// add puts one more part behind those that a list or an object has: print writes it in
// the layout that it gets.
func (d *document) add(v hujson.Value, print func(layout) string) (*document, error) {
	parts := d.parts(v)
	outer, _ := d.indent(d.start(v))
	inside := layout{style: d.style, lines: strings.Contains(d.source(v), "\n"), indent: outer}.deeper()
	if len(parts) == 0 {
		// An object without members has no way of its own: it is like the file, and a
		// file of one object alone gets lines.
		inside.lines = inside.lines || strings.Contains(d.source(d.root), "\n") || d.start(v) == d.start(d.root)
		return d.fill(v, inside, outer, print)
	}
	last := parts[len(parts)-1]
	if indent, alone := d.indent(last.from); alone && inside.lines {
		inside.indent = indent
	}
	return d.apply(d.behind(last, d.end(v)-1, inside, print(inside))...)
}

// fill writes the first part of an empty list or object.
func (d *document) fill(v hujson.Value, inside layout, outer string, print func(layout) string) (*document, error) {
	from, to := d.start(v)+1, d.end(v)-1
	kept := strings.TrimRight(d.text[from:to], blanks) // comments
	text := inside.open() + print(inside)
	if inside.lines {
		text += inside.newline + outer
	}
	return d.apply(splice{from + len(kept), to, text})
}

// addMember puts a member into an object.
func (d *document) addMember(v hujson.Value, m member) (*document, error) {
	return d.add(v, m.print)
}

// addElement puts an element into a list.
func (d *document) addElement(v hujson.Value, e value) (*document, error) {
	return d.add(v, e.print)
}

// replace writes a value in the place of another.
func (d *document) replace(v hujson.Value, by value) (*document, error) {
	indent, _ := d.indent(d.start(v))
	l := layout{style: d.style, lines: strings.Contains(d.source(d.root), "\n"), indent: indent}
	return d.apply(splice{d.start(v), d.end(v), by.print(l)})
}

// remove takes one part out of a list or an object, with one comma. Comments stay, and
// so does the line, unless nothing is left on it.
func (d *document) remove(v hujson.Value, index int) (*document, error) {
	return d.apply(d.without(d.parts(v), index)...)
}
