package policy

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTrustIsForOneContent(t *testing.T) {
	m := newMachine(t)
	path := m.proj(in(`"safe_commands": ["make"]`))
	loaded, _ := m.load(Options{})
	assert.Empty(t, loaded.Policy.SafeCommands)
	require.NoError(t, Trust(m.env, loaded.Project))

	loaded, problems := m.load(Options{})
	assert.Empty(t, problems)
	assert.True(t, loaded.Trusted)
	assert.Equal(t, []string{"make"}, texts(loaded.Policy.SafeCommands))
	assert.Equal(t, path, loaded.Origins["safe_commands"].File)

	m.proj(in(`"safe_commands": ["make", "sh"]`))
	loaded, _ = m.load(Options{})
	assert.False(t, loaded.Trusted, "other content")
	assert.Empty(t, loaded.Policy.SafeCommands)
	preview, _ := m.load(Options{AssumeTrust: true})
	assert.Equal(t, []string{`safe_commands gains "make"`, `safe_commands gains "sh"`}, Diff(loaded.Policy, preview.Policy))
}

func TestTrustIsPrivate(t *testing.T) {
	m := newMachine(t)
	m.proj(in(`"safe_commands": ["make"]`))
	loaded, _ := m.load(Options{})
	m.variables["XDG_STATE_HOME"] = m.home + "/state"
	require.NoError(t, Trust(m.env, loaded.Project))
	dir := m.home + "/state/sandbox-enforcer/trust"
	info, err := os.Stat(dir)
	require.NoError(t, err)
	assert.Equal(t, os.ModeDir|0o700, info.Mode())
	info, err = os.Stat(filepath.Join(dir, loaded.Project.Sum))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode())
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, files, 1, "nothing is left behind")

	for _, mode := range []os.FileMode{0o720, 0o702, 0o777} {
		require.NoError(t, os.Chmod(dir, mode))
		m.untrusted(t, dir)
	}
	require.NoError(t, os.Chmod(dir, 0o755))
	loaded, _ = m.load(Options{})
	assert.True(t, loaded.Trusted, "others may look")
	require.NoError(t, os.Rename(dir, m.home+"/there"))
	require.NoError(t, os.Symlink(m.home+"/there", dir))
	m.untrusted(t, dir)
	if os.Geteuid() == 0 {
		require.NoError(t, os.Remove(dir))
		require.NoError(t, os.Rename(m.home+"/there", dir))
		require.NoError(t, os.Chown(dir, 1, 1))
		m.untrusted(t, dir)
	}
}

func (m machine) untrusted(t *testing.T, dir string) {
	t.Helper()
	loaded, problems := m.load(Options{})
	assert.False(t, loaded.Trusted)
	assert.Empty(t, loaded.Policy.SafeCommands)
	require.Len(t, problems, 1)
	assert.Equal(t, Warning, problems[0].Kind)
	assert.Contains(t, problems[0].Error(), dir+": the directory of trusted policies does not count")
	assert.ErrorContains(t, Trust(m.env, loaded.Project), "make it a directory of your own with mode 0700")
}

func TestTrustWithoutAHome(t *testing.T) {
	none := func(string) (string, bool) { return "", false }
	assert.ErrorContains(t, Trust(none, File{Sum: "00"}), "set HOME to an absolute path")
	assert.ErrorContains(t, Trust(newMachine(t).env, File{}), "there is no place to remember trust in", "a file that was not read has no sum")
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, WriteFile(dir+"/a", []byte("1")))
	require.NoError(t, WriteFile(dir+"/a", []byte("2")))
	text, err := os.ReadFile(dir + "/a")
	require.NoError(t, err)
	assert.Equal(t, "2", string(text))
	assert.Error(t, WriteFile(dir+"/none/a", nil))
	require.NoError(t, os.Mkdir(dir+"/d", 0o700))
	assert.Error(t, WriteFile(dir+"/d", nil))
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, files, 2, "nothing is left behind")
}
