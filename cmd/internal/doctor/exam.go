package doctor

import (
	"path/filepath"
	"slices"
	"strings"

	"sandbox-enforcer/cmd/internal/audit"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/format"
	"sandbox-enforcer/cmd/internal/install"
	"sandbox-enforcer/cmd/internal/settings"
)

// exam is the examination of one agent.
type exam struct {
	Options
	findings
	agent install.Agent
	here  bool
	files []install.Seen
	shims []install.SeenShim
	// hooks are the command lines that start the hook, in the order of the files.
	hooks []registered
}

// registered is a command line that starts the hook.
type registered struct {
	install.Hook
	path  string
	scope install.Scope
	// flags are the words behind the program, settings what they mean together with the
	// environment, and wrong what of them does not count.
	flags    []string
	settings settings.Settings
	wrong    []settings.Problem
	version  string
}

// look reads what the agent reads.
func (e *exam) look() (err error) {
	if e.files, err = e.Seen(e.agent); err != nil {
		return err
	}
	if e.shims, err = e.SeenShims(e.agent); err != nil {
		return err
	}
	for _, file := range e.files {
		for _, h := range file.Hooks {
			if h.Ours {
				e.hooks = append(e.hooks, e.registered(h, file.Path, file.Scope))
			}
		}
	}
	for _, s := range e.shims {
		if s.There && s.Ours && s.Starts && len(s.Words) > 0 && e.loaded(s) {
			h := install.Hook{Line: install.CommandLine(s.Words), Words: s.Words, Direct: true, Ours: true, Command: true, Event: shellProbes(e.agent.Name)[0].event}
			e.hooks = append(e.hooks, e.registered(h, s.Path, s.Scope))
		}
	}
	return nil
}

func (e *exam) registered(h install.Hook, path string, scope install.Scope) registered {
	r := registered{Hook: h, path: path, scope: scope}
	if len(h.Words) > 0 {
		r.flags = slices.Clone(h.Words[1:])
		if len(r.flags) > 0 && r.flags[0] == "hook" && !lean(h.Words[0]) {
			r.flags = r.flags[1:]
		}
	}
	if !h.Direct {
		for i, word := range r.flags {
			r.flags[i] = e.expanded(word)
		}
	}
	r.settings, r.wrong = settings.Load(r.flags, e.Env, facts.OS{})
	return r
}

// lean reports whether a program is the hook alone, and not the one that people use.
func lean(program string) bool {
	return strings.HasPrefix(filepath.Base(program), "sandbox-enforcer-hook")
}

// examine looks at everything, and goes on as far as what it found allows.
func (e *exam) examine() Diagnosis {
	e.checkHere()
	e.checkFiles()
	e.checkShims()
	e.checkRegistered()
	e.checkApart()
	e.checkDefault()
	for _, hooks := range e.groups() {
		e.checkEvents(hooks)
		e.checkTwice(hooks)
		e.checkMatchers(hooks)
	}
	for _, r := range e.hooks {
		e.checkHandler(r)
		e.checkTimeout(r)
	}
	e.checkClosed()
	lines := e.lines()
	for _, r := range lines {
		e.checkSettings(*r)
		e.checkSandbox(*r)
		e.checkPolicy(*r)
		e.checkBounds(*r)
		e.checkAudit(*r)
	}
	e.checkTrust()
	e.checkSiblings()
	for _, r := range lines {
		e.checkProgram(r)
	}
	return e.diagnosis()
}

// lines are the command lines that differ, the first of each.
func (e *exam) lines() (out []*registered) {
	for i := range e.hooks {
		r := &e.hooks[i]
		if !slices.ContainsFunc(out, func(o *registered) bool { return o.Line == r.Line && o.scope == r.scope }) {
			out = append(out, r)
		}
	}
	return out
}

func (e *exam) checkHere() {
	switch {
	case e.here:
		e.fine("agent", "%s is on this machine", e.agent.Title)
	case len(e.hooks) > 0:
		e.fine("agent", "%s is not found on this machine, but the hook is registered with it", e.agent.Title)
	default:
		e.fine("agent", "%s is not found on this machine", e.agent.Title)
	}
}

// checkRegistered wants something that starts the hook where the agent is.
func (e *exam) checkRegistered() {
	seen := map[string]bool{}
	for _, r := range e.hooks {
		if key := r.path + r.Line; !seen[key] {
			seen[key] = true
			e.fine("registered", "%s starts %s", r.path, audit.Mask(r.Line))
		}
	}
	if len(e.hooks) == 0 && e.here && !e.unread() && !e.mislaid() {
		e.problem("registered", e.anew(install.User, nil), "nothing starts the hook, so no command of %s is judged", e.agent.Title)
	}
}

// checkApart wants each of the files that are by themselves to start the hook, where one
// does.
func (e *exam) checkApart() {
	if e.agent.Apart == nil || len(e.hooks) == 0 {
		return
	}
	for _, file := range e.files {
		if file.There && len(file.Errs) == 0 && !file.Starts() {
			e.problem("registered", e.anew(file.Scope, e.kept(e.hooks[0])), "%s starts no hook, so no command is judged where %s uses it", file.Path, e.agent.Title)
		}
	}
}

// unread reports whether one of the files could not be read whole: then it is not known
// what it lacks.
func (e *exam) unread() bool {
	return slices.ContainsFunc(e.files, func(file install.Seen) bool { return len(file.Errs) > 0 })
}

// mislaid reports whether a shim was found wrong, which says more than that nothing starts
// the hook.
func (e *exam) mislaid() bool {
	return slices.ContainsFunc(e.all, func(f Finding) bool { return f.Check == "shim" && f.Severity == Problem })
}

func (e *exam) diagnosis() Diagnosis {
	d := Diagnosis{Agent: e.agent.Name, Title: e.agent.Title, Here: e.here, Hooks: []Hook{}, Findings: e.all}
	for _, r := range e.hooks {
		version := ""
		for _, same := range e.lines() {
			if same.Line == r.Line && same.scope == r.scope {
				version = same.version
			}
		}
		words := make([]string, len(r.Words))
		for i, word := range r.Words {
			words[i] = format.Escape(word)
		}
		d.Hooks = append(d.Hooks, Hook{File: format.Escape(r.path), Scope: scopes[r.scope], Event: format.Escape(r.Event), Words: words, Version: format.Escape(version)})
	}
	return d
}
