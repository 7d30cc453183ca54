package analyzer

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/ast"
	"sandbox-enforcer/rules"
)

func sandbox() *rules.Sandbox {
	return &rules.Sandbox{Given: "~/s", Path: "/h/s", Real: "/h/s", Home: "/h"}
}

func source(text string) ast.Source {
	return ast.Source{Text: text, Dialect: ast.Bash, Dir: ast.Known("/h/p"), Env: map[string]ast.Value{"HOME": ast.Known("/h")}}
}

func TestLimits(t *testing.T) {
	long := strings.Repeat("# filler\n", ast.MaxSource/9+1)
	deep := strings.Repeat("(", ast.MaxOpeners+1)
	for _, tt := range []struct {
		name, text string
		fail       Fail
		want       rules.Verdict
	}{
		{"too long, names no fetcher", long, FailOpen, rules.Pass},
		{"too long, names one", long + "g'it' clone U", FailOpen, rules.Ask},
		{"too long, closed", long, FailClosed, rules.Deny},
		{"too deep, names no fetcher", deep, FailOpen, rules.Pass},
		{"too deep, names one", deep + "wg\\et", FailOpen, rules.Ask},
		{"too deep, closed", deep + "curl", FailClosed, rules.Deny},
		{"too many words that open", strings.Repeat("!", ast.MaxOpeners+1) + "git", FailOpen, rules.Ask},
		{"too many short words that open", strings.Repeat("if ", ast.MaxOpeners+1) + "git", FailOpen, rules.Ask},
		{"at the limit", strings.Repeat(" ", ast.MaxSource-3) + "ls\n", FailClosed, rules.Pass},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := &Analyzer{Settings: Settings{Sandbox: sandbox(), Fail: tt.fail}, Facts: noFacts{}}
			report := a.Analyze(Request{Tool: "Bash", Sources: []ast.Source{source(tt.text)}})
			assert.Equal(t, tt.want, report.Verdict)
			assert.Empty(t, report.Rewritten[0])
		})
	}
}

// TestManyDescriptors has more redirects of exec than are followed.
func TestManyDescriptors(t *testing.T) {
	a := &Analyzer{Settings: Settings{Sandbox: sandbox(), All: true, Follow: true}, Facts: noFacts{}}
	for _, tt := range []struct {
		times int
		want  rules.Verdict
	}{{300, rules.Rewrite}, {401, rules.Ask}} {
		text := strings.Repeat("exec 3> f; echo x >&3\n", tt.times) + "curl https://h/f >&3"
		report := a.Analyze(Request{Tool: "Bash", Sources: []ast.Source{source(text)}})
		assert.Equal(t, tt.want, report.Verdict, "%d times", tt.times)
	}
}

func TestNoSandboxNoVote(t *testing.T) {
	for _, text := range []string{"git clone U", "ls )", "git clone U\r", strings.Repeat("(", ast.MaxOpeners+1)} {
		report := (&Analyzer{Settings: Settings{Fail: FailClosed}, Facts: noFacts{}}).Analyze(Request{Sources: []ast.Source{source(text)}})
		assert.Equal(t, rules.Pass, report.Verdict, "%.20q", text)
		assert.Empty(t, report.Findings)
	}
}

// TestSeveralSources judges the commands of one event together: the strictest counts,
// and one that may not be granted keeps the others from it.
func TestSeveralSources(t *testing.T) {
	a := &Analyzer{Settings: Settings{Sandbox: sandbox()}, Facts: noFacts{}}
	report := a.Analyze(Request{Sources: []ast.Source{source("ls"), source("git clone https://h/o/r"), source(`curl -o "$X" https://h/f`)}})
	assert.Equal(t, rules.Ask, report.Verdict)
	assert.False(t, report.Grant)
	assert.Equal(t, []string{"", "git clone https://h/o/r ~/s/r", ""}, report.Rewritten)
	require.Len(t, report.Scripts, 3)

	report = a.Analyze(Request{Sources: []ast.Source{source("git clone https://h/o/r"), source("rm -rf x")}})
	assert.Equal(t, rules.Rewrite, report.Verdict)
	assert.False(t, report.Grant, "the second command is none that only reads")
}

func TestZeroValuesNeverAllow(t *testing.T) {
	assert.Equal(t, rules.Deny, rules.Stricter(rules.Invalid, rules.Allow))
	assert.Equal(t, "deny", rules.Invalid.String())
	assert.Equal(t, rules.Deny, Fail(99).verdict())
	var unknown ast.Value
	_, ok := unknown.Text()
	assert.False(t, ok)
	assert.False(t, unknown.Is(""), "the zero Value equals nothing")
	report := (&Analyzer{Settings: Settings{Sandbox: sandbox()}, Facts: noFacts{}}).Analyze(Request{})
	assert.False(t, report.Grant)
	assert.Equal(t, rules.Pass, report.Verdict)
}
