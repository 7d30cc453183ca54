package policy

import (
	"slices"
	"strings"

	"sandbox-enforcer/rules"
)

// list is a list of entries. A project can only let it grow, or where it allows
// something, shrink.
type list struct {
	of func(*rules.Policy) *[]rules.Entry
	// check says what is wrong with the text of an entry, and adds it.
	check   func(p *page, n node, e rules.Entry)
	shrinks bool
	// absentIsAll says that no list at all stands for every entry there could be.
	absentIsAll bool
	// kept are the entries that are always there.
	kept []string
}

func (list) expected() string { return "a list of strings, or of objects with a text" }

func (l list) read(p *page, n node, into *rules.Policy) bool {
	if n.kind != '[' {
		return false
	}
	var out []rules.Entry
	if l.absentIsAll {
		out = []rules.Entry{}
	}
	if room := len(l.kept) + len(n.values); room > 0 {
		out = make([]rules.Entry, 0, room)
	}
	for _, text := range l.kept {
		out = append(out, rules.Entry{Text: text})
	}
	for _, element := range n.values {
		e, at, ok := p.entry(element)
		if !ok {
			continue
		}
		if e.Text == "" {
			p.fail(at.start, at.end, "an entry is empty: write what it means, or remove it")
			continue
		}
		l.check(p, at, e)
		if !slices.Contains(l.kept, e.Text) {
			out = append(out, e)
		}
	}
	*l.of(into) = out
	return true
}

func (l list) tighten(policy *rules.Policy, by rules.Policy) bool {
	mine, theirs := *l.of(policy), *l.of(&by)
	var out []rules.Entry
	switch {
	case l.shrinks && l.absentIsAll && mine == nil:
		out = theirs
		if out == nil {
			return false
		}
	case l.shrinks:
		out = slices.DeleteFunc(slices.Clone(mine), func(e rules.Entry) bool { return !holds(theirs, e) })
	default:
		out = slices.Clone(mine)
		for _, e := range theirs {
			if !holds(out, e) {
				out = append(out, e)
			}
		}
	}
	same := len(out) == len(mine) && (out == nil) == (mine == nil)
	if len(out) == 0 && !l.absentIsAll {
		out = nil
	}
	*l.of(policy) = out
	return !same
}

func (l list) replace(policy *rules.Policy, by rules.Policy) { *l.of(policy) = *l.of(&by) }

// holds reports whether a list has an entry of the same words.
func holds(list []rules.Entry, e rules.Entry) bool {
	return slices.ContainsFunc(list, func(other rules.Entry) bool {
		return other.Text == e.Text || slices.Equal(strings.Fields(other.Text), strings.Fields(e.Text)) && strings.TrimSpace(e.Text) != ""
	})
}

func (l list) diff(from, to rules.Policy) []string {
	old, now := *l.of(&from), *l.of(&to)
	if l.absentIsAll && (old == nil) != (now == nil) {
		return []string{all(old) + " becomes " + all(now)}
	}
	var out []string
	for _, e := range old {
		if !holds(now, e) {
			out = append(out, "loses "+quote(e.Text))
		}
	}
	for _, e := range now {
		if !holds(old, e) {
			out = append(out, "gains "+quote(e.Text))
		}
	}
	return out
}

// all names a list of which the absence means everything.
func all(entries []rules.Entry) string {
	if entries == nil {
		return "all"
	}
	texts := make([]string, len(entries))
	for i, e := range entries {
		texts[i] = quote(e.Text)
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

// entry reads an element of a list. The second result is the string that is its text.
func (p *page) entry(n node) (rules.Entry, node, bool) {
	e := rules.Entry{Origin: p.origin(n.start)}
	switch n.kind {
	case '"':
		e.Text = n.text
		return e, n, true
	case '{':
		return p.entryObject(n, e)
	}
	p.wrongType(n, "an entry", "a string, or an object with a text")
	return e, n, false
}

func (p *page) entryObject(n node, e rules.Entry) (rules.Entry, node, bool) {
	var names []string
	for _, k := range entryKeys {
		names = append(names, k.name)
	}
	before := len(p.problems)
	at := node{}
	p.members(n, "an entry", names, func(i int, name, v node) {
		k := entryKeys[i]
		switch {
		case k.text != nil && v.kind == '"':
			*k.text(&e) = v.text
			if k.name == "text" {
				at = v
			}
		case k.texts != nil && v.kind == '[':
			*k.texts(&e) = p.strings(v, name.text)
		case k.texts != nil:
			p.wrongType(v, quote(name.text), "a list of strings")
		default:
			p.wrongType(v, quote(name.text), "a string")
		}
	})
	if at.kind == 0 && len(p.problems) == before && n.end > 0 {
		p.fail(n.start, n.start+1, "the entry has no text: add \"text\"")
	}
	return e, at, at.kind != 0
}

// strings reads a list of strings.
func (p *page) strings(n node, name string) []string {
	var out []string
	for _, v := range n.values {
		if v.kind != '"' {
			p.wrongType(v, "an element of "+quote(name), "a string")
			continue
		}
		out = append(out, v.text)
	}
	return out
}

// members calls take with each member of an object whose name is one of names, with
// its index there. Comments are skipped; names that are unknown or there twice are
// problems.
func (p *page) members(n node, of string, names []string, take func(i int, name, value node)) {
	first := map[string]node{}
	for i, name := range n.names {
		if isComment(name.text) {
			continue
		}
		known := slices.Index(names, name.text)
		switch before, twice := first[name.text]; {
		case twice:
			p.fail(name.start, name.end, "the key %s is there twice, first on line %d: keep one", quote(name.text), p.origin(before.start).Line)
			continue
		case known < 0:
			p.fail(name.start, name.end, "%s has no key %s: %s", of, quote(name.text), instead(name.text, names))
		default:
			take(known, name, n.values[i])
		}
		first[name.text] = name
	}
}

// isComment reports whether a key is a comment, whatever it holds.
func isComment(name string) bool { return name == "description" || strings.HasPrefix(name, "_") }
