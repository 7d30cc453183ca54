package install

import (
	"fmt"
	"maps"
	"slices"
)

// see fills in what an agent reads from a file.
func (c *tablesChange) see(a Agent, s *Seen) {
	s.Plain = true
	members := []string{eventMember, "matcher", a.Form.Command, a.Form.Timeout}
	for i, e := range c.hooks {
		for _, name := range slices.Sorted(maps.Keys(e.says)) {
			if !slices.Contains(members, name) {
				s.fail(c.fail(e.start(), "an entry of %q has %q, and one of event, matcher, %s and %s is expected: mend the file", c.name, name, a.Form.Command, a.Form.Timeout))
			}
		}
		for _, name := range []string{eventMember, a.Form.Command} {
			if e.text(name) == "" {
				s.fail(c.fail(e.start(), "an entry of %q has no string %q, and one is expected: mend the file", c.name, name))
			}
		}
		s.Hooks = append(s.Hooks, c.hook(a, i))
	}
}

// hook is what an element says about itself.
func (c *tablesChange) hook(a Agent, index int) Hook {
	e := c.hooks[index]
	h := Hook{
		Event: e.text(eventMember), Matcher: e.text("matcher"), Line: e.text(a.Form.Command),
		Ours: ours(e.text(a.Form.Command)), Command: true, Entry: index,
	}
	command := ""
	command, h.Rest = alone(h.Line)
	h.Words = fields(command)
	if limit, there := e.says[a.Form.Timeout]; there {
		h.Limit = fmt.Sprintf("%#v", limit)
		number, _ := limit.(int64)
		h.Number = float64(number)
	}
	h.Row, h.Column = c.place(e.start())
	return h
}
