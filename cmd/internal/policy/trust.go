package policy

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// isTrusted reports whether the user trusts a content. A directory that others may
// write to proves nothing, and is told.
func isTrusted(env func(string) (string, bool), sum string) (bool, *Problem) {
	dir := trustDir(env)
	if dir == "" {
		return false, nil
	}
	switch ours, there := private(dir); {
	case !there:
		return false, nil
	case !ours:
		return false, &Problem{Kind: Warning, File: dir, Message: "the directory of trusted policies does not count, because it is a link, not yours, or open to others: make it a directory of your own with mode 0700"}
	}
	_, err := open(dir+"/"+sum, maxFile)
	return err == nil, nil
}

// Trust lets a project's file loosen the policy for as long as its content stays as it
// is: the very content that f was read from, whatever the file holds by now. It writes
// one file into the user's state directory.
func Trust(env func(string) (string, bool), f File) error {
	dir := trustDir(env)
	if dir == "" || f.Sum == "" {
		return errors.New("there is no place to remember trust in: set HOME to an absolute path")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("cannot make the directory of trusted policies: %w", err)
	}
	if ours, _ := private(dir); !ours {
		return fmt.Errorf("the directory %s is a link, not yours, or open to others: make it a directory of your own with mode 0700", quote(dir))
	}
	return WriteFile(filepath.Join(dir, f.Sum), []byte(printable(f.Path)+"\n"))
}

// WriteFile replaces the file at path in one step, with mode 0600: whoever reads it
// meanwhile gets the old text or the new one.
func WriteFile(path string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*") // mode 0600
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", quote(path), err)
	}
	_, err = f.Write(text)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // it is of no use, and the first error is told
		return fmt.Errorf("cannot write %s: %w", quote(path), err)
	}
	return nil
}
