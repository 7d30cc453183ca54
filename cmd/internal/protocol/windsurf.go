package protocol

// windsurfAgent is Windsurf's Cascade. It reads nothing but the status and standard error.
// An event is a call by itself: its name is the tool's.
var windsurfAgent = Agent{
	Name: "windsurf", Title: "Windsurf",
	Doc:     "Windsurf (Devin Desktop, Cascade): pre_run_command, pre_read_code and pre_write_code",
	Checked: "documentation",
	Is:      func(s *signs) bool { return s.has("agent_action_name") },
	shapes:  []*shape{&windsurfShape},
	Decode:  func(document []byte) (Event, error) { return windsurfShape.decode(document) },
	Encode:  encodeNothing,
}

var windsurfShape = shape{
	agent: "windsurf", name: "agent_action_name", input: "tool_info", cwd: "tool_info.cwd",
	session: "trajectory_id", call: "execution_id",
	shells: []string{"pre_run_command"}, command: "command_line",
	files: []fileTool{
		{Name: "pre_read_code", Fields: []pathField{{Name: "file_path", Reads: true}}},
		{Name: "pre_write_code", Fields: []pathField{{Name: "file_path"}}},
	},
}
