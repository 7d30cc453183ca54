package confine

import (
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// closeOnExec keeps descriptors from first on from what is started: a file that the
// caller has open is beyond every rule about paths.
func closeOnExec(first int) error {
	err := unix.CloseRange(uint(first), math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC)
	if err == nil {
		return nil
	}
	entries, err := os.ReadDir("/proc/self/fd") // before Linux 5.11
	if err != nil {
		return err
	}
	for _, e := range entries {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd >= first {
			unix.CloseOnExec(fd)
		}
	}
	return nil
}

// onThread calls start on a thread of its own, which lives as long as this process:
// what start does to the thread, only its children have, and they are killed with it.
func onThread(start func() (int, error)) (int, error) {
	type result struct {
		pid int
		err error
	}
	done := make(chan result)
	go func() {
		runtime.LockOSThread()
		pid, err := start()
		done <- result{pid, err}
		select {}
	}()
	r := <-done
	return r.pid, r.err
}

// waitFor waits until the process has ended, and takes note of every other that ends.
func waitFor(pid int) (syscall.WaitStatus, error) {
	for {
		var ws syscall.WaitStatus
		switch got, err := syscall.Wait4(-1, &ws, 0, nil); {
		case err == syscall.EINTR:
		case err != nil:
			return ws, err
		case got == pid:
			return ws, nil
		}
	}
}

// patience is how long processes that are left are killed for. Only one that starts
// others all the time takes more than a moment.
const patience = 5 * time.Second

// killLeft kills what the program has left behind, and reports whether nothing is any
// more. This process has to be the subreaper, to which orphans fall.
func killLeft() bool {
	for end := time.Now().Add(patience); ; {
		var ws syscall.WaitStatus
		switch pid, err := syscall.Wait4(-1, &ws, syscall.WNOHANG, nil); {
		case err == syscall.ECHILD:
			return true
		case err == nil && pid > 0 || err == syscall.EINTR:
			continue
		}
		if time.Now().After(end) {
			return false
		}
		for _, pid := range descendants(os.Getpid(), families()) {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended by now
		}
		time.Sleep(time.Millisecond / 4)
	}
}

// families returns the processes by their parent.
func families() map[int][]int {
	out := map[int][]int{}
	proc, err := os.Open("/proc")
	if err != nil {
		return out
	}
	defer proc.Close()
	names, _ := proc.Readdirnames(-1) // those that were read count
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + name + "/stat")
		if err != nil {
			continue // it has ended
		}
		if parent, ok := parentIn(string(stat)); ok {
			out[parent] = append(out[parent], pid)
		}
	}
	return out
}

// parentIn reads the parent out of a stat file. A name may hold anything, brackets too.
func parentIn(stat string) (int, bool) {
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
	if len(fields) < 2 {
		return 0, false
	}
	parent, err := strconv.Atoi(fields[1])
	return parent, err == nil
}

// descendants returns the processes below one, those next to it first.
func descendants(pid int, families map[int][]int) []int {
	out := slices.Clone(families[pid])
	for i := 0; i < len(out); i++ {
		out = append(out, families[out[i]]...)
	}
	return out
}

// unignore gives the signals that signal.Ignore was called for their default back, but
// for those that are kept: what the package has for it waits for another thread.
func unignore(kept []os.Signal) {
	var action [8]uint64 // struct kernel_sigaction, of which zero is the default
	for _, s := range ending {
		if number, ok := s.(syscall.Signal); ok && !slices.Contains(kept, s) {
			_, _, _ = syscall.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(number), uintptr(unsafe.Pointer(&action)), 0, 8, 0, 0)
		}
	}
}
