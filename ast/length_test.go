package ast

import (
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
