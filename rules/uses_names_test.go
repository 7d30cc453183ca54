package rules

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write uses_names.go again")

// TestUseNames holds the list of programs against the cases of the tables that findUse
// asks; with -update it is written again.
func TestUseNames(t *testing.T) {
	files := sourceFiles(t, "uses*.go")
	var entries []string
	seen := map[string]bool{}
	for _, table := range tablesOf(t, files) {
		for _, names := range casesOf(t, files, table) {
			for _, name := range names {
				assert.False(t, seen[name], "two entries for %s: findUse takes the first", name)
				seen[name] = true
			}
			entries = append(entries, strings.Join(names, " "))
		}
	}
	want := strings.Join(entries, "\n")
	if *update {
		text := "package rules\n\n// useNames are the programs of the tables that findUse asks, one entry a line. It is\n" +
			"// written by \"go test ./rules -run UseNames -update\".\nconst useNames = `" + want + "`\n"
		require.NoError(t, os.WriteFile("uses_names.go", []byte(text), 0o644))
		return
	}
	assert.Equal(t, want, useNames, "run go test ./rules -run UseNames -update")
}

// TestUsesAreNoVariables keeps the tables out of what the runtime works through at the
// start of the hook.
func TestUsesAreNoVariables(t *testing.T) {
	for _, file := range sourceFiles(t, "*.go") {
		for _, decl := range file.Decls {
			if decl, ok := decl.(*ast.GenDecl); ok && decl.Tok == token.VAR {
				ast.Inspect(decl, func(n ast.Node) bool {
					use, ok := n.(*ast.Ident)
					assert.False(t, ok && use.Name == "Use", "the variable %s holds a Use: make it a function", decl.Specs[0].(*ast.ValueSpec).Names[0])
					return true
				})
			}
		}
	}
}

// sourceFiles parses the files of the package that match, without its tests.
func sourceFiles(t *testing.T, pattern string) []*ast.File {
	paths, err := filepath.Glob(pattern)
	require.NoError(t, err)
	var files []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		require.NoError(t, err)
		files = append(files, file)
	}
	require.NotEmpty(t, files)
	return files
}

// functionNamed finds a function by its name.
func functionNamed(t *testing.T, files []*ast.File, name string) *ast.FuncDecl {
	for _, file := range files {
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Name.Name == name {
				return f
			}
		}
	}
	require.Fail(t, "there is no function "+name)
	return nil
}

// tablesOf reads which tables findUse asks, in their order.
func tablesOf(t *testing.T, files []*ast.File) []string {
	var tables []string
	ast.Inspect(functionNamed(t, files, "findUse"), func(n ast.Node) bool {
		if list, ok := n.(*ast.CompositeLit); ok {
			for _, element := range list.Elts {
				tables = append(tables, element.(*ast.Ident).Name)
			}
		}
		return true
	})
	require.NotEmpty(t, tables)
	return tables
}

// casesOf reads the names in each case of a table.
func casesOf(t *testing.T, files []*ast.File, table string) [][]string {
	var entries [][]string
	body := functionNamed(t, files, table).Body.List
	require.IsType(t, &ast.SwitchStmt{}, body[0], table)
	for _, clause := range body[0].(*ast.SwitchStmt).Body.List {
		var names []string
		for _, e := range clause.(*ast.CaseClause).List {
			require.IsType(t, &ast.BasicLit{}, e, table)
			name, err := strconv.Unquote(e.(*ast.BasicLit).Value)
			require.NoError(t, err)
			names = append(names, name)
		}
		entries = append(entries, names)
	}
	return entries
}
