package confine

import (
	"fmt"
	"strings"

	"sandbox-enforcer/ast"
	"sandbox-enforcer/cmd/internal/format"
)

// Explain says what a program would be allowed by a mechanism, and what would not be
// held, in lines for a person. What is what Check says of the mechanism. It runs
// nothing.
func Explain(p Plan, m Mechanism, what string, words []string) string {
	var b strings.Builder
	row := func(name string, lines ...string) {
		for _, line := range lines {
			fmt.Fprintf(&b, "%-10s %s\n", name, line)
			name = ""
		}
	}
	row("mechanism", fmt.Sprintf("%s (%s)", m.Name, format.Escape(what)))
	row("directory", shellWord(p.Dir))
	temp := m.Temp
	if p.Temp != "" {
		temp = shellWord(p.Temp)
	}
	row("writable", append(shellWords(p.Write), "for temporary files: "+temp)...)
	row("readable", readable(p, m)...)
	row("network", []string{"none", "the machine's"}[index(p.Net)])
	row("sockets", []string{"no unix sockets", "the machine's unix sockets"}[index(p.Sockets)])
	row("not held", m.Limits(p)...)
	if line := m.Line(p, words); line != nil {
		row("runs", strings.Join(shellWords(line), " "))
	}
	return b.String()
}

func index(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func readable(p Plan, m Mechanism) []string {
	if p.Read != nil {
		return append(shellWords(p.Read), "what is writable, the working directory, and what programs need to start")
	}
	if hidden := m.Hides(p); hidden != "" {
		return []string{"everything but " + hidden + ", of which only the working directory and what is writable are there"}
	}
	return []string{"everything"}
}

// CheckAll tries every mechanism of this system and says a line about each; ok reports
// whether there is one that works.
func CheckAll(p Plan) (text string, ok bool) {
	var b strings.Builder
	for _, m := range Mechanisms() {
		what, err := m.Check(p)
		if err != nil {
			fmt.Fprintf(&b, "%-12s no: %s\n", m.Name, format.Escape(err.Error()))
			continue
		}
		fmt.Fprintf(&b, "%-12s yes: %s\n", m.Name, format.Escape(what))
		ok = true
	}
	if b.Len() == 0 {
		return "nothing: this system has nothing to confine a program with, use Linux or macOS\n", false
	}
	return b.String(), ok
}

// shellWords writes words for a shell.
func shellWords(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = shellWord(w)
	}
	return out
}

// shellWord writes a word so that bash reads it back, and a terminal shows it.
func shellWord(word string) string {
	if quoted, err := ast.Quote(word); err == nil && format.Escape(quoted) == quoted {
		return quoted
	}
	var b strings.Builder
	b.WriteString("$'")
	for i := range len(word) {
		switch c := word[i]; {
		case c == '\'' || c == '\\':
			b.WriteString(`\` + string(c))
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + "'"
}
