package protocol

// These agents are documented to read what Claude Code reads. Whether they run another
// command, or ask, is not documented for all of them: what is not counts as no.

// devinAgent is Devin's command line. Its event has no directory.
var devinAgent = Agent{
	Name: "devin", Title: "Devin",
	Doc:     "Devin CLI",
	Checked: "documentation",
	Is:      func(s *signs) bool { return s.event == claudeEvent && s.tool == "exec" && !s.has("turn_id") },
	Can:     Can{Rewrite: true, Allow: true},
	shapes:  []*shape{&devinShape},
	Decode:  func(document []byte) (Event, error) { return devinShape.decode(document) }, Encode: encodeNested,
}

// grokAgent is xAI's Grok Build. Nothing tells its events from those of Claude Code, as
// which they are answered where --agent does not say.
var grokAgent = Agent{
	Name: "grok", Title: "Grok Build",
	Doc:     "Grok Build, by --agent alone",
	Checked: "documentation",
	Can:     Can{Document: true},
	shapes:  []*shape{&grokShape},
	Decode:  func(document []byte) (Event, error) { return grokShape.decode(document) }, Encode: encodeNested,
}

var augmentAgent = Agent{
	Name: "augment", Title: "Augment",
	Doc:     "Augment's Auggie",
	Checked: "documentation",
	Is:      func(s *signs) bool { return s.event == claudeEvent && s.has("conversation_id", "is_mcp_tool") },
	Can:     Can{Document: true},
	shapes:  []*shape{&augmentShape},
	Decode:  func(document []byte) (Event, error) { return augmentShape.decode(document) }, Encode: encodeNested,
}

var devinShape = shape{
	agent: "devin", name: "hook_event_name", before: claudeBefore,
	tool: "tool_name", input: "tool_input", cwd: "cwd", session: "session_id", call: "tool_use_id", mode: "permission_mode",
	shells: []string{"exec", "Bash"}, command: "command", files: claudeTools,
}

var grokShape = shape{
	agent: "grok", name: "hook_event_name", before: claudeBefore,
	tool: "tool_name", input: "tool_input", cwd: "cwd", session: "session_id", call: "tool_use_id", mode: "permission_mode",
	shells: []string{"Bash"}, command: "command", files: claudeTools,
}

var augmentShape = shape{
	agent: "augment", name: "hook_event_name", before: claudeBefore,
	tool: "tool_name", input: "tool_input", cwd: "cwd", roots: "workspace_roots", dir: "cwd", session: "conversation_id",
	shells: []string{"launch-process"}, command: "command",
	files: []fileTool{
		{Name: "remove-files", Fields: []pathField{{Name: "file_paths[]"}}},
		{Name: "save-file", Fields: []pathField{{Name: "path"}}},
		{Name: "str-replace-editor", Fields: []pathField{{Name: "path"}}},
		{Name: "view", Fields: []pathField{{Name: "path", Reads: true}}},
	},
}
