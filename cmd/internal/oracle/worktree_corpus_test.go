package oracle

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/cmd/internal/bounds"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/settings"
	"sandbox-enforcer/rules"
)

// corpusPlaces are what the corpora of the worktree guard mean by their places.
var corpusPlaces = map[string]string{
	"@WT@": "/work/host/.worktrees/one", "@HOST@": "/work/host", "@TWO@": "/work/two", "@OUT@": "/work/else where",
	"@HOME@": "/home/me", "@TMP@": "/var/folders/tmp", "@ALLOW@": "/work/allowed",
}

// corpusFacts are the files of the corpora's machine.
func corpusFacts(t *testing.T) *facts.Memory {
	t.Helper()
	wt, host, git := "/work/host/.worktrees/one", "/work/host", "/work/host/.git"
	memory, err := facts.NewMemory(
		facts.File(git+"/HEAD", "ref: refs/heads/main\n"), facts.Dir(git+"/objects"), facts.Dir(git+"/hooks"), facts.Dir(git+"/refs/heads"), facts.File(git+"/config", "[core]\n\tbare = false\n"),
		facts.File(git+"/refs/heads/main", corpusID), facts.File(git+"/refs/heads/topic", corpusID), facts.File(git+"/refs/heads/free", corpusID), facts.File(git+"/refs/heads/gone", corpusID),
		facts.File(git+"/worktrees/one/HEAD", "ref: refs/heads/topic\n"), facts.File(git+"/worktrees/one/commondir", "../..\n"), facts.File(git+"/worktrees/one/gitdir", wt+"/.git\n"),
		facts.File(git+"/worktrees/two/HEAD", "ref: refs/heads/other\n"), facts.File(git+"/worktrees/two/commondir", "../..\n"), facts.File(git+"/worktrees/two/gitdir", "/work/two/.git\n"),
		facts.File(wt+"/.git", "gitdir: "+git+"/worktrees/one\n"), facts.File("/work/two/.git", "gitdir: "+git+"/worktrees/two\n"), facts.Dir("/work/two/src"),
		facts.File(wt+"/a.txt", "a"), facts.File(wt+"/b.txt", "b"), facts.File(wt+"/b.patch", ""), facts.File(wt+"/x.tar", ""), facts.File(wt+"/src/m.go", ""), facts.Dir(wt+"/build"), facts.Dir(wt+"/docs"),
		facts.Link(wt+"/hostfile", "../../a.txt"), facts.Link(wt+"/hostdir", "../../docs"), facts.Link(wt+"/dangling", "/work/else where/new.txt"), facts.Link(wt+"/srclink", "src"),
		facts.File(host+"/a.txt", "a"), facts.File(host+"/b.txt", "b"), facts.File(host+"/docs/d.md", ""), facts.Dir(host+"/src"), facts.Dir(host+"/empty"),
		facts.Dir(wt+"-evil"), facts.Dir(host+"-evil"), facts.Dir("/work/else where"), facts.Dir("/work/allowed"), facts.File("/home/me/.bashrc", ""), facts.Dir("/home/me/project"),
		facts.Dir("/var/folders/tmp"), facts.Dir("/tmp"), facts.Dir("/tmpfoo"), facts.Dir("/dev"),
	)
	require.NoError(t, err)
	return memory
}

// corpusID is any commit.
const corpusID = "0123456789abcdef0123456789abcdef01234567\n"

// TestWorktreeCorpus holds the worktree guard against the lines of its corpora: what
// passes, what is asked about, what is denied.
func TestWorktreeCorpus(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/corpus/worktree-*.txt")
	require.NoError(t, err)
	memory := corpusFacts(t)
	vars := map[string]string{"HOME": corpusPlaces["@HOME@"], "TMPDIR": corpusPlaces["@TMP@"], "SHELL": "/bin/bash"}
	env := func(name string) (string, bool) { v, ok := vars[name]; return v, ok }
	set, problems := settings.Load([]string{"--worktree", corpusPlaces["@WT@"], "--host-repo", corpusPlaces["@HOST@"], "--allow-dirs", corpusPlaces["@ALLOW@"]}, env, memory)
	require.Empty(t, problems)
	chosen, notes := bounds.Find(set, memory, corpusPlaces["@WT@"], env)
	require.Empty(t, notes)
	require.NotNil(t, chosen.Worktree)
	require.Empty(t, chosen.Worktree.Problem)
	a := analyzer.Analyzer{Settings: chosen, Facts: memory}
	lines := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			lines++
			answer, command, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			require.True(t, ok, "%q has no answer", line)
			want, ok := map[string]rules.Verdict{"PASS": rules.Pass, "ASK": rules.Ask, "DENY": rules.Deny}[answer]
			require.True(t, ok, "%q is no answer", answer)
			if quoted, err := strconv.Unquote(command); err == nil && command[0] == '"' {
				command = quoted
			}
			for place, path := range corpusPlaces {
				command = strings.ReplaceAll(command, place, path)
			}
			report := a.Analyze(analyzer.Request{Event: "PreToolUse", Agent: "claude", Tool: "Bash", Sources: []ast.Source{{
				Text: command, Dialect: ast.Bash, Dir: ast.Known(corpusPlaces["@WT@"]), IsDir: memory.IsDir,
				Env: map[string]ast.Value{"HOME": ast.Known(vars["HOME"]), "PWD": ast.Known(corpusPlaces["@WT@"]), "TMPDIR": ast.Known(vars["TMPDIR"])},
			}}})
			assert.Equal(t, want.String(), report.Verdict.String(), "%s: %q: %s", filepath.Base(file), command, reasons(report))
		}
	}
	assert.GreaterOrEqual(t, lines, 300)
}
