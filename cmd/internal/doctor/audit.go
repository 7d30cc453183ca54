package doctor

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"sandbox-enforcer/cmd/internal/audit"
	"sandbox-enforcer/cmd/internal/audit/read"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/state"
)

// masked is a command line of somebody else, without what is known to be secret.
func masked(line string) string {
	const most = 80
	line = audit.Mask(line)
	if runes := []rune(line); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return line
}

// log is the file that the hook writes to, or empty.
func (e *exam) log(r registered) string {
	s := r.settings
	switch {
	case s.Audit == "off", s.Audit == "" && !s.Policy.On:
		return ""
	case s.Audit != "":
		return s.Audit
	case s.Project != "":
		return audit.InProject(s.Project).Path()
	case e.Project != "":
		return audit.InProject(facts.Project(facts.OS{}, e.Project)).Path()
	}
	return ""
}

// checkAudit wants a log that can be written, and has lines where there were sessions.
func (e *exam) checkAudit(r registered) {
	path := e.log(r)
	if path == "" {
		return
	}
	elsewhere := e.anew(r.scope, append(without(e.kept(r), "--audit"), "--audit=~/sandbox-enforcer-audit.jsonl"))
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if above := nearest(path); !writable(above) {
			e.problem("audit", elsewhere, "the log %s is not there and cannot be made, because %s is not yours to write to", path, above)
			return
		}
	case err != nil:
		e.problem("audit", elsewhere, "the log %s cannot be looked at (%v)", path, err)
		return
	case !info.Mode().IsRegular():
		e.problem("audit", elsewhere, "the log %s is no regular file, so that nothing is written", path)
		return
	case !writable(path):
		e.problem("audit", "chmod u+w "+quoted(path), "the log %s is not yours to write to", path)
		return
	}
	since := e.Now().Add(-e.Recent)
	last := e.remembered()
	hours := int(e.Recent / time.Hour)
	switch lines, err := recent(path, since); {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		e.problem("audit", elsewhere, "the log %s cannot be read (%v)", path, err)
	case lines > 0:
		e.fine("audit", "%s has %s of the last %d hours", path, read.Plural(lines, "line"), hours)
	case last.After(since):
		e.warn("audit", e.again(r)+", and begin a new session", "the log %s has no line of the last %d hours, though there were sessions", path, hours)
	default:
		e.fine("audit", "%s has no line of the last %d hours, and no session is known", path, hours)
	}
}

// remembered is when the hook last had something to remember of a session.
func (e *exam) remembered() time.Time {
	store, err := state.Open(e.Env)
	if err != nil {
		return time.Time{}
	}
	return store.Last()
}

// recent counts the lines of a log since a moment.
func recent(path string, since time.Time) (lines int, err error) {
	f, err := os.Open(filepath.Clean(path))
	if err != nil {
		return 0, err
	}
	defer f.Close()
	_, err = read.Each(f, func(r read.Record) error {
		if !r.Time.Before(since) {
			lines++
		}
		return nil
	})
	return lines, err
}
