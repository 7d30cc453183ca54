package policy

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tailscale/hujson"
)

// The library that the format is from is the judge of what is left of a text.
func TestStandardize(t *testing.T) {
	for _, text := range []string{
		`{}`, `[]`, `[1,]`, `{"a":1,}`, "[1, // x\n]", "[1 /* , */ , /* ] */ ]", `{"a // b": "/* c */",}`,
		`["\\",]`, `["\"//",]`, "// a\n{} // b\n", "/**/[/***/]/* * / */", "[[1,],{\"a\":[],},]", `[",]",]`, "{\"ä\": \"→\", // ü\n}",
		"[1,\r\n // a\r\n]",
	} {
		got, _, wrong := standardize([]byte(text))
		require.Empty(t, wrong, text)
		want, err := hujson.Standardize([]byte(text))
		require.NoError(t, err, text)
		assert.Equal(t, string(want), string(got), text)
	}
	for _, text := range []string{`[,]`, `{,}`, `[1,,]`, `{"a":,}`, `[1`, `{"a" 1}`, `"`, `["\`} {
		got, _, wrong := standardize([]byte(text))
		assert.Empty(t, wrong, text)
		assert.Equal(t, text, string(got), "what is no trailing comma is left for the decoder to refuse")
		_, err := hujson.Standardize([]byte(text))
		assert.Error(t, err, text)
	}
	got, _, wrong := standardize([]byte("{} // no line end"))
	assert.Empty(t, wrong, "a comment may end with the file")
	assert.Equal(t, "{}               ", string(got))
}
