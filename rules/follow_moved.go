package rules

import "strings"

// places finds what is moved by its paths and by its names. The values are indexes of
// relocations.
type places struct {
	// old holds the places that have a name, unnamed the directories into which files of
	// unknown names are put.
	old, unnamed map[string][]int
	// above holds the directories on the way to the old places.
	above map[string][]int
	// parents holds the directories that will be missing.
	parents map[string][]int
	names   map[string][]int
	// blank are the names that hold a blank.
	blank []string
	// unknown are those whose old place is not known.
	unknown []int
	// elements are the names of all directories on the way to the old places, and their
	// own; plain says that each of them is one word.
	elements map[string]bool
	plain    bool
	// made holds the indexes of the invocations that make them.
	made map[int]bool
}

func placesMoved(moved []relocation) places {
	p := places{plain: true}
	for i := range moved {
		p.add(i, &moved[i])
	}
	return p
}

func (p *places) add(i int, m *relocation) {
	if p.made == nil {
		p.made, p.elements = map[int]bool{}, map[string]bool{}
	}
	p.made[m.index] = true
	if m.name != "" {
		put(&p.names, m.name, i)
	}
	if strings.Contains(m.name, " ") {
		p.blank = append(p.blank, m.name)
	}
	if m.parent != "" {
		put(&p.parents, m.parent, i)
	}
	p.spell(m)
	switch {
	case m.old == "":
		p.unknown = append(p.unknown, i)
		return
	case m.unnamed:
		put(&p.unnamed, m.old, i)
	default:
		put(&p.old, m.old, i)
	}
	for dir := range ways(m.old) {
		put(&p.above, dir, i)
	}
}

// put adds an index to a list of a map, which is made where there is none.
func put(m *map[string][]int, key string, i int) {
	if *m == nil {
		*m = map[string][]int{}
	}
	(*m)[key] = append((*m)[key], i)
}

// spell takes the names of the directories on the way to a place.
func (p *places) spell(m *relocation) {
	p.plain = p.plain && m.old != "" && m.spelled == nil && m.variable == ""
	for element := range strings.SplitSeq(m.old, "/") {
		if element == "" || p.elements[element] {
			continue
		}
		p.elements[element] = true
		p.plain = p.plain && !strings.ContainsFunc(element, func(r rune) bool { return r >= 0x80 || !inName(byte(r)) })
	}
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

// add takes one more relocation.
func (f *following) add(m relocation) {
	f.moved = append(f.moved, m)
	f.places.add(len(f.moved)-1, &f.moved[len(f.moved)-1])
}

// makes reports whether the invocation at an index makes something that is moved.
func (p *places) makes(index int) bool { return p.made[index] }

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

// first is the first of some relocations that is made by then; nil where none is.
func (f *following) first(list []int) *relocation {
	for _, i := range list {
		if f.active(i) {
			return &f.moved[i]
		}
	}
	return nil
}

// over is what is moved at a place, or above it, among those of a map; nil where nothing
// is. The nearest counts.
func (f *following) over(real string, all map[string][]int) *relocation {
	for way := range ways(real) {
		if m := f.first(all[way]); m != nil {
			return m
		}
	}
	return nil
}

// holder is what is moved at a place, or above it; nil where nothing is.
func (f *following) holder(real string) *relocation { return f.over(real, f.places.old) }

// isName reports whether a text is the name of something moved.
func (f *following) isName(text string) bool {
	return text != "" && f.first(f.places.names[text]) != nil
}

// mentioned reports whether a text holds the name of something moved that is not a part
// of a longer name.
func (p *places) mentioned(text string) bool {
	if text == "" {
		return false
	}
	for name := range p.names {
		if strings.Contains(text, name) && containsName(text, name) {
			return true
		}
	}
	return false
}

// lay reports whether something moved lay in a directory, or it is not known where it
// lay.
func (f *following) lay(dir string) bool {
	if f.first(f.places.unknown) != nil {
		return true
	}
	for old, list := range f.places.old {
		if f.first(list) != nil && f.place(old, climbing) == dir {
			return true
		}
	}
	return f.first(f.places.unnamed[dir]) != nil
}
