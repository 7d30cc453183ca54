package state

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Count returns how many answers BLOCKED the session has got, and 0 for one without an
// id, which has no breaker. On an error nothing is known: the caller takes the breaker
// for tripped, which is the stricter answer.
func (s *Store) Count(session string) (int, error) {
	if session == "" {
		return 0, nil
	}
	dir, err := s.look(breakers)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	info, err := os.Lstat(filepath.Join(dir, hash(session)))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, nil
	case err != nil:
		return 0, fmt.Errorf("the circuit breaker cannot be read (%w): make it readable for yourself", err)
	}
	if err := owned(info); err != nil {
		return 0, err
	}
	return int(info.Size()), nil
}

// Add counts one answer BLOCKED of the session. It writes one byte by one call, so
// that answers that are given at once are all counted.
func (s *Store) Add(session string) error {
	if session == "" {
		return nil
	}
	dir, err := s.prepare(breakers)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(dir, hash(session)), os.O_WRONLY|os.O_APPEND|os.O_CREATE|noWait, 0o600)
	if err != nil {
		return fmt.Errorf("the circuit breaker cannot be opened (%w): remove what is there, or make it writable for yourself", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("the circuit breaker cannot be looked at (%w): make it readable for yourself", err)
	}
	if err := owned(info); err != nil {
		return err
	}
	if _, err := f.WriteString("x"); err != nil {
		return fmt.Errorf("the circuit breaker cannot be written (%w): make room on the disk", err)
	}
	return nil
}
