package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/format"
	"sandbox-enforcer/cmd/internal/policy"
	"sandbox-enforcer/rules"
)

const checkLong = `Check says everything that is wrong with a policy file, each with its line and what is
expected there, and tries the examples of its entries: every command of "match" has to
match its entry, and none of "not_match".

Without FILE it checks the files that are in effect: the user's and the project's.

Exit status: 0 where all is well, 1 where something is wrong with a file, 2 for a file
that cannot be read.`

func newPolicyCheck(w world) *cobra.Command {
	var o policyOptions
	cmd := &cobra.Command{
		Use:   "check [flags] [FILE]",
		Short: "Say everything that is wrong with a policy file",
		Long:  checkLong,
		Args:  cobra.MaximumNArgs(1),
		RunE:  func(_ *cobra.Command, args []string) error { return runPolicyCheck(w, o, args) },
	}
	addPolicyFlags(cmd.Flags(), &o)
	return cmd
}

func runPolicyCheck(w world, o policyOptions, args []string) error {
	path, err := oneFile(w, args)
	if err != nil {
		return err
	}
	if path != "" {
		f, problems, _ := policy.Read(path)
		return tellChecked(w.stdout, problems, f)
	}
	loaded, problems, err := o.load(w)
	if err != nil {
		return err
	}
	var files []policy.File
	for _, f := range []policy.File{loaded.User, loaded.Project} {
		if f.Path != "" {
			files = append(files, f)
		}
	}
	if len(files) == 0 {
		fmt.Fprintln(w.stdout, "there is no policy file, so the built-in profiles count: write one with \"sandbox-enforcer policy init\"")
	}
	return tellChecked(w.stdout, problems, files...)
}

// tellChecked writes what is wrong with the files and their examples, and for a file
// with which nothing is, that it is fine.
func tellChecked(out io.Writer, problems []policy.Problem, files ...policy.File) error {
	bad := map[string]bool{}
	var verdict error
	for _, p := range problems {
		io.WriteString(out, problemText(p)) // the last write tells where there is no room
		bad[p.File] = true
		switch {
		case p.Kind == policy.Note:
		case p.Kind == policy.Broken && p.Line == 0:
			verdict = errUnreadable
		case verdict == nil:
			verdict = errFound
		}
	}
	for _, f := range files {
		wrong := examples(f)
		for _, line := range wrong {
			fmt.Fprintln(out, format.Escape(line))
			verdict = errFound
		}
		if bad[f.Path] || len(wrong) > 0 {
			continue
		}
		if _, err := fmt.Fprintf(out, "%s: fine%s\n", format.Escape(f.Path), profileNames(f)); err != nil {
			return fmt.Errorf("cannot write the findings: %w", err)
		}
	}
	return verdict
}

func profileNames(f policy.File) string {
	var names []string
	for _, p := range f.Profiles() {
		names = append(names, format.Escape(p.Profile))
	}
	if names == nil {
		return ", with the built-in profiles"
	}
	return ", with the profiles " + strings.Join(names, ", ")
}

// problemText returns a problem with the line that it is on, and carets under what it
// is about.
func problemText(p policy.Problem) string {
	const room = 120
	text := format.Escape(p.Error()) + "\n"
	if p.Line == 0 || p.Source == "" {
		return text
	}
	at := min(p.Column-1, len(p.Source))
	from := 0
	if at > room/2 {
		from = at - room/2
		for from < at && !utf8.RuneStart(p.Source[from]) {
			from++
		}
	}
	end := min(at+max(p.Length, 0), len(p.Source))
	to := min(max(end, from+room), from+2*room, len(p.Source))
	for to < len(p.Source) && !utf8.RuneStart(p.Source[to]) {
		to++
	}
	lead := format.Escape(p.Source[from:at])
	under := max(utf8.RuneCountInString(format.Escape(p.Source[at:min(max(end, at), to)])), 1)
	blanks := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, lead)
	return text + "    " + format.Escape(p.Source[from:to]) + "\n    " + blanks + "^" + strings.Repeat("~", under-1) + "\n"
}

// examples returns the examples of a file that do not hold, a line each.
func examples(f policy.File) []string {
	var out []string
	for _, p := range f.Profiles() {
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
	}
	return out
}

// tryEntry tries the examples of one entry.
func tryEntry(e rules.Entry, matches func(rules.Entry, string) (bool, error)) []string {
	var out []string
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
		out = append(out, fmt.Sprintf("%s:%d:%d: %q %s", e.Origin.File, e.Origin.Line, e.Origin.Column, e.Text, wrong))
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
