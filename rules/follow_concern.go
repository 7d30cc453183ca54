package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

// concerns reports whether an invocation may have to do with anything that is moved. It
// is the short way past those that do not: none of their words holds an element of the
// paths that are moved, or leads to another directory by a dot, and all are known.
func (f *following) concerns(inv *ast.Invocation) bool {
	if f.places.odd || len(f.moved) == 0 || len(f.places.unnamed.entries)+len(f.places.programs) > 0 || len(inv.Via) > 0 || len(inv.Assigns) > 0 || inv.Shadowed || summing(inv.Program()) {
		return true
	}
	dir, known := inv.Dir.Text()
	if !known || dir != f.lastDir && f.holder(f.end(dir)) != nil {
		return true
	}
	f.lastDir = dir
	if f.apart.has(f.at) {
		return false
	}
	if f.mayHold(inv.Name.Value) {
		return true
	}
	for i := range inv.Args {
		if f.mayHold(inv.Args[i].Value) {
			return true
		}
	}
	f.apart.add(f.at)
	return false
}

// mayHold reports whether a word may hold an element of a path that is moved.
func (f *following) mayHold(v ast.Value) bool {
	text, known := v.Text()
	if !known {
		return f.mayMatch(v)
	}
	for start, i := 0, 0; i <= len(text); i++ {
		if i < len(text) && inName(text[i]) {
			continue
		}
		if element := text[start:i]; i > start && (element == here && !leadsOn(text[i:]) || element == climbing || f.places.isElement(element)) {
			return true
		}
		start = i + 1
	}
	return text == "/"
}

// leadsOn reports whether a path goes on to another name: ./x is a way to x alone.
func leadsOn(rest string) bool {
	rest, slash := strings.CutPrefix(rest, "/")
	return slash && rest != "" && inName(rest[0]) && rest != here && !strings.HasPrefix(rest, "./")
}

// mayMatch reports whether a word of which parts are not known may hold such an element:
// a pattern that matches none, and a variable of the environment, do not.
func (f *following) mayMatch(v ast.Value) bool {
	if len(f.places.elements.list) > maxElements || v.None() {
		return true
	}
	for _, alt := range v.Alts() {
		text := ""
		for _, part := range alt {
			if part.Unknown != "" && part.Unknown != ast.Pattern && text == "" && (part.Var == "" || f.mayName(part) != "") {
				return true
			}
			text += asPattern(part)
		}
		for element := range strings.SplitSeq(text, "/") {
			for _, name := range f.places.elements.list {
				if element == here || element == climbing || matchElement(element, name) {
					return true
				}
			}
		}
	}
	return false
}

// maxElements bounds how many names a pattern is compared with.
const maxElements = 16
