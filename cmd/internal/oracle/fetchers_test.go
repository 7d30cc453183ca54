package oracle

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/origin"
	"sandbox-enforcer/rules"
)

// fetcherLine is one command line of a download program. In it U is the server, S the
// sandbox, and B a directory beside it that exists.
type fetcherLine struct {
	program, line string
	// asks says that the answer is a question; every other line has to be let run.
	asks bool
}

// TestFetchers runs command lines of the programs that the scope all adds, once as
// written and once as rewritten: what the server marked lies in the sandbox, and there
// are as many files as without us.
func TestFetchers(t *testing.T) {
	need(t, "bash", "git")
	server, err := origin.New(temporary(t))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, server.Close()) })
	for _, d := range downloaders {
		t.Run(d.program, func(t *testing.T) {
			need(t, strings.Fields(d.program)[0])
			testFetcher(t, server, d.program, sample(t, d.all()))
		})
	}
}

func testFetcher(t *testing.T, server *origin.Server, program string, lines []fetcherLine) {
	root := temporary(t)
	counts := newTally()
	each(lines, func(worker int) *field {
		return newField(t, filepath.Join(root, fmt.Sprint(worker)), server)
	}, func(f *field, l fetcherLine) { f.judgeFetcher(l, counts) })
	counts.print(t, "fault")
	summary(t, "fetchers, %s: %d lines, %d rewritten, %d left alone, %d asked, %d files landed, %d faults",
		program, len(lines), counts.count["rewritten"], counts.count["alone"], counts.count["asked"], counts.count["landed"], counts.count["fault"])
	assert.Zero(t, counts.count["fault"])
}

// judgeFetcher runs one line in both ways and notes what is wrong with it.
func (f *field) judgeFetcher(l fetcherLine, counts *tally) {
	sandbox := filepath.Join(f.root, "sand box")
	script := f.spelled(l.line, sandbox)
	fault := func(format string, args ...any) {
		counts.add("fault", f.plain(fmt.Sprintf(format, args...)+indented(script)))
	}
	if err := f.reset(sandbox); err != nil {
		fault("%v", err)
		return
	}
	a := analyzer.Analyzer{
		Settings: analyzer.Settings{All: true, Sandbox: &rules.Sandbox{Given: sandbox, Path: sandbox, Real: sandbox, Home: f.home()}},
		Facts:    facts.OS{},
	}
	report := a.Analyze(f.request(script))
	if (report.Verdict == rules.Ask) != l.asks {
		fault("the verdict is %s: %s", report.Verdict, reasons(report))
		return
	}
	rewritten := script
	switch report.Verdict {
	case rules.Ask:
		counts.add("asked", "")
		return
	case rules.Pass:
		counts.add("alone", "")
	case rules.Rewrite:
		rewritten = report.Rewritten[0]
		counts.add("rewritten", "")
	default:
		fault("the verdict is %s: %s", report.Verdict, reasons(report))
		return
	}
	before, err := f.run(script)
	if err != nil {
		fault("%v", err)
		return
	}
	if err := f.reset(sandbox); err != nil {
		fault("%v", err)
		return
	}
	after, err := f.run(rewritten)
	if err != nil {
		fault("rewritten: %v", err)
		return
	}
	_, landed := after.landedIn(sandbox)
	for range landed {
		counts.add("landed", "")
	}
	if because := f.fetchedWrong(before, after, sandbox); because != "" {
		fault("%s; rewritten as%s\n  from", because, indented(rewritten))
	}
}

// fetchedWrong says what is wrong with the second outcome, or nothing.
func (f *field) fetchedWrong(before, after outcome, sandbox string) string {
	for path, marked := range after.files {
		if marked && !inside(sandbox, path) {
			return path + " landed outside"
		}
	}
	files, marked := before.landedIn(f.root)
	gotFiles, gotMarked := after.landedIn(f.root)
	switch {
	case files != gotFiles || marked != gotMarked:
		return fmt.Sprintf("%d files landed, %d of them marked, instead of %d and %d: %s", gotFiles, gotMarked, files, marked, strings.TrimSpace(after.out))
	case before.status != after.status:
		return fmt.Sprintf("the status is %d instead of %d: %s", after.status, before.status, strings.TrimSpace(after.out))
	}
	return ""
}

// spelled fills in what a line leaves open.
func (f *field) spelled(line, sandbox string) string {
	return strings.NewReplacer("«U»", f.server.URL, "«S»", "'"+sandbox+"'", "«B»", filepath.Join(f.root, "tmp")).Replace(line)
}
