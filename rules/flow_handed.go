package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// handsOver says why an invocation may have a script run that fetches and is not read: one
// that it prints for a shell, one that is known in part, an alias; or "".
func (p *Inspection) handsOver(inv *ast.Invocation) string {
	const why = "; run it by itself"
	switch program := inv.Program(); {
	case has("echo print printf", program):
		if p.printsFor(inv) && p.fetches(wordsOf(inv, 0)) {
			return "what " + program + " prints is run as a script that fetches, and is not read" + why
		}
	case program == "alias" && strings.Contains(p.Script.Source.Text, "expand_aliases") || program == "alias" && p.Script.Source.Dialect == ast.Zsh:
		if p.fetches(aliasTexts(inv)) {
			return "an alias stands for a command that fetches" + why
		}
	case has(shellsWithCode, program) && len(inv.Args) > 0 && !carriesScript(p, inv):
		option, at := scriptOf(inv)
		if at < 0 || option == "" {
			return ""
		}
		if _, known := inv.Args[at].Value.Text(); !known && p.fetches(literalText(inv.Args[at].Value)) {
			return fmt.Sprintf("the script that %s is given is known in part, and fetches (%s)%s", program, reason(inv.Args[at].Value), why)
		}
	}
	return ""
}

// shellsWithCode are the shells whose -c is read as a script where it is known.
const shellsWithCode = "ash bash dash ksh mksh sh zsh"

// printsFor reports whether a shell, eval or source reads what an invocation prints.
func (p *Inspection) printsFor(inv *ast.Invocation) bool {
	to := inv.PipeTo
	for to != nil && has(passing, to.Program()) {
		to = to.PipeTo
	}
	if inv.Piped && to != nil && has(stdinPrograms, to.Program()) {
		_, at := scriptOf(to)
		return at < 0 || isStdin(to.Args[at].Value)
	}
	holder := inv.Holder
	return holder != nil && (has("eval . source", holder.Program()) || has(stdinPrograms, holder.Program()))
}

// fetches reports whether a text, read as a script, holds a call of a tool. One that cannot
// be read does where it names one.
func (p *Inspection) fetches(text string) bool {
	if !slices.ContainsFunc(fetching(), func(name string) bool { return strings.Contains(text, name) }) {
		return false
	}
	src := p.Script.Source
	src.Text = text
	script, err := ast.Parse(src)
	if err != nil {
		return true
	}
	inner := &Inspection{Script: script, Sandbox: p.Sandbox, All: true, Brief: true, Facts: p.Facts, At: -1}
	return slices.ContainsFunc(script.Invocations, func(inv *ast.Invocation) bool {
		_, ok := inner.source(inv)
		return ok
	})
}

// fetching are the names of the programs that fetch.
func fetching() []string {
	names := FetcherNames()
	for _, t := range moreTools {
		names = append(names, t.Name)
	}
	return names
}

// wordsOf are the words of an invocation from an index on, joined by blanks, with what
// echo -e and printf make lines of.
func wordsOf(inv *ast.Invocation, from int) string {
	var words []string
	for i := from; i < len(inv.Args); i++ {
		words = append(words, literalText(inv.Args[i].Value))
	}
	return strings.ReplaceAll(strings.Join(words, " "), `\n`, "\n")
}

// aliasTexts are the commands that aliases stand for, a line each.
func aliasTexts(inv *ast.Invocation) string {
	var lines []string
	for i := range inv.Args {
		if _, text, found := strings.Cut(literalText(inv.Args[i].Value), "="); found {
			lines = append(lines, text)
		}
	}
	return strings.Join(lines, "\n")
}
