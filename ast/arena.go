package ast

// arena hands out the words and invocations that a walk needs in great number:
// allocating each by itself would cost more than parsing. The first ones are part of
// the arena, so that a short command needs no others.
type arena struct {
	args        []Arg
	invocations []Invocation
	redirects   []Redirect
	// How many more pieces are expected than the chunks so far hold: the next ones are as
	// large, up to what fits into 8 KiB.
	moreArgs, moreInvocations int

	firstArgs        [13]Arg
	firstInvocations [6]Invocation
}

// redirect returns a new Redirect, zero.
func (a *arena) redirect() *Redirect {
	if len(a.redirects) == cap(a.redirects) {
		a.redirects = make([]Redirect, 0, min(1+cap(a.redirects)*2, 16))
	}
	a.redirects = a.redirects[:len(a.redirects)+1]
	return &a.redirects[len(a.redirects)-1]
}

// newArena returns an arena for a text of so many bytes.
func newArena(size int) *arena {
	a := &arena{}
	a.args, a.invocations = a.firstArgs[:0], a.firstInvocations[:0]
	a.moreArgs, a.moreInvocations = expectedWords(size)-cap(a.args), expectedStarts(size)-cap(a.invocations)
	return a
}

// expectedStarts and expectedWords are about how many programs a script of so many bytes
// starts, and with how many words.
func expectedStarts(size int) int { return size / 20 }
func expectedWords(size int) int  { return size / 8 }

// words returns an empty slice with room for n Args.
func (a *arena) words(n int) []Arg {
	if cap(a.args)-len(a.args) < n {
		a.args = make([]Arg, 0, max(n, 8, min(a.moreArgs, 127)))
		a.moreArgs -= cap(a.args)
	}
	at := len(a.args)
	a.args = a.args[:at+n]
	return a.args[at : at : at+n]
}

// invocation returns a new Invocation, zero.
func (a *arena) invocation() *Invocation {
	if len(a.invocations) == cap(a.invocations) {
		a.invocations = make([]Invocation, 0, max(2, min(a.moreInvocations, 36)))
		a.moreInvocations -= cap(a.invocations)
	}
	a.invocations = a.invocations[:len(a.invocations)+1]
	return &a.invocations[len(a.invocations)-1]
}
