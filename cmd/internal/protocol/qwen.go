package protocol

import "slices"

// qwenAgent is Qwen Code. It reads Claude's form, but runs the command that came, whatever
// other one the answer has: it can only be instructed. It has the tools of Gemini CLI,
// which it comes from.
var qwenAgent = Agent{
	Name: "qwen", Title: "Qwen Code",
	Doc:     "Qwen Code",
	Checked: "run: 0.24.4, 0.15.10",
	Is: func(s *signs) bool {
		return s.event == claudeEvent && s.has("timestamp") && (slices.Contains(qwenShape.shells, s.tool) || findTool(geminiTools, s.tool) != nil)
	},
	Can:    Can{Ask: true, Allow: true, Document: true},
	Alone:  []string{"yolo"},
	shapes: []*shape{&qwenShape},
	Decode: func(document []byte) (Event, error) { return qwenShape.decode(document) },
	Encode: encodeNested,
}

var qwenShape = shape{
	agent: "qwen", name: "hook_event_name", before: claudeBefore,
	tool: "tool_name", input: "tool_input", cwd: "cwd", dir: "directory",
	session: "session_id", call: "tool_use_id", mode: "permission_mode", kind: "agent_type",
	shells: []string{"run_shell_command"}, command: "command",
	files: geminiTools,
}
