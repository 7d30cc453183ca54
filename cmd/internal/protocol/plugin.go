package protocol

import "sandbox-enforcer/rules"

// opencodeAgent is OpenCode, which starts no hooks: a plugin of ours sends it the event and
// does what Claude's form says. A refusal is an error that it throws, and another command
// is put into the arguments.
var opencodeAgent = Agent{
	Name: "opencode", Title: "OpenCode",
	Doc:     "OpenCode, by a plugin that sends the events tool.execute.before and tool.execute.after",
	Checked: "run: 1.18.33, the plugin's calls",
	Is:      func(s *signs) bool { return s.own == "opencode" },
	Can:     Can{Rewrite: true, Document: true},
	shapes:  []*shape{&opencodeShape},
	Decode:  func(document []byte) (Event, error) { return opencodeShape.decode(document) },
	Encode:  encodePlugin,
	After:   encodeAfter,
}

var opencodeShape = shape{
	agent: "opencode", name: "hook_event_name", before: []string{"tool.execute.before"}, after: []string{"tool.execute.after"},
	tool: "tool_name", input: "tool_input", cwd: "cwd", dir: "workdir", session: "session_id", call: "tool_use_id",
	shells: []string{"bash"}, command: "command",
	files: []fileTool{
		{Name: "apply_patch", Fields: []pathField{{Name: "patchText", Patch: true}}},
		{Name: "edit", Fields: []pathField{{Name: "filePath"}}},
		{Name: "glob", Fields: []pathField{{Name: "path", Optional: true, Here: true, Reads: true}, {Name: "pattern", Reads: true, Pattern: true, Under: "path"}}},
		{Name: "grep", Fields: []pathField{{Name: "path", Optional: true, Here: true, Reads: true}, {Name: "include", Optional: true, Reads: true, Pattern: true, Under: "path"}}},
		{Name: "list", Fields: []pathField{{Name: "path", Optional: true, Here: true, Reads: true}}},
		{Name: "read", Fields: []pathField{{Name: "filePath", Reads: true}}},
		{Name: "write", Fields: []pathField{{Name: "filePath"}}},
	},
}

// piAgent is pi, by an extension that does the same and can ask as well.
var piAgent = Agent{
	Name: "pi", Title: "pi",
	Doc:     "pi, by an extension that sends the event tool_call",
	Checked: "documentation",
	Is:      func(s *signs) bool { return s.own == "pi" },
	Can:     Can{Rewrite: true, Ask: true, Document: true},
	shapes:  []*shape{&piShape},
	Decode:  func(document []byte) (Event, error) { return piShape.decode(document) },
	Encode:  encodePlugin,
}

var piShape = shape{
	agent: "pi", name: "hook_event_name", before: []string{"tool_call"},
	tool: "tool_name", input: "tool_input", cwd: "cwd", session: "session_id", call: "tool_use_id",
	shells: []string{"bash"}, command: "command",
	files: []fileTool{
		{Name: "edit", Fields: []pathField{{Name: "path"}}},
		{Name: "find", Fields: []pathField{{Name: "path", Optional: true, Here: true, Reads: true}, {Name: "pattern", Reads: true, Pattern: true, Under: "path"}}},
		{Name: "grep", Fields: []pathField{{Name: "path", Optional: true, Here: true, Reads: true}, {Name: "glob", Optional: true, Reads: true, Pattern: true, Under: "path"}}},
		{Name: "ls", Fields: []pathField{{Name: "path", Optional: true, Here: true, Reads: true}}},
		{Name: "read", Fields: []pathField{{Name: "path", Reads: true}}},
		{Name: "write", Fields: []pathField{{Name: "path"}}},
	},
}

// encodePlugin writes Claude's form for our own plugins. Nobody reads the context.
func encodePlugin(event Event, answer Answer) []byte {
	if answer.Verdict == rules.Rewrite {
		answer.Context = ""
	}
	return encodeNested(event, answer)
}
