package install

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSeen reads what a file registers as it stands there, and leaves it.
func TestSeen(t *testing.T) {
	m := newMachine(t, "claude")
	path := m.write(`{
  // ours
  "disableAllHooks": true,
  "hooks": {"PreToolUse": [
    {"matcher": "Bash", "hooks": [
      {"type": "command", "command": "rtk hook"},
      {"type": "command", "command": "/opt/sandbox-enforcer-hook", "args": ["--sandbox", "~/a b"], "timeout": 1.5,
       "async": true, "once": true, "if": "Bash(git *)", "statusMessage": "s", "onFailure": "block"}]},
    {"hooks": [{"command": "'/opt/sandbox-enforcer-hook' \"--sandbox=~/box\" 2>/dev/null; true", "timeout": "10"}]}],
   "Stop": [{"command": "x"}]},
  "permissions": {"additionalDirectories": ["/d", 1]},
}
`)
	require.NoError(t, os.Chmod(path, 0o444), "it is only read")
	before := m.tree()
	a, _ := Find("claude")
	files, err := m.Seen(a)
	require.NoError(t, err)
	var paths []string
	for _, file := range files {
		paths = append(paths, file.Path)
	}
	local := filepath.Join(m.home, ".claude", "settings.local.json")
	project := filepath.Join(m.Project, ".claude")
	assert.Equal(t, []string{path, local, filepath.Join(project, "settings.local.json"), filepath.Join(project, "settings.json")}, paths)
	seen := files[0]
	require.Len(t, seen.Errs, 1)
	assert.ErrorContains(t, seen.Errs[0], `settings.json":10:13: an entry of "Stop" has no list "hooks"`)
	seen.Errs = nil
	assert.Equal(t, Seen{
		Path: path, Scope: User, There: true, Off: true, Directories: []string{"/d"},
		Hooks: []Hook{
			{Event: "PreToolUse", Matcher: "Bash", Line: "rtk hook", Words: []string{"rtk", "hook"}, Command: true, Row: 6, Column: 7},
			{
				Event: "PreToolUse", Matcher: "Bash", Line: "/opt/sandbox-enforcer-hook --sandbox '~/a b'",
				Words: []string{"/opt/sandbox-enforcer-hook", "--sandbox", "~/a b"}, Direct: true, Ours: true, Command: true,
				Limit: "1.5", Number: 1.5, Late: true, Once: true, Closed: true, If: "Bash(git *)", Status: "s", Position: 1, Row: 7, Column: 7,
			},
			{
				Event: "PreToolUse", Line: `'/opt/sandbox-enforcer-hook' "--sandbox=~/box" 2>/dev/null; true`, Rest: "2>/dev/null; true",
				Words: []string{"/opt/sandbox-enforcer-hook", "--sandbox=~/box"}, Ours: true, Limit: `"10"`, Entry: 1, Row: 9, Column: 16,
			},
		},
	}, seen)
	assert.True(t, seen.Hooks[0].Rewrites())
	assert.True(t, seen.Hooks[1].Plain())
	assert.False(t, seen.Hooks[2].Plain())
	assert.Equal(t, before, m.tree())
}

// TestSeenShims tells a shim that install wrote from one that was altered, and finds the
// words in both.
func TestSeenShims(t *testing.T) {
	for _, agent := range []string{"opencode", "cline", "pi", "goose"} {
		m := newMachine(t, agent)
		require.NoError(t, Install(m.Options))
		a, _ := Find(agent)
		shims, err := m.SeenShims(a)
		require.NoError(t, err)
		require.Len(t, shims, 2, "one for the user and one for the project")
		assert.False(t, shims[1].There)
		s := shims[0]
		assert.NoError(t, s.Err)
		assert.True(t, s.There && s.Ours && s.Same, agent)
		assert.False(t, s.Stuck)
		if s.Starts {
			words := append(slices.Clone(m.Program), "--agent="+agent, "--sandbox=~/box")
			if a.tells() {
				words = append(words, Checked)
			}
			assert.Equal(t, words, s.Words)
		}
		text, err := os.ReadFile(s.Path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(s.Path, append(text, '\n'), 0o600))
		shims, err = m.SeenShims(a)
		require.NoError(t, err)
		assert.True(t, shims[0].Ours)
		assert.False(t, shims[0].Same)
		assert.Equal(t, s.Words, shims[0].Words)
	}
}

func TestAlone(t *testing.T) {
	for _, tt := range []struct{ line, command, rest string }{
		{"a --b 'c;d' \"e|f\" g\\;h", "a --b 'c;d' \"e|f\" g\\;h", ""},
		{"a; b", "a", "; b"},
		{"a 2>&1", "a ", "2>&1"},
		{"a2>f", "a2", ">f"},
		{"2>f a", "", "2>f a"},
		{"a &", "a ", "&"},
		{"a \"$(b)\" '$(c)'", "a \"", "$(b)\" '$(c)'"},
		{"a '`b`' `c`", "a '`b`' ", "`c`"},
		{"a 'open", "a 'open", ""},
		{`a \`, `a \`, ""},
		{"", "", ""},
	} {
		command, rest := alone(tt.line)
		assert.Equal(t, tt.command, command, tt.line)
		assert.Equal(t, tt.rest, rest, tt.line)
	}
}
