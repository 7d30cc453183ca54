package casefile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/rules"
)

// FuzzAnalyze judges any command and checks what every answer must keep to: the same
// answer twice; a rewrite changes nothing outside its edits and comes to an end; and
// blanks, comments, continuations and a harmless command before make no answer weaker.
func FuzzAnalyze(f *testing.F) {
	addRows(f)
	plain, err := Parse([]byte("Any.\n-- rows --\nls\n"))
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, command string) {
		report := judgeTwice(t, plain, command)
		if report.Verdict == rules.Rewrite {
			checkRewrite(t, plain, command, report)
		}
		checkLonger(t, plain, command, report)
	})
}

// FuzzFlow does so in the scope all, where a rewritten command has nothing left to move.
func FuzzFlow(f *testing.F) {
	addRows(f)
	all, err := Parse([]byte("Any.\n-- settings --\nscope all\n-- rows --\nls\n"))
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, command string) {
		report := judgeTwice(t, all, command)
		if report.Verdict == rules.Rewrite {
			checkBytes(t, command, report)
			again := judge(t, all, report.Rewritten[0])
			require.LessOrEqual(t, again.Verdict, rules.Pass, "%q becomes %q: %s", command, report.Rewritten[0], Answer(again))
		}
		checkLonger(t, all, command, report)
	})
}

// addRows takes the commands of all case files for a beginning.
func addRows(f *testing.F) {
	paths, err := filepath.Glob(casesDir + "/*/*.txtar")
	require.NoError(f, err)
	for _, path := range paths {
		data, err := os.ReadFile(path)
		require.NoError(f, err)
		file, err := Parse(data)
		require.NoError(f, err, path)
		for _, row := range file.Rows {
			f.Add(row.Command)
		}
	}
}

// judgeTwice judges a command, which must come to an end, and to the same one again.
func judgeTwice(t *testing.T, file *File, command string) analyzer.Report {
	timer := time.AfterFunc(time.Minute, func() { panic(fmt.Sprintf("no end with %q", command)) })
	t.Cleanup(func() { timer.Stop() })
	report := judge(t, file, command)
	require.Equal(t, Answer(report), Answer(judge(t, file, command)), "judged twice")
	return report
}

// checkLonger judges a command with blanks, comments, continuations and a harmless command
// before it: no answer is weaker.
func checkLonger(t *testing.T, file *File, command string, report analyzer.Report) {
	if report.Errors[0] != nil || strings.Contains(command, "<<") || strings.HasSuffix(command, "\\") || ast.ByteHazard(command) != nil {
		return
	}
	for _, longer := range []string{"  " + command, command + "\n# comment", "true; " + command, "true\n" + command, command + "\n\n"} {
		again := judge(t, file, longer)
		if again.Errors[0] != nil {
			continue // "true; " before a bare "&" is an error of its own
		}
		assert.Equal(t, again.Verdict, rules.Stricter(report.Verdict, again.Verdict), "%q is answered %s, %q is answered %s",
			command, Answer(report), longer, Answer(again))
	}
}

func judge(t *testing.T, file *File, command string) analyzer.Report {
	return judgeRow(t, file, Row{Command: command})
}

func judgeRow(t *testing.T, file *File, row Row) analyzer.Report {
	a, req, err := file.Request(row)
	require.NoError(t, err)
	return a.Analyze(req)
}

// checkRewrite compares the bytes outside the edits, and rewrites until nothing is
// left: each step moves one more acquisition.
func checkRewrite(t *testing.T, file *File, command string, report analyzer.Report) {
	checkBytes(t, command, report)
	steps := 1 + len(report.Scripts[0].Invocations)
	for step := 0; report.Verdict == rules.Rewrite; step++ {
		require.Less(t, step, steps, "no end of rewriting %q", command)
		report = judge(t, file, report.Rewritten[0])
	}
}

// checkBytes compares the bytes outside the edits.
func checkBytes(t *testing.T, command string, report analyzer.Report) {
	rewritten := report.Rewritten[0]
	require.NotEqual(t, command, rewritten)
	first, last := len(command), 0
	for _, f := range report.Findings {
		for _, e := range append(f.Fix.Edits[:len(f.Fix.Edits):len(f.Fix.Edits)], f.Fix.Follow...) {
			span, in := e.Span, e.In
			for ; in.OuterIn != nil; in = in.OuterIn {
				span = in.Outer.Span
			}
			first, last = min(first, span.Start), max(last, span.End)
		}
	}
	require.True(t, strings.HasPrefix(rewritten, command[:first]), "before the edits of %q: %q", command, rewritten)
	require.True(t, strings.HasSuffix(rewritten, command[last:]), "behind the edits of %q: %q", command, rewritten)
}
