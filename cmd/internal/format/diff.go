package format

import "strings"

// hunk is a run of lines that differ. Its line is the number of the first one as it
// was, counted from one.
type hunk struct {
	line     int
	was, now []string
}

// diff returns the lines that differ. A rewrite replaces words where they stand, so
// lines keep their numbers and are compared one by one; where a replaced word had
// newlines of its own, all lines between the first and the last that differ are one
// hunk.
func diff(before, after string) []hunk {
	was, now := lines(before), lines(after)
	if len(was) != len(now) {
		return []hunk{enclose(was, now)}
	}
	var hunks []hunk
	for i := 0; i < len(was); i++ {
		if was[i] == now[i] {
			continue
		}
		from := i
		for i < len(was) && was[i] != now[i] {
			i++
		}
		hunks = append(hunks, hunk{line: from + 1, was: was[from:i], now: now[from:i]})
	}
	return hunks
}

// enclose returns the one hunk that is left when equal lines are taken off both ends.
func enclose(was, now []string) hunk {
	head := 0
	for head < min(len(was), len(now)) && was[head] == now[head] {
		head++
	}
	tail := 0
	for tail < min(len(was), len(now))-head && was[len(was)-1-tail] == now[len(now)-1-tail] {
		tail++
	}
	return hunk{line: head + 1, was: was[head : len(was)-tail], now: now[head : len(now)-tail]}
}

func lines(s string) []string {
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}
