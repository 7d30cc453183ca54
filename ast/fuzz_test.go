package ast

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"mvdan.cc/sh/v3/syntax"
)

// watch ends the process when one input takes so long that it must be a hang: agents
// wait for the answer.
func watch(t *testing.T, text string) {
	timer := time.AfterFunc(time.Minute, func() { panic(fmt.Sprintf("no end with %q", text)) })
	t.Cleanup(func() { timer.Stop() })
}

var scripts = []string{
	"git clone U", "cd r && git clone U; ls", "bash -c 'git clone U' | cat", "eval \"curl -o f U\" > x", "x=$(git clone U) y", "echo `git clone U`",
	"if a; then b; elif c; then d; else e; fi", "for i in a b; do curl $i; done > f", "while read x; do echo $x; done < f", "case $x in a|b) c;; *) d;& esac",
	"f() { git clone U; }; f & wait", "cat <<E | sh\n$(a)\nE\nb", "cat <<'E'\n$(a)\nE", "a 2>&1 >f {fd}>g <<<h &>>i", "a && b || c; ! d | e |& f", "(a; b) {fd}<x",
	"sudo -u x env A=1 nice -n 5 timeout 9 xargs -0 find . -exec a {} \\; -execdir b {} +", "[[ -n $a && $b == c* ]] && (( i++ )) || let j=1",
	"export A=$(b) C; declare -a d=(e f); local g; unset h; read i", "trap 'rm x' EXIT; alias a=b; set -e; source f", "coproc X { a; }; time -p b; select x in y; do z; done",
	"a=${b:-$(c)} ${d//e/f} ${g:1:2} ${#h} ${!i} \"${j[@]}\"", "a{b,c}{1..3} ~/x *.c $'\\n' $\"d\"", "bash -c \"sh -c 'git clone U'\"", "su - x -c 'a'; watch 'b c'; script -c 'd' e",
	"break; continue; return; exit 1; cd -; pushd a; popd", "function g { a; }; g() ( b )", "a <(b) >(c) | tee >(d)", "until a; do b; done; while :; do break; done", "! ! a", "a;;b", "((", "$((1+(2)))", "#c\n\n\t\na#b",
}

// FuzzParse reads any text and checks what every script must keep to: spans inside
// their text and in order, the same answer twice, and a comment that changes nothing.
func FuzzParse(f *testing.F) {
	for _, text := range scripts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		watch(t, text)
		for _, d := range []Dialect{Bash, Zsh} {
			src := source(text)
			src.Dialect = d
			script, err := Parse(src)
			if err != nil {
				continue
			}
			checkSpans(t, script)
			again, err := Parse(src)
			require.NoError(t, err)
			require.Equal(t, summary(script), summary(again), "read twice")
			if ByteHazard(text) == nil && !strings.HasSuffix(text, "\\") && !strings.Contains(text, "<<") {
				src.Text = text + "\n# comment"
				longer, err := Parse(src)
				require.NoError(t, err, "with a comment")
				assert.Equal(t, summary(script), summary(longer), "with a comment")
			}
		}
	})
}

func checkSpans(t *testing.T, script *Script) {
	for i, inv := range script.Invocations {
		whole := Span{0, len(inv.In.Source.Text)}
		require.True(t, whole.Contains(inv.Span), "invocation %d of %q", i, script.Source.Text)
		for _, arg := range append([]Arg{*inv.Name}, inv.Args...) {
			require.True(t, whole.Contains(arg.Span) && arg.Span.Start <= arg.Span.End, "word of invocation %d of %q", i, script.Source.Text)
		}
	}
	for _, r := range script.Redirs {
		require.True(t, r.First <= r.Last && r.Last <= len(script.Invocations))
		require.True(t, Span{0, len(r.In.Source.Text)}.Contains(r.Target.Span))
	}
	for _, h := range script.Hazards {
		require.NotNil(t, h.In)
	}
}

// FuzzApply inserts a word behind a word of a script, and replaces it: where the edit
// is proved, the bytes outside are the same and exactly that word is another one.
func FuzzApply(f *testing.F) {
	for i, text := range scripts {
		f.Add(text, i, "S/r")
		f.Add(text, i+1, "it's")
	}
	f.Fuzz(func(t *testing.T, text string, n int, word string) {
		watch(t, text)
		script, err := Parse(source(text))
		if err != nil || len(script.Invocations) == 0 || script.Misread() != nil {
			return
		}
		quoted, err := Quote(word)
		if err != nil {
			return
		}
		at := max(n, 0) % len(script.Invocations)
		inv := script.Invocations[at]
		last := inv.Name
		if len(inv.Args) > 0 {
			last = &inv.Args[len(inv.Args)-1]
		}
		if last.Frozen != "" || inv.In.Outer != nil && inv.In.Outer.Frozen != "" {
			return
		}
		edits := []Edit{{In: inv.In, Span: Span{last.Span.End, last.Span.End}, Text: quoted}}
		next, err := script.Apply(edits, Afresh)
		if err != nil {
			return
		}
		checkResumed(t, applied(t, script, edits, next), next)
		if inv.In == script {
			assert.True(t, strings.HasPrefix(next.Source.Text, text[:last.Span.End]), "before the edit")
			assert.True(t, strings.HasSuffix(next.Source.Text, text[last.Span.End:]), "after the edit")
		}
		checkSpans(t, next)
		checkSameTexts(t, script, next)
		if !last.Many && len(next.Invocations) > at && !strings.Contains(text, "{") && len(next.Invocations[at].Via) == 0 {
			got := next.Invocations[at]
			found := false
			for _, arg := range append([]Arg{*got.Name}, got.Args...) { // behind a -- it is the name
				found = found || arg.Value.Is(word)
			}
			assert.True(t, found, "the new word %q in %q", word, next.Source.Text)
		}
	})
}

// checkSameTexts checks what the proof takes from the texts of statements alone: where two
// of them are the same, so are their trees.
func checkSameTexts(t *testing.T, before, after *Script) {
	old, now := before.tree.file.Stmts, after.tree.file.Stmts
	if strings.Contains(before.Source.Text+after.Source.Text, "<<") || len(old) != len(now) {
		return
	}
	shape := func(stmt *syntax.Stmt) []byte {
		s := &shaper{}
		s.stmt(stmt)
		return s.out
	}
	for i := range old {
		if sameText(before.Source.Text, old[i], nil, after.Source.Text, now[i]) {
			assert.Equal(t, shape(old[i]), shape(now[i]), "statement %d of %q and of %q", i, before.Source.Text, after.Source.Text)
		}
	}
}

// FuzzQuote quotes any text: bash reads it back as the text, by the parser's word.
func FuzzQuote(f *testing.F) {
	for _, text := range append([]string{"a b", "it's", "~/x", "$HOME/y", "-x=y", "a=b", "*", "{a,b}", "#", "!", "é", "\\"}, scripts...) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		quoted, err := Quote(text)
		if err != nil {
			return
		}
		script, err := Parse(source("x " + quoted))
		require.NoError(t, err, "%q", quoted)
		require.Len(t, script.Invocations, 1, "%q", quoted)
		args := script.Invocations[0].Args
		require.Len(t, args, 1, "%q", quoted)
		assert.True(t, args[0].Value.Is(text), "%q reads %q", quoted, args[0].Value.Display())
	})
}

// TestDeep reads scripts that nest as deep as the limits let them: the stack holds.
func TestDeep(t *testing.T) {
	for _, tt := range []struct{ name, open, middle, close string }{
		{"subshells", "(", "a", ")"},
		{"blocks", "{ ", "a", ";}"},
		{"substitutions", "$(", "a", ")"},
		{"arithmetic", "((", "1", "))"},
		{"parameters", "${a:-", "b", "}"},
		{"if", "if ", "a", "; then b; fi"},
		{"not", "! ", "a", ""},
		{"time", "time ", "a", ""},
		{"while", "while ", "a", "; do b; done"},
		{"while bodies", "while a; do ", "b", "; done"},
		{"for bodies", "for i in a; do ", "b", "; done"},
		{"functions", "f() { ", "b", ";}"},
		{"case", "case a in b) ", "c", ";; esac"},
		{"quotes", "\"$(", "a", ")\""},
		{"coproc", "coproc ", "a", ""},
		{"until", "until ", "a", "; do b; done"},
		{"and", "a && ", "b", ""},
		{"pipe", "a | ", "b", ""},
		{"else", "if a; then b; else ", "c", "; fi"},
		{"tests", "[[ ( ", "a", " ) ]]"},
		{"process substitutions", "<(", "a", ")"},
		{"select", "select x in a; do ", "b", "; done"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, n := range []int{10, 1000, 3900, 100_000} {
				text := strings.Repeat(tt.open, n) + tt.middle + strings.Repeat(tt.close, n)
				if len(text) > MaxSource {
					n = MaxSource / (len(tt.open) + len(tt.close) + 1)
					text = strings.Repeat(tt.open, n) + tt.middle + strings.Repeat(tt.close, n)
				}
				script, err := Parse(source(text)) // an error is an answer, too
				if err == nil {
					checkSpans(t, script)
				}
			}
		})
	}
}
