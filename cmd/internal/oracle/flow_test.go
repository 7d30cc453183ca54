package oracle

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/cmd/internal/origin"
)

// faultsFile is the variable that names a file to write the faults to, the most frequent
// first.
const faultsFile = "SANDBOX_ENFORCER_ORACLE_FAULTS"

// TestFlow runs generated scripts in the scope all, as written and as they may be run:
// nothing that was fetched may lie outside the sandbox then, by whatever way it went, and
// the script has to end as it did.
func TestFlow(t *testing.T) {
	need(t, "bash", "git", "curl", "wget", "tar")
	leftOut(t)
	server, err := origin.New(temporary(t))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, server.Close()) })
	others := newOtherOrigins(t)
	root := temporary(t)
	all := flowScripts()
	counts, faults := newTally(), newFaults()
	each(sample(t, all), func(worker int) flowField {
		return newFlowField(t, filepath.Join(root, fmt.Sprint(worker)), server, others)
	}, func(f flowField, s flowScript) {
		if wrong := f.judge(s, counts); wrong.class != "" {
			counts.add(wrong.class, "")
			faults.add(f, s, wrong)
		}
	})
	list := faults.list()
	for _, line := range list[:min(len(list), shown)] {
		t.Log(line)
	}
	if path := os.Getenv(faultsFile); path != "" {
		require.NoError(t, os.WriteFile(path, []byte(strings.Join(list, "\n\n")+"\n"), 0o644))
	}
	counts.print(t, "vacuous")
	logReasons(t, counts)
	flowSummary(t, counts)
	assert.GreaterOrEqual(t, len(all), 3000)
	for _, class := range []string{escaped, notDenied, needless, spilled, unstable, unrunnable} {
		assert.Zero(t, counts.count[class], class)
	}
	assert.GreaterOrEqual(t, 10*counts.count["knowable, run"], 9*counts.count["knowable"], "asking is safe and of no use")
	assert.GreaterOrEqual(t, 10*(counts.count["chains"]-counts.count[unlike]), 9*counts.count["chains"], "scripts have to end as without us")
	assert.LessOrEqual(t, 20*counts.count["vacuous"], counts.count["ran"], "scripts have to fetch something")
}

func flowSummary(t *testing.T, counts *tally) {
	t.Helper()
	n := counts.count
	share := func(part, whole int) string { return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(max(whole, 1))) }
	var verdicts []string
	total := 0
	for _, name := range slices.Sorted(maps.Keys(n)) {
		if verdict, found := strings.CutPrefix(name, "verdict "); found {
			verdicts, total = append(verdicts, fmt.Sprintf("%d %s", n[name], verdict)), total+n[name]
		}
	}
	summary(t, "flow: %d scripts (%s), %d of %d knowable let run (%s), %d of %d known at run time, %d of %d others, %d of %d that feed an interpreter",
		total, strings.Join(verdicts, ", "), n["knowable, run"], n["knowable"], share(n["knowable, run"], n["knowable"]),
		n["late, run"], n["late"], n["open, run"], n["open"], n["fed, run"], n["fed"])
	summary(t, "flow: %d run, %d of them landed in the sandbox, %d of %d ended as without us (%s); faults: %d %s, %d %s, %d %s, %d %s, %d %s, %d %s",
		n["ran"], n["landing scripts"], n["chains"]-n[unlike], n["chains"], share(n["chains"]-n[unlike], n["chains"]),
		n[escaped], escaped, n[notDenied], notDenied, n[needless], needless, n[spilled], spilled, n[unstable], unstable, n[unrunnable], unrunnable)
}

// logReasons tells why what is knowable is asked about, the most frequent reasons first.
func logReasons(t *testing.T, counts *tally) {
	t.Helper()
	var reasons []string
	for name := range counts.count {
		if reason, found := strings.CutPrefix(name, "because "); found {
			reasons = append(reasons, reason)
		}
	}
	slices.SortFunc(reasons, func(a, b string) int {
		return cmp.Or(counts.count["because "+b]-counts.count["because "+a], cmp.Compare(a, b))
	})
	for _, reason := range reasons[:min(len(reasons), shown/3)] {
		t.Logf("asked %d times: %s", counts.count["because "+reason], reason)
	}
}

// leftOut tells which pieces are left out, and in CI fails for want of a program. Those of
// a tool that the rules do not know are none of theirs.
func leftOut(t *testing.T) {
	t.Helper()
	for _, p := range slices.Concat(flowSources, flowSinks, flowCarriers, flowFollowers) {
		for _, program := range strings.Fields(p.needs) {
			if installed(program) != "" {
				continue
			}
			summary(t, "flow: left out for want of %s: %s", program, p.text)
			assert.False(t, inCI(), "install %s", program)
		}
	}
}

// faults are the smallest scripts that fail, each with how many scripts failed for it.
type faults struct {
	mu    sync.Mutex
	known map[string]string // what was found out about scripts already, by their text
	count map[string]int
	lines map[string]string
	class map[string]string
}

func newFaults() *faults {
	return &faults{known: map[string]string{}, count: map[string]int{}, lines: map[string]string{}, class: map[string]string{}}
}

// add makes the script smaller as long as it fails in the same way, and counts it.
func (l *faults) add(f flowField, s flowScript, wrong fault) {
	s = smallest(s, flowScript.smaller, func(less flowScript) bool { return l.judge(f, less, wrong.unrun()) == wrong.class })
	key := wrong.class + s.template()
	l.mu.Lock()
	l.count[key]++
	first := l.count[key] == 1
	l.mu.Unlock()
	if !first {
		return
	}
	again := f.judge(s, newTally())
	if again.class != wrong.class {
		again.detail = "not when run again; the script that it was found in: " + wrong.detail
	}
	sandbox := filepath.Join(f.root, sandboxes[s.sandbox].path)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.class[key] = wrong.class
	l.lines[key] = f.plain(wrong.class + ":" + indented(s.text(f.names(sandbox))) + "\n  → " + again.detail)
}

// judge is what is wrong with a script, or with the answer alone, found out once.
func (l *faults) judge(f flowField, s flowScript, unrun bool) string {
	key := fmt.Sprint(unrun, s.sandbox) + s.template()
	l.mu.Lock()
	class, found := l.known[key]
	l.mu.Unlock()
	if !found {
		if unrun {
			class = f.wrongAnswer(s).class
		} else {
			class = f.judge(s, newTally()).class
		}
		l.mu.Lock()
		l.known[key] = class
		l.mu.Unlock()
	}
	return class
}

// list returns the faults, the most frequent first and of equally frequent ones the
// graver.
func (l *faults) list() []string {
	order := []string{escaped, notDenied, needless, spilled, unstable, unrunnable, unlike, refused}
	all := slices.SortedFunc(maps.Keys(l.lines), func(a, b string) int {
		return cmp.Or(l.count[b]-l.count[a], slices.Index(order, l.class[a])-slices.Index(order, l.class[b]), cmp.Compare(a, b))
	})
	var out []string
	for _, key := range all {
		out = append(out, fmt.Sprintf("%d × %s", l.count[key], l.lines[key]))
	}
	return out
}

// TestFlowPieces wants every piece that can be used here in some script, and none twice.
func TestFlowPieces(t *testing.T) {
	used := map[piece]bool{}
	for _, s := range flowScripts() {
		for _, p := range s.pieces() {
			used[p] = true
		}
	}
	tables := map[string][]piece{
		"sources": flowSources, "words": flowWords, "places": flowPlaces, "sinks": flowSinks, "carriers": flowCarriers, "followers": flowFollowers,
	}
	for name, table := range tables {
		seen := map[string]bool{}
		for _, p := range table {
			assert.True(t, used[p] || !p.usable(), "%s: no script has %q", name, p.text)
			assert.False(t, seen[p.pre+p.text], "%s: %q stands twice", name, p.text)
			seen[p.pre+p.text] = true
		}
	}
}
