package oracle

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/ast"
	"sandbox-enforcer/cmd/internal/origin"
)

// TestContain has real shells write to words that [ast.Contain] made, with values that
// lead out of every directory which they are not kept in. Nothing outside the sandbox may
// be made or changed, whatever the shell, the program that writes, the locale and the
// value.
func TestContain(t *testing.T) {
	need(t, "bash", "dash", "zsh", "curl")
	dir := temporary(t)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "origin"), 0o755))
	server, err := origin.New(filepath.Join(dir, "origin"))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, server.Close()) })
	all := containRuns(t)
	runs := sample(t, all)
	counts := newTally()
	each(runs, func(worker int) *enclosure {
		return newEnclosure(t, filepath.Join(dir, fmt.Sprint(worker)), server.File("x.txt"))
	}, func(e *enclosure, r containRun) {
		values := someValues(e.root, r.seed)
		written, escaped, err := e.judge(r, values)
		if err != nil {
			counts.add("broken", err.Error()+indented(e.script(r)))
			return
		}
		counts.tell(len(values), written)
		for _, line := range escaped {
			counts.add("outside", line)
		}
	})
	counts.print(t, "broken")
	counts.print(t, "outside")
	summary(t, "contain: %d values, %d words in %d shells by %d writers: %d writes tried, %d made, %d outside",
		len(hostileValues("")), len(containWords), len(containShells), len(containWriters), counts.count["tried"], counts.count["made"], counts.count["outside"])
	assert.GreaterOrEqual(t, len(hostileValues("")), 200)
	assert.GreaterOrEqual(t, len(containWords), 25)
	assert.Zero(t, counts.count["broken"])
	assert.Zero(t, counts.count["outside"])
	assert.Greater(t, counts.count["made"], counts.count["tried"]/3, "what never writes is no proof")
}

// TestContainJudge runs the words as they were written: each shell leaves the sandbox, and
// is seen to.
func TestContainJudge(t *testing.T) {
	need(t, "bash", "dash", "zsh")
	e := newEnclosure(t, temporary(t), "")
	for _, shell := range containShells {
		for value, made := range map[string]string{"../x": `"$B/$V"`, "../../above": `"$B/${V}"`, "..": `"$B/${V##*/}/new"`, e.root + "/above/x": `$V`} {
			r := containRun{shell: shell, writer: containWriters[0], word: containWord{text: `"$V"`}, made: made}
			_, escaped, err := e.judge(r, []string{"box/../../box/a", value})
			require.NoError(t, err)
			assert.Len(t, escaped, 1, "%s with %q", shell, value)
		}
	}
}

// tell counts the writes of one run.
func (c *tally) tell(tried, made int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count["tried"] += tried
	c.count["made"] += made
}

// containShells read the words alike, as far as they know them.
var containShells = []string{"bash", "dash", "zsh"}

// containWriter is a program that writes to the word W; made says that the word names a
// directory.
type containWriter struct {
	name, command string
	made          bool
}

var containWriters = []containWriter{
	{"redirect", "printf x > W", false},
	{"tee", "printf x | tee W >/dev/null", false},
	{"dd", "printf x | dd status=none of=W", false},
	{"curl", "curl -s -o W \"$URL\"", false},
	{"mkdir", "mkdir -p W && : > W/made", true},
}

// containWord is a word to contain. Every variable in it holds the hostile value: V, the
// parameter 1, the first element of a; N holds it with a NUL behind it, which zsh keeps.
type containWord struct {
	text string
	// notDash says that dash does not read the word.
	notDash bool
}

var containWords = []containWord{
	{text: `"$V"`}, {text: `$V`}, {text: `${V}`}, {text: `"$1"`}, {text: `"$D/$V"`}, {text: `"$V/$1"`}, {text: `~/x/$V`},
	{text: `"$V.gz"`}, {text: `"..$V"`}, {text: `.$V`}, {text: `v"$V"`}, {text: `"$V$1"`}, {text: `"$V.$1"`}, {text: `"$N"`}, {text: `"$N.x"`},
	{text: `"${V##*/}"`}, {text: `"$V-$$"`}, {text: `"$V$((1+2))"`}, {text: `"$V$(date +%Y)"`},
	{text: `"$(basename "$V")"`}, {text: `"$D/$(basename "$V" .git)"`}, {text: `$(basename -- "$V")`}, {text: `"$(basename "$V")-$1"`}, {text: `"..$(basename "$V")x"`},
	{text: `"$(basename "$V")..$(basename "$1")y"`}, {text: `"$(basename $V $V)"`}, {text: `$(basename -za $V "$V" / ..)`},
	{text: `"${V%.gz}"`}, {text: `${V#-}`}, {text: `"${V:-x}"`}, {text: `"${UNSET:-$V}"`}, {text: `"${V+$1}.."`},
	{text: `"$(printf %s "$V")"`}, {text: `$(printf '%s\n\n' "$V")`}, {text: `"$(printf '%s\0x' "$V")"`}, {text: `"$D/..$(echo "$V")"`},
	{text: `"${V//x/..}"`, notDash: true}, {text: `"${V:0:5}"`, notDash: true}, {text: `"${a[0]}$V"`, notDash: true}, {text: `$'..'$V`, notDash: true},
}

// containRun is one word, written to by one program in one shell.
type containRun struct {
	shell  string
	writer containWriter
	word   containWord
	made   string // what the word became, below the directory $B
	seed   uint64
}

// containRuns are all of them. The sandbox is a directory that the script names, so that
// it can be one of many.
func containRuns(t *testing.T) []containRun {
	var out []containRun
	for _, word := range containWords {
		script, err := ast.Parse(ast.Source{Text: "x " + word.text, Dialect: ast.Bash})
		require.NoError(t, err)
		inv := script.Invocations[0]
		require.Equal(t, "x", inv.Program())
		for _, shell := range containShells {
			if shell == "dash" && word.notDash {
				continue
			}
			for _, writer := range containWriters {
				made, why := ast.ContainAfter(script, &inv.Args[0], "", "$HOME/box", writer.made)
				require.Empty(t, why, word.text)
				out = append(out, containRun{shell: shell, writer: writer, word: word, made: made, seed: uint64(len(out))})
			}
		}
	}
	return out
}

// enclosure is a tree with a sandbox in its depth: HOME/box. Everything else in it must
// stay as it was.
type enclosure struct{ root, home, url string }

// sentinels are files that a write outside would change, from the root down.
var sentinels = []string{"x", "1/x", "1/2/x", "1/2/above", "1/2/3/x", "1/2/3/work/x", "1/2/3/work/a", "above/x", "1/2/3/x.gz", "1/2/3/-x"}

func newEnclosure(t *testing.T, dir, url string) *enclosure {
	e := &enclosure{root: dir, home: filepath.Join(dir, "1/2/3"), url: url}
	for _, name := range sentinels {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte("sentinel"), 0o644))
	}
	return e
}

// script is what the shell runs: a function for the word, then a call for each value.
func (e *enclosure) script(r containRun) string {
	return "w() { " + strings.ReplaceAll(r.writer.command, "W", r.made) + "; }\n" +
		"B=$HOME/box D=$HOME/work n=0\n" +
		`for v in "$@"; do V=$v N=$(printf '%s\0x' "$v"); ` + array(r.word) + ` if w "$v"; then n=$((n+1)); fi; done` + "\n" +
		`echo "$n"`
}

func array(w containWord) string {
	if w.notDash {
		return `a=("$v");`
	}
	return ""
}

// judge writes with all values at once, and one by one where something is outside then.
func (e *enclosure) judge(r containRun, values []string) (made int, escaped []string, err error) {
	made, changed, err := e.write(r, values)
	if err != nil || len(changed) == 0 {
		return made, nil, err
	}
	if len(values) == 1 {
		return made, []string{fmt.Sprintf("%s, %s: %s becomes %s, and %q leaves the sandbox: %q", r.shell, r.writer.name, r.word.text, r.made, values[0], changed)}, nil
	}
	for _, v := range values {
		_, one, err := e.judge(r, []string{v})
		if err != nil {
			return made, nil, err
		}
		escaped = append(escaped, one...)
	}
	if len(escaped) == 0 {
		escaped = append(escaped, fmt.Sprintf("%s, %s: %s becomes %s, and some values together leave the sandbox: %q", r.shell, r.writer.name, r.word.text, r.made, changed))
	}
	return made, escaped, nil
}

// write runs the script in a clean enclosure: how many writes succeeded, and what is
// not as before outside the sandbox, which is put back.
func (e *enclosure) write(r containRun, values []string) (made int, changed []string, err error) {
	box := filepath.Join(e.home, "box")
	if err := os.MkdirAll(box, 0o755); err != nil {
		return 0, nil, err
	}
	before, err := e.outside()
	if err != nil {
		return 0, nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*patience)
	defer cancel()
	var args []string
	if r.shell == "zsh" {
		args = append(args, "-f")
	}
	cmd := exec.CommandContext(ctx, installed(r.shell), append(append(args, "-c", e.script(r), "shell"), values...)...)
	cmd.Dir = filepath.Join(e.home, "work")
	locale := "C"
	if r.seed%2 == 0 {
		locale = "C.UTF-8"
	}
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + e.home, "LC_ALL=" + locale, "URL=" + e.url, "TMPDIR=" + box, "no_proxy=*"}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, nil, fmt.Errorf("%s: %w: %.300s", r.shell, err, stderr.String())
	}
	lines := strings.Fields(string(out))
	if len(lines) == 0 {
		return 0, nil, fmt.Errorf("%s prints nothing: %.300s", r.shell, stderr.String())
	}
	if made, err = strconv.Atoi(lines[len(lines)-1]); err != nil {
		return 0, nil, err
	}
	after, err := e.outside()
	if err != nil {
		return 0, nil, err
	}
	return made, e.restore(before, after), os.RemoveAll(box)
}

// outside reads everything but the sandbox: directories as such, files with their text.
func (e *enclosure) outside() (map[string]string, error) {
	seen := map[string]string{}
	box := filepath.Join(e.home, "box")
	err := filepath.WalkDir(e.root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path == box:
			return fs.SkipDir
		case d.IsDir():
			seen[path] = "a directory"
			return nil
		}
		text, err := os.ReadFile(path)
		seen[path] = "a file: " + string(text)
		return err
	})
	return seen, err
}

// restore names the paths that are not as before, and puts them back.
func (e *enclosure) restore(before, after map[string]string) []string {
	var changed []string
	for path, text := range after {
		if before[path] != text {
			changed = append(changed, path)
		}
	}
	for path := range before {
		if _, ok := after[path]; !ok {
			changed = append(changed, path)
		}
	}
	slices.Sort(changed)
	for _, path := range slices.Backward(changed) { // what is in a directory comes behind it
		text, file := strings.CutPrefix(before[path], "a file: ")
		if file && os.WriteFile(path, []byte(text), 0o644) == nil {
			continue
		}
		_ = os.RemoveAll(path) // seen again where it stays
	}
	return changed
}

// someValues are the values of one run: all of them, or a fifth that is another one for
// each run, with those that no mistake survives.
func someValues(root string, seed uint64) []string {
	all := hostileValues(root)
	if !isFull() {
		seeded(seed).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		all = append(all[:len(all)/5], "//", "..", "../x", "", "a")
	}
	return all
}

// hostileValues are what the variables hold: every lead before every name. None of them
// leaves the root, even uncontained.
func hostileValues(root string) []string {
	leads := []string{"", "../", "../../", "a/../../", root + "/above/", "./-", "\n/../", "..\n/"}
	names := []string{
		"", ".", "..", "...", "x", "-x", "--", "--help", "-za", "a b", " ", "\t", "x\n", "x\n\n", "\n", "..\n", "\n..", "x/", "../", "//",
		"*", "?[a]", "~", "~root", "~+", "#1", "{a,b}", "%s", "$(touch x)", "`touch x`", "$V", ";touch x", "&>x", "'", "\"", "\\", "!x",
		"\xff", "\xc3", "\xe2\x82", "\u202e", "=ls", "@", strings.Repeat("n", 255), strings.Repeat("é/", 300), strings.Repeat("n", 5000),
	}
	var out []string
	for _, lead := range leads {
		for _, name := range names {
			out = append(out, lead+name)
		}
	}
	return out
}
