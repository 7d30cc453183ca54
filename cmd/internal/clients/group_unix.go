//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// group puts the command at the head of a group of processes.
func group(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// end kills the whole group of the command. That it is gone already is no fault.
func end(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
