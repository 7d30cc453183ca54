package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// silent are the commands that write nothing to standard output, in byte order: a
// block whose only other commands are these has one writer.
var silent = []string{
	":", "[", "break", "cd", "chmod", "continue", "cp", "exit", "export", "false", "ln", "mkdir", "mv", "read", "return",
	"rm", "rmdir", "set", "shift", "sleep", "test", "touch", "trap", "true", "unset", "wait",
}

// outputFile is the redirect that takes what the invocation at index writes to a
// descriptor to a file: its own, or that of a block or loop around it whose only writer it
// is. Nil where it goes elsewhere.
func (p *Inspection) outputFile(index, fd int) *ast.Redirect {
	inv := p.Script.Invocations[index]
	if r, changed := openedFor(fd, inv.Redirs); changed {
		return r
	}
	for _, group := range groupsAround(p.Script.Redirs, inv) {
		r, changed := openedFor(fd, group)
		if !changed {
			continue
		}
		if r == nil || p.pipedWithin(inv, r) || !p.onlyWriter(index, r) {
			return nil
		}
		return r
	}
	return nil
}

// openedFor follows redirects from left to right and returns the one that opened the
// file which a descriptor refers to at the end; changed says whether any of them
// gave it a new meaning.
func openedFor(fd int, redirs []*ast.Redirect) (file *ast.Redirect, changed bool) {
	opened := map[int]*ast.Redirect{}
	for _, r := range redirs {
		switch {
		case r.Op == "&>" || r.Op == "&>>", r.Op == ">&" && r.Writes():
			opened[1], opened[2], changed = r, r, changed || fd == 1 || fd == 2
			if r.Op == ">&" && r.FD != 1 {
				changed = changed && len(redirs) > 1
			}
		case r.Op == ">&" || r.Op == "<&":
			from, moved, ok := targetDescriptor(r)
			if !ok {
				continue
			}
			opened[r.FD] = opened[from]
			if moved && from != r.FD {
				delete(opened, from)
			}
			changed = changed || r.FD == fd || moved && from == fd
		case r.Writes():
			opened[r.FD] = r
			changed = changed || r.FD == fd
		}
	}
	file = opened[fd]
	if file != nil && (isSink(file.Target.Value) || networkRedirect(file)) {
		file = nil
	}
	return file, changed
}

// targetDescriptor is the N of >&N, and whether it is closed behind it (>&N-); a closed
// descriptor (>&-) is -1.
func targetDescriptor(r *ast.Redirect) (n int, moved, ok bool) {
	text, known := r.Target.Value.Text()
	if known && text == "-" {
		return -1, false, true
	}
	text, moved = strings.CutSuffix(text, "-")
	n, ok = ast.Descriptor(text)
	return n, moved, ok
}

// groupsAround lists those of some redirects that belong to the commands around an invocation
// (blocks, loops, and shells whose -c script it is in), the innermost command first, each
// one's in order.
func groupsAround(redirs []*ast.Redirect, inv *ast.Invocation) [][]*ast.Redirect {
	var groups [][]*ast.Redirect
	for _, r := range redirs {
		if r.Own == inv || !r.Around(inv.Index) {
			continue
		}
		if n := len(groups); n > 0 && groups[n-1][0].First == r.First && groups[n-1][0].Last == r.Last && groups[n-1][0].Own == r.Own && adjoin(groups[n-1], r) {
			groups[n-1] = append(groups[n-1], r)
			continue
		}
		groups = append(groups, []*ast.Redirect{r})
	}
	slices.SortStableFunc(groups, func(a, b []*ast.Redirect) int { return (a[0].Last - a[0].First) - (b[0].Last - b[0].First) })
	return groups
}

// adjoin reports whether a redirect belongs to the same command as those before it: no end
// of a command stands between.
func adjoin(group []*ast.Redirect, r *ast.Redirect) bool {
	last := group[len(group)-1]
	if last.In != r.In || last.Target.Span.End > r.Span.Start {
		return false
	}
	between := r.In.Source.Text[last.Target.Span.End:r.Span.Start]
	if strings.ContainsAny(between, "});|&") {
		return false
	}
	for _, word := range [...]string{"fi", "done", "esac"} {
		if slices.Contains(strings.Fields(between), word) {
			return false
		}
	}
	return true
}

// pipedWithin reports whether the invocation's output goes into a pipe inside the
// command that the redirect belongs to.
func (p *Inspection) pipedWithin(inv *ast.Invocation, r *ast.Redirect) bool {
	if !inv.Piped {
		return false
	}
	if inv.PipeTo == nil {
		return true
	}
	return r.Around(inv.PipeTo.Index)
}

// onlyWriter reports whether no other command under the redirect writes to it.
func (p *Inspection) onlyWriter(index int, r *ast.Redirect) bool {
	for i := r.First; i < r.Last; i++ {
		if i == index {
			continue
		}
		other := p.Script.Invocations[i]
		inside := other.Where&ast.InSubstitution != 0 && p.Script.Invocations[index].Where&ast.InSubstitution == 0
		if inside || slices.Contains(silent, other.Program()) || carries(p.Script.Invocations, other) {
			continue
		}
		if _, changed := openedFor(1, other.Redirs); changed {
			continue
		}
		return false
	}
	return true
}

// carries reports whether an invocation is a shell whose script's own invocations
// are listed after it: what it writes is what they write.
func carries(all []*ast.Invocation, shell *ast.Invocation) bool {
	for _, inv := range all {
		if inv.In.OuterIn == shell.In && shell.Span.Contains(inv.In.Outer.Span) {
			return true
		}
	}
	return false
}

// redirectLanding is the landing of a fetcher whose output a redirect takes to a file.
func redirectLanding(call *Call, r *ast.Redirect) Landing {
	l := Landing{
		Type: "redirect", Noun: nounDownload, In: r.In, URL: call.source(), Given: r.Target.Value, Dir: r.Dir, Dest: r.Target.Value,
		Span: r.Target.Span, Move: Move{At: &r.Target, Twice: r.Op == ">&"},
	}
	if text, ok := r.Target.Value.Text(); ok {
		name, named := LastElement(text)
		if named {
			l.Name = ast.Known(name)
		}
	}
	return l
}

// source is the first source that the call names.
func (c *Call) source() ast.Value {
	for i := range c.Options {
		if c.Options[i].Flag.Role == URL {
			return c.Options[i].Value
		}
	}
	for _, o := range c.Operands {
		return o.Value
	}
	return ast.Value{}
}
