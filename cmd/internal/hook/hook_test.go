package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/rules"
)

const (
	named = `{"hook_event_name":"PreToolUse","tool_name":"Bash","cwd":"/proj","tool_input":{"command":"git clone U","description":"d"}}`
	older = `{"tool_name":"Bash","tool_input":{"command":"git clone U"}}`
	read  = `{"hook_event_name":"PreToolUse","tool_name":"Read","tool_input":{"file_path":5}}`
)

// run is one run with a world of its own and a judge that rewrites everything.
type run struct {
	options        Options
	stdout, stderr bytes.Buffer
	writes         int
	made           []string
	requests       []analyzer.Request
	settings       []analyzer.Settings
}

func newRun(t testing.TB, event string, args ...string) *run {
	machine, err := facts.NewMemory(facts.Dir("/home/u/there"), facts.Dir("/proj"), facts.File("/home/u/file", "x"))
	require.NoError(t, err)
	r := &run{}
	r.options = Options{
		Args:    args,
		Version: "v1",
		Stdin:   strings.NewReader(event),
		Stdout:  counted{&r.stdout, &r.writes},
		Stderr:  &r.stderr,
		Env:     env(map[string]string{"HOME": "/home/u"}),
		Dir:     func() (string, error) { return "/proj", nil },
		MakeDir: func(path string) error { r.made = append(r.made, path); return nil },
		Now:     time.Now,
		Facts:   machine,
		Analyze: func(s analyzer.Settings, _ rules.Facts, request analyzer.Request) analyzer.Report {
			r.settings = append(r.settings, s)
			r.requests = append(r.requests, request)
			return report(request, rules.Rewrite)
		},
	}
	return r
}

func report(request analyzer.Request, verdict rules.Verdict) analyzer.Report {
	return analyzer.Report{
		Request: request, Verdict: verdict, Grant: true, Rewritten: []string{"git clone U ~/s/u"},
		Findings: []rules.Finding{{
			Rule: &rules.Rule{ID: "acquire-outside"}, Verdict: verdict, Message: "git clone lands outside",
			Acquisition: &rules.Acquisition{Noun: "git clone", URL: "U", New: "~/s/u", NewPath: "/home/u/s/u"},
		}},
	}
}

// counted counts the calls of Write.
type counted struct {
	io.Writer
	calls *int
}

func (c counted) Write(p []byte) (int, error) {
	*c.calls++
	return c.Writer.Write(p)
}

func env(values map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		value, ok := values[name]
		return value, ok
	}
}

// decision returns permissionDecision of an answer, "" for no answer.
func decision(t testing.TB, stdout []byte) string {
	if len(stdout) == 0 {
		return ""
	}
	var answer struct {
		HookSpecificOutput struct {
			HookEventName, PermissionDecision string
		}
	}
	require.NoError(t, json.Unmarshal(stdout, &answer), "%s", stdout)
	require.Equal(t, "PreToolUse", answer.HookSpecificOutput.HookEventName)
	return answer.HookSpecificOutput.PermissionDecision
}

const (
	clean      = "[SandboxEnforcer] Redirected git clone to sandbox: ~/s/u\n"
	rewrittenN = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow",` +
		`"permissionDecisionReason":"[SandboxEnforcer] Redirected git clone to sandbox: ~/s/u",` +
		`"updatedInput":{"command":"git clone U ~/s/u","description":"d"},` +
		`"additionalContext":"The command was changed before it ran, because external content is kept in the sandbox directory. ` +
		"The git clone of U lands at ~/s/u (/home/u/s/u). A later `cd u` must use that path.\"}}\n"
)

func TestRunAnswersByOneWrite(t *testing.T) {
	r := newRun(t, named, "--sandbox=~/s", "--mode=rewrite")
	assert.Equal(t, 0, Run(r.options))
	assert.Equal(t, rewrittenN, r.stdout.String())
	assert.Equal(t, clean, r.stderr.String())
	assert.Equal(t, 1, r.writes)
	assert.Equal(t, []string{"/home/u/s"}, r.made)
}

func TestRunVerdicts(t *testing.T) {
	tests := []struct {
		name    string
		verdict rules.Verdict
		want    string
		made    bool
	}{
		{"pass", rules.Pass, "", false},
		{"allow", rules.Allow, "allow", false},
		{"rewrite", rules.Rewrite, "allow", true},
		{"ask", rules.Ask, "ask", false},
		{"deny", rules.Deny, "deny", false},
		{"none", rules.Invalid, "deny", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newRun(t, named, "--sandbox=~/s")
			r.options.Analyze = func(_ analyzer.Settings, _ rules.Facts, request analyzer.Request) analyzer.Report {
				return report(request, tt.verdict)
			}
			assert.Equal(t, 0, Run(r.options))
			assert.Equal(t, tt.want, decision(t, r.stdout.Bytes()))
			assert.Equal(t, tt.made, len(r.made) == 1, "the directory is made for a rewrite alone")
		})
	}
}

func TestRunHandsOverThePlace(t *testing.T) {
	const without = `{"tool_name":"Bash","tool_input":{"command":"ls"}}`
	tests := []struct {
		name  string
		event string
		args  []string
		env   map[string]string
		dir   func() (string, error)
		want  ast.Source
	}{
		{
			name: "the event's directory, the shell of the environment", event: named,
			env: map[string]string{"HOME": "/home/u", "SHELL": "/bin/zsh", "TMPDIR": "/tmp/x", "OTHER": "/o"},
			want: ast.Source{Text: "git clone U", Dialect: ast.Zsh, Dir: ast.Known("/proj"), Env: map[string]ast.Value{
				"HOME": ast.Known("/home/u"), "TMPDIR": ast.Known("/tmp/x"), "PWD": ast.Known("/proj"),
			}},
		},
		{
			name: "the hook's own directory, the shell of the flag", event: without, args: []string{"--dialect=bash"},
			env: map[string]string{"SHELL": "/bin/zsh"},
			dir: func() (string, error) { return "/own", nil },
			want: ast.Source{Text: "ls", Dialect: ast.Bash, Dir: ast.Known("/own"), Env: map[string]ast.Value{
				"PWD": ast.Known("/own"),
			}},
		},
		{
			name: "variables that are set to something that cannot be used, or is not believed", event: named,
			env: map[string]string{"HOME": "", "TMPDIR": "tmp", "GIT_DIR": "/g", "GIT_WORK_TREE": ""},
			want: ast.Source{Text: "git clone U", Dir: ast.Known("/proj"), Env: map[string]ast.Value{
				"HOME":          ast.Unknown("it is not an absolute path in the hook's environment", "HOME"),
				"TMPDIR":        ast.Unknown("it is not an absolute path in the hook's environment", "TMPDIR"),
				"GIT_DIR":       ast.Unknown("it is set in the hook's environment", "GIT_DIR"),
				"GIT_WORK_TREE": ast.Unknown("it is set in the hook's environment", "GIT_WORK_TREE"),
				"PWD":           ast.Known("/proj"),
			}},
		},
		{
			name: "no directory at all", event: without,
			dir: func() (string, error) { return "", errors.New("it is gone") },
			want: ast.Source{Text: "ls", Dir: ast.Unknown("the hook's working directory is not known (it is gone)", "PWD"), Env: map[string]ast.Value{
				"PWD": ast.Unknown("the hook's working directory is not known (it is gone)", "PWD"),
			}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newRun(t, tt.event, append(tt.args, "--sandbox=/sandbox", "--fail=ask", "--mode=instruct")...)
			r.options.Env = env(tt.env)
			if tt.dir != nil {
				r.options.Dir = tt.dir
			}
			require.Equal(t, 0, Run(r.options))
			require.Len(t, r.requests, 1)
			require.Len(t, r.requests[0].Sources, 1)
			got := r.requests[0].Sources[0]
			require.NotNil(t, got.IsDir)
			assert.True(t, got.IsDir("/home/u/there"))
			assert.False(t, got.IsDir("/home/u/file"))
			got.IsDir = nil
			assert.Equal(t, tt.want, got)
			assert.Equal(t, analyzer.ModeInstruct, r.settings[0].Mode)
			assert.Equal(t, analyzer.FailAsk, r.settings[0].Fail)
			assert.Equal(t, "/sandbox", r.settings[0].Sandbox.Real)
		})
	}
}

func TestRunMakesTheSandboxOnce(t *testing.T) {
	t.Run("it is there", func(t *testing.T) {
		r := newRun(t, named, "--sandbox=~/there")
		assert.Equal(t, 0, Run(r.options))
		assert.Empty(t, r.made)
		assert.Equal(t, clean, r.stderr.String())
	})
	t.Run("it cannot be made", func(t *testing.T) {
		r := newRun(t, named, "--sandbox=~/s")
		r.options.MakeDir = func(string) error { return errors.New("read-only\nfile system") }
		assert.Equal(t, 0, Run(r.options))
		assert.Equal(t, rewrittenN, r.stdout.String(), "the answer stays")
		assert.Equal(t, `[SandboxEnforcer] the sandbox directory "/home/u/s" cannot be made (read-only\u{a}file system): make it, or give another one`+"\n"+clean, r.stderr.String())
	})
}

// What no guard is configured for is not judged, so nothing about it can fail.
func TestRunWithoutASandbox(t *testing.T) {
	for _, event := range []string{named, older, read, "", "{", "null"} {
		r := newRun(t, event, "--fail=closed")
		assert.Equal(t, 0, Run(r.options))
		assert.Empty(t, r.stdout.String())
		assert.Empty(t, r.stderr.String())
		assert.Empty(t, r.requests)
		left, err := io.ReadAll(r.options.Stdin)
		require.NoError(t, err)
		assert.Empty(t, left, "the event is read away")
	}
}

func TestRunWarnsAndGoesOn(t *testing.T) {
	r := newRun(t, `{"session_id":5,`+named[1:], "--sandbox=~/s", "--scope=half", "--mode=shred")
	assert.Equal(t, 0, Run(r.options))
	assert.Equal(t, rewrittenN, r.stdout.String())
	assert.Equal(t, ""+
		"[SandboxEnforcer] --mode \"shred\" is not known, so rewrite counts: give one of rewrite, block, instruct\n"+
		"[SandboxEnforcer] --scope \"half\" is not known, so first counts: give one of first, all\n"+
		"[SandboxEnforcer] the event's session_id is a number and is ignored: send a string\n"+clean, r.stderr.String())
}

// bad are events that cannot be read.
var bad = []struct {
	name  string
	event string
	flat  bool
	want  string // on standard error, after the program's name
}{
	{"empty", "", true, "the event is empty: send one JSON object"},
	{"null", "null", true, "the event is null, not an object: send one JSON object"},
	{"an array", "[]", true, "the event is an array, not an object: send one JSON object"},
	{"a number", "42", true, "the event is a number, not an object: send one JSON object"},
	{"cut off", named[:40], false, "the event is cut off: send one JSON object"},
	{"two documents", named + named, false, "the event has more than one JSON document, the first of 122 bytes: send one JSON object"},
	{"a byte order mark", "\ufeff" + named, true, "the event begins with a byte order mark: send it as UTF-8 without one"},
	{"the event's name", `{"hook_event_name":{}}`, false, "the event's hook_event_name is an object: send a string"},
	{"the tool", `{"tool_name":5}`, true, "the event's tool_name is a number: send a string"},
	{"the input", `{"tool_name":"Bash","tool_input":"x"}`, true, "the event's tool_input is a string: send an object"},
	{"the command", `{"tool_name":"Bash","tool_input":{"command":1}}`, true, "the event's tool_input.command is a number: send a string"},
	{"100,000 open brackets", strings.Repeat("[", 100_000), true, "the event is not JSON from byte 10000 on (exceeded max depth): send one JSON object"},
	{"10 MB of blanks", strings.Repeat(" ", 10<<20), true, "the event is empty: send one JSON object"},
	{"10 MB in a string", `{"tool_name":"` + strings.Repeat("x", 10<<20), true, "the event is cut off: send one JSON object"},
	{"more than is read", strings.Repeat(" ", MaxEvent) + "{}", true, "the event is larger than 16777216 bytes: send less along with the command"},
}

func TestRunBadEvents(t *testing.T) {
	fails := []struct{ word, want string }{{"open", ""}, {"ask", "ask"}, {"closed", "deny"}}
	for _, tt := range bad {
		for _, fail := range fails {
			t.Run(tt.name+"/"+fail.word, func(t *testing.T) {
				r := newRun(t, tt.event, "--sandbox=~/s", "--fail="+fail.word)
				assert.Equal(t, 0, Run(r.options))
				assert.Equal(t, "[SandboxEnforcer] "+tt.want+"\n", r.stderr.String())
				assert.Equal(t, fail.want, decision(t, r.stdout.Bytes()))
				if fail.want != "" {
					assert.Equal(t, 1, r.writes)
					assert.Equal(t, tt.flat, strings.HasPrefix(r.stdout.String(), `{"permissionDecision"`))
					assert.Contains(t, r.stdout.String(), "[SandboxEnforcer] the event")
				}
				assert.Empty(t, r.requests)
				assert.Empty(t, r.made)
			})
		}
	}
}

func TestRunBadSettings(t *testing.T) {
	const outsideAgent = `[SandboxEnforcer] --agent "x" is not known: give one of auto, claude, codex, gemini, copilot, cursor, opencode, pi, windsurf, kiro, qwen, droid, crush, goose, cline, antigravity, devin, grok, kimi, augment`
	const badSandbox = `[SandboxEnforcer] --sandbox "/" is the root directory, which holds everything: give a directory of its own, such as ~/work/sandbox`
	const badFlag = `[SandboxEnforcer] the flag "--sandbx" is not known: see --help`
	tests := []struct {
		name   string
		event  string
		args   []string
		exit   int
		want   string
		stderr []string
	}{
		{"a sandbox, open", named, []string{"--sandbox=/"}, 0, "", []string{badSandbox}},
		{"a sandbox, ask", named, []string{"--sandbox=/", "--fail=ask"}, 0, "ask", []string{badSandbox}},
		{"a sandbox, closed", named, []string{"--sandbox=/", "--fail=closed"}, 0, "deny", []string{badSandbox}},
		{"a sandbox, closed, another tool", read, []string{"--sandbox=/", "--fail=closed"}, 0, "", []string{badSandbox}},
		{"a sandbox, open, an event that is broken as well", "{", []string{"--sandbox=/"}, 0, "", []string{badSandbox}},
		{"a sandbox, closed, an event that is broken as well", "{", []string{"--sandbox=/", "--fail=closed"}, 0, "deny", []string{badSandbox, "[SandboxEnforcer] the event is cut off: send one JSON object"}},
		{"a flag, open", named, []string{"--sandbx=~/s"}, 0, "", []string{badFlag}},
		{"a flag, closed by a flag after it", named, []string{"--sandbx=~/s", "--fail=closed"}, 0, "deny", []string{badFlag}},
		{"a flag beside a good sandbox, closed", named, []string{"--sandbox=~/s", "--sandbx=~/s", "--fail=closed"}, 0, "deny", []string{badFlag}},
		{"an agent, open", named, []string{"--agent=x", "--sandbox=~/s"}, 0, "", []string{outsideAgent}},
		{"an agent, ask", named, []string{"--agent=x", "--sandbox=~/s", "--fail=ask"}, 2, "", []string{outsideAgent}},
		{"an agent, closed", named, []string{"--agent=x", "--sandbox=~/s", "--fail=closed"}, 2, "", []string{outsideAgent}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newRun(t, tt.event, tt.args...)
			assert.Equal(t, tt.exit, Run(r.options))
			assert.Equal(t, strings.Join(tt.stderr, "\n")+"\n", r.stderr.String())
			assert.Equal(t, tt.want, decision(t, r.stdout.Bytes()))
			assert.Empty(t, r.requests)
			assert.Empty(t, r.made)
		})
	}
}

func TestRunRecovers(t *testing.T) {
	for _, tt := range []struct{ fail, want string }{{"open", ""}, {"ask", "ask"}, {"closed", "deny"}} {
		t.Run(tt.fail, func(t *testing.T) {
			r := newRun(t, named, "--sandbox=~/s", "--fail="+tt.fail)
			r.options.Analyze = func(analyzer.Settings, rules.Facts, analyzer.Request) analyzer.Report {
				var findings []rules.Finding
				return analyzer.Report{Findings: findings[:1]}
			}
			assert.Equal(t, 0, Run(r.options))
			assert.Equal(t, "[SandboxEnforcer] the hook failed by itself (runtime error: slice bounds out of range [:1] with capacity 0): report this with the command\n", r.stderr.String())
			assert.Equal(t, tt.want, decision(t, r.stdout.Bytes()))
		})
	}
}

// Agents run a command whose hook does not answer in time.
func TestRunAnswersInTime(t *testing.T) {
	long := strings.Repeat("#", short+1)
	event := `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"git clone https://h/o/r ` + long + `"}}`
	for _, tt := range []struct{ fail, want string }{{"open", "ask"}, {"ask", "ask"}, {"closed", "deny"}} {
		t.Run(tt.fail, func(t *testing.T) {
			r := newRun(t, event, "--sandbox=~/s", "--fail="+tt.fail)
			r.options.Limit = time.Millisecond
			until := make(chan struct{})
			defer close(until)
			r.options.Analyze = func(analyzer.Settings, rules.Facts, analyzer.Request) analyzer.Report {
				<-until
				return analyzer.Report{}
			}
			assert.Equal(t, 0, Run(r.options))
			assert.Equal(t, "[SandboxEnforcer] the command could not be read within 1ms; hand it over in parts\n", r.stderr.String())
			assert.Equal(t, tt.want, decision(t, r.stdout.Bytes()))
		})
	}
	t.Run("a panic is the hook's own failure", func(t *testing.T) {
		r := newRun(t, event, "--sandbox=~/s", "--fail=closed")
		r.options.Limit = time.Hour
		r.options.Analyze = func(analyzer.Settings, rules.Facts, analyzer.Request) analyzer.Report { panic("x") }
		assert.Equal(t, 0, Run(r.options))
		assert.Equal(t, "[SandboxEnforcer] the hook failed by itself (x): report this with the command\n", r.stderr.String())
		assert.Equal(t, "deny", decision(t, r.stdout.Bytes()))
	})
}

func TestRunRecoversBeforeTheSettings(t *testing.T) {
	r := newRun(t, named, "--fail=closed")
	r.options.Env = nil
	assert.Equal(t, 0, Run(r.options))
	assert.Contains(t, r.stderr.String(), "[SandboxEnforcer] the hook failed by itself")
	assert.Empty(t, r.stdout.String())
}

// After the answer was written a second one would make both void.
func TestRunNeverAnswersTwice(t *testing.T) {
	r := newRun(t, named, "--sandbox=~/s", "--fail=closed")
	r.options.Stdout = failing{counted{&r.stdout, &r.writes}}
	assert.Equal(t, 0, Run(r.options))
	assert.Equal(t, 1, r.writes)
}

// failing writes and then panics.
type failing struct{ io.Writer }

func (f failing) Write(p []byte) (int, error) {
	_, _ = f.Writer.Write(p)
	panic("written, but lost")
}

func TestRunReportsAReadError(t *testing.T) {
	r := newRun(t, "", "--sandbox=~/s", "--fail=closed")
	r.options.Stdin = io.MultiReader(strings.NewReader(named), broken{})
	assert.Equal(t, 0, Run(r.options))
	assert.Equal(t, "[SandboxEnforcer] the event cannot be read (it broke): check what starts the hook, which has to close standard input\n", r.stderr.String())
	assert.Equal(t, "deny", decision(t, r.stdout.Bytes()))
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("it broke") }

func TestRunForPeople(t *testing.T) {
	t.Run("help", func(t *testing.T) {
		r := newRun(t, named, "--help", "--nonsense")
		assert.Equal(t, 0, Run(r.options))
		assert.Equal(t, usage(), r.stdout.String())
		assert.Empty(t, r.stderr.String())
	})
	t.Run("version", func(t *testing.T) {
		r := newRun(t, named, "--version")
		assert.Equal(t, 0, Run(r.options))
		assert.Equal(t, "sandbox-enforcer-hook v1\n", r.stdout.String())
	})
	t.Run("a terminal", func(t *testing.T) {
		r := newRun(t, "", "--sandbox=~/s", "--fail=closed")
		r.options.Stdin = broken{} // nothing is read
		r.options.Terminal = true
		assert.Equal(t, 0, Run(r.options))
		assert.Empty(t, r.stdout.String())
		assert.Contains(t, r.stderr.String(), usage())
	})
}
