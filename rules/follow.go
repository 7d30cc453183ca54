package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// relocation is one place that the script makes and that will be in the sandbox instead.
type relocation struct {
	// old and new are absolute, with links followed; given is new as it is written into
	// a word of its own.
	old, new, given string
}

// following is one look for the words of a script that mean what was moved.
type following struct {
	*Inspection
	call     *Call
	landings []Landing
	outside  []int
	moved []relocation
	edits []ast.Edit
}

// follow returns the edits by which later words follow the landings that are moved, or
// a finding that names the first word which cannot.
func (p *Inspection) follow(call *Call, landings []Landing, as []*Acquisition, outside []int, index int) ([]ast.Edit, *Finding) {
	f := &following{Inspection: p, call: call, landings: landings, outside: outside}
	for _, i := range outside {
		if as[i].Old == "" || as[i].NewPath == "" || landings[i].IntoDir && landings[i].Name.Is("") {
			return nil, p.follower(landings, outside, index) // which names are made is not known
		}
		f.moved = append(f.moved, relocation{old: as[i].Old, new: as[i].NewPath, given: as[i].New})
	}
	if call.Inv.Where&(ast.InLoop|ast.InFunction) != 0 {
		return nil, p.follower(landings, outside, index) // what stands before it runs after it, too
	}
	all := p.Script.Invocations
	for i := index + 1; i < len(all); i++ {
		if found := f.invocation(all[i], i); found != nil {
			return nil, found
		}
	}
	for _, r := range p.Script.Redirs {
		if r.First <= index || strings.HasPrefix(r.Op, "<<") {
			continue
		}
		word := touched{does: touchWrites, span: r.Target.Span, value: r.Target.Value, dir: r.Dir}
		if found := f.word(r.In, &r.Target, word, "the redirect "+r.Op); found != nil {
			return nil, found
		}
	}
	p.relocated = f.moved
	return f.edits, nil
}

// invocation follows the words of one invocation.
func (f *following) invocation(inv *ast.Invocation, index int) *Finding {
	if carriesScript(f.Inspection, inv) || inv.Program() == "eval" {
		return nil
	}
	name := inv.Name.Value.Display()
	if _, known := inv.ChangesTo.Texts(); !known && !inv.ChangesTo.None() {
		if l := f.meant(inv, f.landings, f.outside); l != nil {
			if found := f.reached(inv, index, f.existed(l)); found != nil {
				return found
			}
		}
	}
	for _, a := range inv.Assigns {
		if found := f.assigned(inv, a); found != nil {
			return found
		}
	}
	if strings.Contains(name, "/") {
		word := touched{does: touchReads, span: inv.Name.Span, value: inv.Name.Value, dir: inv.Dir}
		if found := f.word(inv.In, &inv.Name, word, name); found != nil {
			return found
		}
	}
	for _, word := range f.paths(inv) {
		arg := argAt(inv, word.span)
		if arg == nil {
			continue
		}
		if found := f.word(inv.In, arg, word, name); found != nil {
			return found
		}
	}
	return nil
}

// assigned asks about a variable of a program that means what is moved.
func (f *following) assigned(inv *ast.Invocation, a ast.Assign) *Finding {
	dir, _ := inv.Dir.Text()
	text, _ := a.Value.Text()
	for piece := range strings.SplitSeq(text, ":") {
		if piece != "" && f.target(dir, ast.Known(piece)) != "" {
			return f.cannot(inv.In, &ast.Arg{Span: a.Span, Value: a.Value}, a.Name, "it is assigned to a variable")
		}
	}
	return nil
}

// paths are the words of an invocation that are paths, or may be.
func (f *following) paths(inv *ast.Invocation) []touched {
	if has("cd chdir pushd", inv.Program()) && len(inv.Args) > 0 && !inv.Shadowed {
		last := &inv.Args[len(inv.Args)-1]
		if text, _ := last.Value.Text(); text != "-" && !strings.HasPrefix(text, "+") {
			return []touched{{does: touchEnters, span: last.Span, value: last.Value, dir: inv.Dir}}
		}
		return nil
	}
	if t := touchesOf(f.Script, inv); t != nil && inv.Program() != "git" {
		return t.out
	}
	var out []touched
	for _, pl := range f.placesOf(nil, inv) {
		out = append(out, touched{does: touchReads, span: pl.span, value: pl.value, dir: pl.dir})
	}
	return out
}

func argAt(inv *ast.Invocation, span ast.Span) *ast.Arg {
	for i := range inv.Args {
		if inv.Args[i].Span == span {
			return &inv.Args[i]
		}
	}
	return nil
}

// word follows one word: it is edited where it means what was moved, or where it is
// taken from a directory that was and leads out of it.
func (f *following) word(in *ast.Script, arg *ast.Arg, word touched, program string) *Finding {
	if word.does == touchNothing || word.does == touchRuns || word.does == touchMachine {
		return nil
	}
	prefix := word.value.Prefix()
	if text, known := word.value.Text(); known && (isURL(text) || text == "") {
		return nil
	}
	dirs, known := word.dir.Texts()
	if !known {
		if f.looksLike(prefix) {
			return f.cannot(in, arg, program, "the directory that it is taken from is not known")
		}
		return nil
	}
	target, agree := "", true
	for i, dir := range dirs {
		to := f.target(dir, word.value)
		agree = agree && (i == 0 || to == target)
		target = to
	}
	switch {
	case !agree:
		return f.cannot(in, arg, program, "it means another place on another path of the script")
	case target == "":
		return nil
	case word.does == touchMayWrite && !strings.Contains(prefix, "/"):
		return f.cannot(in, arg, program, "it may be a name of another kind")
	}
	edit, why := f.respell(in, arg, word, target)
	if why != "" {
		return f.cannot(in, arg, program, why)
	}
	if !slices.Contains(f.edits, edit) {
		f.edits = append(f.edits, edit)
	}
	return nil
}

// looksLike reports whether the beginning of a word is the name of something moved.
func (f *following) looksLike(prefix string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(prefix, "./"), "/")
	for _, m := range f.moved {
		if name, _ := LastElement(m.old); first == name {
			return true
		}
	}
	return false
}

// target is how the known beginning of a path has to be written from now on, absolute
// or as the sandbox is given; empty where it stays.
func (f *following) target(dir string, path ast.Value) string {
	prefix := path.Prefix()
	whole, known := path.Text()
	if !known {
		if i := strings.LastIndexByte(prefix, '/'); i >= 0 {
			whole = prefix[:i]
		} else {
			return ""
		}
	}
	text, ok := ast.Join(ast.Known(dir), ast.Known(whole)).Text()
	if !ok {
		return ""
	}
	real, err := f.Facts.Resolve(text)
	from, errFrom := f.Facts.Resolve(dir)
	if err != nil || errFrom != nil {
		return ""
	}
	relative := !strings.HasPrefix(whole, "/")
	for _, m := range f.moved {
		inside, standing := within(m.old, real), within(m.old, from)
		switch {
		case inside && !(relative && standing):
			return m.given + strings.TrimPrefix(real, m.old)
		case !inside && relative && standing:
			return real
		}
	}
	return ""
}

// respell is the edit that writes a word's path in another way; why says why it must
// not be edited, or is empty.
func (f *following) respell(in *ast.Script, arg *ast.Arg, word touched, target string) (edit ast.Edit, why string) {
	if arg.Frozen != "" {
		return ast.Edit{}, arg.Frozen
	}
	whole, known := arg.Value.Text()
	path, _ := word.value.Text()
	before := strings.TrimSuffix(whole, path)
	if before != "" || f.call.Inv.HomeChanged {
		target = f.absolute(target)
	}
	if known {
		quoted, err := ast.QuotePath(target)
		if before != "" {
			quoted, err = ast.Quote(before + target)
		}
		if err != nil {
			return ast.Edit{}, err.Error()
		}
		return ast.Edit{In: in, Span: arg.Span, Text: quoted}, ""
	}
	// The beginning alone is known: it is replaced where it is written plainly.
	source := in.Source.Text[arg.Span.Start:arg.Span.End]
	prefix := word.value.Prefix()
	prefix = prefix[:strings.LastIndexByte(prefix, '/')]
	quoted, err := ast.QuotePath(target)
	at := strings.Index(source, prefix+"/")
	switch {
	case err != nil:
		return ast.Edit{}, err.Error()
	case at != 0 || word.value.Prefix() != arg.Value.Prefix():
		return ast.Edit{}, "its beginning is not written plainly"
	}
	return ast.Edit{In: in, Span: arg.Span, Text: quoted + source[len(prefix):]}, ""
}

// absolute is a place in the sandbox without ~ or $HOME.
func (f *following) absolute(target string) string {
	if rest, ok := strings.CutPrefix(target, f.Sandbox.Given); ok && (rest == "" || rest[0] == '/') {
		return f.Sandbox.Path + rest
	}
	return target
}

func (f *following) cannot(in *ast.Script, arg *ast.Arg, program, why string) *Finding {
	return &Finding{
		Rule: AcquireFollow, In: in, Span: arg.Span, Verdict: Ask,
		Message: fmt.Sprintf("%q of %s may mean what is moved, and cannot follow it: %s; use the new path", arg.Value.Display(), program, why),
		Because: []Note{{In: f.call.Inv.In, Span: f.call.Inv.Span, Message: "this is moved to " + f.moved[0].given}},
	}
}

// Followed says why a rewritten script does not run its later commands in the places
// that the old one would have, but for what was moved; "" where it does. Both have the
// same invocations in the same order.
func Followed(before, after *Inspection) string {
	if len(before.relocated) == 0 {
		return ""
	}
	was, is := before.Script.Invocations, after.Script.Invocations
	if len(was) != len(is) {
		return "it starts other programs"
	}
	for i := before.At + 1; i < len(was); i++ {
		if was[i].Program() != is[i].Program() || len(was[i].Args) != len(is[i].Args) {
			return fmt.Sprintf("%s is another command", was[i].Name.Value.Display())
		}
		olds, known := was[i].Dir.Texts()
		news, still := is[i].Dir.Texts()
		if !known || !still {
			continue
		}
		for j := range olds {
			if len(news) != len(olds) || before.after(olds[j]) != before.end(news[j]) {
				return fmt.Sprintf("%s would run in %q", was[i].Name.Value.Display(), strings.Join(news, ", "))
			}
		}
	}
	return ""
}

// after is where a directory is once all is moved.
func (p *Inspection) after(dir string) string {
	real := p.end(dir)
	for _, m := range p.relocated {
		if within(m.old, real) {
			return m.new + strings.TrimPrefix(real, m.old)
		}
	}
	return real
}
