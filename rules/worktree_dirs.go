package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

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
		if text, ok := inv.ChangesTo().Text(); ok && strings.HasPrefix(text, "/") {
			add(ast.Known(ast.Logical(text)))
		}
	}
	return out
}

// changes judges a change of directory.
func (w *confinement) changes(inv *ast.Invocation) {
	name := inv.Name.Value.Display()
	if name == "pushd" && len(inv.Args) == 2 && inv.Args[0].Value.Is("-n") && !strings.ContainsAny(firstByte(inv.Args[1].Value), "+-") {
		w.judge(touched{does: touchEnters, span: inv.Args[1].Span, value: inv.Args[1].Value, dir: inv.Dir}, inv.In, name) // popd goes there
	}
	if inv.ChangesTo().None() || len(inv.Args) > 0 && inv.Args[0].Value.Is("-n") || w.goesBack(inv) {
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

func firstByte(v ast.Value) string { return v.Prefix()[:min(1, len(v.Prefix()))] }

// goesBack reports whether a change of directory leads to one that the script was in
// before: popd, pushd without a directory, cd - behind another cd.
func (w *confinement) goesBack(inv *ast.Invocation) bool {
	if _, known := inv.ChangesTo().Texts(); known {
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
		return other != inv && !other.ChangesTo().None() && other.In == inv.In && other.Span.Start < inv.Span.Start
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
	if n := len(inv.Args); n > 0 && strings.Contains(w.Script.Source.Text, "cdable_vars") && !strings.Contains(inv.Args[n-1].Value.Prefix(), "/") {
		return lead{side: sideUnknown, why: "it may be the name of a variable"}
	}
	physical := strings.Contains(inv.In.Source.Text, "-P") || strings.Contains(inv.In.Source.Text, "physical")
	at := lead{side: sideInside}
	if texts, ok := inv.ChangesTo().Texts(); ok {
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
		return w.leads(inv.Dir, inv.ChangesTo(), false)
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
