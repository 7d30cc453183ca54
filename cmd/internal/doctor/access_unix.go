//go:build unix

package doctor

import "golang.org/x/sys/unix"

// writable reports whether this user may make files in a directory, or write to a file.
func writable(path string) bool { return unix.Access(path, unix.W_OK) == nil }
