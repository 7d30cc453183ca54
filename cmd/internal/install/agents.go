package install

// claudeTools are the tools of Claude Code that a guard judges.
const claudeTools = "Bash|Edit|Glob|Grep|LS|MultiEdit|NotebookEdit|NotebookRead|Read|Write"

// Agents returns every agent that the hook can be registered with, the most used first.
func Agents() []Agent {
	nested := form{Nested: true, Type: true, Command: "command", Timeout: "timeout", Unit: 1}
	millis := form{Nested: true, Type: true, Title: true, Command: "command", Timeout: "timeout", Unit: 1000}
	blocking := nested
	blocking.Closed = &member{"onFailure", text("block")}
	version := []member{{"version", raw("1")}}
	return []Agent{
		{
			Name: "claude", Title: "Claude Code", Doc: "seen with 2.1.329; onFailure counts from 2.1.295 on",
			Programs: []string{"claude"}, Shared: true, Home: ".claude", HomeEnv: "CLAUDE_CONFIG_DIR",
			User: "settings.json", Project: ".claude/settings.local.json", Others: []string{"settings.json", "settings.local.json"},
			Group: "hooks", Form: blocking, Off: "disableAllHooks", Whole: true,
			Events: []event{
				{"PreToolUse", claudeTools, judging},
				{"PostToolUse", "Bash", checking},
				{"PostToolUseFailure", "Bash", checking},
				{"PermissionRequest", "Bash", consenting},
				{"SessionStart", "", starting},
			},
			Directories: []string{"permissions", "additionalDirectories"},
			Notes:       []string{"sessions that run already read their hooks at their start: begin a new one"},
		},
		{
			Name: "codex", Title: "Codex", Doc: "seen with 0.169.0",
			Programs: []string{"codex"}, Home: ".codex", HomeEnv: "CODEX_HOME",
			User: "hooks.json", Project: ".codex/hooks.json", Others: []string{"hooks.json"},
			Group: "hooks", Form: nested, Strict: true,
			Events: []event{{"PreToolUse", "", judging}, {"PostToolUse", "Bash", checking}},
			Notes:  []string{"a new or changed hook does not run until you trust it: start codex and approve it in /hooks; until then commands run unjudged, and nothing says so"},
		},
		{
			Name: "gemini", Title: "Gemini CLI", Doc: "seen with 0.61.0",
			Programs: []string{"gemini"}, Home: ".gemini",
			User: "settings.json", Project: ".gemini/settings.json", Others: []string{"settings.json"},
			Group: "hooks", Form: millis,
			Events: []event{{"BeforeTool", "", judging}, {"AfterTool", "run_shell_command", checking}},
			Open:   "is killed, takes too long or prints what is no JSON",
			Notes:  []string{"hooks of a project run only in a folder that is trusted"},
		},
		{
			Name: "cursor", Title: "Cursor", Doc: "from its documentation",
			Programs: []string{"cursor-agent", "cursor"}, Home: ".cursor",
			User: "hooks.json", Project: ".cursor/hooks.json", Others: []string{"hooks.json"},
			Top: version, Group: "hooks",
			Form:   form{Command: "command", Timeout: "timeout", Unit: 1, Closed: &member{"failClosed", raw("true")}},
			Events: []event{{"beforeShellExecution", "", judging}, {"preToolUse", "", judging}, {"beforeReadFile", "", judging}, {"afterShellExecution", "", checking}},
		},
		{
			Name: "copilot", Title: "Copilot CLI", Doc: "seen with 1.0.102",
			Programs: []string{"copilot"}, Home: ".copilot", HomeEnv: "COPILOT_HOME",
			User: "hooks/sandbox-enforcer.json", Project: ".github/hooks/sandbox-enforcer.json",
			Top: version, Group: "hooks",
			Form:   form{Type: true, Command: "bash", Timeout: "timeoutSec", Unit: 1},
			Events: []event{{"preToolUse", "", judging}, {"postToolUse", "", checking}},
			Open:   "takes too long or prints what is no JSON",
		},
		{
			Name: "qwen", Title: "Qwen Code", Doc: "seen with 0.24.4, which ignores rewrites",
			Programs: []string{"qwen"}, Home: ".qwen",
			User: "settings.json", Project: ".qwen/settings.json", Others: []string{"settings.json"},
			Group: "hooks", Form: millis,
			Events: []event{{"PreToolUse", "", judging}},
		},
		{
			Name: "opencode", Title: "OpenCode", Doc: "seen with 1.18.33; a plugin named in the settings is loaded without the network, one in its directory is not",
			Programs: []string{"opencode"}, Home: "opencode", Config: true,
			User: "opencode.json", Project: "opencode.json",
			Shims:   []shim{{User: "sandbox-enforcer/plugin.js", Project: ".opencode/sandbox-enforcer/plugin.js", Text: opencodePlugin}},
			Plugins: []string{"plugin"},
			Notes:   []string{"a session that runs already has loaded its plugins: begin a new one"},
		},
		{
			Name: "windsurf", Title: "Windsurf", Doc: "from its documentation",
			Programs: []string{"windsurf"}, Home: ".codeium/windsurf",
			User: "hooks.json", Project: ".windsurf/hooks.json",
			Group: "hooks", Form: form{Command: "command"},
			Events: []event{{"pre_run_command", "", judging}, {"pre_read_code", "", judging}, {"pre_write_code", "", judging}},
		},
		{
			Name: "droid", Title: "Factory Droid", Doc: "from its documentation; a tester found that settings.json alone counts",
			Programs: []string{"droid"}, Home: ".factory",
			User: "settings.json", Project: ".factory/settings.json", Others: []string{"settings.json", "hooks.json"},
			Group: "hooks", Form: nested,
			Events: []event{{"PreToolUse", "", judging}},
		},
		{
			Name: "crush", Title: "Crush", Doc: "read in its source; its sub-agents start no hooks",
			Programs: []string{"crush"}, Home: "crush", Config: true,
			User: "crush.json", Project: "crush.json",
			Group: "hooks", Form: form{Command: "command", Timeout: "timeout", Unit: 1},
			Events: []event{{"PreToolUse", "^(bash|edit|glob|grep|ls|multiedit|view|write)$", judging}},
		},
		{
			Name: "goose", Title: "goose", Doc: "from its documentation",
			Programs: []string{"goose"}, Home: ".agents/plugins",
			User: "sandbox-enforcer/hooks/hooks.json", Project: ".agents/plugins/sandbox-enforcer/hooks/hooks.json",
			Group:  "hooks",
			Form:   form{Nested: true, Type: true, Command: "command", Timeout: "timeout", Unit: 1, Closed: &member{"on_failure", text("block")}},
			Events: []event{{"PreToolUse", ".*", judging}},
			Shims:  []shim{{User: "sandbox-enforcer/plugin.json", Project: ".agents/plugins/sandbox-enforcer/plugin.json", Text: goosePlugin}},
		},
		{
			Name: "cline", Title: "Cline", Doc: "read in its source",
			Programs: []string{"cline"}, Home: ".cline",
			Shims: []shim{{User: "hooks/PreToolUse.sh", Project: ".cline/hooks/PreToolUse.sh", Text: clineScript, Run: true}},
		},
		{
			Name: "pi", Title: "pi", Doc: "from its documentation",
			Programs: []string{"pi"}, Home: ".pi/agent",
			Shims: []shim{{User: "extensions/sandbox-enforcer.ts", Project: ".pi/extensions/sandbox-enforcer.ts", Text: piExtension}},
		},
		{
			Name: "antigravity", Title: "Antigravity", Doc: "seen by others with 1.0.15 to 1.2.7",
			Programs: []string{"agy"}, Home: ".gemini/config",
			User:  "hooks.json",
			Group: "sandbox-enforcer", Form: nested,
			Events: []event{{"PreToolUse", "run_command|write_to_file|replace_file_content|view_file", judging}},
		},
		{
			Name: "augment", Title: "Augment", Doc: "from its documentation",
			Programs: []string{"auggie"}, Home: ".augment",
			User: "settings.json", Project: ".augment/settings.json", Others: []string{"settings.json"},
			Group: "hooks", Form: nested,
			Events: []event{{"PreToolUse", "", judging}},
		},
		{
			Name: "devin", Title: "Devin CLI", Doc: "from its documentation",
			Programs: []string{"devin"}, Home: "devin", Config: true,
			User:  "config.json",
			Group: "hooks", Form: nested,
			Events: []event{{"PreToolUse", "", judging}},
		},
		{
			Name: "grok", Title: "Grok Build", Doc: "from its documentation",
			Programs: []string{"grok"}, Home: ".grok",
			User: "hooks/sandbox-enforcer.json", Project: ".grok/hooks/sandbox-enforcer.json",
			Group: "hooks", Form: nested,
			Events: []event{{"PreToolUse", "", judging}},
			Notes:  []string{"hooks run only once they are trusted"},
		},
		{
			Name: "kiro", Title: "Kiro", Doc: "from its documentation, and from the source of Amazon Q, which it comes from; each of its agents has hooks of its own",
			Programs: []string{"kiro-cli"}, Home: ".kiro", HomeEnv: "KIRO_HOME",
			User: "agents/sandbox-enforcer.json", Project: ".kiro/agents/sandbox-enforcer.json",
			Apart: []folder{{Names: "*.json"}, {User: ".aws/amazonq/cli-agents", Project: ".amazonq/cli-agents", Names: "*.json", Own: "sandbox-enforcer.json"}},
			New: []member{
				{"name", text("sandbox-enforcer")},
				{"description", text("All tools, each call judged by sandbox-enforcer")},
				{"tools", list(text("*"))},
			},
			Group: "hooks", Form: form{Command: "command", Timeout: "timeout_ms", Unit: 1000, Glob: true}, Whole: true, Strict: true,
			Events: []event{{"preToolUse", "", judging}},
			Notes: []string{
				"its built-in default agent has no file, so no hook: make one that has it the default, by 'kiro-cli agent set-default sandbox-enforcer' (Amazon Q: 'q settings chat.defaultAgent sandbox-enforcer'), or name it each time by --agent",
				"an agent that is made later starts no hook until this is run again; a copy of the default one is made by 'kiro-cli agent create NAME --from kiro_default'",
			},
		},
		{
			Name: "kimi", Title: "Kimi Code", Doc: "read in its source, as the Kimi CLI, which it replaces and which has a file of its own",
			Programs: []string{"kimi"}, Home: ".kimi-code", HomeEnv: "KIMI_CODE_HOME",
			User:  "config.toml",
			Apart: []folder{{User: ".kimi", Names: "config.toml"}},
			Group: "hooks", Form: form{TOML: true, Command: "command", Timeout: "timeout", Unit: 1}, Whole: true,
			Events: []event{{"PreToolUse", "", judging}},
			Notes:  []string{"a session that runs already has read its hooks: begin a new one"},
		},
	}
}

// Find returns the agent of that name.
func Find(name string) (Agent, bool) {
	for _, a := range Agents() {
		if a.Name == name {
			return a, true
		}
	}
	return Agent{}, false
}
