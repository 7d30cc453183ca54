package confine

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// runLandlock runs the program under Landlock. Only the thread that starts it is
// restricted, so that this process can tidy up after it.
func runLandlock(p Plan, words []string) (int, error) {
	abi, err := landlockABI()
	if err != nil {
		return 0, &unavailable{why: err.Error()}
	}
	path, err := find(words[0])
	if err != nil {
		return 0, err
	}
	temp, remove, err := tempFor(p)
	if err != nil {
		return 0, err
	}
	defer remove()
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return 0, failed("become the reaper of the program's orphans: %w", err)
	}
	if err := closeOnExec(3); err != nil {
		return 0, failed("keep open files from the program: %w", err)
	}
	var sys system
	if p.Read != nil {
		sys = readSystem()
	}
	attr, grants := ruleset(p, abi, sys, temp, terminals())
	kept := ignored()
	pid, err := onThread(func() (int, error) {
		if err := errors.Join(landlockThread(attr, grants), dropCapabilities(), filterThread(calls(p, true))); err != nil {
			return 0, &unavailable{why: err.Error()}
		}
		return start(path, words, p.Dir, withTemp(os.Environ(), temp))
	})
	if err != nil {
		return 0, err
	}
	go relay(kept, func(s syscall.Signal) { _ = syscall.Kill(pid, s) }) // it may have ended by now
	ws, err := waitFor(pid)
	if err != nil {
		return 0, failed("wait for the program: %w", err)
	}
	if !killLeft() {
		fmt.Fprintln(os.Stderr, "sandbox-enforcer: programs that were started are still there, confined as before: end them by hand")
	}
	return statusOf(ws), nil
}

// start starts a program. A text without an interpreter is one for sh, as every shell
// has it.
func start(path string, words []string, dir string, environ []string) (int, error) {
	attr := &syscall.ProcAttr{Dir: dir, Env: environ, Files: []uintptr{0, 1, 2}, Sys: &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}}
	pid, err := syscall.ForkExec(path, words, attr)
	if err == syscall.ENOEXEC {
		pid, err = syscall.ForkExec("/bin/sh", append([]string{"sh", path}, words[1:]...), attr)
	}
	if err != nil {
		return 0, notStarted(words[0], err)
	}
	return pid, nil
}
