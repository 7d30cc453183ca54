package state

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCheck(t *testing.T) {
	s := newStore(t)
	assert.Empty(t, s.Check(), "nothing is there yet")
	assert.NoDirExists(t, s.Dir())
	require.NoError(t, s.Add("s"))
	assert.Empty(t, s.Check())
	require.NoError(t, os.Chmod(filepath.Join(s.Dir(), breakers), 0o777))
	require.Len(t, s.Check(), 1)
	assert.ErrorContains(t, s.Check()[0], "may be written by others")
	require.NoError(t, os.Chmod(s.Dir(), 0o777))
	assert.Len(t, s.Check(), 1, "of a directory that is not trusted no more is told")
}

func TestLast(t *testing.T) {
	s := newStore(t)
	assert.Zero(t, s.Last())
	require.NoError(t, s.Add("s"))
	assert.WithinDuration(t, time.Now(), s.Last(), time.Minute)
}
