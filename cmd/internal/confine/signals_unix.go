//go:build unix

package confine

import (
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ending are the signals that end a program which does not handle them, and passed are
// all that are handed on to the confined one.
var (
	ending = []os.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGALRM}
	passed = append(slices.Clone(ending), syscall.SIGCONT, syscall.SIGTSTP, syscall.SIGWINCH)
)

// fromTerminal are the signals that a terminal sends to its whole foreground group, so
// that the program has them already.
var fromTerminal = []os.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTSTP}

// ignored returns those of the signals that the caller has set to be ignored, as nohup
// does: they stay so for the program. It is asked before this process ignores any.
var ignored = sync.OnceValue(func() []os.Signal {
	return slices.DeleteFunc(slices.Clone(passed), func(s os.Signal) bool { return !signal.Ignored(s) })
})

// settling is how long a program runs before its signals are handed on. Until then one
// ends this process, and the program with it.
const settling = 20 * time.Millisecond

// relay hands signals on to a program, but for those that are kept ignored, for as long
// as this process lives. It is called beside the run, once the program is started: to
// ask for ten signals takes longer than to start it.
func relay(kept []os.Signal, send func(syscall.Signal)) {
	time.Sleep(settling)
	in := make(chan os.Signal, 16)
	signal.Notify(in, slices.DeleteFunc(slices.Clone(passed), func(s os.Signal) bool { return slices.Contains(kept, s) })...)
	for s := range in {
		number, ok := s.(syscall.Signal)
		if !ok {
			continue
		}
		if !slices.Contains(fromTerminal, s) || !inForeground() {
			send(number)
		}
		if s == syscall.SIGTSTP {
			stop()
		}
	}
}

// stop stops this process, as the signal that was caught would have. Where no shell
// waits to continue it, in an orphaned process group, that signal does nothing.
func stop() {
	parent := os.Getppid()
	session, err := unix.Getsid(0)
	theirs, theirErr := unix.Getsid(parent)
	group, groupErr := unix.Getpgid(parent)
	if err == nil && theirErr == nil && groupErr == nil && session == theirs && group != unix.Getpgrp() {
		_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP) // to itself it is always allowed
	}
}

// inForeground reports whether this process is of the group that its terminal sends
// signals to.
func inForeground() bool {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return false
	}
	defer tty.Close()
	group, err := unix.IoctlGetInt(int(tty.Fd()), unix.TIOCGPGRP)
	return err == nil && group == syscall.Getpgrp()
}
