package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// listed reports whether a word that is not known is one of the names that another
// program lists, all of them below directories inside: find -exec rm, git ls-files |
// xargs rm.
func (w *confinement) listed(word touched) bool {
	if w.inv == nil || len(w.inv.Via) == 0 || !w.addedLater(word) {
		return false
	}
	switch via := w.inv.Via[len(w.inv.Via)-1]; via {
	case "find", "fd", "fdfind":
		finder := w.starter(via)
		return finder != nil && w.rootsInside(finder)
	case "xargs", "parallel":
		return w.listsInside(w.inv.PipeFrom) || w.namesInside(w.inv)
	}
	return false
}

// namesInside reports whether an invocation reads a here-string that names files
// inside alone.
func (w *confinement) namesInside(inv *ast.Invocation) bool {
	for _, r := range w.Script.Redirs {
		text, known := r.Target.Value.Text()
		if r.Op != "<<<" || r.In != inv.In || !known || r.Own != nil && !r.Own.Span.Contains(inv.Span) {
			continue
		}
		for name := range strings.FieldsSeq(text) {
			if w.leads(inv.Dir, ast.Known(strings.Trim(name, "\"'\\")), false).side != sideInside {
				return false
			}
		}
		return true
	}
	return false
}

// addedLater reports whether a word stands for names that are put there when the
// command runs, and for nothing else.
func (w *confinement) addedLater(word touched) bool {
	for i := range w.inv.Args {
		arg := &w.inv.Args[i]
		if arg.Span != word.span || !arg.AddedWhenRun() {
			continue
		}
		prefix := word.value.Prefix()
		return prefix == "" || w.leads(word.dir, ast.Known(prefix), false).side == sideInside
	}
	return false
}

// starter is the invocation of the program by which the one that is looked at starts.
func (w *confinement) starter(program string) *ast.Invocation {
	for _, inv := range w.Script.Invocations {
		if inv.In == w.inv.In && inv.Program() == program && inv.Span.Contains(w.inv.Span) && inv != w.inv {
			return inv
		}
	}
	return nil
}

// rootsInside reports whether all directories that find looks below are inside, and no
// link is followed on the way.
func (w *confinement) rootsInside(finder *ast.Invocation) bool {
	if followsLinks(finder) != "" {
		return false
	}
	for _, root := range roots(finder) {
		if w.leads(finder.Dir, root.Value, false).side != sideInside {
			return false
		}
	}
	return w.leads(finder.Dir, ast.Known("."), false).side == sideInside
}

// followsLinks is the option by which find goes where links lead, or "".
func followsLinks(finder *ast.Invocation) string {
	for i := range finder.Args {
		if text, _ := finder.Args[i].Value.Text(); has("-L -follow", text) {
			return text
		}
	}
	return ""
}

// roots are the words of a find before its first expression; of fd those behind the
// pattern.
func roots(finder *ast.Invocation) []*ast.Arg {
	var out []*ast.Arg
	pattern := finder.Program() != "find"
	for i := 0; i < len(finder.Args); i++ {
		arg := &finder.Args[i]
		text, known := arg.Value.Text()
		switch {
		case known && text == "-files0-from":
			return append(out, &ast.Arg{Span: arg.Span, Value: ast.Unknown("it is read when it runs", "")})
		case known && text == "-D" && !pattern:
			i++
		case known && (has("-H -L -P --", text) || strings.HasPrefix(text, "-O") && !pattern):
		case known && (has("( !", text) || text != "" && text[0] == '-'):
			return out
		case pattern:
			pattern = false
		default:
			out = append(out, arg)
		}
	}
	return out
}

// filters are programs that pass on some of the lines that they read, in any order.
const filters = "grep egrep fgrep rg sort uniq head tail tac cat shuf"

// listsInside reports whether a command prints names of files inside, a line each.
func (w *confinement) listsInside(inv *ast.Invocation) bool {
	for inv != nil && has(filters, inv.Program()) && inv.PipeFrom != nil {
		inv = inv.PipeFrom
	}
	if inv == nil || inv.Shadowed || programReads(inv) != "" {
		return false
	}
	switch inv.Program() {
	case "find", "fd", "fdfind":
		return w.rootsInside(inv)
	case "git":
		words := plainWords(inv)
		if len(words) == 0 || !has("ls-files diff grep", words[0]) || slices.ContainsFunc(inv.Args, func(a ast.Arg) bool { return a.Value.Is("-C") }) {
			return false
		}
	case "ls", "grep", "egrep", "fgrep", "rg", "echo", "printf":
	default:
		return false
	}
	for i := range inv.Args {
		if w.leads(inv.Dir, inv.Args[i].Value, false).side != sideInside {
			return false
		}
	}
	return true
}
