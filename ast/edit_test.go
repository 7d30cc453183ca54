package ast

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// program returns the first invocation of a program.
func program(t *testing.T, s *Script, name string) *Invocation {
	t.Helper()
	for _, inv := range s.Invocations {
		if inv.Program() == name {
			return inv
		}
	}
	require.Fail(t, "no invocation", "%s in %q", name, s.Source.Text)
	return nil
}

func TestApplyAppend(t *testing.T) {
	for _, tt := range []struct{ name, script, want string }{
		{"plain", "git clone U", "git clone U S/r"},
		{"chain", "git clone U && cd r", "git clone U S/r && cd r"},
		{"redirect in between", "git clone >&2 U 2>x # c", "git clone >&2 U S/r 2>x # c"},
		{"odd blanks", "  git   clone\tU\t;ls", "  git   clone\tU S/r\t;ls"},
		{"here-document", "git clone U <<E\nx\nE\nls", "git clone U S/r <<E\nx\nE\nls"},
		{"substitution", `x="$(git clone U)"`, `x="$(git clone U S/r)"`},
		{"bash -c", "bash -c 'git clone U' && ls", "bash -c 'git clone U S/r' && ls"},
		{"bash -c in double quotes", `bash -c "git clone 'U'"`, `bash -c 'git clone '\''U'\'' S/r'`},
		{"nested twice", `sh -c "bash -c 'git clone U'"`, `sh -c 'bash -c '\''git clone U S/r'\'''`},
		{"eval", `eval "git clone U"; ls`, `eval 'git clone U S/r'; ls`},
		{"newline in a script", "bash -c 'git clone U\nls'", "bash -c 'git clone U S/r\nls'"},
		{"script in a variable", "S='git clone U'; bash -c \"$S\"", "S='git clone U'; bash -c 'git clone U S/r'"},
		{"comment at the end", "git clone U# x", "git clone U# S/r x"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Parse(source(tt.script))
			require.NoError(t, err)
			git := program(t, s, "git")
			end := git.Args[1].Span.End
			out, err := s.Apply([]Edit{{In: git.In, Span: Span{end, end}, Text: "S/r"}}, Afresh)
			require.NoError(t, err)
			assert.Equal(t, tt.want, out.Source.Text)
			again := program(t, out, "git")
			assert.Equal(t, "S/r", again.Args[2].Value.Display())
		})
	}
}

func TestApplyRefuses(t *testing.T) {
	for _, tt := range []struct{ name, script, text, want string }{
		{"backquotes nested", "x=`echo \\`git clone U\\``", "S", "the result does not parse"},
		{"eval of words", "eval git clone U", "S", "several words are joined"},
		{"two commands", "git clone U", "S; rm x", "no shell word"},
		{"no word", "git clone U", "", "not one shell word"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Parse(source(tt.script))
			require.NoError(t, err)
			git := program(t, s, "git")
			end := git.Args[1].Span.End
			_, err = s.Apply([]Edit{{In: git.In, Span: Span{end, end}, Text: tt.text}}, Afresh)
			var proof *ProofError
			require.ErrorAs(t, err, &proof)
			assert.Contains(t, proof.Message, tt.want)
		})
	}
}

func TestApplyReplace(t *testing.T) {
	s, err := Parse(source("curl -o /a -o b$X U V > out; ls"))
	require.NoError(t, err)
	curl := s.Invocations[0]
	edits := []Edit{
		{In: s, Span: curl.Redirs[0].Target.Span, Text: "~/s/out"},
		{In: s, Span: curl.Args[1].Span, Text: "~/s/'a b'"},
		{In: s, Span: curl.Args[3].Span, Text: "~/s/b"},
	}
	out, err := s.Apply(edits, Afresh)
	require.NoError(t, err)
	assert.Equal(t, "curl -o ~/s/'a b' -o ~/s/b U V > ~/s/out; ls", out.Source.Text)
}

func TestQuotePath(t *testing.T) {
	for _, tt := range []struct{ path, want string }{
		{"/s/r", "/s/r"},
		{"~/work/sandbox/r", "~/work/sandbox/r"},
		{"~/my box/it's", `~/'my box/it'\''s'`},
		{"$HOME/s/r", `"$HOME"/s/r`},
		{"/s/a b", "'/s/a b'"},
		{"/s/$x`y`", "'/s/$x`y`'"},
		{"/s/a{b,c}", "'/s/a{b,c}'"},
		{"/s/!x", "/s/!x"},
		{"!x", "'!x'"},
		{"/s/é", "/s/é"},
		{"-x", "-x"},
		{"", "''"},
	} {
		got, err := QuotePath(tt.path)
		require.NoError(t, err)
		assert.Equal(t, tt.want, got)
	}
	for _, bad := range []string{"a\nb", "a\x00", "a\x7f", "\xff", "~/a\tb"} {
		_, err := QuotePath(bad)
		var quote *QuoteError
		assert.ErrorAs(t, err, &quote, "%q", bad)
	}
}
