package main

// qwen is Qwen Code. It takes no other command from a hook, so that what would be rewritten
// is refused with the command to run. It has no setting for a hook that fails.
var qwen = client{
	Name: "qwen", Title: "Qwen Code",
	Package: "@qwen-code/qwen-code", Version: "0.24.4", Program: "qwen",
	Args:       []string{"--yolo", "--auth-type", "openai", "-m", "stand-in", "«prompt»"},
	Env:        []string{"OPENAI_API_KEY=stand-in", "OPENAI_BASE_URL=«model»/v1"},
	Files:      map[string]string{".qwen/settings.json": "{\"general\": {\"enableAutoUpdate\": false}, \"privacy\": {\"usageStatisticsEnabled\": false}}\n"},
	Shell:      tool{Name: "run_shell_command", Input: `{"command": "«command»", "description": "Do what is asked", "is_background": false}`},
	Write:      tool{Name: "write_file", Input: `{"file_path": "«path»", "content": "«text»"}`},
	Read:       tool{Name: "read_file", Input: `{"file_path": "«path»"}`},
	Documented: map[string]outcome{"clone": refused},
}
