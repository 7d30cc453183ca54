package bounds

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/settings"
	"sandbox-enforcer/rules"
)

// TestExports has a real shell read the lines, and real git use what they say.
func TestExports(t *testing.T) {
	l := newLab(t)
	l.host("host")
	l.host("other")
	name := " w 'x' $HOME `id`\n\\\"t\xff"
	l.git("host", "worktree", "add", "-q", "../"+name, "-b", "x")
	place := Look(settings.Settings{Bounds: settings.Bounds{Worktree: l.dir + "/" + name}}, facts.OS{}, "", l.env())
	lines := Exports(place.Worktree)
	require.Len(t, lines, 2)
	sh := func(dir, script string) (string, error) {
		cmd := exec.Command("sh", "-c", lines[0]+"\n"+lines[1]+"\n"+script)
		cmd.Dir = l.path(dir)
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + l.dir, "LC_ALL=C"}
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	out, err := sh("other", `printf '%s\n' "$GIT_DIR" "$GIT_WORK_TREE"; git rev-parse --show-toplevel --absolute-git-dir`)
	require.NoError(t, err)
	root := l.dir + "/" + name
	assert.Equal(t, root+"/.git\n"+root+"\n"+root+"\n"+l.path("host/.git/worktrees/")+place.Worktree.Git[len(l.path("host/.git/worktrees/")):]+"\n", out)

	// What Warning says.
	out, err = sh("other", "git clone "+l.path("host")+" c")
	assert.Error(t, err)
	assert.Regexp(t, `(?s)^fatal: working tree '.*' already exists\.\n$`, out)
	out, err = sh("other", "git init new && test ! -e new/.git && git -C "+l.path("host")+" symbolic-ref --short HEAD")
	assert.NoError(t, err, out)
	assert.Contains(t, out, "Reinitialized existing Git repository in "+l.path("host/.git/worktrees/"))
	assert.Regexp(t, `\nx\n$`, out, "the branch of the worktree, asked in the host")
	_, err = sh("other", "env -u GIT_DIR -u GIT_WORK_TREE git clone -q "+l.path("host")+" c")
	assert.NoError(t, err)
}

func TestExportsOfWhatGitDoesNotKnow(t *testing.T) {
	assert.Empty(t, Exports(rules.Worktree{Root: "/w"}))
	assert.Empty(t, Exports(rules.Worktree{Root: "/w", Git: "/h/.git/worktrees/w", Problem: "moved"}))
}
