package doctor

import (
	"fmt"

	"sandbox-enforcer/cmd/internal/format"
)

// Severity is how bad a finding is.
type Severity string

const (
	// Fine is as it should be, or cannot be known from the files.
	Fine Severity = "fine"
	// Warning is something that weakens the guard, or will.
	Warning Severity = "warning"
	// Problem is something for which commands are judged wrongly, or not at all.
	Problem Severity = "problem"
)

// Finding is one thing that was looked at.
type Finding struct {
	// Check is what was looked at: a name that Usage explains.
	Check    string   `json:"check"`
	Severity Severity `json:"severity"`
	// Message is one line: lower case, no full stop.
	Message string `json:"message"`
	// Mend is the command or the edit that makes it good; empty where it is fine.
	Mend string `json:"mend,omitempty"`
}

// String returns the finding as one line, which ends with its mend.
func (f Finding) String() string {
	if f.Mend == "" {
		return f.Message
	}
	return f.Message + "; mend: " + f.Mend
}

// findings are those of one subject, in the order in which they were made.
type findings struct{ all []Finding }

func (f *findings) fine(check, form string, args ...any) { f.add(check, Fine, "", form, args) }

func (f *findings) warn(check, mend, form string, args ...any) {
	f.add(check, Warning, mend, form, args)
}

func (f *findings) problem(check, mend, form string, args ...any) {
	f.add(check, Problem, mend, form, args)
}

func (f *findings) add(check string, s Severity, mend, form string, args []any) {
	f.all = append(f.all, Finding{check, s, format.Escape(fmt.Sprintf(form, args...)), format.Escape(mend)})
}
