package format

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/rules"
)

// script returns a script of that text as it is handed over.
func script(text string) *ast.Script { return &ast.Script{Source: ast.Source{Text: text}} }

// nest returns a script that is carried by the word at span of outer.
func nest(outer *ast.Script, span ast.Span, text string) *ast.Script {
	inner := script(text)
	inner.Outer, inner.OuterIn = &ast.Arg{Span: span}, outer
	return inner
}

// answer returns the answer to one script, which findings can be added to.
func answer(s *ast.Script, verdict rules.Verdict) analyzer.Report {
	return analyzer.Report{
		Request: analyzer.Request{Sources: []ast.Source{s.Source}},
		Verdict: verdict,
		Scripts: []*ast.Script{s},
	}
}

func known(texts ...string) []ast.Arg {
	var args []ast.Arg
	for _, t := range texts {
		args = append(args, ast.Arg{Value: ast.Known(t)})
	}
	return args
}

var outside = &rules.Rule{ID: "acquire-outside"}

// clone is the answer to a clone that is moved: every field of a report has a value.
func clone() analyzer.Report {
	s := script("git clone https://example.com/o/r.git /tmp/r")
	s.Invocations = []*ast.Invocation{{
		In: s, Span: ast.Span{Start: 0, End: 44}, Name: &known("git")[0], Dir: ast.Known("/w"), Via: []string{"sudo"},
		Args: append(known("clone", "https://example.com/o/r.git"), ast.Arg{Value: ast.Unknown("not set here", "OUT")}),
	}}
	a := answer(s, rules.Rewrite)
	a.Rewritten = []string{"git clone https://example.com/o/r.git ~/s/r"}
	a.Grant = true
	a.Subject = &rules.Acquisition{
		Type: "git-clone", Noun: "git clone", URL: "https://example.com/o/r.git", Destination: "/tmp/r",
		Flags: []string{"--depth"}, Old: "/tmp/r", New: "~/s/r", NewPath: "/home/me/s/r",
	}
	a.Findings = []rules.Finding{{
		Rule: outside, In: s, Span: ast.Span{Start: 38, End: 44}, Verdict: rules.Rewrite,
		Message:     `git clone lands outside the sandbox: it is moved to "~/s/r"`,
		Because:     []rules.Note{{In: s, Span: ast.Span{Start: 10, End: 37}, Message: "fetched from here"}},
		Fix:         &rules.Suggestion{Edits: []ast.Edit{{In: s, Span: ast.Span{Start: 38, End: 44}, Text: "~/s/r"}}},
		Acquisition: a.Subject,
	}}
	return a
}

func write(t *testing.T, form string, o Options, r Report) string {
	t.Helper()
	f, ok := Find(form)
	require.True(t, ok, form)
	var b bytes.Buffer
	require.NoError(t, f.Write(&b, o, r))
	return b.String()
}

func TestJSONHasEveryKeyInOrder(t *testing.T) {
	want := `{
  "id": "7",
  "command": "git clone https://example.com/o/r.git /tmp/r",
  "decision": "rewrite",
  "changed": true,
  "type": "git-clone",
  "url": "https://example.com/o/r.git",
  "destination": "/tmp/r",
  "flags": [
    "--depth"
  ],
  "rewritten": "git clone https://example.com/o/r.git ~/s/r",
  "new_path": "/home/me/s/r",
  "needs": [],
  "grant": true,
  "findings": [
    {
      "rule": "acquire-outside",
      "verdict": "rewrite",
      "message": "git clone lands outside the sandbox: it is moved to \"~/s/r\"",
      "start": 38,
      "end": 44,
      "line": 1,
      "column": 39,
      "because": [
        {
          "message": "fetched from here",
          "start": 10,
          "end": 37,
          "line": 1,
          "column": 11
        }
      ],
      "edits": [
        {
          "start": 38,
          "end": 44,
          "text": "~/s/r"
        }
      ]
    }
  ],
  "invocations": [
    {
      "name": "git",
      "args": [
        "clone",
        "https://example.com/o/r.git",
        "${OUT}"
      ],
      "via": [
        "sudo"
      ],
      "dir": "/w",
      "start": 0,
      "end": 44
    }
  ]
}
`
	assert.Equal(t, want, write(t, "json", Options{}, New(json.RawMessage(`"7"`), clone())))
}

func TestJSONWithoutAnything(t *testing.T) {
	r := New(nil, answer(script(""), rules.Pass))
	want := `{"command":"","decision":"pass","changed":false,"type":"passthrough","flags":[],"needs":[],"grant":false,"findings":[],"invocations":[]}` + "\n"
	assert.Equal(t, want, write(t, "jsonl", Options{}, r))
}

func TestJSONKeepsShellOperators(t *testing.T) {
	r := New(nil, answer(script("a && b > c\n<d"), rules.Pass))
	assert.Contains(t, write(t, "jsonl", Options{}, r), `"command":"a && b > c\n<d"`)
}

func TestIDIsKeptAsItIs(t *testing.T) {
	for _, id := range []string{`"a"`, `7`, `1.50`, `{"k":[1,2]}`} {
		r := New(json.RawMessage(id), answer(script(""), rules.Pass))
		assert.Contains(t, write(t, "jsonl", Options{}, r), `{"id":`+id+`,`)
	}
}

func TestJSONLIsOneLine(t *testing.T) {
	a := clone()
	a.Request.Sources[0].Text += "\n\nls"
	out := write(t, "jsonl", Options{Colour: true}, New(nil, a))
	assert.Equal(t, len(out)-1, bytes.IndexByte([]byte(out), '\n'))
	assert.True(t, json.Valid([]byte(out)))
}

func TestPlacesOfNestedScripts(t *testing.T) {
	top := script("true\nbash -c 'cd /x\neval \"git clone U\"'")
	mid := nest(top, ast.Span{Start: 13, End: 40}, "cd /x\neval \"git clone U\"")
	low := nest(mid, ast.Span{Start: 11, End: 24}, "git clone U")
	a := answer(top, rules.Ask)
	a.Findings = []rules.Finding{{
		Rule: outside, In: low, Span: ast.Span{Start: 4, End: 9},
		Because: []rules.Note{{In: mid, Span: ast.Span{Start: 6, End: 10}}},
		Fix:     &rules.Suggestion{Edits: []ast.Edit{{In: low, Span: ast.Span{Start: 11, End: 11}, Text: " D"}}},
	}}
	top.Invocations = []*ast.Invocation{{In: low, Span: ast.Span{Start: 0, End: 11}, Name: &known("git")[0]}}
	word := Place{Start: 13, End: 40, Line: 2, Column: 9}

	r := New(nil, a)
	f := r.Findings[0]
	assert.Equal(t, word, f.Place)
	assert.Equal(t, &Inner{Place: Place{Start: 4, End: 9, Line: 1, Column: 5}, text: "git clone U"}, f.Inner)
	assert.Equal(t, word, f.Because[0].Place)
	assert.Equal(t, Place{Start: 6, End: 10, Line: 2, Column: 1}, f.Because[0].Inner.Place)
	assert.Equal(t, Edit{Start: 13, End: 40, Text: " D", Inner: &Inner{Place: Place{Start: 11, End: 11, Line: 1, Column: 12}, text: "git clone U"}}, f.Edits[0])
	assert.Equal(t, 13, r.Invocations[0].Start)
	assert.Equal(t, Place{Start: 0, End: 11, Line: 1, Column: 1}, r.Invocations[0].Inner.Place)
	assert.Contains(t, write(t, "jsonl", Options{}, r), `"inner":{"start":4,"end":9,"line":1,"column":5}`)
}

func TestSubject(t *testing.T) {
	a := answer(script("x"), rules.Pass)
	assert.Equal(t, "passthrough", New(nil, a).Type)
	a.Subject = &rules.Acquisition{Type: "curl-download", URL: "U", Destination: "/s/f", Flags: []string{"-o"}}
	r := New(nil, a)
	assert.Equal(t, "curl-download", r.Type)
	assert.Equal(t, []string{"-o"}, r.Flags)
	assert.Empty(t, r.NewPath)
	assert.False(t, r.Changed)
}

func TestChangedIsWhatRuns(t *testing.T) {
	a := clone()
	a.Verdict = rules.Deny
	r := New(nil, a)
	assert.False(t, r.Changed)
	assert.NotEmpty(t, r.Rewritten)
	assert.Equal(t, "deny", r.Decision)
}

func TestUnreadable(t *testing.T) {
	a := answer(script("ls\necho )"), rules.Pass)
	a.Scripts = []*ast.Script{nil}
	a.Errors = []error{&ast.SyntaxError{Offset: 8, Line: 2, Column: 6, Message: "unexpected )"}}
	want := `{"command":"ls\necho )","decision":"pass","changed":false,"class":"NEEDS_APPROVAL","type":"passthrough","flags":[],"needs":[],` +
		`"grant":false,"findings":[],"invocations":[],"error":"2:6: unexpected )"}` + "\n"
	assert.Equal(t, want, write(t, "jsonl", Options{}, New(nil, a)))
}

func TestErrorsHaveAPlace(t *testing.T) {
	top := script("ls; sh -c 'echo \r'")
	inner := nest(top, ast.Span{Start: 10, End: 18}, "echo \r")
	tests := []struct {
		name string
		err  error
		want string
	}{
		{name: "syntax", err: &ast.SyntaxError{Offset: 4, Line: 1, Column: 5, Message: "no"}, want: "1:5: no"},
		{name: "hazard", err: &analyzer.HazardError{Hazard: ast.Hazard{In: top, Span: ast.Span{Start: 3, End: 4}, Message: "CR"}}, want: "1:4: CR"},
		{name: "hazard without a script", err: &analyzer.HazardError{Hazard: ast.Hazard{Span: ast.Span{Start: 3, End: 4}, Message: "CR"}}, want: "1:4: CR"},
		{name: "hazard in a nested script", err: &analyzer.HazardError{Hazard: ast.Hazard{In: inner, Span: ast.Span{Start: 5, End: 6}, Message: "CR"}}, want: "1:11: CR"},
		{name: "limit", err: &ast.LimitError{What: "bytes", Count: 9, Limit: 8}, want: "1:1: the script has 9 bytes, more than the 8 that are read"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := answer(top, rules.Pass)
			a.Errors = []error{tt.err}
			assert.Equal(t, tt.want, New(nil, a).Error)
		})
	}
}

func TestNoVerdictReadsDeny(t *testing.T) {
	assert.Equal(t, "deny", New(nil, analyzer.Report{}).Decision)
}
