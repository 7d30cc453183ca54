package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"sandbox-enforcer/cmd/internal/format"
)

// The exit statuses of every command but hook, whose agent decides what they mean.
const (
	exitOK    = 0 // the command would run as it is
	exitFound = 1 // something would be rewritten, asked or denied; or something is wrong
	exitUsage = 2 // bad usage, or input that cannot be read
)

// errFound says that there is something to rewrite, ask or deny, or something that is
// wrong, and errUnreadable that the one script could not be read. Both have been reported already.
var (
	errFound      = errors.New("something would be rewritten, asked or denied")
	errUnreadable = errors.New("the script cannot be read")
)

// exitCode is the one place where errors become exit statuses. An error that nobody
// has reported yet is written to stderr, each of several on a line of its own.
func exitCode(err error, stderr io.Writer) int {
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errFound):
		return exitFound
	case errors.Is(err, errUnreadable):
		return exitUsage
	default:
		for line := range strings.SplitSeq(err.Error(), "\n") {
			fmt.Fprintf(stderr, "sandbox-enforcer: %s\n", format.Escape(line))
		}
		return exitUsage
	}
}
