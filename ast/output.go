package ast

import "mvdan.cc/sh/v3/syntax"

// Command is what stands in a command substitution: its output, less the newlines at its
// end, is the text.
type Command struct {
	// In is the script that the substitution stands in, and Span where.
	In   *Script
	Span Span
	// Words are the name and the arguments of the program, where it is one simple command
	// of which that is known; else nil.
	Words []Value
	// Dir is the directory that it runs in.
	Dir Value
}

// output is the value of a command substitution. What the command prints is not known,
// but which command it is may say where a path leads.
func (w *walker) output(part *syntax.CmdSubst, st *state) Value {
	v := Unknown("it is the output of a command", "")
	if w.quiet {
		return v
	}
	command := &Command{In: w.script, Span: spanOf(part), Dir: st.dir}
	v.c.alts[0][0].Of = command
	list := part.Stmts
	if len(list) != 1 || list[0].Negated || list[0].Background || list[0].Coprocess {
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
	for _, word := range words {
		if word.Many {
			command.Words = nil
			return v
		}
		command.Words = append(command.Words, word.Value)
	}
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
	if a == nil || b == nil || len(a.Words) == 0 || len(a.Words) != len(b.Words) || !a.Dir.Same(b.Dir) {
		return false
	}
	for i := range a.Words {
		if !a.Words[i].Same(b.Words[i]) {
			return false
		}
	}
	return true
}
