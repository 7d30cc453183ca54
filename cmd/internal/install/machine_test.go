package install

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const oneMember = "{\n  \"a\": 1\n}\n"

// TestFilesThatAreLeftAlone has what lies at the place of the settings file, or around
// it, and what is said about it.
func TestFilesThatAreLeftAlone(t *testing.T) {
	for _, tt := range []struct {
		name  string
		make  func(t *testing.T, m *machine, path string)
		want  string
		root  bool // whether it is a test for root alone
		scope Scope
	}{
		{name: "read-only", want: "is read-only: make it writable", make: func(t *testing.T, m *machine, path string) {
			m.write(oneMember)
			require.NoError(t, os.Chmod(path, 0o444))
		}},
		{name: "a directory", want: "is no regular file: move it away", make: func(t *testing.T, _ *machine, path string) {
			require.NoError(t, os.Mkdir(path, 0o755))
		}},
		{name: "a link to nothing", want: "is a link to nothing: make what it points to, or remove it", make: func(t *testing.T, _ *machine, path string) {
			require.NoError(t, os.Symlink("nowhere", path))
		}},
		{name: "a link to itself", want: "cannot be read", make: func(t *testing.T, _ *machine, path string) {
			require.NoError(t, os.Symlink(path, path))
		}},
		{name: "a directory that is a file", want: "cannot be read (not a directory): mend that first", make: func(t *testing.T, _ *machine, path string) {
			require.NoError(t, os.Remove(filepath.Dir(path)))
			require.NoError(t, os.WriteFile(filepath.Dir(path), nil, 0o644))
		}},
		{name: "a directory that is a link to nothing", want: "is a link to nothing", make: func(t *testing.T, _ *machine, path string) {
			require.NoError(t, os.Remove(filepath.Dir(path)))
			require.NoError(t, os.Symlink("nowhere", filepath.Dir(path)))
		}},
		{name: "somebody else's", want: "belongs to somebody else: run this as its owner", root: true, make: func(t *testing.T, m *machine, path string) {
			m.write(oneMember)
			require.NoError(t, os.Chown(path, 65534, 65534))
		}},
		{name: "a link out of the project", want: "is a link that leads out of the project: put the file itself there", scope: Project, make: func(t *testing.T, m *machine, path string) {
			other := filepath.Join(m.home, "other.json")
			require.NoError(t, os.WriteFile(other, []byte(oneMember), 0o644))
			require.NoError(t, os.Symlink(other, path))
		}},
		{name: "a directory that leads out of the project", want: "is a link that leads out of the project", scope: Project, make: func(t *testing.T, m *machine, path string) {
			require.NoError(t, os.Remove(filepath.Dir(path)))
			require.NoError(t, os.Symlink(m.home, filepath.Dir(path)))
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.root && os.Geteuid() != 0 {
				t.Skip("only root can give a file away")
			}
			m := newMachine(t, "claude")
			if tt.scope != 0 {
				m.Scope = tt.scope
			}
			path := m.path()
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
			tt.make(t, m, path)
			before := listing(t, m.home)
			assert.ErrorContains(t, Install(m.Options), tt.want)
			assert.Equal(t, before, listing(t, m.home))
		})
	}
}

// listing is every name below a directory, with its mode.
func listing(t *testing.T, dir string) (out []string) {
	t.Helper()
	require.NoError(t, filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		require.NoError(t, err)
		out = append(out, path+" "+info.Mode().String())
		return nil
	}))
	return out
}

// TestPipe does not wait for a writer.
func TestPipe(t *testing.T) {
	if _, err := exec.LookPath("mkfifo"); err != nil {
		t.Skip("no mkfifo to make a pipe with")
	}
	m := newMachine(t, "claude")
	path := m.path()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, exec.Command("mkfifo", path).Run())
	assert.ErrorContains(t, Install(m.Options), "is no regular file")
}

// TestLink changes what a link points to, and the link stays one.
func TestLink(t *testing.T) {
	m := newMachine(t, "claude")
	path := m.path()
	dots := filepath.Join(m.home, "dotfiles", "claude.json")
	require.NoError(t, os.MkdirAll(filepath.Dir(dots), 0o755))
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(dots, []byte(oneMember), 0o604))
	require.NoError(t, os.Symlink("../dotfiles/claude.json", path))
	require.NoError(t, Install(m.Options))
	target, err := os.Readlink(path)
	require.NoError(t, err)
	assert.Equal(t, "../dotfiles/claude.json", target)
	m.holds(oneMember)
	info, err := os.Stat(dots)
	require.NoError(t, err)
	assert.Equal(t, "-rw----r--", info.Mode().String())
	require.NoError(t, Uninstall(m.Options))
	assert.Equal(t, oneMember, m.read())
	entries, err := os.ReadDir(filepath.Dir(dots))
	require.NoError(t, err)
	assert.Len(t, entries, 1, "the backup beside the target is gone")
}

// TestHardLink tells that the other name keeps the old text.
func TestHardLink(t *testing.T) {
	m := newMachine(t, "claude")
	path := m.write(oneMember)
	require.NoError(t, os.Link(path, filepath.Join(m.home, "same.json")))
	require.NoError(t, Install(m.Options))
	assert.Contains(t, m.notes.String(), "has another name (a hard link), which keeps the old text: link it again")
}

// TestWrittenMeanwhile has another program write between reading and writing.
func TestWrittenMeanwhile(t *testing.T) {
	m := newMachine(t, "claude")
	path := m.write(oneMember)
	f, err := open(path, "")
	require.NoError(t, err)
	other := "{\n  \"theirs\": 1\n}\n"
	require.NoError(t, os.WriteFile(path, []byte(other), 0o640))
	require.ErrorIs(t, f.write("{}", 0o600), errChanged)
	require.ErrorIs(t, f.remove(), errChanged)
	assert.Equal(t, other, m.read())
	entries, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, entries, 1, "nothing is left beside it")

	gone := file{path: path + "2", real: path + "2"}
	require.NoError(t, os.WriteFile(path+"2", []byte(other), 0o640))
	require.ErrorIs(t, gone.write("{}", 0o600), errChanged)
	require.NoError(t, os.Remove(path))
	require.ErrorIs(t, f.write("{}", 0o600), errChanged)
	assert.NoFileExists(t, path)
}

// TestHome wants a home directory that exists.
func TestHome(t *testing.T) {
	for _, tt := range []struct{ name, home, want string }{
		{"unset", "", "HOME is not set to an absolute path: set it to your home directory"},
		{"relative", "home", "HOME is not set to an absolute path: set it to your home directory"},
		{"missing", "/nonexistent/home", `the home directory "/nonexistent/home" cannot be looked at (no such file or directory): set HOME to your home directory`},
		{"a file", "/dev/null", `the home directory "/dev/null" is no directory: set HOME to your home directory`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := newMachine(t, "claude")
			m.home = tt.home
			assert.EqualError(t, Install(m.Options), tt.want)
			assert.ErrorContains(t, Uninstall(m.Options), tt.want)
		})
	}
}

// TestFound registers with what is on the machine, and with nothing else.
func TestFound(t *testing.T) {
	m := newMachine(t, "claude")
	m.Names = nil
	assert.EqualError(t, Install(m.Options), "no agent is found on this machine: name one, as in 'sandbox-enforcer install claude'")
	require.NoError(t, os.MkdirAll(filepath.Join(m.home, ".gemini"), 0o755))
	require.NoError(t, os.MkdirAll(filepath.Join(m.home, ".config", "crush"), 0o755))
	bin := filepath.Join(m.home, "bin")
	require.NoError(t, os.MkdirAll(bin, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(bin, "codex"), []byte("#!/bin/sh\n"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(bin, "qwen"), nil, 0o644))
	m.Env = func(name string) (string, bool) {
		if name == "PATH" {
			return "relative:" + bin, true
		}
		return m.env(name)
	}
	m.Speaks = func(name string) bool { return name != "gemini" }
	require.NoError(t, Install(m.Options))
	assert.FileExists(t, filepath.Join(m.home, ".codex", "hooks.json"))
	assert.FileExists(t, filepath.Join(m.home, ".config", "crush", "crush.json"))
	assert.NoFileExists(t, filepath.Join(m.home, ".gemini", "settings.json"))
	assert.NoDirExists(t, filepath.Join(m.home, ".qwen"))
	assert.NoDirExists(t, filepath.Join(m.home, ".claude"))
	assert.Contains(t, m.notes.String(), "gemini: Gemini CLI is on this machine, but the hook does not speak its protocol yet")
	assert.Contains(t, m.notes.String(), "codex: a new or changed hook does not run until you trust it")

	require.NoError(t, Uninstall(m.Options))
	assert.NoDirExists(t, filepath.Join(m.home, ".codex"))
	assert.NoFileExists(t, filepath.Join(m.home, ".config", "crush", "crush.json"))
	m.Names = []string{"gemini"}
	assert.ErrorContains(t, Install(m.Options), "does not speak the protocol of Gemini CLI yet")
	m.Names = []string{"emacs"}
	assert.ErrorContains(t, Install(m.Options), `there is no agent "emacs": give one of claude, codex, `)
}

// TestDirectoriesOfTheirOwn follows the variables by which agents are moved.
func TestDirectoriesOfTheirOwn(t *testing.T) {
	for _, tt := range []struct{ agent, variable, file string }{
		{"claude", "CLAUDE_CONFIG_DIR", "settings.json"},
		{"codex", "CODEX_HOME", "hooks.json"},
		{"crush", "XDG_CONFIG_HOME", "crush/crush.json"},
		{"kiro", "KIRO_HOME", "agents/sandbox-enforcer.json"},
		{"kimi", "KIMI_CODE_HOME", "config.toml"},
	} {
		m := newMachine(t, tt.agent)
		dir := filepath.Join(m.home, "elsewhere")
		m.Env = func(name string) (string, bool) {
			if name == tt.variable {
				return dir, true
			}
			return m.env(name)
		}
		require.NoError(t, Install(m.Options))
		assert.FileExists(t, filepath.Join(dir, tt.file))
	}
}

// TestOneFails registers with the others all the same.
func TestOneFails(t *testing.T) {
	m := newMachine(t, "codex")
	m.write("{")
	m.Names = []string{"codex", "claude", "qwen"}
	err := Install(m.Options)
	require.ErrorContains(t, err, "codex: ")
	assert.NotContains(t, err.Error(), "claude: ")
	assert.FileExists(t, filepath.Join(m.home, ".claude", "settings.json"))
	assert.FileExists(t, filepath.Join(m.home, ".qwen", "settings.json"))
}

// TestSandbox makes the directory, and refuses one that does not last.
func TestSandbox(t *testing.T) {
	m := newMachine(t, "claude")
	m.choose("--sandbox=~/deep/box")
	m.DryRun = true
	require.NoError(t, Install(m.Options))
	assert.NoDirExists(t, filepath.Join(m.home, "deep"))
	m.DryRun = false
	require.NoError(t, Install(m.Options))
	info, err := os.Stat(filepath.Join(m.home, "deep", "box"))
	require.NoError(t, err)
	assert.Equal(t, "drwx------", info.Mode().String())
	assert.Contains(t, m.read(), `"additionalDirectories"`)

	for _, dir := range []string{"/var/tmp/box", "/dev/shm/box", "/tmp/../var/tmp/x"} {
		m.choose("--sandbox=" + dir)
		assert.ErrorContains(t, Install(m.Options), "which is emptied now and then: give a directory that lasts, such as ~/work/sandbox", dir)
	}
}

// TestAnotherSandbox takes the old one out of the agent's directories.
func TestAnotherSandbox(t *testing.T) {
	m := newMachine(t, "claude")
	m.write(oneMember)
	before := m.tree()
	require.NoError(t, Install(m.Options))
	m.choose("--sandbox=~/box2")
	require.NoError(t, Install(m.Options))
	assert.Contains(t, m.read(), "/box2\"")
	assert.NotContains(t, m.read(), "/box\"")
	require.NoError(t, os.Remove(filepath.Join(m.home, "box2")))
	require.NoError(t, Uninstall(m.Options))
	assert.Equal(t, before, m.tree())
}

// TestSandboxInTheProject needs no entry in the agent's directories.
func TestSandboxInTheProject(t *testing.T) {
	m := newMachine(t, "claude")
	m.Scope = Project
	m.choose("--sandbox=" + m.Project + "/box")
	require.NoError(t, Install(m.Options))
	assert.NotContains(t, m.read(), "additionalDirectories")
}

// TestNeeds registers the events that a choice needs, and takes back those that none
// needs any more.
func TestNeeds(t *testing.T) {
	all := []string{"PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "SessionStart"}
	for _, tt := range []struct {
		flags []string
		want  string // a digit for each event
	}{
		{[]string{"--sandbox=~/box"}, "11100"},
		{[]string{"--sandbox=~/box", "--mode=block"}, "10000"},
		{[]string{"--profile=standard"}, "10000"},
		{[]string{"--profile=standard", "--batch-permission=true"}, "11110"},
		{[]string{"--host-repo=~/host"}, "10001"},
		{[]string{"--project=~/project"}, "10000"},
	} {
		m := newMachine(t, "claude")
		m.choose("--sandbox=~/box", "--batch-permission=1", "--worktree=~/wt")
		require.NoError(t, Install(m.Options))
		m.choose(tt.flags...)
		require.NoError(t, Install(m.Options))
		m.holds("")
		got := ""
		for _, event := range all {
			if strings.Contains(m.read(), `"`+event+`"`) {
				got += "1"
			} else {
				got += "0"
			}
		}
		assert.Equal(t, tt.want, got, "%q", tt.flags)
	}
}

// TestClosed sets what makes a failure block, where an agent has such a setting.
func TestClosed(t *testing.T) {
	for _, a := range Agents() {
		if a.User == "" || a.Plugins != nil {
			continue // shims say it themselves
		}
		m := newMachine(t, a.Name)
		require.NoError(t, Install(m.Options))
		for _, word := range []string{"onFailure", "failClosed", "on_failure"} {
			assert.NotContains(t, m.read(), word)
		}
		m.choose("--sandbox=~/box", "--fail=closed")
		require.NoError(t, Install(m.Options))
		if a.Form.Closed == nil {
			assert.Contains(t, m.notes.String(), "runs a command where the hook itself "+cmp.Or(a.Open, "fails or takes too long")+", and has no setting against it")
			continue
		}
		assert.Contains(t, m.read(), `"`+a.Form.Closed.Name+`": `+a.Form.Closed.Value.scalar)
	}
}

// TestOursAlready renews an entry that is there, where it is, and removes copies.
func TestOursAlready(t *testing.T) {
	const theirs = `{"type": "command", "command": "other"}`
	for _, tt := range []struct{ name, text, left string }{
		{
			"an old one", `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "/old/sandbox-enforcer-hook --mode=block"}]}, {"hooks": [` + theirs + `]}]}}`,
			`{"hooks": {"PreToolUse": [{"hooks": [` + theirs + `]}]}}`,
		},
		{
			"three of them", `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "sandbox-enforcer hook"}]}, {"hooks": [{"type": "command", "command": "'/a b/sandbox-enforcer-hook'"}, {"type": "command", "command": "\"C:\\\\sandbox-enforcer-hook.exe\""}]}]}}`,
			`{}`,
		},
		{
			"one among others", `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [` + theirs + `, {"type": "command", "command": "sandbox-enforcer-hook"}]}]}}`,
			`{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [` + theirs + `]}]}}`,
		},
		{
			"one with args", `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "/x/sandbox-enforcer", "args": ["hook"]}]}]}}`,
			`{}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := newMachine(t, "claude")
			m.write(tt.text)
			require.NoError(t, Install(m.Options))
			text := m.read()
			for _, old := range []string{"/old/", "/a b/", "C:", "args\":"} {
				assert.NotContains(t, text, old)
			}
			require.NoError(t, Install(m.Options))
			assert.Equal(t, text, m.read())
			require.NoError(t, Uninstall(m.Options))
			assert.JSONEq(t, tt.left, m.read())
		})
	}
}

// TestWithoutARecord takes the hook out of a file that install remembers nothing of.
func TestWithoutARecord(t *testing.T) {
	m := newMachine(t, "claude")
	m.write(oneMember)
	require.NoError(t, Install(m.Options))
	require.NoError(t, os.RemoveAll(filepath.Join(m.home, ".local")))
	require.NoError(t, Uninstall(m.Options))
	assert.NotContains(t, m.read(), "hooks")
	assert.Contains(t, m.read(), `"a": 1`)
}

// TestRecords that somebody else may write do not count.
func TestRecords(t *testing.T) {
	m := newMachine(t, "claude")
	m.write(oneMember)
	require.NoError(t, Install(m.Options))
	dir := filepath.Join(m.home, ".local/state/sandbox-enforcer/install")
	require.NoError(t, os.Chmod(dir, 0o777))
	assert.ErrorContains(t, Uninstall(m.Options), "does not count, because the directory is a link, not yours, or open to others")
	require.NoError(t, os.Chmod(dir, 0o700))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1)
	require.NoError(t, os.WriteFile(filepath.Join(dir, entries[0].Name()), []byte(`{"version":9}`), 0o600))
	assert.ErrorContains(t, Uninstall(m.Options), "is not what install wrote: remove it, and look at the backup beside the settings file")
}

// TestSiblings warns of other hooks of the shell's tool, and not of those of others.
func TestSiblings(t *testing.T) {
	for _, tt := range []struct{ name, matcher, command, want string }{
		{"a known one", "Bash", "rtk hook claude", "which changes commands: of two changes the last one counts"},
		{"an unknown one", "Ba.*", "/x/y.sh", "if it changes commands, of two changes"},
		{"all tools", "", "z", "if it changes commands"},
		{"a star", "*", "z", "if it changes commands"},
		{"a matcher that cannot be read", "(", "z", "if it changes commands"},
		{"another tool", "Write|Edit", "z", ""},
	} {
		m := newMachine(t, "claude")
		m.write(`{"hooks":{"PreToolUse":[{"matcher":"` + tt.matcher + `","hooks":[{"type":"command","command":"` + tt.command + `"}]}]}}`)
		require.NoError(t, Install(m.Options))
		if tt.want == "" {
			assert.NotContains(t, m.notes.String(), "as well")
			continue
		}
		assert.Contains(t, m.notes.String(), "starts \""+tt.command+"\" as well", tt.name)
		assert.Contains(t, m.notes.String(), tt.want, tt.name)
	}
}

// TestElsewhere warns of the hook in another file of the agent.
func TestElsewhere(t *testing.T) {
	m := newMachine(t, "claude")
	require.NoError(t, Install(m.Options))
	assert.NotContains(t, m.notes.String(), "runs twice")
	m.Scope = Project
	require.NoError(t, Install(m.Options))
	assert.Contains(t, m.notes.String(), "starts the hook as well, so it runs twice")
}

// TestTerminal shows nothing that a terminal would obey.
func TestTerminal(t *testing.T) {
	m := newMachine(t, "claude")
	m.write("{\n  \"a\": \"\u202e\u009b31m\"\n}\n")
	require.NoError(t, Install(m.Options))
	assert.NotContains(t, m.out.String(), "\u202e")
	assert.NotContains(t, m.out.String(), "\u009b")
}
