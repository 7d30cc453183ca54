package ast

// arena hands out the small pieces that a walk needs in great number. Most words
// are one literal: allocating each piece by itself would cost more than parsing. The
// first pieces are part of the arena, so that a short command needs no others.
type arena struct {
	parts       []Part
	alts        [][]Part
	args        []Arg
	invocations []Invocation

	firstParts       [16]Part
	firstAlts        [16][]Part
	firstArgs        [16]Arg
	firstInvocations [4]Invocation
}

func newArena() *arena {
	a := &arena{}
	a.parts, a.alts, a.args, a.invocations = a.firstParts[:0], a.firstAlts[:0], a.firstArgs[:0], a.firstInvocations[:0]
	return a
}

// chunk is how many pieces are allocated at once: few for a short command, more as
// the script turns out longer.
func chunk(used int) int { return min(2*used, 512) }

func (a *arena) alt(parts []Part) Value {
	if len(a.alts) == cap(a.alts) {
		a.alts = make([][]Part, 0, chunk(cap(a.alts)))
	}
	a.alts = append(a.alts, parts)
	n := len(a.alts)
	return Value{Alts: a.alts[n-1 : n : n]}
}

// one returns a slice that holds one part.
func (a *arena) one(p Part) []Part {
	if len(a.parts) == cap(a.parts) {
		a.parts = make([]Part, 0, chunk(cap(a.parts)))
	}
	a.parts = append(a.parts, p)
	n := len(a.parts)
	return a.parts[n-1 : n : n]
}

// known is Known out of the arena.
func (a *arena) known(text string) Value { return a.alt(a.one(Part{Text: text})) }

// unknown is Unknown out of the arena.
func (a *arena) unknown(reason, variable string) Value {
	return a.alt(a.one(Part{Unknown: reason, Var: variable}))
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
		a.invocations = make([]Invocation, 0, min(chunk(cap(a.invocations)), 64))
	}
	a.invocations = append(a.invocations, Invocation{})
	return &a.invocations[len(a.invocations)-1]
}

// builder joins the parts of one word. As long as each piece has one alternative,
// nothing but one slice of parts is made.
type builder struct {
	arena *arena
	value Value // what was joined before; zero where nothing was
	parts []Part
	any   bool
}

func (b *builder) add(v Value) {
	if len(v.Alts) != 1 {
		b.flush()
		if len(b.value.Alts) == 0 {
			b.value = v
			if len(v.Alts) == 0 {
				b.value = b.arena.unknown("nothing is known of it", "")
			}
			b.any = true
			return
		}
		b.value, b.any = concat(b.value, v), true
		return
	}
	for _, p := range v.Alts[0] {
		b.part(p)
	}
	b.any = true
}

func (b *builder) part(p Part) {
	n := len(b.parts)
	switch {
	case n > 0 && p.Unknown == "" && b.parts[n-1].Unknown == "":
		b.parts[n-1].Text += p.Text
	case n == 0:
		b.parts = append(b.arena.one(p)[:1:1], b.parts...)
	default:
		b.parts = append(b.parts, p)
	}
}

// flush joins the gathered parts to the value.
func (b *builder) flush() {
	if len(b.parts) == 0 {
		return
	}
	v := b.arena.alt(b.parts)
	b.parts = nil
	if len(b.value.Alts) == 0 {
		b.value = v
		return
	}
	b.value = concat(b.value, v)
}

// done returns what was joined: the empty text where nothing was.
func (b *builder) done() Value {
	b.flush()
	if len(b.value.Alts) == 0 {
		return b.arena.known("")
	}
	return b.value
}
