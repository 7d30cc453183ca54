package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sandbox-enforcer/cmd/internal/settings"
)

// word is a flag's value that any text is taken for: what it may be is checked where
// it is used, by the code that the hook shares. Help shows kind in its place.
type word struct {
	text *string
	kind string
}

func (w *word) String() string {
	if w.text == nil {
		return "" // the zero value, which pflag asks for
	}
	return *w.text
}

func (w *word) Set(text string) error {
	*w.text = text
	return nil
}

func (w *word) Type() string { return w.kind }

// lintSettings returns the settings that lint has a flag for: all but the agent, whose
// protocol it does not speak.
func lintSettings() []settings.Setting {
	var out []settings.Setting
	for _, s := range settings.All() {
		if s.Flag != "agent" {
			out = append(out, s)
		}
	}
	return out
}

// addSettings adds the flags of the settings.
func addSettings(flags *pflag.FlagSet, list []settings.Setting) {
	for _, s := range list {
		doc := s.Doc
		if s.Env != "" {
			doc += " [" + s.Env + "]"
		}
		value := &word{text: new(string), kind: s.Values()}
		*value.text = s.Default
		flags.Var(value, s.Flag, doc)
	}
}

// givenSettings returns the settings that were given as flags, as arguments for
// settings.Load.
func givenSettings(flags *pflag.FlagSet) []string {
	var args []string
	for _, s := range lintSettings() {
		if flags.Changed(s.Flag) { // false for a flag that the command does not have
			args = append(args, "--"+s.Flag+"="+flags.Lookup(s.Flag).Value.String())
		}
	}
	return args
}

// complete offers the words to the shell as values of a flag. A flag without words
// names a directory.
func complete(cmd *cobra.Command, flag string, words []string) {
	offer := cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	if words == nil {
		offer = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
	}
	// It fails only for a flag that the command does not have, and then offers nothing.
	_ = cmd.RegisterFlagCompletionFunc(flag, offer)
}
