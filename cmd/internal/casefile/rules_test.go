package casefile

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/rules"
)

// settingsOf are what a rule's example needs beside the defaults.
var settingsOf = map[string]string{
	"acquire-run":    "-- settings --\nscope all\n",
	"acquire-sink":   "-- settings --\nscope all\n",
	"acquire-follow": "-- settings --\nfollow 1\n",
	"script-syntax":  "-- settings --\nfail ask\n",
	"script-dialect": "-- env --\nSHELL=\n",
	"session-input":  "-- settings --\nagent codex\n",
}

// inWorktree is a worktree at Cwd, as git lays one out.
const inWorktree = `-- settings --
worktree /home/me/project
-- tree --
/home/me/project/.git = gitdir: /home/me/host/.git/worktrees/project
/home/me/host/.git/HEAD = ref: refs/heads/main
/home/me/host/.git/objects/
/home/me/host/.git/refs/
/home/me/host/.git/worktrees/project/HEAD = ref: refs/heads/topic
/home/me/host/.git/worktrees/project/commondir = ../..
/home/me/host/.git/worktrees/project/gitdir = /home/me/project/.git
`

// TestRuleExamples runs the examples that the rules' prose gives: the bad command is
// found by its rule, the good one by none.
func TestRuleExamples(t *testing.T) {
	seen := map[string]bool{}
	for _, rule := range rules.Rules() {
		t.Run(rule.ID, func(t *testing.T) {
			assert.False(t, seen[rule.ID], "two rules have the same ID")
			seen[rule.ID] = true
			assert.Regexp(t, `^[a-z]+-[a-z]+$`, rule.ID)
			assert.NotEmpty(t, rule.Since)
			assert.NotEqual(t, rules.Invalid, rule.Verdict)
			assert.NotContains(t, rule.Title, ".")
			assert.True(t, strings.HasSuffix(rule.Doc, "."), "prose in sentences")
			section := settingsOf[rule.ID]
			if strings.HasPrefix(rule.ID, "policy-") {
				section = "-- profile --\nstandard\n"
			}
			if strings.HasPrefix(rule.ID, "worktree-") {
				section = inWorktree
			}
			if rule == rules.PolicyOperator {
				section = "-- profile --\ndevelopment\n"
			}
			calls := strings.HasSuffix(rule.Bad, "}") && strings.Contains(rule.Bad, " {\"")
			if calls {
				section = "-- settings --\nproject " + Cwd + "\n"
			}
			file, err := Parse([]byte("Example.\n" + section + "-- rows --\nls\n"))
			require.NoError(t, err)
			if rule.Bad != "" {
				found := judgeRow(t, file, Row{Command: rule.Bad, Call: calls}).Findings
				at := slices.IndexFunc(found, func(f rules.Finding) bool { return f.Rule == rule })
				require.GreaterOrEqual(t, at, 0, "%q: %v", rule.Bad, found)
				assert.Equal(t, rule.Verdict, found[at].Verdict)
				for _, f := range found {
					family, _, _ := strings.Cut(rule.ID, "-")
					assert.True(t, strings.HasPrefix(f.Rule.ID, family+"-"), "%q: %s", rule.Bad, f.Message)
				}
			}
			if rule.Good != "" {
				for _, f := range judgeRow(t, file, Row{Command: rule.Good, Call: calls}).Findings {
					assert.NotEqual(t, rule, f.Rule, "%q", rule.Good)
				}
			}
		})
	}
}

// TestGuards validates the guards' values.
func TestGuards(t *testing.T) {
	for _, g := range rules.Guards() {
		assert.NotEmpty(t, g.Name)
		assert.NotEmpty(t, g.Doc)
		assert.NotNil(t, g.On)
		assert.True(t, g.Check != nil || g.Files != nil, "%s judges something", g.Name)
		assert.IsIncreasing(t, ids(g.Rules), g.Name)
	}
}

func ids(list []*rules.Rule) []string {
	var out []string
	for _, r := range list {
		out = append(out, r.ID)
	}
	return out
}
