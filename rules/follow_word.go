package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// invocation follows the words of the invocation that is looked at: all that are paths,
// or may be. A word that is known to be text stays; one of which nothing is known is
// asked about where it names what is moved.
func (f *following) invocation() *Finding {
	inv := f.inv
	name := inv.Name.Value.Display()
	if found := f.around(name); found != nil {
		return found
	}
	if found := f.sums(name); found != nil {
		return found
	}
	if found := f.bared(name); found != nil {
		return found
	}
	paths, closed := f.paths()
	taken := make(map[ast.Span]bool, len(paths))
	for _, word := range paths {
		arg := argOf(inv, word)
		taken[arg.Span] = true
		if found := f.word(inv.In, arg, word, name); found != nil {
			return found
		}
	}
	for i := range inv.Args {
		arg := &inv.Args[i]
		if taken[arg.Span] || f.isScript(arg) {
			continue
		}
		named := f.names(inv.Dir, arg.Value)
		switch {
		case isGlob(arg.Value):
			if d := f.destinations(touched{does: touchReads, value: arg.Value, dir: inv.Dir}, name); d.moves || d.why != "" {
				return f.cannot(inv.In, arg, name, "it is a pattern of files")
			}
		case (named || f.spelledSame(arg)) && !closed:
			return f.cannot(inv.In, arg, name, "it is not known what becomes of it")
		case named && f.captured():
			return f.cannot(inv.In, arg, name, "what is printed of it is used")
		}
	}
	return nil
}

// spelledSame reports whether a word is spelled as something that is moved whose place is
// known only when the script runs.
func (f *following) spelledSame(arg *ast.Arg) bool {
	edit, _, says := f.atRun(f.inv.In, arg, touched{does: touchReads, value: arg.Value})
	return says && edit.Text != ""
}

// isGlob reports whether files may match a part of a value.
func isGlob(v ast.Value) bool {
	return slices.ContainsFunc(v.Alts(), func(alt []ast.Part) bool {
		return slices.ContainsFunc(alt, func(part ast.Part) bool { return part.Unknown == ast.Pattern })
	})
}

// around follows what stands before a program's words: its file, the directory that it
// is started in, its variables, the programs that start it.
func (f *following) around(name string) *Finding {
	inv := f.inv
	if strings.Contains(name, "/") {
		if found := f.word(inv.In, inv.Name, touched{does: touchReads, span: inv.Name.Span, value: inv.Name.Value, dir: inv.Dir}, name); found != nil {
			return found
		}
	} else if found := f.searched(name); found != nil {
		return found
	}
	rest := []byte(before(inv))
	hide := func(span ast.Span) {
		for i := max(span.Start-inv.Span.Start, 0); i < min(span.End-inv.Span.Start, len(rest)); i++ {
			rest[i] = ' '
		}
	}
	if inv.Chdir() != nil {
		hide(inv.Chdir().Span)
		word := touched{does: touchEnters, span: inv.Chdir().Span, value: inv.Chdir().Value, dir: f.startedIn()}
		if found := f.word(inv.In, inv.Chdir(), word, inv.Via[len(inv.Via)-1]); found != nil {
			return found
		}
	}
	for _, a := range inv.Assigns {
		hide(a.Span)
		if found := f.assigned(a); found != nil {
			return found
		}
	}
	if arg := (&ast.Arg{Span: inv.Span, Value: ast.Known(strings.TrimSpace(string(rest)))}); f.namesIn(string(rest)) {
		return f.cannot(inv.In, arg, name, "it is started by way of that")
	}
	return nil
}

// startedIn is the directory that a wrapper which goes elsewhere is started in: that of
// the nearest invocation of the same script that none has started.
func (f *following) startedIn() ast.Value {
	dir := f.inv.In.Source.Dir
	for _, inv := range f.Script.Invocations {
		if inv == f.inv {
			break
		}
		if inv.In != f.inv.In || inv.Chdir() != nil {
			continue
		}
		if dir = inv.Dir; !inv.ChangesTo().None() {
			dir = inv.ChangesTo()
		}
	}
	return dir
}

// assigned follows a variable of the program alone that is a path.
func (f *following) assigned(a ast.Assign) *Finding {
	start := a.Span.Start + len(a.Name) + 1
	arg := &ast.Arg{Span: ast.Span{Start: start, End: a.Span.End}, Value: a.Value}
	if strings.Contains(a.Value.Prefix(), ":") || a.Span.Start >= f.inv.Name.Span.Start {
		return nil // what it still names is asked about once all is moved
	}
	return f.word(f.inv.In, arg, touched{does: touchMayWrite, span: arg.Span, value: a.Value, dir: f.inv.Dir}, "$"+a.Name)
}

// isScript reports whether a word is a script whose own words are followed.
func (f *following) isScript(arg *ast.Arg) bool {
	return len(f.Script.Nested) > 0 && slices.ContainsFunc(f.Script.Invocations, func(inv *ast.Invocation) bool {
		return inv.In.OuterIn == f.inv.In && inv.In.Outer != nil && inv.In.Outer.Span == arg.Span
	})
}

// runsFile take the file that they run as their first operand.
const runsFile = "ash bash bun dash deno ksh node nodejs perl php pypy pypy3 python python2 python3 ruby Rscript sh ts-node tsx zsh"

// paths are the words of the invocation that are paths, or may be; closed says that
// all others are text.
func (f *following) paths() (words []touched, closed bool) {
	inv := f.inv
	program := inv.Program()
	f.archives = false
	switch {
	case inv.Shadowed, carriesScript(f.Inspection, inv), has("eval trap", program):
		return nil, false
	case has("cd chdir pushd popd", program):
		return changed(inv), true
	case has("expr printf seq tr", program), f.All && program == "basename":
		return nil, true
	case has("[ test", program):
		return tested(inv), true
	}
	if call, ok := f.read(inv); ok {
		return call.paths(), true
	}
	if program == "git" {
		return f.gitWords(), true
	}
	t := f.touchesOf(inv)
	if t == nil {
		for _, pl := range f.placesOf(nil, inv) {
			if !pl.whole.None() && (has(surelyFiles, program) && pl.span != inv.Span || f.leads(pl.dir, pl.whole)) {
				pl.value = pl.whole
			}
			if word := (touched{does: touchReads, span: pl.span, value: pl.value, dir: pl.dir}); !isText(inv, argOf(inv, word)) {
				words = append(words, word)
			}
		}
		_, closed = readUse(inv)
		return words, closed && !has(readsInText, program)
	}
	words = t.out
	switch {
	case has(sendsSigned, program), has(sendsItems, program):
		words = signedWords(program, words)
	case has(readsInText, program):
		words = slices.DeleteFunc(slices.Clone(words), func(w touched) bool { return strings.ContainsAny(literalText(w.value), " \n") })
	}
	if has(finders, program) {
		words = slices.DeleteFunc(words, func(w touched) bool {
			return w.does == touchNothing && slices.ContainsFunc(roots(inv), func(root *ast.Arg) bool { return root.Span == w.span })
		})
	}
	if f.archives = program == "zip" || program == "7z" && len(inv.Args) > 0 && inv.Args[0].Value.Is("a") || strings.Contains(t.options, "-f:w") && has("bsdtar gtar tar", program); f.archives {
		archived(words)
	}
	switch first := firstOperand(words); {
	case first == nil || t.programmed:
	case has(runsFile, program):
		first.does = touchReads
	case has("chgrp chmod chown", program):
		first.does = touchNothing
	}
	return words, has(printers, program)
}

// printers are programs of the table of writers that print their words, or pass on what
// they read.
const printers = "sed gsed awk gawk jq tee sort uniq"

// readsInText are programs whose texts may name files that they read (\i, \copy, source).
const readsInText = "mariadb mysql psql"

// wordPrograms are programs whose words name other things than files, unless they hold
// a slash; textOptions are options after which a text stands, by their program.
const (
	wordPrograms = "command declare exit export getopts hash id kill let local man pgrep pidof pkill read readonly return set shift type typeset unset wait whereis which"
	textOptions  = "column:-s cut:-d diff:-I diff:-L diff:-x du:--exclude join:-t ls:-I ls:--ignore paste:-d sort:-t tree:-I tree:-P"
)

// isText reports whether a word of a program that only reads is no path.
func isText(inv *ast.Invocation, arg *ast.Arg) bool {
	i := argIndex(inv, arg)
	if i > 0 {
		option, _ := inv.Args[i-1].Value.Text()
		if has(textOptions, inv.Program()+":"+option) {
			return true
		}
	}
	return has(wordPrograms, inv.Program()) && !strings.Contains(arg.Value.Prefix(), "/")
}

func firstOperand(words []touched) *touched {
	for i := range words {
		if words[i].option == "" {
			return &words[i]
		}
	}
	return nil
}

// changed is the directory that a change of directory names.
func changed(inv *ast.Invocation) []touched {
	if len(inv.Args) == 0 || goesBack(inv) {
		return nil
	}
	last := &inv.Args[len(inv.Args)-1]
	return []touched{{does: touchEnters, span: last.Span, value: last.Value, dir: inv.Dir}}
}

// tested are the words of a test that are files.
func tested(inv *ast.Invocation) []touched {
	var out []touched
	for i := range inv.Args {
		before, behind := "", ""
		if i > 0 {
			before, _ = inv.Args[i-1].Value.Text()
		}
		if i+1 < len(inv.Args) {
			behind, _ = inv.Args[i+1].Value.Text()
		}
		if isFileTest(before) || isFileTest(behind) && len(behind) == 3 {
			out = append(out, touched{does: touchReads, span: inv.Args[i].Span, value: inv.Args[i].Value, dir: inv.Dir})
		}
	}
	return out
}

// isFileTest reports whether an operator of test, or of [[ ]], asks about a file.
func isFileTest(operator string) bool {
	return has("-a -b -c -d -e -f -g -h -k -p -r -s -u -w -x -G -L -N -O -S -nt -ot -ef", operator)
}

// archived takes what is put into an archive from the directory that an option names.
func archived(words []touched) {
	for i := range words {
		if !has("-C --directory", words[i].option) {
			continue
		}
		for j := range words {
			if words[j].option == "" {
				words[j].dir = ast.Join(words[i].dir, words[i].value)
			}
		}
	}
}

// gitWords are the directories that git is told to work in, and the words that may be
// paths, or revisions that look alike.
func (f *following) gitWords() []touched {
	w := wordPlaces{inv: f.inv, dir: f.inv.Dir}
	w.gitDirectory()
	var out []touched
	for _, pl := range w.out {
		out = append(out, touched{does: touchReads, span: pl.span, value: pl.value, dir: pl.dir, option: "-C"})
	}
	for i := range f.inv.Args {
		arg := &f.inv.Args[i]
		switch text, known := arg.Value.Text(); {
		case slices.ContainsFunc(out, func(w touched) bool { return w.span == arg.Span }):
		case i > 0 && messageOption(f.inv, &f.inv.Args[i-1]), strings.HasPrefix(text, "-"), known && strings.ContainsAny(text, " \n") && !f.names(w.dir, arg.Value):
		default:
			out = append(out, touched{does: touchMayWrite, span: arg.Span, value: arg.Value, dir: w.dir})
		}
	}
	return out
}

// argOf is the argument that a word is, or is a part of; the whole command where it is
// none.
func argOf(inv *ast.Invocation, word touched) *ast.Arg {
	text := ""
	for _, exact := range []bool{true, false} { // what xargs adds has the span of the word before
		for i := range inv.Args {
			arg := &inv.Args[i]
			if arg.Span != word.span && word.span != inv.Span {
				continue
			}
			if !exact && arg.Span == word.span {
				return arg
			}
			if text == "" {
				text = word.value.Display()
			}
			whole := arg.Value.Display()
			if whole == text || !exact && strings.HasSuffix(whole, text) {
				return arg
			}
		}
	}
	return &ast.Arg{Span: inv.Span, Value: word.value, Frozen: "it is a part of another word"}
}

// word follows one word: it is edited where it means what was moved, or where it is
// taken from a directory that was and leads out of it.
func (f *following) word(in *ast.Script, arg *ast.Arg, word touched, program string) *Finding {
	if text, known := word.value.Text(); known && (isURL(text) || text == "" || text == "-" && word.does != touchEnters) {
		return nil
	}
	if literalText(word.value) == " " && arg.AddedWhenRun() {
		if f.found() {
			return nil
		}
		return f.cannot(in, arg, program, "it is not known where its names come from")
	}
	if slices.ContainsFunc(f.edits, func(e ast.Edit) bool { return e.In == in && e.Span == arg.Span && !e.Span.Empty() }) {
		return nil // it is moved itself
	}
	if edit, why, says := f.atRun(in, arg, word); says {
		if why != "" {
			return f.cannot(in, arg, program, why)
		}
		if !slices.Contains(f.edits, edit) {
			f.edits = append(f.edits, edit)
		}
		return nil
	}
	switch word.does {
	case touchMachine:
		return nil
	case touchNothing, touchMounts, touchRuns:
		if why := f.notPath(word, program); why != "" {
			return f.cannot(in, arg, program, why)
		}
		return nil
	case touchLinks:
		word.dir = f.linkedFrom(f.inv, word.dir)
	case touchMayWrite:
		if text, known := word.value.Text(); known && !f.leads(word.dir, word.value) {
			word.value = afterSign(ast.Known(text))
		}
	}
	d := f.destinations(word, program)
	if d.moves && d.why == "" && (d.at != nil || d.each) {
		d.why = f.otherName(word, programOf(program))
	}
	if _, known := word.value.Text(); !d.moves && !known && f.inBraces(rawText(in, arg.Span)) {
		d.why = "an expansion in it names what is moved"
	}
	switch {
	case d.why != "":
		return f.cannot(in, arg, program, d.why)
	case !d.moves:
		return nil
	}
	edit, why := f.respell(in, arg, word.value, d)
	if why == "" && d.at != nil && has(printsNames, programOf(program)) && f.captured() {
		why = splitBy(arg.Value.Prefix(), f.written(d, true))
	}
	if why != "" {
		return f.cannot(in, arg, program, why)
	}
	if !slices.Contains(f.edits, edit) {
		f.edits = append(f.edits, edit)
	}
	return nil
}

// splitBy says why a new path is taken apart where the old one was not, or "".
func splitBy(old, written string) string {
	if strings.ContainsAny(written, splitting) && !strings.ContainsAny(old, splitting) {
		return "what is printed of it is used, and the new path has characters that split it"
	}
	return ""
}

// printsNames are programs that print the paths which they are given; splitting are the
// characters at which shells and xargs take them apart.
const (
	printsNames = "dirname fd fdfind find git grep ls readlink realpath rg"
	splitting   = " \t'\"\\*?["
)

// targeted are programs whose operands name targets, packages or tasks, which are
// spelled like paths.
const targeted = "ant bazel bazelisk bmake buck2 cargo git gmake go gradle gradlew just lerna make mvn mvnw ninja nx rake remake samu scons task turbo waf"

// otherName says why a word that is a path to what is moved, or looks like it, must not
// be written in another way; or "".
func (f *following) otherName(word touched, program string) string {
	text := word.value.Prefix()
	switch {
	case f.archives && word.option == "" && word.does != touchWrites:
		return "it would have another name in the archive"
	case word.does != touchMayWrite:
		return ""
	case has(targeted, program), !strings.Contains(text, "/") && !strings.Contains(strings.TrimLeft(text, "."), "."):
		return "it may be a name of another kind"
	}
	return ""
}

// notPath says why a word that is no path may name what is moved all the same, or "".
func (f *following) notPath(word touched, program string) string {
	text := literalText(word.value)
	program = programOf(program)
	switch {
	case word.does == touchRuns && printsOnly(program, text):
		if slices.ContainsFunc(filesIn(program, text), func(file string) bool { return f.names(word.dir, ast.Known(file)) }) {
			return "its program reads it"
		}
		if f.names(word.dir, word.value) && f.captured() {
			return "what is printed by it is used"
		}
	case word.does == touchNothing && !has(runsFile, program):
		if word.option == "" && f.isName(strings.TrimSpace(text)) || f.namesPath(word.dir, text) {
			return "it may be a name of another kind"
		}
	case f.names(word.dir, word.value), word.option == "-m" && (f.isName(beforeDot(text)) || f.isName(beforeDot(text)+".py")), f.imports(program, text):
		return "it is a text that may name it"
	}
	return ""
}

// filesIn are the files that a program text of sed or awk reads by itself.
func filesIn(program, text string) []string {
	if has(seds, program) {
		return sedFiles(text)
	}
	return awkFiles(text)
}

// imports reports whether a program text of Python imports what is moved.
func (f *following) imports(program, text string) bool {
	return strings.HasPrefix(program, "py") && strings.Contains(text, "import") && slices.ContainsFunc(tokens(text), func(token string) bool {
		return f.isName(beforeDot(token) + ".py")
	})
}

func beforeDot(text string) string {
	first, _, _ := strings.Cut(text, ".")
	return first
}

// respell is the edit that writes a word's path in another way; why says why it must
// not be edited, or is empty.
func (f *following) respell(in *ast.Script, arg *ast.Arg, path ast.Value, d destination) (edit ast.Edit, why string) {
	if arg.Frozen != "" {
		return ast.Edit{}, arg.Frozen
	}
	if d.each {
		return f.inSandbox(in, arg)
	}
	whole, known := arg.Value.Text()
	text, _ := path.Text()
	option := strings.TrimSuffix(whole, text)
	if known {
		written, err := ast.QuotePath(f.written(d, option != ""))
		if option != "" {
			written, err = ast.Quote(option + f.written(d, true))
		}
		if err != nil {
			return ast.Edit{}, err.Error()
		}
		return ast.Edit{In: in, Span: arg.Span, Text: written}, ""
	}
	// The beginning alone is known: it is replaced where it is written plainly.
	source := in.Source.Text[arg.Span.Start:arg.Span.End]
	head := path.Prefix()[:d.head]
	switch rest, quoted := strings.CutPrefix(source, "\""+head+"/"); {
	case quoted && !strings.ContainsAny(f.written(d, true), "\"\\$`!"):
		return ast.Edit{In: in, Span: arg.Span, Text: "\"" + f.written(d, true) + "/" + rest}, ""
	case strings.HasPrefix(source, head+"/") && path.Prefix() == arg.Value.Prefix():
		written, err := ast.QuotePath(f.written(d, false))
		if err != nil {
			return ast.Edit{}, err.Error()
		}
		return ast.Edit{In: in, Span: arg.Span, Text: written + source[len(head):]}, ""
	}
	if tail := patternAfter(path, d.head); tail != "" && strings.HasSuffix(source, tail) && strings.Count(source[:len(source)-len(tail)], "\"")%2 == 0 && !strings.Contains(source, "'") {
		written, err := ast.QuotePath(f.written(d, false))
		if err != nil {
			return ast.Edit{}, err.Error()
		}
		return ast.Edit{In: in, Span: arg.Span, Text: written + tail}, ""
	}
	return ast.Edit{}, "its beginning is not written plainly"
}

// inSandbox is the edit that puts the sandbox before a word that is one expansion.
func (f *following) inSandbox(in *ast.Script, arg *ast.Arg) (edit ast.Edit, why string) {
	if _, _, ok := ast.Expansion(in, arg); !ok {
		return ast.Edit{}, "it is one of several, and not written as one expansion"
	}
	written, err := ast.QuotePath(f.sandbox(false))
	if err != nil {
		return ast.Edit{}, err.Error()
	}
	return ast.Edit{In: in, Span: arg.Span, Text: written + "/" + rawText(in, arg.Span)}, ""
}

// patternAfter is what follows the first bytes of a path, where that is text and patterns
// alone; else it is empty.
func patternAfter(path ast.Value, n int) string {
	if len(path.Alts()) != 1 {
		return ""
	}
	text := ""
	for _, part := range path.Alts()[0] {
		if part.Unknown != "" && part.Unknown != ast.Pattern {
			return ""
		}
		text += part.Text
	}
	return text[n:]
}

// written is a destination as it is written: the sandbox as the user gave it where the
// word stands alone and its shell has the caller's HOME, else absolute.
func (f *following) written(d destination, attached bool) string {
	if d.at == nil {
		return d.path
	}
	return f.sandbox(attached) + d.at.rest + d.path
}

// sandbox is the sandbox as it is written into a word of what is looked at, or behind
// something else in it.
func (f *following) sandbox(attached bool) string {
	if attached || f.inv == nil || f.inv.Where&ast.InFunction != 0 || f.assigns("HOME") {
		return f.Sandbox.Path
	}
	return f.spelling(f.inv, Move{})
}
