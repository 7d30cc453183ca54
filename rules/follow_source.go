package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

// variableOf is the one variable that a value of which not all is known is made of, or
// empty.
func variableOf(v ast.Value) string {
	name := ""
	for _, alt := range v.Alts() {
		for _, part := range alt {
			switch {
			case part.Unknown == "":
			case part.Var == "" || name != "" && name != part.Var:
				return ""
			default:
				name = part.Var
			}
		}
	}
	return name
}

// sourceIn notes the variable that an address is written with, where what it holds is known
// to be nobody's.
func (m *relocation) sourceIn(address string) {
	if m.source = soleVariable(address); m.source == "" {
		return
	}
	if text := plainExpansions(address, m.source); text != "$"+m.source {
		m.element = text[strings.LastIndexByte(text, '/')+1:]
	}
}

// means reports whether a word that expands the variable of an address may be made of the
// name that the address gives: x-$V.tgz and x-$V/bin of https://host/x-$V.tgz.
func (m *relocation) means(raw string) bool {
	if m.element == "" {
		return true
	}
	begin, _, of := strings.Cut(m.element, "$"+m.source)
	for element := range strings.SplitSeq(plainExpansions(raw, m.source), "/") {
		same, _, is := strings.Cut(element, "$"+m.source)
		if is && of && (element == m.element || same == begin && begin != "") {
			return true
		}
	}
	return false
}

// plainExpansions is a word without double quotes, in which a variable is written $V.
func plainExpansions(raw, name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(raw, `"`, ""), "${"+name+"}", "$"+name)
}

// soleVariable is the one variable that a word expands, as it is written; empty where it
// expands none, several, or anything else: "https://host/x-${V}.tgz" gives V.
func soleVariable(raw string) string {
	if strings.Count(raw, "$") != 1 || strings.ContainsAny(raw, "`'") {
		return ""
	}
	_, name, _ := strings.Cut(raw, "$")
	name, braced := strings.CutPrefix(name, "{")
	n := 0
	for n < len(name) && (name[n] == '_' || 'a' <= name[n]|0x20 && name[n]|0x20 <= 'z' || n > 0 && '0' <= name[n] && name[n] <= '9') {
		n++
	}
	if braced && !strings.HasPrefix(name[n:], "}") {
		return ""
	}
	return name[:n]
}
