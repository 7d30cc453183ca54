package install

import (
	"encoding/json"
	"os"
	"strings"
)

// SeenShim is a file of ours that an agent needs beside its settings, or instead of them,
// as it was found.
type SeenShim struct {
	// Path is where it has to lie, and Scope says for whom.
	Path  string
	Scope Scope
	// There says that something is at its place, and Ours that it says to be made by
	// install; Same that it holds what this version of install writes.
	There, Ours, Same bool
	// Starts says that it starts the hook, by Words: those that could be found in it.
	Starts bool
	Words  []string
	// Open says that it lets a call pass where the hook fails, and could refuse it.
	Open bool
	// Stuck says that the agent cannot start it, because it may not be executed.
	Stuck bool
	// Address is how the agent's list of plugins names it, empty where it has none.
	Address string
	// Err is what keeps it from being read.
	Err error
}

// SeenShims returns the shims of an agent for the user, and then those for the project,
// whether they exist or not.
func (m Machine) SeenShims(a Agent) ([]SeenShim, error) {
	var out []SeenShim
	for _, scope := range []Scope{User, Project} {
		if scope == Project && m.Project == "" {
			continue
		}
		for i, s := range a.Shims {
			path, inside, err := m.shimPath(a, s, scope)
			if err != nil {
				return nil, err
			}
			seen := s.look(path, inside)
			seen.Scope = scope
			if i == 0 && a.Plugins != nil {
				seen.Address = fileURL(path)
			}
			out = append(out, seen)
		}
	}
	return out, nil
}

// look reads one shim.
func (s shim) look(path, inside string) SeenShim {
	seen := SeenShim{Path: path, Starts: strings.Contains(s.Text, "WORDS") || strings.Contains(s.Text, "LINE")}
	var text string
	text, seen.There, seen.Err = view(path, inside)
	if seen.Err != nil || !seen.There {
		seen.There = seen.There || seen.Err != nil
		return seen
	}
	seen.Ours = strings.Contains(text, mark)
	seen.Words = s.words(text)
	seen.Same = text == s.render(seen.Words, false) || text == s.render(seen.Words, true)
	seen.Open = strings.Contains(s.Text, "CLOSED") && text == s.render(seen.Words, false)
	if info, err := os.Stat(path); s.Run && err == nil {
		seen.Stuck = info.Mode().Perm()&0o100 == 0
	}
	return seen
}

// words are those that stand in a shim in the place that they have in its text: the rest
// of the line behind what stands before them. There are none where that place is gone.
func (s shim) words(text string) (words []string) {
	for _, name := range []string{"WORDS", "LINE"} {
		at := strings.Index(s.Text, name)
		if at < 0 {
			continue
		}
		before := s.Text[strings.LastIndexByte(s.Text[:at], '\n')+1 : at]
		_, rest, found := strings.Cut("\n"+text, "\n"+before)
		line, _, _ := strings.Cut(rest, "\n")
		switch {
		case !found:
		case name == "LINE":
			return fields(line)
		case json.Unmarshal([]byte(line), &words) != nil:
			return nil
		}
	}
	return words
}
