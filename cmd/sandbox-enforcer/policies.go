package main

import (
	"fmt"
	"io"

	"sandbox-enforcer/ast"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/format"
	"sandbox-enforcer/cmd/internal/policy"
	"sandbox-enforcer/cmd/internal/settings"
	"sandbox-enforcer/rules"
)

// policies are the policies of one run, by the project that a command runs in: each is
// loaded once, and its problems are told once.
type policies struct {
	settings settings.Settings
	env      func(string) (string, bool)
	stderr   io.Writer
	found    map[string]*rules.Policy
}

// of returns the policy for a command; nil where the guard is off.
func (p policies) of(source ast.Source) *rules.Policy {
	if !p.settings.Policy.On {
		return nil
	}
	root := p.settings.Project
	if root == "" {
		dir, _ := source.Dir.Text()
		root = facts.Project(facts.OS{}, dir)
	}
	if found, ok := p.found[root]; ok {
		return found
	}
	loaded, problems := policy.Load(policy.Options{File: p.settings.Policy.File, Profile: p.settings.Policy.Profile, Project: root, Env: p.env})
	for _, problem := range problems {
		fmt.Fprintf(p.stderr, "sandbox-enforcer: %s\n", format.Escape(problem.Error()))
	}
	p.found[root] = &loaded.Policy
	return p.found[root]
}
