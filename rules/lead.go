package rules

import (
	"fmt"
	"strings"

	"sandbox-enforcer/ast"
)

// side says on which side of a boundary a path lies. Larger is stricter; the zero value
// is no side and counts as not known.
type side uint8

const (
	_ side = iota
	sideInside
	sideUnknown
	sideOutside
)

// lead is where a word leads.
type lead struct {
	side side
	// to is the place outside, with links followed; empty elsewhere.
	to string
	// why says why the place is not known.
	why string
}

// stricter returns the stricter of two leads.
func (l lead) stricter(other lead) lead {
	if other.side > l.side {
		return other
	}
	return l
}

// leads says where a path leads that a program takes from a directory. Where itself is
// said the last element is meant and not what it links to: rm removes a link. Where the
// directory is not known it is one of those that the script goes to.
func (p *Inspection) leads(dir, path ast.Value, itself bool) lead {
	if text, ok := path.Text(); ok && text == "" {
		return lead{side: sideInside} // no program finds anything there
	}
	if _, known := dir.Texts(); known || len(p.dirs) == 0 || strings.HasPrefix(path.Prefix(), "/") {
		return p.leadsFrom(dir, path, itself)
	}
	var out lead
	for _, visited := range p.dirs {
		out = out.stricter(p.leadsFrom(visited, path, itself))
	}
	return out
}

func (p *Inspection) leadsFrom(dir, path ast.Value, itself bool) lead {
	if path.None() {
		return lead{side: sideUnknown, why: "nothing is known of it"}
	}
	var out lead
	for _, one := range path.Alts() {
		for _, spelled := range p.spelled(one, maxPrinted) {
			for _, alt := range ast.Join(dir, ast.ValueOf([][]ast.Part{spelled})).Alts() {
				out = out.stricter(p.leadsTo(alt, itself))
			}
		}
	}
	return out
}

// maxPrinted is how deep commands may stand in one another in a path that is followed:
// $(dirname "$(realpath x)").
const maxPrinted = 3

// spelled are the texts that a path can be once what the commands in it print is put in
// their place, as far as that is known.
func (p *Inspection) spelled(path []ast.Part, depth int) [][]ast.Part {
	for i, part := range path {
		if part.Unknown == "" || depth == 0 {
			continue
		}
		printed := p.printed(part)
		if i == 0 && part.Var == "TMPDIR" && printed == nil {
			printed = texts("/tmp")
		}
		if printed == nil {
			continue
		}
		var out [][]ast.Part
		for _, text := range printed {
			whole := append(append(append([]ast.Part(nil), path[:i]...), text...), path[i+1:]...)
			out = append(out, p.spelled(whole, depth-1)...)
		}
		return out
	}
	return [][]ast.Part{path}
}

// leadsTo says where one text leads. What is not known of it counts only where it
// could climb: a pattern of names, a number or a name that mktemp made cannot.
func (p *Inspection) leadsTo(alt []ast.Part, itself bool) lead {
	var path strings.Builder
	for _, part := range alt {
		switch {
		case part.Unknown == "":
			path.WriteString(part.Text)
		case !stays(part):
			if at := p.place(path.String()); at.side == sideOutside {
				return at
			}
			return lead{side: sideUnknown, why: ast.ValueOf([][]ast.Part{{part}}).Reason()}
		default:
			path.WriteString(stand(part))
		}
	}
	text := path.String()
	if !itself {
		return p.place(text)
	}
	return p.placeItself(text)
}

// stand is a name that stands for a part that is not known: it is taken as the words
// around it say.
func stand(part ast.Part) string {
	if part.Unknown == ast.Pattern {
		return part.Text
	}
	return "*"
}

// plainVars are variables that the shell fills with numbers.
const plainVars = "# $ ! ? RANDOM SRANDOM SECONDS LINENO BASHPID PPID UID EUID EPOCHSECONDS EPOCHREALTIME"

// stays reports whether a part that is not known leaves the path in the directory that
// the text before it names: it can be neither .. nor hold a slash.
func stays(part ast.Part) bool {
	if part.Unknown == ast.Pattern {
		return !climbingPattern(part.Text)
	}
	return part.Var != "" && has(plainVars, part.Var) || part.Plain()
}

// climbingPattern reports whether a pattern could match "..": the shells of today leave
// it out, those of yesterday did not.
func climbingPattern(pattern string) bool {
	for element := range strings.SplitSeq(pattern, "/") {
		if strings.HasPrefix(element, ".") && strings.ContainsAny(element, "*?[") && matchWild(strings.ReplaceAll(element, "[", "*"), "..") {
			return true
		}
	}
	return false
}

// placeItself is where a name stands whose link is not followed.
func (p *Inspection) placeItself(path string) lead {
	dir, name := path, ""
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		dir, name = path[:i+1], path[i+1:]
	}
	if name == "" || name == "." || name == climbing {
		return p.place(path)
	}
	at := p.place(dir)
	if at.side == sideOutside {
		at.to = strings.TrimSuffix(at.to, "/") + "/" + name
	}
	if at.side != sideInside {
		return at
	}
	if real, err := p.Facts.Resolve(dir); err == nil && !p.Worktree.holds(strings.TrimSuffix(real, "/")+"/"+name) {
		return lead{side: sideOutside, to: strings.TrimSuffix(real, "/") + "/" + name}
	}
	return at
}

// climbing is the element of a path that leads to its parent.
const climbing = ".."

// place is the side of an absolute path.
func (p *Inspection) place(path string) lead {
	if !strings.HasPrefix(path, "/") {
		return lead{side: sideUnknown, why: "the directory that it is taken from is not known"}
	}
	if isDescriptor(path) {
		return lead{side: sideInside}
	}
	real, err := p.Facts.Resolve(path)
	switch {
	case err != nil:
		return lead{side: sideUnknown, why: err.Error()}
	case strings.HasPrefix(real, "/proc/"):
		return lead{side: sideUnknown, why: fmt.Sprintf("%q is another place for each process", real)}
	case within("/dev", real) && !within("/dev/shm", real), p.Worktree.holds(real):
		return lead{side: sideInside}
	}
	return lead{side: sideOutside, to: real}
}

// isDescriptor reports whether a path is a descriptor of the program itself: what it
// means was decided where it was opened.
func isDescriptor(path string) bool {
	number, found := strings.CutPrefix(path, "/dev/fd/")
	_, is := ast.Descriptor(number)
	return found && is || has("/dev/stdin /dev/stdout /dev/stderr", path)
}
