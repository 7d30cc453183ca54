package state

import (
	"os"
	"path/filepath"
	"time"
)

const (
	breakerKeep = 30 * 24 * time.Hour
	pendingKeep = 24 * time.Hour
	// sweepNames is how many names of a directory are read, and sweepFiles how many of
	// its files are looked at, by one sweep.
	sweepNames = 2000
	sweepFiles = 50
)

// Sweep removes some of what is too old to count: breakers that nothing was added to
// for thirty days, prompts of the day before, consent that is over. It is meant to be
// called now and then, such as when a session is refused for the first time; Confirm
// does so itself. Nothing depends on it, so its errors are nobody's concern.
func (s *Store) Sweep(now time.Time) {
	for _, d := range []struct {
		name string
		keep time.Duration
	}{
		{breakers, breakerKeep},
		{pendings, pendingKeep},
		{consents, consentAge},
		{proposals, proposalKeep},
		{instructs, instructKeep},
	} {
		if dir, err := s.look(d.name); err == nil {
			sweep(dir, now, d.keep)
		}
	}
}

// sweep removes old files among some of a directory's. Which ones it looks at changes
// with the time, so that old files behind many young ones are met as well.
func sweep(dir string, now time.Time, keep time.Duration) {
	d, err := os.Open(dir)
	if err != nil {
		return
	}
	defer d.Close()
	names, _ := d.Readdirnames(sweepNames)
	if len(names) == 0 {
		return
	}
	first := int(uint64(now.UnixNano()) % uint64(len(names)))
	for i := range min(len(names), sweepFiles) {
		path := filepath.Join(dir, names[(first+i)%len(names)])
		info, err := os.Lstat(path)
		if err == nil && info.Mode().IsRegular() && now.Sub(info.ModTime()) > keep {
			_ = os.Remove(path)
		}
	}
}
