package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// handsOver says why an invocation may have a script run that fetches and is not read: one
// that it prints for a shell, one that is known in part, an alias; or "". The rule is
// AcquireRun where what that script fetches would be run.
func (p *Inspection) handsOver(inv *ast.Invocation) (*Rule, string) {
	why, text := p.hidden(inv)
	switch {
	case why == "":
		return nil, ""
	case p.runsInside(text):
		return AcquireRun, why
	}
	return AcquireFrozen, why
}

// hidden is the text of such a script, and why it is not read.
func (p *Inspection) hidden(inv *ast.Invocation) (why, text string) {
	const instead = "; run it by itself"
	name, known := inv.Name.Value.Text()
	if !known && !inv.Name.Value.None() {
		if p.hasAddress(inv) || p.storesName() {
			return fmt.Sprintf("it is not known which program %q is (%s), and it may fetch; write it out", inv.Name.Value.Display(), reason(inv.Name.Value)), ""
		}
		return "", ""
	}
	if isURL(name) || strings.HasPrefix(name, "-") && p.hasAddress(inv) {
		return "it is not known which program is given an address: the word before it may be nothing, or several; write it out", ""
	}
	switch program := inv.Program(); program {
	case "echo", "print", "printf":
		if p.printsFor(inv) && p.fetches(wordsOf(inv, 0)) {
			return "what " + program + " prints is run as a script that fetches, and is not read" + instead, wordsOf(inv, 0)
		}
	case "eval":
		if text := wordsOf(inv, 0); !carriesScript(p, inv) && p.fetches(text) {
			return "the script that eval is given is known in part, and fetches" + instead, text
		}
	case "script", "su", "watch", "tmux", "screen", "entr", "runuser", "flock":
		for i := range inv.Args {
			if text := literalText(inv.Args[i].Value); strings.Contains(text, " ") && p.fetches(text) {
				return program + " is given a command that fetches, and is not read" + instead, text
			}
		}
	case "awk", "gawk", "mawk", "nawk":
		for i := range inv.Args {
			text := literalText(inv.Args[i].Value)
			if strings.ContainsAny(text, "(|") && (strings.Contains(text, "system(") || strings.Contains(text, "getline") || strings.Contains(text, "| \"")) && !printsOnly(program, text) && namesFetcher(text) {
				return "the program of awk names one that fetches, and may run it" + instead, ""
			}
		}
	case "alias":
		if (p.Script.Source.Dialect == ast.Zsh || strings.Contains(p.Script.Source.Text, "expand_aliases")) && p.fetches(aliasTexts(inv)) {
			return "an alias stands for a command that fetches" + instead, aliasTexts(inv)
		}
	case "ash", "bash", "dash", "ksh", "mksh", "sh", "zsh":
		option, at := scriptOf(inv)
		if at < 0 || option == "" || carriesScript(p, inv) {
			return "", ""
		}
		if _, known := inv.Args[at].Value.Text(); !known && p.fetches(literalText(inv.Args[at].Value)) {
			return fmt.Sprintf("the script that %s is given is known in part, and fetches (%s)%s", program, reason(inv.Args[at].Value), instead), literalText(inv.Args[at].Value)
		}
	}
	if inv.Shadowed && slices.ContainsFunc(inv.Args, func(a ast.Arg) bool { t, _ := a.Value.Text(); return slices.Contains(fetching(), t) }) {
		return "a function of the script is given a program that fetches, and may run it" + instead, ""
	}
	return "", ""
}

// hasAddress reports whether a word of an invocation is an address.
func (p *Inspection) hasAddress(inv *ast.Invocation) bool {
	return slices.ContainsFunc(inv.Args, func(a ast.Arg) bool { return isURL(a.Value.Prefix()) })
}

// storesName reports whether the script assigns a variable, or an array, that begins with
// the name of a program that fetches.
func (p *Inspection) storesName() bool {
	text := p.Script.Source.Text
	return slices.ContainsFunc(fetching(), func(name string) bool {
		for _, begin := range [...]string{"=", "=(", "=\"", "='", "=(\"", "=('"} {
			if strings.Contains(text, begin+name) {
				return true
			}
		}
		return false
	})
}

// namesFetcher reports whether a text holds the name of a program that fetches.
func namesFetcher(text string) bool {
	return slices.ContainsFunc(fetching(), func(name string) bool { return containsName(text, name) })
}

// runsInside reports whether a script runs what it fetches as it comes.
func (p *Inspection) runsInside(text string) bool {
	inner := p.innerLook(text)
	if inner == nil {
		return false
	}
	inner.flow()
	return slices.ContainsFunc(inner.Found, func(f Finding) bool { return f.Rule == AcquireRun })
}

// innerLook is a look at a text as a script of its own; nil where it cannot be read.
func (p *Inspection) innerLook(text string) *Inspection {
	src := p.Script.Source
	src.Text = text
	script, err := ast.Parse(src)
	if err != nil {
		return nil
	}
	return &Inspection{Script: script, Sandbox: p.Sandbox, All: true, Brief: true, Facts: p.Facts, At: -1}
}

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
	inner := p.innerLook(text)
	return inner == nil || slices.ContainsFunc(inner.Script.Invocations, func(inv *ast.Invocation) bool {
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
