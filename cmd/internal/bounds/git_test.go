package bounds

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// lab is a directory for real repositories, with a git that reads no settings of the
// machine.
type lab struct {
	t   testing.TB
	dir string
}

func newLab(t testing.TB) lab {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git to compare with: install it")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	l := lab{t, dir}
	l.write(".gitconfig", "[user]\n\tname = a\n\temail = a@b.example\n[init]\n\tdefaultBranch = main\n[protocol \"file\"]\n\tallow = always\n")
	return l
}

func (l lab) path(name string) string { return filepath.Join(l.dir, name) }

func (l lab) write(name, text string) {
	l.t.Helper()
	require.NoError(l.t, os.MkdirAll(filepath.Dir(l.path(name)), 0o700))
	require.NoError(l.t, os.WriteFile(l.path(name), []byte(text), 0o600))
}

func (l lab) read(name string) string {
	l.t.Helper()
	text, err := os.ReadFile(l.path(name))
	require.NoError(l.t, err)
	return string(text)
}

// try runs git in a directory of the lab. Its output is without the last line end.
func (l lab) try(dir string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = l.path(dir)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + l.dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_CEILING_DIRECTORIES=" + filepath.Dir(l.dir), "LC_ALL=C"}
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		l.t.Logf("git %q in %q: %v: %s", args, dir, err, errs.String())
	}
	return strings.TrimSuffix(string(out), "\n"), err
}

func (l lab) git(dir string, args ...string) string {
	l.t.Helper()
	out, err := l.try(dir, args...)
	require.NoError(l.t, err, "git %q", args)
	return out
}

// host makes a repository with one commit.
func (l lab) host(name string) {
	l.t.Helper()
	l.git(".", "init", "-q", name)
	l.git(name, "commit", "-q", "--allow-empty", "-m", "first")
}

// env is the environment of the guard.
func (l lab) env(extra ...string) func(string) (string, bool) {
	vars := map[string]string{"HOME": l.dir}
	for i := 0; i+1 < len(extra); i += 2 {
		vars[extra[i]] = extra[i+1]
	}
	return func(name string) (string, bool) {
		value, ok := vars[name]
		return value, ok
	}
}
