package rules

import "sandbox-enforcer/ast"

// redirectWrites says why a redirect does more than read, or "".
func redirectWrites(r *ast.Redirect) string {
	target := r.Target.Value
	switch {
	case writesFile(r):
		return "the redirect " + r.Op + " " + target.Display() + " writes"
	case r.Op == "<" && isConnection(target.Prefix()):
		return "the redirect " + r.Op + " " + target.Display() + " opens a connection"
	}
	return ""
}

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
	case "/dev/null", "/dev/tty", "/dev/zero", "/dev/full":
		return true
	}
	_, ok = descriptorPath(text)
	return ok
}
