package ast

import (
	"slices"
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
	loop      *loop // the innermost one around, or nil
	loopDepth int
	funcDepth int
	// scans counts the texts around that are looked through for effects.
	scans int
	// tested counts the places around where set -e does not count: conditions, the left
	// sides of && and ||, and functions, which may be called there.
	tested int
	// reach is the index of the last invocation that is asked for, as Apply says.
	reach int
	// before is the script that the one which is walked was made of, and common how many
	// bytes at the end of both are the same; nil where there is none.
	before *Script
	common int
	// quiet says that the words are read again and record nothing.
	quiet bool
	// holder is the invocation whose words are walked; nil outside of any.
	holder *Invocation
	// pending are the names that expansions of the statement assign: ${X:=w}, $((X=1)).
	pending []string
	whole   *effects // those of the whole script, made when first asked for
	around  *walker  // of the script whose shell runs this one, too; nil for a shell's own
	begins  *state   // what is known where the outermost script begins

	*process
	*arena
}

// process is what the walkers of one shell's scripts share: what holds from where it
// appears on, on every path.
type process struct {
	functions map[string]effects
	aliases   map[string]bool
	// later is what traps may do to the shell before any statement; nil without traps.
	later *effects
	// attributed are the variables whose attributes (declare -i, readonly) change what an
	// assignment gives; references says that variables refer to others (declare -n).
	attributed map[string]bool
	references bool
	// exported says that functions may be known to the shells that this one starts.
	exported bool
	// startup says that a file which is not known may run at the start of each shell that
	// this one starts.
	startup bool
	// posix says that the shell may know no more than POSIX.
	posix bool
	// failed joins the states in which an expansion may have failed, which drops what
	// follows up to the end of the line.
	failed *state
}

// loop gathers the states in which a loop is left early.
type loop struct {
	breaks, continues *state
	outer             *loop
}

func newWalker(script *Script, reach int) *walker {
	w := &struct { // in one allocation
		walker
		process process
		begins  state
	}{walker: walker{root: script, script: script, reach: reach, arena: script.tree.grammar.store(len(script.Source.Text))}}
	w.walker.process = &w.process
	w.begins.dir = script.Source.Dir
	w.walker.begins = &w.begins
	return &w.walker
}

func (w *walker) file(file *syntax.File) {
	w.lines(file.Stmts, w.begins)
}

// lines walks the statements of a whole script. Where an expansion failed, the shell goes
// on with the next line.
func (w *walker) lines(list []*syntax.Stmt, st *state) flow {
	f := flow{ok: st, sure: true}
	for i := 0; i < len(list) || w.goesOn(i); i++ {
		if i > 0 {
			st = w.after(f, st)
		}
		if w.reach != Afresh && len(w.root.Invocations) > w.reach || w.depth == 0 && w.meets(i, st) {
			break
		}
		if i == len(list) {
			list = w.script.all().Stmts
		}
		if i == len(list) {
			break // the tree says why
		}
		s := list[i]
		if w.failed != nil && i > 0 && strings.Contains(w.script.Source.Text[list[i-1].Pos().Offset():s.Pos().Offset()], "\n") {
			st = join(st, w.failed)
		}
		f = w.stmt(s, st)
	}
	return f
}

// goesOn reports whether the outermost script has a statement i that was not parsed at first.
func (w *walker) goesOn(i int) bool {
	if w.depth > 0 {
		return false
	}
	_, more := w.script.tree.begins(i)
	return more
}

// mayFail notes that an expansion may fail in this state.
func (w *walker) mayFail(st *state) {
	if !w.quiet {
		w.failed = join(w.failed, st)
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
	if f := bodyEnds(s); f != nil {
		s = declared(s, f)
	}
	if st == nil {
		w.command(s, &state{dir: Unknown("the command is never reached", ""), vars: &binding{value: Unknown("the command is never reached", ""), length: 1}})
		return flow{}
	}
	if w.later != nil {
		st = w.apply(st, *w.later, "a trap may change it")
	}
	if s.Background || s.Coprocess || s.Disown {
		if cmd, list := s.Cmd.(*syntax.BinaryCmd); list && w.script.Source.Dialect == Zsh && cmd.Op != syntax.Pipe && cmd.Op != syntax.PipeAll {
			// zsh runs all but the last of a list itself.
			w.inside(InBackground, func() { w.command(s, st) })
			return same(w.apply(st, w.effectsOf(cmd), "a part of it may run in the background"))
		}
		w.shell(InBackground, func() { w.command(s, st) })
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
	names := w.pending
	w.pending = nil
	change := func(st *state) *state { return w.assignAll(st, names) }
	return flow{ok: change(f.ok), fail: change(f.fail), list: change(f.list), sure: f.sure}
}

// settled makes the assignments of the expansions so far count in the state.
func (w *walker) settled(st *state) *state {
	names := w.pending
	w.pending = nil
	return w.assignAll(st, names)
}

func (w *walker) assignAll(st *state, names []string) *state {
	if st == nil || len(names) == 0 {
		return st
	}
	return w.apply(st, effects{names: names}, "an expansion assigns it")
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
	return underRedirects(f, s.Redirs, st)
}

// underRedirects is the flow of a command with redirects: where one of them fails, the
// command does not run.
func underRedirects(f flow, redirs []*syntax.Redirect, st *state) flow {
	for _, r := range redirs {
		if !surelyOpens(r) {
			f.fail, f.sure = join(f.fail, st), false
			return f
		}
	}
	return f
}

// surelyOpens reports whether a redirect is sure to succeed: a here-document, standard output
// or standard error, /dev/null.
func surelyOpens(r *syntax.Redirect) bool {
	switch r.Op {
	case syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
		return true
	}
	text, ok := literalWord(r.Word)
	return ok && (text == "/dev/null" || (r.Op == syntax.DplOut || r.Op == syntax.DplIn) && (text == "1" || text == "2" || text == "-"))
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
		for _, name := range coprocNames(cmd) { // unset again whenever it ends
			w.attribute(name)
			w.assignLater(name)
		}
	case *syntax.TestDecl:
		w.inside(InFunction, func() { w.stmt(cmd.Body, st) })
	default: // [[ … ]], (( … )), let
		e := w.effectsOf(cmd)
		e.names = append(e.names, w.evaluated(cmd, st)...)
		if _, test := cmd.(*syntax.TestClause); !test && w.script.Source.Dialect == Zsh {
			e.bound = append(e.bound, e.names...) // zsh makes integers of them
		}
		w.noteAssign(e.names...)
		next := w.apply(st, e, "an expression assigns it")
		w.scan(cmd, next)
		w.pending = nil
		if test, ok := cmd.(*syntax.TestClause); ok && !w.quiet {
			w.tests(test.X, next)
		}
		return same(next)
	}
	return same(st)
}

// shell walks what runs in a shell of its own: its loops are not those outside, and what
// it does to itself ends with it.
func (w *walker) shell(where Where, walk func()) {
	loop, pending, later, failed := w.loop, w.pending, w.later, w.failed
	w.loop, w.pending = nil, nil
	if later != nil {
		own := *later
		w.later = &own
	}
	w.inside(where, walk)
	w.loop, w.pending, w.later, w.failed = loop, pending, later, failed
}

func (w *walker) binary(cmd *syntax.BinaryCmd, st *state) flow {
	if f := bodyEnds(cmd.Y); f != nil {
		return w.binary(joined(cmd, f), st)
	}
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
	elems := make([]*syntax.Stmt, 0, 4)
	errors := make([]bool, 0, 4) // whether standard error goes into the pipe before it
	var x *syntax.Stmt
	for c := cmd; ; {
		elems, errors = append(elems, c.Y), append(errors, c.Op == syntax.PipeAll)
		x = c.X
		inner, ok := x.Cmd.(*syntax.BinaryCmd)
		if !ok || inner.Op != syntax.Pipe && inner.Op != syntax.PipeAll || len(x.Redirs) > 0 || x.Negated {
			break
		}
		c = inner
	}
	elems = append(elems, x)
	last := flow{}
	starts := make([]int, 0, 5)
	for i := len(elems) - 1; i >= 0; i-- {
		starts = append(starts, len(w.root.Invocations))
		if i == 0 && (st.lastPipe || w.script.Source.Dialect == Zsh) {
			w.inside(InPipe, func() { last = w.stmt(elems[i], st) })
			continue
		}
		w.shell(InPipe, func() { w.stmt(elems[i], st) })
	}
	starts = append(starts, len(w.root.Invocations))
	slices.Reverse(errors)
	w.connect(starts, errors)
	next := join(last.ok, last.fail)
	if w.script.Source.Dialect != Zsh || st.lastPipe { // it may be in a shell of its own
		next = join(next, st)
	}
	return same(next)
}

// connect ties the neighbours of a pipeline whose elements start at these indexes; errors
// says of each pipe whether standard error goes into it as well.
func (w *walker) connect(starts []int, errors []bool) {
	all := w.root.Invocations
	for e := 0; e+2 < len(starts); e++ {
		from, mid, to := starts[e], starts[e+1], starts[e+2]
		var next *Invocation
		if mid < to {
			next = all[mid]
		}
		for _, inv := range all[from:mid] {
			if inv.Piped || inv.Where&^w.where&(InSubstitution|InFunction) != 0 {
				continue // it prints where its substitution does, or a call of its function
			}
			inv.Piped, inv.PipeTo, inv.PipedErrors = true, next, errors[e]
		}
		for _, inv := range all[mid:to] {
			if inv.PipeHead == nil && inv.Where&^w.where&InFunction == 0 {
				inv.PipeHead = next
			}
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
// there, but for the variable of the loop itself, which is set again in each round. Deeply
// nested loops are not scanned again and again.
func (w *walker) loopState(st *state, loop syntax.Node, variable string) *state {
	const reason = "it changes in a loop"
	if st == nil {
		return nil
	}
	if w.loopDepth > maxScans {
		return st.forget(reason)
	}
	e := w.closed(w.effectsOf(loop), st)
	if variable != "" {
		e.names = slices.DeleteFunc(e.names, func(name string) bool { return name == variable })
	}
	return w.applyClosed(st, e, reason)
}

// body walks the body of a loop, which may run several times or once, and returns the
// states of its end and of breaks.
func (w *walker) body(list []*syntax.Stmt, st *state, where Where) (end, breaks *state) {
	l := &loop{outer: w.loop}
	w.loop = l
	w.loopDepth++
	var f flow
	w.inside(where, func() { f = w.stmts(list, st) })
	w.loopDepth--
	w.loop = l.outer
	return join(w.after(f, st), l.continues), l.breaks
}

func (w *walker) while(cmd *syntax.WhileClause, st *state) flow {
	head := w.loopState(st, cmd, "")
	var cond flow
	w.loopDepth++
	w.tested++
	w.inside(InLoop|Repeats, func() { cond = w.stmts(cmd.Cond, head) })
	w.tested--
	w.loopDepth--
	enter, leave := cond.ok, cond.fail
	if cmd.Until {
		enter, leave = leave, enter
	}
	_, breaks := w.body(cmd.Do, enter, InLoop|Repeats)
	return same(join(leave, breaks))
}

func (w *walker) forClause(cmd *syntax.ForClause, st *state) flow {
	variable := ""
	if l, ok := cmd.Loop.(*syntax.WordIter); ok {
		variable = l.Name.Value
	}
	head := w.loopState(st, cmd, variable)
	nonEmpty, where := false, InLoop|Repeats
	switch l := cmd.Loop.(type) {
	case *syntax.WordIter:
		items := w.expandAll(w.words(len(l.Items)), l.Items, st)
		st, head = w.assignAll(st, w.pending), w.settled(head)
		nonEmpty = len(items) > 0 && !items[0].Many && !cmd.Select && !w.attributed[variable]
		if len(items) == 1 && !items[0].Many && !cmd.Select {
			where = InLoop
		}
		value := listed(items)
		if cmd.Select {
			value = Unknown("it is what a person chose", variable)
		}
		head = w.bind(head, variable, value, false)
		w.noteAssign(variable)
	case *syntax.CStyleLoop:
		e := w.effectsOf(l)
		e.names = append(e.names, w.evaluated(l, st)...)
		w.noteAssign(e.names...)
		st, head = w.apply(st, e, "an expression assigns it"), w.apply(head, e, "an expression assigns it")
		w.scan(l, head)
		w.pending = nil
	}
	end, breaks := w.body(cmd.Do, head, where)
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
		if len(items) == 1 && printedAlone(item.Value) {
			return item.Value
		}
		if _, ok := item.Value.Texts(); (!ok || item.Many) && !isPattern(item.Value) {
			return Unknown("it is one of a list that is not known: "+item.Value.Reason(), "")
		}
		out = merge(out, item.Value)
	}
	if out.None() {
		return Unknown("it is one of a list that is not known", "")
	}
	return out
}

// printedAlone reports whether a word is what a command prints and nothing else: each
// word of it is one of a loop's.
func printedAlone(v Value) bool {
	alts := v.Alts()
	return len(alts) == 1 && len(alts[0]) == 1 && alts[0][0].Of != nil && len(alts[0][0].Of.Words) > 0
}

// isPattern reports whether a value is text and patterns of files alone.
func isPattern(v Value) bool {
	for _, alt := range v.Alts() {
		last := len(alt) - 1
		if last < 0 || alt[last].Unknown != Pattern || last > 1 || last == 1 && alt[0].Unknown != "" {
			return false
		}
	}
	return !v.None()
}

func (w *walker) caseClause(cmd *syntax.CaseClause, st *state) flow {
	w.scanWord(cmd.Word, st)
	st = w.settled(st)
	out := flow{ok: st}
	var through *state
	for _, item := range cmd.Items {
		for _, p := range item.Patterns {
			w.scanWord(p, st)
			st = w.settled(st)
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
		e = w.effectsOf(cmd.Body)
	}
	e.names = slices.Clip(e.names)
	for _, name := range names {
		w.define(name.Value, e)
		if isHook(name.Value) {
			w.addLater(e)
		}
		if isTool(name.Value) {
			w.hazard(spanOf(name), HazardShadow, "a function takes the name of "+name.Value+": what a later "+name.Value+" starts is not known")
		}
	}
	entry := *w.apply(st, w.wholeEffects(), "a function can be called at any place")
	entry.params = nil
	w.funcDepth++
	w.tested++
	w.shell(InFunction, func() { w.stmt(cmd.Body, &entry) })
	w.tested--
	w.funcDepth--
	next := st
	if len(names) == 0 { // zsh runs () { … } at once
		next = w.apply(st, e, "a function may have changed it")
	}
	return flow{ok: next, fail: next, sure: len(names) > 0}
}

// define notes a function. One of the name may be there already: which of them a call
// runs is not followed.
func (w *walker) define(name string, e effects) {
	if w.functions == nil {
		w.functions = map[string]effects{}
	}
	all := w.functions[name]
	all.add(e)
	w.functions[name] = all
}

// isTool reports whether a name is one that decisions rest on.
func isTool(name string) bool {
	switch name {
	case "git", "gh", "curl", "wget", "cd", "pushd", "eval":
		return true
	}
	return findWrapper(name) != nil
}

// wholeEffects are those of the whole script, and of those around it in the same shell.
func (w *walker) wholeEffects() effects {
	if w.whole == nil {
		e := w.effectsOf(w.script.all())
		if w.around != nil {
			e.add(w.around.wholeEffects())
		}
		e.leaves, e.fails, e.words = false, false, false
		w.whole, w.script.tree.whole = &e, true
	}
	return *w.whole
}

// assigned is the value that an assignment gives.
func (w *walker) assigned(a *syntax.Assign, st *state) Value {
	switch {
	case w.references || w.attributed[a.Name.Value]:
		w.mayFail(st)
		w.scan(a, st)
		w.assignLater(assignedBy(w.single(a.Value, st))...) // declare -i X; X='Y=5'
		return Unknown("it has an attribute that changes what it holds", a.Name.Value)
	case a.Array != nil || a.Index != nil:
		w.expansion(w.effectsOf(a), st)
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
	w.root.Assigned = append(w.root.Assigned, names...)
}

// redirect records one redirect. Own is the simple command it belongs to, or nil;
// first is the index of the first invocation that runs under it.
func (w *walker) redirect(r *syntax.Redirect, own *Invocation, first int, st *state) {
	if r.Hdoc != nil {
		w.scanWord(r.Hdoc, st)
	}
	body := w.hereText(r, st)
	target := Arg{Span: spanOf(r.Word), Frozen: w.frozen}
	var words []Arg
	text, plain := plainLiteral(r.Word)
	if !plain {
		words = w.word(w.words(1), r.Word, st)
	}
	switch {
	case r.Op == syntax.Hdoc || r.Op == syntax.DashHdoc:
		target.Value = Unknown("it is the end mark of a here-document", "")
	case plain:
		target.Value = Known(text)
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
	red := w.arena.redirect()
	*red = Redirect{
		In: w.script, Span: Span{start, target.Span.End}, Op: r.Op.String(), FD: descriptor(r),
		Target: target, Body: body, Own: own, First: first, Last: len(w.root.Invocations), Dir: st.dir, Where: w.where, cds: st.cds,
	}
	w.root.Redirs = append(w.root.Redirs, red)
	switch all := w.root.Redirs; {
	case own == nil:
	case own.Redirs == nil: // most have one: it stands in the list of all
		own.Redirs = all[len(all)-1 : len(all) : len(all)]
	default:
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
	st = w.assignAll(st, w.pending)
	if st.errexit { // bash does not hand it down
		own := *st
		own.errexit = false
		st = &own
	}
	frozen := w.frozen
	if backquotes {
		w.frozen = "it stands in backquotes, whose escapes hide where its words end"
	}
	w.shell(InSubstitution, func() { w.stmts(list, st) })
	w.frozen = frozen
}

// expansion notes what an expansion may do to the shell.
func (w *walker) expansion(e effects, st *state) {
	if e.fails {
		w.mayFail(st)
	}
	if len(e.names) > 0 {
		w.assignLater(e.names...)
	}
}

// arithmetic notes what $((…)) may do to the shell.
func (w *walker) arithmetic(n *syntax.ArithmExp, st *state) {
	e := w.effectsOf(n)
	e.names = append(e.names, w.evaluated(n, st)...)
	if w.script.Source.Dialect == Zsh {
		for _, name := range e.names { // zsh makes integers of them
			w.attribute(name)
		}
	}
	w.expansion(e, st)
}

// evaluated are the variables that the texts of others assign where they are evaluated as
// arithmetic: A='X=5'; ((A)). A text that is not known is taken to be a number.
func (w *walker) evaluated(node syntax.Node, st *state) []string {
	var names []string
	for _, name := range operandsOf(node) {
		names = append(names, assignedBy(w.variable(name, st))...)
	}
	return names
}

// operandsOf are the variables whose texts a node evaluates as arithmetic.
func operandsOf(node syntax.Node) []string {
	var names []string
	syntax.Walk(node, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst:
			return false
		case *syntax.BinaryTest:
			return arithmetic(n.Op) || n.Op == syntax.AndTest || n.Op == syntax.OrTest
		case *syntax.UnaryTest:
			return n.Op == syntax.TsVarSet || n.Op == syntax.TsNot
		case *syntax.Lit:
			if isName(n.Value) {
				names = append(names, n.Value)
			}
		case *syntax.ParamExp:
			if n.Param != nil {
				names = append(names, n.Param.Value)
			}
		}
		return true
	})
	return names
}

// assignedBy are the variables that a text assigns where it is evaluated as arithmetic.
func assignedBy(v Value) []string {
	var names []string
	texts, _ := v.Texts()
	for _, text := range texts {
		names = append(names, assignedText(text)...)
	}
	return names
}

// scan walks the substitutions below a node, and notes what it assigns.
func (w *walker) scan(node syntax.Node, st *state) {
	if w.quiet {
		return
	}
	syntax.Walk(node, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ParamExp:
			if !simpleParam(n) {
				w.expansion(w.effectsOf(n), st)
			}
		case *syntax.ArithmExp:
			w.arithmetic(n, st)
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
