package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/cmd/internal/facts"
)

// realTree makes a project with links of every kind, and what lies around it. It returns
// the directory that holds it all: home/project is the project.
func realTree(t testing.TB) string {
	top, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for _, file := range []string{
		"home/project/README.md", "home/project/src/main.go", "home/project/src/deep/x.go", "home/project-evil/x", "home/projects/x",
		"home/other/secret.txt", "home/.ssh/id_rsa", "home/.claude/plans/plan.md", "home/.claude/settings.json", "etc/passwd",
	} {
		require.NoError(t, os.MkdirAll(filepath.Join(top, filepath.Dir(file)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(top, file), []byte("text\n"), 0o644))
	}
	for name, target := range map[string]string{
		"home/project/in": "src", "home/project/in-abs": top + "/home/project/src/deep", "home/project/out": "../other", "home/project/out-abs": top + "/etc",
		"home/project/out-file": top + "/etc/passwd", "home/project/chain": "src/back", "home/project/src/back": "../out", "home/project/up": "..",
		"home/project/round": "out/home", "home/other/home": "../project", "home/project/dangling": "src/new.txt", "home/project/dangling-out": "../new.txt",
		"home/project/loop": "loop", "home/project/loop-a": "loop-b", "home/project/loop-b": "loop-a", "home/project/evil": "../project-evil/x",
		"home/project/here": "/proc/self/cwd", "home/project/root": "/", "home/.claude/plans/out.md": "../settings.json", "link": top + "/home/project",
	} {
		require.NoError(t, os.Symlink(target, filepath.Join(top, name)))
	}
	return top
}

// passes reports whether the whole hook lets a call pass, with the real file system.
func passes(t testing.TB, top, tool string, input any) bool {
	event, err := json.Marshal(map[string]any{
		"hook_event_name": "PreToolUse", "cwd": top + "/home/project", "tool_name": tool, "tool_input": input,
	})
	require.NoError(t, err)
	var stdout, stderr bytes.Buffer
	exit := Run(Options{
		Args:    []string{"--project", top + "/home/project"},
		Stdin:   bytes.NewReader(event),
		Stdout:  &stdout,
		Stderr:  &stderr,
		Env:     env(map[string]string{"HOME": top + "/home"}),
		Dir:     func() (string, error) { return "/", nil },
		Facts:   facts.OS{},
		Now:     time.Now,
		Analyze: analyze,
	})
	require.Zero(t, exit)
	if stdout.Len() == 0 {
		return true
	}
	require.Contains(t, stdout.String(), `"permissionDecision":"deny"`)
	return false
}

// leads is where the system itself goes when it opens a path, or would make the file:
// empty where it goes nowhere. Nothing is made and nothing is read.
func leads(path string, links int) string {
	fd, err := syscall.Open(path, 0x200000 /* O_PATH */, 0)
	if err == nil {
		defer syscall.Close(fd)
		real, _ := os.Readlink("/proc/self/fd/" + strconv.Itoa(fd))
		return real
	}
	if !errors.Is(err, fs.ErrNotExist) || links > 40 {
		return ""
	}
	dir, name := filepath.Split(path)
	parent := ""
	if fd, err := syscall.Open(dir, 0x200000|syscall.O_DIRECTORY, 0); err == nil {
		parent, _ = os.Readlink("/proc/self/fd/" + strconv.Itoa(fd))
		syscall.Close(fd)
	}
	if parent == "" || name == "" {
		return ""
	}
	target, err := os.Readlink(parent + "/" + name)
	switch {
	case err != nil:
		return parent + "/" + name
	case strings.HasPrefix(target, "/"):
		return leads(target, links+1)
	}
	return leads(parent+"/"+target, links+1)
}

// openings are where a text leads, as clients open it: as it is, cleaned first, with ~
// as the home directory, and without the blanks around it.
func openings(top, text string) []string {
	var out []string
	for _, text := range []string{text, strings.TrimSpace(text)} {
		if text == "~" || strings.HasPrefix(text, "~/") {
			text = top + "/home" + text[1:]
		}
		if !strings.HasPrefix(text, "/") {
			text = top + "/home/project/" + text
		}
		for _, path := range []string{text, filepath.Clean(text)} {
			if where := leads(path, 0); where != "" {
				out = append(out, where)
			}
		}
	}
	return out
}

func isInside(top, where string) bool {
	project := top + "/home/project"
	return where == project || strings.HasPrefix(where, project+"/")
}

// elements are what paths are made of in these tests.
var elements = []string{
	"README.md", "src", "deep", "main.go", "new.txt", "in", "in-abs", "out", "out-abs", "out-file", "chain", "back", "up", "round", "dangling",
	"dangling-out", "loop", "loop-a", "evil", "here", "root", "..", ".", "", "project", "project-evil", "projects", "other", "secret.txt", "home", "etc", "passwd",
}

// TestPathsAgainstTheSystem has the system open every path of up to three elements, from
// every beginning, and compares where it led with the verdict. What clients read in two
// ways is refused where one of them leads outside.
func TestPathsAgainstTheSystem(t *testing.T) {
	top := realTree(t)
	var paths []string
	for _, begin := range []string{"", "./", "/", "~/", top + "/", top + "/home/project/", top + "/home/project", top + "/link/", "/proc/self/root" + top + "/home/project/"} {
		for _, a := range elements {
			paths = append(paths, begin+a)
			for _, b := range elements {
				paths = append(paths, begin+a+"/"+b)
			}
		}
	}
	for i, a := range elements {
		for j, b := range elements {
			for k, c := range elements {
				if (i+j+k)%5 == 0 {
					paths = append(paths, a+"/"+b+"/"+c)
				}
			}
		}
	}
	if testing.Short() {
		paths = paths[:2000]
	}
	inside, outside, nowhere := 0, 0, 0
	for _, path := range paths {
		if path == "" {
			continue
		}
		tool := "Read"
		if len(path)%2 == 0 {
			tool = "Write"
		}
		passed := passes(t, top, tool, map[string]string{"file_path": path})
		where := openings(top, path)
		escapes := ""
		for _, place := range where {
			if !isInside(top, place) {
				escapes = place
			}
		}
		switch {
		case escapes != "":
			outside++
			assert.False(t, passed, "%s %q leads to %q", tool, path, escapes)
		case len(where) == 4 && !strings.Contains(path, "/proc/") && !strings.Contains(path, "here"):
			inside++
			assert.True(t, passed, "%s %q leads to %q", tool, path, where)
		default:
			nowhere++
		}
	}
	t.Logf("%d paths lead inside, %d outside, %d nowhere or to another place for each process", inside, outside, nowhere)
	assert.Greater(t, inside, 800)
	assert.Greater(t, outside, 1000)
}

// TestPatternsAgainstBash has bash expand patterns, with braces, extended patterns and
// ** on, and looks whether anything that it names by more than the links of the tree
// lies outside where the pattern passed.
func TestPatternsAgainstBash(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash here, so nothing expands the patterns")
	}
	top := realTree(t)
	for _, link := range []string{"here", "root"} { // bash would list the whole machine
		require.NoError(t, os.Remove(top+"/home/project/"+link))
	}
	var patterns []string
	parts := []string{"*", "**", "..", ".", "src", "{src,..}", "{..,.}", "@(..)", "@(src|..)", "+(.)", "?", "[.][.]", "[.].", ".*", "{.,}.", "s*", "out", "in", "*.md", "!(x)", "{src/..,in}", "?(.)."}
	for _, a := range parts {
		patterns = append(patterns, a, top+"/home/"+a, top+"/home/project/"+a)
		for _, b := range parts {
			patterns = append(patterns, a+"/"+b, top+"/home/project/"+a+"/"+b)
			for _, c := range []string{"*", "secret.txt", ".."} {
				patterns = append(patterns, a+"/"+b+"/"+c)
			}
		}
	}
	script := ""
	for _, pattern := range patterns {
		script += "printf '%s\\0' " + pattern + "; printf '\\1'\n"
	}
	cmd := exec.Command(bash, "-O", "extglob", "-O", "globstar", "-O", "nullglob", "-c", script)
	cmd.Dir, cmd.Env = top+"/home/project", []string{"HOME=" + top + "/home"}
	named, err := cmd.Output()
	require.NoError(t, err)
	expanded := strings.Split(string(named), "\x01")
	require.Equal(t, len(patterns)+1, len(expanded))
	climbed, passed := 0, 0
	for i, pattern := range patterns {
		escapes := ""
		for name := range strings.SplitSeq(strings.TrimSuffix(expanded[i], "\x00"), "\x00") {
			if !strings.HasPrefix(name, "/") {
				name = top + "/home/project/" + name
			}
			if name = filepath.Clean(name); !isInside(top, name) {
				escapes = name
			}
		}
		pass := passes(t, top, "Glob", map[string]string{"pattern": pattern})
		if escapes != "" {
			climbed++
			assert.False(t, pass && !onlyDots(pattern), "%q names %q", pattern, escapes)
		}
		if pass {
			passed++
		}
	}
	t.Logf("%d patterns: %d climb out in bash, %d pass", len(patterns), climbed, passed)
	assert.Greater(t, climbed, 100)
	assert.Greater(t, passed, 100)
}

// onlyDots reports whether a pattern climbs in bash alone: older ones take .* for .. too,
// which no client's own search does.
func onlyDots(pattern string) bool { return strings.Contains(pattern, ".*") }

// FuzzPaths opens any path that passes: it must lead inside, or to a file that the
// client itself makes.
func FuzzPaths(f *testing.F) {
	top := realTree(f)
	for _, a := range elements {
		f.Add(a + "/../" + a)
		f.Add("~/" + a)
		f.Add(" /" + a + "\\..")
	}
	f.Add("file:///etc/passwd")
	for _, name := range []string{"plan.md", ".md", "..md", "x.md", "x/plan.md"} {
		f.Add("~/.claude/plans/" + name)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !passes(t, top, "Read", map[string]string{"file_path": text}) {
			return
		}
		for _, where := range openings(top, text) {
			name, plan := strings.CutPrefix(where, top+"/home/.claude/plans/")
			if plan = plan && strings.HasSuffix(name, ".md") && name[0] != '.' && !strings.Contains(name, "/"); !plan {
				assert.True(t, isInside(top, where), "%q leads to %q", text, where)
			}
		}
	})
}

// FuzzPatterns expands any pattern that passes as package filepath does: whatever it
// names lies inside by its name. What a link behind a wildcard leads to is judged when
// it is read.
func FuzzPatterns(f *testing.F) {
	top := realTree(f)
	for _, a := range elements {
		f.Add("*/"+a, "")
		f.Add("[.]./"+a, "src")
		f.Add("{src,"+a+"}/../*", "in-abs")
		f.Add("\\../"+a, "..")
	}
	f.Fuzz(func(t *testing.T, pattern, under string) {
		input := map[string]string{"pattern": pattern, "path": under}
		if strings.ContainsAny(pattern, "{!") || len(pattern) > 200 || strings.Contains(under, "\\") || !passes(t, top, "Glob", input) {
			return
		}
		base := top + "/home/project"
		switch {
		case strings.HasPrefix(under, "/"):
			base = under
		case strings.HasPrefix(under, "~"):
			base = top + "/home" + under[1:]
		case under != "":
			base += "/" + under
		}
		if strings.HasPrefix(pattern, "/") {
			base = ""
		}
		escaped := strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`).Replace(base)
		names, _ := filepath.Glob(escaped + "/" + pattern)
		for _, name := range names {
			assert.True(t, isInside(top, filepath.Clean(name)), "%q under %q names %q", pattern, under, name)
		}
	})
}
