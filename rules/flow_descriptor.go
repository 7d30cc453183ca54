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

// In the order in which they count where it is not known which of two it is.
const (
	// outletNowhere is a descriptor that is closed, the null device or a terminal.
	outletNowhere outletKind = iota
	// outletErrors is the standard error of the script, and of a function any descriptor
	// that it does not open itself.
	outletErrors
	// outletAround is the standard output of the place, around the pipe.
	outletAround
	// outletOwn is the pipe behind the invocation, or where it has none the standard
	// output of the place that it stands in.
	outletOwn
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
	leads map[int]outlet
	// place is the standard output of what the invocation stands in, without its pipe.
	place outlet
	piped bool // the pipe behind it counts already
	// unsure says that it is not known whether the redirects that are taken hold.
	unsure bool
}

// outlet follows one descriptor of an invocation as shells do: from the outermost command
// that it stands in to its own redirects, each from left to right, with what exec opened
// for good before it.
func (f *flow) outlet(inv *ast.Invocation, fd int) outlet {
	groups := slices.DeleteFunc(groupsAround(f.wide, inv), func(group []*ast.Redirect) bool { return f.beside(inv, group) })
	if len(groups)+len(inv.Redirs)+len(f.opened) == 0 && fd == 1 {
		return outlet{kind: outletOwn}
	}
	if len(f.opened) > maxOpened {
		return outlet{kind: outletUnknown}
	}
	slices.Reverse(groups)
	d := &descriptors{flow: f, inv: inv, place: outlet{kind: outletOwn}}
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

// exec takes the redirects of exec without a program that stand before the invocation, or
// may run before it, in the command which has n of the groups around it.
func (d *descriptors) exec(groups [][]*ast.Redirect, n int) {
	for _, o := range d.opened {
		level := 0
		for level < len(groups) && groups[level][0].Around(o.First) {
			level++
		}
		later := o.First >= d.inv.Index
		if level != n || later && !runsAgain(o, d.inv) || !lasts(o, d.inv) {
			continue
		}
		if o.Own.Piped && o.Own.PipeTo == d.inv.PipeTo {
			d.pipe() // both stand in one element of the pipeline
		}
		d.unsure = later || o.Where != 0 || d.givenBack(o)
		d.redirect([]*ast.Redirect{o})
		d.unsure = false
	}
}

// runsAgain reports whether what stands behind an invocation may run before it: in a loop
// that holds both, or where a function or a trap runs it later.
func runsAgain(o *ast.Redirect, inv *ast.Invocation) bool {
	return inv.Where&(ast.InFunction|ast.InTrap) != 0 || inv.Where&o.Where&ast.InLoop != 0
}

// givenBack reports whether a redirect of exec stands in a command with redirects of its
// own, which the invocation does not stand in: the shell undoes them behind it.
func (d *descriptors) givenBack(o *ast.Redirect) bool {
	return slices.ContainsFunc(d.wide, func(r *ast.Redirect) bool {
		return r.Around(o.First) && !r.Around(d.inv.Index)
	})
}

// set notes where a descriptor leads. Where that is not sure, what it led to before counts
// as well: a file before anything else, and of two files neither is known.
func (d *descriptors) set(fd int, to outlet) {
	was, open := d.leads[fd]
	switch unsure := d.unsure || fd == namedDescriptor; { // several may be opened under names
	case !unsure || !open:
		d.leads[fd] = to
	case was.kind == outletFile && to.kind == outletFile && was.redirect != to.redirect:
		d.leads[fd] = outlet{kind: outletUnknown, redirect: to.redirect}
	case to.kind > was.kind:
		d.leads[fd] = to
	}
}

// lasts reports whether a redirect of exec can hold for an invocation: of the standard
// descriptors, one in a substitution changes those of that alone, and what a function
// prints goes where its caller's does.
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
			d.set(r.FD, outlet{})
		case dup && isNumber:
			d.set(r.FD, d.lead(from))
			if strings.HasSuffix(text, "-") && from != r.FD {
				d.set(from, outlet{})
			}
		case dup && !known && mayBeDescriptor(r):
			d.set(r.FD, d.named(r))
		case r.Op == ">&", strings.HasPrefix(r.Op, "&>"):
			d.set(1, d.open(r))
			d.set(2, d.open(r))
		case r.Writes():
			d.set(r.FD, d.open(r))
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

// named is what was opened under a name.
func (d *descriptors) named(r *ast.Redirect) outlet {
	if o := d.leads[namedDescriptor]; o.kind != outletNowhere {
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

// descriptorAt is where the path of a descriptor begins in a word, of=/dev/fd/3; -1 where
// there is none.
func descriptorAt(text string) int {
	for _, begin := range [...]string{"/dev/std", "/dev/fd/", "/proc/self/fd/"} {
		if i := strings.Index(text, begin); i >= 0 {
			return i
		}
	}
	return -1
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
			fd, is := descriptorPath(text[max(descriptorAt(text), 0):])
			if !is || fd < 2 || isURL(text) {
				continue
			}
			switch kind := f.outlet(inv, fd).kind; {
			case fd > 2 || kind == outletFile || kind == outletUnknown:
				f.refuse(i, AcquireSink, inv.Args[j].Span, fmt.Sprintf("%q is a descriptor, and what goes through it is not followed; name the file", text))
			case kind == outletOwn && f.each[i].call != nil:
				f.print(i)
			}
		}
	}
}
