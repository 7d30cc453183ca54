package rules

import (
	"fmt"
	"strings"
)

// denyReads reports every path outside that is read.
func (w *confinement) denyReads() {
	for _, inv := range w.Script.Invocations {
		t := w.touchesOf(inv)
		if t == nil || !t.listed {
			for _, pl := range w.placesOf(nil, inv) {
				w.denyRead(pl)
			}
			continue
		}
		for _, word := range t.out {
			if word.does == touchReads {
				w.denyRead(place{in: inv.In, span: word.span, value: word.value, dir: word.dir})
			}
		}
	}
	for _, r := range w.Script.Redirs {
		if r.Op == "<" {
			w.denyRead(place{in: r.In, span: r.Target.Span, value: r.Target.Value, dir: r.Dir})
		}
	}
}

func (w *confinement) denyRead(pl place) {
	text, known := pl.value.Text()
	if known && (isURL(text) || strings.HasPrefix(text, "-")) {
		return
	}
	switch at := w.leads(pl.dir, pl.value, false); {
	case at.side == sideOutside && !isProgram(at.to):
		w.Report(Finding{Rule: WorktreeRead, In: pl.in, Span: pl.span, Verdict: Deny,
			Message: fmt.Sprintf("%q is %s, and nothing outside may be read; name a path of the worktree", pl.value.Display(), w.where(at.to))})
	case at.side == sideUnknown && strings.ContainsRune(pl.value.Suffix(), '/'):
		w.ask(pl.in, pl.span, fmt.Sprintf("where %q leads is not known (%s), and nothing outside may be read; name a path of the worktree", pl.value.Display(), at.why))
	}
}
