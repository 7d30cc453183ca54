package install

import (
	"fmt"
	"path"
	"regexp"
	"slices"

	"sandbox-enforcer/cmd/internal/protocol"
)

// shells are what agents call the tool that runs commands.
var shells = []string{"Bash", "bash", "Shell", "run_shell_command", "Execute", "exec", "run_command", "execute_command", "launch-process", "execute_bash", "shell"}

// siblings warns of hooks that judge the same tool calls. All of them run at once on
// the command as it was, and where two rewrite it, the last one to end wins.
func (s Seen) siblings(a Agent) []string {
	var notes []string
	judging := a.Judging()
	for _, h := range s.Hooks {
		if slices.Contains(judging, h.Event) && h.Line != "" && !h.Ours && h.meansShell() {
			notes = append(notes, fmt.Sprintf("%s of %s starts %q as well%s", h.Event, printable(s.Path), shorten(h.Line), rewrites(h.Line)))
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

// MeansShell reports whether the matcher takes a tool of that name: as an expression that
// may match a part of it, or as a pattern of the whole. It fails where it is neither.
func (h Hook) MeansShell(tool string) (bool, error) {
	switch {
	case h.Matcher == "", h.Matcher == "*":
		return true, nil
	case h.Glob:
		fits, err := path.Match(h.Matcher, tool)
		return fits || h.Matcher == builtIn, err
	}
	expression, err := regexp.Compile(h.Matcher)
	return err == nil && expression.MatchString(tool), err
}

// builtIn is the matcher of Kiro for all tools but those of servers.
const builtIn = "@builtin"

// meansShell reports whether the matcher takes the shell's tool, as a whole. One that
// cannot be read is taken to.
func (h Hook) meansShell() bool {
	if h.Matcher != "" && h.Matcher != "*" && !h.Glob {
		h.Matcher = "^(?:" + h.Matcher + ")$"
	}
	return slices.ContainsFunc(shells, func(tool string) bool {
		takes, err := h.MeansShell(tool)
		return takes || err != nil
	})
}

func shorten(line string) string {
	if runes := []rune(line); len(runes) > 80 {
		return string(runes[:80]) + "…"
	}
	return line
}
