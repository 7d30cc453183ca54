package rules

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write uses_index.go again")

// TestUseIndex holds the index of programs against the tables; with -update it is
// written again.
func TestUseIndex(t *testing.T) {
	var want []indexed
	for table, list := range uses {
		for at := range list {
			for name := range strings.FieldsSeq(list[at].Names) {
				want = append(want, indexed{name, uint8(table), uint16(at)})
			}
		}
	}
	slices.SortFunc(want, func(a, b indexed) int { return strings.Compare(a.name, b.name) })
	for i := 1; i < len(want); i++ {
		assert.NotEqual(t, want[i-1].name, want[i].name, "two entries for one program")
	}
	if *update {
		var b strings.Builder
		b.WriteString("package rules\n\n// useIndex has the place of each program in uses, in byte order of the names. It is\n// written by \"go test ./rules -run UseIndex -update\".\nvar useIndex = [...]indexed{\n")
		for _, e := range want {
			fmt.Fprintf(&b, "\t{%q, %d, %d},\n", e.name, e.table, e.at)
		}
		b.WriteString("}\n")
		require.NoError(t, os.WriteFile("uses_index.go", []byte(b.String()), 0o644))
		return
	}
	assert.Equal(t, want, useIndex[:], "run go test ./rules -run UseIndex -update")
}
