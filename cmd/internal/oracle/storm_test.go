package oracle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// stormAtOnce is how many hook processes of one session run at a time.
const stormAtOnce = 64

// TestStorm starts many hook processes of one session at once and kills some of them
// at any moment. The breaker counts the BLOCKED answers, within those of the killed
// ones; the log has at most one torn line a killed process; every other line is whole;
// and nobody gets a consent that was given to another command.
func TestStorm(t *testing.T) {
	events := 200
	if isFull() {
		events = 2000
	}
	program := hookProgram(t)
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	project := filepath.Join(home, "project")
	require.NoError(t, os.MkdirAll(filepath.Join(project, ".git"), 0o755))
	send := func(event, command string, kill time.Duration) (answer string, killed bool) {
		document, err := json.Marshal(map[string]any{
			"hook_event_name": event, "session_id": "storm", "permission_mode": "default", "cwd": project,
			"tool_name": "Bash", "tool_input": map[string]any{"command": command},
		})
		require.NoError(t, err)
		cmd := exec.Command(program, "--profile=standard", "--batch-permission=true")
		cmd.Env = []string{"HOME=" + home, "SHELL=/bin/bash"}
		cmd.Stdin = bytes.NewReader(document)
		var stdout bytes.Buffer
		cmd.Stdout = &stdout
		require.NoError(t, cmd.Start())
		if kill > 0 {
			time.Sleep(kill)
			killed = cmd.Process.Kill() == nil
		}
		waited := cmd.Wait()
		return stdout.String(), killed && waited != nil
	}
	// One command has a person's consent before the storm.
	const granted, others = "make lint", "make lint FIX=%d"
	send("PreToolUse", granted, 0)
	send("PermissionRequest", granted, 0)
	send("PostToolUse", granted, 0)

	var mu sync.Mutex
	delivered, killedProcesses, killedBlocked, wider := 0, 0, 0, 0
	var wg sync.WaitGroup
	slots := make(chan struct{}, stormAtOnce)
	random := seeded(7)
	for i := range events {
		kind, kill := random.IntN(4), time.Duration(0)
		if random.IntN(3) == 0 {
			kill = time.Duration(1+random.IntN(20_000)) * time.Microsecond
		}
		wg.Add(1)
		slots <- struct{}{}
		go func() {
			defer func() { <-slots; wg.Done() }()
			event, command := "PreToolUse", "ls -la"
			switch kind {
			case 1:
				command = "rm -rf x"
			case 2:
				command = fmt.Sprintf(others, i)
			case 3:
				event, command = "PostToolUse", fmt.Sprintf(others, i)
			}
			answer, killed := send(event, command, kill)
			mu.Lock()
			defer mu.Unlock()
			denied := strings.Contains(answer, `"deny"`)
			switch {
			case killed:
				killedProcesses++
				if kind == 1 {
					killedBlocked++
				}
			case denied:
				delivered++
			}
			if kind == 2 && strings.Contains(answer, `"allow"`) {
				wider++
			}
		}()
	}
	wg.Wait()
	count := breakerCount(t, home)
	lines, torn := logLines(t, filepath.Join(project, ".claude/logs/audit.jsonl"))
	summary(t, "storm: %d events, %d killed; %d BLOCKED answers delivered, %d counted; %d log lines, %d torn", events, killedProcesses, delivered, count, lines, torn)
	assert.GreaterOrEqual(t, count, delivered)
	assert.LessOrEqual(t, count, delivered+killedBlocked)
	assert.LessOrEqual(t, torn, killedProcesses)
	assert.Zero(t, wider, "a consent that was never given")
	assert.GreaterOrEqual(t, lines, 1)
}

// hookProgram builds the hook once.
func hookProgram(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "hook")
	build := exec.Command("go", "build", "-o", program, "sandbox-enforcer/cmd/sandbox-enforcer-hook")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return program
}

// breakerCount is the size of the one breaker file.
func breakerCount(t *testing.T, home string) int {
	t.Helper()
	files, err := filepath.Glob(home + "/.local/state/sandbox-enforcer/breaker/*")
	require.NoError(t, err)
	require.Len(t, files, 1)
	info, err := os.Stat(files[0])
	require.NoError(t, err)
	return int(info.Size())
}

// logLines counts the lines of a log that are whole JSON, and those that are not.
func logLines(t *testing.T, file string) (whole, torn int) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	for line := range strings.SplitSeq(strings.TrimSuffix(string(text), "\n"), "\n") {
		switch {
		case line == "":
		case json.Valid([]byte(line)):
			whole++
		default:
			torn++
		}
	}
	return whole, torn
}
