package casefile

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the answers in testdata/cases")

const casesDir = "../../../testdata/cases"

// TestCases runs every row of every case file. With -update the answers are written
// back: the diff is the review.
func TestCases(t *testing.T) {
	rows := 0
	err := filepath.WalkDir(casesDir, func(path string, d fs.DirEntry, err error) error {
		require.NoError(t, err)
		if d.IsDir() || filepath.Ext(path) != ".txtar" {
			return nil
		}
		name, _ := filepath.Rel(casesDir, path)
		t.Run(strings.TrimSuffix(name, ".txtar"), func(t *testing.T) { rows += runFile(t, path) })
		return nil
	})
	require.NoError(t, err)
	t.Logf("%d rows", rows)
	assert.GreaterOrEqual(t, rows, 300, "rows in testdata/cases")
}

func runFile(t *testing.T, path string) int {
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	file, err := Parse(data)
	require.NoError(t, err, path)
	answers := make([]string, len(file.Rows))
	for i, row := range file.Rows {
		a, req, err := file.Request(row)
		require.NoError(t, err, path)
		report := a.Analyze(req)
		answers[i] = Answer(report)
		assert.Equal(t, answers[i], Answer(a.Analyze(req)), "the same request gives the same answer")
		if !*update {
			assert.Equal(t, row.Answer, answers[i], "rows line %d: %s", row.Line, row.Command)
		}
	}
	if *update {
		require.NoError(t, os.WriteFile(path, file.Format(answers), 0o644))
	}
	return len(file.Rows)
}

func TestParseErrors(t *testing.T) {
	for _, tt := range []struct{ name, data, want string }{
		{"no prose", "-- rows --\nls\n", "no prose"},
		{"no rows", "Title.\n-- cwd --\n/x\n", "no rows"},
		{"answer first", "Title.\n-- rows --\n\tpass\n", "line 1: an answer without a command"},
		{"rows and calls", "Title.\n-- rows --\nls\n-- calls --\nRead {}\n", "section calls: the file has rows already"},
		{"unknown section", "Title.\n-- rowz --\nx\n", "section rowz: there is no such section"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse([]byte(tt.data))
			require.Error(t, err)
			assert.Contains(t, err.Error(), tt.want)
		})
	}
}
