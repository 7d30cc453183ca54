package rules

import "strings"

// Line is one line of a table for people: names, and what is said of them.
type Line struct{ Names, Doc string }

// Writers lists the programs of which is known what they do with the paths among their
// words, for documentation and tests.
func Writers() []Line {
	var out []Line
	for line := range strings.Lines(writers) {
		fields := strings.Split(line, "|")
		if len(fields) == 4 {
			out = append(out, Line{strings.TrimSpace(fields[0]), strings.TrimSpace(fields[3])})
		}
	}
	return out
}

// OwnPlaces lists the places that no agent may write, by the agent that they belong to.
func OwnPlaces() []Line {
	var out []Line
	for _, r := range registrations {
		place := strings.Join(r.Names, ", ")
		if r.Folder != "" {
			place = r.Folder + "/{" + place + "}"
			if len(r.Names) == 1 {
				place = r.Folder + "/" + r.Names[0]
			}
		}
		out = append(out, Line{place, r.Agent + ": " + r.Doc})
	}
	return out
}

// MadeFiles lists the files of clients' own making that file tools may read.
func MadeFiles() []Line {
	var out []Line
	for _, m := range madeFiles {
		out = append(out, Line{m.Path, m.Agent + ": " + m.Doc})
	}
	return out
}
