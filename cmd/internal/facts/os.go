package facts

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

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
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%q is not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, int64(max(limit, 0))))
}

// Exists reports whether something is at path, a dangling link included. Where it
// may not be looked at it is taken to be absent.
func (OS) Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// IsDir reports whether path is a directory, through links.
func (OS) IsDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func lstat(path string) (kind, string, error) {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return missing, "", nil
	case err != nil:
		return missing, "", cause(err)
	case info.IsDir():
		return dir, "", nil
	case info.Mode()&fs.ModeSymlink == 0:
		return file, "", nil
	}
	target, err := os.Readlink(path)
	if err != nil {
		return missing, "", cause(err)
	}
	return link, target, nil
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
