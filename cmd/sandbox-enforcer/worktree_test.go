package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWorktree runs the scripts of testdata/worktree, the manual of the worktree command,
// against real repositories.
func TestWorktree(t *testing.T) {
	runScripts(t, "worktree", map[string]string{"GIT_CONFIG_NOSYSTEM": "1"})
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
