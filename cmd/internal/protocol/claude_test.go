package protocol

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/rules"
)

const captured = `{"session_id":"s1","transcript_path":"/t.jsonl","cwd":"/proj","prompt_id":"p1","permission_mode":"default",` +
	`"effort":{"level":"medium"},"hook_event_name":"PreToolUse","tool_name":"Bash",` +
	`"tool_input":{"command":"git clone https://example.com/r","description":"Clone"},"tool_use_id":"c1","agent_type":"explore"}`

func TestDecodeClaude(t *testing.T) {
	tests := []struct {
		name     string
		document string
		want     analyzer.Request
		notes    []string
		flat     bool
	}{
		{
			name:     "as Claude Code sends it",
			document: captured,
			want: analyzer.Request{
				Event: "PreToolUse", Agent: "claude", AgentType: "explore", Tool: "Bash", Session: "s1", CallID: "c1", Mode: "default",
				Sources: []ast.Source{{Text: "git clone https://example.com/r", Dir: ast.Known("/proj")}},
			},
		},
		{
			name:     "the older payload",
			document: `{"tool_name":"Bash","tool_input":{"command":"ls","description":"List"}}`,
			want:     analyzer.Request{Agent: "claude", Tool: "Bash", Sources: []ast.Source{{Text: "ls"}}},
			flat:     true,
		},
		{
			name:     "blanks around it, the input before the tool, no command yet at the first key",
			document: " \r\n\t{\"tool_input\" : { \"description\":\"x\", \"command\" : \"ls\" } , \"tool_name\" : \"Bash\" } \n\n",
			want:     analyzer.Request{Agent: "claude", Tool: "Bash", Sources: []ast.Source{{Text: "ls"}}},
			flat:     true,
		},
		{
			name:     "doubled and unknown keys elsewhere",
			document: `{"x":1,"x":[{"tool_name":2}],"cwd":"/a","cwd":"/b","tool_name":"Bash","tool_input":{"command":"ls","timeout":1e400,"timeout":0.10,"k":{"command":1,"command":2}}}`,
			want:     analyzer.Request{Agent: "claude", Tool: "Bash", Sources: []ast.Source{{Text: "ls", Dir: ast.Known("/b")}}},
			flat:     true,
		},
		{
			name:     "escaped keys",
			document: `{"tool_nam\u0065":"Bash","tool_input":{"c\u006fmmand":"ls"}}`,
			want:     analyzer.Request{Agent: "claude", Tool: "Bash", Sources: []ast.Source{{Text: "ls"}}},
			flat:     true,
		},
		{
			name:     "null stands for absent where a field may be absent",
			document: `{"hook_event_name":null,"cwd":null,"session_id":null,"tool_name":"Bash","tool_input":{"command":"ls"}}`,
			want:     analyzer.Request{Agent: "claude", Tool: "Bash", Sources: []ast.Source{{Text: "ls"}}},
			flat:     true,
		},
		{
			name:     "wrong types that decide nothing",
			document: `{"session_id":1,"tool_use_id":[],"permission_mode":{},"agent_type":true,"cwd":5,"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}`,
			want: analyzer.Request{
				Event: "PreToolUse", Agent: "claude", Tool: "Bash",
				Sources: []ast.Source{{Text: "ls", Dir: ast.Unknown("the event's cwd is a number", "PWD")}},
			},
			notes: []string{
				"the event's session_id is a number and is ignored: send a string",
				"the event's tool_use_id is an array and is ignored: send a string",
				"the event's permission_mode is an object and is ignored: send a string",
				"the event's agent_type is a boolean and is ignored: send a string",
				"the event's cwd is a number and is ignored: send an absolute path",
			},
		},
		{
			name:     "a relative directory",
			document: `{"cwd":"proj\n","tool_name":"Bash","tool_input":{"command":"ls"}}`,
			want:     analyzer.Request{Agent: "claude", Tool: "Bash", Sources: []ast.Source{{Text: "ls", Dir: ast.Unknown("the event's cwd is not absolute", "PWD")}}},
			notes:    []string{`the event's cwd "proj\n" is not absolute and is ignored: send an absolute path`},
			flat:     true,
		},
		{
			name:     "a directory that is no text",
			document: `{"cwd":"/a\u0000b","tool_name":"Bash","tool_input":{"command":"ls"}}`,
			want:     analyzer.Request{Agent: "claude", Tool: "Bash", Sources: []ast.Source{{Text: "ls", Dir: ast.Unknown("the event's cwd is not text", "PWD")}}},
			notes:    []string{`the event's cwd "/a\x00b" is not text and is ignored: send an absolute path`},
			flat:     true,
		},
		{
			name:     "an empty command",
			document: `{"tool_name":"Bash","tool_input":{"command":""}}`,
			want:     analyzer.Request{Agent: "claude", Tool: "Bash", Sources: []ast.Source{{Text: ""}}},
			flat:     true,
		},
		{
			name:     "bytes that are no text stay hazards",
			document: `{"tool_name":"Bash","tool_input":{"command":"a\u0000b ` + "\xff" + ` \ud83d \udc00\ud83d\ude00 \ud83d\u0041"}}`,
			want: analyzer.Request{Agent: "claude", Tool: "Bash", Sources: []ast.Source{{
				Text: "a\x00b \xff \xed\xa0\xbd \xed\xb0\x80😀 \xed\xa0\xbdA",
			}}},
			flat: true,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			event, err := decodeClaude([]byte(tt.document))
			require.NoError(t, err)
			assert.True(t, event.Judged)
			assert.Equal(t, tt.want, event.Request)
			assert.Equal(t, tt.notes, event.Notes)
			assert.Equal(t, tt.flat, !event.named)
		})
	}
}

func TestDecodeClaudeJudgesNothingElse(t *testing.T) {
	tests := []struct{ name, document string }{
		{"another tool", `{"hook_event_name":"PreToolUse","tool_name":"WebFetch","tool_input":{"url":"file:///x"}}`},
		{"another tool with odd types", `{"tool_name":"Task","tool_input":5,"cwd":[],"tool_input":null}`},
		{"another tool that is told to stay in the sandbox", `{"tool_name":"Task","tool_input":{"dangerouslyDisableSandbox":false}}`},
		{"a file tool after it ran", `{"hook_event_name":"PostToolUse","tool_name":"Read","tool_input":{"file_path":"/x"}}`},
		{"another tool by its case", `{"tool_name":"bash","tool_input":{"command":5}}`},
		{"after the tool", `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"git clone U"}}`},
		{"the start of a session", `{"hook_event_name":"SessionStart","source":"startup","cwd":"/proj"}`},
		{"another event with odd types", `{"hook_event_name":"X","tool_name":1,"tool_name":2,"tool_input":[]}`},
		{"an event without a name that is empty", `{"hook_event_name":"","tool_name":"Bash","tool_input":{}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			event, err := decodeClaude([]byte(tt.document))
			require.NoError(t, err)
			assert.False(t, event.Judged)
			assert.Empty(t, event.Notes)
		})
	}
}

func TestDecodeClaudeErrors(t *testing.T) {
	tests := []struct {
		name     string
		document string
		want     string
	}{
		{"empty", "", "the event is empty: send one JSON object"},
		{"blank", " \n\t ", "the event is empty: send one JSON object"},
		{"null", "null", "the event is null, not an object: send one JSON object"},
		{"an array", "[]", "the event is an array, not an object: send one JSON object"},
		{"a number", "1e400", "the event is a number, not an object: send one JSON object"},
		{"a string", `"git clone"`, "the event is a string, not an object: send one JSON object"},
		{"a boolean", "true", "the event is a boolean, not an object: send one JSON object"},
		{"no JSON", "hello", "the event is not JSON from byte 0 on (invalid character 'h' at start of value): send one JSON object"},
		{"NUL bytes", "\x00\x00", `the event is not JSON from byte 0 on (invalid character '\x00' at start of value): send one JSON object`},
		{"cut off in a key", `{"tool_na`, "the event is cut off: send one JSON object"},
		{"cut off in the command", `{"tool_name":"Bash","tool_input":{"command":"git clone`, "the event is cut off: send one JSON object"},
		{"cut off before the end", `{"tool_name":"Bash","tool_input":{"command":"ls"}`, "the event is cut off: send one JSON object"},
		{"cut off after a literal's begin", `nul`, "the event is cut off: send one JSON object"},
		{"a trailing comma", `{"tool_name":"Bash",}`, "the event is not JSON from byte 19 on (invalid character ',' at start of value): send one JSON object"},
		{"an unquoted key", `{tool_name:"Bash"}`, "the event is not JSON from byte 2 on (invalid character 'o' in literal true (expecting 'r')): send one JSON object"},
		{"a bare control character in a string", "{\"tool_name\":\"Ba\nsh\"}", `the event is not JSON from byte 16 on (invalid character '\n' in string (expecting non-control character)): send one JSON object`},
		{"two documents", `{"tool_name":"Bash","tool_input":{"command":"ls"}}{}`, "the event has more than one JSON document, the first of 50 bytes: send one JSON object"},
		{"noise after it", `{"tool_name":"Bash","tool_input":{"command":"ls"}} x`, "the event is not JSON from byte 51 on (invalid character 'x' at start of value): send one JSON object"},
		{"a byte order mark", "\xEF\xBB\xBF" + captured, "the event begins with a byte order mark: send it as UTF-8 without one"},
		{"UTF-16", "{\x00\"\x00", `the event is not JSON from byte 1 on (invalid character '\x00' at start of value): send one JSON object`},
		{"many open brackets", strings.Repeat("[", 100_000), "the event is not JSON from byte 10000 on (exceeded max depth): send one JSON object"},
		{"many open brackets in a field", `{"x":` + strings.Repeat("[", 100_000), "the event is not JSON from byte 10004 on (exceeded max depth): send one JSON object"},
		{"many open braces", strings.Repeat(`{"a":`, 100_000), "the event is not JSON from byte 50000 on (exceeded max depth): send one JSON object"},

		{"nothing in it", `{}`, "the event's tool_name is missing: send a string"},
		{"the event's name is a number", `{"hook_event_name":1,"tool_name":"Bash","tool_input":{"command":"ls"}}`, "the event's hook_event_name is a number: send a string"},
		{"the tool is null", `{"tool_name":null,"tool_input":{"command":"ls"}}`, "the event's tool_name is null: send a string"},
		{"the tool is a number", `{"tool_name":-0,"tool_input":{"command":"ls"}}`, "the event's tool_name is a number: send a string"},
		{"the tool is an array", `{"tool_name":["Bash"],"tool_input":{"command":"ls"}}`, "the event's tool_name is an array: send a string"},
		{"two tools", `{"tool_name":"Read","tool_name":"Bash","tool_input":{"command":"ls"}}`, "the event's tool_name is there 2 times: send it once"},
		{"no input", `{"tool_name":"Bash"}`, "the event's tool_input is missing: send an object"},
		{"the input is null", `{"tool_name":"Bash","tool_input":null}`, "the event's tool_input is null: send an object"},
		{"the input is a string", `{"tool_name":"Bash","tool_input":"ls"}`, "the event's tool_input is a string: send an object"},
		{"the input is an array", `{"tool_name":"Bash","tool_input":["ls"]}`, "the event's tool_input is an array: send an object"},
		{"two inputs", `{"tool_name":"Bash","tool_input":{"command":"ls"},"tool_input":{"command":"ls"}}`, "the event's tool_input is there 2 times: send it once"},
		{"no command", `{"tool_name":"Bash","tool_input":{"Command":"ls"}}`, "the event's tool_input.command is missing: send a string"},
		{"the command is null", `{"tool_name":"Bash","tool_input":{"command":null}}`, "the event's tool_input.command is null: send a string"},
		{"the command is a boolean", `{"tool_name":"Bash","tool_input":{"command":false}}`, "the event's tool_input.command is a boolean: send a string"},
		{"the command is an array", `{"tool_name":"Bash","tool_input":{"command":["git","clone"]}}`, "the event's tool_input.command is an array: send a string"},
		{"the command is an object", `{"tool_name":"Bash","tool_input":{"command":{}}}`, "the event's tool_input.command is an object: send a string"},
		{"two commands", `{"tool_name":"Bash","tool_input":{"command":"ls","comm\u0061nd":"git clone U"}}`, "the event's tool_input.command is there 2 times: send it once"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			event, err := decodeClaude([]byte(tt.document))
			require.EqualError(t, err, tt.want)
			assert.False(t, event.Judged)
			document := encodeClaude(event, Unread(analyzer.FailClosed, err.Error()))
			assert.True(t, json.Valid(document), "%s", document)
			assert.Contains(t, string(document), `"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"`)
		})
	}
}

func TestDecodeRemembersTheFormOfABrokenEvent(t *testing.T) {
	broken, err := decodeClaude([]byte(`{"hook_event_name":"PreToolUse","tool_name":5}`))
	require.Error(t, err)
	assert.True(t, broken.named, "the event has a name, so the flat keys mean nothing to who sent it")
}

func TestEncodeClaude(t *testing.T) {
	named := func(input string) string {
		return `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":` + input + `}`
	}
	older := func(input string) string { return `{"tool_name":"Bash","tool_input":` + input + `}` }
	const odd = "{ \"timeout\":1e400,\t\"command\" : \"old \\u0026\" ,\n\"x\":0.10, \"x\":[1, \"command\"], \"d\":\"<&>\\u00e4\" }"
	tests := []struct {
		name     string
		document string
		answer   Answer
		want     string
	}{
		{"pass", named(`{"command":"ls"}`), Answer{Verdict: rules.Pass, Reason: "r", Context: "c"}, ""},
		{
			"a rewrite with a grant", named(`{"command":"old","description":"d"}`),
			Answer{Verdict: rules.Rewrite, Grant: true, Command: "new", Reason: "why", Context: "where"},
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"why","updatedInput":{"command":"new","description":"d"},"additionalContext":"where"}}`,
		},
		{
			"a rewrite without a grant has no decision", named(`{"command":"old"}`),
			Answer{Verdict: rules.Rewrite, Command: "new", Reason: "why", Context: "where"},
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecisionReason":"why","updatedInput":{"command":"new"},"additionalContext":"where"}}`,
		},
		{
			"the rest of the input is echoed byte for byte", named(odd),
			Answer{Verdict: rules.Rewrite, Command: "git clone \"a\" && x > 'b<c' \t\n\\ \u2028 ä"},
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":` +
				"{ \"timeout\":1e400,\t\"command\" : \"git clone \\\"a\\\" && x > 'b<c' \\t\\n\\\\ \u2028 ä\" ,\n\"x\":0.10, \"x\":[1, \"command\"], \"d\":\"<&>\\u00e4\" }" + `}}`,
		},
		{
			"the older payload gets its keys too", older(`{"command":"old","description":"d"}`),
			Answer{Verdict: rules.Rewrite, Grant: true, Command: "new", Reason: "why"},
			`{"updatedInput":{"command":"new","description":"d"},"permissionDecision":"allow","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"why","updatedInput":{"command":"new","description":"d"}}}`,
		},
		{
			"the older payload without a grant", older(`{"command":"old"}`),
			Answer{Verdict: rules.Rewrite, Command: "new"},
			`{"updatedInput":{"command":"new"},"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"new"}}}`,
		},
		{
			"ask never changes the input", named(`{"command":"old"}`),
			Answer{Verdict: rules.Ask, Command: "new", Reason: "why"},
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"why"}}`,
		},
		{
			"deny", older(`{"command":"old"}`),
			Answer{Verdict: rules.Deny, Command: "new", Reason: "why"},
			`{"permissionDecision":"deny","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"why"}}`,
		},
		{
			"no verdict is deny", named(`{"command":"old"}`), Answer{},
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}`,
		},
		{
			"allow", named(`{"command":"old"}`), Answer{Verdict: rules.Allow, Reason: "why"},
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"why"}}`,
		},
		{
			"a rewrite to nothing is asked", named(`{"command":"old"}`), Answer{Verdict: rules.Rewrite, Grant: true, Reason: "why"},
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"why"}}`,
		},
		{
			"a rewrite that JSON cannot hold is asked", named(`{"command":"old"}`), Answer{Verdict: rules.Rewrite, Grant: true, Command: "new \xff"},
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}`,
		},
		{
			"what is not UTF-8 in a reason is replaced", named(`{"command":"old"}`), Answer{Verdict: rules.Deny, Reason: "a\xffb\x00\n"},
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"a` + "\ufffd" + `b\u0000\n"}}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			event, err := decodeClaude([]byte(tt.document))
			require.NoError(t, err)
			got := encodeClaude(event, tt.answer)
			if tt.want == "" {
				assert.Empty(t, got)
				return
			}
			assert.True(t, json.Valid(got))
			assert.Equal(t, tt.want+"\n", string(got))
		})
	}
}

func TestCapped(t *testing.T) {
	tests := []struct {
		name string
		text string
		want string
	}{
		{"short", "abc", "abc"},
		{"exactly as long as may be", strings.Repeat("ä", 10_000), strings.Repeat("ä", 10_000)},
		{"one more", strings.Repeat("ä", 10_001), strings.Repeat("ä", 10_000-len(" … (cut)")) + " … (cut)"},
		{"runes of two units", strings.Repeat("😀", 5_001), strings.Repeat("😀", 4_995) + " … (cut)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := capped(tt.text)
			assert.True(t, utf8.ValidString(got))
			assert.True(t, tt.want == got, "%d bytes, want %d", len(got), len(tt.want))
		})
	}
}

func TestFind(t *testing.T) {
	for _, agent := range Agents() {
		got, ok := Find(agent.Name)
		require.True(t, ok)
		assert.Equal(t, agent.Doc, got.Doc)
		assert.NotNil(t, agent.Decode)
		assert.NotNil(t, agent.Encode)
	}
	_, ok := Find("nobody")
	assert.False(t, ok)
}

// FuzzUnquote compares with the standard library wherever the text is Unicode.
func FuzzUnquote(f *testing.F) {
	for _, seed := range []string{`plain`, `a\"b\\c\/d\b\f\n\r\t`, `\u0041\u00e4\u20ac`, `\ud83d\ude00`, `\ud83d`, `\ude00\ud83d`, `\ud83d\ud83d\ude00`, `\ud83d\n`, `\u0000`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, inside string) {
		raw := `"` + inside + `"`
		var want string
		if json.Unmarshal([]byte(raw), &want) != nil || !json.Valid([]byte(raw)) {
			t.Skip()
		}
		got := unquote([]byte(raw))
		if utf8.ValidString(got) {
			assert.Equal(t, want, got)
			return
		}
		assert.Contains(t, want, "\ufffd", "what is no text is kept, where the library replaces it")
	})
}

// TestDecodeFileTools reads the paths of file tools.
func TestDecodeFileTools(t *testing.T) {
	const at = "/proj/src"
	tests := []struct {
		name, tool, input string
		want              []rules.Target
	}{
		{"a file that is read", "Read", `{"file_path":"a\u002fb","offset":1}`, []rules.Target{{Field: "file_path", Text: "a/b", Base: at, Reads: true}}},
		{"a file that is written", "Write", `{"content":"x","file_path":"/a"}`, []rules.Target{{Field: "file_path", Text: "/a", Base: at}}},
		{"a pattern below a path", "Glob", `{"pattern":"*.go","path":"../x"}`, []rules.Target{
			{Field: "path", Text: "../x", Base: at, Reads: true}, {Field: "pattern", Text: "*.go", Base: at, Under: "../x", Pattern: true, Reads: true}}},
		{"a pattern alone is below the working directory", "Glob", `{"pattern":"*.go"}`, []rules.Target{
			{Field: "the working directory", Text: at, Base: at, Reads: true}, {Field: "pattern", Text: "*.go", Base: at, Pattern: true, Reads: true}}},
		{"several patterns", "Grep", `{"pattern":"x","glob":"*.a,*.b","path":null}`, []rules.Target{
			{Field: "the working directory", Text: at, Base: at, Reads: true}, {Field: "glob", Text: "*.a,*.b", Base: at, Pattern: true, List: true, Reads: true}}},
		{"a list", "MultiEdit", `{"file_path":"a","edits":[{},{"file_path":"b"},{"file_path":1},2]}`, []rules.Target{
			{Field: "file_path", Text: "a", Base: at}, {Field: "edits[1].file_path", Text: "b", Base: at},
			{Field: "edits[2].file_path", Problem: "is a number: send a string"}, {Field: "edits[3].file_path", Problem: "is not in an object: send one"}}},
		{"nothing", "Read", `{}`, []rules.Target{{Field: "file_path", Problem: "is missing: send a string", Reads: true}}},
		{"twice", "Edit", `{"file_path":"a","file_path":"a"}`, []rules.Target{{Field: "file_path", Problem: "is there 2 times: send it once"}}},
		{"empty", "NotebookEdit", `{"notebook_path":""}`, []rules.Target{{Field: "notebook_path", Problem: "is empty: send a path"}}},
		{"no object", "LS", `["/"]`, []rules.Target{{Field: "tool_input", Problem: "is an array: send an object"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			event, err := decodeClaude([]byte(`{"hook_event_name":"PreToolUse","session_id":"s","cwd":"` + at + `","tool_name":"` + tt.tool + `","tool_input":` + tt.input + `}`))
			require.NoError(t, err)
			assert.True(t, event.Judged)
			assert.Equal(t, analyzer.Request{Event: "PreToolUse", Agent: "claude", Tool: tt.tool, Session: "s", Cwd: at, Targets: tt.want}, event.Request)
		})
	}
}

// TestFileTools validates the table, and reads a list of plain paths as other agents
// have them.
func TestFileTools(t *testing.T) {
	names := []string{}
	for _, tool := range claudeTools {
		names = append(names, tool.Name)
		seen := map[string]bool{"": true}
		for _, f := range tool.Fields {
			assert.True(t, seen[f.Under], "%s: %s is under a field that stands before it", tool.Name, f.Name)
			seen[f.Name] = true
			assert.False(t, f.Here && !f.Optional, "%s: %s", tool.Name, f.Name)
		}
	}
	assert.IsIncreasing(t, names)
	many := fileTool{Name: "read_many", Fields: []pathField{{Name: "paths[]", Reads: true}}}
	assert.Equal(t, []rules.Target{{Field: "paths[0]", Text: "a", Base: "/w", Reads: true}, {Field: "paths[1]", Problem: "is null: send a string", Reads: true}},
		many.targets(&field{raw: []byte(`{"paths":["a",null]}`), count: 1}, "/w"))
	assert.Equal(t, []rules.Target{{Field: "paths", Problem: "is a string: send a list", Reads: true}}, many.targets(&field{raw: []byte(`{"paths":"a"}`), count: 1}, "/w"))
}

func TestDecodeStart(t *testing.T) {
	event, err := decodeClaude([]byte(`{"hook_event_name":"SessionStart","source":"startup","session_id":"s","cwd":"/w","tool_name":5}`))
	require.NoError(t, err)
	assert.True(t, event.Started)
	assert.False(t, event.Judged)
	assert.Equal(t, analyzer.Request{Event: "SessionStart", Agent: "claude", Session: "s", Cwd: "/w"}, event.Request)
	assert.Equal(t, `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"a\nb"}}`+"\n", string(startClaude("a\nb")))
}
