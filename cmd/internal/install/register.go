package install

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"
)

// wish is what the file of an agent should say.
type wish struct {
	agent Agent
	// command is the command line, and words are its words.
	command string
	words   []string
	// needs are what the user's choices make necessary.
	needs []need
	// members are those that the file has to have beside the hooks, because it is new.
	members []member
	// closed says that a failure of the hook has to block.
	closed bool
	// plugin is the address of the plugin, for agents that list such.
	plugin string
	// directory is what the agent's list of directories has to have; empty is nothing.
	directory string
}

// handler is the entry that starts the hook, with the matcher in it where the agent has
// it there.
func (w wish) handler(e event) value {
	f := w.agent.Form
	var members []member
	if !f.Nested && e.Matcher != "" {
		members = append(members, member{"matcher", text(e.Matcher)})
	}
	if f.Title {
		members = append(members, member{"name", text("sandbox-enforcer")})
	}
	if f.Type {
		members = append(members, member{"type", text("command")})
	}
	members = append(members, member{f.Command, text(w.command)})
	if f.Timeout != "" {
		members = append(members, member{f.Timeout, raw(strconv.Itoa(patience * f.Unit))})
	}
	if w.closed && f.Closed != nil && e.Need == judging {
		members = append(members, *f.Closed)
	}
	return object(members...)
}

// entry is the element of an event's list.
func (w wish) entry(e event) value {
	if !w.agent.Form.Nested {
		return w.handler(e)
	}
	var members []member
	if e.Matcher != "" {
		members = append(members, member{"matcher", text(e.Matcher)})
	}
	return object(append(members, member{"hooks", list(w.handler(e))})...)
}

// change is a document on its way, with what happened to it.
type change struct {
	*document
	outcome
	// earlier are the paths that an earlier run made.
	earlier [][]string
}

// register makes the file say what is wished, and keeps everything else.
func (c *change) register(w wish, was *record) error {
	c.earlier = was.Made
	if was.Directory != "" && was.Directory != w.directory {
		if err := c.leave(w.agent.Directories, was.Directory); err != nil {
			return err
		}
		was.Directory = ""
	}
	for _, m := range slices.Concat(w.agent.Top, w.members) {
		if _, err := c.ensure(m.Value, m.Name); err != nil {
			return err
		}
	}
	for _, e := range w.agent.Events {
		if err := c.event(w, e, slices.Contains(w.needs, e.Need)); err != nil {
			return err
		}
	}
	if w.agent.Plugins != nil {
		if err := c.plugin(w); err != nil {
			return err
		}
	}
	if w.directory == "" || w.agent.Directories == nil {
		return nil
	}
	return c.directory(w)
}

// plugin puts the plugin's address into the agent's list, once.
func (c *change) plugin(w wish) error {
	for {
		elements, v, found, err := c.document.list(w.agent.Plugins...)
		switch {
		case err != nil:
			return err
		case !found:
			_, err := c.ensure(list(text(w.plugin)), w.agent.Plugins...)
			return err
		}
		index := slices.IndexFunc(elements, ourPlugin)
		switch {
		case index < 0:
			next, err := c.addElement(v, text(w.plugin))
			if err == nil {
				c.document = next
			}
			return err
		case text(w.plugin).same(elements[index]):
			return nil
		}
		if err := c.unplug(w.agent); err != nil {
			return err
		}
	}
}

// unplug takes every address of the plugin out of the agent's list.
func (c *change) unplug(a Agent) error {
	for {
		elements, v, found, err := c.document.list(a.Plugins...)
		if err != nil || !found {
			return err
		}
		index := slices.IndexFunc(elements, ourPlugin)
		if index < 0 {
			return nil
		}
		if err := c.take(v, index); err != nil {
			return err
		}
	}
}

// ourPlugin reports whether an element of a list of plugins is ours, wherever it lies.
func ourPlugin(v hujson.Value) bool {
	address, ok := v.Value.(hujson.Literal)
	return ok && address.Kind() == '"' && ourAddress(address.String())
}

func ourAddress(address string) bool {
	return strings.HasSuffix(address, "/sandbox-enforcer/plugin.js")
}

// ensure makes a value at a path where nothing is, with the objects above it. It
// reports whether something was there.
func (c *change) ensure(v value, path ...string) (there bool, err error) {
	if _, found, err := c.at(path...); err != nil || found {
		return found, err
	}
	above := c.root
	if len(path) > 1 {
		if _, err := c.ensure(object(), path[:len(path)-1]...); err != nil {
			return false, err
		}
		if above, _, err = c.at(path[:len(path)-1]...); err != nil {
			return false, err
		}
		if above.Value.Kind() != '{' {
			return false, c.fail(c.start(above), "%q is %s, and an object is expected: mend the file", path[len(path)-2], called(above))
		}
	}
	next, err := c.addMember(above, member{path[len(path)-1], v})
	if err != nil {
		return false, err
	}
	c.document = next
	c.made = append(c.made, slices.Clone(path))
	return false, nil
}

// event makes one event start the hook once, or not at all where nothing needs it.
func (c *change) event(w wish, e event, needed bool) error {
	path := []string{w.agent.Group, e.Name}
	found, err := c.places(w.agent, path)
	if err != nil {
		return err
	}
	if !needed {
		return c.unneeded(w.agent, path, len(found))
	}
	if len(found) == 0 {
		return c.insert(w, e, path)
	}
	if len(found) > 1 {
		c.notes = append(c.notes, fmt.Sprintf("%s had the hook %d times: one is kept", e.Name, len(found)))
		if err := c.drop(w.agent, e.Name, 1); err != nil {
			return err
		}
		if found, err = c.places(w.agent, path); err != nil {
			return err
		}
	}
	return c.renew(w, e, found[0])
}

// unneeded takes the hook out of an event that it was registered for by an earlier
// choice.
func (c *change) unneeded(a Agent, path []string, times int) error {
	if times == 0 {
		return nil
	}
	if err := c.drop(a, path[1], 0); err != nil {
		return err
	}
	if slices.ContainsFunc(c.earlier, func(made []string) bool { return slices.Equal(made, path) }) {
		return c.clear(a, path)
	}
	return nil
}

// insert registers the hook behind the entries that an event has.
func (c *change) insert(w wish, e event, path []string) error {
	entry := w.entry(e)
	there, err := c.ensure(list(entry), path...)
	if err != nil || !there {
		return err
	}
	_, v, _, err := c.document.list(path...)
	if err != nil {
		return err
	}
	next, err := c.addElement(v, entry)
	if err != nil {
		return err
	}
	c.document = next
	return nil
}

// renew makes an entry of ours what it should be. One that shares its group with other
// hooks stays there, and the group's matcher stays as well.
func (c *change) renew(w wish, e event, at place) error {
	old, want := at.entry, w.entry(e)
	if at.shared {
		old, want = at.handler, w.handler(e)
	}
	if want.same(old) {
		return nil
	}
	next, err := c.replace(old, want)
	if err != nil {
		return err
	}
	c.document = next
	return nil
}

// directory adds the sandbox to the directories that the agent may use.
func (c *change) directory(w wish) error {
	there, err := c.ensure(list(text(w.directory)), w.agent.Directories...)
	if err != nil {
		return err
	}
	c.added = true
	if !there {
		return nil
	}
	elements, v, _, err := c.document.list(w.agent.Directories...)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(elements, func(e hujson.Value) bool { return text(w.directory).same(e) }) {
		c.added = false
		return nil
	}
	next, err := c.addElement(v, text(w.directory))
	if err != nil {
		return err
	}
	c.document = next
	return nil
}
