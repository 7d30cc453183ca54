package doctor_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/cmd/internal/install"
)

// TestSound finds nothing wrong where install has registered the hook, whatever guards it
// is started with, for every agent; and leaves everything as it is.
func TestSound(t *testing.T) {
	for _, tt := range []struct {
		name  string
		flags []string
		make  func(m *machine)
	}{
		{name: "sandbox", flags: []string{"--sandbox", "~/box"}},
		{name: "everything", flags: []string{"--sandbox", "~/box", "--scope", "all", "--fail", "closed", "--profile", "standard", "--batch-permission", "true", "--audit", "~/log/audit.jsonl"}},
		{name: "blocking", flags: []string{"--sandbox", "~/box", "--mode", "block"}},
		{name: "a sandbox that is not there yet", flags: []string{"--sandbox", "~/later"}, make: func(m *machine) {
			require.NoError(m.t, os.Remove(m.at("later")))
		}},
		{name: "policy", flags: []string{"--profile", "production"}},
		{name: "paths", flags: []string{"--project-dir", "PROJECT"}},
		{name: "in the environment", flags: []string{"--sandbox", "~/box", "--audit", "~/audit.jsonl"}, make: func(m *machine) {
			m.environ = append(m.environ, "SANDBOX_ENABLED=true", "SANDBOX_AUDIT="+m.at("other.jsonl"))
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t)
			args := install.Names()
			for _, flag := range tt.flags {
				args = append(args, strings.ReplaceAll(flag, "PROJECT", m.project))
			}
			m.install(args...)
			if tt.make != nil {
				tt.make(m)
			}
			before := m.tree()
			r, status := m.examine()
			assert.Empty(t, wrong(r))
			assert.True(t, r.Sound)
			assert.Zero(t, status)
			assert.Equal(t, version, r.Version)
			assert.Len(t, r.Agents, len(install.Names()))
			for _, d := range r.Agents {
				assert.NotEmpty(t, d.Hooks, d.Agent)
				answers := 0
				for _, f := range d.Findings {
					if f.Check == "answer" {
						answers++
					}
				}
				assert.Equal(t, 1, answers, "%s was asked", d.Agent)
			}
			assert.Equal(t, before, m.tree(), "nothing is changed")
		})
	}
}

// TestProject looks at what is registered for a project alone.
func TestProject(t *testing.T) {
	m := newMachine(t)
	var args []string
	for _, a := range install.Agents() {
		if a.InProject() && a.Name != "codex" {
			args = append(args, a.Name)
		}
	}
	m.install(append(args, "--project", "--sandbox", "~/box")...)
	r, status := m.examine(args...)
	assert.Empty(t, wrong(r))
	assert.Zero(t, status)
}

// TestApart looks at agents whose files are each by themselves: those of the user and of a
// project, and those of an older program. The default one is any of them.
func TestApart(t *testing.T) {
	m := newMachine(t)
	for _, name := range []string{
		".kiro/agents/dev.json", ".kiro/agents/review.json", ".aws/amazonq/cli-agents/q.json",
		"project/.kiro/agents/dev.json", "project/.amazonq/cli-agents/q.json",
	} {
		m.write(name, `{"name": "the `+name+`", "tools": ["*"]}`, 0o600)
	}
	m.write(".kimi/config.toml", "theme = \"dark\"\n", 0o600)
	m.write(".kimi-code/config.toml", "# mine\n", 0o600)
	m.install("kiro", "kimi", "--sandbox", "~/box")
	m.install("kiro", "--project", "--sandbox", "~/box")
	for _, chosen := range []string{"sandbox-enforcer", "review", "the .kiro/agents/dev.json"} {
		m.write(".kiro/settings/cli.json", `{"chat.defaultAgent": "`+chosen+`"}`, 0o600)
		r, status := m.examine()
		assert.Empty(t, wrong(r))
		assert.Zero(t, status)
		require.Len(t, r.Agents, 2)
		assert.Len(t, r.Agents[0].Hooks, 9, "three of Kiro and two of Amazon Q for the user, two of each for the project")
		assert.Len(t, r.Agents[1].Hooks, 2)
	}
}

// TestByHand takes what a person wrote: words beside the program, or a line in quotes that
// install would not choose, with variables. AT is the home directory.
func TestByHand(t *testing.T) {
	for _, handler := range []string{
		`"command": "AT/bin/sandbox-enforcer-hook", "args": ["--sandbox", "~/box", "--audit=AT/audit.jsonl"]`,
		`"command": "\"$HOME/bin/sandbox-enforcer-hook\" --sandbox ~/box  --audit \"$HOME/audit.jsonl\""`,
	} {
		m := newMachine(t)
		entry := `[{"hooks": [{"type": "command", ` + strings.ReplaceAll(handler, "AT", m.home) + `, "timeout": 10}]}]`
		m.write(".claude/settings.json", `{"hooks": {"PreToolUse": `+entry+`, "PostToolUse": `+entry+`, "PostToolUseFailure": `+entry+`},
			"permissions": {"additionalDirectories": ["~/box"]}}`, 0o600)
		before := m.tree()
		r, status := m.examine()
		assert.Empty(t, wrong(r))
		assert.Zero(t, status)
		assert.Equal(t, before, m.tree(), "nothing is written to the log")
	}
}

// TestForms shows one machine in each form.
func TestForms(t *testing.T) {
	m := newMachine(t)
	m.install("claude", "qwen", "--sandbox", "~/box")
	m.edit(".qwen/settings.json", `"timeout": 10000`, `"timeout": 10`)
	brief, status := m.run("doctor", "--brief")
	assert.Equal(t, 1, status)
	assert.Equal(t, "claude: fine: sound\n"+
		"qwen: problem: the timeout of PreToolUse in "+m.at(".qwen/settings.json")+" is 10, which Qwen Code counts in milliseconds: "+
		"the hook may be cut off, and the command runs then; mend: sandbox-enforcer install qwen '--sandbox=~/box'\n", brief)
	text, status := m.run("doctor")
	assert.Equal(t, 1, status)
	assert.True(t, strings.HasPrefix(text, "this machine\n  fine     state: "), text)
	assert.Contains(t, text, "\n\nQwen Code (qwen)\n")
	assert.Contains(t, text, "\n  problem  timeout: the timeout of PreToolUse in ")
}

// TestNobody is a machine without an agent.
func TestNobody(t *testing.T) {
	m := newMachine(t)
	brief, status := m.run("doctor", "--brief")
	assert.Zero(t, status)
	assert.Equal(t, "machine: fine: no agent is found on this machine\n", brief)
	out, status := m.run("doctor", "emacs")
	assert.Equal(t, 2, status)
	assert.Contains(t, out, `there is no agent "emacs": give one of claude, codex, `)
}
