package ast

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// Operator is one operator of a script that joins commands, redirects them or puts the
// output of one into another.
type Operator struct {
	// In is the script that Span lies in.
	In   *Script
	Span Span
	// Op is the operator in its plainest spelling: ; (a newline between commands is
	// one), &, &&, ||, |, ` and $( for substitutions, <( and >( for those of processes,
	// and > >> < << for redirects. One that only joins descriptors (2>&1) is none.
	Op string
}

// Operators returns the operators of the script and of those nested in it, those of one
// script in source order. Quoted text holds none, but for what it expands.
func (s *Script) Operators() []Operator {
	var out []Operator
	add := func(op string, start, length int) {
		out = append(out, Operator{In: s, Span: Span{start, min(start+length, len(s.Source.Text))}, Op: op})
	}
	lists := func(stmts []*syntax.Stmt) {
		for i, stmt := range stmts {
			switch {
			case stmt.Background:
				add("&", int(stmt.Semicolon.Offset()), 1)
			case stmt.Semicolon.IsValid() && !stmt.Coprocess && i+1 < len(stmts):
				add(";", int(stmt.Semicolon.Offset()), 1)
			case i+1 < len(stmts):
				add(";", int(stmt.End().Offset()), 1)
			}
		}
	}
	syntax.Walk(s.all(), func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.File:
			lists(n.Stmts)
		case *syntax.Block:
			lists(n.Stmts)
		case *syntax.Subshell:
			lists(n.Stmts)
		case *syntax.IfClause:
			lists(n.Cond)
			lists(n.Then)
		case *syntax.WhileClause:
			lists(n.Cond)
			lists(n.Do)
		case *syntax.ForClause:
			lists(n.Do)
		case *syntax.CaseItem:
			lists(n.Stmts)
		case *syntax.BinaryCmd:
			op := n.Op.String()
			if n.Op == syntax.PipeAll {
				op = "|"
			}
			add(op, int(n.OpPos.Offset()), len(n.Op.String()))
		case *syntax.CmdSubst:
			lists(n.Stmts)
			if n.Backquotes {
				add("`", int(n.Left.Offset()), 1)
			} else {
				add("$(", int(n.Left.Offset()), 2)
			}
		case *syntax.ProcSubst:
			lists(n.Stmts)
			add(n.Op.String(), int(n.OpPos.Offset()), 2)
		case *syntax.Redirect:
			if op := redirectOperator(n); op != "" {
				add(op, int(n.OpPos.Offset()), len(n.Op.String()))
			}
		}
		return true
	})
	slices.SortStableFunc(out, func(a, b Operator) int { return a.Span.Start - b.Span.Start })
	for _, nested := range s.Nested {
		out = append(out, nested.Operators()...)
	}
	return out
}

// redirectOperator is the plain spelling of a redirect; empty for one that joins
// descriptors.
func redirectOperator(r *syntax.Redirect) string {
	switch r.Op {
	case syntax.RdrOut, syntax.RdrClob, syntax.RdrAll, syntax.RdrAllClob, syntax.RdrInOut:
		return ">"
	case syntax.AppOut, syntax.AppAll, syntax.AppClob, syntax.AppAllClob:
		return ">>"
	case syntax.RdrIn:
		return "<"
	case syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
		return "<<"
	case syntax.DplOut:
		if lit, ok := r.Word.Parts[0].(*syntax.Lit); !ok || len(r.Word.Parts) > 1 || !isDescriptor(lit.Value) {
			return ">"
		}
	}
	return ""
}
