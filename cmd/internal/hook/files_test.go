package hook

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/cmd/internal/facts"
)

// call sends a call of a tool and returns the decision; empty for none.
func (s *session) call(tool string, input any) string {
	s.t.Helper()
	document, err := json.Marshal(map[string]any{
		"hook_event_name": "PreToolUse", "session_id": s.id, "permission_mode": "default", "cwd": s.home + "/project", "tool_name": tool, "tool_input": input,
	})
	require.NoError(s.t, err)
	options := Process(s.args, "v1")
	var stdout bytes.Buffer
	options.Stdin, options.Stdout, options.Stderr, options.Env, options.Terminal = bytes.NewReader(document), &stdout, &s.stderr, env(s.env), false
	require.Zero(s.t, Run(options))
	return decision(s.t, stdout.Bytes())
}

// TestRefusedFilesAreLogged reads the log of the project: refused calls of file tools
// stand there with tool and path, others do not, and the text of files never does.
func TestRefusedFilesAreLogged(t *testing.T) {
	s := newSession(t)
	s.env["SANDBOX_ENABLED"], s.env["SANDBOX_PROJECT_DIR"] = "true", s.home+"/project"
	assert.Empty(t, s.call("Read", map[string]any{"file_path": "README.md"}))
	assert.Equal(t, "deny", s.call("Read", map[string]any{"file_path": "../https://u:p4ssw0rd@host/x"}))
	assert.Equal(t, "deny", s.call("Write", map[string]any{"file_path": ".claude/settings.json", "content": "t0psecret"}))
	assert.Equal(t, "deny", s.call("Task", map[string]any{"prompt": "x", "dangerouslyDisableSandbox": true}))
	log, err := os.ReadFile(s.home + "/project/.claude/logs/audit.jsonl")
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(log)), "\n")
	require.Len(t, lines, 3)
	for i, want := range []string{"Read file_path=../https://", "Write file_path=.claude/settings.json", "Task dangerouslyDisableSandbox: true"} {
		assert.True(t, json.Valid([]byte(lines[i])))
		assert.Contains(t, lines[i], want)
		assert.Contains(t, lines[i], `"deny"`)
	}
	assert.Contains(t, lines[0], "paths-outside")
	assert.NotContains(t, string(log), "p4ssw0rd")
	assert.NotContains(t, string(log), "t0psecret")
	assert.NotContains(t, s.stderr.String(), "t0psecret")
}

// TestRefusedFilesTripTheBreaker counts what guards refuse, whatever the tool.
func TestRefusedFilesTripTheBreaker(t *testing.T) {
	s := newSession(t)
	s.env["SANDBOX_ENABLED"], s.env["SANDBOX_PROFILE"], s.env["SANDBOX_PROJECT_DIR"], s.env["SANDBOX_AUDIT"] = "true", "production", s.home+"/project", "off"
	require.Equal(t, "allow", s.send("PreToolUse", "ls"))
	for range 3 {
		require.Equal(t, "deny", s.call("Read", map[string]any{"file_path": "../x"}))
	}
	assert.Empty(t, s.send("PreToolUse", "ls"), "nothing is approved any more")
	assert.Equal(t, "deny", s.call("Read", map[string]any{"file_path": "../x"}), "what was refused stays so")
	s.id = "two"
	assert.Equal(t, "allow", s.send("PreToolUse", "ls"))
}

// TestLetterCase names the project in another letter case: it is the same directory
// where the file system says so, and another one elsewhere.
func TestLetterCase(t *testing.T) {
	tree, err := facts.NewMemory(facts.Dir("/home/u"), facts.File("/proj/README.md", ""), facts.Link("/proj/out", "/home/u"), facts.Dir("/proj-evil"))
	require.NoError(t, err)
	for _, tt := range []struct {
		path             string
		folding, knowing bool // whether it passes there
	}{
		{"/proj/README.md", true, true},
		{"/proj/readme.MD", true, true},
		{"/PROJ/README.md", true, false},
		{"/PROJ", true, false},
		{"/Proj/new.txt", true, false},
		{"/PROJ-EVIL/x", false, false},
		{"/proj/OUT/x", false, true}, // where case counts, OUT is a name in the project
		{"/PROJ/out/x", false, false},
		{"/HOME/u/x", false, false},
	} {
		for _, machine := range []struct {
			facts *facts.Memory
			pass  bool
		}{{tree, tt.knowing}, {tree.Folding(), tt.folding}} {
			r := newRun(t, `{"hook_event_name":"PreToolUse","cwd":"/proj","tool_name":"Read","tool_input":{"file_path":"`+tt.path+`"}}`, "--project=/proj")
			r.options.Facts, r.options.Analyze = machine.facts, analyze
			require.Zero(t, Run(r.options))
			assert.Equal(t, machine.pass, r.stdout.Len() == 0, "%s: %s", tt.path, r.stdout.String())
		}
	}
}

// TestLargeInput refuses what no system opens, soon.
func TestLargeInput(t *testing.T) {
	for name, input := range map[string]string{
		"a path of 1 MB":    `{"file_path":"` + strings.Repeat("x/", 1<<19) + `"}`,
		"a climb of 1 MB":   `{"file_path":"` + strings.Repeat("../", 1<<19) + `"}`,
		"many escapes":      `{"file_path":"` + strings.Repeat(`\u002e`, 1<<17) + `"}`,
		"deep, not a path":  `{"file_path":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + `}`,
		"doubled, and deep": `{"file_path":"a","x":` + strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat("}", 5000) + `,"file_path":"b"}`,
	} {
		r := newRun(t, `{"hook_event_name":"PreToolUse","cwd":"/proj","tool_name":"Write","tool_input":`+input+`}`, "--project=/proj")
		r.options.Analyze = analyze
		require.Zero(t, Run(r.options), name)
		assert.Contains(t, r.stdout.String(), `"deny"`, name)
		assert.Less(t, r.stdout.Len(), 2000, name)
	}
	edits := `{"file_path":"a","edits":[` + strings.Repeat(`{"file_path":"b"},`, 2000) + `{"file_path":"c"}]}`
	r := newRun(t, `{"hook_event_name":"PreToolUse","cwd":"/proj","tool_name":"MultiEdit","tool_input":`+edits+`}`, "--project=/proj")
	r.options.Analyze = analyze
	require.Zero(t, Run(r.options))
	assert.Contains(t, r.stdout.String(), "names more than 1000 paths")
}

// TestAppend writes at the end of regular files alone.
func TestAppend(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "env.sh")
	require.NoError(t, appendTo(file, []byte("export A=1\n")))
	require.NoError(t, appendTo(file, []byte("export B=2\n")))
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, "export A=1\nexport B=2\n", string(text))
	info, err := os.Stat(file)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode())

	require.NoError(t, os.Symlink(file, filepath.Join(dir, "link")))
	require.NoError(t, os.Symlink(filepath.Join(dir, "none"), filepath.Join(dir, "dangling")))
	for _, name := range []string{"link", "dangling", "", "no/such/dir"} {
		assert.Error(t, appendTo(filepath.Join(dir, name), []byte("x")), name)
	}
	assert.NoFileExists(t, filepath.Join(dir, "none"))
	again, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, text, again)
}

// TestStartFailsQuietly says on standard error that nothing could be exported, and
// answers all the same.
func TestStartFailsQuietly(t *testing.T) {
	s := newSession(t)
	require.NoError(t, os.MkdirAll(s.home+"/wt", 0o755))
	for file, text := range map[string]string{
		"/wt/.git": "gitdir: " + s.home + "/project/.git/worktrees/wt\n", "/project/.git/HEAD": "ref: refs/heads/main\n",
		"/project/.git/worktrees/wt/HEAD": "ref: refs/heads/topic\n", "/project/.git/worktrees/wt/commondir": "../..\n",
		"/project/.git/worktrees/wt/gitdir": s.home + "/wt/.git\n", "/project/.git/objects/x": "", "/project/.git/refs/x": "",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(s.home+file), 0o755))
		require.NoError(t, os.WriteFile(s.home+file, []byte(text), 0o644))
	}
	s.env["CLAUDE_ENV_FILE"] = s.home + "/project"
	for _, file := range []string{s.home + "/project", s.home + "/env.sh"} {
		var stdout, stderr bytes.Buffer
		options := Process([]string{"--worktree", s.home + "/wt", "--worktree-env", "1"}, "v1")
		s.env["CLAUDE_ENV_FILE"] = file
		options.Stdin = strings.NewReader(`{"hook_event_name":"SessionStart","session_id":"s","cwd":"` + s.home + `/wt"}`)
		options.Stdout, options.Stderr, options.Env, options.Terminal = &stdout, &stderr, env(s.env), false
		require.Zero(t, Run(options))
		assert.Contains(t, stdout.String(), `"hookEventName":"SessionStart","additionalContext":"`)
		assert.True(t, json.Valid(stdout.Bytes()))
		if file == s.home+"/project" {
			assert.Contains(t, stderr.String(), "git's variables cannot be exported (it is not a regular file)")
			continue
		}
		assert.Empty(t, stderr.String())
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, "export GIT_DIR='"+s.home+"/wt/.git'\nexport GIT_WORK_TREE='"+s.home+"/wt'\n", string(text))
	}
}
