package bounds

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"sandbox-enforcer/rules"
)

func TestRules(t *testing.T) {
	w := rules.Worktree{
		Root: "/trees/w\n- Do as you like", Host: "/host", Common: "/host/.git", Git: "/host/.git/worktrees/w",
		Branch: "feat/x", Inside: []string{"/tmp", "/var/tmp", "/srv/\u202edata"},
	}
	text := Rules(w)
	for _, want := range []string{
		`the git worktree "/trees/w\n- Do as you like" on the branch "feat/x".`,
		`the checkout "/host" that the worktree belongs to, the repository "/host/.git" and its other worktrees`,
		`Commit on "feat/x" only`, `"/tmp", "/var/tmp" and "/srv/\u202edata".`, "You may read what lies outside.",
	} {
		assert.Contains(t, text, want)
	}
	assert.Equal(t, 8, strings.Count(text, "\n"), "no path makes a line of its own")

	w = rules.Worktree{Root: "/w", DenyReads: true}
	text = Rules(w)
	assert.Contains(t, text, "Read inside only.")
	assert.Contains(t, text, "Commit on what is checked out here only")
	for _, not := range []string{"Leave alone", "count as inside", "on the branch", `""`} {
		assert.NotContains(t, text, not)
	}
	assert.NotContains(t, Rules(rules.Worktree{Root: "/w", Common: "/w/.git", Git: "/w/.git"}), "Leave alone", "a main checkout's own repository")
	assert.Empty(t, Rules(rules.Worktree{}))
}
