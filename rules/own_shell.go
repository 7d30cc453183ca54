package rules

import (
	"fmt"
	"strings"

	"sandbox-enforcer/ast"
)

// checkOwnShell reports what a script writes to the files that the program lives by.
func checkOwnShell(p *Inspection) {
	for _, inv := range p.Script.Invocations {
		if carriesScript(p, inv) {
			continue
		}
		t := p.touchesOf(inv)
		if words := plainWords(inv); inv.Program() == "git" && len(words) > 0 && has("checkout clean mv restore rm", words[0]) {
			operands := "u*"
			if has("checkout restore", words[0]) && !fromTree(inv) {
				operands = "w*" // what was committed is put back
			}
			t = &touches{inv: inv, dir: inv.Dir, writer: readWriter(operands, gitPathOptions)}
			t.read()
		}
		if t == nil {
			continue
		}
		for _, word := range t.out {
			p.ownWord(p.ownBelow(inv, word), inv.In, inv.Name.Value.Display())
		}
		for _, word := range p.put(t) {
			word.does = touchRemoves
			p.ownWord(word, inv.In, inv.Name.Value.Display())
		}
	}
	for _, r := range p.Script.Redirs {
		if writesFile(r) {
			p.ownWord(touched{does: touchWrites, span: r.Target.Span, value: r.Target.Value, dir: r.Dir}, r.In, "the redirect "+r.Op)
		}
	}
}

// fromTree reports whether git checkout or restore takes files from another commit than
// the last.
func fromTree(inv *ast.Invocation) bool {
	operands, dashes := 0, false
	for i := range inv.Args {
		text, _ := inv.Args[i].Value.Text()
		switch {
		case text == "--":
			dashes = true
		case strings.HasPrefix(text, "-s") || len(text) > 2 && strings.HasPrefix("--source", strings.SplitN(text, "=", 2)[0]):
			return true
		case !strings.HasPrefix(text, "-") && !dashes:
			operands++
		}
	}
	return operands > 1 && dashes || operands > 2
}

// ownBelow is a word with what becomes of the files below it, where it is a directory
// of agents' and the program goes through all of it.
func (p *Inspection) ownBelow(inv *ast.Invocation, word touched) touched {
	through := has("bsdtar fd fdfind find gtar rsync tar unzip", inv.Program()) || mentions(optionsOf(inv), "-a -r -R -T --archive --recursive --no-target-directory")
	if through && (word.does == touchWrites || word.does == touchFills || word.does == touchEnters) && p.ownFolder(word) {
		word.does = touchRemoves
	}
	return word
}

// ownFolder reports whether a word names a directory of agents' hooks and settings, or
// one below it.
func (p *Inspection) ownFolder(word touched) bool {
	path, ok := ast.Join(word.dir, word.value).Text()
	if !ok {
		return false
	}
	path = foldPath(p.end(path)) + "/"
	for i := range registrations {
		if r := &registrations[i]; r.Folder != "" && !r.Shared && strings.Contains(path, "/"+strings.TrimPrefix(r.Folder, "/")+"/") {
			return true
		}
	}
	return false
}

// ownWord judges one word of a command by what becomes of it.
func (p *Inspection) ownWord(word touched, in *ast.Script, program string) {
	texts, ok := ast.Join(word.dir, word.value).Texts()
	if !ok {
		texts = p.ownPatterns(word)
	}
	for _, path := range texts {
		what := ""
		switch word.does {
		case touchWrites, touchMayWrite, touchFills, touchLinks:
			what, _ = ownFile(p, p.end(path))
		case touchRemoves:
			if what, _ = holdsOwn(p, p.end(path)); what == "" {
				what, _ = holdsOwn(p, p.itself(path))
			}
		case touchRuns:
			p.ownText(word, in, program)
			return
		}
		if what == "" {
			continue
		}
		verdict, would := Deny, "would change"
		if word.does == touchMayWrite || word.does == touchLinks {
			verdict, would = Ask, "may change"
		}
		p.Report(Finding{Rule: OwnFile, In: in, Span: word.span, Verdict: verdict,
			Message: fmt.Sprintf("%s %s %q, %s; leave it to a person", program, would, word.value.Display(), what)})
		return
	}
}

// end is where a path leads, and itself the place that it names, with the links on the
// way there followed.
func (p *Inspection) end(path string) string {
	if real, err := p.Facts.Resolve(path); err == nil {
		return real
	}
	return path
}

func (p *Inspection) itself(path string) string {
	i := strings.LastIndexByte(path, '/')
	if i < 0 || path[i+1:] == "" || path[i+1:] == "." || path[i+1:] == climbing {
		return p.end(path)
	}
	return strings.TrimSuffix(p.end(path[:i+1]), "/") + path[i:]
}

// ownText asks about a program text that names such a file.
func (p *Inspection) ownText(word touched, in *ast.Script, program string) {
	text, known := word.value.Text()
	if !known {
		return
	}
	for name := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" \t\n\"'`(),;=<>|&[]{}", r) }) {
		if !strings.ContainsAny(name, "./") {
			continue
		}
		path, ok := ast.Join(word.dir, ast.Known(name)).Text()
		if !ok {
			continue
		}
		if what, own := ownFile(p, p.end(path)); own {
			p.Report(Finding{Rule: OwnFile, In: in, Span: word.span, Verdict: Ask,
				Message: fmt.Sprintf("the program of %s names %q, %s; leave it to a person", program, name, what)})
			return
		}
	}
}
