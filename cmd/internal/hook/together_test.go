package hook

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestGuardsTogether has the acquisition, worktree and path guards on in a real
// worktree: a clone, a cd to the place it was moved to, and a Read there pass, and what
// leads elsewhere does not.
func TestGuardsTogether(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	host, tree, source := filepath.Join(root, "host"), filepath.Join(root, "host/trees/one"), filepath.Join(root, "lib")
	git := func(dir string, args ...string) {
		cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "init.defaultBranch=main"}, args...)...)
		cmd.Dir, cmd.Env = dir, []string{"HOME=" + root, "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"}
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "git %v: %s", args, out)
	}
	for _, repository := range []string{host, source} {
		require.NoError(t, os.MkdirAll(repository, 0o755))
		git(repository, "init", "-q")
		require.NoError(t, os.WriteFile(filepath.Join(repository, "README.md"), []byte("x\n"), 0o644))
		git(repository, "add", ".")
		git(repository, "commit", "-q", "-m", "x")
	}
	git(host, "worktree", "add", "-q", tree)

	send := func(tool string, input map[string]any) (decision string, command string) {
		document, err := json.Marshal(map[string]any{
			"hook_event_name": "PreToolUse", "session_id": "s", "permission_mode": "default", "cwd": tree, "tool_name": tool, "tool_input": input,
		})
		require.NoError(t, err)
		options := Process([]string{"--sandbox", "~/box", "--worktree", tree, "--project", tree, "--temp", "deny", "--dialect", "bash"}, "v1")
		var stdout, stderr bytes.Buffer
		options.Stdin, options.Stdout, options.Stderr, options.Terminal = bytes.NewReader(document), &stdout, &stderr, false
		options.Env = env(map[string]string{"HOME": root})
		require.Zero(t, Run(options))
		if stdout.Len() == 0 {
			return "pass", ""
		}
		var answer struct {
			HookSpecificOutput struct {
				PermissionDecision string
				UpdatedInput       struct{ Command string }
			}
		}
		require.NoError(t, json.Unmarshal(stdout.Bytes(), &answer))
		return answer.HookSpecificOutput.PermissionDecision, answer.HookSpecificOutput.UpdatedInput.Command
	}
	bash := func(command string) (string, string) { return send("Bash", map[string]any{"command": command}) }
	read := func(path string) string {
		decision, _ := send("Read", map[string]any{"file_path": path})
		return decision
	}

	decision, command := bash("git clone file://" + source + " vendored")
	assert.NotEqual(t, "deny", decision)
	require.Equal(t, "git clone file://"+source+" ~/box/vendored", command)
	run := exec.Command("bash", "-c", command)
	run.Dir, run.Env = tree, []string{"HOME=" + root, "PATH=" + os.Getenv("PATH")}
	out, err := run.CombinedOutput()
	require.NoError(t, err, "%s", out)

	decision, _ = bash("cd ~/box/vendored && git log -1 > log.txt")
	assert.Equal(t, "pass", decision)
	assert.Equal(t, "pass", read(filepath.Join(root, "box/vendored/README.md")))
	assert.Equal(t, "pass", read("README.md"))
	decision, _ = bash("go build ./... && git commit -qam x")
	assert.Equal(t, "pass", decision)

	for _, command := range []string{"cd ../.. && git log", "echo x > ../x", "git clone " + host + " copy", "rm -rf " + source} {
		decision, _ = bash(command)
		assert.Equal(t, "deny", decision, command)
	}
	assert.Equal(t, "deny", read(filepath.Join(host, "README.md")))
	assert.Equal(t, "deny", read("../../README.md"))
}
