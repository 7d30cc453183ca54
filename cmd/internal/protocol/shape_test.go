package protocol

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/rules"
)

// TestShapeDirectory reads where a command runs: the input's directory goes before the
// event's, and that before the first root.
func TestShapeDirectory(t *testing.T) {
	tests := []struct {
		name, input, event string
		want               ast.Value
		notes              []string
	}{
		{name: "the event's", event: `"cwd":"/a"`, want: ast.Known("/a")},
		{name: "the input's", input: `"working_directory":"/b"`, event: `"cwd":"/a"`, want: ast.Known("/b")},
		{name: "below the event's", input: `"working_directory":"b/.."`, event: `"cwd":"/a"`, want: ast.Known("/a/b/..")},
		{name: "below the first root", input: `"working_directory":"b"`, event: `"workspace_roots":["/r","/s"]`, want: ast.Known("/r/b")},
		{name: "the first root", event: `"cwd":null,"workspace_roots":["/r"]`, want: ast.Known("/r")},
		{name: "an empty one is none", input: `"working_directory":""`, event: `"cwd":"/a"`, want: ast.Known("/a")},
		{name: "none", event: `"workspace_roots":[]`, want: ast.Value{}},
		{name: "relative to nothing", input: `"working_directory":"b"`, event: `"x":1`, want: ast.Unknown("the event's tool_input.working_directory is not absolute", "PWD")},
		{name: "a home", input: `"working_directory":"~/b"`, event: `"cwd":"/a"`, want: ast.Unknown("the event's tool_input.working_directory is not absolute", "PWD")},
		{
			name: "no string", input: `"working_directory":5`, event: `"cwd":"/a"`, want: ast.Unknown("the event's tool_input.working_directory is a number", "PWD"),
			notes: []string{"the event's tool_input.working_directory is a number and is ignored: send an absolute path"},
		},
		{
			name: "a root that is no string", event: `"workspace_roots":[5]`, want: ast.Unknown("the event's workspace_roots[0] is a number", "PWD"),
			notes: []string{"the event's workspace_roots[0] is a number and is ignored: send an absolute path"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			input := `{"command":"ls"}`
			if tt.input != "" {
				input = `{"command":"ls",` + tt.input + `}`
			}
			event, err := cursorCall.decode([]byte(`{"hook_event_name":"preToolUse","tool_name":"Shell","tool_input":` + input + `,` + tt.event + `}`))
			require.NoError(t, err)
			require.Len(t, event.Request.Sources, 1)
			assert.Equal(t, tt.want, event.Request.Sources[0].Dir)
			assert.Equal(t, tt.notes, event.Notes)
		})
	}
}

// TestShapeErrors names the field that cannot be read.
func TestShapeErrors(t *testing.T) {
	tests := []struct{ agent, document, want string }{
		{"codex", "\xEF\xBB\xBF{}", "the event begins with a byte order mark: send it as UTF-8 without one"},
		{"codex", `[]`, "the event is an array, not an object: send one JSON object"},
		{"codex", `{"hook_event_name":5}`, "the event's hook_event_name is a number: send a string"},
		{"codex", `{"hook_event_name":"PreToolUse"}`, "the event's tool_name is missing: send a string"},
		{"codex", `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls","command":"x"}}`, "the event's tool_input.command is there 2 times: send it once"},
		{"antigravity", `{"toolCall":[]}`, "the event's toolCall.name is missing: send a string"},
		{"antigravity", `{"toolCall":{"name":"run_command"}}`, "the event's toolCall.args is missing: send an object"},
		{"antigravity", `{"toolCall":{"name":"run_command","args":{}},"toolCall":{"name":"run_command","args":{}}}`, "the event's toolCall.name is there 2 times: send it once"},
		{"windsurf", `{"agent_action_name":"pre_run_command","tool_info":{"command_line":null}}`, "the event's tool_info.command_line is null: send a string"},
		{"copilot", `{"toolName":"bash","toolArgs":"ls"}`, "the event's toolArgs is a string: send an object"},
		{"copilot", `{"toolName":"bash","toolArgs":"{\"command\":5}"}`, "the event's toolArgs.command is a number: send a string"},
		{"copilot", `{"toolName":"bash","toolArgs":"{"}`, "the event's toolArgs is cut off: send one JSON object"},
		{"copilot", `{"toolCalls":{}}`, "the event's toolCalls is an object: send a list"},
		{"copilot", `{"toolCalls":[{"name":"bash","args":{"command":1}}]}`, "in toolCalls[0] the event's args.command is a number: send a string"},
		{"copilot", `{"toolCalls":[5]}`, "in toolCalls[0] the event is a number, not an object: send one JSON object"},
		{"cursor", `{"hook_event_name":"beforeShellExecution","command":[]}`, "the event's command is an array: send a string"},
		{"cline", `{"clineVersion":"1","hookName":"tool_call","tool_call":{"name":"run_commands","input":{}}}`, "the event's tool_call.input has no commands: send a list of strings"},
		{"cline", `{"clineVersion":"1","hookName":"tool_call","tool_call":{"name":"run_commands","input":[5]}}`, "the event's tool_call.input[0] is a number: send a string or an object"},
		{"cline", `{"clineVersion":"1","hookName":"tool_call","tool_call":{"name":"run_commands","input":[{"command":"git","args":[5]}]}}`, "the event's tool_call.input[0].args[0] is a number: send a string"},
	}
	for _, tt := range tests {
		agent, ok := Find(tt.agent)
		require.True(t, ok)
		_, err := agent.Decode([]byte(tt.document))
		assert.EqualError(t, err, tt.want, tt.document)
	}
}

// TestPatch reads the files of a patch.
func TestPatch(t *testing.T) {
	tests := []struct {
		name, patch string
		want        []rules.Target
	}{
		{"each kind of line", "*** Begin Patch\r\n*** Add File: a b\r\n+*** Add File: no\n*** Update File: /c\n*** Move to: ../d\n*** Delete File: e", []rules.Target{
			{Field: "p", Text: "a b", Base: "/w"}, {Field: "p", Text: "/c", Base: "/w"}, {Field: "p", Text: "../d", Base: "/w"}, {Field: "p", Text: "e", Base: "/w"},
		}},
		{"an indented line counts too", "  *** Add File: a", []rules.Target{{Field: "p", Text: "a", Base: "/w"}}},
		{"none", "diff --git a/x b/x", []rules.Target{{Field: "p", Problem: "is a patch that names no file: send the lines *** Add File, *** Update File or *** Delete File"}}},
	}
	for _, tt := range tests {
		r := targetReader{cwd: "/w"}
		r.patch(pathField{Name: "p", Patch: true}, "p", tt.patch)
		assert.Equal(t, tt.want, r.out, tt.name)
	}
}

// TestFit is the table of what becomes of an answer.
func TestFit(t *testing.T) {
	everything := Can{Rewrite: true, Ask: true, Allow: true, Document: true}
	tests := []struct {
		name    string
		s       situation
		verdict rules.Verdict
		want    rules.Verdict
		say     string
	}{
		{"all that is understood stays", situation{can: everything, fits: true}, rules.Rewrite, rules.Rewrite, ""},
		{"an allow that is not understood is nothing", situation{}, rules.Allow, rules.Pass, ""},
		{"an allow for one of several commands is nothing", situation{can: everything, several: true, class: rules.NeedsApproval}, rules.Allow, rules.Pass, ""},
		{"an allow for all of several commands stays", situation{can: everything, several: true, class: rules.Safe}, rules.Allow, rules.Allow, ""},
		{"no rewrite", situation{can: Can{Ask: true}, fits: true}, rules.Rewrite, rules.Deny, ""},
		{"a rewrite that cannot be put there is asked", situation{can: everything}, rules.Rewrite, rules.Ask, ""},
		{"or refused", situation{can: Can{Rewrite: true}}, rules.Rewrite, rules.Deny, "X cannot ask a person here: " + unasked},
		{"no question", situation{fits: true}, rules.Ask, rules.Deny, "X cannot ask a person here: " + unasked},
		{"nobody is there", situation{can: everything, mode: "alone"}, rules.Ask, rules.Deny, `nobody is asked in the permission mode "alone": ` + unasked},
		{"a refusal stays", situation{}, rules.Deny, rules.Deny, ""},
		{"no verdict is a refusal", situation{}, rules.Invalid, rules.Deny, ""},
		{"a pass stays", situation{}, rules.Pass, rules.Pass, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.s.agent = &Agent{Title: "X", Alone: []string{"alone"}}
			verdict, say := tt.s.fit(tt.verdict)
			assert.Equal(t, tt.want, verdict)
			assert.Equal(t, tt.say, say)
		})
	}
}

// TestFitNeverLoosens sees that no agent is given less than was meant, in no mode.
func TestFitNeverLoosens(t *testing.T) {
	for _, agent := range append(Agents(), Unknown) {
		for _, mode := range append([]string{"", "default"}, agent.Alone...) {
			for verdict := rules.Pass; verdict <= rules.Deny; verdict++ {
				event := Event{Request: analyzer.Request{Mode: mode}}
				report, _, _ := agent.Fit(event, analyzer.Report{Verdict: verdict}, analyzer.ModeRewrite)
				assert.GreaterOrEqual(t, report.Verdict, verdict, "%s in the mode %q", agent.Name, mode)
			}
		}
	}
}
