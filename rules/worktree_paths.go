package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// named judges the names under which cp and its like put files into a directory: a link
// may stand there, or the worktree's .git.
func (w *confinement) named(t *touches, program string) {
	if t.inv != w.Script.Invocations[len(w.Script.Invocations)-1] && (t.inv.Program() == "mv" || t.inv.Program() == "cp" && mentions(optionsOf(t.inv), "-a -d -P -r -R --archive --no-dereference --recursive")) {
		w.renamed(t, t.operands[:max(len(t.operands)-1, 0)], program)
	}
	for _, word := range w.put(t) {
		w.judge(word, t.inv.In, program)
	}
}

// renamed asks about a link that leads outside and gets another name, by which later
// commands may write through it.
func (w *confinement) renamed(t *touches, sources []*ast.Arg, program string) {
	for _, source := range sources {
		at := w.leads(t.dir, source.Value, false)
		if at.side == sideOutside && !isSystem(at.to) && w.leads(t.dir, source.Value, true).side == sideInside {
			w.ask(t.inv.In, source.Span, fmt.Sprintf("%s gives another name to %q, a link that leads to %s; name it in a command of its own", program, source.Value.Display(), w.where(at.to)))
		}
	}
}

// optionsOf are the options of an invocation, in one text.
func optionsOf(inv *ast.Invocation) string {
	out := ""
	for i := range inv.Args {
		if text, _ := inv.Args[i].Value.Text(); strings.HasPrefix(text, "-") {
			out += text + " "
		}
	}
	return out
}

// mayWrite asks about a path outside that is given to a program of which little is
// known.
func (w *confinement) mayWrite(word touched, in *ast.Script, program string) {
	text, known := word.value.Text()
	if !known {
		w.mayWriteUnknown(word, in, program)
		return
	}
	if isURL(text) {
		return
	}
	if name, value, found := strings.Cut(text, "="); found && !strings.Contains(name, "/") {
		text = value
	}
	text = strings.TrimLeft(text, "@")
	if text != climbing && !strings.Contains(text, "/") && !strings.HasPrefix(text, "~") || strings.ContainsAny(text, " \n") {
		return
	}
	if at := w.leads(word.dir, ast.Known(text), false); at.side == sideOutside && !isSystem(at.to) {
		w.ask(in, word.span, fmt.Sprintf("%q is %s, and what %s does there is not known; name a path of the worktree", text, w.where(at.to), program))
	}
}

// mayWriteUnknown asks about a path of which only an end is known: "$D"/out.txt.
func (w *confinement) mayWriteUnknown(word touched, in *ast.Script, program string) {
	for _, alt := range word.value.Alts() {
		for i, part := range alt {
			if part.Unknown != "" || i == 0 || !strings.HasPrefix(part.Text, "/") {
				continue
			}
			if at := w.leads(word.dir, word.value, false); at.side != sideInside && !isSystem(at.to) {
				w.ask(in, word.span, fmt.Sprintf("where %q leads is not known (%s), nor what %s does there; name a path of the worktree", word.value.Display(), reason(word.value), program))
			}
			return
		}
	}
}

// link judges what a link is made to: by it, later writes would lead outside. What a
// symbolic link says is read from where the link stands.
func (w *confinement) link(word touched, in *ast.Script, program string) {
	word.dir = w.linkedFrom(w.inv, word.dir)
	at := w.leads(word.dir, word.value, false)
	if at.side == sideUnknown {
		w.ask(in, word.span, fmt.Sprintf("a link is made to %q, and where that is is not known (%s); name a path of the worktree", word.value.Display(), at.why))
	}
	if at.side == sideOutside && !isSystem(at.to) {
		w.ask(in, word.span, fmt.Sprintf("a link to %q leads to %s, and whoever writes through it writes there; copy it, or name a path of the worktree", word.value.Display(), w.where(at.to)))
	}
}

func isSymbolic(arg ast.Arg) bool {
	text, _ := arg.Value.Text()
	return text == "--symbolic" || len(text) > 1 && text[0] == '-' && text[1] != '-' && strings.Contains(text, "s")
}

// linkedFrom is the directory that what a link is made to is read from: for a symbolic one
// that which it stands in, the last operand's, or the last operand itself where it is a
// directory.
func (p *Inspection) linkedFrom(inv *ast.Invocation, dir ast.Value) ast.Value {
	args := inv.Args
	if !slices.ContainsFunc(args, isSymbolic) {
		return dir
	}
	if len(args) < 2 || args[len(args)-2].Value.Prefix() != "" && args[len(args)-2].Value.Prefix()[0] == '-' {
		return dir // one operand: the link is made where the command runs
	}
	last := ast.Join(dir, args[len(args)-1].Value)
	if path, ok := last.Text(); ok && p.Facts.IsDir(path) {
		return last
	}
	return ast.Join(dir, directoryOf(args[len(args)-1].Value))
}

// mount judges the directory of the machine that a container is given.
func (w *confinement) mount(word touched, in *ast.Script, program string) {
	text, known := word.value.Text()
	if !known {
		return
	}
	source, options, _ := strings.Cut(text, ":")
	for field := range strings.SplitSeq(text, ",") {
		name, value, found := strings.Cut(field, "=")
		if found && has("source src", name) {
			source = value
		}
	}
	if !strings.Contains(source, "/") || strings.HasSuffix(options, ":ro") || strings.Contains(text, "readonly") {
		return
	}
	word.value = ast.Known(source)
	w.mayWrite(word, in, program)
}

// text asks about a program text that names a path outside.
func (w *confinement) text(word touched, in *ast.Script, program string) {
	text, known := word.value.Text()
	switch {
	case !known, printsOnly(program, text):
		return
	case has(seds, program):
		text = strings.NewReplacer("w/", "w /", "W/", "W /", "w.", "w .", "W.", "W .").Replace(text) // the name may follow the letter
	case has(awks, program) && (strings.Contains(text, "FILENAME") || strings.Contains(text, "ARGV") || strings.Contains(text, "ENVIRON")):
		w.ask(in, word.span, fmt.Sprintf("where the program of %s writes is known only when it runs; name the file", program))
		return
	}
	home, _ := w.Script.Source.Env["HOME"].Text()
	for _, path := range pathsIn(text, home) {
		if strings.HasPrefix(path, "/") && strings.HasSuffix(path, "/") && !w.Facts.Exists(path) {
			continue // a regular expression
		}
		if top, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/"); strings.HasPrefix(path, "/") && !w.Facts.Exists("/"+top) {
			continue // /api/v1
		}
		if at := w.leads(word.dir, ast.Known(path), false); at.side == sideOutside && !isSystem(at.to) {
			w.ask(in, word.span, fmt.Sprintf("the program of %s names %q, which is %s; name a path of the worktree", program, path, w.where(at.to)))
			return
		}
	}
}

// The programs of a kind, by all their names.
const (
	awks    = "awk gawk mawk nawk"
	finders = "find fd fdfind"
	seds    = "sed gsed ssed"
)

// printsOnly reports whether a program of sed or awk is known to do no more than print.
func printsOnly(program, text string) bool {
	return has(seds, program) && judgeSed(text) == "" || has(awks, program) && judgeAwk(text) == ""
}

// pathsIn are the words of a program text that may be paths, with the home directory in
// the place of ~ and $HOME.
func pathsIn(text, home string) []string {
	var out []string
	for word := range strings.FieldsFuncSeq(strings.ReplaceAll(text, "${HOME}", "$HOME"), func(r rune) bool { return strings.ContainsRune(" \t\n\"'`(),;=<>|&[]{}", r) }) {
		for _, short := range [...]string{"~", "$HOME"} {
			if rest, ok := strings.CutPrefix(word, short); ok && home != "" && (rest == "" || rest[0] == '/') {
				word = home + rest
			}
		}
		if word != "/" && !strings.HasPrefix(word, "//") {
			out = append(out, word)
		}
	}
	return out
}

// isGitFile reports whether a word names the .git of the worktree.
func (w *confinement) isGitFile(word touched) bool {
	path, ok := ast.Join(word.dir, word.value).Text()
	if !ok {
		return false
	}
	real, err := w.Facts.Resolve(path)
	return err == nil && (real == w.Worktree.Root+"/.git" || real == w.Worktree.Root && word.does == touchRemoves)
}

// systemDirs hold programs and libraries, which commands name all the time and do not
// change by that.
const systemDirs = "/bin /lib /lib32 /lib64 /nix /opt /sbin /snap /usr /Applications /Library /System"

// isSystem reports whether a place belongs to the system, its settings among it.
func isSystem(path string) bool { return within("/etc", path) || isProgram(path) }

// isProgram reports whether a place holds the system's own programs and libraries.
func isProgram(path string) bool {
	for dir := range strings.SplitSeq(systemDirs, " ") {
		if within(dir, path) {
			return true
		}
	}
	return false
}
