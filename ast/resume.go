package ast

// mark is where a walk stood before a statement of the uppermost level: what it knew of the
// shell, and how much it had recorded.
type mark struct {
	st *state
	// plain says that nothing but the state counts: no function, no trap, nothing of what
	// holds on every path. posix is the process's.
	plain, posix                                          bool
	invocations, redirs, tests, nested, hazards, assigned int32
	spent                                                 int
}

func (w *walker) mark(st *state) mark {
	s, p := w.root, w.process
	return mark{
		st: st, posix: p.posix,
		plain: len(p.functions)+len(p.aliases)+len(p.attributed)+len(w.pending) == 0 && p.later == nil && p.failed == nil &&
			!p.references && !p.exported && !p.startup,
		invocations: int32(len(s.Invocations)), redirs: int32(len(s.Redirs)), tests: int32(len(s.Tests)),
		nested: int32(len(s.Nested)), hazards: int32(len(s.Hazards)), assigned: int32(len(s.Assigned)), spent: s.spent,
	}
}

// same reports whether what follows a mark is walked alike from another one, where it is the
// same bytes.
func (m mark) same(o mark) bool {
	return m.plain && o.plain && m.posix == o.posix && m.invocations == o.invocations && m.spent == o.spent && m.st.same(o.st)
}

// meets reports whether the walk of a rewritten script, before the statement i of the
// uppermost level, stands where the walk of the script before it stood: the rest of both
// texts is the same, and so is all that the walk knows. Then what was recorded of the rest
// is taken as it is, and belongs to the script before: to its text, with its spans.
func (w *walker) meets(i int, st *state) bool {
	before := w.before
	if before == nil && !w.root.Source.Resumable {
		return false
	}
	now := w.mark(st)
	if before == nil {
		t := w.root.tree
		if t.marks == nil {
			t.marks = make([]mark, 0, len(t.file.Stmts))
		}
		t.marks = append(t.marks, now)
		return false
	}
	if i >= len(before.tree.marks) || before.tree.whole {
		return false
	}
	was := before.tree.marks[i]
	here, _ := w.root.tree.begins(i)
	there, _ := before.tree.begins(i)
	rest := len(w.root.Source.Text) - here
	if rest > w.common || rest != len(before.Source.Text)-there || !now.same(was) {
		return false
	}
	root := w.root
	root.Invocations = append(root.Invocations, before.Invocations[was.invocations:]...)
	root.Redirs = append(root.Redirs, before.Redirs[was.redirs:]...)
	root.Tests = append(root.Tests, before.Tests[was.tests:]...)
	root.Nested = append(root.Nested, before.Nested[was.nested:]...)
	root.Hazards = append(root.Hazards, before.Hazards[was.hazards:]...)
	root.Assigned = append(root.Assigned, before.Assigned[was.assigned:]...)
	root.spent = before.spent
	return true
}

// same reports whether two states of different walks say the same. What a state says of a
// substitution, or of a change of directory, belongs to the walk that it was made in.
func (st *state) same(o *state) bool {
	if st == nil || o == nil {
		return st == o
	}
	return st.options == o.options && st.homeChanged == o.homeChanged && st.cds == o.cds && st.params == o.params &&
		sameAnywhere(st.dir, o.dir) && sameAnywhere(st.oldDir, o.oldDir) && st.vars.same(o.vars)
}

func (b *binding) same(o *binding) bool {
	for b != o {
		if b == nil || o == nil || b.name != o.name || b.unset != o.unset || b.exported != o.exported || b.length != o.length || !sameAnywhere(b.value, o.value) {
			return false
		}
		b, o = b.next, o.next
	}
	return true
}

// sameAnywhere reports whether two values are spelled alike, and hold nothing of a script.
func sameAnywhere(a, b Value) bool {
	for _, alt := range a.Alts() {
		for i := range alt {
			if alt[i].Of != nil {
				return false
			}
		}
	}
	return a.Same(b)
}
