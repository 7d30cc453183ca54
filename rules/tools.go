package rules

import (
	"slices"
	"strings"
)

// tools is every tool that is known, in the order of its command.
var tools = [...]*Tool{&curl, &ghCo, &ghGistClone, &ghPrCheckout, &ghRepoClone, &gitClone, &wget}

// Tools returns every tool that is known, in the order of Tool.Command.
func Tools() []*Tool { return slices.Clone(tools[:]) }

// Command returns the program and its subcommand as they are typed: "gh repo clone".
func (t *Tool) Command() string {
	return strings.Join(append([]string{t.Name}, t.Sub...), " ")
}

// Find returns the tools of a program, one for each subcommand that is known. Name is
// the last element of the program's path; an .exe at its end is passed over, since a
// Windows program can be started from WSL under that name alone.
func Find(name string) []*Tool {
	name = strings.TrimSuffix(name, ".exe")
	var found []*Tool
	for _, t := range tools {
		if t.Name == name {
			found = append(found, t)
		}
	}
	return found
}
