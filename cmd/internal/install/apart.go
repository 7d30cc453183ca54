package install

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// folder is where files lie that are each by themselves: those of the agents of Kiro, or
// the settings of an older program.
type folder struct {
	// User is its path from the home directory, and Project that from a project's; empty
	// where there is none. Both are empty for the directory of the agent's own file.
	User, Project string
	// Names is the pattern of the files' names, and Own the name of the one that install
	// makes where the folder is there; empty is none.
	Names, Own string
}

// Paths returns the files that an agent's hooks are registered in, the one that install
// makes first, and the directory that they may not lead out of. There is no file where
// shims are all, and none is made beside those of an older program where that is all that
// is there: the newer one would take it for its own, and not take over what was set.
func (m Machine) Paths(a Agent, scope Scope) (paths []string, inside string, err error) {
	path, inside, err := m.Path(a, scope)
	if err != nil || path == "" {
		return nil, inside, err
	}
	paths = []string{path}
	for _, f := range a.Apart {
		dir, err := m.apart(f, path, scope)
		if err != nil {
			return nil, inside, err
		}
		more, err := f.files(dir)
		if err != nil {
			return nil, inside, err
		}
		for _, file := range more {
			if !slices.Contains(paths, file) {
				paths = append(paths, file)
			}
		}
	}
	if dir, err := m.base(a, scope); len(paths) > 1 && err == nil && !there(dir) {
		paths = paths[1:]
	}
	return paths, inside, nil
}

// base is the directory of an agent in a scope; that of a project has the same name, as
// .kiro.
func (m Machine) base(a Agent, scope Scope) (string, error) {
	if scope == Project {
		return filepath.Join(m.Project, a.Home), nil
	}
	return m.folder(a)
}

// apart is the path of a folder, empty where there is none of that scope. Path is that of
// the agent's own file.
func (m Machine) apart(f folder, path string, scope Scope) (string, error) {
	switch {
	case f.User == "" && f.Project == "":
		return filepath.Dir(path), nil
	case scope == User:
		home, err := m.home()
		return filepath.Join(home, f.User), err
	case f.Project == "":
		return "", nil
	}
	return filepath.Join(m.Project, f.Project), nil
}

// maxEntries is how many files a folder can have: a clone can bring one of a project.
const maxEntries = 1000

// files are those of a folder, in the order of their names, and the one that install
// makes there.
func (f folder) files(dir string) (paths []string, err error) {
	entries, err := os.ReadDir(dir)
	switch {
	case dir == "", errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, &folderError{dir, unreadable(dir, err)}
	case len(entries) > maxEntries:
		return nil, &folderError{dir, fmt.Errorf("%s holds more than %d files, so it is left alone: are they all settings?", printable(dir), maxEntries)}
	}
	if f.Own != "" {
		paths = append(paths, filepath.Join(dir, f.Own))
	}
	for _, e := range entries {
		fits, _ := path.Match(f.Names, e.Name())
		if fits && !strings.HasPrefix(e.Name(), ".") && e.Name() != f.Own {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths, nil
}

// folderError is what keeps a folder from being read.
type folderError struct {
	path string
	error
}

func (e *folderError) Unwrap() error { return e.error }

// unguarded are the files of which each is by itself and none of which starts the hook, of
// the scope that is not changed.
func (o Options) unguarded(a Agent) (paths []string) {
	files, err := o.Seen(a)
	if err != nil || a.Apart == nil {
		return nil
	}
	for _, s := range files {
		if s.Scope != o.Scope && s.There && !s.Starts() {
			paths = append(paths, s.Path)
		}
	}
	return paths
}
