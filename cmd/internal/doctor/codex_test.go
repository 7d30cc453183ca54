package doctor

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"sandbox-enforcer/cmd/internal/install"
)

// TestCodexHash holds the sum against those that Codex itself made of these hooks.
func TestCodexHash(t *testing.T) {
	for _, tt := range []struct {
		hook install.Hook
		want string
	}{
		{
			install.Hook{Event: "PermissionRequest", Line: "echo hello", Limit: "60", Number: 60},
			"sha256:5f44c900f8dd4d3e93fadabc3e027676f42cd92c9228c171b8427aa9117ca510",
		},
		{
			install.Hook{Event: "PreToolUse", Matcher: "^Bash$", Line: `bash "$HOME/.codex/hooks/block-dangerous-commands.sh"`, Limit: "10", Number: 10, Status: "コマンド安全性チェック中..."},
			"sha256:926d8278e318187e63816360f984fd354cad9dec305d9e7f4154a02377b3f39d",
		},
	} {
		assert.Equal(t, tt.want, codexHash(tt.hook))
	}
	assert.Equal(t, "/h/.codex/hooks.json:post_tool_use:1:2", codexKey("/h/.codex/hooks.json", install.Hook{Event: "PostToolUse", Entry: 1, Position: 2}))
}
