package protocol

import (
	"fmt"
	"slices"
	"strings"
)

// Markdown returns the agents as the README's table.
func Markdown() string {
	var b strings.Builder
	b.WriteString("| agent | `--agent` | told by its event | commands of | file tools | another command | a question | a refusal | how it was checked |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, a := range agents {
		fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s | %s | %s | %s | %s |\n",
			a.Doc, a.Name, a.told(), a.names(func(s *shape) []string { return s.shells }), a.names((*shape).fileNames),
			word(a.Can.Rewrite, "runs", "refused, with the command to run"), a.question(), word(a.Can.Document, "an answer", "status 2"), a.Checked)
	}
	return b.String()
}

// told says whether detection finds the agent.
func (a *Agent) told() string {
	switch {
	case a.Is != nil:
		return "yes"
	case a == agents[0]:
		return "where no other is"
	}
	return "no"
}

// question says what becomes of a question, in answer to any of the agent's events.
func (a *Agent) question() string {
	text := word(a.Can.Ask, "asked", "refused")
	if a.CanAt != nil {
		for _, s := range a.shapes {
			event := Event{}
			if len(s.before) > 0 {
				event.Request.Event = s.before[0]
			}
			if can := a.CanAt(event); can.Ask && !a.Can.Ask {
				return "asked by " + event.Request.Event + ", else refused"
			}
		}
	}
	if len(a.Alone) > 0 {
		text += "; refused in the mode " + strings.Join(a.Alone, ", ")
	}
	return text
}

// names lists names of all the agent's events, each once.
func (a *Agent) names(of func(*shape) []string) string {
	var out []string
	for _, s := range a.shapes {
		for _, name := range of(s) {
			if name = "`" + name + "`"; !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return strings.Join(out, " ")
}

// fileNames are the names of the tools that take paths.
func (s *shape) fileNames() []string {
	out := make([]string, len(s.files))
	for i, tool := range s.files {
		out[i] = tool.Name
	}
	return out
}

func word(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}
