//go:build unix

package state

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzState puts bytes in the place of every file: only what Confirm itself would
// have written may allow anything.
func FuzzState(f *testing.F) {
	good := record(consents, key.hash(), noon.Unix())
	for _, seed := range []string{"", good, good[:40], good + "\n", record(pendings, hash("s", key.hash()), noon.Unix()), "sandbox-enforcer consent 1 x 9223372036854775807\n"} {
		f.Add([]byte(seed), "s")
	}
	s := newStore(f)
	f.Fuzz(func(t *testing.T, text []byte, session string) {
		require.NoError(t, os.RemoveAll(s.Dir()))
		agree(t, s)
		require.NoError(t, s.Add("s"))
		require.NoError(t, s.Prompted("s", key, noon))
		for dir, name := range map[string]string{breakers: hash("s"), pendings: hash("s", key.hash()), consents: key.hash()} {
			require.NoError(t, os.WriteFile(filepath.Join(s.Dir(), dir, name), text, 0o600))
		}
		more, at, ours := readRecord(string(text), consents, key.hash())
		ours = ours && len(more) == 0
		age := noon.Sub(at)
		require.Equal(t, ours && age >= 0 && age < consentAge, s.Allowed(key, noon))

		n, err := s.Count("s")
		require.NoError(t, err)
		require.Equal(t, len(text), n)

		more, at, ours = readRecord(string(text), pendings, hash("s", key.hash()))
		ours = ours && len(more) == 0
		age = noon.Sub(at)
		given, err := s.Confirm("s", key, noon)
		require.NoError(t, err)
		require.Equal(t, ours && age >= -skew && age < promptAge, given)

		_, err = s.Count(session)
		require.NoError(t, err)
		_, err = s.Confirm(session, key, noon)
		require.NoError(t, err)
	})
}
