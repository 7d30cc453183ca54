package protocol

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/rules"
)

// claudeEvent is the one event that is judged. The others tell of a command that was
// judged, that the client asks for it, and that it ran, and that a session begins.
const (
	claudeEvent    = "PreToolUse"
	claudeStart    = "SessionStart"
	claudePrompted = "PermissionRequest"
	claudeRan      = "PostToolUse"
	claudeFailed   = "PostToolUseFailure"
)

// claudeTool is the one tool whose command is judged.
const claudeTool = "Bash"

// maxString is how long the strings of an answer may be, in UTF-16 units: Claude Code
// caps them there.
const maxString = 10_000

var byteOrderMark = []byte("\xEF\xBB\xBF")

// claudeAgent is who sends what no other agent does. A refusal in the mode dontAsk is one
// whose reason the model sees; a question would be answered with no.
var claudeAgent = Agent{
	Name: "claude", Title: "Claude Code",
	Doc:     "Claude Code, and the payload without an event's name",
	Checked: "run: 2.1.329",
	Can:     Can{Rewrite: true, Ask: true, Allow: true, Context: true, Document: true},
	Alone:   []string{"dontAsk"},
	shapes:  []*shape{{shells: []string{claudeTool}, files: claudeTools}},
	Decode:  decodeClaude, Encode: encodeClaude, Start: startClaude, After: encodeAfter,
}

// decodeClaude reads Claude Code's event, and the older payload that has only
// tool_name and tool_input.
//
// An event of another name, and a tool that is neither Bash nor one of claudeTools, is
// not judged, whatever else it holds: clients add events and fields. Any tool is judged
// that asks to run outside the client's sandbox. Of Bash, tool_input has to be an object
// with one command, a string; what is wrong with the input of a file tool is said by its
// targets. The fields that decide nothing here are ignored where they are of a wrong
// type, with a note.
func decodeClaude(document []byte) (Event, error) {
	var m claudeMembers
	event := Event{Request: analyzer.Request{Agent: "claude"}}
	if bytes.HasPrefix(document, byteOrderMark) {
		return event, errors.New("the event begins with a byte order mark: send it as UTF-8 without one")
	}
	err := object(document, map[string]*field{
		"hook_event_name": &m.name, "tool_name": &m.tool, "tool_input": &m.input, "cwd": &m.cwd,
		"session_id": &m.session, "tool_use_id": &m.call, "permission_mode": &m.mode, "agent_type": &m.agentType,
	})
	event.named = m.name.given()
	if err != nil {
		return event, fmt.Errorf("the event %w: send one JSON object", err)
	}
	request := &event.Request
	request.Event, _ = m.name.text()
	switch _, isText := m.name.text(); {
	case event.named && !isText:
		return event, fmt.Errorf("the event's hook_event_name is %s: send a string", m.name.kind())
	case request.Event == claudeStart:
		event.Started = true
		event.about(&m)
		request.Cwd = event.dir(&m.cwd)
		return event, nil
	case event.named && !slices.Contains([]string{claudeEvent, claudePrompted, claudeRan, claudeFailed}, request.Event):
		return event, nil
	}
	event.Prompted = request.Event == claudePrompted
	event.Ran = request.Event == claudeRan || request.Event == claudeFailed
	before := !event.Prompted && !event.Ran
	if before {
		request.Unconfined = unconfined(document)
	}
	if err := once("tool_name", &m.tool, "a string", '"'); err != nil {
		return event, err
	}
	request.Tool, _ = m.tool.text()
	err = claudeCall(&event, &m, before)
	return event, err
}

// claudeMembers are the members of an event that are read.
type claudeMembers struct{ name, tool, input, cwd, session, call, mode, agentType field }

// claudeCall reads the call of a tool, where it is one that is judged, or was.
func claudeCall(event *Event, m *claudeMembers, before bool) error {
	request := &event.Request
	switch files := findTool(claudeTools, request.Tool); {
	case request.Tool == claudeTool:
		command, err := claudeCommand(event, &m.input)
		if err != nil {
			return err
		}
		event.about(m)
		request.Sources = []ast.Source{{Text: command, Dir: event.directory(&m.cwd)}}
	case files != nil && before:
		event.about(m)
		request.Cwd = event.dir(&m.cwd)
		request.Targets = files.targets(&m.input, request.Cwd)
	case request.Unconfined != "":
		event.about(m)
		request.Cwd = event.dir(&m.cwd)
	default:
		return nil
	}
	event.Judged = before
	return nil
}

// about reads the strings that say whose call it is.
func (e *Event) about(m *claudeMembers) {
	r := &e.Request
	e.text("session_id", &m.session, &r.Session)
	e.text("tool_use_id", &m.call, &r.CallID)
	e.text("permission_mode", &m.mode, &r.Mode)
	e.text("agent_type", &m.agentType, &r.AgentType)
}

// claudeCommand reads the command and remembers the bytes around it.
func claudeCommand(event *Event, input *field) (string, error) {
	if err := once("tool_input", input, "an object", '{'); err != nil {
		return "", err
	}
	var command, background, noSandbox field
	if err := object(input.raw, map[string]*field{"command": &command, "run_in_background": &background, "dangerouslyDisableSandbox": &noSandbox}); err != nil {
		return "", fmt.Errorf("the event's tool_input %w: send one JSON object", err)
	}
	if err := once("tool_input.command", &command, "a string", '"'); err != nil {
		return "", err
	}
	event.Background, event.NoSandbox = background.on(), noSandbox.on()
	event.input = input.raw
	at := command.place()
	event.commands = []bytesSpan{at.span}
	return at.text, nil
}

// once demands a member that is there once and is of a type, given by its name and
// its first byte. Of two, programs differ on which one counts.
func once(name string, f *field, kind string, first byte) error {
	switch {
	case f.count > 1:
		return fmt.Errorf("the event's %s is there %d times: send it once", name, f.count)
	case f.count == 0 || f.raw[0] != first:
		return fmt.Errorf("the event's %s is %s: send %s", name, f.kind(), kind)
	}
	return nil
}

// text stores a string that may be absent.
func (e *Event) text(name string, f *field, into *string) {
	value, ok := f.text()
	if !ok && f.given() {
		e.note(name, f, "a string")
	}
	*into = value
}

func (e *Event) note(name string, f *field, want string) {
	e.Notes = append(e.Notes, fmt.Sprintf("the event's %s is %s and is ignored: send %s", name, f.kind(), want))
}

// directory returns where the command runs, the zero Value where the event does not
// say. A directory that cannot be used is unknown: it counts as outside.
func (e *Event) directory(f *field) ast.Value { return e.directoryOf("cwd", f) }

// directoryOf reads a directory from a field of any name.
func (e *Event) directoryOf(name string, f *field) ast.Value {
	const want = "an absolute path"
	dir, ok := f.text()
	switch {
	case !f.given():
		return ast.Value{}
	case !ok:
		e.note(name, f, want)
		return ast.Unknown("the event's "+name+" is "+f.kind(), "PWD")
	case !strings.HasPrefix(dir, "/"):
		e.Notes = append(e.Notes, fmt.Sprintf("the event's %s %.100q is not absolute and is ignored: send %s", name, dir, want))
		return ast.Unknown("the event's "+name+" is not absolute", "PWD")
	case !utf8.ValidString(dir) || strings.IndexByte(dir, 0) >= 0:
		e.Notes = append(e.Notes, fmt.Sprintf("the event's %s %.100q is not text and is ignored: send %s", name, dir, want))
		return ast.Unknown("the event's "+name+" is not text", "PWD")
	}
	return ast.Known(dir)
}

// dir returns the directory that the event names, empty where it names none.
func (e *Event) dir(f *field) string {
	dir, _ := e.directory(f).Text()
	return dir
}

// startClaude writes the answer to the start of a session: what the model is told.
func startClaude(context string) []byte {
	var nested, whole writer
	nested.str("hookEventName", claudeStart)
	nested.str("additionalContext", capped(context))
	whole.raw("hookSpecificOutput", nested.bytes())
	return append(whole.bytes(), '\n')
}

// encodeClaude writes the nested form that Claude Code reads. For the older payload
// its flat keys stand beside it; Claude Code ignores those.
//
// A rewrite without a grant has no permissionDecision: Claude Code then judges the
// rewritten command by the user's own rules.
func encodeClaude(event Event, answer Answer) []byte {
	if answer.Verdict == rules.Rewrite && !event.takes(answer.all()) {
		answer = Answer{Verdict: rules.Ask, Reason: answer.Reason}
	}
	if answer.Verdict == rules.Pass {
		return nil
	}
	var updated []byte
	if answer.Verdict == rules.Rewrite {
		updated = event.rewritten(answer.all())
	}
	said := decision(answer)
	var whole writer
	if !event.named {
		whole.raw("updatedInput", updated)
		whole.str("permissionDecision", said)
	}
	whole.raw("hookSpecificOutput", nestedClaude(said, updated, answer))
	return append(whole.bytes(), '\n')
}

// nestedClaude is what hookSpecificOutput holds, for Claude Code and those who read its
// form.
func nestedClaude(said string, updated []byte, answer Answer) []byte {
	var nested writer
	nested.str("hookEventName", claudeEvent)
	nested.str("permissionDecision", said)
	nested.str("permissionDecisionReason", capped(answer.Reason))
	nested.raw("updatedInput", updated)
	nested.str("additionalContext", capped(answer.Context))
	return nested.bytes()
}

// encodeNested writes Claude's form without the keys of the older payload, for those who
// read Claude's form.
func encodeNested(event Event, answer Answer) []byte {
	event.named = true
	return encodeClaude(event, answer)
}

// decision is the word that most agents have for a verdict, "" where they decide.
func decision(answer Answer) string {
	switch answer.Verdict {
	case rules.Pass:
		return ""
	case rules.Allow:
		return "allow"
	case rules.Rewrite:
		if answer.Grant {
			return "allow"
		}
		return ""
	case rules.Ask:
		return "ask"
	}
	return "deny"
}

// capped returns text that the client will not cut by itself.
func capped(text string) string { return cappedTo(text, maxString) }

// cappedTo returns text of so many UTF-16 units at the most.
func cappedTo(text string, most int) string {
	const note = " … (cut)"
	units := 0
	keep := 0 // bytes that fit together with the note
	for i, r := range text {
		if units <= most-len(note) {
			keep = i
		}
		if units++; r > 0xFFFF {
			units++
		}
	}
	if units <= most {
		return text
	}
	return text[:keep] + note
}
