package facts

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"sandbox-enforcer/rules"
)

var _ rules.Facts = (*Memory)(nil)

// Entry is one thing that a Memory holds. Make it with Dir, File or Link.
type Entry struct {
	path string
	is   kind
	text string // the file's text, or the link's target
}

// Dir is a directory at an absolute path.
func Dir(path string) Entry { return Entry{path: path, is: dir} }

// File is a file at an absolute path with its text.
func File(path, text string) Entry { return Entry{path: path, is: file, text: text} }

// Link is a symbolic link at an absolute path; target is what it says, which need
// not exist.
func Link(path, target string) Entry { return Entry{path: path, is: link, text: target} }

// Memory answers from a list of entries instead of the machine, for tests and case
// files. It does not change after it was made, so it may be shared.
type Memory struct {
	entries map[string]Entry
	folds   bool
}

// NewMemory returns a Memory that holds the entries and the directories above them.
// Paths have to be absolute and clean; a path that is given twice, or that lies
// below a file or a link, is an error.
func NewMemory(entries ...Entry) (*Memory, error) {
	m := &Memory{entries: map[string]Entry{"/": Dir("/")}}
	for _, e := range entries {
		if err := m.add(e); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func (m *Memory) add(e Entry) error {
	if !strings.HasPrefix(e.path, "/") || path.Clean(e.path) != e.path {
		return fmt.Errorf("%q is no absolute clean path: write it without dots and doubled slashes", e.path)
	}
	if old, ok := m.entries[e.path]; ok && (old.is != dir || e.is != dir) {
		return fmt.Errorf("%q is given twice", e.path)
	}
	for up := path.Dir(e.path); ; up = path.Dir(up) {
		above, ok := m.entries[up]
		if ok && above.is != dir {
			return fmt.Errorf("%q lies below %q, which is no directory", e.path, up)
		}
		if ok {
			break
		}
		m.entries[up] = Dir(up)
	}
	m.entries[e.path] = e
	return nil
}

// Resolve returns the absolute path that path means, with the errors of OS.Resolve.
func (m *Memory) Resolve(path string) (string, error) {
	real, _, err := resolve(path, true, m.look)
	return real, err
}

// Read returns the text of a file, at most limit bytes of it.
func (m *Memory) Read(path string, limit int) ([]byte, error) {
	real, is, err := resolve(path, true, m.look)
	switch {
	case err != nil:
		return nil, err
	case is == missing:
		return nil, &fs.PathError{Op: "read", Path: path, Err: fs.ErrNotExist}
	case is != file:
		return nil, fmt.Errorf("%q is not a regular file", path)
	}
	text := m.entries[m.key(real)].text
	return []byte(text[:min(len(text), max(limit, 0))]), nil
}

// Exists reports whether something is at path, a dangling link included.
func (m *Memory) Exists(path string) bool {
	_, is, err := resolve(path, false, m.look)
	return err == nil && is != missing
}

// IsDir reports whether path is a directory, through links.
func (m *Memory) IsDir(path string) bool {
	_, is, err := resolve(path, true, m.look)
	return err == nil && is == dir
}

// Same reports whether two paths are there and mean the same file.
func (m *Memory) Same(a, b string) bool {
	first, is, err := resolve(a, true, m.look)
	if err != nil || is == missing {
		return false
	}
	second, is, err := resolve(b, true, m.look)
	return err == nil && is != missing && m.key(first) == m.key(second)
}

// Folding returns a Memory with the same entries that takes no account of the letter
// case of names, as the file systems of macOS do: a path keeps the case that it is
// asked with.
func (m *Memory) Folding() *Memory {
	folding := &Memory{entries: map[string]Entry{}, folds: true}
	for path, e := range m.entries {
		folding.entries[folding.key(path)] = e
	}
	return folding
}

// key is what the entry of a path is found by.
func (m *Memory) key(path string) string {
	if m.folds {
		return strings.ToLower(path)
	}
	return path
}

func (m *Memory) look(path string) (kind, string, error) {
	e, ok := m.entries[m.key(path)]
	if !ok {
		return missing, "", nil
	}
	if e.is == link {
		return link, e.text, nil
	}
	return e.is, "", nil
}
