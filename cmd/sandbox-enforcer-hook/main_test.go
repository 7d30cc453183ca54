package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMain runs the program itself where a test started this binary as such.
func TestMain(m *testing.M) {
	if os.Getenv("BE_THE_PROGRAM") != "" {
		main()
	}
	os.Exit(m.Run())
}

// program is the program as a process of its own, in an environment of its own.
func program(t *testing.T, home string, args ...string) *exec.Cmd {
	self, err := os.Executable()
	require.NoError(t, err)
	c := exec.Command(self, args...)
	c.Dir = home
	c.Env = []string{"BE_THE_PROGRAM=1", "HOME=" + home, "SHELL=/bin/bash"}
	return c
}

// result is how a process ended.
type result struct {
	stdout, stderr string
	exit           int
}

func finish(t *testing.T, c *exec.Cmd) result {
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	err := c.Run()
	var status *exec.ExitError
	if err != nil && !errors.As(err, &status) {
		require.NoError(t, err)
	}
	return result{stdout.String(), stderr.String(), c.ProcessState.ExitCode()}
}

func TestProcessRewrites(t *testing.T) {
	home := t.TempDir()
	c := program(t, home, "--sandbox", "~/work/sandbox")
	c.Stdin = strings.NewReader(`{"tool_name":"Bash","tool_input":{"command":"git clone https://example.com/o/repo.git","timeout":1}}`)
	got := finish(t, c)

	var answer struct {
		UpdatedInput struct {
			Command string
			Timeout int
		}
		PermissionDecision string
	}
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &answer), "%+v", got)
	assert.Equal(t, "git clone https://example.com/o/repo.git ~/work/sandbox/repo", answer.UpdatedInput.Command)
	assert.Equal(t, 1, answer.UpdatedInput.Timeout)
	assert.Equal(t, "allow", answer.PermissionDecision)
	assert.Equal(t, "[SandboxEnforcer] Redirected git clone to sandbox: ~/work/sandbox/repo\n", got.stderr)
	assert.Equal(t, 0, got.exit)
	for _, dir := range []string{"work", "work/sandbox"} {
		info, err := os.Stat(filepath.Join(home, dir))
		require.NoError(t, err)
		assert.Equal(t, fs.ModeDir|0o700, info.Mode(), dir)
	}
}

func TestProcessMakesNothingElse(t *testing.T) {
	for _, command := range []string{"ls", `curl -o \"$OUT\" https://example.com/f`, "gh pr checkout 1"} {
		home := t.TempDir()
		c := program(t, home, "--sandbox", "~/work/sandbox")
		c.Stdin = strings.NewReader(`{"tool_name":"Bash","tool_input":{"command":"` + command + `"}}`)
		assert.Equal(t, 0, finish(t, c).exit)
		left, err := os.ReadDir(home)
		require.NoError(t, err)
		assert.Empty(t, left, command)
	}
}

func TestProcessSandboxThatCannotBeMade(t *testing.T) {
	if os.Getuid() == 0 {
		t.Log("running as root, which may write anywhere: a file of the kernel stands for a directory that may not be made")
	}
	if _, err := os.Stat("/proc/1"); err != nil {
		t.Skip("there is no /proc: no directory is known in which even root can make nothing")
	}
	c := program(t, t.TempDir(), "--sandbox", "/proc/1/sandbox")
	c.Stdin = strings.NewReader(`{"tool_name":"Bash","tool_input":{"command":"git clone https://example.com/o/repo.git"}}`)
	got := finish(t, c)
	assert.Equal(t, 0, got.exit)
	assert.True(t, json.Valid([]byte(got.stdout)))
	assert.Contains(t, got.stdout, "/proc/1/sandbox/repo")
	assert.Contains(t, got.stderr, `[SandboxEnforcer] the sandbox directory "/proc/1/sandbox" cannot be made (`)
}

// The null device is a character device like a terminal, and reads as empty.
func TestProcessWithoutInput(t *testing.T) {
	got := finish(t, program(t, t.TempDir(), "--sandbox=/srv/sandbox", "--fail=closed"))
	assert.Equal(t, 0, got.exit)
	assert.Equal(t, "[SandboxEnforcer] the event is empty: send one JSON object\n", got.stderr)
	assert.Contains(t, got.stdout, `"permissionDecision":"deny"`)
}

func TestProcessAtATerminal(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("there is no terminal to be had (%v)", err)
	}
	defer terminal.Close()
	c := program(t, t.TempDir(), "--sandbox=/srv/sandbox", "--fail=closed")
	c.Stdin = terminal
	got := finish(t, c)
	assert.Equal(t, 0, got.exit)
	assert.Empty(t, got.stdout)
	assert.Contains(t, got.stderr, "Usage: sandbox-enforcer-hook")
}

// A pipe that nobody closes is given up, long before any agent does.
func TestProcessWithInputThatDoesNotEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for five seconds")
	}
	if runtime.GOOS != "linux" {
		t.Skip("here nothing bounds a read")
	}
	t.Parallel()
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer w.Close()
	defer r.Close()
	_, err = w.WriteString(`{"tool_name":"Bash"`)
	require.NoError(t, err)
	c := program(t, t.TempDir(), "--sandbox=/srv/sandbox", "--fail=closed")
	c.Stdin = r
	start := time.Now()
	got := finish(t, c)
	assert.Less(t, time.Since(start), 30*time.Second)
	assert.Equal(t, 0, got.exit)
	assert.Equal(t, "[SandboxEnforcer] the event cannot be read (it did not end in time): check what starts the hook, which has to close standard input\n", got.stderr)
	assert.Contains(t, got.stdout, `"permissionDecision":"deny"`)
}

func TestProcessStatuses(t *testing.T) {
	for _, tt := range []struct {
		name string
		args []string
		exit int
		want string // in what is printed
	}{
		{"version", []string{"--version"}, 0, "sandbox-enforcer-hook dev\n"},
		{"help", []string{"--help"}, 0, "--sandbox DIR"},
		{"an unknown agent", []string{"--agent=nobody", "--fail=closed"}, 2, `--agent "nobody" is not known`},
		{"an unknown flag", []string{"--nonsense"}, 0, `the flag "--nonsense" is not known`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := finish(t, program(t, t.TempDir(), tt.args...))
			assert.Equal(t, tt.exit, got.exit)
			assert.Contains(t, got.stdout+got.stderr, tt.want)
		})
	}
}

// TestLinksNothingSlow reads what the program links. It runs before every command of
// an agent, and each of these costs as much start-up as the work itself.
func TestLinksNothingSlow(t *testing.T) {
	slow := map[string]string{
		"encoding/json":                      "decodes by reflection",
		"github.com/go-json-experiment/json": "decodes by reflection",
		"regexp":                             "compiles at start",
		"text/template":                      "links reflection",
		"net":                                "sets up a resolver",
		"net/http":                           "sets up tables at start",
		"os/user":                            "asks the system for users",
		"os/exec":                            "starts programs, which the hook never does",
		"testing":                            "belongs to tests",
		"mvdan.cc/sh/v3/expand":              "expands words, which asks the system",
		"mvdan.cc/sh/v3/interp":              "runs scripts",
		"github.com/spf13/cobra":             "sets up a command tree",
	}
	// The parser's printer recognises interpreters' lines by two expressions.
	const tolerated = "mvdan.cc/sh/v3/fileutil"

	out, err := exec.Command("go", "list", "-deps", "-f", `{{.ImportPath}} {{join .Imports " "}}`, ".").Output()
	require.NoError(t, err, "go list is needed to see what is linked")
	importers := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		for _, imported := range words[1:] {
			importers[imported] = append(importers[imported], words[0])
		}
	}
	require.Contains(t, importers, "mvdan.cc/sh/v3/syntax")
	for name, why := range slow {
		by := slices.DeleteFunc(importers[name], func(p string) bool { return name == "regexp" && p == tolerated })
		assert.Empty(t, by, "%s is imported by %s: it %s", name, strings.Join(by, ", "), why)
	}
}
