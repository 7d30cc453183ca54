package doctor_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/cmd/internal/doctor"
)

// version is that of the programs that are built for the tests.
const version = "v1.2.3"

// built is the directory with both programs.
var built string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if built, err = os.MkdirTemp("", "doctor"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(built)
		build := exec.Command("go", "build", "-ldflags", "-X main.version="+version, "-o", built+"/",
			"sandbox-enforcer/cmd/sandbox-enforcer", "sandbox-enforcer/cmd/sandbox-enforcer-hook")
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
			return 1
		}
		return m.Run()
	}())
}

// machine is a home directory with the programs, and a project.
type machine struct {
	t                  *testing.T
	home, project, bin string
	environ            []string
}

func newMachine(t *testing.T) *machine {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	m := &machine{t: t, home: filepath.Join(home, "it's home")}
	m.project, m.bin = filepath.Join(m.home, "project"), filepath.Join(m.home, "bin")
	for _, dir := range []string{m.project, m.bin, filepath.Join(m.home, "box")} {
		require.NoError(t, os.MkdirAll(dir, 0o755))
	}
	m.programs()
	m.environ = []string{"HOME=" + m.home, "PATH=/usr/bin:/bin", "SHELL=/bin/bash"}
	return m
}

// programs puts both programs in their place.
func (m *machine) programs() {
	m.t.Helper()
	for _, name := range []string{"sandbox-enforcer", "sandbox-enforcer-hook"} {
		_ = os.Remove(filepath.Join(m.bin, name))
		if os.Link(filepath.Join(built, name), filepath.Join(m.bin, name)) != nil {
			m.write("bin/"+name, m.readAt(filepath.Join(built, name)), 0o755)
		}
	}
}

// mend runs what a finding says, where that is a command and not an edit: with the
// programs in their place, since a program that is wrong is mended by another one.
func (m *machine) mend(command string) (ran bool) {
	m.t.Helper()
	first, _, _ := strings.Cut(command, " ")
	if !slices.Contains([]string{"sandbox-enforcer", "chmod", "mv"}, first) || strings.Contains(command, ", and ") {
		return false
	}
	m.programs()
	cmd := exec.Command("/bin/sh", "-c", command)
	cmd.Dir, cmd.Env = m.project, append(m.environ, "PATH="+m.bin+":/usr/bin:/bin")
	out, err := cmd.CombinedOutput()
	require.NoError(m.t, err, "%s\n%s", command, out)
	return true
}

// at is a path below the home directory.
func (m *machine) at(name string) string { return filepath.Join(m.home, name) }

func (m *machine) readAt(path string) string {
	m.t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(m.t, err)
	return string(text)
}

// write makes a file anew, so that no other name of it changes.
func (m *machine) write(name, text string, mode fs.FileMode) {
	m.t.Helper()
	require.NoError(m.t, os.MkdirAll(filepath.Dir(m.at(name)), 0o700))
	_ = os.Remove(m.at(name))
	require.NoError(m.t, os.WriteFile(m.at(name), []byte(text), 0o600))
	require.NoError(m.t, os.Chmod(m.at(name), mode))
}

// edit replaces text that a file has.
func (m *machine) edit(name, old, new string) {
	m.t.Helper()
	text := m.readAt(m.at(name))
	require.Contains(m.t, text, old)
	m.write(name, strings.ReplaceAll(text, old, new), 0o600)
}

// once replaces the first of several.
func (m *machine) once(name, old, new string) {
	m.t.Helper()
	text := m.readAt(m.at(name))
	require.Contains(m.t, text, old)
	m.write(name, strings.Replace(text, old, new, 1), 0o600)
}

func (m *machine) remove(name string) {
	m.t.Helper()
	require.NoError(m.t, os.Remove(m.at(name)))
}

// script puts a script in the place of the hook. It tells the version as the hook does.
func (m *machine) script(body string) {
	m.write("bin/sandbox-enforcer-hook", "#!/bin/sh\n[ \"$1\" = --version ] && { echo sandbox-enforcer-hook "+version+"; exit; }\n"+body+"\n", 0o755)
}

// run starts the program in the project, and returns what it prints and its status.
func (m *machine) run(args ...string) (stdout string, status int) {
	m.t.Helper()
	cmd := exec.Command(filepath.Join(m.bin, "sandbox-enforcer"), args...)
	cmd.Dir, cmd.Env = m.project, m.environ
	var out, notes bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &notes
	err := cmd.Run()
	var ended *exec.ExitError
	if !errors.As(err, &ended) {
		require.NoError(m.t, err)
	}
	if cmd.ProcessState.ExitCode() == 2 {
		out.Write(notes.Bytes())
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

// install registers the hook, has Codex trust it, and has Kiro start the agent that has it.
func (m *machine) install(args ...string) {
	m.t.Helper()
	out, status := m.run(append([]string{"install"}, args...)...)
	require.Zero(m.t, status, out)
	m.trust()
	if slices.Contains(args, "kiro") {
		m.write(".kiro/settings/cli.json", `{"chat.defaultAgent": "sandbox-enforcer"}`, 0o600)
	}
}

// trust approves the hooks of Codex as they stand, as its source does.
func (m *machine) trust() {
	m.t.Helper()
	path := m.at(".codex/hooks.json")
	text, err := os.ReadFile(path)
	if err != nil {
		return
	}
	var file struct {
		Hooks map[string][]struct {
			Matcher string
			Hooks   []struct {
				Command string
				Timeout int
			}
		}
	}
	require.NoError(m.t, json.Unmarshal(text, &file))
	var b strings.Builder
	for event, groups := range file.Hooks {
		key := map[string]string{"PreToolUse": "pre_tool_use", "PostToolUse": "post_tool_use"}[event]
		for i, g := range groups {
			for j, h := range g.Hooks {
				fmt.Fprintf(&b, "[hooks.state.%q]\ntrusted_hash = %q\n", fmt.Sprintf("%s:%s:%d:%d", path, key, i, j), approval(key, g.Matcher, h.Command, h.Timeout))
			}
		}
	}
	m.write(".codex/config.toml", b.String(), 0o600)
}

// examine runs doctor, and returns what it found with its status.
func (m *machine) examine(args ...string) (doctor.Report, int) {
	m.t.Helper()
	out, status := m.run(append([]string{"doctor", "--json"}, args...)...)
	var r doctor.Report
	require.NoError(m.t, json.Unmarshal([]byte(out), &r), out)
	return r, status
}

// wrong are the findings that are not fine.
func wrong(r doctor.Report) (out []doctor.Finding) {
	all := r.Machine
	for _, d := range r.Agents {
		all = append(all, d.Findings...)
	}
	for _, f := range all {
		if f.Severity != doctor.Fine {
			out = append(out, f)
		}
	}
	return out
}

// tree is every file below the home directory with its mode, its time and what it holds.
func (m *machine) tree() map[string]string {
	m.t.Helper()
	out := map[string]string{}
	require.NoError(m.t, filepath.WalkDir(m.home, func(path string, d fs.DirEntry, err error) error {
		require.NoError(m.t, err)
		info, err := d.Info()
		require.NoError(m.t, err)
		text := ""
		if info.IsDir() {
			out[path] = info.Mode().String()
			return nil
		}
		if info.Mode().IsRegular() && info.Size() < 1<<20 {
			text = m.readAt(path)
		}
		out[path] = info.Mode().String() + " " + info.ModTime().Format(time.RFC3339Nano) + " " + text
		return nil
	}))
	return out
}

// assertEnds sees that each line about what is wrong ends with its mend.
func assertEnds(t *testing.T, found []doctor.Finding) {
	t.Helper()
	for _, f := range found {
		assert.NotEmpty(t, f.Mend, f.Message)
		assert.True(t, strings.HasSuffix(f.String(), "; mend: "+f.Mend), f.String())
	}
}
