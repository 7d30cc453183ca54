package oracle

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/cmd/internal/bounds"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/settings"
)

// fence is where worktree scripts run: a host repository with linked worktrees and what
// lies around it, all below root. It is built once and copied for each script, since
// git's files hold absolute paths.
type fence struct {
	base, root, built string
	bash              string
	before            outside
	stamps            stamps
	// guard judges as the hook does; boxed does so with the sandbox, which counts as inside.
	guard, boxed *analyzer.Analyzer
}

// The places of a fence, as scripts name them: «wt», «host» and so on.
var fencePlaces = map[string]string{
	"root":  "",
	"host":  "host",
	"wt":    "host/.worktrees/one",
	"two":   "two",
	"evil":  "host/.worktrees/one-evil",
	"evil2": "host-evil",
	"out":   "else where",
	"far":   "elsewhere",
	"home":  "home",
	"tmp":   "temp",
	"allow": "allowed",
	"box":   "sand box",
	"bin":   "bin",
}

// branch is the worktree's own branch.
const branch = "topic"

// founding builds the host repository: a bare remote, a submodule, a tag, a stash,
// branches of others, configuration, a hook, a worktree nested in it and one beside.
const founding = `set -eu
mkdir -p home temp allowed "sand box" srv "else where/deep" home/.config host-evil etc
git config --global user.name Me
git config --global user.email me@example.invalid
git config --global init.defaultBranch main
git config --global protocol.file.allow always
git config --global commit.gpgsign false
git config --global gc.auto 0
echo 'export A=b' > home/.bashrc
echo note > 'home/a note.txt'
echo "PATH='$PATH'" > home/.profile
git config --system core.fsync none
git init -q srv/lib; cd srv/lib; echo lib > lib.txt; git add .; git commit -qm lib; cd ../..
git init -q host; cd host
mkdir src docs 'two words'
echo a > a.txt; echo b > b.txt; printf 'package m\n' > src/m.go; echo d > docs/d.md; echo w > 'two words/w.txt'
printf 'all:\n\techo built > built.txt\ninstall:\n\tcp a.txt $(DESTDIR)/a.txt\nclean:\n\trm -f built.txt\n' > Makefile
echo '{}' > package.json; printf '.worktrees/\n*.o\n' > .gitignore
git add .; git commit -qm one
git submodule --quiet add ../srv/lib lib; git commit -qm lib
git clone -q --bare . ../srv/remote.git
git remote add origin "$ROOT/srv/remote.git"; git fetch -q; git branch -q -u origin/main
git tag v1; git branch other; git branch free; git branch gone
git checkout -q free; echo f > f.txt; git add f.txt; git commit -qm free; git checkout -q main
git branch topic
echo changed >> a.txt; git stash -q
mkdir -p .git/hooks .git/info; : > .git/info/exclude
printf '#!/bin/sh\nexit 0\n' > .git/hooks/post-commit; chmod +x .git/hooks/post-commit
git worktree add -q .worktrees/one topic
git worktree add -q ../two other
mkdir .worktrees/one-evil
ln -s .worktrees/one here
for d in . docs .worktrees .worktrees/one-evil ../two ../home ../host-evil '../else where' ../elsewhere; do
	mkdir -p "$d/deep" "$d/void"; echo keep > "$d/keep.txt"; echo deep > "$d/deep/keep.txt"; chmod 644 "$d/keep.txt"
	printf 'all:\n\techo built > built.txt\n' > "$d/Makefile"; echo '{}' > "$d/package.json"
done
cd .worktrees/one
echo t > t.txt; git add t.txt; git commit -qm t; echo t2 >> t.txt; git commit -qam t2
git submodule --quiet update --init
mkdir -p build 'a dir'; echo o > build/x.o; echo n > 'a dir/my notes.txt'
printf -- '--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-b\n+patched\n' > b.patch
ln -s ../../a.txt hostfile; ln -s ../../docs hostdir; ln -s "$ROOT/else where/new.txt" dangling; ln -s loop loop
ln -s src srclink; ln -s ../../.. up
tar cf x.tar a.txt src; python3 -c 'import zipfile; zipfile.ZipFile("x.zip","w").write("a.txt")' 2>/dev/null || :
git status >/dev/null
`

// standIns are programs for which the real one is not needed, or not wanted: what they
// do with paths is what the real one does with them.
var standIns = map[string]string{
	// npm runs in the package's directory and writes node_modules there, or below --prefix.
	"npm": "#!/bin/sh\np=.\nwhile [ $# -gt 0 ]; do case $1 in --prefix|-C) p=$2; shift ;; --prefix=*) p=${1#*=} ;; -g|--global) p=$HOME/.npm-global ;; esac; shift; done\nmkdir -p \"$p/node_modules\" && echo x > \"$p/node_modules/.package-lock.json\"\n",
	// go builds into the directory it runs in, or after -C, and -o names the program.
	"go": "#!/bin/sh\n[ \"$1\" = -C ] && { cd \"$2\" || exit; shift 2; }\nc=$1; shift\ncase $1 in -C) cd \"$2\" || exit; shift 2 ;; -C=*) cd \"${1#*=}\" || exit; shift ;; esac\no=\nwhile [ $# -gt 0 ]; do case $1 in -o|-coverprofile) o=$2; shift ;; -o=*|-coverprofile=*) o=${1#*=} ;; esac; shift; done\ncase $c in build) echo x > \"${o:-prog}\" ;; test) [ -z \"$o\" ] || echo x > \"$o\" ;; mod) echo x >> go.sum ;; esac\n",
	// cargo writes target beside the manifest, or where --target-dir says.
	"cargo": "#!/bin/sh\nd=.\nt=\nwhile [ $# -gt 0 ]; do case $1 in -C) cd \"$2\" || exit; shift ;; --manifest-path) d=$(dirname \"$2\"); shift ;; --manifest-path=*) d=$(dirname \"${1#*=}\") ;; --target-dir) t=$2; shift ;; --target-dir=*) t=${1#*=} ;; esac; shift; done\nmkdir -p \"${t:-$d/target}\" && echo x > \"${t:-$d/target}/x\"\n",
	// rsync copies files into a directory; the options are dropped.
	"rsync": "#!/bin/sh\nfor a; do shift; case $a in -*) ;; *) set -- \"$@\" \"$a\" ;; esac; done\nexec cp -R \"$@\"\n",
}

func newFence(t *testing.T, base string) *fence {
	t.Helper()
	f := &fence{base: base, root: filepath.Join(base, "root"), built: filepath.Join(base, "built"), bash: installed("bash")}
	require.NoError(t, os.MkdirAll(f.at("bin"), 0o755))
	for name, script := range standIns {
		require.NoError(t, os.WriteFile(filepath.Join(f.at("bin"), name), []byte(script), 0o755))
	}
	cmd := exec.Command(f.bash, "-c", founding)
	cmd.Dir, cmd.Env = f.root, append(f.environ(), "ROOT="+f.root, "GIT_TEMPLATE_DIR=")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.NoError(t, os.Rename(f.root, f.built))
	require.NoError(t, f.reset())
	f.before, err = f.look()
	require.NoError(t, err)
	f.guard, f.boxed = f.analyzer(t), f.analyzer(t, "--sandbox", f.at("box"))
	return f
}

// analyzer is what the hook would judge by with the fence's worktree, and more flags.
func (f *fence) analyzer(t *testing.T, flags ...string) *analyzer.Analyzer {
	t.Helper()
	vars := map[string]string{"HOME": f.at("home"), "TMPDIR": f.at("tmp"), "SHELL": f.bash}
	env := func(name string) (string, bool) { v, ok := vars[name]; return v, ok }
	set, problems := settings.Load(append(flags, "--worktree", f.at("wt"), "--host-repo", f.at("host"), "--allow-dirs", f.at("allow")), env, facts.OS{})
	require.Empty(t, problems)
	chosen, notes := bounds.Find(set, facts.OS{}, f.at("wt"), env)
	require.Empty(t, notes)
	require.NotNil(t, chosen.Worktree)
	require.Empty(t, chosen.Worktree.Problem)
	return &analyzer.Analyzer{Settings: chosen, Facts: facts.OS{}}
}

// at returns the absolute path of a place.
func (f *fence) at(place string) string { return filepath.Join(f.root, fencePlaces[place]) }

// text puts the paths into a script.
func (f *fence) text(script string) string {
	return expand(script, func(kind, _ string) string {
		if _, ok := fencePlaces[kind]; !ok {
			return "«" + kind + "»"
		}
		return f.at(kind)
	})
}

// environ is the whole environment of a script. What git and the shell would read or
// write of the machine's is below root.
func (f *fence) environ() []string {
	return []string{
		"PATH=" + f.at("bin") + ":" + os.Getenv("PATH"), "HOME=" + f.at("home"), "TMPDIR=" + f.at("tmp"), "LC_ALL=C.UTF-8",
		"GIT_CONFIG_SYSTEM=" + filepath.Join(f.root, "etc", "gitconfig"), "GIT_TERMINAL_PROMPT=0", "GIT_EDITOR=true",
		"GIT_CEILING_DIRECTORIES=" + f.base, "PYTHONDONTWRITEBYTECODE=1",
		"http_proxy=http://127.0.0.1:9", "https_proxy=http://127.0.0.1:9",
	}
}

// run has bash run the script in a directory and waits for what it leaves behind.
func (f *fence) run(script, dir string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, f.bash, "-c", script)
	cmd.Dir, cmd.Env = dir, f.environ()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	if err := cmd.Run(); ctx.Err() != nil {
		return fmt.Errorf("the script ran for more than %s: %w", patience, err)
	}
	// What it put into the background is still of its group.
	for end := time.Now().Add(2 * time.Second); syscall.Kill(-cmd.Process.Pid, 0) == nil; time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		}
	}
	return nil
}

// fenceDir returns a directory for fences that nobody takes for a place for temporary
// files or for a device: it is in the user's cache.
func fenceDir(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil || strings.HasPrefix(cache+"/", os.TempDir()+"/") {
		skip(t, "there is no directory but those for temporary files: set HOME and run the test again")
	}
	require.NoError(t, os.MkdirAll(cache, 0o755))
	dir, err := os.MkdirTemp(cache, "fence-")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(dir)) })
	dir, err = filepath.EvalSymlinks(dir)
	require.NoError(t, err)
	return dir
}
