package read

import (
	"cmp"
	"slices"
	"time"
)

// Count is how often something was found.
type Count struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// Bucket is a stretch of time.
type Bucket struct {
	Start time.Time `json:"start"`
	Count int       `json:"count"`
	// Decisions counts the bucket's records by decision.
	Decisions map[string]int `json:"decisions"`
}

// Stats are the numbers of many records.
type Stats struct {
	Total int `json:"total"`
	// PromptsSaved counts the commands that ran without a prompt because of an answer.
	PromptsSaved int `json:"prompts_saved"`
	// Decisions, Classes and Rules have the most frequent first.
	Decisions []Count `json:"decisions"`
	Classes   []Count `json:"classifications"`
	Rules     []Count `json:"rules"`
	// BucketSeconds is how long each bucket is; 0 where there is none.
	BucketSeconds int `json:"bucket_seconds"`
	// Buckets are in the order of time, those without records among them.
	Buckets []Bucket `json:"buckets"`
	// Torn counts the lines of the whole log that are no records.
	Torn int `json:"torn"`
}

// maxBuckets is how many buckets there are at the most.
const maxBuckets = 24

// widths are the lengths that buckets have; beyond, they are as many weeks as needed.
var widths = []time.Duration{
	time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 3 * time.Hour, 6 * time.Hour,
	24 * time.Hour, 7 * 24 * time.Hour,
}

// Summarize counts the records.
func Summarize(records []Record) Stats {
	s := Stats{Total: len(records), Decisions: []Count{}, Classes: []Count{}, Rules: []Count{}, Buckets: []Bucket{}}
	decisions, classes, found := map[string]int{}, map[string]int{}, map[string]int{}
	for _, r := range records {
		if r.SavesPrompt() {
			s.PromptsSaved++
		}
		decisions[r.Decision]++
		classes[r.Class]++
		for _, rule := range r.Rules {
			found[rule]++
		}
	}
	s.Decisions, s.Classes, s.Rules = ranked(decisions), ranked(classes), ranked(found)
	s.fill(records)
	return s
}

// ranked returns the counts, the largest first; a record without a name does not count.
func ranked(counts map[string]int) []Count {
	out := []Count{}
	for name, n := range counts {
		if name != "" {
			out = append(out, Count{name, n})
		}
	}
	slices.SortFunc(out, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// fill counts the records by time.
func (s *Stats) fill(records []Record) {
	if len(records) == 0 {
		return
	}
	first, last := records[0].Time, records[0].Time
	for _, r := range records {
		if r.Time.Before(first) {
			first = r.Time
		}
		if r.Time.After(last) {
			last = r.Time
		}
	}
	width := bucketWidth(first, last)
	start := first.UTC().Truncate(width)
	n := int(last.Sub(start)/width) + 1
	s.BucketSeconds = int(width / time.Second)
	s.Buckets = make([]Bucket, n)
	for i := range s.Buckets {
		s.Buckets[i] = Bucket{Start: start.Add(time.Duration(i) * width), Decisions: map[string]int{}}
	}
	for _, r := range records {
		b := &s.Buckets[min(n-1, int(r.Time.Sub(start)/width))]
		b.Count++
		if r.Decision != "" {
			b.Decisions[r.Decision]++
		}
	}
}

// bucketWidth returns the shortest width that the time between needs no more than
// maxBuckets of.
func bucketWidth(first, last time.Time) time.Duration {
	for _, width := range widths {
		if last.Sub(first.Truncate(width)) < maxBuckets*width {
			return width
		}
	}
	week := widths[len(widths)-1]
	return week * (last.Sub(first)/(week*(maxBuckets-1)) + 1)
}
