package ast

import (
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// staticWords are words that need nothing but their own text and HOME.
var staticWords = []string{
	"a", "'a b'", `"a b"`, `a\ b`, `g\it`, `"g"it`, `$'a\tb'`, `$'\x41\101\u00e9'`, `$'it\'s'`, `"a\"b\$c\d"`, `'a\b'`,
	"a{b,c}d", "{1..5}", "{5..1}", "{01..10..3}", "{a..e}", "{a..e..2}", "a{b{c,d},e}f", "a{,}", "{x}", "a{b", "{a,b}{c,d}", `{'a b',c}`,
	"~", "~/x", "a~", `"~"`, "'~'", `\~`, "~+x", "x=~/y", "", "''", `""`, `""''`, "a''b", `a""`, "-o", "--output=x", "\\\n", "a\\\nb", "\"a\\\nb\"",
	`\\`, `"\\"`, `'\\'`, `a\`, "é", "日本", "#x", "a#b", "%", "@", "^", "a=b", "!", "$", "a$", `"$"`, "{-2..2}", "{a,b}~",
	`$'\n\t\r'`, `$'\e[0m'`, `$'a\0b'`, `$'\q'`, `$"hi"`, `"a'b"`, `'a"b'`, "{'1'..3}", "{2..2}", "{a..c..}", "{1..3..0}",
}

// TestStaticWords holds the expansion of static words against the library's own.
func TestStaticWords(t *testing.T) {
	for _, text := range staticWords {
		t.Run(text, func(t *testing.T) { compareFields(t, text) })
	}
}

// TestWordsOfBash lists what the library expands in another way than bash 5.2 does.
func TestWordsOfBash(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"{,x}", []string{"x"}}, // an unquoted empty word is none
		{"{~,a}", []string{"/home/me", "a"}},
		{"\\\\\\\n", []string{"\\"}}, // an escaped backslash, then a continuation
	} {
		script, err := Parse(Source{Text: "x " + tt.text, Dialect: Bash, Env: map[string]Value{"HOME": Known("/home/me")}})
		require.NoError(t, err)
		var got []string
		for _, arg := range script.Invocations[0].Args {
			got = append(got, arg.Value.Display())
		}
		assert.Equal(t, tt.want, got, tt.text)
	}
}

// TestAnsiC holds the decoding of $'…' against bash.
func TestAnsiC(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is needed as the judge: install bash")
	}
	for _, text := range []string{
		`a\tb`, `\a\b\e\E\f\n\r\t\v\\\'\"\?`, `\1`, `\18`, `\180000000`, `\377`, `\1011`, `\x41`, `\x4`, `\x414`, `\xg`, `\u41`, `\u00e9`,
		`\u20ac1`, `\U0001F600`, `\q`, `\cA`, `\c?x`, `a\0b`, `a\x00b`, `a\u0000b`, `\`, `x\`, `\u`, `\U`, `\x`, `é\u00e9é`, `\u007f`, `\u0080`,
	} {
		script := "printf %s $'" + text + "'"
		if strings.HasSuffix(strings.ReplaceAll(text, `\\`, ""), `\`) {
			continue // the backslash would take the closing quote
		}
		cmd := exec.Command(bash, "-c", script)
		cmd.Env = []string{"LC_ALL=C.UTF-8"}
		want, err := cmd.Output()
		require.NoError(t, err, script)
		assert.Equal(t, string(want), ansiC(text), script)
	}
}

// FuzzWords holds the expansion of any static words against the library's own.
func FuzzWords(f *testing.F) {
	for _, text := range staticWords {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsAny(text, "{~") || strings.Contains(text, "$'") || strings.Contains(text, "\\\n") || ByteHazard(text) != nil {
			return // bash and the library differ: see TestWordsOfBash and TestAnsiC
		}
		compareFields(t, text)
	})
}

// compareFields reports whether the text was static and could be compared.
func compareFields(t *testing.T, text string) bool {
	script, err := Parse(Source{Text: "x " + text, Dialect: Bash, Dir: Known("/p"), Env: map[string]Value{"HOME": Known("/home/me")}})
	if err != nil || len(script.Invocations) != 1 || len(script.Redirs) > 0 {
		return false
	}
	file, err := syntax.NewParser().Parse(strings.NewReader("x "+text), "")
	require.NoError(t, err)
	call, ok := file.Stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(file.Stmts) != 1 || len(call.Args) == 0 || len(call.Assigns) > 0 {
		return false
	}
	var got []string
	for _, arg := range script.Invocations[0].Args {
		text, known := arg.Value.Text()
		if !known || arg.Many {
			return false
		}
		got = append(got, text)
	}
	want, err := expand.Fields(&expand.Config{
		Env:       expand.ListEnviron("HOME=/home/me", "HOME root="),
		CmdSubst:  func(io.Writer, *syntax.CmdSubst) error { return errors.New("not static") },
		ProcSubst: func(*syntax.ProcSubst) (string, error) { return "", errors.New("not static") },
	}, call.Args[1:]...)
	if err != nil {
		return false
	}
	assert.Equal(t, want, got)
	return true
}
