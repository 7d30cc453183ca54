package format

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/ast"
	"sandbox-enforcer/rules"
)

func TestTreeHasNestedScripts(t *testing.T) {
	s, err := ast.Parse(ast.Source{Text: "ls\nsh -c 'git clone U'", Dialect: ast.Bash})
	require.NoError(t, err)
	r := New(nil, answer(s, rules.Pass))
	require.NoError(t, r.AddTree(s))
	top, inner, found := strings.Cut(r.Tree, "the script that the word at 2:7 carries:\n")
	require.True(t, found, r.Tree)
	assert.Contains(t, top, `"ls"`)
	assert.Contains(t, inner, `"clone"`)
	assert.NotContains(t, inner, `"ls"`)
	assert.True(t, strings.HasPrefix(write(t, "text", Options{}, r), "*syntax.File {\n"))
}

func TestTreeOfAnUnreadableScript(t *testing.T) {
	var r Report
	require.NoError(t, r.AddTree(nil))
	assert.Empty(t, r.Tree)
}
