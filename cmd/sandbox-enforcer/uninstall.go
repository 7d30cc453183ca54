package main

import (
	"github.com/spf13/cobra"

	"sandbox-enforcer/cmd/internal/install"
)

const uninstallLong = `Uninstall takes the hook out of the settings of the agents that are named, else of all. A
file that nobody changed since install gets back its bytes; from any other one only the
hook is removed. The sandbox and what is in it stay.

Exit status: 0, or 2 where one of the files cannot be changed.`

func newUninstall(w world) *cobra.Command {
	var o installOptions
	cmd := &cobra.Command{
		Use:   "uninstall [flags] [AGENT]...",
		Short: "Take the hook out of the agents' settings again",
		Long:  uninstallLong,
		RunE: func(_ *cobra.Command, args []string) error {
			return install.Uninstall(o.options(w, args))
		},
		ValidArgsFunction: cobra.FixedCompletions(install.Names(), cobra.ShellCompDirectiveNoFileComp),
	}
	addInstallFlags(cmd, &o)
	return cmd
}
