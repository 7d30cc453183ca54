package doctor_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// approval is the sum by which Codex trusts a hook, from the text that is summed.
func approval(event, matcher, command string, timeout int) string {
	var quoted bytes.Buffer
	encode := json.NewEncoder(&quoted)
	encode.SetEscapeHTML(false)
	_ = encode.Encode(command)
	text := fmt.Sprintf(`{"event_name":%q,"hooks":[{"async":false,"command":%s,"timeout":%d,"type":"command"}]`, event, strings.TrimSpace(quoted.String()), timeout)
	if matcher != "" {
		text += fmt.Sprintf(`,"matcher":%q`, matcher)
	}
	return fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(text+"}")))
}

// TestApproval holds the sum against one that Codex 0.147.0 told of such a hook.
func TestApproval(t *testing.T) {
	assert.Equal(t, "sha256:5f44c900f8dd4d3e93fadabc3e027676f42cd92c9228c171b8427aa9117ca510", approval("permission_request", "", "echo hello", 60))
}
