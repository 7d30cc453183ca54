package ast

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// walker follows one script statement by statement and records what it starts. The
// outermost script's lists are shared by the walkers of nested scripts.
type walker struct {
	root   *Script // where everything is recorded
	script *Script // the script that is walked
	depth  int     // how many scripts carry it

	where     Where
	via       []string
	frozen    string
	functions map[string]effects
	aliases   map[string]bool
	loops     []*loop
	loopDepth int
	funcDepth int
	// tested counts the places around where set -e does not count: conditions, the left
	// sides of && and ||, and functions, which may be called there.
	tested int
	// reach is the index of the last invocation that is asked for; -1 asks for all.
	reach int
	// quiet says that the words are read again and record nothing.
	quiet      bool
	ifsChanged bool
	// pending are the names that expansions of the statement assign: ${X:=w}, $((X=1)).
	pending []string
	// later is what traps may do to the shell before any statement; nil without traps.
	later *effects
	// attributed are the variables whose attributes (declare -i, -u) change what an
	// assignment gives; references says that variables refer to others (declare -n).
	attributed map[string]bool
	references bool
	// lastPipe says that the last element of a pipeline runs in the shell itself.
	lastPipe bool
	whole    *effects     // those of the whole script, made when first asked for
	top      *syntax.File // the script that is walked, as parsed

	*arena
}

// loop gathers the states in which a loop is left early.
type loop struct{ breaks, continues *state }

func newWalker(script *Script, reach int) *walker {
	return &walker{root: script, script: script, reach: reach, arena: script.tree.grammar.store()}
}

func (w *walker) file(file *syntax.File) {
	w.top = file
	st := &state{dir: w.script.Source.Dir}
	for _, s := range file.Stmts {
		if w.reach >= 0 && len(w.root.Invocations) > w.reach {
			return
		}
		st = w.after(w.stmt(s, st), st)
	}
}

func spanOf(n syntax.Node) Span { return Span{int(n.Pos().Offset()), int(n.End().Offset())} }

// inside walks with further constructs around, and puts the walker back as it was.
func (w *walker) inside(where Where, walk func()) {
	old := w.where
	w.where |= where
	walk()
	w.where = old
}

// next is the state after a command where another one follows it, without set -e.
func (f flow) next() *state {
	if f.sure {
		return f.ok
	}
	return join(f.ok, f.fail)
}

func (w *walker) stmts(list []*syntax.Stmt, st *state) flow {
	f := flow{ok: st, fail: nil, sure: true}
	for i, s := range list {
		if i > 0 {
			st = w.after(f, st)
		}
		f = w.stmt(s, st)
	}
	return f
}

// after is the state in which the statement after one with the flow f begins.
func (w *walker) after(f flow, before *state) *state {
	if w.tested == 0 && before != nil && before.errexit && (f.ok == nil || f.ok.errexit) {
		return join(f.ok, f.list)
	}
	return f.next()
}

func (w *walker) stmt(s *syntax.Stmt, st *state) flow {
	if st == nil {
		w.command(s, &state{dir: Unknown("the command is never reached", ""), vars: &binding{value: Unknown("the command is never reached", ""), length: 1}})
		return flow{}
	}
	if w.later != nil {
		st = st.apply(*w.later, "a trap may change it")
	}
	if s.Background || s.Coprocess || s.Disown {
		w.inside(InBackground, func() { w.command(s, st) })
		return flow{ok: st, fail: st, sure: true}
	}
	if s.Negated {
		w.tested++
	}
	f := w.command(s, st)
	if s.Negated {
		w.tested--
	}
	if len(w.pending) > 0 {
		f = w.settle(f)
	}
	if s.Negated {
		f = flow{ok: f.fail, fail: f.ok, list: f.ok}
		if f.ok == nil {
			f.ok = f.fail
		}
	}
	return f
}

// settle makes the assignments of a statement's own expansions count after it.
func (w *walker) settle(f flow) flow {
	e := effects{names: w.pending}
	w.pending = nil
	change := func(st *state) *state {
		if st == nil {
			return nil
		}
		return st.apply(e, "an expansion assigns it")
	}
	return flow{ok: change(f.ok), fail: change(f.fail), list: change(f.list), sure: f.sure}
}

// command walks a statement's command with its redirects.
func (w *walker) command(s *syntax.Stmt, st *state) flow {
	if call, ok := s.Cmd.(*syntax.CallExpr); ok {
		return w.call(call, s.Redirs, st)
	}
	first := len(w.root.Invocations)
	f := same(st)
	if s.Cmd != nil {
		f = w.compound(s.Cmd, st)
	}
	for _, r := range s.Redirs {
		w.redirect(r, nil, first, st)
	}
	return f
}

func (w *walker) compound(cmd syntax.Command, st *state) flow {
	switch cmd := cmd.(type) {
	case *syntax.BinaryCmd:
		return w.binary(cmd, st)
	case *syntax.Block:
		return w.stmts(cmd.Stmts, st)
	case *syntax.Subshell:
		w.shell(InSubshell, func() { w.stmts(cmd.Stmts, st) })
		return same(st)
	case *syntax.IfClause:
		return w.ifClause(cmd, st)
	case *syntax.WhileClause:
		return w.while(cmd, st)
	case *syntax.ForClause:
		return w.forClause(cmd, st)
	case *syntax.CaseClause:
		return w.caseClause(cmd, st)
	case *syntax.FuncDecl:
		return w.function(cmd, st)
	case *syntax.DeclClause:
		return w.declare(cmd, st)
	case *syntax.TimeClause:
		if cmd.Stmt != nil {
			return w.stmt(cmd.Stmt, st)
		}
	case *syntax.CoprocClause:
		w.shell(InBackground, func() { w.stmt(cmd.Stmt, st) })
		name := "COPROC"
		if cmd.Name != nil {
			name = cmd.Name.Lit()
		}
		w.assignLater(name, name+"_PID")
	case *syntax.TestDecl:
		w.inside(InFunction, func() { w.stmt(cmd.Body, st) })
	default: // [[ … ]], (( … )), let
		w.scan(cmd, st)
		e := effectsOf(cmd)
		w.noteAssign(e.names...)
		return same(st.apply(e, "it is the result of arithmetic"))
	}
	return same(st)
}

// shell walks what runs in a shell of its own: its loops are not those outside.
func (w *walker) shell(where Where, walk func()) {
	loops, pending, later := w.loops, w.pending, w.later
	w.loops, w.pending = nil, nil
	w.inside(where, walk)
	w.loops, w.pending, w.later = loops, pending, later
}

func (w *walker) binary(cmd *syntax.BinaryCmd, st *state) flow {
	if cmd.Op == syntax.Pipe || cmd.Op == syntax.PipeAll {
		return w.pipeline(cmd, st)
	}
	w.tested++
	left := w.stmt(cmd.X, st)
	w.tested--
	var right flow
	if cmd.Op == syntax.AndStmt {
		w.inside(InConditional, func() { right = w.stmt(cmd.Y, left.ok) })
		return flow{
			ok: right.ok, fail: join(failed(left), right.fail),
			list: join(failed(left), right.list), sure: left.sure && right.sure,
		}
	}
	w.inside(InConditional, func() { right = w.stmt(cmd.Y, left.fail) })
	return flow{ok: join(left.ok, right.ok), fail: right.fail, list: right.list, sure: left.sure}
}

// failed is the state after a failure; none where the command is sure to succeed.
func failed(f flow) *state {
	if f.sure {
		return nil
	}
	return f.fail
}

// pipeline walks the elements of a pipeline, each in a shell of its own; zsh runs
// the last one in the current shell.
func (w *walker) pipeline(cmd *syntax.BinaryCmd, st *state) flow {
	var elems []*syntax.Stmt
	var x *syntax.Stmt
	for c := cmd; ; {
		elems = append(elems, c.Y)
		x = c.X
		inner, ok := x.Cmd.(*syntax.BinaryCmd)
		if !ok || inner.Op != syntax.Pipe && inner.Op != syntax.PipeAll || len(x.Redirs) > 0 || x.Negated {
			break
		}
		c = inner
	}
	elems = append(elems, x)
	last := flow{}
	starts := make([]int, 0, len(elems)+1)
	for i := len(elems) - 1; i >= 0; i-- {
		starts = append(starts, len(w.root.Invocations))
		w.shell(InPipe, func() { last = w.stmt(elems[i], st) })
	}
	starts = append(starts, len(w.root.Invocations))
	w.connect(starts)
	if (w.script.Source.Dialect == Zsh || w.lastPipe) && last.ok != nil {
		return flow{ok: last.ok, fail: join(last.fail, last.ok), sure: false}
	}
	return same(st)
}

// connect ties the neighbours of a pipeline whose elements start at these indexes.
func (w *walker) connect(starts []int) {
	all := w.root.Invocations
	for e := 0; e+2 < len(starts); e++ {
		from, mid, to := starts[e], starts[e+1], starts[e+2]
		var next *Invocation
		if mid < to {
			next = all[mid]
		}
		for _, inv := range all[from:mid] {
			if inv.Piped || inv.Where&InSubstitution != 0 && w.where&InSubstitution == 0 {
				continue
			}
			inv.Piped, inv.PipeTo = true, next
		}
		if next != nil && mid > from {
			next.PipeFrom = all[mid-1]
		}
	}
}

func (w *walker) ifClause(cmd *syntax.IfClause, st *state) flow {
	if cmd.ThenPos == cmd.Position || len(cmd.Cond) == 0 { // else
		var f flow
		w.inside(InConditional, func() { f = w.stmts(cmd.Then, st) })
		return f
	}
	w.tested++
	cond := w.stmts(cmd.Cond, st)
	w.tested--
	var then flow
	w.inside(InConditional, func() { then = w.stmts(cmd.Then, cond.ok) })
	otherwise := flow{ok: failed(cond)}
	if cmd.Else != nil {
		w.inside(InConditional, func() { otherwise = w.ifClause(cmd.Else, cond.fail) })
		if cond.sure {
			otherwise = flow{}
		}
	}
	return either(then, otherwise)
}

// either is the flow of a command that took one of two ways.
func either(a, b flow) flow {
	return flow{
		ok: join(a.ok, b.ok), fail: join(failed(a), failed(b)), list: join(a.list, b.list),
		sure: (a.sure || a.ok == nil && a.fail == nil) && (b.sure || b.fail == nil),
	}
}

// maxScans is how deep loops, or functions, may nest in one another for each to be
// scanned by itself; beyond it nothing is known of what they change.
const maxScans = 4

// loopState is the state at the head of a loop: what its body assigns is not known
// there. Deeply nested loops are not scanned again and again.
func (w *walker) loopState(st *state, nodes ...syntax.Node) *state {
	const reason = "it changes in a loop"
	if st == nil {
		return nil
	}
	if w.loopDepth > maxScans {
		return st.forget(reason)
	}
	for _, n := range nodes {
		st = st.apply(effectsOf(n), reason)
	}
	return st
}

// body walks the body of a loop and returns the states of its end and of breaks.
func (w *walker) body(list []*syntax.Stmt, st *state) (end, breaks *state) {
	l := &loop{}
	w.loops = append(w.loops, l)
	w.loopDepth++
	var f flow
	w.inside(InLoop, func() { f = w.stmts(list, st) })
	w.loopDepth--
	w.loops = w.loops[:len(w.loops)-1]
	return join(w.after(f, st), l.continues), l.breaks
}

func (w *walker) while(cmd *syntax.WhileClause, st *state) flow {
	head := w.loopState(st, cmd)
	var cond flow
	w.loopDepth++
	w.tested++
	w.inside(InLoop, func() { cond = w.stmts(cmd.Cond, head) })
	w.tested--
	w.loopDepth--
	enter, leave := cond.ok, cond.fail
	if cmd.Until {
		enter, leave = leave, enter
	}
	_, breaks := w.body(cmd.Do, enter)
	return same(join(leave, breaks))
}

func (w *walker) forClause(cmd *syntax.ForClause, st *state) flow {
	head := w.loopState(st, cmd)
	nonEmpty := false
	switch l := cmd.Loop.(type) {
	case *syntax.WordIter:
		items := w.expandAll(nil, l.Items, st)
		nonEmpty = len(items) > 0 && !items[0].Many
		head = head.assign(l.Name.Value, listed(items), false)
		w.noteAssign(l.Name.Value)
	case *syntax.CStyleLoop:
		w.scan(l, st)
		w.noteAssign(effectsOf(l).names...)
	}
	end, breaks := w.body(cmd.Do, head)
	after := join(end, breaks)
	if !nonEmpty {
		after = join(st, after)
	}
	return same(after)
}

// listed is the value of a loop's variable: one of the words.
func listed(items []Arg) Value {
	out := Value{}
	for _, item := range items {
		if _, ok := item.Value.Texts(); !ok || item.Many {
			return Unknown("it is one of a list that is not known: "+item.Value.Reason(), "")
		}
		out = merge(out, item.Value)
	}
	if out.None() {
		return Unknown("it is one of a list that is not known", "")
	}
	return out
}

func (w *walker) caseClause(cmd *syntax.CaseClause, st *state) flow {
	w.scanWord(cmd.Word, st)
	out := flow{ok: st}
	var through *state
	for _, item := range cmd.Items {
		for _, p := range item.Patterns {
			w.scanWord(p, st)
		}
		var f flow
		w.inside(InConditional, func() { f = w.stmts(item.Stmts, join(st, through)) })
		through = nil
		if item.Op == syntax.Fallthrough || item.Op == syntax.Resume || item.Op == syntax.ResumeKorn {
			through = f.next()
		}
		out = either(out, f)
	}
	out.sure = false
	return out
}

func (w *walker) function(cmd *syntax.FuncDecl, st *state) flow {
	names := cmd.Names
	if cmd.Name != nil {
		names = append(names[:len(names):len(names)], cmd.Name)
	}
	e := effects{all: true}
	if w.funcDepth <= maxScans {
		e = effectsOf(cmd.Body)
	}
	for _, name := range names {
		if w.functions == nil {
			w.functions = map[string]effects{}
		}
		w.functions[name.Value] = e
		if isTool(name.Value) {
			w.hazard(spanOf(name), HazardShadow, "a function takes the name of "+name.Value+": what a later "+name.Value+" starts is not known")
		}
	}
	entry := st.apply(w.wholeEffects(), "a function can be called at any place")
	w.funcDepth++
	w.tested++
	w.shell(InFunction, func() { w.stmt(cmd.Body, entry) })
	w.tested--
	w.funcDepth--
	return flow{ok: st, fail: st, sure: true}
}

// isTool reports whether a name is one that decisions rest on.
func isTool(name string) bool {
	switch name {
	case "git", "gh", "curl", "wget", "cd", "pushd", "eval":
		return true
	}
	return findWrapper(name) != nil
}

func (w *walker) wholeEffects() effects {
	if w.whole == nil {
		e := effectsOf(w.top)
		e.all = false
		w.whole = &e
	}
	return *w.whole
}

// declare is export, declare, local, readonly, typeset.
func (w *walker) declare(cmd *syntax.DeclClause, st *state) flow {
	exported, removed, attributed := cmd.Variant.Value == "export", false, false
	next := st
	for _, a := range cmd.Args {
		switch {
		case a.Name == nil: // an option, or an expansion that may name anything
			text, ok := literalWord(a.Value)
			if !ok {
				w.scanWord(a.Value, st)
				next = next.withVars(&binding{value: Unknown("an expansion may have assigned it", ""), length: 1})
				w.noteAssign("")
				continue
			}
			if strings.HasPrefix(text, "-") {
				removed = removed || exported && strings.Contains(text, "n")
				exported = exported || strings.Contains(text, "x")
				attributed = attributed || cmd.Variant.Value != "export" && strings.ContainsAny(text, "iulc")
				if cmd.Variant.Value != "export" && strings.Contains(text, "n") {
					w.references = true
					next = next.withVars(&binding{value: Unknown("variables refer to each other", ""), length: 1})
				}
			}
		case removed:
			w.noteAssign(a.Name.Value)
			unexported := *next
			unexported.vars = next.vars.push(binding{name: a.Name.Value, value: w.variable(a.Name.Value, next)})
			next = &unexported
		case a.Naked && attributed:
			w.attribute(a.Name.Value)
		case a.Naked:
			if b := next.vars.lookup(a.Name.Value); b != nil && exported {
				next = next.assign(a.Name.Value, b.value, true)
			}
		default:
			if attributed {
				w.attribute(a.Name.Value)
			}
			next = next.assign(a.Name.Value, w.assigned(a, st), exported)
			w.noteAssign(a.Name.Value)
		}
	}
	return flow{ok: next, fail: next, sure: true}
}

func (w *walker) attribute(name string) {
	if w.attributed == nil {
		w.attributed = map[string]bool{}
	}
	w.attributed[name] = true
}

func (st *state) withVars(vars *binding) *state {
	next := *st
	next.vars, next.homeChanged = vars, true
	return &next
}

// assigned is the value that an assignment gives.
func (w *walker) assigned(a *syntax.Assign, st *state) Value {
	switch {
	case w.references || w.attributed[a.Name.Value]:
		w.scan(a, st)
		return Unknown("it has an attribute that changes what it holds", a.Name.Value)
	case a.Array != nil || a.Index != nil:
		w.scan(a, st)
		return Unknown("it is an array", a.Name.Value)
	case a.Append:
		return concat(w.variable(a.Name.Value, st), w.single(a.Value, st))
	}
	return w.single(a.Value, st)
}

// assignLater notes variables that the statement assigns while it is expanded.
func (w *walker) assignLater(names ...string) {
	if !w.quiet {
		w.pending = append(w.pending, names...)
	}
	w.noteAssign(names...)
}

// noteAssign records assignments that the shell itself keeps.
func (w *walker) noteAssign(names ...string) {
	if w.quiet {
		return
	}
	for _, name := range names {
		w.ifsChanged = w.ifsChanged || name == "IFS"
	}
	w.root.Assigned = append(w.root.Assigned, names...)
}

// redirect records one redirect. Own is the simple command it belongs to, or nil;
// first is the index of the first invocation that runs under it.
func (w *walker) redirect(r *syntax.Redirect, own *Invocation, first int, st *state) {
	if r.Hdoc != nil {
		w.scanWord(r.Hdoc, st)
	}
	target := Arg{Span: spanOf(r.Word), Frozen: w.frozen}
	switch words := w.word(w.words(1), r.Word, st); {
	case r.Op == syntax.Hdoc || r.Op == syntax.DashHdoc:
		target.Value = Unknown("it is the end mark of a here-document", "")
	case len(words) == 1:
		target.Value, target.Many = words[0].Value, words[0].Many
	default:
		target.Value = Unknown("it is no single word", "")
	}
	if w.quiet {
		return
	}
	start := int(r.OpPos.Offset())
	if r.N != nil && strings.HasPrefix(r.N.Value, "{") {
		w.assignLater(strings.Trim(r.N.Value, "{}"))
	}
	if r.N != nil {
		start = int(r.N.Pos().Offset())
	}
	red := &Redirect{
		In: w.script, Span: Span{start, target.Span.End}, Op: r.Op.String(), FD: descriptor(r),
		Target: target, Own: own, First: first, Last: len(w.root.Invocations), Dir: st.dir, Where: w.where, cds: st.cds,
	}
	w.root.Redirs = append(w.root.Redirs, red)
	if own != nil {
		own.Redirs = append(own.Redirs, red)
	}
}

func descriptor(r *syntax.Redirect) int {
	if r.N == nil {
		switch r.Op {
		case syntax.RdrIn, syntax.DplIn, syntax.RdrInOut, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
			return 0
		}
		return 1
	}
	n, _ := Descriptor(r.N.Value)
	return n
}

// substitution walks the statements of $(…), a backquote, <(…) or >(…).
func (w *walker) substitution(list []*syntax.Stmt, backquotes bool, st *state) {
	if w.quiet {
		return
	}
	frozen := w.frozen
	if backquotes {
		w.frozen = "it stands in backquotes, whose escapes hide where its words end"
	}
	w.shell(InSubstitution, func() { w.stmts(list, st) })
	w.frozen = frozen
}

// scan walks the substitutions below a node.
func (w *walker) scan(node syntax.Node, st *state) {
	if w.quiet {
		return
	}
	syntax.Walk(node, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			w.substitution(n.Stmts, n.Backquotes, st)
			return false
		case *syntax.ProcSubst:
			w.substitution(n.Stmts, false, st)
			return false
		}
		return true
	})
}

func (w *walker) scanWord(word *syntax.Word, st *state) {
	if word == nil {
		return
	}
	if _, plain := plainLiteral(word); !plain {
		w.scan(word, st)
	}
}

func (w *walker) hazard(span Span, kind HazardKind, message string) {
	w.root.Hazards = append(w.root.Hazards, Hazard{In: w.script, Span: span, Kind: kind, Message: message})
}

// isPwd reports whether a substitution is $(pwd).
func isPwd(list []*syntax.Stmt) bool {
	if len(list) != 1 || len(list[0].Redirs) > 0 || list[0].Negated || list[0].Background {
		return false
	}
	call, ok := list[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) != 1 || len(call.Assigns) > 0 {
		return false
	}
	name, ok := literalWord(call.Args[0])
	return ok && name == "pwd"
}
