package bounds

import (
	"strings"

	"sandbox-enforcer/rules"
)

// Warning says what an environment with git's variables breaks, as git 2.39 does it.
const Warning = `with GIT_WORK_TREE exported every git clone dies ("working tree … already exists"), git init makes no new repository, and git works on this worktree whatever directory it is in, in submodules and other repositories as well: run such commands under env -u GIT_DIR -u GIT_WORK_TREE`

// Variable is one variable of the environment.
type Variable struct{ Name, Value string }

// Variables returns those that hold git to a worktree: git follows the .git file that
// GIT_DIR names. There are none where git does not know the worktree, or where there is
// a problem with it.
func Variables(w rules.Worktree) []Variable {
	if w.Git == "" || w.Problem != "" {
		return nil
	}
	return []Variable{{"GIT_DIR", below(w.Root, ".git")}, {"GIT_WORK_TREE", w.Root}}
}

// Exports returns the lines of a shell that export them.
func Exports(w rules.Worktree) []string {
	var lines []string
	for _, v := range Variables(w) {
		lines = append(lines, "export "+v.Assignment())
	}
	return lines
}

// Assignment returns NAME='value' as every POSIX shell reads it, whatever the value holds.
func (v Variable) Assignment() string {
	return v.Name + "='" + strings.ReplaceAll(v.Value, "'", `'\''`) + "'"
}
