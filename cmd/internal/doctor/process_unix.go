//go:build unix

package doctor

import (
	"os/exec"
	"syscall"
)

// apartFromTerminal starts a program in a session of its own, which has no terminal, and
// ends all of it at once.
func apartFromTerminal(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
