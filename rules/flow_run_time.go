package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// foresee finds how a landing is moved whose place is known only when it runs: what
// mktemp makes is made in the sandbox; under its last element where that is known; by a
// word that stays in the sandbox whatever it becomes; or into the sandbox itself, where
// the program names the files.
func (f *flow) foresee(mv *moving) {
	l := mv.landing
	if l.foreseen || l.Problem != "" || l.Refused || f.cloneInside(mv) || f.madeInside(mv) {
		return
	}
	if _, known := l.Given.Text(); known || l.Given.None() || !f.alone(mv) {
		return
	}
	directory := l.Fills || l.Move.Dir
	switch name, named := l.Name.Text(); {
	case !directory && named && name != "":
	case !directory && lastOf(l.Given) != "":
		l.Name = ast.Known(lastOf(l.Given))
	case l.Move.Insert || l.Move.At == nil:
		return
	case directory && !has(makesDirectories, mv.call.Inv.Program()):
		l.Fills, l.IntoDir, l.Move.Dir, l.Name = false, true, true, ast.Known("")
	default:
		word, why := ast.ContainAfter(l.in(mv.call.Inv), l.Move.At, l.Move.Prefix, f.spelling(mv.call.Inv, l.Move), directory || isDirectoryPlace(mv))
		if why != "" {
			return
		}
		l.atRun, l.foreseen, l.Move.Dir, l.IntoDir = word, true, false, false
		mv.as.New, mv.as.NewPath = f.spelling(mv.call.Inv, l.Move)+"/…", f.Sandbox.Path
		return
	}
	l.foreseen = true
	mv.as = f.acquisition(mv.call, l)
}

// makesDirectories make the directory that they put files into.
const makesDirectories = "7z 7za unzip wget wget2"

// madeInside has mktemp make in the sandbox what a landing is put into: every word that
// names it stays as it is.
func (f *flow) madeInside(mv *moving) bool {
	l := mv.landing
	of := l.madeBy()
	if of == nil {
		return false
	}
	for _, k := range f.inner {
		inv := f.Script.Invocations[k]
		if inv.In != of.In || !of.Span.Contains(inv.Span) || inv.Program() != "mktemp" || inv.Frozen() != "" || inv.Name.Frozen != "" {
			continue
		}
		if slices.ContainsFunc(inv.Args, func(a ast.Arg) bool {
			text, known := a.Value.Text()
			return !known || strings.Contains(text, "/") || strings.HasPrefix(text, "-p") || strings.HasPrefix(text, "-t") || strings.HasPrefix(text, "--t")
		}) {
			return false
		}
		l.In, l.Move, l.Also = inv.In, Move{At: inv.Name, Insert: true, Words: []string{"-p"}, Dir: true}, nil
		l.made, l.foreseen = true, true
		mv.as.New, mv.as.NewPath, mv.as.Old = f.spelling(inv, l.Move)+"/…", f.Sandbox.Path, ""
		return true
	}
	return false
}

// placeOf is the place of a landing: what begins with the output of a command is not taken
// from a directory.
func placeOf(l *Landing) ast.Value { return placeIn(l.Dir, l.Dest) }

// madeBy is the mktemp that makes the file, or the directory, that a landing lies in; or nil.
func (l *Landing) madeBy() *ast.Command {
	if _, known := l.Dest.Text(); known {
		if _, known = l.Dir.Text(); known {
			return nil
		}
	}
	return madeBy(placeOf(l))
}

func placeIn(dir, path ast.Value) ast.Value {
	if madeBy(path) != nil {
		return path
	}
	return ast.Join(dir, path)
}

// madeBy is the call of mktemp that a path begins with what it prints, or nil.
func madeBy(path ast.Value) *ast.Command {
	alts := path.Alts()
	if len(alts) != 1 || len(alts[0]) == 0 || alts[0][0].Of == nil {
		return nil
	}
	if of := alts[0][0].Of; len(of.Words) > 0 && of.Words[0].Is("mktemp") {
		return of
	}
	return nil
}

// cloneInside has git go to the sandbox first for a clone whose name is not known, since
// no word says it. A source that is a relative path would be another one from there, and so
// would each other path that git is told.
func (f *flow) cloneInside(mv *moving) bool {
	l, call := mv.landing, mv.call
	_, named := l.Name.Text()
	if named || call.Tool != &gitClone || !l.Given.None() || l.foreseen || call.uncertain() != nil || len(call.Operands) != 1 {
		return false
	}
	sources, known := l.URL.Texts()
	if known && slices.ContainsFunc(sources, func(s string) bool { return !strings.Contains(s, ":") && !strings.HasPrefix(s, "/") }) {
		return false
	}
	if f.meansDirectory(call, l.URL) {
		return false
	}
	at := call.Inv.Name
	for i := range call.Globals {
		if o := &call.Globals[i]; o.Role() == DestBase && o.ValueWord != nil {
			at = o.ValueWord
		}
	}
	l.Move = Move{At: at, Insert: true, Words: []string{"-C"}, Dir: true}
	l.IntoDir, l.foreseen, l.Name, l.Dest, l.Creates = true, true, ast.Known(""), ast.Known(here), ast.Value{}
	mv.as = f.acquisition(call, l)
	return true
}

// isDirectoryPlace reports whether a program would take the name of a directory for one
// to put files into.
func isDirectoryPlace(mv *moving) bool {
	return mv.landing.Type != "redirect" && !has("curl wget wget2 tee dd sort sponge", mv.call.Inv.Program())
}

// lastOf is the last element of a path whose end alone is known, or empty.
func lastOf(v ast.Value) string {
	end := v.Suffix()
	if !strings.Contains(end, "/") {
		return ""
	}
	name, ok := LastElement(end)
	if !ok || strings.HasSuffix(end, "/") {
		return ""
	}
	return name
}

// alone reports whether no other word of the call may turn out to be several: the one that
// is moved is quoted then, the others are not.
func (f *flow) alone(mv *moving) bool {
	problem := mv.call.uncertain()
	if problem == nil {
		return true
	}
	at := mv.landing.Move.At
	if problem.Arg == nil || at == nil || mv.landing.Move.Insert || problem.Arg.Span != at.Span {
		return false
	}
	inv := mv.call.Inv
	return !slices.ContainsFunc(inv.Args, func(a ast.Arg) bool {
		_, known := a.Value.Text()
		return a.Span != at.Span && a.Many && !known
	})
}

// atRun follows a word that means something whose place is known only when it runs: it is
// spelled by the same expansion. The second result says why another word that holds the
// expansion cannot, and the third whether there is anything to say.
func (f *following) atRun(in *ast.Script, arg *ast.Arg, word touched) (ast.Edit, string, bool) {
	if _, known := word.value.Text(); known || word.does == touchNothing || word.does == touchMachine {
		return ast.Edit{}, "", false
	}
	for i := range f.moved {
		m := &f.moved[i]
		if !f.active(i) {
			continue
		}
		if edit, why, says := f.namedAfter(in, arg, m); says {
			return edit, why, says
		}
		if m.spelled == nil {
			continue
		}
		if m.in == in && ast.SameText(in, m.spelled, arg) {
			return f.respelled(in, arg, m, "")
		}
		if raw := rawText(in, arg.Span); m.in == in && strings.Contains(raw, "$(") && strings.HasSuffix(rawText(in, m.spelled.Span), raw) {
			return ast.Edit{}, "it is what a command prints, which may be another text each time", true
		}
		name, rest, ok := ast.Expansion(in, arg)
		if ok && name == m.variable && m.variable != "" {
			if below, is := strings.CutPrefix(rest, m.behind); is && (below == "" || below[0] == '/') {
				return f.respelled(in, arg, m, below)
			}
			if rest == "" || strings.HasPrefix(m.behind, rest+"/") {
				return ast.Edit{}, "what is moved lies in it, and more may", true
			}
			continue
		}
		if m.variable != "" && mentionsVariable(word.value, m.variable) && strings.Contains(rawText(in, arg.Span), m.variable) && word.does != touchMayWrite {
			return ast.Edit{}, "it is not the same as what is moved, and may mean it", true
		}
	}
	return ast.Edit{}, "", false
}

// namedAfter follows a word that is made of the same variable as the address of what is
// fetched under a name that only the program knows: "${URL##*/}", "$(basename "$U" .git)".
func (f *following) namedAfter(in *ast.Script, arg *ast.Arg, m *relocation) (ast.Edit, string, bool) {
	raw := rawText(in, arg.Span)
	if m.source == "" || !m.unnamed || !strings.Contains(raw, "$"+m.source) && !strings.Contains(raw, "${"+m.source) {
		return ast.Edit{}, "", false
	}
	if name, rest, ok := ast.Expansion(in, arg); ok && name == m.source && rest == "" || !m.means(raw) {
		return ast.Edit{}, "", false // the address itself, or another text of its variable
	}
	if again(f.Script.Assigned, m.source) {
		return ast.Edit{}, "$" + m.source + " is assigned more than once, and may be another by then", true
	}
	word, why := ast.Contain(in, arg, f.Sandbox.Given, false)
	if f.inv == nil || f.inv.HomeChanged {
		word, why = ast.Contain(in, arg, f.Sandbox.Path, false)
	}
	return ast.Edit{In: in, Span: arg.Span, Text: word}, why, true
}

// respelled is the edit of a word that is spelled as what is moved, with more behind it.
func (f *following) respelled(in *ast.Script, arg *ast.Arg, m *relocation, below string) (ast.Edit, string, bool) {
	switch {
	case arg.Frozen != "":
		return ast.Edit{}, arg.Frozen, true
	case m.variable != "" && f.assignments(m.variable) > 1:
		return ast.Edit{}, "the variable is assigned more than once", true
	case m.whole && below == "":
		return ast.Edit{}, "it becomes the sandbox itself", true
	}
	text := m.word
	if below != "" {
		quoted, err := ast.Quote(below)
		if err != nil {
			return ast.Edit{}, err.Error(), true
		}
		text += quoted
	}
	return ast.Edit{In: in, Span: arg.Span, Text: text}, "", true
}

// assignments is how often the script assigns a variable.
func (f *following) assignments(name string) int {
	n := 0
	for _, assigned := range f.Script.Assigned {
		if assigned == name || assigned == "" {
			n++
		}
	}
	return n
}

func mentionsVariable(v ast.Value, name string) bool {
	return slices.ContainsFunc(v.Alts(), func(alt []ast.Part) bool {
		return slices.ContainsFunc(alt, func(p ast.Part) bool { return p.Var == name || p.Of != nil })
	})
}

// again reports whether a list has a name more than once.
func again(names []string, name string) bool {
	first := slices.Index(names, name)
	return first >= 0 && slices.Contains(names[first+1:], name)
}
