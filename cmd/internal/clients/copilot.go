package main

// copilot is GitHub's Copilot CLI, with a provider of one's own. It refuses the call where
// the hook ends badly, but not where it takes too long.
var copilot = client{
	Name: "copilot", Title: "Copilot CLI",
	Package: "@github/copilot", Version: "1.0.102", Program: "copilot",
	Args: []string{"--allow-all-tools", "--allow-all-paths", "--no-auto-update", "--trust-folder", "-p", "«prompt»"},
	Env: []string{
		"COPILOT_PROVIDER_BASE_URL=«model»/v1", "COPILOT_PROVIDER_API_KEY=stand-in", "COPILOT_MODEL=stand-in", "COPILOT_OFFLINE=true",
	},
	Shell:      tool{Name: "bash", Input: `{"command": "«command»", "description": "Do what is asked"}`},
	Write:      tool{Name: "create", Input: `{"path": "«path»", "file_text": "«text»"}`},
	Read:       tool{Name: "view", Input: `{"path": "«path»"}`},
	Documented: map[string]outcome{"killed": stopped, "missing": stopped},
}
