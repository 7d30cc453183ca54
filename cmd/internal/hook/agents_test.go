package hook

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/cmd/internal/protocol"
	"sandbox-enforcer/cmd/internal/settings"
)

// TestAgentWords compares the words of --agent with the agents.
func TestAgentWords(t *testing.T) {
	words := []string{"auto"}
	for _, agent := range protocol.Agents() {
		words = append(words, agent.Name)
	}
	for _, s := range settings.All() {
		if s.Flag == "agent" {
			assert.Equal(t, words, s.Words)
			assert.Equal(t, "auto", s.Default)
			return
		}
	}
	t.Fatal("there is no setting agent")
}

// TestRunSaysOneThing sees that a refusal by the status has all it says in one place:
// nothing on standard output, and the reason alone on standard error.
func TestRunSaysOneThing(t *testing.T) {
	r := newRun(t, `{"agent_action_name":"pre_run_command","tool_info":{"command_line":"git clone U","cwd":"/proj"}}`, "--sandbox=~/s", "--mode=rewrite")
	assert.Equal(t, 2, Run(r.options))
	assert.Empty(t, r.stdout.String())
	assert.Equal(t, "[SandboxEnforcer] BLOCKED: Cannot safely rewrite git clone in instruct mode: git clone lands outside [acquire-outside]. Use: git clone U ~/s/u\n", r.stderr.String())
	require.Len(t, r.requests, 1)
	assert.Equal(t, "windsurf", r.requests[0].Agent)
}

// section returns a section of a case file.
func section(text, name string) []byte {
	for _, f := range txtar.Parse([]byte(text)).Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

// FuzzAgents sends any bytes as an event of any agent, and of one that the event tells.
// The program ends with 0, or with 2, a text on standard error and nothing else; what it
// prints is nothing or one JSON object, by one write.
func FuzzAgents(f *testing.F) {
	for _, name := range []string{"rewrite", "file", "unreadable", "batch", "commands-list", "shell-ask"} {
		files, err := filepath.Glob(protocols + "/*/" + name + ".txtar")
		require.NoError(f, err)
		for i, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(f, err)
			event := section(string(text), "event")
			f.Add(event, uint8(0), uint8(i))
			f.Add(event[:len(event)*2/3], uint8(i), uint8(i))
		}
	}
	agents := []string{"auto"}
	for _, agent := range protocol.Agents() {
		agents = append(agents, agent.Name)
	}
	f.Fuzz(func(t *testing.T, event []byte, agent, fail uint8) {
		var stdout, stderr bytes.Buffer
		writes := 0
		exit := Run(Options{
			Args:    []string{"--agent=" + agents[int(agent)%len(agents)], "--sandbox=~/s", "--project=/proj", "--fail=" + fails[int(fail)%len(fails)], "--dialect=bash"},
			Stdin:   bytes.NewReader(event),
			Stdout:  counted{&stdout, &writes},
			Stderr:  &stderr,
			Env:     env(map[string]string{"HOME": "/home/u"}),
			Dir:     func() (string, error) { return "/proj", nil },
			MakeDir: func(string) error { return nil },
			Now:     time.Now,
			Facts:   machine(t, ""),
			Analyze: analyze,
		})
		assert.NotContains(t, stderr.String(), "failed by itself")
		switch exit {
		case 0:
		case 2:
			assert.NotEmpty(t, strings.TrimSpace(stderr.String()), "without a text the status refuses nowhere")
			assert.Zero(t, stdout.Len())
		default:
			t.Errorf("status %d", exit)
		}
		if stdout.Len() > 0 {
			assert.Equal(t, 1, writes)
			assert.Equal(t, byte('{'), stdout.Bytes()[0])
			assert.True(t, json.Valid(stdout.Bytes()), "%q", stdout.Bytes())
		}
	})
}
