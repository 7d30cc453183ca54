package install

import "strings"

// splice replaces bytes of a text.
type splice struct {
	from, to int
	text     string
}

// spliced is the text with the splices made, which are ordered and do not overlap.
func (p page) spliced(splices ...splice) string {
	var b strings.Builder
	at := 0
	for _, s := range splices {
		b.WriteString(p.text[at:s.from])
		b.WriteString(s.text)
		at = s.to
	}
	b.WriteString(p.text[at:])
	return b.String()
}

// part is a half-open range of the text that holds one element, or one member with its
// name. Its comma is an offset; of the last part it is 0 where no comma follows.
type part struct{ from, to, comma int }

// behind writes one more part behind the last one, and behind the comments that follow
// it, in a list or an object whose closing bracket is at end. A trailing comma stays one.
func (p page) behind(last part, end int, inside layout, text string) []splice {
	if last.comma > 0 {
		from := last.comma + 1
		kept := strings.TrimRight(p.text[from:end], blanks)
		at := from + len(kept)
		return []splice{{at, at, inside.open() + text + ","}}
	}
	kept := strings.TrimRight(p.text[last.to:end], blanks)
	at := last.to + len(kept)
	gap := inside.open()
	if !inside.lines {
		gap = strings.TrimPrefix(inside.comma, ",")
	}
	return []splice{{last.to, last.to, ","}, {at, at, gap + text}}
}

// without takes one part out of a list or an object, with one comma. Comments stay, and
// so does the line, unless nothing is left on it.
func (p page) without(parts []part, index int) []splice {
	gone := parts[index]
	cut := splice{gone.from, gone.to, ""}
	switch {
	case gone.comma > 0:
		if gone.comma != gone.to {
			return []splice{cut, {gone.comma, gone.comma + 1, ""}}
		}
		cut.to++
	case index > 0:
		at := parts[index-1].comma
		if blank := strings.Trim(p.text[at+1:gone.from], blanks); blank == "" {
			return []splice{{at, gone.to, ""}}
		}
		return []splice{{at, at + 1, ""}, p.tidy(cut)}
	}
	return []splice{p.tidy(cut)}
}

// tidy widens a cut over the blanks around it: the whole line where nothing else stands
// on it, else the blanks behind the cut.
func (p page) tidy(cut splice) splice {
	indent, alone := p.indent(cut.from)
	rest := p.text[cut.to:]
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
