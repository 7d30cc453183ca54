package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sandbox-enforcer/cmd/internal/doctor"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/install"
)

const doctorLong = `Doctor looks at the agents that are named, else at all that are found on this machine: what
their settings register, for you and for the project that you are in, whether the agent
takes it, and what the hook answers. It sends the hook events of that agent by the very
command line that is registered, and sees whether the answer is one that the agent obeys.
It changes nothing, runs none of the commands that it asks about, and needs no network.

Every line that is no good news ends with what mends it.

--json writes one document with the keys version, sound, machine (findings) and agents; an
agent has agent, title, here, hooks (file, scope, event, words, version) and findings
(check, severity, message, mend). A severity is fine, warning or problem.

Exit status: 0 where all is sound, 1 where there is a warning or a problem, 2 for bad usage.

What is looked at, and how it should be:
`

const doctorExample = `  sandbox-enforcer doctor
  sandbox-enforcer doctor --brief
  sandbox-enforcer doctor claude codex --json`

// doctorOptions are the choices of one run of doctor.
type doctorOptions struct {
	brief, json bool
	dir         string
	hours       int
}

func newDoctor(w world) *cobra.Command {
	var o doctorOptions
	cmd := &cobra.Command{
		Use:               "doctor [flags] [AGENT]...",
		Short:             "Look whether the hook guards the agents of this machine",
		Long:              doctorLong + strings.TrimSuffix(doctor.Usage(), "\n"),
		Example:           doctorExample,
		RunE:              func(_ *cobra.Command, args []string) error { return runDoctor(w, o, args) },
		ValidArgsFunction: cobra.FixedCompletions(install.Names(), cobra.ShellCompDirectiveNoFileComp),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVar(&o.brief, "brief", false, "one line an agent")
	flags.BoolVar(&o.json, "json", false, "one JSON document")
	flags.StringVar(&o.dir, "project", "", "`DIR` of the project; unset, the git work tree that you are in, else the working directory")
	flags.IntVar(&o.hours, "hours", 24, "how many hours, `N`, back an audit log has to have lines, where there were sessions")
	cmd.MarkFlagsMutuallyExclusive("brief", "json")
	return cmd
}

func runDoctor(w world, o doctorOptions, names []string) error {
	const most = 24 * 365
	if o.hours < 1 || o.hours > most {
		return fmt.Errorf("--hours cannot be %d: give 1 to %d", o.hours, most)
	}
	options := doctor.Options{
		Machine: install.Machine{Env: w.env}, Names: names, Version: version,
		Environ: os.Environ(), Recent: time.Duration(o.hours) * time.Hour, Now: time.Now,
	}
	var err error
	if options.Project, err = o.project(w); err != nil {
		return err
	}
	if options.Program, err = hookProgram(); err != nil {
		return err
	}
	report, err := doctor.Examine(options)
	if err != nil {
		return err
	}
	show := report.Text
	switch {
	case o.brief:
		show = report.Brief
	case o.json:
		show = report.JSON
	}
	if err := show(w.stdout); err != nil {
		return err
	}
	if !report.Sound {
		return errFound
	}
	return nil
}

// project is the project's directory, empty where it is not known.
func (o doctorOptions) project(w world) (string, error) {
	dir, err := w.dir()
	if o.dir == "" {
		if err != nil {
			return "", nil // the user's own files are looked at all the same
		}
		return facts.Project(facts.OS{}, dir), nil
	}
	given := o.dir
	switch {
	case err == nil:
		given = absolute(dir, given)
	case !filepath.IsAbs(given):
		return "", errors.New("the working directory is not known: give --project with an absolute directory")
	}
	if info, err := os.Stat(given); err != nil || !info.IsDir() {
		return "", fmt.Errorf("--project %q is no directory that can be looked at: give the project's directory", o.dir)
	}
	return given, nil
}
