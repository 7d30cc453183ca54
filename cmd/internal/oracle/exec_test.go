package oracle

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// nobody is the number of the ordinary user.
const nobody = 65534

// onlyOn says that a system call's number is that of one architecture.
func onlyOn(arch string) map[string]string {
	if runtime.GOARCH == arch {
		return nil
	}
	return map[string]string{"": "the number is that of another architecture"}
}

// TestEscapes makes every attempt at changing what is outside by each mechanism, as root
// and as an ordinary user. Each is made without confinement as well, where it has to
// change something, so that none is blind.
func TestEscapes(t *testing.T) {
	need(t, "bash")
	users := map[string]int{"nobody": nobody}
	if os.Getuid() == 0 {
		users["root"] = 0
	} else {
		users = map[string]int{"nobody": os.Getuid()}
	}
	seen := map[string]bool{}
	for _, a := range attempts {
		require.False(t, seen[a.name], "%s stands twice", a.name)
		seen[a.name] = true
	}
	require.GreaterOrEqual(t, len(attempts), 50)
	program := enforcerProgram(t)
	chosen := sample(t, attempts)
	for user, uid := range users {
		y := newYard(t, program, uid)
		live, count := 0, newTally()
		for _, a := range chosen {
			if missing := y.missing(a); missing != "" {
				skipped(t, a.name+": "+missing+" is not installed: install it and run the test again")
				continue
			}
			if y.control(t, a, user) {
				live++
			}
			for _, mechanism := range y.mechanisms {
				if mechanism == "landlock" && a.signals && y.abi < 6 {
					t.Logf("%s: Landlock holds it from Linux 6.12 on", a.name)
					continue
				}
				changed := y.attempt(t, a, mechanism)
				count.add(mechanism, "")
				if changed != "" {
					count.add("escapes", fmt.Sprintf("%s by %s: %s: %s%s", user, mechanism, a.name, changed, indented(a.script)))
				}
			}
		}
		count.print(t, "escapes")
		summary(t, "escapes as %s: %d attempts by bwrap, %d by landlock; %d of %d change something without confinement; %d escaped",
			user, count.count["bwrap"], count.count["landlock"], live, len(chosen), count.count["escapes"])
		assert.Zero(t, count.count["escapes"])
	}
}

// skipped tells of a part that is left out; in CI it fails.
func skipped(t *testing.T, message string) {
	t.Helper()
	if inCI() {
		t.Error(message)
		return
	}
	t.Log("SKIPPED " + message)
}

// enforcerProgram builds the program once, where every user may run it and no run has
// a directory of its own in the way.
func enforcerProgram(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/var/tmp", "oracle-program-")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	require.NoError(t, os.Chmod(dir, 0o755))
	program := filepath.Join(dir, "sandbox-enforcer")
	build := exec.Command("go", "build", "-o", program, "sandbox-enforcer/cmd/sandbox-enforcer")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return program
}

// yard is where attempts are made: outside and work lie side by side in root.
type yard struct {
	root, outside, work, shm, preload, suid, program string

	uid        int
	mechanisms []string
	abi        int
	victim     *exec.Cmd
	segment    string // the number of a System V segment
	daemon     daemon
}

func newYard(t *testing.T, program string, uid int) *yard {
	t.Helper()
	root, err := os.MkdirTemp("/var/tmp", "oracle-yard-")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(root) })
	require.NoError(t, os.Chmod(root, 0o755))
	require.NoError(t, os.Chown(root, uid, -1))
	y := &yard{root: root, outside: root + "/outside", work: root + "/work", program: program, uid: uid}
	y.preload, y.suid = filepath.Dir(program)+"/preload.so", filepath.Dir(program)+"/suid"
	shm, err := os.CreateTemp("/dev/shm", "oracle-")
	require.NoError(t, err)
	y.shm = shm.Name()
	t.Cleanup(func() { os.Remove(y.shm) })
	require.NoError(t, shm.Close())
	if cc := installed("cc"); cc != "" {
		source := filepath.Join(t.TempDir(), "preload.c")
		require.NoError(t, os.WriteFile(source, []byte(preloadSource), 0o644))
		out, err := exec.Command(cc, "-shared", "-fPIC", "-o", y.preload, source).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	bash, err := os.ReadFile(installed("bash"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(y.suid, bash, 0o755))
	require.NoError(t, os.Chmod(y.suid, 0o755|fs.ModeSetuid))
	y.daemon = newDaemon(t, y)
	y.look(t)
	t.Cleanup(func() { y.end() })
	return y
}

// preloadSource writes a file outside as soon as it is loaded.
const preloadSource = `#include <stdio.h>
#include <stdlib.h>
__attribute__((constructor)) static void loaded(void) {
	char path[4096];
	snprintf(path, sizeof path, "%s/preloaded", getenv("OUT") ? getenv("OUT") : "");
	FILE *f = fopen(path, "w");
	if (f) fclose(f);
}
`

// look finds the mechanisms that work here. Landlock has to, and bubblewrap unless it
// is not installed.
func (y *yard) look(t *testing.T) {
	t.Helper()
	cmd := y.command(context.Background(), y.program, "exec", "--check")
	cmd.Dir = "/"
	out, _ := cmd.Output() // what it prints is judged
	for line := range strings.Lines(string(out)) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if rest = strings.TrimSpace(rest); strings.HasPrefix(rest, "yes: ") {
			y.mechanisms = append(y.mechanisms, name)
			fmt.Sscanf(rest, "yes: version %d", &y.abi)
			continue
		}
		skipped(t, line)
	}
	require.NotEmpty(t, y.mechanisms, "%s", out)
}

func (y *yard) missing(a attempt) string {
	for _, p := range a.needs {
		if installed(p) == "" {
			return p
		}
	}
	return ""
}

// command prepares a process of the yard's user.
func (y *yard) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = y.work
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if os.Getuid() == 0 && y.uid != 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(y.uid), Gid: nobody}
	}
	cmd.Env = append(os.Environ(), "OUT="+y.outside, "W="+y.work, "SHM="+y.shm, "PRELOAD="+y.preload, "SUID="+y.suid, "PROGRAM="+y.program,
		"SHMID="+y.segment, "STREAM="+y.daemon.stream, "DGRAM="+y.daemon.datagram, "ABSTRACT="+y.daemon.abstract,
		"TCP="+strconv.Itoa(y.daemon.tcp), "UDP="+strconv.Itoa(y.daemon.udp), "HOME="+y.root, "TMPDIR=/tmp", "GIT_CONFIG_NOSYSTEM=1")
	if y.victim != nil {
		cmd.Env = append(cmd.Env, "VICTIM="+strconv.Itoa(y.victim.Process.Pid))
	}
	return cmd
}

// yardTree is what is there when an attempt begins; a text that begins with -> is a
// link, and of-root.txt belongs to root.
var yardTree = []struct{ path, text string }{
	{"outside/file.txt", "old\n"}, {"outside/dir/inner.txt", "old\n"}, {"outside/of-root.txt", "old\n"},
	{"outside/run.sh", "echo x > \"$OUT/by-environment\"\n"},
	{"work/kept.txt", "old\n"}, {"work/to-file", "->../outside/file.txt"}, {"work/to-dir", "->../outside"}, {"work/broken", "->../outside/none"},
}

// reset makes the yard anew, with a process outside.
func (y *yard) reset(t *testing.T) {
	t.Helper()
	y.end()
	for _, dir := range []string{y.outside, y.work, y.work + ".gone"} {
		require.NoError(t, os.RemoveAll(dir))
	}
	for _, f := range yardTree {
		path := filepath.Join(y.root, f.path)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		if target, ok := strings.CutPrefix(f.text, "->"); ok {
			require.NoError(t, os.Symlink(target, path))
			continue
		}
		require.NoError(t, os.WriteFile(path, []byte(f.text), 0o644))
	}
	require.NoError(t, os.WriteFile(y.shm, []byte("old\n"), 0o644))
	require.NoError(t, os.Chown(y.shm, y.uid, -1))
	require.NoError(t, filepath.WalkDir(y.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() == "of-root.txt" {
			return err
		}
		return os.Lchown(path, y.uid, -1)
	}))
	if installed("ipcmk") != "" {
		out, err := y.command(context.Background(), "ipcmk", "-M", "64").Output()
		require.NoError(t, err)
		y.segment = string(out[strings.LastIndexByte(string(out), ' ')+1 : len(out)-1])
	}
	y.victim = y.command(context.Background(), installed("bash"), "-c", `exec 7>> file.txt; exec sleep 120`)
	y.victim.Dir = y.outside
	require.NoError(t, y.victim.Start())
	y.daemon.heard.Store(0)
}

// end ends what reset has started.
func (y *yard) end() {
	if y.victim != nil {
		_ = y.victim.Process.Kill()
		_ = y.victim.Wait()
		y.victim = nil
	}
	if y.segment != "" {
		_ = exec.Command("ipcrm", "-m", y.segment).Run() // it may be gone
		y.segment = ""
	}
}

// control makes the attempt without confinement and reports whether it changed
// anything. One that does not, and has no reason, is an error of the test.
func (y *yard) control(t *testing.T, a attempt, user string) bool {
	t.Helper()
	reason := a.inert[""] + a.inert[user]
	if a.name == "unmount" && y.uid == 0 {
		return false
	}
	changed := y.attempt(t, a, "")
	if changed == "" && reason == "" {
		t.Errorf("%s: as %s it changes nothing without confinement, so that it proves nothing%s", a.name, user, indented(a.script))
	}
	return changed != ""
}

// attempt makes one attempt, without confinement where the mechanism is "", and says
// what has changed outside.
func (y *yard) attempt(t *testing.T, a attempt, mechanism string) string {
	t.Helper()
	y.reset(t)
	before := y.snapshot(t, mechanism)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	args := []string{"-c", a.before + "\nexec \"$@\"", "caller"}
	if mechanism != "" {
		args = append(args, y.program, "exec", "--mechanism", mechanism)
		if a.net {
			args = append(args, "--net", "none")
		}
		args = append(args, "--")
	}
	cmd := y.command(ctx, installed("bash"), append(args, installed("bash"), "-c", a.script)...)
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	out, _ := cmd.CombinedOutput() // what has changed is what counts
	if ctx.Err() != nil {
		t.Errorf("%s by %q ran for more than %s\n%s", a.name, mechanism, patience, out)
	}
	if a.late {
		time.Sleep(600 * time.Millisecond)
	}
	for _, word := range []string{"socket", "/dev/", "VICTIM"} {
		if strings.Contains(a.script, word) {
			time.Sleep(30 * time.Millisecond) // until it has reached the other process
			break
		}
	}
	return compare(before, y.snapshot(t, mechanism))
}

// snapshot describes all that is outside. By Landlock mode, owner and times are left
// out, and so are the times of all that reading touches.
func (y *yard) snapshot(t *testing.T, mechanism string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, root := range []string{y.root, y.shm} {
		require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if path == y.work {
				out[path] = "there"
				return filepath.SkipDir
			}
			if err != nil {
				return err
			}
			what, err := stateOf(path, mechanism != "landlock" && path != y.root)
			out[path] = what
			return err
		}))
	}
	for _, name := range []string{"opened", "survived"} {
		if text, err := os.ReadFile(filepath.Join(y.work, name)); err == nil {
			out[name] = "is there " + strings.Join(strings.Fields(string(text)), " ")
		}
	}
	out["daemon"] = strconv.Itoa(int(y.daemon.heard.Load()))
	var ws syscall.WaitStatus
	if pid, _ := syscall.Wait4(y.victim.Process.Pid, &ws, syscall.WNOHANG, nil); pid != 0 {
		out["victim"] = "is dead"
	}
	if y.segment != "" {
		listed, err := exec.Command("ipcs", "-m", "-i", y.segment).CombinedOutput()
		if err != nil || strings.Contains(string(listed), "not found") {
			out["segment"] = "is gone"
		}
	}
	return out
}

// stateOf says what is at a path, with all that could be changed about it.
func stateOf(path string, meta bool) (string, error) {
	var st syscall.Stat_t
	if err := syscall.Lstat(path, &st); err != nil {
		return "", err
	}
	what := fmt.Sprintf("type %o", st.Mode&syscall.S_IFMT)
	switch st.Mode & syscall.S_IFMT {
	case syscall.S_IFREG:
		text, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		what += fmt.Sprintf(" %x", sha256.Sum256(text))
	case syscall.S_IFLNK:
		target, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		what += " " + target
	}
	if meta {
		names := make([]byte, 1024)
		n, _ := syscall.Listxattr(path, names) // a link or a file system may have none
		what += fmt.Sprintf(" mode %o owner %d:%d links %d mtime %v ctime %v attributes %q", st.Mode&0o7777, st.Uid, st.Gid, st.Nlink, st.Mtim, st.Ctim, names[:max(n, 0)])
	}
	return what, nil
}

func compare(before, after map[string]string) string {
	var out []string
	for path, was := range before {
		if is, there := after[path]; !there {
			out = append(out, path+" is gone")
		} else if is != was {
			out = append(out, fmt.Sprintf("%s was %s and is %s", path, was, is))
		}
	}
	for path, is := range after {
		if _, there := before[path]; !there {
			out = append(out, path+" "+is)
		}
	}
	return strings.Join(out, "; ")
}

// daemon is a service that is not confined: it counts the messages that reach it.
type daemon struct {
	stream, datagram, abstract string
	tcp, udp                   int
	heard                      *atomic.Int32
}

func newDaemon(t *testing.T, y *yard) daemon {
	t.Helper()
	dir := filepath.Dir(y.program)
	d := daemon{
		stream: filepath.Join(dir, "stream-"+filepath.Base(y.root)), datagram: filepath.Join(dir, "datagram-"+filepath.Base(y.root)),
		abstract: filepath.Base(y.root), heard: new(atomic.Int32),
	}
	listen := func(network, address string) net.Addr {
		l, err := net.Listen(network, address)
		require.NoError(t, err)
		t.Cleanup(func() { l.Close() })
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				d.heard.Add(1)
				c.Close()
			}
		}()
		return l.Addr()
	}
	packets := func(network, address string) net.Addr {
		l, err := net.ListenPacket(network, address)
		require.NoError(t, err)
		t.Cleanup(func() { l.Close() })
		go func() {
			for {
				if _, _, err := l.ReadFrom(make([]byte, 16)); err != nil {
					return
				}
				d.heard.Add(1)
			}
		}()
		return l.LocalAddr()
	}
	listen("unix", d.stream)
	listen("unix", "@"+d.abstract)
	packets("unixgram", d.datagram)
	require.NoError(t, os.Chmod(d.stream, 0o777))
	require.NoError(t, os.Chmod(d.datagram, 0o777))
	d.tcp = listen("tcp", "127.0.0.1:0").(*net.TCPAddr).Port
	d.udp = packets("udp", "127.0.0.1:0").(*net.UDPAddr).Port
	return d
}
