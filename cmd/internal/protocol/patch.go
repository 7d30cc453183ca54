package protocol

import (
	"strings"

	"sandbox-enforcer/rules"
)

// patchMarks begin the lines of a patch that name files, in the form that apply_patch of
// Codex takes, and the tools of others that are named like it.
var patchMarks = [...]string{"*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "}

// patch adds the files that a patch names. One that names none is refused: what it would
// write is not known.
func (r *targetReader) patch(f pathField, label, text string) {
	before := len(r.out)
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		for _, mark := range patchMarks {
			if name, ok := strings.CutPrefix(line, mark); ok {
				r.target(pathField{Name: f.Name}, label, strings.TrimSpace(name))
			}
		}
	}
	if len(r.out) == before {
		r.out = append(r.out, rules.Target{Field: label, Problem: "is a patch that names no file: send the lines *** Add File, *** Update File or *** Delete File"})
	}
}
