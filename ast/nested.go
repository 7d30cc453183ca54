package ast

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// nested is a script handed over as a word.
type nested struct {
	word      Arg
	args      []Arg // $0, $1 … of the script
	via       []string
	dialect   Dialect
	sameShell bool    // eval, trap: it runs in the shell itself
	otherHome bool    // another user's HOME may be in force
	posix     bool    // the shell may know no more than POSIX
	options   options // those that the shell starts with
	input     bool    // the shell reads it from its standard input
	otherEnv  bool    // HOME may not be the caller's, though it is most likely
}

// nested reads a script that a word carries and records its invocations after the
// one that carries it. A script that cannot be read is a hazard.
func (w *walker) nested(inv *Invocation, n nested, st *state) flow {
	unread := same(st)
	if n.sameShell {
		unread = same(st.forget("a script that is not known may have changed it"))
	}
	text, ok := n.word.Value.Text()
	switch {
	case w.quiet:
		return unread
	case !ok:
		w.hazard(n.word.Span, HazardScript, "a script is handed over whose text is not known: "+n.word.Value.Reason())
		return unread
	case w.depth >= maxNesting:
		w.hazard(n.word.Span, HazardLimit, fmt.Sprintf("scripts are handed over inside one another more than %d deep", maxNesting))
		return unread
	}
	outer := n.word
	if outer.Frozen == "" {
		outer.Frozen = inv.Frozen()
	}
	child := &Script{
		Source: Source{Text: text, Dialect: n.dialect, Dir: inv.Dir, Env: w.script.Source.Env, IsDir: w.script.Source.IsDir},
		Outer:  &outer, OuterIn: w.script,
	}
	if child.Source.Dialect == AnyDialect {
		child.Source.Dialect = w.script.Source.Dialect
	}
	err := checkLimits(text)
	if err == nil {
		child.tree = &tree{grammar: w.script.tree.grammar}
		child.tree.file, err = child.tree.grammar.parse(text, child.Source.Dialect)
	}
	hazards := byteHazards(text)
	if err == nil {
		hazards = readingHazards(text, child.Source.Dialect)
	}
	for _, h := range hazards {
		h.In = child
		w.root.Hazards = append(w.root.Hazards, h)
	}
	if err != nil {
		child.tree = nil
		kind, message := nestedError(err)
		w.hazard(n.word.Span, kind, "the script handed over cannot be read: "+message)
		return unread
	}
	w.script.Nested = append(w.script.Nested, child)
	both := (n.posix || n.sameShell && w.posix) && onlyBash(child.tree.file)
	if both && n.sameShell {
		w.hazard(n.word.Span, HazardScript, foreign)
	}
	if both {
		outer.Frozen = twoReadings
	}
	sub := w.within(child, n)
	if n.sameShell {
		return w.sameShell(sub, st)
	}
	sub.lines(child.tree.file.Stmts, sub.childState(inv, n, st))
	if both {
		w.posixReading(inv, n, child, st)
	}
	return same(st)
}

// within returns a walker for a script that is handed over, in a shell of its own.
func (w *walker) within(child *Script, n nested) *walker {
	sub := &walker{root: w.root, script: child, depth: w.depth + 1, where: w.where | InScript, via: n.via, frozen: child.Outer.Frozen, process: &process{posix: n.posix, startup: w.startup}, arena: w.arena, reach: Everything, holder: w.holder}
	if n.input {
		sub.where |= InInput
	}
	if w.exported {
		sub.functions, sub.exported = maps.Clone(w.functions), true
	}
	return sub
}

// sameShell walks the script of sub in the shell of w: of eval, or of a trap.
func (w *walker) sameShell(sub *walker, st *state) flow {
	sub.process, sub.around = w.process, w
	sub.loop, sub.loopDepth, sub.funcDepth, sub.tested = w.loop, w.loopDepth, w.funcDepth, w.tested
	f := sub.lines(sub.script.tree.file.Stmts, st)
	if w.failed != nil {
		f.fail, f.sure = join(f.fail, w.failed), false
	}
	return f
}

// otherUser is the reason of variables behind sudo and its like, which drop most of what
// was exported.
const otherUser = "another user's environment may be in force"

// nestedError is what a script handed over that cannot be read is a hazard of, and why.
func nestedError(err error) (HazardKind, string) {
	var se *SyntaxError
	if errors.As(err, &se) {
		return HazardSyntax, se.Message
	}
	return HazardLimit, err.Error()
}

// childState is what a new shell knows: its directory, the variables that are
// exported to it, its own $0, $1 … and nothing of what the script keeps to itself.
func (w *walker) childState(inv *Invocation, n nested, st *state) *state {
	out := &state{dir: inv.Dir, homeChanged: st.homeChanged || n.otherHome || n.otherEnv, options: n.options}
	for _, b := range bindingsOf(st.vars) {
		value := b.value
		switch {
		case n.otherHome && b.name != "":
			value = Unknown(otherUser, b.name)
		case !b.exported && b.name != "" && !b.unset:
			value = Unknown("it may not be exported to the script", b.name)
		}
		out.vars = out.vars.push(binding{name: b.name, value: value, unset: b.unset && !n.otherHome, exported: b.exported})
	}
	if n.otherHome { // sudo and its like drop what was exported
		for _, name := range slices.Sorted(maps.Keys(w.script.Source.Env)) {
			out.vars = out.vars.push(binding{name: name, value: Unknown(otherUser, name)})
		}
	}
	for _, a := range inv.Assigns {
		switch {
		case volatile(a.Name, n.dialect):
			out = out.assign(a.Name, Unknown("the shell gives it a value of its own", a.Name), true)
		case !a.Unset:
			out = out.assign(a.Name, a.Value, true)
		case a.Name != "":
			out = out.unsetVar(a.Name)
		default:
			out = out.withVars(&binding{value: Unknown("env removed it", ""), length: 1})
		}
	}
	if n.otherHome {
		out.vars = out.vars.push(binding{name: "HOME", value: Unknown("it is another user's home directory", "HOME"), exported: true})
	}
	for _, name := range [...]string{"BASH_ENV", "ENV", "ZDOTDIR", "SHELLOPTS", "BASHOPTS"} {
		if b := out.vars.named(name); b != nil && !b.unset && n.reads(name) {
			w.startup = true
		}
	}
	if w.startup {
		out = out.loosened().forget("the shell may read a file first, or have other options")
	}
	if words := parameters(n.args); words != nil && len(n.args) > 0 {
		out.vars = out.vars.push(binding{name: "0", value: words.words[0]})
		words.words = words.words[1:]
		out.params = words
	} else if words != nil {
		out.params = words
	}
	return out
}

// reads reports whether the variable tells the shell of a script what to read first, or
// which options it has.
func (n nested) reads(variable string) bool {
	return (variable == "ZDOTDIR") == (n.dialect == Zsh)
}

// bindingsOf lists the bindings that count, oldest first.
func bindingsOf(b *binding) []*binding {
	var out []*binding
	for b = b.compact(); b != nil; b = b.next {
		out = append([]*binding{b}, out...)
	}
	return out
}
