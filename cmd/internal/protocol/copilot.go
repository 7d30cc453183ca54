package protocol

import (
	"fmt"
	"slices"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/rules"
)

// copilotAgent is GitHub's Copilot: its command line, its agent in the cloud, and Visual
// Studio Code. How the event is spelled where the hook is registered chooses the form:
// preToolUse has one of its own, in which Claude's is ignored, PreToolUse has Claude's.
// An event may hold several calls, which can only be refused together.
var copilotAgent = Agent{
	Name: "copilot", Title: "Copilot",
	Doc:     "GitHub Copilot: preToolUse, PreToolUse and the batches of older versions; powershell is left alone",
	Checked: "run: 1.0.102, without batches",
	Is:      isCopilot,
	Can:     Can{Rewrite: true, Ask: true, Allow: true, Document: true},
	CanAt: func(event Event) Can {
		if event.named {
			return Can{Rewrite: true, Ask: true, Allow: true, Context: true, Document: true}
		}
		return Can{Rewrite: !event.frozen, Ask: true, Allow: true, Document: true}
	},
	shapes: []*shape{&copilotOwn, &copilotClaude},
	Decode: decodeCopilot,
	Encode: encodeCopilot,
	After:  afterCopilot,
}

func isCopilot(s *signs) bool {
	switch {
	case s.has("toolName", "toolArgs"), s.has("toolCalls"), s.has("sessionId", "timestamp") && !s.has("hook_event_name"):
		return true
	case s.event != claudeEvent && s.event != claudeRan:
		return false
	case slices.Contains(vscodeShells, s.tool):
		return true
	}
	return s.has("timestamp") && !s.has("transcript_path") && !s.has("tool_use_id") && !s.has("turn_id")
}

// vscodeShells are the shell tools of the older harness of Visual Studio Code.
var vscodeShells = []string{"run_in_terminal", "runTerminalCommand"}

// copilotOwn reads the event preToolUse. The arguments are an object, or a string that
// holds one.
var copilotOwn = shape{
	agent: "copilot", tool: "toolName", input: "toolArgs", text: true, cwd: "cwd", session: "sessionId",
	shells: []string{"bash"}, command: "command", files: copilotTools,
}

// copilotClaude reads the event PreToolUse, whose tools have Claude's names.
var copilotClaude = shape{
	agent: "copilot", name: "hook_event_name", before: claudeBefore, after: []string{claudeRan},
	tool: "tool_name", input: "tool_input", text: true, cwd: "cwd",
	session: "session_id", call: "tool_use_id", mode: "permission_mode",
	shells: []string{"Bash", "bash", "run_in_terminal", "runTerminalCommand"}, command: "command", files: claudeTools,
}

// copilotTools are the file tools of preToolUse. Their patch is a string, or in an object.
var copilotTools = []fileTool{
	{Name: "apply_patch", Fields: []pathField{{Name: "patch", Patch: true}}},
	{Name: "create", Fields: []pathField{{Name: "path"}}},
	{Name: "edit", Fields: []pathField{{Name: "path"}}},
	{Name: "glob", Fields: []pathField{{Name: "path", Optional: true, Here: true, Reads: true}, {Name: "pattern", Reads: true, Pattern: true, Under: "path"}}},
	{Name: "grep", Fields: []pathField{{Name: "path", Optional: true, Here: true, Reads: true}, {Name: "glob", Optional: true, Reads: true, Pattern: true, Under: "path"}}},
	{Name: "rg", Fields: []pathField{{Name: "path", Optional: true, Here: true, Reads: true}, {Name: "glob", Optional: true, Reads: true, Pattern: true, Under: "path"}}},
	{Name: "view", Fields: []pathField{{Name: "path", Reads: true}}},
}

func decodeCopilot(document []byte) (Event, error) {
	s := look(document)
	switch {
	case s.has("toolResult", "toolName"):
		return afterwards(copilotOwn.decode(document))
	case copilotOther(s):
		return Event{Request: analyzer.Request{Agent: "copilot"}}, nil
	case s.has("toolCalls"):
		return decodeBatch(document)
	case s.has("toolName"), !s.has("hook_event_name"):
		return copilotOwn.decode(document)
	}
	return copilotClaude.decode(document)
}

// copilotOther reports whether the event is none before a tool: such an event has no
// name, but a result, or nothing of a tool.
func copilotOther(s *signs) bool {
	if s.has("toolResult") {
		return true
	}
	return s.has("sessionId", "timestamp") && !s.has("toolName") && !s.has("toolArgs") && !s.has("toolCalls") && !s.has("hook_event_name")
}

// batchCall is one call of a batch, told as the event that it would have been alone.
var batchCall = shape{
	agent: "copilot", tool: "name", input: "args", text: true,
	shells: []string{"bash"}, command: "command", files: copilotTools,
}

// decodeBatch reads an event of several calls. No answer puts other commands into it.
func decodeBatch(document []byte) (Event, error) {
	event := Event{Request: analyzer.Request{Agent: "copilot"}}
	var calls, cwd, session field
	if err := members(document, []member{{"toolCalls", &calls}, {"cwd", &cwd}, {"sessionId", &session}}); err != nil {
		return event, fmt.Errorf("the event %w: send one JSON object", err)
	}
	if err := once("toolCalls", &calls, "a list", '['); err != nil {
		return event, err
	}
	event.frozen = true
	request := &event.Request
	request.Unconfined = unconfined(document)
	event.text("sessionId", &session, &request.Session)
	dir := event.directory(&cwd)
	request.Cwd, _ = dir.Text()
	for i, call := range elements(calls.raw) {
		one, err := batchCall.decode(call.raw)
		if err != nil {
			return event, fmt.Errorf("in toolCalls[%d] %w", i, err)
		}
		for _, source := range one.Request.Sources {
			source.Dir = dir
			request.Sources = append(request.Sources, source)
		}
		for _, target := range one.Request.Targets {
			if target.Problem == "" {
				target.Base = request.Cwd
			}
			request.Targets = append(request.Targets, target)
		}
		event.Judged = event.Judged || one.Judged
		request.Tool = one.Request.Tool
	}
	return event, nil
}

// afterwards turns the event before a tool into the one after it, which has a result and
// no name.
func afterwards(event Event, err error) (Event, error) {
	event.Judged, event.Ran = false, true
	event.Request.Unconfined, event.Request.Targets = "", nil
	return event, err
}

// afterCopilot writes what is said after a command. postToolUse has a form of its own.
func afterCopilot(event Event, said string) []byte {
	if event.named {
		return encodeAfter(event, said)
	}
	var whole writer
	whole.str("additionalContext", capped(said))
	return append(whole.bytes(), '\n')
}

func encodeCopilot(event Event, answer Answer) []byte {
	if event.named {
		return encodeNested(event, answer)
	}
	if answer.Verdict == rules.Pass {
		return nil
	}
	var whole writer
	if said := decision(answer); said != "" {
		whole.str("permissionDecision", said)
		whole.str("permissionDecisionReason", capped(answer.Reason))
	}
	if answer.Verdict == rules.Rewrite {
		whole.raw("modifiedArgs", event.rewritten(answer.all()))
	}
	return append(whole.bytes(), '\n')
}
