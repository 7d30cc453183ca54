package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

const (
	// stdinPrograms run the program that they read from their standard input where they are
	// given no other.
	stdinPrograms = "ash bash bun csh dash deno fish ksh lua mksh node nodejs osascript perl php powershell pwsh pypy pypy3 python python2 python3 R Rscript ruby sh tclsh tcsh ts-node zsh"
	// shells are those of the family of sh.
	shells = "ash bash dash ksh mksh sh zsh"
	// scriptOptions are the options behind which their program stands.
	scriptOptions = "-c -e -E -r -p --eval --print -Command -command -lc -ic -lic -ec -xc -euc -exc -ne -pe -nE -pi -lne"
	// programFiles are the options whose value is the file of a program text, a line each.
	programFiles = `
awk gawk mawk nawk | -f --file -i --include -E --exec
ex nvim vi view vim vimdiff | -S -s -u
gsed sed ssed | -f --file
`
	// lineEditors take what they read from their standard input as commands, whatever
	// files they are given; so do screenEditors, unless that is what they are to edit.
	lineEditors   = "ed red"
	screenEditors = "ex nvim rvim vi view vim vimdiff"
)

// runs reports whether an invocation would run external bytes as a program, and refuses
// that.
func (f *flow) runs(i int, inv *ast.Invocation, w way) bool {
	program := inv.Program()
	deny := func(span ast.Span, how string) bool {
		f.refuse(i, AcquireRun, span, fmt.Sprintf("%s would run what is fetched %s; save it in the sandbox, look at it, and run it then", inv.Name.Value.Display(), how))
		return true
	}
	if w&(byStream|byWord) != 0 {
		if arg := f.code(i, inv); arg != nil {
			return deny(arg.Span, "from its words")
		}
	}
	if arg, how := f.programText(i, inv, w); arg != nil {
		return deny(arg.Span, how)
	}
	switch {
	case w&byStdin == 0 || inv.Shadowed:
		return false
	case f.xargs(inv):
		return false
	case has("parallel", program) && len(inv.Args) == 0:
		return deny(inv.Span, "as commands")
	case has("source .", program):
		if len(inv.Args) > 0 && isStdin(inv.Args[0].Value) {
			return deny(inv.Span, "from its standard input")
		}
		return false
	case commandedByInput(inv):
		return deny(inv.Span, "from its standard input")
	case !has(stdinPrograms, program):
		return false
	}
	if option, at := scriptOf(inv); at < 0 || option == "" && isStdin(inv.Args[at].Value) {
		return deny(inv.Span, "from its standard input")
	}
	return false
}

// code is the word of an invocation that is a program, or names one, and holds external
// bytes; nil where none does.
func (f *flow) code(i int, inv *ast.Invocation) *ast.Arg {
	program := inv.Program()
	for j := range inv.Args {
		if f.arg(i, inv, j) == 0 && !(inv.Args[j].AddedWhenRun() && f.fedTo(inv)) {
			continue
		}
		arg := &inv.Args[j]
		switch {
		case has("alias eval trap", program), has("source .", program) && j == 0, setsCommand(inv, j):
			return arg
		case !has(stdinPrograms, program):
			continue
		}
		if option, at := scriptOf(inv); at == j && (option != "" || f.arg(i, inv, j) == byStream) {
			return arg
		}
	}
	return nil
}

// programText is the word by which a program that is no interpreter of scripts is given
// external bytes as its program text, the name of a file that they come through or the text
// itself, and how it comes by them; nil where none does. A word that they are a part of is a
// text of the script.
func (f *flow) programText(i int, inv *ast.Invocation, w way) (arg *ast.Arg, how string) {
	t := f.touchesOf(inv)
	if t == nil {
		return nil, ""
	}
	files := lineFor(programFiles, inv.Program())
	if files == "" && w&byWord == 0 {
		return nil, ""
	}
	for _, word := range t.out {
		at := argOf(inv, word)
		j := argIndex(inv, at)
		if j < 0 {
			continue
		}
		switch isFile := isValueOf(files, word, at); {
		case isFile && w&byStdin != 0 && isStdin(word.value):
			return at, "from its standard input"
		case isFile && f.arg(i, inv, j) == byStream:
			return at, "from its words"
		case word.does == touchRuns && f.arg(i, inv, j) == byWord && (word.option != "" || files != "") && strings.TrimSpace(literalText(word.value)) == "":
			return at, "from its words"
		}
	}
	return nil, ""
}

// isValueOf reports whether a word is the value of one of some options: a long one may be
// abbreviated, and a short one may share its word with others, sed -nf.
func isValueOf(options string, word touched, arg *ast.Arg) bool {
	option := word.option
	if option == "" && word.does == touchMayWrite {
		option, _, _ = strings.Cut(arg.Value.Prefix(), "/") // -nf<(...)
	}
	switch {
	case len(option) < 2 || option[0] != '-':
		return false
	case option[1] == '-':
		return slices.ContainsFunc(strings.Fields(options), func(listed string) bool { return strings.HasPrefix(listed, option) && listed[1] == '-' })
	}
	return has(options, "-"+option[len(option)-1:])
}

// commandedByInput reports whether an editor takes what it reads from its standard input as
// commands. Vim does as if it were typed; in its Ex mode a - behind -e only says that it is
// to be silent. Nvim does in that mode alone, and not with -E.
func commandedByInput(inv *ast.Invocation) bool {
	program := inv.Program()
	if !has(screenEditors, program) {
		return has(lineEditors, program)
	}
	modes := "eE"
	if program == "nvim" {
		modes = "e"
	}
	ex := program == "ex"
	for i := range inv.Args {
		text, _ := inv.Args[i].Value.Text()
		switch {
		case isStdin(inv.Args[i].Value) && !(ex && text == "-") && !(i > 0 && inv.Args[i-1].Value.Is("-s")):
			return false
		case len(text) > 1 && text[0] == '-' && strings.Trim(text[1:], "AbCDdEeFgHLlMmNnRsvXyZ") == "":
			ex = ex || strings.ContainsAny(text, modes)
		}
	}
	return ex || program != "nvim"
}

// isStdin reports whether a path is standard input.
func isStdin(v ast.Value) bool {
	text, _ := v.Text()
	return has("- /dev/stdin /dev/fd/0 /proc/self/fd/0", text)
}

// scriptOf finds the program that an interpreter is given: the index of its word, and the
// option that it stands behind, empty where it is a file. The index is -1 where there is
// none: it is read from standard input.
func scriptOf(inv *ast.Invocation) (option string, at int) {
	for i := range inv.Args {
		text, known := inv.Args[i].Value.Text()
		switch {
		case !known || text == "" || text == "-" || text[0] != '-':
			return "", i
		case has("-s --stdin", text):
			return "", -1
		case text == "-m" && i+1 < len(inv.Args), has(scriptOptions, text) && i+1 < len(inv.Args):
			return text, i + 1
		case text == "--":
			if i+1 < len(inv.Args) {
				return "", i + 1
			}
			return "", -1
		case shellCluster(inv.Program(), text) && i+1 < len(inv.Args):
			return "-c", i + 1
		}
	}
	return "", -1
}

// shellCluster reports whether a word of a shell has c among its letters.
func shellCluster(program, text string) bool {
	return has(shells, program) && !strings.HasPrefix(text, "--") && strings.Contains(text, "c")
}
