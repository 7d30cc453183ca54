package protocol

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/cmd/internal/obey"
	"sandbox-enforcer/rules"
)

const protocols = "../../../testdata/protocols/"

// captured events of the agent's case files, by the file's name.
func events(t *testing.T, agent string) map[string][]byte {
	files, err := filepath.Glob(protocols + agent + "/*.txtar")
	require.NoError(t, err)
	out := map[string][]byte{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, section := range txtar.Parse(text).Files {
			if section.Name == "event" {
				out[strings.TrimSuffix(filepath.Base(file), ".txtar")] = section.Data
			}
		}
	}
	return out
}

// reads is what the agent makes of an answer to the event.
func reads(agent string, event Event, out Output) obey.Reaction {
	return obey.Read(
		obey.Event{Agent: agent, Name: event.Request.Event, Named: event.named},
		obey.Output{Stdout: out.Stdout, Stderr: out.Stderr, Exit: out.Exit},
	)
}

// TestNoAgentIgnoresAnAnswer gives every answer to every event of the case files, reads
// what is written as the agent does, and compares what it does with what was meant.
func TestNoAgentIgnoresAnAnswer(t *testing.T) {
	reasons := []string{"", " \n", "why", "why \xff\x00 \u2028", strings.Repeat("ä", 10_100)}
	for _, agent := range Agents() {
		for name, document := range events(t, agent.Name) {
			event, _ := agent.Decode(document) // what cannot be read is answered too
			for _, reason := range reasons {
				for verdict := rules.Invalid; verdict <= rules.Deny; verdict++ {
					for _, grant := range []bool{false, true} {
						commands := make([]string, len(event.commands))
						for i := range commands {
							commands[i] = "true 'é\"' \\\n"
						}
						answer := Answer{Verdict: verdict, Grant: grant, Reason: reason, Context: "where", Commands: commands}
						r := reads(agent.Name, event, agent.Answer(event, answer))
						meant(t, agent, event, verdict, r, name+" "+verdict.String())
					}
				}
			}
		}
	}
}

// meant compares what an agent does with the verdict.
func meant(t *testing.T, agent Agent, event Event, verdict rules.Verdict, r obey.Reaction, what string) {
	t.Helper()
	what = agent.Name + " " + what
	can := agent.at(event)
	switch verdict {
	case rules.Pass:
		assert.Equal(t, obey.Runs, r.Does, what)
	case rules.Allow:
		assert.Contains(t, []obey.Does{obey.Runs, obey.Approves}, r.Does, what)
		assert.Equal(t, can.Allow, r.Does == obey.Approves, what)
	case rules.Ask:
		assert.Contains(t, []obey.Does{obey.Asks, obey.Denies}, r.Does, what)
		if !can.Ask {
			assert.True(t, strings.Contains(r.Reason, "cannot ask a person here: write the command so that"), what)
		}
	case rules.Rewrite:
		assert.Contains(t, []obey.Does{obey.Rewritten, obey.Asks, obey.Denies}, r.Does, what)
		if !event.takes(make([]string, 1)) && can.Rewrite && len(event.commands) > 0 && event.commands[0].end > 0 {
			assert.Equal(t, obey.Rewritten, r.Does, what)
		}
	default:
		assert.Equal(t, obey.Denies, r.Does, what)
	}
	switch r.Does {
	case obey.Denies, obey.Asks:
		assert.NotEmpty(t, strings.TrimSpace(r.Reason), what)
	case obey.Rewritten:
		whole := make([]string, len(event.commands))
		for i := range whole {
			whole[i] = "true 'é\"' \\\n"
		}
		assert.Equal(t, string(event.rewritten(whole)), string(r.Input), what)
		assert.Contains(t, string(r.Input), `true 'é\"' \\\n`, what)
	}
}

// TestDetect sees that each event of the case files is of one agent alone, and that each
// agent has the cases that every agent has.
func TestDetect(t *testing.T) {
	for _, agent := range Agents() {
		all := events(t, agent.Name)
		if agent.Name != "claude" {
			for _, name := range []string{"pass", "allow", "rewrite", "ask", "deny", "unreadable", "unreadable-open", "file", "other-tool"} {
				assert.Contains(t, all, name, agent.Name)
			}
		}
		for name, document := range all {
			s := look(document)
			var told []string
			for _, other := range Agents() {
				if other.Is != nil && other.Is(s) {
					told = append(told, other.Name)
				}
			}
			if len(told) == 0 {
				alike := agent.Is == nil || name == "other-tool" || agent.Name == "devin" && name == "file"
				assert.True(t, alike, "%s/%s is told by nothing", agent.Name, name)
				continue
			}
			assert.Equal(t, []string{agent.Name}, told, "%s/%s", agent.Name, name)
		}
	}
	for _, document := range []string{"", "[]", "{}", "null", `{"tool_na`, `{"hook_event_name":5}`, `{"tool_name":"Bash"}`, `{"tool_input":{}`} {
		agent, known := Detect([]byte(document))
		assert.Equal(t, "claude", agent.Name, document)
		assert.True(t, known, document)
	}
	for _, document := range []string{`{"action":1}`, `{"action":{"tool_name":"Bash"}}`, `{"action":1,`} {
		_, known := Detect([]byte(document))
		assert.False(t, known, document)
	}
}

// TestFileToolsOfAgents validates the tables of all agents.
func TestFileToolsOfAgents(t *testing.T) {
	var tables [][]fileTool
	for _, agent := range Agents() {
		require.NotEmpty(t, agent.shapes, agent.Name)
		for _, s := range agent.shapes {
			tables = append(tables, s.files)
			assert.NotEmpty(t, s.shells, agent.Name)
		}
		assert.NotEmpty(t, agent.Title)
		assert.NotEmpty(t, agent.Checked)
	}
	for _, tools := range tables {
		names := []string{}
		for _, tool := range tools {
			names = append(names, tool.Name)
			seen := map[string]bool{"": true}
			for _, f := range tool.Fields {
				assert.True(t, seen[f.Under], "%s: %s is under a field that stands before it", tool.Name, f.Name)
				seen[f.Name] = true
				assert.False(t, f.Here && !f.Optional, "%s: %s", tool.Name, f.Name)
			}
		}
		if len(names) > 1 {
			assert.IsIncreasing(t, names)
		}
	}
}
