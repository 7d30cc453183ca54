package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// shellsOnly reports whether an invocation was reached through scripts handed over
// as strings alone: those shells start nothing else.
func shellsOnly(via []string) bool {
	for _, v := range via {
		if v != "eval" && v != "command" && v != "builtin" && !slices.Contains(scriptShells, v) {
			return false
		}
	}
	return true
}

var scriptShells = []string{"ash", "bash", "dash", "ksh", "sh", "zsh"}

// writesFile reports whether a redirect opens a file for writing that is none of the
// places where nothing stays.
func writesFile(r *ast.Redirect) bool { return r.Writes() && !isSink(r.Target.Value) }

// isSink reports whether a redirect's target is no file: the null device, a
// terminal or a descriptor of the program itself.
func isSink(v ast.Value) bool {
	text, ok := v.Text()
	if !ok {
		return false
	}
	switch text {
	case "/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/zero", "/dev/full":
		return true
	}
	number, found := strings.CutPrefix(text, "/dev/fd/")
	if !found {
		number, found = strings.CutPrefix(text, "/proc/self/fd/")
	}
	_, ok = ast.Descriptor(number)
	return found && ok
}
