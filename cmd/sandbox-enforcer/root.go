package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newRoot returns the command tree. No command prints an error of its own: exitCode
// does.
func newRoot(w world) *cobra.Command {
	root := &cobra.Command{
		Use:           "sandbox-enforcer",
		Short:         "Explains what the guards make of a shell command, and answers for them in an agent's hook",
		Version:       version,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          knownCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.SetIn(w.stdin)
	root.SetOut(w.stdout)
	root.SetErr(w.stderr)
	root.SetFlagErrorFunc(badFlag)
	root.SuggestionsMinimumDistance = 2
	root.AddCommand(newLint(w), newHook(), newPolicy(w), newAudit(w), newWorktree(w), newExec(), newInstall(w), newUninstall(w), newDoctor(w))
	root.SetHelpCommand(newHelp(root))
	return root
}

// newHelp returns the help command. Cobra's own ends well after a word that is no
// command.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:               "help [COMMAND]",
		Short:             "Print the help of a command",
		ValidArgsFunction: cobra.FixedCompletions([]string{"audit", "completion", "doctor", "exec", "hook", "install", "lint", "policy", "uninstall", "worktree"}, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil {
				return err
			}
			if err := knownCommand(cmd, rest); err != nil {
				return err
			}
			cmd.InitDefaultHelpFlag() // help shows the flag that every command has
			return cmd.Help()
		},
	}
}

// knownCommand refuses words after the program's name that are no command, and names
// those that look like one.
func knownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	meant := cmd.SuggestionsFor(args[0])
	if len(meant) == 0 {
		return fmt.Errorf("there is no command %q: see '%s --help'", args[0], cmd.CommandPath())
	}
	return fmt.Errorf("there is no command %q: did you mean %s?", args[0], strings.Join(meant, " or "))
}

// badFlag says what is wrong with a flag, and then what to do.
func badFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var empty *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return err
	case errors.As(err, &unknown):
		return fmt.Errorf("there is no flag %q: see '%s --help', and put -- before a command that begins with a dash", dashed(unknown), cmd.CommandPath())
	case errors.As(err, &empty):
		return fmt.Errorf("--%s has no value: give one after it", empty.GetFlag().Name)
	case errors.As(err, &invalid):
		return fmt.Errorf("--%s cannot be %q: see '%s --help'", invalid.GetFlag().Name, invalid.GetValue(), cmd.CommandPath())
	default:
		return fmt.Errorf("%w: see '%s --help'", err, cmd.CommandPath())
	}
}

// dashed returns a flag as it was given.
func dashed(err *pflag.NotExistError) string {
	if err.GetSpecifiedShortnames() != "" {
		return "-" + err.GetSpecifiedName()
	}
	return "--" + err.GetSpecifiedName()
}
