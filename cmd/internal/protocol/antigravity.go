package protocol

import "sandbox-enforcer/rules"

// antigravityAgent is Google's Antigravity CLI. Its event has no name, and an empty object
// is a refusal there.
var antigravityAgent = Agent{
	Name: "antigravity", Title: "Antigravity",
	Doc:     "Google Antigravity CLI",
	Checked: "reports of others",
	Is:      func(s *signs) bool { return s.has("toolCall") },
	Can:     Can{Rewrite: true, Ask: true, Allow: true, Document: true},
	shapes:  []*shape{&antigravityShape},
	Decode:  func(document []byte) (Event, error) { return antigravityShape.decode(document) },
	Encode:  encodeAntigravity,
}

var antigravityShape = shape{
	agent: "antigravity", tool: "toolCall.name", input: "toolCall.args", roots: "workspacePaths", dir: "Cwd",
	session: "conversationId",
	shells:  []string{"run_command"}, command: "CommandLine",
	files: []fileTool{
		{Name: "replace_file_content", Fields: []pathField{{Name: "TargetFile"}}},
		{Name: "view_file", Fields: []pathField{{Name: "AbsolutePath", Reads: true}}},
		{Name: "write_to_file", Fields: []pathField{{Name: "TargetFile"}}},
	},
}

// encodeAntigravity asks with force_ask, which no rule of the user's answers.
func encodeAntigravity(event Event, answer Answer) []byte {
	var whole writer
	switch answer.Verdict {
	case rules.Pass:
		return nil
	case rules.Rewrite:
		whole.str("decision", "allow")
	case rules.Ask:
		whole.str("decision", "force_ask")
	default:
		whole.str("decision", decision(answer))
	}
	whole.str("reason", capped(answer.Reason))
	if answer.Verdict == rules.Rewrite {
		whole.raw("overwrite", event.rewritten(answer.all()))
	}
	return append(whole.bytes(), '\n')
}
