// Package bounds finds where an agent belongs: the git worktree and the checkout behind
// it, the project, and the files that this program itself lives by. It asks the machine
// through rules.Facts alone and never runs git; its tests compare it with git.
//
// Vocabulary: a checkout is a directory that git works on; a linked worktree is one that
// git worktree add made, whose .git is a file; the host is the checkout behind it; the
// common directory is the repository that they share; the back link is the file by which
// the repository knows a linked worktree. A problem means that it is not known where the
// agent belongs, and every command is asked about; a note means that the paths that were
// given are all that is known.
//
//	chosen, notes := bounds.Find(settings, facts, "/home/me/wt/src", env)
package bounds
