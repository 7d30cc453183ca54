package facts

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestList compares the answers held in memory with those of a real directory.
func TestList(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(dir+"/d/b", 0o700))
	require.NoError(t, os.WriteFile(dir+"/d/a", nil, 0o600))
	require.NoError(t, os.Symlink("none", dir+"/d/c"))
	require.NoError(t, os.Symlink("d", dir+"/l"))
	m, err := NewMemory(Dir("/d/b"), File("/d/a", ""), Link("/d/c", "none"), Link("/l", "d"), File("/d/b/below", ""))
	require.NoError(t, err)
	tests := []struct {
		dir   string
		limit int
		want  []string
	}{
		{dir: "/d", limit: 9, want: []string{"a", "b", "c"}},
		{dir: "/l", limit: 9, want: []string{"a", "b", "c"}},
		{dir: "/d/a", limit: 9},
		{dir: "/none", limit: 9},
	}
	for _, tt := range tests {
		assert.ElementsMatch(t, tt.want, OS{}.List(dir+tt.dir, tt.limit), tt.dir)
		assert.ElementsMatch(t, tt.want, m.List(tt.dir, tt.limit), tt.dir)
	}
	assert.Len(t, OS{}.List(dir+"/d", 2), 2, "no more than asked for")
	assert.Len(t, m.List("/d", 2), 2, "no more than asked for")
	assert.Equal(t, []string{"d", "l"}, m.List("/", 9))
}
