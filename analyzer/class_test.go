package analyzer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/ast"
	"sandbox-enforcer/rules"
)

// classOf is the class of a command by a profile.
func classOf(text, profile string) rules.Class {
	policy, _ := rules.FindProfile(profile)
	policy.Root = "/h/p"
	a := &Analyzer{Settings: Settings{Policy: &policy}, Facts: noFacts{}}
	return a.Analyze(Request{Tool: "Bash", Sources: []ast.Source{source(text)}}).Class
}

// corpus returns the commands of the corpora under testdata.
func corpus(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("../testdata/corpus/*.txt")
	require.NoError(t, err)
	var out []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for line := range strings.Lines(string(text)) {
			_, command, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			if !ok {
				command = strings.TrimSuffix(line, "\n")
			}
			out = append(out, command)
		}
	}
	require.NotEmpty(t, out)
	return out
}

// disguises put a command into other words that run the same: none of them may get a
// weaker class.
var disguises = []struct {
	name string
	of   func(string) string
}{
	{"blanks", func(c string) string { return "  \t" + c + "  " }},
	{"a comment", func(c string) string { return "# harmless\n" + c }},
	{"a continuation before it", func(c string) string { return "\\\n" + c }},
	{"true before it", func(c string) string { return "true; " + c }},
	{"a block", func(c string) string { return "{ " + c + "\n}" }},
	{"a subshell", func(c string) string { return "( " + c + "\n)" }},
	{"a quoted name", func(c string) string {
		name, rest, _ := strings.Cut(c, " ")
		if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || reserved[name] {
			return c
		}
		return "'" + name + "' " + rest
	}},
	{"an escaped name", func(c string) string {
		name, rest, _ := strings.Cut(c, " ")
		if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || reserved[name] {
			return c
		}
		return "\\" + name + " " + rest
	}},
}

// reserved are words that mean something else in quotes.
var reserved = map[string]bool{
	"if": true, "for": true, "while": true, "case": true, "function": true, "time": true, "coproc": true, "select": true, "until": true,
	"let": true, "declare": true, "local": true, "export": true, "typeset": true, "readonly": true, "alias": true,
}

// stricterOrSame reports whether a class is no weaker: BLOCKED over NEEDS_APPROVAL over
// SAFE.
func stricterOrSame(now, before rules.Class) bool { return now >= before }

// TestDisguises puts every command of the corpora into every disguise.
func TestDisguises(t *testing.T) {
	for _, command := range corpus(t) {
		before := classOf(command, "standard")
		for _, d := range disguises {
			if strings.TrimSpace(command) == "" || strings.Contains(command, "<<") || strings.HasSuffix(command, "\\") {
				continue
			}
			assert.True(t, stricterOrSame(classOf(d.of(command), "standard"), before), "%s: %q is %s, in disguise %s", d.name, command, before, classOf(d.of(command), "standard"))
		}
	}
}

// FuzzClass puts any text into every disguise.
func FuzzClass(f *testing.F) {
	for i, command := range corpus(f) {
		if i%10 == 0 {
			f.Add(command)
		}
	}
	f.Fuzz(func(t *testing.T, command string) {
		if strings.TrimSpace(command) == "" || strings.Contains(command, "<<") || strings.HasSuffix(strings.TrimRight(command, " \t"), "\\") {
			return // what comes behind would be part of it
		}
		before := classOf(command, "standard")
		for _, d := range disguises[:6] {
			text := d.of(command)
			if _, err := ast.Parse(source(text)); err != nil {
				continue
			}
			if _, err := ast.Parse(source(command)); err != nil {
				continue // what is no script alone may be one with a line before it
			}
			assert.True(t, stricterOrSame(classOf(text, "standard"), before), "%s: %q is %s, in disguise %s", d.name, command, before, classOf(text, "standard"))
		}
		for _, profile := range []string{"development", "production"} {
			class := classOf(command, profile)
			assert.NotEqual(t, rules.NoClass, class)
		}
	})
}
