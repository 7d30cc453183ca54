package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/ast"
)

func TestScript(t *testing.T) {
	for _, size := range sizes {
		for i, kind := range []func(int) (string, bool){untouched, rewritten, onlyAcquisitions} {
			text, ok := kind(size)
			if !ok {
				assert.Less(t, size, len(acquisition)+10)
				continue
			}
			if i < 2 {
				assert.Len(t, text, size)
			}
			assert.NoError(t, ast.BareParse(text, ast.Bash))
			assert.Equal(t, i == 1, strings.Contains(text, "git clone"))
		}
	}
}

func TestQuantile(t *testing.T) {
	times := []time.Duration{5, 1, 3, 2, 4, 10, 9, 8, 7, 6}
	assert.Equal(t, time.Duration(2), quantile(times, 10))
	assert.Equal(t, time.Duration(6), quantile(times, 50))
	assert.Equal(t, time.Duration(10), quantile(times, 100))
	assert.Equal(t, time.Duration(5), times[0], "the times stay in order")
}

func TestMeasureProcesses(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("go is not on the PATH: nothing can be built to measure")
	}
	dir := t.TempDir()
	hook := filepath.Join(dir, "hook")
	out, err := exec.Command("go", "build", "-o", hook, "sandbox-enforcer/cmd/sandbox-enforcer-hook").CombinedOutput()
	require.NoError(t, err, "%s", out)
	var b strings.Builder
	require.NoError(t, measureProcesses(&b, dir, hook, 2))
	for _, want := range []string{"Go hello", "true", "hook, a clone", "hook, no acquisition", "peak MiB"} {
		assert.Contains(t, b.String(), want)
	}
	assert.ErrorContains(t, measureProcesses(&b, dir, filepath.Join(dir, "hello"), 1), "not what is to be measured")
	assert.ErrorContains(t, measureProcesses(&b, dir, filepath.Join(dir, "absent"), 1), "absent is not there: run make build first")
	assert.ErrorContains(t, measureExec(&b, dir, filepath.Join(dir, "absent"), 1), "absent is not there: run make build first")
	require.NoError(t, measureExec(&b, dir, filepath.Join(dir, "hello"), 1))
	assert.Contains(t, b.String(), "nothing confines here")
	assert.ErrorContains(t, run(&b, hook, hook, 0), "give at least 1")
}
