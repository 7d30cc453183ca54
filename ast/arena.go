package ast

// arena hands out the small pieces that a walk needs in great number. Most words
// are one literal: allocating each piece by itself would cost more than parsing. The
// first pieces are part of the arena, so that a short command needs no others.
type arena struct {
	contents    []content
	args        []Arg
	invocations []Invocation

	firstContents    [24]content
	firstArgs        [16]Arg
	firstInvocations [4]Invocation
}

func newArena() *arena {
	a := &arena{}
	a.contents, a.args, a.invocations = a.firstContents[:0], a.firstArgs[:0], a.firstInvocations[:0]
	return a
}

// chunk is how many pieces are allocated at once: few for a short command, more as
// the script turns out longer.
func chunk(used int) int { return min(2*used, 256) }

func (a *arena) value(c content) Value {
	if len(a.contents) == cap(a.contents) {
		a.contents = make([]content, 0, chunk(cap(a.contents)))
	}
	a.contents = append(a.contents, c)
	return Value{&a.contents[len(a.contents)-1]}
}

// known is Known out of the arena.
func (a *arena) known(text string) Value {
	if len(a.contents) == cap(a.contents) {
		return a.value(content{text: text})
	}
	a.contents = a.contents[:len(a.contents)+1]
	c := &a.contents[len(a.contents)-1]
	c.text = text
	return Value{c}
}

// words returns an empty slice with room for n Args.
func (a *arena) words(n int) []Arg {
	if cap(a.args)-len(a.args) < n {
		a.args = make([]Arg, 0, max(n, chunk(cap(a.args))))
	}
	at := len(a.args)
	a.args = a.args[:at+n]
	return a.args[at : at : at+n]
}

// invocation returns a new Invocation, zero.
func (a *arena) invocation() *Invocation {
	if len(a.invocations) == cap(a.invocations) {
		a.invocations = make([]Invocation, 0, min(chunk(cap(a.invocations)), 32))
	}
	a.invocations = a.invocations[:len(a.invocations)+1]
	return &a.invocations[len(a.invocations)-1]
}

// builder joins the parts of one word. As long as the pieces are known text, it is
// joined as text.
type builder struct {
	arena *arena
	value Value  // what was joined before text; zero where nothing was
	text  string // known text at the end
	any   bool
}

func (b *builder) add(v Value) {
	b.any = true
	if text, ok := v.Text(); ok {
		b.text += text
		return
	}
	b.flush()
	if v.None() {
		v = Unknown("nothing is known of it", "")
	}
	if !b.value.None() {
		v = concat(b.value, v)
	}
	b.value = v
}

func (b *builder) literal(text string) {
	b.any = true
	b.text += text
}

// flush joins the text at the end to the value.
func (b *builder) flush() {
	if b.text == "" {
		return
	}
	v := b.arena.known(b.text)
	if !b.value.None() {
		v = concat(b.value, v)
	}
	b.value, b.text = v, ""
}

// done returns what was joined: the empty text where nothing was.
func (b *builder) done() Value {
	b.flush()
	if b.value.None() {
		return b.arena.known("")
	}
	return b.value
}
