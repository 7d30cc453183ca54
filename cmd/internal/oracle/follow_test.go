package oracle

import (
	"context"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/origin"
	"sandbox-enforcer/rules"
)

func keys[K comparable, V any](m map[K]V) iter.Seq[K] { return maps.Keys(m) }

// TestFollow runs generated scripts whose later words mean what is moved, once as
// written and once as rewritten: both must end alike, print the same, and leave the
// same files, those that were moved in the sandbox.
func TestFollow(t *testing.T) {
	need(t, "bash", "git", "curl", "wget")
	for _, f := range follows {
		if f.needs != "" && installed(f.needs) == "" {
			summary(t, "follow: left out for want of %s: %s", f.needs, f.text)
		}
	}
	url := kitServer(t)
	root := temporary(t)
	all := followScripts()
	scripts := sample(t, all)
	counts := newTally()
	each(scripts, func(worker int) *followField {
		return newFollowField(t, filepath.Join(root, fmt.Sprint(worker)), url)
	}, func(f *followField, s followScript) {
		if f.judge(s, counts) {
			return
		}
		s = smallest(s, followScript.smaller, func(less followScript) bool { return !f.judge(less, newTally()) })
		report := newTally()
		f.judge(s, report)
		counts.once("smallest", s.frame+s.follows[0].text, f.plain(strings.Join(report.lines["fault"], "\n")))
	})
	for _, name := range slices.Sorted(maps.Keys(counts.count)) {
		if family, found := strings.CutPrefix(name, "asked: "); found {
			t.Logf("asked, %s: %d", family, counts.count[name])
		}
	}
	counts.print(t, "asked without need")
	counts.print(t, "smallest")
	known, run := counts.count["known"], counts.count["known and run"]
	summary(t, "follow: %d scripts, %d let run, %d asked, %d with every word known of which %d let run, %d words followed, %d faults",
		len(scripts), counts.count["run"], counts.count["asked"], known, run, counts.count["edits"], counts.count["fault"])
	assert.GreaterOrEqual(t, len(all), 1000)
	assert.Zero(t, counts.count["fault"])
	assert.GreaterOrEqual(t, 10*run, 9*known, "asking is safe and of no use")
}

// followField is where the scripts run: everything of a run lies below root, and is made
// anew for each.
type followField struct{ base, root, bin, url, bash, repository string }

func newFollowField(t *testing.T, base, url string) *followField {
	t.Helper()
	f := &followField{base: base, root: filepath.Join(base, "root"), bin: filepath.Join(base, "bin"), url: url, bash: installed("bash")}
	f.repository = filepath.Join(base, "repository")
	require.NoError(t, os.MkdirAll(f.bin, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(f.bin, "gh"), []byte(strings.ReplaceAll(fmt.Sprintf(standIn, url), "/git/", "/")), 0o755))
	for _, step := range [][]string{{"init", "--quiet", "--template=", "--initial-branch=main", f.repository}, {"-C", f.repository, "commit", "--quiet", "--allow-empty", "-m", "project"}} {
		cmd := exec.Command("git", step...)
		cmd.Env = origin.Environ()
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	return f
}

func (f *followField) project() string { return filepath.Join(f.root, "project") }

func (f *followField) names(kind, name string) string {
	switch kind {
	case "git":
		return f.url + "/kit.git"
	case "file":
		return f.url + "/work/" + name
	case "root":
		return f.root
	}
	return "«" + kind + "»"
}

// plain makes a message that is the same in every run.
func (f *followField) plain(message string) string {
	return strings.NewReplacer(f.root, "R", f.url, "http://O").Replace(message)
}

// judge runs the script as written and as rewritten and reports whether all is as it
// has to be.
func (f *followField) judge(s followScript, counts *tally) bool {
	sandbox := filepath.Join(f.root, sandboxes[s.sandbox].path)
	given := expand(sandboxes[s.sandbox].given, f.names)
	script := s.text(f.names)
	fault := func(format string, args ...any) bool {
		counts.add("fault", fmt.Sprintf(format, args...)+indented(script))
		return false
	}
	if err := f.reset(s, sandbox); err != nil {
		return fault("%v", err)
	}
	a := analyzer.Analyzer{
		Settings: analyzer.Settings{Follow: true, Sandbox: &rules.Sandbox{Given: given, Path: sandbox, Real: sandbox, Home: filepath.Join(f.root, "home")}},
		Facts:    facts.OS{},
	}
	report := a.Analyze(f.request(script))
	if !s.asks() {
		counts.add("known", "")
	}
	if report.Verdict == rules.Ask {
		counts.add("asked", "")
		counts.add("asked: "+s.family(), "")
		if !s.asks() {
			counts.add("asked without need", f.plain(script)+"\n\t→ "+f.plain(reasons(report)))
		}
		return true
	}
	if report.Verdict != rules.Rewrite || len(report.Rewritten) != 1 || report.Rewritten[0] == "" {
		return fault("the verdict is %s, the rewritten script %q: %s", report.Verdict, report.Rewritten, reasons(report))
	}
	rewritten := report.Rewritten[0]
	counts.add("run", "")
	if !s.asks() {
		counts.add("known and run", "")
	}
	for _, finding := range report.Findings {
		if finding.Fix != nil {
			for range finding.Fix.Follow {
				counts.add("edits", "")
			}
		}
	}
	for _, one := range s.follows {
		if text := expand(s.spelled(one.stays), f.names); !strings.Contains(s.frame, "«q:") && !strings.Contains(rewritten, text) {
			return fault("%q was changed; rewritten as%s\n  from", text, indented(rewritten))
		}
	}
	before, err := f.run(script)
	if err != nil {
		return fault("%v", err)
	}
	if err := f.reset(s, sandbox); err != nil {
		return fault("%v", err)
	}
	after, err := f.run(rewritten)
	if err != nil {
		return fault("rewritten: %v", err)
	}
	m := move{root: f.root, old: filepath.Join(f.project(), s.fetch.old), new: filepath.Join(sandbox, s.fetch.name())}
	if because := m.compare(before, after); because != "" {
		return fault("%s; rewritten as%s\n  from", because, indented(rewritten))
	}
	return true
}

// ended is what one run left behind.
type ended struct {
	status         int
	stdout, stderr string
	// files are all files, directories and links below root, with what they hold.
	files map[string]string
}

// move is one place that was moved.
type move struct{ root, old, new string }

// compare says what differs between the script as written and as rewritten beside the
// place of what was moved, or nothing.
func (m move) compare(before, after ended) string {
	if before.status != after.status {
		return fmt.Sprintf("the status is %d instead of %d: %s", after.status, before.status, strings.TrimSpace(after.stderr))
	}
	if was, is := m.text(before.stdout), m.text(after.stdout); was != is {
		return fmt.Sprintf("it prints %q instead of %q: %s", is, was, strings.TrimSpace(after.stderr))
	}
	was, is := m.files(before.files, m.old), m.files(after.files, m.new)
	for _, path := range slices.Sorted(maps.Keys(was)) {
		if _, found := is[path]; !found {
			return fmt.Sprintf("%s is missing: %s", path, strings.TrimSpace(after.stderr))
		}
		if was[path] != is[path] {
			return fmt.Sprintf("%s is %q instead of %q", path, is[path], was[path])
		}
	}
	for _, path := range slices.Sorted(maps.Keys(is)) {
		if _, found := was[path]; !found {
			return fmt.Sprintf("%s is there: %s", path, strings.TrimSpace(after.stderr))
		}
	}
	return ""
}

// moved stands for the place that was moved, in texts and paths.
const moved = "«moved»"

// text is a text with every spelling of the moved place, old or new, written in one way,
// and paths of the project without what leads to it.
func (m move) text(text string) string {
	home := filepath.Join(m.root, "home")
	text = strings.NewReplacer(m.new, moved, strings.Replace(m.new, home, "~", 1), moved, m.old, moved, strings.Replace(m.old, home, "~", 1), moved).Replace(text)
	text = strings.ReplaceAll(text, filepath.Join(m.root, "project")+"/", "")
	relative := regexp.MustCompile(`(^|[\s"'=:(])(?:(?:\.\.?|sub|src|deep|er|dl)/)*` + regexp.QuoteMeta(filepath.Base(m.old)) + `($|[\s"'/:),])`)
	for range 2 { // neighbours share what stands between them
		text = relative.ReplaceAllString(text, "${1}"+moved+"${2}")
	}
	return regexp.MustCompile(`(^|[\s"'=:(])(?:\.\.?/)+`).ReplaceAllString(text, "${1}")
}

// files are the files with those at the moved place below moved. Left out are the
// directories that were made only to hold it.
func (m move) files(all map[string]string, place string) map[string]string {
	out := map[string]string{}
	for path, what := range all {
		rest, found := strings.CutPrefix(path, place)
		switch {
		case found && (rest == "" || rest[0] == '/'):
			path = moved + rest
		case what == "directory" && (inside(path, m.old) || inside(path, m.new)):
			continue
		}
		out[path] = m.text(what)
	}
	return out
}

// request is the call as the hook would hand it over.
func (f *followField) request(script string) analyzer.Request {
	home, temp := filepath.Join(f.root, "home"), filepath.Join(f.root, "tmp")
	return analyzer.Request{Event: "PreToolUse", Agent: "claude", Tool: "Bash", Sources: []ast.Source{{
		Text: script, Dialect: ast.Bash, Dir: ast.Known(f.project()), IsDir: facts.OS{}.IsDir,
		Env: map[string]ast.Value{"HOME": ast.Known(home), "PWD": ast.Known(f.project()), "TMPDIR": ast.Known(temp)},
	}}}
}

// reset makes everything below root anew. Another place has the name of what is fetched.
func (f *followField) reset(s followScript, sandbox string) error {
	if err := os.RemoveAll(f.root); err != nil {
		return err
	}
	for _, dir := range []string{filepath.Join(f.root, "home"), filepath.Join(f.root, "tmp"), filepath.Join(f.project(), "sub"), sandbox} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
	}
	if err := os.CopyFS(filepath.Join(f.project(), ".git"), os.DirFS(filepath.Join(f.repository, ".git"))); err != nil {
		return err
	}
	for name, text := range map[string]string{
		"other.txt": "other\n", "sub/keep.txt": "keep\n", "notes.txt": s.fetch.name() + " is text\n",
		"other/" + s.fetch.name() + "/README.md": "another place\n",
	} {
		path := filepath.Join(f.project(), name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// run has bash run the script in the project.
func (f *followField) run(script string) (ended, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, f.bash, "-c", script)
	cmd.Dir = f.project()
	home := filepath.Join(f.root, "home")
	cmd.Env = append(slices.DeleteFunc(origin.Environ(), func(v string) bool {
		return slices.ContainsFunc([]string{"PATH=", "HOME=", "PWD=", "OLDPWD=", "TMPDIR="}, func(name string) bool { return strings.HasPrefix(v, name) })
	}), "PATH="+f.bin+":"+os.Getenv("PATH"), "HOME="+home, "PWD="+f.project(), "TMPDIR="+filepath.Join(f.root, "tmp"), "LC_ALL=C.UTF-8")
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	err := cmd.Run()
	if ctx.Err() != nil {
		return ended{}, fmt.Errorf("the script ran for more than %s: %w", patience, err)
	}
	files, err := f.snapshot()
	return ended{status: cmd.ProcessState.ExitCode(), stdout: stdout.String(), stderr: stderr.String(), files: files}, err
}

// snapshot returns what lies below root: of a link where it leads, of git's own files
// only that they are there.
func (f *followField) snapshot() (map[string]string, error) {
	files := map[string]string{}
	err := filepath.WalkDir(f.root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			files[path] = "directory"
		case d.Type()&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			if !filepath.IsAbs(target) {
				target = filepath.Join(filepath.Dir(path), target)
			}
			files[path] = "link to " + target
			return err
		case strings.Contains(path, "/.git/"):
			files[path] = "git's own"
		default:
			info, err := d.Info()
			if err != nil {
				return err
			}
			body, err := os.ReadFile(path)
			if strings.HasPrefix(string(body), "\x1f\x8b") || strings.HasPrefix(string(body), "PK") {
				body = []byte("an archive")
			}
			files[path] = fmt.Sprintf("%v %s", info.Mode(), body)
			return err
		}
		return nil
	})
	return files, err
}
