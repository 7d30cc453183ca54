package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"

	"sandbox-enforcer/cmd/internal/casefile"
)

// askedSource holds the programs that are only asked about, as a table that nothing but
// the rules reads at run time: the documentation reads its text.
const askedSource = "rules/asked_table.go"

// asked is one row of that table.
type asked struct{ names, subs, instead, doc string }

// Where the columns stand in a row of askedRow.
const (
	askedNames, askedSubs, askedInstead, askedDoc = 0, 1, 5, 6
	askedColumns                                  = 7
)

// askedTable lists the programs that no word is changed of, and what to do instead.
func askedTable() (string, error) {
	rows, err := readAsked(askedSource, nil)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("| programs | what they fetch | why no word is changed, and what to do instead |\n|---|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", r.commands(), r.doc, capital(strings.ReplaceAll(r.instead, "SANDBOX", casefile.Sandbox)))
	}
	return b.String(), nil
}

// commands are the programs of a row, then its subcommands.
func (r asked) commands() string {
	text := words(strings.ReplaceAll(r.names, "python-", "python\x00-m\x00"))
	if r.subs != "-" {
		text += ": " + words(strings.ReplaceAll(r.subs, "/", "\x00"))
	}
	return strings.ReplaceAll(text, "\x00", " ")
}

// words writes each word as code.
func words(text string) string { return "`" + strings.Join(strings.Fields(text), "` `") + "`" }

// readAsked reads the rows out of Go source: of the file, or of src where that is given.
func readAsked(file string, src any) ([]asked, error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var rows []asked
	ast.Inspect(parsed, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Names) != 1 || spec.Names[0].Name != "askedTable" || len(spec.Values) != 1 {
			return true
		}
		table, ok := spec.Values[0].(*ast.CompositeLit)
		if !ok {
			return false
		}
		for _, row := range table.Elts {
			fields, problem := texts(row)
			if problem != nil {
				err = fmt.Errorf("%s: row %d of askedTable: %w", file, len(rows)+1, problem)
				return false
			}
			rows = append(rows, asked{fields[askedNames], fields[askedSubs], fields[askedInstead], fields[askedDoc]})
		}
		return false
	})
	if err == nil && len(rows) == 0 {
		err = fmt.Errorf("%s: there is no askedTable with rows", file)
	}
	return rows, err
}

// texts are the fields of one row, which are string literals.
func texts(row ast.Expr) ([]string, error) {
	fields, ok := row.(*ast.CompositeLit)
	if !ok || len(fields.Elts) != askedColumns {
		return nil, fmt.Errorf("it has not %d fields", askedColumns)
	}
	var out []string
	for _, field := range fields.Elts {
		lit, ok := field.(*ast.BasicLit)
		if !ok {
			return nil, fmt.Errorf("field %d is no literal", len(out)+1)
		}
		text, err := strconv.Unquote(lit.Value)
		if err != nil {
			return nil, fmt.Errorf("field %d: %w", len(out)+1, err)
		}
		out = append(out, text)
	}
	return out, nil
}
