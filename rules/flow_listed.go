package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

const (
	// pathPrinters are programs that print paths to what they are given, or what lies in it, and
	// whose output is a word that follows by itself once theirs does.
	pathPrinters = "dirname fd fdfind find pwd readlink realpath"
	// gitPlaces are the options with which git rev-parse prints a path.
	gitPlaces = "--absolute-git-dir --git-common-dir --git-dir --git-path --show-cdup --show-superproject-working-tree --show-toplevel"
)

// listsPaths reports whether a command prints paths to what it is given.
func listsPaths(of *ast.Command) bool {
	if of == nil || len(of.Words) == 0 {
		return false
	}
	name, _ := of.Words[0].Text()
	if programOf(name) != "git" {
		return has(pathPrinters, programOf(name))
	}
	return slices.ContainsFunc(of.Words, func(word ast.Value) bool {
		text, _ := word.Text()
		return has(gitPlaces, text)
	})
}

// lists reports whether a value begins with what a command prints, and that command lists
// what landed: $(find r -name x), "$(git -C r rev-parse --show-toplevel)"/x.
func (f *flow) lists(i int, v ast.Value) bool {
	if len(f.inner) == 0 {
		return false
	}
	if _, known := v.Text(); known {
		return false
	}
	return slices.ContainsFunc(v.Alts(), func(alt []ast.Part) bool {
		return len(alt) > 0 && listsPaths(alt[0].Of) && f.looksAt(i, alt[0].Of)
	})
}

// looksAt reports whether a command that a substitution holds is given what landed, or runs
// there.
func (f *flow) looksAt(i int, of *ast.Command) bool {
	found := slices.ContainsFunc(f.inner, func(k int) bool {
		inv := f.Script.Invocations[k]
		at, is := spanIn(inv, of.In)
		return k != i && is && of.Span.Contains(at) && (f.isLanded(i, inv.Dir) || f.reads(k, inv))
	})
	f.trail.look(i, f.Script.Invocations[i], f.Script.Invocations[i].Where)
	return found
}

// listed is the first word of an invocation that is a file of such a list, or nil.
func (f *flow) listed(i int, inv *ast.Invocation, t *touches) *ast.Arg {
	if len(f.inner) == 0 {
		return nil
	}
	for _, w := range t.out {
		if w.does != touchNothing && w.does != touchMachine && w.does != touchRuns && f.lists(i, w.value) {
			return argOf(inv, w)
		}
	}
	return nil
}

// landsListed takes a landing of files whose names a command prints. One that gets a name
// which begins with its own ("$f.bak") stays where it is; elsewhere nothing says which names
// they have.
func (f *flow) landsListed(i int, inv *ast.Invocation, l *Landing) {
	if !l.IntoDir && !l.Move.Dir && f.list.Span != l.Span && beside(f.list.Value, l.Dest) {
		return
	}
	f.refuse(i, AcquireSink, f.list.Span, fmt.Sprintf("%s would put what %s names, which is fetched, to another place; use the new path, and name the files",
		inv.Program(), rawText(inv.In, f.list.Span)))
}

// beside reports whether a path is another, which is what one command prints, with more
// behind it that leads nowhere else.
func beside(path, other ast.Value) bool {
	a, b := path.Alts(), other.Alts()
	if len(a) != 1 || len(b) != 1 || len(a[0]) != 1 || len(b[0]) == 0 || a[0][0].Of == nil || a[0][0].Of != b[0][0].Of {
		return false
	}
	return !slices.ContainsFunc(b[0][1:], func(p ast.Part) bool { return p.Unknown != "" || strings.Contains(p.Text, "/") })
}
