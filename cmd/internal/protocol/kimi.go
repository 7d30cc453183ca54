package protocol

// kimiAgent is Kimi Code, and the Kimi CLI, which it replaces. It reads of Claude's form
// nothing but a refusal, and runs the command that came: it can only be instructed.
var kimiAgent = Agent{
	Name: "kimi", Title: "Kimi Code",
	Doc:     "Kimi Code, and the Kimi CLI before it",
	Checked: "source, without a run",
	Is: func(s *signs) bool {
		return s.event == claudeEvent && s.has("tool_call_id") && !s.has("event") && !s.has("tool_use_id")
	},
	Can:    Can{Document: true},
	shapes: []*shape{&kimiShape},
	Decode: func(document []byte) (Event, error) { return kimiShape.decode(document) }, Encode: encodeNested,
}

var kimiShape = shape{
	agent: "kimi", name: "hook_event_name", before: claudeBefore,
	tool: "tool_name", input: "tool_input", cwd: "cwd", dir: "cwd", session: "session_id", call: "tool_call_id",
	shells: []string{"Bash", "Shell"}, command: "command", files: kimiTools,
}

// kimiTools are the file tools of both, in order of their names; ReadFile, StrReplaceFile
// and WriteFile are those of the Kimi CLI, whose Glob has a directory where that of Kimi
// Code has a path. All of their inputs are read in the source.
var kimiTools = []fileTool{
	{Name: "Edit", Fields: []pathField{{Name: "path"}}},
	{Name: "Glob", Fields: []pathField{
		{Name: "path", Optional: true, Here: true, Reads: true}, {Name: "directory", Optional: true, Reads: true},
		{Name: "pattern", Reads: true, Pattern: true, Under: "path"},
	}},
	{Name: "Grep", Fields: []pathField{{Name: "path", Optional: true, Here: true, Reads: true}, {Name: "glob", Optional: true, Reads: true, Pattern: true, Under: "path"}}},
	{Name: "Read", Fields: []pathField{{Name: "path", Reads: true}}},
	{Name: "ReadFile", Fields: []pathField{{Name: "path", Reads: true}}},
	{Name: "ReadMediaFile", Fields: []pathField{{Name: "path", Reads: true}}},
	{Name: "StrReplaceFile", Fields: []pathField{{Name: "path"}}},
	{Name: "Write", Fields: []pathField{{Name: "path"}}},
	{Name: "WriteFile", Fields: []pathField{{Name: "path"}}},
}
