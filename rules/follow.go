package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// moving is one landing that is moved, with the call that makes it.
type moving struct {
	call    *Call
	index   int // of the call's invocation
	landing *Landing
	as      *Acquisition
	// within says that it lies in something else that is moved, and goes with it.
	within bool
}

// relocation is one place that the script makes and that will be in the sandbox instead.
type relocation struct {
	// old and new are absolute, with links followed. Old is empty where it is not known.
	old, new string
	// name is the last element of both, and rest what follows the sandbox in new: "/r".
	name, rest string
	// unnamed says that old is a directory into which files of unknown names are put.
	unnamed bool
	// renamed says that a name which is known only when it runs may get another one.
	renamed bool
	// prefix says that old is the beginning of the names of several files (split).
	prefix bool
	// there says that something is at the old place already.
	there bool
	// parent is the outermost directory on the way to old that is made with it and will
	// be missing; empty where there is none.
	parent string
	// spelled is the word, in the script in, that names it where its place is known only
	// when it runs, and word what stands for that now. Variable and behind are the
	// expansion that it is and the text behind that, where it is no more.
	spelled                *ast.Arg
	in                     *ast.Script
	word, variable, behind string
	// whole says that a directory which is named so becomes the sandbox itself, and source
	// is the variable that holds the address of what gets a name which is not known.
	whole  bool
	source string
	// element is the last element of that address where the variable is a part of it:
	// x-$V.tgz; empty where it is the whole address, or nothing is known of it.
	element string
	// pattern is what is known of a name that is not known.
	pattern string
	// names is the pattern that the names of several files match, empty for any.
	names string
	// inv is the invocation that makes it, index its place in the script.
	inv   *ast.Invocation
	index int
	// paths is on how many paths of the script it lies at another old place, each of which
	// has a relocation of its own.
	paths int
}

// following is one look for the words of a script that mean what was moved. Programs
// that list the directory which the old place lies in without naming it (ls) find it
// there no more: that is what moving it is for.
type following struct {
	*Inspection
	moved []relocation
	// places finds what is moved by its paths and names.
	places places
	// makers are the invocations, by index, that may make files of names which are not
	// known where they run; nil until they are asked for.
	makers []int
	edits  []ast.Edit
	inv    *ast.Invocation // the one that is looked at; nil for a redirect of none
	at     int             // its place in the script
	where  ast.Where
	// mkdirs are the invocations, by index, that make directories; nil until they are
	// asked for.
	mkdirs []int
	// lastDir is a directory of which is known that it is not moved.
	lastDir string
	// exported is what handedDown has found.
	exported []string
	// archives says that it puts what it is given into an archive, under its name.
	archives bool

	room struct { // for the first relocation, which most have alone
		moved    [1]relocation
		entries  [10]entry
		elements [6]string
	}
}

// follow returns the edits by which later words follow what is moved, or a finding that
// names the first word which cannot. Words that taken edits change already stay. A look
// that knows of relocations knows of those of all moves.
func (f *following) follow(moves []moving, taken []ast.Edit) ([]ast.Edit, *Finding) {
	p := f.Inspection
	if f.edits = taken; len(f.moved) == 0 {
		if made := func(mv moving) bool { return mv.landing.made }; slices.ContainsFunc(moves, made) {
			moves = slices.DeleteFunc(slices.Clone(moves), made)
		}
		for i := range moves {
			f.relocate(&moves[i])
		}
	}
	for i, inv := range p.Script.Invocations {
		if !f.look(i, inv, inv.Where) {
			continue
		}
		if cd := inv; f.goesAnywhere(cd) {
			if l := p.meant(cd.ChangesTo(), moves); l != nil {
				if found := p.reached(cd, i, p.existed(l)); found != nil {
					return nil, found
				}
			}
		}
		if f.All && !f.concerns(inv) {
			continue
		}
		if found := f.invocation(); found != nil {
			return nil, found
		}
	}
	if found := f.outsideInvocations(); found != nil {
		return nil, found
	}
	p.relocated = f
	return f.edits[len(taken):], nil
}

// outsideInvocations follows what belongs to no invocation: redirects, and [[ ]].
func (f *following) outsideInvocations() *Finding {
	for _, r := range f.Script.Redirs {
		if !f.look(r.First, r.Own, r.Where) || r.Op == "<&" || r.Op == ">&" && !r.Writes() {
			continue
		}
		if strings.HasPrefix(r.Op, "<<") {
			if found := f.handed(r); found != nil {
				return found
			}
			continue
		}
		does := touchReads
		if r.Writes() {
			does = touchWrites
		}
		word := touched{does: does, span: r.Target.Span, value: r.Target.Value, dir: r.Dir, option: r.Op}
		if found := f.word(r.In, &r.Target, word, "the redirect "+r.Op); found != nil {
			return found
		}
	}
	if !f.All {
		f.look(len(f.Script.Invocations), nil, 0)
		return f.tests(f.Script)
	}
	for i := range f.Script.Tests {
		t := &f.Script.Tests[i]
		if !f.look(t.At, nil, t.Where) {
			continue
		}
		word := touched{does: touchReads, span: t.Word.Span, value: t.Word.Value, dir: t.Dir}
		if found := f.word(t.In, &t.Word, word, "[["); found != nil {
			return found
		}
	}
	return nil
}

// look turns to what stands at a place of the script; it reports whether anything is
// moved by then.
func (f *following) look(at int, inv *ast.Invocation, where ast.Where) bool {
	f.at, f.inv, f.where = at, inv, where
	for i := range f.moved {
		if f.active(i) {
			return true
		}
	}
	return false
}

// active reports whether what is looked at runs after something moved was made: what
// stands behind it does, what a trap or a function holds, and what a loop holds, too.
func (f *following) active(i int) bool {
	m := &f.moved[i]
	return runsLater(m.inv, m.index, f.at, f.where)
}

func runsLater(inv *ast.Invocation, index, at int, where ast.Where) bool {
	repeated := inv.Where&(ast.InLoop|ast.InFunction) != 0
	return at > index || at < index && (where&(ast.InTrap|ast.InFunction) != 0 || repeated && where&ast.InLoop != 0)
}

// maxPaths is on how many paths of the script the old places of one landing are told apart.
const maxPaths = 4

// relocate takes what becomes of one landing. Its old place may be another one on each
// path of the script: cd d; curl -O U is in d, or where cd failed.
func (f *following) relocate(mv *moving) {
	l, dir, here := mv.landing, mv.landing.Dir, mv.as.Old
	if inv := mv.call.Inv; inv.Where&ast.InFunction != 0 && l.Dir.Same(inv.Dir) { // no git -C
		if dir = f.calledFrom(dir); !dir.Same(l.Dir) {
			here = ""
		}
	}
	if len(l.Among) > 1 && len(l.Among) <= maxAmong {
		f.among(mv, dir)
		return
	}
	if here != "" || l.foreseen || l.atRun != "" {
		f.add(f.relocation(mv, here))
		return
	}
	olds, known := ast.Join(dir, l.Dest).Texts()
	if from, one := dir.Text(); one && !known {
		olds, known = []string{from}, true // of a name that is not known
	}
	if !known || len(olds) > maxPaths {
		f.add(f.relocation(mv, here))
		return
	}
	for _, old := range olds {
		if name, _ := l.Name.Text(); l.IntoDir && name != "" {
			old += "/" + name
		}
		m := f.relocation(mv, f.end(old))
		m.paths = len(olds)
		f.add(m)
	}
}

// maxAmong is how many names of one landing are told apart.
const maxAmong = 64

// among takes what becomes of a landing that gets one of several names each time it runs, in
// a directory: as a loop makes them, all of them are there behind it.
func (f *following) among(mv *moving, dir ast.Value) {
	for _, name := range mv.landing.Among {
		old := ""
		if from, known := dir.Text(); known {
			old = f.end(from + "/" + name)
		}
		m := f.relocation(mv, old)
		m.new, m.name, m.rest, m.unnamed = f.Sandbox.Real+"/"+name, name, "/"+name, false
		m.there = old != "" && f.Facts.Exists(old)
		f.add(m)
	}
}

// calledFrom is the one directory that all functions of the script are called from; not
// known where there are several, and other where none is called, or one goes elsewhere.
func (f *following) calledFrom(other ast.Value) ast.Value {
	var dir ast.Value
	for _, inv := range f.Script.Invocations {
		if inv.Where&ast.InFunction != 0 && !inv.ChangesTo().None() {
			return other
		}
		if !inv.Shadowed || inv.Where&ast.InFunction != 0 {
			continue
		}
		if !dir.None() && !dir.Same(inv.Dir) {
			return ast.Unknown("it is called from several directories", "")
		}
		dir = inv.Dir
	}
	if dir.None() {
		return other
	}
	return dir
}

// relocation is what becomes of one landing whose old place is that.
func (f *following) relocation(mv *moving, old string) relocation {
	l, a := mv.landing, mv.as
	m := relocation{old: old, new: a.NewPath, inv: mv.call.Inv, index: mv.index}
	name, known := l.Name.Text()
	m.unnamed = a.NewPath == "" || l.IntoDir && (!known || name == "") || l.Fills && f.Facts.IsDir(old)
	m.name, _ = LastElement(m.new)
	m.prefix = !m.unnamed && mv.call.Tool.Land == nil && has("split csplit", mv.call.Inv.Program())
	m.renamed = strings.Contains(l.atRun, "d-")
	m.rest = strings.TrimPrefix(strings.TrimPrefix(a.New, f.Sandbox.Given), f.Sandbox.Path)
	m.there = m.old != "" && !m.unnamed && f.Facts.Exists(m.old)
	m.parent = f.madeWith(m.old, l.Dir, mv.index)
	if m.unnamed && f.All && m.parent == "" && m.old != "" && m.old != "/" {
		m.parent = f.madeWith(m.old+"/", l.Dir, mv.index) // it is made itself
	}
	if l.foreseen && l.Move.At != nil {
		f.spell(&m, mv)
	}
	m.whole = l.IntoDir && l.foreseen
	if m.source = variableOf(l.URL); m.source == "" && m.unnamed {
		m.sourceIn(rawText(l.in(mv.call.Inv), l.Span))
	}
	if l.atRun != "" {
		m.unnamed, m.name, m.rest = true, "", ""
		m.old = f.end(strings.TrimSuffix(f.directoryOf(mv), "/"))
		if alts := l.Dest.Alts(); len(alts) == 1 {
			m.pattern = asPatterns(alts[0])
		}
	}
	if l.globbed {
		m.glob()
	}
	return m
}

// glob makes of one file those of which the name is a pattern of curl's: f#1.
func (m *relocation) glob() {
	m.unnamed, m.there = true, false
	m.old = strings.TrimSuffix(directoryText(m.old), "/")
	m.new = strings.TrimSuffix(directoryText(m.new), "/")
	m.rest = strings.TrimSuffix(directoryText(m.rest), "/")
	for i := 0; i < len(m.name); i++ {
		if isGlobMark(m.name[i:]) {
			m.names += "*"
			i++
			continue
		}
		m.names += m.name[i : i+1]
	}
	m.name = ""
}

// directoryOf is the directory that a file lands in whose name is not known: one that is
// relative, since a path of its own would say more. In a function it is where the script
// begins.
func (f *following) directoryOf(mv *moving) string {
	l := mv.landing
	if prefix := ast.Join(l.Dir, l.Dest).Prefix(); prefix != "" {
		return directoryText(prefix)
	}
	dir, known := l.Dir.Text()
	if !known {
		dir, _ = mv.call.Inv.In.Source.Dir.Text()
	}
	if prefix := l.Dest.Prefix(); prefix != "" && !strings.HasPrefix(prefix, "/") {
		dir += "/" + directoryText(prefix)
	}
	return dir
}

// spell notes how something is named whose place is known only when it runs.
func (f *following) spell(m *relocation, mv *moving) {
	l := mv.landing
	m.spelled, m.in, m.word = l.Move.At, l.in(mv.call.Inv), l.atRun
	m.variable, m.behind, _ = ast.ExpansionAfter(m.in, m.spelled, l.Move.Prefix)
	if l.Move.Prefix != "" {
		m.spelled = &ast.Arg{Span: m.spelled.Span, Value: m.spelled.Value, Frozen: "it has more before it"}
		m.word = strings.TrimPrefix(m.word, l.Move.Prefix)
		if rest, quoted := strings.CutPrefix(m.word, "'"+l.Move.Prefix); quoted {
			m.word = "'" + rest
		}
	}
	if m.word == "" {
		m.word, _ = ast.QuotePath(mv.as.New)
	}
}

// findMakers finds the invocations that may make files of names which are not known where
// they run, but for those that move.
func (f *following) findMakers() []int {
	out := []int{}
	for i, inv := range f.Script.Invocations {
		if f.places.makes(i) || carriesScript(f.Inspection, inv) || !inv.ChangesTo().None() {
			continue
		}
		t := f.touchesOf(inv)
		if t != nil && (t.here || !t.listed || inv.Shadowed) || strings.Contains(inv.Name.Value.Display(), "/") {
			out = append(out, i)
		}
	}
	return out
}

// madeWith is the outermost directory on the way to a place that is made with it: it
// is missing, the acquisition does not run in it, and no mkdir before makes it.
func (f *following) madeWith(old string, dir ast.Value, index int) string {
	from, _ := dir.Text()
	from = f.end(from)
	for i := 1; i < len(old); i++ {
		if way := old[:i]; old[i] == '/' && !within(way, from) && !f.Facts.Exists(way) {
			if f.mkdir(way, index) {
				return ""
			}
			return way
		}
	}
	return ""
}

// mkdir reports whether an invocation before makes a directory, or one below it.
func (f *following) mkdir(path string, index int) bool {
	if f.mkdirs == nil {
		f.mkdirs = []int{}
		for i, inv := range f.Script.Invocations {
			if inv.Program() == "mkdir" {
				f.mkdirs = append(f.mkdirs, i)
			}
		}
	}
	return slices.ContainsFunc(f.mkdirs, func(i int) bool {
		inv := f.Script.Invocations[i]
		return i < index && slices.ContainsFunc(inv.Args, func(arg ast.Arg) bool {
			text, ok := ast.Join(inv.Dir, arg.Value).Text()
			return ok && within(path, f.end(text))
		})
	})
}

// goesAnywhere reports whether a change of directory leads to a place that is not known
// and in which the shell was not before.
func (f *following) goesAnywhere(cd *ast.Invocation) bool {
	if _, known := cd.ChangesTo().Texts(); known || cd.ChangesTo().None() {
		return false
	}
	return len(cd.Args) > 0 && !goesBack(cd)
}

// goesBack reports whether a change of directory goes to one that the shell was in.
func goesBack(cd *ast.Invocation) bool {
	word, _ := cd.Args[len(cd.Args)-1].Value.Text()
	return word == "-" || strings.HasPrefix(word, "+")
}

// Followed says what of a rewritten script still means a place that was moved, or runs
// in another than it has to; "" where nothing does. Both have the same invocations in
// the same order.
func Followed(before, after *Inspection) string {
	if before.relocated == nil || len(before.relocated.moved) == 0 {
		return ""
	}
	was, is := before.Script.Invocations, withoutNames(before.Script.Invocations, after.Script.Invocations)
	if len(was) != len(is) {
		return "other programs are started"
	}
	var at [2]string // the directories that were compared last: most programs run in the same
	f := &following{Inspection: after, moved: before.relocated.moved, places: before.relocated.places}
	for i := range was {
		if !f.look(i, is[i], is[i].Where) || f.places.makes(i) {
			continue
		}
		name := &was[i].Name.Value
		if was[i] != is[i] && was[i].Program() != is[i].Program() || len(was[i].Args) != len(is[i].Args) {
			return name.Display() + " is another command"
		}
		old, _ := was[i].Dir.Text()
		now, _ := is[i].Dir.Text()
		if dirs := [2]string{old, now}; dirs != at || old == "" || now == "" {
			if elsewhere, other := before.runsElsewhere(was[i], after, is[i]); other {
				return fmt.Sprintf("%s would run in %q", name.Display(), elsewhere)
			}
			at = dirs
		}
		if variable := f.told(); variable != "" {
			return fmt.Sprintf("$%s, which %s is given, still names the old place", variable, name.Display())
		}
	}
	return ""
}

// withoutNames are the invocations of a rewritten script without the calls of basename that
// were put into words.
func withoutNames(was, is []*ast.Invocation) []*ast.Invocation {
	if len(was) == len(is) {
		return is
	}
	var out []*ast.Invocation
	for _, inv := range is {
		n := len(out)
		if inv.Program() == "basename" && (n >= len(was) || was[n].Program() != "basename") {
			continue
		}
		out = append(out, inv)
	}
	return out
}

// runsElsewhere reports whether an invocation runs in other directories than before, but
// for what was moved.
func (p *Inspection) runsElsewhere(was *ast.Invocation, after *Inspection, is *ast.Invocation) (string, bool) {
	old, one := was.Dir.Text()
	now, still := is.Dir.Text()
	if one && still { // as most are
		return now, p.after(old) != after.end(now)
	}
	olds, known := was.Dir.Texts()
	news, still := is.Dir.Texts()
	if !known || !still {
		return "", false
	}
	same := slices.Equal(each(olds, p.after), each(news, after.end))
	return strings.Join(news, ", "), !same
}

// each are what a function makes of directories, none twice: two that were apart may be
// one once all is moved.
func each(dirs []string, of func(string) string) []string {
	out := make([]string, 0, len(dirs))
	for _, dir := range dirs {
		if dir = of(dir); !slices.Contains(out, dir) {
			out = append(out, dir)
		}
	}
	slices.Sort(out)
	return out
}

// after is where a directory is once all is moved.
func (p *Inspection) after(dir string) string {
	real := p.end(dir)
	moved := p.relocated.moved
	for _, m := range moved {
		if !within(m.old, real) || m.unnamed && (!p.All || real == m.old || p.Facts.Exists(real)) {
			continue
		}
		if slices.ContainsFunc(moved, func(o relocation) bool { return o.inv == m.inv && o.unnamed && o.old == real }) {
			continue // where it is on another path of the script
		}
		return m.new + strings.TrimPrefix(real, m.old)
	}
	return real
}

func (f *following) cannot(in *ast.Script, arg *ast.Arg, program, why string) *Finding {
	shown := arg.Value.Display()
	if _, known := arg.Value.Texts(); !known && rawText(in, arg.Span) != "" {
		shown = rawText(in, arg.Span)
	}
	return &Finding{
		Rule: AcquireFollow, In: in, Span: arg.Span, Verdict: Ask,
		Message: fmt.Sprintf("%q of %s may mean what is moved, and cannot follow it: %s; use the new path", shown, program, why),
		Because: f.because(),
	}
}

// because names what is moved by then.
func (f *following) because() []Note {
	for i := range f.moved {
		if m := &f.moved[i]; f.active(i) {
			return []Note{{In: m.inv.In, Span: m.inv.Span, Message: "this is moved to " + m.new}}
		}
	}
	return nil
}
