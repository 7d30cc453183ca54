//go:build unix

package facts

import (
	"fmt"
	"io/fs"
	"slices"
	"syscall"
)

// read returns the text of a regular file, at most limit bytes of it. It asks the system
// itself, as lstat does: a file of the os package is made ready to be waited for, which
// takes more calls than reading a short one.
func read(path string, limit int) ([]byte, error) {
	var st syscall.Stat_t
	if err := again(func() error { return syscall.Stat(path, &st) }); err != nil {
		return nil, &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	if st.Mode&syscall.S_IFMT != syscall.S_IFREG {
		return nil, fmt.Errorf("%q is not a regular file", path)
	}
	fd := -1
	err := again(func() (err error) {
		fd, err = syscall.Open(path, syscall.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOCTTY|syscall.O_CLOEXEC, 0)
		return err
	})
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	defer syscall.Close(fd)
	text := make([]byte, 0, min(st.Size, int64(limit))+1) // one more, to meet the end
	for len(text) < limit {
		if len(text) == cap(text) {
			text = slices.Grow(text, 512) // it has grown since, or has no size
		}
		n := 0
		err := again(func() (err error) { n, err = syscall.Read(fd, text[len(text):min(cap(text), limit)]); return err })
		if err != nil {
			return text, &fs.PathError{Op: "read", Path: path, Err: err}
		}
		if n <= 0 {
			break
		}
		text = text[:len(text)+n]
	}
	return text, nil
}
