package hook

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// FuzzEvent sends any bytes as an event. The program ends with 0, or with 2 for an
// agent that is not known; it answers nothing or one JSON object; and the input that
// it sends back is the one that came, byte for byte, but for the command.
func FuzzEvent(f *testing.F) {
	for _, event := range []string{
		named, older, read, "", "null", "[]", "{}{}", "\ufeff{}", "[[[[", "{\"tool_name\":\"Bash\"",
		`{"tool_name":"Bash","tool_input":{"a":1e400,"command":"curl -o f https://u:p@h/?k=v","a":0.10,"\ud83d":"\ud83d"}}`,
		"{\"tool_name\":\"Bash\",\"cwd\":\"/home/u/s\",\"tool_input\": {\t\"command\" : \"git clone https:\\/\\/h\\/r && cd r\\nmake\" , \"x\":[{\"command\":1}]\n}}",
		`{"tool_name":"Bash","tool_input":{"command":"git clone https://h/r \u0000\ud800"}}`,
		`{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"git clone U"}}`,
		`{"tool_name":"Bash","tool_input":{"command":"gh repo clone o/r -- --depth 1; wget -P d https://h/f | tail"}}`,
	} {
		for fail := range fails {
			for mode := range modes {
				f.Add([]byte(event), uint8(fail), uint8(mode))
			}
		}
	}
	f.Fuzz(func(t *testing.T, event []byte, fail, mode uint8) {
		var stdout, stderr bytes.Buffer
		writes := 0
		exit := Run(Options{
			Args:    []string{"--agent=claude", "--sandbox=~/s", "--fail=" + fails[int(fail)%len(fails)], "--mode=" + modes[int(mode)%len(modes)], "--dialect=bash"},
			Stdin:   bytes.NewReader(event),
			Stdout:  counted{&stdout, &writes},
			Stderr:  &stderr,
			Env:     env(map[string]string{"HOME": "/home/u"}),
			Dir:     func() (string, error) { return "/proj", nil },
			MakeDir: func(string) error { return nil },
			Now:     time.Now,
			Facts:   machine(t, ""),
			Analyze: analyze,
		})
		assert.Equal(t, 0, exit)
		assert.NotContains(t, stderr.String(), "failed by itself")
		assertLines(t, stderr.String())
		if stdout.Len() == 0 {
			return
		}
		assert.Equal(t, 1, writes)
		document := stdout.Bytes()
		require.True(t, json.Valid(document), "%q", document)
		assert.Equal(t, byte('{'), document[0])
		assertEcho(t, event, document)
	})
}

var (
	fails = []string{"open", "ask", "closed"}
	modes = []string{"rewrite", "block", "instruct"}
)

// assertLines checks that standard error has nothing but lines of this program that
// can be printed.
func assertLines(t *testing.T, text string) {
	if text == "" {
		return
	}
	assert.True(t, utf8.ValidString(text))
	for line := range strings.Lines(text) {
		assert.True(t, strings.HasPrefix(line, "[SandboxEnforcer] "), "%q", line)
		assert.True(t, strings.HasSuffix(line, "\n"), "%q", line)
		assert.NotContains(t, strings.TrimSuffix(line, "\n"), "\x1b")
	}
}

// assertEcho checks the input that is sent back against the one that came. The
// standard library finds the members, so that nothing here rests on our own decoder.
func assertEcho(t *testing.T, event, document []byte) {
	var answer struct {
		HookSpecificOutput struct {
			HookEventName      string
			PermissionDecision string
			UpdatedInput       json.RawMessage
		}
	}
	require.NoError(t, json.Unmarshal(document, &answer))
	assert.Equal(t, "PreToolUse", answer.HookSpecificOutput.HookEventName)
	after := answer.HookSpecificOutput.UpdatedInput
	if after == nil {
		assert.Contains(t, []string{"ask", "deny"}, answer.HookSpecificOutput.PermissionDecision)
		return
	}
	came := members(t, event)["tool_input"]
	old, new := members(t, came)["command"], members(t, after)["command"]
	assert.NotEqual(t, string(old), string(new))
	same := false
	for at := range came {
		if bytes.HasPrefix(came[at:], old) {
			spliced := string(came[:at]) + string(new) + string(came[at+len(old):])
			same = same || spliced == string(after)
		}
	}
	assert.True(t, same, "%q\nbecame\n%q", came, after)
}

// members are the members of an object by their exact names; a struct would take
// those of other case as well.
func members(t *testing.T, object []byte) map[string]json.RawMessage {
	var out map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(object, &out))
	return out
}
