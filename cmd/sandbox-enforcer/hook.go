package main

import (
	"errors"

	"github.com/spf13/cobra"

	"sandbox-enforcer/cmd/internal/settings"
)

// newHook lists the hook among the commands, for help and completion. The hook itself
// is dispatched by run, before there are commands.
func newHook() *cobra.Command {
	return &cobra.Command{
		Use:   "hook [flags]",
		Short: "Answer one event of an agent, as sandbox-enforcer-hook does",
		Long: `Hook reads one event from standard input and answers it in the agent's own form.
Agents start it before each tool call; the program sandbox-enforcer-hook is the same
code and starts faster.

Settings:
` + settings.Usage(),
		DisableFlagParsing: true,
		RunE: func(*cobra.Command, []string) error {
			return errors.New("hook has to be the first argument: move what stands before it behind it")
		},
	}
}
