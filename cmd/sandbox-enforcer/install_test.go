package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestInstall runs the scripts of testdata/install, the manual of install and uninstall.
// PROGRAM is the program as agents are told to start it.
func TestInstall(t *testing.T) {
	program, err := exec.LookPath("sandbox-enforcer")
	require.NoError(t, err)
	runScripts(t, "install", map[string]string{"PROGRAM": program})
}

func TestAskSandbox(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"~/work/box\n", "~/work/box"},
		{"  /srv/my box \r\n", "/srv/my box"},
		{"\n", ""},
		{"", ""},
	} {
		var out strings.Builder
		got, err := askSandbox(strings.NewReader(tt.in), &out)
		require.NoError(t, err)
		assert.Equal(t, tt.want, got)
		assert.Contains(t, out.String(), "the directory that fetched content lands in")
	}
}
