package doctor

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/install"
	"sandbox-enforcer/cmd/internal/settings"
)

// again is the command that registers the hook as it is registered, in the agent's form
// and with the hook that belongs to this program.
func (e *exam) again(r registered) string { return e.anew(r.scope, e.kept(r)) }

// anew is the command that registers the hook with these flags, under the names that
// install knows; with a sandbox where they name no guard.
func (e *exam) anew(scope install.Scope, flags []string) string {
	words := []string{"sandbox-enforcer", "install", e.agent.Name}
	if scope == install.Project {
		words = append(words, "--project")
	}
	home := func(name string) (string, bool) {
		if name == "HOME" {
			return e.Env(name)
		}
		return "", false
	}
	if chosen, _ := settings.Load(flags, home, facts.OS{}); !chosen.Judges() {
		flags = append(flags, "--sandbox=~/work/sandbox")
	}
	for _, flag := range flags {
		if flag == install.Checked {
			continue // install writes it by itself
		}
		if rest, found := strings.CutPrefix(flag, "--project="); found {
			flag = "--project-dir=" + rest
		}
		words = append(words, flag)
	}
	return install.CommandLine(words)
}

// kept are the flags of a command line that count. One that the hook cannot use is left
// out, and the agent's name, which install gives.
func (e *exam) kept(r registered) (out []string) {
	bad := func(flag string) bool {
		return slices.ContainsFunc(r.wrong, func(p settings.Problem) bool { return p.Setting == flag })
	}
	for flag, value := range flagged(r.flags) {
		if flag != "--agent" && !bad(flag) {
			out = append(out, flag+"="+value)
		}
	}
	return out
}

// flagged yields the flags of settings with their values, in their order.
func flagged(words []string) func(func(flag, value string) bool) {
	return func(yield func(string, string) bool) {
		for i := 0; i < len(words); i++ {
			flag, value, attached := strings.Cut(words[i], "=")
			known := slices.ContainsFunc(settings.All(), func(s settings.Setting) bool { return "--"+s.Flag == flag })
			if !known || !attached && i+1 == len(words) {
				continue
			}
			if !attached {
				i++
				value = words[i]
			}
			if !yield(flag, value) {
				return
			}
		}
	}
}

// edit is a mend by hand.
func edit(r registered, what string) string {
	if r.Row == 0 {
		return fmt.Sprintf("edit %s: %s", r.path, what)
	}
	return fmt.Sprintf("edit %s:%d:%d: %s", r.path, r.Row, r.Column, what)
}
