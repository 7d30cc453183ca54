package floors

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	root   = "../../.."
	module = "sandbox-enforcer"
)

// floor is the height of a package of the project: it may import lower ones, and
// under cmd/internal those of its own height.
func floor(dir string) int {
	switch {
	case dir == "ast":
		return 1
	case dir == "rules":
		return 2
	case dir == "analyzer":
		return 3
	case strings.HasPrefix(dir, "cmd/internal/"):
		return 4
	case strings.HasPrefix(dir, "cmd/"):
		return 5
	}
	return 0
}

// outside are the packages of the outside world.
var outside = []string{"os", "os/", "io/fs", "io/ioutil", "net", "net/", "time", "syscall", "path/filepath", "golang.org/x/sys"}

// edge names what is wrong with an import, or is empty.
func edge(dir, imported string) string {
	from := floor(dir)
	switch inner, ours := strings.CutPrefix(imported, module+"/"); {
	case from == 0:
		return "the package is on no floor"
	case ours && floor(inner) > from, ours && floor(inner) == from && from != 4:
		return "a package imports only lower floors"
	case strings.HasPrefix(imported, "mvdan.cc/sh") && from != 1:
		return "only ast imports the grammar's library"
	case from <= 3 && isOutside(imported):
		return "only packages under cmd meet the outside world"
	}
	return ""
}

func isOutside(imported string) bool {
	for _, p := range outside {
		if imported == p || strings.HasSuffix(p, "/") && strings.HasPrefix(imported, p) {
			return true
		}
	}
	return false
}

func TestFloors(t *testing.T) {
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		require.NoError(t, err)
		name := d.Name()
		if d.IsDir() && (strings.HasPrefix(name, ".") && len(name) > 2 || name == "testdata" || name == "bin") {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		files++
		rel, err := filepath.Rel(root, path)
		require.NoError(t, err)
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		require.NoError(t, err)
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			require.NoError(t, err)
			assert.Empty(t, edge(filepath.ToSlash(filepath.Dir(rel)), imported), "%s imports %s", rel, imported)
		}
		return nil
	})
	require.NoError(t, err)
	assert.Greater(t, files, 20, "source files read")
}

// forbidden are packages that the hook does not link: they are for people, who wait.
var forbidden = []string{"cmd/internal/audit/read", "cmd/internal/doctor", "cmd/internal/format", "cmd/internal/install", "cmd/internal/obey"}

func TestHookIsLean(t *testing.T) {
	linked := map[string]bool{}
	var follow func(dir string)
	follow = func(dir string) {
		if linked[dir] {
			return
		}
		linked[dir] = true
		files, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
		require.NoError(t, err)
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
			require.NoError(t, err)
			for _, spec := range file.Imports {
				if inner, ours := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), module+"/"); ours {
					follow(inner)
				}
			}
		}
	}
	follow("cmd/sandbox-enforcer-hook")
	assert.True(t, linked["cmd/internal/hook"])
	for _, dir := range forbidden {
		assert.DirExists(t, filepath.Join(root, dir))
		assert.False(t, linked[dir], "the hook links %s", dir)
	}
}

func TestEdge(t *testing.T) {
	for _, tt := range []struct{ name, dir, imported, want string }{
		{"down", "rules", module + "/ast", ""},
		{"up", "ast", module + "/rules", "a package imports only lower floors"},
		{"commands do not import each other", "cmd/a", module + "/cmd/b", "a package imports only lower floors"},
		{"side by side under internal", "cmd/internal/a", module + "/cmd/internal/b", ""},
		{"grammar", "rules", "mvdan.cc/sh/v3/syntax", "only ast imports the grammar's library"},
		{"outside world", "analyzer", "os/exec", "only packages under cmd meet the outside world"},
		{"time", "ast", "time", "only packages under cmd meet the outside world"},
		{"outside world under cmd", "cmd/internal/facts", "os", ""},
		{"no floor", "pkg/x", "fmt", "the package is on no floor"},
	} {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, edge(tt.dir, tt.imported)) })
	}
}
