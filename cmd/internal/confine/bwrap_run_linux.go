package confine

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Descriptors of bubblewrap beside the three streams.
const (
	bwrapFilter = 3 + iota // gives the filter of system calls
	bwrapStatus            // takes its status, in JSON
)

var errNoBwrap = &unavailable{"it is not installed: install the package bubblewrap", errMissing}

// bwrapLine is the whole command line. Env stands before the program and gives the
// signals that bubblewrap was started to ignore their default back.
func bwrapLine(bwrap string, env restorer, p Plan, kept []os.Signal, words []string) []string {
	var sys system
	if p.Read != nil {
		sys = readSystem()
	}
	loader := slices.DeleteFunc(os.Environ(), func(v string) bool { return !loaderVariable(v) })
	line := append([]string{bwrap}, bwrapArgs(p, sys, loader)...)
	line = append(line, "--seccomp", strconv.Itoa(bwrapFilter), "--json-status-fd", strconv.Itoa(bwrapStatus), "--", env.path)
	if defaults := names(ending, kept); env.signals && defaults != "" {
		line = append(line, "--default-signal="+defaults)
	}
	line = append(line, "--")
	if len(words) > 0 && strings.Contains(words[0], "=") {
		line = append(line, "/bin/sh", "-c", `exec "$0" "$@"`) // which to env would be a variable
	}
	return append(line, words...)
}

// names returns the signals as env takes them, without those that are kept ignored.
func names(signals, kept []os.Signal) string {
	var out []string
	for _, s := range signals {
		if !slices.Contains(kept, s) {
			out = append(out, strings.TrimPrefix(unix.SignalName(s.(syscall.Signal)), "SIG"))
		}
	}
	return strings.Join(out, ",")
}

// restorer is env, which starts the program.
type restorer struct {
	path string
	// signals says that it can restore signals, as GNU's does since coreutils 8.31 of 2019.
	signals bool
}

// findRestorer looks for env. Without one nothing tells a wall that cannot be made from
// a program that cannot be started.
func findRestorer() (restorer, error) {
	path := firstFile([]string{"/usr/bin/env", "/bin/env"})
	f, err := os.Open(path)
	if err != nil {
		return restorer{}, &unavailable{why: "there is no /usr/bin/env that can be read: install coreutils"}
	}
	defer f.Close()
	return restorer{path, holds(f, []byte("default-signal"))}, nil
}

// holds reports whether a file holds a text. It reads piece by piece: to make room for
// all of it takes longer than to read it.
func holds(f io.Reader, text []byte) bool {
	var piece [4096]byte
	kept := 0
	for {
		n, err := f.Read(piece[kept:])
		if bytes.Contains(piece[:kept+n], text) {
			return true
		}
		if err != nil {
			return false
		}
		tail := piece[:kept+n]
		kept = copy(piece[:], tail[max(len(tail)-len(text)+1, 0):])
	}
}

// runBwrap runs the program behind bubblewrap.
func runBwrap(p Plan, words []string) (int, error) {
	bwrap := firstFile(bwrapPaths)
	if bwrap == "" {
		return 0, errNoBwrap
	}
	if _, err := find(words[0]); err != nil {
		return 0, err
	}
	feed, err := streams()
	if err != nil {
		return 0, err
	}
	if err := closeOnExec(3); err != nil {
		return 0, failed("keep open files from the program: %w", err)
	}
	env, err := findRestorer()
	if err != nil {
		return 0, err
	}
	kept := ignored()
	if env.signals {
		// Bubblewrap would end by the first signal, and everything behind it without a
		// chance to tidy up.
		signal.Ignore(ending...)
	}
	b, err := startBwrap(bwrapLine(bwrap, env, p, kept, words), calls(p, false), feed)
	unignore(kept)
	if err != nil {
		return 0, err
	}
	go relay(kept, b.signal)
	ws, err := waitFor(b.pid)
	if err != nil {
		return 0, failed("wait for bubblewrap: %w", err)
	}
	if ws.Signaled() || b.began() {
		return statusOf(ws), nil
	}
	signal.Reset(passed...)
	if err := b.unread(); err != nil {
		return 0, failed("go back to the begin of standard input: %w", err)
	}
	return 0, &unavailable{why: "it cannot make its walls here, as it says above: allow user namespaces to ordinary users"}
}

// walled is a run of bubblewrap.
type walled struct {
	pid    int
	status int // gives bubblewrap's status, in JSON
	// fed is closed when nothing of standard input is fed any more, and nil where nothing
	// was; from is where it began, in bytes.
	fed  chan struct{}
	from int64
}

// startBwrap starts bubblewrap on a command line.
func startBwrap(line []string, list []call, feed bool) (*walled, error) {
	code, err := program(list)
	if err != nil {
		return nil, &unavailable{why: err.Error()}
	}
	var filter, status, input [2]int
	pipes := []*[2]int{&filter, &status, &input}
	if !feed {
		pipes = pipes[:2]
	}
	for _, pipe := range pipes {
		if err := unix.Pipe2(pipe[:], unix.O_CLOEXEC); err != nil {
			return nil, failed("make a pipe: %w", err)
		}
	}
	defer unix.Close(filter[0])
	defer unix.Close(status[1])
	_, err = unix.Write(filter[1], unsafe.Slice((*byte)(unsafe.Pointer(&code[0])), len(code)*unix.SizeofSockFilter))
	if err = errors.Join(err, unix.Close(filter[1])); err != nil {
		return nil, failed("hand over the filter of system calls: %w", err)
	}
	stdin := 0
	if feed {
		stdin = input[0]
		defer unix.Close(stdin)
	}
	pid, err := syscall.ForkExec(line[0], line, &syscall.ProcAttr{
		Env:   slices.DeleteFunc(os.Environ(), loaderVariable),
		Files: []uintptr{uintptr(stdin), 1, 2, uintptr(filter[0]), uintptr(status[1])},
		// It is killed when the thread that starts it ends: Go ends only threads that a
		// goroutine was locked to.
		Sys: &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL},
	})
	if err != nil {
		return nil, &unavailable{why: fmt.Sprintf("%s cannot be started: %v", line[0], because(err))}
	}
	b := &walled{pid: pid, status: status[0]}
	if !feed {
		return b, nil
	}
	to := os.NewFile(uintptr(input[1]), "standard input of the program")
	b.fed = make(chan struct{})
	b.from, _ = os.Stdin.Seek(0, io.SeekCurrent) // a file knows
	go func() {
		_, _ = io.Copy(to, os.Stdin) // the program may leave as much as it likes
		to.Close()
		close(b.fed)
	}()
	return b, nil
}

// unread goes back to where standard input was, for the next mechanism.
func (b *walled) unread() error {
	if b.fed == nil {
		return nil
	}
	<-b.fed // at the latest when nobody can read it any more
	_, err := os.Stdin.Seek(b.from, io.SeekStart)
	return err
}

// began reports, after the end, whether the walls stood: only then bubblewrap has an
// exit status of what was behind them to tell.
func (b *walled) began() bool {
	status := os.NewFile(uintptr(b.status), "status of bubblewrap")
	defer status.Close()
	text, _ := io.ReadAll(io.LimitReader(status, 64<<10)) // what was read counts
	return bytes.Contains(text, []byte(`"exit-code"`))
}

// Until the program is there and can be sent signals, they wait for it.
const (
	attempts = 100
	pause    = 2 * time.Millisecond
)

// signal hands a signal to the program.
func (b *walled) signal(s syscall.Signal) {
	if s == syscall.SIGCONT {
		_ = syscall.Kill(b.pid, s) // the terminal has stopped bubblewrap as well
	}
	for range attempts {
		pid, ignores := b.program()
		if pid > 0 && ignores&(1<<(s-1)) == 0 {
			_ = syscall.Kill(pid, s) // it may have ended by now
			return
		}
		time.Sleep(pause)
	}
}

// program returns the process of the program, 0 where it is none, and the signals that
// it ignores, as bits: it is the second process of its name space, which is below
// bubblewrap and its reaper.
func (b *walled) program() (pid int, ignores uint64) {
	for _, pid := range descendants(b.pid, families()) {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if err != nil {
			continue // it has ended
		}
		second, ignores := statusIn(string(status))
		if second {
			return pid, ignores
		}
	}
	return 0, 0
}

// statusIn reads whether a process is the second one of a name space, and what it
// ignores, out of its status file.
func statusIn(text string) (second bool, ignores uint64) {
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		switch {
		case len(fields) > 2 && fields[0] == "NSpid:":
			second = fields[len(fields)-1] == "2"
		case len(fields) == 2 && fields[0] == "SigIgn:":
			ignores, _ = strconv.ParseUint(fields[1], 16, 64) // the kernel writes no other
		}
	}
	return second, ignores
}

// streams looks at the standard streams, which come from outside the walls: what may be
// read through one could be opened again for writing by way of /proc. A file on
// standard input is fed through a pipe instead.
func streams() (feed bool, err error) {
	for fd, name := range []string{"standard input", "standard output", "standard error"} {
		var st unix.Stat_t
		if err := unix.Fstat(fd, &st); err != nil {
			return false, failed("look at %s: %w", name, err)
		}
		flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
		if err != nil {
			return false, failed("look at %s: %w", name, err)
		}
		switch kind := st.Mode & unix.S_IFMT; {
		case kind == unix.S_IFDIR:
			return false, failed("%s is a directory, which leads out: redirect it from elsewhere", name)
		case kind != unix.S_IFREG && kind != unix.S_IFBLK || flags&unix.O_ACCMODE != unix.O_RDONLY:
		case fd == 0 && flags&unix.O_PATH == 0:
			feed = true
		default:
			return false, failed("%s is a file that is open for reading only, and could be written through it: redirect it elsewhere", name)
		}
	}
	return feed, nil
}

// checkBwrap tries the walls around a program that does nothing.
func checkBwrap(p Plan) (string, error) {
	status, err := runBwrap(p, []string{"/bin/sh", "-c", ":"})
	if err == nil && status != 0 {
		err = fmt.Errorf("a trial ended with status %d", status)
	}
	if err != nil {
		return "", err
	}
	return firstFile(bwrapPaths), nil
}
