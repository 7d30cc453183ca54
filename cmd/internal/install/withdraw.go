package install

import (
	"slices"

	"github.com/tailscale/hujson"
)

// withdraw removes every entry of ours, and what was made for them where it is empty
// by now. Without a record it is not known what was made: the lists of events, and the
// group, are taken for ours where nothing is left in them.
func (c *change) withdraw(a Agent, was record) error {
	made, known := was.Made, was.Path != ""
	held := false
	for _, e := range a.Events {
		path := []string{a.Group, e.Name}
		before := c.text
		if err := c.drop(a, e.Name, 0); err != nil {
			return err
		}
		if c.text != before && !known {
			held = true
			made = append(made, path)
		}
	}
	if held {
		made = append([][]string{{a.Group}}, made...)
	}
	if a.Plugins != nil {
		before := c.text
		if err := c.unplug(a); err != nil {
			return err
		}
		if c.text != before && !known {
			made = append(made, a.Plugins)
		}
	}
	if was.Directory != "" {
		if err := c.leave(a.Directories, was.Directory); err != nil {
			return err
		}
	}
	for _, path := range slices.Backward(made) {
		if err := c.clear(a, path); err != nil {
			return err
		}
	}
	return nil
}

// drop removes the entries of ours from an event, but for the first few.
func (c *change) drop(a Agent, event string, keep int) error {
	for {
		found, err := c.places(a, []string{a.Group, event})
		if err != nil || len(found) <= keep {
			return err
		}
		last := found[len(found)-1]
		from, index := last.list, last.index
		if last.shared {
			from, index = last.inner, last.position
		}
		if err := c.take(from, index); err != nil {
			return err
		}
	}
}

// take takes one part out of the document, as remove does.
func (c *change) take(v hujson.Value, index int) error {
	next, err := c.remove(v, index)
	if err == nil {
		c.document = next
	}
	return err
}

// leave removes a directory from the agent's list.
func (c *change) leave(path []string, directory string) error {
	elements, v, found, err := c.document.list(path...)
	if err != nil || !found {
		return err
	}
	index := slices.IndexFunc(elements, func(e hujson.Value) bool { return text(directory).same(e) })
	if index < 0 {
		return nil
	}
	return c.take(v, index)
}

// clear removes what was made at a path where nothing is in it any more, nor a comment;
// of the members beside the hooks, where there are no hooks any more.
func (c *change) clear(a Agent, path []string) error {
	above, found, err := c.at(path[:len(path)-1]...)
	if err != nil || !found || above.Value.Kind() != '{' {
		return err
	}
	v, index, err := c.member(above, path[len(path)-1])
	if err != nil || index < 0 || !c.spare(a, path, v) {
		return err
	}
	return c.take(above, index)
}

// spare reports whether nothing would be lost with a value that was made.
func (c *change) spare(a Agent, path []string, v hujson.Value) bool {
	for _, m := range slices.Concat(a.Top, a.New) {
		if len(path) == 1 && path[0] == m.Name {
			hooks, found, err := c.at(a.Group)
			return err == nil && m.Value.same(v) && (!found || object().same(hooks))
		}
	}
	switch v := v.Value.(type) {
	case *hujson.Object:
		return len(v.Members) == 0 && len(trimmed(v.AfterExtra)) == 0
	case *hujson.Array:
		return len(v.Elements) == 0 && len(trimmed(v.AfterExtra)) == 0
	}
	return false
}

// void reports whether a settings file says nothing.
func (c *change) void() bool {
	root := c.root.Value.(*hujson.Object)
	return len(root.Members) == 0 && len(trimmed(root.AfterExtra))+len(trimmed(c.root.BeforeExtra))+len(trimmed(c.root.AfterExtra)) == 0
}
