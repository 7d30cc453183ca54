package format

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// indent stands before source lines, so that they cannot be taken for messages.
const indent = "    "

// decisions says what each decision means for the person who reads it.
var decisions = map[string]string{
	"pass":    "the agent's own permissions apply",
	"allow":   "runs without a prompt",
	"rewrite": "the agent's own permissions judge the new command",
	"ask":     "a person decides",
	"deny":    "the command does not run",
}

func writeText(w io.Writer, o Options, r Report) error {
	t := text{paint: paint{on: o.Colour}}
	t.tree(r.Tree)
	for _, f := range r.Findings {
		t.finding(r.Command, f)
	}
	for _, h := range r.warnings {
		t.warning(r.Command, h)
	}
	t.failure(r)
	t.change(r)
	t.needs(r)
	t.decision(r)
	_, err := io.WriteString(w, t.String())
	return err
}

// text gathers the lines of one report. Everything that comes from the command passes
// through Escape on its way in.
type text struct {
	strings.Builder
	paint paint
}

func (t *text) line(s string) {
	t.WriteString(s)
	t.WriteByte('\n')
}

func (t *text) tree(tree string) {
	for line := range strings.Lines(tree) {
		t.line(t.paint.faint(Escape(strings.TrimSuffix(line, "\n"))))
	}
}

func (t *text) finding(command string, f Finding) {
	t.message(f.Place, f.Message, f.Rule)
	t.snippets(command, f.Place, f.Inner)
	if f.Policy != "" {
		t.line("  because: " + Escape(f.Policy) + " says so")
	}
	for _, n := range f.Because {
		t.note(command, f, n)
	}
}

// note writes a second place of a finding, with carets: under the line that is shown
// for the finding where it lies in that, else under its own. A place in a nested script
// is told by its numbers alone.
func (t *text) note(command string, f Finding, n Note) {
	shown, _ := underline(command, f.Place)
	line, marks := underline(command, n.Place)
	if f.Inner == nil && n.Inner == nil && n.Line == f.Line && line == shown {
		t.line(indent + t.paint.green(marks) + " because: " + Escape(n.Message))
		return
	}
	t.line("  because: " + notePosition(n) + ": " + Escape(n.Message))
	if n.Inner == nil && n.Line != f.Line {
		t.snippet(command, n.Place)
	}
}

func (t *text) warning(command string, h warning) {
	t.message(h.Place, "warning: "+h.Message, h.kind)
	t.snippets(command, h.Place, h.Inner)
}

// message writes one line: where, what, and the name of what found it.
func (t *text) message(p Place, message, name string) {
	t.line(t.paint.bold(position(p)) + ": " + Escape(message) + " " + t.paint.faint("["+name+"]"))
}

func (t *text) snippets(command string, p Place, inner *Inner) {
	t.snippet(command, p)
	if inner == nil {
		return
	}
	t.line("  in the script that this word carries, " + position(inner.Place) + ":")
	t.snippet(inner.text, inner.Place)
}

// snippet writes the line that a place begins on, and carets under it.
func (t *text) snippet(source string, p Place) {
	line, marks := underline(source, p)
	t.line(indent + line)
	t.line(indent + t.paint.green(marks))
}

// failure says why the script could not be read, unless a finding has said so.
func (t *text) failure(r Report) {
	if r.Error == "" || len(r.Findings) > 0 {
		return
	}
	t.line(t.paint.bold(Escape(r.Error)))
	if r.errorAt != nil {
		t.snippet(r.Command, *r.errorAt)
	}
}

func (t *text) change(r Report) {
	if r.Rewritten == "" {
		return
	}
	for _, h := range diff(r.Command, r.Rewritten) {
		if strings.Contains(r.Command, "\n") {
			t.line(t.paint.faint(fmt.Sprintf("@@ line %d @@", h.line)))
		}
		for _, s := range h.was {
			t.line(t.paint.red("- " + Escape(s)))
		}
		for _, s := range h.now {
			t.line(t.paint.green("+ " + Escape(s)))
		}
	}
}

// needs says which directories of the sandbox are made for the rewritten command.
func (t *text) needs(r Report) {
	for _, dir := range r.Needs {
		t.line("the hook makes the directory " + Escape(strconv.Quote(dir)) + " first")
	}
}

func (t *text) decision(r Report) {
	meaning := decisions[r.Decision]
	switch {
	case r.Decision == "rewrite" && r.Grant:
		meaning = "the new command runs without a prompt"
	case r.Decision == "pass" && r.Error != "" && len(r.Findings) == 0:
		meaning = "the script cannot be read, so nothing is judged"
	case r.Decision == "pass" && len(r.Findings) == 0:
		meaning = "nothing to change"
	}
	if r.Class != "" && r.Error == "" {
		meaning = r.Class + " by the profile " + Escape(r.Profile) + ", " + meaning
	}
	t.line(t.paint.decision(r.Decision) + ": " + meaning)
}

func position(p Place) string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

func notePosition(n Note) string {
	if n.Inner == nil {
		return position(n.Place)
	}
	return position(n.Place) + " (there " + position(n.Inner.Place) + ")"
}
