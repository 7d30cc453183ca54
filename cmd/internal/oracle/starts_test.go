package oracle

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/ast"
)

// TestStarts runs generated scripts by real bash and looks for every program start
// among the invocations that we read.
func TestStarts(t *testing.T) {
	need(t, "bash")
	all := startScripts()
	require.GreaterOrEqual(t, len(all), 1500)
	chosen := sample(t, all)
	root := temporary(t)
	counts := newTally()
	each(chosen, func(worker int) *stage {
		return newStage(t, filepath.Join(root, fmt.Sprint(worker)))
	}, func(s *stage, script startScript) {
		for _, program := range script.needs() {
			if installed(program) == "" {
				counts.add("skipped, "+program+" is not installed", "")
				return
			}
		}
		if s.judge(script, counts) {
			return
		}
		script = smallest(script, startScript.smaller, func(less startScript) bool { return !s.judge(less, newTally()) })
		report := newTally()
		s.judge(script, report)
		for _, line := range report.lines["fault"] {
			counts.once("smallest", script.key(), strings.ReplaceAll(line, s.root, "R"))
		}
	})
	for name := range counts.lines {
		if strings.HasPrefix(name, "silent") || name == "smallest" {
			counts.print(t, name)
		}
	}
	for name, n := range counts.count {
		if strings.HasPrefix(name, "skipped") {
			summary(t, "starts: %d scripts %s", n, name)
			assert.False(t, inCI(), "nothing may be skipped here: install what is missing")
		}
	}
	starts, exact := counts.count["start"], counts.count["exact"]
	summary(t, "starts: %d scripts, %d starts of programs, %d of them known to the word and the directory, %d in scripts of unknown text, %d starts of wrappers",
		len(chosen), starts, exact, counts.count["in unknown text"], counts.count["wrapper"])
	summary(t, "starts: %d missed, %d read with other words or in another directory, %d other faults, %d scripts silent",
		counts.count["missed"], counts.count["other"], counts.count["fault"]-counts.count["missed"]-counts.count["other"], counts.count["silent"])
	assert.Zero(t, counts.count["fault"])
	assert.Less(t, counts.count["silent"], len(chosen)/20+3, "these scripts compare nothing: mend the tables")
	// About half of the words in the table can be known at all.
	assert.Greater(t, exact, starts/5, "to call everything unknown is no answer")
}

// judge runs one script and reports whether all its starts are read; it counts what
// it sees.
func (s *stage) judge(script startScript, counts *tally) bool {
	text := script.text(s.bin)
	if err := s.reset(); err != nil {
		counts.add("fault", err.Error())
		return false
	}
	// Reading comes first: what is a directory is asked of the machine as it is
	// before the script runs.
	read, readErr := ast.Parse(s.source(text))
	starts, err := s.run(text)
	if err != nil {
		counts.add("fault", err.Error()+indented(text))
		return false
	}
	if !slices.ContainsFunc(starts, func(l logged) bool { return l.Program == script.program }) {
		counts.add("silent", indented(text))
	}
	if readErr != nil {
		counts.add("fault", fmt.Sprintf("not read: %v%s", readErr, indented(text)))
		return false
	}
	ok := true
	for _, start := range starts {
		kind := "wrapper"
		if slices.Contains(leaves, start.Program) {
			kind = "start"
		}
		counts.add(kind, "")
		found, because := find(read, start)
		switch {
		case (found == missed || found == other) && hidden(read):
			counts.add("in unknown text", "")
		case found == missed || found == other:
			ok = false
			counts.add(string(found), "")
			counts.add("fault", because+indented(text))
		case kind == "start":
			counts.add(string(found), "")
		}
	}
	return ok
}

// hidden reports whether the script hands text to a shell that we say we cannot read.
func hidden(script *ast.Script) bool {
	return slices.ContainsFunc(script.Hazards, func(h ast.Hazard) bool {
		return h.Kind == ast.HazardScript || h.Kind == ast.HazardSyntax || h.Kind == ast.HazardOption
	})
}

// source is the script as we are given it: with the directory and the few variables
// that are known.
func (s *stage) source(text string) ast.Source {
	return ast.Source{
		Text: text, Dialect: ast.Bash, Dir: ast.Known(s.work),
		Env: map[string]ast.Value{"HOME": ast.Known(s.home), "PWD": ast.Known(s.work), "TMPDIR": ast.Known(s.temp)},
		IsDir: func(path string) bool {
			info, err := os.Stat(path)
			return err == nil && info.IsDir()
		},
	}
}

// found says how a start was read.
type found string

const (
	exact   found = "exact"   // an invocation is known to be exactly it
	open    found = "open"    // an invocation can be it
	missed  found = "missed"  // no invocation is of that program
	other   found = "other"   // those that are have other words or another directory
	wrapper found = "wrapper" // a program that starts another one, whose words are not kept
)

// find looks for the start among the invocations, and says why where it is not there.
func find(script *ast.Script, start logged) (how found, because string) {
	var near []string
	how = missed
	for _, inv := range script.Invocations {
		if slices.ContainsFunc(inv.Via, func(via string) bool {
			return via == start.Program || strings.Contains(via, "\u2026") || strings.Contains(via, "${")
		}) {
			return wrapper, ""
		}
		name := inv.Program()
		if name != start.Program && (name != "" || !admits(inv.Name.Value, start.Program, true)) {
			continue
		}
		args := inv.Args
		if inv.Name.Many {
			args = append([]ast.Arg{{Many: true}}, args...)
		}
		switch {
		case !admitsAll(args, start.Words) || !admitsDir(inv.Dir, start.Dir):
			near = append(near, display(inv))
			if how == missed {
				how = other
			}
		case isKnown(inv):
			return exact, ""
		default:
			how = open
		}
	}
	what := fmt.Sprintf("%s: %s %q was started in %s", how, start.Program, start.Words, start.Dir)
	if how == other {
		what += "; read were " + strings.Join(near, "; ")
	}
	return how, what
}

// admits reports whether the value can be the text; an element says that only the
// last element of a path is compared.
func admits(v ast.Value, text string, element bool) bool {
	if v.None() {
		return true
	}
	return slices.ContainsFunc(v.Alts(), func(alt []ast.Part) bool { return admitsParts(alt, text, element) })
}

// admitsParts matches the text against parts, of which an unknown one can be any
// text.
func admitsParts(parts []ast.Part, text string, anyStart bool) bool {
	if len(parts) == 0 {
		return text == "" || anyStart
	}
	if parts[0].Unknown != "" {
		for i := 0; i <= len(text); i++ {
			if admitsParts(parts[1:], text[i:], false) {
				return true
			}
		}
		return false
	}
	rest, ok := strings.CutPrefix(text, parts[0].Text)
	if !ok && anyStart {
		_, last, _ := cutLast(parts[0].Text, "/")
		rest, ok = strings.CutPrefix(text, last)
	}
	return ok && admitsParts(parts[1:], rest, false)
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return "", s, false
}

// admitsAll matches words against arguments, of which some can be any number of
// words.
func admitsAll(args []ast.Arg, words []string) bool {
	if len(args) == 0 {
		return len(words) == 0
	}
	if args[0].Many {
		for i := 0; i <= len(words); i++ {
			if admitsAll(args[1:], words[i:]) {
				return true
			}
		}
		return false
	}
	return len(words) > 0 && admits(args[0].Value, words[0], false) && admitsAll(args[1:], words[1:])
}

// admitsDir compares directories as the machine means them.
func admitsDir(v ast.Value, dir string) bool {
	if texts, ok := v.Texts(); ok {
		return slices.ContainsFunc(texts, func(t string) bool { return resolved(t) == dir })
	}
	return true
}

// isKnown reports whether nothing of the invocation is left open.
func isKnown(inv *ast.Invocation) bool {
	_, name := inv.Name.Value.Text()
	_, dir := inv.Dir.Text()
	return name && dir && !slices.ContainsFunc(inv.Args, func(a ast.Arg) bool {
		_, ok := a.Value.Text()
		return !ok || a.Many
	})
}

// display shows an invocation with its directory.
func display(inv *ast.Invocation) string {
	out := []string{inv.Name.Value.Display()}
	for _, a := range inv.Args {
		word := fmt.Sprintf("%q", a.Value.Display())
		if a.Many {
			word += "…"
		}
		out = append(out, word)
	}
	return strings.Join(out, " ") + " in " + inv.Dir.Display()
}
