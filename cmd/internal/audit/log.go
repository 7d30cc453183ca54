package audit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Log is a file that entries are appended to. It has nothing open between two of them.
type Log struct {
	path string
	// below is the project that the file belongs to; empty where a person named it.
	below string
}

// parts is where the log of a project lies below it.
var parts = [...]string{".claude", "logs", "audit.jsonl"}

// InProject returns the log of a project. A clone can bring what lies below a
// project, so no link there is followed.
func InProject(project string) Log {
	return Log{path: filepath.Join(project, parts[0], parts[1], parts[2]), below: project}
}

// At returns the log that a person named. Links on the way to it are theirs; the file
// itself is none.
func At(path string) Log { return Log{path: path} }

// Path returns the file's path.
func (l Log) Path() string { return l.path }

// Append writes the entry at the end of the file, and makes the file, for the user
// alone, where it is missing. The error is one line for people that says what to do;
// what was decided does not depend on it.
func (l Log) Append(e Entry, now time.Time) error {
	if err := l.makeDir(); err != nil {
		return err
	}
	f, err := os.OpenFile(l.path, os.O_RDWR|os.O_APPEND|os.O_CREATE|noWait, 0o600)
	if err != nil {
		return fmt.Errorf("the audit log cannot be opened (%w): %s", err, l.advice())
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return fmt.Errorf("the audit log cannot be looked at (%w): %s", err, l.advice())
	case !info.Mode().IsRegular():
		return fmt.Errorf("the audit log %q is not a regular file: %s", l.path, l.advice())
	}
	line := e.line(now, os.Getpid())
	if torn(f, info.Size()) {
		line = append([]byte{'\n'}, line...)
	}
	if _, err := f.Write(line); err != nil {
		return fmt.Errorf("the audit log cannot be written (%w): make room on the disk, or set SANDBOX_AUDIT to another file", err)
	}
	return nil
}

// torn reports whether the file ends in the middle of a line. Where that cannot be
// read, a blank line does no harm.
func torn(f *os.File, size int64) bool {
	if size == 0 {
		return false
	}
	var last [1]byte
	_, err := f.ReadAt(last[:], size-1)
	return err != nil || last[0] != '\n'
}

// makeDir makes the directories that are missing, for the user alone. The project
// itself is not made.
func (l Log) makeDir() error {
	if l.below == "" {
		if err := os.MkdirAll(filepath.Dir(l.path), 0o700); err != nil {
			return fmt.Errorf("the directory of the audit log cannot be made (%w): %s", err, l.advice())
		}
		return nil
	}
	dir := l.below
	for _, name := range parts[:len(parts)-1] {
		dir = filepath.Join(dir, name)
		info, err := os.Lstat(dir)
		if errors.Is(err, fs.ErrNotExist) {
			if err = os.Mkdir(dir, 0o700); errors.Is(err, fs.ErrExist) {
				err = nil // another process was faster
			}
			if err == nil {
				info, err = os.Lstat(dir)
			}
		}
		switch {
		case err != nil:
			return fmt.Errorf("the directory of the audit log cannot be made (%w): %s", err, l.advice())
		case info.Mode()&fs.ModeSymlink != 0:
			return fmt.Errorf("the audit log is not written, because %q is a link: replace it by a directory, or set SANDBOX_AUDIT to another file", dir)
		case !info.IsDir():
			return fmt.Errorf("the audit log is not written, because %q is no directory: move it away, or set SANDBOX_AUDIT to another file", dir)
		}
	}
	return nil
}

func (l Log) advice() string { return "give another file in SANDBOX_AUDIT, or off" }
