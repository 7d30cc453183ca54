package read

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"sandbox-enforcer/cmd/internal/format"
)

// Chart is how numbers are drawn.
type Chart struct {
	// Width is how many columns a line may take.
	Width int
	// Blocks says that bars are drawn with block elements; else with #.
	Blocks bool
}

// topRules is how many rules are shown.
const topRules = 10

// Write draws the numbers for people.
func (c Chart) Write(w io.Writer, s Stats) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s saved\n", Plural(s.Total, "decision"), Plural(s.PromptsSaved, "prompt"))
	if s.Torn > 0 {
		fmt.Fprintf(&b, "%s cannot be read: see 'sandbox-enforcer audit verify'\n", Plural(s.Torn, "line"))
	}
	c.section(&b, "decisions", s.Decisions)
	c.section(&b, "classifications", s.Classes)
	c.section(&b, "rules", s.Rules[:min(topRules, len(s.Rules))])
	width := time.Duration(s.BucketSeconds) * time.Second
	var buckets []Count
	for _, bucket := range s.Buckets {
		buckets = append(buckets, Count{label(bucket.Start, width), bucket.Count})
	}
	c.section(&b, "over time, UTC, each "+spell(width), buckets)
	_, err := io.WriteString(w, b.String())
	return err
}

// Plural returns the number with its noun, as in 1 line and 2 lines.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// label names a bucket as exactly as its width needs.
func label(start time.Time, width time.Duration) string {
	if width >= 24*time.Hour {
		return start.Format(time.DateOnly)
	}
	return start.Format("2006-01-02 15:04")
}

func spell(d time.Duration) string {
	const day = 24 * time.Hour
	for _, unit := range []struct {
		length time.Duration
		name   string
	}{{7 * day, "week"}, {day, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		if n := d / unit.length; n == 1 {
			return unit.name
		} else if n > 1 && d%unit.length == 0 {
			return fmt.Sprintf("%d %ss", n, unit.name)
		}
	}
	return d.String()
}

// section draws one bar a count, all to the same scale.
func (c Chart) section(b *strings.Builder, title string, counts []Count) {
	if len(counts) == 0 {
		return
	}
	most, names, digits := 1, 0, 1
	for _, n := range counts {
		most = max(most, n.Count)
		names = max(names, utf8.RuneCountInString(format.Escape(n.Name)))
	}
	names = min(names, max(10, c.Width/2))
	digits = len(fmt.Sprint(most))
	room := max(1, c.Width-names-digits-4)
	fmt.Fprintf(b, "\n%s\n", title)
	for _, n := range counts {
		line := fmt.Sprintf("  %s %*d %s", fit(format.Escape(n.Name), names), digits, n.Count, c.bar(n.Count, most, room))
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// fit pads the text to the columns, or cuts it.
func fit(text string, columns int) string {
	n := utf8.RuneCountInString(text)
	if n <= columns {
		return text + strings.Repeat(" ", columns-n)
	}
	return string([]rune(text)[:columns-1]) + "…"
}

// eighths are the block elements for parts of a column.
var eighths = [8]string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// bar draws n of most on room columns. What is not nothing is at least seen.
func (c Chart) bar(n, most, room int) string {
	if n <= 0 {
		return ""
	}
	if !c.Blocks {
		return strings.Repeat("#", max(1, n*room/most))
	}
	parts := max(1, n*room*8/most)
	return strings.Repeat("█", parts/8) + eighths[parts%8]
}
