package oracle

import (
	"fmt"
	"hash/crc32"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/origin"
	"sandbox-enforcer/rules"
)

// fault is what is wrong with the answer to one script; the zero value is none. What is
// grave may never be, of the rest there may be a share.
type fault struct{ class, detail string }

const (
	escaped    = "landed outside"
	notDenied  = "not denied"
	needless   = "changed though nothing lands"
	spilled    = "bytes outside the edits changed"
	unstable   = "changed again"
	unrunnable = "could not be run"
	unlike     = "ends otherwise"
	refused    = "asked though knowable"
)

// unrun reports whether it is told without running the script.
func (f fault) unrun() bool {
	return f.class == notDenied || f.class == needless || f.class == refused
}

func (f fault) grave() bool { return f.class != "" && f.class != unlike && f.class != refused }

// flowField is where flow scripts run.
type flowField struct {
	*field
	others otherOrigins
}

func newFlowField(t *testing.T, base string, server *origin.Server, others otherOrigins) flowField {
	t.Helper()
	f := flowField{newField(t, base, server), others}
	require.NoError(t, os.WriteFile(filepath.Join(f.bin, "sudo"), []byte("#!/bin/sh\nexec \"$@\"\n"), 0o755))
	f.env = []string{"OUT=from-env.bin", "DIR=sub", "EVIL=../evil.bin", "ABSOLUTE=" + filepath.Join(f.root, "absolute.bin"), "EMPTY=", "DASH=-x.bin"}
	return f
}

// reset makes everything anew, with the files that names are read from.
func (f flowField) reset(sandbox string) error {
	if err := f.field.reset(sandbox); err != nil {
		return err
	}
	for name, text := range map[string]string{"name.txt": "from-file.bin\n", "evil.txt": "../evil-file.bin\n"} {
		if err := os.WriteFile(filepath.Join(f.project(), name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// answered is a script with the answer to it.
type answered struct {
	flowScript
	text, sandbox string
	analyzer      analyzer.Analyzer
	report        analyzer.Report
}

// answer analyses the script with what the hook would know.
func (f flowField) answer(s flowScript) (answered, error) {
	sandbox := filepath.Join(f.root, sandboxes[s.sandbox].path)
	names := f.names(sandbox)
	a := answered{flowScript: s, text: s.text(names), sandbox: sandbox, analyzer: analyzer.Analyzer{
		Settings: analyzer.Settings{All: true, Follow: true, Sandbox: &rules.Sandbox{
			Given: expand(sandboxes[s.sandbox].given, names), Path: sandbox, Real: sandbox, Home: f.home(),
		}},
		Facts: facts.OS{},
	}}
	err := f.reset(sandbox)
	a.report = a.analyzer.Analyze(f.request(a.text))
	return a, err
}

// wrongAnswer says what is wrong with the answer to a script, which is not run.
func (f flowField) wrongAnswer(s flowScript) fault {
	a, err := f.answer(s)
	if err != nil {
		return fault{unrunnable, err.Error()}
	}
	return verdictFault(s, a.report)
}

// judge runs the script as written and as it may be run, and says what is wrong.
func (f flowField) judge(s flowScript, counts *tally) fault {
	a, err := f.answer(s)
	if err != nil {
		return fault{unrunnable, err.Error()}
	}
	script, report := a.text, a.report
	f.count(s, report, counts)
	if wrong := verdictFault(s, report); wrong.class != "" {
		return wrong
	}
	if report.Verdict == rules.Ask || report.Verdict == rules.Deny {
		return fault{}
	}
	rewritten := script
	if report.Verdict == rules.Rewrite {
		rewritten = report.Rewritten[0]
		if because := outsideEdits(report, script, rewritten); because != "" {
			return fault{spilled, because + "; rewritten as" + indented(rewritten)}
		}
		if again := a.analyzer.Analyze(f.request(rewritten)); again.Verdict > rules.Pass {
			return fault{unstable, again.Verdict.String() + ": " + reasons(again) + "; rewritten as" + indented(rewritten)}
		}
	}
	wrong := f.both(s, script, rewritten, a, counts)
	if wrong.class != "" && rewritten != script {
		wrong.detail += "; rewritten as" + indented(rewritten)
	} else if wrong.class != "" {
		wrong.detail += "; left as it is"
	}
	return wrong
}

// count counts the answer, and of what is knowable how much is let run.
func (f flowField) count(s flowScript, report analyzer.Report, counts *tally) {
	run := report.Verdict != rules.Ask && report.Verdict != rules.Deny
	counts.add("verdict "+report.Verdict.String(), "")
	for _, sort := range []struct {
		name string
		is   bool
	}{{"knowable", s.knowable()}, {"late", s.late() && !s.asks() && !s.denied()}, {"open", s.asks() && !s.denied()}, {"fed", s.denied()}} {
		if sort.is {
			counts.add(sort.name, "")
		}
		if sort.is && run {
			counts.add(sort.name+", run", "")
		}
	}
	if s.knowable() && !run && len(report.Findings) > 0 {
		counts.add("because "+gist(report.Findings[0].Message), "")
	}
}

// gist is a message without the names in it.
func gist(message string) string {
	return regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\$?\{?\b[\w.-]*[./][\w./-]*`).ReplaceAllString(message, "…")
}

// verdictFault says what is wrong with the verdict alone.
func verdictFault(s flowScript, report analyzer.Report) fault {
	changed := report.Verdict != rules.Pass && report.Verdict != rules.Allow
	switch {
	case s.denied() && s.asks() && report.Verdict == rules.Ask: // it stands in what is not read
		return fault{}
	case s.denied() && report.Verdict != rules.Deny:
		return fault{notDenied, "an interpreter is fed, and the verdict is " + report.Verdict.String() + ": " + reasons(report)}
	case s.denied():
		return fault{}
	case s.silent() && s.knowable() && changed:
		return fault{needless, report.Verdict.String() + ": " + reasons(report)}
	case report.Verdict == rules.Rewrite && (len(report.Rewritten) != 1 || report.Rewritten[0] == ""):
		return fault{unrunnable, fmt.Sprintf("the verdict is rewrite, the rewritten script %q", report.Rewritten)}
	case s.knowable() && (report.Verdict == rules.Ask || report.Verdict == rules.Deny):
		return fault{refused, report.Verdict.String() + ": " + reasons(report)}
	}
	return fault{}
}

// both runs the script as written and as rewritten and compares what they leave.
func (f flowField) both(s flowScript, script, rewritten string, a answered, counts *tally) fault {
	sandbox := a.sandbox
	before, err := f.run(script)
	if err != nil {
		return fault{unrunnable, "as written: " + err.Error()}
	}
	written := contents(before)
	if err := f.reset(sandbox); err != nil {
		return fault{unrunnable, err.Error()}
	}
	for _, dir := range a.report.Needs { // as the hook makes them
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fault{unrunnable, err.Error()}
		}
	}
	after, err := f.run(rewritten)
	if err != nil {
		return fault{unlike, err.Error()}
	}
	counts.add("ran", "")
	if wrong := landedOutside(after, sandbox); wrong.class != "" {
		return wrong
	}
	for _, o := range []outcome{before, after} {
		// What Mercurial keeps there depends on how long it took.
		maps.DeleteFunc(o.files, func(path string, _ bool) bool {
			return strings.Contains(path, "/.hg/cache/") || strings.Contains(path, "/.hg/wcache/")
		})
	}
	removes := s.any(func(p piece) bool { return p.gives == "gone" })
	if _, marked := before.landedIn(f.root); marked == 0 && !s.silent() && !removes && !s.hostile() {
		counts.once("vacuous", s.template(), f.plain(script))
		counts.add("vacuous", "")
	}
	if _, marked := after.landedIn(sandbox); marked > 0 {
		counts.add("landing scripts", "")
	}
	if s.hostile() {
		return fault{}
	}
	counts.add("chains", "")
	if wrong := f.compare(before, after, sandbox); wrong.class != "" {
		return wrong
	}
	if got := contents(after); !s.place.prints && !slices.Equal(got, written) {
		return fault{unlike, fmt.Sprintf("the content is %q instead of %q", got, written)}
	}
	return fault{}
}

// contents are the sums of what landed, in order. Left out are the files that tell times
// or paths, and what a version control system keeps for itself.
func contents(o outcome) []string {
	var out []string
	for path, marked := range o.files {
		own := func(dir string) bool { return strings.Contains(path, dir) }
		if !marked || slices.ContainsFunc([]string{".git/", "/.hg/", "/.svn/"}, own) || slices.Contains([]string{"head.txt", "log.txt", "trace.txt", "messages.txt", "web.warc", "packed.tar", "out.tar"}, filepath.Base(path)) {
			continue
		}
		body, err := os.ReadFile(path)
		if err != nil {
			body = []byte(err.Error())
		}
		out = append(out, fmt.Sprintf("%08x", crc32.ChecksumIEEE(body)))
	}
	slices.Sort(out)
	return out
}

// landedOutside says which new file with fetched bytes lies outside the sandbox. A link
// is what it leads to.
func landedOutside(after outcome, sandbox string) fault {
	for _, path := range slices.Sorted(maps.Keys(after.files)) {
		if after.files[path] && !inside(sandbox, resolved(path)) {
			return fault{escaped, path}
		}
	}
	return fault{}
}

// compare says in what the second outcome differs.
func (f flowField) compare(before, after outcome, sandbox string) fault {
	if before.status != after.status {
		return fault{unlike, fmt.Sprintf("the status is %d instead of %d: %s", after.status, before.status, strings.TrimSpace(after.out))}
	}
	files, marked := before.landedIn(f.root)
	_, landed := after.landedIn(sandbox)
	all, _ := after.landedIn(f.root)
	if marked != landed || files != all {
		return fault{unlike, fmt.Sprintf("%d files, %d of them marked, instead of %d and %d (%q instead of %q): %s",
			all, landed, files, marked, worktree(after), worktree(before), strings.TrimSpace(after.out))}
	}
	if len(before.marks) != len(after.marks) {
		return fault{unlike, fmt.Sprintf("the followers ran %v instead of %v", after.marks, before.marks)}
	}
	return fault{}
}

// outsideEdits says where the rewritten script is not the script with other text in the
// spans that the report's edits name.
func outsideEdits(report analyzer.Report, script, rewritten string) string {
	var spans []ast.Span
	for _, finding := range report.Findings {
		if finding.Fix == nil {
			continue
		}
		for _, edit := range slices.Concat(finding.Fix.Edits, finding.Fix.Follow) {
			spans = append(spans, outermost(edit))
		}
	}
	slices.SortFunc(spans, func(a, b ast.Span) int { return a.Start - b.Start })
	at, rest := 0, rewritten
	for i, span := range spans {
		if span.Start < at {
			at = max(at, span.End)
			continue
		}
		kept := script[at:span.Start]
		found := strings.Index(rest, kept)
		if found < 0 || i == 0 && found > 0 {
			return fmt.Sprintf("%q is gone", kept)
		}
		at, rest = span.End, rest[found+len(kept):]
	}
	if kept := script[at:]; !strings.HasSuffix(rest, kept) || len(spans) == 0 && rest != kept {
		return fmt.Sprintf("%q is gone", kept)
	}
	return ""
}

// outermost is the edit's span in the script that was handed over.
func outermost(edit ast.Edit) ast.Span {
	in, span := edit.In, edit.Span
	for in.Outer != nil {
		span, in = in.Outer.Span, in.OuterIn
	}
	return span
}
