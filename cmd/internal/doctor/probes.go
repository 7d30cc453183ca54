package doctor

import (
	"encoding/json"
	"strings"
)

// probe is an event of an agent as data. COMMAND, DIR and FILE stand for JSON strings.
type probe struct {
	agent, event string
	// tool is what the agent calls the tool that runs commands; empty where the event is
	// that tool's alone.
	tool string
	// named says that the event holds its own name, under hook_event_name.
	named bool
	// shell announces a command, and file that a file is used; empty where the event
	// announces no such thing.
	shell, file string
}

// session is the session of every probe.
const session = `"sandbox-enforcer-doctor"`

// probes are the events by which each agent announces a command or the use of a file, as
// the case files of testdata/protocols have them.
var probes = [...]probe{
	{
		agent: "claude", event: "PreToolUse", tool: "Bash", named: true,
		shell: `{"session_id":` + session + `,"transcript_path":"/dev/null","cwd":DIR,"permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":COMMAND,"description":"probe"},"tool_use_id":"doctor"}`,
		file:  `{"session_id":` + session + `,"transcript_path":"/dev/null","cwd":DIR,"permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Read","tool_input":{"file_path":FILE},"tool_use_id":"doctor"}`,
	},
	{
		agent: "codex", event: "PreToolUse", tool: "Bash", named: true,
		shell: `{"session_id":` + session + `,"turn_id":"doctor","transcript_path":null,"cwd":DIR,"hook_event_name":"PreToolUse","model":"m","permission_mode":"default","tool_name":"Bash","tool_input":{"command":COMMAND},"tool_use_id":"doctor"}`,
	},
	{
		agent: "gemini", event: "BeforeTool", tool: "run_shell_command", named: true,
		shell: `{"session_id":` + session + `,"transcript_path":"/dev/null","cwd":DIR,"hook_event_name":"BeforeTool","timestamp":"2026-01-02T03:04:05.678Z","tool_name":"run_shell_command","tool_input":{"command":COMMAND,"description":"probe"}}`,
		file:  `{"session_id":` + session + `,"transcript_path":"/dev/null","cwd":DIR,"hook_event_name":"BeforeTool","timestamp":"2026-01-02T03:04:05.678Z","tool_name":"read_file","tool_input":{"file_path":FILE}}`,
	},
	{
		agent: "cursor", event: "beforeShellExecution", named: true,
		shell: `{"hook_event_name":"beforeShellExecution","conversation_id":` + session + `,"generation_id":"g","cursor_version":"2.1","workspace_roots":[DIR],"command":COMMAND,"cwd":DIR,"sandbox":false}`,
	},
	{
		agent: "cursor", event: "preToolUse", tool: "Shell", named: true,
		shell: `{"conversation_id":` + session + `,"generation_id":"g","model":"m","hook_event_name":"preToolUse","cursor_version":"2.1","workspace_roots":[DIR],"user_email":null,"tool_name":"Shell","tool_input":{"command":COMMAND,"working_directory":DIR},"tool_use_id":"doctor","cwd":DIR,"agent_message":"probe"}`,
		file:  `{"conversation_id":` + session + `,"generation_id":"g","model":"m","hook_event_name":"preToolUse","cursor_version":"2.1","workspace_roots":[DIR],"user_email":null,"tool_name":"Write","tool_input":{"file_path":FILE,"contents":""},"tool_use_id":"doctor","cwd":DIR,"agent_message":"probe"}`,
	},
	{
		agent: "copilot", event: "preToolUse", tool: "bash",
		shell: `{"sessionId":` + session + `,"timestamp":1795210830892,"cwd":DIR,"toolName":"bash","toolArgs":{"command":COMMAND,"description":"probe"}}`,
		file:  `{"sessionId":` + session + `,"timestamp":1795210830892,"cwd":DIR,"toolName":"view","toolArgs":{"path":FILE}}`,
	},
	{
		agent: "qwen", event: "PreToolUse", tool: "run_shell_command", named: true,
		shell: `{"session_id":` + session + `,"transcript_path":"/dev/null","cwd":DIR,"hook_event_name":"PreToolUse","timestamp":"2026-01-02T03:04:05.678Z","permission_mode":"default","tool_name":"run_shell_command","tool_input":{"command":COMMAND,"is_background":false,"description":"probe"},"tool_use_id":"doctor"}`,
		file:  `{"session_id":` + session + `,"transcript_path":"/dev/null","cwd":DIR,"hook_event_name":"PreToolUse","timestamp":"2026-01-02T03:04:05.678Z","permission_mode":"default","tool_name":"read_file","tool_input":{"file_path":FILE},"tool_use_id":"doctor"}`,
	},
	{
		agent: "opencode", event: "tool.execute.before", named: true,
		shell: `{"agent":"opencode","hook_event_name":"tool.execute.before","session_id":` + session + `,"tool_use_id":"doctor","cwd":DIR,"tool_name":"bash","tool_input":{"command":COMMAND,"description":"probe"}}`,
		file:  `{"agent":"opencode","hook_event_name":"tool.execute.before","session_id":` + session + `,"tool_use_id":"doctor","cwd":DIR,"tool_name":"read","tool_input":{"filePath":FILE}}`,
	},
	{
		agent: "windsurf", event: "pre_run_command",
		shell: `{"agent_action_name":"pre_run_command","trajectory_id":` + session + `,"execution_id":"doctor","timestamp":"2026-01-02T03:04:05Z","model_name":"m","tool_info":{"command_line":COMMAND,"cwd":DIR}}`,
	},
	{
		agent: "windsurf", event: "pre_write_code",
		file: `{"agent_action_name":"pre_write_code","trajectory_id":` + session + `,"execution_id":"doctor","timestamp":"2026-01-02T03:04:05Z","model_name":"m","tool_info":{"file_path":FILE,"edits":[],"cwd":DIR}}`,
	},
	{
		agent: "droid", event: "PreToolUse", tool: "Execute", named: true,
		shell: `{"session_id":` + session + `,"transcript_path":"/dev/null","cwd":DIR,"hook_event_name":"PreToolUse","permission_mode":"off","tool_name":"Execute","tool_input":{"command":COMMAND}}`,
		file:  `{"session_id":` + session + `,"transcript_path":"/dev/null","cwd":DIR,"hook_event_name":"PreToolUse","permission_mode":"off","tool_name":"Read","tool_input":{"file_path":FILE}}`,
	},
	{
		agent: "crush", event: "PreToolUse", tool: "bash",
		shell: `{"event":"PreToolUse","session_id":` + session + `,"cwd":DIR,"tool_name":"bash","tool_input":{"command":COMMAND,"description":"probe"}}`,
		file:  `{"event":"PreToolUse","session_id":` + session + `,"cwd":DIR,"tool_name":"view","tool_input":{"file_path":FILE}}`,
	},
	{
		agent: "goose", event: "PreToolUse", tool: "developer__shell",
		shell: `{"event":"PreToolUse","session_id":` + session + `,"matcher_context":"developer__shell","tool_name":"developer__shell","tool_input":{"command":COMMAND},"working_dir":DIR,"tool_call_id":"doctor"}`,
		file:  `{"event":"PreToolUse","session_id":` + session + `,"matcher_context":"developer__write","tool_name":"developer__write","tool_input":{"path":FILE,"content":""},"working_dir":DIR,"tool_call_id":"doctor"}`,
	},
	{
		agent: "cline", event: "tool_call",
		shell: `{"clineVersion":"3.40.0","hookName":"tool_call","timestamp":"1795210830892","taskId":` + session + `,"workspaceRoots":[DIR],"userId":"u","agent_id":"a","tool_call":{"id":"doctor","name":"run_commands","input":{"commands":[COMMAND]}},"preToolUse":{"toolName":"run_commands","parameters":{"commands":[COMMAND]}}}`,
		file:  `{"clineVersion":"3.40.0","hookName":"tool_call","timestamp":"1795210830892","taskId":` + session + `,"workspaceRoots":[DIR],"userId":"u","agent_id":"a","tool_call":{"id":"doctor","name":"write_to_file","input":{"path":FILE,"content":""}},"preToolUse":{"toolName":"write_to_file","parameters":{"path":FILE,"content":""}}}`,
	},
	{
		agent: "pi", event: "tool_call", named: true,
		shell: `{"agent":"pi","hook_event_name":"tool_call","session_id":` + session + `,"tool_use_id":"doctor","cwd":DIR,"tool_name":"bash","tool_input":{"command":COMMAND}}`,
		file:  `{"agent":"pi","hook_event_name":"tool_call","session_id":` + session + `,"tool_use_id":"doctor","cwd":DIR,"tool_name":"write","tool_input":{"path":FILE,"content":""}}`,
	},
	{
		agent: "antigravity", event: "PreToolUse", tool: "run_command",
		shell: `{"toolCall":{"name":"run_command","args":{"CommandLine":COMMAND,"Cwd":DIR,"Blocking":true}},"stepIdx":1,"conversationId":` + session + `,"workspacePaths":[DIR],"transcriptPath":"/dev/null","modelName":"m"}`,
		file:  `{"toolCall":{"name":"write_to_file","args":{"TargetFile":FILE,"CodeContent":""}},"stepIdx":1,"conversationId":` + session + `,"workspacePaths":[DIR],"transcriptPath":"/dev/null","modelName":"m"}`,
	},
	{
		agent: "augment", event: "PreToolUse", tool: "launch-process", named: true,
		shell: `{"hook_event_name":"PreToolUse","conversation_id":` + session + `,"workspace_roots":[DIR],"tool_name":"launch-process","tool_input":{"command":COMMAND,"cwd":DIR,"wait":true},"is_mcp_tool":false}`,
		file:  `{"hook_event_name":"PreToolUse","conversation_id":` + session + `,"workspace_roots":[DIR],"tool_name":"remove-files","tool_input":{"file_paths":[FILE]},"is_mcp_tool":false}`,
	},
	{
		agent: "devin", event: "PreToolUse", tool: "exec", named: true,
		shell: `{"session_id":` + session + `,"cwd":DIR,"hook_event_name":"PreToolUse","tool_name":"exec","tool_input":{"command":COMMAND}}`,
		file:  `{"session_id":` + session + `,"cwd":DIR,"hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{"file_path":FILE,"content":""}}`,
	},
	{
		agent: "kiro", event: "preToolUse", tool: "execute_bash", named: true,
		shell: `{"hook_event_name":"preToolUse","cwd":DIR,"session_id":` + session + `,"tool_name":"execute_bash","tool_input":{"command":COMMAND}}`,
		file:  `{"hook_event_name":"preToolUse","cwd":DIR,"session_id":` + session + `,"tool_name":"fs_read","tool_input":{"operations":[{"mode":"Line","path":FILE}]}}`,
	},
	{
		agent: "kimi", event: "PreToolUse", tool: "Bash", named: true,
		shell: `{"hook_event_name":"PreToolUse","session_id":` + session + `,"session_title":"probe","client_type":"kimi_code_cli","cwd":DIR,"tool_name":"Bash","tool_input":{"command":COMMAND},"tool_call_id":"doctor"}`,
		file:  `{"hook_event_name":"PreToolUse","session_id":` + session + `,"session_title":"probe","client_type":"kimi_code_cli","cwd":DIR,"tool_name":"Read","tool_input":{"path":FILE},"tool_call_id":"doctor"}`,
	},
	{
		agent: "grok", event: "PreToolUse", tool: "Bash", named: true,
		shell: `{"session_id":` + session + `,"cwd":DIR,"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":COMMAND},"tool_use_id":"doctor"}`,
		file:  `{"session_id":` + session + `,"cwd":DIR,"hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{"file_path":FILE,"content":""},"tool_use_id":"doctor"}`,
	},
}

// shellProbes are the probes of an agent that announce a command.
func shellProbes(agent string) (out []probe) {
	for _, p := range probes {
		if p.agent == agent && p.shell != "" {
			out = append(out, p)
		}
	}
	return out
}

// announce returns the event for a trial in a directory. There is none where the event
// announces nothing of the kind.
func (p probe) announce(t trial, dir string) (document string, can bool) {
	form := p.shell
	if t.file != "" {
		form = p.file
	}
	return strings.NewReplacer("COMMAND", asJSON(t.command), "FILE", asJSON(t.file), "DIR", asJSON(dir)).Replace(form), form != ""
}

// asJSON is text as a JSON string.
func asJSON(text string) string {
	quoted, _ := json.Marshal(text) // a string always can be
	return string(quoted)
}
