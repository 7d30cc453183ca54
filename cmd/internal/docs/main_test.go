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
