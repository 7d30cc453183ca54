package obey

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
)

// Does is what an agent does with an output.
type Does string

const (
	// Runs is the command that came, by the agent's own permissions, Approves the same
	// without a prompt.
	Runs     Does = "runs"
	Approves Does = "approves"
	// Rewritten is another command.
	Rewritten Does = "rewritten"
	// Asks and Denies stop the command, at least until a person agrees.
	Asks   Does = "asks"
	Denies Does = "denies"
	// Ignored says that the output is no answer: most agents run the command then.
	Ignored Does = "ignored"
)

// Stops reports whether the command that came does not run as it came.
func (d Does) Stops() bool { return d == Rewritten || d == Asks || d == Denies }

// Reaction is what an agent makes of an output.
type Reaction struct {
	Does Does
	// Reason is what the model is told of a refusal, or a person of a question.
	Reason string
	// Input is the tool's input that runs instead.
	Input json.RawMessage
}

// Event is what a reaction depends on.
type Event struct {
	// Agent is the agent's name, and Name that of its event.
	Agent, Name string
	// Named says that the event itself holds its name, under hook_event_name.
	Named bool
}

// Output is what the program said, and its status.
type Output struct {
	Stdout, Stderr []byte
	Exit           int
}

// readers read an output as each agent does.
var readers = map[string]func(Event, Output) Reaction{
	"claude": byClaude, "codex": byCodex, "gemini": byGemini, "copilot": byCopilot, "cursor": byCursor,
	"opencode": byPlugin, "pi": byPlugin, "windsurf": byStatus, "kiro": byStatus, "qwen": byQwen, "droid": byClaude,
	"crush": byCrush, "goose": byGoose, "cline": byCline, "antigravity": byAntigravity,
	"devin": byClaude, "grok": byLookalike, "kimi": byLookalike, "augment": byLookalike,
}

// Read returns what the agent makes of an output. An agent that is not known ignores it.
func Read(event Event, out Output) Reaction {
	read, known := readers[event.Agent]
	if !known {
		return Reaction{Does: Ignored}
	}
	return read(event, out)
}

// status is what every agent but Cline and Antigravity makes of a status that is not 0.
func status(out Output) (Reaction, bool) {
	switch {
	case out.Exit == 0:
		return Reaction{}, false
	case out.Exit == 2 && strings.TrimSpace(string(out.Stderr)) != "" && len(out.Stdout) == 0:
		return Reaction{Does: Denies, Reason: string(out.Stderr)}, true
	}
	return Reaction{Does: Ignored}, true
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

func byClaude(_ Event, out Output) Reaction {
	if r, ended := status(out); ended {
		return r
	}
	if len(out.Stdout) == 0 {
		return Reaction{Does: Runs}
	}
	var a nested
	if !exactly(out.Stdout, &a) || a.HookSpecificOutput == nil || a.HookSpecificOutput.HookEventName != "PreToolUse" {
		return Reaction{Does: Ignored}
	}
	h := a.HookSpecificOutput
	reason := said(h.PermissionDecisionReason)
	switch said(h.PermissionDecision) {
	case "deny":
		return Reaction{Does: Denies, Reason: reason}
	case "ask":
		return Reaction{Does: Asks, Reason: reason}
	case "", "allow":
	default:
		return Reaction{Does: Ignored}
	}
	switch {
	case len(h.UpdatedInput) > 0 && h.UpdatedInput[0] == '{':
		return Reaction{Does: Rewritten, Input: h.UpdatedInput}
	case len(h.UpdatedInput) > 0:
		return Reaction{Does: Ignored}
	case said(h.PermissionDecision) == "allow":
		return Reaction{Does: Approves}
	}
	return Reaction{Does: Runs}
}

// byCodex is codex-rs/hooks/src/engine/output_parser.rs in short.
func byCodex(event Event, out Output) Reaction {
	r := byClaude(event, out)
	if len(out.Stdout) == 0 || r.Does == Ignored {
		return r
	}
	var a nested
	exactly(out.Stdout, &a)
	decision := said(a.HookSpecificOutput.PermissionDecision)
	switch {
	case a.UpdatedInput != nil, a.PermissionDecision != nil, // unknown at the top
		r.Does == Asks, r.Does == Approves,
		r.Does == Denies && strings.TrimSpace(r.Reason) == "",
		r.Does == Rewritten && decision != "allow",
		decision == "" && a.HookSpecificOutput.PermissionDecisionReason != nil:
		return Reaction{Does: Ignored}
	}
	return r
}

// byQwen is Claude's form, but for the input, which Qwen Code does not read.
func byQwen(event Event, out Output) Reaction {
	if r := byClaude(event, out); r.Does != Rewritten {
		return r
	}
	return Reaction{Does: Runs}
}

// byLookalike takes of Claude's form what is documented for those who read it.
func byLookalike(event Event, out Output) Reaction {
	r := byClaude(event, out)
	if r.Does == Denies || r.Does == Runs {
		return r
	}
	return Reaction{Does: Ignored}
}

// byPlugin is our own plugins: nothing, or Claude's form.
func byPlugin(event Event, out Output) Reaction {
	r := byClaude(event, out)
	if r.Does == Asks && event.Agent == "opencode" || r.Does == Approves {
		return Reaction{Does: Ignored}
	}
	return r
}

func byStatus(_ Event, out Output) Reaction {
	if r, ended := status(out); ended {
		return r
	}
	if len(out.Stdout) > 0 {
		return Reaction{Does: Ignored} // nobody reads it
	}
	return Reaction{Does: Runs}
}

func byGemini(_ Event, out Output) Reaction {
	if r, ended := status(out); ended {
		return r
	}
	if len(out.Stdout) == 0 {
		return Reaction{Does: Runs}
	}
	var a struct {
		Decision, Reason, SystemMessage string
		HookSpecificOutput              *struct {
			HookEventName string          `json:"hookEventName"`
			ToolInput     json.RawMessage `json:"tool_input"`
		}
	}
	if !exactly(out.Stdout, &a) {
		return Reaction{Does: Ignored}
	}
	switch {
	case a.Decision == "deny" || a.Decision == "block":
		return Reaction{Does: Denies, Reason: a.Reason}
	case a.Decision == "ask":
		return Reaction{Does: Asks, Reason: a.SystemMessage}
	case a.HookSpecificOutput != nil && a.HookSpecificOutput.HookEventName == "BeforeTool":
		return Reaction{Does: Rewritten, Input: a.HookSpecificOutput.ToolInput}
	case a.Decision == "allow":
		return Reaction{Does: Approves}
	}
	return Reaction{Does: Ignored}
}

func byCopilot(event Event, out Output) Reaction {
	if event.Name == "PreToolUse" || event.Named {
		return byClaude(event, out)
	}
	if out.Exit != 0 {
		return Reaction{Does: Denies} // without what is on standard error
	}
	if len(out.Stdout) == 0 {
		return Reaction{Does: Runs}
	}
	var a struct {
		PermissionDecision       string          `json:"permissionDecision"`
		PermissionDecisionReason string          `json:"permissionDecisionReason"`
		ModifiedArgs             json.RawMessage `json:"modifiedArgs"`
	}
	if !exactly(out.Stdout, &a) {
		return Reaction{Does: Ignored}
	}
	switch {
	case a.PermissionDecision == "deny":
		return Reaction{Does: Denies, Reason: a.PermissionDecisionReason}
	case a.PermissionDecision == "ask":
		return Reaction{Does: Asks, Reason: a.PermissionDecisionReason}
	case len(a.ModifiedArgs) > 0 && a.ModifiedArgs[0] == '{':
		return Reaction{Does: Rewritten, Input: a.ModifiedArgs}
	case a.PermissionDecision == "allow":
		return Reaction{Does: Approves}
	}
	return Reaction{Does: Ignored}
}

// byCursor is Cursor with failClosed: nothing is no answer.
func byCursor(event Event, out Output) Reaction {
	if r, ended := status(out); ended {
		return r
	}
	var a struct {
		Permission   string          `json:"permission"`
		UserMessage  string          `json:"user_message"`
		AgentMessage string          `json:"agent_message"`
		UpdatedInput json.RawMessage `json:"updated_input"`
	}
	shell := event.Name == "beforeShellExecution"
	tool := event.Name == "preToolUse"
	if !exactly(out.Stdout, &a) {
		return Reaction{Does: Ignored}
	}
	switch {
	case a.Permission == "deny" && a.UserMessage != "":
		return Reaction{Does: Denies, Reason: a.AgentMessage}
	case a.Permission == "ask" && shell:
		return Reaction{Does: Asks, Reason: a.UserMessage}
	case a.Permission == "allow" && len(a.UpdatedInput) > 0 && tool:
		return Reaction{Does: Rewritten, Input: a.UpdatedInput}
	case a.Permission == "allow" && len(a.UpdatedInput) == 0:
		return Reaction{Does: Runs}
	}
	return Reaction{Does: Ignored}
}

func byCrush(_ Event, out Output) Reaction {
	if r, ended := status(out); ended {
		return r
	}
	if len(out.Stdout) == 0 {
		return Reaction{Does: Runs}
	}
	var a struct {
		Decision, Reason string
		UpdatedInput     json.RawMessage `json:"updated_input"`
	}
	if !exactly(out.Stdout, &a) {
		return Reaction{Does: Ignored}
	}
	switch {
	case a.Decision == "deny":
		return Reaction{Does: Denies, Reason: a.Reason}
	case a.Decision != "" && a.Decision != "allow":
		return Reaction{Does: Ignored}
	case len(a.UpdatedInput) > 0 && a.UpdatedInput[0] == '{':
		return Reaction{Does: Rewritten, Input: a.UpdatedInput}
	case a.Decision == "allow":
		return Reaction{Does: Approves}
	}
	return Reaction{Does: Ignored}
}

// byGoose is goose with on_failure block: {} would be no decision.
func byGoose(_ Event, out Output) Reaction {
	if r, ended := status(out); ended {
		return r
	}
	var a struct{ Decision, Reason string }
	switch {
	case len(out.Stdout) == 0:
		return Reaction{Does: Runs}
	case out.Stdout[0] == '{' && exactly(out.Stdout, &a) && a.Decision == "block":
		return Reaction{Does: Denies, Reason: a.Reason}
	}
	return Reaction{Does: Ignored}
}

func byCline(event Event, out Output) Reaction {
	var a struct {
		Cancel        bool            `json:"cancel"`
		ErrorMessage  string          `json:"errorMessage"`
		OverrideInput json.RawMessage `json:"overrideInput"`
		Context       string          `json:"context"`
	}
	switch {
	case out.Exit != 0, !exactly(out.Stdout, &a):
		return Reaction{Does: Ignored}
	case a.Cancel:
		return Reaction{Does: Denies, Reason: a.ErrorMessage}
	case len(a.OverrideInput) > 0 && event.Name == "tool_call":
		return Reaction{Does: Rewritten, Input: a.OverrideInput}
	case len(a.OverrideInput) > 0:
		return Reaction{Does: Ignored}
	}
	return Reaction{Does: Runs}
}

func byAntigravity(_ Event, out Output) Reaction {
	if out.Exit != 0 {
		return Reaction{Does: Ignored}
	}
	if len(out.Stdout) == 0 {
		return Reaction{Does: Runs}
	}
	var a struct {
		Decision, Reason string
		Overwrite        json.RawMessage
	}
	if !exactly(out.Stdout, &a) {
		return Reaction{Does: Ignored}
	}
	switch {
	case a.Decision == "deny":
		return Reaction{Does: Denies, Reason: a.Reason}
	case a.Decision == "ask" || a.Decision == "force_ask":
		return Reaction{Does: Asks, Reason: a.Reason}
	case a.Decision == "allow" && len(a.Overwrite) > 0:
		return Reaction{Does: Rewritten, Input: a.Overwrite}
	case a.Decision == "allow":
		return Reaction{Does: Approves}
	}
	return Reaction{Does: Denies, Reason: "an empty object"}
}
