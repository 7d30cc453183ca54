package main

// opencode is OpenCode. It starts no hooks: the plugin that install writes does, and what
// becomes of a hook that fails is the plugin's own choice.
var opencode = client{
	Name: "opencode", Title: "OpenCode",
	Package: "opencode-ai", Version: "1.18.33", Program: "opencode",
	Args: []string{"run", "--auto", "«prompt»"},
	Env:  []string{"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_LSP_DOWNLOAD=1"},
	Files: map[string]string{
		".npmrc": "offline=true\n", // it would wait for the registry
		".config/opencode/opencode.json": `{
  "model": "stand-in/stand-in",
  "small_model": "stand-in/stand-in",
  "share": "disabled",
  "provider": {
    "stand-in": {
      "npm": "@ai-sdk/openai-compatible",
      "options": {"baseURL": "«model»/v1", "apiKey": "stand-in"},
      "models": {"stand-in": {"tool_call": true}}
    }
  }
}
`,
	},
	Shell: tool{Name: "bash", Input: `{"command": "«command»", "description": "Do what is asked"}`},
	Write: tool{Name: "write", Input: `{"filePath": "«path»", "content": "«text»"}`},
	Read:  tool{Name: "read", Input: `{"filePath": "«path»"}`},
}
