package read

import (
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func allOf(t *testing.T, path string) ([]Record, Tally) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return all(t, string(text))
}

func sample() []Record {
	return []Record{
		{Time: noon, Decision: "allow", Class: "SAFE", Rules: []string{"b-b"}},
		{Time: noon.Add(time.Minute), Decision: "rewrite", Grant: true, Class: "SAFE", Rules: []string{"a-a"}},
		{Time: noon.Add(time.Minute + 59*time.Second), Decision: "rewrite", Rules: []string{"a-a"}},
		{Time: noon.Add(4 * time.Minute), Decision: "deny", Class: "BLOCKED", Rules: []string{"a-a", "c-c"}},
	}
}

func TestSummarize(t *testing.T) {
	at := func(minute int) time.Time { return noon.Add(time.Duration(minute) * time.Minute) }
	assert.Equal(t, Stats{
		Total: 4, PromptsSaved: 2,
		Decisions:     []Count{{"rewrite", 2}, {"allow", 1}, {"deny", 1}},
		Classes:       []Count{{"SAFE", 2}, {"BLOCKED", 1}},
		Rules:         []Count{{"a-a", 3}, {"b-b", 1}, {"c-c", 1}},
		BucketSeconds: 60,
		Buckets: []Bucket{
			{at(0), 1, map[string]int{"allow": 1}}, {at(1), 2, map[string]int{"rewrite": 2}}, {at(2), 0, map[string]int{}},
			{at(3), 0, map[string]int{}}, {at(4), 1, map[string]int{"deny": 1}},
		},
	}, Summarize(sample()))
}

func TestBucketsAreFew(t *testing.T) {
	for _, length := range []time.Duration{0, time.Second, time.Hour, 23 * time.Hour, 24 * time.Hour, 8 * 24 * time.Hour, 400 * 24 * time.Hour, 200 * 365 * 24 * time.Hour} {
		t.Run(length.String(), func(t *testing.T) {
			for _, offset := range []time.Duration{0, 59*time.Minute + 59*time.Second} {
				first := noon.Add(offset)
				s := Summarize([]Record{{Time: first.Add(length)}, {Time: first}}) // out of order
				assert.LessOrEqual(t, len(s.Buckets), maxBuckets)
				sum := 0
				for _, b := range s.Buckets {
					sum += b.Count
				}
				assert.Equal(t, 2, sum)
			}
		})
	}
	assert.Empty(t, Summarize(nil).Buckets)
	far := []Record{{Time: time.Date(1, 1, 2, 0, 0, 0, 0, time.UTC)}, {Time: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)}}
	assert.LessOrEqual(t, len(Summarize(far).Buckets), maxBuckets)
}

func TestChart(t *testing.T) {
	stats := Summarize(sample())
	stats.Torn = 1
	var b strings.Builder
	require.NoError(t, Chart{Width: 40, Blocks: true}.Write(&b, stats))
	assert.Equal(t, `4 decisions, 2 prompts saved
1 line cannot be read: see 'sandbox-enforcer audit verify'

decisions
  rewrite 2 ████████████████████████████
  allow   1 ██████████████
  deny    1 ██████████████

classifications
  SAFE    2 ████████████████████████████
  BLOCKED 1 ██████████████

rules
  a-a 3 ████████████████████████████████
  b-b 1 ██████████▋
  c-c 1 ██████████▋

over time, UTC, each minute
  2026-01-02 12:00 1 █████████▌
  2026-01-02 12:01 2 ███████████████████
  2026-01-02 12:02 0
  2026-01-02 12:03 0
  2026-01-02 12:04 1 █████████▌
`, b.String())
}

func TestChartIsPlainElsewhere(t *testing.T) {
	stats := Stats{Total: 1000, Decisions: []Count{{"deny\x1b[31m", 999}, {strings.Repeat("x", 100), 1}}}
	var b strings.Builder
	require.NoError(t, Chart{Width: 36}.Write(&b, stats))
	for line := range strings.Lines(b.String()) {
		assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 36, line)
	}
	assert.Contains(t, b.String(), `deny\u{1b}[31m`[:13])
	assert.NotContains(t, b.String(), "\x1b")
	assert.Contains(t, b.String(), "#\n")
}
