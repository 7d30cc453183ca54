package oracle

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/rules"
)

// The judge of flows is judged: one that accepts everything would find no fault.
func TestFlowCompare(t *testing.T) {
	f := flowField{field: &field{root: "/r"}}
	sandbox := "/r/home/work/sandbox"
	before := outcome{files: map[string]bool{"/r/project/a": true, "/r/project/sum": false}, marks: map[string][]string{"5": {"/r"}}}
	alike := func(change func(*outcome)) outcome {
		o := outcome{files: map[string]bool{sandbox + "/a": true, "/r/project/sum": false}, marks: map[string][]string{"5": {"/r"}}}
		change(&o)
		return o
	}
	tests := map[string]struct {
		after outcome
		want  string
	}{
		"alike":          {alike(func(*outcome) {}), ""},
		"status":         {alike(func(o *outcome) { o.status = 1 }), "the status is 1"},
		"one marked few": {alike(func(o *outcome) { o.files[sandbox+"/a"] = false }), "0 of them marked"},
		"one file few":   {alike(func(o *outcome) { delete(o.files, "/r/project/sum") }), "1 files"},
		"one file more":  {alike(func(o *outcome) { o.files["/r/project/b"] = false }), "3 files"},
		"no follower":    {alike(func(o *outcome) { o.marks = nil }), "the followers ran"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := f.compare(before, tt.after, sandbox)
			assert.Equal(t, tt.want != "", got.class == unlike)
			assert.Contains(t, got.detail, tt.want)
		})
	}
	assert.Equal(t, fault{escaped, "/r/project/a"}, landedOutside(before, sandbox))
	assert.Equal(t, fault{}, landedOutside(alike(func(*outcome) {}), sandbox))
	assert.True(t, fault{class: escaped}.grave())
	assert.False(t, fault{class: unlike}.grave())
	assert.False(t, fault{}.grave())
}

func TestFlowVerdicts(t *testing.T) {
	quiet := piece{gives: "nothing"}
	tests := map[string]struct {
		script  flowScript
		verdict rules.Verdict
		want    string
	}{
		"fed, denied":                 {flowScript{act: act{sink: piece{denied: true}}}, rules.Deny, ""},
		"fed, asked":                  {flowScript{act: act{sink: piece{denied: true}}}, rules.Ask, notDenied},
		"fed where none reads, asked": {flowScript{place: piece{asks: true}, act: act{sink: piece{denied: true}}}, rules.Ask, ""},
		"fed where none reads, run":   {flowScript{place: piece{asks: true}, act: act{sink: piece{denied: true}}}, rules.Pass, notDenied},
		"fed, run":                    {flowScript{act: act{sink: piece{denied: true}}}, rules.Pass, notDenied},
		"printed":                     {flowScript{act: act{sink: quiet}}, rules.Pass, ""},
		"printed, asked":              {flowScript{act: act{sink: quiet}}, rules.Ask, needless},
		"printed into file":           {flowScript{act: act{sink: quiet}, place: piece{prints: true}}, rules.Ask, refused},
		"knowable, asked":             {flowScript{}, rules.Ask, refused},
		"knowable, denied":            {flowScript{}, rules.Deny, refused},
		"late, asked":                 {flowScript{act: act{word: piece{late: true}}}, rules.Ask, ""},
		"open, asked":                 {flowScript{act: act{source: piece{asks: true}}}, rules.Ask, ""},
		"no new script":               {flowScript{}, rules.Rewrite, unrunnable},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, verdictFault(tt.script, analyzer.Report{Verdict: tt.verdict}).class)
		})
	}
}

func TestOutsideEdits(t *testing.T) {
	script, err := ast.Parse(ast.Source{Text: "a b; c d", Dialect: ast.Bash})
	require.NoError(t, err)
	edits := []ast.Edit{{In: script, Span: ast.Span{Start: 2, End: 3}, Text: "B"}, {In: script, Span: ast.Span{Start: 8, End: 8}, Text: " e"}}
	report := analyzer.Report{Findings: []rules.Finding{{Fix: &rules.Suggestion{Edits: edits[:1], Follow: edits[1:]}}}}
	for rewritten, alike := range map[string]bool{"a B; c d e": true, "a BB; c d": true, "A B; c d e": false, "a B; c x e": false, "x a B; c d e": false, "a B; c  d": false} {
		assert.Equal(t, alike, outsideEdits(report, "a b; c d", rewritten) == "", rewritten)
	}
	assert.NotEmpty(t, outsideEdits(analyzer.Report{}, "a", "a b"), "nothing was to be edited")
	assert.Empty(t, outsideEdits(analyzer.Report{}, "a", "a"))
}
