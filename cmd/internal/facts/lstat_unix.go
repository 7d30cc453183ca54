//go:build unix

package facts

import (
	"os"
	"syscall"
)

// lstat says what is at a path, without following a link at its end. It asks the
// system itself: what the os package makes of each answer takes a hook more time than
// the answer.
func lstat(path string) (kind, string, error) {
	var st syscall.Stat_t
	switch err := again(func() error { return syscall.Lstat(path, &st) }); err {
	case nil:
	case syscall.ENOENT, syscall.ENOTDIR:
		return missing, "", nil
	default:
		return missing, "", err
	}
	switch st.Mode & syscall.S_IFMT {
	case syscall.S_IFDIR:
		return dir, "", nil
	case syscall.S_IFLNK:
		target, err := os.Readlink(path)
		if err != nil {
			return missing, "", cause(err)
		}
		return link, target, nil
	}
	return file, "", nil
}

func isDir(path string) bool {
	var st syscall.Stat_t
	err := again(func() error { return syscall.Stat(path, &st) })
	return err == nil && st.Mode&syscall.S_IFMT == syscall.S_IFDIR
}

// again repeats a call that a signal interrupted.
func again(call func() error) error {
	for {
		if err := call(); err != syscall.EINTR {
			return err
		}
	}
}
