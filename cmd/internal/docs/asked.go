package main

import (
	"fmt"
	"strings"

	"sandbox-enforcer/cmd/internal/casefile"
	"sandbox-enforcer/rules"
)

// askedTable lists the programs that no word is changed of, and what to do instead.
func askedTable() (string, error) {
	var b strings.Builder
	b.WriteString("| programs | what they fetch | why no word is changed, and what to do instead |\n|---|---|---|\n")
	for _, row := range rules.Asked() {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", askedCommands(row), row.Doc, capital(strings.ReplaceAll(row.Instead, "SANDBOX", casefile.Sandbox)))
	}
	return b.String(), nil
}

// askedCommands are the programs of a row, then its subcommands.
func askedCommands(row rules.AskedRow) string {
	text := words(strings.ReplaceAll(row.Names, "python-", "python\x00-m\x00"))
	if row.Subs != "-" {
		text += ": " + words(strings.ReplaceAll(row.Subs, "/", "\x00"))
	}
	return strings.ReplaceAll(text, "\x00", " ")
}

// words writes each word as code.
func words(text string) string { return "`" + strings.Join(strings.Fields(text), "` `") + "`" }
