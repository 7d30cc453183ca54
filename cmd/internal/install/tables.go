package install

import (
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/BurntSushi/toml"
)

// tables is the text of a settings file in TOML, of which the hooks have their places.
// Like a document it is never printed from its values: what changes is spliced into the
// text, and the text is read again.
type tables struct {
	page
	// name is what the array of the hooks is called.
	name string
	// says is all that the file says.
	says map[string]any
	// array is where the hooks are written as one value, hooks = [{…}]. Without it each has
	// a header of its own, [[hooks]].
	array part
	hooks []element
}

// element is one hook: a part of the array, or a header with the lines that follow it.
type element struct {
	part
	lines []statement
	says  map[string]any
}

// start is where an element begins.
func (e element) start() int {
	if len(e.lines) > 0 {
		return e.lines[0].from
	}
	return e.from
}

// readTables parses a settings file in TOML.
func readTables(name, file, text string) (*tables, error) {
	t := &tables{page: page{file, text}, name: name, says: map[string]any{}}
	if err := t.plain(); err != nil {
		return nil, err
	}
	var wrong toml.ParseError
	if _, err := toml.Decode(text, &t.says); errors.As(err, &wrong) {
		at := max(wrong.Position.Start, 0) // of a character that it refuses it counts one too few
		if strings.HasPrefix(text, byteOrderMark) {
			at += len(byteOrderMark) // which the parser does not count
		}
		return nil, t.fail(at, "this is not TOML (%s): mend it, nothing was changed", wrong.Message)
	} else if err != nil {
		return nil, fmt.Errorf("%s: this is not TOML (%w): mend it, nothing was changed", printable(file), err)
	}
	if at, more := joined(text); more {
		return nil, t.fail(at, "this is not TOML (something follows a value on its line): mend it, nothing was changed")
	}
	at := t.find()
	said, err := t.elements(at)
	if err != nil {
		return nil, err
	}
	if len(said) != len(t.hooks) {
		return nil, t.fail(at, "it is not known where the %d hooks of %q begin: write each as a table [[%s]]", len(said), name, name)
	}
	for i := range said {
		t.hooks[i].says = said[i]
	}
	return t, nil
}

// find finds the places of the hooks, and returns where the first thing is said of them.
func (t *tables) find() (first int) {
	var above []string // of the table that the statement is in
	first = -1
	for _, st := range statements(t.text) {
		name, whole := st.key[0], len(st.key) == 1
		if st.brackets > 0 {
			above = st.key
		} else if above != nil {
			name, whole = above[0], false
		}
		if name != t.name {
			continue
		}
		if first < 0 {
			first = st.from
		}
		last := len(t.hooks) - 1
		switch {
		case st.brackets == 2 && whole:
			t.hooks = append(t.hooks, element{lines: []statement{st}})
		case above == nil && whole:
			t.value(st)
		case last >= 0:
			t.hooks[last].lines = append(t.hooks[last].lines, st)
		}
	}
	return max(first, 0)
}

// value finds the hooks that are written as one value.
func (t *tables) value(st statement) {
	s := scanner{text: t.text, at: st.value}
	if s.peek() != '[' {
		return
	}
	t.array = part{from: st.value, to: st.to}
	for _, p := range s.array() {
		t.hooks = append(t.hooks, element{part: p})
	}
}

// elements are what the hooks say.
func (t *tables) elements(at int) (out []map[string]any, err error) {
	switch value := t.says[t.name].(type) {
	case nil:
	case []map[string]any:
		return value, nil
	case []any:
		for _, e := range value {
			one, ok := e.(map[string]any)
			if !ok {
				return nil, t.fail(at, "an entry of %q is %s, and a table is expected: mend the file", t.name, named(e))
			}
			out = append(out, one)
		}
	default:
		return nil, t.fail(at, "%q is %s, and an array of tables is expected: mend the file", t.name, named(value))
	}
	return out, nil
}

// named names a value of TOML for messages.
func named(v any) string {
	switch v.(type) {
	case map[string]any:
		return "a table"
	case []any:
		return "an array"
	case string:
		return "a string"
	case int64, float64:
		return "a number"
	}
	return fmt.Sprint(v)
}

// text is a member of an element that is a string, else "".
func (e element) text(name string) string {
	text, _ := e.says[name].(string)
	return text
}

// eventMember is the member of a hook in TOML with the name of its event.
const eventMember = "event"

// starts reports whether an element starts the hook for one of the agent's events.
func (e element) starts(a Agent) bool {
	_, known := a.event(e.text(eventMember))
	return known && ours(e.text(a.Form.Command))
}

// ours are the indexes of the elements that start the hook for an event.
func (t *tables) ours(a Agent, event string) (out []int) {
	for i, e := range t.hooks {
		if e.starts(a) && e.text(eventMember) == event {
			out = append(out, i)
		}
	}
	return out
}

// rest is all that the file says beside the hooks of ours, as text to be compared. A file
// without hooks, and one with an empty list of them, say the same.
func (t *tables) rest(a Agent) string {
	all := maps.Clone(t.says)
	delete(all, t.name)
	var others []map[string]any
	for _, e := range t.hooks {
		if !e.starts(a) {
			others = append(others, e.says)
		}
	}
	return fmt.Sprintf("%#v %#v", all, others)
}
