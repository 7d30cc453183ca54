package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// place is a path that a command names: a word, or the part of one that is a path.
type place struct {
	in    *ast.Script
	span  ast.Span
	value ast.Value
	// whole is the word where value is what stands behind a sign in it, and else the zero
	// Value.
	whole ast.Value
	// dir is the directory that a relative path is taken from.
	dir ast.Value
	// writes says that the command surely writes it.
	writes bool
	// glob says that the program reads the word as a pattern of names.
	glob bool
}

// places are the paths that the commands of a script name, and the targets of its
// redirects: every word that is not known to be something else.
func (p *Inspection) places() []place {
	var out []place
	for _, r := range p.Script.Redirs {
		if strings.HasPrefix(r.Op, "<<") {
			continue
		}
		out = append(out, place{in: r.In, span: r.Target.Span, value: r.Target.Value, dir: r.Dir, writes: r.Writes()})
	}
	for _, inv := range p.Script.Invocations {
		out = p.placesOf(out, inv)
	}
	return out
}

// placesOf adds the paths among an invocation's words.
func (p *Inspection) placesOf(out []place, inv *ast.Invocation) []place {
	w := wordPlaces{inv: inv, dir: inv.Dir, writes: changes(inv), out: out}
	if inv.Program() == "git" {
		w.gitDirectory()
	}
	w.wrappers()
	r, known := readUse(inv)
	if known {
		r.judge() // which reads the subcommand of some
		known = len(r.Path) > 1 || inv.Program() != "git"
	}
	if known {
		w.read(r)
	} else {
		w.all()
	}
	return w.out
}

// wordPlaces gathers the paths among the words of one invocation.
type wordPlaces struct {
	inv    *ast.Invocation
	dir    ast.Value
	writes bool
	out    []place
}

func (w *wordPlaces) add(span ast.Span, v ast.Value) {
	w.out = append(w.out, place{in: w.inv.In, span: span, value: v, dir: w.dir, writes: w.writes})
}

// operand adds a word, and for git what it names in a revision: HEAD:PATH, and a
// pathspec, which is a pattern.
func (w *wordPlaces) operand(span ast.Span, v ast.Value) {
	whole := v
	v = afterSign(v)
	text, known := v.Text()
	if w.inv.Program() != "git" || !known || isURL(text) {
		w.add(span, v)
		if before, _ := whole.Text(); before != text {
			w.out[len(w.out)-1].whole = whole
		}
		return
	}
	if text == ".." {
		return // a range of revisions
	}
	w.pattern(span, text)
	for i := strings.IndexByte(text, ':'); i >= 0; i = strings.IndexByte(text, ':') {
		text = text[i+1:]
		if magic, path, ok := strings.Cut(text, ")"); ok && strings.HasPrefix(magic, "(") {
			text = path
		}
		w.pattern(span, text)
	}
}

// pattern adds a text that the program itself reads as a pattern of names.
func (w *wordPlaces) pattern(span ast.Span, text string) {
	w.out = append(w.out, place{in: w.inv.In, span: span, value: ast.Known(text), dir: w.dir, writes: w.writes, glob: strings.ContainsAny(text, "*?[")})
}

// read adds the paths of an invocation that is known.
func (w *wordPlaces) read(r *Reading) {
	text := r.textOperands()
	for i, arg := range r.Operands {
		maybe := slices.Contains(r.maybeValues, arg)
		at := argIndex(w.inv, arg)
		switch {
		case r.Use.Text < 0 && !maybe, i < text && !maybe:
		case at > 0 && noPath(w.inv, &w.inv.Args[at-1]):
		default:
			w.operand(arg.Span, arg.Value)
		}
	}
	for _, o := range r.Options {
		if o.Value == nil || excludes(o.Name) {
			continue
		}
		value, _ := o.Value.Text()
		switch {
		case has("-g --glob --iglob --include", o.Name):
			if !strings.HasPrefix(value, "!") {
				w.pattern(w.inv.Span, value)
			}
		case !r.textValue(o.Name):
			w.operand(w.inv.Span, *o.Value)
		}
	}
}

// all adds every word that can be a path of an invocation of which nothing is known.
func (w *wordPlaces) all() {
	for i := range w.inv.Args {
		arg := &w.inv.Args[i]
		text, known := arg.Value.Text()
		name, _, _ := strings.Cut(text, "=")
		switch {
		case known && strings.ContainsAny(text, " \n"): // a sentence, or a program
		case known && excludes(name):
		case i > 0 && noPath(w.inv, &w.inv.Args[i-1]):
		default:
			w.operand(arg.Span, arg.Value)
		}
	}
}

// excludes reports whether an option names what is left out.
func excludes(option string) bool {
	return strings.HasPrefix(option, "--exclude") && option != "--exclude-from"
}

// noPath reports whether the word behind another one is no path: a message, a pattern,
// or what is left out.
func noPath(inv *ast.Invocation, before *ast.Arg) bool {
	text, _ := before.Value.Text()
	return excludes(text) && !strings.Contains(text, "=") || messageOption(inv, before)
}

// gitDirectory follows git's own options before the subcommand: the directory that the
// words are taken from, which is a path itself.
func (w *wordPlaces) gitDirectory() {
	for i := 0; i < len(w.inv.Args); i++ {
		text, known := w.inv.Args[i].Value.Text()
		if !known || text == "" || text[0] != '-' {
			return
		}
		name, value, attached := strings.Cut(text, "=")
		v := ast.Known(value)
		switch {
		case !has("-C --git-dir --work-tree", name):
			if has("-c --namespace --config-env --attr-source", text) {
				i++
			}
			continue
		case !attached && i+1 < len(w.inv.Args):
			i++
			v = w.inv.Args[i].Value
		}
		w.add(w.inv.Args[i].Span, v)
		if name == "-C" {
			w.dir = ast.Join(w.dir, v)
		}
	}
}

// wrappers adds the files that the programs which start the invocation read: xargs -a.
func (w *wordPlaces) wrappers() {
	if !slices.Contains(w.inv.Via, "xargs") && w.inv.Program() != "xargs" {
		return
	}
	text := before(w.inv)
	if w.inv.Program() == "xargs" {
		text = w.inv.In.Source.Text[w.inv.Span.Start:min(w.inv.Span.End, len(w.inv.In.Source.Text))]
	}
	next := false
	for word := range strings.FieldsSeq(strings.NewReplacer("'", "", "\"", "").Replace(text)) {
		name, value, attached := strings.Cut(word, "=")
		switch {
		case next:
			w.add(w.inv.Span, ast.Known(word))
			next = false
		case attached && len(name) > 3 && strings.HasPrefix("--arg-file", name):
			w.add(w.inv.Span, ast.Known(value))
		case word == "-a" || len(name) > 3 && strings.HasPrefix("--arg-file", word):
			next = true
		case strings.HasPrefix(word, "-a"):
			w.add(w.inv.Span, ast.Known(word[2:]))
		}
	}
}

// argIndex is the place of a word among those of its invocation, -1 where it is none.
func argIndex(inv *ast.Invocation, arg *ast.Arg) int {
	for i := range inv.Args {
		if &inv.Args[i] == arg {
			return i
		}
	}
	return -1
}

// messageOption reports whether a word is an option after which a message or a
// pattern stands.
func messageOption(inv *ast.Invocation, arg *ast.Arg) bool {
	text, _ := arg.Value.Text()
	return has("-m --message --title --body --grep -S -G --author --reason --description", text) && has("git gh glab hg svn jj", inv.Program()) ||
		text == "-am" && inv.Program() == "git"
}

// textOperands is how many operands are no paths; none where an option gave the
// pattern.
func (r *Reading) textOperands() int {
	for _, o := range r.Options {
		if has("-e -f --regexp --file --expression", o.Name) {
			return 0
		}
	}
	return r.Use.Text
}

func (r *Reading) textValue(option string) bool {
	return has(r.Use.TextValues, option) || findUse(r.Path[0]) != nil && has(findUse(r.Path[0]).TextValues, option)
}

// afterSign drops what may stand before a path in one word: "--file=", "name=", "@".
func afterSign(v ast.Value) ast.Value {
	text, ok := v.Text()
	if !ok {
		return v
	}
	if i := strings.IndexByte(text, '='); i >= 0 {
		text = text[i+1:]
	}
	return ast.Known(strings.TrimLeft(text, "@"))
}

// changes reports whether an invocation is a program that changes the files that it
// names, always or with these words.
func changes(inv *ast.Invocation) bool {
	program := inv.Program()
	switch {
	case has("rm rmdir unlink shred mv cp install ln dd tee truncate touch mkdir chmod chown chgrp rsync patch sponge ed ex setfacl mkfifo split csplit", program):
		return true
	case has("sed perl ruby gawk awk sort shuf uniq tar bsdtar unzip gzip gunzip xz unxz zip find curl wget scp gcc cc clang", program):
		return programReads(inv) != ""
	case program == "git":
		words := plainWords(inv)
		return len(words) > 0 && has("checkout restore rm mv clean reset stash apply", words[0])
	}
	return false
}

// namedPath is an absolute path as entries are compared with it: in lower case, whole and
// taken apart once for all of them.
type namedPath struct {
	path, padded string // padded has one slash at each end
	elements     []string
}

func nameOf(path string) namedPath {
	path = strings.ToLower(processRoot(path))
	bare := strings.Trim(path, "/")
	return namedPath{path: path, padded: "/" + bare + "/", elements: strings.Split(bare, "/")}
}

// is reports whether the path is one that an entry names: an absolute path or ~/…, a
// directory where it ends in a slash, everything below a directory where it ends in /**,
// and else a name, or a pattern of names, anywhere.
func (n *namedPath) is(entry, home, root string) bool {
	entry = strings.ToLower(strings.TrimSuffix(entry, "**"))
	if rest, ok := strings.CutPrefix(entry, "~/"); ok {
		if home == "" {
			return false
		}
		entry = strings.TrimSuffix(strings.ToLower(home), "/") + "/" + rest
	}
	dir := strings.HasSuffix(entry, "/")
	entry = strings.TrimSuffix(entry, "/")
	if strings.HasPrefix(entry, "/") {
		return atOrBelow(entry, n.path) || n.absolute(entry)
	}
	if strings.IndexByte(entry, '/') < 0 {
		return n.has(entry, dir)
	}
	if root != "" && atOrBelow(strings.TrimSuffix(strings.ToLower(root), "/")+"/"+entry, n.path) {
		return true
	}
	return n.holds(entry)
}

// atOrBelow reports whether a path is dir, or begins with it and a slash.
func atOrBelow(dir, path string) bool {
	return strings.HasPrefix(path, dir) && (len(path) == len(dir) || path[len(dir)] == '/')
}

// absolute reports whether the path is one that an absolute pattern means.
func (n *namedPath) absolute(pattern string) bool {
	if strings.IndexByte(pattern, '*') < 0 {
		return false
	}
	begin := pattern[:strings.IndexAny(pattern, "*?")]
	return strings.HasPrefix(n.path, begin) && wildElements(pattern, n.path)
}

// has reports whether an element of the path is one that a pattern of names means: a
// directory anywhere, or without wildcards; else the last one.
func (n *namedPath) has(pattern string, dir bool) bool {
	if !strings.ContainsAny(pattern, "*?") {
		return slices.Contains(n.elements, pattern)
	}
	if !dir {
		return wild(pattern, n.elements[len(n.elements)-1])
	}
	return slices.ContainsFunc(n.elements, func(element string) bool { return wild(pattern, element) })
}

// holds reports whether neighbouring elements of the path are those of the entry.
func (n *namedPath) holds(entry string) bool {
	for from := 1; ; {
		i := strings.Index(n.padded[from:], entry)
		if i < 0 {
			return false
		}
		at := from + i
		if end := at + len(entry); n.padded[at-1] == '/' && end < len(n.padded) && n.padded[end] == '/' {
			return true
		}
		from = at + 1
	}
}

// processRoot drops what only leads to the root of the file system: /proc/self/root.
func processRoot(path string) string {
	for strings.HasPrefix(path, "/proc/") {
		elements := strings.SplitN(path, "/", 5)
		if len(elements) < 4 || elements[3] != "root" {
			return path
		}
		path = "/"
		if len(elements) == 5 {
			path += elements[4]
		}
	}
	return path
}

// wildElements reports whether a path is one that a pattern means, element by element.
func wildElements(pattern, path string) bool {
	names, elements := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(names) > len(elements) {
		return false
	}
	for i, name := range names {
		if !matchWild(name, elements[i]) {
			return false
		}
	}
	return true
}

// wild reports whether a name matches a pattern of * and ?. A * at the beginning stands
// for one character at the least.
func wild(pattern, name string) bool {
	if pattern != "" && pattern[0] == '*' {
		return name != "" && matchWild(pattern, name[1:])
	}
	return matchWild(pattern, name)
}

func matchWild(pattern, name string) bool {
	for {
		switch {
		case pattern == "":
			return name == ""
		case pattern[0] == '*':
			for i := 0; i <= len(name); i++ {
				if matchWild(pattern[1:], name[i:]) {
					return true
				}
			}
			return false
		case name == "" || pattern[0] != '?' && pattern[0] != name[0]:
			return false
		}
		pattern, name = pattern[1:], name[1:]
	}
}

// mayMatch reports whether a pattern of the shell could stand for a name that another
// pattern means, and says so by more than a wildcard: a lone * stands for whatever is
// there, and asking for every one would help nobody.
func mayMatch(glob, entry string) bool {
	end := strings.TrimLeft(entry, "*")
	if !overlap(glob, entry) || strings.Trim(glob, "*") == "" {
		return false
	}
	if end == entry || len(end) < 2 {
		return true
	}
	for _, sign := range [...]string{end[:2], ".*", ".?", ".["} {
		if strings.Contains(glob, sign) {
			return true
		}
	}
	return strings.HasSuffix(glob, end[len(end)-2:])
}

// overlap reports whether two patterns of * and ? have a name in common. What a
// bracket of the shell's could stand for is taken as any one character.
func overlap(a, b string) bool {
	switch {
	case a == "" && b == "":
		return true
	case a != "" && a[0] == '*':
		return overlap(a[1:], b) || b != "" && overlap(a, b[1:])
	case b != "" && b[0] == '*':
		return overlap(a, b[1:]) || a != "" && overlap(a[1:], b)
	case a == "" || b == "":
		return false
	case a[0] == '[':
		if end := strings.IndexByte(a, ']'); end > 0 {
			return overlap(a[end+1:], b[1:])
		}
	}
	return (a[0] == b[0] || a[0] == '?' || b[0] == '?') && overlap(a[1:], b[1:])
}

// blockedPlaces reports the paths that no command may name, those that it would write,
// and those that climb out of the project.
func (p *Inspection) blockedPlaces() {
	for _, pl := range p.places() {
		text, known := pl.value.Text()
		if !known {
			continue
		}
		p.blockedPath(pl, text)
	}
}

func (p *Inspection) blockedPath(pl place, text string) {
	resolved := p.resolve(pl, text)
	if resolved == "" || isURL(text) {
		return
	}
	home, ways := p.home(), p.ways(pl, text, resolved)
	for _, e := range p.Policy.BlockedPaths {
		if anyIs(ways, e.Text, home, p.Policy.Root) {
			p.block(PolicyPath, pl.in, pl.span, e.Origin, fmt.Sprintf("the policy blocks the path %q: %q is it; leave it alone", e.Text, text))
			return
		}
	}
	for _, e := range p.Policy.ProtectedPaths {
		if pl.writes && (ways[0].is(e.Text, home, p.Policy.Root) || p.holds(resolved, e.Text)) {
			p.block(PolicyProtected, pl.in, pl.span, e.Origin, fmt.Sprintf("%q lies below %q, which is protected: it may be read, not changed", text, e.Text))
			return
		}
	}
	if len(p.Policy.PathTraversal) > 0 && climbs(text) && p.Policy.Root != "" && !within(p.Policy.Root, resolved) {
		p.block(PolicyTraversal, pl.in, pl.span, p.Policy.PathTraversal[0].Origin, fmt.Sprintf("%q climbs out of the project with .. (path traversal), to %q; name a file of the project", text, resolved))
	}
}

// ways are the names of a path: what the word means, first, and as it is written, where
// that is another one.
func (p *Inspection) ways(pl place, text, resolved string) []namedPath {
	ways := []namedPath{nameOf(resolved)}
	if written := p.written(pl, text); written != resolved {
		ways = append(ways, nameOf(written))
	}
	return ways
}

// anyIs reports whether an entry names a path in one of its ways.
func anyIs(ways []namedPath, entry, home, root string) bool {
	for i := range ways {
		if ways[i].is(entry, home, root) {
			return true
		}
	}
	return false
}

// holds reports whether a protected path lies below one that is written: who removes or
// moves the directory takes it away.
func (p *Inspection) holds(written, protected string) bool {
	full := p.Policy.Root + "/" + strings.TrimSuffix(strings.TrimSuffix(protected, "**"), "/")
	return p.Policy.Root != "" && written != p.Policy.Root && strings.HasPrefix(written, p.Policy.Root+"/") && strings.HasPrefix(full, written+"/")
}

// climbs reports whether .. is one of a path's elements.
func climbs(path string) bool {
	for element := range strings.SplitSeq(path, "/") {
		if element == ".." {
			return true
		}
	}
	return false
}

// resolve is the absolute path that a word means, links followed; empty where that is
// not known.
func (p *Inspection) resolve(pl place, text string) string {
	path := p.written(pl, text)
	if path == "" {
		return ""
	}
	resolved, err := p.Facts.Resolve(path)
	if err != nil {
		return path
	}
	return resolved
}

// written is the absolute path of a word, as it is written.
func (p *Inspection) written(pl place, text string) string {
	if rest, ok := strings.CutPrefix(text, "~/"); ok {
		text = p.home() + "/" + rest
	}
	path, ok := ast.Join(pl.dir, ast.Known(text)).Text()
	if !ok {
		if p.Policy.Root == "" || text == "" {
			return text
		}
		return p.Policy.Root + "/" + text
	}
	return path
}

func (p *Inspection) home() string {
	home, _ := p.Script.Source.Env["HOME"].Text()
	return home
}

func isURL(text string) bool {
	i := strings.Index(text, "://")
	return i > 0 && !strings.HasPrefix(text, "file:")
}
