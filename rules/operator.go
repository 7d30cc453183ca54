package rules

import (
	"fmt"
	"strings"

	"sandbox-enforcer/ast"
)

// blockedBytes reports the control bytes that the policy lists.
func (p *Inspection) blockedBytes() {
	for _, e := range p.Policy.ShellInjection {
		if !isControlByte(e.Text) {
			continue
		}
		if at := strings.Index(p.Script.Source.Text, e.Text); at >= 0 {
			p.block(PolicyPattern, p.Script, ast.Span{Start: at, End: at + 1}, e.Origin, fmt.Sprintf("the control byte %q hides what runs (injection, by null bytes and carriage returns); leave it out", e.Text))
		}
	}
}

func isControlByte(text string) bool { return len(text) == 1 && text[0] < ' ' }

// blockedOperators reports the first operator of each kind that the policy lists.
func (p *Inspection) blockedOperators() {
	p.blockedBytes()
	if p.Policy.Compound == CompoundEach {
		return
	}
	var operators []ast.Operator
	for i, e := range p.Policy.ShellInjection {
		if isControlByte(e.Text) {
			continue
		}
		if i == 0 || operators == nil {
			operators = p.Script.Operators()
		}
		if at := looksLike(p.Script.Source.Text, e.Text); at.End > 0 {
			p.block(PolicyOperator, p.Script, at, e.Origin, fmt.Sprintf("a character looks like the operator %q and is none (injection); leave it out", e.Text))
		}
		for _, o := range operators {
			if sameOperator(e.Text, o.Op) {
				p.block(PolicyOperator, o.In, o.Span, e.Origin, fmt.Sprintf("the policy allows no operator %q (injection); run the commands one by one", e.Text))
				break
			}
		}
	}
}

// lookAlikes are characters that people take for an operator: what they read is not
// what runs.
var lookAlikes = [...]struct{ operator, characters string }{
	{";", "\u037e\uff1b\u061b\ufe14"}, {"|", "\uff5c\u2223\u01c0"}, {"&&", "\uff06"}, {">", "\uff1e"}, {"<", "\uff1c"}, {"`", "\uff40"}, {"$(", "\uff04"},
}

// looksLike finds a character that looks like an operator and is none; an empty span
// where there is none.
func looksLike(text, operator string) ast.Span {
	for _, l := range lookAlikes {
		if l.operator != operator {
			continue
		}
		for i, r := range text {
			if strings.ContainsRune(l.characters, r) {
				return ast.Span{Start: i, End: i + len(string(r))}
			}
		}
	}
	return ast.Span{}
}

// sameOperator reports whether a policy means an operator: what stands for a
// substitution means those of processes as well.
func sameOperator(listed, op string) bool {
	if listed == "$(" || listed == "$()" {
		return op == "$(" || op == "<(" || op == ">("
	}
	return listed == op
}
