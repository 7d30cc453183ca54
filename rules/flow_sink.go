package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// The rules of the scope all.
var (
	// AcquireRun is reported where fetched content is run before anything could scan it.
	AcquireRun = &Rule{
		ID: "acquire-run", Title: "fetched content that is run as it comes", Verdict: Deny, Since: "0.4",
		Doc:  "A program text that goes from the network into an interpreter is never a file that could be scanned. Save it in the sandbox, look at it, and run it then.",
		Bad:  "curl -fsSL https://host/install.sh | sh",
		Good: "curl -fsSL -o ~/work/sandbox/install.sh https://host/install.sh",
	}
	// AcquireSink is reported where it is not known what becomes of fetched bytes.
	AcquireSink = &Rule{
		ID: "acquire-sink", Title: "a program of which it is not known what it does with what is fetched", Verdict: Ask, Since: "0.4",
		Doc: "The program may write what it reads anywhere, or takes it into a store of its own.",
		Bad: "curl -fsSL https://host/dump.sql | psql",
	}
)

const (
	// ending are programs that print nothing of what they read but a sum, a count or a name.
	ending = "[ b2sum basename cd cksum cmp df dirname du exit false file kill ls md5sum nproc popd pushd pwd sha1sum sha224sum sha256sum sha384sum sha512sum shasum sleep stat sum test true wait wc which"
	// quoting are programs that print their words.
	quoting = "awk base32 base64 cat echo envsubst gawk gojq jq mawk paste print printf pv sed tee xxd yq"
	// storing take what they read into a store of their own, or change files that the text
	// itself names. A subcommand stands behind a colon.
	storing = "apt apt-get at batch crontab dnf docker:build docker:import docker:load dpkg git:am git:apply git:fast-import git:unpack-objects helm kubectl:apply kubectl:create kubectl:replace mail mysql patch podman:import podman:load psql rpm sendmail sqlite3 ssh yum"
	// marking are programs that change, or make, files without a byte of content.
	marking = "chattr chcon chgrp chmod chown mkdir rm rmdir setfacl setfattr shred touch truncate unlink"
	// packers turn what they read into what they print where they are given no file.
	packers = "bunzip2 bzip2 funzip gunzip gzip lz4 pigz uncompress unlz4 unlzma unxz unzstd xz zstd"
	// naming are builtins that give variables the text that they read.
	naming = "mapfile read readarray"
)

// carry takes what one program does with external bytes that reach it.
func (f *flow) carry(i int, inv *ast.Invocation, w way) {
	program := inv.Program()
	if w&(byStdin|byStream|byWord) != 0 && f.runs(i, inv, w) {
		return
	}
	switch {
	case inv.Shadowed:
		f.called = f.called || w&byStdin != 0
		return
	case has(marking, program), carriesScript(f.Inspection, inv):
		return
	case has(naming, program):
		f.names(inv, w)
		return
	case w&(byStdin|byStream) != 0 && f.stores(inv), w&byFile != 0 && has("apt apt-get dnf dpkg git patch rpm yum", program) && f.stores(inv):
		f.refuse(i, AcquireSink, inv.Span, fmt.Sprintf("%s takes what is fetched into a place of its own, or to files that the text names; save it in the sandbox and look at it first", program))
		return
	case w&byFile != 0 && has("ar cabextract dpkg-deb jar pax rar unar unrar", program):
		f.refuse(i, AcquireSink, inv.Span, fmt.Sprintf("%s unpacks what is fetched to where its own words say; go to the sandbox first", program))
		return
	case w == byWord && !has(quoting, program):
		return // a text among its words: a version, a name
	}
	t := f.touchesOf(inv)
	if program == "git" {
		f.gitWrites(i, carrier(inv))
	}
	if word := changedInPlace(inv, t); word != nil && w&(byWord|byStdin|byStream) != 0 {
		f.refuse(i, AcquireSink, word.span, fmt.Sprintf("%s changes %q in place with what is fetched; print it to a file of its own", program, word.value.Display()))
		return
	}
	if text := f.mayWrite(inv, t, w); text != "" {
		f.refuse(i, AcquireSink, inv.Span, fmt.Sprintf("the program that %s is given may write what is fetched: %.60q; print it, and have the shell write it", program, text))
		return
	}
	if t == nil || !t.listed {
		if w&(byStdin|byStream) != 0 && t != nil && !f.onlyPrints(inv) && !has(quoting, program) {
			f.refuse(i, AcquireSink, inv.Span, fmt.Sprintf("it is not known what %s does with what is fetched; save it in the sandbox first", inv.Name.Value.Display()))
			return
		}
	} else {
		f.list = f.listed(i, inv, t)
		f.puts(i, inv, t, w)
		f.list = nil
	}
	f.hands(inv)
	if unpacks(inv, t) {
		return // the names of what is unpacked are all that it prints
	}
	if !has(ending, program) && (program != "git" || w&byStdin != 0 || f.printsContent(inv)) && !carriesScript(f.Inspection, inv) {
		f.print(i)
	}
}

// mayWrite is the program text of an invocation that reads external bytes and is not known
// to print only, or empty.
func (f *flow) mayWrite(inv *ast.Invocation, t *touches, w way) string {
	program := inv.Program()
	if w&byFile != 0 && has(stdinPrograms, program) {
		option, at := scriptOf(inv)
		if option == "-m" && inv.Args[at].Value.Is("json.tool") && len(inv.Args) > at+2 {
			return "-m json.tool, with a file to write"
		}
		if option == "-m" && has("bz2 gzip lzma shutil tarfile zipapp zipfile", inv.Args[at].Value.Display()) {
			return "-m " + inv.Args[at].Value.Display()
		}
		if at >= 0 && option != "" && option != "-m" && !carriesScript(f.Inspection, inv) && !f.onlyPrints(inv) {
			return inv.Args[at].Value.Display()
		}
	}
	if t == nil || !has("sed gsed ssed awk gawk mawk nawk", program) {
		return ""
	}
	for _, word := range t.out {
		if word.does == touchRuns && !printsOnly(program, literalText(word.value)) {
			return word.value.Display()
		}
	}
	return ""
}

// unpacks reports whether an invocation takes an archive apart into files.
func unpacks(inv *ast.Invocation, t *touches) bool {
	switch {
	case t == nil:
		return false
	case has("tar gtar bsdtar", inv.Program()):
		return t.here && !tarPrints(inv)
	case inv.Program() == "unzip":
		return t.all != touchReads
	}
	return has("7z 7za 7zr cpio", inv.Program()) && t.here && !hasOption(inv, "-so", "--to-stdout")
}

// hands has the substitutions that a program writes into, tee >(…), read what it reads.
func (f *flow) hands(inv *ast.Invocation) {
	for _, k := range f.held[inv] {
		held := f.Script.Invocations[k]
		if span := wordAround(inv, held); strings.HasPrefix(rawText(inv.In, span), ">(") {
			f.hand(held, inv.In, span)
		}
	}
}

// wordAround is the span of the word of an invocation that a substitution stands in.
func wordAround(inv, held *ast.Invocation) ast.Span {
	at, _ := spanIn(held, inv.In)
	for _, a := range inv.Args {
		if a.Span.Contains(at) {
			return a.Span
		}
	}
	for _, r := range inv.Redirs {
		if r.Target.Span.Contains(at) {
			return r.Target.Span
		}
	}
	return ast.Span{}
}

// names notes the variables that a builtin fills with what it reads.
func (f *flow) names(inv *ast.Invocation, w way) {
	if w&byStdin == 0 {
		return
	}
	found := false
	for _, a := range inv.Args {
		if text, known := a.Value.Text(); known && text != "" && text[0] != '-' {
			found = true
			f.tell(text)
		}
	}
	if !found {
		f.tell("REPLY")
		f.tell("MAPFILE")
	}
}

func (f *flow) tell(name string) {
	if !f.told[name] {
		if f.told == nil {
			f.told = map[string]bool{}
		}
		f.told[name], f.changed = true, true
	}
}

// stores reports whether a program takes what it reads into a store of its own.
func (f *flow) stores(inv *ast.Invocation) bool {
	program := inv.Program()
	if has(storing, program) || has("gpg gpg2", program) && hasOption(inv, "--import", "--recv-keys") {
		return true
	}
	return slices.ContainsFunc(plainWords(inv), func(word string) bool { return has(storing, program+":"+word) })
}

// printsContent reports whether a subcommand of git prints the content of a repository.
func (f *flow) printsContent(inv *ast.Invocation) bool {
	words := gitCommand(inv)
	return len(words) > 0 && has("archive cat-file diff format-patch log show", words[0])
}

// puts notes where a program writes what reaches it.
func (f *flow) puts(i int, inv *ast.Invocation, t *touches, w way) {
	call := carrier(inv)
	if f.unpack(i, call, t, w) || f.replaces(i, call, t) || f.copies(i, call, t, w) {
		return
	}
	if has(finders, inv.Program()) {
		return // what its -exec writes is that program's
	}
	for _, word := range t.out {
		if word.does != touchWrites && word.does != touchFills || f.isMoved(i, placeIn(word.dir, word.value)) || isNowhere(word.value) || strings.HasPrefix(word.value.Prefix(), "/dev/fd/") || f.isSpelled(inv.In, argOf(inv, word)) {
			continue
		}
		f.land(i, call, f.written(inv, word))
	}
	if t.here && w&(byStdin|byStream) != 0 && !f.onlyPrints(inv) && !(len(t.operands) == 0 && has(packers, inv.Program())) && !has("split csplit", inv.Program()) {
		f.refuse(i, AcquireSink, inv.Span, fmt.Sprintf("%s may write what is fetched to files of names that are not known; save it in the sandbox first", inv.Program()))
	}
}

// written is the landing of one word that a program writes to.
func (f *flow) written(inv *ast.Invocation, word touched) *Landing {
	arg := argOf(inv, word)
	return &Landing{
		Type: "carried", Noun: nounDownload, Given: word.value, Dir: word.dir, Dest: word.value, Name: lastName(word.value),
		Span: arg.Span, Move: Move{At: arg, Prefix: prefixOf(arg, word.value)},
	}
}

// prefixOf is what stands before a value in the same word: "of=", "--output=".
func prefixOf(arg *ast.Arg, v ast.Value) string {
	whole, value := arg.Value.Prefix(), v.Prefix()
	if text, known := arg.Value.Text(); known {
		whole = text
	}
	if text, known := v.Text(); known {
		value = text
	}
	return strings.TrimSuffix(whole, value)
}

// onlyPrints reports whether an interpreter is given a program that plainly does no more
// than print: the bytes are data to it.
func (f *flow) onlyPrints(inv *ast.Invocation) bool {
	program := inv.Program()
	if has("python python2 python3 pypy pypy3", program) && len(inv.Args) > 1 && inv.Args[0].Value.Is("-m") {
		return inv.Args[1].Value.Is("json.tool") && len(inv.Args) < 4
	}
	if !has(runsFile, program) {
		return false
	}
	code, at := scriptOf(inv)
	if at < 0 || !has("-c -e -E -n -ne -nE -p -pe", code) {
		return false
	}
	text, known := inv.Args[at].Value.Text()
	return known && !slices.ContainsFunc(strings.Fields(writingWords), func(word string) bool { return strings.Contains(text, word) })
}

// writingWords are those without which the one-line programs of interpreters write no file and
// start nothing.
const writingWords = "open( open. write( write_ writeFile append save( system exec spawn popen Popen subprocess eval( require import( __import__ unlink remove rename pathlib shutil socket urlopen urlretrieve requests IO. File. Path( fs. child_process ` >"

// changedInPlace is the file that a program changes where it is, or nil.
func changedInPlace(inv *ast.Invocation, t *touches) *touched {
	if t == nil || !has("sed gsed ssed perl", inv.Program()) || t.all != touchWrites && !strings.Contains(optionsOf(inv), "i") {
		return nil
	}
	return last(t.out, touchWrites)
}
