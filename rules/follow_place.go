package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// destination is how a path has to be written once all is moved. The zero value is one
// that stays as it is.
type destination struct {
	// why says why that is not known, or is empty.
	why string
	// moves says that the path is written anew: path below what at tells, or path itself,
	// absolute, where at is nil.
	moves bool
	at    *relocation
	path  string
	// head is how many bytes of the path's beginning that replaces.
	head int
	// each says that the word is one of several names, each of which is moved to the same
	// name in the sandbox.
	each bool
}

// destinations is the one destination of a word on all paths of the script.
func (f *following) destinations(word touched, program string) destination {
	dirs, known := word.dir.Texts()
	if !known {
		dirs = []string{""}
	}
	const another = "it means another place on another path of the script"
	if f.movesEach(dirs, word, program) {
		return destination{moves: true, each: true}
	}
	var out destination
	var olds []string
	for i, dir := range dirs {
		for j, d := range f.destinationsFrom(dir, word, program) {
			if d.why == "" && i+j > 0 && !d.same(out) {
				d.why = another
			}
			if out = d; d.why != "" {
				return d
			}
			if d.at != nil && d.at.paths > 1 && !slices.Contains(olds, d.at.old) {
				olds = append(olds, d.at.old)
			}
		}
	}
	if out.at != nil && out.at.paths > 1 && (len(olds) != out.at.paths || f.inv == nil || !f.inv.SameDirectory(out.at.inv)) {
		out.why = another
	}
	return out
}

// movesEach reports whether a word is one of several names, and each of them is moved to
// the same name in the sandbox.
func (f *following) movesEach(dirs []string, word touched, program string) bool {
	texts, known := word.value.Texts()
	if !known || len(texts) < 2 || len(dirs) != 1 || dirs[0] == "" {
		return false
	}
	for i, d := range f.destinationsFrom(dirs[0], word, program) {
		if d.why != "" || d.at == nil || d.at.rest+d.path != "/"+texts[i] {
			return false
		}
	}
	return true
}

// same reports whether two destinations are one. What lies at another old place on each
// path of the script goes to one new place.
func (d destination) same(o destination) bool {
	if d.at != nil && o.at != nil && d.at.paths > 1 && d.at.inv == o.at.inv && d.at.new == o.at.new {
		d.at = o.at
	}
	return d == o
}

// destinationsFrom are the destinations of all texts that a word can be, taken from one
// directory; one for several that lie in the same directory (r/$f).
func (f *following) destinationsFrom(dir string, word touched, program string) (out []destination) {
	if head := strings.TrimSuffix(commonDir(word.value), "/"); head != "" && dir != "" && !slices.ContainsFunc(word.value.Alts(), leadsOut) {
		if d := f.lead(dir, head); d.moves {
			d.head = len(head)
			return []destination{d}
		}
	}
	for _, alt := range word.value.Alts() {
		out = append(out, f.destination(dir, alt, word, program))
	}
	return out
}

// commonDir is the directory, with its slash, that all of several known texts are below;
// empty where there is none.
func commonDir(v ast.Value) string {
	if texts, known := v.Texts(); !known || len(texts) < 2 {
		return ""
	}
	return v.Prefix()[:strings.LastIndexByte(v.Prefix(), '/')+1]
}

// destination is that of one text, taken from a directory that is empty where it is not
// known.
func (f *following) destination(dir string, alt []ast.Part, word touched, program string) destination {
	lead, i := "", 0
	for ; i < len(alt) && alt[i].Unknown == ""; i++ {
		lead += alt[i].Text
	}
	switch {
	case strings.HasPrefix(lead, "/dev/fd/"):
		return destination{}
	case dir == "" && strings.HasPrefix(lead, "/"):
		dir = "/"
	case dir == "":
		return f.anywhere(alt, word, program)
	}
	if i == len(alt) {
		return f.known(dir, lead, word, program)
	}
	slash := strings.LastIndexByte(lead, '/')
	head := lead[:max(slash, 0)]
	var d destination
	if slash > 0 {
		d = f.lead(dir, head)
		if read := (touched{does: touchReads, dir: word.dir}); !d.moves && d.why == "" && f.All {
			f.unpacked(f.place(dir, head), head, read, &d)
		}
	}
	if d.moves {
		if d.head = len(head); leadsOut(alt[i:]) {
			d.why = "it may lead out of what is moved again"
		}
		return d
	}
	return destination{why: f.mayBecome(f.place(dir, lead[:slash+1]+here), lead[slash+1:], alt[i:], word)}
}

// anywhere is the destination of a text that is taken from a directory which is not
// known: one of those that the script goes to.
func (f *following) anywhere(alt []ast.Part, word touched, program string) destination {
	const why = "the directory that it is taken from is not known"
	if word.does == touchEnters && f.anyUnnamed() && len(alt) > 0 && !strings.HasPrefix(alt[0].Text, climbing) {
		return destination{why: why}
	}
	if len(alt) > 0 && f.hasElement(alt[0].Text) {
		return destination{why: why}
	}
	for _, dir := range visited(f.Script) {
		text, known := dir.Text()
		if d := f.destination(text, alt, word, program); known && (d.moves || d.why != "") {
			return destination{why: why}
		}
	}
	return destination{}
}

// hasElement reports whether the name of something moved is among the elements of a path.
func (f *following) hasElement(path string) bool {
	for element := range strings.SplitSeq(path, "/") {
		if f.isName(element) {
			return true
		}
	}
	return false
}

// anyUnnamed reports whether files of unknown names are fetched by then into a directory
// that is not known.
func (f *following) anyUnnamed() bool {
	return slices.ContainsFunc(f.places.unknown, func(i int) bool { return f.moved[i].unnamed && f.active(i) })
}

func leadsOut(parts []ast.Part) bool {
	for _, part := range parts {
		if strings.Contains(part.Text, climbing) {
			return true
		}
	}
	return false
}

// place is where a path leads that is taken from a directory.
func (f *following) place(dir, path string) string {
	text, _ := ast.Join(ast.Known(dir), ast.Known(path)).Text()
	return f.end(text)
}

// mayBecome says why a path may mean what is moved of which stem is known in the
// directory base, and the rest not; or "".
func (f *following) mayBecome(base, stem string, rest []ast.Part, word touched) string {
	pattern := true
	text := strings.TrimSuffix(base, "/") + "/" + stem
	for _, part := range rest {
		pattern = pattern && (part.Unknown == "" || part.Unknown == ast.Pattern)
		text += asPattern(part)
	}
	for i, m := range f.moved {
		switch {
		case !f.active(i):
			continue
		case m.pattern != "" && pattern && base == m.old && overlap(stem+asPatterns(rest), m.pattern):
			return "what is fetched is among the files that the pattern matches"
		case m.unnamed && f.All && pattern && base == m.old && m.pattern == "":
			return "the names of what is fetched are not known, and the pattern may match them"
		case m.unnamed && f.All && base == m.old && m.pattern+m.names+m.element == "" && f.surelyPath(word) && (stem != "" || f.mayName(rest[0]) != ""):
			return "the names of what is fetched are not known, and it may be one of them"
		case m.old != "" && within(m.old, base):
			continue
		case pattern && m.old != "":
			if matchesInto(text, m.old) {
				return "what is moved is among the files that the pattern matches"
			}
		case rest[0].Unknown == ast.Pattern && m.old == "":
			if matchElement(text[strings.LastIndexByte(text, '/')+1:], m.name) {
				return "the directory that it is taken from is not known"
			}
		case m.old != "" && stem != "" && !strings.HasPrefix(m.old, strings.TrimSuffix(base, "/")+"/"+stem):
			continue
		default:
			if why := f.mayName(rest[0]); why != "" {
				return why
			}
		}
	}
	return ""
}

// surelyPath reports whether a word is a path that something has to be found at.
func (f *following) surelyPath(word touched) bool {
	return word.does == touchEnters || (word.does == touchReads || word.does == touchRemoves) && has(surelyFiles, f.program())
}

func asPatterns(parts []ast.Part) string {
	text := ""
	for _, part := range parts {
		text += asPattern(part)
	}
	return text
}

// asPattern is a part as a pattern.
func asPattern(part ast.Part) string {
	if part.Unknown == "" || part.Unknown == ast.Pattern {
		return part.Text
	}
	return "*"
}

// matchesInto reports whether a pattern of paths can match a place, or what is below it.
func matchesInto(pattern, place string) bool {
	patterns, elements := strings.Split(pattern, "/"), strings.Split(place, "/")
	for i, element := range elements {
		switch {
		case i >= len(patterns):
			return false
		case patterns[i] == "**":
			return true
		case !matchElement(patterns[i], element):
			return false
		}
	}
	return true
}

func matchElement(pattern, name string) bool {
	if strings.ContainsAny(pattern, "[(\\") {
		return true
	}
	return !(strings.HasPrefix(name, ".") && !strings.HasPrefix(pattern, ".")) && matchWild(pattern, name)
}

// printsPlaces are programs that print paths which they were given, or found below them, and
// never a bare name that they made of one; and those that print no names at all.
const printsPlaces = "date dirname find hostname id mktemp nproc pwd readlink realpath seq type uname whereis which whoami"

// mayName says why a part that is not known may be, or begin with, the name of what is
// moved; or "". What the environment holds was there before.
func (f *following) mayName(part ast.Part) string {
	switch {
	case part.Of != nil && len(part.Of.Words) > 0:
		name, _ := part.Of.Words[0].Text()
		if has(printsPlaces, programOf(name)) || programOf(name) == "git" {
			return ""
		}
		return "it is what " + part.Of.Words[0].Display() + " prints"
	case part.Var == "":
		if part.Plain() {
			return ""
		}
		return part.Unknown
	case has(plainVars, part.Var):
		return ""
	case f.temporary(part.Var):
		return ""
	case strings.Trim(part.Var, "0123456789@*_") == "", f.assigns(part.Var):
		return "it is not known what $" + part.Var + " holds"
	}
	return ""
}

// temporary reports whether a variable holds what mktemp prints, and nothing else.
func (f *following) temporary(name string) bool {
	if !f.All || f.assignments(name) != 1 {
		return false
	}
	text := f.Script.Source.Text
	return slices.ContainsFunc([]string{"=$(mktemp", "=\"$(mktemp", "=`mktemp"}, func(begin string) bool {
		return strings.Contains(" "+text, " "+name+begin) || strings.Contains(text, "\n"+name+begin) || strings.Contains(text, ";"+name+begin)
	})
}

// assigns reports whether the script may assign a variable.
func (f *following) assigns(name string) bool {
	for _, assigned := range f.Script.Assigned {
		if assigned == name || assigned == "" {
			return true
		}
	}
	return false
}

// known is the destination of a path that is known.
func (f *following) known(dir, text string, word touched, program string) destination {
	d := f.lead(dir, text)
	if d.moves {
		d.head = len(text)
		if d.at != nil && d.at.there {
			d.why = "something is there already, which it may mean"
		}
		if d.at != nil {
			return d
		}
	}
	real := f.place(dir, text)
	if m := f.parts(real); m != nil {
		return destination{moves: true, at: m, path: strings.TrimPrefix(real, m.old), head: len(text)}
	}
	switch {
	case f.anyUnknown() && f.hasElement(text), word.does == touchEnters && f.anyUnnamed() && !strings.HasPrefix(text, "/") && !f.Facts.Exists(real):
		d.why = "the directory that is moved from is not known"
	case f.holder(real) != nil:
	case f.unpacked(real, text, word, &d):
	default:
		m := f.firstAt(&f.places.above, real)
		if m != nil && f.descends(real, m.old, word, program) || f.All && d.why == "" && f.wantsContent(real, word, program) {
			d.why = "what is moved lies in it"
		}
		if m := f.over(real, &f.places.parents); m != nil {
			d.why = fmt.Sprintf("%q is made by what is moved, and will be missing", m.parent)
		}
	}
	return d
}

// isPart reports whether a text may be what split, or csplit, puts behind the beginning of
// a name: two letters, or digits, unless it is told something else.
func isPart(inv *ast.Invocation, rest string) bool {
	told := "-a --suffix --additional"
	if inv.Program() == "csplit" {
		told = "-b -n --suffix --digits"
	}
	for begin := range strings.FieldsSeq(told) {
		if slices.ContainsFunc(inv.Args, func(a ast.Arg) bool { return strings.HasPrefix(a.Value.Prefix(), begin) }) {
			return rest != "" && !strings.Contains(rest, "/")
		}
	}
	return len(rest) == 2 && strings.Trim(rest, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// parts is what a file is one of the parts of, by its name; nil where it is none.
func (f *following) parts(real string) *relocation {
	for _, i := range f.places.parts {
		m := &f.moved[i]
		if rest, is := strings.CutPrefix(real, m.old); is && f.active(i) && isPart(m.inv, rest) && !f.Facts.Exists(real) && !f.made(real) {
			return m
		}
	}
	return nil
}

// landedAt is what is known by name to lie at a place, or above it, or to be split there.
func (f *following) landedAt(real string) *relocation {
	if m := f.holder(real); m != nil {
		return m
	}
	return f.parts(real)
}

// unpacked is the destination of a path below a directory into which files of unknown
// names are put: nothing was there before, and nothing else can have made it since.
func (f *following) unpacked(real, text string, word touched, d *destination) bool {
	m := f.over(real, &f.places.unnamed)
	if m == nil || real == m.old || f.Facts.Exists(real) {
		return false
	}
	rest := strings.TrimPrefix(real, m.old)
	name := strings.SplitN(rest, "/", 3)[1]
	if m.names != "" && !matchWild(m.names, name) {
		return false
	}
	top := m.old + "/" + name
	if word.does == touchWrites && (strings.Count(rest, "/") == 1 || f.Facts.Exists(top)) && (strings.Contains(word.option, ">") || !has(replacingInPlace, f.program()) && !has(finders, f.program())) {
		return false // it is made here
	}
	if dir, known := word.dir.Text(); known && !strings.HasPrefix(text, "/") && f.within(m, f.end(dir)) {
		return true // the directory follows
	}
	script := m.names != "" && word.does == touchReads && has(runsFile, f.program())
	if f.inv != nil && word.does != touchEnters && !script && looksLikeText(f.inv, ast.Known(text)) {
		return false
	}
	switch {
	case m.new == "" || !f.All:
		d.why = "the names of what is fetched are not known"
	case f.Facts.Exists(top):
		d.why = fmt.Sprintf("it is not known whether %q is among what is fetched", real)
	case f.made(top):
		return false
	case m.renamed:
		d.why = "what is fetched may get another name"
	case f.madeSince(m, name):
		d.why = "it is not known whether what is fetched holds it, or a program made it"
	default:
		*d = destination{moves: true, at: m, path: rest, head: len(text)}
		if strings.HasSuffix(text, "/") {
			d.path += "/"
		}
	}
	return true
}

// within reports whether a directory is one that was fetched into another.
func (f *following) within(m *relocation, dir string) bool {
	return dir != m.old && within(m.old, dir) && !f.Facts.Exists(dir)
}

// replacingInPlace are programs that change files which are there; surelyFiles take
// files for their operands.
const (
	replacingInPlace = "bunzip2 bzip2 chgrp chmod chown gunzip gzip sed strip truncate unlzma unxz unzstd xz zstd"
	surelyFiles      = ". 7z [ b2sum bsdtar bunzip2 bzip2 bzcat cat chmod cmp comm cp diff du file find gunzip gzip head install join less ln ls md5sum more mv nl od paste readlink realpath rm rmdir rsync sha1sum sha256sum sha512sum sort source stat strip tac tail tar test touch tree unxz unzip unzstd wc xxd xz xzcat zcat zstd"
)

// looksLikeText reports whether a word of a program is more likely a number, a mode or a
// name than a path: it has no slash and no dot, and the program may take other words.
func looksLikeText(inv *ast.Invocation, v ast.Value) bool {
	text, known := v.Text()
	if has("basename echo printf expr seq", inv.Program()) {
		return true
	}
	if known && strings.Trim(text, "0123456789.") == "" && strings.Trim(text, ".") != "" {
		return true
	}
	return known && !strings.ContainsAny(text, "/.") && !has(surelyFiles, inv.Program())
}

// program is the program that is looked at, empty for a redirect of none.
func (f *following) program() string {
	if f.inv == nil {
		return ""
	}
	return f.inv.Program()
}

// made reports whether an earlier word of the script makes something at a place.
func (f *following) made(path string) bool {
	for i, inv := range f.Script.Invocations[:min(f.at, len(f.Script.Invocations))] {
		if f.places.makes(i) || has(replacingInPlace, inv.Program()) || has("rm rmdir shred unlink", inv.Program()) || has(finders, inv.Program()) {
			continue
		}
		t := f.touchesOf(inv)
		if t == nil {
			continue
		}
		for _, w := range t.out {
			text, known := ast.Join(w.dir, w.value).Text()
			if known && w.does.changes() && within(path, f.end(text)) && !f.goesAlong(inv.In, argOf(inv, w).Span, w.dir, w.value) {
				return true
			}
		}
	}
	return slices.ContainsFunc(f.Script.Redirs, func(r *ast.Redirect) bool {
		text, known := ast.Join(r.Dir, r.Target.Value).Text()
		return r.Writes() && r.First <= f.at && known && within(path, f.end(text)) && !f.places.makes(r.First) &&
			!f.goesAlong(r.In, r.Target.Span, r.Dir, r.Target.Value)
	})
}

// goesAlong reports whether a word that makes something makes it in the sandbox once all is
// moved: it is written anew, or taken from a directory that was fetched.
func (f *following) goesAlong(in *ast.Script, span ast.Span, dir, path ast.Value) bool {
	if slices.ContainsFunc(f.edits, func(e ast.Edit) bool { return e.In == in && e.Span == span }) {
		return true
	}
	from, known := dir.Text()
	if !known || strings.HasPrefix(path.Prefix(), "/") || strings.Contains(path.Prefix(), climbing) {
		return false
	}
	real := f.end(from)
	m := f.over(real, &f.places.unnamed)
	return f.holder(real) != nil || m != nil && f.within(m, real)
}

// madeSince reports whether a program that may make files of unknown names runs before
// what is looked at, and not in what is moved: behind the fetch, or before it where the
// directory was there and the fetch does not say that it makes that name.
func (f *following) madeSince(m *relocation, name string) bool {
	if f.makers == nil {
		f.makers = f.findMakers()
	}
	return slices.ContainsFunc(f.makers, func(i int) bool {
		if i == m.index || i >= f.at || i < m.index && (makesElsewhere(f.Script.Invocations[i]) || tells(m.inv, name)) {
			return false
		}
		there := func(dir string) bool { return f.Facts.Exists(dir) || i < m.index && f.mkdir(dir, i) }
		if i < m.index && !there(m.old) {
			return false
		}
		dir, known := f.Script.Invocations[i].Dir.Text()
		return !known || f.holder(f.end(dir)) == nil && there(f.end(dir))
	})
}

// tells reports whether a word of an invocation is a file that is named after what it
// makes: tar xf x.tgz makes x.
func tells(inv *ast.Invocation, name string) bool {
	return slices.ContainsFunc(inv.Args, func(arg ast.Arg) bool {
		last, _ := lastName(arg.Value).Text()
		rest, is := strings.CutPrefix(last, name)
		return is && (rest == "" || strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "-"))
	})
}

// Programs, and subcommands of programs, that make files of their own names, or none,
// where they run.
const (
	madeBySystem     = "alias apk apt apt-get brew dnf kill launchctl pacman pip pip3 pkill service set shopt sleep systemctl trap ulimit umask yum"
	madeBySubcommand = "bundle:install cargo:add cargo:fetch cargo:install composer:install gem:install git:add git:branch git:commit git:config git:fetch git:init git:push git:remote git:rm git:tag go:get go:install go:mod go:vet npm:ci npm:i npm:install pnpm:install poetry:install uv:pip uv:sync yarn:install"
)

// makesElsewhere reports whether a program makes nothing where it runs that a script would
// name.
func makesElsewhere(inv *ast.Invocation) bool {
	program := inv.Program()
	if inv.Shadowed || has(madeBySystem, program) {
		return !inv.Shadowed
	}
	words := plainWords(inv)
	return len(words) > 0 && has(madeBySubcommand, program+":"+words[0])
}

// descending are programs that work on all that lies in a directory which they are given.
const descending = "7z ack ag bsdtar chgrp chmod chown cp diff du egrep fd fdfind fgrep find grep gtar mv rg rm rsync scp tar tree zip"

// descends reports whether a program that is given a directory comes to what lies in it.
func (f *following) descends(dir, old string, word touched, program string) bool {
	program = programOf(program)
	switch word.does {
	case touchReads, touchRemoves:
		return has(descending, program) || program == "ls" && dir == f.place(old, climbing)
	case touchWrites:
		return has("chgrp chmod chown find", program)
	}
	return false
}

// wantsContent reports whether a word means a directory for what it holds, and files of names that
// are not known would have been put into it. What goes back to where the fetch ran, or to
// where the script begins, goes there for more than that.
func (f *following) wantsContent(real string, word touched, program string) bool {
	m := f.firstAt(&f.places.unnamed, real)
	switch {
	case m == nil || f.Sandbox.Contains(real):
		return false
	case word.does == touchReads:
		return programOf(program) == "ls"
	case word.does != touchEnters:
		return false
	}
	from, _ := m.inv.Dir.Text()
	begin, _ := m.inv.In.Source.Dir.Text()
	return !within(real, f.end(from)) && !within(real, f.end(begin)) && (f.inv == nil || !unpacks(f.inv, f.touchesOf(f.inv)))
}

// lead is the destination of a path as far as it leads to what is moved, or out of it.
func (f *following) lead(dir, text string) destination {
	relative := !strings.HasPrefix(text, "/")
	from := f.holder(f.end(dir))
	var now *relocation
	through := relative && from != nil
	stays, entered, sub := through, 0, ""
	for i := 0; i <= len(text); i++ {
		if i < len(text) && text[i] != '/' || i == 0 {
			continue
		}
		real := f.place(dir, text[:i])
		m := f.holder(real)
		if m != nil && m != now {
			entered, sub = i, strings.TrimPrefix(real, m.old)
		}
		now, through, stays = m, through || m != nil, stays && m == from
	}
	switch {
	case now != nil && stays || now == nil && !through:
		return destination{}
	case now != nil:
		return destination{moves: true, at: now, path: sub + text[entered:]}
	case !relative || from == nil:
		return destination{why: "it leads through what is moved", moves: true}
	}
	path := f.place(dir, text)
	if strings.HasSuffix(text, "/") {
		path += "/"
	}
	return destination{moves: true, path: path}
}
