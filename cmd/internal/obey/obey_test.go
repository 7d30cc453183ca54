package obey

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestRefuses sees that the readers can find a fault: the answers that real
// clients were seen to ignore.
func TestRefuses(t *testing.T) {
	const deny = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"R"}}`
	tests := []struct {
		agent, output string
		want          Does
	}{
		{"claude", `{"permissionDecision":"deny","updatedInput":{"command":"x"}}`, Ignored},
		{"codex", deny, Denies},
		{"codex", `{"permissionDecision":"deny",` + deny[1:], Ignored},
		{"codex", strings.Replace(deny, "deny", "ask", 1), Ignored},
		{"codex", strings.Replace(deny, `"R"`, `" "`, 1), Ignored},
		{"codex", `{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"x"}}}`, Ignored},
		{"codex", deny + deny, Ignored},
		{"gemini", deny, Ignored},
		{"copilot", deny, Ignored},
		{"cursor", ``, Ignored},
		{"cursor", `{"permission":"ask","user_message":"m"}`, Ignored},
		{"qwen", `{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"x"}}}`, Runs},
		{"crush", `{"decision":"ask"}`, Ignored},
		{"goose", `{}`, Ignored},
		{"goose", `{"decision":"deny","reason":"R"}`, Ignored},
		{"cline", `{"cancel":"true"}`, Ignored},
		{"antigravity", `{}`, Denies},
		{"kiro", deny, Ignored},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, Read(Event{Agent: tt.agent}, Output{Stdout: []byte(tt.output)}).Does, "%s: %s", tt.agent, tt.output)
	}
	for name, read := range readers {
		assert.NotEqual(t, Denies, read(Event{Agent: name, Named: true}, Output{Exit: 2}).Does, "%s: the status 2 without a word refuses nowhere", name)
	}
}
