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

// session plays one session of a client in a project of its own: each command goes
// through the events that the client sends, in their order.
type session struct {
	t  *testing.T
	id string
	// agent is the type of the subagent, or empty.
	agent string
	home  string
	args  []string
	env   map[string]string
	now   time.Time
	// prompts counts the commands that a person was asked about.
	prompts int
	stderr  bytes.Buffer
}

func newSession(t *testing.T, args ...string) *session {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(home+"/project/.git", 0o755))
	return &session{
		t: t, id: "one", home: home, args: args, now: time.Now(), // files get the times of the machine
		env: map[string]string{"HOME": home, "SHELL": "/bin/bash", "BATCH_PERMISSION_ENABLED": "true"},
	}
}

// send sends one event and returns the decision; empty for none.
func (s *session) send(event, command string) string {
	s.t.Helper()
	document, err := json.Marshal(map[string]any{
		"hook_event_name": event, "session_id": s.id, "agent_type": s.agent, "permission_mode": "default", "cwd": s.home + "/project",
		"tool_name": "Bash", "tool_input": map[string]any{"command": command, "description": "step"},
	})
	require.NoError(s.t, err)
	var stdout bytes.Buffer
	exit := Run(Options{
		Args: s.args, Stdin: bytes.NewReader(document), Stdout: &stdout, Stderr: &s.stderr, Env: env(s.env),
		Dir: func() (string, error) { return s.home, nil }, MakeDir: func(string) error { return nil },
		Facts: facts.OS{}, Now: func() time.Time { return s.now }, Analyze: analyze,
	})
	require.Zero(s.t, exit)
	return decision(s.t, stdout.Bytes())
}

// run runs a command as a client does: it asks a person where the hook has no opinion,
// who says yes.
func (s *session) run(command string) string {
	s.t.Helper()
	answer := s.send("PreToolUse", command)
	s.now = s.now.Add(time.Second)
	switch answer {
	case "deny":
		return answer
	case "":
		s.prompts++
		require.Empty(s.t, s.send("PermissionRequest", command))
	}
	require.Empty(s.t, s.send("PostToolUse", command))
	return answer
}

// TestWorkflow replays the shell calls of a feature: what they would ask a person
// without the hook, by profile, and with consent.
func TestWorkflow(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/workflows/feature.txt")
	require.NoError(t, err)
	type call struct{ does, command string }
	var calls []call
	for line := range strings.Lines(string(text)) {
		does, command, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if ok && line[0] != '#' {
			calls = append(calls, call{does, command})
		}
	}
	require.GreaterOrEqual(t, len(calls), 60)
	t.Logf("%d calls: %d prompts without", len(calls), len(calls))
	assert.GreaterOrEqual(t, len(calls), 50)
	for _, profile := range []string{"development", "testing", "production", "standard"} {
		for _, consent := range []string{"false", "true"} {
			s := newSession(t, "--profile="+profile)
			s.env["BATCH_PERMISSION_ENABLED"] = consent
			refused := 0
			asked := map[string]bool{}
			for _, c := range calls {
				switch answer := s.run(c.command); {
				case answer == "deny":
					refused++
				case answer == "allow" && c.does != "reads":
					assert.True(t, asked[c.command], "%s: %q was approved and no person has said so", profile, c.command)
				case answer == "":
					asked[c.command] = true
					if profile == "standard" && c.does == "reads" {
						t.Logf("standard asks about %q, which reads", c.command)
					}
				}
			}
			t.Logf("%-11s consent %-5s: %d prompts, %d refused", profile, consent, s.prompts, refused)
			if profile == "standard" && consent == "true" {
				assert.LessOrEqual(t, s.prompts, 10)
				assert.Zero(t, refused)
			}
		}
	}
}

// TestConsent says when a person's yes counts again, and when it does not.
func TestConsent(t *testing.T) {
	const command = "go test ./..."
	asked := func(t *testing.T) *session {
		s := newSession(t, "--profile=standard")
		require.Empty(t, s.run(command))
		return s
	}
	t.Run("again", func(t *testing.T) { assert.Equal(t, "allow", asked(t).run(command)) })
	t.Run("after eight hours", func(t *testing.T) {
		s := asked(t)
		s.now = s.now.Add(8*time.Hour + time.Minute)
		assert.Empty(t, s.run(command))
	})
	t.Run("the clock goes back", func(t *testing.T) {
		s := asked(t)
		s.now = s.now.Add(-24 * time.Hour)
		assert.Empty(t, s.run(command))
	})
	t.Run("another session of the project", func(t *testing.T) {
		s := asked(t)
		s.id = "two"
		assert.Equal(t, "allow", s.run(command))
	})
	t.Run("another command", func(t *testing.T) { assert.Empty(t, asked(t).run(command+" -v")) })
	t.Run("no prompt was shown", func(t *testing.T) {
		s := newSession(t, "--profile=standard")
		require.Empty(t, s.send("PreToolUse", command))
		require.Empty(t, s.send("PostToolUse", command))
		assert.Empty(t, s.send("PreToolUse", command))
	})
	t.Run("it did not run", func(t *testing.T) {
		s := newSession(t, "--profile=standard")
		require.Empty(t, s.send("PreToolUse", command))
		require.Empty(t, s.send("PermissionRequest", command))
		assert.Empty(t, s.send("PreToolUse", command))
	})
	t.Run("it failed", func(t *testing.T) {
		s := newSession(t, "--profile=standard")
		require.Empty(t, s.send("PreToolUse", command))
		require.Empty(t, s.send("PermissionRequest", command))
		require.Empty(t, s.send("PostToolUseFailure", command))
		assert.Equal(t, "allow", s.send("PreToolUse", command))
	})
	t.Run("it is blocked", func(t *testing.T) {
		s := newSession(t, "--profile=standard")
		require.Empty(t, s.send("PermissionRequest", "rm -rf x"))
		require.Empty(t, s.send("PostToolUse", "rm -rf x"))
		assert.Equal(t, "deny", s.send("PreToolUse", "rm -rf x"))
	})
	t.Run("consent is off", func(t *testing.T) {
		s := newSession(t, "--profile=standard", "--batch-permission=false")
		require.Empty(t, s.run(command))
		assert.Empty(t, s.run(command))
	})
	t.Run("the breaker has tripped", func(t *testing.T) {
		s := asked(t)
		for range 10 {
			require.Equal(t, "deny", s.send("PreToolUse", "rm -rf x"))
		}
		assert.Empty(t, s.send("PreToolUse", command))
		assert.Empty(t, s.send("PreToolUse", "cat README.md"), "nothing is approved any more")
		assert.Equal(t, "deny", s.send("PreToolUse", "rm -rf x"), "and what is blocked stays blocked")
		s.id = "two"
		assert.Equal(t, "allow", s.send("PreToolUse", "cat README.md"), "a new session begins anew")
	})
	t.Run("operators do not count for the breaker", func(t *testing.T) {
		s := newSession(t, "--profile=production")
		for range 5 {
			require.Equal(t, "deny", s.send("PreToolUse", "cat a; ls"))
		}
		assert.Equal(t, "allow", s.send("PreToolUse", "cat a"))
	})
}

// TestBadState answers by the stricter side where the state, the log or the policy
// cannot be used, and loses nothing else.
func TestBadState(t *testing.T) {
	t.Run("a state directory that others may write", func(t *testing.T) {
		s := newSession(t, "--profile=standard")
		require.NoError(t, os.MkdirAll(s.home+"/.local/state/sandbox-enforcer/breaker", 0o700))
		require.NoError(t, os.Chmod(s.home+"/.local/state/sandbox-enforcer", 0o777))
		assert.Empty(t, s.send("PreToolUse", "cat README.md"), "the stricter answer")
		assert.Contains(t, s.stderr.String(), "[SandboxEnforcer] ")
	})
	t.Run("a link in its place", func(t *testing.T) {
		s := newSession(t, "--profile=standard")
		require.NoError(t, os.MkdirAll(s.home+"/.local/state", 0o700))
		require.NoError(t, os.Symlink("/tmp", s.home+"/.local/state/sandbox-enforcer"))
		assert.Empty(t, s.send("PreToolUse", "cat README.md"))
	})
	t.Run("a log that a clone has made a link", func(t *testing.T) {
		s := newSession(t, "--profile=standard")
		require.NoError(t, os.MkdirAll(s.home+"/project/.claude", 0o755))
		require.NoError(t, os.Symlink(s.home, s.home+"/project/.claude/logs"))
		assert.Equal(t, "allow", s.send("PreToolUse", "cat README.md"), "the answer does not depend on the log")
		assert.Contains(t, s.stderr.String(), "audit log")
		assert.NoFileExists(t, s.home+"/audit.jsonl")
	})
	t.Run("a broken policy", func(t *testing.T) {
		s := newSession(t, "--profile=standard")
		file := s.home + "/policy.json"
		require.NoError(t, os.WriteFile(file, []byte("{\"profiles\": {"), 0o600))
		s.args = append(s.args, "--policy="+file)
		assert.Empty(t, s.send("PreToolUse", "cat README.md"), "nothing is SAFE")
		assert.Equal(t, "deny", s.send("PreToolUse", "rm -rf x"))
		assert.Contains(t, s.stderr.String(), "policy.json:1:")
	})
	t.Run("a session id with slashes", func(t *testing.T) {
		s := newSession(t, "--profile=standard")
		s.id = "../../../x/" + strings.Repeat("y", 5000)
		assert.Equal(t, "deny", s.send("PreToolUse", "rm -rf x"))
		assert.Equal(t, "allow", s.send("PreToolUse", "cat README.md"))
		assert.NoDirExists(t, s.home+"/x")
	})
}

// TestPolicyWithoutSandbox goes on with the policy where the sandbox cannot be used, and
// answers no event but the one before a command runs.
func TestPolicyWithoutSandbox(t *testing.T) {
	s := newSession(t, "--profile=standard", "--sandbox=/")
	assert.Equal(t, "deny", s.send("PreToolUse", "rm -rf x"))
	assert.Equal(t, "allow", s.send("PreToolUse", "cat README.md"))
	s.args = append(s.args, "--fail=closed")
	for _, event := range []string{"PermissionRequest", "PostToolUse", "PostToolUseFailure"} {
		var stdout bytes.Buffer
		Run(Options{
			Args: s.args, Stdin: strings.NewReader(`{"hook_event_name":"` + event + `","tool_name":"Bash","tool_input":5}`), Stdout: &stdout, Stderr: &s.stderr,
			Env: env(s.env), Dir: func() (string, error) { return s.home, nil }, Facts: facts.OS{}, Now: time.Now, Analyze: analyze,
		})
		assert.Empty(t, stdout.String(), event)
	}
}

// TestAuthorizedAgents gives the commands of an agent that the policy does not list
// neither an allow nor a consent.
func TestAuthorizedAgents(t *testing.T) {
	s := newSession(t)
	file := s.home + "/policy.json"
	require.NoError(t, os.WriteFile(file, []byte(`{"profiles": {"p": {"authorized_agents": ["reviewer"], "safe_commands": ["cat"]}}}`), 0o600))
	s.args = []string{"--profile=p", "--policy=" + file}
	assert.Empty(t, s.send("PreToolUse", "cat README.md"), "the main agent has no type, and is not listed")
	assert.Empty(t, s.run("make"))
	assert.Empty(t, s.run("make"), "no consent either")
	assert.Equal(t, "deny", s.send("PreToolUse", "rm -rf x"))
	s.agent = "reviewer"
	assert.Equal(t, "allow", s.send("PreToolUse", "cat README.md"))
	assert.Empty(t, s.run("make"))
	assert.Equal(t, "allow", s.run("make"))
}
