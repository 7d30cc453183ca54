package install

import (
	"fmt"
	"regexp"
	"slices"

	"sandbox-enforcer/cmd/internal/protocol"
)

// shells are what agents call the tool that runs commands.
var shells = []string{"Bash", "bash", "Shell", "run_shell_command", "Execute", "exec", "run_command", "execute_command", "launch-process"}

// siblings warns of hooks that judge the same tool calls. All of them run at once on
// the command as it was, and where two rewrite it, the last one to end wins.
func (c *change) siblings(a Agent) []string {
	var notes []string
	for _, e := range a.Events {
		if e.Need != judging {
			continue
		}
		all, err := c.commands(a, []string{a.Group, e.Name})
		if err != nil {
			continue // it was told where the file was changed
		}
		for _, other := range all {
			if other.line != "" && !ours(other.line) && meansShell(other.matcher) {
				notes = append(notes, fmt.Sprintf("%s of %s starts %q as well%s", e.Name, printable(c.file), shorten(other.line), rewrites(other.line)))
			}
		}
	}
	return slices.Compact(notes)
}

func rewrites(line string) string {
	if rewriter(line) {
		return ", which changes commands: of two changes the last one counts, and that may not be ours; keep one of the two"
	}
	return ": if it changes commands, of two changes the last one counts, and that may not be ours"
}

// rewriter reports whether a command line starts a program that is known to change
// commands.
func rewriter(line string) bool { return protocol.Rewriter(fields(line)) != "" }

// takes reports whether a matcher takes a tool, by a part of its name at least. It fails
// where the matcher is no expression.
func takes(matcher, tool string) (bool, error) {
	if matcher == "" || matcher == "*" {
		return true, nil
	}
	expression, err := regexp.Compile(matcher)
	return err == nil && expression.MatchString(tool), err
}

// meansShell reports whether a matcher takes the shell's tool. One that cannot be read
// is taken to.
func meansShell(matcher string) bool {
	if matcher == "" || matcher == "*" {
		return true
	}
	expression, err := regexp.Compile("^(?:" + matcher + ")$")
	return err != nil || slices.ContainsFunc(shells, expression.MatchString)
}

func shorten(line string) string {
	if runes := []rune(line); len(runes) > 80 {
		return string(runes[:80]) + "…"
	}
	return line
}
