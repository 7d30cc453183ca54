package policy

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/rules"
)

// machine is one with a home directory and a project, both empty.
type machine struct {
	t             *testing.T
	home, project string
	variables     map[string]string
}

func newMachine(t *testing.T) machine {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	m := machine{t: t, home: dir + "/home", project: dir + "/project", variables: map[string]string{}}
	require.NoError(t, os.MkdirAll(m.home, 0o700))
	require.NoError(t, os.MkdirAll(m.project, 0o700))
	m.variables["HOME"] = m.home
	return m
}

func (m machine) env(name string) (string, bool) { v, ok := m.variables[name]; return v, ok }

func (m machine) write(path, text string) string {
	m.t.Helper()
	require.NoError(m.t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(m.t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// user writes the user's file.
func (m machine) user(text string) string {
	return m.write(m.home+"/.config/sandbox-enforcer/policy.json", text)
}

// proj writes the project's file.
func (m machine) proj(text string) string {
	return m.write(m.project+"/.claude/config/sandbox_policy.json", text)
}

func (m machine) load(o Options) (Loaded, []Problem) {
	o.Env = m.env
	if o.Project == "" {
		o.Project = m.project
	}
	return Load(o)
}

func texts(entries []rules.Entry) []string {
	var out []string
	for _, e := range entries {
		out = append(out, e.Text)
	}
	return out
}

func messages(problems []Problem) string {
	var b strings.Builder
	for _, p := range problems {
		b.WriteString(p.Error() + "\n")
	}
	return b.String()
}

func TestLoadTheBuiltIn(t *testing.T) {
	for _, profile := range rules.Profiles() {
		m := newMachine(t)
		loaded, problems := m.load(Options{Profile: profile.Profile})
		assert.Empty(t, problems)
		profile.Root = m.project
		assert.Equal(t, profile, loaded.Policy)
	}
	m := newMachine(t)
	loaded, problems := m.load(Options{})
	assert.Empty(t, problems)
	assert.Equal(t, "development", loaded.Policy.Profile)

	m.variables = nil
	loaded, problems = m.load(Options{})
	assert.Empty(t, problems, "without a home directory there is no user's file")
	assert.Equal(t, "development", loaded.Policy.Profile)
}

func TestWhichFile(t *testing.T) {
	named := func(command string) string { return in(`"safe_commands": ["` + command + `"]`) }
	m := newMachine(t)
	m.user(named("config"))
	m.write(m.home+"/xdg/sandbox-enforcer/policy.json", named("xdg"))
	m.write(m.home+"/mine.json", named("mine"))
	tests := []struct{ name, file, xdg, want string }{
		{"the home directory's", "", "", "config"},
		{"XDG_CONFIG_HOME", "", m.home + "/xdg", "xdg"},
		{"a relative XDG_CONFIG_HOME does not count", "", "xdg", "config"},
		{"a path", m.home + "/mine.json", m.home + "/xdg", "mine"},
		{"a path below home", "~/mine.json", "", "mine"},
		{"a path below $HOME", "$HOME/mine.json", "", "mine"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m.variables["XDG_CONFIG_HOME"] = tt.xdg
			loaded, problems := m.load(Options{File: tt.file})
			require.Empty(t, problems)
			assert.Equal(t, []string{tt.want}, texts(loaded.Policy.SafeCommands))
			assert.Equal(t, rules.Origin{File: loaded.User.Path, Line: 1, Column: 35}, loaded.Origins["safe_commands"])
		})
	}
}

func TestWhichProfile(t *testing.T) {
	const two = `{"default_profile": "ci", "profiles": {"ci": {"compound": "each"}, "production": {"safe_commands": ["ls"]}}}`
	tests := []struct{ name, file, profile, want, warning string }{
		{"the file's", two, "", "ci", ""},
		{"the one that is named", two, "production", "production", ""},
		{"built in", two, "standard", "standard", ""},
		{"no default", `{}`, "", "development", ""},
		{"a built-in default", `{"default_profile": "standard"}`, "", "standard", ""},
		{"unknown", two, "prodction", "production", `there is no profile "prodction", so production counts: did you mean "production"?`},
		{"nothing like it", two, "x", "production", `there is no profile "x", so production counts: write one of ci, development, production, standard, testing`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newMachine(t)
			m.user(tt.file)
			loaded, problems := m.load(Options{Profile: tt.profile})
			assert.Equal(t, tt.want, loaded.Policy.Profile)
			assert.Empty(t, loaded.Policy.Mistrusted)
			if tt.warning == "" {
				assert.Empty(t, problems)
				return
			}
			require.Len(t, problems, 1)
			assert.Equal(t, Warning, problems[0].Kind)
			assert.Equal(t, tt.warning, problems[0].Error())
			assert.Equal(t, []string{"ls"}, texts(loaded.Policy.SafeCommands), "the file's own production")
		})
	}
}

func TestBrokenUserFile(t *testing.T) {
	m := newMachine(t)
	path := m.user(`{"default_profile": "testing", "profiles": {"testing": {"blocked_patterns": [], "x": 1}}}`)
	loaded, problems := m.load(Options{Profile: "testing"})
	require.Len(t, problems, 1)
	assert.Equal(t, path+`:1:81: a profile has no key "x": write one of safe_commands, blocked_patterns, shell_injection_patterns, blocked_paths, path_traversal_patterns, protected_paths, authorized_agents, compound, built_in_knowledge, sandbox_enabled, circuit_breaker`, problems[0].Error())
	want, _ := rules.FindProfile("testing")
	want.Mistrusted, want.Root = problems[0].Error(), m.project
	assert.Equal(t, want, loaded.Policy, "the built-in profile says what is blocked")

	loaded, _ = m.load(Options{Profile: "mine"})
	assert.Equal(t, "production", loaded.Policy.Profile, "a profile that only the broken file may have")
	m.user(`{"default_profile": "mine", "profiles": {"mine": 1}}`)
	loaded, _ = m.load(Options{})
	assert.Equal(t, "production", loaded.Policy.Profile)
	assert.NotEmpty(t, loaded.Policy.Mistrusted)
}

func TestDiffOfAgents(t *testing.T) {
	all, some, none := development(), development(), development()
	some.Agents, none.Agents = []rules.Entry{{Text: "a"}, {Text: "b"}}, []rules.Entry{}
	assert.Equal(t, []string{`authorized_agents all becomes ["a", "b"]`}, Diff(all, some))
	assert.Equal(t, []string{`authorized_agents [] becomes all`}, Diff(none, all))
	assert.Equal(t, []string{`authorized_agents loses "a"`, `authorized_agents loses "b"`}, Diff(some, none))
	assert.Empty(t, Diff(all, all))
}

// The hook links this package, and an agent waits for the hook.
func TestLinksNothingSlow(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Skipf("the go command cannot list what the package links: %v", err)
	}
	linked := strings.Fields(string(out))
	require.Contains(t, linked, "github.com/go-json-experiment/json/jsontext")
	for _, slow := range []string{"encoding/json", "net/http", "text/template", "github.com/tailscale/hujson"} {
		assert.NotContains(t, linked, slow)
	}
}

func TestFilesThatCannotBeRead(t *testing.T) {
	tests := []struct {
		name, want string
		make       func(t *testing.T, path string)
	}{
		{"missing", "the policy file does not exist: name one that does", func(*testing.T, string) {}},
		{"empty", "1:1: the file is empty", func(t *testing.T, path string) { require.NoError(t, os.WriteFile(path, nil, 0o600)) }},
		{"a directory", "is a directory: name a file in it", func(t *testing.T, path string) { require.NoError(t, os.Mkdir(path, 0o700)) }},
		{"a pipe", "is no regular file", func(t *testing.T, path string) { require.NoError(t, syscall.Mkfifo(path, 0o600)) }},
		{"a device", "is no regular file", func(t *testing.T, path string) { require.NoError(t, os.Symlink("/dev/zero", path)) }},
		{"a dangling link", "does not exist", func(t *testing.T, path string) { require.NoError(t, os.Symlink("gone", path)) }},
		{"a link to itself", "cannot be read", func(t *testing.T, path string) { require.NoError(t, os.Symlink(path, path)) }},
		{"50 MB", "has more than 1048576 bytes: keep the policy shorter", func(t *testing.T, path string) {
			require.NoError(t, os.WriteFile(path, nil, 0o600))
			require.NoError(t, os.Truncate(path, 50<<20))
		}},
		{"one byte too many", "has more than 1048576 bytes", func(t *testing.T, path string) {
			require.NoError(t, os.WriteFile(path, bytes.Repeat([]byte(" "), maxFile+1), 0o600))
		}},
		{"no right to read it", "may not be read", func(t *testing.T, path string) {
			if os.Geteuid() == 0 {
				t.Skip("root reads everything: run the tests as somebody else")
			}
			require.NoError(t, os.WriteFile(path, []byte("{}"), 0o000))
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newMachine(t)
			path := m.home + "/policy.json"
			tt.make(t, path)
			done := make(chan struct{})
			go func() {
				defer close(done)
				loaded, problems := m.load(Options{File: path})
				assert.Contains(t, messages(problems), tt.want)
				assert.Len(t, problems, 1)
				assert.NotEmpty(t, loaded.Policy.Mistrusted)
				assert.Equal(t, "development", loaded.Policy.Profile)
			}()
			select {
			case <-done:
			case <-time.After(10 * time.Second):
				t.Fatal("reading the file waits")
			}
		})
	}
	t.Run("the largest", func(t *testing.T) {
		m := newMachine(t)
		path := m.write(m.home+"/policy.json", "{}"+strings.Repeat(" ", maxFile-2))
		_, problems := m.load(Options{File: path})
		assert.Empty(t, problems)
	})
	t.Run("a relative path", func(t *testing.T) {
		loaded, problems := newMachine(t).load(Options{File: "policy.json"})
		assert.Contains(t, messages(problems), "is not absolute: give an absolute path, ~/… or $HOME/…")
		assert.NotEmpty(t, loaded.Policy.Mistrusted)
	})
}

// A project's file in every case that it could loosen or tighten the user's.
func TestProjectOnlyTightens(t *testing.T) {
	const user = `{"default_profile": "mine", "profiles": {"mine": {
		"safe_commands": ["cat", "git status", "make"],
		"blocked_patterns": ["sudo", "rm -rf"],
		"shell_injection_patterns": [";"],
		"blocked_paths": [".env"],
		"path_traversal_patterns": [],
		"protected_paths": ["docs/**"],
		"authorized_agents": ["a", "b"],
		"compound": "each", "built_in_knowledge": true, "sandbox_enabled": false,
		"circuit_breaker": {"enabled": false, "threshold": 5}}}}`
	tests := []struct {
		name, project string
		want          []string // how the policy differs from the user's
		trusted       []string // and how with a file that is trusted
	}{
		{name: "nothing", project: ``},
		{
			name: "safe commands", project: `"safe_commands": ["rm", "git  status", "cat"]`,
			want:    []string{`safe_commands loses "make"`},
			trusted: []string{`safe_commands loses "make"`, `safe_commands gains "rm"`},
		},
		{
			name: "no safe commands", project: `"safe_commands": []`,
			want:    []string{`safe_commands loses "cat"`, `safe_commands loses "git status"`, `safe_commands loses "make"`},
			trusted: []string{`safe_commands loses "cat"`, `safe_commands loses "git status"`, `safe_commands loses "make"`},
		},
		{
			name: "blocked patterns", project: `"blocked_patterns": ["curl", "sudo"]`,
			want:    []string{`blocked_patterns gains "curl"`},
			trusted: []string{`blocked_patterns loses "rm -rf"`, `blocked_patterns gains "curl"`},
		},
		{
			name: "the other lists", project: `"shell_injection_patterns": ["|"], "blocked_paths": [], "path_traversal_patterns": [".."], "protected_paths": ["x"]`,
			want:    []string{`shell_injection_patterns gains "|"`, `path_traversal_patterns gains ".."`, `protected_paths gains "x"`},
			trusted: []string{`shell_injection_patterns loses ";"`, `shell_injection_patterns gains "|"`, `blocked_paths loses ".env"`, `path_traversal_patterns gains ".."`, `protected_paths loses "docs/**"`, `protected_paths gains "x"`},
		},
		{
			name: "agents", project: `"authorized_agents": ["c", "b"]`,
			want:    []string{`authorized_agents loses "a"`},
			trusted: []string{`authorized_agents loses "a"`, `authorized_agents gains "c"`},
		},
		{
			name: "no agent in common", project: `"authorized_agents": ["c"]`,
			want:    []string{`authorized_agents loses "a"`, `authorized_agents loses "b"`},
			trusted: []string{`authorized_agents loses "a"`, `authorized_agents loses "b"`, `authorized_agents gains "c"`},
		},
		{
			name: "stricter choices", project: `"compound": "operators", "built_in_knowledge": false, "circuit_breaker": {"enabled": true, "threshold": 2}`,
			want:    []string{"compound each becomes operators", "built_in_knowledge true becomes false", "circuit_breaker.enabled false becomes true", "circuit_breaker.threshold 5 becomes 2"},
			trusted: []string{"compound each becomes operators", "built_in_knowledge true becomes false", "circuit_breaker.enabled false becomes true", "circuit_breaker.threshold 5 becomes 2"},
		},
		{
			name: "switching on refuses, and approves nothing", project: `"sandbox_enabled": true, "safe_commands": ["cat"], "built_in_knowledge": true`,
			want:    []string{`safe_commands loses "cat"`, `safe_commands loses "git status"`, `safe_commands loses "make"`, "built_in_knowledge true becomes false", "sandbox_enabled false becomes true"},
			trusted: []string{`safe_commands loses "git status"`, `safe_commands loses "make"`, "sandbox_enabled false becomes true"},
		},
		{name: "a higher threshold", project: `"circuit_breaker": {"threshold": 50}`, trusted: []string{"circuit_breaker.threshold 5 becomes 50"}},
		{name: "a key in a comment", project: `"_compound": "operators"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newMachine(t)
			m.user(user)
			before, problems := m.load(Options{})
			require.Empty(t, problems)
			m.proj(`{"profiles": {"mine": {` + tt.project + `}, "other": {"sandbox_enabled": true}}}`)
			after, problems := m.load(Options{})
			assert.Empty(t, problems)
			assert.Equal(t, tt.want, Diff(before.Policy, after.Policy))
			assert.False(t, after.Trusted)
			require.NoError(t, Trust(m.env, after.Project))
			after, problems = m.load(Options{})
			assert.Empty(t, problems)
			assert.True(t, after.Trusted)
			assert.Equal(t, tt.trusted, Diff(before.Policy, after.Policy))
			assert.Contains(t, texts(after.Policy.ProtectedPaths), ".claude/local/**")
		})
	}
}

// What is strict already stays so.
func TestProjectDoesNotLoosen(t *testing.T) {
	const loose = `"safe_commands": ["sh"], "blocked_patterns": [], "shell_injection_patterns": [], "blocked_paths": [], "path_traversal_patterns": [],
		"protected_paths": [], "compound": "each", "built_in_knowledge": true, "sandbox_enabled": false, "circuit_breaker": {"enabled": false, "threshold": 99}`
	for _, built := range rules.Profiles() {
		m := newMachine(t)
		m.proj(`{"default_profile": "loose", "profiles": {"loose": {` + loose + `}, "` + built.Profile + `": {` + loose + `}}}`)
		loaded, problems := m.load(Options{Profile: built.Profile})
		require.Len(t, problems, 1)
		assert.Equal(t, Note, problems[0].Kind)
		assert.Contains(t, problems[0].Error(), ":1:21: a project does not choose the profile, so "+built.Profile+" counts")
		want := built
		want.SafeCommands, want.Root = nil, m.project
		assert.Equal(t, want, loaded.Policy)
	}
}

func TestAgentsOfAProject(t *testing.T) {
	m := newMachine(t)
	m.proj(in(`"authorized_agents": ["a"]`))
	loaded, problems := m.load(Options{})
	assert.Empty(t, problems)
	assert.Equal(t, []string{"a"}, texts(loaded.Policy.Agents), "the user names none, which means all")
	m.user(in(`"authorized_agents": []`))
	loaded, _ = m.load(Options{})
	assert.NotNil(t, loaded.Policy.Agents, "nobody, which is not all")
	assert.Empty(t, loaded.Policy.Agents)
}

func TestBrokenProjectFile(t *testing.T) {
	m := newMachine(t)
	m.user(in(`"blocked_patterns": ["make"], "safe_commands": ["cat"]`))
	path := m.proj(`{"profiles": {"development": {"blocked_patterns": ["x"], "compund": 1}}`)
	loaded, problems := m.load(Options{})
	assert.Len(t, problems, 2)
	assert.Equal(t, []string{"make"}, texts(loaded.Policy.BlockedPatterns), "what the user refuses stays refused")
	assert.Equal(t, path+`:1:58: a profile has no key "compund": did you mean "compound"?`, loaded.Policy.Mistrusted)
}

func TestProjectFileThatIsALink(t *testing.T) {
	m := newMachine(t)
	outside := m.write(m.home+"/elsewhere.json", in(`"blocked_patterns": ["x"]`))
	place := m.project + "/.claude/config/sandbox_policy.json"
	require.NoError(t, os.MkdirAll(filepath.Dir(place), 0o700))
	require.NoError(t, os.Symlink(outside, place))
	loaded, problems := m.load(Options{})
	assert.Contains(t, messages(problems), "is a link that leads out of the project: put the file itself there")
	assert.NotEmpty(t, loaded.Policy.Mistrusted)

	require.NoError(t, os.Remove(place))
	require.NoError(t, os.Symlink("../../policy.json", place))
	m.write(m.project+"/policy.json", in(`"blocked_patterns": ["x"]`))
	loaded, problems = m.load(Options{})
	assert.Empty(t, problems, "a link inside the project is fine")
	assert.Contains(t, texts(loaded.Policy.BlockedPatterns), "x")

	require.NoError(t, os.RemoveAll(m.project+"/.claude"))
	m.write(m.home+"/claude/config/sandbox_policy.json", "{}")
	require.NoError(t, os.Symlink(m.home+"/claude", m.project+"/.claude"))
	_, problems = m.load(Options{})
	assert.Contains(t, messages(problems), "leads out of the project", "a directory on the way is the link")
}
