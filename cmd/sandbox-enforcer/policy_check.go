package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"sandbox-enforcer/cmd/internal/format"
	"sandbox-enforcer/cmd/internal/policy"
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
		var wrong []policy.Problem
		for _, profile := range f.Profiles() {
			wrong = append(wrong, policy.Examples(profile)...)
		}
		for _, p := range wrong {
			fmt.Fprintln(out, format.Escape(p.Error()))
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
