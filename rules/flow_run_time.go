package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// foresee finds how a landing is moved whose place is known only when it runs: into the
// sandbox itself where the program, or an archive, names the files; under its last element
// where that is known; else by a word that stays in the sandbox whatever it becomes.
func (f *flow) foresee(mv *moving) {
	l := mv.landing
	if f.cloneInside(mv) {
		return
	}
	if _, known := l.Given.Text(); known || l.foreseen || l.Given.None() || l.Problem != "" || l.Refused || !f.alone(mv) {
		return
	}
	switch name, named := l.Name.Text(); {
	case l.Move.Dir && l.Under == "", l.Fills:
		l.Fills, l.IntoDir, l.Move.Dir, l.Name = false, true, true, ast.Known("")
	case named && name != "":
	case lastOf(l.Given) != "":
		l.Name = ast.Known(lastOf(l.Given))
	case l.Move.Insert || l.Move.At == nil || l.Move.Dir:
		return
	default:
		word, why := ast.ContainAfter(l.in(mv.call.Inv), l.Move.At, l.Move.Prefix, f.spelling(mv.call.Inv, l.Move), isDirectoryPlace(mv))
		if why != "" {
			return
		}
		l.atRun, l.foreseen = word, true
		mv.as.New, mv.as.NewPath = f.spelling(mv.call.Inv, l.Move)+"/"+l.Given.Display(), f.Sandbox.Path
		return
	}
	l.foreseen = true
	mv.as = f.acquisition(mv.call, l)
}

// cloneInside has git go to the sandbox first for a clone whose name is not known, since
// no word says it. A source that is a relative path would be another one from there.
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
	at := &call.Inv.Name
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
		if m.spelled == nil || !f.active(i) {
			continue
		}
		if m.in == in && ast.SameText(in, m.spelled, arg) {
			return f.respelled(in, arg, m, "")
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

// respelled is the edit of a word that is spelled as what is moved, with more behind it.
func (f *following) respelled(in *ast.Script, arg *ast.Arg, m *relocation, below string) (ast.Edit, string, bool) {
	switch {
	case arg.Frozen != "":
		return ast.Edit{}, arg.Frozen, true
	case m.variable != "" && f.assignments(m.variable) > 1:
		return ast.Edit{}, "the variable is assigned more than once", true
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
