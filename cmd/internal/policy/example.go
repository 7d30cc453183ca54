package policy

import (
	"fmt"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/rules"
)

// Examples returns a problem for each example of a profile's entries that does not
// hold: a command of match that its entry does not match, or one of not_match that it
// does.
func Examples(p rules.Policy) []Problem {
	var out []Problem
	for _, list := range []struct {
		entries []rules.Entry
		matches func(rules.Entry, string) (bool, error)
	}{
		{p.SafeCommands, matchesSafe},
		{p.BlockedPatterns, matchesPattern},
		{p.ShellInjection, matchesBlocked(func(p *rules.Policy, e rules.Entry) { p.ShellInjection = []rules.Entry{e} })},
		{p.BlockedPaths, matchesBlocked(func(p *rules.Policy, e rules.Entry) { p.BlockedPaths = []rules.Entry{e} })},
		{p.PathTraversal, matchesBlocked(func(p *rules.Policy, e rules.Entry) { p.PathTraversal = []rules.Entry{e} })},
		{p.ProtectedPaths, matchesBlocked(func(p *rules.Policy, e rules.Entry) { p.ProtectedPaths = []rules.Entry{e} })},
	} {
		for _, e := range list.entries {
			out = append(out, tryEntry(e, list.matches)...)
		}
	}
	return out
}

// tryEntry tries the examples of one entry.
func tryEntry(e rules.Entry, matches func(rules.Entry, string) (bool, error)) []Problem {
	var out []Problem
	try := func(command string, want bool, wrong string) {
		got, err := matches(e, command)
		switch {
		case err != nil:
			wrong = fmt.Sprintf("cannot be tried on its example %q (%v): mend the example", command, err)
		case got == want:
			return
		default:
			wrong = fmt.Sprintf(wrong, command)
		}
		out = append(out, Problem{
			Kind: Broken, File: e.Origin.File, Line: e.Origin.Line, Column: e.Origin.Column, Message: fmt.Sprintf("%q %s", e.Text, wrong),
		})
	}
	for _, command := range e.Match {
		try(command, true, "does not match its example %q: mend the entry or the example")
	}
	for _, command := range e.NotMatch {
		try(command, false, "matches %q, which it must not: mend the entry or the example")
	}
	return out
}

// matchesPattern reports whether a blocked pattern means a command.
func matchesPattern(e rules.Entry, command string) (bool, error) {
	pattern, err := rules.ParsePattern(e)
	if err != nil {
		return false, err
	}
	script, err := ast.Parse(example(command))
	if err != nil {
		return false, err
	}
	_, _, ok := pattern.Matches(script)
	return ok, nil
}

// matchesSafe reports whether a command is SAFE by one entry of safe_commands alone.
func matchesSafe(e rules.Entry, command string) (bool, error) {
	class, err := classify(rules.Policy{SafeCommands: []rules.Entry{e}, Compound: rules.CompoundEach}, command)
	return class == rules.Safe, err
}

// matchesBlocked returns whether a command is BLOCKED by one entry alone, which put
// puts into its list.
func matchesBlocked(put func(*rules.Policy, rules.Entry)) func(rules.Entry, string) (bool, error) {
	return func(e rules.Entry, command string) (bool, error) {
		var p rules.Policy
		put(&p, e)
		class, err := classify(p, command)
		return class == rules.Blocked, err
	}
}

// classify returns the class of an example under a policy that has one entry. Nothing
// but the text counts: an example holds on every machine or on none.
func classify(p rules.Policy, command string) (rules.Class, error) {
	p.Profile, p.Enabled, p.Root = "example", true, exampleProject
	nothing, err := facts.NewMemory(facts.Dir(exampleProject))
	if err != nil {
		return rules.NoClass, err
	}
	a := analyzer.Analyzer{Settings: analyzer.Settings{Policy: &p}, Facts: nothing}
	source := example(command)
	source.IsDir = nothing.IsDir
	report := a.Analyze(analyzer.Request{Tool: "Bash", Sources: []ast.Source{source}})
	return report.Class, report.Errors[0]
}

// The place where examples run.
const (
	exampleHome    = "/home/user"
	exampleProject = exampleHome + "/project"
)

func example(command string) ast.Source {
	here := ast.Known(exampleProject)
	return ast.Source{
		Text: command, Dialect: ast.Bash, Dir: here,
		Env: map[string]ast.Value{"HOME": ast.Known(exampleHome), "PWD": here},
	}
}
