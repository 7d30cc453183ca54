package install

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// lines are words that a command line can have to hold.
var lines = [][]string{
	{"/usr/bin/sandbox-enforcer-hook", "--agent=claude", "--sandbox=~/work/sandbox"},
	{"/it's/sandbox-enforcer-hook", "--sandbox=$HOME/a b"},
	{`/a"b\c/sandbox-enforcer-hook`, "--policy=`x`", "--allow-dirs=/a:/b c"},
	{"/x/sandbox-enforcer-hook", "", "*", "a#b", "#", "!", "'", "{a,b}", "~", "--x=*", "é"},
}

// TestCommandLine has real shells, and our own reading, split what is written.
func TestCommandLine(t *testing.T) {
	for _, words := range lines {
		line := CommandLine(words)
		assert.Equal(t, words, fields(line), line)
		assert.True(t, ours(line), line)
		for _, shell := range []string{"sh", "bash", "zsh", "dash"} {
			if _, err := exec.LookPath(shell); err != nil {
				continue
			}
			out, err := exec.Command(shell, "-c", `printf '%s\0' `+line).Output()
			require.NoError(t, err)
			assert.Equal(t, strings.Join(words, "\x00")+"\x00", string(out), "%s: %s", shell, line)
		}
	}
}

func TestOurs(t *testing.T) {
	for line, want := range map[string]bool{
		"":                                  false,
		"sandbox-enforcer-hook":             true,
		" '/a b/sandbox-enforcer-hook' --x": true,
		`"/a b/sandbox-enforcer-hook"`:      true,
		`/a\ b/sandbox-enforcer-hook`:       true,
		"/x/sandbox-enforcer hook --mode x": true,
		"/x/sandbox-enforcer lint":          false,
		"sandbox-enforcer":                  false,
		"echo sandbox-enforcer-hook":        false,
		"/x/sandbox-enforcer-hook/other":    false,
		"not-sandbox-enforcer-hook":         false,
		`'C:\Programs\sandbox-enforcer-hook.exe' --agent=claude`: true,
	} {
		assert.Equal(t, want, ours(line), "%q", line)
	}
}
