package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/format"
	"sandbox-enforcer/cmd/internal/settings"
	"sandbox-enforcer/rules"
)

const tableLong = `Test holds the policy in effect against a table of commands: a class, a tab, and a
command on each line. The classes are SAFE, BLOCKED and NEEDS_APPROVAL; blank lines and
lines that begin with # are skipped. It runs none of the commands.

Exit status: 0 where every command has the class of its line, 1 where one has not, 2
for a table or a policy that cannot be read.`

const tableExample = `  printf 'SAFE\tgit status\nBLOCKED\trm -rf /\n' | sandbox-enforcer policy test -
  sandbox-enforcer policy test --profile standard commands.tsv`

func newPolicyTest(w world) *cobra.Command {
	var o policyOptions
	cmd := &cobra.Command{
		Use:     "test [flags] FILE",
		Short:   "Hold the policy against a table of commands and their classes",
		Long:    tableLong,
		Example: tableExample,
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return runPolicyTest(w, o, args[0]) },
	}
	addPolicyFlags(cmd.Flags(), &o)
	return cmd
}

func runPolicyTest(w world, o policyOptions, path string) error {
	rows, err := openTable(w, path)
	if err != nil {
		return err
	}
	loaded, problems, err := o.load(w)
	if err != nil {
		return err
	}
	if tellProblems(w, problems) != nil {
		return errors.New("the policy is broken: mend it first")
	}
	source, err := lintOptions{}.source(w, w.env, false)
	if err != nil {
		return err
	}
	chosen, _ := settings.Load(nil, w.env, facts.OS{})
	source.Dialect = chosen.Dialect
	judge := analyzer.Analyzer{Settings: analyzer.Settings{Policy: &loaded.Policy}, Facts: facts.OS{}}
	return tellRows(w.stdout, path, rows, func(command string) (rules.Class, string) {
		source.Text = command
		report := judge.Analyze(analyzer.Request{Tool: "Bash", Sources: []ast.Source{source}})
		return report.Class, why(report)
	})
}

// why returns what decided, for a line of its own; empty where nothing was found.
func why(report analyzer.Report) string {
	var out []string
	for _, f := range report.Findings {
		out = append(out, "    "+format.Escape(f.Message)+" ["+f.Rule.ID+"]\n")
	}
	return strings.Join(out, "")
}

// row is one line of a table.
type row struct {
	line    int
	class   rules.Class
	command string
}

// openTable reads the table at path, - being standard input.
func openTable(w world, path string) ([]row, error) {
	if path == "-" {
		return readTable(w.stdin)
	}
	full, err := oneFile(w, []string{path})
	if err != nil {
		return nil, err
	}
	f, err := os.Open(full)
	if err != nil {
		return nil, fmt.Errorf("cannot read the table: %w", err)
	}
	defer f.Close()
	return readTable(f)
}

func readTable(r io.Reader) ([]row, error) {
	var rows []row
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 64<<10), maxInput)
	for n := 1; lines.Scan(); n++ {
		text := lines.Text()
		if strings.TrimSpace(text) == "" || strings.HasPrefix(text, "#") {
			continue
		}
		name, command, tab := strings.Cut(text, "\t")
		class, known := rules.FindClass(strings.TrimSpace(name))
		switch {
		case !tab:
			return nil, fmt.Errorf("line %d of the table has no tab: write a class, a tab and a command", n)
		case !known:
			return nil, fmt.Errorf("line %d of the table has the class %q: write SAFE, BLOCKED or NEEDS_APPROVAL", n, name)
		}
		rows = append(rows, row{line: n, class: class, command: command})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("cannot read the table: %w", err)
	}
	return rows, nil
}

// tellRows writes each row that has another class than its line says, and how many
// there are.
func tellRows(out io.Writer, path string, rows []row, judge func(command string) (rules.Class, string)) error {
	differ := 0
	for _, r := range rows {
		class, why := judge(r.command)
		if class == r.class {
			continue
		}
		differ++
		got := class.String()
		if got == "" {
			got = "not judged"
		}
		fmt.Fprintf(out, "%s:%d: %s, where the table says %s: %s\n%s", format.Escape(path), r.line, got, r.class, format.Escape(r.command), why)
	}
	if _, err := fmt.Fprintf(out, "%d commands, %d differ\n", len(rows), differ); err != nil {
		return fmt.Errorf("cannot write the findings: %w", err)
	}
	if differ > 0 {
		return errFound
	}
	return nil
}
