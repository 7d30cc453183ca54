package origin

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The real programs unpack what is packed here.
func TestPacked(t *testing.T) {
	tests := map[string]struct{ name, inner, with string }{
		"gzip":   {"a.txt.gz", "a.txt", "gzip -dc"},
		"xz":     {"a.txt.xz", "a.txt", "xz -dc"},
		"zstd":   {"a.txt.zst", "a.txt", "zstd -dqc"},
		"base64": {"a.txt.b64", "a.txt", "base64 -d"},
		"script": {"a.sh.b64", "a.sh", "base64 -d"},
		"tar.xz": {"a.tar.xz", "a.tar", "xz -dc"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			assert.True(t, Marked(Body(tt.name)), "it must be told without unpacking")
			got, ok := piped(t, tt.with, Body(tt.name))
			if !ok {
				t.Skipf("%s is not installed: install it to test the packer", tt.with)
			}
			assert.Equal(t, string(Body(tt.inner)), got)
		})
	}
}

func TestArmored(t *testing.T) {
	t.Setenv("GNUPGHOME", t.TempDir())
	got, ok := piped(t, "gpg --quiet --dearmor", Body("a.asc"))
	if !ok {
		t.Skip("gpg is not installed: install it to test the armor")
	}
	assert.Equal(t, string(text("a.asc")), got)
	assert.True(t, Marked(Body("a.asc")))
}

func TestPatch(t *testing.T) {
	t.Chdir(t.TempDir())
	if _, ok := piped(t, "git apply", Body("a.diff")); !ok {
		t.Skip("git is not installed: install it to test the patch")
	}
	body, err := os.ReadFile("patched.txt")
	require.NoError(t, err)
	assert.Equal(t, string(text("a.diff")), string(body))
}

func TestCpio(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if _, ok := piped(t, "cpio -id --quiet", Body("a.cpio")); !ok {
		t.Skip("cpio is not installed: install it to test the archive")
	}
	for _, m := range members {
		body, err := os.ReadFile(filepath.Join(dir, m.name))
		require.NoError(t, err)
		assert.Equal(t, string(m.body("a.cpio/"+m.name)), string(body))
	}
	assert.True(t, Marked(Body("a.cpio")))
}

// piped has the command read the input and returns what it prints; false where its
// program is not installed.
func piped(t *testing.T, command string, input []byte) (string, bool) {
	t.Helper()
	words := bytes.Fields([]byte(command))
	if _, err := exec.LookPath(string(words[0])); err != nil {
		return "", false
	}
	cmd := exec.Command("sh", "-c", command)
	cmd.Stdin = bytes.NewReader(input)
	out, err := cmd.Output()
	require.NoError(t, err)
	return string(out), true
}
