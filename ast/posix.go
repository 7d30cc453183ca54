package ast

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// twoReadings is the Frozen of words in a script for sh that only bash reads as bash does.
const twoReadings = "it stands in a script for sh that shells read in different ways"

// foreign is the message about a script for sh that sh cannot read.
const foreign = "a script for sh is written with what only bash knows: hand it to bash -c, or write it as sh reads it"

// isPosix reports whether a program that takes a script with -c may be a shell that knows
// what POSIX has and no more: sh is dash on Debian, busybox on Alpine, bash elsewhere.
func isPosix(program string) bool { return program == "sh" || program == "dash" || program == "ash" }

// notInPosix reports whether a builtin of bash is none of dash's.
func notInPosix(name string) bool {
	switch name {
	case "declare", "typeset", "let", "source", "pushd", "popd", "shopt", "enable", "mapfile", "readarray", "compgen", "logout":
		return true
	}
	return false
}

// onlyBash reports whether a script holds anything that dash reads in another way than
// bash, or not at all.
func onlyBash(file *syntax.File) bool {
	found := false
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.TestClause, *syntax.ArithmCmd, *syntax.LetClause, *syntax.CoprocClause, *syntax.ProcSubst, *syntax.ExtGlob, *syntax.CStyleLoop, *syntax.ArrayExpr:
			found = true
		case *syntax.TimeClause:
			found = found || !timesProgram(n)
		case *syntax.DeclClause:
			v := n.Variant.Value
			found = found || v != "export" && v != "readonly" && v != "local"
		case *syntax.Redirect:
			switch n.Op {
			case syntax.RdrAll, syntax.AppAll, syntax.RdrAllClob, syntax.AppAllClob, syntax.WordHdoc:
				found = true
			case syntax.DplOut, syntax.DplIn: // >&file
				text, ok := literalWord(n.Word)
				found = found || !ok || !isDescriptor(text)
			}
			found = found || n.N != nil && strings.HasPrefix(n.N.Value, "{")
		case *syntax.SglQuoted:
			found = found || n.Dollar
		case *syntax.DblQuoted:
			found = found || n.Dollar
		case *syntax.FuncDecl:
			found = found || n.RsrvWord
		case *syntax.ForClause:
			found = found || n.Select || n.Braces
		case *syntax.Assign:
			found = found || n.Append || n.Index != nil
		case *syntax.BinaryCmd:
			found = found || n.Op == syntax.PipeAll
		case *syntax.CaseItem:
			found = found || n.Op != syntax.Break
		case *syntax.ArithmExp:
			found = found || n.Bracket
		case *syntax.ParamExp:
			found = found || n.Excl || n.Index != nil || n.Slice != nil || n.Repl != nil || n.Names != 0 || n.Exp != nil && (n.Exp.Op == syntax.OtherParamOps || n.Exp.Op >= syntax.UpperFirst && n.Exp.Op <= syntax.LowerAll)
		case *syntax.Word:
			if !found {
				_, found = splitBraces(n)
			}
		}
		return !found
	})
	return found
}

// posixReading walks a nested script once more, as a shell reads it that knows no more
// than POSIX.
func (w *walker) posixReading(inv *Invocation, n nested, child *Script, st *state) {
	source := child.Source
	source.Text = spaced(child)
	file, err := w.script.tree.grammar.posixParser().Parse(w.script.tree.grammar.read(source.Text), "")
	if err != nil || int(file.End().Offset()) > len(source.Text) {
		w.hazard(n.word.Span, HazardScript, foreign)
		return
	}
	second := &Script{Source: source, Outer: child.Outer, OuterIn: child.OuterIn, tree: &tree{file: file, grammar: w.script.tree.grammar}}
	w.script.Nested = append(w.script.Nested, second)
	n.options.braces = bracesOff
	sub := w.within(second, n)
	sub.lines(file.Stmts, sub.childState(inv, n, st))
}

// spaced is the text of a script with a blank in each &>, which POSIX reads as an & and a
// redirect, and the parser refuses there.
func spaced(s *Script) string {
	var at []int
	syntax.Walk(s.all(), func(n syntax.Node) bool {
		if r, ok := n.(*syntax.Redirect); ok && (r.Op == syntax.RdrAll || r.Op == syntax.AppAll) {
			at = append(at, int(r.OpPos.Offset())+1)
		}
		return true
	})
	slices.Sort(at)
	text := s.Source.Text
	for _, i := range slices.Backward(at) {
		text = text[:i] + " " + text[i:]
	}
	return text
}

// timesProgram reports whether a time stands before a plain program: where it is no
// word of the shell's own it is a program that starts the same one.
func timesProgram(n *syntax.TimeClause) bool {
	if n.Stmt == nil || n.PosixFormat {
		return false
	}
	call, ok := n.Stmt.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 || len(call.Assigns) > 0 {
		return false
	}
	name, ok := literalWord(call.Args[0])
	return ok && !isBuiltin(name) && findWrapper(name) == nil
}
