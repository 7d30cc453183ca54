package bounds

import "strings"

// gitdir reads a .git file as git's read_gitfile_gently does: "gitdir: PATH", without
// the line ends at the end; blanks there belong to the path. The path is taken from the
// directory of the file where it is relative. ok is false where git dies of the text.
func gitdir(text string) (path string, ok bool) {
	path, ok = strings.CutPrefix(strings.TrimRight(text, "\r\n"), "gitdir: ")
	return path, ok && path != ""
}

// commondir reads the file commondir of a worktree's own git directory, as git's
// get_common_dir_noenv does. The path is taken from that directory where it is relative.
func commondir(text string) (path string, ok bool) {
	path = strings.TrimRight(text, "\r\n")
	return path, path != ""
}

// backlink reads the file gitdir of a worktree's own git directory, which names the
// worktree's .git, as git's get_linked_worktree does. The path is taken from that
// directory where it is relative, as git 2.48 can write it.
func backlink(text string) (path string, ok bool) {
	path = strings.TrimRight(text, blanks)
	return path, path != ""
}

// blanks are what git's isspace takes for one.
const blanks = " \t\n\r"

// isHead reports whether a text is one that git takes for a HEAD, as its
// validate_headref does; a directory with another one is no repository.
func isHead(text string) bool {
	if target, symbolic := strings.CutPrefix(text, "ref:"); symbolic {
		return strings.HasPrefix(strings.TrimLeft(target, blanks), "refs/")
	}
	return isHash(text, 40) || isHash(text, 64)
}

// isHash reports whether a text begins with so many hexadecimal digits.
func isHash(text string, digits int) bool {
	return len(text) >= digits && strings.Trim(text[:digits], "0123456789abcdefABCDEF") == ""
}

// branch returns the branch that a HEAD names: "main", or "" where it names a commit, or
// a reference that is no branch or that git refuses. Where references are kept in a
// reftable the file says refs/heads/.invalid, which is refused as well.
func branch(text string) string {
	target, symbolic := strings.CutPrefix(strings.TrimRight(text, blanks), "ref:")
	name, ok := strings.CutPrefix(strings.TrimLeft(target, blanks), "refs/heads/")
	if !symbolic || !ok || !isRef(name) {
		return ""
	}
	return name
}

// isRef reports whether a name below refs/heads is one that git accepts, as its
// check_refname_format does.
func isRef(name string) bool {
	if strings.HasSuffix(name, ".") || strings.Contains(name, "..") || strings.Contains(name, "@{") || strings.ContainsAny(name, " ~^:?*[\\\x7f") {
		return false
	}
	if strings.IndexFunc(name, func(r rune) bool { return r < ' ' }) >= 0 {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part[0] == '.' || strings.HasSuffix(part, ".lock") {
			return false
		}
	}
	return true
}
