package install

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// drive loads plugins in node, sends each one call of bash and prints what becomes of it.
const drive = `
for (let i = 2; i < process.argv.length; i += 2) {
const [kind, path] = process.argv.slice(i)
const plugin = await import("file://" + encodeURI(path))
const args = { command: "git clone U", description: "d" }
try {
  if (kind === "opencode") {
    const hooks = await plugin.SandboxEnforcer({ directory: "/w" })
    await hooks["tool.execute.before"]({ tool: "bash", sessionID: "s", callID: "c" }, { args })
  } else {
    let call
    plugin.default({ on: (name, f) => { if (name === "tool_call") call = f } })
    const ctx = { cwd: "/w", hasUI: kind === "pi-asked", ui: { confirm: async () => true } }
    const out = await call({ toolName: "bash", toolCallId: "c", input: args }, ctx)
    if (out && out.block) throw new Error(out.reason)
  }
  console.log("runs " + JSON.stringify(args))
} catch (error) {
  console.log("refused " + error.message.replace(/\n/g, " "))
}
}
`

// TestPlugins runs the plugins with programs in the place of the hook: what it answers,
// and how it can fail.
func TestPlugins(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node to run the plugins with")
	}
	const unchanged = `runs {"command":"git clone U","description":"d"}`
	answer := func(fields string) string {
		return `cat >/dev/null; echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse",` + fields + `}}'`
	}
	args, want := []string{filepath.Join(t.TempDir(), "drive.mjs")}, []string(nil)
	require.NoError(t, os.WriteFile(args[0], []byte(drive), 0o644))
	for _, tt := range []struct{ name, hook, want, closed, asked string }{
		{name: "nothing", hook: "cat >/dev/null", want: unchanged},
		{name: "deny", hook: answer(`"permissionDecision":"deny","permissionDecisionReason":"no"`), want: "refused no"},
		{name: "ask", hook: answer(`"permissionDecision":"ask","permissionDecisionReason":"may it"`), want: "refused may it", asked: unchanged},
		{name: "rewrite", hook: answer(`"permissionDecision":"allow","updatedInput":{"command":"git clone U /b","description":"d"}`), want: `runs {"command":"git clone U /b","description":"d"}`},
		{name: "exit 2", hook: "echo why >&2; exit 2", want: "refused why"},
		{name: "exit 1", hook: "exit 1", want: unchanged, closed: "refused sandbox-enforcer-hook failed, so the call is refused: it ended with the status 1"},
		{name: "noise", hook: "echo x", want: unchanged, closed: "refused sandbox-enforcer-hook failed, so the call is refused: "},
		{name: "killed", hook: "kill -9 $$", want: unchanged, closed: "refused sandbox-enforcer-hook failed, so the call is refused: "},
		{name: "the event", hook: `grep -q '"tool_name":"bash","tool_input":{"command":"git clone U","description":"d"},"cwd":"/w"}$' || exit 2`, want: unchanged},
	} {
		for _, kind := range []string{"opencode", "pi", "pi-asked"} {
			for _, fail := range []string{"open", "closed"} {
				name, _, _ := strings.Cut(kind, "-")
				m := newMachine(t, name)
				m.Program = []string{filepath.Join(m.home, "a hook")}
				require.NoError(t, os.WriteFile(m.Program[0], []byte("#!/bin/sh\n"+tt.hook+"\n"), 0o755))
				m.choose("--sandbox=~/box", "--fail="+fail)
				require.NoError(t, Install(m.Options))
				a, _ := Find(name)
				path, _, err := m.shimPath(a, a.Shims[0], User)
				require.NoError(t, err)
				text, err := os.ReadFile(path)
				require.NoError(t, err)
				// Node takes neither the types of the extension nor a module without its suffix.
				script := strings.NewReplacer(": string[]", "", ": object", "", ": any", "", " as any", "").Replace(string(text))
				plugin := filepath.Join(t.TempDir(), "plugin.mjs")
				require.NoError(t, os.WriteFile(plugin, []byte(script), 0o644))
				args = append(args, kind, plugin)
				switch {
				case fail == "closed" && tt.closed != "":
					want = append(want, tt.closed)
				case kind == "pi-asked" && tt.asked != "":
					want = append(want, tt.asked)
				default:
					want = append(want, tt.want)
				}
			}
		}
	}
	out, err := exec.Command(node, args...).CombinedOutput()
	require.NoError(t, err, string(out))
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	require.Len(t, lines, len(want))
	for i, line := range lines {
		assert.True(t, strings.HasPrefix(line, want[i]), "%d: %s: %s, and not %s", i, args[2*i+1], line, want[i])
	}
}

// TestSomebodyElsesFile at the place of a shim is left alone.
func TestSomebodyElsesFile(t *testing.T) {
	m := newMachine(t, "cline")
	path := filepath.Join(m.home, ".cline", "hooks", "PreToolUse.sh")
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\nmine\n"), 0o755))
	before := m.tree()
	assert.ErrorContains(t, Install(m.Options), "is there already, and not made by install: move it away, or start the hook from it by: '/opt/it'")
	require.NoError(t, Uninstall(m.Options))
	assert.Equal(t, before, m.tree())
}

// TestScript starts the hook from a script.
func TestScript(t *testing.T) {
	m := newMachine(t, "cline")
	m.Program = []string{filepath.Join(m.home, "a hook")}
	require.NoError(t, os.WriteFile(m.Program[0], []byte("#!/bin/sh\nprintf '%s|' \"$@\"\ncat\n"), 0o755))
	require.NoError(t, Install(m.Options))
	cmd := exec.Command(filepath.Join(m.home, ".cline", "hooks", "PreToolUse.sh"))
	cmd.Stdin = strings.NewReader("event")
	out, err := cmd.Output()
	require.NoError(t, err)
	assert.Equal(t, "--agent=cline|--sandbox=~/box|event", string(out))
}

// TestPluginList keeps the other plugins of the list, and has ours in it once.
func TestPluginList(t *testing.T) {
	m := newMachine(t, "opencode")
	path := m.write("{\n  \"plugin\": [\n    \"a\", // theirs\n    \"file:///old/sandbox-enforcer/plugin.js\",\n    \"b\"\n  ]\n}\n")
	require.NoError(t, Install(m.Options))
	assert.NotContains(t, m.read(), "/old/")
	assert.Equal(t, 1, strings.Count(m.read(), "sandbox-enforcer/plugin.js\""))
	assert.Contains(t, m.read(), "it%27s%20%22home%22%20%24x/.config/opencode/sandbox-enforcer/plugin.js\"")
	require.NoError(t, os.WriteFile(path, []byte(m.read()+"\n"), 0o640))
	require.NoError(t, Uninstall(m.Options))
	assert.JSONEq(t, `{"plugin": ["a", "b"]}`, standard(t, m.read()))
}
