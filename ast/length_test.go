package ast

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Variables that are made of one another grow with every line: their text is given up
// where no program could be started with it, and the analysis ends at once.
func TestLongValuesAreGivenUp(t *testing.T) {
	for _, begin := range []string{"x=aaaaaaaa", "x=$HOME/$Q", "x=a; x+=$x"} {
		script, err := Parse(Source{Text: begin + "\n" + strings.Repeat("x=$x$x; y+=$x\n", 60) + `curl -o "$x" "$y"`, Dialect: Bash, Dir: Known("/d")})
		require.NoError(t, err)
		last := script.Invocations[len(script.Invocations)-1]
		require.Len(t, last.Args, 3)
		_, known := last.Args[1].Value.Text()
		assert.False(t, known)
		assert.LessOrEqual(t, last.Args[1].Value.size(), maxText)
	}
}

// What variables and braces make is counted: a few bytes of a script may stand for very many.
func TestManyWordsAreGivenUp(t *testing.T) {
	words := "w='" + strings.Repeat("a ", 200) + "'; c='git clone'\n"
	for name, script := range map[string]string{
		"braces":              strings.Repeat("echo {1..256} {1..256}\n", 2000),
		"variables":           strings.Repeat("echo $w $w\n", 8000),
		"braces in braces":    "echo " + strings.Repeat("{", 5000) + "\n",
		"braces side by side": "echo {1..64}" + strings.Repeat("{x}", 5000) + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			script, err := Parse(Source{Text: words + script + "$c https://h/{a,b}", Dialect: Bash, Dir: Known("/d")})
			require.NoError(t, err)
			made, last := 0, script.Invocations[len(script.Invocations)-1]
			for _, inv := range script.Invocations {
				made += len(inv.Args)
			}
			assert.LessOrEqual(t, made, maxSpent/wordSize+30000)
			before := script.Invocations[len(script.Invocations)-2]
			arg := before.Args[len(before.Args)-1]
			assert.True(t, arg.Many, "what was given up may be many words")
			assert.NotEmpty(t, arg.Value.Reason())
			// Few words are always known.
			require.Len(t, last.Args, 3)
			for i, want := range []string{"clone", "https://h/a", "https://h/b"} {
				assert.True(t, last.Args[i].Value.Is(want), last.Args[i].Value.Display())
			}
		})
	}
}

// The commands whose output is in a word are known, however long it is.
func TestLongWordsKeepTheirCommands(t *testing.T) {
	script, err := Parse(Source{Text: `x="$a$b$(one)"; ` + strings.Repeat("x=$x$x; ", 20) + `echo "$x$(two)"`, Dialect: Bash, Dir: Known("/d")})
	require.NoError(t, err)
	var word *Invocation
	for _, inv := range script.Invocations {
		if len(inv.Args) > 0 {
			word = inv
		}
	}
	require.Len(t, word.Args, 1)
	from := map[*Command]bool{}
	for _, alt := range word.Args[0].Value.Alts() {
		for _, p := range alt {
			if p.Of != nil {
				from[p.Of] = true
			}
		}
	}
	assert.Len(t, from, 2)
}

// A word is joined as its pieces are one after another.
func TestBuilderJoinsAsConcat(t *testing.T) {
	pieces := []Value{Known(""), Known("a"), Known("b/c"), Unknown("x", "X"), Unknown("y", ""), OneOf("1", "2"), OneOf("", "/"), concat(Known("p"), Unknown("z", "Z")), concat(Unknown("z", "Z"), Known("q")), Known(strings.Repeat("l", maxText/2+1)), {}}
	n := len(pieces)
	for i := range n * n * n {
		want, b := Value{}, builder{}
		for k := i; k > 0; k /= n {
			v := pieces[k%n]
			b.add(v)
			if v.None() {
				v = Unknown("nothing is known of it", "")
			}
			if want.None() {
				want = v
			} else {
				want = concat(want, v)
			}
		}
		if want.None() {
			want = Known("")
		}
		if got := b.done(); strings.Contains(want.Reason(), "too ") { // its bounds are seen elsewhere
			require.NotEmpty(t, got.Reason(), "pieces %d", i)
		} else {
			require.Equal(t, want.Display(), got.Display(), "pieces %d", i)
		}
	}
}

// TestPlain holds the look at eight bytes at a time to what is said of each: every byte, at
// every place of a text that is read both ways.
func TestPlain(t *testing.T) {
	for c := range 256 {
		for at := range 19 {
			text := []byte("echo\tone two three\n")
			text[at] = byte(c)
			want := c < 0x7f && !isControl(rune(c))
			assert.Equal(t, want, plain(string(text)), "0x%02x at %d", c, at)
			assert.Equal(t, want, byteHazards(string(text)) == nil, "0x%02x at %d", c, at)
		}
	}
}

// TestManyAssignments holds that a long list of assignments forgets none that counts: what
// newer ones hide goes, the others stay, and so many variables that none is known are said.
func TestManyAssignments(t *testing.T) {
	value := func(variables, lines int, name string) (string, bool) {
		var b strings.Builder
		b.WriteString("first=kept\n")
		for i := range lines {
			fmt.Fprintf(&b, "v%d=%d\n", i%variables, i)
		}
		fmt.Fprintf(&b, "echo $%s\n", name)
		s, err := Parse(Source{Text: b.String(), Dialect: Bash, Dir: Known("/w")})
		assert.NoError(t, err)
		return s.Invocations[0].Args[0].Value.Text()
	}
	for _, variables := range []int{1, 3, 15, 16, 40, 126} {
		for _, lines := range []int{variables, 5*variables + 2, 400} {
			text, known := value(variables, lines, "first")
			assert.True(t, known, "%d variables, %d lines", variables, lines)
			assert.Equal(t, "kept", text)
			last := (lines - 1) % variables
			text, _ = value(variables, lines, fmt.Sprintf("v%d", last))
			assert.Equal(t, fmt.Sprint(lines-1), text, "%d variables, %d lines", variables, lines)
		}
	}
	_, known := value(300, 300, "first")
	assert.False(t, known)
}
