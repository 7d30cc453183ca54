package rules

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/ast"
)

// TestWritersTable holds the lines of the table to its notation.
func TestWritersTable(t *testing.T) {
	seen := map[string]bool{}
	for line := range strings.Lines(strings.Trim(writers, "\n")) {
		fields := strings.Split(line, "|")
		require.Len(t, fields, 4, "%s", line)
		assert.NotEmpty(t, strings.TrimSpace(fields[3]), "%s: say what it does", line)
		for name := range strings.FieldsSeq(fields[0]) {
			assert.False(t, seen[name], "%s has two lines", name)
			seen[name] = true
		}
		stars := 0
		for word := range strings.FieldsSeq(fields[1]) {
			if word == "words" {
				continue
			}
			assert.Contains(t, "rwudlxtv?.", word[:1], "%s: operand %s", line, word)
			if strings.HasSuffix(word, "*") {
				stars++
			}
		}
		assert.LessOrEqual(t, stars, 1, "%s: one operand may be repeated", line)
		options := map[string]bool{}
		for word := range strings.FieldsSeq(fields[2]) {
			i := strings.IndexAny(word[1:], ":!") + 1
			require.Positive(t, i, "%s: option %s", line, word)
			require.Len(t, word[i+1:], 1, "%s: option %s", line, word)
			assert.Contains(t, "rwudflTxtv?!", word[i+1:], "%s: option %s", line, word)
			assert.False(t, options[word[:i]], "%s: option %s is listed twice", line, word[:i])
			options[word[:i]] = true
		}
	}
}

// TestTouches reads words by the table.
func TestTouches(t *testing.T) {
	for _, tt := range []struct{ command, want string }{
		{"cp a b c", "r:a r:b w:c"},
		{"cp -t d a b", "T:d r:a r:b"},
		{"cp --target-dir=d a", "T:d r:a"},
		{"cp -rtd a", "T:d r:a"},
		{"mv -- -x y", "u:-x w:y"},
		{"dd if=a of=b bs=1", "r:a w:b t:bs=1"},
		{"make -C d -j4 all", "d:d t:4 ?:all"},
		{"tar xzf a.tgz -C d", "d:d t:xzf r:a.tgz"},
		{"tar -cf a.tar b", "w:a.tar r:b"},
		{"install -d a b", "w:a w:b"},
		{"sed -i.bak s/a/b/ f", "x:s/a/b/ w:f"},
		{"sed -i '/x/d' f", "x:/x/d w:f"},
		{"sed -i -e s/a/b/ f g", "x:s/a/b/ w:f w:g"},
		{"sed -n -f s.sed f", "r:s.sed r:f"},
		{"perl -pi -e s/a/b/ f", "x:s/a/b/ w:f"},
		{"gzip -c f", "r:f"},
		{"sort -ob a", "w:b r:a"},
		{"find d e -name x -delete", "w:d w:e"},
	} {
		script, err := ast.Parse(ast.Source{Text: tt.command, Dialect: ast.Bash, Dir: ast.Known("/w")})
		require.NoError(t, err)
		var got []string
		for _, word := range (&Inspection{Script: script}).readTouches(script.Invocations[0]).out {
			if text, _ := word.value.Text(); word.does != touchNothing || tt.want != "" && strings.Contains(tt.want, "t:"+text) {
				got = append(got, string(word.does)+":"+text)
			}
		}
		assert.Equal(t, tt.want, strings.Join(got, " "), tt.command)
	}
}
