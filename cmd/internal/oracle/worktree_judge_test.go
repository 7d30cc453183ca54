package oracle

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOutside sees every kind of change outside, and none that a worktree may make.
func TestOutside(t *testing.T) {
	need(t, "bash", "git")
	f := newFence(t, fenceDir(t))
	tests := []struct {
		script string
		want   []string
	}{
		{"echo x > n.txt; git add -A; git commit -qm x; git branch fresh; git tag fresh; git fetch -q; git push -q -u origin topic", nil},
		{"echo x > «tmp»/n; echo x > «allow»/n; echo x > '«box»/n'", nil},
		{"git status; git gc --auto; cat ../../a.txt; ls «home»", nil},
		{"echo x >> ../../a.txt", []string{"host/a.txt changed"}},
		{"touch ../../a.txt", []string{"host/a.txt changed"}},
		{"chmod 600 «home»/.bashrc", []string{"home/.bashrc changed"}},
		{"rm -r «two»/deep", []string{"two/deep is gone", "two/deep/keep.txt is gone"}},
		{"ln -sfn nowhere ../../here", []string{"host/here changed"}},
		{"mkdir '«out»/n'", []string{"else where/n is new"}},
		{"echo x > dangling", []string{"else where/new.txt is new"}},
		{"git branch -D gone", []string{"host/.git/logs/refs/heads/gone is gone", "ref refs/heads/gone is gone"}},
		{"git update-ref --no-deref -m x refs/heads/gone HEAD", []string{"host/.git/logs/refs/heads/gone changed", "ref refs/heads/gone changed"}},
		{"git tag -f v1 HEAD", []string{"ref refs/tags/v1 changed"}},
		{"git pack-refs --all", nil},
		{"git stash drop", []string{"host/.git/logs/refs/stash is gone", "ref refs/stash is gone"}},
		{"git config a.b c", []string{"config [a] is new"}},
		{"git config core.bare true", []string{"config [core] changed"}},
		{"git config branch.topic.description x; git config branch.fresh.description x", nil},
		{"git config branch.other.description x", []string{"config [branch \"other\"] is new"}},
		{"(sleep 0.2; echo x > ../../late.txt) > /dev/null 2>&1 &", []string{"host/late.txt is new"}},
	}
	for _, tt := range tests {
		t.Run(tt.script, func(t *testing.T) {
			require.NoError(t, f.reset())
			require.NoError(t, f.run(f.text(tt.script), f.at("wt")))
			after, err := f.look()
			require.NoError(t, err)
			assert.Equal(t, tt.want, f.before.changes(after))
			require.NoError(t, f.reset())
			assert.NoError(t, exec.Command("diff", "-r", "--no-dereference", f.built, f.root).Run(), "all is as it was built")
		})
	}
}

// TestSmallerScripts keeps what a script is for.
func TestSmallerScripts(t *testing.T) {
	seen := map[fenceKind]int{}
	for _, s := range fenceScripts() {
		seen[s.kind]++
		assert.NotContains(t, s.text(), "«d»")
		assert.NotContains(t, s.text(), "«s»")
		assert.NotContains(t, s.text(), "«q»")
		for _, less := range s.smaller() {
			assert.Equal(t, s.kind, less.kind)
			assert.NotEqual(t, s.text(), less.text())
		}
	}
	assert.GreaterOrEqual(t, seen[goesOut], 1000)
	assert.GreaterOrEqual(t, seen[staysIn], 400)
	assert.GreaterOrEqual(t, seen[mereText], 150)
}
