package facts

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSame(t *testing.T) {
	top := t.TempDir()
	require.NoError(t, os.Mkdir(top+"/dir", 0o755))
	require.NoError(t, os.Symlink("dir", top+"/link"))
	memory, err := NewMemory(Dir(top+"/dir"), Link(top+"/link", "dir"))
	require.NoError(t, err)
	for _, f := range []interface{ Same(a, b string) bool }{OS{}, memory, memory.Folding()} {
		assert.True(t, f.Same(top+"/dir", top+"/dir/"))
		assert.True(t, f.Same(top+"/dir", top+"/link"))
		assert.False(t, f.Same(top+"/dir", top))
		assert.False(t, f.Same(top+"/none", top+"/none"), "what is not there is the same as nothing")
	}
	assert.False(t, memory.Same(top+"/dir", top+"/DIR"))
	assert.True(t, memory.Folding().Same(top+"/dir", top+"/DIR"))
	real, err := memory.Folding().Resolve(top + "/LINK/x")
	require.NoError(t, err)
	assert.Equal(t, top+"/dir/x", real)
}

// TestLinksOfProcesses follows no link of a process: what it says is not where it leads.
func TestLinksOfProcesses(t *testing.T) {
	own := "/proc/" + strconv.Itoa(os.Getpid())
	if _, err := os.Readlink(own + "/cwd"); err != nil {
		t.Skip("there is no /proc here")
	}
	for _, name := range []string{"cwd", "root", "exe", "fd/0", "task/" + strconv.Itoa(os.Getpid()) + "/cwd"} {
		_, err := OS{}.Resolve(filepath.Join(own, name, "x"))
		assert.ErrorIs(t, err, errProcess, name)
	}
	real, err := OS{}.Resolve(own + "/status")
	require.NoError(t, err)
	assert.Equal(t, own+"/status", real)
}
