package protocol

// droidAgent is Factory's Droid. It reads Claude's form; the status 2 is its surest way to
// be refused. Its other events are those of Claude Code, and are answered as such.
var droidAgent = Agent{
	Name: "droid", Title: "Droid",
	Doc:     "Factory Droid",
	Checked: "documentation",
	Is: func(s *signs) bool {
		return s.event == claudeEvent && (s.tool == "Execute" || s.tool == "Create" || s.tool == "ApplyPatch") && !s.has("turn_id")
	},
	Can:    Can{Rewrite: true, Ask: true, Allow: true, Context: true},
	shapes: []*shape{&droidShape},
	Decode: func(document []byte) (Event, error) { return droidShape.decode(document) },
	Encode: encodeNested,
}

var droidShape = shape{
	agent: "droid", name: "hook_event_name", before: claudeBefore,
	tool: "tool_name", input: "tool_input", cwd: "cwd",
	session: "session_id", call: "tool_use_id", mode: "permission_mode",
	shells: []string{"Execute"}, command: "command",
	files: []fileTool{
		{Name: "ApplyPatch", Fields: []pathField{{Name: "input", Patch: true}}},
		{Name: "Create", Fields: []pathField{{Name: "file_path"}}},
		{Name: "Edit", Fields: []pathField{{Name: "file_path"}}},
		{Name: "MultiEdit", Fields: []pathField{{Name: "file_path"}, {Name: "edits[].file_path", Optional: true}}},
		{Name: "Read", Fields: []pathField{{Name: "file_path", Reads: true}}},
	},
}
