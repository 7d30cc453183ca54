package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"sandbox-enforcer/cmd/internal/bounds"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/format"
	"sandbox-enforcer/cmd/internal/settings"
)

const worktreeLong = `A worktree guard keeps an agent in its git worktree and away from the checkout that the
worktree belongs to. It is on where the worktree or the host repository is given; what
is left out is found from git's own files.`

func newWorktree(w world) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "worktree",
		Short: "Show what the worktree guard believes, and prepare an agent for it",
		Long:  worktreeLong,
		Args:  knownCommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.SuggestionsMinimumDistance = 2
	cmd.AddCommand(newWorktreeStatus(w), newWorktreeRules(w), newWorktreeEnv(w))
	return cmd
}

// worktreeSettings are the settings by which a worktree is found, by their flags.
var worktreeSettings = []string{"worktree", "host-repo", "allow-dirs", "reads", "temp", "sandbox"}

// worktreeOptions are the choices of one run of a command about the worktree.
type worktreeOptions struct {
	// Dir is the directory that commands run in; empty is the working directory, and a
	// relative one starts there.
	Dir string
	// Settings are the flags of the settings that were given, as --name=value.
	Settings []string
	// Null ends each line of env by a NUL byte, and quotes nothing.
	Null bool
}

// newWorktreeCommand returns a command with the flags that all of them have.
func newWorktreeCommand(o *worktreeOptions, cmd *cobra.Command, run func() error) *cobra.Command {
	cmd.Args = cobra.NoArgs
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		o.Settings = givenSettings(cmd.Flags())
		return run()
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(&word{text: &o.Dir, kind: "DIR"}, "cwd", "the directory that commands run in (default the working directory)")
	list := slices.DeleteFunc(settings.All(), func(s settings.Setting) bool { return !slices.Contains(worktreeSettings, s.Flag) })
	addSettings(flags, list)
	for _, s := range list {
		complete(cmd, s.Flag, s.Words)
	}
	return cmd
}

var errNoWorktree = errors.New("no worktree is given: give --worktree DIR or --host-repo DIR, or set SANDBOX_WORKTREE or SANDBOX_HOST_REPO")

// look returns what the guard believes, and false where it is off.
func (o worktreeOptions) look(w world) (bounds.Place, bool, error) {
	chosen, problems := settings.Load(fromHere(w, o.Settings), w.env, facts.OS{})
	if err := refused(w.stderr, problems); err != nil {
		return bounds.Place{}, false, err
	}
	if chosen.Bounds.Worktree == "" && chosen.Bounds.Host == "" {
		return bounds.Place{}, false, nil
	}
	dir, err := w.dir()
	if err != nil {
		dir = "" // it matters only where the worktree is found from it, and is told there
	}
	place := bounds.Look(chosen, facts.OS{}, absolute(dir, o.Dir), w.env)
	for _, note := range place.Notes {
		fmt.Fprintf(w.stderr, "sandbox-enforcer: %s\n", format.Escape(note))
	}
	return place, true, nil
}

// known is look for a worktree that is known, without a problem.
func (o worktreeOptions) known(w world) (bounds.Place, error) {
	place, on, err := o.look(w)
	switch {
	case err != nil:
		return place, err
	case !on:
		return place, errNoWorktree
	case place.Worktree.Problem != "":
		fmt.Fprintf(w.stderr, "sandbox-enforcer: %s\n", format.Escape(place.Worktree.Problem))
		return place, errFound
	}
	return place, nil
}
