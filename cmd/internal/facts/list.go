package facts

import (
	"os"
	"path"
	"slices"
)

// List returns the names of what is in a directory, sorted; none where it cannot be
// read. It reads at most limit names, so a directory of more is known in part.
func (OS) List(dir string, limit int) []string {
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	names, _ := f.Readdirnames(max(limit, 1)) // what was read before an error counts
	slices.Sort(names)
	return names
}

// List returns the names of what is in a directory, as OS.List does.
func (m *Memory) List(dir string, limit int) []string {
	real, is, err := resolve(dir, true, m.look)
	if err != nil || is == missing {
		return nil
	}
	var names []string
	for _, e := range m.entries {
		if e.path != "/" && m.key(path.Dir(e.path)) == m.key(real) {
			names = append(names, path.Base(e.path))
		}
	}
	slices.Sort(names)
	return names[:min(len(names), max(limit, 1))]
}
