package oracle

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// logged is one program start as a shim wrote it down.
type logged struct {
	Program string
	Dir     string // links resolved
	Words   []string
}

// stage is where scripts run: a directory with shims, a home and a work directory.
// One script runs on it at a time.
type stage struct {
	root, bin, home, work, temp, log string
	bash                             string
}

// leaves only log. The passes log and then become the real program, with its name
// and its words.
var (
	leaves = []string{"git", "curl", "wget", "gh", "tool1"}
	passes = []string{
		"bash", "sh", "dash", "env", "nice", "ionice", "nohup", "timeout", "stdbuf", "setsid", "flock", "taskset", "chrt", "prlimit", "choom",
		"xargs", "find", "time", "cat", "mkdir", "rmdir", "rm", "ln",
	}
)

// privileged stands in for sudo and doas, which are not to be run by a test: it
// skips their options and starts the rest, assignments included.
const privileged = `while :; do
	case $1 in
	--) shift; break ;;
	--user | --group | --host | --prompt | -[ugphC] | -[!-u]*[ugphC]) shift 2 ;;
	-*) shift ;;
	*) break ;;
	esac
done
exec '%s' "$@"
`

// newStage builds a stage below root, a directory of its own.
func newStage(t *testing.T, root string) *stage {
	t.Helper()
	s := &stage{root: root, bash: installed("bash")}
	for name, dir := range map[string]*string{"bin": &s.bin, "home": &s.home, "work": &s.work, "tmp": &s.temp} {
		*dir = filepath.Join(root, name)
		require.NoError(t, os.MkdirAll(*dir, 0o755))
	}
	s.log = filepath.Join(root, "log")
	for _, name := range leaves {
		s.shim(t, name, "")
	}
	for _, name := range passes {
		if path := installed(name); path != "" {
			s.shim(t, name, fmt.Sprintf("exec '%s' \"$@\"\n", path))
		}
	}
	if env := installed("env"); env != "" {
		s.shim(t, "sudo", fmt.Sprintf(privileged, env))
		s.shim(t, "doas", fmt.Sprintf(privileged, env))
	}
	// A login shell sets PATH anew, before it reads this.
	require.NoError(t, os.WriteFile(filepath.Join(s.home, ".profile"), []byte("PATH='"+s.bin+"'\n"), 0o644))
	require.NoError(t, os.MkdirAll(filepath.Join(s.home, "near", "deep"), 0o755))
	require.NoError(t, os.Symlink(s.bin, filepath.Join(s.home, "bin")))
	return s
}

// shim writes the program called name: it appends one record to the log and goes on
// with the rest. A record is the number of its fields, then the fields, each ended
// by NUL: program, directory, words. One printf is one write, so that records of
// programs that run side by side are not mixed.
func (s *stage) shim(t *testing.T, name, rest string) {
	t.Helper()
	script := fmt.Sprintf("#!/bin/sh\nprintf '%%s\\0' \"$(($# + 2))\" %s \"$PWD\" \"$@\" >> '%s'\n%s", name, s.log, rest)
	require.NoError(t, os.WriteFile(filepath.Join(s.bin, name), []byte(script), 0o755))
}

// tree is what the work directory holds when a script starts; a text that begins
// with -> is a link.
var tree = []struct{ path, text string }{
	{"sub/deep/f.txt", "f"}, {"sub/g.txt", "g"}, {"sub dir/h.txt", "h"}, {"a.txt", "a"}, {"b.txt", "b"},
	{"set.sh", "V=changed\n"}, {"go.sh", "cd sub\n"}, {"link", "->sub"}, {"away", "->../home/near/deep"}, {"bin", "->../bin"},
}

// reset empties the log and makes the work directory anew.
func (s *stage) reset() error {
	if err := os.RemoveAll(s.work); err != nil {
		return err
	}
	for _, f := range tree {
		path := filepath.Join(s.work, f.path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if target, ok := strings.CutPrefix(f.text, "->"); ok {
			if err := os.Symlink(target, path); err != nil {
				return err
			}
			continue
		}
		if err := os.WriteFile(path, []byte(f.text), 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(s.log, nil, 0o644)
}

// environ is the whole environment of a script. No program of the machine is on the
// PATH; the proxies keep one that is started all the same from the network.
func (s *stage) environ() []string {
	return []string{
		"PATH=" + s.bin, "HOME=" + s.home, "PWD=" + s.work, "TMPDIR=" + s.temp, "LC_ALL=C.UTF-8", "INHERITED=from outside",
		"http_proxy=http://127.0.0.1:9", "https_proxy=http://127.0.0.1:9", "GIT_ALLOW_PROTOCOL=none",
	}
}

// run has bash run the script and returns what was started, in the order of the log.
func (s *stage) run(script string) ([]logged, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.bash, "-c", script)
	cmd.Dir, cmd.Env = s.work, s.environ()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	// The exit status says nothing here: many scripts end with that of a shim.
	if err := cmd.Run(); ctx.Err() != nil {
		return nil, fmt.Errorf("the script ran for more than %s: %w", patience, err)
	}
	log, err := os.ReadFile(s.log)
	if err != nil {
		return nil, err
	}
	return records(log)
}

// records reads a log.
func records(log []byte) ([]logged, error) {
	var out []logged
	fields := strings.Split(string(bytes.TrimSuffix(log, []byte{0})), "\x00")
	for len(log) > 0 && len(fields) > 0 {
		n, err := strconv.Atoi(fields[0])
		if err != nil || n < 2 || n >= len(fields) {
			return nil, fmt.Errorf("the log is broken at %q", fields)
		}
		out = append(out, logged{Program: fields[1], Dir: resolved(fields[2]), Words: fields[3 : n+1]})
		fields = fields[n+1:]
	}
	return out, nil
}

// resolved returns the path with its links resolved, or the path itself where
// nothing is there any more.
func resolved(path string) string {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return target
	}
	return filepath.Clean(path)
}
