package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestInstall runs the scripts of testdata/install, the manual of install and uninstall.
// PROGRAM is the program as agents are told to start it.
func TestInstall(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/install",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir+"/home")
			env.Setenv("SHELL", "/bin/bash")
			program, err := exec.LookPath("sandbox-enforcer")
			env.Setenv("PROGRAM", program)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
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
