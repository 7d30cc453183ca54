//go:build unix

package state

import (
	"io/fs"
	"os"
	"syscall"
)

// noWait opens no link, and neither waits for the other end of a pipe nor for a
// device.
const noWait = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// mine reports whether the file belongs to the user that this process acts as.
func mine(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid()
}

// private reports whether nobody else may write.
func private(info fs.FileInfo) bool { return info.Mode().Perm()&0o022 == 0 }

// exclusive reports whether the mode is the one that the store's own files get.
func exclusive(info fs.FileInfo) bool { return info.Mode().Perm() == 0o600 }
