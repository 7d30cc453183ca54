package rules

import (
	"fmt"

	"sandbox-enforcer/ast"
)

// handed judges a command that git itself hands to a shell: git bisect run, git rebase
// --exec. It runs in the worktree.
func (g *gitCall) handed(command ast.Value, span ast.Span) {
	text, known := command.Text()
	if !known {
		g.asks(span, "what git %s runs is not known (%s); write it out", g.sub, reason(command))
		return
	}
	script, err := ast.Parse(ast.Source{Text: text, Dialect: ast.Bash, Dir: ast.Known(g.Worktree.Root), Env: g.Script.Source.Env, IsDir: g.Script.Source.IsDir})
	if err != nil {
		g.asks(span, "what git %s runs cannot be read (%v); run it by itself", g.sub, err)
		return
	}
	inner := &Inspection{Script: script, Worktree: g.Worktree, Facts: g.Facts, At: -1}
	checkWorktree(inner)
	for _, f := range inner.Found {
		f.In, f.Span = g.inv.In, span
		f.Message = fmt.Sprintf("git %s runs a command: %s", g.sub, f.Message)
		g.Report(f)
	}
}

// joined are words as git joins them to one command; where they are one each it quotes
// them.
func joined(args []ast.Arg, quotes bool) ast.Value {
	text := ""
	for i := range args {
		word, known := args[i].Value.Text()
		if !known {
			return args[i].Value
		}
		if i > 0 {
			text += " "
		}
		if quoted, err := ast.Quote(word); quotes && err == nil {
			word = quoted
		}
		text += word
	}
	return ast.Known(text)
}
