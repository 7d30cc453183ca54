package protocol

import "slices"

// kiroAgent is the Kiro CLI, and Amazon Q's, which it comes from. It reads nothing but the
// status and standard error. A hook belongs to an agent's file: another agent has none.
var kiroAgent = Agent{
	Name: "kiro", Title: "Kiro",
	Doc:     "Kiro CLI and Amazon Q CLI",
	Checked: "documentation",
	Is: func(s *signs) bool {
		named := s.event == "preToolUse" || s.event == claudeEvent && slices.Contains([]string{"execute_bash", "fs_read", "fs_write"}, s.tool)
		return named && !s.has("cursor_version") && !s.has("conversation_id")
	},
	shapes: []*shape{&kiroShape},
	Decode: func(document []byte) (Event, error) { return kiroShape.decode(document) },
	Encode: encodeNothing,
}

// kiroShape has the files of fs_read and fs_write in path, or in operations. Its third
// version writes the names of events with a capital, as Claude Code does.
var kiroShape = shape{
	agent: "kiro", name: "hook_event_name", before: []string{"preToolUse", "PreToolUse"},
	tool: "tool_name", input: "tool_input", cwd: "cwd", session: "session_id",
	shells: []string{"execute_bash", "shell"}, command: "command",
	files: []fileTool{
		{Name: "fs_read", Fields: []pathField{{Name: "path", Optional: true, Reads: true}, {Name: "operations[].path", Optional: true, Reads: true}}},
		{Name: "fs_write", Fields: []pathField{{Name: "path"}}},
		{Name: "read", Fields: []pathField{{Name: "path", Optional: true, Reads: true}, {Name: "operations[].path", Optional: true, Reads: true}}},
		{Name: "write", Fields: []pathField{{Name: "path"}}},
	},
}
