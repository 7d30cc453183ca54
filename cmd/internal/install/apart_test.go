package install

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// putAt writes a file below the home directory, and returns its path.
func (m *machine) putAt(name, text string) string {
	m.t.Helper()
	path := filepath.Join(m.home, name)
	require.NoError(m.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(m.t, os.WriteFile(path, []byte(text), 0o640))
	return path
}

// readAt is what a file below the home directory holds.
func (m *machine) readAt(name string) string {
	m.t.Helper()
	text, err := os.ReadFile(filepath.Join(m.home, name))
	require.NoError(m.t, err)
	return string(text)
}

// TestEachAgentFile registers the hook in the file of each agent that there is, and in one
// that it makes, and gives all of them back.
func TestEachAgentFile(t *testing.T) {
	m := newMachine(t, "kiro")
	user := []string{".kiro/agents/dev.json", ".kiro/agents/review.json", ".aws/amazonq/cli-agents/q.json"}
	m.putAt(user[0], "{\n    \"name\": \"dev\",\n    \"tools\": [\"*\"]\n}\n")
	m.putAt(user[1], `{"name":"review","hooks":{"preToolUse":[{"matcher":"execute_bash","command":"rtk hook"}],"stop":[{"command":"x"}]}}`)
	m.putAt(user[2], "{}")
	m.putAt(".kiro/agents/notes.md", "# notes\n")
	m.putAt(".kiro/agents/old.json.example", "{}")
	m.putAt("project/.kiro/agents/here.json", `{"name":"here"}`)
	before := m.tree()

	m.DryRun = true
	require.NoError(t, Install(m.Options))
	assert.Equal(t, before, m.tree())
	for _, name := range user {
		assert.Contains(t, m.out.String(), filepath.Base(name)+"\" would be changed")
	}
	m.DryRun = false
	m.notes.Reset()

	require.NoError(t, Install(m.Options))
	after := m.tree()
	for _, name := range append(user, ".kiro/agents/sandbox-enforcer.json", ".aws/amazonq/cli-agents/sandbox-enforcer.json") {
		assert.Equal(t, 1, strings.Count(m.readAt(name), "--agent=kiro"), name)
		assert.Contains(t, m.readAt(name), "10000", name)
	}
	assert.Contains(t, m.readAt(user[1]), `{"matcher":"execute_bash","command":"rtk hook"},{"command":`, "beside the other one")
	assert.NotContains(t, m.readAt(user[2]), `"name"`)
	assert.JSONEq(t, `["*"]`, tools(m.readAt(".kiro/agents/sandbox-enforcer.json")), "without tools an agent has none")
	assert.Equal(t, `{"name":"here"}`, m.readAt("project/.kiro/agents/here.json"))
	notes := m.notes.String()
	assert.Contains(t, notes, `preToolUse of "`+strings.ReplaceAll(filepath.Join(m.home, user[1]), `"`, `\"`)+`" starts "rtk hook" as well, which changes commands`)
	assert.Contains(t, notes, "here.json\" starts no hook, so nothing is judged there: run this with --project as well")
	assert.Equal(t, 1, strings.Count(notes, "its built-in default agent has no file, so no hook"))
	assert.NotContains(t, notes, "runs twice", "each file is by itself")

	m.notes.Reset()
	require.NoError(t, Install(m.Options))
	assert.Equal(t, after, m.tree(), "a second run")
	assert.NotContains(t, m.notes.String(), "built-in default agent")
	assert.Contains(t, m.notes.String(), "run this with --project as well")

	m.Scope = Project
	require.NoError(t, Install(m.Options))
	assert.Contains(t, m.readAt("project/.kiro/agents/here.json"), "--agent=kiro")
	assert.Contains(t, m.readAt("project/.kiro/agents/sandbox-enforcer.json"), "--agent=kiro")
	require.NoError(t, Uninstall(m.Options))
	assert.Equal(t, after, m.tree())
	m.Scope = User
	require.NoError(t, Uninstall(m.Options))
	assert.Equal(t, before, m.tree())
	m.out.Reset()
	require.NoError(t, Uninstall(m.Options))
	assert.Equal(t, "kiro: the hook is not registered\n", m.out.String())
}

// tools are those of an agent's file, as JSON.
func tools(text string) string {
	_, rest, _ := strings.Cut(text, `"tools": `)
	list, _, _ := strings.Cut(rest, "]")
	return list + "]"
}

// TestOneAgentFileFails registers in the others all the same, and says which one it is.
func TestOneAgentFileFails(t *testing.T) {
	m := newMachine(t, "kiro")
	m.putAt(".kiro/agents/a.json", "{")
	m.putAt(".kiro/agents/b.json", `{"hooks": []}`)
	m.putAt(".kiro/agents/c.json", `{"name": "c"}`)
	link := filepath.Join(m.home, ".kiro", "agents", "d.json")
	require.NoError(t, os.Symlink("nowhere", link))
	err := Install(m.Options)
	require.ErrorContains(t, err, "kiro: \""+strings.ReplaceAll(m.home, `"`, `\"`)+"/.kiro/agents/a.json\":1:2: this is not JSON")
	assert.ErrorContains(t, err, "\nkiro: ")
	assert.ErrorContains(t, err, `b.json":1:11: "hooks" is a list, and an object is expected: mend the file`)
	assert.ErrorContains(t, err, `d.json" is a link to nothing`)
	assert.Contains(t, m.readAt(".kiro/agents/c.json"), "--agent=kiro")
	assert.Equal(t, "{", m.readAt(".kiro/agents/a.json"))
	err = Uninstall(m.Options)
	require.ErrorContains(t, err, "a.json")
	assert.Equal(t, `{"name": "c"}`, m.readAt(".kiro/agents/c.json"))
	assert.NoFileExists(t, filepath.Join(m.home, ".kiro", "agents", "sandbox-enforcer.json"))
}

// TestAmazonQAlone makes an agent there, and no directory of Kiro.
func TestAmazonQAlone(t *testing.T) {
	m := newMachine(t, "kiro")
	require.NoError(t, os.MkdirAll(filepath.Join(m.home, ".aws", "amazonq", "cli-agents"), 0o755))
	before := m.tree()
	m.Names = nil
	require.NoError(t, Install(m.Options), "it is found by its directory")
	assert.Contains(t, m.readAt(".aws/amazonq/cli-agents/sandbox-enforcer.json"), "--agent=kiro")
	assert.NoDirExists(t, filepath.Join(m.home, ".kiro"))
	require.NoError(t, Uninstall(m.Options))
	assert.Equal(t, before, m.tree())
}

// TestOwnAgentChanged keeps what a person wrote to the agent that install made, and takes
// back the rest.
func TestOwnAgentChanged(t *testing.T) {
	m := newMachine(t, "kiro")
	require.NoError(t, Install(m.Options))
	const own = ".kiro/agents/sandbox-enforcer.json"
	m.putAt(own, strings.Replace(m.readAt(own), "{", "{\n  \"model\": \"opus\",", 1))
	require.NoError(t, Uninstall(m.Options))
	assert.JSONEq(t, `{"model": "opus"}`, m.readAt(own))

	m = newMachine(t, "kiro")
	require.NoError(t, Install(m.Options))
	m.putAt(own, m.readAt(own)+"\n")
	require.NoError(t, Uninstall(m.Options))
	assert.NoFileExists(t, filepath.Join(m.home, own))
}

// TestFolderThatIsNone says so, and changes nothing.
func TestFolderThatIsNone(t *testing.T) {
	m := newMachine(t, "kiro")
	m.putAt(".aws/amazonq/cli-agents", "")
	before := m.tree()
	assert.ErrorContains(t, Install(m.Options), `/.aws/amazonq/cli-agents" cannot be read (not a directory): mend that first`)
	assert.Equal(t, before, m.tree())
}

// TestManyFiles leaves a folder alone that no person made.
func TestManyFiles(t *testing.T) {
	m := newMachine(t, "kiro")
	for i := range maxEntries + 1 {
		m.putAt(fmt.Sprintf("project/.kiro/agents/%d.json", i), "{}")
	}
	m.Scope = Project
	assert.ErrorContains(t, Install(m.Options), `/.kiro/agents" holds more than 1000 files, so it is left alone: are they all settings?`)
	a, _ := Find("kiro")
	files, err := m.Seen(a)
	require.NoError(t, err)
	last := files[len(files)-1]
	require.Len(t, last.Errs, 1)
	assert.Equal(t, filepath.Join(m.Project, ".kiro", "agents"), last.Path)
	assert.Equal(t, Project, last.Scope)
}

// TestGlobs holds the matchers of Kiro, which are names or patterns of names.
func TestGlobs(t *testing.T) {
	for _, tt := range []struct {
		matcher     string
		takes, many bool
	}{
		{"", true, true},
		{"*", true, true},
		{"@builtin", true, true},
		{"execute_bash", true, true},
		{"execute_*", true, true},
		{"execute_bas?", true, true},
		{"shell", false, true},
		{"fs_*", false, false},
		{"@git", false, false},
		{"execute", false, false},
		{"execute_bash|fs_write", false, false},
	} {
		h := Hook{Matcher: tt.matcher, Glob: true}
		takes, err := h.MeansShell("execute_bash")
		require.NoError(t, err)
		assert.Equal(t, tt.takes, takes, tt.matcher)
		assert.Equal(t, tt.many, h.meansShell(), tt.matcher)
	}
	_, err := Hook{Matcher: "[", Glob: true}.MeansShell("execute_bash")
	assert.Error(t, err)
}
