package oracle

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/ast"
)

// shells are those that run the scripts, with the words before each script, how many
// scripts there are, and the least share of the words, in percent, that must be known:
// to call everything unknown is no answer.
var shells = []struct {
	name    string
	words   []string
	dialect ast.Dialect
	scripts int
	known   int
}{
	{"bash", []string{"bash", "-c"}, ast.Bash, 12000, 22},
	{"zsh", []string{"zsh", "-fc"}, ast.Zsh, 6000, 20},
}

// TestBeliefs runs generated scripts by real shells. A command in them writes down its
// words and its directory; whatever we call known of them must be what it wrote.
func TestBeliefs(t *testing.T) {
	for _, shell := range shells {
		t.Run(shell.name, func(t *testing.T) {
			need(t, shell.name)
			chosen := sample(t, beliefScripts(shell.name, shell.scripts))
			root := temporary(t)
			counts := newTally()
			var batches [][]string
			for batch := range slices.Chunk(chosen, 100) {
				batches = append(batches, batch)
			}
			each(batches, func(worker int) *stage {
				return beliefStage(t, filepath.Join(root, fmt.Sprint(worker)))
			}, func(s *stage, batch []string) {
				records, err := s.believe(shell.words, batch)
				if err != nil {
					counts.add("fault", err.Error())
					return
				}
				for i, script := range batch {
					s.compare(script, shell.dialect, records[i], counts)
				}
			})
			counts.print(t, "fault")
			summary(t, "beliefs of %s: %d scripts, %d not read, %d silent, %d commands compared, %d wrong, %d in scripts of unknown text; %d of %d words known, %d of %d directories",
				shell.name, len(chosen), counts.count["not read"], counts.count["silent"], counts.count["compared"], counts.count["wrong"], counts.count["in unknown text"],
				counts.count["known"], counts.count["words"], counts.count["known directory"], counts.count["directories"])
			assert.Zero(t, counts.count["fault"])
			assert.Greater(t, 100*counts.count["known"], shell.known*counts.count["words"], "to call everything unknown is no answer")
		})
	}
}

// beliefStage is a stage without shims: the scripts start no programs but shells.
func beliefStage(t *testing.T, root string) *stage {
	t.Helper()
	s := &stage{root: root, bash: installed("bash")}
	for name, dir := range map[string]*string{"home": &s.home, "work": &s.work} {
		*dir = filepath.Join(root, name)
		require.NoError(t, os.MkdirAll(*dir, 0o755))
	}
	for _, dir := range []string{"sub/deep", "other"} {
		require.NoError(t, os.MkdirAll(filepath.Join(s.work, dir), 0o755))
	}
	require.NoError(t, os.Symlink("sub/deep", filepath.Join(s.work, "link")))
	for name, text := range map[string]string{"g.txt": "1 line\n2 lines\n", "set.sh": "X=changed\n", "go.sh": "cd sub\n"} {
		require.NoError(t, os.WriteFile(filepath.Join(s.work, name), []byte(text), 0o644))
	}
	return s
}

// believingLoop runs each script of standard input, which NUL ends, in a shell of its own.
// What a script writes to descriptor 9 is kept, to the last of its processes; the end of a script is a record, too.
const believingLoop = `ulimit -s 1024
while IFS= read -r -d '' script; do
	rmdir made 2>/dev/null
	(ulimit -t 1 && exec "$@" "$script") 9>&1 >/dev/null 2>&1 </dev/null | cat
	printf '\0NEXT\0'
done`

// believe runs the scripts one after the other and returns what each wrote: the words of
// its records.
func (s *stage) believe(words, scripts []string) ([][][]string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 4*patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.bash, append([]string{"-c", believingLoop, "loop"}, words...)...)
	cmd.Dir = s.work
	cmd.Env = []string{"FUNCNEST=12", "PATH=" + os.Getenv("PATH"), "HOME=" + s.home, "PWD=" + s.work, "LC_ALL=C.UTF-8", "INHERITED=from outside"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Stdin = strings.NewReader(strings.Join(scripts, "\x00") + "\x00")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("run a batch of %d scripts: %w", len(scripts), err)
	}
	records, current := make([][][]string, 0, len(scripts)), [][]string{nil}
	for field := range bytes.SplitSeq(bytes.TrimSuffix(out, []byte{0}), []byte{0}) {
		switch last := len(current) - 1; string(field) {
		case "NEXT":
			records = append(records, current[:last])
			current = [][]string{nil}
		case "END":
			current = append(current, nil)
		default:
			current[last] = append(current[last], string(field))
		}
	}
	if len(records) != len(scripts) {
		return nil, fmt.Errorf("%d of %d scripts ended", len(records), len(scripts))
	}
	return records, nil
}

// compare sets the records that a script wrote beside what we read in it.
func (s *stage) compare(script string, dialect ast.Dialect, records [][]string, counts *tally) {
	source := s.source(script)
	source.Dialect = dialect
	delete(source.Env, "TMPDIR")
	read, err := ast.Parse(source)
	switch {
	case err != nil:
		counts.add("not read", "")
		return
	case len(records) == 0:
		counts.add("silent", "")
	}
	for i, record := range records {
		if len(record) < 2 {
			counts.add("fault", fmt.Sprintf("the record %q is broken%s", record, indented(script)))
			continue
		}
		counts.add("compared", "")
		// A command that runs again, in a function that calls itself, say, is one command
		// of the figures.
		figures := counts
		if slices.ContainsFunc(records[:i], func(r []string) bool { return len(r) > 1 && r[1] == record[1] }) {
			figures = newTally()
		}
		if why := s.believed(read, record, figures); why != "" {
			counts.add("wrong", "")
			counts.add("fault", strings.ReplaceAll(why+indented(script), s.root, "R"))
		}
	}
}

// believed says why no command of the script can have written the record, or "".
func (s *stage) believed(read *ast.Script, record []string, counts *tally) string {
	var near []string
	for _, inv := range read.Invocations {
		if inv.Program() != "printf" || len(inv.Args) < 3 || !inv.Args[2].Value.Is(record[1]) {
			continue
		}
		args := inv.Args[3 : len(inv.Args)-1]
		if !admitsAll(args, record[2:]) || !admitsDir(inv.Dir, record[0]) {
			near = append(near, display(inv))
			continue
		}
		counts.add("directories", "")
		if _, ok := inv.Dir.Text(); ok {
			counts.add("known directory", "")
		}
		for _, arg := range args {
			counts.add("words", "")
			if _, ok := arg.Value.Text(); ok && !arg.Many {
				counts.add("known", "")
			}
		}
		return ""
	}
	if hidden(read) {
		counts.add("in unknown text", "")
		return ""
	}
	return fmt.Sprintf("%q was written; read were %s", record, strings.Join(near, "; "))
}
