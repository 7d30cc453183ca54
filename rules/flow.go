package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// flow follows external bytes through a script: from what fetches them, by pipes,
// substitutions, variables and files, to the places where they land. Every landing is a
// moving; what cannot be moved is refused.
type flow struct {
	*Inspection
	// each is what is known of the invocations, by index.
	each []carried
	// fed are the invocations that something which prints external bytes writes to, as the
	// heads of what stands behind the pipe.
	fed map[*ast.Invocation]bool
	// handed are the invocations that read what goes into the substitution they stand in.
	handed map[*ast.Invocation]bool
	// told are the variables that hold external text, by name.
	told map[string]bool
	// kept says that variables may hold external text whose names are not told.
	kept bool
	// flowing says that external bytes reach an invocation, beside the files that land.
	flowing bool
	// called says that a function of the script reads external bytes.
	called bool
	// opened are the redirects of exec, which last, wide those of whole commands; read says
	// that one of those gives the command what it reads.
	opened, wide []*ast.Redirect
	read         bool
	// taken are the descriptors that a call of a function takes elsewhere, as errors found.
	taken map[int]bool
	// inner lists the invocations in substitutions, and held those whose substitution an
	// invocation holds.
	inner []int
	held  map[*ast.Invocation][]int

	// list is the word of the program that is looked at whose files a command names, or nil.
	list *ast.Arg
	// temporary are the calls of mktemp whose files, or directories, hold what landed.
	temporary []*ast.Command

	moves   []moving
	landed  set[spot]  // the words of the moves
	trail   *following // finds the places that landed
	traced  moving     // the move that the trail was last told of, as it was then
	refused []Finding
	changed bool

	room struct { // of a short script with one landing
		each   [5]carried
		moves  [1]moving
		landed [1]spot
	}
}

// carried is what external bytes do in one invocation.
type carried struct {
	call   *Call // the call that fetches them; nil where it is none
	cause  int   // the index of the invocation that it has them from, -1 for none
	prints bool  // its standard output holds some
}

// spot is a place in the text of a script.
type spot struct {
	in   *ast.Script
	span ast.Span
}

// maxRounds bounds how often a script is gone through: what comes later may feed what
// stands before, and each round takes the bytes one step further back.
const maxRounds = 8

// flow judges every acquisition of a script, wherever it stands, and every way that its
// bytes take.
func (p *Inspection) flow() {
	f := p.sources()
	if f == nil {
		return
	}
	for round := 0; ; round++ {
		f.changed, f.apart = false, numbers{} // more may be moved than was known before
		for i := range p.Script.Invocations {
			f.visit(i)
		}
		if !f.changed {
			break
		}
		if round == maxRounds {
			f.refuse(0, AcquireUnknown, p.Script.Invocations[0].Span, "the ways that fetched content takes through the script are too many to be followed; hand it over in parts")
			break
		}
	}
	f.decide()
}

// sources finds what fetches; nil where nothing of the script does.
func (p *Inspection) sources() *flow {
	var f *flow
	begun := func() *flow {
		if f == nil {
			f = p.newFlow()
		}
		return f
	}
	for i, inv := range p.Script.Invocations {
		if p.stillIdle(i, inv) {
			continue
		}
		s, ok := p.source(inv)
		switch {
		case !ok:
			if rule, why := p.handsOver(inv); rule != nil {
				begun().refuse(i, rule, inv.Span, why)
			} else {
				p.idle.add(i)
			}
		case s.problem != "":
			begun().each[i].call = s.call
			f.refuse(i, AcquireUnknown, inv.Span, s.problem)
		default:
			begun().each[i].call = s.call
			f.each[i].cause = -1
			f.fetch(i, s)
			if p.starts(inv) != "" { // ssh, rsync: beside what they fetch
				f.refuse(i, AcquireFrozen, inv.Span, whyStarts(inv)+"; run it by itself")
			}
		}
	}
	for _, r := range p.Script.Redirs {
		if networkRedirect(r) {
			begun().refuseRedirect(r)
		}
	}
	if f != nil {
		f.askDescriptors()
	}
	return f
}

func (p *Inspection) newFlow() *flow {
	n := len(p.Script.Invocations)
	if p.before != nil && p.before.flowed != nil {
		p.flowed = p.before.flowed // nobody asks that one any more: its room is used again
		*p.flowed = flow{trail: p.flowed.trail}
	} else {
		p.flowed = &flow{trail: new(following)}
	}
	f := p.flowed
	f.trail.begin(p)
	f.Inspection, f.opened = p, p.lasting()
	f.moves, f.landed.list = f.room.moves[:0], f.room.landed[:0]
	if f.each = f.room.each[:min(n, len(f.room.each))]; n > len(f.each) {
		f.each = make([]carried, n)
	}
	for i, inv := range p.Script.Invocations {
		if inv.Where&ast.InSubstitution == 0 {
			continue
		}
		if f.inner = append(f.inner, i); inv.Holder != nil {
			if f.held == nil {
				f.held = map[*ast.Invocation][]int{}
			}
			f.held[inv.Holder] = append(f.held[inv.Holder], i)
		}
	}
	for _, r := range p.Script.Redirs {
		if r.Own == nil || r.Last-r.First > 1 {
			f.wide, f.read = append(f.wide, r), f.read || strings.HasPrefix(r.Op, "<")
		}
	}
	return f
}

// source is one invocation that fetches.
type source struct {
	call     *Call
	landings []Landing
	prints   bool
	problem  string // why it is asked about, or empty
}

// source reads an invocation that fetches: by the table of tools, with what the program
// is configured to, or by the table of those that are not moved.
func (p *Inspection) source(inv *ast.Invocation) (source, bool) {
	if call, ok := ReadAny(inv); ok {
		conf := p.configured(call)
		switch {
		case conf.problem != "":
			return source{call: call, problem: conf.problem}, true
		case conf.call != nil:
			return source{call: call, landings: append(conf.landings, call.sideFiles()...), prints: Stdout(conf.call)}, true
		}
		return source{call: call, landings: append(call.Landings(), call.sideFiles()...), prints: Stdout(call) || call.sidePrints()}, true
	}
	if problem := p.aliased(inv); problem != "" {
		return source{call: carrier(inv), problem: problem}, true
	}
	a, ok := readAsked(p, inv)
	if !ok {
		return source{}, false
	}
	return source{call: carrier(inv), landings: a.landings, prints: a.stdout}, true
}

// fetch takes what a call fetches.
func (f *flow) fetch(i int, s source) {
	if s.prints {
		f.print(i)
	}
	for _, w := range s.call.Operands {
		if raw := rawText(s.call.Inv.In, w.Span); w.Many && strings.HasPrefix(raw, `"`) || w.Many && strings.ContainsAny(raw, "@*") {
			f.refuse(i, AcquireUnknown, w.Span, fmt.Sprintf("%s may be several words, options among them (%s); write them out", raw, reason(w.Value)))
		}
	}
	if len(s.landings) == 0 {
		if problem := s.call.doubt(); problem != nil {
			f.refuse(i, AcquireUnknown, problem.Arg.Span, problem.Message)
		}
	}
	for j := range s.landings {
		f.land(i, s.call, &s.landings[j])
	}
}

// refuseRedirect asks about a connection that the shell itself opens.
func (f *flow) refuseRedirect(r *ast.Redirect) {
	f.refused = append(f.refused, Finding{
		Rule: AcquireSink, In: r.In, Span: r.Span, Verdict: AcquireSink.Verdict, Acquisition: &Acquisition{Noun: nounDownload},
		Message: fmt.Sprintf("the redirect %s %s opens a connection, and what comes through it is not followed; use curl", r.Op, r.Target.Value.Display()),
	})
}

// visit takes one invocation's part in what is known by now.
func (f *flow) visit(i int) {
	inv := f.Script.Invocations[i]
	switch moved := f.trail.look(i, inv, inv.Where); {
	case f.each[i].call != nil:
		if !f.dry(inv) && has(storing, inv.Program()) && f.input(i, inv) != 0 {
			f.refuse(i, AcquireSink, inv.Span, fmt.Sprintf("%s takes what is fetched to another place; save it in the sandbox and look at it first", inv.Program()))
		}
	case f.kept && has("env printenv set", inv.Program()):
		f.print(i)
	case f.dry(inv) && (!moved || !f.trail.concerns(inv)):
		return
	default:
		f.startsWith(i, inv)
		if way := f.reaches(i, inv); way != 0 {
			f.flowing = true
			f.carry(i, inv, way)
		}
	}
	if f.each[i].prints {
		f.keeps(i, inv)
		f.output(i, inv)
	}
}

// dry reports whether external bytes can reach an invocation only by the files that its
// words name: nothing flows yet but into files, and nothing is opened for it.
func (f *flow) dry(inv *ast.Invocation) bool {
	return !f.flowing && !f.read && len(f.opened)+len(f.temporary)+len(inv.Redirs) == 0
}

// print notes that the standard output of an invocation holds external bytes.
func (f *flow) print(i int) {
	if !f.each[i].prints {
		f.each[i].prints, f.changed, f.flowing = true, true, true
	}
}

// land notes a landing. Two ways may lead to one word: it is one landing.
func (f *flow) land(i int, call *Call, l *Landing) {
	if isStdin(l.Dest) && !l.Dest.Is("-") {
		f.refuse(i, AcquireSink, call.Inv.Span, fmt.Sprintf("%q is a descriptor, and what goes through it is not followed; name the file", l.Dest.Display()))
		return
	}
	if f.list != nil && !f.inSandbox(l) {
		f.landsListed(i, call.Inv, l)
		return
	}
	key := spot{l.in(call.Inv), l.Span}
	if f.landed.has(key) && f.each[i].call == nil {
		return
	}
	f.landed.add(key)
	f.changed = true
	f.moves = append(f.moves, moving{call: call, index: i, landing: l, as: f.acquisition(call, l)})
	mv := &f.moves[len(f.moves)-1]
	there := f.inSandbox(l)
	if !there {
		f.foresee(mv)
	}
	switch of := l.madeBy(); {
	case of != nil && (l.made || there):
		f.temporary = append(f.temporary, of)
	case !there || mv.as.Old != "":
		f.trail.relocate(mv)
		f.traced = *mv
	default:
		f.trail.addNamed(mv) // a name that is not known, right in the sandbox
	}
	f.trail.look(i, call.Inv, call.Inv.Where)
}

// refuse notes what has to be asked or denied.
func (f *flow) refuse(i int, rule *Rule, span ast.Span, message string) {
	inv := f.Script.Invocations[i]
	found := Finding{Rule: rule, In: inv.In, Span: span, Verdict: rule.Verdict, Message: message, Because: f.way(i), Acquisition: &Acquisition{Noun: nounDownload}}
	if !slices.ContainsFunc(f.refused, func(o Finding) bool { return o.Rule == rule && o.In == inv.In && o.Span == span }) {
		f.refused = append(f.refused, found)
	}
}

// carrier is the call of a program that only carries on what is fetched.
func carrier(inv *ast.Invocation) *Call {
	return &Call{Tool: &Tool{Name: inv.Program()}, Inv: inv, Dashes: -1}
}

// way is how the bytes came to an invocation, from what fetches them on.
func (f *flow) way(i int) []Note {
	var out []Note
	for n := 0; i >= 0 && n < len(f.each); n++ {
		inv := f.Script.Invocations[i]
		name := inv.Name.Value.Display()
		switch {
		case f.each[i].call != nil:
			out = append(out, Note{In: inv.In, Span: inv.Span, Message: name + " fetches this"})
		case n > 0:
			out = append(out, Note{In: inv.In, Span: inv.Span, Message: name + " passes it on"})
		}
		if f.each[i].call != nil {
			break
		}
		i = f.each[i].cause
	}
	slices.Reverse(out)
	return out
}
