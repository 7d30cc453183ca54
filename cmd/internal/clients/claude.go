package main

// claude is Claude Code. With onFailure block it refuses the call where the hook ends badly,
// but not where the hook prints what is no JSON.
var claude = client{
	Name: "claude", Title: "Claude Code",
	Package: "@anthropic-ai/claude-code", Version: "2.1.329", Program: "claude",
	Args: []string{"-p", "«prompt»", "--allowedTools", "Bash,Read,Write"},
	Env: []string{
		"ANTHROPIC_BASE_URL=«model»", "ANTHROPIC_API_KEY=stand-in", "DISABLE_AUTOUPDATER=1",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
	},
	Files: map[string]string{".claude.json": `{
  "hasCompletedOnboarding": true,
  "theme": "dark",
  "customApiKeyResponses": {"approved": ["stand-in"], "rejected": []},
  "projects": {"«project»": {"hasTrustDialogAccepted": true}}
}
`},
	Talk: []string{"--permission-mode", "default", "«prompt»"}, Dialog: "Doyouwanttoproceed?",
	Shell:      tool{Name: "Bash", Input: `{"command": "«command»", "description": "Do what is asked"}`},
	Write:      tool{Name: "Write", Input: `{"file_path": "«path»", "content": "«text»"}`},
	Read:       tool{Name: "Read", Input: `{"file_path": "«path»"}`},
	Documented: map[string]outcome{"garbage-closed": ran},
}
