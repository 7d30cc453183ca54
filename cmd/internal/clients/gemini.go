package main

// gemini is Google's Gemini CLI. Its own borders are drawn wider, so that the guard is what
// refuses. With nobody there it waits for an answer to a question for ever. A hook that is
// not there refuses the call: the shell's status 127 does. It has no setting for a hook
// that fails.
var gemini = client{
	Name: "gemini", Title: "Gemini CLI",
	Package: "@google/gemini-cli", Version: "0.61.0", Program: "gemini",
	Args: []string{"--yolo", "--skip-trust", "--include-directories", "«outside»", "-m", "gemini-2.5-pro", "-p", "«prompt»"},
	Env:  []string{"GEMINI_API_KEY=stand-in", "GOOGLE_GEMINI_BASE_URL=«model»"},
	Files: map[string]string{".gemini/settings.json": `{
  "security": {"auth": {"selectedType": "gemini-api-key"}},
  "general": {"enableAutoUpdate": false, "enableAutoUpdateNotification": false},
  "privacy": {"usageStatisticsEnabled": false}
}
`},
	Shell:      tool{Name: "run_shell_command", Input: `{"command": "«command»", "description": "Do what is asked"}`},
	Write:      tool{Name: "write_file", Input: `{"file_path": "«path»", "content": "«text»"}`},
	Read:       tool{Name: "read_file", Input: `{"file_path": "«path»"}`},
	Documented: map[string]outcome{"ask": waiting, "missing": stopped},
}
