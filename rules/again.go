package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// Again looks at a script that was rewritten: p is a new look, before the one that made
// the edits. What was read of invocations that fetch nothing is not read once more where
// the edits left all of it as it was. What the one before followed is lost to it: Followed
// has to be asked first.
func (p *Inspection) Again(before *Inspection) {
	p.Brief, p.before, p.writers = true, before, before.writers
	p.Ask()
}

// numbers is a set of small numbers: those below 64, and the others.
type numbers struct {
	first uint64
	more  []uint64
}

func (s *numbers) add(i int) {
	word := &s.first
	if n := i >> 6; n > 0 {
		for len(s.more) < n {
			s.more = append(s.more, 0)
		}
		word = &s.more[n-1]
	}
	*word |= 1 << (i & 63)
}

func (s *numbers) has(i int) bool {
	word := s.first
	if n := i >> 6; n > len(s.more) {
		return false
	} else if n > 0 {
		word = s.more[n-1]
	}
	return word&(1<<(i&63)) != 0
}

// maxTelling bounds how many variables are compared for every invocation.
const maxTelling = 8

// stillIdle reports whether an invocation is one that fetched nothing before the script was
// rewritten, and is the same now.
func (p *Inspection) stillIdle(i int, inv *ast.Invocation) bool {
	if p.before == nil || !p.before.idle.has(i) || len(p.before.Script.Invocations) != len(p.Script.Invocations) {
		return false
	}
	was := p.before.Script.Invocations[i]
	if inv == was {
		return true // it stands behind all edits, and all that counts for it is the same
	}
	if len(inv.Redirs)+len(inv.Assigns) > 0 || !was.Dir.Same(inv.Dir) || !was.Name.Value.Same(inv.Name.Value) || len(was.Args) != len(inv.Args) {
		return false
	}
	for k := range inv.Args {
		if !was.Args[k].Value.Same(inv.Args[k].Value) {
			return false
		}
	}
	if p.telling == nil {
		p.telling = tellingVars(p.Script)
	}
	return len(p.telling) <= maxTelling && !slices.ContainsFunc(p.telling, func(name string) bool {
		old, set := was.Var(name)
		now, still := inv.Var(name)
		return set != still || !old.Same(now)
	})
}

// tellingVars are the variables that a script assigns and that programs may read: none is
// spelled in small letters alone.
func tellingVars(script *ast.Script) []string {
	names := []string{}
	for _, name := range script.Assigned {
		if name == "" {
			return make([]string, maxTelling+1) // it may be any
		}
		if strings.ToLower(name) != name && !slices.Contains(names, name) && len(names) <= maxTelling {
			names = append(names, name)
		}
	}
	return names
}
