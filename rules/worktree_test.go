package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWorktreeHolds has everything below /tmp, as on a machine that runs tests.
func TestWorktreeHolds(t *testing.T) {
	w := &Worktree{
		Root:    "/tmp/host/.trees/wt",
		Inside:  []string{"/tmp", "/tmp/host/cache", "/srv/both"},
		Outside: []string{"/tmp/host", "/tmp/host/.git", "/tmp/host/.trees/other", "/tmp/host/.trees/wt/nested", "/srv/both"},
	}
	for path, want := range map[string]bool{
		"/tmp":                           true,
		"/tmp/x":                         true,
		"/tmp/host-evil/x":               true,
		"/tmp/host":                      false,
		"/tmp/host/f":                    false,
		"/tmp/host/.git/config":          false,
		"/tmp/host/cache/f":              true,
		"/tmp/host/.trees":               false,
		"/tmp/host/.trees/wt":            true,
		"/tmp/host/.trees/wt/f":          true,
		"/tmp/host/.trees/wt-evil":       false,
		"/tmp/host/.trees/other/f":       false,
		"/tmp/host/.trees/wt/nested/f":   false,
		"/tmp/host/.trees/wt/nested-2/f": true,
		"/srv/both/f":                    true,
		"/srv":                           false,
		"/":                              false,
	} {
		assert.Equal(t, want, w.holds(path), path)
	}
	assert.False(t, (&Worktree{}).holds("/"), "what is not known holds nothing")
}
