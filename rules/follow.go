package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// relocation is one place that the script makes and that will be in the sandbox instead.
type relocation struct {
	// old and new are absolute, with links followed. Old is empty where it is not known.
	old, new string
	// name is the last element of both, and rest what follows the sandbox in new: "/r".
	name, rest string
	// unnamed says that old is a directory into which files of unknown names are put.
	unnamed bool
	// there says that something is at the old place already.
	there bool
	// parent is the outermost directory on the way to old that is made with it and will
	// be missing; empty where there is none.
	parent string
}

// following is one look for the words of a script that mean what was moved. Programs
// that list the directory which the old place lies in without naming it (ls) find it
// there no more: that is what moving it is for.
type following struct {
	*Inspection
	call  *Call
	moved []relocation
	edits []ast.Edit
	inv   *ast.Invocation // the one that is looked at; nil for a redirect of none
	// archives says that it puts what it is given into an archive, under its name.
	archives bool
}

// follow returns the edits by which later words follow the landings that are moved, or
// a finding that names the first word which cannot.
func (p *Inspection) follow(call *Call, landings []Landing, as []*Acquisition, outside []int, index int) ([]ast.Edit, *Finding) {
	f := &following{Inspection: p, call: call}
	for _, i := range outside {
		f.moved = append(f.moved, f.relocation(&landings[i], as[i], index))
	}
	for i, inv := range p.Script.Invocations {
		if !f.later(i, index, inv.Where) {
			continue
		}
		if cd := inv; f.goesAnywhere(cd) {
			if l := p.meant(cd, landings, outside); l != nil {
				if found := p.reached(cd, i, p.existed(l)); found != nil {
					return nil, found
				}
			}
		}
		f.inv = inv
		if found := f.invocation(); found != nil {
			return nil, found
		}
	}
	if found := f.outsideInvocations(index); found != nil {
		return nil, found
	}
	p.relocated = f.moved
	return f.edits, nil
}

// outsideInvocations follows what belongs to no invocation: redirects, and [[ ]].
func (f *following) outsideInvocations(index int) *Finding {
	for _, r := range f.Script.Redirs {
		if f.inv = r.Own; !f.later(r.First, index, r.Where) {
			continue
		}
		if strings.HasPrefix(r.Op, "<<") {
			if found := f.handed(r); found != nil {
				return found
			}
			continue
		}
		word := touched{does: touchWrites, span: r.Target.Span, value: r.Target.Value, dir: r.Dir, option: r.Op}
		if found := f.word(r.In, &r.Target, word, "the redirect "+r.Op); found != nil {
			return found
		}
	}
	return f.tests(f.Script)
}

// later reports whether what stands in the script behind, or before, the acquisition
// runs after it: what a trap or a function holds does, and what a loop holds, too.
func (f *following) later(i, index int, where ast.Where) bool {
	repeated := f.call.Inv.Where&(ast.InLoop|ast.InFunction) != 0
	return i > index || i < index && (where&(ast.InTrap|ast.InFunction) != 0 || repeated && where&ast.InLoop != 0)
}

// relocation is what becomes of one landing.
func (f *following) relocation(l *Landing, a *Acquisition, index int) relocation {
	m := relocation{old: a.Old, new: a.NewPath}
	name, known := l.Name.Text()
	m.unnamed = a.NewPath == "" || l.IntoDir && (!known || name == "")
	m.name, _ = LastElement(m.new)
	m.rest = strings.TrimPrefix(a.New, f.spelling(f.call.Inv, l.Move))
	m.there = m.old != "" && !m.unnamed && f.Facts.Exists(m.old)
	m.parent = f.madeWith(m.old, l.Dir, index)
	return m
}

// madeWith is the outermost directory on the way to a place that is made with it: it
// is missing, the acquisition does not run in it, and no mkdir before makes it.
func (f *following) madeWith(old string, dir ast.Value, index int) string {
	from, _ := dir.Text()
	from = f.end(from)
	for i := 1; i < len(old); i++ {
		if way := old[:i]; old[i] == '/' && !within(way, from) && !f.Facts.Exists(way) {
			if f.mkdir(way, index) {
				return ""
			}
			return way
		}
	}
	return ""
}

// mkdir reports whether an invocation before makes a directory, or one below it.
func (f *following) mkdir(path string, index int) bool {
	return slices.ContainsFunc(f.Script.Invocations[:index], func(inv *ast.Invocation) bool {
		return inv.Program() == "mkdir" && slices.ContainsFunc(inv.Args, func(arg ast.Arg) bool {
			text, ok := ast.Join(inv.Dir, arg.Value).Text()
			return ok && within(path, f.end(text))
		})
	})
}

// goesAnywhere reports whether a change of directory leads to a place that is not known
// and in which the shell was not before.
func (f *following) goesAnywhere(cd *ast.Invocation) bool {
	if _, known := cd.ChangesTo.Texts(); known || cd.ChangesTo.None() {
		return false
	}
	return len(cd.Args) > 0 && !goesBack(cd)
}

// goesBack reports whether a change of directory goes to one that the shell was in.
func goesBack(cd *ast.Invocation) bool {
	word, _ := cd.Args[len(cd.Args)-1].Value.Text()
	return word == "-" || strings.HasPrefix(word, "+")
}

// Followed says what of a rewritten script still means a place that was moved, or runs
// in another than it has to; "" where nothing does. Both have the same invocations in
// the same order.
func Followed(before, after *Inspection) string {
	if len(before.relocated) == 0 {
		return ""
	}
	was, is := before.Script.Invocations, after.Script.Invocations
	if len(was) != len(is) {
		return "other programs are started"
	}
	f := &following{Inspection: after, moved: before.relocated, call: before.deciding}
	for i := range was {
		if f.inv = is[i]; i == before.At || !f.later(i, before.At, is[i].Where) {
			continue
		}
		name := was[i].Name.Value.Display()
		if was[i].Program() != is[i].Program() || len(was[i].Args) != len(is[i].Args) {
			return name + " is another command"
		}
		if dirs, other := before.runsElsewhere(was[i], after, is[i]); other {
			return fmt.Sprintf("%s would run in %q", name, dirs)
		}
		if variable := f.told(); variable != "" {
			return fmt.Sprintf("$%s, which %s is given, still names the old place", variable, name)
		}
	}
	return ""
}

// runsElsewhere reports whether an invocation runs in other directories than before, but
// for what was moved.
func (p *Inspection) runsElsewhere(was *ast.Invocation, after *Inspection, is *ast.Invocation) (string, bool) {
	olds, known := was.Dir.Texts()
	news, still := is.Dir.Texts()
	if !known || !still {
		return "", false
	}
	same := slices.EqualFunc(olds, news, func(old, new string) bool { return p.after(old) == after.end(new) })
	return strings.Join(news, ", "), !same
}

// after is where a directory is once all is moved.
func (p *Inspection) after(dir string) string {
	real := p.end(dir)
	for _, m := range p.relocated {
		if !m.unnamed && within(m.old, real) {
			return m.new + strings.TrimPrefix(real, m.old)
		}
	}
	return real
}

func (f *following) cannot(in *ast.Script, arg *ast.Arg, program, why string) *Finding {
	shown := arg.Value.Display()
	if _, known := arg.Value.Texts(); !known && rawText(in, arg.Span) != "" {
		shown = rawText(in, arg.Span)
	}
	return &Finding{
		Rule: AcquireFollow, In: in, Span: arg.Span, Verdict: Ask,
		Message: fmt.Sprintf("%q of %s may mean what is moved, and cannot follow it: %s; use the new path", shown, program, why),
		Because: []Note{{In: f.call.Inv.In, Span: f.call.Inv.Span, Message: "this is moved to " + f.moved[0].new}},
	}
}
