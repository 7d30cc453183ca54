package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"sandbox-enforcer/cmd/internal/bounds"
)

const worktreeRulesLong = `Rules prints the rules of the worktree for the prompt of an agent, with the real paths.

Exit status: 0, 1 where there is a problem with the worktree, 2 where none is given.`

func newWorktreeRules(w world) *cobra.Command {
	var o worktreeOptions
	return newWorktreeCommand(&o, &cobra.Command{
		Use:   "rules [flags]",
		Short: "Print the rules of the worktree for an agent's prompt",
		Long:  worktreeRulesLong,
	}, func() error {
		place, err := o.known(w)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w.stdout, bounds.Rules(place.Worktree)); err != nil {
			return fmt.Errorf("cannot write the rules: %w", err)
		}
		return nil
	})
}
