package rules

import "strings"

// Project is the directory that an agent's file tools stay in. Its paths are absolute,
// with links followed.
type Project struct {
	// Root is the project's directory.
	Root string
	// Given is Root as the user wrote it, for messages.
	Given string
	// Inside are the other directories that count as inside: those that the user
	// allows, the sandbox.
	Inside []string
	// Home is the user's home directory, or empty.
	Home string
	// Problem says why the directory cannot be used, and what to do; every path is
	// refused then. Empty where all is well.
	Problem string
}

// holds reports whether a resolved path is inside. Where a directory's name is there in
// another letter case, the machine is asked whether it is the same directory.
func (r *Project) holds(f Facts, path string) bool {
	return holdsPath(f, r.Root, path) || holdsAny(f, r.Inside, path)
}

func holdsAny(f Facts, dirs []string, path string) bool {
	for _, dir := range dirs {
		if holdsPath(f, dir, path) {
			return true
		}
	}
	return false
}

func holdsPath(f Facts, dir, path string) bool {
	if within(dir, path) {
		return true
	}
	if dir == "" || !within(foldPath(dir), foldPath(path)) {
		return false
	}
	end := 0 // of as many elements as the directory has
	for range strings.Count(dir, "/") {
		next := strings.IndexByte(path[end+1:], '/')
		if next < 0 {
			end = len(path)
			break
		}
		end += 1 + next
	}
	return f.Same(dir, path[:end])
}

// Target is one path, or one pattern of paths, that a file tool is given.
type Target struct {
	// Field is the tool's field: "file_path", "edits[1].path".
	Field string
	// Text is what stands there. An empty one means Base itself.
	Text string
	// Base is the directory that a relative Text is taken from, absolute; empty where
	// that is not known. It is not cleaned.
	Base string
	// Under is what stands in the field by which a tool is told where to look for a
	// Pattern; empty where that is Base.
	Under string
	// Pattern says that Text is a pattern of names: "src/**/*.{go,mod}".
	Pattern bool
	// List says that Text may be several patterns between blanks or commas.
	List bool
	// Reads says that the tool only reads what is there; else it may write.
	Reads bool
	// Problem says why the field cannot be judged: "is missing". Empty where all is well.
	Problem string
}
