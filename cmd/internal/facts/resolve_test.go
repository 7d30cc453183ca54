package facts

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/rules"
)

// tree is what the tests of both implementations are asked about. Targets that begin
// with @ are absolute: the root of the tree goes before them.
var tree = []struct{ path, target, text string }{
	{path: "proj"},
	{path: "proj/deep/er"},
	{path: "proj/file", text: "hello"},
	{path: "proj/etc", target: "@/outside"},
	{path: "proj/up", target: "../outside/in"},
	{path: "proj/dangling", target: "nowhere/x"},
	{path: "proj/dangling-abs", target: "@/gone"},
	{path: "proj/loop", target: "loop"},
	{path: "proj/ping", target: "pong"},
	{path: "proj/pong", target: "ping"},
	{path: "proj/tofile", target: "file"},
	{path: "proj/slashed", target: "deep/"},
	{path: "proj/chain", target: "etc/../proj/up"},
	{path: "proj/root", target: "/"},
	{path: "proj/ä b", target: "deep"},
	{path: "outside/in"},
	{path: "outside/in/note", text: "n"},
}

// worlds are the same tree on the disk and in memory.
type world struct {
	name  string
	root  string
	facts rules.Facts
}

func worlds(t testing.TB) []world {
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for _, e := range tree {
		at := filepath.Join(root, e.path)
		require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o700))
		switch {
		case e.target != "":
			require.NoError(t, os.Symlink(strings.Replace(e.target, "@", root, 1), at))
		case e.text != "":
			require.NoError(t, os.WriteFile(at, []byte(e.text), 0o600))
		default:
			require.NoError(t, os.MkdirAll(at, 0o700))
		}
	}
	const base = "/w"
	var entries []Entry
	for _, e := range tree {
		at := base + "/" + e.path
		switch {
		case e.target != "":
			entries = append(entries, Link(at, strings.Replace(e.target, "@", base, 1)))
		case e.text != "":
			entries = append(entries, File(at, e.text))
		default:
			entries = append(entries, Dir(at))
		}
	}
	memory, err := NewMemory(entries...)
	require.NoError(t, err)
	return []world{{"os", root, OS{}}, {"moment", root, AtOnce(OS{})}, {"memory", base, memory}}
}

func TestResolve(t *testing.T) {
	tests := []struct {
		name string
		path string // below the root of the tree
		want string // below the root of the tree; with a leading = as it is
	}{
		{"a directory", "/proj", "/proj"},
		{"the tree's root", "/", ""},
		{"doubled slashes", "//proj///deep//er", "/proj/deep/er"},
		{"a trailing slash", "/proj/", "/proj"},
		{"dots", "/./proj/./deep/.", "/proj/deep"},
		{"dot dot", "/proj/deep/../file", "/proj/file"},
		{"absent", "/proj/new/er", "/proj/new/er"},
		{"absent, then back", "/proj/new/../file", "/proj/file"},
		{"absent, then back into a link", "/proj/new/../etc/in", "/outside/in"},
		{"absent twice, then back once", "/proj/new/er/../etc", "/proj/new/etc"},
		{"dot dot after a link is taken of its target", "/proj/etc/../x", "/x"},
		{"a relative link", "/proj/up", "/outside/in"},
		{"a relative link and on", "/proj/up/new", "/outside/in/new"},
		{"a link through links", "/proj/chain/note", "=outside/in/note"},
		{"a link with a trailing slash in it", "/proj/slashed/er", "/proj/deep/er"},
		{"a dangling link", "/proj/dangling", "/proj/nowhere/x"},
		{"below a dangling link", "/proj/dangling-abs/x", "/gone/x"},
		{"a dangling link with a trailing slash", "/proj/dangling/", "/proj/nowhere/x"},
		{"a file in the middle is kept by its words", "/proj/file/x", "/proj/file/x"},
		{"a link to a file in the middle", "/proj/tofile/x/y", "/proj/file/x/y"},
		{"dot dot after a file", "/proj/file/../etc", "/outside"},
		{"a name with a blank and beyond ASCII", "/proj/ä b/er", "/proj/deep/er"},
		{"a name of dots", "/proj/...", "/proj/..."},
	}
	for _, w := range worlds(t) {
		for _, tt := range tests {
			t.Run(w.name+"/"+tt.name, func(t *testing.T) {
				got, err := w.facts.Resolve(w.root + tt.path)
				require.NoError(t, err)
				want := w.root + tt.want
				if rest, ok := strings.CutPrefix(tt.want, "="); ok {
					// The chain goes through .. of the tree's root's child.
					want = w.root + "/" + rest
				}
				assert.Equal(t, want, got)
			})
		}
	}
}

func TestResolveAboveTheRoot(t *testing.T) {
	for _, w := range worlds(t) {
		for path, want := range map[string]string{
			"/":                      "/",
			"//":                     "/",
			"/..":                    "/",
			"/../../x-not-there":     "/x-not-there",
			w.root + "/proj/root":    "/",
			w.root + "/proj/root/..": "/",
		} {
			got, err := w.facts.Resolve(path)
			require.NoError(t, err, path)
			assert.Equal(t, want, got, path)
		}
	}
}

func TestResolveErrors(t *testing.T) {
	tests := []struct {
		name string
		path func(root string) string
		want string
	}{
		{"relative", func(string) string { return "proj" }, "it is not absolute"},
		{"empty", func(string) string { return "" }, "it is not absolute"},
		{"a NUL byte", func(string) string { return "/a\x00b" }, "it holds a NUL byte"},
		{"a link to itself", func(root string) string { return root + "/proj/loop" }, "too many links, which may be a loop"},
		{"two links to each other", func(root string) string { return root + "/proj/ping/x" }, "too many links, which may be a loop"},
		{"a long name", func(root string) string { return root + "/" + strings.Repeat("n", 256) }, "a name in it is longer than 255 bytes"},
		{"a long name below nothing", func(string) string { return "/not-there/" + strings.Repeat("n", 256) }, "a name in it is longer than 255 bytes"},
		{"a long path", func(string) string { return strings.Repeat("/name", 820) }, "it is longer than 4095 bytes"},
		{"another process's place", func(string) string { return "/proc/self/cwd/x" }, "it is a different place for each process"},
	}
	for _, w := range worlds(t) {
		for _, tt := range tests {
			t.Run(w.name+"/"+tt.name, func(t *testing.T) {
				got, err := w.facts.Resolve(tt.path(w.root))
				require.ErrorContains(t, err, tt.want)
				assert.Empty(t, got)
				assert.Less(t, len(err.Error()), 400)
			})
		}
	}
}

func TestResolveFollowsFortyLinks(t *testing.T) {
	for _, tt := range []struct {
		name  string
		links int
		ok    bool
	}{
		{"forty", 40, true},
		{"one more", 41, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			entries := []Entry{Dir("/l0")}
			dir := t.TempDir()
			require.NoError(t, os.Mkdir(dir+"/l0", 0o700))
			for i := 1; i <= tt.links; i++ {
				from, to := "l"+strconv.Itoa(i), "l"+strconv.Itoa(i-1)
				entries = append(entries, Link("/"+from, to))
				require.NoError(t, os.Symlink(to, dir+"/"+from))
			}
			memory, err := NewMemory(entries...)
			require.NoError(t, err)

			_, err = memory.Resolve("/l" + strconv.Itoa(tt.links))
			assert.Equal(t, tt.ok, err == nil, err)
			assert.Equal(t, tt.ok, memory.IsDir("/l"+strconv.Itoa(tt.links)))
			// The kernel is the judge.
			assert.Equal(t, tt.ok, OS{}.IsDir(dir+"/l"+strconv.Itoa(tt.links)))
		})
	}
}

func TestExistsAndIsDir(t *testing.T) {
	tests := []struct {
		name          string
		path          string
		exists, isDir bool
	}{
		{"a directory", "/proj", true, true},
		{"a directory and a slash", "/proj/", true, true},
		{"a file", "/proj/file", true, false},
		{"a file and a slash", "/proj/file/", false, false},
		{"a file and a dot", "/proj/file/.", false, false},
		{"below a file", "/proj/file/x", false, false},
		{"absent", "/proj/new", false, false},
		{"absent, then back", "/proj/new/../deep", false, false},
		{"a dangling link", "/proj/dangling", true, false},
		{"a dangling link and a slash", "/proj/dangling/", false, false},
		{"a link loop", "/proj/loop", true, false},
		{"below a link loop", "/proj/loop/x", false, false},
		{"a link to a directory", "/proj/etc", true, true},
		{"a link to a directory and a slash", "/proj/etc/", true, true},
		{"through a link", "/proj/up/note", true, false},
		{"a link to a file", "/proj/tofile", true, false},
		{"dot dot after a link", "/proj/etc/../proj", true, true},
		{"dot dot after a file", "/proj/file/../deep", false, false},
	}
	for _, w := range worlds(t) {
		for _, tt := range tests {
			t.Run(w.name+"/"+tt.name, func(t *testing.T) {
				assert.Equal(t, tt.exists, w.facts.Exists(w.root+tt.path), "exists")
				assert.Equal(t, tt.isDir, w.facts.IsDir(w.root+tt.path), "is a directory")
			})
		}
	}
}

func TestRead(t *testing.T) {
	tests := []struct {
		name  string
		path  string
		limit int
		want  string
		err   string
	}{
		{"whole", "/proj/file", 100, "hello", ""},
		{"through a link", "/proj/tofile", 100, "hello", ""},
		{"bounded", "/proj/file", 2, "he", ""},
		{"nothing wanted", "/proj/file", 0, "", ""},
		{"a negative limit", "/proj/file", -1, "", ""},
		{"a directory", "/proj", 100, "", "is not a regular file"},
		{"absent", "/proj/new", 100, "", "file does not exist"},
		{"a loop", "/proj/loop", 100, "", "too many"},
	}
	for _, w := range worlds(t) {
		for _, tt := range tests {
			t.Run(w.name+"/"+tt.name, func(t *testing.T) {
				got, err := w.facts.Read(w.root+tt.path, tt.limit)
				if tt.err != "" {
					require.Error(t, err)
					if w.name == "memory" {
						assert.ErrorContains(t, err, tt.err)
					}
					return
				}
				require.NoError(t, err)
				assert.Equal(t, tt.want, string(got))
			})
		}
	}
}

func TestReadDoesNotWaitForADevice(t *testing.T) {
	_, err := OS{}.Read(os.DevNull, 10)
	assert.ErrorContains(t, err, "is not a regular file")
}

func TestMemoryRefusesBadEntries(t *testing.T) {
	tests := []struct {
		name    string
		entries []Entry
		want    string
	}{
		{"relative", []Entry{Dir("a")}, `"a" is no absolute clean path: write it without dots and doubled slashes`},
		{"dots", []Entry{Dir("/a/../b")}, `"/a/../b" is no absolute clean path: write it without dots and doubled slashes`},
		{"twice", []Entry{File("/a", "x"), File("/a", "y")}, `"/a" is given twice`},
		{"a directory that is a link already", []Entry{Link("/a", "b"), Dir("/a")}, `"/a" is given twice`},
		{"below a file", []Entry{File("/a", "x"), File("/a/b/c", "y")}, `"/a/b/c" lies below "/a", which is no directory`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := NewMemory(tt.entries...)
			assert.EqualError(t, err, tt.want)
		})
	}
}

// FuzzResolve compares with realpath -m of GNU coreutils, which keeps what does not
// exist, and both implementations with each other where the path stays in the tree.
func FuzzResolve(f *testing.F) {
	realpath := gnuRealpath()
	if realpath == "" {
		f.Skip("GNU realpath is not installed (apt install coreutils): nothing to compare with")
	}
	for _, seed := range []string{
		"proj/etc/../x", "proj/chain/../../..", "proj/dangling/y/../..", "//proj/./deep/", "proj/file/../etc/in",
		"proj/loop/x", "proj/new/../../outside", "proj/root/etc", "proj/slashed//er/..", "proj/ä b/../up", "...",
	} {
		f.Add(seed)
	}
	both := worlds(f)
	f.Fuzz(func(t *testing.T, below string) {
		if strings.IndexByte(below, 0) >= 0 || len(below) > 1000 {
			t.Skip()
		}
		onDisk := both[0].root + "/" + below
		got, err := OS{}.Resolve(onDisk)
		inMemory, memoryErr := both[1].facts.Resolve(both[1].root + "/" + below)
		out, oracleErr := exec.Command(realpath, "-m", "-z", "--", onDisk).Output()
		if err != nil {
			// realpath -m keeps what it cannot follow: loops, and names that are too long.
			assert.False(t, OS{}.IsDir(onDisk), "%s: %v", onDisk, err)
			return
		}
		require.NoError(t, oracleErr)
		assert.Equal(t, strings.TrimSuffix(string(out), "\x00"), got)
		if rest, ok := strings.CutPrefix(got, both[0].root); ok && memoryErr == nil && strings.HasPrefix(inMemory, both[1].root) {
			assert.Equal(t, both[1].root+rest, inMemory)
		}
	})
}

func gnuRealpath() string {
	path, err := exec.LookPath("realpath")
	if err != nil || exec.Command(path, "-m", "-z", "--", "/").Run() != nil {
		return ""
	}
	return path
}

func BenchmarkResolve(b *testing.B) {
	w := worlds(b)[0]
	for b.Loop() {
		if _, err := w.facts.Resolve(w.root + "/proj/up/new"); err != nil {
			b.Fatal(err)
		}
	}
}
