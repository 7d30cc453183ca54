package ast

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// state is what is known at one point of a script. It is never changed in place, so
// that the branches of a script can share it; a nil state is a point that is never
// reached.
type state struct {
	dir    Value
	oldDir Value
	vars   *binding
	cds    *cdNode
	// errexit says that set -e is in force.
	errexit bool
	// homeChanged says that HOME may not be the caller's.
	homeChanged bool
	// physical says that set -P is in force: cd follows links before it reads a "..".
	physical bool
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
	length   int
}

// maxBindings bounds the list of assignments that is searched for a name; a longer
// one is rid of the assignments that newer ones hide, and beyond it nothing older
// is known.
const maxBindings = 128

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

func (b *binding) push(n binding) *binding {
	if b != nil {
		n.length = b.length
	}
	if n.length >= maxBindings {
		b = b.compact()
		if n.length = b.length; n.length >= maxBindings {
			b = &binding{value: Unknown("the script has too many variables", ""), length: 0}
			n.length = 0
		}
	}
	n.length++
	n.next = b
	return &n
}

// compact returns the list without the bindings that newer ones hide.
func (b *binding) compact() *binding {
	var keep []*binding
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

func (st *state) withDir(dir Value) *state {
	next := *st
	next.oldDir, next.dir = st.dir, dir
	return &next
}

func (st *state) assign(name string, v Value, exported bool) *state {
	next := *st
	if old := st.vars.lookup(name); old != nil && old.exported {
		exported = true
	}
	next.vars = st.vars.push(binding{name: name, value: v, exported: exported})
	if name == "HOME" {
		next.homeChanged = true
	}
	return &next
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
	next := *st
	next.vars = &binding{value: Unknown(reason, ""), length: 1}
	next.dir, next.oldDir = Unknown(reason, ""), Unknown(reason, "")
	next.homeChanged = true
	return &next
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
	out.errexit = a.errexit && b.errexit
	out.physical = a.physical || b.physical
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
	out := a
	seen := map[string]bool{}
	for _, list := range [...]*binding{a, b} {
		for n := list; n != nil && !isTail(n, a, b); n = n.next {
			if seen[n.name] {
				continue
			}
			seen[n.name] = true
			if n.name == "" {
				return out.push(*n)
			}
			out = out.push(joinBinding(n.name, a.lookup(n.name), b.lookup(n.name)))
		}
	}
	return out
}

// isTail reports whether n belongs to both lists, so that from there on they agree.
func isTail(n, a, b *binding) bool { return has(a, n) && has(b, n) }

func has(list, n *binding) bool {
	for ; list != nil; list = list.next {
		if list == n {
			return true
		}
	}
	return false
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
		if n.inv == inv {
			return n
		}
	}
	return nil
}

func (n *cdNode) push(inv *Invocation, passed bool) *cdNode {
	length := 1
	if n != nil {
		length = n.length + 1
	}
	return &cdNode{inv: inv, passed: passed, length: length, next: n}
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

// effects is what running a piece of script may do to the shell that runs it.
type effects struct {
	names []string // the variables it assigns
	calls []string // the programs and functions it names, known ones
	cd    bool     // it changes the directory
	all   bool     // it may do anything: eval, source
}

// effectsOf lists what a piece of script may assign, without walking into the
// shells that it starts.
func effectsOf(node syntax.Node) effects {
	var e effects
	syntax.Walk(node, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Subshell, *syntax.CmdSubst, *syntax.ProcSubst:
			return false
		case *syntax.Redirect:
			if n.N != nil && strings.HasPrefix(n.N.Value, "{") {
				e.names = append(e.names, strings.Trim(n.N.Value, "{}"))
			}
		case *syntax.CoprocClause:
			e.names = append(e.names, "COPROC", "COPROC_PID")
			if n.Name != nil {
				e.names = append(e.names, n.Name.Lit(), n.Name.Lit()+"_PID")
			}
		case *syntax.BinaryTest:
			if arithmetic(n.Op) {
				e.names = append(e.names, assignedIn(n.X)...)
				e.names = append(e.names, assignedIn(n.Y)...)
			}
		case *syntax.Assign:
			if n.Name != nil {
				e.names = append(e.names, n.Name.Value)
			}
		case *syntax.DeclClause:
			e.all = e.all || refers(n)
		case *syntax.WordIter:
			e.names = append(e.names, n.Name.Value)
		case *syntax.BinaryArithm, *syntax.UnaryArithm:
			e.arithm(n)
		case *syntax.ParamExp:
			if n.Exp != nil && n.Param != nil && (n.Exp.Op == syntax.AssignUnset || n.Exp.Op == syntax.AssignUnsetOrNull) {
				e.names = append(e.names, n.Param.Value)
			}
		case *syntax.CallExpr:
			e.call(n)
		}
		return true
	})
	return e
}

func (e *effects) arithm(node syntax.Node) {
	operand := func(x syntax.ArithmExpr) {
		if w, ok := x.(*syntax.Word); ok {
			if name := w.Lit(); name != "" {
				e.names = append(e.names, name)
			}
		}
	}
	switch n := node.(type) {
	case *syntax.BinaryArithm:
		if assignsTo(n.Op) {
			operand(n.X)
		}
	case *syntax.UnaryArithm:
		if n.Op == syntax.Inc || n.Op == syntax.Dec {
			operand(n.X)
		}
	}
}

func assignsTo(op syntax.BinAritOperator) bool {
	switch op {
	case syntax.Assgn, syntax.AddAssgn, syntax.SubAssgn, syntax.MulAssgn, syntax.QuoAssgn, syntax.RemAssgn,
		syntax.AndAssgn, syntax.OrAssgn, syntax.XorAssgn, syntax.ShlAssgn, syntax.ShrAssgn:
		return true
	}
	return false
}

// refers reports whether a declaration makes references (declare -n), by which an
// assignment to one variable changes another.
func refers(decl *syntax.DeclClause) bool {
	for _, a := range decl.Args {
		if a.Name != nil || decl.Variant.Value == "export" {
			continue
		}
		if text, ok := literalWord(a.Value); !ok || strings.HasPrefix(text, "-") && strings.Contains(text, "n") {
			return true
		}
	}
	return decl.Variant.Value == "nameref"
}

// arithmetic reports whether [[ … ]] evaluates the operands as arithmetic, where they
// may assign.
func arithmetic(op syntax.BinTestOperator) bool {
	switch op {
	case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
		return true
	}
	return false
}

func assignedIn(x syntax.TestExpr) []string {
	word, ok := x.(*syntax.Word)
	if !ok {
		return nil
	}
	text, _ := literalWord(word)
	name, _, assigns := strings.Cut(text, "=")
	name = strings.TrimRight(name, "+-*/%&|^<>")
	if !assigns || !isName(name) {
		return nil
	}
	return []string{name}
}

func (e *effects) call(call *syntax.CallExpr) {
	for i, word := range call.Args {
		// Any word may be the name behind a wrapper (command cd), so all are looked at;
		// a name that is not literal may be anything.
		name, ok := literalWord(word)
		if !ok {
			// A variable may well hold cd; a program that is not known is taken to be none
			// of the shell's own.
			e.cd = e.cd || i == 0
			continue
		}
		switch programName(name) {
		case "cd", "pushd", "popd", "chdir":
			e.cd = true
		case "eval", "source", ".":
			e.all = e.all || i == 0
		}
		if i == 0 {
			e.calls = append(e.calls, name)
			if assigns(name) {
				for _, w := range call.Args[1:] {
					if arg, ok := literalWord(w); ok {
						arg, _, _ = strings.Cut(arg, "=")
						e.names = append(e.names, arg)
					}
				}
			}
		}
	}
}

// assigns reports whether a builtin's operands are names that it assigns.
func assigns(name string) bool {
	switch name {
	case "read", "mapfile", "readarray", "getopts", "printf", "unset", "wait", "export", "declare", "typeset", "local", "readonly", "let", "vared", "set":
		return true
	}
	return false
}

// apply returns the state after a piece of script with these effects, of which it
// is not known how far it got.
func (st *state) apply(e effects, reason string) *state {
	if e.all {
		return st.forget(reason)
	}
	next := st
	for _, name := range e.names {
		next = next.assign(name, Unknown(reason, name), false)
	}
	if e.cd {
		next = next.withDir(Unknown(reason, ""))
	}
	return next
}
