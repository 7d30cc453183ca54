package ast

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestResume checks which statements behind an edit are not walked once more: those before
// which all that the walk knows is what it was.
func TestResume(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		taken      int // invocations of the script before, at the end of the new one
		parsed     int // statements that are parsed again
	}{
		{"what follows", "git clone U\nls x\ncat y | wc -l >z", 3, 1},
		{"on the same line", "git clone U; ls", 1, 1},
		{"behind a comment", "git clone U # it's\n# and ( more\nls", 1, 1},
		{"in the background", "git clone U & ls", 1, 1},
		{"with a here-document", "git clone U; cat <<E; ls\ntext\nE\nwc", 3, 1},
		{"a here-document of its own", "git clone U <<E; ls\ntext\nE\nwc", 2, 3},
		{"behind a known variable", "A=1\ngit clone U\nls $A", 1, 2},
		{"what it goes on with", "git clone U && ls\nwc", 1, 1},
		{"another directory", "git clone U && cd r\nls", 0, 2},
		{"a directory of before", "cd /srv\ngit clone U\nls", 0, 3},
		{"a variable with what the program prints", "A=$(git clone U)\nls $A", 0, 2},
		{"a function of before", "f() { ls; }\ngit clone U\nf", 0, 3},
		{"a trap of before", "trap 'cd /' USR1\ngit clone U\nls", 0, 3},
		{"a function behind it", "git clone U\nls\nf() { ls; }", 0, 3},
		{"a variable with an attribute", "declare -i A=1\ngit clone U\nls", 0, 3},
		{"a script handed over", "bash -c 'git clone U'\nls", 1, 1},
		{"behind the last", "ls\ngit clone U", 0, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			script, err := Parse(source(tt.text))
			require.NoError(t, err)
			var edits []Edit
			for _, inv := range script.Invocations {
				if inv.Program() == "git" {
					end := inv.Args[len(inv.Args)-1].Span.End
					edits = append(edits, Edit{In: inv.In, Span: Span{end, end}, Text: "S/r"})
				}
			}
			fresh, err := script.Apply(edits, Afresh)
			require.NoError(t, err)
			next := applied(t, script, edits, fresh)
			assert.Len(t, next.tree.file.Stmts, tt.parsed)
			checkResumed(t, next, fresh)
			taken := 0
			for i, inv := range next.Invocations {
				if inv == script.Invocations[i] {
					taken++
				}
			}
			assert.Equal(t, tt.taken, taken)
		})
	}
}

// applied is a rewritten script of which the end is taken from the script before.
func applied(t *testing.T, script *Script, edits []Edit, fresh *Script) *Script {
	next, err := script.Apply(edits, Everything)
	require.NoError(t, err, "of %q", fresh.Source.Text)
	return next
}

// checkResumed checks that a script of which the end was taken from the script before says
// the same as one that was parsed and walked as a whole, and is the same once it is parsed.
func checkResumed(t *testing.T, next, fresh *Script) {
	require.Equal(t, fresh.Source.Text, next.Source.Text)
	require.Equal(t, told(fresh), told(next), "of %q", fresh.Source.Text)
	now := parsed{text: next.Source.Text, file: next.all()}
	require.NoError(t, next.tree.failed, "of %q", fresh.Source.Text)
	require.True(t, len(fresh.all().Stmts) == len(now.file.Stmts) && sameShape(parsed{text: fresh.Source.Text, file: fresh.all()}, nil, now), "the tree of %q", fresh.Source.Text)
}

// told is all that a script says of itself but for spans.
func told(s *Script) string {
	var b strings.Builder
	raw := func(in *Script, span Span) string { return in.Source.Text[span.Start:span.End] }
	at := func(inv *Invocation) int {
		if inv == nil {
			return -1
		}
		return inv.Index
	}
	arg := func(in *Script, a Arg) string {
		return fmt.Sprintf("%q=%s %q %t", raw(in, a.Span), shown(a.Value), a.Frozen, a.Many)
	}
	for i, inv := range s.Invocations {
		fmt.Fprintf(&b, "%d %d %q name %s dir %s to %s where %v via %q frozen %q home %t piped %t %t shadowed %t pipe %d %d %d holder %d\n", i, inv.Index, raw(inv.In, inv.Span), arg(inv.In, *inv.Name),
			shown(inv.Dir), shown(inv.ChangesTo()), inv.Where.Names(), inv.Via, inv.Frozen(), inv.HomeChanged, inv.Piped, inv.PipedErrors, inv.Shadowed, at(inv.PipeFrom), at(inv.PipeTo), at(inv.PipeHead), at(inv.Holder))
		for _, a := range inv.Args {
			fmt.Fprintf(&b, "  %s\n", arg(inv.In, a))
		}
		for _, a := range inv.Assigns {
			fmt.Fprintf(&b, "  %q %s=%s %t\n", raw(inv.In, a.Span), a.Name, shown(a.Value), a.Unset)
		}
		for n := inv.cds; n != nil; n = n.next {
			fmt.Fprintf(&b, "  cd %d %t\n", at(n.inv), n.passed)
		}
		for n := inv.vars; n != nil; n = n.next {
			fmt.Fprintf(&b, "  var %s=%s %t %t\n", n.name, shown(n.value), n.unset, n.exported)
		}
	}
	for _, r := range s.Redirs {
		fmt.Fprintf(&b, "redirect %q %s %d %s body %s own %d runs %d %d dir %s where %v\n", raw(r.In, r.Span), r.Op, r.FD, arg(r.In, r.Target), shown(r.Body), at(r.Own), r.First, r.Last, shown(r.Dir), r.Where.Names())
	}
	for _, x := range s.Tests {
		fmt.Fprintf(&b, "test %s dir %s where %v before %d\n", arg(x.In, x.Word), shown(x.Dir), x.Where.Names(), x.At)
	}
	for _, h := range s.Hazards {
		fmt.Fprintf(&b, "hazard %v %s\n", h.Kind, h.Message)
	}
	for _, n := range s.Nested {
		fmt.Fprintf(&b, "nested %q\n", n.Source.Text)
	}
	fmt.Fprintf(&b, "assigned %q\n", s.Assigned)
	return b.String()
}

func shown(v Value) string { return fmt.Sprintf("%q %q", v.Display(), v.Reason()) }
