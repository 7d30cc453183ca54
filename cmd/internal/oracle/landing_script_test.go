package oracle

import (
	"math/rand/v2"
	"strings"
)

// landingScript is one generated script with one acquisition.
type landingScript struct {
	ground   ground
	fetch    acquisition
	follower follower
	inside   bool // the follower stands inside the script that the ground hands over
	sandbox  int  // which of the sandboxes
	tool     string
}

// fetchers are the tools with what they fetch; needs are the programs that a tool
// needs, a stand-in aside.
var fetchers = []struct {
	tool  string
	needs []string
	fetch []acquisition
}{
	{"git", []string{"git"}, gitAcquisitions},
	{"gh", []string{"git"}, ghAcquisitions},
	{"curl", []string{"curl"}, curlAcquisitions},
	{"wget", []string{"wget"}, wgetAcquisitions},
}

// landingScripts returns all scripts of one tool, the same in every run.
func landingScripts(tool string, fetches []acquisition) []landingScript {
	r := seeded(3)
	var out []landingScript
	add := func(s landingScript) {
		s.tool, s.sandbox, s.inside = tool, r.IntN(len(sandboxes)), r.IntN(2) == 0
		if s.fits() {
			out = append(out, s)
		}
	}
	for _, a := range fetches {
		add(landingScript{fetch: a, ground: grounds[0]})
		add(landingScript{fetch: a, ground: pick(r, grounds)})
		for range 2 {
			add(landingScript{fetch: a, ground: grounds[0], follower: pick(r, followers)})
			add(landingScript{fetch: a, ground: pick(r, grounds), follower: pick(r, followers)})
		}
	}
	for _, g := range grounds {
		add(landingScript{fetch: pick(r, fetches), ground: g})
		add(landingScript{fetch: chosen(r, fetches), ground: g, follower: pick(r, followers)})
	}
	for _, f := range followers {
		add(landingScript{fetch: chosen(r, fetches), ground: grounds[0], follower: f})
		add(landingScript{fetch: chosen(r, fetches), ground: pick(r, grounds), follower: f})
	}
	return out
}

// chosen returns one of the fetches that make a directory, where there is any.
func chosen(r *rand.Rand, fetches []acquisition) acquisition {
	a := pick(r, fetches)
	for range 10 * len(fetches) {
		if a.dir != "" {
			break
		}
		a = pick(r, fetches)
	}
	return a
}

// fits reports whether the pieces make a script that means what its table says.
func (s landingScript) fits() bool {
	switch {
	case s.ground.simple && !s.fetch.simple,
		s.ground.messages && strings.ContainsAny(s.fetch.text, ">"),
		s.ground.messages && strings.Contains(s.fetch.text, "curl -s") && !strings.Contains(s.fetch.text, "-o"),
		strings.Contains(s.follower.text, "«r»") && s.fetch.dir == "",
		// The directories sub and inbox are only in the project.
		(strings.Contains(s.fetch.text, "sub") || strings.Contains(s.fetch.text, "inbox")) && (strings.Contains(s.ground.text, "cd ") || strings.Contains(s.ground.text, "pushd ")),
		// What follows exec never runs, and a comment hides what follows it.
		strings.HasPrefix(s.fetch.text, "exec ") && s.ground.text != grounds[0].text,
		strings.HasSuffix(s.fetch.text, "\n") && (s.ground.text != grounds[0].text || s.follower.text != ""),
		// A login shell sets PATH anew: the stand-in would not be found.
		strings.Contains(s.ground.text, "-lc") && s.tool == "gh":
		return false
	}
	return true
}

// text returns the script. The names are what the texts' «kind:name» mean.
func (s landingScript) text(names func(kind, name string) string) string {
	rest := strings.ReplaceAll(s.follower.text, "«r»", s.fetch.dir)
	command := s.fetch.text
	if s.inside {
		command, rest = command+rest, ""
	}
	script := strings.NewReplacer("«a»", command, "«q»", singleQuoted(command)).Replace(s.ground.text)
	return expand(script+rest, names)
}

// expand replaces each «kind:name», or «kind», in the text.
func expand(text string, names func(kind, name string) string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "«")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		inner, after, _ := strings.Cut(rest, "»")
		kind, name, _ := strings.Cut(inner, ":")
		b.WriteString(names(kind, name))
		text = after
	}
}

// smaller returns scripts with one piece less.
func (s landingScript) smaller() []landingScript {
	var out []landingScript
	for _, less := range []landingScript{
		{ground: grounds[0], fetch: s.fetch, follower: s.follower},
		{ground: s.ground, fetch: s.fetch},
	} {
		less.tool, less.sandbox, less.inside = s.tool, s.sandbox, s.inside
		if (less.ground != s.ground || less.follower != s.follower) && less.fits() {
			out = append(out, less)
		}
	}
	return out
}

// key tells faults apart: by what follows where that matters, else by the
// acquisition.
func (s landingScript) key() string {
	if s.follower.text != "" {
		return s.ground.text + s.follower.text
	}
	return s.ground.text + s.fetch.text
}
