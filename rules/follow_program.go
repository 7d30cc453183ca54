package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

const (
	// binaries are the names of directories in which programs are looked for.
	binaries = "bin sbin"
	// lookers look for programs of the names that they are given.
	lookers = "command hash type where whence which"
)

// searched asks about a program that is started by its name alone, or asked for, and that is
// moved: it is looked for in the directories of $PATH, and found there no more.
func (f *following) searched(name string) *Finding {
	const why = "it is looked for in the directories of $PATH"
	inv := f.inv
	if f.isProgram(name) {
		return f.cannot(inv.In, inv.Name, "a command", why)
	}
	if !has(lookers, name) {
		return nil
	}
	for i := range inv.Args {
		if text, _ := inv.Args[i].Value.Text(); f.isProgram(text) {
			return f.cannot(inv.In, &inv.Args[i], name, why)
		}
	}
	return nil
}

// isProgram reports whether something moved may be what is found in $PATH under a name: a
// file of that name in a directory of programs, or in any where the script changes $PATH,
// and the one of such a directory whose names are not told.
func (f *following) isProgram(name string) bool {
	if name == "" || strings.Contains(name, "/") {
		return false
	}
	for i := range f.places.names.of(name) {
		if m := &f.moved[i]; f.active(i) && (m.old == "" || holdsPrograms(strings.TrimSuffix(m.old, name)) || f.assigns("PATH") || assigns(f.inv, "PATH")) {
			return true
		}
	}
	return slices.ContainsFunc(f.places.programs, func(i int) bool {
		return f.active(i) && (!f.isKnown(name) || fromNamed(f.moved[i].inv, name))
	})
}

// holdsPrograms reports whether programs are looked for in a directory, by its name.
func holdsPrograms(dir string) bool {
	last, _ := LastElement(dir)
	return has(binaries, last)
}

// isKnown reports whether a name is that of a program, or a builtin, that the tables know.
func (f *following) isKnown(name string) bool {
	_, writes := f.writer(name)
	return writes || findUse(name) != nil || has("alias bg bind builtin case disown eval exec exit fg function hash jobs let local set shift source trap umask unalias .", name)
}

// fromNamed reports whether what an invocation takes apart is named after a program: a word
// of its own, or of what it reads from.
func fromNamed(inv *ast.Invocation, name string) bool {
	for ; inv != nil; inv = inv.PipeFrom {
		if tells(inv, name) {
			return true
		}
	}
	return false
}
