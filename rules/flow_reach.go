package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// way is how external bytes reach an invocation; several may at once.
type way uint8

const (
	// byStdin: it reads them from its standard input.
	byStdin way = 1 << iota
	// byStream: one of its words is a file that they come through (<(…)).
	byStream
	// byWord: they are text in one of its words.
	byWord
	// byFile: one of its words is a file, or a directory, that landed.
	byFile
)

// reaches says how external bytes reach an invocation, 0 where they do not.
func (f *flow) reaches(i int, inv *ast.Invocation) way {
	w := f.input(i, inv) | f.words(i, inv)
	if f.reads(i, inv) {
		w |= byFile
	}
	return w
}

// from notes where an invocation has its bytes from.
func (f *flow) from(i, cause int) {
	if f.each[i].cause == 0 && cause != i {
		f.each[i].cause = cause
	}
}

// input is byStdin where the standard input of an invocation holds external bytes.
func (f *flow) input(i int, inv *ast.Invocation) way {
	if has(naming, inv.Program()) && f.opened != nil {
		for j := range inv.Args {
			if text, _ := inv.Args[j].Value.Text(); f.openedReads(i, strings.TrimPrefix(text, "-u")) != 0 {
				return byStdin
			}
		}
	}
	if r := stdinOf(inv.Redirs); r != nil {
		return f.opens(i, r)
	}
	if f.handed[inv] {
		return byStdin
	}
	for _, group := range groupsAround(f.wide, inv) {
		r := stdinOf(group)
		if r == nil || r.In == inv.In && r.Target.Span.Contains(inv.Span) {
			continue
		}
		if inv.PipeHead != nil && inv.PipeHead.Index > r.First {
			break // the pipe is within the command that the redirect belongs to
		}
		return f.opens(i, r)
	}
	head := inv
	if inv.PipeHead != nil {
		head = inv.PipeHead
	}
	switch {
	case f.fed[head]:
		return byStdin
	case inv.PipeHead != nil:
		return 0
	}
	if inv.Where&ast.InFunction != 0 && f.called {
		return byStdin
	}
	return 0
}

// openedReads is byStream where a descriptor that stays open reads external bytes.
func (f *flow) openedReads(i int, number string) way {
	fd, is := ast.Descriptor(number)
	for _, o := range f.opened {
		if is && o.FD == fd && strings.HasPrefix(o.Op, "<") && f.opens(i, o) != 0 {
			return byStream
		}
	}
	return 0
}

// stdinOf is the last redirect of standard input among those of one command, or nil.
func stdinOf(redirs []*ast.Redirect) *ast.Redirect {
	for i := len(redirs) - 1; i >= 0; i-- {
		if r := redirs[i]; r.FD == 0 && strings.HasPrefix(r.Op, "<") {
			return r
		}
	}
	return nil
}

// opens is byStdin where a redirect opens external bytes for reading.
func (f *flow) opens(i int, r *ast.Redirect) way {
	switch {
	case f.printedIn(i, r.In, r.Target.Span), f.holds(i, r.Body), r.Own != nil && f.heldBy(i, r.Own, nil):
		return byStdin
	case r.Op == "<" || r.Op == "<>":
		if f.isLanded(i, placeIn(r.Dir, r.Target.Value)) || f.isSpelled(r.In, &r.Target) {
			return byStdin
		}
	case r.Op == "<&":
		for _, o := range f.opened {
			fd, _, known := targetDescriptor(r)
			if (!known || o.FD == fd || o.FD < 0) && o != r && strings.HasPrefix(o.Op, "<") && f.opens(i, o) != 0 {
				return byStdin
			}
		}
	}
	return 0
}

// printedIn reports whether a substitution within a span prints external bytes.
func (f *flow) printedIn(i int, in *ast.Script, span ast.Span) bool {
	for _, k := range f.inner {
		if !f.each[k].prints {
			continue
		}
		inv := f.Script.Invocations[k]
		at, is := spanIn(inv, in)
		if is && span.Contains(at) && at != span && f.escapes(inv) {
			f.from(i, k)
			return true
		}
	}
	return false
}

// spanIn is where an invocation stands in a script: its own, or one around that.
func spanIn(inv *ast.Invocation, in *ast.Script) (ast.Span, bool) {
	span := inv.Span
	for s := inv.In; s != nil; s = s.OuterIn {
		if s == in {
			return span, true
		}
		if s.Outer == nil {
			break
		}
		span = s.Outer.Span
	}
	return span, false
}

// escapes reports whether what an invocation prints leaves its substitution: it goes to
// no file and into no pipe.
func (f *flow) escapes(inv *ast.Invocation) bool {
	out := f.outlet(inv, 1).kind
	return out == outletOwn && !inv.Piped || out == outletAround
}

// heldBy reports whether a substitution among the words of an invocation prints external
// bytes; with args, one that stands in one of those, and else one in none.
func (f *flow) heldBy(i int, holder *ast.Invocation, args []ast.Arg) bool {
	for _, k := range f.held[holder] {
		inv := f.Script.Invocations[k]
		if !f.each[k].prints || !f.escapes(inv) {
			continue
		}
		at, _ := spanIn(inv, holder.In)
		inArgs := slices.ContainsFunc(holder.Args, func(a ast.Arg) bool { return a.Span.Contains(at) })
		if (args != nil) == inArgs && (args == nil || slices.ContainsFunc(args, func(a ast.Arg) bool { return a.Span.Contains(at) })) {
			f.from(i, k)
			return true
		}
	}
	return false
}

// holds reports whether a value is text that was fetched, or has such text in it.
func (f *flow) holds(i int, v ast.Value) bool {
	if _, known := v.Text(); known {
		return false
	}
	return slices.ContainsFunc(v.Alts(), func(alt []ast.Part) bool {
		return slices.ContainsFunc(alt, func(p ast.Part) bool {
			switch {
			case p.Of != nil:
				return f.printedIn(i, p.Of.In, p.Of.Span) || f.readIn(i, p.Of)
			case p.Unknown == "" || p.Unknown == ast.Pattern || p.Plain():
				return false
			}
			return f.told[p.Var] || f.kept && (p.Var == "" || f.assigned(p.Var))
		})
	})
}

// readIn reports whether a substitution is the content of a file that landed: $(< f).
func (f *flow) readIn(i int, of *ast.Command) bool {
	return slices.ContainsFunc(f.wide, func(r *ast.Redirect) bool {
		return r.Own == nil && r.In == of.In && of.Span.Contains(r.Span) && r.Op == "<" && f.isLanded(i, placeIn(r.Dir, r.Target.Value))
	})
}

// assigned reports whether the script gives a variable its value, or the shell does.
func (f *flow) assigned(name string) bool {
	return strings.Trim(name, "0123456789@*_") == "" || has("REPLY MAPFILE BASH_REMATCH", name) || slices.Contains(f.Script.Assigned, name)
}

// keeps notes that variables hold external text: a substitution that prints some is the
// value of one, or among the words of a builtin that gives one.
func (f *flow) keeps(k int, inv *ast.Invocation) {
	if f.kept || inv.Where&ast.InSubstitution == 0 || !f.escapes(inv) {
		return
	}
	if inv.Holder == nil || f.inAssign(inv) || has("printf set read mapfile readarray : export local declare typeset readonly", inv.Holder.Program()) || inv.Holder.Shadowed {
		f.kept, f.changed = true, true
	}
}

// inAssign reports whether an invocation stands in an assignment before the program that
// it is a word of.
func (f *flow) inAssign(inv *ast.Invocation) bool {
	at, is := spanIn(inv, inv.Holder.In)
	return is && slices.ContainsFunc(inv.Holder.Assigns, func(a ast.Assign) bool { return a.Span.Contains(at) })
}

// words is how external bytes reach an invocation by its arguments.
func (f *flow) words(i int, inv *ast.Invocation) way {
	var w way
	for j := range inv.Args {
		w |= f.arg(i, inv, j)
	}
	if w == 0 && len(inv.Via) > 0 && f.xargs(inv) && f.fedTo(inv) {
		w = byWord
	}
	return w
}

// arg is how external bytes reach an invocation by one argument.
func (f *flow) arg(i int, inv *ast.Invocation, j int) way {
	a := inv.Args[j]
	if text, known := a.Value.Text(); known {
		if number, is := strings.CutPrefix(text, "/dev/fd/"); is && f.opened != nil {
			return f.openedReads(i, number)
		}
		return 0
	}
	raw := rawText(inv.In, a.Span)
	switch {
	case strings.HasPrefix(raw, ">("):
		return 0
	case strings.Contains(raw, "<(") || strings.HasPrefix(raw, "=("):
		if f.heldBy(i, inv, inv.Args[j:j+1]) {
			return byStream
		}
	case f.heldBy(i, inv, inv.Args[j:j+1]), f.holds(i, a.Value), f.mentions(raw):
		return byWord
	}
	return 0
}

// mentions reports whether a piece of a script expands a variable that holds external text.
func (f *flow) mentions(raw string) bool {
	for name := range f.told {
		for _, form := range [...]string{"$" + name, "${" + name, "${#" + name, "${!" + name} {
			if i := strings.Index(raw, form); i >= 0 && (i+len(form) == len(raw) || !inName(raw[i+len(form)]) || strings.ContainsRune("-.", rune(raw[i+len(form)]))) {
				return true
			}
		}
	}
	return false
}

// xargs reports whether an invocation's words are added by a program that reads them.
func (f *flow) xargs(inv *ast.Invocation) bool {
	return slices.ContainsFunc(inv.Via, func(via string) bool { return has("xargs parallel", programOf(via)) }) &&
		slices.ContainsFunc(inv.Args, ast.Arg.AddedWhenRun)
}

// fedTo reports whether external bytes come through the pipe that an invocation reads.
func (f *flow) fedTo(inv *ast.Invocation) bool {
	return inv.PipeHead != nil && f.fed[inv.PipeHead]
}

// reads reports whether an invocation reads, or takes away, a file that landed.
func (f *flow) reads(i int, inv *ast.Invocation) bool {
	if len(f.moves) == 0 || !f.trail.look(i, inv, inv.Where) && len(f.temporary) == 0 {
		return false
	}
	if !f.trail.concerns(inv) {
		return false
	}
	if f.addedFrom(inv) || inv.Program() == "git" && f.gitReads(i, inv) {
		return true
	}
	if inv.Program() == "unzip" && slices.ContainsFunc(inv.Args, func(a ast.Arg) bool {
		text, _ := a.Value.Text()
		return f.isLanded(i, ast.Join(inv.Dir, ast.Known(text+".zip"))) || strings.Contains(text, "*") && f.isLanded(i, ast.Join(inv.Dir, ast.Known(directoryText(text))))
	}) {
		return true
	}
	t := f.touchesOf(inv)
	if t == nil {
		return slices.ContainsFunc(inv.Args, func(a ast.Arg) bool {
			place := placeIn(inv.Dir, a.Value)
			return !looksLikeText(inv, a.Value) && f.isLanded(i, place) || f.isNamed(i, place) || f.isSpelled(inv.In, &a) || f.lists(i, a.Value)
		})
	}
	return slices.ContainsFunc(t.out, func(w touched) bool {
		dir := w.dir
		if w.does == touchLinks {
			dir = f.readFrom(inv, dir)
		}
		return w.does != touchNothing && w.does != touchMachine && (f.isLanded(i, placeIn(dir, w.value)) || f.isSpelled(inv.In, argOf(inv, w)) || w.does != touchRuns && !(w.does == touchEnters && unpacks(inv, t)) && f.lists(i, w.value))
	})
}

// addedFrom reports whether words are added to an invocation that name what landed: those
// that find, or a program at the other end of a pipe, was given.
func (f *flow) addedFrom(inv *ast.Invocation) bool {
	if !slices.ContainsFunc(inv.Args, ast.Arg.AddedWhenRun) {
		return false
	}
	for i := inv.Index - 1; i >= 0; i-- {
		finder := f.Script.Invocations[i]
		if finder.In == inv.In && finder.Span.Contains(inv.Span) && has(finders, finder.Program()) {
			return f.landedAmong(i, roots(finder), finder.Dir)
		}
	}
	from := inv.PipeFrom
	for from != nil && from.PipeFrom != nil && has(passing, from.Program()) {
		from = from.PipeFrom
	}
	if from == nil {
		return false
	}
	args := make([]*ast.Arg, len(from.Args))
	for i := range from.Args {
		args[i] = &from.Args[i]
	}
	return f.landedAmong(inv.Index, args, from.Dir)
}

// landedAmong reports whether one of some words names what landed.
func (f *flow) landedAmong(i int, args []*ast.Arg, dir ast.Value) bool {
	return slices.ContainsFunc(args, func(a *ast.Arg) bool { return f.isLanded(i, placeIn(dir, a.Value)) })
}

// gitReads reports whether git works in something that landed.
func (f *flow) gitReads(i int, inv *ast.Invocation) bool {
	w := wordPlaces{inv: inv, dir: inv.Dir}
	w.gitDirectory()
	if dir, set := inv.Var("GIT_DIR"); set && f.isLanded(i, placeIn(inv.Dir, dir)) {
		return true
	}
	return f.isLanded(i, w.dir) || slices.ContainsFunc(w.out, func(pl place) bool { return f.isLanded(i, placeIn(pl.dir, pl.value)) })
}

// isSpelled reports whether a word is spelled as something that landed whose place is known
// only when it runs.
func (f *flow) isSpelled(in *ast.Script, arg *ast.Arg) bool {
	edit, _, says := f.trail.atRun(in, arg, touched{does: touchReads, value: arg.Value})
	return says && edit.Text != ""
}

// isMoved reports whether a place that is written to lies in something that is moved.
func (f *flow) isMoved(i int, path ast.Value) bool {
	if madeBy(path) != nil {
		return f.isTemporary(path)
	}
	text, known := path.Text()
	if !known || !strings.HasPrefix(text, "/") {
		return false
	}
	real := f.trail.end(text)
	if f.trail.holder(real) != nil {
		return true
	}
	m := f.trail.over(real, &f.trail.places.unnamed)
	if m == nil || real == m.old || f.Facts.Exists(real) {
		return false
	}
	top, _, deeper := strings.Cut(strings.TrimPrefix(real, m.old+"/"), "/")
	return deeper && !f.Facts.Exists(m.old+"/"+top) && !f.trail.made(m.old+"/"+top)
}

// isTemporary reports whether a path may lie in what mktemp made, where something landed.
func (f *flow) isTemporary(path ast.Value) bool {
	return len(f.temporary) > 0 && slices.ContainsFunc(path.Alts(), func(alt []ast.Part) bool {
		return len(alt) > 0 && alt[0].Of != nil && slices.ContainsFunc(f.temporary, func(t *ast.Command) bool { return t.Span == alt[0].Of.Span && t.In == alt[0].Of.In })
	})
}

// isLanded reports whether a path is, or lies in, something that landed by then.
func (f *flow) isLanded(i int, path ast.Value) bool {
	texts, known := path.Texts()
	if f.isTemporary(path) {
		return true
	}
	if !known {
		texts = directories(path)
	}
	for _, text := range texts {
		if !strings.HasPrefix(text, "/") {
			continue
		}
		real := f.trail.end(text)
		m := f.trail.landedAt(real)
		if m == nil {
			if m = f.trail.over(real, &f.trail.places.unnamed); m != nil && (real == m.old || f.Facts.Exists(real) || f.trail.made(real)) {
				m = nil
			}
		}
		if m == nil && f.Sandbox.Contains(real) {
			m = f.below(real)
		}
		if m != nil {
			f.from(i, m.index)
			return true
		}
	}
	return false
}

// directories are those that the known beginnings of a path end in, of each alternative.
func directories(path ast.Value) (out []string) {
	for _, alt := range path.Alts() {
		lead := ""
		for _, part := range alt {
			if part.Unknown != "" {
				break
			}
			lead += part.Text
		}
		out = append(out, directoryText(lead))
	}
	return out
}

// isNamed reports whether a path is known to be something that landed under its name.
func (f *flow) isNamed(i int, path ast.Value) bool {
	text, known := path.Text()
	if !known || !strings.HasPrefix(text, "/") {
		return false
	}
	m := f.trail.landedAt(f.trail.end(text))
	if m != nil {
		f.from(i, m.index)
	}
	return m != nil
}

// below is what landed in a directory of the sandbox, or nil: who reads the directory may
// read it.
func (f *flow) below(dir string) *relocation {
	if m := f.trail.firstAt(&f.trail.places.above, dir); m != nil {
		return m
	}
	return f.trail.firstAt(&f.trail.places.unnamed, dir)
}

// directoryText is the directory that the beginning of a path names.
func directoryText(prefix string) string { return prefix[:strings.LastIndexByte(prefix, '/')+1] }
