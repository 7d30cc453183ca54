//go:build unix

package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/rules"
)

var noon = time.Date(2026, 1, 2, 10, 0, 0, 123_456_789, time.UTC)

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// decode reads a line as other programs do.
func decode(t testing.TB, line []byte) map[string]any {
	t.Helper()
	var members map[string]any
	require.NoError(t, json.Unmarshal(line, &members), "%s", line)
	return members
}

func TestLine(t *testing.T) {
	e := Entry{
		Class: "SAFE", Decision: "allow", Command: "grep pattern src/", Reason: "Command matches safe_commands", Rules: []string{"policy-safe"},
		Profile: "development", Agent: "implementer", Session: "s", Call: "toolu_1", Dir: "/p", Mode: "default",
	}
	line := string(e.line(noon, 7))
	assert.Equal(t, `{"timestamp":"2026-01-02T10:00:00.123Z","id":"`+decode(t, []byte(line))["id"].(string)+`","event_type":"sandbox_decision","classification":"SAFE","decision":"allow",`+
		`"command":"grep pattern src/","command_sha256":"`+hashOf("grep pattern src/")+`","reason":"Command matches safe_commands","rules":["policy-safe"],`+
		`"profile":"development","agent":"implementer","session":"s","tool_use_id":"toolu_1","cwd":"/p","mode":"default"}`+"\n", line)
	assert.Len(t, decode(t, []byte(line))["id"], 16)
}

func TestLineOfAnAcquisition(t *testing.T) {
	e := Entry{
		Event: "other_event", Decision: "rewrite", Grant: true, Command: "git clone https://u:pw@host/r",
		Acquisition: &rules.Acquisition{Type: "git-clone", URL: "https://u:pw@host/r", Old: "/p/r", New: "~/s/r", NewPath: "/h/s/r"},
	}
	members := decode(t, e.line(noon, 7))
	delete(members, "id")
	assert.Equal(t, map[string]any{
		"timestamp": "2026-01-02T10:00:00.123Z", "event_type": "other_event", "classification": "", "decision": "rewrite", "grant": true,
		"command": "git clone https://***@host/r", "command_sha256": hashOf("git clone https://u:pw@host/r"), "reason": "", "rules": []any{},
		"profile": "", "agent": "main", "session": "", "tool_use_id": "", "cwd": "", "mode": "",
		"type": "git-clone", "url": "https://***@host/r", "old": "/p/r", "new": "/h/s/r",
	}, members)
}

func TestIDs(t *testing.T) {
	e := Entry{Command: "a"}
	base := decode(t, e.line(noon, 7))["id"]
	assert.Equal(t, base, decode(t, e.line(noon, 7))["id"])
	assert.NotEqual(t, base, decode(t, e.line(noon, 8))["id"])
	assert.NotEqual(t, base, decode(t, e.line(noon.Add(1), 7))["id"])
	assert.NotEqual(t, base, decode(t, Entry{Command: "b"}.line(noon, 7))["id"])
}

// TestLinesAreCapped fills every member with what takes the most room.
func TestLinesAreCapped(t *testing.T) {
	for _, piece := range []string{"a", "é", "世", "🙂", "\x00", "\xff", `"`, "\u202e", "\U000e0001", "TOKEN=x "} {
		t.Run(piece, func(t *testing.T) {
			long := strings.Repeat(piece, 1<<20/len(piece))
			e := Entry{
				Event: long, Class: long, Decision: long, Grant: true, Command: long, Reason: long, Rules: []string{"a-b", long, "c-d"}, Profile: long, Agent: long,
				Session: long, Call: long, Dir: long, Mode: long,
				Acquisition: &rules.Acquisition{Type: long, URL: long, Old: long, NewPath: long},
			}
			line := e.line(noon, 7)
			assert.Less(t, len(line), MaxLine)
			assert.True(t, utf8.Valid(line))
			assert.Equal(t, 1, strings.Count(string(line), "\n"))
			members := decode(t, line)
			assert.Equal(t, true, members["truncated"])
			assert.Equal(t, hashOf(long), members["command_sha256"])
			assert.Equal(t, []any{"a-b"}, members["rules"])
			command := members["command"].(string)
			assert.True(t, strings.HasSuffix(command, ellipsis))
			_, rest, _ := strings.Cut(string(line), `"command":"`)
			quoted, _, _ := strings.Cut(rest, `","command_sha256":"`)
			assert.Greater(t, len(quoted), 780, "the command keeps some room")

			short := Entry{Decision: "allow", Command: long}.line(noon, 7)
			assert.Less(t, len(short), MaxLine)
			assert.Greater(t, len(short), MaxLine-20, "the command gets what the others leave")
		})
	}
}

func TestNothingIsCutThatFits(t *testing.T) {
	base := len(Entry{Decision: "allow"}.line(noon, 7))
	fits := strings.Repeat("a", MaxLine-1-base-len(`,"truncated":true`))
	assert.NotContains(t, decode(t, Entry{Decision: "allow", Command: fits}.line(noon, 7)), "truncated")
	assert.Contains(t, decode(t, Entry{Decision: "allow", Command: fits + "a"}.line(noon, 7)), "truncated")
}

// TestCutComesAfterMasking has a secret at the place of the cut.
func TestCutComesAfterMasking(t *testing.T) {
	for n := 3000; n < 3800; n += 7 {
		line := Entry{Command: strings.Repeat("a", n) + " --password 'hunter2 hunter2' TOKEN=hunter2"}.line(noon, 7)
		require.NotContains(t, string(line), "hunt", n)
	}
}

func TestOf(t *testing.T) {
	rule, other := &rules.Rule{ID: "a-b"}, &rules.Rule{ID: "c-d"}
	subject := &rules.Acquisition{Type: "git-clone"}
	report := analyzer.Report{
		Request: analyzer.Request{
			AgentType: "reviewer", Session: "s", CallID: "c", Mode: "plan",
			Sources: []ast.Source{{Text: "ls", Dir: ast.Known("/p")}, {Text: "pwd", Dir: ast.Known("/q")}},
		},
		Verdict: rules.Deny, Class: rules.Blocked, Findings: []rules.Finding{{Rule: rule}, {Rule: other}, {Rule: rule}, {}}, Subject: subject,
	}
	assert.Equal(t, Entry{
		Class: "BLOCKED", Decision: "deny", Command: "ls\npwd", Reason: "why", Rules: []string{"a-b", "c-d"}, Profile: "testing",
		Agent: "reviewer", Session: "s", Call: "c", Dir: "/p", Mode: "plan", Acquisition: subject,
	}, Of(report, "why", "testing"))
	assert.Equal(t, Entry{Decision: "deny"}, Of(analyzer.Report{}, "", ""), "the zero verdict is deny")
}

// lines returns the lines of a log.
func lines(t *testing.T, l Log) []string {
	t.Helper()
	text, err := os.ReadFile(l.Path())
	require.NoError(t, err)
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

func TestAppend(t *testing.T) {
	project := t.TempDir()
	l := InProject(project)
	require.NoError(t, l.Append(Entry{Command: "a"}, noon))
	require.NoError(t, l.Append(Entry{Command: "b"}, noon))
	got := lines(t, l)
	require.Len(t, got, 2)
	assert.Equal(t, "a", decode(t, []byte(got[0]))["command"])
	assert.Equal(t, "b", decode(t, []byte(got[1]))["command"])
	for path, want := range map[string]fs.FileMode{".claude": 0o700, ".claude/logs": 0o700, ".claude/logs/audit.jsonl": 0o600} {
		info, err := os.Stat(filepath.Join(project, path))
		require.NoError(t, err)
		assert.Equal(t, want, info.Mode().Perm(), path)
	}
}

func TestAppendHeals(t *testing.T) {
	tests := []struct{ name, before, want string }{
		{name: "a torn line", before: `{"timestamp":"2026`, want: `{"timestamp":"2026` + "\n"},
		{name: "a whole line", before: "{}\n", want: "{}\n"},
		{name: "nothing"},
		{name: "a newline alone", before: "\n", want: "\n"},
		{name: "null bytes of a crash", before: "{}\n\x00\x00", want: "{}\n\x00\x00\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := At(filepath.Join(t.TempDir(), "deep", "er", "log"))
			require.NoError(t, os.MkdirAll(filepath.Dir(l.Path()), 0o700))
			require.NoError(t, os.WriteFile(l.Path(), []byte(tt.before), 0o600))
			require.NoError(t, l.Append(Entry{Command: "a"}, noon))
			text, err := os.ReadFile(l.Path())
			require.NoError(t, err)
			rest, ok := strings.CutPrefix(string(text), tt.want)
			require.True(t, ok, "%q", text)
			assert.Equal(t, "a", decode(t, []byte(rest))["command"])
		})
	}
}

func TestAppendOfManyAtOnce(t *testing.T) {
	l := At(filepath.Join(t.TempDir(), "log"))
	var wait sync.WaitGroup
	for range 16 {
		wait.Go(func() {
			for range 25 {
				assert.NoError(t, l.Append(Entry{Command: strings.Repeat("a", 8000)}, noon))
			}
		})
	}
	wait.Wait()
	whole := 0
	for _, line := range lines(t, l) {
		if line != "" {
			decode(t, []byte(line))
			whole++
		}
	}
	assert.Equal(t, 400, whole)
}

func TestAppendRefuses(t *testing.T) {
	tests := []struct {
		name, want string
		spoil      func(project string) error
	}{
		{name: "a link to the directory", want: "is a link", spoil: func(p string) error { return os.Symlink(os.TempDir(), p+"/.claude") }},
		{name: "a link inside", want: "is a link", spoil: func(p string) error {
			if err := os.Mkdir(p+"/.claude", 0o700); err != nil {
				return err
			}
			return os.Symlink(os.TempDir(), p+"/.claude/logs")
		}},
		{name: "a dangling link", want: "is a link", spoil: func(p string) error { return os.Symlink("/nowhere", p+"/.claude") }},
		{name: "a file for the directory", want: "is no directory", spoil: func(p string) error { return os.WriteFile(p+"/.claude", nil, 0o600) }},
		{name: "a linked log", want: "cannot be opened", spoil: inLogs(func(path string) error { return os.Symlink("/tmp/elsewhere", path) })},
		{name: "a pipe", want: "not a regular file", spoil: inLogs(func(path string) error { return syscall.Mkfifo(path, 0o600) })},
		{name: "a directory for the log", want: "cannot be opened", spoil: inLogs(func(path string) error { return os.Mkdir(path, 0o700) })},
		{name: "no project", want: "cannot be made", spoil: os.RemoveAll},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			project := t.TempDir()
			require.NoError(t, tt.spoil(project))
			err := InProject(project).Append(Entry{Command: "a"}, noon)
			require.ErrorContains(t, err, tt.want)
			assert.NotContains(t, err.Error(), "\n")
		})
	}
	assert.NoFileExists(t, "/tmp/elsewhere")
}

func inLogs(spoil func(string) error) func(string) error {
	return func(project string) error {
		dir := filepath.Join(project, ".claude", "logs")
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
		return spoil(filepath.Join(dir, "audit.jsonl"))
	}
}

func TestAppendToDevices(t *testing.T) {
	for _, path := range []string{"/dev/full", "/dev/null"} {
		require.ErrorContains(t, At(path).Append(Entry{}, noon), "not a regular file")
	}
}

func TestAppendWhereNothingMayBeWritten(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root writes anywhere")
	}
	project := t.TempDir()
	require.NoError(t, os.Chmod(project, 0o500))
	defer func() { _ = os.Chmod(project, 0o700) }()
	require.ErrorContains(t, InProject(project).Append(Entry{}, noon), "cannot be made")
}

// TestAppendOnAFullDisk bounds the size of files instead, which the system reports in
// the same place: the line is cut, and the next one heals it.
func TestAppendOnAFullDisk(t *testing.T) {
	l := At(filepath.Join(t.TempDir(), "log"))
	require.NoError(t, l.Append(Entry{Command: "a"}, noon))
	info, err := os.Stat(l.Path())
	require.NoError(t, err)

	limit(t, uint64(info.Size())+100, func() {
		require.ErrorContains(t, l.Append(Entry{Command: "b"}, noon), "make room on the disk")
		require.ErrorContains(t, l.Append(Entry{Command: "c"}, noon), "make room on the disk")
	})
	require.NoError(t, l.Append(Entry{Command: "d"}, noon))
	got := lines(t, l)
	assert.Equal(t, "d", decode(t, []byte(got[len(got)-1]))["command"])
}
