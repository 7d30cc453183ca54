package facts

import (
	"strings"

	"sandbox-enforcer/rules"
)

// Moment answers as OS does, and asks the system once for what is at each path that is
// resolved, and for each text: for one look at the machine, which comes by the same
// directories again and again. What changes after the first question is not seen. It is
// not for several goroutines.
type Moment struct {
	OS
	seen  []seen
	texts []reading
}

// seen is what was at a path; its parent was resolved.
type seen struct {
	path, target string
	is           kind
}

// reading is what came of reading a file.
type reading struct {
	path  string
	limit int
	text  []byte
	err   error
}

// AtOnce returns the operating system's facts as they are at one moment, and any others
// as they are.
func AtOnce(f rules.Facts) rules.Facts {
	if _, live := f.(OS); live {
		return &Moment{seen: make([]seen, 0, 32)}
	}
	return f
}

// Resolve returns the path that a path means, as OS.Resolve does.
func (m *Moment) Resolve(path string) (string, error) {
	real, _, err := resolveFrom(m.known(path), path, true, m.lstat)
	return real, err
}

// known is the longest directory of those seen that a path begins with.
func (m *Moment) known(path string) string {
	longest := ""
	for i := range m.seen {
		s := &m.seen[i]
		if s.is == dir && len(s.path) > len(longest) && strings.HasPrefix(path, s.path) && (len(path) == len(s.path) || path[len(s.path)] == '/') {
			longest = s.path
		}
	}
	return longest
}

func (m *Moment) lstat(path string) (kind, string, error) {
	for i := range m.seen {
		if m.seen[i].path == path {
			return m.seen[i].is, m.seen[i].target, nil
		}
	}
	is, target, err := lstat(path)
	if err == nil {
		m.seen = append(m.seen, seen{path, target, is})
	}
	return is, target, err
}

// Read returns the text of a file, as OS.Read does, for reading only.
func (m *Moment) Read(path string, limit int) ([]byte, error) {
	for _, r := range m.texts {
		if r.path == path && r.limit == limit {
			return r.text, r.err
		}
	}
	text, err := m.OS.Read(path, limit)
	m.texts = append(m.texts, reading{path, limit, text, err})
	return text, err
}
