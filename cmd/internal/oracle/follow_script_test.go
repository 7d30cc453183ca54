package oracle

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
)

// followScript is one generated script with an acquisition and what follows it.
type followScript struct {
	frame   string
	fetch   fetched
	follows []followed
	joiner  string
	sandbox int // which of the sandboxes
}

// followScripts returns all scripts, the same in every run.
func followScripts() []followScript {
	r := seeded(9)
	seen := map[string]bool{}
	var out []followScript
	add := func(s followScript) {
		s.joiner, s.sandbox = pick(r, joiners), r.IntN(len(sandboxes))
		if key := s.text(func(kind, name string) string { return kind + name }); s.fits() && !seen[key] {
			seen[key] = true
			out = append(out, s)
		}
	}
	for _, f := range follows {
		for i := range 8 {
			frame := frames[0]
			if i > 1 {
				frame = pick(r, frames)
			}
			s := followScript{frame: frame, fetch: suited(r, f), follows: []followed{f}}
			if second := pick(r, follows); i > 4 && !f.goes && second.suits(s.fetch) && second.family != f.family {
				s.follows = append(s.follows, second)
			}
			add(s)
		}
	}
	for _, a := range fetches {
		for _, frame := range frames {
			add(followScript{frame: frame, fetch: a, follows: []followed{suitable(r, a)}})
		}
	}
	return out
}

// suits reports whether it can be done to what is fetched.
func (f followed) suits(a fetched) bool {
	return (f.kinds == "" || slices.Contains(strings.Fields(f.kinds), a.kind)) && (!f.plain || a.word == a.name()) &&
		(f.needs == "" || installed(f.needs) != "")
}

// suited returns a fetch that the follower can be done to.
func suited(r *rand.Rand, f followed) fetched {
	var all []fetched
	for _, a := range fetches {
		if f.suits(a) {
			all = append(all, a)
		}
	}
	if len(all) == 0 {
		return fetches[0]
	}
	return pick(r, all)
}

// suitable returns a follower that can be done to what is fetched.
func suitable(r *rand.Rand, a fetched) followed {
	var all []followed
	for _, f := range follows {
		if f.suits(a) {
			all = append(all, f)
		}
	}
	return pick(r, all)
}

func (a fetched) name() string { return filepath.Base(a.old) }

// fits reports whether the pieces make a script that means what its tables say.
func (s followScript) fits() bool {
	for _, f := range s.follows {
		if !f.suits(s.fetch) {
			return false
		}
	}
	text := s.follows[len(s.follows)-1].text
	return !strings.HasSuffix(text, "\n") || strings.HasSuffix(s.frame, "«f»") && !strings.Contains(s.frame, "«q:")
}

// asks reports whether a word of it is not known, or cannot be edited: also because the
// directory in effect is not known, in a function or a loop of a script that goes
// elsewhere, or where it may not have gone there, and where what is printed is split and
// the sandbox has a blank in its path.
func (s followScript) asks() bool {
	text := s.text(func(kind, _ string) string { return kind })
	goes := strings.Contains(s.fetch.text, "=") || strings.Contains(text, "cd ") || strings.Contains(text, "pushd ") || strings.Contains(text, "source ") || strings.Contains(text, ". ./")
	later := strings.Contains(s.frame, "() {") || strings.HasPrefix(s.frame, "for ") || strings.HasPrefix(s.frame, "while ")
	loose := strings.Contains(s.frame, "«a»;") || strings.Contains(s.frame, "«a»\n")
	split := strings.ContainsAny(sandboxes[s.sandbox].given, " '") && (strings.Contains(text, "| xargs") || strings.Contains(text, "$("))
	if split || goes && later || strings.Contains(s.fetch.text, "cd ") && loose {
		return true
	}
	return slices.ContainsFunc(s.follows, func(f followed) bool { return f.asks })
}

// family is what the script is counted as.
func (s followScript) family() string { return s.follows[0].family }

// text returns the script. The names are what the texts' «kind:name» mean.
func (s followScript) text(names func(kind, name string) string) string {
	var parts []string
	for _, f := range s.follows {
		parts = append(parts, f.text)
	}
	joiner := s.joiner
	if len(parts) > 1 && strings.HasSuffix(parts[0], "\n") {
		joiner = ""
	}
	rest := s.spelled(strings.Join(parts, joiner))
	if quoted, inner, found := strings.Cut(s.frame, "«q:"); found {
		end := strings.LastIndex(inner, "»")
		inner, after := inner[:end], inner[end+len("»"):]
		inner = strings.NewReplacer("«a»", s.fetch.text, "«f»", rest).Replace(inner)
		return expand(quoted+singleQuoted(expand(inner, names))+after, names)
	}
	return expand(strings.NewReplacer("«a»", s.fetch.text, "«f»", rest).Replace(s.frame), names)
}

// spelled puts in what was fetched.
func (s followScript) spelled(text string) string {
	return strings.NewReplacer("«r»", s.fetch.word, "«n»", strings.Trim(s.fetch.word, "\"'"), "«name»", s.fetch.name()).Replace(text)
}

// smaller returns scripts with one piece less.
func (s followScript) smaller() []followScript {
	var out []followScript
	if len(s.follows) > 1 {
		for i := range s.follows {
			less := s
			less.follows = []followed{s.follows[i]}
			out = append(out, less)
		}
	}
	if s.frame != frames[0] {
		less := s
		less.frame = frames[0]
		out = append(out, less)
	}
	return slices.DeleteFunc(out, func(s followScript) bool { return !s.fits() })
}
