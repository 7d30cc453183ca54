//go:build unix

package audit

import "syscall"

// noWait opens no link, and neither waits for the other end of a pipe nor for a
// device.
const noWait = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
