package state

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const (
	// promptAge is how long after the prompt a command may have run for the prompt to
	// count.
	promptAge = time.Hour
	// skew is how far in the future the time of a prompt may lie: two processes may
	// see a clock that is just being set.
	skew = time.Minute
	// consentAge is how long consent lasts.
	consentAge = 8 * time.Hour
)

// Key is what a person agrees to: one exact command at one exact place. Two keys that
// differ in anything are different keys.
type Key struct {
	// Project and Dir are the project and the directory in effect, absolute.
	Project, Dir string
	// Command is the command as it will run, byte for byte.
	Command string
	// Background says that the command runs on after the call.
	Background bool
	// NoSandbox says that the call asks for the client's own sandbox to be left.
	NoSandbox bool
}

func (k Key) hash() string {
	return hash("consent", k.Project, k.Dir, k.Command, strconv.FormatBool(k.Background), strconv.FormatBool(k.NoSandbox))
}

// Prompted remembers that the client is asking a person about the command. Without a
// session id or a command nothing is remembered.
func (s *Store) Prompted(session string, key Key, now time.Time) error {
	if session == "" || key.Command == "" {
		return nil
	}
	return s.put(pendings, hash(session, key.hash()), now)
}

// Confirm turns the prompt about the command into consent, and reports whether there
// was one: the command has run, so that whoever was asked said yes. A prompt counts
// once, for one hour, and only in its own session.
func (s *Store) Confirm(session string, key Key, now time.Time) (bool, error) {
	if session == "" || key.Command == "" {
		return false, nil
	}
	dir, err := s.look(pendings)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	prompt := hash(session, key.hash())
	asked, ok := get(dir, pendings, prompt)
	if !ok {
		return false, nil
	}
	// Of several processes that confirm at once, the one that removes the file goes on.
	if err := os.Remove(filepath.Join(dir, prompt)); err != nil {
		return false, nil
	}
	if age := now.Sub(asked); age < -skew || age >= promptAge {
		return false, nil
	}
	if err := s.put(consents, key.hash(), now); err != nil {
		return false, err
	}
	s.Sweep(now)
	return true, nil
}

// Allowed reports whether a person agreed to the very same command, at the same place,
// within the last eight hours. Everything that is not exactly as Confirm wrote it, and
// a time that lies in the future, counts as no. An event without a session id has no
// consent: its caller does not ask.
func (s *Store) Allowed(key Key, now time.Time) bool {
	if key.Command == "" {
		return false
	}
	dir, err := s.look(consents)
	if err != nil {
		return false
	}
	given, ok := get(dir, consents, key.hash())
	age := now.Sub(given)
	return ok && age >= 0 && age < consentAge
}

// record is the whole content of an entry. It names its kind, the version of the form
// and the hash that is its file's name, so that a file which was copied to another
// name says nothing.
// More are hashes that the entry is about.
func record(kind, name string, at int64, more ...string) string {
	text := "sandbox-enforcer " + kind + " 1 " + name
	for _, word := range more {
		text += " " + word
	}
	return text + " " + strconv.FormatInt(at, 10) + "\n"
}

// recordSize is more than any record has, in bytes.
const recordSize = 320

// readRecord returns the hashes and the time of a record, which must be exactly what record
// makes.
func readRecord(text, kind, name string) (more []string, at time.Time, ok bool) {
	words := strings.Fields(text)
	if len(words) < 5 {
		return nil, time.Time{}, false
	}
	more = words[4 : len(words)-1]
	seconds, err := strconv.ParseInt(words[len(words)-1], 10, 64)
	if err != nil || !each(more, isHash) || text != record(kind, name, seconds, more...) {
		return nil, time.Time{}, false
	}
	return more, time.Unix(seconds, 0), true
}

func each(words []string, is func(string) bool) bool {
	for _, word := range words {
		if !is(word) {
			return false
		}
	}
	return true
}

// get reads an entry that holds a time alone.
func get(dir, kind, name string) (time.Time, bool) {
	more, at, ok := read(dir, kind, name)
	return at, ok && len(more) == 0
}

// read reads an entry.
func read(dir, kind, name string) (more []string, at time.Time, ok bool) {
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDONLY|noWait, 0)
	if err != nil {
		return nil, time.Time{}, false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || owned(info) != nil {
		return nil, time.Time{}, false
	}
	text, err := io.ReadAll(io.LimitReader(f, recordSize))
	if err != nil {
		return nil, time.Time{}, false
	}
	return readRecord(string(text), kind, name)
}

// put writes an entry aside and renames it into place, so that nobody reads half of
// it.
func (s *Store) put(kind, name string, now time.Time, more ...string) error {
	dir, err := s.prepare(kind)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "new-*")
	if err != nil {
		return fmt.Errorf("the %s cannot be remembered (%w): make the directory writable for yourself", kind, err)
	}
	_, err = f.WriteString(record(kind, name, now.Unix(), more...))
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(dir, name))
	}
	if err != nil {
		_ = os.Remove(f.Name()) // the sweep gets what stays
		return fmt.Errorf("the %s cannot be remembered (%w): make room on the disk", kind, err)
	}
	return nil
}
