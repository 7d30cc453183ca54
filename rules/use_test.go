package rules

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/ast"
)

// TestReadsCorpus reads the corpora of commands that only read, and of those that do
// more: one a line after its class and a tab.
func TestReadsCorpus(t *testing.T) {
	files, err := filepath.Glob("../testdata/corpus/reads-*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	shown := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for n, line := range strings.Split(string(text), "\n") {
			class, command, ok := strings.Cut(line, "\t")
			if line == "" || line[0] == '#' {
				continue
			}
			require.True(t, ok, "%s:%d: a class, a tab and a command", file, n+1)
			script, err := ast.Parse(ast.Source{Text: command, Dialect: ast.Bash, Dir: ast.Known("/p"), Env: map[string]ast.Value{"HOME": ast.Known("/home/me")}})
			require.NoError(t, err, "%s:%d", file, n+1)
			why := OnlyReads(&Inspection{Script: script})
			switch class {
			case "SAFE":
				assert.Empty(t, why, "%s:%d: %s", file, n+1, command)
				for _, inv := range script.Invocations {
					shown[inv.Program()] = true
				}
			case "NEEDS_APPROVAL":
				assert.NotEmpty(t, why, "%s:%d: %s", file, n+1, command)
			default:
				t.Errorf("%s:%d: the class %q is not known", file, n+1, class)
			}
		}
	}
	for _, u := range Uses() {
		anyShown := u.Never != ""
		for name := range strings.FieldsSeq(u.Names) {
			anyShown = anyShown || shown[name]
		}
		assert.True(t, anyShown, "no corpus shows %s", u.Names)
		assert.NotEmpty(t, u.Doc, "the program %s has no doc", u.Names)
	}
}
