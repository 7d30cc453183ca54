package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

// Harmless reports whether nothing but the acquisition that was moved could make use
// of an approval: its options are neutral, it carries no assignment and no redirect
// but the moved one, and every other invocation only reads or is a contained
// acquisition of the same kind.
func Harmless(p *Inspection) bool {
	for _, h := range p.Script.Hazards {
		if h.In != nil {
			return false
		}
	}
	if len(p.Script.Assigned) > 0 {
		return false // of PATH, say
	}
	if p.several || p.deciding != nil && p.deciding.Tool.Land == nil {
		return false
	}
	for _, r := range p.Script.Redirs {
		if r.Own == nil && p.opensOther(r) {
			return false
		}
	}
	for i, inv := range p.Script.Invocations {
		if i == p.At {
			if !p.innocent(p.deciding, i) {
				return false
			}
			continue
		}
		if len(inv.Assigns) == 0 && Reads(p, inv) == "" {
			continue
		}
		call, ok := Read(inv)
		if !ok || !p.innocent(call, i) {
			return false
		}
	}
	return p.tricky() == "" && !p.Script.Evaluates()
}

// innocent reports whether a call that fetches is contained, or moved, and does
// nothing else.
func (p *Inspection) innocent(call *Call, i int) bool {
	inv := call.Inv
	if call.Problem != nil || len(inv.Assigns) > 0 || !shellsOnly(inv.Via) || inv.Shadowed || !systemProgram(inv) {
		return false
	}
	if ok, _ := call.Neutral(); !ok {
		return false
	}
	for _, arg := range inv.Args {
		// What is not known may be local data on its way out: "https://h/?$(cat key)".
		if _, known := arg.Value.Text(); !known && !isPattern(arg.Value) {
			return false
		}
	}
	for _, r := range inv.Redirs {
		if p.opensOther(r) {
			return false
		}
	}
	if i == p.At {
		return true
	}
	landings := p.landings(call, i)
	for j := range landings {
		if !p.contained(&landings[j]) {
			return false
		}
	}
	return len(landings) > 0
}

// systemProgram reports whether the program is found by its name, or where systems
// keep theirs: ./git may be anything.
func systemProgram(inv *ast.Invocation) bool {
	name, ok := inv.Name.Value.Text()
	if !ok {
		return false
	}
	slash := strings.LastIndexByte(name, '/')
	if slash < 0 {
		return true
	}
	switch name[:slash] {
	case "/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin":
		return true
	}
	return false
}

// opensOther reports whether a redirect writes to a file that is not the moved one.
func (p *Inspection) opensOther(r *ast.Redirect) bool {
	return writesFile(r) && !p.moves(r)
}

// moves reports whether the redirect's word is one that the suggested edits replace.
func (p *Inspection) moves(r *ast.Redirect) bool {
	for _, f := range p.Found {
		if f.Fix == nil {
			continue
		}
		for _, e := range append(f.Fix.Edits[:len(f.Fix.Edits):len(f.Fix.Edits)], f.Fix.Follow...) {
			if e.In == r.In && e.Span == r.Target.Span {
				return true
			}
		}
	}
	return false
}
