package confine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Options are choices as a person gives them.
type Options struct {
	// Write are the directories that may be changed; with none, the profile says.
	Write []string
	// Read are the directories and files that may be read beside what programs need to
	// start; with none, everything may be.
	Read []string
	// Net and Sockets are None, Host, or empty for what the profile says.
	Net, Sockets string
	// Profile names a profile; empty is the default one.
	Profile string
	// Dir is the working directory, absolute. Relative paths start there.
	Dir string
	// Home is the home directory, or "".
	Home string
	// Temp is the directory for temporary files that the caller uses, or "".
	Temp string
	// Root says that root is the caller.
	Root bool
}

// Plan is what a confined program may do. Every path in it is absolute and has no link.
type Plan struct {
	// Write are the directories that may be changed, in order, none below another.
	Write []string
	// Read is nil where everything may be read, else what may be beside Write, Dir and
	// what programs need to start, in order, none below another.
	Read []string
	// Net says that the network is the machine's, else that there is none.
	Net bool
	// Sockets says that sockets of programs that are not confined may be reached.
	Sockets bool
	// Root says that root runs it.
	Root bool
	// Dir is the working directory.
	Dir string
	// Temp is where temporary files go: a directory below one of Write, or "" for one
	// that is made for the run and is gone after it.
	Temp string
}

// Plan resolves the choices. It fails where a directory is not there, and where
// allowing it would leave nothing confined.
func (o Options) Plan() (Plan, error) {
	chosen, ok := profile(o.Profile)
	if !ok {
		return Plan{}, fmt.Errorf("there is no profile %q: give one of %s", o.Profile, profileNames())
	}
	dir, err := o.real(o.Dir)
	if err != nil {
		return Plan{}, fmt.Errorf("the working directory cannot be used: go to another: %w", err)
	}
	p := Plan{Dir: dir, Root: o.Root}
	if p.Net, err = isHost("--net", o.Net, chosen.Net); err != nil {
		return Plan{}, err
	}
	if p.Sockets, err = isHost("--sockets", o.Sockets, chosen.Sockets); err != nil {
		return Plan{}, err
	}
	if p.Write, err = o.writable(chosen); err != nil {
		return Plan{}, err
	}
	for _, path := range o.Read {
		real, err := o.real(path)
		if err != nil {
			return Plan{}, fmt.Errorf("--read %q cannot be used: %w", path, err)
		}
		p.Read = append(p.Read, real)
	}
	if p.Read = topmost(p.Read); isBelow("/", p.Read) {
		p.Read = nil
	}
	if temp, err := o.real(o.Temp); err == nil && o.Temp != "" && isBelow(temp, p.Write) {
		p.Temp = temp
	}
	return p, nil
}

func isHost(flag, given, otherwise string) (bool, error) {
	if given == "" {
		given = otherwise
	}
	if given != None && given != Host {
		return false, fmt.Errorf("%s cannot be %q: give %s or %s", flag, given, None, Host)
	}
	return given == Host, nil
}

// writable returns the directories that may be changed. The working directory is taken
// by itself only where nobody would be surprised by it.
func (o Options) writable(chosen Profile) ([]string, error) {
	if len(o.Write) == 0 {
		if !chosen.Write {
			return nil, nil
		}
		real, err := o.writableDir(o.Dir)
		if home, homeErr := o.real(o.Home); err == nil && o.Home != "" && homeErr == nil && isBelow(home, []string{real}) {
			err = errors.New("it is the home directory or holds it, with everything that starts programs for you")
		}
		if err != nil {
			return nil, fmt.Errorf("the working directory %q is not made writable: name what may be changed with --write DIR, or give --profile readonly: %w", o.Dir, err)
		}
		return []string{real}, nil
	}
	var out []string
	for _, path := range o.Write {
		real, err := o.writableDir(path)
		if err != nil {
			return nil, fmt.Errorf("--write %q cannot be used: %w", path, err)
		}
		out = append(out, real)
	}
	return topmost(out), nil
}

// kernel are the trees that are no files but the system itself.
var kernel = []string{"/proc", "/sys", "/dev"}

func (o Options) writableDir(path string) (string, error) {
	real, err := o.real(path)
	if err != nil {
		return "", err
	}
	switch info, err := os.Stat(real); {
	case err != nil:
		return "", because(err)
	case !info.IsDir():
		return "", errors.New("it is no directory: give the one it is in")
	case real == "/":
		return "", errors.New("it is everything, and nothing would be confined: give directories below it")
	case isBelow(real, kernel) && !isBelow(real, []string{"/dev/shm"}):
		return "", errors.New("it is the system itself and not files: give another directory")
	}
	return real, nil
}

// real returns what a path means, with its links resolved: "a/../b" is not "b" where a
// is a link, so that it is never cleaned before.
func (o Options) real(path string) (string, error) {
	if path == "" {
		return "", errors.New("it is empty: give a directory")
	}
	if !filepath.IsAbs(path) {
		path = o.Dir + "/" + path
	}
	real, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", errors.New("it is not there: make it first, or give another")
	}
	return real, because(err)
}

// because returns what is wrong without the operation and the path, which the message
// around it names.
func because(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// topmost returns the paths in order, without those below another.
func topmost(paths []string) []string {
	var out []string
	for _, p := range slices.Sorted(slices.Values(paths)) {
		if !isBelow(p, out) {
			out = append(out, p)
		}
	}
	return out
}

// isBelow reports whether a clean path is one of the directories, or below one.
func isBelow(path string, dirs []string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool {
		return path == dir || dir == "/" || strings.HasPrefix(path, dir) && path[len(dir)] == '/'
	})
}
