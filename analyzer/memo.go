package analyzer

import "sandbox-enforcer/rules"

// memo asks the machine each question once a request: the analysis of a rewrite gets
// the answers that the rewrite was made with, and a short command saves the system
// calls.
type memo struct {
	rules.Facts
	resolved []resolution
	room     [6]resolution
}

type resolution struct {
	path, real string
	err        error
}

// Resolve answers from memory where it can. The list stays as short as the script's
// destinations are few; beyond its bound nothing more is remembered.
func (m *memo) Resolve(path string) (string, error) {
	for i := range m.resolved {
		if m.resolved[i].path == path {
			return m.resolved[i].real, m.resolved[i].err
		}
	}
	if m.resolved == nil {
		m.resolved = m.room[:0]
	}
	real, err := m.Facts.Resolve(path)
	if len(m.resolved) < 64 {
		m.resolved = append(m.resolved, resolution{path, real, err})
	}
	return real, err
}
