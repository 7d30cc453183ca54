package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"sandbox-enforcer/cmd/internal/bounds"
	"sandbox-enforcer/cmd/internal/format"
)

const worktreeStatusLong = `Status prints what the worktree guard believes, and the git file that it knows each part
from. Where several directories hold a path, the innermost decides whether it is inside.

Exit status: 0, 1 where there is a problem: then every command is asked about.`

func newWorktreeStatus(w world) *cobra.Command {
	var o worktreeOptions
	return newWorktreeCommand(&o, &cobra.Command{
		Use:   "status [flags]",
		Short: "Print what the worktree guard believes, and from where",
		Long:  worktreeStatusLong,
	}, func() error { return runWorktreeStatus(w, o) })
}

func runWorktreeStatus(w world, o worktreeOptions) error {
	place, on, err := o.look(w)
	if err != nil {
		return err
	}
	text := "the worktree guard is off: give --worktree DIR or --host-repo DIR, or set SANDBOX_WORKTREE or SANDBOX_HOST_REPO\n"
	if on {
		text = status(place)
	}
	if _, err := io.WriteString(w.stdout, text); err != nil {
		return fmt.Errorf("cannot write the status: %w", err)
	}
	if place.Worktree.Problem != "" {
		return errFound
	}
	return nil
}

// status returns one line for each part that is known, with its source in brackets.
func status(place bounds.Place) string {
	tree, source := place.Worktree, place.Sources
	var b strings.Builder
	row := func(name, value, source string) {
		if source != "" {
			value += " (" + source + ")"
		}
		if value != "" {
			fmt.Fprintf(&b, "%-13s  %s\n", name, format.Escape(value))
		}
	}
	row("worktree", tree.Root, source.Root)
	row("host", tree.Host, source.Host)
	row("repository", tree.Common, source.Common)
	row("git directory", tree.Git, source.Git)
	row("branch", tree.Branch, source.Branch)
	for _, dir := range tree.Inside {
		row("inside", dir, "")
	}
	for _, dir := range tree.Outside {
		row("outside", dir, "")
	}
	reads := "allowed everywhere"
	if tree.DenyReads {
		reads = "inside only"
	}
	row("reads", reads, "")
	row("problem", tree.Problem, "")
	return b.String()
}
