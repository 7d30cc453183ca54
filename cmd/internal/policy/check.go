package policy

import (
	"errors"
	"slices"
	"strings"
	"unicode"

	"sandbox-enforcer/rules"
)

// operators are the texts that shell_injection_patterns can hold, besides single
// control bytes.
var operators = []string{";", "&&", "||", "|", "`", "$(", ">", ">>", "<"}

// operator checks an entry of shell_injection_patterns. An operator that nobody looks
// for would be refused on paper only.
func operator(p *page, n node, e rules.Entry) {
	if slices.Contains(operators, e.Text) || len(e.Text) == 1 && unicode.IsControl(rune(e.Text[0])) {
		return
	}
	p.fail(n.start, n.end, "%s is no operator: write one of %s, or a single control character", quote(e.Text), strings.Join(operators, " "))
}

// traversal checks an entry of path_traversal_patterns.
func traversal(p *page, n node, e rules.Entry) {
	if e.Text != ".." {
		p.fail(n.start, n.end, "%s cannot be looked for: write \"..\", which means every way to climb", quote(e.Text))
	}
}

// pattern checks an entry of blocked_patterns.
func pattern(p *page, n node, e rules.Entry) {
	_, err := rules.ParsePattern(e)
	if err == nil {
		return
	}
	var wrong *rules.PatternError
	if !errors.As(err, &wrong) {
		p.fail(n.start, n.end, "%v: write the words of a command", err)
		return
	}
	start, end := p.inside(n, wrong.Offset)
	p.fail(start, end, "%v", wrong)
}

// plainWords checks an entry of safe_commands. What has a meaning to the shell would
// never be met as a word, so that the entry would allow nothing.
func plainWords(p *page, n node, e rules.Entry) {
	printableText(p, n, e)
	if i := strings.IndexAny(e.Text, "|&;<>()$`\"'\\*?[]{}"); i >= 0 {
		start, end := p.inside(n, i)
		p.fail(start, end, "%s has a character that means something to the shell: write the plain words that a command begins with", quote(e.Text))
	}
}

// printableText checks the text of an entry that names something.
func printableText(p *page, n node, e rules.Entry) {
	switch i := strings.IndexFunc(e.Text, unicode.IsControl); {
	case i >= 0:
		start, end := p.inside(n, i)
		p.fail(start, end, "%s holds a control character: remove it", quote(e.Text))
	case strings.TrimSpace(e.Text) == "":
		p.fail(n.start, n.end, "an entry is blank: write what it means, or remove it")
	}
}

// inside returns the place of a byte of a string's meaning, or of the whole string
// where escapes hide it.
func (p *page) inside(n node, offset int) (start, end int) {
	if n.escaped() || offset < 0 || offset > len(n.text) {
		return n.start, n.end
	}
	return n.start + 1 + offset, n.start + 2 + offset
}
