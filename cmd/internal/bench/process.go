package main

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
)

// sources are the programs that are built for comparison.
//
//go:embed testdata/hello/main.go testdata/least/main.go testdata/peak/main.go
var sources embed.FS

// subject is one process that is measured.
type subject struct {
	name    string
	program string
	event   string // the command of the event on standard input, or ""
	wants   string // what the answer holds; empty for no answer
	policy  bool   // the policy guard is on, with its state and its log
	all     bool   // the scope is all
	tree    string // all four guards are on, in this worktree; empty: they are not
	times   []time.Duration
	peak    int64 // bytes
}

// measureProcesses runs the hook beside the least of programs.
func measureProcesses(w io.Writer, dir, hook string, rounds int) error {
	found, err := exec.LookPath(hook)
	if err != nil {
		return fmt.Errorf("%s is not there: run make build first", hook)
	}
	if hook, err = filepath.Abs(found); err != nil {
		return fmt.Errorf("find the hook: %w", err)
	}
	hello, err := build(dir, "hello")
	if err != nil {
		return err
	}
	least, err := build(dir, "least")
	if err != nil {
		return err
	}
	peak, err := build(dir, "peak")
	if err != nil {
		return err
	}
	tree, err := layTree(dir)
	if err != nil {
		return err
	}
	subjects := []*subject{
		{name: "Go hello", program: hello},
		{name: "true", program: "true"},
		{name: "Go, runtime alone", program: least},
		{name: "hook, a clone", program: hook, event: "git clone https://example.invalid/team/repo.git && ls", wants: "updatedInput"},
		{name: "hook, no acquisition", program: hook, event: "go test ./... 2>&1 | tail -n 20"},
		{name: "hook in scope all, a clone", program: hook, event: "git clone https://example.invalid/team/repo.git && ls", wants: "updatedInput", all: true},
		{name: "hook in scope all, none", program: hook, event: "go test ./... 2>&1 | tail -n 20", all: true},
		{name: "hook with a policy, SAFE", program: hook, event: "git status --short | head -n 20", wants: `"allow"`, policy: true},
		{name: "hook with a policy, BLOCKED", program: hook, event: "rm -rf build", wants: `"deny"`, policy: true},
		{name: "hook with all guards, a clone", program: hook, event: "git clone https://example.invalid/team/repo.git && ls", wants: "updatedInput", policy: true, tree: tree},
		{name: "hook with all guards, SAFE", program: hook, event: "git status --short | head -n 20", wants: `"allow"`, policy: true, tree: tree},
		{name: "hook with all guards, work", program: hook, event: "go test ./src/... > build.log 2>&1 && git commit -qam 'src: mend'", policy: true, tree: tree},
	}
	if subjects[1].program, err = exec.LookPath("true"); err != nil {
		return fmt.Errorf("true is not installed: %w", err)
	}
	b := booth{dir: dir}
	for _, s := range subjects {
		if err := b.check(s); err != nil {
			return err
		}
		if s.peak, err = b.peak(peak, s); err != nil {
			return err
		}
	}
	order := slices.Clone(subjects)
	for range rounds {
		rand.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, s := range order {
			took, err := b.time(s)
			if err != nil {
				return err
			}
			s.times = append(s.times, took)
		}
	}
	return printProcesses(w, subjects, rounds)
}

func printProcesses(w io.Writer, subjects []*subject, rounds int) error {
	fmt.Fprintf(w, "whole processes, %d rounds interleaved\n", rounds)
	table := tabwriter.NewWriter(w, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\tp10 ms\tp50 ms\t× hello\t× true\tpeak MiB\t")
	for _, s := range subjects {
		p50 := quantile(s.times, 50)
		fmt.Fprintf(table, "%s\t%.2f\t%.2f\t%.2f\t%.2f\t%.1f\t\n", s.name, ms(quantile(s.times, 10)), ms(p50),
			ratio(p50, quantile(subjects[0].times, 50)), ratio(p50, quantile(subjects[1].times, 50)), float64(s.peak)/(1<<20))
	}
	return table.Flush()
}

// build builds one of the sources and returns its path.
func build(dir, name string) (string, error) {
	text, err := sources.ReadFile("testdata/" + name + "/main.go")
	if err != nil {
		return "", fmt.Errorf("read the source of %s: %w", name, err)
	}
	source, program := filepath.Join(dir, name+".go"), filepath.Join(dir, name)
	if err := os.WriteFile(source, text, 0o644); err != nil {
		return "", fmt.Errorf("write the source of %s: %w", name, err)
	}
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", program, source)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GO111MODULE=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build %s: %w: %s", name, err, out)
	}
	return copied(program)
}

// copied returns a copy of a program, as make build and an installation copy the hook:
// the system maps it in larger pieces than the file that the linker wrote, so that
// both have to be alike.
func copied(program string) (string, error) {
	text, err := os.ReadFile(program)
	if err != nil {
		return "", err
	}
	program += "-copy"
	return program, os.WriteFile(program, text, 0o755)
}

// booth runs processes in one directory and environment.
type booth struct{ dir string }

// command prepares the process of a subject with its event on standard input.
func (b booth) command(s *subject, program string, args ...string) (*exec.Cmd, error) {
	input, err := os.CreateTemp(b.dir, "event-")
	if err != nil {
		return nil, fmt.Errorf("write the event: %w", err)
	}
	session := "bench"
	if s.wants == `"allow"` {
		session = "bench-allow" // where no answer trips the breaker
	}
	if s.event != "" {
		text, err := json.Marshal(map[string]any{
			"session_id": session, "hook_event_name": "PreToolUse", "cwd": cmp.Or(s.tree, b.dir), "tool_name": "Bash",
			"tool_input": map[string]string{"command": s.event, "description": "measure"},
		})
		if err != nil {
			return nil, fmt.Errorf("write the event: %w", err)
		}
		if _, err := input.Write(text); err != nil {
			return nil, fmt.Errorf("write the event: %w", err)
		}
		if _, err := input.Seek(0, io.SeekStart); err != nil {
			return nil, fmt.Errorf("write the event: %w", err)
		}
	}
	if err := os.Remove(input.Name()); err != nil {
		return nil, fmt.Errorf("write the event: %w", err)
	}
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Stdin = b.dir, input
	cmd.Env = []string{"HOME=" + b.dir, "SHELL=/bin/bash", "PATH=" + os.Getenv("PATH"), "CONTENT_FILTER_SANDBOX_DIR=~/sandbox"}
	if s.policy {
		cmd.Env = append(cmd.Env, "SANDBOX_ENABLED=true", "SANDBOX_PROFILE=standard", "BATCH_PERMISSION_ENABLED=true")
	}
	if s.all {
		cmd.Env = append(cmd.Env, "CONTENT_FILTER_ENFORCER_SCOPE=all")
	}
	if s.tree != "" {
		cmd.Env = append(cmd.Env, "SANDBOX_WORKTREE="+s.tree, "SANDBOX_PROJECT_DIR="+s.tree)
	}
	return cmd, nil
}

// done closes what command has opened.
func done(cmd *exec.Cmd) {
	if f, ok := cmd.Stdin.(*os.File); ok {
		f.Close()
	}
}

// check runs the subject once and looks at its answer, so that nothing is measured
// that did not do its work.
func (b booth) check(s *subject) error {
	cmd, err := b.command(s, s.program)
	if err != nil {
		return err
	}
	defer done(cmd)
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("run %s: %w", s.name, err)
	}
	if got := bytes.Contains(out, []byte(s.wants)); s.event != "" && (!got || s.wants == "" && len(out) > 0) {
		return fmt.Errorf("%s answers %q, which is not what is to be measured", s.name, out)
	}
	return nil
}

// time runs the subject once, from the start of the process to its end.
func (b booth) time(s *subject) (time.Duration, error) {
	cmd, err := b.command(s, s.program)
	if err != nil {
		return 0, err
	}
	defer done(cmd)
	begin := time.Now()
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("run %s: %w", s.name, err)
	}
	return time.Since(begin), nil
}

// peakRuns is how often the peak is taken; the largest counts.
const peakRuns = 5

// peak returns the most memory that the subject holds, in bytes.
func (b booth) peak(program string, s *subject) (int64, error) {
	var most int64
	for range peakRuns {
		cmd, err := b.command(s, program, s.program)
		if err != nil {
			return 0, err
		}
		out, err := cmd.Output()
		done(cmd)
		if err != nil {
			return 0, fmt.Errorf("measure the memory of %s: %w", s.name, err)
		}
		n, err := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
		if err != nil {
			return 0, fmt.Errorf("measure the memory of %s: %w", s.name, err)
		}
		most = max(most, n)
	}
	if runtime.GOOS == "darwin" {
		return most, nil // bytes there, kibibytes elsewhere
	}
	return most << 10, nil
}

// quantile returns the value that p percent of the times stay below.
func quantile(times []time.Duration, p int) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	return sorted[min(len(sorted)*p/100, len(sorted)-1)]
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func ratio(a, b time.Duration) float64 { return float64(a) / float64(max(b, 1)) }
