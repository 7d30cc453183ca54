package analyzer

import (
	"sandbox-enforcer/ast"
	"sandbox-enforcer/rules"
)

// rewrite makes the edits that the guards suggest. The result counts only when its
// splices are proved and its analysis finds nothing left to move, in the scope first up to,
// and with, the acquisition that was moved; else the answer is to ask.
func (a *Analyzer) rewrite(o *outcome, p *rules.Inspection) {
	var edits []ast.Edit
	for _, f := range p.Found {
		if f.Fix != nil {
			edits = append(append(edits, f.Fix.Edits...), f.Fix.Follow...)
		}
	}
	last := p.At
	switch {
	case a.Settings.Worktree != nil && a.Settings.Follow:
		last = ast.Afresh // the worktree guard looks at where words stand in one text
	case a.Settings.Follow:
		last = ast.Everything // the places of later commands are compared
	}
	next, err := p.Script.Apply(edits, last)
	if err != nil {
		a.unproved(o, err.Error())
		return
	}
	again := a.inspection(next)
	if why := rules.Followed(p, again); why != "" {
		a.unproved(o, "in the rewritten command "+why)
		return
	}
	again.Again(p)
	if again.At >= 0 && (a.Settings.All || again.At <= p.At) {
		a.unproved(o, "the analysis of the rewritten command still finds an acquisition outside: "+again.Found[0].Message)
		return
	}
	if leaves := rules.Leaves(again); leaves != nil && o.verdict() == rules.Rewrite {
		a.unproved(o, "the rewritten command would leave the worktree: "+leaves.Message)
		return
	}
	o.rewritten, o.needs = next.Source.Text, p.Needs
	o.granted = rules.Harmless(p)
}

// unproved turns the findings of an outcome into questions.
func (a *Analyzer) unproved(o *outcome, why string) {
	found := append([]rules.Finding(nil), o.found...)
	for i := range found {
		if found[i].Verdict != rules.Rewrite {
			continue
		}
		found[i].Rule, found[i].Verdict, found[i].Fix = rules.AcquireUnproved, rules.Ask, nil
		found[i].Message = "the command cannot be moved safely: " + why + "; write it with plain words"
	}
	o.found = found
}
