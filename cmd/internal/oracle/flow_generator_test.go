package oracle

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// flowScripts returns all scripts, the same in every run.
func flowScripts() []flowScript {
	g := &generator{r: seeded(11), seen: map[string]bool{}}
	for _, source := range flowSources {
		if source.name == "" {
			g.printing = append(g.printing, source)
		} else {
			g.landing = append(g.landing, source)
		}
	}
	g.sinks()
	g.sources()
	g.steps()
	g.places()
	g.pairs()
	g.mixed(600)
	return g.out
}

// generator makes scripts of pieces, none of them twice.
type generator struct {
	r    *rand.Rand
	seen map[string]bool
	out  []flowScript
	// printing and landing are the sources of either sort.
	printing, landing []piece
}

func (g *generator) add(s flowScript) bool {
	s.joiner, s.sandbox = pick(g.r, []string{" && ", " && ", "; ", "\n"}), g.r.IntN(len(sandboxes))
	if !s.fits() || g.seen[s.template()] {
		return false
	}
	g.seen[s.template()] = true
	g.out = append(g.out, s)
	return true
}

// several adds n scripts that the function makes, as far as they fit.
func (g *generator) several(n int, one func() flowScript) {
	for tries := 0; n > 0 && tries < 200; tries++ {
		if g.add(one()) {
			n--
		}
	}
}

// place is one of the places, often the plain one.
func (g *generator) place() piece {
	if g.r.IntN(3) == 0 {
		return flowPlaces[0]
	}
	return pick(g.r, flowPlaces)
}

// word is a destination, often the plain one.
func (g *generator) word() piece {
	if g.r.IntN(2) == 0 {
		return plainWord
	}
	return pick(g.r, flowWords)
}

// fetch is an acquisition that can be given to the sink, or lands by itself where the
// sink is empty.
func (g *generator) fetch(source, sink piece) act {
	a := act{source: source, sink: sink, kind: pick(g.r, kinds).name, word: plainWord, stem: "x"}
	for range 20 {
		if source.takesKind(a.kind) && (sink.text == "" || sink.takesKind(a.kind)) {
			break
		}
		a.kind = pick(g.r, kinds).name
	}
	if strings.Contains(source.text+sink.text, "«o»") {
		a.word = g.word()
	}
	return a
}

func (g *generator) sinks() {
	for _, sink := range flowSinks {
		g.several(3, func() flowScript {
			return flowScript{place: flowPlaces[0], act: g.fetch(pick(g.r, g.printing[:2]), sink)}
		})
		g.several(6, func() flowScript { return flowScript{place: g.place(), act: g.fetch(pick(g.r, g.printing), sink)} })
	}
}

func (g *generator) sources() {
	for _, source := range g.landing {
		g.several(3, func() flowScript { return flowScript{place: flowPlaces[0], act: g.fetch(source, piece{})} })
		g.several(8, func() flowScript { return flowScript{place: g.place(), act: g.fetch(source, piece{})} })
	}
	for _, word := range flowWords {
		g.several(6, func() flowScript {
			a := g.fetch(pick(g.r, g.landing), piece{})
			a.word = word
			return flowScript{place: g.place(), act: a}
		})
	}
}

func (g *generator) steps() {
	for _, step := range slices.Concat(flowCarriers, flowFollowers) {
		g.several(3, func() flowScript {
			return flowScript{place: flowPlaces[0], act: g.fetch(pick(g.r, g.landing), piece{}), steps: []piece{step}}
		})
		g.several(5, func() flowScript {
			return flowScript{place: g.place(), act: g.any(), steps: []piece{step, pick(g.r, flowFollowers)}}
		})
	}
}

func (g *generator) places() {
	for _, place := range flowPlaces {
		g.several(10, func() flowScript { return flowScript{place: place, act: g.any()} })
		g.several(6, func() flowScript {
			return flowScript{place: place, act: g.any(), steps: []piece{pick(g.r, flowCarriers), pick(g.r, flowFollowers)}}
		})
	}
}

// any is an acquisition of either sort that can be known.
func (g *generator) any() act {
	if g.r.IntN(3) > 0 {
		return g.fetch(pick(g.r, g.landing), piece{})
	}
	return g.fetch(pick(g.r, g.printing), pick(g.r, flowSinks))
}

// pairs are scripts with two acquisitions.
func (g *generator) pairs() {
	g.several(250, func() flowScript {
		second := g.fetch(pick(g.r, g.landing), piece{})
		if g.r.IntN(3) == 0 {
			second = g.fetch(pick(g.r, g.printing), flowSinks[g.r.IntN(4)])
		}
		second.stem = "y"
		return flowScript{place: g.place(), act: g.any(), second: second}
	})
}

// mixed are scripts of everything.
func (g *generator) mixed(n int) {
	g.several(n, func() flowScript {
		s := flowScript{place: pick(g.r, flowPlaces), act: g.any(), steps: []piece{pick(g.r, flowCarriers)}}
		if g.r.IntN(2) == 0 {
			s.steps = append(s.steps, pick(g.r, flowCarriers))
		}
		s.steps = append(s.steps, pick(g.r, flowFollowers))
		return s
	})
}
