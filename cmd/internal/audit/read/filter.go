package read

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Filter says which records are meant. What is empty does not matter.
type Filter struct {
	// Since is the first moment, and Until the first one that no longer counts.
	Since, Until time.Time
	Session      string
	// Class is a classification or a decision, in any case.
	Class string
	Rule  string
	// ID is a decision's id, or the beginning of one.
	ID string
}

// Match reports whether the record is meant.
func (f Filter) Match(r Record) bool {
	switch {
	case !f.Since.IsZero() && r.Time.Before(f.Since):
	case !f.Until.IsZero() && !r.Time.Before(f.Until):
	case f.Session != "" && r.Session != f.Session:
	case f.Class != "" && !strings.EqualFold(f.Class, r.Class) && !strings.EqualFold(f.Class, r.Decision):
	case f.Rule != "" && !slices.Contains(r.Rules, f.Rule):
	case f.ID != "" && !strings.HasPrefix(r.ID, f.ID):
	default:
		return true
	}
	return false
}

// ParseTime reads a moment: a stretch of time before now, such as 90m, 2h or 7d, a day
// such as 2026-01-02 in now's time zone, or a time of RFC 3339.
func ParseTime(text string, now time.Time) (time.Time, error) {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.ParseUint(days, 10, 16); err == nil {
			return now.AddDate(0, 0, -int(n)), nil
		}
	}
	if d, err := time.ParseDuration(text); err == nil && d >= 0 {
		return now.Add(-d), nil
	}
	if day, err := time.ParseInLocation(time.DateOnly, text, now.Location()); err == nil {
		return day, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}, fmt.Errorf("%q is no time: give 90m, 2h, 7d, 2026-01-02 or 2026-01-02T10:00:00Z", text)
	}
	return at, nil
}
