package protocol

import "sandbox-enforcer/rules"

// geminiAgent is Google's Gemini CLI. It ignores Claude's form. What its dialog shows is
// systemMessage; reason is for the model. Run with -p and --yolo, 0.61.0 waits for an
// answer to a question for ever: nothing in the event tells.
var geminiAgent = Agent{
	Name: "gemini", Title: "Gemini CLI",
	Doc:     "Gemini CLI",
	Checked: "run: 0.61.0",
	Is:      func(s *signs) bool { return s.event == "BeforeTool" || s.event == "AfterTool" },
	Can:     Can{Rewrite: true, Ask: true, Allow: true, Document: true},
	shapes:  []*shape{&geminiShape},
	Decode:  func(document []byte) (Event, error) { return geminiShape.decode(document) },
	Encode:  encodeGemini,
	After:   encodeAfter,
}

var geminiShape = shape{
	agent: "gemini", name: "hook_event_name", before: []string{"BeforeTool"}, after: []string{"AfterTool"},
	tool: "tool_name", input: "tool_input", cwd: "cwd", dir: "dir_path", session: "session_id",
	shells: []string{"run_shell_command"}, command: "command",
	files: geminiTools,
}

// geminiTools are the file tools of Gemini CLI and of those that come from it. Older
// versions say path and absolute_path.
var geminiTools = []fileTool{
	{Name: "edit", Fields: []pathField{{Name: "file_path"}}},
	{Name: "glob", Fields: []pathField{{Name: "dir_path", Optional: true, Reads: true}, {Name: "path", Optional: true, Reads: true}, {Name: "pattern", Reads: true, Pattern: true, Under: "dir_path"}}},
	{Name: "grep_search", Fields: []pathField{{Name: "dir_path", Optional: true, Reads: true}, {Name: "path", Optional: true, Reads: true}}},
	{Name: "list_directory", Fields: []pathField{{Name: "dir_path", Optional: true, Reads: true}, {Name: "path", Optional: true, Reads: true}}},
	{Name: "read_file", Fields: []pathField{{Name: "file_path", Optional: true, Reads: true}, {Name: "absolute_path", Optional: true, Reads: true}}},
	{Name: "read_many_files", Fields: []pathField{{Name: "include[]", Optional: true, Reads: true, Pattern: true}, {Name: "paths[]", Optional: true, Reads: true, Pattern: true}}},
	{Name: "replace", Fields: []pathField{{Name: "file_path"}}},
	{Name: "search_file_content", Fields: []pathField{{Name: "dir_path", Optional: true, Reads: true}, {Name: "path", Optional: true, Reads: true}}},
	{Name: "write_file", Fields: []pathField{{Name: "file_path"}}},
}

func encodeGemini(event Event, answer Answer) []byte {
	var nested, whole writer
	switch answer.Verdict {
	case rules.Pass:
		return nil
	case rules.Rewrite:
		nested.str("hookEventName", "BeforeTool")
		nested.raw("tool_input", event.rewritten(answer.all()))
		whole.str("systemMessage", capped(answer.Reason))
		whole.raw("hookSpecificOutput", nested.bytes())
	case rules.Ask:
		whole.str("decision", "ask")
		whole.str("reason", capped(answer.Reason))
		whole.str("systemMessage", capped(answer.Reason))
	default:
		whole.str("decision", decision(answer))
		whole.str("reason", capped(answer.Reason))
	}
	return append(whole.bytes(), '\n')
}
