//go:build unix

package policy

import (
	"errors"
	"slices"
	"syscall"
)

// open returns the text of the regular file at path, at most limit+1 bytes of it. It
// does not follow a link at the end of the path, and it never waits: a pipe without a
// writer is opened as well, and then refused.
func open(path string, limit int) ([]byte, error) {
	fd, err := again(func() (int, error) {
		return syscall.Open(path, syscall.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW|syscall.O_NOCTTY|syscall.O_CLOEXEC, 0)
	})
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	var st syscall.Stat_t
	if _, err := again(func() (int, error) { return 0, syscall.Fstat(fd, &st) }); err != nil {
		return nil, err
	}
	switch {
	case st.Mode&syscall.S_IFMT == syscall.S_IFDIR:
		return nil, errDirectory
	case st.Mode&syscall.S_IFMT != syscall.S_IFREG:
		return nil, errNoFile
	case st.Size > int64(limit):
		return nil, errTooLarge
	}
	return readAll(fd, int(st.Size), limit)
}

// readAll reads to the end, at most limit+1 bytes, and expects so many of them.
func readAll(fd, expected, limit int) ([]byte, error) {
	text := make([]byte, 0, expected+1) // one more, to meet the end
	for len(text) <= limit {
		if len(text) == cap(text) {
			text = slices.Grow(text, 512)
		}
		n, err := again(func() (int, error) { return syscall.Read(fd, text[len(text):min(cap(text), limit+1)]) })
		if n <= 0 || err != nil {
			return text, err
		}
		text = text[:len(text)+n]
	}
	return text, nil
}

// again repeats a call that a signal interrupted.
func again(call func() (int, error)) (int, error) {
	for {
		if n, err := call(); !errors.Is(err, syscall.EINTR) {
			return n, err
		}
	}
}

// private reports whether only the user can have put something into the directory at
// path: it is theirs, no link, and nobody else may write to it. The second result is
// false where nothing is there.
func private(path string) (ours, there bool) {
	var st syscall.Stat_t
	if _, err := again(func() (int, error) { return 0, syscall.Lstat(path, &st) }); err != nil {
		return false, !errors.Is(err, syscall.ENOENT) && !errors.Is(err, syscall.ENOTDIR)
	}
	const othersWrite = 0o022
	ours = st.Mode&syscall.S_IFMT == syscall.S_IFDIR && int(st.Uid) == syscall.Geteuid() && st.Mode&othersWrite == 0
	return ours, true
}
