package rules

// Worktree is the git worktree that an agent stays in. Its paths are absolute, with
// links followed, and empty where they are not known.
type Worktree struct {
	// Root is the worktree's top directory.
	Root string
	// Host is the top directory of the checkout that the worktree belongs to.
	Host string
	// Common is the repository that they share: HOST/.git.
	Common string
	// Git is the worktree's own part of it: HOST/.git/worktrees/NAME.
	Git string
	// Branch is the branch that is checked out in the worktree: "main"; empty where
	// none is.
	Branch string
	// Inside are the other directories that count as inside: those that the user
	// allows, the sandbox, the places for temporary files.
	Inside []string
	// Outside are the directories that never count as inside, though one of the others
	// may hold them: the host's checkout, the repository, its other worktrees, the home
	// directory. Of several directories that a path lies in, the innermost decides.
	Outside []string
	// DenyReads says that nothing outside may be read.
	DenyReads bool
	// Problem says why it is not known where the agent belongs, and what to do; every
	// command is asked about then. Empty where all is well.
	Problem string
}

// holds reports whether a resolved path is inside. A directory that is given as both
// is inside: a person named it.
func (w *Worktree) holds(path string) bool {
	inside := innermost(w.Inside, path)
	if within(w.Root, path) {
		inside = max(inside, len(w.Root))
	}
	return inside > 0 && inside >= innermost(w.Outside, path)
}

// innermost returns how long the longest of the directories is that a path lies in, and
// 0 where it lies in none.
func innermost(dirs []string, path string) int {
	longest := 0
	for _, dir := range dirs {
		if within(dir, path) {
			longest = max(longest, len(dir))
		}
	}
	return longest
}
