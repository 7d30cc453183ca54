package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/format"
	"sandbox-enforcer/cmd/internal/policy"
	"sandbox-enforcer/cmd/internal/settings"
)

const policyLong = `A policy says which commands of an agent are SAFE and run without a prompt, which
are BLOCKED, and that the rest is left to the agent's own prompt. It is read from the
user's file (--policy, SANDBOX_POLICY, or sandbox-enforcer/policy.json in the user's
configuration directory), and what that leaves out is built in. A project's file,
.claude/config/sandbox_policy.json, can only make it stricter until it is trusted.`

func newPolicy(w world) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "policy",
		Short: "Check, show, try and trust the policy that commands are judged by",
		Long:  policyLong,
		Args:  knownCommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.SuggestionsMinimumDistance = 2
	cmd.AddCommand(newPolicyCheck(w), newPolicyShow(w), newPolicyTest(w), newPolicyTrust(w), newPolicyInit(w))
	return cmd
}

// policyOptions say which policy is meant: as flags, and where one is not given, as the
// environment says.
type policyOptions struct {
	Profile, File, Project string
}

// addPolicyFlags adds the flags of the settings that choose a policy.
func addPolicyFlags(flags *pflag.FlagSet, o *policyOptions) {
	flags.SortFlags = false
	flags.Var(&word{text: &o.Profile, kind: "NAME"}, "profile", "the profile of the policy [SANDBOX_PROFILE]")
	flags.Var(&word{text: &o.File, kind: "FILE"}, "policy", "the user's file [SANDBOX_POLICY]")
	flags.Var(&word{text: &o.Project, kind: "DIR"}, "project", "the project's directory (default the git work tree of the working directory) [SANDBOX_PROJECT_DIR]")
}

// load returns the policy that is meant. What is relative starts in the working
// directory, which is the user's here, and not an agent's.
func (o policyOptions) load(w world) (policy.Loaded, []policy.Problem, error) {
	options, err := o.options(w)
	if err != nil {
		return policy.Loaded{}, nil, err
	}
	loaded, problems := policy.Load(options)
	return loaded, problems, nil
}

func (o policyOptions) options(w world) (policy.Options, error) {
	dir, err := w.dir()
	if err != nil {
		return policy.Options{}, fmt.Errorf("the working directory cannot be told: go to one that exists: %w", err)
	}
	// Settings that have nothing to do with a policy are none of its business, and what
	// is wrong with those that have, loading it tells.
	chosen, _ := settings.Load(nil, w.env, facts.OS{})
	out := policy.Options{File: chosen.Policy.File, Profile: chosen.Policy.Profile, Project: chosen.Project, Env: w.env}
	if o.File != "" {
		out.File = absolute(dir, o.File)
	}
	if o.Profile != "" {
		out.Profile = o.Profile
	}
	switch {
	case o.Project != "":
		out.Project = absolute(dir, o.Project)
	case out.Project == "":
		out.Project = facts.Project(facts.OS{}, dir)
	}
	return out, nil
}

// tellProblems writes problems to standard error, one a line. It returns errFound where
// one of them breaks a file.
func tellProblems(w world, problems []policy.Problem) error {
	var err error
	for _, p := range problems {
		fmt.Fprintf(w.stderr, "sandbox-enforcer: %s\n", format.Escape(p.Error()))
		if p.Kind == policy.Broken {
			err = errFound
		}
	}
	return err
}

func newPolicyShow(w world) *cobra.Command {
	var o policyOptions
	cmd := &cobra.Command{
		Use:   "show [flags]",
		Short: "Print the policy in effect as a file, with the origin of every line",
		Long: `Show prints the policy in effect in the form of a policy file, and says of every line
which file and line it comes from. What it prints loads to the same policy.

Exit status: 0, and 1 where a file of the policy is broken.`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(*cobra.Command, []string) error { return runPolicyShow(w, o) },
	}
	addPolicyFlags(cmd.Flags(), &o)
	return cmd
}

func runPolicyShow(w world, o policyOptions) error {
	loaded, problems, err := o.load(w)
	if err != nil {
		return err
	}
	broken := tellProblems(w, problems)
	if _, err := w.stdout.Write(policy.Show(loaded.Policy, loaded.Origins)); err != nil {
		return fmt.Errorf("cannot write the policy: %w", err)
	}
	return broken
}

func newPolicyInit(w world) *cobra.Command {
	force := false
	cmd := &cobra.Command{
		Use:   "init [--force] [FILE]",
		Short: "Write a commented policy file to begin with",
		Long: `Init writes a policy file to begin with: the profile "standard", with a comment for
each key. Without FILE it is the one that the hook reads by itself, in the user's
configuration directory. A file that is there already is kept, unless --force is given.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return runPolicyInit(w, args, force) },
	}
	cmd.Flags().BoolVar(&force, "force", false, "replace a file that is there already")
	return cmd
}

func runPolicyInit(w world, args []string, force bool) error {
	path, err := oneFile(w, args)
	if err != nil {
		return err
	}
	if path == "" {
		path = policy.UserFile(w.env)
	}
	if path == "" {
		return errors.New("there is no configuration directory: set HOME to an absolute path, or name a FILE")
	}
	if _, err := os.Lstat(path); err == nil && !force {
		return fmt.Errorf("%q is there already: give --force to replace it, or name another file", path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("cannot make the directory of the policy: %w", err)
	}
	if err := policy.WriteFile(path, policy.Template()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w.stdout, "wrote %s: change it, and try it with \"sandbox-enforcer policy check\"\n", format.Escape(path))
	return err
}

// oneFile returns the file that is named, absolute, or "" where none is.
func oneFile(w world, args []string) (string, error) {
	if len(args) == 0 || args[0] == "" {
		return "", nil
	}
	dir, err := w.dir()
	if err != nil && !filepath.IsAbs(args[0]) {
		return "", fmt.Errorf("the working directory cannot be told: give an absolute path: %w", err)
	}
	return absolute(dir, args[0]), nil
}
