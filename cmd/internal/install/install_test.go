package install

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tailscale/hujson"

	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/protocol"
	"sandbox-enforcer/cmd/internal/settings"
)

// machine is a home directory with one run's options.
type machine struct {
	Options
	t          *testing.T
	home       string
	out, notes strings.Builder
}

// newMachine makes a home directory. Its path has what a command line has to quote.
func newMachine(t *testing.T, agent string) *machine {
	t.Helper()
	m := &machine{t: t, home: filepath.Join(t.TempDir(), `it's "home" $x`)}
	require.NoError(t, os.MkdirAll(filepath.Join(m.home, "project"), 0o755))
	require.NoError(t, os.MkdirAll(filepath.Join(m.home, "box"), 0o700))
	m.Options = Options{
		Machine: Machine{Env: m.env, Project: filepath.Join(m.home, "project")},
		Names:   []string{agent}, Scope: User,
		Program: []string{"/opt/it's here/sandbox-enforcer-hook"},
		Speaks:  func(string) bool { return true },
		Out:     &m.out, Notes: &m.notes,
	}
	m.choose("--sandbox=~/box")
	return m
}

func (m *machine) env(name string) (string, bool) {
	if name == "HOME" {
		return m.home, true
	}
	return "", false
}

// choose makes the settings those of the flags.
func (m *machine) choose(flags ...string) {
	m.t.Helper()
	chosen, problems := settings.Load(flags, m.env, facts.OS{})
	require.Empty(m.t, problems)
	m.Flags, m.Settings = flags, chosen
}

// path is the file that hooks are registered in, with its directory made.
func (m *machine) path() string {
	m.t.Helper()
	a, known := Find(m.Names[0])
	require.True(m.t, known)
	path, _, err := m.Path(a, m.Scope)
	require.NoError(m.t, err)
	return path
}

func (m *machine) write(text string) string {
	m.t.Helper()
	path := m.path()
	require.NoError(m.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(m.t, os.WriteFile(path, []byte(text), 0o640))
	return path
}

func (m *machine) read() string {
	m.t.Helper()
	text, err := os.ReadFile(m.path())
	require.NoError(m.t, err)
	return string(text)
}

// tree is every file below the home directory with what it holds, but for what install
// remembers.
func (m *machine) tree() map[string]string {
	m.t.Helper()
	out := map[string]string{}
	require.NoError(m.t, filepath.WalkDir(m.home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == filepath.Join(m.home, ".local") {
			return fs.SkipDir
		}
		name := strings.TrimPrefix(path, m.home)
		if d.IsDir() {
			out[name] = "directory"
			return nil
		}
		info, err := d.Info()
		require.NoError(m.t, err)
		text, err := os.ReadFile(path)
		require.NoError(m.t, err)
		out[name] = info.Mode().String() + " " + string(text)
		return nil
	}))
	return out
}

// eachSound runs a test over all sound files with Claude Code and one more agent each.
func eachSound(t *testing.T, test func(t *testing.T, m *machine, text string)) {
	agents := Agents()
	n := 0
	for _, a := range agents {
		if a.User == "" || a.Form.TOML {
			continue // shims are all, or see eachTOML
		}
		files := []settingsFile{{"nothing", ""}, {"one member", "{\n\t\"a\": 1\n}\n"}}
		switch {
		case a.Name == "claude":
			files = append(sound(), hooked("PreToolUse")...)
		case a.Form.Nested && a.Group == "hooks":
			files = append(files, hooked(a.Events[0].Name)...)
		}
		for i, f := range sound() {
			if i%(len(agents)-1)+1 == n {
				files = append(files, f)
			}
		}
		for _, f := range files {
			t.Run(a.Name+"/"+f.name, func(t *testing.T) { test(t, newMachine(t, a.Name), f.text) })
		}
		n++
	}
}

// TestThereAndBack holds every sound file against what is promised: nothing but
// insertions, a second run that changes nothing, and the very bytes back.
func TestThereAndBack(t *testing.T) {
	files := 0
	eachSound(t, func(t *testing.T, m *machine, text string) {
		files++
		m.write(text)
		before := m.tree()

		m.DryRun = true
		require.NoError(t, Install(m.Options))
		require.Equal(t, before, m.tree(), "a dry run")
		assert.Contains(t, m.out.String(), "would be changed")
		m.DryRun = false

		require.NoError(t, Install(m.Options))
		after := m.tree()
		m.holds(text)
		require.NoError(t, Install(m.Options))
		require.Equal(t, after, m.tree(), "a second run")
		assert.Contains(t, m.out.String(), "has the hook already")

		m.DryRun = true
		require.NoError(t, Uninstall(m.Options))
		require.Equal(t, after, m.tree(), "a dry run of uninstall")
		m.DryRun = false
		require.NoError(t, Uninstall(m.Options))
		require.Equal(t, before, m.tree(), "uninstall")
		require.NoError(t, Uninstall(m.Options))
		require.Equal(t, before, m.tree(), "a second uninstall")
	})
	assert.GreaterOrEqual(t, files, 100, "settings files")
}

// holds checks the installed file: the hook once for each event that is needed, and all
// bytes that were there in their order.
func (m *machine) holds(before string) {
	m.t.Helper()
	after := m.read()
	if strings.Trim(strings.TrimPrefix(before, byteOrderMark), blanks) != "" {
		assert.True(m.t, subsequence(before, after), "the bytes that were there:\n%s", after)
	}
	assert.Equal(m.t, strings.HasPrefix(before, byteOrderMark), strings.HasPrefix(after, byteOrderMark))
	if strings.Contains(before, "\r\n") && !strings.Contains(strings.ReplaceAll(before, "\r\n", ""), "\n") {
		assert.NotContains(m.t, strings.ReplaceAll(after, "\r\n", ""), "\n", "line ends")
	}
	a, _ := Find(m.Names[0])
	if a.Form.TOML {
		m.holdsTable()
		return
	}
	c, err := begin(m.path(), after)
	require.NoError(m.t, err)
	w := m.wish(a)
	for _, e := range a.Events {
		found, err := c.places(a, []string{a.Group, e.Name})
		require.NoError(m.t, err)
		want := 0
		for _, n := range w.needs {
			if n == e.Need {
				want = 1
			}
		}
		require.Len(m.t, found, want, e.Name)
		if want == 1 {
			assert.True(m.t, w.entry(e).same(found[0].entry), "%s: %s", e.Name, c.source(found[0].entry))
		}
	}
}

// subsequence reports whether one text is left when bytes of another are removed.
func subsequence(part, whole string) bool {
	for i := 0; part != ""; i++ {
		if i == len(whole) {
			return false
		}
		if part[0] == whole[i] {
			part = part[1:]
		}
	}
	return true
}

// TestChangedSince has somebody add a member between install and uninstall: it stays,
// and so does all else but the hook.
func TestChangedSince(t *testing.T) {
	eachSound(t, func(t *testing.T, m *machine, text string) {
		path := m.write(text)
		require.NoError(t, Install(m.Options))
		head, tail, _ := strings.Cut(m.read(), "{")
		require.NoError(t, os.WriteFile(path, []byte(head+`{"since": 1, `+tail), 0o640))
		require.NoError(t, Uninstall(m.Options))
		got := m.read()
		assert.NotContains(t, got, programName+" ")
		if strings.Trim(strings.TrimPrefix(text, byteOrderMark), blanks) == "" {
			assert.JSONEq(t, `{"since": 1}`, standard(t, strings.TrimPrefix(got, byteOrderMark)))
			return
		}
		head, tail, _ = strings.Cut(text, "{")
		want := head + `{"since": 1, ` + tail
		if strings.Count(text, `"a":`) > 1 || strings.Contains(text, "1e400") {
			return // no program compares these
		}
		want = standard(t, strings.TrimPrefix(want, byteOrderMark))
		if a, _ := Find(m.Names[0]); strings.Contains(text, "Stop") && a.Top != nil {
			want = strings.Replace(want, "{", `{"version": 1, `, 1) // which the hooks of others need as well
		}
		assert.JSONEq(t, want, standard(t, strings.TrimPrefix(got, byteOrderMark)))
		for _, comment := range []string{"// ", "/*"} {
			assert.Equal(t, strings.Count(text, comment), strings.Count(got, comment), "comments of:\n%s", got)
		}
	})
}

// standard is a text without its comments and trailing commas.
func standard(t *testing.T, text string) string {
	t.Helper()
	out, err := hujson.Standardize([]byte(text + "\n"))
	require.NoError(t, err)
	return string(out)
}

// TestBroken leaves every broken file alone, and says where it is broken.
func TestBroken(t *testing.T) {
	for _, tt := range broken {
		t.Run(tt.name, func(t *testing.T) {
			m := newMachine(t, "claude")
			path := m.write(tt.text)
			before := m.tree()
			err := Install(m.Options)
			require.Error(t, err)
			assert.Contains(t, err.Error(), "claude: ")
			assert.Contains(t, err.Error(), tt.want)
			assert.Contains(t, err.Error(), filepath.Base(path))
			assert.Equal(t, before, m.tree())
		})
	}
}

// TestBrokenBesideShims makes no file of ours where the settings cannot be changed.
func TestBrokenBesideShims(t *testing.T) {
	for _, agent := range []string{"opencode", "goose"} {
		m := newMachine(t, agent)
		m.write("{\n")
		before := m.tree()
		require.ErrorContains(t, Install(m.Options), "this is not JSON", agent)
		assert.Equal(t, before, m.tree(), agent)
		assert.Empty(t, m.notes.String(), agent)
	}
}

// TestNoFile makes the file and the directories above it, and removes them again.
func TestNoFile(t *testing.T) {
	for _, a := range Agents() {
		t.Run(a.Name, func(t *testing.T) {
			m := newMachine(t, a.Name)
			before := m.tree()
			require.NoError(t, Install(m.Options))
			if a.User != "" {
				m.holds("")
				info, err := os.Stat(m.path())
				require.NoError(t, err)
				assert.Equal(t, fs.FileMode(0o600), info.Mode().Perm())
			}
			after := m.tree()
			assert.NotEqual(t, before, after)
			require.NoError(t, Install(m.Options))
			assert.Equal(t, after, m.tree())
			require.NoError(t, Uninstall(m.Options))
			assert.Equal(t, before, m.tree())
		})
	}
}

// TestProjectScope registers in the project's file.
func TestProjectScope(t *testing.T) {
	for _, a := range Agents() {
		t.Run(a.Name, func(t *testing.T) {
			m := newMachine(t, a.Name)
			m.Scope = Project
			before := m.tree()
			err := Install(m.Options)
			if !a.InProject() {
				assert.ErrorContains(t, err, "has no hooks of a project: leave --project out")
				return
			}
			require.NoError(t, err)
			for _, s := range a.Shims {
				assert.FileExists(t, filepath.Join(m.Project, s.Project))
			}
			if a.Project != "" {
				assert.FileExists(t, filepath.Join(m.Project, a.Project))
			}
			require.NoError(t, Uninstall(m.Options))
			assert.Equal(t, before, m.tree())
		})
	}
}

// TestAgents holds the table against the protocols that the hook speaks.
func TestAgents(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range Agents() {
		assert.False(t, seen[a.Name], a.Name)
		seen[a.Name] = true
		_, known := protocol.Find(a.Name)
		assert.True(t, known, "the hook does not know %q", a.Name)
		assert.NotEmpty(t, a.Doc)
		assert.NotEmpty(t, a.Programs)
		if a.User == "" {
			assert.NotEmpty(t, a.Shims)
			continue
		}
		if a.Plugins != nil {
			assert.Len(t, a.Shims, 1)
			continue
		}
		require.NotEmpty(t, a.Events)
		assert.Equal(t, judging, a.Events[0].Need)
		assert.NotEmpty(t, a.Form.Command)
		assert.Equal(t, a.Form.Timeout == "", a.Form.Unit == 0)
	}
}
