package rules

import "strings"

// Sandbox is the one directory that external content may land in.
type Sandbox struct {
	// Given is the directory as the user wrote it: absolute, ~/… or $HOME/…, without
	// a trailing slash.
	Given string
	// Path is Given, absolute, as it would be typed: not resolved.
	Path string
	// Real is Path with its links resolved: what containment is decided on.
	Real string
	// Home is the caller's home directory, absolute, or empty where it is not known.
	Home string
}

// Contains reports whether a resolved path is the sandbox or lies in it. Components
// are compared, so /s-evil is not in /s.
func (s *Sandbox) Contains(resolved string) bool { return within(s.Real, resolved) }

// within reports whether a resolved path is dir or lies below it.
func within(dir, path string) bool {
	rest, ok := strings.CutPrefix(path, dir)
	return ok && dir != "" && (rest == "" || rest[0] == '/' || strings.HasSuffix(dir, "/"))
}
