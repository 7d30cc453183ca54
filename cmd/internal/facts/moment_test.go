package facts

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMomentAsksOnce holds what a moment remembers against a machine that changes: the
// first answer stays, and one that it was never asked for is new.
func TestMomentAsksOnce(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	at := func(name string) string { return filepath.Join(root, name) }
	require.NoError(t, os.Mkdir(at("dir"), 0o700))
	require.NoError(t, os.WriteFile(at("text"), []byte("before"), 0o600))
	m := AtOnce(OS{})

	first, err := m.Resolve(at("dir/x"))
	require.NoError(t, err)
	assert.Equal(t, at("dir/x"), first)
	text, err := m.Read(at("text"), 100)
	require.NoError(t, err)
	assert.Equal(t, "before", string(text))

	require.NoError(t, os.Remove(at("dir")))
	require.NoError(t, os.Symlink("elsewhere", at("dir")))
	require.NoError(t, os.WriteFile(at("text"), []byte("later on"), 0o600))
	again, err := m.Resolve(at("dir/x"))
	require.NoError(t, err)
	assert.Equal(t, first, again)
	text, err = m.Read(at("text"), 100)
	require.NoError(t, err)
	assert.Equal(t, "before", string(text))
	text, err = m.Read(at("text"), 3)
	require.NoError(t, err)
	assert.Equal(t, "lat", string(text), "another question")

	now, err := AtOnce(OS{}).Resolve(at("dir/x"))
	require.NoError(t, err)
	assert.Equal(t, at("elsewhere/x"), now)
}

func TestAtOnceLeavesOtherFacts(t *testing.T) {
	memory, err := NewMemory()
	require.NoError(t, err)
	assert.Same(t, memory, AtOnce(memory))
}
