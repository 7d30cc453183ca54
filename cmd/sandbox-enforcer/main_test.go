package main

import (
	"bufio"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/ast"
)

var update = flag.Bool("update", false, "write what the program prints into the scripts of testdata/lint")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"sandbox-enforcer": main})
}

// TestLint runs the scripts of testdata/lint. They are the manual of lint: prose first,
// then a whole run.
func TestLint(t *testing.T) {
	runScripts(t, "lint", map[string]string{"HOME": "/home/agent", "TMPDIR": "/tmp"})
}

// runScripts runs the scripts of a directory of testdata, each with bash and a home of its
// own, and with these variables.
func runScripts(t *testing.T, dir string, variables map[string]string) {
	t.Helper()
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/" + dir,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir+"/home")
			env.Setenv("SHELL", "/bin/bash")
			for name, value := range variables {
				env.Setenv(name, value)
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

// exits runs a program and wants that very exit status: exits 2 sandbox-enforcer lint a b
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS PROGRAM [ARGUMENT]...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var ended *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &ended):
		got = ended.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// TestConversation has a program send one line at a time and wait for its answer.
func TestConversation(t *testing.T) {
	in, lines := io.Pipe()
	answers, out := io.Pipe()
	w := world{stdin: in, stdout: out, stderr: io.Discard, env: os.LookupEnv, dir: os.Getwd}
	status := make(chan int, 1)
	go func() {
		status <- run(w, []string{"lint", "--jsonl"})
		_ = out.Close()
	}()
	read := bufio.NewReader(answers)
	for _, id := range []string{"1", "2", "3"} {
		_, err := io.WriteString(lines, `{"id":"`+id+`","command":"ls"}`+"\n")
		require.NoError(t, err)
		answer, err := read.ReadString('\n')
		require.NoError(t, err)
		assert.True(t, strings.HasPrefix(answer, `{"id":"`+id+`","command":"ls","decision":"pass"`), answer)
	}
	require.NoError(t, lines.Close())
	assert.Equal(t, exitOK, <-status)
}

// full is a device that has no room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestReportsThatCannotBeWritten(t *testing.T) {
	for _, args := range [][]string{{"lint", "ls"}, {"lint", "--jsonl"}} {
		var stderr strings.Builder
		w := world{stdin: strings.NewReader(`{"command":"ls"}`), stdout: full{}, stderr: &stderr, env: os.LookupEnv, dir: os.Getwd}
		assert.Equal(t, exitUsage, run(w, args))
		assert.Contains(t, stderr.String(), "no space left on device\n")
	}
}

func TestWithoutAWorkingDirectory(t *testing.T) {
	var stderr strings.Builder
	gone := func() (string, error) { return "", errors.New("no such directory") }
	w := world{stdin: strings.NewReader(""), stdout: io.Discard, stderr: &stderr, env: os.LookupEnv, dir: gone}
	assert.Equal(t, exitUsage, run(w, []string{"lint", "--cwd", "sub", "ls"}))
	assert.Contains(t, stderr.String(), "give --cwd with an absolute directory")
	assert.Equal(t, exitOK, run(w, []string{"lint", "--cwd", "/", "ls"}))
}

func TestParseItem(t *testing.T) {
	tests := []struct {
		name, line string
		want       item
		wantErr    string
	}{
		{name: "command alone", line: `{"command":"ls"}`, want: item{command: "ls", env: map[string]ast.Value{}}},
		{
			name: "everything", line: `{"id":"a","command":"ls","cwd":"/w","env":{"X":"1","Y":null}}`,
			want: item{id: []byte(`"a"`), command: "ls", cwd: "/w", env: map[string]ast.Value{
				"X": ast.Known("1"),
				"Y": ast.Unknown("the input gives no value", "Y"),
			}},
		},
		{name: "id of another type", line: `{"id":[1],"command":""}`, want: item{id: []byte(`[1]`), env: map[string]ast.Value{}}},
		{name: "nulls are as absent", line: `{"id":null,"command":"ls","cwd":null,"env":null}`, want: item{command: "ls", env: map[string]ast.Value{}}},
		{name: "unknown keys", line: `{"command":"ls","note":{"a":1}}`, want: item{command: "ls", env: map[string]ast.Value{}}},
		{name: "escapes", line: `{"command":"a\nb\u0000\u202e"}`, want: item{command: "a\nb\x00\u202e", env: map[string]ast.Value{}}},
		{name: "no command", line: `{"id":"1"}`, wantErr: `has no "command"`},
		{name: "the case of a key counts", line: `{"Command":"ls"}`, wantErr: `has no "command"`},
		{name: "command null", line: `{"command":null}`, wantErr: `has a "command" that is not a string`},
		{name: "command a number", line: `{"command":1}`, wantErr: `has a "command" that is not a string`},
		{name: "cwd a list", line: `{"command":"ls","cwd":[]}`, wantErr: `has a "cwd" that is not a string`},
		{name: "env of numbers", line: `{"command":"ls","env":{"X":1}}`, wantErr: `has a "env" that is not an object of strings`},
		{name: "env a text", line: `{"command":"ls","env":"X=1"}`, wantErr: `has a "env" that is not an object of strings`},
		{name: "doubled key", line: `{"command":"ls","command":"rm"}`, wantErr: `duplicate object member name "command"`},
		{name: "null", line: `null`, wantErr: "is no JSON object"},
		{name: "list", line: `["ls"]`, wantErr: "is no JSON object"},
		{name: "text", line: `"ls"`, wantErr: "is no JSON object"},
		{name: "number", line: `1e400`, wantErr: "is no JSON object"},
		{name: "cut off", line: `{"command":"ls"`, wantErr: "is no JSON object"},
		{name: "two objects", line: `{"command":"ls"}{"command":"ls"}`, wantErr: "is no JSON object"},
		{name: "byte order mark", line: "\ufeff" + `{"command":"ls"}`, wantErr: "is no JSON object"},
		{name: "no UTF-8", line: "{\"command\":\"\xff\"}", wantErr: "is no JSON object"},
		{name: "half a surrogate pair", line: `{"command":"\ud800"}`, wantErr: "is no JSON object"},
		{name: "many brackets", line: strings.Repeat("[", 100_000), wantErr: "is no JSON object"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := parseItem([]byte(tt.line))
			if tt.wantErr != "" {
				require.ErrorContains(t, err, tt.wantErr)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestEachItemNamesTheLine(t *testing.T) {
	tests := []struct {
		name, input string
		want        []string
		wantErr     string
	}{
		{name: "nothing"},
		{name: "blank lines do not count as commands", input: "\n  \n{\"command\":\"a\"}\n\t\r\n{\"command\":\"b\"}\n\n", want: []string{"a", "b"}},
		{name: "no newline at the end", input: `{"command":"a"}`, want: []string{"a"}},
		{name: "the line's own number", input: "\n{\"command\":\"a\"}\n\nls\n{\"command\":\"b\"}\n", want: []string{"a"}, wantErr: "line 4 of the input is no JSON object"},
		{name: "a line that is too long", input: "{\"command\":\"a\"}\n" + strings.Repeat("x", maxInput+1), want: []string{"a"}, wantErr: "line 2 of the input has more than 16777216 bytes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			err := eachItem(strings.NewReader(tt.input), func(it item) error {
				got = append(got, it.command)
				return nil
			})
			assert.Equal(t, tt.want, got)
			if tt.wantErr == "" {
				assert.NoError(t, err)
				return
			}
			assert.ErrorContains(t, err, tt.wantErr)
		})
	}
}

func TestEachItemStopsWhenItsCallerDoes(t *testing.T) {
	stop := errors.New("stop")
	calls := 0
	err := eachItem(strings.NewReader("{\"command\":\"a\"}\n{\"command\":\"b\"}\n"), func(item) error {
		calls++
		return stop
	})
	assert.Equal(t, stop, err)
	assert.Equal(t, 1, calls)
}

func TestReadScriptIsBounded(t *testing.T) {
	text, err := readScript(strings.NewReader("ls\n\n"))
	require.NoError(t, err)
	assert.Equal(t, "ls\n\n", text)
	_, err = readScript(io.LimitReader(zeros{}, maxInput+1))
	assert.ErrorContains(t, err, "more than 16777216 bytes")
}

// zeros is a file without an end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

func TestExitCode(t *testing.T) {
	tests := []struct {
		name   string
		err    error
		want   int
		stderr string
	}{
		{name: "nothing", want: 0},
		{name: "found", err: errFound, want: 1},
		{name: "unreadable has been reported", err: errUnreadable, want: 2},
		{name: "anything else is told", err: errors.New("no: give one"), want: 2, stderr: "sandbox-enforcer: no: give one\n"},
		{name: "several", err: errors.Join(errors.New("a"), errors.New("b")), want: 2, stderr: "sandbox-enforcer: a\nsandbox-enforcer: b\n"},
		{name: "control characters", err: errors.New("b\x1b"), want: 2, stderr: "sandbox-enforcer: b\\u{1b}\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var stderr strings.Builder
			assert.Equal(t, tt.want, exitCode(tt.err, &stderr))
			assert.Equal(t, tt.stderr, stderr.String())
		})
	}
}

func TestAbsolute(t *testing.T) {
	tests := []struct{ name, base, path, want string }{
		{name: "none", base: "/w", want: "/w"},
		{name: "absolute", base: "/w", path: "/x", want: "/x"},
		{name: "relative", base: "/w", path: "x", want: "/w/x"},
		{name: "below the root", base: "/", path: "x", want: "/x"},
		{name: "links decide what .. is", base: "/w", path: "l/../x", want: "/w/l/../x"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, absolute(tt.base, tt.path))
		})
	}
}

func TestNullDeviceIsNoTerminal(t *testing.T) {
	null, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer null.Close()
	assert.False(t, terminal(null))
	assert.False(t, terminal(strings.NewReader("")))
}

// TestScriptsThatCannotBeRead ends with status 2, line and column, in time.
func TestScriptsThatCannotBeRead(t *testing.T) {
	tests := []struct{ name, script, want string }{
		{name: "syntax", script: "ls\necho )\n", want: "2:6: "},
		{name: "open quote", script: "echo 'a", want: "1:6: "},
		{name: "null byte", script: "git clone U\x00", want: "1:12: "},
		{name: "carriage return", script: "ls x\r#; git clone U", want: "1:5: "},
		{name: "no UTF-8", script: "ls\ngit clone \xff", want: "2:11: "},
		{name: "too large", script: "git clone U " + strings.Repeat("a", 10<<20), want: "1:1: "},
		{name: "brackets", script: strings.Repeat("(", 100_000) + "git clone U", want: "1:1: "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, fail := range []string{"open", "ask", "closed"} {
				stdout, stderr, status := lint(t, tt.script, "--sandbox", "/srv/sandbox", "--fail", fail)
				assert.Equal(t, exitUsage, status)
				assert.Empty(t, stdout)
				assert.True(t, strings.HasPrefix(stderr, tt.want), stderr)
				assert.Less(t, len(stderr), 2000)
			}
			stdout, stderr, status := lint(t, tt.script, "--sandbox", "/srv/sandbox", "--format", "json")
			assert.Equal(t, exitUsage, status)
			assert.Empty(t, stderr)
			assert.Contains(t, stdout, `"error": "`+tt.want)
		})
	}
}

// lint runs lint in this process.
func lint(t *testing.T, stdin string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, errs strings.Builder
	variables := map[string]string{"HOME": "/home/agent", "SHELL": "/bin/bash"}
	w := world{
		stdin: strings.NewReader(stdin), stdout: &out, stderr: &errs,
		env: func(name string) (string, bool) { v, ok := variables[name]; return v, ok },
		dir: func() (string, error) { return "/home/agent/project", nil },
	}
	status = run(w, append([]string{"lint"}, args...))
	return out.String(), errs.String(), status
}

func TestColour(t *testing.T) {
	tty, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no pseudo-terminal to try colours on: mount devpts at /dev/pts: %v", err)
	}
	defer tty.Close()
	tests := []struct {
		name   string
		flag   string
		stdout io.Writer
		env    map[string]string
		want   bool
	}{
		{name: "a terminal", flag: "auto", stdout: tty, want: true},
		{name: "a pipe", flag: "auto", stdout: io.Discard},
		{name: "NO_COLOR", flag: "auto", stdout: tty, env: map[string]string{"NO_COLOR": "1"}},
		{name: "an empty NO_COLOR says nothing", flag: "auto", stdout: tty, env: map[string]string{"NO_COLOR": ""}, want: true},
		{name: "a terminal without colours", flag: "auto", stdout: tty, env: map[string]string{"TERM": "dumb"}},
		{name: "always", flag: "always", stdout: io.Discard, env: map[string]string{"NO_COLOR": "1"}, want: true},
		{name: "never", flag: "never", stdout: tty},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			env := func(name string) (string, bool) { v, ok := tt.env[name]; return v, ok }
			got, err := lintOptions{Colour: tt.flag}.colour(world{stdout: tt.stdout, env: env})
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
		})
	}
}
