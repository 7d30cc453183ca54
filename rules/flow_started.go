package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// commandStarts are the words with which a program text that is no script of a shell starts a
// command, which follows in the same line, a line each: programs | words; ~ is a blank.
const commandStarts = `
duckdb sqlite3 | .shell~ .system~ '| "|
ed ex nvim red rvim vi view vim vimdiff | ! system(
gdb | shell~ ! pipe~
lldb | shell~
`

const (
	// makers read recipes, which are lines of a shell's.
	makers = "bmake gmake make remake"
	// makefiles are the files that makers read where they are given none.
	makefiles = "GNUmakefile Makefile makefile"
	// queues run what they read from their standard input as a script later on.
	queues = "at batch"
)

// commanded reports whether a program is given commands, or texts which may start some, as
// the values of options or as operands that the table writers types x, or to read.
func commanded(program string) bool {
	switch program { // asked of every program, of which most are none: no list to be searched
	case "at", "batch", "bmake", "bsdtar", "cmake", "duckdb", "ed", "ex", "gdb", "gmake", "go", "gsed",
		"gtar", "lldb", "make", "nvim", "red", "remake", "rsync", "rvim", "scp", "sed", "sftp", "sort",
		"split", "sqlite3", "ssed", "ssh", "tar", "vi", "view", "vim", "vimdiff":
		return true
	}
	return false
}

// starts is a text among the words of an invocation, or on its standard input, by which it
// would start a program that fetches, or empty.
func (p *Inspection) starts(inv *ast.Invocation) string {
	program := inv.Program()
	if !commanded(program) || inv.Shadowed || !givesFetcher(inv) {
		return ""
	}
	if r := stdinOf(inv.Redirs); r != nil && !r.Body.None() && readsText(inv) {
		if text := literalText(r.Body); p.startsBy(program, text) {
			return text
		}
	}
	t := p.touchesOf(inv)
	if t == nil {
		return ""
	}
	for _, word := range t.out {
		if text := literalText(word.value); word.does == touchRuns && word.option != "--rsync-path" && p.startsBy(program, text) {
			return text // what --rsync-path names is run at the other end
		}
	}
	return ""
}

// whyStarts says that a program is given such a text.
func whyStarts(inv *ast.Invocation) string {
	return inv.Program() + " is given a text that starts a program which fetches, and is not read"
}

// givesFetcher reports whether a word of an invocation, or what it is given to read, holds
// the name of a program that fetches.
func givesFetcher(inv *ast.Invocation) bool {
	return slices.ContainsFunc(inv.Args, func(a ast.Arg) bool { return holdsFetcher(a.Value) }) ||
		slices.ContainsFunc(inv.Redirs, func(r *ast.Redirect) bool { return holdsFetcher(r.Body) })
}

func holdsFetcher(v ast.Value) bool {
	if text, known := v.Text(); known {
		return spellsFetcher(text)
	}
	return !v.None() && spellsFetcher(literalText(v))
}

// spellsFetcher reports whether a text holds the name of a program that fetches, be it
// behind the letter of an escape, \tcurl.
func spellsFetcher(text string) bool {
	return strings.Contains(text, "clone") || slices.ContainsFunc(commonFetchers, func(name string) bool { return strings.Contains(text, name) })
}

// readsText reports whether a program runs what it reads from its standard input, beside
// those that are interpreters of scripts.
func readsText(inv *ast.Invocation) bool {
	switch program := inv.Program(); {
	case has(makers, program):
		for i := range inv.Args {
			name, value, _ := strings.Cut(inv.Args[i].Value.Display(), "=")
			read := i > 0 && has("-f --file --makefile", inv.Args[i-1].Value.Display()) && isStdin(inv.Args[i].Value)
			if read || name == "-f-" || has("--file --makefile", name) && has("- /dev/stdin", value) {
				return true
			}
		}
		return false
	case has(queues, program):
		return !hasOption(inv, "-l", "-r", "-d", "-f", "-c")
	default:
		return has("duckdb gdb lldb sqlite3", program) || commandedByInput(inv)
	}
}

// startsBy reports whether a text, which a program is given as its own, starts one that
// fetches.
func (p *Inspection) startsBy(program, text string) bool {
	switch {
	case has(queues, program):
		return p.fetches(text)
	case has(makers, program):
		return p.recipeFetches(text)
	case has(seds, program):
		return sedRuns(text) && namesFetcher(text)
	}
	if words := lineFor(commandStarts, program); words != "" {
		for word := range strings.FieldsSeq(words) {
			if p.startedBy(text, strings.ReplaceAll(word, "~", " ")) {
				return true
			}
		}
		return false
	}
	if has("scp sftp ssh", program) { // ProxyCommand=..., "ProxyCommand ..."
		if at := strings.IndexAny(text, "= "); at >= 0 {
			text = text[at+1:]
		}
	}
	return p.fetchesFile(strings.TrimPrefix(text, "exec=")) // of tar's --checkpoint-action
}

// startedBy reports whether a command that fetches stands behind a word in a text.
func (p *Inspection) startedBy(text, word string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return false
		}
		begin := at + i
		if at = begin + len(word); begin > 0 && inWord(text[begin-1]) {
			continue // s!a!b!
		}
		line := text[strings.LastIndexByte(text[:begin], '\n')+1:]
		if strings.ContainsRune(word, '|') && !strings.HasPrefix(strings.TrimLeft(line, " \t"), ".") {
			continue // of SQL, and no command of sqlite3: .import '|...'
		}
		command, _, _ := strings.Cut(text[at:], "\n")
		if p.fetchesFile(strings.NewReplacer(`"`, " ", "'", " ", "(", " ", ")", " ").Replace(command)) {
			return true
		}
	}
}

// recipeFetches reports whether a recipe of a makefile, or a text that make has the shell
// run, fetches.
func (p *Inspection) recipeFetches(text string) bool {
	for line := range strings.Lines(text) {
		_, command, recipe := strings.Cut(line, "\t") // what printf makes lines of may stand before it
		if _, behind, found := strings.Cut(line, ";"); !recipe && found {
			command, recipe = behind, true
		}
		if _, behind, found := strings.Cut(line, "$(shell "); !recipe && found {
			command, recipe = strings.TrimSuffix(strings.TrimSpace(behind), ")"), true
		}
		if !recipe || !namesFetcher(command) {
			continue
		}
		if p.fetchesFile(makeVariables.Replace(strings.TrimLeft(command, " \t@+-"))) {
			return true
		}
	}
	return false
}

// makeVariables puts a name where make does, so that a shell's grammar reads the line.
var makeVariables = strings.NewReplacer("$$", "$", "$<", "x", "$@", "x", "$^", "x", "$+", "x", "$?", "x", "$*", "x", "$|", "x", "$(@D)", "x", "$(@F)", "x")

// fetchesFile reports whether a text, read as a script, holds a call of a tool that is moved
// elsewhere. One that cannot be read does where it names such a tool and an address.
func (p *Inspection) fetchesFile(text string) bool {
	if !namesFetcher(text) {
		return false
	}
	inner := p.innerLook(text)
	if inner == nil {
		return strings.Contains(text, "://")
	}
	return slices.ContainsFunc(inner.Script.Invocations, func(inv *ast.Invocation) bool {
		call, ok := ReadAny(inv)
		return ok && (len(call.Landings()) > 0 || Stdout(call))
	})
}

// printsTo is the program that runs what an invocation prints into its pipe as a text of its
// own, which is no script of a shell, or empty.
func (p *Inspection) printsTo(inv *ast.Invocation) string {
	to := inv.PipeTo
	for to != nil && has(passing, to.Program()) {
		to = to.PipeTo
	}
	if !inv.Piped || to == nil || !readsText(to) {
		return ""
	}
	return to.Program()
}
