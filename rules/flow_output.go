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
	out := f.outlet(inv, 1)
	switch out.kind {
	case outletFile:
		f.redirected(i, inv, out.redirect)
		return
	case outletUnknown:
		f.refuse(i, AcquireSink, inv.Span, out.unknown())
		return
	case outletErrors:
		f.errors(i, inv, out.descriptor)
		return
	case outletNowhere:
		return
	case outletAround:
		if inv.PipeTo == nil || inv.PipeTo.Piped {
			f.refuse(i, AcquireSink, inv.Span, "what it fetches goes around the pipe behind it, and is not followed there; print it into the pipe")
		}
	}
	piped := inv.Piped && out.kind == outletOwn
	if piped && inv.PipeTo != nil && !f.fed[inv.PipeTo] {
		f.feed(inv.PipeTo)
		f.from(inv.PipeTo.Index, i)
	}
	if !piped && inv.Where&ast.InFunction != 0 {
		f.callers(i)
	}
	if !piped && inv.Where&ast.InBackground != 0 && readsCoprocess(inv.In.Source.Text) {
		f.refuse(i, AcquireSink, inv.Span, "what a coprocess fetches is not followed; use a pipe")
	}
}

// unknown says why it is not known where it leads.
func (o outlet) unknown() string {
	if o.redirect == nil {
		return fmt.Sprintf("more than %d redirects of exec are not followed; write the file behind the command", maxOpened)
	}
	if !mayBeDescriptor(o.redirect) {
		return "it is not known whether " + rawText(o.redirect.In, o.redirect.Span) + " holds here; write the file behind the command"
	}
	return rawText(o.redirect.In, o.redirect.Span) + " may be a file or the number of a descriptor, which is known only when it runs; write > and the file"
}

// readsCoprocess reports whether a script may read what a coprocess prints: by <&, by read
// -u, or by the path of a descriptor.
func readsCoprocess(text string) bool {
	return strings.Contains(text, "coproc") && (strings.Contains(text, "<&") || strings.Contains(text, "-u") || strings.Contains(text, "/fd/") || strings.Contains(text, "<>"))
}

// errors asks about what goes to a descriptor of a function that is no standard output,
// where a call takes that elsewhere.
func (f *flow) errors(i int, inv *ast.Invocation, fd int) {
	if inv.Where&ast.InFunction == 0 {
		return
	}
	taken, known := f.taken[fd]
	if !known {
		for _, call := range f.Script.Invocations {
			if !call.Shadowed || taken {
				continue
			}
			kind := f.outlet(call, fd).kind
			taken = kind != outletErrors && kind != outletNowhere
		}
		if f.taken == nil {
			f.taken = map[int]bool{}
		}
		f.taken[fd] = taken
	}
	if taken {
		f.refuse(i, AcquireSink, inv.Span, fmt.Sprintf("what it fetches goes to descriptor %d, and is not followed out of a function; print it", fd))
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

// lasting are the redirects of exec without a program, which stay open.
func (p *Inspection) lasting() []*ast.Redirect {
	var out []*ast.Redirect
	for _, r := range p.Script.Redirs {
		if r.Own != nil && r.Own.Program() == "exec" && !slices.ContainsFunc(r.Own.Args, func(a ast.Arg) bool { return !strings.HasPrefix(a.Value.Prefix(), "-") }) {
			out = append(out, r)
		}
	}
	return out
}

// redirected notes that a redirect takes external bytes to its file.
func (f *flow) redirected(i int, inv *ast.Invocation, r *ast.Redirect) {
	if r == nil || f.landed.has(spot{r.In, r.Target.Span}) {
		return
	}
	if strings.HasPrefix(rawText(r.In, r.Target.Span), ">(") {
		f.feeds(r)
		return
	}
	if isSink(r.Target.Value) || networkRedirect(r) {
		return
	}
	call := f.each[i].call
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
		if inv.Shadowed && !f.each[k].prints {
			f.from(k, i)
			f.print(k)
		}
	}
}
