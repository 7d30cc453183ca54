package state

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"sandbox-enforcer/cmd/internal/digest"
)

// The directories below the store's own.
const (
	breakers = "breaker"
	pendings = "pending"
	consents = "consent"
	// proposals wait to be compared with what ran, and instructs are the sessions that lost
	// one.
	proposals = "proposal"
	instructs = "instruct"
)

// Store is the directory that holds the state. It has no open files, and is used by
// any number of processes at once.
type Store struct{ root string }

// Open says where the state is. It does not touch the disk, so that a hook with
// nothing to remember leaves no trace; each method looks at the directory itself.
//
// It fails where neither $XDG_STATE_HOME nor $HOME is an absolute path. A relative
// $XDG_STATE_HOME is ignored, as the XDG base directory specification says.
func Open(env func(name string) (string, bool)) (*Store, error) {
	if dir, _ := env("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return &Store{filepath.Join(dir, "sandbox-enforcer")}, nil
	}
	if home, _ := env("HOME"); filepath.IsAbs(home) {
		return &Store{filepath.Join(home, ".local", "state", "sandbox-enforcer")}, nil
	}
	return nil, errors.New("nothing can be remembered: set HOME or XDG_STATE_HOME to an absolute directory")
}

// Dir returns the store's own directory, absolute. It need not exist.
func (s *Store) Dir() string { return s.root }

// look returns a directory below the store's own after checking both. It fails with
// fs.ErrNotExist where one is not there yet, and otherwise with a sentence for people.
func (s *Store) look(name string) (string, error) {
	if err := trusted(s.root); err != nil {
		return "", err
	}
	dir := filepath.Join(s.root, name)
	return dir, trusted(dir)
}

// prepare is look for those who write: what is missing is made for the user alone.
func (s *Store) prepare(name string) (string, error) {
	dir, err := s.look(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return dir, err
	}
	if err := os.MkdirAll(filepath.Join(s.root, name), 0o700); err != nil {
		return "", fmt.Errorf("the state directory cannot be made (%w): make %q writable for yourself", err, filepath.Dir(s.root))
	}
	return s.look(name)
}

// trusted checks one directory. Whoever may write to it could take away what was
// counted and add consent that nobody gave.
func trusted(dir string) error {
	info, err := os.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return err
	case err != nil:
		return fmt.Errorf("the state directory cannot be looked at (%w): make it readable for yourself", err)
	case info.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("the state directory %q is a link: replace it by a directory", dir)
	case !info.IsDir():
		return fmt.Errorf("the state directory %q is no directory: move it away", dir)
	case !mine(info):
		return fmt.Errorf("the state directory %q belongs to somebody else: move it away, or set XDG_STATE_HOME to a directory of your own", dir)
	case !private(info):
		return fmt.Errorf("the state directory %q may be written by others: run chmod go-w on it once its content is known to be yours", dir)
	}
	return nil
}

// owned checks a file of the store: a regular one of this user, which nobody else may
// read or write.
func owned(info fs.FileInfo) error {
	switch {
	case !info.Mode().IsRegular():
		return fmt.Errorf("%q in the state directory is not a regular file: remove it", info.Name())
	case !mine(info):
		return fmt.Errorf("%q in the state directory belongs to somebody else: remove it", info.Name())
	case !exclusive(info):
		return fmt.Errorf("%q in the state directory has the mode %04o, and not 0600: remove it", info.Name(), info.Mode().Perm())
	}
	return nil
}

// hash returns the SHA-256 of the parts in hex. Each part is preceded by its length,
// so that no two lists of parts hash alike.
func hash(parts ...string) string {
	var all []byte
	for _, part := range parts {
		n := len(part)
		all = append(all, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
		all = append(all, part...)
	}
	return digest.Hex(all)
}
