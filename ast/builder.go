package ast

import "strings"

// builder joins the pieces of one word, in a time that grows with their number. As long as
// they are known text, they are joined as text.
type builder struct {
	value Value           // what stands before parts; zero where nothing does
	parts []Part          // what stands before the text at the end, on every path
	text  string          // the text at the end, as long as it is one piece
	more  strings.Builder // and once it is several
	size  int             // of value and parts
	long  bool            // that is too long to be followed: parts are the commands in it
	any   bool
}

func (b *builder) add(v Value) {
	b.any = true
	if text, ok := v.Text(); ok && len(b.text)+b.more.Len()+len(text) <= maxText {
		b.write(text)
		return
	} else if ok {
		v = tooLong(v)
	}
	b.flush()
	if v.None() {
		v = Unknown("nothing is known of it", "")
	}
	b.size += v.size()
	switch alts := v.Alts(); {
	case b.long:
		b.parts = withCommands(b.parts, v)
	case b.size > maxText:
		b.parts, b.value, b.long = withCommands(nil, b.value, oneAlt(b.parts), v), Value{}, true
	case b.value.None() && len(b.parts) == 0:
		b.value = v
	case len(alts) == 1:
		b.open()
		b.parts = joinTo(b.parts, alts[0])
	default:
		b.settle()
		b.value = concat(b.value, v)
		b.size = b.value.size()
	}
}

func (b *builder) literal(text string) {
	b.any = true
	b.write(text)
}

func (b *builder) write(text string) {
	if b.more.Len() == 0 {
		if b.text == "" {
			b.text = text
			return
		}
		b.more.Grow(len(b.text) + len(text))
		b.more.WriteString(b.text)
		b.text = ""
	}
	b.more.WriteString(text)
}

// flush joins the text at the end to the parts.
func (b *builder) flush() {
	text := b.text
	if b.more.Len() > 0 {
		text = b.more.String()
		b.more.Reset()
	}
	b.text = ""
	if text == "" || b.long {
		return
	}
	b.open()
	part := Part{Text: text}
	b.parts = joinTo(b.parts, []Part{part})
	b.size += part.size()
}

// open makes parts of a value that is the same on every path.
func (b *builder) open() {
	if len(b.parts) > 0 {
		return
	}
	b.parts = make([]Part, 0, 4)
	if alts := b.value.Alts(); len(alts) == 1 {
		b.parts, b.value = append(b.parts, alts[0]...), Value{}
	}
}

// settle joins the parts to the value.
func (b *builder) settle() {
	switch {
	case len(b.parts) == 0:
		return
	case b.value.None():
		b.value = oneAlt(b.parts)
	default:
		b.value = concat(b.value, oneAlt(b.parts))
	}
	b.parts = nil
}

// done returns what was joined: the empty text where nothing was.
func (b *builder) done() Value {
	if b.value.None() && len(b.parts) == 0 && !b.long {
		if b.more.Len() > 0 {
			return Known(b.more.String())
		}
		return Known(b.text)
	}
	b.flush()
	if b.long {
		return tooLong(oneAlt(b.parts))
	}
	b.settle()
	return b.value
}
