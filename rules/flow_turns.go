package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// turning are the constructs whose commands may run more than once.
const turning = ast.Repeats | ast.InFunction

// lastingOutput are the programs that print the same whenever they are given the same.
const lastingOutput = "basename dirname echo git hostname id printf pwd readlink realpath uname whoami"

// flattens reports whether a landing in a loop or a function may be at another place in
// each turn, and would get one path in all of them: -o $d/x, or cd $d and -O. The name is
// the one that it would get, where it is known.
func (p *Inspection) flattens(call *Call, l *Landing) (name string, flat bool) {
	if call.Inv.Where&turning == 0 || l.made || call.Tool.Land == nil && l.IntoDir {
		return "", false
	}
	if paths, known := l.Dest.Texts(); known && len(paths) > 1 && !l.IntoDir {
		return "", p.sameNames(call, l, paths)
	}
	if !p.comesAgain(call.Inv) {
		return "", false
	}
	if name = l.oneName(); name != "" && (p.turnsDirectory(call, l) || p.turnsPlace(l)) {
		return name, true
	}
	return "", name == "" && !l.IntoDir && p.turnsBelow(call, l)
}

// comesAgain reports whether what stands in a loop or a function may run more than once: a
// function does that is called twice, or by a loop or another function.
func (p *Inspection) comesAgain(inv *ast.Invocation) bool {
	if inv.Where&ast.Repeats != 0 {
		return true
	}
	calls := 0
	for _, call := range p.Script.Invocations {
		if call.Shadowed {
			if calls++; calls > 1 || call.Where&turning != 0 {
				return true
			}
		}
	}
	return false
}

// sameNames reports whether paths that a landing is one of end in the same name: all of
// them, or two where each is a text of one variable.
func (p *Inspection) sameNames(call *Call, l *Landing, paths []string) bool {
	first, _ := LastElement(paths[0])
	if !slices.ContainsFunc(paths, func(path string) bool { last, _ := LastElement(path); return last != first }) {
		return true
	}
	if l.Move.At == nil || l.Move.Insert {
		return false
	}
	if _, _, one := ast.Expansion(l.in(call.Inv), l.Move.At); !one {
		return false // the parts of a word may change together: v$v/f-$v
	}
	return slices.ContainsFunc(paths, func(path string) bool {
		last, _ := LastElement(path)
		return slices.ContainsFunc(paths, func(other string) bool {
			name, _ := LastElement(other)
			return other != path && name == last
		})
	})
}

// oneName is the name that a landing has in every turn, or empty where it may change.
func (l *Landing) oneName() string {
	if !l.IntoDir {
		if name, known := l.Name.Text(); known {
			return name
		}
		return lastOf(l.Dest)
	}
	if name, _ := l.Name.Text(); name != "" {
		return name
	}
	urls, known := l.URL.Texts()
	if !known {
		return lastOf(l.URL)
	}
	first, _ := LastElement(urls[0])
	for _, url := range urls[1:] {
		if last, _ := LastElement(url); last != first {
			return ""
		}
	}
	return first
}

// turnsDirectory reports whether the directory that a landing is relative to may be another
// one in each turn.
func (p *Inspection) turnsDirectory(call *Call, l *Landing) bool {
	if _, known := l.Dir.Text(); known || strings.HasPrefix(l.Dest.Prefix(), "/") || strings.HasPrefix(l.Dest.Prefix(), "~") {
		return false
	}
	if _, known := l.Dir.Texts(); !known {
		return slices.ContainsFunc(l.Dir.Alts(), p.turnsAmong)
	}
	if !l.Dir.Same(call.Inv.Dir) {
		return true // git -C $d
	}
	return slices.ContainsFunc(p.Script.Invocations, func(cd *ast.Invocation) bool {
		return !cd.ChangesTo().None() && cd.Where&turning != 0 && call.Inv.After(cd)
	})
}

// turnsPlace reports whether the directory that a landing's own words name may be another
// one in each turn.
func (p *Inspection) turnsPlace(l *Landing) bool {
	if _, known := l.Dest.Text(); known {
		return false
	}
	if paths, known := l.Dest.Texts(); known {
		return len(paths) > 1
	}
	return slices.ContainsFunc(l.Dest.Alts(), p.turnsAmong)
}

// turnsBelow is flattens for a name that is known only when it runs: its directory may be
// another one in each turn, and the name not change with it.
func (p *Inspection) turnsBelow(call *Call, l *Landing) bool {
	for _, alt := range l.Dest.Alts() {
		last := alt
		for i, part := range slices.Backward(alt) {
			if part.Unknown == ast.Pattern && (i < len(alt)-1 && strings.HasSuffix(part.Text, "/") || strings.Contains(strings.TrimRight(part.Text, "/"), "/")) {
				return true
			}
			if part.Unknown == "" && strings.Contains(part.Text, "/") && i < len(alt)-1 {
				last = alt[i+1:]
				if slices.ContainsFunc(alt[:i], func(dir ast.Part) bool { return p.turns(dir) && !holds(last, dir) }) {
					return true
				}
				break
			}
		}
		if len(last) > 0 && last[0].Var != "" && p.turns(last[0]) && (createsDirectories(call) || p.makesDirectoriesOf(last[0].Var)) {
			return true
		}
	}
	return false
}

// holds reports whether what a part that is not known becomes is told by another one.
func holds(parts []ast.Part, part ast.Part) bool {
	return slices.ContainsFunc(parts, func(o ast.Part) bool {
		return o.Var == part.Var && o.Unknown == part.Unknown && o.Text == part.Text
	})
}

// createsDirectories reports whether a program is told to make the directories of what it
// writes, so that there are some.
func createsDirectories(call *Call) bool {
	return slices.ContainsFunc(call.Options, func(o Option) bool { return o.Flag != nil && o.Flag.Long == "create-dirs" && !o.Negated })
}

// makesDirectoriesOf reports whether the script makes directories named by a variable:
// mkdir -p "$(dirname "$f")".
func (p *Inspection) makesDirectoriesOf(variable string) bool {
	names := func(v ast.Value) bool {
		return slices.ContainsFunc(v.Alts(), func(alt []ast.Part) bool {
			return slices.ContainsFunc(alt, func(part ast.Part) bool { return part.Var == variable })
		})
	}
	return slices.ContainsFunc(p.Script.Invocations, func(inv *ast.Invocation) bool {
		return has("dirname mkdir", inv.Program()) && slices.ContainsFunc(inv.Args, func(a ast.Arg) bool { return names(a.Value) })
	})
}

// turnsAmong reports whether a part of a text may be another one in each turn.
func (p *Inspection) turnsAmong(alt []ast.Part) bool { return slices.ContainsFunc(alt, p.turns) }

// turns reports whether the text of a part may be another one in each turn of a loop.
func (p *Inspection) turns(part ast.Part) bool {
	switch {
	case part.Unknown == "" || part.Inherited() || part.Var == "$":
		return false
	case part.Of != nil:
		return p.printsInTurns(part.Of)
	case part.Var != "" && part.Var[0] > '9':
		return slices.Contains(p.Script.Assigned, part.Var) || slices.Contains(p.Script.Assigned, "")
	}
	return true
}

// printsInTurns reports whether a command of which a text is the output runs in each turn,
// and may print another one.
func (p *Inspection) printsInTurns(of *ast.Command) bool {
	if len(of.Words) > 0 && !slices.ContainsFunc(of.Words, func(w ast.Value) bool { return slices.ContainsFunc(w.Alts(), p.turnsAmong) || len(w.Alts()) != 1 }) {
		if name, _ := of.Words[0].Text(); has(lastingOutput, name) {
			return false
		}
	}
	return slices.ContainsFunc(p.Script.Invocations, func(inv *ast.Invocation) bool {
		return inv.In == of.In && of.Span.Contains(inv.Span) && inv.Where&turning != 0
	})
}
