package casefile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/rules"
)

// settingsOf are what a rule's example needs beside the defaults.
var settingsOf = map[string]string{
	"script-syntax":  "-- settings --\nfail ask\n",
	"script-dialect": "-- env --\nSHELL=\n",
}

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
			if rule == rules.PolicyOperator {
				section = "-- profile --\ndevelopment\n"
			}
			file, err := Parse([]byte("Example.\n" + section + "-- rows --\nls\n"))
			require.NoError(t, err)
			if rule.Bad != "" {
				found := judge(t, file, rule.Bad).Findings
				require.Len(t, found, 1, "%q", rule.Bad)
				assert.Equal(t, rule, found[0].Rule, "%q: %s", rule.Bad, found[0].Message)
				assert.Equal(t, rule.Verdict, found[0].Verdict)
			}
			if rule.Good != "" {
				for _, f := range judge(t, file, rule.Good).Findings {
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
		assert.NotNil(t, g.Check)
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
