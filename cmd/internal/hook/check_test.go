package hook

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/cmd/internal/facts"
)

// calls are the two events of one call, of the agents that tell what they ran. CMD stands
// for the command as a JSON string, ID for the call, DIR for the project.
var calls = map[string]struct {
	before, after string
	// said is the member of the answer to the second event that the model reads; empty
	// where the agent takes no answer.
	said string
	// byID says that the call's id is in both events.
	byID bool
	// later says that the model learns of a rewrite only by the second event.
	later bool
}{
	"claude": {
		`{"session_id":"s","transcript_path":"/t","cwd":"DIR","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":CMD,"description":"d"},"tool_use_id":"ID"}`,
		`{"session_id":"s","transcript_path":"/t","cwd":"DIR","permission_mode":"default","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":CMD,"description":"d"},"tool_response":{"stdout":""},"tool_use_id":"ID"}`,
		"hookSpecificOutput.additionalContext", true, false,
	},
	"codex": {
		`{"session_id":"s","turn_id":"t","transcript_path":"/t","cwd":"DIR","hook_event_name":"PreToolUse","model":"m","permission_mode":"bypassPermissions","tool_name":"Bash","tool_input":{"command":CMD},"tool_use_id":"ID"}`,
		`{"session_id":"s","turn_id":"t","transcript_path":"/t","cwd":"DIR","hook_event_name":"PostToolUse","model":"m","permission_mode":"bypassPermissions","tool_name":"Bash","tool_input":{"command":CMD},"tool_response":"","tool_use_id":"ID"}`,
		"hookSpecificOutput.additionalContext", true, false,
	},
	"gemini": {
		`{"session_id":"s","transcript_path":"/t","cwd":"DIR","hook_event_name":"BeforeTool","timestamp":"2026-11-20T21:40:06.502Z","tool_name":"run_shell_command","tool_input":{"command":CMD,"is_background":false}}`,
		`{"session_id":"s","transcript_path":"/t","cwd":"DIR","hook_event_name":"AfterTool","timestamp":"2026-11-20T21:40:07.502Z","tool_name":"run_shell_command","tool_input":{"command":CMD,"is_background":false},"tool_response":{"llmContent":""}}`,
		"hookSpecificOutput.additionalContext", false, true,
	},
	"copilot": {
		`{"sessionId":"s","timestamp":1795210830892,"cwd":"DIR","toolName":"bash","toolArgs":{"command":CMD,"description":"d"}}`,
		`{"sessionId":"s","timestamp":1795210830999,"cwd":"DIR","toolName":"bash","toolArgs":{"command":CMD,"description":"d"},"toolResult":{"resultType":"success","textResultForLlm":""}}`,
		"additionalContext", false, true,
	},
	"copilot PreToolUse": {
		`{"hook_event_name":"PreToolUse","session_id":"s","timestamp":"2026-11-20T21:40:06.502Z","cwd":"DIR","tool_name":"Bash","tool_input":{"command":CMD}}`,
		`{"hook_event_name":"PostToolUse","session_id":"s","timestamp":"2026-11-20T21:40:07.502Z","cwd":"DIR","tool_name":"Bash","tool_input":{"command":CMD},"tool_result":{}}`,
		"hookSpecificOutput.additionalContext", false, false,
	},
	"cursor": {
		`{"hook_event_name":"preToolUse","conversation_id":"s","cursor_version":"2.0","workspace_roots":["DIR"],"tool_name":"Shell","tool_input":{"command":CMD,"working_directory":"DIR"},"tool_use_id":"ID","cwd":"DIR"}`,
		`{"hook_event_name":"afterShellExecution","conversation_id":"s","cursor_version":"2.0","workspace_roots":["DIR"],"command":CMD,"output":"","duration":3}`,
		"", false, false,
	},
	"opencode": {
		`{"agent":"opencode","hook_event_name":"tool.execute.before","session_id":"s","tool_use_id":"ID","tool_name":"bash","tool_input":{"command":CMD},"cwd":"DIR"}`,
		`{"agent":"opencode","hook_event_name":"tool.execute.after","session_id":"s","tool_use_id":"ID","tool_name":"bash","tool_input":{"command":CMD},"cwd":"DIR"}`,
		"hookSpecificOutput.additionalContext", true, true,
	},
}

// client plays an agent in a home of its own.
type client struct {
	t              *testing.T
	home           string
	args           []string
	now            time.Time
	stdout, stderr bytes.Buffer
}

func newClient(t *testing.T, args ...string) *client {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(home+"/project/.git", 0o755))
	return &client{t: t, home: home, args: append([]string{"--sandbox=" + home + "/sandbox", "--audit=" + home + "/log"}, args...), now: time.Now()}
}

func (c *client) send(event, id, command string) {
	c.t.Helper()
	text, err := json.Marshal(command)
	require.NoError(c.t, err)
	c.stdout.Reset()
	c.stderr.Reset()
	exit := Run(Options{
		Args:  c.args,
		Stdin: strings.NewReader(strings.NewReplacer("CMD", string(text), "ID", id, "DIR", c.home+"/project").Replace(event)),
		Env:   env(map[string]string{"HOME": c.home, "SHELL": "/bin/bash"}), Stdout: &c.stdout, Stderr: &c.stderr,
		Dir: func() (string, error) { return c.home, nil }, MakeDir: func(string) error { return nil },
		Facts: facts.OS{}, Now: func() time.Time { return c.now }, Analyze: analyze,
	})
	require.Zero(c.t, exit)
}

// said is a member of the answer that is a string, "" where it is not there.
func (c *client) said(path string) string {
	var document any
	if json.Unmarshal(c.stdout.Bytes(), &document) != nil {
		return ""
	}
	for name := range strings.SplitSeq(path, ".") {
		object, _ := document.(map[string]any)
		document = object[name]
	}
	text, _ := document.(string)
	return text
}

const fetch = "git clone https://example.com/o/r"

func (c *client) moved() string { return fetch + " " + c.home + "/sandbox/r" }

// TestCheck holds for each agent that tells what it ran: a rewrite that ran is none of
// anybody's business, one that was lost is told, and the session is instructed from then on.
func TestCheck(t *testing.T) {
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			c := newClient(t, "--check=true")
			c.send(call.before, "1", fetch)
			require.Contains(t, c.stdout.String(), c.moved(), "it is rewritten")
			c.send(call.after, "1", c.moved())
			assert.NotContains(t, c.stdout.String()+c.stderr.String(), "proposed")
			assert.Equal(t, call.later, strings.Contains(c.said(call.said), "The command was changed before it ran"), "the model is told of the rewrite once")

			c.send(call.before, "2", fetch)
			require.Contains(t, c.stdout.String(), c.moved(), "nothing was lost yet")
			c.send(call.after, "2", fetch)
			assert.Contains(t, c.stderr.String(), "The command ran as it came, not the one that was proposed")
			if call.said != "" {
				assert.Contains(t, c.said(call.said), "The command ran as it came")
			}
			c.send(call.after, "2", fetch)
			assert.NotContains(t, c.stdout.String()+c.stderr.String(), "as it came", "it is told once")

			c.send(call.before, "3", fetch)
			assert.NotContains(t, c.stdout.String(), `"updated`)
			assert.NotContains(t, c.stdout.String(), `"modifiedArgs"`)
			assert.Contains(t, c.stdout.String(), "deny")
			assert.Contains(t, c.stdout.String(), c.moved(), "it is told which command to run")
			c.send(call.before, "4", "ls")
			assert.NotContains(t, c.stdout.String(), "deny", "all else goes on")

			log, err := os.ReadFile(c.home + "/log")
			require.NoError(t, err)
			assert.Equal(t, 1, strings.Count(string(log), lostEvent))
		})
	}
}

// TestCheckOtherwise is a second hook that changes the command after this one.
func TestCheckOtherwise(t *testing.T) {
	for name, call := range calls {
		if !call.byID {
			continue
		}
		t.Run(name, func(t *testing.T) {
			c := newClient(t, "--check=true")
			c.send(call.before, "1", fetch)
			c.send(call.after, "1", "rtk "+fetch)
			assert.Contains(t, c.said(call.said), "Another command ran than the one that was proposed: rtk changes commands in a hook as well")
			c.send(call.before, "2", fetch)
			assert.Contains(t, c.stdout.String(), "deny")
		})
		t.Run(name+" by nobody that is known", func(t *testing.T) {
			c := newClient(t, "--check=true")
			c.send(call.before, "1", fetch)
			c.send(call.after, "1", fetch+" --depth 1")
			assert.Contains(t, c.said(call.said), "another hook, or a person, changed it")
		})
	}
}

// TestCheckOff: without the setting nothing is remembered and nothing told.
func TestCheckOff(t *testing.T) {
	call := calls["claude"]
	c := newClient(t)
	c.send(call.before, "1", fetch)
	c.send(call.after, "1", fetch)
	assert.Empty(t, c.stdout.String()+c.stderr.String())
	assert.NoDirExists(t, c.home+"/.local/state")
}

// TestCheckUnproposed: what was never proposed is not lost: a command that ran inside the
// sandbox, one of yesterday, and one of another session.
func TestCheckUnproposed(t *testing.T) {
	call := calls["claude"]
	c := newClient(t, "--check=true")
	c.send(call.after, "1", fetch)
	assert.Empty(t, c.stdout.String())
	c.send(call.before, "1", fetch)
	c.send(strings.Replace(call.after, `"s"`, `"other"`, 1), "1", fetch)
	assert.Empty(t, c.stdout.String())
	c.now = c.now.Add(25 * time.Hour)
	c.send(call.after, "1", fetch)
	assert.Empty(t, c.stdout.String())
}

// TestCheckUnusableState: a state directory that cannot be trusted changes no answer but
// that a rewrite may not be believed to have run.
func TestCheckUnusableState(t *testing.T) {
	call := calls["claude"]
	c := newClient(t, "--check=true")
	require.NoError(t, os.MkdirAll(c.home+"/.local/state", 0o700))
	require.NoError(t, os.WriteFile(c.home+"/.local/state/sandbox-enforcer", nil, 0o600))
	c.send(call.before, "1", fetch)
	assert.Contains(t, c.stdout.String(), "deny")
	assert.Contains(t, c.stdout.String(), c.moved())
}
