package protocol

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/rules"
)

// reaction is what an agent does with an output.
type reaction struct {
	does   string          // one of the words below
	reason string          // what the model is told of a refusal, or a person of a question
	input  json.RawMessage // what runs instead
}

const (
	runs      = "runs"      // the command that came, by the agent's own permissions
	approves  = "approves"  // the command that came, without a prompt
	rewritten = "rewritten" // another command
	asks      = "asks"
	denies    = "denies"
	ignored   = "ignored" // the output is no answer: most agents run the command then
)

// checkers read an output as each agent does: from what the real ones did, from their
// sources and from their documentation. They share nothing with the writers.
var checkers = map[string]func(Event, Output) reaction{
	"claude": byClaude, "codex": byCodex, "gemini": byGemini, "copilot": byCopilot, "cursor": byCursor,
	"opencode": byPlugin, "pi": byPlugin, "windsurf": byStatus, "kiro": byStatus, "qwen": byQwen, "droid": byClaude,
	"crush": byCrush, "goose": byGoose, "cline": byCline, "antigravity": byAntigravity,
	"devin": byClaude, "grok": byLookalike, "kimi": byLookalike, "augment": byLookalike,
}

// status is what every agent but Cline and Antigravity makes of a status that is not 0.
func status(out Output) (reaction, bool) {
	switch {
	case out.Exit == 0:
		return reaction{}, false
	case out.Exit == 2 && strings.TrimSpace(string(out.Stderr)) != "" && len(out.Stdout) == 0:
		return reaction{does: denies, reason: string(out.Stderr)}, true
	}
	return reaction{does: ignored}, true
}

// exactly reads one JSON document with these keys and no others.
func exactly(document []byte, into any) bool {
	d := json.NewDecoder(bytes.NewReader(document))
	d.DisallowUnknownFields()
	if d.Decode(into) != nil {
		return false
	}
	_, err := d.Token()
	return err == io.EOF
}

// nested is Claude's form. Codex refuses any other key.
type nested struct {
	SystemMessage      *string `json:"systemMessage"`
	HookSpecificOutput *struct {
		HookEventName            string          `json:"hookEventName"`
		PermissionDecision       *string         `json:"permissionDecision"`
		PermissionDecisionReason *string         `json:"permissionDecisionReason"`
		UpdatedInput             json.RawMessage `json:"updatedInput"`
		AdditionalContext        *string         `json:"additionalContext"`
	} `json:"hookSpecificOutput"`
	// the keys of the older payload
	UpdatedInput       json.RawMessage `json:"updatedInput"`
	PermissionDecision *string         `json:"permissionDecision"`
}

func said(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func byClaude(_ Event, out Output) reaction {
	if r, ended := status(out); ended {
		return r
	}
	if len(out.Stdout) == 0 {
		return reaction{does: runs}
	}
	var a nested
	if !exactly(out.Stdout, &a) || a.HookSpecificOutput == nil || a.HookSpecificOutput.HookEventName != "PreToolUse" {
		return reaction{does: ignored}
	}
	h := a.HookSpecificOutput
	reason := said(h.PermissionDecisionReason)
	switch said(h.PermissionDecision) {
	case "deny":
		return reaction{does: denies, reason: reason}
	case "ask":
		return reaction{does: asks, reason: reason}
	case "", "allow":
	default:
		return reaction{does: ignored}
	}
	switch {
	case len(h.UpdatedInput) > 0 && h.UpdatedInput[0] == '{':
		return reaction{does: rewritten, input: h.UpdatedInput}
	case len(h.UpdatedInput) > 0:
		return reaction{does: ignored}
	case said(h.PermissionDecision) == "allow":
		return reaction{does: approves}
	}
	return reaction{does: runs}
}

// byCodex is codex-rs/hooks/src/engine/output_parser.rs in short.
func byCodex(event Event, out Output) reaction {
	r := byClaude(event, out)
	if len(out.Stdout) == 0 || r.does == ignored {
		return r
	}
	var a nested
	exactly(out.Stdout, &a)
	decision := said(a.HookSpecificOutput.PermissionDecision)
	switch {
	case a.UpdatedInput != nil, a.PermissionDecision != nil, // unknown at the top
		r.does == asks, r.does == approves,
		r.does == denies && strings.TrimSpace(r.reason) == "",
		r.does == rewritten && decision != "allow",
		decision == "" && a.HookSpecificOutput.PermissionDecisionReason != nil:
		return reaction{does: ignored}
	}
	return r
}

// byQwen is Claude's form, but for the input, which Qwen Code does not read.
func byQwen(event Event, out Output) reaction {
	if r := byClaude(event, out); r.does != rewritten {
		return r
	}
	return reaction{does: runs}
}

// byLookalike takes of Claude's form what is documented for those who read it.
func byLookalike(event Event, out Output) reaction {
	r := byClaude(event, out)
	if r.does == denies || r.does == runs {
		return r
	}
	return reaction{does: ignored}
}

// byPlugin is our own plugins: nothing, or Claude's form.
func byPlugin(event Event, out Output) reaction {
	r := byClaude(event, out)
	if r.does == asks && event.Request.Agent == "opencode" || r.does == approves {
		return reaction{does: ignored}
	}
	return r
}

func byStatus(_ Event, out Output) reaction {
	if r, ended := status(out); ended {
		return r
	}
	if len(out.Stdout) > 0 {
		return reaction{does: ignored} // nobody reads it
	}
	return reaction{does: runs}
}

func byGemini(_ Event, out Output) reaction {
	if r, ended := status(out); ended {
		return r
	}
	if len(out.Stdout) == 0 {
		return reaction{does: runs}
	}
	var a struct {
		Decision, Reason, SystemMessage string
		HookSpecificOutput              *struct {
			HookEventName string          `json:"hookEventName"`
			ToolInput     json.RawMessage `json:"tool_input"`
		}
	}
	if !exactly(out.Stdout, &a) {
		return reaction{does: ignored}
	}
	switch {
	case a.Decision == "deny" || a.Decision == "block":
		return reaction{does: denies, reason: a.Reason}
	case a.Decision == "ask":
		return reaction{does: asks, reason: a.SystemMessage}
	case a.HookSpecificOutput != nil && a.HookSpecificOutput.HookEventName == "BeforeTool":
		return reaction{does: rewritten, input: a.HookSpecificOutput.ToolInput}
	case a.Decision == "allow":
		return reaction{does: approves}
	}
	return reaction{does: ignored}
}

func byCopilot(event Event, out Output) reaction {
	if event.Request.Event == "PreToolUse" || event.named {
		return byClaude(event, out)
	}
	if out.Exit != 0 {
		return reaction{does: denies} // without what is on standard error
	}
	if len(out.Stdout) == 0 {
		return reaction{does: runs}
	}
	var a struct {
		PermissionDecision       string          `json:"permissionDecision"`
		PermissionDecisionReason string          `json:"permissionDecisionReason"`
		ModifiedArgs             json.RawMessage `json:"modifiedArgs"`
	}
	if !exactly(out.Stdout, &a) {
		return reaction{does: ignored}
	}
	switch {
	case a.PermissionDecision == "deny":
		return reaction{does: denies, reason: a.PermissionDecisionReason}
	case a.PermissionDecision == "ask":
		return reaction{does: asks, reason: a.PermissionDecisionReason}
	case len(a.ModifiedArgs) > 0 && a.ModifiedArgs[0] == '{':
		return reaction{does: rewritten, input: a.ModifiedArgs}
	case a.PermissionDecision == "allow":
		return reaction{does: approves}
	}
	return reaction{does: ignored}
}

// byCursor is Cursor with failClosed: nothing is no answer.
func byCursor(event Event, out Output) reaction {
	if r, ended := status(out); ended {
		return r
	}
	var a struct {
		Permission   string          `json:"permission"`
		UserMessage  string          `json:"user_message"`
		AgentMessage string          `json:"agent_message"`
		UpdatedInput json.RawMessage `json:"updated_input"`
	}
	shell := event.Request.Event == "beforeShellExecution"
	tool := event.Request.Event == "preToolUse"
	if !exactly(out.Stdout, &a) {
		return reaction{does: ignored}
	}
	switch {
	case a.Permission == "deny" && a.UserMessage != "":
		return reaction{does: denies, reason: a.AgentMessage}
	case a.Permission == "ask" && shell:
		return reaction{does: asks, reason: a.UserMessage}
	case a.Permission == "allow" && len(a.UpdatedInput) > 0 && tool:
		return reaction{does: rewritten, input: a.UpdatedInput}
	case a.Permission == "allow" && len(a.UpdatedInput) == 0:
		return reaction{does: runs}
	}
	return reaction{does: ignored}
}

func byCrush(_ Event, out Output) reaction {
	if r, ended := status(out); ended {
		return r
	}
	if len(out.Stdout) == 0 {
		return reaction{does: runs}
	}
	var a struct {
		Decision, Reason string
		UpdatedInput     json.RawMessage `json:"updated_input"`
	}
	if !exactly(out.Stdout, &a) {
		return reaction{does: ignored}
	}
	switch {
	case a.Decision == "deny":
		return reaction{does: denies, reason: a.Reason}
	case a.Decision != "" && a.Decision != "allow":
		return reaction{does: ignored}
	case len(a.UpdatedInput) > 0 && a.UpdatedInput[0] == '{':
		return reaction{does: rewritten, input: a.UpdatedInput}
	case a.Decision == "allow":
		return reaction{does: approves}
	}
	return reaction{does: ignored}
}

// byGoose is goose with on_failure block: {} would be no decision.
func byGoose(_ Event, out Output) reaction {
	if r, ended := status(out); ended {
		return r
	}
	var a struct{ Decision, Reason string }
	switch {
	case len(out.Stdout) == 0:
		return reaction{does: runs}
	case out.Stdout[0] == '{' && exactly(out.Stdout, &a) && a.Decision == "block":
		return reaction{does: denies, reason: a.Reason}
	}
	return reaction{does: ignored}
}

func byCline(event Event, out Output) reaction {
	var a struct {
		Cancel        bool            `json:"cancel"`
		ErrorMessage  string          `json:"errorMessage"`
		OverrideInput json.RawMessage `json:"overrideInput"`
		Context       string          `json:"context"`
	}
	switch {
	case out.Exit != 0, !exactly(out.Stdout, &a):
		return reaction{does: ignored}
	case a.Cancel:
		return reaction{does: denies, reason: a.ErrorMessage}
	case len(a.OverrideInput) > 0 && event.Request.Event == "tool_call":
		return reaction{does: rewritten, input: a.OverrideInput}
	case len(a.OverrideInput) > 0:
		return reaction{does: ignored}
	}
	return reaction{does: runs}
}

func byAntigravity(_ Event, out Output) reaction {
	if out.Exit != 0 {
		return reaction{does: ignored}
	}
	if len(out.Stdout) == 0 {
		return reaction{does: runs}
	}
	var a struct {
		Decision, Reason string
		Overwrite        json.RawMessage
	}
	if !exactly(out.Stdout, &a) {
		return reaction{does: ignored}
	}
	switch {
	case a.Decision == "deny":
		return reaction{does: denies, reason: a.Reason}
	case a.Decision == "ask" || a.Decision == "force_ask":
		return reaction{does: asks, reason: a.Reason}
	case a.Decision == "allow" && len(a.Overwrite) > 0:
		return reaction{does: rewritten, input: a.Overwrite}
	case a.Decision == "allow":
		return reaction{does: approves}
	}
	return reaction{does: denies, reason: "an empty object"}
}

const protocols = "../../../testdata/protocols/"

// captured events of the agent's case files, by the file's name.
func events(t *testing.T, agent string) map[string][]byte {
	files, err := filepath.Glob(protocols + agent + "/*.txtar")
	require.NoError(t, err)
	out := map[string][]byte{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, section := range txtar.Parse(text).Files {
			if section.Name == "event" {
				out[strings.TrimSuffix(filepath.Base(file), ".txtar")] = section.Data
			}
		}
	}
	return out
}

// TestNoAgentIgnoresAnAnswer gives every answer to every event of the case files, reads
// what is written as the agent does, and compares what it does with what was meant.
func TestNoAgentIgnoresAnAnswer(t *testing.T) {
	reasons := []string{"", " \n", "why", "why \xff\x00 \u2028", strings.Repeat("ä", 10_100)}
	for _, agent := range Agents() {
		check := checkers[agent.Name]
		require.NotNil(t, check, agent.Name)
		for name, document := range events(t, agent.Name) {
			event, _ := agent.Decode(document) // what cannot be read is answered too
			for _, reason := range reasons {
				for verdict := rules.Invalid; verdict <= rules.Deny; verdict++ {
					for _, grant := range []bool{false, true} {
						commands := make([]string, len(event.commands))
						for i := range commands {
							commands[i] = "true 'é\"' \\\n"
						}
						answer := Answer{Verdict: verdict, Grant: grant, Reason: reason, Context: "where", Commands: commands}
						r := check(event, agent.Answer(event, answer))
						meant(t, agent, event, verdict, r, name+" "+verdict.String())
					}
				}
			}
		}
	}
}

// meant compares what an agent does with the verdict.
func meant(t *testing.T, agent Agent, event Event, verdict rules.Verdict, r reaction, what string) {
	t.Helper()
	what = agent.Name + " " + what
	can := agent.at(event)
	switch verdict {
	case rules.Pass:
		assert.Equal(t, runs, r.does, what)
	case rules.Allow:
		assert.Contains(t, []string{runs, approves}, r.does, what)
		assert.Equal(t, can.Allow, r.does == approves, what)
	case rules.Ask:
		assert.Contains(t, []string{asks, denies}, r.does, what)
		if !can.Ask {
			assert.True(t, strings.Contains(r.reason, "cannot ask a person here: write the command so that"), what)
		}
	case rules.Rewrite:
		assert.Contains(t, []string{rewritten, asks, denies}, r.does, what)
		if !event.takes(make([]string, 1)) && can.Rewrite && len(event.commands) > 0 && event.commands[0].end > 0 {
			assert.Equal(t, rewritten, r.does, what)
		}
	default:
		assert.Equal(t, denies, r.does, what)
	}
	switch r.does {
	case denies, asks:
		assert.NotEmpty(t, strings.TrimSpace(r.reason), what)
	case rewritten:
		whole := make([]string, len(event.commands))
		for i := range whole {
			whole[i] = "true 'é\"' \\\n"
		}
		assert.Equal(t, string(event.rewritten(whole)), string(r.input), what)
		assert.Contains(t, string(r.input), `true 'é\"' \\\n`, what)
	}
}

// TestCheckersRefuse sees that the checkers can find a fault: the answers that real
// clients were seen to ignore.
func TestCheckersRefuse(t *testing.T) {
	const deny = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"R"}}`
	tests := []struct {
		agent, output string
		want          string
	}{
		{"claude", `{"permissionDecision":"deny","updatedInput":{"command":"x"}}`, ignored},
		{"codex", deny, denies},
		{"codex", `{"permissionDecision":"deny",` + deny[1:], ignored},
		{"codex", strings.Replace(deny, "deny", "ask", 1), ignored},
		{"codex", strings.Replace(deny, `"R"`, `" "`, 1), ignored},
		{"codex", `{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"x"}}}`, ignored},
		{"codex", deny + deny, ignored},
		{"gemini", deny, ignored},
		{"copilot", deny, ignored},
		{"cursor", ``, ignored},
		{"cursor", `{"permission":"ask","user_message":"m"}`, ignored},
		{"qwen", `{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"x"}}}`, runs},
		{"crush", `{"decision":"ask"}`, ignored},
		{"goose", `{}`, ignored},
		{"goose", `{"decision":"deny","reason":"R"}`, ignored},
		{"cline", `{"cancel":"true"}`, ignored},
		{"antigravity", `{}`, denies},
		{"kiro", deny, ignored},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, checkers[tt.agent](Event{}, Output{Stdout: []byte(tt.output)}).does, "%s: %s", tt.agent, tt.output)
	}
	for name, check := range checkers {
		assert.NotEqual(t, denies, check(Event{named: true}, Output{Exit: 2}).does, "%s: the status 2 without a word refuses nowhere", name)
	}
}

// TestDetect sees that each event of the case files is of one agent alone, and that each
// agent has the cases that every agent has.
func TestDetect(t *testing.T) {
	for _, agent := range Agents() {
		all := events(t, agent.Name)
		if agent.Name != "claude" {
			for _, name := range []string{"pass", "allow", "rewrite", "ask", "deny", "unreadable", "unreadable-open", "file", "other-tool"} {
				assert.Contains(t, all, name, agent.Name)
			}
		}
		for name, document := range all {
			s := look(document)
			var told []string
			for _, other := range Agents() {
				if other.Is != nil && other.Is(s) {
					told = append(told, other.Name)
				}
			}
			if len(told) == 0 {
				alike := agent.Is == nil || name == "other-tool" || agent.Name == "devin" && name == "file"
				assert.True(t, alike, "%s/%s is told by nothing", agent.Name, name)
				continue
			}
			assert.Equal(t, []string{agent.Name}, told, "%s/%s", agent.Name, name)
		}
	}
	for _, document := range []string{"", "[]", "{}", "null", `{"tool_na`, `{"hook_event_name":5}`, `{"tool_name":"Bash"}`, `{"tool_input":{}`} {
		agent, known := Detect([]byte(document))
		assert.Equal(t, "claude", agent.Name, document)
		assert.True(t, known, document)
	}
	for _, document := range []string{`{"action":1}`, `{"action":{"tool_name":"Bash"}}`, `{"action":1,`} {
		_, known := Detect([]byte(document))
		assert.False(t, known, document)
	}
}

// TestFileToolsOfAgents validates the tables of all agents.
func TestFileToolsOfAgents(t *testing.T) {
	var tables [][]fileTool
	for _, agent := range Agents() {
		require.NotEmpty(t, agent.shapes, agent.Name)
		for _, s := range agent.shapes {
			tables = append(tables, s.files)
			assert.NotEmpty(t, s.shells, agent.Name)
		}
		assert.NotEmpty(t, agent.Title)
		assert.NotEmpty(t, agent.Checked)
	}
	for _, tools := range tables {
		names := []string{}
		for _, tool := range tools {
			names = append(names, tool.Name)
			seen := map[string]bool{"": true}
			for _, f := range tool.Fields {
				assert.True(t, seen[f.Under], "%s: %s is under a field that stands before it", tool.Name, f.Name)
				seen[f.Name] = true
				assert.False(t, f.Here && !f.Optional, "%s: %s", tool.Name, f.Name)
			}
		}
		if len(names) > 1 {
			assert.IsIncreasing(t, names)
		}
	}
}
