package state

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Check returns what keeps the state from being used, each a sentence that says what to
// do. What is not there yet is no fault. Nothing is made or changed.
func (s *Store) Check() (errs []error) {
	for _, name := range []string{"", breakers, pendings, consents} {
		err := trusted(filepath.Join(s.root, name))
		if err == nil || errors.Is(err, fs.ErrNotExist) {
			continue
		}
		errs = append(errs, err)
		if name == "" {
			break // what lies in it says nothing then
		}
	}
	return errs
}

// Last returns when something of a session was last remembered: a refusal, a question or
// a consent. It is the zero time where nothing is, or cannot be read.
func (s *Store) Last() (last time.Time) {
	for _, name := range []string{breakers, pendings, consents} {
		dir, err := s.look(name)
		if err != nil {
			continue
		}
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if info, err := e.Info(); err == nil && info.ModTime().After(last) {
				last = info.ModTime()
			}
		}
	}
	return last
}
