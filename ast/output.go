package ast

import "mvdan.cc/sh/v3/syntax"

// Command is the one simple command whose output a text is, less the newlines at its
// end.
type Command struct {
	// Words are the program's name and its arguments.
	Words []Value
	// Dir is the directory that it runs in.
	Dir Value
}

// output is the value of a command substitution. What the command prints is not known,
// but which command it is may say where a path leads.
func (w *walker) output(list []*syntax.Stmt, st *state) Value {
	v := Unknown("it is the output of a command", "")
	if len(list) != 1 || list[0].Negated || list[0].Background || list[0].Coprocess || w.quiet {
		return v
	}
	call, ok := list[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Assigns) > 0 || len(call.Args) == 0 || w.names(call.Args[0]) {
		return v
	}
	for _, r := range list[0].Redirs {
		if r.N == nil || r.N.Value != "2" {
			return v
		}
	}
	pending := w.pending
	w.quiet = true
	words := w.expandAll(nil, call.Args, st)
	w.quiet, w.pending = false, pending
	command := &Command{Dir: st.dir}
	for _, word := range words {
		if word.Many {
			return v
		}
		command.Words = append(command.Words, word.Value)
	}
	v.c.alts[0][0].Of = command
	return v
}

// names reports whether a word names a function or an alias of the script.
func (w *walker) names(word *syntax.Word) bool {
	name, ok := literalWord(word)
	return !ok || w.isFunction(name) || w.aliases[name]
}

// sameCommand reports whether two commands are spelled alike, so that as alternatives
// of one value their outputs say the same.
func sameCommand(a, b *Command) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || len(a.Words) != len(b.Words) || !sameValue(a.Dir, b.Dir) {
		return false
	}
	for i := range a.Words {
		if !sameValue(a.Words[i], b.Words[i]) {
			return false
		}
	}
	return true
}

func sameValue(a, b Value) bool {
	x, y := a.Alts(), b.Alts()
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if !sameAlt(x[i], y[i]) {
			return false
		}
	}
	return true
}
