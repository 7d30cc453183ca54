package ast

import (
	"errors"
	"fmt"
	"strconv"
)

// nested is a script handed over as a word.
type nested struct {
	word      Arg
	args      []Arg // $0, $1 … of the script
	via       []string
	dialect   Dialect
	sameShell bool // eval, trap: it runs in the shell itself
	otherHome bool // another user's HOME may be in force
	otherEnv  bool // HOME may not be the caller's, though it is most likely
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
		w.hazard(n.word.Span, HazardScript, fmt.Sprintf("scripts are handed over inside one another more than %d deep", maxNesting))
		return unread
	}
	outer := n.word
	if outer.Frozen == "" {
		outer.Frozen = inv.Frozen
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
		w.hazard(n.word.Span, HazardScript, "the script handed over cannot be read: "+nestedError(err))
		return unread
	}
	w.script.Nested = append(w.script.Nested, child)
	sub := &walker{root: w.root, script: child, depth: w.depth + 1, where: w.where | InScript, via: n.via, frozen: outer.Frozen, top: child.tree.file, arena: w.arena}
	if n.sameShell {
		sub.functions, sub.aliases, sub.loops, sub.ifsChanged = w.functions, w.aliases, w.loops, w.ifsChanged
		f := sub.stmts(child.tree.file.Stmts, st)
		w.functions, w.aliases, w.ifsChanged = sub.functions, sub.aliases, sub.ifsChanged
		return f
	}
	sub.stmts(child.tree.file.Stmts, childState(inv, n, st))
	return same(st)
}

func nestedError(err error) string {
	var se *SyntaxError
	if errors.As(err, &se) {
		return se.Message
	}
	return err.Error()
}

// childState is what a new shell knows: its directory, the variables that are
// exported to it, its own $0, $1 … and nothing of what the script keeps to itself.
func childState(inv *Invocation, n nested, st *state) *state {
	out := &state{dir: inv.Dir, homeChanged: st.homeChanged || n.otherHome || n.otherEnv}
	for _, b := range bindingsOf(st.vars) {
		value := b.value
		if !b.exported && b.name != "" && !b.unset {
			value = Unknown("it may not be exported to the script", b.name)
		}
		out.vars = out.vars.push(binding{name: b.name, value: value, unset: b.unset, exported: b.exported})
	}
	for _, a := range inv.Assigns {
		switch {
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
	for i, arg := range n.args {
		if arg.Many {
			break
		}
		out.vars = out.vars.push(binding{name: strconv.Itoa(i), value: arg.Value})
	}
	return out
}

// bindingsOf lists the bindings that count, oldest first.
func bindingsOf(b *binding) []*binding {
	var out []*binding
	for b = b.compact(); b != nil; b = b.next {
		out = append([]*binding{b}, out...)
	}
	return out
}
