package facts

import (
	"errors"
	"fmt"
	"strings"
)

// The bounds of a walk. They are Linux's own: MAXSYMLINKS, NAME_MAX, and PATH_MAX
// without the NUL. A path beyond them cannot be opened, so its meaning is not guessed.
const (
	maxLinks = 40
	maxName  = 255  // bytes
	maxPath  = 4095 // bytes
)

var (
	errLoop     = errors.New("too many links, which may be a loop")
	errName     = errors.New("a name in it is longer than 255 bytes")
	errPath     = errors.New("it is longer than 4095 bytes")
	errNUL      = errors.New("it holds a NUL byte")
	errRelative = errors.New("it is not absolute")
	errProcess  = errors.New("it is a different place for each process")
)

// kind is what stands at a path.
type kind uint8

const (
	missing kind = iota
	file         // everything that is neither of the others
	dir
	link
)

// lookup says what is at a path whose parent has been resolved, without following a
// link, and what the link says where it is one. A path that is not there is missing
// and no error.
type lookup func(path string) (is kind, target string, err error)

// walker follows one path. Its state is what has been resolved so far and what is
// left to read.
type walker struct {
	look lookup
	// real is what has been resolved: empty for the root, else /a/b.
	real string
	// is says what stands at real.
	is kind
	// solid is how many bytes of real are known to be directories: below that
	// nothing is there, so nothing is asked.
	solid int
	// broken says that something that is no directory was used as one: .. was taken
	// of it, or a slash follows. A program fails on such a path, though it has a
	// meaning by its words.
	broken bool
	links  int
}

// resolve returns the real path that path means, and what is there: missing where
// something on the way is. A link at the very end is followed only with follow.
func resolve(path string, follow bool, look lookup) (string, kind, error) {
	return resolveFrom("", path, follow, look)
}

// resolveFrom does so where the path begins with a directory that is known to be real:
// "" for the root, else /a/b.
func resolveFrom(known, path string, follow bool, look lookup) (string, kind, error) {
	w := walker{look: look, real: known, is: dir, solid: len(known)}
	if err := w.walk(path, follow); err != nil {
		return "", missing, fmt.Errorf("cannot resolve %.200q: %w", path, err)
	}
	if w.broken {
		w.is = missing
	}
	if w.real == "" {
		return "/", w.is, nil
	}
	return w.real, w.is, nil
}

func (w *walker) walk(path string, follow bool) error {
	switch {
	case !strings.HasPrefix(path, "/"):
		return errRelative
	case len(path) > maxPath:
		return errPath
	case strings.IndexByte(path, 0) >= 0:
		return errNUL
	}
	for rest := path[len(w.real):]; ; {
		name, after := strings.TrimLeft(rest, "/"), ""
		if name == "" {
			w.broken = w.broken || rest != "" && w.is != dir
			return nil
		}
		if i := strings.IndexByte(name, '/'); i >= 0 {
			name, after = name[:i], name[i:]
		}
		target, err := w.step(name, follow || after != "")
		if err != nil {
			return err
		}
		// The link's text takes the place of its name. A slash after the name stays:
		// with it even the last link is followed.
		rest = target + after
	}
}

// step takes one name. It returns the target of a link that is to be followed next.
func (w *walker) step(name string, follow bool) (target string, err error) {
	switch name {
	case ".":
		w.broken = w.broken || w.is != dir
		return "", nil
	case "..":
		w.up()
		return "", nil
	}
	if len(name) > maxName {
		return "", errName
	}
	if w.real == "/proc" && (name == "self" || name == "thread-self") {
		return "", errProcess
	}
	parent := w.real
	w.real += "/" + name
	if w.is != dir {
		w.is = missing
		return "", nil
	}
	if w.is, target, err = w.look(w.real); err != nil {
		return "", err
	}
	switch {
	case w.is == dir:
		w.solid = len(w.real)
	case w.is == link && follow && strings.HasPrefix(parent, "/proc/"):
		return "", errProcess // what such a link says is not where it leads
	case w.is == link && follow:
		return target, w.enter(parent, target)
	}
	return "", nil
}

// enter goes back to where the target of a link is read from.
func (w *walker) enter(parent, target string) error {
	if w.links++; w.links > maxLinks {
		return errLoop
	}
	w.real, w.is = parent, dir
	if strings.HasPrefix(target, "/") {
		w.real = ""
	}
	w.solid = len(w.real)
	return nil
}

// up takes the parent of what has been resolved; the root is its own parent.
func (w *walker) up() {
	w.broken = w.broken || w.is != dir
	w.real = w.real[:max(0, strings.LastIndexByte(w.real, '/'))]
	if len(w.real) <= w.solid {
		w.is, w.solid = dir, len(w.real)
	}
}
