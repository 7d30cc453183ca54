package oracle

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// startScript is one generated script, as the pieces it is made of.
type startScript struct {
	prelude  string
	place    place
	carriers []carrier // outermost first
	style    int       // how the carriers' scripts are quoted
	spelling spelling
	program  string
	words    []word
}

// programs are what scripts start; each is a shim that only logs.
var programs = []string{"git", "git", "curl", "wget", "gh", "tool1"}

// preludes give the words' variables their values. Without export a script that is
// handed to another shell does not see them.
var preludes = []string{
	"V=plain E= W='two words' G='*.txt' N=V\n",
	"V=plain; E=; W='two words'; G='*.txt'; N=V; ",
	"export V=plain E= W='two words' G='*.txt' N=V; ",
	"",
}

// startScripts returns all scripts, the same in every run.
func startScripts() []startScript {
	r := seeded(2)
	var out []startScript
	add := func(s startScript) { out = append(out, s.filled(r)) }
	for i, sp := range spellings {
		for j := range 4 {
			add(startScript{spelling: sp, place: places[(4*i+j)%len(places)]})
		}
		add(startScript{spelling: sp, place: places[0]})
	}
	for i, pl := range places {
		add(startScript{place: pl})
		add(startScript{place: pl, spelling: pick(r, spellings)})
		add(startScript{place: places[(7*i+3)%len(places)].around(pl)})
	}
	for _, c := range carriers {
		add(startScript{carriers: []carrier{c}})
		add(startScript{carriers: []carrier{c}, spelling: pick(r, spellings)})
		add(startScript{carriers: []carrier{c}, place: pick(r, places)})
		add(startScript{carriers: []carrier{c, pick(r, carriers)}})
		add(startScript{carriers: []carrier{pick(r, carriers), c}, spelling: pick(r, spellings)})
		add(startScript{carriers: []carrier{pick(r, carriers), pick(r, carriers), c}, place: pick(r, places)})
	}
	for _, w := range words {
		add(startScript{words: []word{w}, prelude: preludes[0]})
		add(startScript{words: []word{{text: "clone"}, w, pick(r, words)}, place: pick(r, places)})
	}
	for _, pl := range directories {
		add(startScript{place: pl, words: words[:1]})
		add(startScript{place: pl, carriers: []carrier{carriers[0]}, words: words[:1]})
	}
	for _, pl := range states {
		for range 2 {
			add(startScript{place: pl, words: []word{pick(r, variableWords), {text: "\"$V\""}, pick(r, variableWords)}})
		}
	}
	return out
}

// around returns the place in a place: what stood for the command stands in it.
func (p place) around(inner place) place {
	if strings.Contains(p.text, "«q»") || strings.Contains(p.text, "«k»") || strings.Contains(p.text+inner.text, "<<") || strings.Contains(inner.text, "#") {
		return inner
	}
	return place{strings.ReplaceAll(p.text, "«c»", "{ "+inner.text+"\n}")}
}

// filled returns the script with every piece that is missing chosen by r.
func (s startScript) filled(r *rand.Rand) startScript {
	s.style = r.IntN(3)
	s.program = pick(r, programs)
	if s.spelling.text == "" {
		s.spelling = spellings[0]
	}
	if s.place.text == "" {
		s.place = places[0]
	}
	if s.posix() && s.spelling.bash {
		s.spelling = spellings[0]
	}
	for n := 1 + r.IntN(3); len(s.words) < n; {
		if w := pick(r, words); !w.bash || !s.posix() {
			s.words = append(s.words, w)
		}
	}
	if s.prelude == "" && !strings.Contains(s.place.text, "V=") && !strings.Contains(s.place.text, " V") {
		s.prelude = pick(r, preludes)
	}
	return s
}

// posix reports whether a shell other than bash may read the command.
func (s startScript) posix() bool {
	for _, c := range s.carriers {
		if c.posix {
			return true
		}
	}
	return false
}

// needs returns the programs that the script needs.
func (s startScript) needs() []string {
	var out []string
	for _, c := range s.carriers {
		if c.needs != "" {
			out = append(out, c.needs)
		}
	}
	if s.spelling.needs != "" {
		out = append(out, s.spelling.needs)
	}
	return out
}

// text returns the script for shims in the directory bin.
func (s startScript) text(bin string) string {
	var args []string
	for _, w := range s.words {
		args = append(args, w.text)
	}
	command := strings.NewReplacer("«p»", s.program, "«h»", s.program[:1], "«t»", s.program[1:],
		"«x»", fmt.Sprintf("%x", s.program[0]), "«w»", strings.Join(args, " "), "«b»", bin).Replace(s.spelling.text)
	for i := len(s.carriers) - 1; i >= 0; i-- {
		command = s.put(s.carriers[i].text, command)
	}
	return s.prelude + s.put(s.place.text, command)
}

// put puts the command into a piece.
func (s startScript) put(piece, command string) string {
	return strings.NewReplacer("«c»", command, "«q»", s.quote(command), "«k»", backquoted(command)).Replace(piece)
}

// quote makes the text one word, in the style of the script.
func (s startScript) quote(text string) string {
	switch {
	case s.style == 0:
		return "\"" + strings.NewReplacer("\\", "\\\\", "\"", "\\\"", "$", "\\$", "`", "\\`").Replace(text) + "\""
	case s.style == 1 && !s.posix():
		return "$'" + strings.NewReplacer("\\", "\\\\", "'", "\\'").Replace(text) + "'"
	}
	return singleQuoted(text)
}

// singleQuoted makes the text one word of any shell.
func singleQuoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "'\\''") + "'" }

// backquoted escapes the text as it stands between backquotes.
func backquoted(text string) string {
	return strings.NewReplacer("\\", "\\\\", "`", "\\`", "$", "\\$").Replace(text)
}

// smaller returns scripts with one piece less, for finding the least one that still
// fails.
func (s startScript) smaller() []startScript {
	var out []startScript
	for i := range s.words {
		if len(s.words) > 1 {
			less := s
			less.words = append(append([]word(nil), s.words[:i]...), s.words[i+1:]...)
			out = append(out, less)
		}
	}
	if len(s.words) == 1 && s.words[0] != words[0] {
		less := s
		less.words = words[:1]
		out = append(out, less)
	}
	for i := range s.carriers {
		less := s
		less.carriers = append(append([]carrier(nil), s.carriers[:i]...), s.carriers[i+1:]...)
		out = append(out, less)
	}
	if s.place != places[0] {
		less := s
		less.place = places[0]
		out = append(out, less)
	}
	if s.spelling != spellings[0] {
		less := s
		less.spelling = spellings[0]
		out = append(out, less)
	}
	if s.prelude != "" {
		less := s
		less.prelude = ""
		out = append(out, less)
	}
	return out
}

// key tells faults apart: by the pieces around the words, or by the words where they
// stand alone.
func (s startScript) key() string {
	around := fmt.Sprint(s.place, s.carriers, s.spelling)
	if around == fmt.Sprint(places[0], []carrier{}, spellings[0]) {
		return fmt.Sprint(s.words)
	}
	return around
}
