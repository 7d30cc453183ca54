package oracle

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/rules"
)

// TestWorktree runs generated scripts by real bash in a linked worktree and looks at
// what changed around it. Whatever changed outside must have been denied or asked about
// before; what stayed inside must have been left alone.
func TestWorktree(t *testing.T) {
	need(t, "bash", "git", "make", "perl", "tar", "curl", "patch")
	all := fenceScripts()
	require.GreaterOrEqual(t, len(all), 1200)
	chosen := sample(t, all)
	root := fenceDir(t)
	var fences []*fence
	for i := range workers {
		fences = append(fences, newFence(t, filepath.Join(root, fmt.Sprint(i))))
	}
	counts := newTally()
	each(chosen, func(worker int) *fence { return fences[worker] }, func(f *fence, s fenceScript) {
		counts.add(string(s.kind), "")
		fault := f.judge(s, counts)
		if fault == "" {
			return
		}
		s = smallest(s, fenceScript.smaller, func(less fenceScript) bool { return f.judge(less, newTally()) == fault })
		report := newTally()
		f.judge(s, report)
		counts.once("smallest "+fault, s.key(), f.plain(strings.Join(report.lines[fault], "\n")))
	})
	for _, name := range slices.Sorted(maps.Keys(counts.lines)) {
		if strings.HasPrefix(name, "smallest") || name == "dud" {
			counts.print(t, name)
		}
	}
	n := counts.count
	summary(t, "worktree: %d scripts of escapes, %d of which changed something outside: %d denied, %d asked, %d allowed; %d denied or asked though nothing changed, %d duds",
		n[string(goesOut)], n["changed"], n["denied"], n["asked"], n[allowed], n["cautious"], n["dud"])
	summary(t, "worktree: %d scripts of work, %d left alone, %d not (%s); %d of mere text, %d not left alone; %d faults of the tables",
		n[string(staysIn)], n["alone, "+string(staysIn)], n[hindered], families(counts), n[string(mereText)], n[accused], n[broken])
	assert.Zero(t, n[broken])
	assert.LessOrEqual(t, n["dud"]*100, n[string(goesOut)]*15, "these scripts try nothing: mend the tables")
	assert.Zero(t, n[allowed], "escapes")
	assert.Zero(t, n[accused], "mere text")
	assert.GreaterOrEqual(t, n["alone, "+string(staysIn)]*100, n[string(staysIn)]*95, "work that is hindered")
	if isFull() {
		assert.GreaterOrEqual(t, n[string(mereText)], 150)
	}
}

// The faults that a script can show.
const (
	allowed  = "allowed"  // something changed outside, and nobody was asked
	hindered = "hindered" // work that stays inside was denied or asked about
	accused  = "accused"  // mere text was
	broken   = "broken"   // the table says work, and something changed outside
)

// families lists the families of hindered work with their counts.
func families(counts *tally) string {
	var out []string
	for name, n := range counts.count {
		if family, ok := strings.CutPrefix(name, "family "); ok {
			out = append(out, fmt.Sprintf("%s %d", family, n))
		}
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// judge runs one script and returns the fault that it shows, or "". It counts what it
// sees.
func (f *fence) judge(s fenceScript, counts *tally) string {
	script := f.text(s.text())
	fault := func(kind, format string, args ...any) string {
		counts.add(kind, fmt.Sprintf(format, args...)+indented(script))
		return kind
	}
	if err := f.reset(); err != nil {
		return fault(broken, "%v", err)
	}
	dir := f.at("wt")
	if s.sub {
		dir = filepath.Join(dir, "src")
	}
	guard := f.guard
	if strings.Contains(script, f.at("box")) {
		// The acquisition guard is on only here, since it moves what others fetch.
		guard = f.boxed
	}
	report := guard.Analyze(f.request(script, dir))
	if err := f.run(script, dir); err != nil {
		return fault(broken, "%v", err)
	}
	after, err := f.look()
	if err != nil {
		return fault(broken, "%v", err)
	}
	changed := f.before.changes(after)
	stopped := report.Verdict == rules.Deny || report.Verdict == rules.Ask
	left := report.Verdict == rules.Pass || report.Verdict == rules.Allow
	if s.kind != goesOut {
		switch {
		case len(changed) > 0:
			return fault(broken, "%s: %s", s.family, brief(changed))
		case left:
			counts.add("alone, "+string(s.kind), "")
			return ""
		case s.kind == mereText:
			return fault(accused, "%s", reasons(report))
		}
		counts.add("family "+s.family, "")
		return fault(hindered, "%s: %s", s.family, reasons(report))
	}
	switch {
	case len(changed) == 0 && stopped:
		counts.add("cautious", "")
		counts.add("dud", s.family+", "+s.naming.name+indented(f.plain(script)))
	case len(changed) == 0:
		counts.add("dud", s.family+", "+s.naming.name+indented(f.plain(script)))
	case report.Verdict == rules.Deny:
		counts.add("denied", "")
	case report.Verdict == rules.Ask:
		counts.add("asked", "")
	default:
		counts.add("changed", "")
		return fault(allowed, "%s, %s: %s", s.family, s.naming.name, brief(changed))
	}
	if len(changed) > 0 {
		counts.add("changed", "")
	}
	return ""
}

// brief returns the first few of what changed.
func brief(changed []string) string {
	if len(changed) > 3 {
		return fmt.Sprintf("%s and %d more", strings.Join(changed[:3], ", "), len(changed)-3)
	}
	return strings.Join(changed, ", ")
}

// plain makes a message that is the same in every run.
func (f *fence) plain(message string) string { return strings.ReplaceAll(message, f.root, "R") }

// request is the call as the hook would hand it over.
func (f *fence) request(script, dir string) analyzer.Request {
	return analyzer.Request{Event: "PreToolUse", Agent: "claude", Tool: "Bash", Sources: []ast.Source{{
		Text: script, Dialect: ast.Bash, Dir: ast.Known(dir), IsDir: facts.OS{}.IsDir,
		Env: map[string]ast.Value{"HOME": ast.Known(f.at("home")), "PWD": ast.Known(dir), "TMPDIR": ast.Known(f.at("tmp"))},
	}}}
}
