package rules

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// oddURLs are addresses that lead every step of git's naming rule into its corners. All
// hold a colon: without one git takes them for local paths only.
var oddURLs = []string{
	"https://h/o/r", "https://h/o/r.git", "https://h/o/r/", "https://h/o/r.git/", "https://h/o/r///",
	"https://h/o/r/.git", "https://h/o/r/.git/", "https://h/o/r//.git//", "https://h/o/r.git.git", "https://h/o/r.GIT",
	"https://h/o/r.bundle", "https://h/o/r.git?a=b", "https://h/o/r?y=a/b", "https://h/o/r#f", "https://h/o/r%20s.git",
	"https://u@h/r", "https://u:p@h/r", "https://u:p@q@h/r", "https://h/u@r", "https://u@h",
	"https://h", "https://h/", "https://h:80", "https://h:80/", "https://h:", "https://h:80x", "https://h.git", "https://h:2222.git",
	"https://h/2222", "https://h:80/o:22", "https://h/o:22.git", "https://h/.git", "https://h/o/.git.git", "https://u@/r",
	"ssh://h:22/~/r", "ssh://git@h:22/o/r.git", "ssh://h/o/-r", "ssh://[::1]:22/o/r", "ssh://[::1]", "git+ssh://h/r",
	"git@h:o/r.git", "git@h:r", "h:r", "h:r.git/", "h:o/r:s", "h:22", "h:22/r", "h:/r.git", "h:~r", "h:.git", "h:r/.git",
	"foo:bar.git", "a:b:c", "a::b", "a::22", "file:///srv/r", "file:///srv/r.git/", "file:///r:2222.git", "file:////r",
	"https://h/r s.git", "https://h/ r ", "https://h/r  s", "https://h/o/r .git", "https://h/ä.git", "https://h/r\\s", "https://h/'r'",
	"https://h/r*s", "https://h/$r", "https://h/o/r.git \n", "https://h/o/r\t", "https://h/o/ .git", "https://h/o/x/y/z.git",
	"://r", "a://b://c", "https://h//", "https:///r", "https://h/o/r;s", "https://h/o/r&s", "https://h/o/..r", "https://h/o/r..",
	"https://@", "https://h/@", "h:@r", "u@v@h:r", "https://h/o/a@b:c", "h:a b", "https://h/r.git.bundle", "https://h/r/.git.git/",
	"https://h/.", "https://h/..", "https://h/...", "https://h/o/a\tb", "https://h/o/a\x01b.git", "h:..git", "https://h/..git", "h:",
	"https://h/o/r\x7f", "https://h/o/r/.gi", "x/.git:", "https://h/o/.git/.git", "https://h/-", "https://h/--help",
}

// The real git is the judge: url.*.insteadOf sends every address to one repository
// while git names the clone after what was typed.
func TestCloneNameAsGit(t *testing.T) {
	t.Parallel()
	origin := repository(t)
	for i, url := range oddURLs {
		for _, bare := range []bool{false, true} {
			if bare && i%5 != 0 { // it only adds .git
				continue
			}
			want := cloned(t, origin, url, bare)
			got, err := CloneName(url, bare)
			switch {
			case err != nil && (want == "" || want == "." || want == ".."):
			case err != nil:
				controls := strings.ContainsFunc(url, func(r rune) bool { return r < 0x20 || r == 0x7f })
				assert.True(t, controls, "%q bare %v: git makes %q, we fail: %v", url, bare, want, err)
			default:
				assert.Equal(t, want, got, "%q bare %v", url, bare)
			}
		}
	}
}

// Bundles are named by the real git, too.
func TestBundleNameAsGit(t *testing.T) {
	t.Parallel()
	origin := repository(t)
	for _, path := range []string{"b.bundle", "e.git.bundle", "h.bundle.bundle", "x .bundle", "a b.bundle", "in/b.bundle", "-.bundle", ".bundle.bundle", "r:2.bundle", "2222.bundle"} {
		for _, bare := range []bool{false, true} {
			dir := t.TempDir()
			file := filepath.Join(dir, path)
			require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
			run(t, origin, "git", "bundle", "create", "-q", file, "main")
			work := filepath.Join(dir, "work")
			require.NoError(t, os.Mkdir(work, 0o755))
			args := []string{"clone", "-q", "-b", "main"}
			if bare {
				args = append(args, "--bare")
			}
			run(t, work, "git", append(args, "--", "../"+path)...)
			made, err := os.ReadDir(work)
			require.NoError(t, err)
			require.Len(t, made, 1)
			got, err := BundleName("../"+path, bare)
			require.NoError(t, err)
			assert.Equal(t, made[0].Name(), got, "%q bare %v", path, bare)
		}
	}
}

// repository makes a bare repository with one commit, or skips the test.
func repository(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: names are not compared with those it makes")
	}
	work, bare := t.TempDir(), filepath.Join(t.TempDir(), "origin")
	run(t, work, "git", "init", "-q", "-b", "main", ".")
	run(t, work, "git", "-c", "user.name=n", "-c", "user.email=e@h", "commit", "-q", "--allow-empty", "-m", "m")
	run(t, work, "git", "clone", "-q", "--bare", work, bare)
	return bare
}

// run runs a command that has to succeed.
func run(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	out, err := command(dir, name, args...).CombinedOutput()
	require.NoError(t, err, "%s %q: %s", name, args, out)
}

// command is a command that reads no configuration of whoever runs the test.
func command(dir, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "LC_ALL=C", "GIT_CONFIG_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0", "GIT_ALLOW_PROTOCOL=file",
	}
	return cmd
}

// cloned returns the directory that git makes for a URL; "." where it clones into the
// directory in effect, and "" where it makes none.
func cloned(t *testing.T, origin, url string, bare bool) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "in")
	require.NoError(t, os.Mkdir(dir, 0o755))
	args := []string{"clone", "-q"}
	if bare {
		args = append(args, "--bare")
	}
	cmd := command(dir, "git", append(args, "--", url)...)
	cmd.Env = append(cmd.Env, "HOME=/",
		"GIT_CONFIG_COUNT=2", "GIT_CONFIG_KEY_0=url."+origin+".insteadOf", "GIT_CONFIG_VALUE_0="+url,
		"GIT_CONFIG_KEY_1=core.fsync", "GIT_CONFIG_VALUE_1=none")
	_ = cmd.Run() // some addresses have no name, and git says so
	made, err := os.ReadDir(dir)
	require.NoError(t, err)
	switch {
	case len(made) == 0:
		return ""
	case len(made) == 1:
		if _, err := os.Stat(filepath.Join(dir, made[0].Name(), "HEAD")); err != nil || bare {
			return made[0].Name()
		}
	}
	return "." // the repository lies in the directory itself
}

func TestCloneName(t *testing.T) {
	tests := []struct {
		name, url string
		bare      bool
		want      string
		fails     bool
	}{
		{name: "suffix", url: "https://h/o/r.git", want: "r"},
		{name: "one suffix only", url: "https://h/o/r.git.git", want: "r.git"},
		{name: "bare", url: "https://h/o/r", bare: true, want: "r.git"},
		{name: "query", url: "https://h/o/r.git?a=b", want: "r.git?a=b"},
		{name: "slash in the query", url: "https://h/o/r?y=a/b", want: "b"},
		{name: "host only", url: "ssh://h:22", want: "h"},
		{name: "number", url: "h:2222.git", want: "2222"},
		{name: "inner repository", url: "h/.git", want: "h"},
		{name: "local path", url: "../a/r.git/", want: "r"},
		{name: "dash", url: "h:-x", want: "-x"},
		{name: "empty", url: "", fails: true},
		{name: "slashes", url: "///", fails: true},
		{name: "dot", url: ".", fails: true},
		{name: "dots", url: "https://h/..", fails: true},
		{name: "suffix only", url: ".git", fails: true},
		{name: "control", url: "h:a\x01b", fails: true},
		{name: "delete", url: "h:a\x7fb", fails: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := CloneName(tt.url, tt.bare)
			assert.Equal(t, tt.want, got)
			assert.Equal(t, tt.fails, err != nil)
		})
	}
}

func TestGhCloneName(t *testing.T) {
	tests := []struct {
		repo, want string
		gist       bool
	}{
		{repo: "o/r", want: "r"},
		{repo: "h/o/r", want: "r"},
		{repo: "r", want: "r"},
		{repo: "o/r.git", want: "r"},
		{repo: "o/r.wiki", want: "r.wiki"},
		{repo: "https://h/o/r", want: "r"},
		{repo: "https://h/o/r.git", want: "r"},
		{repo: "https://h/o/r/tree/main", want: "r"},
		{repo: "https://h/o/r?tab=readme#x", want: "r"},
		{repo: "ssh://git@h:22/o/r.git", want: "r"},
		{repo: "git@h:o/r.git", want: "r"},
		{repo: "https://h/o"},
		{repo: "https://h/"},
		{repo: ""},
		{repo: "o/"},
		{repo: "o/.."},
		{repo: "o/.git"},
		{repo: "o/a\nb"},
		{repo: "5b0e", gist: true, want: "5b0e"},
		{repo: "https://gist.h/o/5b0e", gist: true, want: "5b0e"},
		{repo: "https://gist.h/5b0e.git", gist: true, want: "5b0e"},
		{repo: "git@gist.h:5b0e.git", gist: true, want: "5b0e"},
		{repo: "", gist: true, want: "gist.github.com"},
	}
	for _, tt := range tests {
		name := GhCloneName
		if tt.gist {
			name = gistName
		}
		got, err := name(tt.repo)
		assert.Equal(t, tt.want, got, "%q", tt.repo)
		assert.Equal(t, tt.want == "", err != nil, "%q: %v", tt.repo, err)
	}
}

func TestRemoteName(t *testing.T) {
	tests := []struct{ url, want string }{
		{url: "https://h/f", want: "f"},
		{url: "https://h/d/f.tgz?a=/b", want: "f.tgz"},
		{url: "https://h/d/f#g/h", want: "f"},
		{url: "h/f", want: "f"},
		{url: `https://h/d\f`, want: "f"},
		{url: "https://h/f%20g", want: "f%20g"},
		{url: "https://h/d/../f", want: "f"},
		{url: "https://h/d/e/..", want: "d"},
		{url: "https://h/d/", want: "d"},
		{url: "https://h/", want: "curl_response"},
		{url: "https://h", want: "curl_response"},
		{url: "https://h?x=/f", want: "curl_response"},
		{url: "file:///etc/hostname", want: "hostname"},
		{url: "https://h/a\x01"},
	}
	for _, tt := range tests {
		got, err := RemoteName(tt.url)
		assert.Equal(t, tt.want, got, "%q", tt.url)
		assert.Equal(t, tt.want == "", err != nil, "%q", tt.url)
	}
}

func TestWgetName(t *testing.T) {
	tests := []struct{ url, want string }{
		{url: "https://h/f", want: "f"},
		{url: "h/d/f", want: "f"},
		{url: "https://h/f?a=b", want: "f?a=b"},
		{url: "https://h/f?a=/b", want: "f?a=%2Fb"},
		{url: "https://h/f?", want: "f?"},
		{url: "https://h/f#g", want: "f"},
		{url: "https://h/", want: "index.html"},
		{url: "https://h", want: "index.html"},
		{url: "https://h/?a", want: "index.html?a"},
		{url: "https://h/d/", want: "index.html"},
		{url: "https://h/a%20b", want: "a b"},
		{url: "https://h/a%2Fb", want: "a%2Fb"},
		{url: "https://h/a%01b", want: "a%01b"},
		{url: "https://h/a%00b", want: "a%00b"},
		{url: "https://h/a%", want: "a%"},
		{url: "https://h/d/../f", want: "f"},
		{url: "https://h/%2e%2e", want: "index.html"},
		{url: "https://h/d/%2e%2E/f", want: "f"},
		{url: "https://h/%252e%252e", want: "%2e%2e"},
		{url: "ftp://h/f", want: "f"},
		{url: "gopher://h/f"},
		{url: "https://h/ä"},
		{url: "https://h/%c3%a4"},
	}
	for _, tt := range tests {
		got, err := WgetName(tt.url)
		assert.Equal(t, tt.want, got, "%q", tt.url)
		assert.Equal(t, tt.want == "", err != nil, "%q", tt.url)
	}
}

func TestLastElement(t *testing.T) {
	tests := []struct{ path, want string }{
		{path: "f", want: "f"},
		{path: "a/f", want: "f"},
		{path: "a/f///", want: "f"},
		{path: "/f", want: "f"},
		{path: "./f", want: "f"},
		{path: "...", want: "..."},
		{path: " ", want: " "},
		{path: "a/."},
		{path: "a/../"},
		{path: "."},
		{path: ".."},
		{path: "/"},
		{path: "//"},
		{path: ""},
	}
	for _, tt := range tests {
		got, ok := LastElement(tt.path)
		assert.Equal(t, tt.want, got, "%q", tt.path)
		assert.Equal(t, tt.want != "", ok, "%q", tt.path)
	}
}

// Whatever the address, a name is one element of a path and no way out of it.
func FuzzNames(f *testing.F) {
	for _, url := range oddURLs {
		f.Add(url)
	}
	f.Fuzz(func(t *testing.T, url string) {
		bare := func(url string) (string, error) { return CloneName(url, true) }
		plain := func(url string) (string, error) { return CloneName(url, false) }
		for _, name := range []namer{plain, bare, GhCloneName, gistName, RemoteName, WgetName} {
			got, err := name(url)
			if err != nil {
				assert.Empty(t, got)
				continue
			}
			last, ok := LastElement(got)
			assert.True(t, ok, "%q gives %q", url, got)
			assert.Equal(t, got, last, "%q", url)
		}
	})
}
