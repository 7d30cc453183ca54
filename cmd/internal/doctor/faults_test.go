package doctor_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/cmd/internal/doctor"
)

// fault is what is planted on a sound machine, and what is found.
type fault struct {
	name string
	// agent is the one that is looked at, and flags those that install is given; none is a
	// sandbox alone.
	agent string
	flags []string
	plant func(m *machine)
	// want are the findings that are not fine, all of them, in their order: the check, and
	// a part of what is said.
	want []want
	// mend is what mends the first, with HOME for the home directory.
	mend string
}

type want struct {
	check    string
	severity doctor.Severity
	message  string
}

const (
	claude   = ".claude/settings.json"
	codex    = ".codex/hooks.json"
	gemini   = ".gemini/settings.json"
	cursor   = ".cursor/hooks.json"
	copilot  = ".copilot/hooks/sandbox-enforcer.json"
	opencode = ".config/opencode/sandbox-enforcer/plugin.js"
	cline    = ".cline/hooks/PreToolUse.sh"
	pi       = ".pi/agent/extensions/sandbox-enforcer.ts"

	kiro = ".kiro/agents/sandbox-enforcer.json"
	kimi = ".kimi-code/config.toml"

	// again registers the hook as it was.
	again = "sandbox-enforcer install claude '--sandbox=~/box'"
)

func faults() []fault {
	return []fault{
		// what is registered
		{
			name: "nothing is registered", agent: "claude", plant: func(m *machine) { m.write(claude, "{}\n", 0o600) },
			want: []want{{"registered", doctor.Problem, "nothing starts the hook, so no command of Claude Code is judged"}},
			mend: "sandbox-enforcer install claude '--sandbox=~/work/sandbox'",
		},
		{
			name: "the file is torn", agent: "claude", plant: func(m *machine) { m.write(claude, "{\n  \"hooks\": {\n", 0o600) },
			want: []want{{"file", doctor.Problem, "settings.json:2:13: this is not JSON (the text ends before the object does)"}},
			mend: "edit HOME/.claude/settings.json:2:13",
		},
		{
			name: "the file is a directory", agent: "claude", plant: func(m *machine) {
				m.remove(claude)
				require.NoError(m.t, os.Mkdir(m.at(claude), 0o700))
			},
			want: []want{{"file", doctor.Problem, "settings.json is no regular file"}}, mend: "move it away",
		},
		{
			name: "the file is a pipe", agent: "claude", plant: func(m *machine) {
				m.remove(claude)
				if err := exec.Command("mkfifo", m.at(claude)).Run(); err != nil {
					m.t.Skip("no mkfifo to make a pipe with")
				}
			},
			want: []want{{"file", doctor.Problem, "settings.json is no regular file"}}, mend: "move it away",
		},
		{
			name: "the file is a link to nothing", agent: "gemini", plant: func(m *machine) {
				m.remove(gemini)
				require.NoError(m.t, os.Symlink("nowhere", m.at(gemini)))
			},
			want: []want{{"file", doctor.Problem, "settings.json is a link to nothing"}}, mend: "make what it points to, or remove it",
		},
		{
			name: "a member is there twice", agent: "gemini", plant: func(m *machine) { m.once(gemini, "{", "{\"hooks\": {},") },
			want: []want{{"file", doctor.Problem, `settings.json:2:3: "hooks" is there twice`}}, mend: "edit HOME/.gemini/settings.json:2:3",
		},
		{
			name: "an entry without a list of hooks", agent: "claude", plant: func(m *machine) {
				m.once(claude, `"PreToolUse": [`, `"PreToolUse": [{"matcher": "Bash", "command": "/x"},`)
			},
			want: []want{{"schema", doctor.Problem, `has no list "hooks", for which Claude Code drops the whole file, its permissions and all hooks`}},
			mend: "edit HOME/.claude/settings.json:3:20",
		},
		{
			name: "such an entry of another event", agent: "claude", plant: func(m *machine) {
				m.once(claude, `"hooks": {`, `"hooks": {"Stop": [{"command": "/x"}],`)
			},
			want: []want{{"schema", doctor.Problem, `an entry of "Stop" has no list "hooks"`}}, mend: "edit HOME/.claude/settings.json:2:22",
		},
		{
			name: "a comment in a file that takes none", agent: "codex", plant: func(m *machine) { m.once(codex, "{", "{ // ours") },
			want: []want{{"schema", doctor.Problem, "has comments or trailing commas, for which Codex drops the whole file"}}, mend: "take out the comments",
		},
		{
			name: "a file without its version", agent: "cursor", plant: func(m *machine) { m.once(cursor, "\"version\": 1,\n", "") },
			want: []want{{"schema", doctor.Problem, `has no member "version"`}}, mend: "sandbox-enforcer install cursor '--sandbox=~/box'",
		},
		{
			name: "an entry without its type", agent: "copilot", plant: func(m *machine) { m.once(copilot, "\"type\": \"command\",", "") },
			want: []want{{"schema", doctor.Problem, `the entry of preToolUse in`}}, mend: "sandbox-enforcer install copilot '--sandbox=~/box'",
		},
		{
			name: "all hooks are off", agent: "claude", plant: func(m *machine) { m.once(claude, "{", "{\"disableAllHooks\": true,") },
			want: []want{{"off", doctor.Problem, "sets disableAllHooks, so that no hook runs"}}, mend: "edit HOME/.claude/settings.json: remove disableAllHooks",
		},
		{
			name: "all hooks are off by the project", agent: "claude", plant: func(m *machine) {
				m.write("project/.claude/settings.json", `{"disableAllHooks": true}`, 0o600)
			},
			want: []want{{"off", doctor.Problem, "project/.claude/settings.json sets disableAllHooks"}}, mend: "remove disableAllHooks",
		},
		{
			name: "all hooks are off in Codex", agent: "codex", plant: func(m *machine) { m.once(".codex/config.toml", "[", "[features]\nhooks = false\n[") },
			want: []want{{"off", doctor.Problem, "config.toml switches all hooks off"}}, mend: "remove hooks = false below [features]",
		},

		// events and matchers
		{
			name: "an event that checks is missing", agent: "claude", plant: func(m *machine) { m.once(claude, `"PostToolUse"`, `"Notification"`) },
			want: []want{{"event", doctor.Warning, "the hook is not registered for PostToolUse, which its settings need"}}, mend: again,
		},
		{
			name: "an event that judges is missing", agent: "cursor", plant: func(m *machine) { m.once(cursor, `"beforeShellExecution"`, `"afterFileEdit"`) },
			want: []want{{"event", doctor.Problem, "the hook is not registered for beforeShellExecution, so that what it announces is not judged"}},
			mend: "sandbox-enforcer install cursor '--sandbox=~/box'",
		},
		{
			name: "the event of another agent", agent: "gemini", plant: func(m *machine) { m.once(gemini, `"BeforeTool"`, `"PreToolUse"`) },
			want: []want{{"event", doctor.Problem, "the hook is not registered for BeforeTool"}}, mend: "sandbox-enforcer install gemini '--sandbox=~/box'",
		},
		{
			name: "other flags for another event", agent: "codex", plant: func(m *machine) {
				text := m.readAt(m.at(codex))
				at := strings.LastIndex(text, "~/box")
				m.write(codex, text[:at]+"~/pox"+text[at+5:], 0o600)
				m.trust()
			},
			want: []want{{"event", doctor.Warning, "PostToolUse is registered with other flags than PreToolUse"}}, mend: "sandbox-enforcer install codex '--sandbox=~/box'",
		},
		{
			name: "registered twice in a file", agent: "claude", plant: func(m *machine) {
				m.once(claude, `"PreToolUse": [`, `"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "'HOME/bin/sandbox-enforcer-hook' '--sandbox=~/box' --check=true", "timeout": 10}]},`)
				m.edit(claude, "'HOME/", `'`+strings.ReplaceAll(m.home, "'", `'\\''`)+"/")
			},
			want: []want{{"twice", doctor.Warning, "PreToolUse starts the hook 2 times"}}, mend: again,
		},
		{
			name: "registered for the project as well", agent: "claude", plant: func(m *machine) { m.install("claude", "--project", "--sandbox", "~/box") },
			want: []want{{"twice", doctor.Warning, "PreToolUse starts the hook 2 times"}}, mend: "sandbox-enforcer uninstall claude --project",
		},
		{
			name: "a matcher in another case", agent: "claude", plant: func(m *machine) { m.once(claude, `"Bash|Edit`, `"bash|Edit`) },
			want: []want{{"matcher", doctor.Problem, `of PreToolUse does not take "Bash", the tool that runs commands`}}, mend: again,
		},
		{
			name: "a matcher of another agent", agent: "gemini", plant: func(m *machine) {
				m.once(gemini, `"BeforeTool": [`+"\n      {", `"BeforeTool": [`+"\n      {\"matcher\": \"Bash\",")
			},
			want: []want{{"matcher", doctor.Problem, `the matcher "Bash" of BeforeTool does not take "run_shell_command"`}}, mend: "sandbox-enforcer install gemini '--sandbox=~/box'",
		},
		{
			name: "a matcher that is no expression", agent: "crush", plant: func(m *machine) { m.once(".config/crush/crush.json", `"^(bash|`, `"^((bash|`) },
			want: []want{{"matcher", doctor.Problem, "is no regular expression, so that the hook is not started"}}, mend: "sandbox-enforcer install crush '--sandbox=~/box'",
		},

		// how it is started
		{
			name: "async", agent: "claude", plant: func(m *machine) { m.once(claude, `"timeout": 10`, `"timeout": 10, "async": true`) },
			want: []want{{"handler", doctor.Problem, "says async, so that the command runs before the answer comes"}}, mend: again,
		},
		{
			name: "once", agent: "claude", plant: func(m *machine) { m.once(claude, `"timeout": 10`, `"timeout": 10, "once": true`) },
			want: []want{{"handler", doctor.Problem, "says once, so that only the first command is judged"}}, mend: again,
		},
		{
			name: "if", agent: "claude", plant: func(m *machine) { m.once(claude, `"timeout": 10`, `"timeout": 10, "if": "Bash(git clone *)"`) },
			want: []want{{"handler", doctor.Problem, `is wanted only if "Bash(git clone *)"`}}, mend: again,
		},
		{
			name: "no time limit", agent: "claude", plant: func(m *machine) { m.once(claude, ",\n            \"timeout\": 10", "") },
			want: []want{{"timeout", doctor.Warning, "has no timeout"}}, mend: again,
		},
		{
			name: "seconds for milliseconds", agent: "gemini", plant: func(m *machine) { m.once(gemini, `"timeout": 10000`, `"timeout": 10`) },
			want: []want{{"timeout", doctor.Problem, "is 10, which Gemini CLI counts in milliseconds"}}, mend: "sandbox-enforcer install gemini '--sandbox=~/box'",
		},
		{
			name: "milliseconds for seconds", agent: "copilot", plant: func(m *machine) { m.once(copilot, `"timeoutSec": 10`, `"timeoutSec": 10000`) },
			want: []want{{"timeout", doctor.Warning, "the timeoutSec of preToolUse in HOME/.copilot/hooks/sandbox-enforcer.json is 10000, which Copilot CLI counts in seconds"}},
			mend: "sandbox-enforcer install copilot '--sandbox=~/box'",
		},
		{
			name: "a time limit that is no number", agent: "claude", plant: func(m *machine) { m.once(claude, `"timeout": 10`, `"timeout": "10s"`) },
			want: []want{{"timeout", doctor.Problem, `is "10s", and a number of seconds is expected`}}, mend: again,
		},
		{
			name: "a failure that does not block", agent: "cursor", flags: []string{"--sandbox", "~/box", "--fail", "closed"},
			plant: func(m *machine) { m.once(cursor, `"failClosed": true`, `"failClosed": false`) },
			want:  []want{{"closed", doctor.Warning, "has no failClosed, so that a command runs where the hook fails"}}, mend: "sandbox-enforcer install cursor '--sandbox=~/box' --fail=closed",
		},

		// settings and the sandbox
		{
			name: "a flag that is not known", agent: "claude", plant: func(m *machine) { m.edit(claude, "--sandbox=~/box", "--sandbocks=~/box") },
			want: []want{{"settings", doctor.Problem, `the flag "--sandbocks" is not known`}}, mend: "sandbox-enforcer install claude '--sandbox=~/work/sandbox'",
		},
		{
			name: "a flag more", agent: "claude", plant: func(m *machine) { m.edit(claude, "'--sandbox=~/box'", "'--sandbox=~/box' --quiet") },
			want: []want{{"settings", doctor.Problem, `the flag "--quiet" is not known`}}, mend: again,
		},
		{
			name: "a word that is not known", agent: "claude", plant: func(m *machine) { m.edit(claude, "'--sandbox=~/box'", "'--sandbox=~/box' --mode=rewritten") },
			want: []want{{"settings", doctor.Warning, `--mode "rewritten" is not known, so rewrite counts`}}, mend: again,
		},
		{
			name: "no guard", agent: "claude", plant: func(m *machine) { m.edit(claude, " '--sandbox=~/box'", "") },
			want: []want{{"settings", doctor.Problem, "without a guard"}}, mend: "sandbox-enforcer install claude '--sandbox=~/work/sandbox'",
		},
		{
			name: "the name of another agent", agent: "codex", plant: func(m *machine) {
				m.edit(codex, "--agent=codex", "--agent=gemini")
				m.trust()
			},
			want: []want{{"settings", doctor.Problem, "the hook is told that gemini starts it, and not codex"}, {"answer", doctor.Problem, "it lets pass"}},
			mend: "sandbox-enforcer install codex '--sandbox=~/box'",
		},
		{
			name: "a sandbox that is a loop of links", agent: "claude", plant: func(m *machine) {
				m.remove("box")
				require.NoError(m.t, os.Symlink("box", m.at("box")))
			},
			want: []want{{"settings", doctor.Problem, `--sandbox "~/box" cannot be used`}}, mend: "sandbox-enforcer install claude '--sandbox=~/work/sandbox'",
		},
		{
			name: "a sandbox that is a file", agent: "claude", plant: func(m *machine) {
				m.remove("box")
				m.write("box", "", 0o600)
			},
			want: []want{{"settings", doctor.Problem, "is a file"}}, mend: "sandbox-enforcer install claude '--sandbox=~/work/sandbox'",
		},
		{
			name: "a sandbox that is the home directory", agent: "gemini", plant: func(m *machine) { m.edit(gemini, "~/box", "~/") },
			want: []want{{"settings", doctor.Problem, "is the home directory"}}, mend: "sandbox-enforcer install gemini '--sandbox=~/work/sandbox'",
		},
		{
			name: "a sandbox that is emptied", agent: "gemini", plant: func(m *machine) { m.edit(gemini, "~/box", m.t.TempDir()) },
			want: []want{{"sandbox", doctor.Problem, "which is emptied now and then"}}, mend: "sandbox-enforcer install gemini '--sandbox=~/work/sandbox'",
		},
		{
			name: "a sandbox in $TMPDIR", agent: "gemini", plant: func(m *machine) { m.environ = append(m.environ, "TMPDIR="+m.at("box")) },
			want: []want{{"sandbox", doctor.Problem, `the sandbox "~/box" lies in HOME/box, which is emptied now and then`}}, mend: "sandbox-enforcer install gemini '--sandbox=~/work/sandbox'",
		},
		{
			name: "a sandbox of others", agent: "gemini", plant: func(m *machine) { unwritable(m, "box") },
			want: []want{{"sandbox", doctor.Problem, "is not yours to write to"}}, mend: "chmod u+rwx ",
		},
		{
			name: "a sandbox of everybody", agent: "gemini", plant: func(m *machine) { require.NoError(m.t, os.Chmod(m.at("box"), 0o777)) },
			want: []want{{"sandbox", doctor.Warning, "may be written by anybody"}}, mend: "chmod o-w ",
		},
		{
			name: "a sandbox that may not be used", agent: "claude", plant: func(m *machine) { m.once(claude, m.at("box"), "/elsewhere") },
			want: []want{{"directories", doctor.Warning, "permissions.additionalDirectories of HOME/.claude/settings.json lacks the sandbox HOME/box"}}, mend: again,
		},
		{
			name: "a policy that cannot be read", agent: "claude", plant: func(m *machine) {
				m.edit(claude, "'--sandbox=~/box'", "'--sandbox=~/box' '--policy=~/policy.json'")
				m.write("policy.json", "{\n  \"profiles\": {\n", 0o600)
			},
			want: []want{{"policy", doctor.Problem, "policy.json:"}}, mend: "edit HOME/policy.json:",
		},
		{
			name: "a worktree that is not there", agent: "qwen", plant: func(m *machine) {
				m.edit(".qwen/settings.json", "'--sandbox=~/box'", "'--sandbox=~/box' --worktree=/nowhere/wt")
			},
			want: []want{{"bounds", doctor.Warning, `the worktree "/nowhere/wt" does not exist`}}, mend: "make it with git worktree add",
		},
		{
			name: "more than the hook in a line", agent: "claude", plant: func(m *machine) { m.once(claude, "--check=true", "--check=true | tee ran") },
			want: []want{{"handler", doctor.Warning, `goes on with "| tee ran"`}}, mend: again,
		},
		{
			name: "a worktree that is none", agent: "claude", plant: func(m *machine) {
				m.edit(claude, "'--sandbox=~/box'", "'--sandbox=~/box' '--worktree="+strings.ReplaceAll(m.project, "'", `'\\''`)+"'")
			},
			want: []want{{"event", doctor.Warning, "SessionStart"}, {"bounds", doctor.Warning, "is none of git's, so commands are judged by its path alone"}}, mend: "sandbox-enforcer install claude",
		},

		// the log and the state
		{
			name: "a log without lines", agent: "claude", flags: []string{"--sandbox", "~/box", "--audit", "~/audit.jsonl"}, plant: func(m *machine) {
				m.write("audit.jsonl", "", 0o600)
				m.write(".local/state/sandbox-enforcer/breaker/x", "x", 0o600)
			},
			want: []want{{"audit", doctor.Warning, "audit.jsonl has no line of the last 24 hours, though there were sessions"}}, mend: "begin a new session",
		},
		{
			name: "a log that is a directory", agent: "claude", flags: []string{"--sandbox", "~/box", "--audit", "~/audit.jsonl"}, plant: func(m *machine) {
				require.NoError(m.t, os.Mkdir(m.at("audit.jsonl"), 0o700))
			},
			want: []want{{"audit", doctor.Problem, "is no regular file, so that nothing is written"}}, mend: "'--audit=~/sandbox-enforcer-audit.jsonl'",
		},
		{
			name: "a log that is a link", agent: "claude", flags: []string{"--sandbox", "~/box", "--audit", "~/audit.jsonl"}, plant: func(m *machine) {
				require.NoError(m.t, os.Symlink("elsewhere", m.at("audit.jsonl")))
			},
			want: []want{{"audit", doctor.Problem, "is no regular file, so that nothing is written"}}, mend: "'--audit=~/sandbox-enforcer-audit.jsonl'",
		},
		{
			name: "a state that anybody may write", agent: "claude", plant: func(m *machine) {
				require.NoError(m.t, os.Chmod(m.at(".local/state/sandbox-enforcer"), 0o777))
			},
			want: []want{{"state", doctor.Problem, "may be written by others, so that nothing is counted or remembered there"}}, mend: "run chmod go-w on it",
		},

		// plugins and scripts of ours
		{
			name: "the plugin is missing", agent: "opencode", plant: func(m *machine) { m.remove(opencode) },
			want: []want{{"shim", doctor.Problem, "plugin.js is missing, so that OpenCode does not start the hook"}}, mend: "sandbox-enforcer install opencode '--sandbox=~/work/sandbox'",
		},
		{
			name: "the plugin is altered", agent: "opencode", plant: func(m *machine) { m.edit(opencode, "timeout: 10000", "timeout: 1") },
			want: []want{{"shim", doctor.Problem, "plugin.js is not what this version of install writes"}}, mend: "sandbox-enforcer install opencode '--sandbox=~/box'",
		},
		{
			name: "the plugin is not loaded", agent: "opencode", plant: func(m *machine) { m.write(".config/opencode/opencode.json", "{}", 0o600) },
			want: []want{{"shim", doctor.Problem, "no settings of OpenCode name it"}}, mend: "sandbox-enforcer install opencode '--sandbox=~/box'",
		},
		{
			name: "the plugin of another place", agent: "opencode", plant: func(m *machine) {
				m.once(".config/opencode/opencode.json", "file://", "file:///old")
			},
			want: []want{{"shim", doctor.Problem, "no settings of OpenCode name it"}, {"shim", doctor.Problem, "which is not where install puts it"}}, mend: "sandbox-enforcer install opencode '--sandbox=~/box'",
		},
		{
			name: "a plugin that lets pass", agent: "pi", flags: []string{"--sandbox", "~/box", "--fail", "closed"},
			plant: func(m *machine) { m.edit(pi, "const closed = true", "const closed = false") },
			want:  []want{{"closed", doctor.Warning, "lets a command run where the hook fails, though it is started with --fail=closed"}}, mend: "sandbox-enforcer install pi '--sandbox=~/box' --fail=closed",
		},
		{
			name: "the script may not be run", agent: "cline", plant: func(m *machine) { require.NoError(m.t, os.Chmod(m.at(cline), 0o600)) },
			want: []want{{"shim", doctor.Problem, "PreToolUse.sh may not be executed, so that Cline does not start it"}}, mend: "chmod u+x ",
		},
		{
			name: "the script of somebody else", agent: "cline", plant: func(m *machine) { m.write(cline, "#!/bin/sh\n", 0o700) },
			want: []want{{"shim", doctor.Warning, "PreToolUse.sh is not made by install"}, {"registered", doctor.Problem, "nothing starts the hook"}}, mend: "mv ",
		},
		{
			name: "the extension of another version", agent: "pi", plant: func(m *machine) { m.edit(pi, "hasUI !== false && ", "") },
			want: []want{{"shim", doctor.Problem, "sandbox-enforcer.ts is not what this version of install writes"}}, mend: "sandbox-enforcer install pi '--sandbox=~/box'",
		},
		{
			name: "the plugin is no plugin", agent: "goose", plant: func(m *machine) { m.remove(".agents/plugins/sandbox-enforcer/plugin.json") },
			want: []want{{"shim", doctor.Problem, "plugin.json is missing, so that goose does not start the hook"}}, mend: "sandbox-enforcer install goose '--sandbox=~/box'",
		},

		// files that are each by themselves
		{
			name: "an agent without the hook", agent: "kiro", plant: func(m *machine) {
				m.write(".kiro/agents/dev.json", `{"name": "dev", "tools": ["*"]}`, 0o600)
			},
			want: []want{{"registered", doctor.Problem, "HOME/.kiro/agents/dev.json starts no hook, so no command is judged where Kiro uses it"}},
			mend: "sandbox-enforcer install kiro '--sandbox=~/box'",
		},
		{
			name: "an agent of the project without the hook", agent: "kiro", plant: func(m *machine) {
				m.write("project/.kiro/agents/dev.json", `{"hooks": {"agentSpawn": [{"command": "git status"}]}}`, 0o600)
			},
			want: []want{{"registered", doctor.Problem, "HOME/project/.kiro/agents/dev.json starts no hook"}},
			mend: "sandbox-enforcer install kiro --project '--sandbox=~/box'",
		},
		{
			name: "an agent of Amazon Q without the hook", agent: "kiro", plant: func(m *machine) {
				m.write(".aws/amazonq/cli-agents/q.json", `{"name": "q"}`, 0o600)
			},
			want: []want{{"registered", doctor.Problem, "HOME/.aws/amazonq/cli-agents/q.json starts no hook"}},
			mend: "sandbox-enforcer install kiro '--sandbox=~/box'",
		},
		{
			name: "two agents without the hook", agent: "kiro", plant: func(m *machine) {
				m.write(".kiro/agents/a.json", `{"name": "a"}`, 0o600)
				m.write(".kiro/agents/c.json", "{}", 0o600)
				m.write(".kiro/agents/d.json.example", "{}", 0o600)
			},
			want: []want{{"registered", doctor.Problem, "a.json starts no hook"}, {"registered", doctor.Problem, "c.json starts no hook"}},
			mend: "sandbox-enforcer install kiro '--sandbox=~/box'",
		},
		{
			name: "an agent that is torn", agent: "kiro", plant: func(m *machine) { m.write(".kiro/agents/b.json", "{\n  \"name\"\n}\n", 0o600) },
			want: []want{{"file", doctor.Problem, "b.json:3:1: this is not JSON"}}, mend: "edit HOME/.kiro/agents/b.json:3:1",
		},
		{
			name: "an agent with a comment", agent: "kiro", plant: func(m *machine) { m.once(kiro, "{\n", "{ // ours\n") },
			want: []want{{"schema", doctor.Problem, "has comments or trailing commas, for which Kiro drops the whole file"}}, mend: "edit HOME/.kiro/agents/sandbox-enforcer.json",
		},
		{
			name: "an agent that is a link out of the project", agent: "kiro", plant: func(m *machine) {
				m.write("other.json", "{}", 0o600)
				m.write("project/.kiro/agents/x", "", 0o600)
				require.NoError(m.t, os.Symlink(m.at("other.json"), m.at("project/.kiro/agents/dev.json")))
			},
			want: []want{{"file", doctor.Problem, "dev.json is a link that leads out of the project"}}, mend: "put the file itself there",
		},
		{
			name: "a folder of agents that is a file", agent: "kiro", plant: func(m *machine) { m.write(".aws/amazonq/cli-agents", "", 0o600) },
			want: []want{{"file", doctor.Problem, "HOME/.aws/amazonq/cli-agents cannot be read (not a directory)"}}, mend: "mend that first",
		},
		{
			name: "an agent with the hook twice", agent: "kiro", plant: func(m *machine) {
				m.once(kiro, `"preToolUse": [`, `"preToolUse": [{"command": "sandbox-enforcer-hook --agent=kiro '--sandbox=~/box'", "timeout_ms": 10000},`)
				m.environ = append(m.environ, "PATH="+m.bin+":/usr/bin:/bin")
			},
			want: []want{{"twice", doctor.Warning, "preToolUse starts the hook 2 times"}, {"program", doctor.Warning, "what PATH says elsewhere"}}, mend: "sandbox-enforcer install kiro '--sandbox=~/box'",
		},
		{
			name: "a pattern that takes other tools", agent: "kiro", plant: func(m *machine) { m.once(kiro, `"command"`, `"matcher": "fs_*", "command"`) },
			want: []want{{"matcher", doctor.Problem, `the matcher "fs_*" of preToolUse does not take "execute_bash"`}}, mend: "sandbox-enforcer install kiro '--sandbox=~/box'",
		},
		{
			name: "an expression where a pattern is wanted", agent: "kiro", plant: func(m *machine) { m.once(kiro, `"command"`, `"matcher": "execute_bash|fs_.*", "command"`) },
			want: []want{{"matcher", doctor.Problem, `does not take "execute_bash"`}}, mend: "sandbox-enforcer install kiro '--sandbox=~/box'",
		},
		{
			name: "seconds for milliseconds in an agent", agent: "kiro", plant: func(m *machine) { m.once(kiro, `"timeout_ms": 10000`, `"timeout_ms": 10`) },
			want: []want{{"timeout", doctor.Problem, "the timeout_ms of preToolUse in HOME/.kiro/agents/sandbox-enforcer.json is 10, which Kiro counts in milliseconds"}}, mend: "sandbox-enforcer install kiro '--sandbox=~/box'",
		},
		{
			name: "an agent with another that changes commands", agent: "kiro", plant: func(m *machine) {
				m.once(kiro, `"preToolUse": [`, `"preToolUse": [{"matcher": "execute_*", "command": "rtk hook"},`)
			},
			want: []want{{"sibling", doctor.Warning, "as well, which changes commands"}}, mend: "keep one of the two",
		},
		{
			name: "no default agent", agent: "kiro", plant: func(m *machine) { m.remove(".kiro/settings/cli.json") },
			want: []want{{"default", doctor.Problem, "no settings of Kiro name a default agent, so that it starts its built-in one, which has no hook"}}, mend: "kiro-cli agent set-default sandbox-enforcer",
		},
		{
			name: "a default agent without a file", agent: "kiro", plant: func(m *machine) { m.edit(".kiro/settings/cli.json", "sandbox-enforcer", "kiro_default") },
			want: []want{{"default", doctor.Problem, `cli.json makes "kiro_default" the default agent, of which no file is here`}}, mend: "kiro-cli agent set-default sandbox-enforcer",
		},
		{
			name: "a default agent of the project without a file", agent: "kiro", plant: func(m *machine) {
				m.write("project/.kiro/settings/cli.json", `{"chat.defaultAgent": "gone"}`, 0o600)
			},
			want: []want{{"default", doctor.Problem, `project/.kiro/settings/cli.json makes "gone" the default agent`}}, mend: "kiro-cli agent set-default sandbox-enforcer",
		},
		{
			name: "a default agent that cannot be read", agent: "kiro", plant: func(m *machine) { m.write(".kiro/settings/cli.json", "{", 0o600) },
			want: []want{{"default", doctor.Problem, "cli.json cannot be read (unexpected end of JSON input), so that it is not known which agent Kiro starts"}}, mend: "edit HOME/.kiro/settings/cli.json",
		},

		// settings in TOML
		{
			name: "settings that are torn", agent: "kimi", plant: func(m *machine) { m.write(kimi, "a = 1\nb =\n", 0o600) },
			want: []want{{"file", doctor.Problem, `config.toml:2:4: this is not TOML (expected value but found '\n' instead)`}}, mend: "edit HOME/.kimi-code/config.toml:2:4",
		},
		{
			name: "hooks that are a table", agent: "kimi", plant: func(m *machine) { m.write(kimi, "[hooks]\na = 1\n", 0o600) },
			want: []want{{"schema", doctor.Problem, `config.toml:1:1: "hooks" is a table, and an array of tables is expected, for which Kimi Code drops the whole file`}}, mend: "edit HOME/.kimi-code/config.toml:1:1",
		},
		{
			name: "a member that is not known", agent: "kimi", plant: func(m *machine) { m.once(kimi, "timeout = 10", "timeout = 10\nname = \"guard\"") },
			want: []want{{"schema", doctor.Problem, `an entry of "hooks" has "name", and one of event, matcher, command and timeout is expected`}}, mend: "edit HOME/.kimi-code/config.toml:1:1",
		},
		{
			name: "a hook without a command", agent: "kimi", plant: func(m *machine) { m.once(kimi, "[[hooks]]", "[[hooks]]\nevent = \"Stop\"\n\n[[hooks]]") },
			want: []want{{"schema", doctor.Problem, `config.toml:1:1: an entry of "hooks" has no string "command"`}}, mend: "edit HOME/.kimi-code/config.toml:1:1",
		},
		{
			name: "settings without hooks", agent: "kimi", plant: func(m *machine) { m.write(kimi, "note = '''\n[[hooks]]\n'''\n", 0o600) },
			want: []want{{"registered", doctor.Problem, "nothing starts the hook, so no command of Kimi Code is judged"}}, mend: "sandbox-enforcer install kimi '--sandbox=~/work/sandbox'",
		},
		{
			name: "an older program without the hook", agent: "kimi", plant: func(m *machine) { m.write(".kimi/config.toml", "a = 1\n", 0o600) },
			want: []want{{"registered", doctor.Problem, "HOME/.kimi/config.toml starts no hook, so no command is judged where Kimi Code uses it"}}, mend: "sandbox-enforcer install kimi '--sandbox=~/box'",
		},
		{
			name: "a table with another matcher", agent: "kimi", plant: func(m *machine) { m.once(kimi, "command =", "matcher = \"Write|Edit\"\ncommand =") },
			want: []want{{"matcher", doctor.Problem, `the matcher "Write|Edit" of PreToolUse does not take "Bash"`}}, mend: "sandbox-enforcer install kimi '--sandbox=~/box'",
		},
		{
			name: "milliseconds for seconds in a table", agent: "kimi", plant: func(m *machine) { m.once(kimi, "timeout = 10", "timeout = 10000") },
			want: []want{{"timeout", doctor.Warning, "is 10000, which Kimi Code counts in seconds"}}, mend: "sandbox-enforcer install kimi '--sandbox=~/box'",
		},
		{
			name: "a table with a time limit in quotes", agent: "kimi", plant: func(m *machine) { m.once(kimi, "timeout = 10", `timeout = "10"`) },
			want: []want{{"timeout", doctor.Problem, `is "10", and a number of seconds is expected`}}, mend: "sandbox-enforcer install kimi '--sandbox=~/box'",
		},
		{
			name: "a table that is there twice", agent: "kimi", plant: func(m *machine) {
				text := m.readAt(m.at(kimi))
				m.write(kimi, text+"\n"+strings.Replace(text, "~/box", "~/box/", 1), 0o600)
			},
			want: []want{{"event", doctor.Warning, "with other flags than PreToolUse"}, {"twice", doctor.Warning, "PreToolUse starts the hook 2 times"}}, mend: "sandbox-enforcer install kimi '--sandbox=~/box'",
		},
		{
			name: "a table of another that changes commands", agent: "kimi", plant: func(m *machine) {
				m.once(kimi, "[[hooks]]", "[[hooks]]\nevent = \"PreToolUse\"\nmatcher = \"Bash\"\ncommand = \"rtk hook\"\n\n[[hooks]]")
			},
			want: []want{{"sibling", doctor.Warning, "as well, which changes commands"}}, mend: "edit HOME/.kimi-code/config.toml:1:1: keep one of the two",
		},
		{
			name: "a hook for another agent", agent: "kimi", plant: func(m *machine) { m.once(kimi, "--agent=kimi", "--agent=windsurf") },
			want: []want{{"settings", doctor.Problem, "the hook is told that windsurf starts it, and not kimi"}, {"answer", doctor.Problem, ""}}, mend: "sandbox-enforcer install kimi '--sandbox=~/box'",
		},

		// trust and siblings
		{
			name: "a hook that is not trusted", agent: "codex", plant: func(m *machine) { m.remove(".codex/config.toml") },
			want: []want{{"trust", doctor.Problem, "Codex does not trust the hook of PreToolUse yet"}, {"trust", doctor.Problem, "PostToolUse"}}, mend: "approve the hook in /hooks",
		},
		{
			name: "a hook that was changed since", agent: "codex", plant: func(m *machine) { m.once(codex, `"timeout": 10`, `"timeout": 20`) },
			want: []want{{"trust", doctor.Problem, "Codex trusts another form of the hook of PreToolUse"}}, mend: "approve the hook in /hooks",
		},
		{
			name: "a hook that is disabled", agent: "codex", plant: func(m *machine) { m.once(".codex/config.toml", "trusted_hash", "enabled = false\ntrusted_hash") },
			want: []want{{"trust", doctor.Problem, "because it is disabled"}}, mend: "enable the hook in /hooks",
		},
		{
			name: "a project that is not trusted", agent: "codex", plant: func(m *machine) {
				m.remove(codex)
				m.install("codex", "--project", "--sandbox", "~/box")
			},
			want: []want{{"trust", doctor.Problem, "Codex does not trust the project HOME/project"}}, mend: "start codex in HOME/project, and trust the project",
		},
		{
			name: "a trust that is a pipe", agent: "codex", plant: func(m *machine) {
				m.remove(".codex/config.toml")
				if err := exec.Command("mkfifo", m.at(".codex/config.toml")).Run(); err != nil {
					m.t.Skip("no mkfifo to make a pipe with")
				}
			},
			want: []want{{"trust", doctor.Problem, "config.toml is no regular file"}}, mend: "move it away",
		},
		{
			name: "a trust that cannot be read", agent: "codex", plant: func(m *machine) { m.write(".codex/config.toml", "[hooks", 0o600) },
			want: []want{{"trust", doctor.Problem, "config.toml cannot be read"}}, mend: "edit HOME/.codex/config.toml",
		},
		{
			name: "a hook that changes commands as well", agent: "claude", plant: func(m *machine) {
				m.once(claude, `"PreToolUse": [`, `"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "rtk hook --token ghp_0123456789abcdefghijklmnopqrstuvwxyz"}]},`)
			},
			want: []want{{"sibling", doctor.Warning, "as well, which changes commands: of two changes the last one counts"}}, mend: "edit HOME/.claude/settings.json:3:50: keep one of the two",
		},

		// the program and its answers
		{
			name: "the program is missing", agent: "claude", plant: func(m *machine) { m.remove("bin/sandbox-enforcer-hook") },
			want: []want{{"program", doctor.Problem, "bin/sandbox-enforcer-hook, which is not there"}}, mend: again,
		},
		{
			name: "the program may not be run", agent: "claude", plant: func(m *machine) { m.write("bin/sandbox-enforcer-hook", "x", 0o644) },
			want: []want{{"program", doctor.Problem, "which may not be executed"}}, mend: "chmod +x ",
		},
		{
			name: "the program of everybody", agent: "claude", plant: func(m *machine) { m.write("bin/sandbox-enforcer-hook", "#!/bin/sh\n", 0o777) },
			want: []want{{"program", doctor.Problem, "which anybody may change"}}, mend: "chmod o-w ",
		},
		{
			name: "a program from here", agent: "gemini", plant: func(m *machine) { from(m, gemini, "./sandbox-enforcer-hook") },
			want: []want{{"program", doctor.Problem, "./sandbox-enforcer-hook, which is another file in each directory"}}, mend: "sandbox-enforcer install gemini '--sandbox=~/box'",
		},
		{
			name: "a program that PATH lacks", agent: "gemini", plant: func(m *machine) { from(m, gemini, "sandbox-enforcer-hook") },
			want: []want{{"program", doctor.Problem, "which is in no directory of PATH"}}, mend: "sandbox-enforcer install gemini '--sandbox=~/box'",
		},
		{
			name: "a program that PATH has", agent: "gemini", plant: func(m *machine) {
				from(m, gemini, "sandbox-enforcer-hook")
				m.environ = append(m.environ, "PATH="+m.bin+":/usr/bin:/bin")
			},
			want: []want{{"program", doctor.Warning, "what PATH says elsewhere"}}, mend: "sandbox-enforcer install gemini '--sandbox=~/box'",
		},
		{
			name: "another version", agent: "claude", plant: func(m *machine) {
				require.NoError(m.t, os.Rename(m.at("bin/sandbox-enforcer-hook"), m.at("bin/real")))
				m.write("bin/sandbox-enforcer-hook", "#!/bin/sh\n[ \"$1\" = --version ] && { echo sandbox-enforcer-hook v1.1.0; exit; }\nexec \"${0%/*}/real\" \"$@\"\n", 0o755)
			},
			want: []want{{"version", doctor.Warning, "is version v1.1.0, and this program is v1.2.3"}}, mend: again,
		},
		{
			name: "another program", agent: "claude", plant: func(m *machine) { m.write("bin/sandbox-enforcer-hook", "#!/bin/sh\ncat >/dev/null\n", 0o755) },
			want: []want{{"version", doctor.Problem, "does not tell its version"}, {"answer", doctor.Problem, "it lets pass"}}, mend: again,
		},
		{
			name: "a hook that hangs", agent: "claude", plant: func(m *machine) {
				m.edit(claude, `"timeout": 10`, `"timeout": 1`)
				m.script("sleep 60 & wait")
			},
			want: []want{{"answer", doctor.Problem, "the hook of PreToolUse does not answer"}}, mend: again,
		},
		{
			name: "a hook that is slow", agent: "claude", plant: func(m *machine) {
				require.NoError(m.t, os.Rename(m.at("bin/sandbox-enforcer-hook"), m.at("bin/real")))
				m.edit(claude, `"timeout": 10`, `"timeout": 4`)
				m.script("sleep 2.2; exec \"${0%/*}/real\" \"$@\"")
			},
			want: []want{{"answer", doctor.Warning, "of the 4s that Claude Code waits"}}, mend: again,
		},
		{
			name: "a hook that answers in another form", agent: "claude", plant: func(m *machine) {
				m.script(`cat >/dev/null; echo '{"permissionDecision":"deny","permissionDecisionReason":"no"}'`)
			},
			want: []want{{"answer", doctor.Problem, "is none that Claude Code obeys"}}, mend: again,
		},
		{
			name: "a hook that fails", agent: "qwen", plant: func(m *machine) { m.script("echo 'no \033[31mroom' >&2; exit 1") },
			want: []want{{"answer", doctor.Problem, `is none that Qwen Code obeys, so that most commands run as they are (it says "no \x1b[31mroom")`}},
			mend: "sandbox-enforcer install qwen '--sandbox=~/box'",
		},
		{
			name: "a hook that lets all pass", agent: "goose", plant: func(m *machine) { m.script("cat >/dev/null") },
			want: []want{{"answer", doctor.Problem, "which its acquisition guard has to stop"}}, mend: "sandbox-enforcer install goose '--sandbox=~/box'",
		},
		{
			name: "a hook of an agent that lets all pass", agent: "kiro", plant: func(m *machine) { m.script("cat >/dev/null") },
			want: []want{{"answer", doctor.Problem, "which its acquisition guard has to stop"}}, mend: "sandbox-enforcer install kiro '--sandbox=~/box'",
		},
		{
			name: "a hook of an agent that answers in another form", agent: "kiro", plant: func(m *machine) {
				m.script(`cat >/dev/null; echo '{"decision":"deny","reason":"no"}'; exit 1`)
			},
			want: []want{{"answer", doctor.Problem, "is none that Kiro obeys"}}, mend: "sandbox-enforcer install kiro '--sandbox=~/box'",
		},
		{
			name: "a hook in TOML that answers in another form", agent: "kimi", plant: func(m *machine) {
				m.script(`cat >/dev/null; echo '{"decision":"block","reason":"no"}'`)
			},
			want: []want{{"answer", doctor.Problem, "is none that Kimi Code obeys"}}, mend: "sandbox-enforcer install kimi '--sandbox=~/box'",
		},
		{
			name: "a hook that refuses all", agent: "windsurf", plant: func(m *machine) { m.script("cat >/dev/null; echo no >&2; exit 2") },
			want: []want{{"answer", doctor.Problem, `it stops "true", which is harmless`}}, mend: "sandbox-enforcer install windsurf '--sandbox=~/box'",
		},
		{
			name: "a hook that changes nothing", agent: "copilot", plant: func(m *machine) {
				m.script(`cat >/dev/null; echo '{"modifiedArgs":{"command":"git clone https://example.invalid/doctor/probe.git /sandbox-enforcer-doctor --quiet"}}'`)
			},
			want: []want{{"answer", doctor.Problem, "to a command that still lands outside the sandbox"}}, mend: "sandbox-enforcer install copilot '--sandbox=~/box'",
		},
		{
			name: "a hook that changes what it has to refuse", agent: "gemini", flags: []string{"--sandbox", "~/box", "--mode", "block"}, plant: func(m *machine) {
				require.NoError(m.t, os.Rename(m.at("bin/sandbox-enforcer-hook"), m.at("bin/real")))
				m.script("exec \"${0%/*}/real\" \"$@\" --mode=rewrite")
			},
			want: []want{{"answer", doctor.Problem, "though it is started with a mode that has to"}}, mend: "sandbox-enforcer install gemini '--sandbox=~/box' --mode=block",
		},
		{
			name: "a program of the project", agent: "claude", plant: func(m *machine) {
				m.write("project/bin/sandbox-enforcer-hook", "#!/bin/sh\ntouch ran\n", 0o755)
				m.remove(claude)
				m.install("claude", "--project", "--sandbox", "~/box")
				m.edit("project/.claude/settings.local.json", "/bin/sandbox-enforcer-hook", "/project/bin/sandbox-enforcer-hook")
			},
			want: []want{{"program", doctor.Warning, "it was not started to see what it answers"}}, mend: "sandbox-enforcer install claude --project '--sandbox=~/box'",
		},
		{
			name: "more than the hook in a line of the project", agent: "claude", plant: func(m *machine) {
				m.remove(claude)
				m.install("claude", "--project", "--sandbox", "~/box")
				m.edit("project/.claude/settings.local.json", "'--sandbox=~/box' --check=true", "'--sandbox=~/box' --check=true 2>&1; touch ran")
			},
			want: []want{
				{"handler", doctor.Warning, `of PreToolUse in HOME/project/.claude/settings.local.json goes on with "2>&1; touch ran", which is the shell's`},
				{"handler", doctor.Warning, "PostToolUse"}, {"handler", doctor.Warning, "PostToolUseFailure"},
				{"program", doctor.Warning, "it was not started to see what it answers"},
			}, mend: "sandbox-enforcer install claude --project '--sandbox=~/box'",
		},
	}
}

// unwritable takes the right to write to a directory, which root has all the same.
func unwritable(m *machine, name string) {
	if os.Geteuid() == 0 {
		m.t.Skip("root may write everywhere")
	}
	require.NoError(m.t, os.Chmod(m.at(name), 0o500))
	m.t.Cleanup(func() { _ = os.Chmod(m.at(name), 0o700) })
}

// from makes a file start another program.
func from(m *machine, file, program string) {
	m.edit(file, "'"+strings.ReplaceAll(m.bin, "'", `'\\''`)+"/sandbox-enforcer-hook'", program)
}

// TestFaults plants each fault on a machine that is sound without it, and wants that very
// fault, with what mends it; and where that is a command, that it does.
func TestFaults(t *testing.T) {
	all := faults()
	assert.GreaterOrEqual(t, len(all), 90, "planted faults")
	for _, tt := range all {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t)
			if tt.flags == nil {
				tt.flags = []string{"--sandbox", "~/box"}
			}
			m.install(append([]string{tt.agent}, tt.flags...)...)
			r, status := m.examine(tt.agent)
			require.Empty(t, wrong(r), "the machine is sound before")
			require.Zero(t, status)

			tt.plant(m)
			before := m.tree()
			began := time.Now()
			r, status = m.examine(tt.agent)
			assert.Less(t, time.Since(began), 30*time.Second)
			assert.Equal(t, 1, status)
			assert.False(t, r.Sound)
			for _, f := range r.Agents[0].Findings {
				assert.Contains(t, doctor.Usage(), "  "+f.Check+" ", "the help explains each check")
			}
			found := wrong(r)
			assertEnds(t, found)
			if assert.Len(t, found, len(tt.want), "%v", found) {
				for i, want := range tt.want {
					assert.Equal(t, want.check, found[i].Check)
					assert.Equal(t, want.severity, found[i].Severity)
					assert.Contains(t, found[i].Message, strings.ReplaceAll(want.message, "HOME", m.home))
				}
				assert.Contains(t, found[0].Mend, strings.ReplaceAll(tt.mend, "HOME", m.home))
			}
			assert.Equal(t, before, m.tree(), "nothing is changed")
			assert.NoFileExists(t, filepath.Join(m.project, "ran"))
			mended := true
			for _, f := range found {
				assert.NotContains(t, f.String(), "ghp_0123456789", "no secret is printed")
				mended = m.mend(f.Mend) && mended
			}
			if mended {
				m.trust()
				r, status = m.examine(tt.agent)
				assert.Empty(t, wrong(r), "the machine is sound after its mends")
				assert.Zero(t, status)
			}
		})
	}
}
