package policy

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"sandbox-enforcer/cmd/internal/digest"
	"sandbox-enforcer/cmd/internal/facts"
)

// maxFile is how many bytes a policy file can have: thousands of entries.
const maxFile = 1 << 20

var (
	errDirectory = errors.New("is a directory: name a file in it")
	errNoFile    = errors.New("is no regular file: write the policy to a file")
	errTooLarge  = errors.New("has more than 1048576 bytes: keep the policy shorter")
	errOutside   = errors.New("is a link that leads out of the project: put the file itself there")
)

// Read returns the policy file at path, links followed. Where nothing is there, the
// third result is false, and there is a problem all the same.
func Read(path string) (File, []Problem, bool) { return read(path, "") }

// read returns the file at path. Where within is not empty, the file that it means
// once links are followed has to lie in that directory.
func read(path, within string) (File, []Problem, bool) {
	text, err := load(path, within)
	if err != nil {
		message := reason(err)
		return File{Path: path}, []Problem{{Kind: Broken, File: path, Message: message}}, !errors.Is(err, fs.ErrNotExist)
	}
	f, problems := Parse(path, text)
	return f, problems, true
}

// reason says why a file was not read, and what to do.
func reason(err error) string {
	switch err {
	case errDirectory, errNoFile, errTooLarge, errOutside:
		return "the policy file " + err.Error()
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "the policy file does not exist: name one that does, or make it with \"sandbox-enforcer policy init\""
	case errors.Is(err, fs.ErrPermission):
		return "the policy file may not be read: give yourself the right to, or name another file"
	}
	return fmt.Sprintf("the policy file cannot be read (%v): mend that, or name another file", err)
}

// load returns the text of the file that path means. The links on the way are followed
// first and none after, so that what is checked is what is read, but for somebody who
// changes them in between.
func load(path, within string) ([]byte, error) {
	real, err := facts.OS{}.Resolve(path)
	if err != nil {
		return nil, err
	}
	if within != "" {
		root, err := facts.OS{}.Resolve(within)
		if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(real, strings.TrimSuffix(root, "/")+"/") {
			return nil, errOutside
		}
	}
	text, err := open(real, maxFile)
	if err != nil {
		return nil, err
	}
	if len(text) > maxFile {
		return nil, errTooLarge
	}
	return text, nil
}

func sum(text []byte) string {
	return digest.Hex(text)
}
