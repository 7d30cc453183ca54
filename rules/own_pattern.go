package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

// ownPatterns are the program's own files, and the directories of such files, that a
// path may mean which is not known in full: by a pattern of the shell's, by what a
// command prints, by a variable behind a known directory.
func (p *Inspection) ownPatterns(word touched) []string {
	var out []string
	for _, alt := range ast.Join(word.dir, word.value).Alts() {
		for _, spelled := range p.spelled(alt, maxPrinted) {
			path := ""
			for _, part := range spelled {
				if part.Unknown != "" && part.Unknown != ast.Pattern {
					path += "*"
				}
				path += part.Text
			}
			if strings.HasPrefix(path, "/") {
				out = append(out, p.ownNames(path, maxWildElements)...)
			}
		}
	}
	return out
}

// maxWildElements is how many elements of a path are looked at that are patterns.
const maxWildElements = 4

// ownNames are the paths with the names of own files in the place of patterns.
func (p *Inspection) ownNames(path string, depth int) []string {
	wild := strings.IndexAny(path, "*?[")
	if wild < 0 || depth == 0 {
		return []string{path}
	}
	slash := strings.LastIndexByte(path[:wild], '/')
	pattern, rest, more := strings.Cut(path[slash+1:], "/")
	if more {
		rest = "/" + rest
	}
	var out []string
	for _, name := range p.ownElements(p.end(path[:slash+1]), foldPath(pattern)) {
		out = append(out, p.ownNames(path[:slash+1]+name+rest, depth-1)...)
	}
	return out
}

// ownElements are the names in a directory that lead to own files and that a pattern
// matches. A name with a dot must be asked for by one.
func (p *Inspection) ownElements(dir, pattern string) []string {
	var out []string
	matches := func(name string) bool {
		return overlap(pattern, name) && (name[0] != '.' || pattern[0] == '.')
	}
	dir = strings.TrimSuffix(dir, "/")
	for i := range registrations {
		r := &registrations[i]
		for _, name := range r.Names {
			elements := strings.Split(strings.Trim(r.Folder+"/"+name, "/"), "/")
			for n, element := range elements {
				above := "/" + strings.Join(elements[:n], "/")
				one := strings.ReplaceAll(strings.Replace(element, "**", "x", 1), "*", "")
				if n > 0 && !strings.HasSuffix(foldPath(dir), above) || !matches(element) || (n == 0 || r.Shared) && !p.Facts.Exists(dir+"/"+one) {
					continue
				}
				out = append(out, one)
			}
		}
	}
	for _, own := range [...][]string{p.Own.Files, p.Own.Dirs} {
		for _, file := range own {
			if rest, below := strings.CutPrefix(foldPath(file), foldPath(dir)+"/"); below {
				if name, _, _ := strings.Cut(rest, "/"); matches(name) {
					out = append(out, file[len(dir)+1:len(dir)+1+len(name)])
				}
			}
		}
	}
	return out
}
