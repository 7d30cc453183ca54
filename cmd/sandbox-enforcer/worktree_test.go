package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
)

// TestWorktree runs the scripts of testdata/worktree, the manual of the worktree command,
// against real repositories.
func TestWorktree(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/worktree",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir+"/home")
			env.Setenv("SHELL", "/bin/bash")
			env.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

func TestFromHere(t *testing.T) {
	w := world{dir: func() (string, error) { return "/here", nil }}
	got := fromHere(w, []string{
		"--worktree=wt", "--host-repo=..", "--project=/p", "--allow-dirs=a::/b:~/c:$HOME/d:~", "--audit=off", "--policy=~/p.json",
		"--reads=deny", "--worktree=", "--project=~", "--audit=log", "--sandbox=s",
	})
	assert.Equal(t, []string{
		"--worktree=/here/wt", "--host-repo=/here/..", "--project=/p", "--allow-dirs=/here/a::/b:~/c:$HOME/d:~", "--audit=off", "--policy=~/p.json",
		"--reads=deny", "--worktree=", "--project=~", "--audit=/here/log", "--sandbox=s",
	}, got)
}
