package protocol

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// signs are what tells the events of one agent from those of another.
type signs struct {
	names []string // of the members, as far as the event can be read
	event string   // what hook_event_name says
	tool  string   // what tool_name says
	own   string   // what agent says, which our own plugins send
}

// has reports whether all of these members are there.
func (s *signs) has(names ...string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(s.names, name) })
}

// maxNames is how many members are looked at. Agents send a dozen.
const maxNames = 100

// Detect returns the agent whose event the document is, told by its members. What has no
// hints is Claude Code's, and the payload without an event's name; that holds for what
// cannot be read as well. It is false where the event names neither itself nor a tool:
// then nobody is known who would send it.
func Detect(document []byte) (Agent, bool) {
	s := look(document)
	for _, a := range agents {
		if a.Is != nil && a.Is(s) {
			return *a, true
		}
	}
	known := len(s.names) == 0 || s.has("hook_event_name") || s.has("tool_name") || s.has("tool_input")
	return *agents[0], known
}

// look reads the signs. It reads no further than the event is JSON.
func look(document []byte) *signs {
	s := &signs{names: make([]string, 0, 16)}
	d := jsontext.NewDecoder(bytes.NewBuffer(document), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if d.PeekKind() != '{' {
		return s
	}
	_, err := d.ReadToken()
	for err == nil && d.PeekKind() == '"' && len(s.names) < maxNames {
		var token jsontext.Token
		if token, err = d.ReadToken(); err != nil {
			break
		}
		name := token.String()
		var into *string
		switch name {
		case "hook_event_name":
			into = &s.event
		case "tool_name":
			into = &s.tool
		case "agent":
			into = &s.own
		}
		if into == nil || d.PeekKind() != '"' {
			s.names = append(s.names, name)
			err = d.SkipValue()
			continue
		}
		if token, err = d.ReadToken(); err == nil {
			s.names = append(s.names, name)
			*into = token.String()
		}
	}
	return s
}
