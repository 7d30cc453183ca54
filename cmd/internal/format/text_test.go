package format

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/rules"
)

// expect joins the lines that a report is expected to have.
func expect(lines ...string) string { return strings.Join(lines, "\n") + "\n" }

func TestTextOfARewrite(t *testing.T) {
	want := expect(
		`1:39: git clone lands outside the sandbox: it is moved to "~/s/r" [acquire-outside]`,
		`    git clone https://example.com/o/r.git /tmp/r`,
		`                                          ^~~~~~`,
		`              ^~~~~~~~~~~~~~~~~~~~~~~~~~~ because: fetched from here`,
		`- git clone https://example.com/o/r.git /tmp/r`,
		`+ git clone https://example.com/o/r.git ~/s/r`,
		`rewrite: the new command runs without a prompt`,
	)
	assert.Equal(t, want, write(t, "text", Options{}, New(nil, clone())))
}

// TestTextOfAWay: a place on the line that is shown has its carets under that, one on
// another line has that line; what the command needs is told before the decision.
func TestTextOfAWay(t *testing.T) {
	s := script("X=$(curl U)\necho $X | tee f")
	a := answer(s, rules.Rewrite)
	a.Rewritten, a.Needs = []string{"X=$(curl U)\necho $X | tee ~/s/d/f"}, []string{"/home/me/s/d"}
	a.Findings = []rules.Finding{{
		Rule: outside, In: s, Span: ast.Span{Start: 26, End: 27}, Message: "lands outside",
		Because: []rules.Note{
			{In: s, Span: ast.Span{Start: 4, End: 10}, Message: "curl fetches this"},
			{In: s, Span: ast.Span{Start: 12, End: 19}, Message: "echo passes it on"},
		},
	}}
	want := expect(
		`2:15: lands outside [acquire-outside]`,
		`    echo $X | tee f`,
		`                  ^`,
		`  because: 1:5: curl fetches this`,
		`    X=$(curl U)`,
		`        ^~~~~~`,
		`    ^~~~~~~ because: echo passes it on`,
		`@@ line 2 @@`,
		`- echo $X | tee f`,
		`+ echo $X | tee ~/s/d/f`,
		`the hook makes the directory "/home/me/s/d" first`,
		`rewrite: the agent's own permissions judge the new command`,
	)
	assert.Equal(t, want, write(t, "text", Options{}, New(nil, a)))
}

func TestTextInColour(t *testing.T) {
	out := write(t, "text", Options{Colour: true}, New(nil, clone()))
	assert.Contains(t, out, "\x1b[1m1:39\x1b[0m: git clone lands")
	assert.Contains(t, out, "\x1b[31m- git clone https://example.com/o/r.git /tmp/r\x1b[0m\n")
	assert.Contains(t, out, "\x1b[32m+ git clone https://example.com/o/r.git ~/s/r\x1b[0m\n")
	plain := write(t, "text", Options{}, New(nil, clone()))
	assert.NotContains(t, plain, "\x1b")
	assert.Equal(t, plain, strip(out))
}

// strip takes the colours off.
func strip(s string) string {
	for _, code := range []string{reset, bold, faint, red, green, yellow} {
		s = strings.ReplaceAll(s, code, "")
	}
	return s
}

func TestTextOfANestedScript(t *testing.T) {
	top := script("sudo bash -c 'ls\n\tgit clone U'")
	inner := nest(top, ast.Span{Start: 13, End: 30}, "ls\n\tgit clone U")
	a := answer(top, rules.Ask)
	a.Findings = []rules.Finding{{
		Rule: outside, In: inner, Span: ast.Span{Start: 4, End: 15}, Message: "lands outside",
		Because: []rules.Note{
			{In: inner, Span: ast.Span{Start: 0, End: 2}, Message: "runs in no known directory"},
			{In: top, Span: ast.Span{Start: 0, End: 4}, Message: "sudo has a home of its own"},
		},
	}}
	want := expect(
		`1:14: lands outside [acquire-outside]`,
		`    sudo bash -c 'ls`,
		`                 ^~~`,
		`  in the script that this word carries, 2:2:`,
		"    \tgit clone U",
		"    \t^~~~~~~~~~~",
		`  because: 1:14 (there 1:1): runs in no known directory`,
		`  because: 1:1: sudo has a home of its own`,
		`ask: a person decides`,
	)
	assert.Equal(t, want, write(t, "text", Options{}, New(nil, a)))
}

func TestTextDecisions(t *testing.T) {
	finding := []rules.Finding{{Rule: outside, Verdict: rules.Pass, Message: "look"}}
	tests := []struct {
		name string
		give analyzer.Report
		want string
	}{
		{name: "nothing found", give: analyzer.Report{Verdict: rules.Pass}, want: "pass: nothing to change\n"},
		{name: "a warning", give: analyzer.Report{Verdict: rules.Pass, Findings: finding}, want: "pass: the agent's own permissions apply\n"},
		{name: "allow", give: analyzer.Report{Verdict: rules.Allow}, want: "allow: runs without a prompt\n"},
		{name: "rewrite", give: analyzer.Report{Verdict: rules.Rewrite}, want: "rewrite: the agent's own permissions judge the new command\n"},
		{name: "rewrite with grant", give: analyzer.Report{Verdict: rules.Rewrite, Grant: true}, want: "rewrite: the new command runs without a prompt\n"},
		{name: "ask", give: analyzer.Report{Verdict: rules.Ask}, want: "ask: a person decides\n"},
		{name: "deny", give: analyzer.Report{Verdict: rules.Deny}, want: "deny: the command does not run\n"},
		{name: "unreadable", give: analyzer.Report{Verdict: rules.Pass, Errors: []error{errors.New("too large")}}, want: "1:1: too large\npass: the script cannot be read, so nothing is judged\n"},
		{name: "unreadable, asked", give: analyzer.Report{Verdict: rules.Ask, Errors: []error{errors.New("too large")}}, want: "1:1: too large\nask: a person decides\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.True(t, strings.HasSuffix(write(t, "text", Options{}, New(nil, tt.give)), tt.want))
		})
	}
}

func TestTextOfASyntaxError(t *testing.T) {
	a := answer(script("ls\necho )"), rules.Pass)
	a.Errors = []error{&ast.SyntaxError{Offset: 8, Line: 2, Column: 6, Message: "unexpected )"}}
	want := expect(
		`2:6: unexpected )`,
		`    echo )`,
		`         ^`,
		`pass: the script cannot be read, so nothing is judged`,
	)
	assert.Equal(t, want, write(t, "text", Options{}, New(nil, a)))
}

func TestTextSaysAnErrorOnce(t *testing.T) {
	s := script("echo )")
	a := answer(s, rules.Ask)
	a.Errors = []error{&ast.SyntaxError{Offset: 5, Line: 1, Column: 6, Message: "unexpected )"}}
	a.Findings = []rules.Finding{{Rule: rules.ScriptSyntax, In: s, Span: ast.Span{Start: 5, End: 6}, Message: "unexpected ); mend it"}}
	want := expect(
		`1:6: unexpected ); mend it [script-syntax]`,
		`    echo )`,
		`         ^`,
		`ask: a person decides`,
	)
	assert.Equal(t, want, write(t, "text", Options{}, New(nil, a)))
}

func TestTextWarnsOfHazards(t *testing.T) {
	s := script("alias g=git; ls")
	s.Hazards = []ast.Hazard{
		{In: s, Span: ast.Span{Start: 0, End: 11}, Kind: ast.HazardAlias, Message: "later words may mean other commands"},
		{In: s, Span: ast.Span{Start: 2, End: 3}, Kind: ast.HazardByte, Message: "is the error"},
	}
	want := expect(
		`1:1: warning: later words may mean other commands [alias]`,
		`    alias g=git; ls`,
		`    ^~~~~~~~~~~`,
		`pass: nothing to change`,
	)
	assert.Equal(t, want, write(t, "text", Options{}, New(nil, answer(s, rules.Pass))))
}

func TestUnderlineCutsLongLines(t *testing.T) {
	long := strings.Repeat("a", 500)
	tests := []struct {
		name       string
		source     string
		start, end int
		line       string
		marks      string
	}{
		{name: "at the beginning", source: long, end: 3, line: long[:160] + "…", marks: "^~~"},
		{name: "in the middle", source: "x\n" + long, start: 202, end: 204, line: "…" + long[:160] + "…", marks: strings.Repeat(" ", 41) + "^~"},
		{name: "at the end", source: long, start: 499, end: 500, line: "…" + long[:41], marks: strings.Repeat(" ", 41) + "^"},
		{name: "all of it", source: long, end: 500, line: long[:160] + "…", marks: "^" + strings.Repeat("~", 159)},
		{name: "between runes", source: strings.Repeat("é", 200), start: 101, end: 102, line: "…" + strings.Repeat("é", 80) + "…", marks: ""},
		{name: "long enough", source: long[:160], start: 100, end: 101, line: long[:160], marks: strings.Repeat(" ", 100) + "^"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			line, marks := underline(tt.source, Place{Start: tt.start, End: tt.end})
			assert.Equal(t, tt.line, line)
			if tt.marks != "" {
				assert.Equal(t, tt.marks, marks)
			}
		})
	}
}

func TestNothingOfTheCommandReachesTheTerminalRaw(t *testing.T) {
	nasty := "echo \x1b[2J\u202e\xff\r"
	a := answer(script(nasty), rules.Rewrite)
	a.Rewritten = []string{nasty + "x"}
	a.Findings = []rules.Finding{{Rule: outside, Message: nasty + "\n", Because: []rules.Note{{Message: nasty}}}}
	a.Errors = []error{errors.New(nasty)}
	r := New(nil, a)
	r.Tree = nasty + "\n"
	out := write(t, "text", Options{}, r)
	for _, raw := range []string{"\x1b", "\u202e", "\xff", "\r"} {
		assert.NotContains(t, out, raw)
	}
	assert.Contains(t, out, `- echo \u{1b}[2J\u{202e}\x{ff}\u{d}`)
}

func TestUnderline(t *testing.T) {
	tests := []struct {
		name       string
		source     string
		start, end int
		line       string
		marks      string
	}{
		{name: "a word", source: "git clone U", start: 4, end: 9, line: "git clone U", marks: "    ^~~~~"},
		{name: "one rune", source: "a b c", start: 2, end: 3, line: "a b c", marks: "  ^"},
		{name: "an insertion", source: "a b c", start: 2, end: 2, line: "a b c", marks: "  ^"},
		{name: "at the end", source: "abc", start: 3, end: 3, line: "abc", marks: "   ^"},
		{name: "a later line", source: "a\nbc d\ne", start: 5, end: 6, line: "bc d", marks: "   ^"},
		{name: "several lines", source: "ab\ncd 'x\ny' z", start: 6, end: 11, line: "cd 'x", marks: "   ^~"},
		{name: "at a line's end", source: "ab\ncd", start: 2, end: 3, line: "ab", marks: "  ^"},
		{name: "tabs before and in", source: "\ta\tb\tc", start: 3, end: 6, line: "\ta\tb\tc", marks: "\t \t^\t~"},
		{name: "wide runes", source: "echo 日本 x", start: 5, end: 11, line: "echo 日本 x", marks: "     ^~~~"},
		{name: "after wide runes", source: "日本 x", start: 7, end: 8, line: "日本 x", marks: "     ^"},
		{name: "combining marks take no column", source: "e\u0301 x", start: 4, end: 5, line: "e\u0301 x", marks: "  ^"},
		{name: "escapes are as wide as they are shown", source: "a\u202eb", start: 4, end: 5, line: `a\u{202e}b`, marks: "         ^"},
		{name: "bytes that are no UTF-8", source: "\xffb", start: 1, end: 2, line: `\x{ff}b`, marks: "      ^"},
		{name: "the replacement character itself", source: "\ufffdb", start: 3, end: 4, line: "\ufffdb", marks: " ^"},
		{name: "a place that the text does not have", source: "ab", start: 7, end: 9, line: "ab", marks: "  ^"},
		{name: "an empty text", source: "", line: "", marks: "^"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			line, marks := underline(tt.source, Place{Start: tt.start, End: tt.end})
			assert.Equal(t, tt.line, line)
			assert.Equal(t, tt.marks, marks)
		})
	}
}

func TestEscape(t *testing.T) {
	tests := []struct{ name, give, want string }{
		{name: "plain text", give: "git clone 'a b' ~/ü €", want: "git clone 'a b' ~/ü €"},
		{name: "tab stays", give: "a\tb", want: "a\tb"},
		{name: "controls", give: "\x00\x07\n\x7f\u0085", want: `\u{0}\u{7}\u{a}\u{7f}\u{85}`},
		{name: "direction marks", give: "a\u202eb\u2066c\u200f", want: `a\u{202e}b\u{2066}c\u{200f}`},
		{name: "zero width", give: "a\u200bb\ufeff", want: `a\u{200b}b\u{feff}`},
		{name: "blanks that are no space", give: "a\u00a0b\u3000", want: `a\u{a0}b\u{3000}`},
		{name: "line separators", give: "a\u2028", want: `a\u{2028}`},
		{name: "no UTF-8", give: "a\xc3(", want: `a\x{c3}(`},
		{name: "a large rune", give: "\U000e0041", want: `\u{e0041}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, Escape(tt.give))
		})
	}
}

func TestDiff(t *testing.T) {
	tests := []struct {
		name, before, after string
		want                []hunk
	}{
		{name: "equal", before: "a\nb\n", after: "a\nb\n"},
		{name: "one line", before: "a", after: "b", want: []hunk{{line: 1, was: []string{"a"}, now: []string{"b"}}}},
		{name: "lines far apart", before: "a\nb\nc\nd\n", after: "x\nb\nc\ny\n", want: []hunk{
			{line: 1, was: []string{"a"}, now: []string{"x"}},
			{line: 4, was: []string{"d"}, now: []string{"y"}},
		}},
		{name: "neighbours", before: "a\nb\nc", after: "a\nx\ny", want: []hunk{{line: 2, was: []string{"b", "c"}, now: []string{"x", "y"}}}},
		{name: "a word of several lines", before: "a\nb\nc\nd", after: "a\nx\nd", want: []hunk{{line: 2, was: []string{"b", "c"}, now: []string{"x"}}}},
		{name: "repeated lines", before: "a\na\na", after: "a\na", want: []hunk{{line: 3, was: []string{"a"}, now: []string{}}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, diff(tt.before, tt.after))
		})
	}
}

func TestDiffOfSeveralLinesNamesThem(t *testing.T) {
	a := answer(script("cd /x\ngit clone U\nls\n"), rules.Rewrite)
	a.Rewritten = []string{"cd /x\ngit clone U ~/s/U\nls\n"}
	want := expect(
		`@@ line 2 @@`,
		`- git clone U`,
		`+ git clone U ~/s/U`,
		`rewrite: the agent's own permissions judge the new command`,
	)
	assert.Equal(t, want, write(t, "text", Options{}, New(nil, a)))
}

func TestForms(t *testing.T) {
	assert.Equal(t, []string{"text", "json", "jsonl"}, Names())
	_, ok := Find("yaml")
	assert.False(t, ok)
	for _, f := range Forms() {
		assert.NotEmpty(t, f.Doc, f.Name)
	}
}

// FuzzUnderline wants, of any text and place, one line each that a terminal shows as
// it is, with one caret.
func FuzzUnderline(f *testing.F) {
	f.Add("git clone U", 4, 9)
	f.Add("\t日本\u202e\xff\n'x", 2, 9)
	f.Add(strings.Repeat("é", 300), 301, 303)
	f.Add("e\u0301", 1, 3)
	f.Fuzz(func(t *testing.T, source string, start, end int) {
		line, marks := underline(source, Place{Start: start, End: end})
		assert.Equal(t, line, Escape(line))
		assert.Equal(t, 1, strings.Count(marks, "^"))
		assert.Empty(t, strings.Trim(marks, " \t^~"))
	})
}
