package state

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	// proposalKeep is how long a proposal waits for the agent to tell what ran.
	proposalKeep = 24 * time.Hour
	// instructKeep is how long a session is instructed.
	instructKeep = 30 * 24 * time.Hour
)

// Call is one call of a shell tool: the session and the id that the client gave it. Where
// the client gives none, or not the same one afterwards, the commands alone tell a call.
type Call struct{ Session, ID string }

// Outcome is what became of a proposal.
type Outcome uint8

const (
	// Unproposed says that nothing was proposed for the call.
	Unproposed Outcome = iota
	// AsProposed says that the command ran that was proposed.
	AsProposed
	// AsItCame says that the command ran as it came: the proposal was lost.
	AsItCame
	// Otherwise says that neither of the two ran. It can only be told by the call's id.
	Otherwise
)

// Propose remembers that the commands of a call were answered with others. Of both only
// hashes are kept. Without a session nothing is remembered.
func (s *Store) Propose(call Call, came, proposed []string, now time.Time) error {
	if call.Session == "" {
		return nil
	}
	before, after := hash(came...), hash(proposed...)
	if call.ID != "" {
		return s.put(proposals, call.name("", ""), now, before, after)
	}
	if err := s.put(proposals, call.name("came", before), now, after); err != nil {
		return err
	}
	return s.put(proposals, call.name("proposed", after), now, before)
}

// Ran reports what became of the proposal for a call, which is forgotten: the commands are
// those that ran. What cannot be read was not proposed.
func (s *Store) Ran(call Call, commands []string, now time.Time) (Outcome, error) {
	if call.Session == "" {
		return Unproposed, nil
	}
	dir, err := s.look(proposals)
	if errors.Is(err, fs.ErrNotExist) {
		return Unproposed, nil
	}
	if err != nil {
		return Unproposed, err
	}
	ran := hash(commands...)
	outcome, names := call.outcome(dir, ran, now)
	for _, name := range names {
		_ = os.Remove(filepath.Join(dir, name)) // the sweep gets what stays
	}
	if len(names) > 0 {
		s.Sweep(now)
	}
	return outcome, nil
}

// outcome reads the proposal for a call, and the names of the entries that it is done with.
func (c Call) outcome(dir, ran string, now time.Time) (Outcome, []string) {
	if c.ID != "" {
		name := c.name("", "")
		more, ok := fresh(dir, name, 2, now)
		switch {
		case !ok:
			return Unproposed, nil
		case ran == more[1]:
			return AsProposed, []string{name}
		case ran == more[0]:
			return AsItCame, []string{name}
		}
		return Otherwise, []string{name}
	}
	proposed, came := c.name("proposed", ran), c.name("came", ran)
	if more, ok := fresh(dir, proposed, 1, now); ok {
		return AsProposed, []string{proposed, c.name("came", more[0])}
	}
	if more, ok := fresh(dir, came, 1, now); ok {
		return AsItCame, []string{came, c.name("proposed", more[0])}
	}
	return Unproposed, nil
}

// name is the name of an entry for a call: by its id, or by one of its commands.
func (c Call) name(role, commands string) string {
	return hash("proposal", c.Session, c.ID, role, commands)
}

// fresh reads the hashes of a proposal that is not too old.
func fresh(dir, name string, count int, now time.Time) (more []string, ok bool) {
	more, at, ok := read(dir, proposals, name)
	age := now.Sub(at)
	return more, ok && len(more) == count && age >= -skew && age < proposalKeep
}

// Instruct remembers that the agent lost a proposal of the session: from then on it is told
// which command to run, and refused.
func (s *Store) Instruct(session string, now time.Time) error {
	if session == "" {
		return nil
	}
	return s.put(instructs, hash("instruct", session), now)
}

// Instructed reports whether the session lost a proposal. Where that cannot be told it
// did: to be told which command to run costs a session one more turn.
func (s *Store) Instructed(session string) bool {
	if session == "" {
		return false
	}
	dir, err := s.look(instructs)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	name := hash("instruct", session)
	more, _, ok := read(dir, instructs, name)
	if !ok {
		_, err := os.Lstat(filepath.Join(dir, name))
		return !errors.Is(err, fs.ErrNotExist)
	}
	return len(more) == 0
}

// isHash reports whether a word is what hash returns.
func isHash(word string) bool {
	return len(word) == 64 && strings.Trim(word, "0123456789abcdef") == ""
}
