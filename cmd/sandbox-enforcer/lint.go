package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"sandbox-enforcer/cmd/internal/format"
)

// lintOptions are the choices of one run of lint.
type lintOptions struct {
	// Commands are the words after the options: none, or the one command.
	Commands []string
	// Format names a form; empty is text, or jsonl with Lines.
	Format string
	// Lines says that standard input has one JSON object a line.
	Lines bool
	// Tree adds the syntax tree.
	Tree bool
	// Colour is auto, always or never.
	Colour string
	// Dir is the directory that the command runs in; empty is the working directory,
	// and a relative one starts there.
	Dir string
	// Home is the home directory, absolute; empty is $HOME.
	Home string
	// Settings are the flags of the settings that were given, as --name=value.
	Settings []string
}

// colours are the values of --color, the default one first.
var colours = []string{"auto", "always", "never"}

const lintLong = `Lint reads a command as a shell would and says what the guards make of it: what
they found, where, and which command would run instead. It runs nothing and makes
nothing.

The command is one argument, so put it in quotes; without one, standard input holds
a script. The settings below are those of the hook, and are read from the same
variables of the environment where a flag is not given.

Exit status: 0 where the command would run as it is, 1 where something would be
rewritten, asked or denied, 2 for bad usage or input that cannot be read.`

const lintExample = `  sandbox-enforcer lint --sandbox ~/work/sandbox 'git clone https://example.com/o/r.git'
  sandbox-enforcer lint --format json <script.sh
  printf '%s\n' '{"id":"1","command":"curl -O https://example.com/f"}' | sandbox-enforcer lint --jsonl`

func newLint(w world) *cobra.Command {
	var o lintOptions
	cmd := &cobra.Command{
		Use:               "lint [flags] [--] [COMMAND]",
		Short:             "Explain what the guards make of a command",
		Long:              lintLong,
		Example:           lintExample,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Commands = args
			o.Settings = givenSettings(cmd.Flags())
			return runLint(w, o)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(&word{text: &o.Format, kind: strings.Join(format.Names(), "|")}, "format", "the form of the report (default text, with --jsonl jsonl)")
	flags.BoolVar(&o.Tree, "tree", false, "add the syntax tree")
	flags.BoolVar(&o.Lines, "jsonl", false, `read one {"id","command","cwd","env"} a line from standard input, and answer each with one report, in the same order`)
	o.Colour = colours[0]
	flags.Var(&word{text: &o.Colour, kind: strings.Join(colours, "|")}, "color", "whether the text is coloured; auto is on a terminal, without NO_COLOR")
	flags.Var(&word{text: &o.Dir, kind: "DIR"}, "cwd", "the directory that the command runs in (default the working directory)")
	flags.Var(&word{text: &o.Home, kind: "DIR"}, "home", "the home directory (default $HOME)")
	addSettings(flags, lintSettings())
	complete(cmd, "format", format.Names())
	complete(cmd, "color", colours)
	for _, s := range lintSettings() {
		complete(cmd, s.Flag, s.Words)
	}
	return cmd
}

// runLint explains one command, or each line of the input. It returns errFound and
// errUnreadable after the report that says so.
func runLint(w world, o lintOptions) error {
	if o.Lines && len(o.Commands) > 0 {
		return fmt.Errorf("--jsonl reads the commands from standard input: leave %q out", o.Commands[0])
	}
	l, err := newLinter(w, o)
	if err != nil {
		return err
	}
	if o.Lines {
		return l.lines(w)
	}
	text, err := o.script(w)
	if err != nil {
		return err
	}
	return l.one(w, text)
}

// script returns the one command: the argument, or what standard input holds.
func (o lintOptions) script(w world) (string, error) {
	switch {
	case len(o.Commands) > 1:
		return "", fmt.Errorf("lint takes one command, and %d words are given: put the command in quotes", len(o.Commands))
	case len(o.Commands) == 1:
		return o.Commands[0], nil
	case terminal(w.stdin):
		return "", errors.New("there is no command, and standard input is a terminal: give the command as one argument in quotes, or send a script to standard input")
	default:
		return readScript(w.stdin)
	}
}
