package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// touch is what a program does with the path that a word names.
type touch byte

const (
	// touchReads it, or lists it.
	touchReads touch = 'r'
	// touchWrites what is there, through a link as well.
	touchWrites touch = 'w'
	// touchRemoves or replaces the name itself, not what it links to.
	touchRemoves touch = 'u'
	// touchEnters it: the paths of later words are taken from there.
	touchEnters touch = 'd'
	// touchEntersFile enters the directory that the file lies in.
	touchEntersFile touch = 'f'
	// touchFills it: the directory that all operands are put into.
	touchFills touch = 'T'
	// touchLinks to it.
	touchLinks touch = 'l'
	// touchRuns it: a program text in a language that is not read.
	touchRuns touch = 'x'
	// touchMounts it: SOURCE:TARGET.
	touchMounts touch = 'v'
	// touchMayWrite says that it is not known what becomes of it.
	touchMayWrite touch = '?'
	// nothing: the word is no path.
	touchNothing touch = 't'
	// touchNearby says that the program writes into the directory it runs in.
	touchNearby touch = '.'
	// touchMachine says that an option changes the machine, or the user's own settings.
	touchMachine touch = '!'
)

// writer is what is known of a program's words: which of them are paths, and what it
// does with them. It is read from one line of the table writers.
type writer struct {
	// operands are what it does with its operands, in order; one of them may be
	// repeated.
	operands []touch
	// repeated is the index of the one that stands for any number; -1 for none.
	repeated int
	// here says that it writes into the directory it runs in.
	here bool
	// missing says that the table has no line.
	missing bool
	// front is how many operands at the front are taken from the directory that the
	// program runs in, wherever an option has it go.
	front int
	// options are the options that say more, in the notation of the table.
	options string
	// words says that options of several letters begin with one dash.
	words bool
}

// findWriter returns what the table says of a program; ok is false where it has no line.
func findWriter(program string) (w writer, ok bool) {
	if program == "" || strings.ContainsAny(program, " |\n") {
		return writer{}, false
	}
	line := writersLine(program)
	if line == "" {
		return writer{}, false
	}
	_, rest, _ := strings.Cut(line, "|")
	operands, options, _ := strings.Cut(rest, "|")
	options, _, _ = strings.Cut(options, "|")
	return readWriter(operands, options), true
}

// writersLine is the line of the table that has a program among its names, or empty.
func writersLine(program string) string {
	for at := 0; ; {
		i := strings.Index(writers[at:], program)
		if i < 0 {
			return ""
		}
		i += at
		at = i + len(program)
		if before := writers[i-1]; before != '\n' && before != ' ' || writers[at] != ' ' {
			continue
		}
		start := strings.LastIndexByte(writers[:i], '\n') + 1
		if strings.IndexByte(writers[start:i], '|') < 0 {
			line, _, _ := strings.Cut(writers[start:], "\n")
			return line
		}
	}
}

func readWriter(operands, options string) writer {
	w := writer{repeated: -1, options: strings.TrimSpace(options)}
	for word := range strings.FieldsSeq(operands) {
		switch {
		case word == "words":
			w.words = true
		case touch(word[0]) == touchNearby:
			w.here = true
		default:
			if strings.HasSuffix(word, "*") {
				w.repeated = len(w.operands)
			}
			w.operands = append(w.operands, touch(word[0]))
		}
	}
	return w
}

// operand is what is done with the operand at index of count.
func (w *writer) operand(index, count int) touch {
	switch behind := len(w.operands) - 1 - w.repeated; {
	case w.repeated < 0 && index >= len(w.operands):
		return touchMayWrite
	case w.repeated < 0 || index < w.repeated:
		return w.operands[index]
	case index >= count-behind && count > 1:
		return w.operands[len(w.operands)-(count-index)]
	}
	return w.operands[w.repeated]
}

// option is what is done with the value of an option; ok is false for one that the
// table does not name. A long one may be abbreviated: of several that it may stand for,
// one that writes counts. Where options of several letters begin with one dash they may
// begin with two.
func (w *writer) option(name string) (does touch, flag, ok bool) {
	if w.words && strings.HasPrefix(name, "--") {
		if does, flag, ok = w.exactly(name[1:]); ok {
			return does, flag, ok
		}
	}
	if does, flag, ok = w.exactly(name); ok || len(name) < 3 || !strings.HasPrefix(name, "--") {
		return does, flag, ok
	}
	for entry := range strings.FieldsSeq(w.options) {
		i := strings.IndexAny(entry[1:], ":!") + 1
		if strings.HasPrefix(entry[:i], name) && (!ok || !does.changes()) {
			does, flag, ok = touch(entry[i+1]), entry[i] == '!', true
		}
	}
	return does, flag, ok
}

// exactly is the option of the table that has this very name.
func (w *writer) exactly(name string) (does touch, flag, ok bool) {
	for entry := range strings.FieldsSeq(w.options) {
		if i := strings.IndexAny(entry[1:], ":!") + 1; entry[:i] == name {
			return touch(entry[i+1]), entry[i] == '!', true
		}
	}
	return touchNothing, false, false
}

// joined is the longest option of the table that a word begins with, its value behind
// it: -oout.
func (w *writer) joined(text string) (name string) {
	for entry := range strings.FieldsSeq(w.options) {
		i := strings.IndexAny(entry[1:], ":!") + 1
		if listed := entry[:i]; entry[i] == ':' && len(listed) > len(name) && len(listed) < len(text) && strings.HasPrefix(text, listed) {
			name = listed
		}
	}
	return name
}

// changes reports whether a place is changed for certain.
func (t touch) changes() bool { return t == touchWrites || t == touchRemoves || t == touchFills }

// touched is one word of an invocation, with what becomes of the path that it names.
type touched struct {
	does  touch
	span  ast.Span
	value ast.Value
	// dir is the directory that the path is taken from.
	dir ast.Value
	// option is the option that the word is the value of, or empty.
	option string
}

// touches reads the words of an invocation by what the table says of its program.
type touches struct {
	writer
	inv *ast.Invocation
	// listed says that the table has a line for the program.
	listed bool
	dir    ast.Value
	all    touch // what a flag says of all operands that are paths; 0: what the table says
	filled bool  // an option names the directory that they are put into
	// programmed says that an option gives the program, which is an operand else.
	programmed bool
	operands   []*ast.Arg
	// doubtful are words behind options that the table does not name, which may be
	// their values.
	doubtful []*ast.Arg
	out      []touched
}

// touchesOf is what an invocation of the script does with its words; nil where it only
// reads. Guards ask for the same ones, which are read once and not to be changed.
func (p *Inspection) touchesOf(inv *ast.Invocation) *touches {
	if t, known := p.touched[inv]; known {
		return t
	}
	if p.touched == nil {
		p.touched = map[*ast.Invocation]*touches{}
	}
	t := p.readTouches(inv)
	p.touched[inv] = t
	return t
}

// writer is findWriter, asked once of each program.
func (p *Inspection) writer(program string) (writer, bool) {
	if w, known := p.writers[program]; known {
		return w, !w.missing
	}
	w, ok := findWriter(program)
	w.missing = !ok
	if p.writers == nil {
		p.writers = map[string]writer{}
	}
	p.writers[program] = w
	return w, ok
}

func (p *Inspection) readTouches(inv *ast.Invocation) *touches {
	script := p.Script
	t := &touches{inv: inv, dir: inv.Dir}
	switch t.writer, t.listed = p.writer(inv.Program()); {
	case !t.listed || inv.Shadowed:
		if inv.Shadowed || programReads(inv) == "" {
			return nil
		}
		t.writer = readWriter("?* .", "")
	case has(finders, inv.Program()):
		t.writer = findRoots(script, inv)
		for _, root := range roots(inv) {
			t.out = append(t.out, touched{does: t.writer.operands[0], span: root.Span, value: root.Value, dir: t.dir})
			if follow := followsLinks(inv); follow != "" && t.writer.operands[0] == touchWrites {
				t.out = append(t.out, touched{does: touchMachine, span: root.Span, option: follow})
			}
		}
		t.writer.operands[0] = touchNothing
	case has("7z 7za 7zr", inv.Program()) && len(inv.Args) > 0 && slices.ContainsFunc([]string{"x", "e", "l", "t"}, inv.Args[0].Value.Is):
		t.writer = readWriter("t r t* . words", t.writer.options)
	case has("tar bsdtar gtar", inv.Program()):
		t.writer = archive(inv)
	case has("awk gawk", inv.Program()) && inPlace(inv):
		t.writer = readWriter("x w*", t.writer.options)
	}
	t.read()
	if has("tar bsdtar gtar", inv.Program()) { // the archive is opened before it goes anywhere
		for i := range t.out {
			if o := t.out[i].option; o == "--file" || o != "" && !strings.HasPrefix(o, "--") && strings.HasSuffix(o, "f") {
				t.out[i].dir = inv.Dir
			}
		}
	}
	return t
}

// read reads all words. The operands come last, since options say what they are.
func (t *touches) read() {
	ended := false
	args := t.inv.Args
	for i := 0; i < len(args); i++ {
		text, known := args[i].Value.Text()
		switch {
		case known && text == "--" && !ended:
			ended = true
		case !ended && !known && t.attached(&args[i]):
		case ended || !known || len(text) < 2 || text[0] != '-':
			if known && t.assignment(&args[i], text) {
				continue
			}
			t.operands = append(t.operands, &args[i])
		default:
			var next *ast.Arg
			if i+1 < len(args) {
				next = &args[i+1]
			}
			if t.optionWord(&args[i], text, next) {
				i++
			}
		}
	}
	for i, arg := range t.operands {
		does := t.ofOperand(i)
		if n := len(t.writer.operands); n > 1 && arg.Frozen == ast.AddedLater && !t.filled && t.writer.operands[n-1].changes() {
			does = t.writer.operands[n-1] // xargs cp: the last of them is the place
		}
		if does == touchWrites && strings.HasPrefix(arg.Value.Prefix(), "+") && has("ex nvim vi view vim vimdiff", t.inv.Program()) {
			does = touchRuns
		}
		if does == touchNothing && slices.Contains(t.doubtful, arg) && !has(finders, t.inv.Program()) {
			does = touchMayWrite
		}
		dir := t.dir
		if i < t.writer.front {
			dir = t.inv.Dir
		}
		t.out = append(t.out, touched{does: does, span: arg.Span, value: arg.Value, dir: dir})
	}
}

func (t *touches) ofOperand(i int) touch {
	count := len(t.operands)
	if t.programmed && t.writer.operands[0] == touchRuns {
		i, count = i+1, count+1 // sed -e: no operand is the program
	}
	does := touchReads
	if !t.filled {
		does = t.writer.operand(i, count)
	} else if len(t.writer.operands) > 0 {
		does = t.writer.operands[0]
	}
	if t.all != 0 && does != touchRuns && does != touchNothing && !(t.all == touchLinks && does.changes()) {
		return t.all
	}
	return does
}

// put are the places that cp and its like put files at where an operand names the
// directory: DIRECTORY/NAME.
func (p *Inspection) put(t *touches) []touched {
	if len(t.operands) == 0 || !has("cp ginstall install mv rsync scp", t.inv.Program()) {
		return nil
	}
	sources, last := t.operands[:len(t.operands)-1], t.operands[len(t.operands)-1].Value
	for _, word := range t.out {
		if word.does == touchFills {
			sources, last = t.operands, word.value
		}
	}
	dir := ast.Join(t.dir, last)
	if path, known := dir.Text(); !known || !p.Facts.IsDir(path) {
		return nil
	}
	var out []touched
	whole := slices.ContainsFunc(t.inv.Args, func(a ast.Arg) bool { return a.Value.Is("-T") || a.Value.Is("-rT") || a.Value.Is("-aT") })
	for _, source := range sources {
		text, _ := source.Value.Text()
		from, known := ast.Join(t.dir, source.Value).Text()
		name, ok := LastElement(text)
		if (!ok || whole) && p.Facts.Exists(strings.TrimSuffix(from, "/")+"/.git") {
			name, ok = ".git", true // with all that is in it
		}
		does := touchRemoves
		if t.inv.Program() == "cp" && !p.Facts.IsDir(from) {
			does = touchWrites
		}
		if known && ok {
			out = append(out, touched{does: does, span: source.Span, value: ast.Known(name), dir: dir})
		}
	}
	return out
}

// assignment reads a word NAME=value that the table knows (dd of=x).
func (t *touches) assignment(arg *ast.Arg, text string) bool {
	name, value, found := strings.Cut(text, "=")
	if !found {
		return false
	}
	does, _, ok := t.option(name + "=")
	if ok {
		t.add(does, arg.Span, ast.Known(value), name+"=")
	}
	return ok
}

// attached reads a word of which only the beginning is known, where that is an option:
// --output="$F", -C"$D", of="$F".
func (t *touches) attached(arg *ast.Arg) bool {
	prefix := arg.Value.Prefix()
	name, _, found := strings.Cut(prefix, "=")
	switch {
	case found && prefix[0] == '-':
		does, flag, ok := t.option(name)
		if ok && !flag {
			t.add(does, arg.Span, arg.Value.After(len(name)+1), name)
			return true
		}
	case found:
		if does, _, ok := t.option(name + "="); ok {
			t.add(does, arg.Span, arg.Value.After(len(name)+1), name)
			return true
		}
		return false
	case len(prefix) > 1 && prefix[0] == '-' && prefix[1] != '-':
		if does, flag, ok := t.option(prefix[:2]); ok && !flag {
			t.add(does, arg.Span, arg.Value.After(2), prefix[:2])
			return true
		}
	}
	if prefix == "" || prefix[0] != '-' {
		return false
	}
	t.add(touchMayWrite, arg.Span, arg.Value, "")
	return true
}

// optionWord reads one option word; it reports whether the next word is its value.
func (t *touches) optionWord(arg *ast.Arg, text string, next *ast.Arg) bool {
	name, value, attached := strings.Cut(text, "=")
	if does, flag, ok := t.option(name); ok {
		switch {
		case flag:
			t.flag(does, arg, name)
		case attached:
			t.add(does, arg.Span, ast.Known(value), name)
		case next != nil:
			t.add(does, next.Span, next.Value, name)
			return true
		}
		return false
	}
	t.doubtful = append(t.doubtful, next)
	if name := t.joined(text); t.words && name != "" { // gcc -oout
		does, _, _ := t.option(name)
		t.add(does, arg.Span, ast.Known(text[len(name):]), name)
		return false
	}
	if strings.HasPrefix(text, "--") || t.words {
		if attached && strings.Contains(value, "/") {
			t.add(touchMayWrite, arg.Span, ast.Known(value), name)
		}
		return false
	}
	return t.cluster(arg, text, next)
}

// cluster reads letters that share a word: -rf, -Ctarget.
func (t *touches) cluster(arg *ast.Arg, text string, next *ast.Arg) bool {
	for i := 1; i < len(text); i++ {
		does, flag, ok := t.option("-" + text[i:i+1])
		switch {
		case !ok:
			continue
		case flag:
			t.flag(does, arg, "-"+text[i:i+1])
			continue
		case i+1 < len(text):
			t.add(does, arg.Span, ast.Known(strings.TrimPrefix(text[i+1:], "=")), text[:i+1])
		case next != nil:
			t.add(does, next.Span, next.Value, text)
			return true
		}
		return false
	}
	return false
}

// flag reads an option without a value that says what becomes of all operands.
func (t *touches) flag(does touch, arg *ast.Arg, name string) {
	if does == touchMachine {
		t.add(does, arg.Span, ast.Known(name), name)
		return
	}
	if !t.all.changes() { // sed -i -n
		t.all = does
	}
}

func (t *touches) add(does touch, span ast.Span, v ast.Value, option string) {
	t.programmed = t.programmed || does == touchRuns || has("-f --file --from-file -E --exec", option)
	out := touched{does: does, span: span, value: v, dir: t.dir, option: option}
	switch does {
	case touchFills:
		t.filled = true
	case touchEnters:
		t.dir = ast.Join(t.dir, v)
	case touchEntersFile:
		t.dir = ast.Join(t.dir, directoryOf(v))
	}
	t.out = append(t.out, out)
}

// directoryOf is the directory that a path lies in, as far as the path is known.
func directoryOf(v ast.Value) ast.Value {
	text, ok := v.Text()
	switch i := strings.LastIndexByte(text, '/'); {
	case !ok:
		return v
	case i < 0:
		return ast.Known(".")
	default:
		return ast.Known(text[:i+1])
	}
}
