package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// programs builds the two programs into a temporary directory.
func programs(t *testing.T) (hook, lint string) {
	t.Helper()
	for _, p := range []string{"git", "go"} {
		if _, err := exec.LookPath(p); err != nil {
			t.Skipf("%s is not installed: install it to test the demo", p)
		}
	}
	dir := t.TempDir()
	out, err := exec.Command("go", "build", "-o", dir, "sandbox-enforcer/cmd/sandbox-enforcer-hook", "sandbox-enforcer/cmd/sandbox-enforcer").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return filepath.Join(dir, "sandbox-enforcer-hook"), filepath.Join(dir, "sandbox-enforcer")
}

func TestRun(t *testing.T) {
	hook, lint := programs(t)
	var b strings.Builder
	require.NoError(t, Run(&b, hook, lint))
	for _, want := range []string{
		"~/work/sandbox/repo && ls", "\"permissionDecision\": \"allow\"", "README.md", "pass: nothing to change",
		"(nothing: it has no opinion", "and nothing is anywhere else",
	} {
		assert.Contains(t, b.String(), want)
	}
	for line := range strings.Lines(b.String()) {
		assert.LessOrEqual(t, utf8.RuneCountInString(line), 100, line)
	}
}

// TestRunFindsWhatLandsOutside has a hook without an opinion: the demo must not end
// well then.
func TestRunFindsWhatLandsOutside(t *testing.T) {
	_, lint := programs(t)
	hook := filepath.Join(t.TempDir(), "hook")
	require.NoError(t, os.WriteFile(hook, []byte("#!/bin/sh\ncat >/dev/null\n"), 0o755))
	var b strings.Builder
	assert.ErrorContains(t, Run(&b, hook, lint), "landed outside the sandbox")
}

func TestRunWithoutPrograms(t *testing.T) {
	var b strings.Builder
	assert.ErrorContains(t, Run(&b, filepath.Join(t.TempDir(), "absent"), "sh"), "run make build first")
	assert.Empty(t, b.String())
}

func TestFold(t *testing.T) {
	tests := map[string]struct {
		line string
		want []string
	}{
		"short":    {"a b", []string{"a b"}},
		"empty":    {"", []string{""}},
		"cut":      {"aaaa bbbb cccc", []string{"aaaa bbbb", "  cccc"}},
		"indented": {"  aaaa bbbb", []string{"  aaaa", "    bbbb"}},
		"one word": {"aaaaaaaaaaaaaa", []string{"aaaaaaaaaaaaaa"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, fold(tt.line, 10)) })
	}
}

func TestDraw(t *testing.T) {
	got := draw([]string{"repo/src/main.txt", "repo/.git/HEAD", "repo/.git/refs/x", "a.txt"})
	assert.Equal(t, "a.txt\nrepo/\n  .git/ (2 files)\n  src/\n    main.txt\n", got)
}
