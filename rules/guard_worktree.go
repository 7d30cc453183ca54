package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// The rules of the worktree guard.
var (
	// WorktreeGit is reported for a git command that acts on more than the worktree.
	WorktreeGit = &Rule{
		ID: "worktree-git", Title: "a git command on the repository behind the worktree", Verdict: Deny, Since: "0.3",
		Doc:  "Another directory, another repository, or what all worktrees share: other branches, the configuration, the stash, the worktrees themselves. A switch to another branch is asked about.",
		Bad:  "git -C ../.. commit -m x",
		Good: "git commit -m x",
	}
	// WorktreeLeave is reported for a change of directory out of the worktree.
	WorktreeLeave = &Rule{
		ID: "worktree-leave", Title: "a directory outside the worktree", Verdict: Deny, Since: "0.3",
		Doc:  "The command goes to a directory outside the worktree, or a program runs in one. Where it leads is decided as the shell does it, through variables, .. and links.",
		Bad:  "cd ~ && make",
		Good: "make",
	}
	// WorktreePlace is reported where it is not known where the agent belongs.
	WorktreePlace = &Rule{
		ID: "worktree-place", Title: "a worktree that cannot be used", Verdict: Ask, Since: "0.3",
		Doc: "The settings contradict what git's own files say, so that nothing can be said to be inside.",
	}
	// WorktreeRead is reported for a file outside that is read, where that is not allowed.
	WorktreeRead = &Rule{
		ID: "worktree-read", Title: "a file outside the worktree is read", Verdict: Deny, Since: "0.3",
		Doc: "With --reads deny nothing outside is read, but for the system's own programs and libraries.",
	}
	// WorktreeUnknown is reported where it is not known whether a command stays inside.
	WorktreeUnknown = &Rule{
		ID: "worktree-unknown", Title: "a place that is not known", Verdict: Ask, Since: "0.3",
		Doc:  "A word decides where the command goes or writes, and its text is known only when it runs; or a program of which little is known is given a path outside.",
		Bad:  "cd \"$DIR\" && rm -rf build",
		Good: "rm -rf build",
	}
	// WorktreeWrite is reported for a file outside that is written or removed.
	WorktreeWrite = &Rule{
		ID: "worktree-write", Title: "a file outside the worktree is written", Verdict: Deny, Since: "0.3",
		Doc:  "A redirect, or an argument of a program that writes, leads outside.",
		Bad:  "echo x > ../other/notes.txt",
		Good: "echo x > notes.txt",
	}
)

// WorktreeGuard keeps an agent in its git worktree.
var WorktreeGuard = &Guard{
	Name:  "worktree",
	Doc:   "commands stay in the git worktree and leave the repository that it belongs to alone",
	Rules: []*Rule{WorktreeGit, WorktreeLeave, WorktreePlace, WorktreeRead, WorktreeUnknown, WorktreeWrite},
	On:    func(p *Inspection) bool { return p.Worktree != nil && !p.Brief },
	Check: checkWorktree,
}

func checkWorktree(p *Inspection) {
	if p.Worktree.Problem != "" {
		p.Report(Finding{Rule: WorktreePlace, In: p.Script, Span: ast.Span{End: len(p.Script.Source.Text)}, Verdict: Ask, Message: p.Worktree.Problem})
		return
	}
	if why := p.misleads(); why != "" {
		p.Report(Finding{Rule: WorktreeUnknown, In: p.Script, Span: ast.Span{End: len(p.Script.Source.Text)}, Verdict: Ask, Message: why + ": it is not known where it leads"})
	}
	p.dirs = visited(p.Script)
	w := &confinement{Inspection: p}
	for _, w.inv = range p.Script.Invocations {
		w.invocation(w.inv)
	}
	w.inv = nil
	for _, r := range p.Script.Redirs {
		if writesFile(r) && !w.moved(r.Own) {
			w.judge(touched{does: touchWrites, span: r.Target.Span, value: r.Target.Value, dir: r.Dir, option: r.Op}, r.In, "the redirect")
		}
	}
	if p.Worktree.DenyReads {
		w.denyReads()
	}
}

// UnreadableInWorktree asks about a text that is no script, or that shells read in
// other ways: it is not known where it leads.
func UnreadableInWorktree(worktree *Worktree, script *ast.Script, why string) []Finding {
	if worktree == nil {
		return nil
	}
	return []Finding{{Rule: WorktreeUnknown, In: script, Verdict: Ask, Message: "it is not known where the command leads: " + why + "; mend it"}}
}

// Leaves is the first finding of the worktree guard on a rewritten script, or nil where
// that stays inside.
func Leaves(rewritten *Inspection) *Finding {
	if rewritten.Worktree == nil {
		return nil
	}
	p := *rewritten
	p.Brief, p.Found, p.Sandbox = false, nil, nil
	checkWorktree(&p)
	if len(p.Found) == 0 {
		return nil
	}
	return &p.Found[0]
}

// visited are the directories that a script is known to be in at any place. All others
// it reaches by changes of directory that are asked about, or by going back to one of
// these (popd), so that they stand for every directory that is not known: in a
// function, behind a trap, after a file that was sourced.
func visited(script *ast.Script) []ast.Value {
	out := []ast.Value{script.Source.Dir}
	add := func(dir ast.Value) {
		if text, ok := dir.Text(); ok && strings.HasPrefix(text, "/") && !slices.ContainsFunc(out, func(v ast.Value) bool { return v.Is(text) }) && len(out) < 32 {
			out = append(out, dir)
		}
	}
	for _, inv := range script.Invocations {
		add(inv.Dir)
		if text, ok := inv.ChangesTo.Text(); ok && strings.HasPrefix(text, "/") {
			add(ast.Known(ast.Logical(text)))
		}
	}
	return out
}

// confinement is one look at a script by the worktree guard.
type confinement struct {
	*Inspection
	// inv is the invocation that is looked at; nil for a redirect.
	inv *ast.Invocation
	// lost says that a directory was asked about already: what is not known because of
	// it is not told again.
	lost bool
}

// moved reports whether an invocation is the acquisition that will be moved: what runs
// then is judged instead.
func (w *confinement) moved(inv *ast.Invocation) bool {
	return inv != nil && w.Sandbox != nil && w.At >= 0 && w.At < len(w.Script.Invocations) && w.Script.Invocations[w.At] == inv
}

// invocation judges one program start.
func (w *confinement) invocation(inv *ast.Invocation) {
	name := inv.Name.Value.Display()
	switch {
	case has("cd chdir pushd popd", name) && !inv.Shadowed:
		w.changes(inv)
		return
	case w.moved(inv) && inv.Program() != "git", carriesScript(w.Inspection, inv), readsScript(w.Script.Invocations, inv):
		return
	case name == "eval" || has("ash bash dash ksh sh zsh", inv.Program()):
		w.script(inv)
	}
	if inv.Program() == "git" {
		w.entered(inv)
		w.git(inv)
		return
	}
	w.program(inv)
	before := len(w.Found)
	w.entered(inv)
	t := touchesOf(w.Script, inv)
	if t == nil {
		return
	}
	w.environment(inv)
	for _, word := range t.out {
		w.judge(word, inv.In, name)
	}
	if t.here && len(w.Found) == before {
		w.runsIn(inv, t.dir)
	}
}

// entered judges the directory that a program is started in: env -C, sudo -i.
func (w *confinement) entered(inv *ast.Invocation) {
	if inv.Chdir != nil {
		via := inv.Via[len(inv.Via)-1]
		w.judge(touched{does: touchEnters, span: inv.Chdir.Span, value: inv.Chdir.Value}, inv.In, via)
		return
	}
	if slices.ContainsFunc(inv.Via, func(via string) bool { return has("su sudo doas runuser", via) }) && mentions(before(inv), "-i -l --login") {
		w.ask(inv.In, inv.Span, fmt.Sprintf("%s runs in the directory of another user, which is not known; leave the login out", inv.Name.Value.Display()))
	}
}

// environment asks about a variable that is given to a program and leads outside.
func (w *confinement) environment(inv *ast.Invocation) {
	for _, a := range inv.Assigns {
		if !a.Unset && !has(gitVariables, a.Name) && !strings.HasSuffix(a.Name, "PATH") {
			w.judge(touched{does: touchMayWrite, span: a.Span, value: a.Value, dir: inv.Dir, option: a.Name}, inv.In, inv.Name.Value.Display())
		}
	}
}

// script asks about a shell whose script is not known.
func (w *confinement) script(inv *ast.Invocation) {
	operand, inline := false, inv.Program() == "eval"
	for i := range inv.Args {
		text, known := inv.Args[i].Value.Text()
		switch {
		case !known && (inline || !operand):
			w.ask(inv.In, inv.Args[i].Span, fmt.Sprintf("what %s runs is not known (%s); write it out", inv.Name.Value.Display(), reason(inv.Args[i].Value)))
			return
		case strings.HasPrefix(text, "-") && !operand && known:
			inline = inline || strings.Contains(text, "c") && !strings.HasPrefix(text, "--")
		default:
			operand = true
		}
	}
	if operand || has("-n --version --help", firstText(inv)) {
		return
	}
	for _, r := range inv.Redirs {
		if _, known := r.Body.Text(); strings.HasPrefix(r.Op, "<<") && known {
			return // its script is judged for itself
		}
		if strings.HasPrefix(r.Op, "<<") {
			w.ask(inv.In, r.Span, fmt.Sprintf("what %s reads as its script is not judged; hand it over with -c", inv.Name.Value.Display()))
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

// changes judges a change of directory.
func (w *confinement) changes(inv *ast.Invocation) {
	name := inv.Name.Value.Display()
	if inv.ChangesTo.None() || len(inv.Args) > 0 && inv.Args[0].Value.Is("-n") || w.goesBack(inv) {
		return
	}
	at := w.destination(inv)
	word := name
	if len(inv.Args) > 0 {
		word = inv.Args[len(inv.Args)-1].Value.Display()
	}
	switch at.side {
	case sideOutside:
		w.Report(Finding{Rule: WorktreeLeave, In: inv.In, Span: inv.Span, Verdict: Deny,
			Message: fmt.Sprintf("%s leads to %s; stay in it and use paths below it", strings.TrimSpace(name+" "+display(word, name)), w.where(at.to))})
	case sideUnknown:
		w.lost = true
		w.ask(inv.In, inv.Span, fmt.Sprintf("where %s leads is not known (%s); name the directory", strings.TrimSpace(name+" "+display(word, name)), at.why))
	}
}

// goesBack reports whether a change of directory leads to one that the script was in
// before: popd, pushd without a directory, cd - behind another cd.
func (w *confinement) goesBack(inv *ast.Invocation) bool {
	if _, known := inv.ChangesTo.Texts(); known {
		return false
	}
	word := ""
	if len(inv.Args) > 0 {
		word, _ = inv.Args[len(inv.Args)-1].Value.Text()
	}
	switch name := inv.Name.Value.Display(); {
	case name == "popd":
		return true
	case name == "pushd":
		return len(inv.Args) == 0 || len(word) > 1 && (word[0] == '+' || word[0] == '-') && strings.Trim(word[1:], "0123456789") == ""
	}
	return word == "-" && !slices.Contains(w.Script.Assigned, "OLDPWD") && !slices.Contains(w.Script.Assigned, "") && slices.ContainsFunc(w.Script.Invocations, func(other *ast.Invocation) bool {
		return other != inv && !other.ChangesTo.None() && other.In == inv.In && other.Span.Start < inv.Span.Start
	})
}

// sets reports whether a variable is set in the environment of an invocation by the
// script, or by what it was handed over with.
func (w *confinement) sets(inv *ast.Invocation, name string) bool {
	v, set := inv.Var(name)
	if _, known := v.Text(); !set || known {
		return set
	}
	_, given := w.Script.Source.Env[name]
	return given || slices.Contains(w.Script.Assigned, name) || slices.ContainsFunc(inv.Assigns, func(a ast.Assign) bool { return a.Name == name })
}

// display is a word for a message, nothing where it only repeats the name.
func display(word, name string) string {
	if word == name {
		return ""
	}
	return fmt.Sprintf("%q", word)
}

// destination is where a change of directory leads: cd takes .. out of the text before
// it follows links, unless it is told not to.
func (w *confinement) destination(inv *ast.Invocation) lead {
	physical := strings.Contains(inv.In.Source.Text, "-P") || strings.Contains(inv.In.Source.Text, "physical")
	at := lead{side: sideInside}
	if texts, ok := inv.ChangesTo.Texts(); ok {
		for _, text := range texts {
			if physical {
				at = at.stricter(w.place(text))
			}
			at = at.stricter(w.place(ast.Logical(text)))
		}
		return at
	}
	n := len(inv.Args)
	if n == 0 {
		return w.leads(inv.Dir, inv.ChangesTo, false)
	}
	to := inv.Args[n-1].Value
	if to.Is("-") {
		return lead{side: sideUnknown, why: "it is where the shell was before"}
	}
	if w.sets(inv, "CDPATH") && !strings.HasPrefix(to.Prefix(), "/") && !strings.HasPrefix(to.Prefix(), ".") {
		return lead{side: sideUnknown, why: "CDPATH says where it is looked for"}
	}
	return w.leads(inv.Dir, to, false)
}

// runsIn judges the directory that a program writes into without naming it.
func (w *confinement) runsIn(inv *ast.Invocation, dir ast.Value) {
	switch at := w.leads(dir, ast.Known("."), false); at.side {
	case sideOutside:
		w.Report(Finding{Rule: WorktreeLeave, In: inv.In, Span: inv.Span, Verdict: Deny,
			Message: fmt.Sprintf("%s runs in %s; run it in the worktree", inv.Name.Value.Display(), w.where(at.to))})
	case sideUnknown:
		if !w.lost {
			w.lost = true
			w.ask(inv.In, inv.Span, fmt.Sprintf("the directory that %s runs in is not known (%s); name it", inv.Name.Value.Display(), at.why))
		}
	}
}

// judge judges one word.
func (w *confinement) judge(word touched, in *ast.Script, program string) {
	switch word.does {
	case touchNothing, touchReads:
	case touchMachine:
		w.ask(in, word.span, fmt.Sprintf("%s %s changes more than the worktree; leave it out", program, word.option))
	case touchRuns:
		w.text(word, in, program)
	case touchMounts:
		w.mount(word, in, program)
	case touchMayWrite:
		w.mayWrite(word, in, program)
	case touchEnters, touchEntersFile, touchFills:
		if word.does == touchEntersFile {
			word.value = directoryOf(word.value)
		}
		w.report(WorktreeLeave, word, in, "%s %s leads to %s; stay in the worktree", program, w.leads(word.dir, word.value, false))
	case touchLinks:
		w.link(word, in, program)
	default:
		at := w.leads(word.dir, word.value, word.does == touchRemoves)
		if at.side == sideInside && w.isGitFile(word) {
			w.Report(Finding{Rule: WorktreeGit, In: in, Span: word.span, Verdict: Deny,
				Message: fmt.Sprintf("%s would change %q, by which git finds the worktree's repository; leave it alone", program, word.value.Display())})
			return
		}
		w.report(WorktreeWrite, word, in, "%s would change %s, which is %s; write below the worktree", program, at)
	}
}

// report reports a word that leads outside, or of which that is not known. The format
// takes the program, the word and the place.
func (w *confinement) report(rule *Rule, word touched, in *ast.Script, format, program string, at lead) {
	text := fmt.Sprintf("%q", word.value.Display())
	if word.option != "" && word.does != touchWrites {
		program += " " + word.option
	}
	switch at.side {
	case sideOutside:
		w.Report(Finding{Rule: rule, In: in, Span: word.span, Verdict: Deny, Message: fmt.Sprintf(format, program, text, w.where(at.to))})
	case sideUnknown:
		if w.lost && word.dir.Reason() != "" || w.listed(word) {
			return
		}
		w.ask(in, word.span, fmt.Sprintf("where %s leads, which %s would change, is not known (%s); name a path of the worktree", text, program, at.why))
	}
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
	if symbolic := slices.ContainsFunc(w.inv.Args, isSymbolic); symbolic {
		word.dir = w.linkDir(word.dir)
	}
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

// linkDir is the directory that a link is made in: that of the last operand, or the
// last operand itself where it is a directory.
func (w *confinement) linkDir(dir ast.Value) ast.Value {
	args := w.inv.Args
	if len(args) < 2 || args[len(args)-2].Value.Prefix() != "" && args[len(args)-2].Value.Prefix()[0] == '-' {
		return dir // one operand: the link is made where the command runs
	}
	last := ast.Join(dir, args[len(args)-1].Value)
	if path, ok := last.Text(); ok && w.Facts.IsDir(path) {
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
	if !known || has("sed gsed ssed", program) && judgeSed(text) == "" || has("awk gawk mawk nawk", program) && judgeAwk(text) == "" {
		return
	}
	for _, path := range pathsIn(text) {
		if at := w.leads(word.dir, ast.Known(path), false); at.side == sideOutside && !isSystem(at.to) {
			w.ask(in, word.span, fmt.Sprintf("the program of %s names %q, which is %s; name a path of the worktree", program, path, w.where(at.to)))
			return
		}
	}
}

// pathsIn are the words of a program text that lead somewhere else than below the
// directory that it runs in.
func pathsIn(text string) []string {
	var out []string
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" \t\n\"'`(),;=<>|&[]{}", r) }) {
		if strings.HasPrefix(word, "/") && len(word) > 1 || word == climbing || strings.HasPrefix(word, climbing+"/") || strings.Contains(word, "/"+climbing) || strings.HasPrefix(word, "~/") {
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

// where says of a place outside what it is, for messages.
func (w *confinement) where(to string) string {
	t := w.Worktree
	switch {
	case t.Host != "" && within(t.Host, to):
		return fmt.Sprintf("%q in the host repository, outside worktree %q", to, t.Root)
	case t.Common != "" && within(t.Common, to):
		return fmt.Sprintf("%q, a file of the host repository itself, outside worktree %q", to, t.Root)
	}
	return fmt.Sprintf("%q, outside worktree %q", to, t.Root)
}

func (w *confinement) ask(in *ast.Script, span ast.Span, message string) {
	w.Report(Finding{Rule: WorktreeUnknown, In: in, Span: span, Verdict: Ask, Message: message})
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

// denyReads reports every path outside that is read.
func (w *confinement) denyReads() {
	for _, inv := range w.Script.Invocations {
		t := touchesOf(w.Script, inv)
		if _, known := findWriter(inv.Program()); t == nil || !known {
			for _, pl := range w.placesOf(nil, inv) {
				w.denyRead(pl)
			}
			continue
		}
		for _, word := range t.out {
			if word.does == touchReads {
				w.denyRead(place{in: inv.In, span: word.span, value: word.value, dir: word.dir})
			}
		}
	}
	for _, r := range w.Script.Redirs {
		if r.Op == "<" {
			w.denyRead(place{in: r.In, span: r.Target.Span, value: r.Target.Value, dir: r.Dir})
		}
	}
}

func (w *confinement) denyRead(pl place) {
	text, known := pl.value.Text()
	if known && (isURL(text) || strings.HasPrefix(text, "-")) {
		return
	}
	switch at := w.leads(pl.dir, pl.value, false); {
	case at.side == sideOutside && !isProgram(at.to):
		w.Report(Finding{Rule: WorktreeRead, In: pl.in, Span: pl.span, Verdict: Deny,
			Message: fmt.Sprintf("%q is %s, and nothing outside may be read; name a path of the worktree", pl.value.Display(), w.where(at.to))})
	case at.side == sideUnknown && strings.ContainsRune(pl.value.Suffix(), '/'):
		w.ask(pl.in, pl.span, fmt.Sprintf("where %q leads is not known (%s), and nothing outside may be read; name a path of the worktree", pl.value.Display(), at.why))
	}
}
