package rules

import (
	"fmt"
	"slices"

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
	if name := shellVariable(p.Script); name != "" {
		p.Report(Finding{Rule: WorktreeUnknown, In: p.Script, Span: ast.Span{End: len(p.Script.Source.Text)}, Verdict: Ask, Message: fmt.Sprintf("%s has the shell run what is not judged; leave it alone", name)})
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
	case inv.Shadowed:
	case has("cd chdir pushd popd", name):
		w.changes(inv)
		return
	case hasCode(inv):
		w.ask(inv.In, inv.Span, fmt.Sprintf("%s %s may run what is not judged; write out what it does", name, firstText(inv)))
		return
	}
	switch {
	case w.moved(inv) && inv.Program() != "git", carriesScript(w.Inspection, inv), readsScript(w.Script.Invocations, inv):
		return
	case has("eval source .", name) || slices.Contains(scriptShells, inv.Program()):
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
	t := w.touchesOf(inv)
	if t == nil {
		return
	}
	w.environment(inv)
	w.fed(inv)
	for _, word := range t.out {
		w.judge(word, inv.In, name)
	}
	if len(w.Found) == before {
		w.named(t, name)
	}
	if t.here && len(w.Found) == before {
		w.runsIn(inv, t.dir)
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
		if word.value.Is("/dev/stdin") || word.value.Is("/dev/fd/0") {
			w.reopened(word, in, program)
		}
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
