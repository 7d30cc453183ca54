package format

import (
	"encoding/json"
	"errors"
	"fmt"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/rules"
)

// Report is the answer to one command. As JSON its keys stand in the order of the
// fields; lists are always present, a text that there is none of is left out.
type Report struct {
	// ID is the name that the caller gave the command, any JSON value, or nil.
	ID json.RawMessage `json:"id,omitempty"`
	// Command is the script as it was read.
	Command string `json:"command"`
	// Decision is pass, allow, rewrite, ask or deny.
	Decision string `json:"decision"`
	// Changed says that another command runs in its place.
	Changed bool `json:"changed"`
	// Class is the class of the policy guard. A script that cannot be read is
	// NEEDS_APPROVAL, whatever guards are on.
	Class string `json:"class,omitempty"`
	// Profile is the profile of the policy that the class is by.
	Profile string `json:"profile,omitempty"`

	// Type is the kind of the acquisition that decides, else of the first one that
	// stays as it is; passthrough where the command has none. URL, Destination and
	// Flags are its words as the command gives them, secrets masked.
	Type        string   `json:"type"`
	URL         string   `json:"url,omitempty"`
	Destination string   `json:"destination,omitempty"`
	Flags       []string `json:"flags"`

	// Rewritten is the command to run instead. It can be there without Changed: the
	// modes that refuse still know it.
	Rewritten string `json:"rewritten,omitempty"`
	// NewPath is the absolute path that the deciding acquisition lands at after the
	// rewrite.
	NewPath string `json:"new_path,omitempty"`
	// Needs are the directories of the sandbox, as absolute paths, that the hook makes
	// before Rewritten runs.
	Needs []string `json:"needs"`
	// Grant says that the rewrite carries the client's allow.
	Grant bool `json:"grant"`

	Findings    []Finding    `json:"findings"`
	Invocations []Invocation `json:"invocations"`

	// Error says why the script could not be read, after the line and the column: of
	// its beginning where it is the whole of it.
	Error string `json:"error,omitempty"`
	// Tree is the syntax tree, line by line, where it was asked for.
	Tree string `json:"tree,omitempty"`

	errorAt  *Place    // where Error is, nil where that is the whole script
	warnings []warning // what people should know of the script, whatever the decision
}

// Finding is one thing that a rule found.
type Finding struct {
	Rule    string `json:"rule"`
	Verdict string `json:"verdict"`
	Message string `json:"message"`
	Place
	Because []Note `json:"because"`
	Edits   []Edit `json:"edits"`
	Inner   *Inner `json:"inner,omitempty"`
	// Policy is the part of a policy's file that decides, as FILE:LINE; left out where
	// the program itself does.
	Policy string `json:"policy,omitempty"`
}

// Note is a second place that a finding rests on.
type Note struct {
	Message string `json:"message"`
	Place
	Inner *Inner `json:"inner,omitempty"`
}

// warning is a hazard that does not decide: the note, and the hazard's name.
type warning struct {
	Note
	kind string
}

// Edit is a change that would mend a finding: Text takes the place of the bytes from
// Start to End, of none where both are the same. Where Inner is set, it is Inner's bytes
// that Text replaces, and Start and End are those of the word that carries them.
type Edit struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
	Inner *Inner `json:"inner,omitempty"`
}

// Invocation is one program start. Words of which not all is known are written with
// ${NAME} or … in the place of what is not.
type Invocation struct {
	Name  string   `json:"name"`
	Args  []string `json:"args"`
	Via   []string `json:"via"`
	Dir   string   `json:"dir"`
	Start int      `json:"start"`
	End   int      `json:"end"`
	Inner *Inner   `json:"inner,omitempty"`
}

// unreadable is the class of a script that nothing is known of.
const unreadable = "NEEDS_APPROVAL"

// New returns the report of an answer to a request with one source. The id is kept as
// it is.
func New(id json.RawMessage, answer analyzer.Report) Report {
	command := first(answer.Request.Sources).Text
	r := Report{
		ID:        id,
		Command:   command,
		Decision:  answer.Verdict.String(),
		Changed:   answer.Verdict == rules.Rewrite,
		Rewritten: first(answer.Rewritten),
		Grant:     answer.Grant,
		Type:      "passthrough",
		Flags:     []string{},
		Needs:     append([]string{}, answer.Needs...),
		Findings:  []Finding{},
	}
	for _, f := range answer.Findings {
		r.Findings = append(r.Findings, newFinding(command, f))
	}
	r.Invocations = invocations(command, first(answer.Scripts))
	r.Class, r.Profile = answer.Class.String(), answer.Profile
	r.subject(answer.Subject)
	r.failed(first(answer.Errors))
	r.warn(first(answer.Scripts))
	return r
}

// first returns the first element, the zero value of an empty list.
func first[T any](list []T) T {
	if len(list) == 0 {
		var zero T
		return zero
	}
	return list[0]
}

func (r *Report) subject(a *rules.Acquisition) {
	if a == nil {
		return
	}
	r.Type, r.URL, r.Destination, r.NewPath = a.Type, a.URL, a.Destination, a.NewPath
	r.Flags = append(r.Flags, a.Flags...)
}

// failed says why the script could not be read.
func (r *Report) failed(err error) {
	if err == nil {
		return
	}
	message := err.Error()
	var syntax *ast.SyntaxError
	var hazard *analyzer.HazardError
	switch {
	case errors.As(err, &syntax):
		message = syntax.Message
		r.errorAt = &Place{Start: syntax.Offset, End: syntax.Offset, Line: syntax.Line, Column: syntax.Column}
	case errors.As(err, &hazard):
		at, _ := locate(r.Command, hazard.Hazard.In, hazard.Hazard.Span)
		r.errorAt = &at
	}
	at := placeIn(r.Command, ast.Span{})
	if r.errorAt != nil {
		at = *r.errorAt
	}
	if r.Class == "" {
		r.Class = unreadable
	}
	r.Error = position(at) + ": " + message
}

// warn keeps the hazards of a script that do not decide. Those that do, because no
// byte of it can be trusted, are its error.
func (r *Report) warn(s *ast.Script) {
	if s == nil {
		return
	}
	for _, h := range s.Hazards {
		if h.Kind == ast.HazardByte {
			continue
		}
		w := warning{kind: h.Kind.String()}
		w.Message = h.Message
		w.Place, w.Inner = locate(r.Command, h.In, h.Span)
		r.warnings = append(r.warnings, w)
	}
}

func newFinding(command string, f rules.Finding) Finding {
	out := Finding{Verdict: f.Verdict.String(), Message: f.Message, Because: []Note{}, Edits: []Edit{}}
	if f.Rule != nil {
		out.Rule = f.Rule.ID
	}
	out.Place, out.Inner = locate(command, f.In, f.Span)
	if !f.Origin.BuiltIn() {
		out.Policy = fmt.Sprintf("%s:%d", f.Origin.File, f.Origin.Line)
	}
	for _, n := range f.Because {
		note := Note{Message: n.Message}
		note.Place, note.Inner = locate(command, n.In, n.Span)
		out.Because = append(out.Because, note)
	}
	if f.Fix == nil {
		return out
	}
	for _, e := range append(f.Fix.Edits[:len(f.Fix.Edits):len(f.Fix.Edits)], f.Fix.Follow...) {
		place, inner := locate(command, e.In, e.Span)
		out.Edits = append(out.Edits, Edit{Start: place.Start, End: place.End, Text: e.Text, Inner: inner})
	}
	return out
}

func invocations(command string, s *ast.Script) []Invocation {
	out := []Invocation{}
	if s == nil {
		return out
	}
	for _, inv := range s.Invocations {
		place, inner := locate(command, inv.In, inv.Span)
		out = append(out, Invocation{
			Name:  inv.Name.Value.Display(),
			Args:  display(inv.Args),
			Via:   append([]string{}, inv.Via...),
			Dir:   inv.Dir.Display(),
			Start: place.Start,
			End:   place.End,
			Inner: inner,
		})
	}
	return out
}

func display(args []ast.Arg) []string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = a.Value.Display()
	}
	return out
}
