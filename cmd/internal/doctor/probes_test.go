package doctor

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/cmd/internal/install"
	"sandbox-enforcer/cmd/internal/protocol"
)

// TestProbes sees that each probe is an event that the agent is known by, that it says what
// it should, and that every agent has one for the tool that runs commands.
func TestProbes(t *testing.T) {
	const command, dir, file = `true "é" \n`, "/it's a dir", `/a "file"`
	for _, p := range probes {
		agent, known := protocol.Find(p.agent)
		require.True(t, known, p.agent)
		if p.shell != "" {
			document, can := p.announce(trial{command: command}, dir)
			require.True(t, can)
			require.True(t, json.Valid([]byte(document)), document)
			event, err := agent.Decode([]byte(document))
			require.NoError(t, err, document)
			assert.True(t, event.Judged, document)
			assert.Empty(t, event.Notes, document)
			require.Len(t, event.Request.Sources, 1, document)
			assert.Equal(t, command, event.Request.Sources[0].Text)
			told, _ := event.Request.Sources[0].Dir.Text()
			assert.Contains(t, []string{dir, ""}, told, document)
			sent, _ := protocol.Detect([]byte(document))
			if agent.Is != nil {
				assert.Equal(t, p.agent, sent.Name, document)
			}
		}
		if p.file != "" {
			document, can := p.announce(trial{file: file}, dir)
			require.True(t, can)
			event, err := agent.Decode([]byte(document))
			require.NoError(t, err, document)
			require.NotEmpty(t, event.Request.Targets, document)
			assert.Equal(t, file, event.Request.Targets[0].Text, document)
		}
	}
	for _, a := range install.Agents() {
		require.NotEmpty(t, shellProbes(a.Name), a.Name)
		for _, p := range shellProbes(a.Name) {
			if len(a.Events) > 0 {
				assert.Contains(t, a.Judging(), p.event, a.Name)
			}
		}
	}
}
