package facts

import (
	"errors"
	"io/fs"
	"os"

	"sandbox-enforcer/rules"
)

var _ rules.Facts = OS{}

// OS answers from the operating system, as it is at the moment of asking. It only
// ever reads.
type OS struct{}

// Resolve returns the absolute path that path means now. It fails on a relative
// path, a link loop, a name or a path that is too long, a place that may not be
// looked at, and below /proc/self, which means something else to each process.
func (OS) Resolve(path string) (string, error) {
	real, _, err := resolve(path, true, lstat)
	return real, err
}

// Read returns the text of a regular file, at most limit bytes of it. Anything else
// is an error, because a pipe or a device could make the caller wait.
func (OS) Read(path string, limit int) ([]byte, error) {
	return read(path, max(limit, 0))
}

// Exists reports whether something is at path, a dangling link included. Where it
// may not be looked at it is taken to be absent.
func (OS) Exists(path string) bool {
	is, _, err := lstat(path)
	return err == nil && is != missing
}

// IsDir reports whether path is a directory, through links.
func (OS) IsDir(path string) bool {
	return isDir(path)
}

// Same reports whether two paths are there and mean the same file.
func (OS) Same(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// cause drops the operation and the path that the os package puts before an error:
// resolve names the path that was asked for.
func cause(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
