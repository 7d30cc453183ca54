package confine

import (
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
)

// The exit statuses that are not the program's own, as env and timeout give them. A
// program that a signal ended gives 128 and the signal's number.
const (
	ExitFailed      = 125 // the program was not run: bad usage, or it cannot be confined
	ExitCannotRun   = 126 // the program is there and cannot be started
	ExitNotFound    = 127 // the program is not there
	exitSignalFirst = 128
)

// ExitError is a run that did not start, with the exit status that says so.
type ExitError struct {
	Status int
	Err    error
}

func (e *ExitError) Error() string { return e.Err.Error() }
func (e *ExitError) Unwrap() error { return e.Err }

func failed(format string, args ...any) error {
	return &ExitError{Status: ExitFailed, Err: fmt.Errorf(format, args...)}
}

// notStarted is the error for a program that cannot be started, as the system says why.
func notStarted(word string, err error) error {
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return &ExitError{ExitNotFound, fmt.Errorf("%q is not found: give the path of a program, or a name that is on the PATH", word)}
	case errors.Is(err, fs.ErrNotExist):
		return &ExitError{ExitNotFound, fmt.Errorf("%q or the interpreter that it names is not there: give the path of a program", word)}
	default:
		return &ExitError{ExitCannotRun, fmt.Errorf("%q cannot be run: give a program that may be read and executed here: %w", word, because(err))}
	}
}

// find returns the path of the program that a word means on the PATH. As a shell does,
// and unlike package exec, it takes a relative directory of the PATH.
func find(word string) (string, error) {
	path, err := exec.LookPath(word)
	if err != nil && !errors.Is(err, exec.ErrDot) {
		var at *exec.Error
		if errors.As(err, &at) {
			err = at.Err
		}
		return "", notStarted(word, err)
	}
	return path, nil
}
