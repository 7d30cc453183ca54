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
)

// shape says where the event of an agent has what is read of it: the names of members,
// with a point between a member and one that is inside it. An empty name is a member
// that the agent does not send.
type shape struct {
	// agent is the agent's name.
	agent string
	// name is the member that names the event, and before are the names of those that
	// are judged; without any, every event is.
	name   string
	before []string
	// after are the names of the events that tell that a command ran.
	after []string
	// tool is the member that names the tool; without one the event's name does.
	tool string
	// input is the tool's input; without one it is the event itself. Where text is set
	// it may be a string that holds the object.
	input string
	text  bool
	// cwd is where the tool runs, and roots a list of directories whose first one counts
	// where that is absent. dir is a member of the input that goes before both; it may be
	// relative to them.
	cwd, roots, dir string
	// session, call, mode and kind say whose call it is: the session, the call, the
	// permission mode and the type of the subagent.
	session, call, mode, kind string
	// shells are the tools that run commands, and command is the member of their input
	// that holds one. Where that is not all, commands reads them.
	shells   []string
	command  string
	commands func(label string, input *field) ([]place, error)
	// files are the tools that take paths.
	files []fileTool
}

// place is one command of a call: its text, and where its JSON string stands in the
// input. A span of no bytes is a command that cannot be replaced.
type place struct {
	text string
	span bytesSpan
}

// slots are the members of a shape, as they were read.
type slots struct{ name, tool, input, cwd, roots, session, call, mode, kind field }

// decode reads one event as decodeClaude does: an event of another name and a tool that
// is not known are not judged, whatever else they hold.
func (s *shape) decode(document []byte) (Event, error) {
	event := Event{Request: analyzer.Request{Agent: s.agent}}
	if bytes.HasPrefix(document, byteOrderMark) {
		return event, errors.New("the event begins with a byte order mark: send it as UTF-8 without one")
	}
	var m slots
	err := members(document, []member{
		{s.name, &m.name}, {s.tool, &m.tool}, {s.input, &m.input}, {s.cwd, &m.cwd}, {s.roots, &m.roots},
		{s.session, &m.session}, {s.call, &m.call}, {s.mode, &m.mode}, {s.kind, &m.kind},
	})
	event.named = m.name.given()
	request := &event.Request
	name, isText := m.name.text()
	request.Event = name
	switch {
	case err != nil:
		return event, fmt.Errorf("the event %w: send one JSON object", err)
	case event.named && !isText:
		return event, fmt.Errorf("the event's %s is %s: send a string", s.name, m.name.kind())
	case slices.Contains(s.after, name):
		event.Ran = true
	case len(s.before) > 0 && !slices.Contains(s.before, name):
		return event, nil
	}
	if !event.Ran {
		request.Unconfined = unconfined(document)
	}
	request.Tool = name
	if s.tool != "" {
		if err := once(s.tool, &m.tool, "a string", '"'); err != nil {
			return event, err
		}
		request.Tool, _ = m.tool.text()
	}
	if s.input == "" {
		m.input = field{raw: document, count: 1}
	}
	return event, s.toolCall(&event, &m)
}

// toolCall reads the call, where it is one that is judged.
func (s *shape) toolCall(event *Event, m *slots) error {
	request := &event.Request
	files := findTool(s.files, request.Tool)
	shell := slices.Contains(s.shells, request.Tool) || event.Ran && s.tool == ""
	if event.Ran {
		files = nil // only what commands ran is of interest
	}
	if !shell && files == nil && request.Unconfined == "" {
		return nil
	}
	s.unpack(event, &m.input)
	m.input.start = 0 // places are those in the input
	switch {
	case shell:
		places, err := s.places(&m.input)
		if err != nil {
			return err
		}
		s.about(event, m)
		dir := s.directory(event, m)
		event.input = m.input.raw
		for _, p := range places {
			request.Sources = append(request.Sources, ast.Source{Text: p.text, Dir: dir})
			event.commands = append(event.commands, p.span)
		}
	default:
		s.about(event, m)
		request.Cwd, _ = s.directory(event, m).Text()
		if files != nil {
			request.Targets = files.targets(&m.input, request.Cwd)
		}
	}
	event.Judged = !event.Ran
	return nil
}

// unpack takes the object out of an input that is a string. What cannot be written as
// JSON again is marked, so that nobody rewrites it.
func (s *shape) unpack(event *Event, input *field) {
	text, ok := input.text()
	if !s.text || !ok || !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") {
		return
	}
	event.frozen = !utf8.ValidString(text)
	*input = field{raw: []byte(text), count: input.count}
}

// places reads the commands of a shell's input.
func (s *shape) places(input *field) ([]place, error) {
	label := s.input
	if label == "" {
		label = s.command
	}
	if s.commands != nil {
		return s.commands(label, input)
	}
	if err := once(label, input, "an object", '{'); err != nil {
		return nil, err
	}
	var command field
	if err := object(input.raw, map[string]*field{s.command: &command}); err != nil {
		return nil, fmt.Errorf("the event's %s %w: send one JSON object", label, err)
	}
	if s.input != "" {
		label += "." + s.command
	}
	if err := once(label, &command, "a string", '"'); err != nil {
		return nil, err
	}
	return []place{command.place()}, nil
}

// place returns a command that was read as a string.
func (f *field) place() place {
	text, _ := f.text()
	return place{text, bytesSpan{f.start, f.start + len(f.raw)}}
}

// about reads the strings that say whose call it is.
func (s *shape) about(event *Event, m *slots) {
	r := &event.Request
	event.text(s.session, &m.session, &r.Session)
	event.text(s.call, &m.call, &r.CallID)
	event.text(s.mode, &m.mode, &r.Mode)
	event.text(s.kind, &m.kind, &r.AgentType)
}

// directory returns where the tool runs, the zero Value where the event does not say.
func (s *shape) directory(event *Event, m *slots) ast.Value {
	base, label := &m.cwd, s.cwd
	if !base.given() && m.roots.given() && m.roots.raw[0] == '[' {
		if first := elements(m.roots.raw); len(first) > 0 {
			base, label = first[0], s.roots+"[0]"
		}
	}
	var own field
	if s.dir == "" || len(m.input.raw) == 0 || object(m.input.raw, map[string]*field{s.dir: &own}) != nil {
		return event.directoryOf(label, base)
	}
	text, isText := own.text()
	inner := s.input + "." + s.dir
	switch {
	case !own.given(), isText && text == "":
		return event.directoryOf(label, base)
	case !isText, strings.HasPrefix(text, "/"):
		return event.directoryOf(inner, &own)
	}
	outer, known := event.directoryOf(label, base).Text()
	if !known || strings.HasPrefix(text, "~") || !utf8.ValidString(text) || strings.IndexByte(text, 0) >= 0 {
		return ast.Unknown("the event's "+inner+" is not absolute", "PWD")
	}
	return ast.Known(outer + "/" + text)
}

// member is a member of the event that is wanted: its path, and where it goes.
type member struct {
	path string
	into *field
}

// members reads the members of one JSON object that have a path. Of an object that is
// there twice, all that is inside it counts as often.
func members(document []byte, wanted []member) error {
	top := make(map[string]*field, len(wanted))
	for _, w := range wanted {
		head, _, nested := strings.Cut(w.path, ".")
		switch {
		case w.path == "":
		case !nested:
			top[head] = w.into
		case top[head] == nil:
			top[head] = &field{}
		}
	}
	if err := object(document, top); err != nil {
		return err
	}
	for _, w := range wanted {
		head, tail, nested := strings.Cut(w.path, ".")
		outer := top[head]
		if !nested || len(outer.raw) == 0 || outer.raw[0] != '{' {
			continue
		}
		if err := object(outer.raw, map[string]*field{tail: w.into}); err != nil {
			return err
		}
		w.into.start += outer.start
		w.into.count *= outer.count
	}
	return nil
}
