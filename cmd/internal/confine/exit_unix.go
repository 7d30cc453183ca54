//go:build unix

package confine

import "syscall"

// statusOf is the exit status of a program that has ended.
func statusOf(ws syscall.WaitStatus) int {
	if ws.Signaled() {
		return exitSignalFirst + int(ws.Signal())
	}
	return ws.ExitStatus()
}
