package main

// codex is OpenAI's Codex. It runs a hook that nobody has approved in its own dialog only
// where it is told to trust all of them. It has no setting for a hook that fails.
var codex = client{
	Name: "codex", Title: "Codex",
	Package: "@openai/codex", Version: "0.169.0", Program: "codex",
	Args: []string{"exec", "--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust", "«prompt»"},
	Env:  []string{"STAND_IN_KEY=stand-in"},
	Files: map[string]string{".codex/config.toml": `model = "gpt-5.5"
model_provider = "stand-in"
check_for_update_on_startup = false

[model_providers.stand-in]
name = "stand-in"
base_url = "«model»/v1"
env_key = "STAND_IN_KEY"
wire_api = "responses"

[analytics]
enabled = false
`},
	Shell: tool{Name: "exec_command", Input: `{"cmd": "«command»"}`},
	Write: tool{Name: "apply_patch", Input: "*** Begin Patch\n*** Add File: «path»\n+«text»\n*** End Patch", Bare: true},
}
