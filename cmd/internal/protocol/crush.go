package protocol

import "sandbox-enforcer/rules"

// crushAgent is Charm's Crush. Its event is named by event. It does not know a question:
// it would take it for no opinion, and in its mode yolo run the command. Subagents start
// no hooks.
var crushAgent = Agent{
	Name: "crush", Title: "Crush",
	Doc:     "Charm Crush; its subagents start no hooks",
	Checked: "source, without a run",
	Is: func(s *signs) bool {
		return s.has("event", "tool_name") && !s.has("hook_event_name") && !s.has("matcher_context") && !s.has("working_dir")
	},
	Can:    Can{Rewrite: true, Allow: true, Document: true},
	shapes: []*shape{&crushShape},
	Decode: func(document []byte) (Event, error) { return crushShape.decode(document) },
	Encode: encodeCrush,
}

var crushShape = shape{
	agent: "crush", name: "event", before: claudeBefore,
	tool: "tool_name", input: "tool_input", cwd: "cwd", dir: "working_dir", session: "session_id",
	shells: []string{"bash"}, command: "command",
	files: []fileTool{
		{Name: "edit", Fields: []pathField{{Name: "file_path"}}},
		{Name: "glob", Fields: []pathField{{Name: "path", Optional: true, Here: true, Reads: true}, {Name: "pattern", Reads: true, Pattern: true, Under: "path"}}},
		{Name: "grep", Fields: []pathField{{Name: "path", Optional: true, Here: true, Reads: true}, {Name: "include", Optional: true, Reads: true, Pattern: true, Under: "path"}}},
		{Name: "ls", Fields: []pathField{{Name: "path", Optional: true, Here: true, Reads: true}}},
		{Name: "multiedit", Fields: []pathField{{Name: "file_path"}}},
		{Name: "view", Fields: []pathField{{Name: "file_path", Reads: true}}},
		{Name: "write", Fields: []pathField{{Name: "file_path"}}},
	},
}

func encodeCrush(event Event, answer Answer) []byte {
	if answer.Verdict == rules.Pass {
		return nil
	}
	var whole writer
	whole.str("decision", decision(answer))
	whole.str("reason", capped(answer.Reason))
	if answer.Verdict == rules.Rewrite {
		whole.raw("updated_input", event.rewritten(answer.all()))
	}
	return append(whole.bytes(), '\n')
}
