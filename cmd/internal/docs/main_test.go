package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReplace(t *testing.T) {
	text := "a\n<!-- begin x -->\nold\n<!-- end -->\nb\n<!-- begin y -->\n<!-- end -->\n"
	got, err := replace(text, "x", "new\n")
	require.NoError(t, err)
	assert.Equal(t, "a\n<!-- begin x -->\n\nnew\n\n<!-- end -->\nb\n<!-- begin y -->\n<!-- end -->\n", got)
	again, err := replace(got, "x", "new\n")
	require.NoError(t, err)
	assert.Equal(t, got, again, "writing it twice changes nothing")

	_, err = replace(text, "z", "")
	assert.ErrorContains(t, err, `no line "<!-- begin z -->"`)
	_, err = replace("<!-- begin x -->\n", "x", "")
	assert.ErrorContains(t, err, `no line "<!-- end -->"`)
}

func TestCell(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"a | b", "`a \\| b`"},
		{"echo `x`", "`` echo `x` ``"},
		{"a\nb", "`a\\nb`"},
		{"deny: x\nuse: y", "`deny: x`"},
		{"a\tb", "`a\\tb`"},
	} {
		assert.Equal(t, tt.want, cell(tt.text))
	}
}

func TestOutcomes(t *testing.T) {
	rows, err := columns("client  version  scenario  result\na       1.0      clone     runs, as it was\nbb      2.0      clone     refused\nc  3.0  clone  runs, as it was\na       1.0      deny      refused\n", 4)
	require.NoError(t, err)
	assert.Equal(t, "`a` `c`: runs, as it was; `bb`: refused", outcomes(rows, "clone"))
	assert.Equal(t, "`a`: refused", outcomes(rows, "deny"))

	_, err = columns("head\nthree  small  words\n", 2)
	assert.ErrorContains(t, err, `"head" has 1 columns instead of 2`)
}
