package rules

import (
	"slices"
	"strings"
)

// places finds what is moved by its paths and by its names. The values are indexes of
// relocations.
type places struct {
	// old holds the places that have a name, unnamed the directories into which files of
	// unknown names are put.
	old, unnamed index
	// above holds the directories on the way to the old places.
	above index
	// parents holds the directories that will be missing.
	parents index
	names   index
	// blank are the names that hold a blank.
	blank []string
	// unknown are those whose old place is not known, parts those that are the beginning of
	// several names.
	unknown, parts []int
	// programs are the directories in which programs are looked for.
	programs []int
	// elements are the names of all directories on the way to the old places, and their
	// own; odd says that one of them is not one word, not known, or a module that is named
	// without its ending.
	elements set[string]
	odd      bool
	// begins holds the first bytes of the elements, as a set: most words have none.
	begins [4]uint64
	// made holds the indexes of the invocations that make them.
	made numbers
}

func (p *places) add(i int, m *relocation) {
	p.made.add(m.index)
	if m.name != "" {
		p.names.add(m.name, i)
	}
	if strings.Contains(m.name, " ") {
		p.blank = append(p.blank, m.name)
	}
	if m.parent != "" {
		p.parents.add(m.parent, i)
	}
	p.spell(m)
	if m.prefix {
		p.parts = append(p.parts, i)
	}
	switch {
	case m.old == "":
		p.unknown = append(p.unknown, i)
		return
	case m.unnamed:
		p.unnamed.add(m.old, i)
	default:
		p.old.add(m.old, i)
	}
	if holdsPrograms(m.old) {
		p.programs = append(p.programs, i)
	}
	for dir := range ways(m.old) {
		p.above.add(dir, i)
	}
}

// spell takes the names of the directories on the way to a place.
func (p *places) spell(m *relocation) {
	p.odd = p.odd || m.old == "" || m.prefix || m.spelled != nil || m.variable != "" || strings.HasSuffix(m.name, ".py")
	for begin, i := 0, 0; i <= len(m.old); i++ {
		if i < len(m.old) && m.old[i] != '/' {
			p.odd = p.odd || !inName(m.old[i])
			continue
		}
		if element := m.old[begin:i]; element != "" && !p.isElement(element) {
			p.elements.add(element)
			p.begins[element[0]>>6] |= 1 << (element[0] & 63)
		}
		begin = i + 1
	}
}

// index holds numbers by texts. Few are looked through, which costs less than a map.
type index struct {
	entries []entry
	// all are the numbers of a key where there are more than fewKeys; nil before.
	all map[string][]int
}

type entry struct {
	key    string
	number int
}

const fewKeys = 24

func (x *index) add(key string, number int) {
	x.entries = append(x.entries, entry{key, number})
	switch {
	case x.all != nil:
		x.all[key] = append(x.all[key], number)
	case len(x.entries) > fewKeys:
		x.all = make(map[string][]int, 2*fewKeys)
		for _, e := range x.entries {
			x.all[e.key] = append(x.all[e.key], e.number)
		}
	}
}

// of yields the numbers of a key.
func (x *index) of(key string) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		if x.all != nil {
			for _, number := range x.all[key] {
				if !yield(number) {
					return
				}
			}
			return
		}
		for _, e := range x.entries {
			if e.key == key && !yield(e.number) {
				return
			}
		}
	}
}

// set holds keys, in the order in which they came. Few are looked through.
type set[K comparable] struct {
	list []K
	all  map[K]bool // of more than fewKeys; nil before
}

func (s *set[K]) add(key K) {
	s.list = append(s.list, key)
	switch {
	case s.all != nil:
		s.all[key] = true
	case len(s.list) > fewKeys:
		s.all = make(map[K]bool, 2*fewKeys)
		for _, key := range s.list {
			s.all[key] = true
		}
	}
}

func (s *set[K]) has(key K) bool {
	if s.all != nil {
		return s.all[key]
	}
	return slices.Contains(s.list, key)
}

// isElement reports whether a text, which is not empty, is the name of a directory on the
// way to an old place, or of one.
func (p *places) isElement(text string) bool {
	return p.begins[text[0]>>6]&(1<<(text[0]&63)) != 0 && p.elements.has(text)
}

// addNamed takes a file that lands in the sandbox itself under a name that is not known:
// later words that are spelled so mean it.
func (f *following) addNamed(mv *moving) {
	m := relocation{inv: mv.call.Inv, index: mv.index, new: f.Sandbox.Path, old: f.Sandbox.Real, unnamed: true}
	if at := mv.landing.Move.At; at != nil {
		m.spelled, m.in = at, mv.landing.in(mv.call.Inv)
	}
	f.add(m)
}

// begin makes it a look of p that knows of nothing moved yet.
func (f *following) begin(p *Inspection) *following {
	*f = following{Inspection: p}
	f.moved, f.places.elements.list = f.room.moved[:0], f.room.elements[:0]
	entries := &f.room.entries
	f.places.names.entries, f.places.parents.entries = entries[:0:1], entries[1:1:2]
	f.places.old.entries, f.places.above.entries = entries[2:2:3], entries[3:3]
	return f
}

// add takes one more relocation.
func (f *following) add(m relocation) {
	f.moved = append(f.moved, m)
	f.places.add(len(f.moved)-1, &f.moved[len(f.moved)-1])
}

// makes reports whether the invocation at an index makes something that is moved.
func (p *places) makes(index int) bool { return p.made.has(index) }

// ways yields a path and every directory above it, the path first and / last.
func ways(path string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for path != "" {
			if !yield(path) {
				return
			}
			i := strings.LastIndexByte(path, '/')
			if i <= 0 {
				if path != "/" {
					yield("/")
				}
				return
			}
			path = path[:i]
		}
	}
}

// firstAt is the first of what an index has at a key that is made by then; nil where none
// is.
func (f *following) firstAt(x *index, key string) *relocation {
	for i := range x.of(key) {
		if f.active(i) {
			return &f.moved[i]
		}
	}
	return nil
}

// anyUnknown reports whether something is made by then of which it is not known where.
func (f *following) anyUnknown() bool { return slices.ContainsFunc(f.places.unknown, f.active) }

// over is what is moved at a place, or above it, among those of an index; nil where nothing
// is. The nearest counts.
func (f *following) over(real string, x *index) *relocation {
	if len(x.entries) == 0 {
		return nil
	}
	for way := range ways(real) {
		if m := f.firstAt(x, way); m != nil {
			return m
		}
	}
	return nil
}

// holder is what is moved at a place, or above it; nil where nothing is.
func (f *following) holder(real string) *relocation { return f.over(real, &f.places.old) }

// isName reports whether a text is the name of something moved.
func (f *following) isName(text string) bool {
	return text != "" && f.firstAt(&f.places.names, text) != nil
}

// mentioned reports whether a text holds the name of something moved that is not a part
// of a longer name.
func (p *places) mentioned(text string) bool {
	if text == "" {
		return false
	}
	for _, e := range p.names.entries {
		if strings.Contains(text, e.key) && containsName(text, e.key) {
			return true
		}
	}
	return false
}

// lay reports whether something moved lay in a directory, or it is not known where it
// lay.
func (f *following) lay(dir string) bool {
	if f.anyUnknown() {
		return true
	}
	for _, old := range f.places.old.entries {
		if f.active(old.number) && f.place(old.key, climbing) == dir {
			return true
		}
	}
	return f.firstAt(&f.places.unnamed, dir) != nil
}
