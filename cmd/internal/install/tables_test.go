package install

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// eachTOML runs a test over all sound files in TOML.
func eachTOML(t *testing.T, test func(t *testing.T, m *machine, text string)) {
	for _, f := range soundTOML() {
		t.Run(f.name, func(t *testing.T) { test(t, newMachine(t, "kimi"), f.text) })
	}
}

// decoded is what a text says, as text to be compared, with the hooks apart.
func decoded(t *testing.T, text string) (rest string, hooks []map[string]any) {
	t.Helper()
	var all map[string]any
	_, err := toml.Decode(text, &all)
	require.NoError(t, err, text)
	switch list := all["hooks"].(type) {
	case []map[string]any:
		hooks = list
	case []any:
		for _, e := range list {
			hooks = append(hooks, e.(map[string]any))
		}
	}
	delete(all, "hooks")
	return fmt.Sprintf("%#v", all), hooks
}

// holdsTable checks the installed file: the hook once, with what is wished.
func (m *machine) holdsTable() {
	m.t.Helper()
	a, _ := Find(m.Names[0])
	_, hooks := decoded(m.t, m.read())
	var found []map[string]any
	for _, h := range hooks {
		if h["event"] == "PreToolUse" && ours(h["command"].(string)) {
			found = append(found, h)
		}
	}
	assert.Equal(m.t, []map[string]any{{"event": "PreToolUse", "command": m.wish(a).command, "timeout": int64(patience)}}, found)
}

// TestThereAndBackTOML holds every sound file against what is promised: nothing but
// insertions, the same values, a second run that changes nothing, and the very bytes back.
func TestThereAndBackTOML(t *testing.T) {
	eachTOML(t, func(t *testing.T, m *machine, text string) {
		m.write(text)
		before := m.tree()
		m.DryRun = true
		require.NoError(t, Install(m.Options))
		require.Equal(t, before, m.tree(), "a dry run")
		m.DryRun = false

		require.NoError(t, Install(m.Options))
		after := m.tree()
		m.holds(text)
		rest, others := decoded(t, text)
		nowRest, now := decoded(t, m.read())
		assert.Equal(t, rest, nowRest)
		assert.Equal(t, fmt.Sprint(others), fmt.Sprint(now[:len(now)-1]), "the other hooks stay, in front")
		require.NoError(t, Install(m.Options))
		require.Equal(t, after, m.tree(), "a second run")
		assert.Contains(t, m.out.String(), "has the hook already")

		require.NoError(t, Uninstall(m.Options))
		require.Equal(t, before, m.tree(), "uninstall")
		require.NoError(t, Uninstall(m.Options))
		require.Equal(t, before, m.tree(), "a second uninstall")
	})
	assert.GreaterOrEqual(t, len(soundTOML()), 50, "settings files")
}

// TestChangedSinceTOML has somebody add a table between install and uninstall, and has
// install renew its hook: all else stays, but for an empty line.
func TestChangedSinceTOML(t *testing.T) {
	eachTOML(t, func(t *testing.T, m *machine, text string) {
		since := "\n[since] # theirs\nn = 1\n"
		if strings.Contains(text, "\r\n") {
			since = strings.ReplaceAll(since, "\n", "\r\n")
		}
		path := m.write(text)
		require.NoError(t, Install(m.Options))
		require.NoError(t, os.WriteFile(path, []byte(m.read()+since), 0o640))
		m.choose("--sandbox=~/box", "--mode=block", "--scope=all")
		require.NoError(t, Install(m.Options))
		assert.Contains(t, m.read(), "--mode=block")
		m.holds(text)
		require.NoError(t, os.WriteFile(path, []byte(m.read()+"# end\n"), 0o640))
		require.NoError(t, Uninstall(m.Options))
		got := m.read()
		assert.NotContains(t, got, programName+" ")
		wantRest, wantHooks := decoded(t, text+since)
		rest, hooks := decoded(t, got)
		assert.Equal(t, wantRest, rest)
		assert.Equal(t, fmt.Sprint(wantHooks), fmt.Sprint(hooks))
		squeezed := strings.NewReplacer("\n", "", "\r", "", " ", "", "\t", "")
		assert.Equal(t, squeezed.Replace(text+since+"# end\n"), squeezed.Replace(got))
	})
}

// TestBrokenTOML leaves every broken file alone, and says where it is broken.
func TestBrokenTOML(t *testing.T) {
	for _, tt := range brokenTOML {
		t.Run(tt.name, func(t *testing.T) {
			m := newMachine(t, "kimi")
			m.write(tt.text)
			before := m.tree()
			err := Install(m.Options)
			require.Error(t, err)
			assert.Contains(t, err.Error(), "kimi: ")
			assert.Contains(t, err.Error(), "config.toml")
			assert.Contains(t, err.Error(), tt.want)
			assert.Equal(t, before, m.tree())
		})
	}
}

// TestOursAlreadyTOML renews a hook that is there, where it is, with the comments around
// it, and removes copies. HOOK stands for what the hook says then.
func TestOursAlreadyTOML(t *testing.T) {
	for _, tt := range []struct{ name, text, now, left string }{
		{
			"an old one", "a = 1\n\n[[hooks]] # guard\n# why\nevent = \"PreToolUse\"\nmatcher = \"Bash\" # only\ncommand = \"/old/sandbox-enforcer-hook\"\n\n[b]\nc = 1\n",
			"a = 1\n\n[[hooks]] # guard\nHOOK\n# why\n# only\n\n[b]\nc = 1\n",
			"a = 1\n# guard\n# why\n# only\n\n[b]\nc = 1\n",
		},
		{
			"without a line end", "[[hooks]]\nevent = \"PreToolUse\"\ncommand = \"sandbox-enforcer hook\"",
			"[[hooks]]\nHOOK\n", "",
		},
		{
			"two of them", rtkTable + "\n[[hooks]]\nevent = \"PreToolUse\"\ncommand = \"sandbox-enforcer-hook --mode=block\"\n\n[[hooks]]\nevent = \"PreToolUse\"\ncommand = '\"/a b/sandbox-enforcer-hook\"'\n[z]\n",
			rtkTable + "\n[[hooks]]\nHOOK\n[z]\n",
			rtkTable + "[z]\n",
		},
		{
			"in an array", "hooks = [\n  { event = \"PreToolUse\", command = \"sandbox-enforcer-hook\" }, # ours\n  { event = \"Stop\", command = \"x\" }\n]\n",
			"hooks = [\n  { INLINE }, # ours\n  { event = \"Stop\", command = \"x\" }\n]\n",
			"hooks = [\n   # ours\n  { event = \"Stop\", command = \"x\" }\n]\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := newMachine(t, "kimi")
			m.write(tt.text)
			require.NoError(t, Install(m.Options))
			a, _ := Find("kimi")
			e := a.Events[0]
			hook := strings.NewReplacer("HOOK", pairs(m.wish(a).table(e), "\n"), "INLINE", pairs(m.wish(a).table(e), ", "))
			assert.Equal(t, hook.Replace(tt.now), m.read())
			m.holds("")
			after := m.read()
			require.NoError(t, Install(m.Options))
			assert.Equal(t, after, m.read())
			require.NoError(t, Uninstall(m.Options))
			assert.Equal(t, tt.left, m.read())
		})
	}
}

// TestOlderKimi registers with the Kimi CLI where its settings are, and makes no directory
// for Kimi Code beside it; where both are there, with both.
func TestOlderKimi(t *testing.T) {
	m := newMachine(t, "kimi")
	older := filepath.Join(m.home, ".kimi", "config.toml")
	require.NoError(t, os.MkdirAll(filepath.Dir(older), 0o755))
	require.NoError(t, os.WriteFile(older, []byte("a = 1\n"), 0o600))
	before := m.tree()
	m.Names = nil
	require.NoError(t, Install(m.Options), "it is found by its directory")
	assert.NoDirExists(t, filepath.Join(m.home, ".kimi-code"))
	text, err := os.ReadFile(older)
	require.NoError(t, err)
	assert.Contains(t, string(text), "--agent=kimi")
	require.NoError(t, os.MkdirAll(filepath.Join(m.home, ".kimi-code"), 0o755))
	m.Names = []string{"kimi"}
	require.NoError(t, Install(m.Options))
	m.holds("")
	assert.NotContains(t, m.notes.String(), "runs twice")
	require.NoError(t, Uninstall(m.Options))
	require.NoError(t, os.Remove(filepath.Join(m.home, ".kimi-code")))
	assert.Equal(t, before, m.tree())
}

// TestProof refuses a text whose reading here is not that of the parser.
func TestProof(t *testing.T) {
	a, _ := Find("kimi")
	c, err := beginTables(a, "x.toml", "a = 1\n"+rtkTable)
	require.NoError(t, err)
	before := c.rest(a)
	require.NoError(t, c.apply([]splice{{0, len("a = 1"), "a = 2"}}))
	assert.EqualError(t, c.prove(a, before), "x.toml cannot be changed without a change of something else in it, so it is left alone: write its hooks as tables [[hooks]]")
	assert.ErrorContains(t, c.apply([]splice{{0, 0, "= "}}), "so it is left alone")
}

// FuzzTables registers the hook with any file in TOML, and withdraws it: none is refused,
// and what the file says beside the hook is what it said.
func FuzzTables(f *testing.F) {
	const longest = 10_000
	seed := func(text string) {
		if len(text) <= longest {
			f.Add(text)
		}
	}
	for _, file := range soundTOML() {
		seed(file.text)
	}
	for _, file := range brokenTOML {
		seed(file.text)
	}
	a, _ := Find("kimi")
	w := wish{agent: a, command: "/x/sandbox-enforcer-hook '--sandbox=~/b \"q\" \\'", needs: []need{judging}}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > longest {
			return
		}
		statements(text) // of any text it comes to an end
		c, err := beginTables(a, "x.toml", text)
		if err != nil {
			if strings.Contains(err.Error(), "it is not known where") {
				t.Fatal(err)
			}
			return
		}
		rest := c.rest(a)
		if err := c.register(w, &record{}); err != nil {
			t.Fatal(err)
		}
		if rest != c.rest(a) {
			t.Fatalf("%q says something else with the hook: %q", text, c.text)
		}
		if found := c.ours(a, "PreToolUse"); len(found) != 1 || !w.same(a.Events[0], c.hooks[found[0]]) {
			t.Fatalf("%q does not start the hook once: %q", text, c.text)
		}
		if err := c.withdraw(a, record{}); err != nil {
			t.Fatal(err)
		}
		if rest != c.rest(a) || len(c.ours(a, "PreToolUse")) > 0 {
			t.Fatalf("%q says something else without the hook: %q", text, c.text)
		}
	})
}
