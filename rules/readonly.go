package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// readOnly are the programs that only read, print or change the shell's own
// directory with any of their words, in byte order. Programs that a flag turns into
// writers (sort -o, find -delete, sed -i) are not among them.
var readOnly = []string{
	":", "[", "basename", "cat", "cd", "cmp", "cut", "date", "df", "diff", "dirname", "du", "echo", "egrep", "exit",
	"expr", "false", "fgrep", "file", "grep", "head", "id", "ls", "md5sum", "nl", "nproc", "popd", "printf", "ps", "pushd",
	"pwd", "readlink", "realpath", "rev", "seq", "sha1sum", "sha256sum", "sha512sum", "shift", "sleep", "stat", "tac", "tail",
	"test", "tr", "true", "type", "uname", "wc", "whereis", "which", "whoami",
}

// writesAnyway reports whether a word makes a program of the list do more than read.
func writesAnyway(name, word string) bool {
	switch name {
	case "printf":
		return strings.HasPrefix(word, "-v")
	case "date":
		return strings.HasPrefix(word, "-s") || strings.HasPrefix(word, "--s")
	case "file":
		return strings.HasPrefix(word, "-C") || strings.HasPrefix(word, "--c")
	}
	return false
}

// ReadOnly reports whether an invocation is on the read-only list, carries no
// assignment and writes no redirect. Its words may be unknown as long as none of
// them can turn the program into another one.
func ReadOnly(inv *ast.Invocation) bool {
	if len(inv.Assigns) > 0 || len(inv.Via) > 0 && !shellsOnly(inv.Via) || inv.Shadowed {
		return false
	}
	for _, r := range inv.Redirs {
		if writesFile(r) {
			return false
		}
	}
	name, ok := inv.Name.Value.Text()
	if !ok || !slices.Contains(readOnly, name) {
		return false
	}
	for _, arg := range inv.Args {
		text, known := arg.Value.Text()
		if !known {
			text = arg.Value.Prefix()
		}
		mayBe := !known && (text == "" || text == "-") && (name == "date" || name == "file")
		if mayBe || writesAnyway(name, text) {
			return false
		}
	}
	return true
}

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
