//go:build unix

package install

import (
	"io/fs"
	"os"
	"syscall"
)

// noWait opens no link, and waits for no other end of a pipe.
const noWait = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// mine reports whether the file belongs to the user that this process acts as.
func mine(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid()
}

// links is how many names a file has.
func links(info fs.FileInfo) int {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Nlink)
	}
	return 1
}
