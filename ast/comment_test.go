package ast

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMisreadComment finds each # that the parser takes for a comment inside a word:
// bash runs what follows it.
func TestMisreadComment(t *testing.T) {
	for _, tt := range []struct {
		text    string
		misread bool
	}{
		{"( : ''#; echo RAN\n)", true},
		{"( : \"\"#; echo RAN\n)", true},
		{"( : a''#; echo RAN\n)", true},
		{"( : $x#; echo RAN\n)", true},
		{"( : ${x}#; echo RAN\n)", true},
		{"( : $(:)#; echo RAN\n)", true},
		{"( : `:`#; echo RAN\n)", true},
		{"( : $((1))#; echo RAN\n)", true},
		{"( a=''#; echo RAN\n)", true},
		{"( : >/dev/null''#; echo RAN\n) 2>&1", true},
		{"echo \"$(: 'a'#; echo RAN\n)\"", true},
		{"cat <(: ''#; echo RAN\n)", true},
		{"( : ''; echo RAN\n)", false},
		{"( : '' # comment\n)", false},
		{": ''#; echo RAN", false},
		{"( : x#; echo RAN\n)", false},
		{"( : ) # comment", false},
		{"(: a;# comment\n)", false},
		{"echo ${#x} ${x#y} a#b $# # comment", false},
	} {
		span := misreadComment(tt.text, Bash)
		assert.Equal(t, tt.misread, !span.Empty(), "%q", tt.text)
		if tt.misread {
			assert.Equal(t, "#", tt.text[span.Start:span.End])
			script, err := Parse(Source{Text: tt.text, Dialect: Bash})
			require.NoError(t, err)
			require.NotNil(t, script.Misread(), "%q", tt.text)
			assert.Equal(t, HazardComment, script.Misread().Kind)
		}
		if bash, err := exec.LookPath("bash"); err == nil && strings.Contains(tt.text, "RAN") && !strings.Contains(tt.text, "null''#") {
			out, _ := exec.Command(bash, "-c", tt.text).CombinedOutput()
			assert.Contains(t, string(out), "RAN", "%q: bash runs what follows", tt.text)
		}
	}
}
