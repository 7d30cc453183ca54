package protocol

import (
	"slices"

	"sandbox-enforcer/rules"
)

// cursorAgent is Cursor. Of its two events before a command only preToolUse takes another
// command, and only beforeShellExecution asks; a hook is best registered for both. With
// failClosed an answer of nothing counts as broken, so that there always is one.
var cursorAgent = Agent{
	Name: "cursor", Title: "Cursor",
	Doc:     "Cursor: preToolUse rewrites and refuses, beforeShellExecution asks and refuses, beforeReadFile refuses",
	Checked: "documentation",
	Is: func(s *signs) bool {
		return s.has("cursor_version") || slices.Contains([]string{cursorShell, cursorRead, cursorRan}, s.event)
	},
	Can: Can{Rewrite: true, Context: true, Document: true},
	CanAt: func(event Event) Can {
		switch event.Request.Event {
		case cursorShell:
			return Can{Ask: true, Document: true}
		case cursorTool:
			return Can{Rewrite: true, Context: true, Document: true}
		}
		return Can{Document: true}
	},
	shapes: []*shape{&cursorCall, &cursorEvent},
	Decode: decodeCursor,
	Encode: encodeCursor,
	// afterShellExecution takes no answer and has no id.
	Anonymous: true,
}

const (
	cursorTool  = "preToolUse"
	cursorShell = "beforeShellExecution"
	cursorRead  = "beforeReadFile"
	cursorRan   = "afterShellExecution"
)

var cursorCall = shape{
	agent: "cursor", name: "hook_event_name", before: []string{cursorTool},
	tool: "tool_name", input: "tool_input", cwd: "cwd", roots: "workspace_roots", dir: "working_directory",
	session: "conversation_id", call: "tool_use_id",
	shells: []string{"Shell"}, command: "command",
	files: []fileTool{
		{Name: "Delete", Fields: []pathField{{Name: "file_path", Optional: true}, {Name: "path", Optional: true}}},
		{Name: "Grep", Fields: []pathField{{Name: "path", Optional: true, Here: true, Reads: true}}},
		{Name: "Read", Fields: []pathField{{Name: "file_path", Optional: true, Reads: true}, {Name: "path", Optional: true, Reads: true}}},
		{Name: "Write", Fields: []pathField{{Name: "file_path", Optional: true}, {Name: "path", Optional: true}}},
	},
}

// cursorEvent reads the events that are a call by themselves.
var cursorEvent = shape{
	agent: "cursor", name: "hook_event_name", before: []string{cursorShell, cursorRead}, after: []string{cursorRan},
	cwd: "cwd", roots: "workspace_roots", session: "conversation_id",
	shells: []string{cursorShell}, command: "command",
	files: []fileTool{{Name: cursorRead, Fields: []pathField{{Name: "file_path", Reads: true}}}},
}

func decodeCursor(document []byte) (Event, error) {
	if s := look(document); slices.Contains([]string{cursorShell, cursorRead, cursorRan}, s.event) {
		return cursorEvent.decode(document)
	}
	return cursorCall.decode(document)
}

// encodeCursor says allow where nothing is to be said: to Cursor that is no approval.
func encodeCursor(event Event, answer Answer) []byte {
	var whole writer
	switch answer.Verdict {
	case rules.Pass:
		whole.str("permission", "allow")
	case rules.Rewrite:
		whole.str("permission", "allow")
		whole.str("user_message", capped(answer.Reason))
		whole.str("agent_message", capped(answer.Context))
		whole.raw("updated_input", event.rewritten(answer.all()))
	default:
		whole.str("permission", decision(answer))
		whole.str("user_message", capped(answer.Reason))
		whole.str("agent_message", capped(answer.Reason))
	}
	return append(whole.bytes(), '\n')
}
