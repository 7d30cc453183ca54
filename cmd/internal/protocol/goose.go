package protocol

import "sandbox-enforcer/rules"

// gooseAgent is goose. The one word that refuses is block; an answer of nothing is no
// opinion.
var gooseAgent = Agent{
	Name: "goose", Title: "goose",
	Doc:     "goose",
	Checked: "documentation",
	Is: func(s *signs) bool {
		return s.has("event") && !s.has("hook_event_name") && (s.has("matcher_context") || s.has("working_dir"))
	},
	Can:    Can{Document: true},
	shapes: []*shape{&gooseShape},
	Decode: func(document []byte) (Event, error) { return gooseShape.decode(document) },
	Encode: encodeGoose,
}

var gooseShape = shape{
	agent: "goose", name: "event", before: claudeBefore,
	tool: "tool_name", input: "tool_input", cwd: "working_dir", session: "session_id", call: "tool_call_id",
	shells: []string{"developer__shell", "shell"}, command: "command",
	files: []fileTool{
		{Name: "developer__edit", Fields: []pathField{{Name: "path"}}},
		{Name: "developer__text_editor", Fields: []pathField{{Name: "path"}}},
		{Name: "developer__write", Fields: []pathField{{Name: "path"}}},
		{Name: "edit", Fields: []pathField{{Name: "path"}}},
		{Name: "write", Fields: []pathField{{Name: "path"}}},
	},
}

func encodeGoose(_ Event, answer Answer) []byte {
	if answer.Verdict != rules.Deny {
		return nil
	}
	var whole writer
	whole.str("decision", "block")
	whole.str("reason", capped(answer.Reason))
	return append(whole.bytes(), '\n')
}
