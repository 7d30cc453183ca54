package install

import "github.com/tailscale/hujson"

// place is where a file starts the hook.
type place struct {
	// list is the event's list and entry its element at index.
	list, entry hujson.Value
	index       int
	// inner is the list of handlers in the entry, and handler its element at position;
	// where entries are handlers themselves, handler is the entry.
	inner, handler hujson.Value
	position       int
	// shared says that the entry has other handlers as well.
	shared bool
}

// command is one command line that a file registers.
type command struct {
	place
	line, matcher string
}

// commands returns every command line of an event. What is no entry at all is an error:
// agents drop a whole file for it, so nothing may be added to one.
func (c *change) commands(a Agent, path []string) (out []command, err error) {
	elements, v, found, err := c.document.list(path...)
	if err != nil || !found {
		return nil, err
	}
	for i, e := range elements {
		if e.Value.Kind() != '{' {
			return nil, c.fail(c.start(e), "an entry of %q is %s, and an object is expected: mend the file", path[len(path)-1], called(e))
		}
		matcher := c.string(e, "matcher")
		at := place{list: v, entry: e, index: i, handler: e}
		if !a.Form.Nested {
			out = append(out, command{at, c.line(a, e), matcher})
			continue
		}
		inner, index, err := c.member(e, "hooks")
		if err != nil {
			return nil, err
		}
		handlers, ok := inner.Value.(*hujson.Array)
		if index < 0 || !ok {
			return nil, c.fail(c.start(e), "an entry of %q has no list \"hooks\": mend the file", path[len(path)-1])
		}
		for j, h := range handlers.Elements {
			if h.Value.Kind() != '{' {
				return nil, c.fail(c.start(h), "a hook of %q is %s, and an object is expected: mend the file", path[len(path)-1], called(h))
			}
			at.inner, at.handler, at.position, at.shared = inner, h, j, len(handlers.Elements) > 1
			out = append(out, command{at, c.line(a, h), matcher})
		}
	}
	return out, nil
}

// places returns where an event starts the hook.
func (c *change) places(a Agent, path []string) (out []place, err error) {
	all, err := c.commands(a, path)
	for _, found := range all {
		if ours(found.line) {
			out = append(out, found.place)
		}
	}
	return out, err
}

// line is the command line of a handler, with the words of its args where it has some.
func (c *change) line(a Agent, handler hujson.Value) string {
	line := c.string(handler, a.Form.Command)
	if line == "" {
		line = c.string(handler, "command")
	}
	if args, index, err := c.member(handler, "args"); err == nil && index >= 0 {
		if words, ok := args.Value.(*hujson.Array); ok && len(words.Elements) > 0 {
			if first, ok := words.Elements[0].Value.(hujson.Literal); ok && first.Kind() == '"' {
				line = quote(line) + " " + quote(first.String())
			}
		}
	}
	return line
}

// string is a member of an object that is a string, else "".
func (c *change) string(v hujson.Value, name string) string {
	m, index, err := c.member(v, name)
	if err != nil || index < 0 || m.Value.Kind() != '"' {
		return ""
	}
	return m.Value.(hujson.Literal).String()
}
