package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/cmd/internal/confine"
)

// working returns the mechanisms that work on this machine. Where bubblewrap does not,
// a test says so and goes on with what there is; in CI it fails.
func working(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, m := range confine.Mechanisms() {
		what, err := m.Check(confine.Plan{Dir: "/", Root: os.Geteuid() == 0})
		switch {
		case err == nil:
			out = append(out, m.Name)
		case os.Getenv("CI") == "true":
			t.Fatalf("%s does not work, so that nothing is tried with it: %v", m.Name, err)
		default:
			t.Logf("SKIPPED for want of %s: %v: %s", m.Name, err, what)
		}
	}
	return out
}

// TestExec runs the scripts of testdata/exec, which are the manual of exec. They run
// outside of /tmp, which bubblewrap hides.
func TestExec(t *testing.T) {
	root, err := os.MkdirTemp("/var/tmp", "exec-")
	if err != nil {
		t.Skipf("/var/tmp cannot be written, and /tmp is hidden from what is confined: make it: %v", err)
	}
	t.Cleanup(func() { os.RemoveAll(root) })
	list := working(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/exec",
		WorkdirRoot:         root,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Condition: func(name string) (bool, error) {
			for _, m := range list {
				if m == name {
					return true, nil
				}
			}
			return false, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

// builtProgram builds the program, for what a test's own process cannot show.
func builtProgram(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "sandbox-enforcer")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return program
}

// confined is a run of exec on a command that says "ready" when it is.
type confined struct {
	*exec.Cmd
	out *bufio.Reader
}

func startConfined(t *testing.T, program, mechanism, script string, change func(*exec.Cmd)) *confined {
	t.Helper()
	cmd := exec.Command(program, "exec", "--mechanism", mechanism, "--", "bash", "-c", script)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "TMPDIR="+t.TempDir()) // one that is killed leaves its own there
	r, w, err := os.Pipe()
	require.NoError(t, err)
	cmd.Stdout, cmd.Stderr = w, os.Stderr
	if change != nil {
		change(cmd)
	}
	require.NoError(t, cmd.Start())
	require.NoError(t, w.Close())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	c := &confined{cmd, bufio.NewReader(r)}
	line, err := c.out.ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "ready\n", line)
	return c
}

// end waits for the end and returns the exit status and what was still said.
func (c *confined) end(t *testing.T) (int, string) {
	t.Helper()
	said, err := io.ReadAll(c.out)
	require.NoError(t, err)
	var ended *exec.ExitError
	if err := c.Wait(); err != nil && !errors.As(err, &ended) {
		require.NoError(t, err)
	}
	return c.ProcessState.ExitCode(), string(said)
}

// TestExecWithoutAPlace has a working directory that is gone.
func TestExecWithoutAPlace(t *testing.T) {
	var stderr strings.Builder
	w := world{stdin: strings.NewReader(""), stdout: io.Discard, stderr: &stderr, env: os.LookupEnv, dir: func() (string, error) { return "", errors.New("no such directory") }}
	assert.Equal(t, confine.ExitFailed, run(w, []string{"exec", "true"}))
	assert.Equal(t, "sandbox-enforcer: the working directory cannot be told: go to one that exists: no such directory\n", stderr.String())
}

func TestExecTellsWhatCannotBePrinted(t *testing.T) {
	var stderr strings.Builder
	w := world{stdin: strings.NewReader(""), stdout: full{}, stderr: &stderr, env: os.LookupEnv, dir: os.Getwd}
	assert.Equal(t, confine.ExitFailed, run(w, []string{"exec", "--check"}))
	assert.Contains(t, stderr.String(), "no space left on device")
}

// TestExecInheritsNothing has a file that the caller has open.
func TestExecInheritsNothing(t *testing.T) {
	program := builtProgram(t)
	kept, err := os.CreateTemp(t.TempDir(), "kept")
	require.NoError(t, err)
	for _, mechanism := range working(t) {
		cmd := exec.Command(program, "exec", "--mechanism", mechanism, "--", "bash", "-c", "echo /proc/self/fd/*")
		cmd.Dir = t.TempDir()
		cmd.ExtraFiles = []*os.File{kept, kept, kept}
		out, err := cmd.Output()
		require.NoError(t, err)
		assert.Equal(t, "/proc/self/fd/0 /proc/self/fd/1 /proc/self/fd/2 /proc/self/fd/3", string(bytes.TrimSpace(out)), "3 is the directory that bash reads")
	}
}
