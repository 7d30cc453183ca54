package main

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// soon is how long something may take that takes a moment.
const soon = 10 * time.Second

// TestExecPassesSignals sends every signal to exec, whose command tells that it has it.
func TestExecPassesSignals(t *testing.T) {
	program := builtProgram(t)
	heedSignals(t)
	const script = `trap 'echo got; exit 5' TERM INT HUP QUIT USR1 USR2 ALRM WINCH; echo ready; while :; do sleep 0.05; done`
	for _, mechanism := range working(t) {
		for _, s := range []syscall.Signal{unix.SIGTERM, unix.SIGINT, unix.SIGHUP, unix.SIGQUIT, unix.SIGUSR1, unix.SIGUSR2, unix.SIGALRM, unix.SIGWINCH} {
			t.Run(mechanism+" "+unix.SignalName(s), func(t *testing.T) {
				c := startConfined(t, program, mechanism, script, apart)
				c.signal(t, s)
				status, said := c.end(t)
				assert.Equal(t, 5, status)
				assert.Equal(t, "got\n", said)
			})
		}
		t.Run(mechanism+" without a handler", func(t *testing.T) {
			c := startConfined(t, program, mechanism, "echo ready; sleep 60", apart)
			c.signal(t, unix.SIGTERM)
			status, _ := c.end(t)
			assert.Equal(t, 128+int(unix.SIGTERM), status)
		})
	}
}

// heedSignals keeps what the test's own caller ignores, as nohup does and a shell's &, from
// the commands that it starts: no shell can trap what is ignored when it begins.
func heedSignals(t *testing.T) {
	heeded := make(chan os.Signal, 1)
	for _, s := range []os.Signal{unix.SIGHUP, unix.SIGINT, unix.SIGQUIT} {
		if signal.Ignored(s) {
			signal.Notify(heeded, s)
		}
	}
	t.Cleanup(func() { signal.Stop(heeded) })
}

// signal sends a signal once exec is likely to listen, which it does beside the run, and
// again until the run has ended: a busy machine may take longer. One that does not end is
// killed.
func (c *confined) signal(t *testing.T, s syscall.Signal) {
	ended := make(chan struct{})
	t.Cleanup(func() { close(ended) })
	go func() {
		for wait := range 60 {
			select {
			case <-ended:
				return
			case <-time.After(time.Duration(250+20*wait) * time.Millisecond):
				_ = c.Process.Signal(s)
			}
		}
		_ = c.Process.Kill()
	}()
}

// apart gives a run a process group of its own.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// TestExecKeepsIgnoredSignals has a caller that ignores a signal, as nohup does.
func TestExecKeepsIgnoredSignals(t *testing.T) {
	program := builtProgram(t)
	for _, mechanism := range working(t) {
		cmd := exec.Command("bash", "-c", `trap '' HUP; exec "$@"`, "caller", program, "exec", "--mechanism", mechanism, "--", "bash", "-c", `kill -HUP $$; kill -TERM $$; echo no`)
		cmd.Dir = t.TempDir()
		out, _ := cmd.Output() // the status is judged
		assert.Equal(t, 128+int(unix.SIGTERM), cmd.ProcessState.ExitCode(), mechanism)
		assert.Empty(t, out)
	}
}

// openTerminal opens a terminal of its own, and returns both ends.
func openTerminal(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminal to try: mount devpts at /dev/pts: %v", err)
	}
	t.Cleanup(func() { master.Close() })
	require.NoError(t, unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	slave, err = os.OpenFile("/dev/pts/"+strconv.Itoa(number), os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	return master, slave
}

// TestExecOnATerminal types at a command's terminal: an interrupt reaches it once, and
// it is asked for by exec's caller as any other command.
func TestExecOnATerminal(t *testing.T) {
	program := builtProgram(t)
	for _, mechanism := range working(t) {
		onTerminal := func(slave *os.File) func(*exec.Cmd) {
			return func(cmd *exec.Cmd) {
				cmd.Stdin, cmd.Stderr = slave, slave
				cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
			}
		}
		t.Run(mechanism+" interrupt", func(t *testing.T) {
			master, slave := openTerminal(t)
			c := startConfined(t, program, mechanism, `n=0; trap 'n=$((n+1))' INT; echo ready; for i in 1 2 3 4 5 6 7 8; do sleep 0.05; done; test -t 0 && echo "$n"`, onTerminal(slave))
			time.Sleep(50 * time.Millisecond)
			_, err := master.WriteString("\x03")
			require.NoError(t, err)
			status, said := c.end(t)
			assert.Equal(t, 0, status)
			assert.Equal(t, "1\n", said)
		})
		t.Run(mechanism+" typing", func(t *testing.T) {
			master, slave := openTerminal(t)
			c := startConfined(t, program, mechanism, `echo ready; read -r x; echo "$x"; : > /dev/tty && echo tty`, onTerminal(slave))
			_, err := master.WriteString("words\n")
			require.NoError(t, err)
			status, said := c.end(t)
			assert.Equal(t, 0, status)
			assert.Equal(t, "words\ntty\n", said)
		})
	}
}

// TestExecStops stops and continues a run, as a shell does with its jobs.
func TestExecStops(t *testing.T) {
	program := builtProgram(t)
	for _, mechanism := range working(t) {
		t.Run(mechanism, func(t *testing.T) {
			// A shell with job control is between, so that the group is no orphan. Its wait gives
			// 147 while the job is stopped.
			cmd := exec.Command("bash", "-mc", `"$@" & j=$!; sleep 0.4; kill -TSTP $j; sleep 0.2; a=$(wc -l < ticks); sleep 0.3; b=$(wc -l < ticks)
				echo "stopped $((b-a)) $(cut -d' ' -f3 /proc/$j/stat)"; kill -CONT $j; s=147; while [ $s = 147 ]; do wait $j; s=$?; done; echo "status $s, went on $(($(wc -l < ticks) > b))"`,
				"shell", program, "exec", "--mechanism", mechanism, "--", "bash", "-c", "for i in {1..25}; do echo >> ticks; sleep 0.03; done; exit 6")
			cmd.Dir = t.TempDir()
			_, slave := openTerminal(t)
			cmd.Stdin, cmd.Stderr = slave, slave
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
			out, err := cmd.Output()
			require.NoError(t, err, "%s", out)
			assert.Equal(t, "stopped 0 T\nstatus 6, went on 1\n", string(out))
		})
	}
}

// TestExecLeavesNothingBehind has commands with children that would outlive them.
func TestExecLeavesNothingBehind(t *testing.T) {
	program := builtProgram(t)
	scripts := map[string]string{
		"a child":                    `(sleep 0.5; echo x > alive) & echo ready`,
		"a session":                  `setsid bash -c 'sleep 0.5; echo x > alive' & echo ready; sleep 0.05`,
		"a daemon that keeps silent": `setsid bash -c 'trap "" HUP TERM INT; (sleep 0.5; echo x > alive) & disown' & echo ready; sleep 0.1`,
		"many":                       `for i in $(seq 50); do (sleep 0.5; echo x > alive) & done; echo ready`,
		"one that starts others":     `f() { (sleep 0.02; g) & }; g() { (sleep 0.02; f) & }; f; (sleep 0.6; echo x > alive) & echo ready`,
	}
	for _, mechanism := range working(t) {
		for name, script := range scripts {
			t.Run(mechanism+" "+name, func(t *testing.T) {
				t.Parallel() // most of it is waiting
				begin := time.Now()
				c := startConfined(t, program, mechanism, script, nil)
				status, _ := c.end(t)
				assert.Equal(t, 0, status)
				assert.Less(t, time.Since(begin), soon)
				time.Sleep(700 * time.Millisecond)
				assert.NoFileExists(t, filepath.Join(c.Dir, "alive"))
			})
		}
	}
}

// TestExecDiesWithItsProgram kills exec in a way that it cannot handle.
func TestExecDiesWithItsProgram(t *testing.T) {
	program := builtProgram(t)
	for _, mechanism := range working(t) {
		t.Run(mechanism, func(t *testing.T) {
			c := startConfined(t, program, mechanism, `echo ready; sleep 0.5; echo x > alive`, nil)
			require.NoError(t, c.Process.Kill())
			_, _ = c.end(t)
			time.Sleep(700 * time.Millisecond)
			assert.NoFileExists(t, filepath.Join(c.Dir, "alive"))
		})
	}
}
