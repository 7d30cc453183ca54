package policy

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tailscale/hujson"
)

// FuzzPolicy reads any text. One that is accepted is a text of the format, and each of
// its profiles, shown and read again, is the same policy. One that is not has a
// problem with a place in it.
func FuzzPolicy(f *testing.F) {
	f.Add(guide)
	f.Add(string(Template()))
	f.Add(`{"profiles": {"\u202e": {"safe_commands": [{"text": "a b", "match": [""], "_x": {}}]}}}`)
	f.Add("{} // end")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > maxFile {
			return
		}
		file, problems := Parse("f", []byte(text))
		for _, p := range problems {
			assert.Positive(t, p.Line)
			assert.Positive(t, p.Column)
			assert.LessOrEqual(t, p.Column-1+p.Length, max(len(p.Source), p.Column-1))
			assert.NotContains(t, p.Error(), "\n")
		}
		if len(problems) > 0 {
			return
		}
		_, err := hujson.Parse([]byte(text + "\n")) // which wants a line end behind every line comment
		require.NoError(t, err)
		for _, p := range file.Profiles() {
			assert.Equal(t, bare(p), bare(reload(t, p, nil)))
		}
	})
}
