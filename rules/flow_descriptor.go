package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// outlet is where goes what an invocation writes to one of its descriptors.
type outlet struct {
	kind outletKind
	// redirect is the one that opened the file, or whose word is not known; nil where there
	// are too many to be followed.
	redirect *ast.Redirect
	// descriptor is the number of outletErrors.
	descriptor int
}

type outletKind uint8

const (
	// outletNowhere is a descriptor that is closed, the null device or a terminal.
	outletNowhere outletKind = iota
	// outletOwn is the pipe behind the invocation, or where it has none the standard
	// output of the place that it stands in.
	outletOwn
	// outletAround is the standard output of the place, around the pipe.
	outletAround
	// outletErrors is the standard error of the script, and of a function any descriptor
	// that it does not open itself.
	outletErrors
	// outletFile is a file.
	outletFile
	// outletUnknown is a descriptor, or a file, that is known only when the script runs.
	outletUnknown
)

// maxOpened is how many redirects of exec are followed: each invocation behind them goes
// through them all.
const maxOpened = 400

// namedDescriptor stands for the number of a descriptor that was opened under a name.
const namedDescriptor = -1

// descriptors are where those of one invocation lead, by their numbers.
type descriptors struct {
	*flow
	inv   *ast.Invocation
	index int
	leads map[int]outlet
	// place is the standard output of what the invocation stands in, without its pipe.
	place outlet
	piped bool // the pipe behind it counts already
}

// outlet follows one descriptor of an invocation as shells do: from the outermost command
// that it stands in to its own redirects, each from left to right, with what exec opened
// for good before it.
func (f *flow) outlet(i int, inv *ast.Invocation, fd int) outlet {
	groups := slices.DeleteFunc(groupsAround(f.wide, inv, i), func(group []*ast.Redirect) bool { return f.beside(inv, group) })
	if len(groups)+len(inv.Redirs)+len(f.opened) == 0 && fd == 1 {
		return outlet{kind: outletOwn}
	}
	if len(f.opened) > maxOpened {
		return outlet{kind: outletUnknown}
	}
	slices.Reverse(groups)
	d := &descriptors{flow: f, inv: inv, index: i, place: outlet{kind: outletOwn}}
	if inv.Piped {
		d.place.kind = outletAround
	}
	d.leads = map[int]outlet{1: d.place, 2: {kind: outletErrors, descriptor: 2}}
	inside := inv.Where&ast.InSubstitution == 0
	for n, group := range groups {
		d.exec(groups, n)
		if !inside && group[0].Where&ast.InSubstitution != 0 {
			d.leads[1], inside = d.place, true // what is printed in a substitution is its holder's
		}
		if !f.pipedWithin(inv, group[0]) {
			d.pipe()
		}
		d.redirect(group)
	}
	if !inside {
		d.leads[1] = d.place
	}
	d.exec(groups, len(groups))
	d.pipe()
	d.redirect(inv.Redirs)
	return d.leads[fd]
}

// pipe has descriptors lead into the pipe behind the invocation, where there is one.
func (d *descriptors) pipe() {
	if !d.inv.Piped || d.piped {
		return
	}
	d.leads[1], d.piped = outlet{kind: outletOwn}, true
	if d.inv.PipedErrors {
		d.leads[2] = d.leads[1]
	}
}

// exec takes the redirects of exec without a program that stand before the invocation,
// in the command which has n of the groups around it.
func (d *descriptors) exec(groups [][]*ast.Redirect, n int) {
	for _, o := range d.opened {
		level := 0
		for level < len(groups) && o.First >= groups[level][0].First && o.First < groups[level][0].Last {
			level++
		}
		if o.First >= d.index || level != n || !lasts(o, d.inv) {
			continue
		}
		if o.Own.Piped && o.Own.PipeTo == d.inv.PipeTo {
			d.pipe() // both stand in one element of the pipeline
		}
		d.redirect([]*ast.Redirect{o})
	}
}

// lasts reports whether a redirect of exec holds for an invocation: one in a substitution
// changes the standard output of that alone, and what a function prints goes where its
// caller's does.
func lasts(o *ast.Redirect, inv *ast.Invocation) bool {
	return o.FD > 2 || o.FD == namedDescriptor || o.Own.Holder == inv.Holder && (o.Where^inv.Where)&ast.InSubstitution == 0 && inv.Where&ast.InFunction <= o.Where&ast.InFunction
}

// redirect takes redirects from left to right.
func (d *descriptors) redirect(redirs []*ast.Redirect) {
	for _, r := range redirs {
		text, known := r.Target.Value.Text()
		from, isNumber := ast.Descriptor(strings.TrimSuffix(text, "-"))
		switch dup := r.Op == ">&" || r.Op == "<&"; {
		case dup && text == "-":
			delete(d.leads, r.FD)
		case dup && isNumber:
			d.leads[r.FD] = d.lead(from)
			if strings.HasSuffix(text, "-") && from != r.FD {
				delete(d.leads, from)
			}
		case dup && !known && mayBeDescriptor(r):
			d.leads[r.FD] = d.named(r)
		case r.Op == ">&", strings.HasPrefix(r.Op, "&>"):
			d.leads[1] = d.open(r)
			d.leads[2] = d.leads[1]
		case r.Writes():
			d.leads[r.FD] = d.open(r)
		}
	}
}

// lead is where a descriptor leads. One that a function does not open is its caller's.
func (d *descriptors) lead(fd int) outlet {
	o, open := d.leads[fd]
	if !open && d.inv.Where&ast.InFunction != 0 {
		return outlet{kind: outletErrors, descriptor: fd}
	}
	return o
}

// named is the one descriptor that was opened under a name.
func (d *descriptors) named(r *ast.Redirect) outlet {
	if o, opened := d.leads[namedDescriptor]; opened {
		return o
	}
	return outlet{kind: outletUnknown, redirect: r}
}

// open is where a redirect that opens a file leads.
func (d *descriptors) open(r *ast.Redirect) outlet {
	text, _ := r.Target.Value.Text()
	if fd, is := descriptorPath(text); is {
		return d.lead(fd)
	}
	if isSink(r.Target.Value) {
		return outlet{}
	}
	return outlet{kind: outletFile, redirect: r}
}

// descriptorPath is the descriptor that a path stands for.
func descriptorPath(path string) (fd int, is bool) {
	switch path {
	case "/dev/stdout":
		return 1, true
	case "/dev/stderr":
		return 2, true
	}
	for _, dir := range [...]string{"/dev/fd/", "/proc/self/fd/"} {
		if number, found := strings.CutPrefix(path, dir); found {
			return ast.Descriptor(number)
		}
	}
	return 0, false
}

// mayBeDescriptor reports whether the word behind >&, which is not known, may be the
// number of a descriptor: it is one expansion and nothing else.
func mayBeDescriptor(r *ast.Redirect) bool {
	raw := strings.Trim(rawText(r.In, r.Target.Span), `"`)
	return strings.HasPrefix(raw, "$") && !strings.ContainsAny(raw, "/( .") && strings.Count(raw, "$") == 1
}

// askDescriptors asks about words that name a descriptor by its path, where that leads to
// a file: what a program writes there is not followed.
func (f *flow) askDescriptors() {
	text := f.Script.Source.Text
	if !strings.Contains(text, "fd/") && !strings.Contains(text, "stderr") {
		return
	}
	for i, inv := range f.Script.Invocations {
		for j := range inv.Args {
			text, _ := inv.Args[j].Value.Text()
			fd, is := descriptorPath(text)
			if !is || fd < 2 {
				continue
			}
			switch kind := f.outlet(i, inv, fd).kind; {
			case fd > 2 || kind == outletFile || kind == outletUnknown:
				f.refuse(i, AcquireSink, inv.Args[j].Span, fmt.Sprintf("%q is a descriptor, and what goes through it is not followed; name the file", text))
			case kind == outletOwn && f.calls[i] != nil:
				f.prints[i] = true
			}
		}
	}
}
