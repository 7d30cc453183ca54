package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/cmd/internal/install"
)

var sample = []entry{
	{"sandbox-enforcer/sandbox-enforcer", 0o755, []byte("#!/bin/sh\necho one\n")},
	{"sandbox-enforcer/sandbox-enforcer-hook", 0o755, []byte("#!/bin/sh\necho two\n")},
}

func TestPackIsReproducible(t *testing.T) {
	var a, b bytes.Buffer
	require.NoError(t, pack(&a, sample))
	require.NoError(t, pack(&b, sample))
	assert.Equal(t, a.Bytes(), b.Bytes())
	assert.Equal(t, make([]byte, 4), a.Bytes()[4:8], "gzip's time")
}

// TestInstallScript runs the script over an archive that is right, changed, and not in
// the list.
func TestInstallScript(t *testing.T) {
	found := false
	for _, known := range targets {
		found = found || known == here()
	}
	if !found {
		t.Skip("there is no archive for this machine")
	}
	var packed bytes.Buffer
	require.NoError(t, pack(&packed, sample))
	name := "sandbox-enforcer-" + here().String() + ".tar.gz"
	line := fmt.Sprintf("%x  %s\n", sha256.Sum256(packed.Bytes()), name)
	for _, tt := range []struct{ name, sums, extra, want string }{
		{name: "right", sums: "00  other\n" + line},
		{name: "changed", sums: line, extra: "x", want: "nothing is installed; get it again"},
		{name: "not in the list", sums: "00  other\n", want: "SHA256SUMS has no line for " + name},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir, into := filepath.Join(t.TempDir(), "a dir"), filepath.Join(t.TempDir(), "in to")
			require.NoError(t, os.Mkdir(dir, 0o755))
			for file, text := range map[string]string{name: packed.String() + tt.extra, "SHA256SUMS": tt.sums, "install.sh": string(installScript)} {
				require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644))
			}
			out, err := exec.Command("sh", filepath.Join(dir, "install.sh"), into).CombinedOutput()
			if tt.want != "" {
				require.Error(t, err)
				assert.Contains(t, string(out), tt.want)
				assert.NoDirExists(t, into)
				return
			}
			require.NoError(t, err, string(out))
			ran, err := exec.Command(filepath.Join(into, "sandbox-enforcer-hook")).Output()
			require.NoError(t, err)
			assert.Equal(t, "two\n", string(ran))
			entries, err := os.ReadDir(into)
			require.NoError(t, err)
			assert.Len(t, entries, 2)
		})
	}
}

func TestManifest(t *testing.T) {
	for version, want := range map[string]string{"v1.2.3": "1.2.3", "1.0.0-rc.1": "1.0.0-rc.1", "4ace566-dirty": "0.0.0", "dev": "0.0.0"} {
		var got struct{ Name, Version string }
		require.NoError(t, json.Unmarshal([]byte(manifest(version)), &got))
		assert.Equal(t, "sandbox-enforcer", got.Name)
		assert.Equal(t, want, got.Version)
	}
}

func TestPluginHooks(t *testing.T) {
	var got struct {
		Hooks map[string][]struct {
			Matcher string
			Hooks   []struct{ Type, Command string }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(install.PluginHooks()), &got))
	assert.Len(t, got.Hooks, 5)
	require.Len(t, got.Hooks["PreToolUse"], 1)
	assert.Equal(t, `"${CLAUDE_PLUGIN_ROOT}"/bin/sandbox-enforcer-hook --check=true`, got.Hooks["PreToolUse"][0].Hooks[0].Command)
}
