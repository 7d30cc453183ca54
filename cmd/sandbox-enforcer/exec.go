package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sandbox-enforcer/cmd/internal/confine"
	"sandbox-enforcer/cmd/internal/format"
)

// execOptions are the choices of one run of exec.
type execOptions struct {
	// Choices are what the program may do, without what the environment adds.
	Choices confine.Options
	// Mechanism names what holds them.
	Mechanism string
	// Explain and Check only print.
	Explain, Check bool
	// Words are the program and its arguments.
	Words []string
}

const execLong = `Exec runs a command that the operating system confines, so that what no reading of the
command can tell is held too: it changes files only below the directories of --write,
and reaches the network and other programs' sockets only as far as the flags say. It is
for people and for what starts agents; the hook never puts it before a command.

Without --write the working directory may be changed, unless it is / or the home
directory, and temporary files go to a directory of the run's own. Everything may be
read, and the network is there, unless the flags or the profile say otherwise. An
option after the command is the command's own.

On Linux bubblewrap holds this, and where it is missing Landlock; on macOS
sandbox-exec. Where none can, nothing is run. --explain says what would be allowed and
what would not be held, and --check which of them this machine has.

Profiles, the default one first:
`

const execExample = `  sandbox-enforcer exec make test
  sandbox-enforcer exec --profile offline -- go test ./...
  sandbox-enforcer exec --write . --write ~/.cache/go-build --read ~/go -- go build ./...
  sandbox-enforcer exec --explain --net none -- bash -c 'curl example.com'`

const execStatus = `
Exit status: the command's own; 128 and its number where a signal ended it; 125 where the
command was not run, 126 where it cannot be run, 127 where it is not found. --check: 0
where the machine can confine, else 1.`

// newExec lists exec among the commands, for help and completion. It is dispatched by
// run, before there are commands: all that it takes is added to each command it runs.
func newExec() *cobra.Command {
	var o execOptions
	cmd := &cobra.Command{
		Use:     "exec [flags] [--] COMMAND [ARGUMENT]...",
		Short:   "Run a command that the operating system confines",
		Long:    execLong + profileList() + execStatus,
		Example: execExample,
		RunE: func(*cobra.Command, []string) error {
			return errors.New("exec has to be the first argument: move what stands before it behind it")
		},
	}
	addExecFlags(cmd.Flags(), &o)
	complete(cmd, "write", nil)
	complete(cmd, "read", nil)
	complete(cmd, "net", []string{confine.Host, confine.None})
	complete(cmd, "sockets", []string{confine.None, confine.Host})
	complete(cmd, "mechanism", confine.Names())
	var names []string
	for _, p := range confine.Profiles() {
		names = append(names, p.Name)
	}
	complete(cmd, "profile", names)
	return cmd
}

func profileList() string {
	var b strings.Builder
	for _, p := range confine.Profiles() {
		fmt.Fprintf(&b, "  %-9s %s\n", p.Name, p.Doc)
	}
	return b.String()
}

// words is a flag that may be given several times.
type words struct {
	list *[]string
	kind string
}

func (w *words) String() string { return "" }
func (w *words) Type() string   { return w.kind }

func (w *words) Set(text string) error {
	*w.list = append(*w.list, text)
	return nil
}

func addExecFlags(flags *pflag.FlagSet, o *execOptions) {
	flags.SortFlags = false
	flags.SetInterspersed(false)
	o.Mechanism = confine.Auto
	hosts := confine.Host + "|" + confine.None
	flags.Var(&words{&o.Choices.Write, "DIR"}, "write", "a directory that may be changed; give it several times for several (default the working directory, where the profile lets it)")
	flags.Var(&words{&o.Choices.Read, "PATH"}, "read", "a directory or file that may be read; with it only these, what is writable, the working directory and what programs need to start (default everything)")
	flags.Var(&word{text: &o.Choices.Net, kind: hosts}, "net", "the machine's network, or none (default as the profile says)")
	flags.Var(&word{text: &o.Choices.Sockets, kind: hosts}, "sockets", "the unix sockets of other programs, such as Docker or an SSH agent, which can do what they like; without, programs can make none of their own either (default none)")
	flags.Var(&word{text: &o.Choices.Profile, kind: "NAME"}, "profile", "a named set of choices; flags win over it (default "+confine.Profiles()[0].Name+")")
	flags.Var(&word{text: &o.Mechanism, kind: strings.Join(confine.Names(), "|")}, "mechanism", "what confines; auto is the first that works")
	flags.BoolVar(&o.Explain, "explain", false, "print what would be allowed and what would not be held, and run nothing")
	flags.BoolVar(&o.Check, "check", false, "print which mechanisms this machine has, and why not, and run nothing")
}

// runExec is the whole of exec but for its help, which help asks for. It returns the
// exit status.
func runExec(w world, args []string) (status int, help bool) {
	var o execOptions
	flags := pflag.NewFlagSet("exec", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	addExecFlags(flags, &o)
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, pflag.ErrHelp) {
			return 0, true
		}
		cmd, _, _ := newRoot(w).Find([]string{"exec"}) // it is there
		return execFailed(w, badFlag(cmd, err)), false
	}
	o.Words = flags.Args()
	status, err := o.run(w)
	if err != nil {
		return execFailed(w, err), false
	}
	return status, false
}

// run prints or runs what the options say.
func (o execOptions) run(w world) (int, error) {
	if o.Check {
		return checkExec(w)
	}
	if len(o.Words) == 0 && !o.Explain {
		return 0, errors.New("there is no command: give one after the flags")
	}
	dir, err := w.dir()
	if err != nil {
		return 0, fmt.Errorf("the working directory cannot be told: go to one that exists: %w", err)
	}
	o.Choices.Dir, o.Choices.Root = dir, os.Geteuid() == 0
	o.Choices.Home, _ = w.env("HOME")
	o.Choices.Temp, _ = w.env("TMPDIR")
	plan, err := o.Choices.Plan()
	if err != nil {
		return 0, err
	}
	if !o.Explain {
		return confine.Run(plan, o.Mechanism, o.Words)
	}
	mechanism, what, err := confine.Choose(plan, o.Mechanism)
	if err != nil {
		return 0, err
	}
	_, err = io.WriteString(w.stdout, confine.Explain(plan, mechanism, what, o.Words))
	return 0, err
}

// checkExec says which mechanisms there are, in a directory that every machine has.
func checkExec(w world) (int, error) {
	text, ok := confine.CheckAll(confine.Plan{Dir: "/", Root: os.Geteuid() == 0})
	if _, err := io.WriteString(w.stdout, text); err != nil {
		return 0, err
	}
	if !ok {
		return exitFound, nil
	}
	return exitOK, nil
}

// execFailed tells why the command was not run, and returns the exit status that says
// so.
func execFailed(w world, err error) int {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintf(w.stderr, "sandbox-enforcer: %s\n", format.Escape(line))
	}
	var exit *confine.ExitError
	if errors.As(err, &exit) {
		return exit.Status
	}
	return confine.ExitFailed
}
