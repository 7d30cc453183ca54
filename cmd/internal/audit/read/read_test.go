package read

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/cmd/internal/audit"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

const guide = `{"timestamp":"2026-01-02T10:00:00Z","event_type":"sandbox_decision","classification":"SAFE","command":"grep pattern src/","reason":"Command matches safe_commands whitelist","profile":"development","agent":"implementer"}`

// all reads a log whole.
func all(t *testing.T, text string) ([]Record, Tally) {
	t.Helper()
	var records []Record
	tally, err := Each(strings.NewReader(text), func(r Record) error {
		records = append(records, r)
		return nil
	})
	require.NoError(t, err)
	return records, tally
}

func TestEach(t *testing.T) {
	tests := []struct {
		name, text string
		want       Tally
	}{
		{name: "nothing"},
		{name: "the guide's own line", text: guide + "\n", want: Tally{Good: 1, Lines: 1}},
		{name: "without a newline at the end", text: guide, want: Tally{Good: 1, Lines: 1}},
		{name: "torn and healed", text: guide[:40] + "\n" + guide + "\n", want: Tally{Good: 1, Torn: []int{1}, Lines: 2}},
		{name: "torn at the end", text: guide + "\n" + guide[:40], want: Tally{Good: 1, Torn: []int{2}, Lines: 2}},
		{name: "two on one line", text: guide + guide + "\n" + guide + "\n", want: Tally{Good: 1, Torn: []int{1}, Lines: 2}},
		{name: "blank lines are no matter", text: "\n" + guide + "\r\n \n\n", want: Tally{Good: 1, Lines: 4}},
		{name: "other JSON", text: "[]\n{}\nnull\n1\n\"a\"\n{\"timestamp\":\"2026-01-02T10:00:00Z\"}\n", want: Tally{Torn: []int{1, 2, 3, 4, 5, 6}, Lines: 6}},
		{name: "a wrong type", text: `{"timestamp":"2026-01-02T10:00:00Z","event_type":"e","command":1}` + "\n", want: Tally{Torn: []int{1}, Lines: 1}},
		{name: "null bytes of a crash", text: guide + "\n\x00\x00\x00\n" + guide + "\n", want: Tally{Good: 2, Torn: []int{2}, Lines: 3}},
		{name: "a line without an end", text: strings.Repeat("a", 3*maxLine) + "\n" + guide + "\n", want: Tally{Good: 1, Torn: []int{1}, Lines: 2}},
		{name: "members of later versions", text: strings.Replace(guide, "{", `{"later":[1],`, 1) + "\n", want: Tally{Good: 1, Lines: 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			records, tally := all(t, tt.text)
			assert.Equal(t, tt.want, tally)
			assert.Len(t, records, tt.want.Good)
		})
	}
}

func TestEachStopsWhenItsCallerDoes(t *testing.T) {
	stop := errors.New("stop")
	tally, err := Each(strings.NewReader(guide+"\n"+guide+"\n"), func(Record) error { return stop })
	assert.Equal(t, stop, err)
	assert.Equal(t, 1, tally.Lines)
}

// TestWhatIsWrittenIsRead goes through a file, as people's own use does.
func TestWhatIsWrittenIsRead(t *testing.T) {
	log := audit.At(t.TempDir() + "/log")
	e := audit.Entry{Class: "BLOCKED", Decision: "deny", Command: "rm -rf \x1b/", Reason: "no", Rules: []string{"a-b"}, Session: "s", Dir: "/p", Mode: "default"}
	require.NoError(t, log.Append(e, noon))
	records, tally := allOf(t, log.Path())
	assert.Equal(t, Tally{Good: 1, Lines: 1}, tally)
	got := records[0]
	got.ID, got.CommandHash, got.Raw = "", "", nil
	assert.Equal(t, Record{
		Time: noon, Event: "sandbox_decision", Class: "BLOCKED", Decision: "deny", Command: "rm -rf \x1b/", Reason: "no", Rules: []string{"a-b"},
		Agent: "main", Session: "s", Dir: "/p", Mode: "default", Line: 1,
	}, got)
}

func TestFilter(t *testing.T) {
	r := Record{Time: noon, ID: "abcdef", Class: "BLOCKED", Decision: "deny", Rules: []string{"a-b", "c-d"}, Session: "s"}
	tests := []struct {
		name   string
		filter Filter
		want   bool
	}{
		{name: "everything", want: true},
		{name: "since then", filter: Filter{Since: noon}, want: true},
		{name: "since later", filter: Filter{Since: noon.Add(1)}},
		{name: "until then", filter: Filter{Until: noon}},
		{name: "until later", filter: Filter{Until: noon.Add(1)}, want: true},
		{name: "session", filter: Filter{Session: "s"}, want: true},
		{name: "another session", filter: Filter{Session: "S"}},
		{name: "class in any case", filter: Filter{Class: "blocked"}, want: true},
		{name: "decision", filter: Filter{Class: "deny"}, want: true},
		{name: "another class", filter: Filter{Class: "SAFE"}},
		{name: "rule", filter: Filter{Rule: "c-d"}, want: true},
		{name: "another rule", filter: Filter{Rule: "c"}},
		{name: "the beginning of an id", filter: Filter{ID: "abc"}, want: true},
		{name: "another id", filter: Filter{ID: "bc"}},
		{name: "all at once", filter: Filter{Since: noon, Until: noon.Add(1), Session: "s", Class: "deny", Rule: "a-b", ID: "abcdef"}, want: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, tt.filter.Match(r)) })
	}
}

func TestParseTime(t *testing.T) {
	tests := []struct {
		text string
		want time.Time
	}{
		{text: "2h", want: noon.Add(-2 * time.Hour)},
		{text: "90m", want: noon.Add(-90 * time.Minute)},
		{text: "7d", want: noon.AddDate(0, 0, -7)},
		{text: "2026-01-01", want: noon.Add(-36 * time.Hour)},
		{text: "2026-01-02T13:00:00+01:00", want: noon},
		{text: "0s", want: noon},
		{text: ""}, {text: "yesterday"}, {text: "-2h"}, {text: "2"}, {text: "-1d"}, {text: "99999999d"},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			got, err := ParseTime(tt.text, noon)
			if tt.want.IsZero() {
				require.ErrorContains(t, err, "is no time: give 90m")
				return
			}
			require.NoError(t, err)
			assert.True(t, tt.want.Equal(got), got)
		})
	}
}
