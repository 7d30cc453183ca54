package origin

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// repositories are the names that are offered, each below /git/ with .git at its
// end. The odd ones are names that a shell, a URL or git's own naming rule could
// trip over.
var repositories = [...]string{"repo", "tools", "odd.name", "two words", "gr\u00fcn", "UPPER_case-1", "twice.git", "single'quote", "100%"}

// withModule has the repository tools as a submodule, at the path lib.
const withModule = "module"

// Repositories returns the names of the repositories that a server offers: plain
// ones, odd ones, and last one with a submodule.
func Repositories() []string {
	return append(repositories[:len(repositories):len(repositories)], withModule)
}

// build makes all repositories below dir with the real git.
func build(dir string) error {
	var module string
	for _, name := range repositories {
		r := repository{name: name, dir: filepath.Join(dir, name+".git"), work: filepath.Join(dir, "work")}
		if err := r.make(""); err != nil {
			return err
		}
		if name == "tools" {
			head, err := r.git("rev-parse", "HEAD")
			if err != nil {
				return err
			}
			module = strings.TrimSpace(head)
		}
	}
	r := repository{name: withModule, dir: filepath.Join(dir, withModule+".git"), work: filepath.Join(dir, "work")}
	return r.make(module)
}

// repository is one bare repository while it is made; work is a scratch work tree,
// gone afterwards.
type repository struct{ name, dir, work string }

// files are committed in every repository.
var files = []string{"README.md", "Makefile", "src/main.txt", "src/deep/er/note.txt", "with blank.txt"}

// runnable is a script in every repository that may be run.
const runnable = "run.sh"

// make fills the repository: one commit with the marked files on the branch main, a
// branch dev and a tag v1 beside it. A module is the commit of the submodule, or
// empty.
func (r repository) make(module string) error {
	defer os.RemoveAll(r.work)
	for _, f := range files {
		if err := r.write(f, text(r.name+"/"+f)); err != nil {
			return err
		}
	}
	if err := r.write(runnable, script(r.name+"/"+runnable)); err != nil {
		return err
	}
	if err := os.Chmod(filepath.Join(r.work, runnable), 0o755); err != nil {
		return fmt.Errorf("make the work tree of %s: %w", r.name, err)
	}
	if module != "" {
		spec := fmt.Sprintf("# %s\n[submodule \"lib\"]\n\tpath = lib\n\turl = ../tools.git\n", token(r.name))
		if err := r.write(".gitmodules", []byte(spec)); err != nil {
			return err
		}
	}
	work := "--work-tree=" + r.work
	steps := [][]string{{"init", "--quiet", "--bare", "--initial-branch=main"}, {work, "add", "--", "."}}
	if module != "" {
		steps = append(steps, []string{work, "update-index", "--add", "--cacheinfo", "160000," + module + ",lib"})
	}
	steps = append(steps, []string{work, "commit", "--quiet", "-m", token(r.name)},
		[]string{"branch", "dev"}, []string{"tag", "v1"}, []string{"update-server-info"})
	for _, step := range steps {
		if _, err := r.git(step...); err != nil {
			return err
		}
	}
	return nil
}

func (r repository) write(name string, body []byte) error {
	file := filepath.Join(r.work, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return fmt.Errorf("make the work tree of %s: %w", r.name, err)
	}
	if err := os.WriteFile(file, body, 0o644); err != nil {
		return fmt.Errorf("make the work tree of %s: %w", r.name, err)
	}
	return nil
}

// git runs git in the repository and returns what it prints.
func (r repository) git(args ...string) (string, error) {
	stored := []string{"-c", "core.compression=0", "-c", "core.looseCompression=0", "--git-dir=" + r.dir}
	cmd := exec.Command("git", append(stored, args...)...)
	cmd.Dir = filepath.Dir(r.dir)
	if _, err := os.Stat(r.work); err == nil {
		cmd.Dir = r.work
	}
	cmd.Env = Environ()
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("make the repository %s: git %s: %w: %s", r.name, strings.Join(args, " "), err, strings.TrimSpace(stderr.String()))
	}
	return string(out), nil
}

// Environ returns the environment for a git that neither the user's nor the
// system's configuration reaches, and that never waits for a password: this
// process's own without the variables that steer git.
func Environ() []string {
	var env []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") {
			env = append(env, v)
		}
	}
	const who, when = "origin", "2024-02-03T04:05:06Z"
	return append(env,
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_TERMINAL_PROMPT=0",
		"GIT_AUTHOR_NAME="+who, "GIT_AUTHOR_EMAIL="+who+"@localhost", "GIT_AUTHOR_DATE="+when,
		"GIT_COMMITTER_NAME="+who, "GIT_COMMITTER_EMAIL="+who+"@localhost", "GIT_COMMITTER_DATE="+when,
	)
}
