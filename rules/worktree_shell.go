package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// entered judges the directory that a program is started in: env -C, sudo -i.
func (w *confinement) entered(inv *ast.Invocation) {
	w.outputs(inv)
	if inv.Chdir() != nil {
		via := inv.Via[len(inv.Via)-1]
		w.judge(touched{does: touchEnters, span: inv.Chdir().Span, value: inv.Chdir().Value}, inv.In, via)
		return
	}
	if slices.ContainsFunc(inv.Via, func(via string) bool { return has("su sudo doas runuser", via) }) && mentions(before(inv), "-i -l --login") {
		w.ask(inv.In, inv.Span, fmt.Sprintf("%s runs in the directory of another user, which is not known; leave the login out", inv.Name.Value.Display()))
	}
}

// shellVariables are those whose text the shell runs, or by which a name means another
// program or directory.
const shellVariables = "BASH_ALIASES BASH_CMDS BASH_ENV DIRSTACK PROMPT_COMMAND PS0 PS4"

// shellVariable is the first of them that a script sets, or "".
func shellVariable(script *ast.Script) string {
	for name := range strings.SplitSeq(shellVariables, " ") {
		sets := func(a ast.Assign) bool { return a.Name == name && !a.Unset && !a.Value.Is("") }
		if slices.Contains(script.Assigned, name) || slices.ContainsFunc(script.Invocations, func(inv *ast.Invocation) bool { return slices.ContainsFunc(inv.Assigns, sets) }) {
			return name
		}
	}
	return ""
}

// readPrograms are programs that read a program text from their standard input.
const readPrograms = "bc ed ex gdb lua make mysql node perl php psql python python2 python3 ruby sqlite3 tclsh"

// fed asks about such a text that names a path outside.
func (w *confinement) fed(inv *ast.Invocation) {
	if !has(readPrograms, inv.Program()) {
		return
	}
	for _, r := range inv.Redirs {
		if strings.HasPrefix(r.Op, "<<") {
			w.text(touched{does: touchRuns, span: r.Span, value: r.Body, dir: inv.Dir}, inv.In, inv.Program())
		}
	}
	if from := inv.PipeFrom; from != nil && has("echo printf", from.Program()) {
		for i := range from.Args {
			w.text(touched{does: touchRuns, span: from.Args[i].Span, value: from.Args[i].Value, dir: inv.Dir}, from.In, inv.Program())
		}
	}
}

// outputs judges the files that the programs write by which an invocation is started:
// time -o, strace -o, flock. They stand in the text before its name.
func (w *confinement) outputs(inv *ast.Invocation) {
	via := slices.IndexFunc(inv.Via, func(name string) bool { return has("time strace ltrace flock", name) })
	if via < 0 {
		return
	}
	text := before(inv)
	words := strings.Fields(text)
	judge := func(path string) {
		if strings.ContainsAny(path, "$`\"'\\*?[{~") {
			w.ask(inv.In, inv.Span, fmt.Sprintf("where %s writes is not known; name the file", inv.Via[via]))
			return
		}
		w.judge(touched{does: touchWrites, span: inv.Span, value: ast.Known(path), dir: inv.Dir}, inv.In, inv.Via[via])
	}
	locks := inv.Via[via] == "flock"
	for i, word := range words {
		name, value, attached := strings.Cut(word, "=")
		switch {
		case i == 0 && !strings.HasPrefix(word, "-"), locks && strings.HasPrefix(word, "-"):
		case locks && (i == 1 || strings.HasPrefix(words[i-1], "-")) && strings.Trim(word, "0123456789") != "":
			judge(word)
			return
		case locks:
		case attached && len(name) > 3 && strings.HasPrefix("--output", name):
			judge(value)
		case (word == "-o" || strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "--") && strings.HasSuffix(word, "o") || len(word) > 3 && strings.HasPrefix("--output", word)) && i+1 < len(words):
			judge(words[i+1])
		case strings.HasPrefix(word, "-o"):
			judge(word[2:])
		}
	}
}

// environment asks about a variable that is given to a program and leads outside.
func (w *confinement) environment(inv *ast.Invocation) {
	for _, a := range inv.Assigns {
		if !a.Unset && !has(gitVariables, a.Name) && !strings.HasSuffix(a.Name, "PATH") {
			w.variable(inv, a)
		}
	}
	for name := range strings.SplitSeq(obeyedVariables, " ") {
		if !slices.Contains(w.Script.Assigned, name) || slices.ContainsFunc(inv.Assigns, func(a ast.Assign) bool { return a.Name == name }) {
			continue
		}
		if v, set := inv.Var(name); set {
			w.variable(inv, ast.Assign{Span: inv.Span, Name: name, Value: v})
		}
	}
}

// variable asks about a variable that leads outside, or that holds options which do.
func (w *confinement) variable(inv *ast.Invocation, a ast.Assign) {
	does := touchMayWrite
	if text, _ := a.Value.Text(); strings.ContainsAny(text, " -") {
		does = touchRuns
	}
	w.judge(touched{does: does, span: a.Span, value: a.Value, dir: inv.Dir, option: a.Name}, inv.In, inv.Name.Value.Display())
}

// obeyedVariables are variables that may have been exported before, by which programs
// find where to write, or what to run.
const obeyedVariables = "CARGO_HOME CARGO_INSTALL_ROOT CARGO_TARGET_DIR DESTDIR GOBIN GOCACHE GOMODCACHE GOPATH MAKEFLAGS PIP_PREFIX PIP_TARGET PYTHONUSERBASE TAR_OPTIONS TMPDIR ZIPOPT npm_config_prefix"

// codeOptions are the options by which builtins of bash run a text that they are given,
// or have a name mean another program.
const codeOptions = `
compgen -C -F -W
enable -f
hash -p
mapfile -C
readarray -C
`

// hasCode reports whether a builtin is called with such an option.
func hasCode(inv *ast.Invocation) bool {
	for line := range strings.Lines(codeOptions) {
		if name, options, _ := strings.Cut(strings.TrimSpace(line), " "); name != "" && inv.Name.Value.Is(name) {
			return mentions(strings.ReplaceAll(optionsOf(inv), "$", ""), options)
		}
	}
	return false
}

// script asks about a shell whose script is not known.
func (w *confinement) script(inv *ast.Invocation) {
	operand, inline, input := false, inv.Program() == "eval", false
	for i := range inv.Args {
		text, known := inv.Args[i].Value.Text()
		switch {
		case !operand && !inline && text != "/dev/null" && (strings.HasPrefix(inv.Args[i].Value.Prefix(), "/dev/") || strings.HasPrefix(inv.Args[i].Value.Prefix(), "/proc/")):
			w.ask(inv.In, inv.Args[i].Span, fmt.Sprintf("what %s reads as its script is not judged; hand it over with -c", inv.Name.Value.Display()))
			return
		case !known && has("source .", inv.Name.Value.Display()):
			return // a file, as if it were named
		case !known && (inline || !operand):
			w.ask(inv.In, inv.Args[i].Span, fmt.Sprintf("what %s runs is not known (%s); write it out", inv.Name.Value.Display(), reason(inv.Args[i].Value)))
			return
		case strings.HasPrefix(text, "-") && !operand && known:
			inline = inline || strings.Contains(text, "c") && !strings.HasPrefix(text, "--")
			input = input || strings.Contains(text, "s") && !strings.HasPrefix(text, "--")
		default:
			operand = true
		}
	}
	if operand && (inline || !input) || has("-n --version --help", firstText(inv)) {
		return
	}
	for _, r := range inv.Redirs {
		if _, known := r.Body.Text(); strings.HasPrefix(r.Op, "<<") && known && !operand {
			return // its script is judged for itself
		}
		if strings.HasPrefix(r.Op, "<<") {
			w.ask(inv.In, r.Span, fmt.Sprintf("what %s reads as its script is not judged; hand it over with -c", inv.Name.Value.Display()))
		}
		if _, known := r.Target.Value.Text(); r.Op == "<" && !known {
			w.ask(inv.In, r.Span, fmt.Sprintf("what %s reads as its script is not known; write it out", inv.Name.Value.Display()))
		}
		if r.Op == "<" {
			return // a file, as if it were named
		}
	}
	if inv.PipeFrom != nil {
		w.ask(inv.In, inv.Span, fmt.Sprintf("what %s reads as its script is not known; write it out", inv.Name.Value.Display()))
	}
}

// readsScript reports whether a shell reads its script from a text that is known, and
// that is judged for itself.
func readsScript(all []*ast.Invocation, inv *ast.Invocation) bool {
	return slices.ContainsFunc(all, func(inner *ast.Invocation) bool {
		return inner.Where&ast.InInput != 0 && inner.In.OuterIn == inv.In && inner.In.Outer != nil && slices.ContainsFunc(inv.Redirs, func(r *ast.Redirect) bool { return r.Target.Span == inner.In.Outer.Span })
	})
}

func firstText(inv *ast.Invocation) string {
	if len(inv.Args) == 0 {
		return ""
	}
	text, _ := inv.Args[0].Value.Text()
	return text
}

// program asks about a program that is started from a file outside.
func (w *confinement) program(inv *ast.Invocation) {
	text, known := inv.Name.Value.Text()
	if !known {
		w.ask(inv.In, inv.Name.Span, fmt.Sprintf("the program's name is not known (%s), and so is not what it writes; name it", reason(inv.Name.Value)))
		return
	}
	if !strings.Contains(text, "/") {
		return
	}
	if at := w.leads(inv.Dir, inv.Name.Value, false); at.side == sideOutside && !isSystem(at.to) {
		w.ask(inv.In, inv.Name.Span, fmt.Sprintf("%q runs a program of %s; run one of the worktree", text, w.where(at.to)))
	}
}

// reopened judges a write to the standard input: a file that was opened for reading is
// opened once more by that name.
func (w *confinement) reopened(word touched, in *ast.Script, program string) {
	for _, r := range w.Script.Redirs {
		if r.Op == "<" && w.leads(r.Dir, r.Target.Value, false).side != sideInside {
			w.ask(in, word.span, fmt.Sprintf("%s would write %q, which is %q; name a path of the worktree", program, word.value.Display(), r.Target.Value.Display()))
			return
		}
	}
}
