package analyzer

import (
	"errors"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
	"sandbox-enforcer/rules"
)

// Analyze judges a request. It has no error: what cannot be read or decided is a
// finding of the report.
func (a *Analyzer) Analyze(req Request) Report {
	once := &struct { // in one allocation, with room for the one source that most requests have
		Analyzer
		memo
		rewritten [1]string
		scripts   [1]*ast.Script
		errors    [1]error
	}{memo: memo{Facts: a.Facts}}
	once.Analyzer = Analyzer{Settings: a.Settings, Facts: &once.memo, agent: req.Agent, agentType: req.AgentType}
	r := Report{Request: req, Rewritten: once.rewritten[:], Scripts: once.scripts[:], Errors: once.errors[:]}
	if n := len(req.Sources); n != 1 {
		r.Rewritten, r.Scripts, r.Errors = make([]string, n), make([]*ast.Script, n), make([]error, n)
	}
	granted := true
	for i, src := range req.Sources {
		o := once.outcome(src)
		r.Scripts[i], r.Errors[i], r.Rewritten[i] = o.script, o.err, o.rewritten
		granted = granted && o.granted
		if r.Findings == nil {
			r.Findings = slices.Clip(o.found)
		} else {
			r.Findings = append(r.Findings, o.found...)
		}
		r.Class = max(r.Class, o.class)
		r.Needs = append(r.Needs, o.needs...)
		if r.Subject == nil || len(o.found) > 0 && o.subject != nil && r.Subject.New == "" {
			r.Subject = o.subject
		}
	}
	r.Findings = append(r.Findings, once.call(req)...)
	if a.Settings.Policy != nil {
		r.Profile = a.Settings.Policy.Profile
	}
	r.Verdict = verdictOf(r.Findings)
	r.Grant = granted && r.Verdict == rules.Rewrite && !a.Settings.Tripped
	if a.Settings.Tripped && r.Verdict == rules.Allow {
		r.Verdict = rules.Pass
	}
	return r
}

// call asks the guards about what a call says beside its sources: the paths of a file
// tool, and that it would run outside the client's own sandbox.
func (a *Analyzer) call(req Request) []rules.Finding {
	if len(req.Targets) == 0 && req.Unconfined == "" {
		return nil
	}
	p := a.inspection(nil)
	p.Agent, p.Targets, p.Unconfined = req.Agent, req.Targets, req.Unconfined
	p.Ask()
	return p.Found
}

// outcome is what came of one source, read with one dialect.
type outcome struct {
	script    *ast.Script
	err       error
	refused   bool // the grammar does not accept a script that is handed over in it
	class     rules.Class
	found     []rules.Finding
	subject   *rules.Acquisition
	rewritten string
	needs     []string
	granted   bool
}

func (o *outcome) verdict() rules.Verdict { return verdictOf(o.found) }

// verdictOf is the strictest vote of the findings; Pass where no guard has voted.
func verdictOf(found []rules.Finding) rules.Verdict {
	if len(found) == 0 {
		return rules.Pass
	}
	v := rules.Allow
	for _, f := range found {
		v = rules.Stricter(v, f.Verdict)
	}
	return v
}

// outcome reads a source with the dialect that its shell has; where that is not
// known, with both, and the stricter answer counts.
func (a *Analyzer) outcome(src ast.Source) outcome {
	if src.Dialect != ast.AnyDialect {
		return a.judge(src)
	}
	src.Dialect = ast.Bash
	bash := a.judge(src)
	src.Dialect = ast.Zsh
	zsh := a.judge(src)
	switch b, z := bash.verdict(), zsh.verdict(); {
	case (zsh.err != nil || zsh.refused) && bash.err == nil && !bash.refused:
		return bash // the grammar of zsh is read in part only: what it refuses says nothing
	case b == rules.Rewrite && z == rules.Rewrite && bash.rewritten != zsh.rewritten,
		b == rules.Rewrite && z == rules.Pass, z == rules.Rewrite && b == rules.Pass:
		return a.disagree(bash, zsh)
	case z > b:
		return zsh
	}
	bash.granted = bash.granted && zsh.granted
	return bash
}

// disagree is the outcome where bash and zsh would need different commands.
func (a *Analyzer) disagree(bash, zsh outcome) outcome {
	o := bash
	if bash.verdict() != rules.Rewrite {
		o = zsh
	}
	o.found = slices.Clone(o.found)
	for i := range o.found {
		if f := &o.found[i]; f.Verdict == rules.Rewrite {
			f.Rule, f.Verdict, f.Fix = rules.ScriptDialect, rules.Ask, nil
			f.Message = "bash and zsh read the command differently and need different rewrites; set --dialect to the shell that runs it"
		}
	}
	o.rewritten, o.granted, o.class = "", false, max(bash.class, zsh.class)
	return a.harden(o)
}

// judge reads a source with one dialect and asks the guards.
func (a *Analyzer) judge(src ast.Source) outcome {
	src.Resumable = a.Settings.Follow // else nothing behind the move is looked at again
	script, err := ast.Parse(src)
	if err != nil {
		return a.harden(a.unreadable(src, err))
	}
	p := a.inspection(script)
	var o outcome
	if h := script.Misread(); h != nil && a.Settings.Sandbox != nil {
		o = a.misread(script, h)
		p.Sandbox = nil // nothing that was read of it may be moved
	}
	if h := script.Misread(); h != nil {
		o.found = append(o.found, rules.UnreadableInWorktree(a.Settings.Worktree, script, h.Message)...)
	}
	a.unreadInside(&o, script)
	p.Ask()
	o.script, o.subject, o.class = script, p.Subject, p.Class
	o.found = append(o.found, p.Found...)
	slices.SortStableFunc(o.found, func(x, y rules.Finding) int { return x.OuterStart() - y.OuterStart() })
	if o.verdict() == rules.Rewrite {
		a.rewrite(&o, p)
		o.granted = o.granted && (o.class == rules.NoClass || o.class == rules.Safe)
	}
	return a.harden(o)
}

// inspection is a look at a script with the settings of the user.
func (a *Analyzer) inspection(script *ast.Script) *rules.Inspection {
	return &rules.Inspection{
		Script: script, Sandbox: a.Settings.Sandbox, Policy: a.Settings.Policy, Worktree: a.Settings.Worktree, Project: a.Settings.Project, Own: a.Settings.Own,
		Agent: a.agent, AgentType: a.agentType, All: a.Settings.All, Follow: a.Settings.Follow, Facts: a.Facts, At: -1,
	}
}

// harden turns what would be moved or asked into a refusal in the modes block and
// instruct.
func (a *Analyzer) harden(o outcome) outcome {
	if a.Settings.Mode == ModeRewrite {
		return o
	}
	found := append([]rules.Finding(nil), o.found...)
	for i := range found {
		if rules.Moves(found[i].Rule) && (found[i].Verdict == rules.Rewrite || found[i].Verdict == rules.Ask) {
			found[i].Verdict = rules.Deny
		}
	}
	o.found, o.granted = found, false
	return o
}

// unreadable is the outcome of a source that cannot be parsed, or must not be.
func (a *Analyzer) unreadable(src ast.Source, err error) outcome {
	o := outcome{err: err}
	o.found, o.class = rules.Unreadable(a.Settings.Policy, src, err)
	o.found = append(o.found, rules.UnreadableInWorktree(a.Settings.Worktree, &ast.Script{Source: src}, err.Error())...)
	if a.Settings.Sandbox == nil {
		return o
	}
	var limit *ast.LimitError
	var syntax *ast.SyntaxError
	f := rules.Finding{Message: err.Error()}
	if h := ast.ByteHazard(src.Text); h != nil {
		misread := a.misread(&ast.Script{Source: src}, h).with(err)
		misread.found, misread.class = append(misread.found, o.found...), o.class
		return misread
	}
	switch {
	case errors.As(err, &limit):
		f.Rule, f.Verdict = rules.ScriptLimit, a.mentioned(src.Text)
		f.Message += "; hand it over in parts"
	case errors.As(err, &syntax):
		f.Rule, f.Verdict = rules.ScriptSyntax, a.refusedVerdict(src.Text)
		f.Message = "the command cannot be read: " + syntax.Message + "; mend it"
		f.Span = ast.Span{Start: syntax.Offset, End: min(syntax.Offset+1, len(src.Text))}
	}
	f.In = &ast.Script{Source: src}
	if f.Verdict != rules.Pass {
		o.found = append(o.found, f)
	}
	return o
}

// unreadInside adds what the scripts get that are handed over in one and cannot be read:
// what they would get by themselves.
func (a *Analyzer) unreadInside(o *outcome, script *ast.Script) {
	for i := range script.Hazards {
		h := &script.Hazards[i]
		f := rules.Finding{In: h.In, Span: h.Span}
		switch h.Kind {
		case ast.HazardLimit:
			f.Rule, f.Verdict, f.Message = rules.ScriptLimit, a.mentioned(script.Source.Text), h.Message+"; hand them over in parts"
		case ast.HazardSyntax:
			f.Rule, f.Verdict, f.Message = rules.ScriptSyntax, a.refusedVerdict(script.Source.Text), h.Message+"; mend it"
			o.refused = true
		default:
			continue
		}
		if a.Settings.Sandbox != nil && f.Verdict != rules.Pass {
			o.found = append(o.found, f)
		}
	}
}

// refusedVerdict is what a text gets that the grammar does not accept. One with (( may be
// none that shells refuse: where it is no arithmetic they read two subshells.
func (a *Analyzer) refusedVerdict(text string) rules.Verdict {
	v := a.Settings.Fail.verdict()
	if a.Settings.All || strings.Contains(text, "((") {
		v = rules.Stricter(v, a.mentioned(text))
	}
	return v
}

func (o outcome) with(err error) outcome {
	o.err, o.script = err, nil
	return o
}

// verdict is what a command that cannot be read gets.
func (f Fail) verdict() rules.Verdict {
	switch f {
	case FailOpen:
		return rules.Pass
	case FailAsk:
		return rules.Ask
	}
	return rules.Deny
}

// misread is the outcome of a script whose bytes shells read in other ways.
func (a *Analyzer) misread(script *ast.Script, h *ast.Hazard) outcome {
	o := outcome{script: script, err: &HazardError{Hazard: *h}}
	in := h.In
	if in == nil {
		in = script
	}
	if v := a.mentioned(script.Source.Text); v != rules.Pass {
		o.found = []rules.Finding{{
			Rule: rules.ScriptHazard, In: in, Span: h.Span, Verdict: v, Message: h.Message + "; leave it out",
		}}
	}
	return o
}

// mentioned is what a script that cannot be trusted to have been read gets: nothing where
// it names no program that fetches, unless FAIL is closed.
func (a *Analyzer) mentioned(text string) rules.Verdict {
	switch {
	case a.Settings.Fail == FailClosed:
		return rules.Deny
	case rules.MayFetch(text, a.Settings.All):
		return rules.Ask
	}
	return rules.Pass
}

// HazardError says that a script's bytes are read differently by shells, so that
// nothing that was read of it may be trusted.
type HazardError struct{ Hazard ast.Hazard }

func (e *HazardError) Error() string { return e.Hazard.Message }
