package ast

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestLongScripts holds what a long script costs to its length: twice the lines may
// cost no more than three times the memory. Functions, changes of directory on many
// paths and traps once cost the square of it, or more.
func TestLongScripts(t *testing.T) {
	for _, line := range []string{
		"f%[1]d() { cd sub%[1]d; rm -rf y; }; f%[1]d",
		"case $x in a) cd a%[1]d;; b) cd b;; esac; V%[1]d=$(( V%[1]d + 1 ))",
		"X%[1]d=a; (X%[1]d=b; cd d%[1]d) & trap 'cd z' ERR",
		"eval 'X%[1]d=1; cd y'",
		"case $x in a%[1]d) A=1;; esac && cd d%[1]d && { B=2; } || C=3",
	} {
		cost := func(lines int) float64 {
			var b strings.Builder
			for i := range lines {
				fmt.Fprintf(&b, line+"\n", i)
			}
			src := Source{Text: b.String(), Dialect: Bash, Dir: Known("/w")}
			return testing.AllocsPerRun(1, func() {
				_, err := Parse(src)
				assert.NoError(t, err)
			})
		}
		short := cost(500)
		assert.LessOrEqual(t, cost(1000), 3*short, "%s", line)
	}
}
