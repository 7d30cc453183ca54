package oracle

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
)

// The judges are judged: one that accepts everything would find no fault.

func TestFind(t *testing.T) {
	tests := map[string]struct {
		script string
		start  logged
		want   found
	}{
		"exact":             {"git clone u", logged{"git", "/w", []string{"clone", "u"}}, exact},
		"no invocation":     {"echo git clone u", logged{"git", "/w", []string{"clone", "u"}}, missed},
		"another word":      {"git clone v", logged{"git", "/w", []string{"clone", "u"}}, other},
		"a word too few":    {"git clone", logged{"git", "/w", []string{"clone", "u"}}, other},
		"a word too many":   {"git clone u v", logged{"git", "/w", []string{"clone", "u"}}, other},
		"another directory": {"git clone u", logged{"git", "/x", []string{"clone", "u"}}, other},
		"unknown word":      {"git clone \"$X\"", logged{"git", "/w", []string{"clone", "u"}}, open},
		"unknown end":       {"git clone \"u$X\"", logged{"git", "/w", []string{"clone", "uv"}}, open},
		"unknown, not it":   {"git clone \"u$X\"", logged{"git", "/w", []string{"clone", "v"}}, other},
		"many words":        {"git clone $X", logged{"git", "/w", []string{"clone", "a", "b"}}, open},
		"no words":          {"git clone $X", logged{"git", "/w", []string{"clone"}}, open},
		"behind a wrapper":  {"env git clone u", logged{"env", "/w", []string{"git", "clone", "u"}}, wrapper},
		"one of two":        {"git clone v; git clone u", logged{"git", "/w", []string{"clone", "u"}}, exact},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			script, err := ast.Parse(ast.Source{Text: tt.script, Dialect: ast.Bash, Dir: ast.Known("/w")})
			require.NoError(t, err)
			got, _ := find(script, tt.start)
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestRecords(t *testing.T) {
	got, err := records([]byte("4\x00git\x00/nowhere\x00clone\x00\x002\x00curl\x00/nowhere\x00"))
	require.NoError(t, err)
	assert.Equal(t, []logged{{"git", "/nowhere", []string{"clone", ""}}, {"curl", "/nowhere", []string{}}}, got)
	none, err := records(nil)
	require.NoError(t, err)
	assert.Empty(t, none)
	for name, log := range map[string]string{"cut off": "4\x00git\x00/nowhere\x00", "no number": "git\x00/nowhere\x00"} {
		_, err := records([]byte(log))
		assert.ErrorContains(t, err, "the log is broken", name)
	}
}

func TestQuotesMeanTheCommand(t *testing.T) {
	need(t, "bash")
	s := newStage(t, temporary(t))
	for style := range 3 {
		script := startScript{place: places[0], carriers: carriers[:1], style: style, spelling: spellings[0], program: "git", words: []word{
			{text: "'a b'"}, {text: "\"$HOME\"'$x'"}, {text: "\\\\"}, {text: "`printf '\\\\'`"}, {text: "$'it\\'s'"},
		}}
		require.NoError(t, s.reset())
		got, err := s.run(script.text(s.bin))
		require.NoError(t, err)
		require.NotEmpty(t, got)
		assert.Equal(t, logged{"git", s.work, []string{"a b", s.home + "$x", "\\", "\\", "it's"}}, got[len(got)-1], script.text(s.bin))
	}
}

func TestOutcome(t *testing.T) {
	before := outcome{files: map[string]bool{"/r/project/a": true}, marks: map[string][]string{"7": {"/r/project/a"}}}
	tests := map[string]struct {
		after    outcome
		follower follower
		want     string
	}{
		"outside":        {outcome{files: map[string]bool{"/r/project/a": true}}, follower{}, "landed outside"},
		"unmarked too":   {outcome{files: map[string]bool{"/r/project/log": false}}, follower{}, "landed outside"},
		"nothing landed": {outcome{}, follower{}, "0 files landed"},
	}
	f := &field{root: "/r"}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			because := f.compare(landingScript{follower: tt.follower}, before, tt.after, "/r/sandbox", analyzer.Analyzer{})
			assert.Contains(t, because, tt.want)
		})
	}
	here := outcome{marks: map[string][]string{"7": {"/r/project/mine"}}}
	there := outcome{marks: map[string][]string{"7": {"/r/project"}}}
	assert.Contains(t, f.compare(landingScript{follower: follower{names: true}}, here, there, "/r/sandbox", analyzer.Analyzer{}), "follower 7 ran in")
	assert.Contains(t, f.compare(landingScript{}, outcome{status: 0}, outcome{status: 1}, "/r/sandbox", analyzer.Analyzer{}), "the status is 1")
	assert.Contains(t, f.compare(landingScript{}, outcome{}, there, "/r/sandbox", analyzer.Analyzer{}), "follower 7 ran in")
	assert.Empty(t, f.compare(landingScript{}, there, there, "/r/sandbox", analyzer.Analyzer{}))
}

func TestWrongSplice(t *testing.T) {
	script, err := ast.Parse(ast.Source{Text: "a b; c d", Dialect: ast.Bash})
	require.NoError(t, err)
	end := script.Invocations[0].Name.Span.End
	sp := splice{inv: 0, edit: ast.Edit{In: script, Span: ast.Span{Start: end, End: end}, Text: inserted}, isNew: true}
	tests := map[string]struct{ result, want string }{
		"right":            {"a --inserted b; c d", ""},
		"nothing":          {"a b; c d", "stands there"},
		"another word":     {"a --other b; c d", "stands there"},
		"bytes before":     {"A --inserted b; c d", "bytes outside"},
		"bytes after":      {"a --inserted b; c e", "bytes outside"},
		"not read":         {"a ( b; c d", "stands there"},
		"another command":  {"a ; --inserted b; c d", "stands there"},
		"joined to a word": {"a--inserted b; c d", "is read instead of"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := sp.wrong(script, tt.result)
			if tt.want == "" {
				assert.Empty(t, got)
				return
			}
			assert.Contains(t, got, tt.want)
		})
	}
}
