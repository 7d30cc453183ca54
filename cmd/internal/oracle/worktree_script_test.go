package oracle

import (
	"fmt"
	"strings"
)

// fenceKind is what a script is for.
type fenceKind string

const (
	staysIn  fenceKind = "work"
	mereText fenceKind = "text"
	goesOut  fenceKind = "escape"
)

// fenceScript is one generated script.
type fenceScript struct {
	kind   fenceKind
	family string // of work; of an escape, its tool
	// ground holds the naming's text, which holds the command.
	ground  string
	naming  fenceNaming
	command string
	sub     bool // it starts in the directory src of the worktree
}

// plainly is the naming of commands that name what they want by themselves.
var plainly = fenceNaming{text: "«s»"}

// fenceScripts returns all scripts, the same in every run.
func fenceScripts() []fenceScript {
	r := seeded(7)
	var out []fenceScript
	add := func(s fenceScript) {
		if s.fits() {
			out = append(out, s)
		}
	}
	for i, e := range escapes {
		first := fenceScript{kind: goesOut, family: e.tool, ground: fenceGrounds[0], naming: fenceNamings[0], command: e.text}
		add(first)
		for range 4 {
			s := first
			s.naming = pick(r, fenceNamings)
			add(s)
		}
		first.ground, first.naming = fenceGrounds[i%len(fenceGrounds)], pick(r, fenceNamings)
		add(first)
	}
	for _, n := range fenceNamings {
		for range 5 {
			e := pick(r, escapes)
			add(fenceScript{kind: goesOut, family: e.tool, ground: fenceGrounds[0], naming: n, command: e.text})
		}
	}
	for _, g := range fenceGrounds {
		for range 5 {
			e := pick(r, escapes)
			add(fenceScript{kind: goesOut, family: e.tool, ground: g, naming: pick(r, fenceNamings), command: e.text})
		}
	}
	for _, e := range gitEscapes {
		add(fenceScript{kind: goesOut, family: "git, " + e.family, ground: fenceGrounds[0], naming: plainly, command: e.text})
		add(fenceScript{kind: goesOut, family: "git, " + e.family, ground: pick(r, fenceGrounds), naming: plainly, command: e.text})
	}
	for _, list := range [][]struct{ family, text string }{work, gitWork} {
		for _, w := range list {
			add(fenceScript{kind: staysIn, family: w.family, ground: fenceGrounds[0], naming: plainly, command: w.text})
			add(fenceScript{kind: staysIn, family: w.family, ground: pick(r, fenceGrounds), naming: plainly, command: w.text})
		}
	}
	for _, w := range work {
		// From a subdirectory, with a way back first.
		add(fenceScript{kind: staysIn, family: w.family, ground: "cd ..; «s»", naming: plainly, command: w.text, sub: true})
	}
	for i, context := range fenceContexts {
		for j, text := range fenceTexts {
			if (i+j)%2 == 0 {
				add(fenceScript{kind: mereText, family: context, ground: fenceGrounds[0], naming: plainly, command: inContext(context, text)})
			}
		}
	}
	return out
}

// inContext puts a text where it is only text.
func inContext(context, text string) string {
	quoted := strings.NewReplacer(" ", "\\ ", ">", "\\>", "&", "\\&", ";", "\\;", "~", "\\~").Replace(text)
	return strings.NewReplacer("«text»", text, "«quoted»", quoted, "«slashless»", strings.ReplaceAll(text, "/", "\\/")).Replace(context)
}

// fits reports whether the pieces make a script that does what its tables say.
func (s fenceScript) fits() bool {
	trap, braces := strings.Contains(s.command, "trap"), strings.Contains(s.command+s.naming.word, "{}")
	switch {
	case trap && strings.Contains(s.ground, "trap"),
		// A trap runs when the function's words are gone, and in its quotes others end.
		trap && s.kind == goesOut && (strings.Contains(s.naming.text, "() {") || strings.Contains(s.naming.word, "'")),
		// The braces are for the program of the ground.
		braces && (strings.Contains(s.ground, "xargs -I{}") || strings.Contains(s.ground, "find src")):
		return false
	}
	return true
}

// text returns the script, with the places as «wt» and the like.
func (s fenceScript) text() string {
	command := strings.ReplaceAll(s.command, "«d»", s.naming.word)
	return nested(s.ground, nested(s.naming.text, command))
}

// nested puts a command into the place that a text has for it.
func nested(text, command string) string {
	if strings.Contains(command, "\n") {
		// What ends on the line of a here-document would be part of it.
		text = strings.ReplaceAll(text, "«s» ", "«s»\n")
		text = strings.ReplaceAll(text, "«s»;", "«s»\n")
	}
	return strings.NewReplacer("«s»", command, "«q»", singleQuoted(command)).Replace(text)
}

// smaller returns scripts with one piece less.
func (s fenceScript) smaller() []fenceScript {
	var out []fenceScript
	if s.ground != fenceGrounds[0] && !s.sub {
		less := s
		less.ground = fenceGrounds[0]
		out = append(out, less)
	}
	if s.kind == goesOut && s.naming != plainly && s.naming != fenceNamings[0] {
		less := s
		less.naming = fenceNamings[0]
		out = append(out, less)
	}
	return out
}

// key tells faults apart: by the smallest pieces that are not plain.
func (s fenceScript) key() string {
	return fmt.Sprint(s.kind, s.family, "|", s.ground, "|", s.naming.name)
}
