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
	if why := p.notKnown(inv); why != "" {
		return why, ""
	}
	switch program := inv.Program(); program {
	case "echo", "print", "printf", "cat", "tee":
		why, text = p.printsScript(inv, program)
	case "git":
		if why := p.addsRemote(inv); why != "" {
			return why, ""
		}
		why, text = p.gitRuns(inv)
	case "eval":
		if text = wordsOf(inv); !carriesScript(p, inv) && p.fetches(text) {
			why = "the script that eval is given is known in part, and fetches"
		}
	case "script", "su", "watch", "tmux", "screen", "entr", "runuser", "flock", "parallel", "sg", "hyperfine":
		if text = p.commandAmong(inv); text != "" {
			why = program + " is given a command that fetches, and is not read"
		}
	case "awk", "gawk", "mawk", "nawk":
		if awkFetches(inv) {
			why = "the program of awk names one that fetches, and may run it"
		}
	case "alias":
		if text = aliasTexts(inv); (p.Script.Source.Dialect == ast.Zsh || strings.Contains(p.Script.Source.Text, "expand_aliases")) && p.fetches(text) {
			why = "an alias stands for a command that fetches"
		}
	case ".", "source":
		for _, r := range inv.Redirs {
			if text = literalText(r.Body); !r.Body.None() && p.fetches(text) {
				why = "the here-document that " + program + " reads fetches, and is not read"
			}
		}
	case "ash", "bash", "dash", "ksh", "mksh", "sh", "zsh":
		why, text = p.shellCode(inv, program)
	default:
		if text = p.starts(inv); text != "" {
			why = whyStarts(inv)
		}
	}
	if why == "" {
		why = p.startsByName(inv)
	}
	if why == "" {
		return "", ""
	}
	return why + "; run it by itself", text
}

// notKnown says why it is not known what an invocation starts, where that may fetch; or "".
func (p *Inspection) notKnown(inv *ast.Invocation) string {
	name, known := inv.Name.Value.Text()
	switch {
	case !known && !inv.Name.Value.None() && (p.hasAddress(inv) || p.storesName()):
		return fmt.Sprintf("it is not known which program %q is (%s), and it may fetch; write it out", inv.Name.Value.Display(), reason(inv.Name.Value))
	case isURL(name), strings.HasPrefix(name, "-") && p.hasAddress(inv):
		return "it is not known which program is given an address: the word before it may be nothing, or several; write it out"
	}
	return ""
}

// printsScript is the text that a program prints for a shell, or writes to a file which the
// script runs.
func (p *Inspection) printsScript(inv *ast.Invocation, program string) (why, text string) {
	text = wordsOf(inv)
	if r := stdinOf(inv.Redirs); has("cat tee", program) && r != nil {
		text = literalText(r.Body)
	}
	if p.printsFor(inv) && p.fetches(text) {
		return "what " + program + " prints is run as a script that fetches, and is not read", text
	}
	if to := p.printsTo(inv); to != "" && p.startsBy(to, strings.ReplaceAll(text, `\t`, "\t")) {
		return "what " + program + " prints is run by " + to + ", fetches, and is not read", text
	}
	if text = p.writesScript(inv); text != "" {
		return "the file that " + program + " writes is run as a script that fetches, and is not read", text
	}
	return "", ""
}

// gitRuns is a command that git is given to run, and that fetches.
func (p *Inspection) gitRuns(inv *ast.Invocation) (why, text string) {
	words := gitCommand(inv)
	if len(words) == 0 || !has("bisect filter-branch rebase submodule", words[0]) {
		return "", ""
	}
	if text = p.commandAmong(inv); text != "" || p.hasAddress(inv) && slices.ContainsFunc(words, isTool) {
		return "git is given a command that fetches, and is not read", text
	}
	return "", ""
}

// commandAmong is a word of an invocation that is a command which fetches, or empty.
func (p *Inspection) commandAmong(inv *ast.Invocation) string {
	for i := range inv.Args {
		if text := literalText(inv.Args[i].Value); strings.Contains(text, " ") && p.fetches(text) {
			return text
		}
	}
	return ""
}

// awkFetches reports whether a program of awk names one that fetches, where it runs others.
func awkFetches(inv *ast.Invocation) bool {
	return slices.ContainsFunc(inv.Args, func(a ast.Arg) bool {
		text := literalText(a.Value)
		runs := strings.Contains(text, "system(") || strings.Contains(text, "getline") || strings.Contains(text, "| \"")
		return runs && !printsOnly(inv.Program(), text) && namesFetcher(text)
	})
}

// shellCode is the script that a shell is given, where it is not read as one.
func (p *Inspection) shellCode(inv *ast.Invocation, program string) (why, text string) {
	option, at := scriptOf(inv)
	if r := stdinOf(inv.Redirs); at < 0 && r != nil && isExpanded(r.Body) && (p.storesName() || p.namesTool()) {
		return "the here-document that " + program + " runs has expansions, and names a program that fetches", ""
	}
	if at < 0 || option == "" || carriesScript(p, inv) {
		return "", ""
	}
	text = literalText(inv.Args[at].Value)
	if _, known := inv.Args[at].Value.Text(); p.fetches(text) || !known && namesFetcher(text) && strings.Contains(text, "://") {
		return "the script that " + program + " is given fetches, and is not read as a whole", text
	}
	return "", ""
}

// startsByName says why an invocation may start a program that fetches, which is among its
// words: one of a function of the script, or of a program that is not known to do so; or "".
func (p *Inspection) startsByName(inv *ast.Invocation) string {
	switch {
	case inv.Shadowed && slices.ContainsFunc(inv.Args, func(a ast.Arg) bool {
		text, _ := a.Value.Text()
		return isTool(text) || strings.Contains(text, " ") && p.fetches(text)
	}):
		return "a function of the script is given a program that fetches, and may run it"
	case len(inv.Args) > 1 && p.startsAnother(inv):
		return inv.Name.Value.Display() + " is given a program that fetches, and may start it"
	}
	return ""
}

// addsRemote says why git would fetch from an address that the script itself gives a
// repository, or "".
func (p *Inspection) addsRemote(inv *ast.Invocation) string {
	words := gitCommand(inv)
	switch {
	case len(words) > 1 && words[0] == "subtree" && has("add pull", words[1]) && p.hasAddress(inv):
		return "git subtree puts what it fetches into the repository that it runs in; clone it into the sandbox instead"
	case len(words) > 2 && words[0] == "config" && setsAddress(inv):
	case len(words) < 2 || words[0] != "remote" || !has("add set-url", words[1]):
		return ""
	}
	for _, later := range p.Script.Invocations {
		follows := gitCommand(later)
		if later.Program() != "git" || len(follows) == 0 || p.insideSandbox(later.Dir) {
			continue
		}
		if has("fetch pull", follows[0]) || words[0] == "config" && len(follows) > 1 && follows[0] == "submodule" && follows[1] == "update" {
			return "git fetches from the remote that is added here, into the repository that it runs in; clone it into the sandbox instead"
		}
	}
	return ""
}

// insideSandbox reports whether a directory lies in the sandbox for certain.
func (p *Inspection) insideSandbox(dir ast.Value) bool {
	text, known := dir.Text()
	return known && p.inside(text)
}

// isExpanded reports whether a here-document has expansions.
func isExpanded(body ast.Value) bool {
	_, known := body.Text()
	return !known && !body.None()
}

// hasAddress reports whether a word of an invocation is an address.
func (p *Inspection) hasAddress(inv *ast.Invocation) bool {
	return slices.ContainsFunc(inv.Args, func(a ast.Arg) bool { return isURL(a.Value.Prefix()) })
}

// commonFetchers are the programs that scripts fetch with most of all, beside git.
var commonFetchers = []string{"curl", "wget", "wget2", "aria2c", "axel"}

// storesName reports whether the script names a program that fetches, which a word that
// is not known may stand for. Git is named everywhere: it counts where it clones.
func (p *Inspection) storesName() bool {
	text := p.Script.Source.Text
	if containsName(text, "git") && containsName(text, "clone") {
		return true
	}
	return slices.ContainsFunc(commonFetchers, func(name string) bool { return containsName(text, name) })
}

// namesTool reports whether the script names a program that fetches, but for git.
func (p *Inspection) namesTool() bool {
	return slices.ContainsFunc(fetching(), func(name string) bool { return name != "git" && containsName(p.Script.Source.Text, name) })
}

// writesScript reports whether an invocation writes a text that fetches to a file which the
// script runs later.
func (p *Inspection) writesScript(inv *ast.Invocation) string {
	for _, r := range inv.Redirs {
		name, known := lastName(r.Target.Value).Text()
		makefile := has(makefiles, name) && p.runsMake()
		if !r.Writes() || !known || !makefile && !p.runsFile(name) {
			continue
		}
		text := wordsOf(inv)
		for _, in := range inv.Redirs {
			if !in.Body.None() {
				text = literalText(in.Body)
			}
		}
		if !makefile && p.fetches(text) || makefile && p.recipeFetches(strings.ReplaceAll(text, `\t`, "\t")) {
			return text
		}
	}
	return ""
}

// runsMake reports whether the script runs make.
func (p *Inspection) runsMake() bool {
	return slices.ContainsFunc(p.Script.Invocations, func(inv *ast.Invocation) bool { return has(makers, inv.Program()) })
}

// runsFile reports whether the script runs a file of that name.
func (p *Inspection) runsFile(name string) bool {
	return slices.ContainsFunc(p.Script.Invocations, func(inv *ast.Invocation) bool {
		if text, _ := inv.Name.Value.Text(); strings.HasSuffix(text, "/"+name) {
			return true
		}
		if !has(runsFile, inv.Program()) && !has(". source make", inv.Program()) {
			return false
		}
		return slices.ContainsFunc(inv.Args, func(a ast.Arg) bool {
			text, _ := lastName(a.Value).Text()
			return text == name
		})
	})
}

// startsAnother reports whether an invocation of a program that is not known as a wrapper is
// given the name of one that fetches, and an address behind it.
func (p *Inspection) startsAnother(inv *ast.Invocation) bool {
	if !p.hasAddress(inv) || has("[ : alias docker kubectl nerdctl oc podman ssh vagrant apt apt-get fd fdfind find parallel xargs brew command complete cd cp dnf echo git grep hash ls man npm pip pkill print printf rg sed test true type unalias which yum", inv.Program()) {
		return false
	}
	for i := range inv.Args {
		if text, _ := inv.Args[i].Value.Text(); !isTool(programOf(text)) {
			continue
		}
		return slices.ContainsFunc(inv.Args[i+1:], func(a ast.Arg) bool { return isURL(a.Value.Prefix()) })
	}
	return false
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

// maxInner is how deep texts are read that are handed over and that the grammar has not
// read: each level may look at the next several times.
const maxInner = 2

// innerLook is a look at a text as a script of its own; nil where it cannot be read, or
// stands deeper than maxInner.
func (p *Inspection) innerLook(text string) *Inspection {
	if p.inner == maxInner {
		return nil
	}
	src := p.Script.Source
	src.Text = text
	script, err := ast.Parse(src)
	if err != nil {
		return nil
	}
	return &Inspection{Script: script, Sandbox: p.Sandbox, All: true, Brief: true, Facts: p.Facts, At: -1, inner: p.inner + 1}
}

// printsFor reports whether a shell, eval or source reads what an invocation prints.
func (p *Inspection) printsFor(inv *ast.Invocation) bool {
	to := inv.PipeTo
	for to != nil && has(passing, to.Program()) {
		if slices.ContainsFunc(to.Args, func(a ast.Arg) bool { return p.holdsShell(to.In, a.Span) }) {
			return true
		}
		to = to.PipeTo
	}
	if inv.Piped && to != nil && has(stdinPrograms, to.Program()) {
		_, at := scriptOf(to)
		return at < 0 || isStdin(to.Args[at].Value)
	}
	if inv.Piped && to != nil && has(". source", to.Program()) && len(to.Args) > 0 && isStdin(to.Args[0].Value) {
		return true
	}
	holder := inv.Holder
	return holder != nil && (has("eval . source", holder.Program()) || has(stdinPrograms, holder.Program())) || p.intoShell(inv)
}

// intoShell reports whether an invocation, or a command around it, writes into a process
// substitution in which a shell reads (> >(sh)), or is in a function of which a call does.
func (p *Inspection) intoShell(inv *ast.Invocation) bool {
	if p.toShells == nil {
		p.toShells = []*ast.Redirect{}
		for _, r := range p.Script.Redirs {
			if p.holdsShell(r.In, r.Target.Span) {
				p.toShells = append(p.toShells, r)
			}
		}
	}
	for _, r := range p.toShells {
		if r.Own == inv || r.Around(inv.Index) {
			return true
		}
	}
	return inv.Where&ast.InFunction != 0 && slices.ContainsFunc(p.Script.Invocations, func(call *ast.Invocation) bool {
		return call.Shadowed && call.Where&ast.InFunction == 0 && p.printsFor(call)
	})
}

// holdsShell reports whether a word is a process substitution in which a shell reads.
func (p *Inspection) holdsShell(in *ast.Script, span ast.Span) bool {
	return strings.HasPrefix(rawText(in, span), ">(") && slices.ContainsFunc(p.Script.Invocations, func(held *ast.Invocation) bool {
		at, is := spanIn(held, in)
		return is && span.Contains(at) && has(stdinPrograms, held.Program())
	})
}

// fetches reports whether a text, read as a script, holds a call of a tool. One that cannot
// be read does where it names one.
func (p *Inspection) fetches(text string) bool {
	if namesConnection(text) {
		return true
	}
	inner := p.innerLook(text)
	if inner == nil {
		return slices.ContainsFunc(fetching(), func(name string) bool { return strings.Contains(text, name) })
	}
	return slices.ContainsFunc(inner.Script.Invocations, func(inv *ast.Invocation) bool {
		if _, ok := inner.source(inv); ok {
			return true
		}
		rule, _ := inner.handsOver(inv)
		return rule != nil
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

// wordsOf are the words of an invocation, joined by blanks, with what echo -e and printf
// make lines of.
func wordsOf(inv *ast.Invocation) string {
	var words []string
	for i := range inv.Args {
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
