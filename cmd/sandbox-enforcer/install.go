package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/install"
	"sandbox-enforcer/cmd/internal/protocol"
	"sandbox-enforcer/cmd/internal/settings"
)

const installLong = `Install registers the hook with agents: those that are named, else all that are found on
this machine. It shows the exact change of each settings file, keeps everything else in
it, and leaves a copy beside it. A second run changes nothing.

The settings that are given as flags are written into the command line that the agent
starts, where no project's file and no environment can change them. Without --sandbox the
directory is asked for on a terminal; it is made where it does not exist.

Exit status: 0 where the hook is registered, 2 where one of the files cannot be changed
or nothing says what is to be guarded.`

const installExample = `  sandbox-enforcer install --sandbox ~/work/sandbox --dry-run
  sandbox-enforcer install claude codex --sandbox ~/work/sandbox --scope all --fail closed
  sandbox-enforcer install claude --project --worktree ~/wt`

// projectDir is the flag for the setting --project: install's own --project says where
// the hook is registered.
const projectDir = "project-dir"

// installOptions are the choices of one run of install or uninstall.
type installOptions struct {
	user, project, dry bool
	// settings are the flags of the settings that were given, as --name=value.
	settings []string
}

func newInstall(w world) *cobra.Command {
	var o installOptions
	cmd := &cobra.Command{
		Use:     "install [flags] [AGENT]...",
		Short:   "Register the hook with the agents of this machine",
		Long:    installLong,
		Example: installExample,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.settings = installSettings(cmd.Flags())
			return runInstall(w, o, args)
		},
		ValidArgsFunction: cobra.FixedCompletions(install.Names(), cobra.ShellCompDirectiveNoFileComp),
	}
	addInstallFlags(cmd, &o)
	list := lintSettings()
	for i := range list {
		if list[i].Flag == "project" {
			list[i].Flag = projectDir
		}
		list[i].Default = "" // what is not given is not written
	}
	addSettings(cmd.Flags(), list)
	for _, s := range list {
		complete(cmd, s.Flag, s.Words)
	}
	return cmd
}

func addInstallFlags(cmd *cobra.Command, o *installOptions) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVar(&o.user, "user", false, "in your own settings, for all projects (the default)")
	flags.BoolVar(&o.project, "project", false, "in the settings of the project that you are in")
	flags.BoolVar(&o.dry, "dry-run", false, "show what would change, and change nothing")
	cmd.MarkFlagsMutuallyExclusive("user", "project")
}

// installSettings returns the settings that were given as flags, under the names that
// the hook knows.
func installSettings(flags *pflag.FlagSet) (args []string) {
	for _, s := range lintSettings() {
		flag := s.Flag
		if flag == "project" {
			flag = projectDir
		}
		if flags.Changed(flag) {
			args = append(args, "--"+s.Flag+"="+flags.Lookup(flag).Value.String())
		}
	}
	return args
}

// options returns what install and uninstall have in common.
func (o installOptions) options(w world, names []string) install.Options {
	out := install.Options{
		Machine: install.Machine{Env: w.env}, Names: names, Scope: install.User, DryRun: o.dry,
		Speaks: func(name string) bool { _, known := protocol.Find(name); return known },
		Out:    w.stdout, Notes: w.stderr,
	}
	if o.project {
		out.Scope = install.Project
	}
	if dir, err := w.dir(); err == nil {
		out.Project = facts.Project(facts.OS{}, dir)
	}
	return out
}

func runInstall(w world, o installOptions, names []string) error {
	given, err := o.sandbox(w)
	if err != nil {
		return err
	}
	given = fromHere(w, given)
	// What the environment says is not written into the command line, so it does not
	// count here, but for the home directory.
	home := func(name string) (string, bool) {
		if name == "HOME" || name == "SHELL" {
			return w.env(name)
		}
		return "", false
	}
	chosen, problems := settings.Load(given, home, facts.OS{})
	if err := exact(problems); err != nil {
		return err
	}
	if !chosen.Judges() {
		return errors.New("nothing says what is to be guarded: give --sandbox DIR, or --profile NAME, --worktree DIR or --project-dir DIR")
	}
	options := o.options(w, names)
	options.Flags, options.Settings = given, chosen
	if options.Program, err = hookProgram(); err != nil {
		return err
	}
	return install.Install(options)
}

// exact refuses every setting that would not count as it was given: it is written down
// for a long time, and nobody reads a hook's warnings.
func exact(problems []settings.Problem) error {
	var errs []error
	for _, p := range problems {
		errs = append(errs, p)
	}
	return errors.Join(errs...)
}

// sandbox returns the settings with the sandbox, which is asked for where it is not
// given and somebody is there.
func (o installOptions) sandbox(w world) ([]string, error) {
	for _, arg := range o.settings {
		if strings.HasPrefix(arg, "--sandbox=") {
			return o.settings, nil
		}
	}
	if !terminal(w.stdin) {
		return o.settings, nil
	}
	dir, err := askSandbox(w.stdin, w.stdout)
	if err != nil || dir == "" {
		return o.settings, err
	}
	return append([]string{"--sandbox=" + dir}, o.settings...), nil
}

// askSandbox reads the answer; an empty one is no sandbox.
func askSandbox(in io.Reader, out io.Writer) (string, error) {
	fmt.Fprint(out, "the directory that fetched content lands in, such as ~/work/sandbox (empty: nothing is moved): ")
	answer, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && err != io.EOF {
		return "", fmt.Errorf("cannot read the answer: %w", err)
	}
	return strings.TrimSpace(answer), nil
}

// hookProgram is how agents start the hook: the lean program beside this one, else this
// one.
func hookProgram() ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("it is not known where this program lies (%w): start it by its absolute path", err)
	}
	lean := filepath.Join(filepath.Dir(self), "sandbox-enforcer-hook")
	if info, err := os.Stat(lean); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0 {
		return []string{lean}, nil
	}
	return []string{self, "hook"}, nil
}
