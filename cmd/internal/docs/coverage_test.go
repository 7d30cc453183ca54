package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/rules"
)

// TestCover: a file of the scope first is answered in the scope all, and the example of
// a tool is the first command that is moved.
func TestCover(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.txtar")
	data := "Some.\n-- rows --\nls\n\tpass\nwget -O - https://h/a\n\tpass\ncurl -o a/x https://h/a; wget -O b/x https://h/b\n\task\nwget https://h/c && ls c\n\tpass\n"
	require.NoError(t, os.WriteFile(path, []byte(data), 0o644))
	covered, err := cover(path)
	require.NoError(t, err)
	require.Len(t, covered, 2)
	wget, curl := covered[rules.Find("wget")[0]], covered[rules.Find("curl")[0]]
	assert.Equal(t, 3, wget.rows)
	assert.Equal(t, "moved, else asked about", wget.becomes())
	assert.Equal(t, "wget https://h/c && ls c", wget.example)
	assert.Contains(t, wget.answer, "&& ls ~/work/sandbox/c", "the scope all follows")
	assert.Equal(t, "asked about", curl.becomes())

	_, err = cover(path + ".missing")
	assert.Error(t, err)
}

// TestToolTableWantsCases: a tool that no case shows fails the table.
func TestToolTableWantsCases(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tool := range rules.Tools() {
		path := casesDir + "/" + tool.Case + ".txtar"
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte("Nothing.\n-- rows --\nls\n\tpass\n"), 0o644))
	}
	_, err := toolTable()
	require.Error(t, err)
	assert.Contains(t, err.Error(), "testdata/cases/all/aria2c.txtar: no command of it shows what becomes of what aria2c fetches")
}

func TestAskedCommands(t *testing.T) {
	assert.Equal(t, "`a` `b`: `x` `y z`", askedCommands(rules.AskedRow{Names: "a b", Subs: "x y/z"}))
	assert.Equal(t, "`python -m wget`", askedCommands(rules.AskedRow{Names: "python-wget", Subs: "-"}))
}
