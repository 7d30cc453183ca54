package install

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// file is a settings file as it was found.
type file struct {
	// path is what the agent opens, and real what that means once links are followed.
	path, real string
	// there says that it exists; mode is its mode then.
	there bool
	mode  fs.FileMode
	text  string
}

// open reads a settings file, or finds that there is none. It never waits: what is no
// regular file is not opened. Within is the directory that the file has to lie in once
// links are followed, or empty: a clone could bring a link to a file of the user.
func open(path, within string) (file, error) {
	f, err := find(path, within)
	if err != nil || !f.there {
		return f, err
	}
	return f, f.read()
}

// ReadFile returns the text of a settings file of an agent, and whether there is one. It
// waits for nothing: what is no regular file is an error, as is one of more than 1 MiB.
func ReadFile(path string) (text string, there bool, err error) {
	text, there, err = view(path, "")
	if err == nil && len(text) > maxFile {
		err = fmt.Errorf("%s has more than %d bytes: is that the settings file?", printable(path), maxFile)
	}
	return text, there, err
}

// view is open for those who change nothing: the file may be read-only, and anybody's.
func view(path, within string) (text string, there bool, err error) {
	f, err := find(path, within)
	if err != nil || !f.there {
		return "", false, err
	}
	info, err := os.Lstat(f.real)
	if err == nil && !info.Mode().IsRegular() {
		return "", true, fmt.Errorf("%s is no regular file: move it away", printable(path))
	}
	if err == nil {
		text, err = content(f.real)
	}
	if err != nil {
		return "", true, unreadable(path, err)
	}
	return text, true, nil
}

// find says what a path means, without reading it.
func find(path, within string) (file, error) {
	f := file{path: path, real: path}
	real, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return f, fmt.Errorf("%s is a link to nothing: make what it points to, or remove it", printable(path))
		}
		f.real, err = missing(path)
		if err != nil {
			return f, err
		}
		return f, inside(path, f.real, within)
	}
	if err != nil {
		return f, unreadable(path, err)
	}
	f.real, f.there = real, true
	return f, inside(path, real, within)
}

// missing is where a file that does not exist would be: below the deepest directory
// that does, links followed.
func missing(path string) (string, error) {
	dir, rest := filepath.Dir(path), filepath.Base(path)
	for {
		real, err := filepath.EvalSymlinks(dir)
		if err == nil {
			if info, err := os.Stat(real); err != nil || !info.IsDir() {
				return "", fmt.Errorf("%s is no directory, so %s cannot be made: move it away", printable(dir), printable(path))
			}
			return filepath.Join(real, rest), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", unreadable(path, err)
		}
		if info, err := os.Lstat(dir); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return "", fmt.Errorf("%s is a link to nothing: make what it points to, or remove it", printable(dir))
		}
		if dir == filepath.Dir(dir) {
			return "", unreadable(path, err)
		}
		dir, rest = filepath.Dir(dir), filepath.Join(filepath.Base(dir), rest)
	}
}

func inside(path, real, within string) error {
	if within == "" {
		return nil
	}
	root, err := filepath.EvalSymlinks(within)
	if err != nil {
		return unreadable(within, err)
	}
	if !strings.HasPrefix(real, strings.TrimSuffix(root, "/")+"/") {
		return fmt.Errorf("%s is a link that leads out of the project: put the file itself there", printable(path))
	}
	return nil
}

// read fills in the text and the mode.
func (f *file) read() error {
	info, err := os.Lstat(f.real)
	switch {
	case err != nil:
		return unreadable(f.path, err)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is no regular file: move it away", printable(f.path))
	case !mine(info):
		return fmt.Errorf("%s belongs to somebody else: run this as its owner, or take it over with chown", printable(f.path))
	case info.Mode().Perm()&0o200 == 0:
		return fmt.Errorf("%s is read-only: make it writable with chmod u+w if it is yours to change", printable(f.path))
	}
	f.mode = info.Mode().Perm()
	f.text, err = content(f.real)
	if err != nil {
		return unreadable(f.path, err)
	}
	return nil
}

// content is what a regular file holds, one byte more than may be at most.
func content(path string) (string, error) {
	in, err := os.OpenFile(path, os.O_RDONLY|noWait, 0)
	if err != nil {
		return "", err
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	return string(text), err
}

func unreadable(path string, err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%s may not be read: give yourself the right to", printable(path))
	}
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("%s cannot be read (%w): mend that first", printable(path), err)
}

// errChanged says that somebody else wrote the file meanwhile.
var errChanged = errors.New("the file was changed by another program at this moment, so it is left alone: run this again")

// write replaces the file's text, if it is still what was read: by a file beside it that
// takes its place in one step, so that nobody ever reads half of it.
func (f file) write(text string, mode fs.FileMode) error {
	if f.there {
		mode = f.mode
	}
	temp, err := beside(f.real, text, mode)
	if err != nil {
		return fmt.Errorf("%s cannot be written (%w): make its directory writable for yourself", printable(f.path), cause(err))
	}
	if err := f.still(); err != nil {
		_ = os.Remove(temp)
		return err
	}
	if err := os.Rename(temp, f.real); err != nil {
		_ = os.Remove(temp)
		return fmt.Errorf("%s cannot be written (%w): make its directory writable for yourself", printable(f.path), cause(err))
	}
	return nil
}

// still reports whether the file is what was read, or still missing.
func (f file) still() error {
	now, err := content(f.real)
	switch {
	case !f.there && errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil, !f.there, now != f.text:
		return fmt.Errorf("%s: %w", printable(f.path), errChanged)
	}
	return nil
}

// remove takes the file away, if it is still what was read.
func (f file) remove() error {
	if err := f.still(); err != nil {
		return err
	}
	if err := os.Remove(f.real); err != nil {
		return fmt.Errorf("%s cannot be removed (%w): make its directory writable for yourself", printable(f.path), cause(err))
	}
	return nil
}

// beside writes a new file in the directory of another one and returns its path.
func beside(path, text string, mode fs.FileMode) (string, error) {
	out, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.new")
	if err != nil {
		return "", err
	}
	_, err = out.WriteString(text)
	if err == nil {
		err = out.Chmod(mode)
	}
	if err == nil {
		err = out.Sync()
	}
	if closing := out.Close(); err == nil {
		err = closing
	}
	if err != nil {
		_ = os.Remove(out.Name())
		return "", err
	}
	return out.Name(), nil
}

// backUp copies the file beside itself under a name that is free, for the user alone
// where the file was, and returns the path. A copy that is there already is enough.
func (f file) backUp() (string, error) {
	for n := 0; ; n++ {
		path := f.real + ".before-sandbox-enforcer"
		if n > 0 {
			path += "." + strconv.Itoa(n)
		}
		out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, f.mode)
		if errors.Is(err, fs.ErrExist) {
			if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
				if was, err := content(path); err == nil && was == f.text {
					return path, nil
				}
			}
			continue
		}
		if err != nil {
			return "", fmt.Errorf("%s cannot be backed up (%w): make its directory writable for yourself", printable(f.path), cause(err))
		}
		_, err = out.WriteString(f.text)
		if closing := out.Close(); err == nil {
			err = closing
		}
		if err != nil {
			_ = os.Remove(path)
			return "", fmt.Errorf("%s cannot be backed up: %w", printable(f.path), cause(err))
		}
		return path, nil
	}
}

// makeParents makes the directories above a file and returns those that it made, the
// outermost first.
func makeParents(path string) (made []string, err error) {
	var missing []string
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); err == nil || dir == filepath.Dir(dir) {
			break
		}
		missing = append([]string{dir}, missing...)
	}
	for _, dir := range missing {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return made, fmt.Errorf("the directory %s cannot be made (%w): make it yourself", printable(dir), cause(err))
		}
		made = append(made, dir)
	}
	return made, nil
}

// cause drops the path and the operation from an error: the message has them already.
func cause(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}

// printable returns a path as it is, or quoted where it would not stay on its line.
func printable(path string) string {
	if quoted := strconv.Quote(path); quoted[1:len(quoted)-1] != path {
		return quoted
	}
	return path
}
