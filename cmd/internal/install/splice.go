package install

import (
	"strings"

	"github.com/tailscale/hujson"
)

// splice replaces bytes of the text and reads it again. Everything else stays as it is.
type splice struct {
	from, to int
	text     string
}

// apply makes the splices, which are ordered and do not overlap.
func (d *document) apply(splices ...splice) (*document, error) {
	var b strings.Builder
	at := 0
	for _, s := range splices {
		b.WriteString(d.text[at:s.from])
		b.WriteString(s.text)
		at = s.to
	}
	b.WriteString(d.text[at:])
	return read(d.file, b.String())
}

// parts returns the values of a list, or of an object with their names, as ranges of
// the text.
func (d *document) parts(v hujson.Value) (parts []part) {
	switch c := v.Value.(type) {
	case *hujson.Object:
		for _, m := range c.Members {
			parts = append(parts, part{from: d.start(m.Name), to: d.end(m.Value), after: m.Value.AfterExtra})
		}
	case *hujson.Array:
		for _, e := range c.Elements {
			parts = append(parts, part{from: d.start(e), to: d.end(e), after: e.AfterExtra})
		}
	}
	return parts
}

// part is a half-open range of the text that holds one element, or one member with its
// name. What stands between it and its comma is after; of the last part it is nil where
// no comma follows.
type part struct {
	from, to int
	after    hujson.Extra
}

// comma is the offset of the comma behind the part.
func (p part) comma() int { return p.to + len(p.after) }

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
	return d.append(v, last, inside, print)
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

// append writes one more part behind the last one, and behind the comments that follow
// it. A trailing comma stays one.
func (d *document) append(v hujson.Value, last part, inside layout, print func(layout) string) (*document, error) {
	end := d.end(v) - 1
	if last.after != nil {
		from := last.comma() + 1
		kept := strings.TrimRight(d.text[from:end], blanks)
		at := from + len(kept)
		return d.apply(splice{at, at, inside.open() + print(inside) + ","})
	}
	kept := strings.TrimRight(d.text[last.to:end], blanks)
	at := last.to + len(kept)
	gap := inside.open()
	if !inside.lines {
		gap = strings.TrimPrefix(inside.comma, ",")
	}
	return d.apply(splice{last.to, last.to, ","}, splice{at, at, gap + print(inside)})
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
	parts := d.parts(v)
	p := parts[index]
	cut := splice{p.from, p.to, ""}
	switch {
	case index < len(parts)-1, p.after != nil:
		if at := p.comma(); at == p.to {
			cut.to++
			return d.apply(d.tidy(cut))
		} else {
			return d.apply(cut, splice{at, at + 1, ""})
		}
	case index > 0:
		at := parts[index-1].comma()
		if blank := strings.Trim(d.text[at+1:p.from], blanks); blank == "" {
			return d.apply(splice{at, p.to, ""})
		}
		return d.apply(splice{at, at + 1, ""}, d.tidy(cut))
	}
	return d.apply(d.tidy(cut))
}

// tidy widens a cut over the blanks around it: the whole line where nothing else stands
// on it, else the blanks behind the cut.
func (d *document) tidy(cut splice) splice {
	indent, alone := d.indent(cut.from)
	rest := d.text[cut.to:]
	after := strings.TrimLeft(rest, " \t")
	spaces := len(rest) - len(after)
	after, carriage := strings.CutPrefix(after, "\r")
	if !alone || !strings.HasPrefix(after, "\n") {
		if alone || strings.HasPrefix(after, "\n") || carriage {
			return cut
		}
		cut.to += spaces
		return cut
	}
	cut.from -= len(indent)
	cut.to += spaces + 1
	if carriage {
		cut.to++
	}
	return cut
}
