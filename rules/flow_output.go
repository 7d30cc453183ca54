package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// output follows what an invocation prints: into a file, into a pipe, or to whatever
// holds the substitution that it stands in.
func (f *flow) output(i int, inv *ast.Invocation) {
	r, taken := f.taker(i, inv)
	if taken {
		f.redirected(i, inv, r)
		return
	}
	if inv.Piped && inv.PipeTo != nil && !f.fed[inv.PipeTo] {
		f.feed(inv.PipeTo)
		f.from(f.index(inv.PipeTo), i)
	}
	if !inv.Piped && inv.Where&ast.InFunction != 0 {
		f.callers(i)
	}
	if !inv.Piped && inv.Where&ast.InBackground != 0 && strings.Contains(inv.In.Source.Text, "coproc") {
		f.refuse(i, AcquireSink, inv.Span, "what a coprocess fetches is not followed; use a pipe")
	}
}

// feed notes that external bytes go into what an invocation, the first of its kind, reads.
func (f *flow) feed(head *ast.Invocation) {
	if !f.fed[head] {
		if f.fed == nil {
			f.fed = map[*ast.Invocation]bool{}
		}
		f.fed[head], f.changed = true, true
	}
}

// taker is the redirect that takes the standard output of an invocation, its own or that
// of a command around it; nil and true where it is closed, or goes to no file.
func (f *flow) taker(i int, inv *ast.Invocation) (*ast.Redirect, bool) {
	if r, changed := f.takenBy(i, inv, inv.Redirs); changed {
		return r, true
	}
	for _, group := range groupsAround(f.wide, inv, i) {
		r, changed := f.takenBy(i, inv, group)
		if !changed || f.beside(inv, group) {
			continue
		}
		if f.pipedWithin(inv, group[0]) || inv.Where&ast.InSubstitution != 0 && group[0].Where&ast.InSubstitution == 0 && group[0].In == inv.In {
			return nil, false
		}
		return r, true
	}
	if inv.Piped || inv.Where&ast.InFunction != 0 {
		return nil, false
	}
	if r := f.descriptor(i, 1); r != nil && r.Own.Holder == inv.Holder && r.Where&ast.InSubstitution == inv.Where&ast.InSubstitution {
		if isSink(r.Target.Value) {
			return nil, true
		}
		return r, true
	}
	return nil, false
}

// beside reports whether the redirects of a command around an invocation are none of its
// own: it stands in a word of theirs, or in a function that the command only defines.
func (f *flow) beside(inv *ast.Invocation, group []*ast.Redirect) bool {
	if inv.Where&ast.InFunction != 0 && group[0].Where&ast.InFunction == 0 {
		return true
	}
	return slices.ContainsFunc(group, func(r *ast.Redirect) bool {
		at, is := spanIn(inv, r.In)
		return is && r.Target.Span.Contains(at)
	})
}

// takenBy is stdoutOf, with the descriptors that exec opened before.
func (f *flow) takenBy(i int, inv *ast.Invocation, redirs []*ast.Redirect) (*ast.Redirect, bool) {
	file, changed := stdoutOf(redirs)
	if file != nil && file.Op == ">&" && !f.named(file) {
		return f.descriptor(i, -1), true // >&$fd
	}
	if file != nil || !changed {
		return file, changed
	}
	for n := len(redirs) - 1; n >= 0; n-- {
		r := redirs[n]
		if r.FD != 1 {
			continue
		}
		if r.Op != ">&" || r.Writes() && !strings.Contains(rawText(r.In, r.Target.Span), "$") {
			return nil, true
		}
		fd, known := targetDescriptor(r)
		for _, group := range groupsAround(f.wide, inv, i) {
			for _, o := range group {
				if o.FD != fd || !known || fd <= 2 {
					continue
				}
				if o.Writes() {
					return o, true
				}
				if to, is := targetDescriptor(o); is && to == 1 {
					return nil, false // the output of the command around
				}
			}
		}
		if !known {
			fd = -1
		}
		return f.descriptor(i, fd), true
	}
	return nil, true
}

// named reports whether the word behind >& names a file. A single expansion is taken for
// the number of a descriptor where one was opened under a name.
func (f *flow) named(r *ast.Redirect) bool {
	if _, known := r.Target.Value.Text(); known {
		return true
	}
	raw := strings.Trim(rawText(r.In, r.Target.Span), `"`)
	single := strings.HasPrefix(raw, "$") && !strings.ContainsAny(raw, "/( .") && strings.Count(raw, "$") == 1
	return !single || !slices.ContainsFunc(f.opened, func(o *ast.Redirect) bool { return o.FD < 0 })
}

// descriptor is the redirect of exec that opened a descriptor for writing, by way of others
// as well; -1 stands for one whose number is not known.
func (f *flow) descriptor(i, fd int) *ast.Redirect {
	for m := len(f.opened) - 1; m >= 0; m-- {
		o := f.opened[m]
		both := strings.HasPrefix(o.Op, "&>") || o.Op == ">&" && o.Writes() && f.named(o)
		if o.First >= i || o.FD != fd && !(both && (fd == 1 || fd == 2)) {
			continue
		}
		if o.Op == ">&" && f.named(o) {
			if from, is := targetDescriptor(o); is && from != fd && from >= 0 {
				return f.descriptor(o.First+1, from)
			}
		}
		if o.Writes() {
			return o
		}
	}
	return nil
}

// lasting are the redirects of exec without a program, which stay open.
func (p *Inspection) lasting() []*ast.Redirect {
	var out []*ast.Redirect
	for _, r := range p.Script.Redirs {
		if r.Own != nil && r.Own.Program() == "exec" && len(r.Own.Args) == 0 {
			out = append(out, r)
		}
	}
	return out
}

// redirected notes that a redirect takes external bytes to its file.
func (f *flow) redirected(i int, inv *ast.Invocation, r *ast.Redirect) {
	if r == nil || f.landed[r.Target.Span] {
		return
	}
	if strings.HasPrefix(rawText(r.In, r.Target.Span), ">(") {
		f.feeds(r)
		return
	}
	if isSink(r.Target.Value) {
		return
	}
	call := f.calls[i]
	if call == nil {
		call = carrier(inv)
	}
	l := redirectLanding(call, r)
	if f.isMoved(i, placeIn(r.Dir, r.Target.Value)) {
		return
	}
	if f.isFifo(l.Dir, l.Dest) {
		f.refuse(i, AcquireSink, r.Span, fmt.Sprintf("%q is a pipe with a name, and what comes out of it is not followed; use |", r.Target.Value.Display()))
		return
	}
	f.land(i, call, &l)
}

// isFifo reports whether the script makes a pipe with a name at a path.
func (f *flow) isFifo(dir, path ast.Value) bool {
	place, known := ast.Join(dir, path).Text()
	return known && slices.ContainsFunc(f.Script.Invocations, func(inv *ast.Invocation) bool {
		return inv.Program() == "mkfifo" && slices.ContainsFunc(inv.Args, func(a ast.Arg) bool { return ast.Join(inv.Dir, a.Value).Is(place) })
	})
}

// feeds has the substitution read that a redirect writes into: > >(…).
func (f *flow) feeds(r *ast.Redirect) {
	for _, k := range f.inner {
		f.hand(f.Script.Invocations[k], r.In, r.Target.Span)
	}
}

// hand has an invocation read what goes into the substitution that it stands in, where that
// is within a span; of a pipeline the first element does.
func (f *flow) hand(held *ast.Invocation, in *ast.Script, span ast.Span) {
	at, is := spanIn(held, in)
	if !is || !span.Contains(at) || f.handed[held] {
		return
	}
	if held.PipeHead != nil {
		if head, is := spanIn(held.PipeHead, in); is && span.Contains(head) {
			return
		}
	}
	if f.handed == nil {
		f.handed = map[*ast.Invocation]bool{}
	}
	f.handed[held], f.changed = true, true
}

// callers has the calls of the script's functions print what their bodies do.
func (f *flow) callers(i int) {
	for k, inv := range f.Script.Invocations {
		if inv.Shadowed && !f.prints[k] {
			f.from(k, i)
			f.print(k)
		}
	}
}
