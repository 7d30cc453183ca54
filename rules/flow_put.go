package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// unpack notes where an archive is unpacked to: its directory becomes one in the sandbox.
func (f *flow) unpack(i int, call *Call, t *touches, w way) bool {
	inv := call.Inv
	program := inv.Program()
	switch {
	case has("tar gtar bsdtar", program):
		if !t.here {
			return false
		}
		if f.obeys(i, inv) || tarPrints(inv) {
			return true
		}
		if why := tarWanders(inv); why != "" {
			f.refuse(i, AcquireSink, inv.Span, why)
			return true
		}
		f.fills(i, call, last(t.out, touchEnters), Move{At: beforeMembers(inv, t), Insert: true, Words: []string{"-C"}})
	case program == "unzip":
		if f.obeys(i, inv) || t.all == touchReads {
			return true
		}
		at := endOf(inv)
		if strings.HasPrefix(at.Value.Prefix(), "-") {
			at = inv.Name // behind it -d might be its value
		}
		f.fills(i, call, last(t.out, touchFills), Move{At: at, Insert: true, Words: []string{"-d"}})
	case has("7z 7za 7zr", program) && len(inv.Args) > 0 && (inv.Args[0].Value.Is("x") || inv.Args[0].Value.Is("e")):
		f.fills(i, call, last(t.out, touchFills), Move{At: &inv.Args[0], Insert: true, Prefix: "-o"})
	case program == "cpio" && w&(byStdin|byFile) != 0 && strings.Contains(optionsOf(inv), "i"):
		f.fills(i, call, last(t.out, touchEnters), Move{At: inv.Name, Insert: true, Words: []string{"--no-absolute-filenames", "-D"}})
	case has("split csplit", program) && last(t.out, touchWrites) == nil:
		f.splits(i, call, t)
	case has("ar jar unrar cabextract pax", program):
		f.refuse(i, AcquireSink, inv.Span, fmt.Sprintf("%s unpacks what is fetched into the directory it runs in; go to the sandbox first", program))
	default:
		return false
	}
	return true
}

// splits gives split, and csplit, the prefix that they use by themselves.
func (f *flow) splits(i int, call *Call, t *touches) {
	l := &Landing{Type: "carried", Noun: nounDownload, Dir: call.Inv.Dir, Dest: ast.Known("x"), Name: ast.Known("x"), Span: call.Inv.Span, Move: Move{At: endOf(call.Inv), Insert: true}}
	switch {
	case call.Inv.Program() == "csplit":
		l.Dest, l.Name, l.Move = ast.Known("xx"), ast.Known("xx"), Move{At: call.Inv.Name, Insert: true, Words: []string{"-f"}}
	case len(t.operands) == 0:
		l.Move.Words = []string{"-"}
	}
	f.land(i, call, l)
}

// last is the last word with which a program does one thing, or nil.
func last(words []touched, does touch) *touched {
	for i := len(words) - 1; i >= 0; i-- {
		if words[i].does == does {
			return &words[i]
		}
	}
	return nil
}

// endOf is the last word of an invocation.
func endOf(inv *ast.Invocation) *ast.Arg {
	if n := len(inv.Args); n > 0 {
		return &inv.Args[n-1]
	}
	return inv.Name
}

// beforeMembers is the word of tar before the first name of what is to be unpacked: -C
// counts for what stands behind it.
func beforeMembers(inv *ast.Invocation, t *touches) *ast.Arg {
	members := t.operands
	if n := len(t.writer.operands) - 1; n > 0 { // tar xzf FILE: the letters and what they take
		members = members[min(n, len(members)):]
	}
	if len(members) == 0 {
		return endOf(inv)
	}
	at := argIndex(inv, members[0])
	if at <= 0 {
		return inv.Name
	}
	return &inv.Args[at-1]
}

// tarPrints reports whether tar writes what it unpacks to standard output.
func tarPrints(inv *ast.Invocation) bool {
	return slices.ContainsFunc(inv.Args, func(a ast.Arg) bool {
		text, _ := a.Value.Text()
		return abbreviates("--to-stdout", text) || a.Span == inv.Args[0].Span && strings.Contains(tarLetters(text), "O") || text == "-O"
	})
}

// tarWanders says why tar may unpack to other places than the directory it is given, or "".
func tarWanders(inv *ast.Invocation) string {
	for i := range inv.Args {
		text, known := inv.Args[i].Value.Text()
		name, _, _ := strings.Cut(text, "=")
		switch {
		case !known && inv.Args[i].Many:
			return "it is not known what a word of tar is (" + reason(inv.Args[i].Value) + "); write it out"
		case has("--absolute-names -P --transform --xform --to-command --one-top-level --checkpoint-action -T --files-from", name):
			return "with " + name + " tar may unpack to other places; leave it out"
		case i == 0 && strings.Contains(tarLetters(text), "P"):
			return "with P tar may unpack to other places; leave it out"
		}
	}
	return ""
}

// fills is the landing of a program that fills a directory: the one that a word names,
// else the one it runs in.
func (f *flow) fills(i int, call *Call, dir *touched, add Move) {
	inv := call.Inv
	if add.Insert && add.At != inv.Name && hangs(add.At) {
		f.refuse(i, AcquireSink, add.At.Span, fmt.Sprintf("%s ends in an option that may take what is put behind it; give it its value", inv.Program()))
		return
	}
	l := &Landing{Type: "unpacked", Noun: nounDownload, Dir: inv.Dir, Dest: ast.Known(here), Name: ast.Known(""), Span: inv.Span, Fills: true, Move: add}
	if dir != nil {
		arg := argOf(inv, *dir)
		l.Dir, l.Dest, l.Given, l.Span, l.Move = dir.dir, dir.value, dir.value, arg.Span, Move{At: arg, Prefix: prefixOf(arg, dir.value)}
		l.Name = f.directoryName(i, l)
	}
	if l.Name.Is("") {
		l.IntoDir, l.Move.Dir = true, true
	}
	l.Creates = ast.Value{}
	if !f.isMoved(i, placeIn(l.Dir, l.Dest)) {
		f.land(i, call, l)
	}
}

// hangs reports whether a word is an option that may take the next word for its value.
func hangs(arg *ast.Arg) bool {
	text, known := arg.Value.Text()
	return !known && arg.Many || strings.HasPrefix(text, "-") && text != "-" && strings.ContainsAny(text[len(text)-1:], "CfTXIbgHKLNVd")
}

// directoryName is the name in the sandbox of a directory that is filled: empty for the
// one in effect, and those above it.
func (f *flow) directoryName(i int, l *Landing) ast.Value {
	if f.holdsCwd(f.Script.Invocations[i], ast.Join(l.Dir, l.Dest)) {
		return ast.Known("")
	}
	return lastName(l.Dest)
}

// holdsCwd reports whether a place is the directory in which a script starts, or stands
// above it.
func (f *flow) holdsCwd(inv *ast.Invocation, place ast.Value) bool {
	path, known := place.Text()
	cwd, _ := inv.In.Source.Dir.Text()
	return known && within(f.trail.end(path), f.trail.end(cwd))
}

// replacing are programs that put a file in the place of the one they are given, named
// without, or with, an ending.
var replacing = []struct{ programs, less, more, instead string }{
	{programs: "gunzip", less: ".tgz", instead: ".tar"},
	{programs: "gunzip", less: ".gz"},
	{programs: "bunzip2", less: ".bz2"},
	{programs: "unxz", less: ".xz"},
	{programs: "unlzma", less: ".lzma"},
	{programs: "unzstd", less: ".zst"},
	{programs: "gzip pigz", less: ".gz", more: ".gz"},
	{programs: "bzip2", less: ".bz2", more: ".bz2"},
	{programs: "xz", less: ".xz", more: ".xz"},
	{programs: "zstd", less: ".zst", more: ".zst"},
}

// replaces notes the files that take the place of those that landed.
func (f *flow) replaces(i int, call *Call, t *touches) (found bool) {
	for _, r := range replacing {
		if !has(r.programs, call.Inv.Program()) || last(t.out, touchFills) != nil || hasOption(call.Inv, "-o", "-c", "--stdout") {
			continue
		}
		for _, arg := range t.operands {
			text, known := arg.Value.Text()
			if !known || !f.isLanded(i, placeIn(t.dir, arg.Value)) {
				continue
			}
			name, packed := strings.CutSuffix(text, r.less)
			switch {
			case !packed && r.more != "":
				name = text + r.more
			case !packed:
				continue
			}
			name += r.instead
			dest := ast.Known(name)
			if !f.isMoved(i, placeIn(t.dir, dest)) {
				f.land(i, call, &Landing{Type: "carried", Noun: nounDownload, Dir: t.dir, Dest: dest, Given: dest, Name: lastName(dest), Span: ast.Span{Start: arg.Span.Start, End: arg.Span.Start}})
			}
		}
		found = true
	}
	return found
}

func hasOption(inv *ast.Invocation, names ...string) bool {
	return slices.ContainsFunc(inv.Args, func(a ast.Arg) bool {
		text, _ := a.Value.Text()
		return slices.Contains(names, text)
	})
}

// copies notes where cp and its like put what landed.
func (f *flow) copies(i int, call *Call, t *touches, w way) bool {
	if !has("cp ginstall install link ln mv rsync scp", call.Inv.Program()) || len(t.operands) == 0 {
		return false
	}
	sources, target := t.operands[:len(t.operands)-1], t.operands[len(t.operands)-1]
	place := touched{does: touchWrites, span: target.Span, value: target.Value, dir: t.dir}
	if filled := last(t.out, touchFills); filled != nil {
		sources, place = t.operands, *filled
	}
	if has("rsync scp", call.Inv.Program()) && strings.Contains(place.value.Prefix(), ":") {
		return true // to another machine
	}
	if len(sources) == 0 || f.isMoved(i, placeIn(place.dir, place.value)) {
		return true
	}
	carried := 0
	for _, source := range sources {
		if f.carries(i, source, t, w) {
			carried++
		}
	}
	switch {
	case carried == 0:
	case f.outOfSandbox(i, sources, place, t.dir):
		f.refuse(i, AcquireSink, call.Inv.Span, fmt.Sprintf("%s would take what is fetched out of the sandbox; leave it there", call.Inv.Program()))
	case carried < len(sources):
		f.refuse(i, AcquireSink, call.Inv.Span, fmt.Sprintf("%s puts what is fetched beside what is not; do it in two steps", call.Inv.Program()))
	case slices.ContainsFunc(sources, isRepository):
		f.refuse(i, AcquireSink, call.Inv.Span, fmt.Sprintf("%s takes a repository that is fetched to another place; clone it there", call.Inv.Program()))
	case slices.ContainsFunc(sources, isUnnamed) && (len(sources) > 1 || place.does == touchFills || f.isDirectory(i, place)):
		f.fills(i, call, &place, Move{})
	case f.isNew(place) && (place.does == touchFills || f.isDirectory(i, place)):
		f.fills(i, call, &place, Move{})
	case len(sources) > 1 || place.does == touchFills || f.isDirectory(i, place):
		for _, source := range sources {
			f.land(i, call, f.under(call.Inv, source, place))
		}
	default:
		f.land(i, call, f.written(call.Inv, place))
	}
	return true
}

// isUnnamed reports whether a source has a name that is not known.
func isUnnamed(source *ast.Arg) bool {
	if strings.HasPrefix(source.Value.Prefix(), "/dev/") {
		return false
	}
	_, known := lastName(source.Value).Text()
	return !known
}

// isRepository reports whether a source is the .git of a checkout.
func isRepository(source *ast.Arg) bool {
	text, _ := source.Value.Text()
	return text == ".git" || strings.HasSuffix(strings.TrimRight(text, "/"), "/.git")
}

// outOfSandbox reports whether a copy out of the sandbox has no other place there to go to:
// it goes to the directory in effect, or takes the sandbox as a whole.
func (f *flow) outOfSandbox(i int, sources []*ast.Arg, place touched, dir ast.Value) bool {
	here := f.holdsCwd(f.Script.Invocations[i], ast.Join(place.dir, place.value))
	return slices.ContainsFunc(sources, func(source *ast.Arg) bool {
		from := ast.Join(dir, source.Value)
		if text, known := from.Text(); known {
			return within(f.trail.end(text), f.Sandbox.Real) || here && f.trail.end(directoryText(text)) == f.Sandbox.Real
		}
		prefix := directoryText(from.Prefix())
		return here && strings.HasPrefix(prefix, "/") && f.trail.end(prefix) == f.Sandbox.Real
	})
}

// isNew reports whether the place that a copy goes into was not there before the script.
func (f *flow) isNew(place touched) bool {
	path, known := ast.Join(place.dir, place.value).Text()
	return known && !f.Facts.Exists(path)
}

// carries reports whether a source of a copy landed, or is what is read.
func (f *flow) carries(i int, source *ast.Arg, t *touches, w way) bool {
	if source.AddedWhenRun() {
		return f.addedFrom(t.inv)
	}
	return f.isLanded(i, placeIn(f.readFrom(t.inv, t.dir), source.Value)) || f.isSpelled(t.inv.In, source) || f.lists(i, source.Value) || w&byStdin != 0 && isStdin(source.Value) || w&byStream != 0 && strings.HasPrefix(source.Value.Prefix(), "/dev/fd/")
}

// readFrom is the directory that the sources of an invocation are relative to: that of a
// symbolic link is its own.
func (f *flow) readFrom(inv *ast.Invocation, dir ast.Value) ast.Value {
	if inv.Program() == "ln" {
		return f.linkedFrom(inv, dir)
	}
	return dir
}

// isDirectory reports whether a copy goes into a directory: one that is there, one that
// the script makes, or one that is spelled so.
func (f *flow) isDirectory(i int, place touched) bool {
	text, _ := place.value.Text()
	path, known := ast.Join(place.dir, place.value).Text()
	f.trail.look(i, f.Script.Invocations[i], 0)
	return strings.HasSuffix(text, "/") || has(". ..", text) || strings.HasSuffix(text, "/..") || known && (f.Facts.IsDir(path) || f.trail.mkdir(f.trail.end(path), i))
}

// under is the landing of one source of a copy below the directory that it goes into.
func (f *flow) under(inv *ast.Invocation, source *ast.Arg, place touched) *Landing {
	arg := argOf(inv, place)
	l := &Landing{
		Type: "carried", Noun: nounDownload, Given: place.value, Dir: place.dir, Name: lastName(source.Value),
		Span: source.Span, Move: Move{At: arg, Prefix: prefixOf(arg, place.value), Dir: true},
	}
	l.Dest = place.value
	if name, known := l.Name.Text(); known {
		l.Dest = below(place.value, ast.Known(name))
	}
	if !f.holdsCwd(inv, ast.Join(place.dir, place.value)) {
		l.Under, _ = lastName(place.value).Text()
	}
	return l
}

// gitWrites notes where git puts what a repository that landed holds.
func (f *flow) gitWrites(i int, call *Call) {
	inv := call.Inv
	w := wordPlaces{inv: inv, dir: inv.Dir}
	w.gitDirectory()
	words := gitCommand(inv)
	if len(words) == 0 {
		return
	}
	if has("config", words[0]) && slices.Contains(words, "core.worktree") || words[0] == "checkout-index" && slices.ContainsFunc(inv.Args, func(a ast.Arg) bool { return strings.HasPrefix(a.Value.Prefix(), "--prefix") }) {
		f.refuse(i, AcquireSink, inv.Span, "git would write what a fetched repository holds to another place; leave it in the sandbox")
		return
	}
	if givesWorkTree(inv) || slices.ContainsFunc(inv.Args, func(a ast.Arg) bool { return strings.HasPrefix(a.Value.Prefix(), "--work-tree") }) {
		f.refuse(i, AcquireSink, inv.Span, "git would write what a fetched repository holds into another work tree; leave --work-tree and GIT_WORK_TREE out")
		return
	}
	for j := range inv.Args {
		text, _ := inv.Args[j].Value.Text()
		arg := &inv.Args[j]
		switch {
		case words[0] == "worktree" && len(words) > 2 && words[1] == "add" && text == words[2]:
		case has("archive format-patch", words[0]) && j > 0 && (inv.Args[j-1].Value.Is("-o") || inv.Args[j-1].Value.Is("--output")):
		case words[0] == "bundle" && len(words) > 2 && text == words[2]:
		default:
			continue
		}
		word := touched{does: touchWrites, span: arg.Span, value: arg.Value, dir: w.dir}
		if !f.isMoved(i, placeIn(word.dir, word.value)) {
			f.land(i, call, f.written(inv, word))
		}
		return
	}
}

// gitCommand are the words of git from its subcommand on that are no options.
func gitCommand(inv *ast.Invocation) []string {
	var out []string
	for i := 0; i < len(inv.Args); i++ {
		text, known := inv.Args[i].Value.Text()
		switch {
		case !known:
			out = append(out, "")
		case len(out) == 0 && has("-C -c --git-dir --work-tree --namespace --exec-path", text):
			i++
		case strings.HasPrefix(text, "-"):
		default:
			out = append(out, text)
		}
	}
	return out
}
