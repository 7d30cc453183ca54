package confine

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the texts of testdata")

// plans are what is written down in testdata, by name.
var plans = map[string]Plan{
	"build":     {Write: []string{"/w/project"}, Net: true, Dir: "/w/project"},
	"sealed":    {Dir: "/w/project"},
	"reading":   {Write: []string{"/w/project"}, Read: []string{"/data/file", "/home/a/go"}, Net: true, Sockets: true, Dir: "/w/project/sub"},
	"elsewhere": {Write: []string{"/w/a b\n'\"\\\xff", "/w/x"}, Read: []string{"/data"}, Dir: "/srv"},
	"temp":      {Write: []string{"/tmp"}, Net: true, Dir: "/tmp/x", Temp: "/tmp/x"},
	"in-temp":   {Net: true, Dir: "/tmp/x", Root: true},
}

var fixed = system{Dirs: []string{"/usr", "/etc"}, Links: []link{{"/bin", "usr/bin"}}}

// golden holds a text against testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := "testdata/" + name
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

func TestBwrapArgs(t *testing.T) {
	for name, p := range plans {
		t.Run(name, func(t *testing.T) {
			var sys system
			if p.Read != nil {
				sys = fixed
			}
			args := bwrapArgs(p, sys, []string{"LD_PRELOAD=/x=y.so"})
			golden(t, "bwrap-"+name+".txt", strings.ReplaceAll(strings.Join(shellWords(args), " "), " --", "\n--")+"\n")
		})
	}
}

func TestSeatbeltProfile(t *testing.T) {
	for name, p := range plans {
		t.Run(name, func(t *testing.T) {
			temp := "/private/var/folders/t"
			if p.Temp != "" {
				temp = ""
			}
			profile, parameters := seatbeltProfile(p, temp)
			golden(t, "seatbelt-"+name+".txt", profile+"\n"+strings.Join(shellWords(parameters), "\n")+"\n")
			assert.Equal(t, strings.Count(profile, "("), strings.Count(profile, ")"))
			assert.NotContains(t, profile, "/w/", "paths are parameters")
			line := seatbeltLine(p, temp)
			assert.Equal(t, []string{"/usr/bin/sandbox-exec", "-p", "--"}, []string{line[0], line[len(line)-3], line[len(line)-1]})
		})
	}
}

func TestSeatbeltAllowsNoEmptyList(t *testing.T) {
	profile, parameters := seatbeltProfile(Plan{Dir: "/w"}, "")
	assert.NotContains(t, profile, "allow file-write*")
	assert.Empty(t, parameters)
}

func TestExplain(t *testing.T) {
	m := Mechanism{
		Name: "walls", Temp: "/tmp, which is the run's own",
		Hides:  func(p Plan) string { return map[bool]string{true: "/tmp"}[p.privateTemp()] },
		Limits: func(Plan) []string { return []string{"one thing", "another"} },
		Line: func(p Plan, words []string) []string {
			if p.Sockets {
				return nil
			}
			return append([]string{"walls", "--"}, words...)
		},
	}
	for name, p := range plans {
		t.Run(name, func(t *testing.T) {
			golden(t, "explain-"+name+".txt", Explain(p, m, "version 1\x1b", []string{"make", "a b"}))
		})
	}
}

func TestShellWord(t *testing.T) {
	for word, want := range map[string]string{
		"-a": "-a", "a b": "'a b'", "": "''", "it's": `'it'\''s'`, "a\nb": `$'a\x0ab'`, "\xff'\\": `$'\xff\'\\'`, "\u202e": `$'\xe2\x80\xae'`,
	} {
		assert.Equal(t, want, shellWord(word))
		if bash, err := exec.LookPath("bash"); err == nil {
			out, err := exec.Command(bash, "-c", "printf %s "+shellWord(word)).Output()
			require.NoError(t, err)
			assert.Equal(t, word, string(out))
		}
	}
}

func TestNotStarted(t *testing.T) {
	tests := []struct {
		err    error
		status int
		text   string
	}{
		{exec.ErrNotFound, 127, `"x" is not found`},
		{fs.ErrNotExist, 127, "or the interpreter that it names is not there"},
		{&fs.PathError{Op: "open", Path: "x", Err: fs.ErrPermission}, 126, `"x" cannot be run`},
		{errors.New("is a directory"), 126, "is a directory"},
	}
	for _, tt := range tests {
		err := notStarted("x", tt.err)
		var exit *ExitError
		require.ErrorAs(t, err, &exit)
		assert.Equal(t, tt.status, exit.Status)
		assert.ErrorContains(t, err, tt.text)
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(dir+"/run", []byte("#!/bin/sh\n"), 0o755))
	require.NoError(t, os.WriteFile(dir+"/text", nil, 0o644))
	t.Chdir(dir)
	t.Setenv("PATH", ".")
	for word, status := range map[string]int{"run": 0, "./run": 0, dir + "/run": 0, "text": 127, "./text": 126, "./none": 127, ".": 127, "": 127} {
		path, err := find(word)
		var exit *ExitError
		if status == 0 {
			require.NoError(t, err, word)
			assert.FileExists(t, path)
			continue
		}
		require.ErrorAs(t, err, &exit, word)
		assert.Equal(t, status, exit.Status, word)
	}
}

func TestProfilesAreDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range Profiles() {
		assert.NotEmpty(t, p.Doc, p.Name)
		assert.Contains(t, []string{None, Host}, p.Net, p.Name)
		assert.Contains(t, []string{None, Host}, p.Sockets, p.Name)
		assert.False(t, seen[p.Name], "%s stands twice", p.Name)
		seen[p.Name] = true
	}
	_, ok := profile("")
	assert.True(t, ok)
}

func TestUnknownMechanism(t *testing.T) {
	_, err := Run(Plan{}, "luck", []string{"true"})
	var exit *ExitError
	require.ErrorAs(t, err, &exit)
	assert.Equal(t, ExitFailed, exit.Status)
	assert.ErrorContains(t, err, fmt.Sprintf("there is no mechanism %q here", "luck"))
	_, _, err = Choose(Plan{}, "luck")
	assert.ErrorContains(t, err, "there is no mechanism")
}

func TestLoaderVariable(t *testing.T) {
	for variable, want := range map[string]bool{"LD_PRELOAD=x": true, "LD_LIBRARY_PATH=": true, "GLIBC_TUNABLES=x": true, "PATH=/x": false, "OLD_X=1": false, "": false} {
		assert.Equal(t, want, loaderVariable(variable), variable)
	}
}
