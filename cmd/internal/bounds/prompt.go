package bounds

import (
	"fmt"
	"strings"

	"sandbox-enforcer/rules"
)

// Rules returns the rules of a worktree for the prompt of an agent, with its real paths,
// one a line. It is empty where the worktree is not known.
func Rules(w rules.Worktree) string {
	if w.Root == "" {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "You work in a directory of your own, the git worktree %q%s. A guard reads each command before it runs.\n", w.Root, on(w.Branch))
	line := func(format string, args ...any) { fmt.Fprintf(&b, "- "+format+"\n", args...) }
	line("Stay in it: do not cd out of it, and point no tool at another place to work in (git -C, --git-dir, --work-tree, GIT_DIR=, make -C, env -C).")
	line("Write inside only. Use paths relative to %q, and do not guess absolute ones: they are most likely wrong.", w.Root)
	if away := away(w); away != "" {
		line("Leave alone %s: no commits, branches, settings or files of theirs.", away)
	}
	if w.Branch != "" {
		line("Commit on %q only: do not switch to another branch, and move or delete none.", w.Branch)
	} else {
		line("Commit on what is checked out here only: do not switch to another branch, and move or delete none.")
	}
	if len(w.Inside) > 0 {
		line("These count as inside as well: %s.", quoted(w.Inside))
	}
	if w.DenyReads {
		line("Read inside only.")
	} else {
		line("You may read what lies outside.")
	}
	line("A command that leaves is refused, with what to do instead; where it cannot be told where a command leads, a person is asked. Do not look for a way around.")
	return b.String()
}

func on(branch string) string {
	if branch == "" {
		return ""
	}
	return fmt.Sprintf(" on the branch %q", branch)
}

// away lists what belongs to others.
func away(w rules.Worktree) string {
	var parts []string
	if w.Host != "" {
		parts = append(parts, fmt.Sprintf("the checkout %q that the worktree belongs to", w.Host))
	}
	if w.Common != "" && w.Common != w.Git {
		parts = append(parts, fmt.Sprintf("the repository %q", w.Common), "its other worktrees")
	}
	return enumerate(parts)
}

func quoted(paths []string) string {
	parts := make([]string, len(paths))
	for i, path := range paths {
		parts[i] = fmt.Sprintf("%q", path)
	}
	return enumerate(parts)
}

func enumerate(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}
