package oracle

import (
	"slices"
	"strings"
	"sync"

	"sandbox-enforcer/rules"
)

// piece is one part of a flow script. In the texts
//
//	«u» is the URL of a file, «f» its name, «g» the URL of a repository, «d» its name,
//	«o» is the destination as a word,
//	«s» is a command that prints what it fetches, «S» the same as one quoted word,
//	«n» is what has landed, as a word, «p» the same without quotes, «base» its last
//	element, «-» all but its ending,
//	«a» is all that stands in a place, «q» the same as one quoted word, «b» as it stands
//	between backquotes.
type piece struct {
	text string
	// pre comes before the acquisition: it sets the variables that the text means.
	pre string
	// takes are the kinds of what the piece works on, separated by blanks: a kind of
	// files or "file", "text", "tree" for several of them. Of a source it is what it can
	// fetch.
	takes string
	// gives is the kind that there is then, name the word that means it; as before where
	// empty.
	gives, name string
	// needs are programs that must be installed; tool is one that the rules must know.
	needs, tool string

	// asks says that the destination cannot be known, late that it is known at run time
	// alone, so that a person may be asked.
	asks, late bool
	// hostile says that a value at run time leads elsewhere: what it does without us is
	// no measure.
	hostile bool
	// denied says that an interpreter is fed what is fetched.
	denied bool
	// plain says that the name must be a plain word.
	plain bool
	// goes says that it leaves the shell in another directory; it comes last.
	goes bool
	// alone says that no text but the whole command may be around it.
	alone bool
	// child says that another shell reads the text: it has no variables of this one.
	child bool
	// prints says that the standard output of what is in it goes to a file.
	prints bool
}

// kinds are what can be fetched with the ending of its name.
var kinds = []struct{ name, ending string }{
	{"txt", ".txt"}, {"json", ".json"}, {"sh", ".sh"}, {"tgz", ".tgz"}, {"tar", ".tar"}, {"txz", ".tar.xz"}, {"zip", ".zip"},
	{"gz", ".txt.gz"}, {"xz", ".txt.xz"}, {"zst", ".txt.zst"}, {"b64", ".txt.b64"}, {"cpio", ".cpio"}, {"asc", ".asc"}, {"diff", ".diff"}, {"repo", ""},
}

// group returns the kinds that a word stands for: itself, or several.
func group(word string) []string {
	switch word {
	case "file":
		return strings.Fields("txt json sh tgz tar txz zip gz xz zst b64 cpio asc diff")
	case "text":
		return strings.Fields("txt json sh b64")
	case "tree":
		return []string{"dir", "repo"}
	}
	return []string{word}
}

// takesKind reports whether the piece works on the kind.
func (p piece) takesKind(kind string) bool {
	works := func(word string) bool { return slices.Contains(group(word), kind) }
	return p.takes == "" || slices.ContainsFunc(strings.Fields(p.takes), works)
}

// answers keeps what usable found out: it is asked for each try at a script.
var answers sync.Map

// usable reports whether the machine has, and the rules know, what the piece needs.
func (p piece) usable() bool {
	if p.needs == "" && p.tool == "" {
		return true
	}
	known, found := answers.Load(p)
	if !found {
		absent := func(program string) bool { return installed(program) == "" }
		named := func(t *rules.Tool) bool { return t.Name == p.tool }
		known = !slices.ContainsFunc(strings.Fields(p.needs), absent) && (p.tool == "" || slices.ContainsFunc(rules.Tools(), named))
		answers.Store(p, known)
	}
	return known == true
}

// act is one acquisition with what is done to what it fetched.
type act struct {
	source piece
	kind   string // what it fetches
	word   piece  // the destination
	sink   piece  // where the printed bytes go; the zero piece where the source lands them
	stem   string // the beginning of the names
}

// flowScript is one generated script.
type flowScript struct {
	place  piece
	act    act
	steps  []piece // carriers and followers
	second act     // another acquisition, or the zero act
	joiner string
	// sandbox is which of the sandboxes it is.
	sandbox int
}

// pieces are all parts of the script.
func (s flowScript) pieces() []piece {
	out := []piece{s.place, s.act.source, s.act.word, s.act.sink}
	return append(append(out, s.steps...), s.second.source, s.second.word, s.second.sink)
}

// any reports whether a part of the script has the property.
func (s flowScript) any(has func(piece) bool) bool { return slices.ContainsFunc(s.pieces(), has) }

func (s flowScript) denied() bool  { return s.any(func(p piece) bool { return p.denied }) }
func (s flowScript) hostile() bool { return s.any(func(p piece) bool { return p.hostile }) }
func (s flowScript) late() bool    { return s.any(func(p piece) bool { return p.late }) }
func (s flowScript) asks() bool    { return s.any(func(p piece) bool { return p.asks }) }

// knowable reports whether the destinations can be told from the text.
func (s flowScript) knowable() bool { return !s.asks() && !s.late() && !s.denied() }

// silent reports whether nothing lands: what is fetched is only printed.
func (s flowScript) silent() bool {
	return s.act.landed() == "nothing" && s.second == act{} && !s.place.prints
}

// file returns the name of what is fetched.
func (a act) file() string {
	for _, k := range kinds {
		if k.name == a.kind {
			return a.stem + k.ending
		}
	}
	return a.stem
}

// repository returns the name of the repository.
func (a act) repository() string {
	if a.stem == "y" {
		return "tools"
	}
	return "repo"
}

// landed returns the kind that there is before any step.
func (a act) landed() string {
	switch {
	case a.sink.gives != "":
		return a.sink.gives
	case a.source.gives != "":
		return a.source.gives
	}
	return a.kind
}

// replaced puts in the texts for the placeholders. A script takes many of these, and a
// strings.Replacer is slow to make.
func replaced(text string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
	}
	return text
}

// fill puts in what does not depend on the steps.
func (a act) fill(text string) string {
	text = replaced(text, "«s»", a.source.text, "«S»", singleQuoted(a.source.text))
	text = strings.ReplaceAll(text, "«o»", a.word.text)
	return replaced(text, "«u»", "«file:"+a.file()+"»", "«f»", a.file(), "«g»", "«git:"+a.repository()+"»", "«d»", a.repository())
}

// begun returns the text that fetches, and the word for what is there then.
func (a act) begun() (text, name string) {
	text, name = a.source.text, a.source.name
	if a.sink.text != "" {
		text, name = a.sink.text, a.sink.name
	}
	return a.fill(a.word.pre + text), a.fill(name)
}

// bare is a word without its quotes.
func bare(word string) string { return replaced(word, "\"", "", "'", "") }

// isPlain reports whether the shell reads the word as it is.
func isPlain(word string) bool { return word != "" && !strings.ContainsAny(word, " \"'$~(`«") }

// body is all that stands in the place.
func (s flowScript) body() string {
	text, name := s.act.begun()
	join := func(next string) {
		if strings.HasSuffix(text, "\n") {
			text += next
		} else {
			text += s.joiner + next
		}
	}
	for _, step := range s.steps {
		join(s.act.after(step.text, name))
		if step.name != "" {
			name = s.act.after(step.name, name)
		}
	}
	if s.second != (act{}) {
		next, _ := s.second.begun()
		join(next)
	}
	return text
}

// after fills in the text of a step; name is the word for what there is before it.
func (a act) after(text, name string) string {
	p := bare(name)
	return a.fill(replaced(text, "«n»", name, "«p»", p, "«base»", p[strings.LastIndexByte(p, '/')+1:], "«-»", withoutEnding(name)))
}

// in puts the body in the place.
func (s flowScript) in(body string) string {
	return replaced(s.place.text, "«a»", body, "«q»", singleQuoted(body), "«b»", backquoted(body))
}

// template is the script with the names not put in yet.
func (s flowScript) template() string { return s.in(s.body()) }

// text returns the script. The names are what the texts' «kind:name» mean.
func (s flowScript) text(names func(kind, name string) string) string {
	return s.in(expand(s.body(), names))
}

func withoutEnding(name string) string {
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		return name[:i]
	}
	return name
}

// fits reports whether the pieces make a script that means what their tables say.
func (s flowScript) fits() bool {
	if s.any(func(p piece) bool { return !p.usable() }) {
		return false
	}
	if !s.act.fits() || s.second != (act{}) && !s.second.fits() {
		return false
	}
	kind, goes, child := s.act.landed(), false, s.act.sink.child
	_, name := s.act.begun()
	for _, step := range s.steps {
		if goes || !step.takesKind(kind) || (step.plain && !isPlain(name)) {
			return false
		}
		goes = step.goes
		if step.gives != "" {
			kind = step.gives
		}
		if step.name != "" {
			name = s.act.after(step.name, name)
		}
	}
	if child && s.act.word.pre != "" || goes && s.second != (act{}) {
		return false
	}
	if s.second != (act{}) && s.second.sink.text == "" && !strings.Contains(s.second.source.name, "«") {
		return false // the first may have the same name
	}
	if s.act.sink.alone && s.place.alone {
		return false
	}
	return s.stands()
}

// stands reports whether the text can stand in the place.
func (s flowScript) stands() bool {
	text, _ := s.act.begun()
	for _, step := range s.steps {
		text += step.text
	}
	also, _ := s.second.begun()
	text += also
	elsewhere := strings.Contains(s.place.text, "cd ") || strings.Contains(s.place.text, "pushd ")
	for _, name := range []string{"sub", "inbox", "other.txt", "name.txt", "evil.txt", "list.txt", "keep.txt", "$DIR", "\"$EVIL"} {
		if elsewhere && strings.Contains(text, name) {
			return false // these are only in the project
		}
	}
	last, _ := s.act.begun()
	if len(s.steps) > 0 {
		last = s.steps[len(s.steps)-1].text
	}
	if s.second != (act{}) {
		last, _ = s.second.begun()
	}
	if !strings.HasSuffix(last, "\n") {
		return true
	}
	_, after, quoted := strings.Cut(s.place.text, "«a»")
	return !quoted || after == "" || after[0] == '\n' || after[0] == ')'
}

// fits reports whether the source can fetch the kind, and the sink take it.
func (a act) fits() bool {
	if !a.source.takesKind(a.kind) || (a.sink.text != "") != (a.source.name == "") {
		return false
	}
	if a.sink.text != "" && !a.sink.takesKind(a.kind) {
		return false
	}
	wanted := strings.Contains(a.source.text+a.sink.text, "«o»")
	if !wanted {
		return a.word.text == plainWord.text
	}
	parameters := strings.Contains(a.word.pre, "set --") && strings.Contains(a.source.text+a.sink.text, "() {")
	return a.word.takesKind(a.kind) && !parameters
}

// smaller returns scripts with one piece less or a plainer one.
func (s flowScript) smaller() []flowScript {
	var out []flowScript
	add := func(change func(*flowScript)) {
		less := s
		change(&less)
		if less.fits() && less.template() != s.template() {
			out = append(out, less)
		}
	}
	add(func(l *flowScript) { l.place, l.steps, l.second = flowPlaces[0], nil, act{} })
	add(func(l *flowScript) { l.second = act{} })
	add(func(l *flowScript) { l.steps = nil })
	add(func(l *flowScript) { l.place = flowPlaces[0] })
	add(func(l *flowScript) { l.act.word = plainWord })
	add(func(l *flowScript) { l.second.word = plainWord })
	for i := range s.steps {
		add(func(l *flowScript) { l.steps = slices.Concat(s.steps[:i], s.steps[i+1:]) })
	}
	for _, k := range kinds {
		if k.name == s.act.kind {
			break
		}
		add(func(l *flowScript) { l.act.kind = k.name })
	}
	for _, source := range flowSources {
		if (source.name == "") == (s.act.source.name == "") && source.takesKind(s.act.kind) {
			if source == s.act.source {
				break
			}
			add(func(l *flowScript) { l.act.source = source })
		}
	}
	if s.joiner != " && " {
		add(func(l *flowScript) { l.joiner = " && " })
	}
	if s.sandbox != 0 {
		less := s
		less.sandbox = 0
		out = append(out, less)
	}
	return out
}
