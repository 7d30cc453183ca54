package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/cmd/internal/audit"
	"sandbox-enforcer/cmd/internal/audit/read"
)

var logged = time.Date(2026, 1, 2, 10, 0, 0, 0, time.UTC)

// project returns a git repository whose log has three records and, between the last
// two, a torn line. The directory below it has no log of its own.
func project(t *testing.T) (dir string, ids []string) {
	t.Helper()
	dir = t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, ".git"), 0o700))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "src"), 0o700))
	log := audit.InProject(dir)
	add := func(e audit.Entry, after time.Duration) { require.NoError(t, log.Append(e, logged.Add(after))) }
	add(audit.Entry{Class: "SAFE", Decision: "allow", Command: "ls", Session: "one", Rules: []string{"policy-safe"}}, 0)
	add(audit.Entry{Class: "BLOCKED", Decision: "deny", Command: "rm -rf \x1b[31m\u202e /", Session: "two", Reason: "recursive\nremoval", Rules: []string{"policy-blocked"}}, time.Minute)
	f, err := os.OpenFile(log.Path(), os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.WriteString(`{"timestamp":"2026-01`)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	add(audit.Entry{Decision: "pass", Command: "make", Session: "one"}, 3*time.Hour)

	text, err := os.ReadFile(log.Path())
	require.NoError(t, err)
	_, err = read.Each(strings.NewReader(string(text)), func(r read.Record) error {
		ids = append(ids, r.ID)
		return nil
	})
	require.NoError(t, err)
	require.Len(t, ids, 3)
	return dir, ids
}

// auditing runs audit in this process, in a directory.
func auditing(dir string, env map[string]string, args ...string) (stdout, stderr string, status int) {
	var out, errs strings.Builder
	w := world{
		stdin: strings.NewReader(""), stdout: &out, stderr: &errs,
		env: func(name string) (string, bool) { v, ok := env[name]; return v, ok },
		dir: func() (string, error) { return dir, nil },
	}
	status = run(w, append([]string{"audit"}, args...))
	return out.String(), errs.String(), status
}

func TestAuditTail(t *testing.T) {
	dir, _ := project(t)
	const (
		first  = "2026-01-02T10:00:00Z allow   SAFE ls [policy-safe]\n"
		second = `2026-01-02T10:01:00Z deny    BLOCKED rm -rf \u{1b}[31m\u{202e} / [policy-blocked]` + "\n"
		third  = "2026-01-02T13:00:00Z pass    make\n"
	)
	tests := []struct {
		name, args, want string
	}{
		{name: "all", args: "tail", want: first + second + third},
		{name: "the last", args: "tail -n 1", want: third},
		{name: "none", args: "tail -n 0"},
		{name: "by session", args: "tail --session one", want: first + third},
		{name: "by class", args: "tail --class blocked", want: second},
		{name: "by decision", args: "tail --class allow -n 5", want: first},
		{name: "by rule", args: "tail --rule policy-blocked", want: second},
		{name: "since", args: "tail --since 2026-01-02T10:01:00Z", want: second + third},
		{name: "until", args: "tail --until 2026-01-02T10:01:00Z", want: first},
		{name: "since long after", args: "tail --since 0s"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			stdout, stderr, status := auditing(filepath.Join(dir, "src"), nil, strings.Fields(tt.args)...)
			assert.Equal(t, exitOK, status)
			assert.Empty(t, stderr)
			assert.Equal(t, tt.want, stdout)
		})
	}
}

func TestAuditJSONIsTheLine(t *testing.T) {
	dir, ids := project(t)
	text, err := os.ReadFile(audit.InProject(dir).Path())
	require.NoError(t, err)
	line, _, _ := strings.Cut(string(text), "\n")
	for _, command := range []string{"show", "tail"} {
		stdout, _, status := auditing(dir, nil, command, "--json", "--id", ids[0])
		assert.Equal(t, exitOK, status)
		assert.Equal(t, line+"\n", stdout)
	}
}

func TestAuditShow(t *testing.T) {
	dir, ids := project(t)
	stdout, _, status := auditing(dir, nil, "show", ids[1][:12])
	assert.Equal(t, exitOK, status)
	assert.Contains(t, stdout, "id        "+ids[1]+"\n")
	assert.Contains(t, stdout, `command   rm -rf \u{1b}[31m\u{202e} /`+"\n")
	assert.Contains(t, stdout, `reason    recursive\u{a}removal`+"\n")
	assert.NotContains(t, stdout, "profile")

	stdout, _, _ = auditing(dir, nil, "show")
	assert.Equal(t, 2, strings.Count(stdout, "\n\n"), "records have a blank line between them")
}

func TestAuditStats(t *testing.T) {
	dir, _ := project(t)
	stdout, _, status := auditing(dir, map[string]string{"COLUMNS": "60"}, "stats")
	assert.Equal(t, exitOK, status)
	assert.Contains(t, stdout, "3 decisions, 1 prompt saved\n1 line cannot be read")
	assert.Contains(t, stdout, "over time, UTC, each 15 minutes\n  2026-01-02 10:00 2 ##")
	for line := range strings.Lines(stdout) {
		assert.LessOrEqual(t, len(line), 62)
	}

	stdout, _, status = auditing(dir, nil, "stats", "--json", "--session", "two")
	assert.Equal(t, exitOK, status)
	var stats read.Stats
	require.NoError(t, json.Unmarshal([]byte(stdout), &stats))
	assert.Equal(t, read.Stats{
		Total: 1, Decisions: []read.Count{{Name: "deny", Count: 1}}, Classes: []read.Count{{Name: "BLOCKED", Count: 1}},
		Rules: []read.Count{{Name: "policy-blocked", Count: 1}}, BucketSeconds: 60, Torn: 1,
		Buckets: []read.Bucket{{Start: logged.Add(time.Minute), Count: 1, Decisions: map[string]int{"deny": 1}}},
	}, stats)
}

func TestAuditVerify(t *testing.T) {
	dir, _ := project(t)
	stdout, stderr, status := auditing(dir, nil, "verify")
	assert.Equal(t, exitFound, status)
	assert.Empty(t, stderr)
	assert.Equal(t, "readable: 3 lines\ntorn: 1 line, number 3\n", stdout)

	stdout, _, status = auditing(dir, nil, "verify", "--json")
	assert.Equal(t, exitFound, status)
	assert.JSONEq(t, `{"good":3,"torn":[3]}`, stdout)

	good := filepath.Join(t.TempDir(), "log")
	require.NoError(t, audit.At(good).Append(audit.Entry{}, logged))
	stdout, _, status = auditing(dir, nil, "verify", "--file", good)
	assert.Equal(t, exitOK, status)
	assert.Equal(t, "readable: 1 line\n", stdout)
	stdout, _, status = auditing(dir, nil, "verify", "--json", "--file", good)
	assert.Equal(t, exitOK, status)
	assert.JSONEq(t, `{"good":1,"torn":[]}`, stdout)
}

func TestAuditFindsTheLog(t *testing.T) {
	tests := []struct {
		name    string
		options auditOptions
		env     map[string]string
		dir     string
		want    string
	}{
		{name: "the git top level", dir: "/repo/src/deep", want: "/repo/.claude/logs/audit.jsonl"},
		{name: "the working directory", dir: "/plain", want: "/plain/.claude/logs/audit.jsonl"},
		{name: "the project", options: auditOptions{Project: "/p"}, dir: "/repo", want: "/p/.claude/logs/audit.jsonl"},
		{name: "the environment", options: auditOptions{Project: "/p"}, env: map[string]string{"SANDBOX_AUDIT": "/log"}, want: "/log"},
		{name: "off is no file", options: auditOptions{Project: "/p"}, env: map[string]string{"SANDBOX_AUDIT": "off"}, want: "/p/.claude/logs/audit.jsonl"},
		{name: "the flag", options: auditOptions{File: "off", Project: "/p"}, env: map[string]string{"SANDBOX_AUDIT": "/log"}, want: "off"},
	}
	root := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(root, "repo", "src", "deep"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(root, "repo", ".git"), nil, 0o600))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := world{
				env: func(name string) (string, bool) { v, ok := tt.env[name]; return v, ok },
				dir: func() (string, error) { return filepath.Join(root, tt.dir), nil },
			}
			got, err := tt.options.path(w)
			require.NoError(t, err)
			assert.Equal(t, tt.want, strings.TrimPrefix(got, root))
		})
	}
}

func TestAuditBadUsage(t *testing.T) {
	dir, _ := project(t)
	tests := []struct {
		name, want string
		args       []string
	}{
		{name: "no log", args: []string{"tail", "--project", "/nowhere"}, want: `there is no audit log at "/nowhere/.claude/logs/audit.jsonl": give --file`},
		{name: "no file", args: []string{"verify", "--file", "/dev/null"}, want: `"/dev/null" is not a regular file: give --file`},
		{name: "a time", args: []string{"show", "--since", "soon"}, want: `--since: "soon" is no time: give 90m`},
		{name: "an id", args: []string{"show", "ffff_"}, want: `no record has the id "ffff_": see`},
		{name: "two ids", args: []string{"show", "a", "b"}, want: `the argument "b" is not expected: see`},
		{name: "a word", args: []string{"tail", "log"}, want: `the argument "log" is not expected`},
		{name: "a number", args: []string{"tail", "-n", "-1"}, want: "-n cannot be -1"},
		{name: "a command", args: []string{"tial"}, want: `there is no command "tial": did you mean tail?`},
		{name: "a flag", args: []string{"verify", "--since", "2h"}, want: `there is no flag "--since"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			stdout, stderr, status := auditing(dir, nil, tt.args...)
			assert.Equal(t, exitUsage, status)
			assert.Empty(t, stdout)
			assert.Contains(t, stderr, "sandbox-enforcer: "+tt.want)
			assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
		})
	}
}

// shared is a buffer that is written and read at once.
type shared struct {
	lock sync.Mutex
	text strings.Builder
}

func (s *shared) Write(p []byte) (int, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.text.Write(p)
}

func (s *shared) String() string {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.text.String()
}

func TestAuditFollow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	log := audit.At(path)
	require.NoError(t, log.Append(audit.Entry{Decision: "pass", Command: "one"}, logged))
	out := &shared{}
	w := world{stdout: out, env: func(string) (string, bool) { return "", false }}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- runAuditTail(ctx, w, auditOptions{File: path, Last: 5, Follow: true, poll: time.Millisecond})
	}()
	commands := func(want string) {
		t.Helper()
		require.Eventually(t, func() bool {
			var got []string
			for line := range strings.Lines(out.String()) {
				got = append(got, line[strings.LastIndexByte(line, ' ')+1:len(line)-1])
			}
			return strings.Join(got, " ") == want
		}, 5*time.Second, time.Millisecond, "want %s, have %s", want, out)
	}
	commands("one")
	require.NoError(t, log.Append(audit.Entry{Decision: "pass", Command: "two"}, logged))
	commands("one two")

	// Half a line waits for its end; an entry that heals it is not lost.
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.WriteString(`{"timestamp":`)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	time.Sleep(20 * time.Millisecond)
	require.NoError(t, log.Append(audit.Entry{Decision: "pass", Command: "three"}, logged))
	commands("one two three")

	// A log that is put aside goes on in the new file.
	require.NoError(t, os.Rename(path, path+".1"))
	time.Sleep(20 * time.Millisecond)
	require.NoError(t, log.Append(audit.Entry{Decision: "pass", Command: "four"}, logged))
	commands("one two three four")
	stop()
	require.NoError(t, <-ended)
}
