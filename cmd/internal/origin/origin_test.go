package origin

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func start(t *testing.T) *Server {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: install it to test the origin")
	}
	s, err := New(t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, s.Close()) })
	return s
}

func TestAnswers(t *testing.T) {
	s := start(t)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	tests := map[string]struct {
		path        string
		status      int
		contentType string
		header      string
		value       string
	}{
		"text":         {path: "/files/a.txt", status: 200, contentType: "text/plain; charset=utf-8"},
		"text below":   {path: "/files/v1/x/a.txt?token=1", status: 200, contentType: "text/plain; charset=utf-8"},
		"json":         {path: "/files/a.json", status: 200, contentType: "application/json"},
		"tar":          {path: "/files/a.tar", status: 200, contentType: "application/x-tar"},
		"compressed":   {path: "/files/a.tar.gz", status: 200, contentType: "application/gzip"},
		"zip":          {path: "/files/a.zip", status: 200, contentType: "application/zip"},
		"script":       {path: "/files/install.sh", status: 200, contentType: "text/x-shellscript"},
		"page":         {path: "/site/", status: 200, contentType: "text/html; charset=utf-8"},
		"linked":       {path: "/site/one.txt", status: 200, contentType: "text/plain; charset=utf-8"},
		"named":        {path: "/named/a/real.bin", status: 200, contentType: "text/plain; charset=utf-8", header: "Content-Disposition", value: `attachment; filename="real.bin"`},
		"moved":        {path: "/moved/files/a.txt?q=1", status: 302, contentType: "text/plain; charset=utf-8", header: "Location", value: "/files/a.txt?q=1"},
		"loop":         {path: "/loop", status: 302, contentType: "text/plain; charset=utf-8", header: "Location", value: "/loop"},
		"missing":      {path: "/nowhere", status: 404, contentType: "text/plain; charset=utf-8"},
		"no name":      {path: "/files/", status: 404, contentType: "text/plain; charset=utf-8"},
		"no object":    {path: "/git/repo.git/nothing", status: 404, contentType: "text/plain; charset=utf-8"},
		"a directory":  {path: "/git/repo.git/objects", status: 404, contentType: "text/plain; charset=utf-8"},
		"out of it":    {path: "/git/../../origin_test.go", status: 404, contentType: "text/plain; charset=utf-8"},
		"empty object": {path: "/git/", status: 404, contentType: "text/plain; charset=utf-8"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			req, err := http.NewRequest(http.MethodGet, s.URL, nil)
			require.NoError(t, err)
			req.URL.Path, req.URL.RawQuery, _ = strings.Cut(tt.path, "?")
			resp, err := client.Do(req)
			require.NoError(t, err)
			defer resp.Body.Close()
			body, err := io.ReadAll(resp.Body)
			require.NoError(t, err)
			assert.Equal(t, tt.status, resp.StatusCode)
			assert.Equal(t, tt.contentType, resp.Header.Get("Content-Type"))
			assert.True(t, Marked(body), "the body is not marked: %q", body)
			if tt.header != "" {
				assert.Equal(t, tt.value, resp.Header.Get(tt.header))
			}
		})
	}
}

func TestEveryLineIsMarked(t *testing.T) {
	for _, name := range []string{"a.txt", "a.html", "a.json", "a/b/c"} {
		for line := range strings.Lines(string(Body(name))) {
			if strings.HasPrefix(line, "</") {
				continue
			}
			assert.True(t, Marked([]byte(line)), "%s: %q", name, line)
		}
	}
	assert.NotEqual(t, Body("a.txt"), Body("b.txt"), "files must be told apart")
	assert.False(t, Marked([]byte("MARK-")))
}

func TestArchives(t *testing.T) {
	tarred := func(r io.Reader) map[string]string {
		out := map[string]string{}
		for tr := tar.NewReader(r); ; {
			h, err := tr.Next()
			if err == io.EOF {
				return out
			}
			require.NoError(t, err)
			body, err := io.ReadAll(tr)
			require.NoError(t, err)
			out[h.Name] = string(body)
		}
	}
	packed, err := gzip.NewReader(bytes.NewReader(Body("x.tgz")))
	require.NoError(t, err)
	z, err := zip.NewReader(bytes.NewReader(Body("x.zip")), int64(len(Body("x.zip"))))
	require.NoError(t, err)
	unzipped := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		require.NoError(t, err)
		body, err := io.ReadAll(r)
		require.NoError(t, err)
		unzipped[f.Name] = string(body)
	}
	tests := map[string]map[string]string{
		"tar": tarred(bytes.NewReader(Body("x.tar"))), "tgz": tarred(packed), "zip": unzipped,
	}
	for name, got := range tests {
		t.Run(name, func(t *testing.T) {
			require.Len(t, got, len(members))
			for _, m := range members {
				assert.True(t, Marked([]byte(got[m.name])), m.name)
			}
		})
	}
	for _, name := range []string{"x.tar", "x.tgz", "x.tar.gz", "x.zip"} {
		assert.True(t, Marked(Body(name)), "%s must be told without unpacking", name)
	}
	assert.True(t, json.Valid(Body("x.json")))
}

func TestClones(t *testing.T) {
	s := start(t)
	for _, name := range Repositories() {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "here")
			cmd := exec.Command("git", "clone", "--quiet", "--recurse-submodules", s.Repository(name), dir)
			cmd.Env = Environ()
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s", out)
			for _, f := range files {
				body, err := os.ReadFile(filepath.Join(dir, f))
				require.NoError(t, err)
				assert.True(t, Marked(body), f)
			}
			if name == withModule {
				assert.FileExists(t, filepath.Join(dir, "lib", "README.md"))
			}
			assert.True(t, markedBelow(t, filepath.Join(dir, ".git", "objects")), "objects must be told without unpacking")
		})
	}
	cmd := exec.Command("git", "clone", "--quiet", "--branch=dev", "--depth=1", "file://"+s.RepositoryDir("repo"), filepath.Join(t.TempDir(), "x"))
	cmd.Env = Environ()
	out, err := cmd.CombinedOutput()
	assert.NoError(t, err, "%s", out)
}

func markedBelow(t *testing.T, dir string) bool {
	t.Helper()
	found := false
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := os.ReadFile(path)
		found = found || Marked(body)
		return err
	})
	require.NoError(t, err)
	return found
}

func TestRequestsAreBounded(t *testing.T) {
	s := start(t)
	get := func() int {
		resp, err := http.Get(s.File("a.txt"))
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
		return resp.StatusCode
	}
	assert.Equal(t, 200, get())
	assert.Equal(t, 1, s.Requests())
	s.requests.Store(MaxRequests - 1)
	assert.Equal(t, 200, get())
	assert.Equal(t, 503, get())
}

func TestNewSaysWhatFailed(t *testing.T) {
	_, err := New(filepath.Join(t.TempDir(), "absent"))
	assert.ErrorContains(t, err, "make the origin: ")
	t.Setenv("PATH", t.TempDir())
	_, err = New(t.TempDir())
	assert.ErrorContains(t, err, "make the repository repo: git init")
}
