package main

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/cmd/internal/install"
	"sandbox-enforcer/cmd/internal/protocol"
)

// TestResults: the results that are committed are those of the clients, the versions and
// the scenarios that are written here, and each is what is documented.
func TestResults(t *testing.T) {
	p, err := chosen("", "")
	require.NoError(t, err)
	var rows []row
	for _, j := range p.jobs() {
		rows = append(rows, row{client: j.client, scenario: j.scenario, seen: j.client.does(j.scenario)})
	}
	committed, err := os.ReadFile("results.txt")
	require.NoError(t, err)
	assert.Equal(t, table(rows), string(committed), "run make e2e-clients")
}

// TestClients: every client can be registered with, can be called, and is the version that
// the README's table names.
func TestClients(t *testing.T) {
	names := map[string]bool{}
	for _, s := range scenarios() {
		names[s.Name] = true
	}
	for _, c := range clients() {
		t.Run(c.Name, func(t *testing.T) {
			_, ok := install.Find(c.Name)
			assert.True(t, ok, "install does not know it")
			agent, _ := protocol.Find(c.Name)
			assert.Contains(t, agent.Checked, c.Version)
			assert.NotEmpty(t, c.Shell.Name)
			for name := range c.Documented {
				assert.True(t, names[name], "no scenario is called %q", name)
			}
			for _, use := range []tool{c.Shell, c.Write, c.Read} {
				assert.True(t, use.Name == "" || use.Bare || json.Valid([]byte(use.Input)), "%s: %s", use.Name, use.Input)
			}
			if strings.Contains(strings.Join(c.Args, " ")+strings.Join(c.Env, " "), "«model»") {
				return
			}
			files := ""
			for _, text := range c.Files {
				files += text
			}
			assert.Contains(t, files, "«model»", "nothing points it at the model")
		})
	}
}

func TestChosen(t *testing.T) {
	for _, tt := range []struct {
		name, client, scenario string
		jobs                   int
		fault                  string
	}{
		{name: "one of one", client: "claude", scenario: "clone", jobs: 1},
		{name: "one of a client without it", client: "gemini", scenario: "consent", fault: `the scenario "consent" is not played with gemini`},
		{name: "no such client", client: "nobody", fault: `no client is called "nobody": use claude, codex, gemini, copilot, qwen or opencode`},
		{name: "no such scenario", scenario: "none", fault: `no scenario is called "none"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := chosen(tt.client, tt.scenario)
			if tt.fault != "" {
				assert.ErrorContains(t, err, tt.fault)
				return
			}
			require.NoError(t, err)
			assert.Len(t, p.jobs(), tt.jobs)
			assert.False(t, p.whole)
		})
	}
}

// TestOrder: every job is begun once, and the first scenario with all clients first.
func TestOrder(t *testing.T) {
	p, err := chosen("", "")
	require.NoError(t, err)
	jobs := p.jobs()
	order := p.order(jobs)
	for _, i := range order[:len(clients())] {
		assert.Equal(t, "clone", jobs[i].scenario.Name)
	}
	slices.Sort(order)
	assert.Equal(t, len(jobs)-1, order[len(order)-1])
	assert.Len(t, slices.Compact(order), len(jobs))
}

func TestPlaces(t *testing.T) {
	where := places{cache: t.TempDir()}
	assert.Equal(t, []string{"node@" + nodeVersion, "opencode-ai@1.18.33"}, where.absent([]client{opencode}))
	assert.Equal(t, where.cache+"/anthropic-ai-claude-code-2.1.329/node_modules/.bin/claude", where.program(claude))

	t.Setenv("PATH", "")
	assert.ErrorContains(t, where.fetch([]string{"node@1"}), "npm is not installed")
}

func TestQuoted(t *testing.T) {
	assert.Equal(t, `echo \"a & b\" > \\c`, quoted(`echo "a & b" > \c`))
	assert.Equal(t, `\"`, quoted(`"`))
}

func TestPlain(t *testing.T) {
	assert.Equal(t, "Doyouwanttoproceed?", plain("\x1b]0;title\x07\x1b[1mDo\x1b[1Cyou want\x1b[38;5;1m to\r\n proceed?\x1b[0m"))
	assert.Equal(t, "", plain("\x1b["))
}

// TestLate: what ran is never put down to the machine.
func TestLate(t *testing.T) {
	for _, o := range []outcome{ran, moved, quiet, refused, stopped, consented, askedAgain} {
		assert.False(t, row{seen: o}.isLate(), o)
	}
	assert.True(t, row{seen: waiting}.isLate())
}
