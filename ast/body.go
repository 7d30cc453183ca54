package ast

import "mvdan.cc/sh/v3/syntax"

// The parser takes what is joined to a function's body for a part of it: for it the body
// of "f() { a; } && b" is "{ a; } && b". A shell ends the body with the compound command
// and runs b at once. The walk sees the statement as the shell does.

// bodyEnds returns the function declaration of a statement whose body the parser read
// too far, or nil.
func bodyEnds(s *syntax.Stmt) *syntax.FuncDecl {
	if f, ok := s.Cmd.(*syntax.FuncDecl); ok && f.Body != nil {
		if _, joined := f.Body.Cmd.(*syntax.BinaryCmd); joined {
			return f
		}
	}
	return nil
}

// declared returns the statement with the body ended where the shell ends it.
func declared(s *syntax.Stmt, f *syntax.FuncDecl) *syntax.Stmt {
	out := *s
	out.Negated = false
	out.Cmd = leftmost(f.Body.Cmd.(*syntax.BinaryCmd), func(*syntax.BinaryCmd) bool { return true }, func(body *syntax.Stmt) *syntax.Stmt {
		return declarationOf(s, f, body)
	})
	return &out
}

// joined returns the command with a function as its right side whose body the parser read
// too far: what stands behind the body joins the whole.
func joined(cmd *syntax.BinaryCmd, f *syntax.FuncDecl) *syntax.BinaryCmd {
	pipe := func(b *syntax.BinaryCmd) bool { return b.Op == syntax.Pipe || b.Op == syntax.PipeAll }
	outer := *cmd
	if pipe(cmd) { // a | f() { … } && b
		return leftmost(f.Body.Cmd.(*syntax.BinaryCmd), func(*syntax.BinaryCmd) bool { return true }, func(body *syntax.Stmt) *syntax.Stmt {
			outer.Y = declarationOf(cmd.Y, f, body)
			return &syntax.Stmt{Position: cmd.X.Position, Cmd: &outer}
		})
	}
	body := f.Body.Cmd.(*syntax.BinaryCmd)
	if pipe(body) { // a && f() { … } | b
		outer.Y = declared(cmd.Y, f)
		return &outer
	}
	return leftmost(body, func(b *syntax.BinaryCmd) bool { return !pipe(b) }, func(first *syntax.Stmt) *syntax.Stmt {
		outer.Y = declarationOf(cmd.Y, f, first)
		if b, ok := first.Cmd.(*syntax.BinaryCmd); ok {
			outer.Y = declared(cmd.Y, &syntax.FuncDecl{Position: f.Position, RsrvWord: f.RsrvWord, Parens: f.Parens, Name: f.Name, Names: f.Names, Body: &syntax.Stmt{Position: first.Position, Cmd: b}})
		}
		return &syntax.Stmt{Position: cmd.X.Position, Cmd: &outer}
	})
}

// declarationOf is the statement of the function with this body.
func declarationOf(s *syntax.Stmt, f *syntax.FuncDecl, body *syntax.Stmt) *syntax.Stmt {
	decl := *f
	decl.Body = body
	return &syntax.Stmt{Position: s.Position, Negated: s.Negated, Cmd: &decl}
}

// leftmost copies a chain of commands, with its first statement replaced. Into says which
// commands the chain goes down.
func leftmost(cmd *syntax.BinaryCmd, into func(*syntax.BinaryCmd) bool, replace func(*syntax.Stmt) *syntax.Stmt) *syntax.BinaryCmd {
	out := *cmd
	if inner, ok := cmd.X.Cmd.(*syntax.BinaryCmd); ok && into(inner) {
		x := *cmd.X
		x.Cmd = leftmost(inner, into, replace)
		out.X = &x
		return &out
	}
	out.X = replace(cmd.X)
	return &out
}
