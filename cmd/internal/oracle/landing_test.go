package oracle

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
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

// sandboxes are the settings that scripts run under: as given, and the path below
// the run's directory.
var sandboxes = []struct{ given, path string }{
	{"~/work/sandbox", "home/work/sandbox"},
	{"$HOME/work/sandbox", "home/work/sandbox"},
	{"«root»/sand box", "sand box"},
	{"«root»/it's/sandbox", "it's/sandbox"},
}

// TestLanding runs generated scripts with one acquisition, once as written and once
// as rewritten, with the real fetchers and the loopback server.
func TestLanding(t *testing.T) {
	need(t, "bash", "git")
	server, err := origin.New(temporary(t))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, server.Close()) })
	total := 0
	for _, f := range fetchers {
		scripts := landingScripts(f.tool, f.fetch)
		total += len(scripts)
		t.Run(f.tool, func(t *testing.T) {
			need(t, f.needs...)
			testLanding(t, server, f.tool, sample(t, scripts))
		})
	}
	assert.GreaterOrEqual(t, total, 500)
}

func testLanding(t *testing.T, server *origin.Server, tool string, scripts []landingScript) {
	root := temporary(t)
	counts := newTally()
	each(scripts, func(worker int) *field {
		return newField(t, filepath.Join(root, fmt.Sprint(worker)), server)
	}, func(f *field, s landingScript) {
		if f.judge(s, counts) {
			return
		}
		s = smallest(s, landingScript.smaller, func(less landingScript) bool { return !f.judge(less, newTally()) })
		report := newTally()
		f.judge(s, report)
		counts.once("smallest", s.key(), f.plain(strings.Join(report.lines["fault"], "\n")))
	})
	counts.print(t, "asked")
	counts.print(t, "asked without need")
	counts.print(t, "smallest")
	asked := counts.count["asked"]
	summary(t, "landing, %s: %d scripts, %d rewritten, %d left alone, %d asked, %d files landed, %d granted, %d faults",
		tool, len(scripts), counts.count["rewritten"], counts.count["alone"], asked, counts.count["landed"], counts.count["granted"], counts.count["fault"])
	assert.Zero(t, counts.count["fault"])
	assert.Zero(t, counts.count["asked without need"], "asking is safe and of no use")
}

// field is where landing scripts run: everything of a run lies below root, and is
// made anew for each.
type field struct {
	base, root, bin string
	server          *origin.Server
	bash            string
	env             []string // variables that scripts have besides
}

// mark stands for any program whose effect depends on the directory: it logs where
// it runs.
const mark = "#!/bin/sh\nprintf '%%s %%s\\n' \"$1\" \"$PWD\" >> '%s'\n"

// standIn stands in for gh: it reads a clone as gh does, puts the git options before
// the URL, and runs git.
const standIn = `#!/bin/sh
[ "$1 $2" = "repo clone" ] || exit 2
shift 2
repo=$1 dir=
shift
case ${1-} in '' | -*) ;; *) dir=$1; shift ;; esac
[ "${1-}" = -- ] && shift
[ -n "$dir" ] || case ${1-} in '' | -*) ;; *) dir=$1; shift ;; esac
case $repo in
*://*) url=$repo ;;
*) url='%s'/git/${repo##*/}.git ;;
esac
exec git clone "$@" "$url" ${dir:+"$dir"}
`

func newField(t *testing.T, base string, server *origin.Server) *field {
	t.Helper()
	f := &field{base: base, root: filepath.Join(base, "root"), bin: filepath.Join(base, "bin"), server: server, bash: installed("bash")}
	require.NoError(t, os.MkdirAll(f.bin, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(f.bin, "mark"), fmt.Appendf(nil, mark, f.log()), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(f.bin, "gh"), fmt.Appendf(nil, standIn, server.URL), 0o755))
	return f
}

func (f *field) log() string     { return filepath.Join(f.base, "log") }
func (f *field) home() string    { return filepath.Join(f.root, "home") }
func (f *field) project() string { return filepath.Join(f.root, "project") }
func (f *field) temp() string    { return filepath.Join(f.root, "tmp") }

// names says what the placeholders of a script mean here.
func (f *field) names(sandbox string) func(kind, name string) string {
	return func(kind, name string) string {
		switch kind {
		case "git":
			return f.server.Repository(name)
		case "dir":
			return f.server.RepositoryDir(name)
		case "file":
			path, query, found := strings.Cut(name, "?")
			if found {
				return f.server.File(path) + "?" + query
			}
			return f.server.File(path)
		case "url":
			return f.server.URL
		case "sandbox":
			if strings.ContainsAny(sandbox, " '") {
				return "\"" + sandbox + "\""
			}
			return sandbox
		case "root":
			return f.root
		}
		return "«" + kind + "»"
	}
}

// plain makes a message that is the same in every run.
func (f *field) plain(message string) string {
	return strings.NewReplacer(f.root, "R", f.server.URL, "http://O", filepath.Dir(f.server.RepositoryDir("repo")), "/O").Replace(message)
}

// outcome is what one run left behind.
type outcome struct {
	status int
	// files are all new files below root, with whether they are marked.
	files map[string]bool
	// marks are the directories in which the followers ran, by the follower's number.
	marks map[string][]string
	out   string
}

// landedIn counts the new files below dir, and those of them that are marked.
func (o outcome) landedIn(dir string) (files, marked int) {
	for path, m := range o.files {
		if inside(dir, path) {
			files++
			if m {
				marked++
			}
		}
	}
	return files, marked
}

func inside(dir, path string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }

// judge runs the script as written and as rewritten and reports whether all is as it
// has to be.
func (f *field) judge(s landingScript, counts *tally) bool {
	sandbox := filepath.Join(f.root, sandboxes[s.sandbox].path)
	names := f.names(sandbox)
	given := expand(sandboxes[s.sandbox].given, names)
	script := s.text(names)
	fault := func(format string, args ...any) bool {
		counts.add("fault", fmt.Sprintf(format, args...)+indented(script))
		return false
	}
	if err := f.reset(sandbox); err != nil {
		return fault("%v", err)
	}
	a := analyzer.Analyzer{
		Settings: analyzer.Settings{Sandbox: &rules.Sandbox{Given: given, Path: sandbox, Real: sandbox, Home: f.home()}},
		Facts:    facts.OS{},
	}
	report := a.Analyze(f.request(script))
	rewritten := script
	switch {
	case report.Verdict == rules.Ask:
		line := f.plain(script) + "\n\t→ " + f.plain(reasons(report))
		counts.add("asked", line)
		if !s.follower.names && !s.fetch.mayAsk {
			counts.add("asked without need", line)
		}
		return true
	case report.Verdict == rules.Rewrite && len(report.Rewritten) == 1 && report.Rewritten[0] != "":
		rewritten = report.Rewritten[0]
		counts.add("rewritten", "")
	case report.Verdict == rules.Pass || report.Verdict == rules.Allow:
		counts.add("alone", "")
	default:
		return fault("the verdict is %s, the rewritten script %q: %s", report.Verdict, report.Rewritten, reasons(report))
	}
	if report.Grant {
		counts.add("granted", "")
	}
	if again := a.Analyze(f.request(rewritten)); rewritten != script && again.Verdict > rules.Pass {
		return fault("the rewritten script would be changed again (%s):%s\n  was", reasons(again), indented(rewritten))
	}
	before, err := f.run(script)
	if err != nil {
		return fault("%v", err)
	}
	if err := f.reset(sandbox); err != nil {
		return fault("%v", err)
	}
	after, err := f.run(rewritten)
	if err != nil {
		return fault("rewritten: %v", err)
	}
	files, _ := after.landedIn(sandbox)
	for range files {
		counts.add("landed", "")
	}
	if because := f.compare(s, before, after, sandbox, a); because != "" {
		return fault("%s; rewritten as%s\n  from", because, indented(rewritten))
	}
	return true
}

// compare says what is wrong with the second outcome, or nothing.
func (f *field) compare(s landingScript, before, after outcome, sandbox string, a analyzer.Analyzer) string {
	for _, path := range slices.Sorted(maps.Keys(after.files)) {
		if !inside(sandbox, path) {
			return fmt.Sprintf("%s landed outside (marked: %v)", path, after.files[path])
		}
		if because := f.readable(path, sandbox, a); because != "" {
			return because
		}
	}
	files, marked := before.landedIn(f.root)
	gotFiles, gotMarked := after.landedIn(sandbox)
	if files != gotFiles || marked != gotMarked {
		return fmt.Sprintf("%d files landed, %d of them marked, instead of %d and %d (%q instead of %q): %s",
			gotFiles, gotMarked, files, marked, worktree(after), worktree(before), strings.TrimSpace(after.out))
	}
	for number, dirs := range after.marks {
		if s.follower.names && before.marks[number] == nil {
			// It ran only because the old place is not there, where it stands.
			continue
		}
		for _, dir := range dirs {
			moved := inside(sandbox, dir) && slices.ContainsFunc(before.marks[number], f.isNew)
			if !moved && !slices.Contains(before.marks[number], dir) {
				return fmt.Sprintf("follower %s ran in %s instead of %q", number, dir, before.marks[number])
			}
		}
	}
	if s.follower.names {
		return ""
	}
	if before.status != after.status {
		return fmt.Sprintf("the status is %d instead of %d: %s", after.status, before.status, strings.TrimSpace(after.out))
	}
	if !maps.EqualFunc(before.marks, after.marks, func(a, b []string) bool { return len(a) == len(b) }) {
		return fmt.Sprintf("the followers ran %v instead of %v", after.marks, before.marks)
	}
	return ""
}

// isNew reports whether the directory was not there before the script ran.
func (f *field) isNew(dir string) bool {
	return !slices.Contains([]string{f.root, f.project(), filepath.Join(f.project(), "sub"), f.home(), f.temp()}, dir)
}

// worktree lists the new files but for git's own.
func worktree(o outcome) []string {
	var out []string
	for _, path := range slices.Sorted(maps.Keys(o.files)) {
		if !strings.Contains(path, "/.git/") && !strings.Contains(path, ".git/") {
			out = append(out, path)
		}
	}
	return out
}

// readable says why a Read of the landed file would not be the sandbox's: the path
// must lie in it with its links resolved, and the call itself must pass.
func (f *field) readable(path, sandbox string, a analyzer.Analyzer) string {
	target, err := filepath.EvalSymlinks(path)
	if err != nil || !inside(sandbox, target) {
		return fmt.Sprintf("%s is %s with its links resolved (%v)", path, target, err)
	}
	report := a.Analyze(analyzer.Request{Event: "PreToolUse", Agent: "claude", Tool: "Read"})
	if report.Verdict != rules.Pass {
		return fmt.Sprintf("a Read of %s is answered %s", path, report.Verdict)
	}
	return ""
}

// reasons returns the messages of a report.
func reasons(report analyzer.Report) string {
	var out []string
	for _, finding := range report.Findings {
		out = append(out, finding.Verdict.String()+": "+finding.Message)
	}
	return strings.Join(out, "; ")
}

// request is the call as the hook would hand it over.
func (f *field) request(script string) analyzer.Request {
	return analyzer.Request{Event: "PreToolUse", Agent: "claude", Tool: "Bash", Sources: []ast.Source{{
		Text: script, Dialect: ast.Bash, Dir: ast.Known(f.project()),
		Env: map[string]ast.Value{
			"HOME": ast.Known(f.home()), "PWD": ast.Known(f.project()), "TMPDIR": ast.Known(f.temp()),
		},
		IsDir: facts.OS{}.IsDir,
	}}}
}

// reset makes everything below root anew, the sandbox included, which the hook makes
// before it answers.
func (f *field) reset(sandbox string) error {
	if err := os.RemoveAll(f.root); err != nil {
		return err
	}
	for _, dir := range []string{f.home(), filepath.Join(f.project(), "sub"), f.temp()} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(sandbox, 0o700); err != nil {
		return err
	}
	for link, target := range map[string]string{
		filepath.Join(f.project(), "inbox"): sandbox,
		filepath.Join(sandbox, "escape"):    f.project(),
	} {
		if err := os.Symlink(target, link); err != nil {
			return err
		}
	}
	for path, text := range map[string]string{
		filepath.Join(f.project(), "other.txt"):       "other\n",
		filepath.Join(f.project(), "sub", "keep.txt"): "keep\n",
		filepath.Join(f.project(), "list.txt"):        f.server.File("x.txt") + "\n" + f.server.File("y.txt") + "\n",
		filepath.Join(f.home(), ".profile"):           "PATH='" + f.path() + "'\n",
		f.log():                                       "",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (f *field) path() string { return f.bin + ":" + os.Getenv("PATH") }

// run has bash run the script in the project.
func (f *field) run(script string) (outcome, error) {
	before, err := f.snapshot()
	if err != nil {
		return outcome{}, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, f.bash, "-c", script)
	cmd.Dir = f.project()
	cmd.Env = []string{
		"PATH=" + f.path(), "HOME=" + f.home(), "PWD=" + f.project(), "TMPDIR=" + f.temp(), "LC_ALL=C.UTF-8",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0",
	}
	cmd.Env = append(cmd.Env, f.env...)
	output, err := os.Create(filepath.Join(f.base, "output"))
	if err != nil {
		return outcome{}, err
	}
	defer output.Close()
	cmd.Stdout, cmd.Stderr = output, output
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	runErr := cmd.Run()
	if ctx.Err() != nil {
		return outcome{}, fmt.Errorf("the script ran for more than %s: %w", patience, runErr)
	}
	files, err := f.snapshot()
	if err != nil {
		return outcome{}, err
	}
	maps.DeleteFunc(files, func(path string, marked bool) bool {
		was, ok := before[path]
		return ok && was == marked
	})
	marks, err := f.marks()
	if err != nil {
		return outcome{}, err
	}
	out, err := os.ReadFile(output.Name())
	return outcome{status: cmd.ProcessState.ExitCode(), files: files, marks: marks, out: string(out)}, err
}

// snapshot returns every file below root, a link as a file, with whether it is
// marked.
func (f *field) snapshot() (map[string]bool, error) {
	files := map[string]bool{}
	err := filepath.WalkDir(f.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if !d.Type().IsRegular() {
			files[path] = false
			return nil
		}
		body, err := os.ReadFile(path)
		files[path] = origin.Marked(body)
		return err
	})
	return files, err
}

// marks reads the followers' log.
func (f *field) marks() (map[string][]string, error) {
	log, err := os.ReadFile(f.log())
	out := map[string][]string{}
	for line := range strings.Lines(string(log)) {
		number, dir, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		out[number] = append(out[number], resolved(dir))
	}
	return out, err
}
