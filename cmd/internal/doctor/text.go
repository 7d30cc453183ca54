package doctor

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Text writes the report for people: a block an agent, a line a finding.
func (r Report) Text(w io.Writer) error {
	var b strings.Builder
	block := func(title string, all []Finding) {
		if len(all) == 0 {
			return
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(title + "\n")
		for _, f := range all {
			fmt.Fprintf(&b, "  %-7s  %s: %s\n", f.Severity, f.Check, f)
		}
	}
	block("this machine", r.Machine)
	for _, d := range r.Agents {
		block(fmt.Sprintf("%s (%s)", d.Title, d.Agent), d.Findings)
	}
	return write(w, b.String())
}

// Brief writes one line an agent, with the worst that was found, and one for the machine
// where something is wrong with it.
func (r Report) Brief(w io.Writer) error {
	var b strings.Builder
	line := func(name string, all []Finding) {
		first, others := worst(all)
		more := ""
		if first.Severity == Fine {
			first = Finding{Severity: Fine, Message: "sound"}
		} else if others > 0 {
			more = fmt.Sprintf(" (and %d more)", others)
		}
		fmt.Fprintf(&b, "%s: %s%s: %s\n", name, first.Severity, more, first)
	}
	if !sound(r.Machine) {
		line("machine", r.Machine)
	}
	for _, d := range r.Agents {
		line(d.Agent, d.Findings)
	}
	if len(r.Agents) == 0 {
		b.WriteString("machine: fine: " + noAgent + "\n")
	}
	return write(w, b.String())
}

// JSON writes the report as one JSON document and a newline. Its keys, which stay: version,
// sound, machine (findings), agents, each with agent, title, here, hooks (file, scope,
// event, words, version) and findings (check, severity, message, mend).
func (r Report) JSON(w io.Writer) error {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(r); err != nil {
		return fmt.Errorf("the report cannot be put into JSON: %w", err)
	}
	return write(w, b.String())
}

func write(w io.Writer, text string) error {
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("cannot write the report: %w", err)
	}
	return nil
}
