package rules

import "strings"

// made is a place of files that a client itself makes and tells its model to read.
type made struct {
	// Agent is the client.
	Agent string
	// Path is where they lie, element by element: ~ is the home directory, a * stands
	// for any text inside one element, but for a dot that hides it. Files alone match,
	// never a directory above.
	Path string
	// Doc says what they are, and how that is known.
	Doc string
}

// madeFiles may be read by the agents whose clients make them. None of them is a
// setting or a hook.
var madeFiles = []made{
	{Agent: "claude", Path: "~/.claude/plans/*.md", Doc: "plans of plan mode; reported as anthropics/claude-code#21042, #14186"},
	{Agent: "claude", Path: "~/.claude/projects/*/*/subagents/agent-*.jsonl", Doc: "transcripts of subagents, to which the output of one in the background is a link; reported as anthropics/claude-code#50272, #39791"},
	{Agent: "claude", Path: "~/.claude/projects/*/*/tool-results/*", Doc: "results that are too large for the conversation; reported as anthropics/claude-code#18095, #31914"},
	{Agent: "claude", Path: "/tmp/claude*/*/tasks/*.output", Doc: "output of background commands, before 2.1.50 or so; reported as anthropics/claude-code#20261, #15700"},
	{Agent: "claude", Path: "/tmp/claude*/*/*/tasks/*.output", Doc: "output of background commands of one session; reported as anthropics/claude-code#57260"},
	{Agent: "claude", Path: "/private/tmp/claude*/*/tasks/*.output", Doc: "the same on macOS, where /tmp is a link; reported as anthropics/claude-code#22711"},
	{Agent: "claude", Path: "/private/tmp/claude*/*/*/tasks/*.output", Doc: "the same on macOS; reported as anthropics/claude-code#57260"},
}

// clientMade reports whether a resolved path is a file that the client itself makes.
func clientMade(agent, path, home string) bool {
	for _, m := range madeFiles {
		pattern := m.Path
		if rest, ok := strings.CutPrefix(pattern, "~"); ok {
			if home == "" {
				continue
			}
			pattern = home + rest
		}
		if m.Agent == agent && strings.Count(pattern, "/") == strings.Count(path, "/") && madePath(pattern, path, home) {
			return true
		}
	}
	return false
}

// madePath compares element by element; the home directory is taken as it is written.
func madePath(pattern, path, home string) bool {
	if rest, ok := strings.CutPrefix(pattern, home+"/"); ok && home != "" {
		below, inside := strings.CutPrefix(path, home+"/")
		if !inside {
			return false
		}
		pattern, path = rest, below
	}
	return !hides(pattern, path) && wildElements(pattern, path)
}

// hides reports whether a name that a * begins is hidden, by a dot: no client makes such.
func hides(pattern, path string) bool {
	names, elements := strings.Split(pattern, "/"), strings.Split(path, "/")
	for i, name := range names {
		if strings.HasPrefix(name, "*") && i < len(elements) && strings.HasPrefix(elements[i], ".") {
			return true
		}
	}
	return false
}
