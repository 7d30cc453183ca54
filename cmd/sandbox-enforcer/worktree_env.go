package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"sandbox-enforcer/cmd/internal/bounds"
)

const worktreeEnvLong = `Env prints the variables that hold git to the worktree, for whoever starts the agent:
one NAME='value' a line, as a shell reads it, or with --null as it is, with a NUL byte
behind it.

What these variables break is told on standard error. The guard does not need them.

Exit status: 0, 1 where there is a problem with the worktree or git does not know it, 2
where none is given.`

const worktreeEnvExample = `  (set -a; eval "$(sandbox-enforcer worktree env --worktree ~/wt)"; exec claude)`

func newWorktreeEnv(w world) *cobra.Command {
	var o worktreeOptions
	cmd := newWorktreeCommand(&o, &cobra.Command{
		Use:     "env [flags]",
		Short:   "Print the variables that hold git to the worktree",
		Long:    worktreeEnvLong,
		Example: worktreeEnvExample,
	}, func() error { return runWorktreeEnv(w, o) })
	cmd.Flags().BoolVarP(&o.Null, "null", "0", false, "end each by a NUL byte, and quote nothing")
	return cmd
}

func runWorktreeEnv(w world, o worktreeOptions) error {
	place, err := o.known(w)
	if err != nil {
		return err
	}
	variables := bounds.Variables(place.Worktree)
	if variables == nil {
		return errFound // the note on standard error says why git does not know it
	}
	var b strings.Builder
	for _, v := range variables {
		if o.Null {
			b.WriteString(v.Name + "=" + v.Value + "\x00")
		} else {
			b.WriteString(v.Assignment() + "\n")
		}
	}
	fmt.Fprintf(w.stderr, "sandbox-enforcer: %s\n", bounds.Warning)
	if _, err := io.WriteString(w.stdout, b.String()); err != nil {
		return fmt.Errorf("cannot write the variables: %w", err)
	}
	return nil
}
