package oracle

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sandbox-enforcer/cmd/internal/origin"
)

// kit is what is fetched: files that programs can work with. Those with a shebang may be
// run.
var kit = map[string]string{
	"README.md":      "a kit\nto work with\n",
	"Makefile":       "all:\n\t@echo built\n\t@cat src/main.txt > made.txt\nclean:\n\t@rm -f made.txt\n",
	"src/main.txt":   "main\nof src\n",
	"src/deep/a.txt": "deep\n",
	"with blank.txt": "blank\n",
	"run.sh":         "#!/bin/sh\necho ran in \"$PWD\"\n",
	"env.sh":         "KIT=loaded\n",
	"x.py":           "print('python ran')\n",
	"x.js":           "console.log('node ran')\n",
	"bin/tool":       "#!/bin/sh\necho tool ran\n",
	"data.json":      "{\"a\": [1, 2]}\n",
	"list":           "README.md\n",
}

// kitServer offers kit as a repository, as archives in which it lies in the directory
// pkg, and each of its files; it returns the server's URL.
func kitServer(t *testing.T) string {
	t.Helper()
	root := temporary(t)
	work := filepath.Join(root, "work")
	var tarball, zipped bytes.Buffer
	compressed := gzip.NewWriter(&tarball)
	tw, zw := tar.NewWriter(compressed), zip.NewWriter(&zipped)
	for _, name := range slices.Sorted(keys(kit)) {
		body, mode := []byte(kit[name]), int64(0o644)
		if strings.HasPrefix(kit[name], "#!") {
			mode = 0o755
		}
		file := filepath.Join(work, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, body, os.FileMode(mode)))
		require.NoError(t, tw.WriteHeader(&tar.Header{Name: "pkg/" + name, Mode: mode, Size: int64(len(body))}))
		_, err := tw.Write(body)
		require.NoError(t, err)
		header := &zip.FileHeader{Name: "pkg/" + name}
		header.SetMode(os.FileMode(mode))
		w, err := zw.CreateHeader(header)
		require.NoError(t, err)
		_, err = w.Write(body)
		require.NoError(t, err)
	}
	require.NoError(t, tw.Close())
	require.NoError(t, compressed.Close())
	require.NoError(t, zw.Close())
	require.NoError(t, os.WriteFile(filepath.Join(work, "x.tgz"), tarball.Bytes(), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(work, "x.zip"), zipped.Bytes(), 0o644))
	bare := filepath.Join(root, "kit.git")
	for _, step := range [][]string{
		{"init", "--quiet", "--initial-branch=main", work}, {"-C", work, "add", "--", "."}, {"-C", work, "rm", "-q", "--cached", "x.tgz", "x.zip"},
		{"-C", work, "commit", "--quiet", "-m", "kit"}, {"-C", work, "tag", "v1"},
		{"clone", "--quiet", "--bare", work, bare}, {"-C", bare, "repack", "-adq"}, {"-C", bare, "update-server-info"},
	} {
		cmd := exec.Command("git", step...)
		cmd.Env = origin.Environ()
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	server := httptest.NewServer(http.FileServer(http.Dir(root)))
	t.Cleanup(server.Close)
	return server.URL
}
