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
		t := touchesOf(p.Script, inv)
		if words := plainWords(inv); inv.Program() == "git" && len(words) > 0 && has("checkout clean mv restore rm", words[0]) {
			t = &touches{inv: inv, dir: inv.Dir, writer: readWriter("u*", gitPathOptions)}
			t.read()
		}
		if t == nil {
			continue
		}
		for _, word := range t.out {
			p.ownWord(word, inv.In, inv.Name.Value.Display())
		}
	}
	for _, r := range p.Script.Redirs {
		if writesFile(r) {
			p.ownWord(touched{does: touchWrites, span: r.Target.Span, value: r.Target.Value, dir: r.Dir}, r.In, "the redirect "+r.Op)
		}
	}
}

// ownWord judges one word of a command by what becomes of it.
func (p *Inspection) ownWord(word touched, in *ast.Script, program string) {
	texts, ok := ast.Join(word.dir, word.value).Texts()
	if !ok {
		texts = ownPatterns(word)
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

// ownPatterns are the paths that a pattern of the shell's may mean: it is taken for
// the name that it is made of.
func ownPatterns(word touched) []string {
	var out []string
	for _, alt := range ast.Join(word.dir, word.value).Alts() {
		path := ""
		for _, part := range alt {
			path += part.Text
		}
		if i := strings.IndexAny(path, "*?["); i >= 0 && strings.Contains(path[:i], "/") {
			out = append(out, path[:strings.LastIndexByte(path[:i], '/')+1])
		}
	}
	return out
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
