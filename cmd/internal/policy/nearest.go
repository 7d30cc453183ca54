package policy

import "strings"

// instead says what may have been meant by a word that is not known.
func instead(word string, known []string) string {
	if near := nearest(word, known); near != "" {
		return "did you mean " + quote(near) + "?"
	}
	return "write one of " + strings.Join(known, ", ")
}

// nearest returns the known word that the fewest edits lead to, or that a word is the
// beginning of, or "" where all are too far away to have been meant.
func nearest(word string, known []string) string {
	const longest = 64
	if len(word) > longest {
		return ""
	}
	best, fewest := "", len(word)/3+2
	for _, k := range known {
		if len(word) >= 3 && strings.HasPrefix(k, strings.ToLower(word)) {
			return k
		}
		if d := distance(strings.ToLower(word), k); d < fewest {
			best, fewest = k, d
		}
	}
	return best
}

// distance returns how many bytes have to be added, removed or replaced to make one
// word of the other (Levenshtein's distance).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			next := corner
			if a[i] != b[j] {
				next = 1 + min(corner, row[j], row[j+1])
			}
			corner, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}
