package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"sandbox-enforcer/cmd/internal/format"
	"sandbox-enforcer/cmd/internal/policy"
)

const trustLong = `Trust lets the policy file of a project do more than make the user's stricter: its keys
replace the user's, for as long as the file's content stays exactly as it is. It shows
what that changes first, and asks.

Without FILE it is the file of the project: .claude/config/sandbox_policy.json.

Exit status: 0 where the content is trusted, 1 where it is not or the file is broken, 2
where nobody can be asked.`

func newPolicyTrust(w world) *cobra.Command {
	var o policyOptions
	yes := false
	cmd := &cobra.Command{
		Use:   "trust [flags] [FILE]",
		Short: "Let a project's policy file loosen the policy while its content stays as it is",
		Long:  trustLong,
		Args:  cobra.MaximumNArgs(1),
		RunE:  func(_ *cobra.Command, args []string) error { return runPolicyTrust(w, o, args, yes) },
	}
	addPolicyFlags(cmd.Flags(), &o)
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}

// runPolicyTrust shows what trust would change and stores it. What is stored is the
// content that was shown, whatever the file holds by then.
func runPolicyTrust(w world, o policyOptions, args []string, yes bool) error {
	options, err := o.options(w)
	if err != nil {
		return err
	}
	if options.ProjectFile, err = oneFile(w, args); err != nil {
		return err
	}
	loaded, problems := policy.Load(options)
	f := loaded.Project
	switch {
	case tellProblems(w, problems) != nil:
		return errFound
	case f.Sum == "":
		return fmt.Errorf("there is no file %q: name the FILE to trust", policy.ProjectFile(options.Project))
	case loaded.Trusted:
		_, err := fmt.Fprintf(w.stdout, "%s is trusted already\n", format.Escape(f.Path))
		return err
	}
	if err := tellTrust(w.stdout, f, options); err != nil {
		return err
	}
	if !yes {
		if err := confirm(w); err != nil {
			return err
		}
	}
	if err := policy.Trust(w.env, f); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w.stdout, "%s is trusted as it is now\n", format.Escape(f.Path))
	return err
}

// tellTrust writes what trust in a file would change, under each profile that it speaks
// of.
func tellTrust(out io.Writer, f policy.File, options policy.Options) error {
	for _, p := range f.Profiles() {
		options.Profile = p.Profile
		before, _ := policy.Load(options)
		if before.Policy.Profile != p.Profile {
			continue // the user has no such profile, so nothing of it ever counts
		}
		if before.Project.Sum != f.Sum {
			return errChanged
		}
		trusting := options
		trusting.AssumeTrust = true
		after, _ := policy.Load(trusting)
		if after.Project.Sum != f.Sum {
			return errChanged
		}
		lines := policy.Diff(before.Policy, after.Policy)
		if len(lines) == 0 {
			lines = []string{"nothing would change"}
		}
		fmt.Fprintf(out, "under the profile %s:\n", format.Escape(p.Profile))
		for _, line := range lines {
			fmt.Fprintf(out, "  %s\n", format.Escape(line))
		}
	}
	return nil
}

var errChanged = errors.New("the file has changed meanwhile: look at it, and try again")

// confirm asks on a terminal, and nowhere else: an agent must not be able to answer.
func confirm(w world) error {
	if !terminal(w.stdin) {
		return errors.New("standard input is no terminal, so nobody can be asked: read what would change above, and give --yes")
	}
	return ask(w.stdin, w.stdout)
}

// ask reads the answer; anything but yes is no.
func ask(in io.Reader, out io.Writer) error {
	fmt.Fprint(out, "trust this content? [y/N] ")
	answer, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && err != io.EOF {
		return fmt.Errorf("cannot read the answer: %w", err)
	}
	if word := strings.ToLower(strings.TrimSpace(answer)); word != "y" && word != "yes" {
		fmt.Fprintln(out, "it is not trusted")
		return errFound
	}
	return nil
}
