//go:build unix

package state

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	noon = time.Date(2026, 1, 2, 12, 0, 0, 500, time.UTC)
	key  = Key{Project: "/p", Dir: "/p/d", Command: "make deploy"}
)

// newStore returns a store in a directory of its own.
func newStore(t testing.TB) *Store {
	t.Helper()
	dir := t.TempDir()
	s, err := Open(func(name string) (string, bool) { return dir, name == "XDG_STATE_HOME" })
	require.NoError(t, err)
	return s
}

func TestOpen(t *testing.T) {
	tests := []struct {
		name    string
		env     map[string]string
		want    string
		wantErr string
	}{
		{name: "XDG", env: map[string]string{"XDG_STATE_HOME": "/x", "HOME": "/h"}, want: "/x/sandbox-enforcer"},
		{name: "home", env: map[string]string{"HOME": "/h"}, want: "/h/.local/state/sandbox-enforcer"},
		{name: "a relative XDG directory is ignored", env: map[string]string{"XDG_STATE_HOME": "x", "HOME": "/h"}, want: "/h/.local/state/sandbox-enforcer"},
		{name: "neither", wantErr: "set HOME or XDG_STATE_HOME to an absolute directory"},
		{name: "a relative home", env: map[string]string{"HOME": "h"}, wantErr: "set HOME"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Open(func(name string) (string, bool) { v, ok := tt.env[name]; return v, ok })
			if tt.wantErr != "" {
				require.ErrorContains(t, err, tt.wantErr)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.want, s.Dir())
		})
	}
}

func TestReadingTouchesNothing(t *testing.T) {
	s := newStore(t)
	n, err := s.Count("s")
	require.NoError(t, err)
	assert.Zero(t, n)
	assert.False(t, s.Allowed(key, noon))
	given, err := s.Confirm("s", key, noon)
	require.NoError(t, err)
	assert.False(t, given)
	s.Sweep(noon)
	assert.NoDirExists(t, s.Dir())
}

func TestBreaker(t *testing.T) {
	s := newStore(t)
	sessions := []string{"a", "b", "../../etc/passwd", "/", ".", "\x00", strings.Repeat("s", 1<<20)}
	for i, session := range sessions {
		for range i + 1 {
			require.NoError(t, s.Add(session))
		}
	}
	for i, session := range sessions {
		n, err := s.Count(session)
		require.NoError(t, err)
		assert.Equal(t, i+1, n)
	}
	entries, err := os.ReadDir(filepath.Join(s.Dir(), breakers))
	require.NoError(t, err)
	assert.Len(t, entries, len(sessions))
	for _, e := range entries {
		assert.Len(t, e.Name(), 64, "the hash of the session, whatever it is called")
		info, err := e.Info()
		require.NoError(t, err)
		assert.Equal(t, fs.FileMode(0o600), info.Mode())
	}
	for _, dir := range []string{s.Dir(), filepath.Join(s.Dir(), breakers)} {
		info, err := os.Stat(dir)
		require.NoError(t, err)
		assert.Equal(t, fs.FileMode(0o700), info.Mode().Perm())
	}
}

func TestNoSessionHasNoState(t *testing.T) {
	s := newStore(t)
	require.NoError(t, s.Add(""))
	require.NoError(t, s.Prompted("", key, noon))
	require.NoError(t, s.Prompted("s", Key{}, noon))
	given, err := s.Confirm("", key, noon)
	require.NoError(t, err)
	assert.False(t, given)
	assert.NoDirExists(t, s.Dir())
}

func TestBreakerCountsAll(t *testing.T) {
	s := newStore(t)
	var wait sync.WaitGroup
	for range 20 {
		wait.Go(func() {
			for range 20 {
				assert.NoError(t, s.Add("s"))
			}
		})
	}
	wait.Wait()
	n, err := s.Count("s")
	require.NoError(t, err)
	assert.Equal(t, 400, n)
}

// TestRefusedDirectories has every kind of directory that somebody else could have a
// hand in: nothing may be allowed, and the breaker is an error.
func TestRefusedDirectories(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(t *testing.T, dir string)
		want  string
	}{
		{name: "group-writable", spoil: func(t *testing.T, dir string) { require.NoError(t, os.Chmod(dir, 0o770)) }, want: "may be written by others"},
		{name: "world-writable", spoil: func(t *testing.T, dir string) { require.NoError(t, os.Chmod(dir, 0o702)) }, want: "may be written by others"},
		{name: "a link", want: "is a link", spoil: func(t *testing.T, dir string) {
			require.NoError(t, os.Rename(dir, dir+".away"))
			require.NoError(t, os.Symlink(dir+".away", dir))
		}},
		{name: "a file", want: "is no directory", spoil: func(t *testing.T, dir string) {
			require.NoError(t, os.RemoveAll(dir))
			require.NoError(t, os.WriteFile(dir, nil, 0o600))
		}},
		{name: "a foreign owner", want: "belongs to somebody else", spoil: func(t *testing.T, dir string) {
			if os.Getuid() != 0 {
				t.Skip("only root can give a directory away")
			}
			require.NoError(t, os.Chown(dir, 65534, 65534))
		}},
	}
	for _, tt := range tests {
		for _, part := range []string{"", breakers, pendings, consents} {
			t.Run(tt.name+" "+part, func(t *testing.T) {
				s := newStore(t)
				agree(t, s)
				require.NoError(t, s.Add("s"))
				require.NoError(t, s.Prompted("s", key, noon))
				tt.spoil(t, filepath.Join(s.Dir(), part))

				if part == "" || part == breakers {
					_, err := s.Count("s")
					require.ErrorContains(t, err, tt.want)
					require.ErrorContains(t, s.Add("s"), tt.want)
				}
				if part == "" || part == pendings {
					require.ErrorContains(t, s.Prompted("s", key, noon), tt.want)
				}
				if part == "" || part == consents {
					assert.False(t, s.Allowed(key, noon))
				}
				if part != breakers {
					given, err := s.Confirm("s", key, noon)
					require.ErrorContains(t, err, tt.want)
					assert.False(t, given)
				}
				s.Sweep(noon)
			})
		}
	}
}

func TestRefusedBreakers(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(path string) error
	}{
		{name: "a link", spoil: func(path string) error { return os.Symlink("/etc/passwd", path) }},
		{name: "a directory", spoil: func(path string) error { return os.Mkdir(path, 0o700) }},
		{name: "a pipe", spoil: func(path string) error { return syscall.Mkfifo(path, 0o600) }},
		{name: "another mode", spoil: func(path string) error { return os.WriteFile(path, nil, 0o644) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newStore(t)
			require.NoError(t, s.Add("other"))
			require.NoError(t, tt.spoil(filepath.Join(s.Dir(), breakers, hash("s"))))
			_, err := s.Count("s")
			require.Error(t, err)
			require.Error(t, s.Add("s"), "and it does not wait")
		})
	}
}

func TestReadOnlyDirectory(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root writes anywhere")
	}
	s := newStore(t)
	require.NoError(t, os.Chmod(filepath.Dir(s.Dir()), 0o500))
	defer func() { _ = os.Chmod(filepath.Dir(s.Dir()), 0o700) }()
	require.ErrorContains(t, s.Add("s"), "cannot be made")
	require.ErrorContains(t, s.Prompted("s", key, noon), "cannot be made")
}

func TestAFileInTheWay(t *testing.T) {
	s := newStore(t)
	require.NoError(t, os.WriteFile(s.Dir(), nil, 0o600))
	_, err := s.Count("s")
	require.ErrorContains(t, err, "is no directory")
	require.ErrorContains(t, s.Add("s"), "is no directory")
}

// agree has a person agree to key at noon.
func agree(t testing.TB, s *Store) {
	t.Helper()
	require.NoError(t, s.Prompted("s", key, noon))
	given, err := s.Confirm("s", key, noon)
	require.NoError(t, err)
	require.True(t, given)
}

func TestConsent(t *testing.T) {
	s := newStore(t)
	require.NoError(t, s.Prompted("s", key, noon))
	assert.False(t, s.Allowed(key, noon), "a prompt is no answer")

	given, err := s.Confirm("other", key, noon)
	require.NoError(t, err)
	assert.False(t, given, "a prompt counts in its own session")

	given, err = s.Confirm("s", key, noon.Add(time.Minute))
	require.NoError(t, err)
	assert.True(t, given)
	assert.True(t, s.Allowed(key, noon.Add(time.Minute)))

	given, err = s.Confirm("s", key, noon.Add(2*time.Minute))
	require.NoError(t, err)
	assert.False(t, given, "a prompt counts once")
}

func TestConsentIsForTheVeryKey(t *testing.T) {
	s := newStore(t)
	agree(t, s)
	require.True(t, s.Allowed(key, noon))
	for name, change := range map[string]func(*Key){
		"project":     func(k *Key) { k.Project = "/p2" },
		"directory":   func(k *Key) { k.Dir = "/p" },
		"command":     func(k *Key) { k.Command += " " },
		"case":        func(k *Key) { k.Command = "Make deploy" },
		"background":  func(k *Key) { k.Background = true },
		"no sandbox":  func(k *Key) { k.NoSandbox = true },
		"shifted":     func(k *Key) { k.Project, k.Dir = "/p/p", "/d" },
		"no command":  func(k *Key) { k.Command = "" },
		"another way": func(k *Key) { k.Dir, k.Command = "/p/dmake", " deploy" },
	} {
		t.Run(name, func(t *testing.T) {
			other := key
			change(&other)
			assert.False(t, s.Allowed(other, noon))
		})
	}
}

func TestAges(t *testing.T) {
	tests := []struct {
		name    string
		confirm time.Duration // after the prompt
		given   bool
		ask     time.Duration // after the confirmation
		allowed bool
	}{
		{name: "at once", given: true, allowed: true},
		{name: "just in time", confirm: time.Hour - time.Second, given: true, ask: 8*time.Hour - time.Second, allowed: true},
		{name: "the prompt is too old", confirm: time.Hour},
		{name: "the consent is too old", given: true, ask: 8 * time.Hour},
		{name: "the clock went back a little before the confirmation", confirm: -time.Minute + time.Second, given: true, allowed: true},
		{name: "the clock went back before the confirmation", confirm: -2 * time.Minute},
		{name: "the clock went back after it", given: true, ask: -time.Second},
		{name: "the clock went back for years", given: true, ask: -50 * 365 * 24 * time.Hour},
		{name: "the clock went far ahead", given: true, ask: 290 * 365 * 24 * time.Hour},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newStore(t)
			require.NoError(t, s.Prompted("s", key, noon))
			given, err := s.Confirm("s", key, noon.Add(tt.confirm))
			require.NoError(t, err)
			assert.Equal(t, tt.given, given)
			assert.Equal(t, tt.allowed, s.Allowed(key, noon.Add(tt.confirm+tt.ask)))
		})
	}
}

// TestSpoiledConsent has files in the place of consent that Confirm did not write.
func TestSpoiledConsent(t *testing.T) {
	name := key.hash()
	good := record(consents, name, noon.Unix())
	other := key
	other.Command = "rm -rf /"
	tests := []struct {
		name  string
		write func(path string) error
	}{
		{name: "empty", write: content("")},
		{name: "torn", write: content(good[:len(good)-1])},
		{name: "torn in the time", write: content(good[:len(good)-4])},
		{name: "torn at the start", write: content(good[1:])},
		{name: "more behind it", write: content(good + "x")},
		{name: "doubled", write: content(good + good)},
		{name: "another version", write: content(strings.Replace(good, " 1 ", " 2 ", 1))},
		{name: "a prompt", write: content(record(pendings, name, noon.Unix()))},
		{name: "of another command", write: content(record(consents, other.hash(), noon.Unix()))},
		{name: "a sign", write: content(strings.Replace(good, name+" ", name+" +", 1))},
		{name: "no number", write: content(record(consents, name, 0)[:len(good)-11] + "x\n")},
		{name: "null bytes", write: content(strings.Repeat("\x00", len(good)))},
		{name: "another mode", write: func(path string) error { return os.WriteFile(path, []byte(good), 0o644) }},
		{name: "a directory", write: func(path string) error { return os.Mkdir(path, 0o700) }},
		{name: "a pipe", write: func(path string) error { return syscall.Mkfifo(path, 0o600) }},
		{name: "a link to a good one", write: func(path string) error {
			if err := os.WriteFile(path+".good", []byte(good), 0o600); err != nil {
				return err
			}
			return os.Symlink(path+".good", path)
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newStore(t)
			agree(t, s)
			path := filepath.Join(s.Dir(), consents, name)
			require.NoError(t, os.Remove(path))
			require.NoError(t, tt.write(path))
			assert.False(t, s.Allowed(key, noon))
		})
	}
	t.Run("the good one", func(t *testing.T) {
		s := newStore(t)
		agree(t, s)
		path := filepath.Join(s.Dir(), consents, name)
		require.NoError(t, os.Remove(path))
		require.NoError(t, content(good)(path))
		assert.True(t, s.Allowed(key, noon))
	})
}

func content(text string) func(string) error {
	return func(path string) error { return os.WriteFile(path, []byte(text), 0o600) }
}

func TestForeignConsent(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can give a file away")
	}
	s := newStore(t)
	agree(t, s)
	require.NoError(t, os.Chown(filepath.Join(s.Dir(), consents, key.hash()), 65534, 65534))
	assert.False(t, s.Allowed(key, noon))
}

func TestPutLeavesNothingBehind(t *testing.T) {
	s := newStore(t)
	agree(t, s)
	agree(t, s)
	for dir, want := range map[string]int{pendings: 0, consents: 1} {
		entries, err := os.ReadDir(filepath.Join(s.Dir(), dir))
		require.NoError(t, err)
		assert.Len(t, entries, want, dir)
	}
}

func TestSweep(t *testing.T) {
	s := newStore(t)
	require.NoError(t, s.Add("s"))
	agree(t, s)
	require.NoError(t, s.Prompted("s", key, noon))
	now := time.Now()
	ages := map[string][2]time.Duration{ // of a file that stays, and of one that goes
		breakers: {29 * 24 * time.Hour, 31 * 24 * time.Hour},
		pendings: {23 * time.Hour, 25 * time.Hour},
		consents: {7 * time.Hour, 9 * time.Hour},
	}
	for dir, pair := range ages {
		for i, name := range []string{"stays", "goes"} {
			path := filepath.Join(s.Dir(), dir, name)
			require.NoError(t, os.WriteFile(path, nil, 0o600))
			require.NoError(t, os.Chtimes(path, now.Add(-pair[i]), now.Add(-pair[i])))
		}
	}
	s.Sweep(now)
	for dir := range ages {
		assert.FileExists(t, filepath.Join(s.Dir(), dir, "stays"))
		assert.NoFileExists(t, filepath.Join(s.Dir(), dir, "goes"))
	}
	n, err := s.Count("s")
	require.NoError(t, err)
	assert.Equal(t, 1, n)
}

func TestSweepIsBounded(t *testing.T) {
	s := newStore(t)
	require.NoError(t, s.Add("s"))
	dir := filepath.Join(s.Dir(), breakers)
	old := time.Now().Add(-100 * 24 * time.Hour)
	for range 3 * sweepFiles {
		f, err := os.CreateTemp(dir, "old-*")
		require.NoError(t, err)
		require.NoError(t, f.Close())
		require.NoError(t, os.Chtimes(f.Name(), old, old))
	}
	left := func() int {
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		return len(entries)
	}
	s.Sweep(time.Now())
	assert.GreaterOrEqual(t, left(), 2*sweepFiles+1)
	for range 4 {
		s.Sweep(time.Now())
	}
	assert.Equal(t, 1, left(), "what is young stays")
}
