package main

import (
	"fmt"
	"io"
	"os"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/cmd/internal/bounds"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/format"
	"sandbox-enforcer/cmd/internal/settings"
)

// bounded are the settings of one run, completed by where the agent belongs for the
// directory that a command runs in: each is found once, and each note is told once.
type bounded struct {
	settings settings.Settings
	env      func(string) (string, bool)
	stderr   io.Writer
	found    map[string]analyzer.Settings
	told     map[string]bool
}

func newBounded(s settings.Settings, env func(string) (string, bool), stderr io.Writer) bounded {
	return bounded{settings: s, env: env, stderr: stderr, found: map[string]analyzer.Settings{}, told: map[string]bool{}}
}

// of returns the settings of the analysis of a command.
func (b bounded) of(source ast.Source) analyzer.Settings {
	dir, _ := source.Dir.Text()
	if found, ok := b.found[dir]; ok {
		return found
	}
	chosen, notes := bounds.Find(b.settings, facts.OS{}, dir, b.env, os.Executable)
	for _, note := range notes {
		if !b.told[note] {
			b.told[note] = true
			fmt.Fprintf(b.stderr, "sandbox-enforcer: %s\n", format.Escape(note))
		}
	}
	b.found[dir] = chosen
	return chosen
}
