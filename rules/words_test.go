package rules

import (
	"strings"

	"github.com/stretchr/testify/require"
	"sandbox-enforcer/ast"
)

// line is an invocation written as blank-separated words, for tables. In a word
//
//	$X  is text that is not known and stays one word, as "$X" does
//	%X  is text that is not known and may become several words, as an unquoted $X does
//	?…  begins a pattern that goes on to the end of the word
//	{a|b} is a word that is one of several texts
//	''  is the empty word
//
// The directory in effect is /work.
func line(text string) *ast.Invocation {
	inv := words(strings.Fields(text)...)
	for i := range inv.Args {
		raw, _ := inv.Args[i].Value.Text()
		inv.Args[i].Value, inv.Args[i].Many = value(raw)
	}
	return inv
}

// words is an invocation of known words.
func words(all ...string) *ast.Invocation {
	inv := &ast.Invocation{In: &ast.Script{}, Dir: ast.Known("/work")}
	at := 0
	for i, w := range all {
		arg := ast.Arg{Span: ast.Span{Start: at, End: at + len(w)}, Value: ast.Known(w)}
		at += len(w) + 1
		if i == 0 {
			inv.Name = &arg
			continue
		}
		inv.Args = append(inv.Args, arg)
	}
	inv.In.Source.Text = strings.Join(all, " ")
	inv.Span = ast.Span{End: max(at-1, 0)}
	return inv
}

func value(raw string) (v ast.Value, many bool) {
	switch {
	case raw == "''":
		return ast.Known(""), false
	case strings.HasPrefix(raw, "{") && strings.HasSuffix(raw, "}") && strings.Contains(raw, "|"):
		return ast.OneOf(strings.Split(raw[1:len(raw)-1], "|")...), false
	}
	i := strings.IndexAny(raw, "$%?")
	if i < 0 {
		return ast.Known(raw), false
	}
	var parts []ast.Part
	if i > 0 {
		parts = append(parts, ast.Part{Text: raw[:i]})
	}
	if raw[i] == '?' {
		return ast.ValueOf([][]ast.Part{append(parts, ast.Part{Text: raw[i:], Unknown: ast.Pattern})}), true
	}
	name := raw[i+1:]
	rest := strings.TrimLeft(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_")
	parts = append(parts, ast.Part{Unknown: "not set here", Var: name[:len(name)-len(rest)]})
	if rest != "" {
		parts = append(parts, ast.Part{Text: rest})
	}
	return ast.ValueOf([][]ast.Part{parts}), raw[i] == '%'
}

// moved makes the moves of landings and returns the words that result, with sandbox for
// the directory. Equal moves are made once, as whoever edits a script makes them.
func moved(t require.TestingT, inv *ast.Invocation, landings []Landing, sandbox string) []string {
	type edit struct {
		at     *ast.Arg
		insert bool
	}
	replaced, inserted := map[*ast.Arg]string{}, map[*ast.Arg][]string{}
	seen := map[edit]string{}
	for _, l := range landings {
		for _, m := range append([]Move{l.Move}, l.Also...) {
			require.NotNil(t, m.At)
			text := m.Prefix + target(l, m, sandbox)
			key := edit{m.At, m.Insert}
			if old, ok := seen[key]; ok {
				require.Equal(t, old, text, "two moves of one word")
				continue
			}
			seen[key] = text
			if m.Insert {
				inserted[m.At] = append(append([]string{}, m.Words...), text)
			} else {
				replaced[m.At] = text
			}
		}
	}
	var out []string
	put := func(w *ast.Arg) {
		text, ok := replaced[w]
		if !ok {
			text = w.Value.Display()
		}
		out = append(append(out, text), inserted[w]...)
	}
	put(inv.Name)
	for i := range inv.Args {
		put(&inv.Args[i])
	}
	return out
}

// target is what a move writes after its prefix.
func target(l Landing, m Move, sandbox string) string {
	name, _ := l.Name.Text()
	switch {
	case m.Text != "":
		return m.Text
	case m.Dir || l.IntoDir || name == "":
		return sandbox
	}
	return sandbox + "/" + name + m.Suffix
}
