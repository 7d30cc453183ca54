package protocol

import "sandbox-enforcer/rules"

// codexAgent is OpenAI's Codex. It drops an answer with a key that it does not know, a
// question, an allow without another command and a refusal without a reason, and runs
// the command then: codex-rs/hooks/src/engine/output_parser.rs, and seen in 0.169.0.
// Its own approval comes after the hook, whatever the hook allows.
var codexAgent = Agent{
	Name: "codex", Title: "Codex",
	Doc:     "OpenAI Codex: shells, and apply_patch; what it types into a session that runs is not seen, so programs that are left open are refused",
	Checked: "run: 0.169.0",
	Is:      func(s *signs) bool { return s.has("hook_event_name", "turn_id") },
	Can:     Can{Rewrite: true, Context: true, Document: true},
	shapes:  []*shape{&codexShape},
	Decode:  func(document []byte) (Event, error) { return codexShape.decode(document) },
	Encode:  encodeCodex,
	After:   encodeAfter,
}

// codexShape has Bash for every shell tool: exec_command, shell and shell_command.
var codexShape = shape{
	agent: "codex", name: "hook_event_name", before: claudeBefore, after: []string{claudeRan},
	tool: "tool_name", input: "tool_input", cwd: "cwd",
	session: "session_id", call: "tool_use_id", mode: "permission_mode", kind: "agent_type",
	shells: []string{"Bash"}, command: "command",
	files: []fileTool{{Name: "apply_patch", Fields: []pathField{{Name: "command", Patch: true}}}},
}

// claudeBefore is the event before a tool, for those who call it as Claude Code does.
var claudeBefore = []string{claudeEvent}

// encodeCodex writes Claude's form. Another command has to be allowed.
func encodeCodex(event Event, answer Answer) []byte {
	answer.Grant = answer.Verdict == rules.Rewrite
	return encodeNested(event, answer)
}
