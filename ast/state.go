package ast

import "slices"

// state is what is known at one point of a script. It is never changed in place, so
// that the branches of a script can share it; a nil state is a point that is never
// reached.
type state struct {
	dir    Value
	oldDir Value
	vars   *binding
	cds    *cdNode
	// params are $1, $2 …; nil where they are not known.
	params *params
	// homeChanged says that HOME may not be the caller's.
	homeChanged bool
	options
}

// params are the positional parameters of a shell, all of them known to be there.
type params struct{ words []Value }

// options are those of the shell that change what its commands do. The zero value is
// what a shell starts with.
type options struct {
	// errexit says that set -e is in force.
	errexit bool
	// physical says that set -P may be in force: cd follows links before it reads a "..".
	physical bool
	// braces says what {a,b} is.
	braces braceReading
	// lastPipe says that the last element of a pipeline may run in the shell itself.
	lastPipe bool
}

// braceReading says what a word with braces becomes.
type braceReading uint8

const (
	bracesOn  braceReading = iota // several words
	bracesOff                     // plain text: after set +B, and in sh
	bracesAny                     // one of both
)

// loose are the options where nothing is known of them.
var loose = options{physical: true, braces: bracesAny, lastPipe: true}

// loosened returns the state after the options may have been changed.
func (st *state) loosened() *state {
	next := *st
	next.options = loose
	return &next
}

// flow is the state after a command that succeeded and after one that failed.
type flow struct {
	ok, fail *state
	// list is the part of fail that set -e does not end the script for: a failure
	// before the last command of an && list, or under !.
	list *state
	// sure says that the command is known to succeed; fail is then where an || would
	// begin all the same.
	sure bool
}

func same(st *state) flow { return flow{ok: st, fail: st} }

// cdNode is one change of directory on the way to a state, newest first.
type cdNode struct {
	inv *Invocation
	// passed says that the state is reached only where it succeeded.
	passed bool
	length int
	next   *cdNode
}

// binding is one assignment on the way to a state, newest first.
type binding struct {
	name  string // empty: everything older is unknown, for the reason in value
	value Value
	// unset says that the variable was removed.
	unset    bool
	exported bool
	next     *binding
	// length is how many there are from here on, limit how many it takes for the list to be
	// rid of those that newer ones hide.
	length, limit int
}

// maxBindings bounds the list of assignments that is searched for a name: where so many
// hide none of the others, nothing older is known. fewBindings may stand in it before it
// is rid of what is hidden.
const maxBindings, fewBindings = 128, 16

func (b *binding) lookup(name string) *binding {
	for ; b != nil; b = b.next {
		if b.name == name {
			return b
		}
		if b.name == "" {
			return &binding{name: name, value: b.value}
		}
	}
	return nil
}

// named is the assignment to the name itself, where no later one may have assigned any.
func (b *binding) named(name string) *binding {
	for ; b != nil && b.name != ""; b = b.next {
		if b.name == name {
			return b
		}
	}
	return nil
}

func (b *binding) push(n binding) *binding { return b.link(&n) }

// link puts a new binding before the others.
func (b *binding) link(n *binding) *binding {
	n.length, n.limit = 0, fewBindings
	if b != nil {
		n.length, n.limit = b.length, max(b.limit, fewBindings)
	}
	if n.length >= n.limit {
		b = b.compact()
		if n.length = b.length; n.length >= maxBindings {
			b = &binding{value: Unknown("the script has too many variables", ""), length: 0}
			n.length = 0
		}
		n.limit = min(2*n.length+fewBindings, maxBindings)
	}
	n.length++
	n.next = b
	return n
}

// compact returns the list without the bindings that newer ones hide.
func (b *binding) compact() *binding {
	keep := make([]*binding, 0, fewBindings)
	seen := map[string]bool{}
	for ; b != nil; b = b.next {
		if !seen[b.name] {
			seen[b.name] = true
			keep = append(keep, b)
		}
		if b.name == "" {
			break
		}
	}
	var out *binding
	for i := len(keep) - 1; i >= 0; i-- {
		n := *keep[i]
		n.next, n.length = out, 1
		if out != nil {
			n.length = out.length + 1
		}
		out = &n
	}
	return out
}

// withVars returns the state with other variables, HOME among them.
func (st *state) withVars(vars *binding) *state {
	next := *st
	next.vars, next.homeChanged = vars, true
	return &next
}

// forgetVars returns the state after any variable may have been assigned.
func (st *state) forgetVars(reason string) *state {
	return st.withVars(&binding{value: Unknown(reason, ""), length: 1})
}

func (st *state) assign(name string, v Value, exported bool) *state {
	if old := st.vars.lookup(name); old != nil && old.exported {
		exported = true
	}
	next := &struct { // in one allocation
		state
		newest binding
	}{*st, binding{name: name, value: v, exported: exported}}
	next.vars = st.vars.link(&next.newest)
	if name == "HOME" {
		next.homeChanged = true
	}
	return &next.state
}

func (st *state) unsetVar(name string) *state {
	next := *st
	next.vars = st.vars.push(binding{name: name, value: Known(""), unset: true})
	if name == "HOME" {
		next.homeChanged = true
	}
	return &next
}

// forget returns the state after code that may have done anything to the shell.
func (st *state) forget(reason string) *state {
	next := st.forgetVars(reason)
	next.dir, next.oldDir, next.params = Unknown(reason, ""), Unknown(reason, ""), nil
	return next
}

// join returns the state of a point that is reached from a or from b.
func join(a, b *state) *state {
	switch {
	case a == nil || a == b:
		return b
	case b == nil:
		return a
	}
	out := *a
	out.dir = joinValue(a.dir, b.dir)
	out.oldDir = joinValue(a.oldDir, b.oldDir)
	out.vars = joinVars(a.vars, b.vars)
	out.cds = joinCds(a.cds, b.cds)
	if a.params != b.params && (a.params == nil || b.params == nil || !slices.Equal(a.params.words, b.params.words)) {
		out.params = nil
	}
	out.errexit = a.errexit && b.errexit
	out.physical = a.physical || b.physical
	if a.braces != b.braces {
		out.braces = bracesAny
	}
	out.lastPipe = a.lastPipe || b.lastPipe
	out.homeChanged = a.homeChanged || b.homeChanged
	return &out
}

func joinValue(a, b Value) Value {
	if a == b {
		return a
	}
	if a.None() || b.None() {
		return Value{}
	}
	return merge(a, b)
}

func joinVars(a, b *binding) *binding {
	if a == b {
		return a
	}
	out, tail := a, sharedTail(a, b)
	var room [8]string
	seen := room[:0]
	for _, list := range [...]*binding{a, b} {
		for n := list; n != tail; n = n.next {
			if slices.Contains(seen, n.name) {
				continue
			}
			seen = append(seen, n.name)
			if n.name == "" {
				return out.push(*n)
			}
			out = out.push(joinBinding(n.name, a.lookup(n.name), b.lookup(n.name)))
		}
	}
	return out
}

// sharedTail is where two lists begin to be one; nil where they never do.
func sharedTail(a, b *binding) *binding {
	for a != b {
		switch {
		case a == nil || b == nil:
			return nil
		case a.length > b.length:
			a = a.next
		case b.length > a.length:
			b = b.next
		default:
			a, b = a.next, b.next
		}
	}
	return a
}

func joinBinding(name string, a, b *binding) binding {
	if a == nil || b == nil || a.unset != b.unset {
		return binding{name: name, value: Unknown("it is not assigned on every path", name)}
	}
	return binding{name: name, value: joinValue(a.value, b.value), unset: a.unset, exported: a.exported && b.exported}
}

// joinCds joins two lists; what they share stays as it is.
func joinCds(a, b *cdNode) *cdNode {
	tail := commonTail(a, b)
	if a == tail && b == tail {
		return tail
	}
	if longerThan(a, tail) || longerThan(b, tail) {
		return anyCd
	}
	out := []cdNode{}
	add := func(list, other *cdNode) {
		for n := list; n != tail; n = n.next {
			if indexCd(out, n.inv) >= 0 {
				continue
			}
			o := other.find(n.inv, tail)
			out = append(out, cdNode{inv: n.inv, passed: n.passed && o != nil && o.passed})
		}
	}
	add(a, b)
	add(b, a)
	head := tail
	for i := len(out) - 1; i >= 0; i-- {
		head = head.push(out[i].inv, out[i].passed)
	}
	return head
}

// maxCds bounds the changes of directory that are kept apart where paths meet.
const maxCds = 128

// anyCd stands for every change of directory, of which none is sure to have succeeded.
var anyCd = &cdNode{length: 1}

func longerThan(n, tail *cdNode) bool {
	for i := 0; n != tail; n = n.next {
		if i++; i > maxCds {
			return true
		}
	}
	return false
}

func commonTail(a, b *cdNode) *cdNode {
	for a != b {
		switch {
		case a == nil || b == nil:
			return nil
		case a.length > b.length:
			a = a.next
		case b.length > a.length:
			b = b.next
		default:
			a, b = a.next, b.next
		}
	}
	return a
}

func indexCd(list []cdNode, inv *Invocation) int {
	for i := range list {
		if list[i].inv == inv {
			return i
		}
	}
	return -1
}

// find looks for a change of directory in the list, up to the node end.
func (n *cdNode) find(inv *Invocation, end *cdNode) *cdNode {
	for ; n != end; n = n.next {
		if n.inv == inv || n.inv == nil {
			return n
		}
	}
	return nil
}

func (n *cdNode) push(inv *Invocation, passed bool) *cdNode {
	return n.link(&cdNode{inv: inv, passed: passed})
}

// link puts a new change of directory before the others.
func (n *cdNode) link(newest *cdNode) *cdNode {
	newest.length, newest.next = 1, n
	if n != nil {
		newest.length = n.length + 1
	}
	return newest
}

// ReachedWithout reports whether the shell reaches the invocation also when cd, an
// earlier change of directory of the same shell, failed: after ; a newline, & or ||.
func (inv *Invocation) ReachedWithout(cd *Invocation) bool { return inv.cds.unsure(cd) }

// ReachedWithout reports whether the shell opens the redirect also when cd failed.
func (r *Redirect) ReachedWithout(cd *Invocation) bool { return r.cds.unsure(cd) }

func (n *cdNode) unsure(cd *Invocation) bool {
	n = n.find(cd, nil)
	return n != nil && !n.passed
}

// After reports whether cd, a change of directory, is on the invocation's way in the
// same shell.
func (inv *Invocation) After(cd *Invocation) bool { return inv.cds.find(cd, nil) != nil }
