package install

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// tablesChange is a settings file in TOML on its way, with what happened to it. Before it
// counts, it is proved that the file says what it said, but for the hooks of ours.
type tablesChange struct {
	*tables
	outcome
}

func beginTables(a Agent, file, text string) (*tablesChange, error) {
	t, err := readTables(a.Group, file, text)
	if err != nil {
		return nil, err
	}
	return &tablesChange{tables: t}, nil
}

// register makes each event that is needed start the hook once.
func (c *tablesChange) register(w wish, _ *record) error {
	before := c.rest(w.agent)
	for _, e := range w.agent.Events {
		if err := c.event(w, e, slices.Contains(w.needs, e.Need)); err != nil {
			return err
		}
	}
	for _, e := range w.agent.Events {
		found := c.ours(w.agent, e.Name)
		switch {
		case !slices.Contains(w.needs, e.Need):
		case len(found) != 1, !w.same(e, c.hooks[found[0]]):
			return c.refuse()
		}
	}
	return c.prove(w.agent, before)
}

// event makes one event start the hook once, or not at all where nothing needs it.
func (c *tablesChange) event(w wish, e event, needed bool) error {
	times := len(c.ours(w.agent, e.Name))
	if !needed {
		return c.drop(w.agent, e.Name, 0)
	}
	if times > 1 {
		c.notes = append(c.notes, fmt.Sprintf("%s had the hook %d times: one is kept", e.Name, times))
	}
	if err := c.drop(w.agent, e.Name, 1); err != nil {
		return err
	}
	if times == 0 {
		return c.apply(c.one(w.table(e)))
	}
	if at := c.hooks[c.ours(w.agent, e.Name)[0]]; !w.same(e, at) {
		return c.apply(c.instead(at, w.table(e)))
	}
	return nil
}

// withdraw removes the hooks of ours.
func (c *tablesChange) withdraw(a Agent, _ record) error {
	before := c.rest(a)
	for _, e := range a.Events {
		if err := c.drop(a, e.Name, 0); err != nil {
			return err
		}
	}
	return c.prove(a, before)
}

// drop removes the hooks of ours from an event, but for the first few.
func (c *tablesChange) drop(a Agent, event string, keep int) error {
	for found := c.ours(a, event); len(found) > keep; found = c.ours(a, event) {
		if err := c.apply(c.less(found[len(found)-1])); err != nil {
			return err
		}
		if len(c.ours(a, event)) >= len(found) {
			return c.refuse()
		}
	}
	return nil
}

// apply makes splices, and reads the text again.
func (c *tablesChange) apply(splices []splice) error {
	next, err := readTables(c.name, c.file, c.spliced(splices...))
	if err != nil {
		return c.refuse()
	}
	c.tables = next
	return nil
}

// prove holds what the file says against what it said.
func (c *tablesChange) prove(a Agent, before string) error {
	if c.rest(a) != before {
		return c.refuse()
	}
	return nil
}

// refuse leaves a file alone in which the hook cannot be written, or taken out, for sure.
func (c *tablesChange) refuse() error {
	return fmt.Errorf("%s cannot be changed without a change of something else in it, so it is left alone: write its hooks as tables [[%s]]", printable(c.file), c.name)
}

// void reports whether a settings file says nothing.
func (c *tablesChange) void() bool {
	return strings.Trim(strings.TrimPrefix(c.text, byteOrderMark), blanks) == ""
}

// table are the members of the hook for an event.
func (w wish) table(e event) []member {
	return append([]member{{eventMember, text(e.Name)}}, w.handler(e).members...)
}

// same reports whether an element says what is wished for an event.
func (w wish) same(e event, at element) bool {
	var want map[string]any
	_, err := toml.Decode(pairs(w.table(e), "\n"), &want)
	return err == nil && reflect.DeepEqual(want, at.says)
}

// pairs are members joined by a text. A string of JSON is one of TOML, but for the one
// character that only TOML wants escaped.
func pairs(members []member, between string) string {
	lines := make([]string, len(members))
	for i, m := range members {
		lines[i] = m.Name + " = " + strings.ReplaceAll(m.Value.scalar, "\x7f", `\u007F`)
	}
	return strings.Join(lines, between)
}

// one writes one more hook: behind the others of the array, or else as a table at the end.
func (t *tables) one(members []member) []splice {
	newline := t.newline()
	if t.array.to > 0 {
		return t.within("{ " + pairs(members, ", ") + " }")
	}
	gap := newline
	switch {
	case strings.Trim(strings.TrimPrefix(t.text, byteOrderMark), blanks) == "", strings.HasSuffix(t.text, "\n"+newline):
		gap = ""
	case !strings.HasSuffix(t.text, "\n"):
		gap = newline + newline
	}
	at := len(t.text)
	return []splice{{at, at, gap + "[[" + t.name + "]]" + newline + pairs(members, newline) + newline}}
}

// within writes one more element into the array.
func (t *tables) within(text string) []splice {
	inside := layout{style: style{newline: t.newline(), comma: ", "}, lines: strings.Contains(t.text[t.array.from:t.array.to], "\n")}
	if len(t.hooks) == 0 {
		at := t.array.from + 1
		return []splice{{at, at, text}}
	}
	last := t.hooks[len(t.hooks)-1].part
	inside.indent, _ = t.indent(last.from)
	return t.behind(last, t.array.to-1, inside, text)
}

// instead writes other members into an element. The header of a table stays, and so do
// comments.
func (t *tables) instead(e element, members []member) []splice {
	if len(e.lines) == 0 {
		return []splice{{e.from, e.to, "{ " + pairs(members, ", ") + " }"}}
	}
	s := scanner{text: t.text, at: e.lines[0].to}
	s.line()
	newline := t.newline()
	text := pairs(members, newline) + newline
	if !s.next('\n') {
		text = newline + text
	}
	return append([]splice{{s.at, s.at, text}}, t.cuts(e.lines[1:])...)
}

// less takes one hook out, with the empty line before its table.
func (t *tables) less(index int) []splice {
	e := t.hooks[index]
	if len(e.lines) == 0 {
		var parts []part
		for _, h := range t.hooks {
			parts = append(parts, h.part)
		}
		return t.without(parts, index)
	}
	cuts := t.cuts(e.lines)
	before := t.text[:cuts[0].from]
	if line, found := strings.CutSuffix(before, "\n"); found {
		line = strings.TrimRight(line, " \t\r")
		if line == "" || strings.HasSuffix(line, "\n") {
			cuts[0].from = len(line)
		}
	}
	return cuts
}

// cuts takes statements out, each with its line where nothing else stands on it. A comment
// stays, without the blanks before it.
func (t *tables) cuts(lines []statement) (out []splice) {
	for _, st := range lines {
		cut := t.tidy(splice{st.from, st.to, ""})
		if rest := strings.TrimLeft(t.text[cut.to:], " \t"); strings.HasPrefix(rest, "#") && cut.to == st.to {
			cut.to = len(t.text) - len(rest)
		}
		out = append(out, cut)
	}
	return out
}
