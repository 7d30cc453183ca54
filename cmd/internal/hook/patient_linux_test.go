package hook

import (
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPatient(t *testing.T) {
	t.Run("a pipe that ends", func(t *testing.T) {
		r, w, err := os.Pipe()
		require.NoError(t, err)
		defer r.Close()
		go func() {
			defer w.Close()
			for range 3 {
				time.Sleep(5 * time.Millisecond)
				_, _ = w.WriteString("abc")
			}
		}()
		got, err := io.ReadAll(patient(r, time.Minute))
		require.NoError(t, err)
		assert.Equal(t, "abcabcabc", string(got))
	})
	t.Run("a pipe that does not end", func(t *testing.T) {
		r, w, err := os.Pipe()
		require.NoError(t, err)
		defer r.Close()
		defer w.Close()
		_, err = w.WriteString("abc")
		require.NoError(t, err)
		got, err := io.ReadAll(patient(r, 20*time.Millisecond))
		assert.EqualError(t, err, "it did not end in time")
		assert.Equal(t, "abc", string(got))
	})
	t.Run("a file", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "event")
		require.NoError(t, os.WriteFile(path, []byte("abc"), 0o600))
		f, err := os.Open(path)
		require.NoError(t, err)
		defer f.Close()
		got, err := io.ReadAll(patient(f, 0))
		require.NoError(t, err)
		assert.Equal(t, "abc", string(got))
	})
	t.Run("the null device", func(t *testing.T) {
		f, err := os.Open(os.DevNull)
		require.NoError(t, err)
		defer f.Close()
		got, err := io.ReadAll(patient(f, time.Minute))
		require.NoError(t, err)
		assert.Empty(t, got)
	})
	t.Run("a closed file", func(t *testing.T) {
		f, err := os.Open(os.DevNull)
		require.NoError(t, err)
		require.NoError(t, f.Close())
		_, err = io.ReadAll(patient(f, time.Minute))
		assert.ErrorIs(t, err, os.ErrClosed)
	})
}
