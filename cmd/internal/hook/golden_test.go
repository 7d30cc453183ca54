package hook

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/cmd/internal/facts"
)

var update = flag.Bool("update", false, "write what the program answers into the case files")

const protocols = "../../../testdata/protocols"

// TestProtocols runs every case of testdata/protocols through the whole program but
// for the operating system: the event as the agent sends it, the answer byte for byte.
func TestProtocols(t *testing.T) {
	files, err := filepath.Glob(protocols + "/*/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		name := strings.TrimSuffix(strings.TrimPrefix(file, protocols+"/"), ".txtar")
		t.Run(name, func(t *testing.T) { golden(t, file) })
	}
}

// golden runs one case file. The folder is the agent's name. Where the flags do not name
// an agent the event has to tell it, and the answers are the same when they do name it.
// The sections:
//
//	args    the flags, one a line
//	env     the environment, NAME=VALUE a line; HOME is /home/u where it is not given
//	tree    what exists: "dir/", "file", "file = its text", "link -> target"; /home/u and
//	        /proj always do
//	event   standard input
//	stdout  the answer; absent for none
//	stderr  what is said beside it; absent for nothing
//	made    the directories that were made; absent for none
//	added   what was written at the end of a file, behind its name; absent for nothing
//	exit    the status; absent for 0
func golden(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	archive := txtar.Parse(text)
	require.NotEmpty(t, strings.TrimSpace(string(archive.Comment)), "the case begins with a sentence that says what it shows")
	sections := map[string]string{}
	for _, f := range archive.Files {
		require.NotContains(t, sections, f.Name)
		sections[f.Name] = string(f.Data)
	}
	require.Contains(t, sections, "event")

	args := nonEmptyLines(sections["args"])
	got := answers(t, sections, args)
	if !slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "--agent") }) {
		agent := filepath.Base(filepath.Dir(file))
		assert.Equal(t, got, answers(t, sections, append(args, "--agent="+agent)), "the event tells that it is from "+agent)
	}
	if *update {
		rewrite(t, file, archive, got)
		return
	}
	for _, name := range []string{"stdout", "stderr", "made", "added", "exit"} {
		assert.Equal(t, sections[name], got[name], name)
	}
	for name := range sections {
		assert.Contains(t, []string{"args", "env", "tree", "event", "stdout", "stderr", "made", "added", "exit"}, name)
	}
}

// answers are the sections that one run makes, empty where there is nothing.
func answers(t *testing.T, sections map[string]string, args []string) map[string]string {
	var stdout, stderr bytes.Buffer
	made, added := "", ""
	exit := Run(Options{
		Args:    args,
		Stdin:   strings.NewReader(sections["event"]),
		Stdout:  &stdout,
		Stderr:  &stderr,
		Env:     env(variables(t, sections["env"])),
		Dir:     func() (string, error) { return "/proj", nil },
		MakeDir: func(path string) error { made += path + "\n"; return nil },
		Append:  func(path string, text []byte) error { added += path + "\n" + string(text); return nil },
		Now:     time.Now,
		Facts:   machine(t, sections["tree"]),
		Analyze: analyze,
	})
	if stdout.Len() > 0 {
		assert.True(t, json.Valid(stdout.Bytes()))
	}
	got := map[string]string{"stdout": stdout.String(), "stderr": stderr.String(), "made": made, "added": added, "exit": ""}
	if exit != 0 {
		got["exit"] = strconv.Itoa(exit) + "\n"
	}
	return got
}

// rewrite puts the answers into a case file; sections that would be empty are left out.
func rewrite(t *testing.T, file string, archive *txtar.Archive, got map[string]string) {
	var kept []txtar.File
	for _, f := range archive.Files {
		if _, answer := got[f.Name]; !answer {
			kept = append(kept, f)
		}
	}
	for _, name := range []string{"stdout", "stderr", "made", "added", "exit"} {
		if got[name] != "" {
			kept = append(kept, txtar.File{Name: name, Data: []byte(got[name])})
		}
	}
	archive.Files = kept
	require.NoError(t, os.WriteFile(file, txtar.Format(archive), 0o644))
}

func nonEmptyLines(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
}

func variables(t *testing.T, text string) map[string]string {
	values := map[string]string{"HOME": "/home/u"}
	for _, line := range nonEmptyLines(text) {
		name, value, ok := strings.Cut(line, "=")
		require.True(t, ok, "%q is not NAME=VALUE", line)
		values[name] = value
	}
	return values
}

func machine(t testing.TB, text string) *facts.Memory {
	entries := []facts.Entry{facts.Dir("/home/u"), facts.Dir("/proj")}
	for _, line := range nonEmptyLines(text) {
		path, target, isLink := strings.Cut(line, " -> ")
		dir, isDir := strings.CutSuffix(line, "/")
		name, text, isFilled := strings.Cut(line, " = ")
		switch {
		case isFilled:
			entries = append(entries, facts.File(name, text+"\n"))
		case isLink:
			entries = append(entries, facts.Link(path, target))
		case isDir:
			entries = append(entries, facts.Dir(dir))
		default:
			entries = append(entries, facts.File(line, "text\n"))
		}
	}
	m, err := facts.NewMemory(entries...)
	require.NoError(t, err)
	return m
}
