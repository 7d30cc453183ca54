package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// Read reads an invocation with the option grammar of the tool that it starts. It
// reports false where it starts none of the scope first: another program, another
// subcommand, a name that is not known. Words that cannot be told apart are no reason to give up:
// the call says so in its Problem.
func Read(inv *ast.Invocation) (*Call, bool) { return readOne(Find(inv.Program()), inv) }

// ReadAny is Read in the scope all.
func ReadAny(inv *ast.Invocation) (*Call, bool) {
	if call, ok := readApplet(inv); ok {
		return call, true
	}
	if !isTool(inv.Program()) {
		return nil, false
	}
	if call, ok := Read(inv); ok {
		return call, true
	}
	return readOne(findMore(inv.Program()), inv)
}

// named reports whether the words of an invocation may hold the tool's subcommand.
func (t *Tool) named(inv *ast.Invocation) bool {
	if len(t.Sub) == 0 || t.Spelled != nil {
		return true
	}
	for i := range inv.Args {
		if text, known := inv.Args[i].Value.Text(); !known || text == t.Sub[0] {
			return true
		}
	}
	return false
}

// readApplet reads an invocation that a program starts which has tools of its own under
// the names of others (busybox wget), and which is a wrapper besides.
func readApplet(inv *ast.Invocation) (*Call, bool) {
	if len(inv.Via) == 0 {
		return nil, false
	}
	for _, tool := range findMore(inv.Via[len(inv.Via)-1]) {
		if len(tool.Sub) == 1 && tool.Sub[0] == inv.Program() {
			r := newReader(tool, inv)
			r.arguments()
			return r.call, true
		}
	}
	return nil, false
}

func readOne(tools []*Tool, inv *ast.Invocation) (*Call, bool) {
	for _, tool := range tools {
		if !tool.named(inv) {
			continue
		}
		if call, ok := tool.Read(inv); ok {
			return call, true
		}
	}
	return nil, false
}

// Read reads the words after the program's name. It reports false where they do not
// lead to the tool's subcommand.
func (t *Tool) Read(inv *ast.Invocation) (*Call, bool) {
	r := newReader(t, inv)
	if !r.subcommand() {
		return nil, false
	}
	r.arguments()
	if t.Fetches != nil && !t.Fetches(r.call) {
		return nil, false
	}
	return r.call, true
}

func newReader(t *Tool, inv *ast.Invocation) *reader {
	r := &struct { // in one allocation, with room for the words of most calls
		reader
		call     Call
		words    [8]*ast.Arg
		operands [4]*ast.Arg
		options  [2]Option
	}{call: Call{Tool: t, Inv: inv, Dashes: -1}}
	r.reader.call, r.call.Operands, r.call.Options = &r.call, r.operands[:0], r.options[:0]
	if r.reader.words = r.words[:min(len(inv.Args), len(r.words))]; len(inv.Args) > len(r.words) {
		r.reader.words = make([]*ast.Arg, len(inv.Args))
	}
	for i := range inv.Args {
		r.reader.words[i] = &inv.Args[i]
	}
	return &r.reader
}

// manner is how a grammar differs from the others.
type manner struct {
	// abbreviates says that a unique beginning of a long name stands for it.
	abbreviates bool
	// foldsCase says that long names are compared without regard to case.
	foldsCase bool
	// clusters says that short options may share a word, and the last one's value
	// follow in it.
	clusters bool
	// optional says that what follows a letter whose value may be left out is its value.
	optional bool
	// oneDash says that one dash is enough before a long name.
	oneDash bool
	// dropsEquals says that -oV may be written -o=V.
	dropsEquals bool
	// setsBools says that an option without a value may be given one of true and
	// false, attached by =.
	setsBools bool
	// booleans says that the attached value of an Optional option is yes or no.
	booleans bool
	// stops says that options after an operand are none under POSIXLY_CORRECT.
	stops bool
	// first says that no word after an operand is an option.
	first bool
	// dash says that a lone - is read as an option.
	dash bool
	// ends are the words after which no option follows.
	ends []string
}

var manners = [...]manner{
	GitGlobals:   {},
	ParseOptions: {abbreviates: true, clusters: true, ends: []string{"--", "--end-of-options"}},
	Pflag:        {clusters: true, dropsEquals: true, setsBools: true, booleans: true, ends: []string{"--"}},
	CurlOptions:  {abbreviates: true, foldsCase: true, clusters: true, dash: true, ends: []string{"--"}},
	GetoptLong:   {abbreviates: true, clusters: true, booleans: true, stops: true, ends: []string{"--"}},
	Optparse:     {abbreviates: true, clusters: true, ends: []string{"--"}},
	Exact:        {clusters: true, ends: []string{"--"}},
	Popt:         {clusters: true, dropsEquals: true, stops: true, ends: []string{"--"}},
	Getopt:       {clusters: true, first: true, ends: []string{"--"}},
	Apart:        {ends: []string{"--"}},

	Argparse:       {abbreviates: true, clusters: true, dropsEquals: true, ends: []string{"--"}},
	Wget2Options:   {clusters: true, booleans: true, ends: []string{"--"}},
	GetoptOptional: {abbreviates: true, clusters: true, optional: true, booleans: true, stops: true, ends: []string{"--"}},
	OneDash:        {oneDash: true, dash: true},
}

// reader reads the words of one call from left to right.
type reader struct {
	call  *Call
	words []*ast.Arg // those that are still to be read

	manner *manner
	tables [2][]Flag
	into   *[]Option
}

// use has the words that follow read by a grammar and its tables.
func (r *reader) use(g Grammar, into *[]Option, tables ...[]Flag) {
	r.manner, r.into, r.tables = &manners[g], into, [2][]Flag{}
	copy(r.tables[:], tables)
}

func (r *reader) take() *ast.Arg {
	w := r.words[0]
	r.words = r.words[1:]
	return w
}

// problem records the first word that cannot be read; what follows from it is not
// worth a message of its own.
func (r *reader) problem(w *ast.Arg, format string, args ...any) {
	if r.call.Problem == nil {
		r.call.Problem = &Problem{Arg: w, Message: fmt.Sprintf(format, args...)}
	}
}

// doubt is problem for a word that is read as an operand all the same.
func (r *reader) doubt(w *ast.Arg, format string, args ...any) {
	if r.call.Problem == nil {
		r.problem(w, format, args...)
		r.call.Problem.Operand = true
	}
}

// subcommand reads up to the last word of the tool's subcommand and reports whether it
// is there.
func (r *reader) subcommand() bool {
	t := r.call.Tool
	switch {
	case len(t.Sub) == 0:
		return true
	case t.GlobalGrammar == Pflag:
		return r.inherit()
	}
	r.use(t.GlobalGrammar, &r.call.Globals, t.Globals)
	for _, name := range t.Sub {
		for len(r.words) > 0 && r.global(name) {
		}
		if len(r.words) == 0 || !r.isSub(r.take(), name) {
			return false
		}
	}
	return true
}

// global reads one option before the subcommand and reports whether there was one. A
// word that is not known counts: it may be options, or nothing at all.
func (r *reader) global(sub string) bool {
	w := r.words[0]
	if text, whole := written(w); strings.HasPrefix(text, "-") {
		r.words = r.words[1:]
		r.option(w, text, whole)
		return true
	}
	if known(w) || canBe(w, sub) {
		return false
	}
	r.unknown(r.take())
	return true
}

// isSub reports whether a word is, or can be, the given word of the subcommand.
func (r *reader) isSub(w *ast.Arg, name string) bool {
	r.call.Sub = w
	if r.spells(w, name) {
		return true
	}
	if !canBe(w, name) {
		return false
	}
	r.problem(w, "the subcommand may be %q (%s): write it out", name, w.Value.Reason())
	return true
}

// spells reports whether a word is that word of the subcommand, in this or another
// spelling.
func (r *reader) spells(w *ast.Arg, name string) bool {
	text, ok := w.Value.Text()
	if !ok || w.Many {
		return false
	}
	t := r.call.Tool
	return text == name || t.Spelled != nil && name == t.Sub[len(t.Sub)-1] && t.Spelled(text)
}

// canBe reports whether name is among the texts that a word is known to have.
func canBe(w *ast.Arg, name string) bool {
	texts, ok := w.Value.Texts()
	return ok && slices.Contains(texts, name)
}

// inherit finds the words of the subcommand between options, as cobra does (Find and
// stripFlags in its command.go), and leaves the options to be read with those of the
// subcommand, which inherits them.
func (r *reader) inherit() bool {
	var options []*ast.Arg
	for _, name := range r.call.Tool.Sub {
		for len(r.words) > 0 && !canBe(r.words[0], name) {
			n := r.strip(r.words[0])
			if n < 0 {
				return false
			}
			n = min(n, len(r.words))
			options = append(options, r.words[:n]...)
			r.words = r.words[n:]
		}
		if len(r.words) == 0 || !r.isSub(r.take(), name) {
			return false
		}
	}
	r.words = append(options, r.words...)
	return true
}

// strip returns how many words from w on are an option to cobra before it knows the
// subcommand: an option takes the next word unless it is known to take none. It is -1
// for a word that ends the search, and 0, the word being dropped, for one that is not
// known.
func (r *reader) strip(w *ast.Arg) int {
	var flag *Flag
	text, whole := written(w)
	switch {
	case !whole && text == "":
		r.unknown(w)
		r.words = r.words[1:]
		return 0
	case !strings.HasPrefix(text, "-") || text == "-" || text == "--":
		return -1
	case strings.Contains(text, "="):
		return 1
	case strings.HasPrefix(text, "--"):
		flag, _, _ = findLong(r.call.Tool.Globals, text[2:], manner{})
	case len(text) == 2:
		flag = findShort(r.call.Tool.Globals, text[1])
	default:
		return 1
	}
	if flag != nil && flag.Arg == None {
		return 1
	}
	return 2
}

// arguments reads the words after the subcommand.
func (r *reader) arguments() {
	t := r.call.Tool
	if len(r.words) > cap(r.call.Options) {
		r.call.Options = make([]Option, 0, len(r.words))
	}
	r.use(t.Grammar, &r.call.Options, t.Flags, t.Shared)
	if t.GlobalGrammar == Pflag {
		r.tables[1] = t.Globals
	}
	if !r.untilEnd() {
		return
	}
	r.call.Dashes = len(r.call.Operands)
	if t.After != nil {
		r.after(t.After)
		return
	}
	r.rest()
}

// untilEnd reads words up to one that ends the options and reports whether there was
// one.
func (r *reader) untilEnd() bool {
	for len(r.words) > 0 {
		w := r.take()
		text, whole := written(w)
		switch {
		case whole && slices.Contains(r.manner.ends, text):
			return true
		case r.isOption(text):
			r.stopped(w)
			r.option(w, text, whole)
		case whole || isName(w):
			r.operand(w)
			if r.manner.first {
				r.rest()
			}
		default:
			r.unknown(w)
			r.add(w)
		}
	}
	return false
}

// rest takes every word that is left as an operand.
func (r *reader) rest() {
	for len(r.words) > 0 {
		r.operand(r.take())
	}
}

// stopped records an option that is none because an operand stands before it.
func (r *reader) stopped(w *ast.Arg) {
	if !r.manner.stops || len(r.call.Operands) == 0 {
		return
	}
	if _, set := r.call.Inv.Var("POSIXLY_CORRECT"); set {
		r.problem(w, "no word after a URL is an option while POSIXLY_CORRECT is set: put options first")
	}
}

// after reads the words that the program hands on to another one. The first is the
// second operand where it does not look like an option; more operands the program
// would put before its own.
func (r *reader) after(flags []Flag) {
	c := r.call
	if len(c.Operands) == 0 && len(r.words) > 0 {
		r.operand(r.take())
	}
	if len(c.Operands) == 1 && len(r.words) > 0 && !strings.HasPrefix(r.words[0].Value.Prefix(), "-") {
		w := r.take()
		if !known(w) && !isName(w) {
			r.unknown(w)
		}
		r.operand(w)
	}
	own := len(c.Operands)
	r.use(ParseOptions, &c.Options, flags)
	if r.untilEnd() {
		c.Operands = append(c.Operands, r.words...)
	}
	if len(c.Operands) > own {
		w := c.Operands[own]
		r.problem(w, "git would take this word after -- for the repository: put the directory before --")
		c.Operands = c.Operands[:own]
	}
}

// operand records a word that cannot be an option. One that may become no word, or
// several, moves those behind it.
func (r *reader) operand(w *ast.Arg) {
	if w.Many && !isName(w) {
		r.doubt(w, "a word may become none or several (%s): put it in double quotes", w.Value.Reason())
	}
	r.add(w)
}

func (r *reader) add(w *ast.Arg) { r.call.Operands = append(r.call.Operands, w) }

// unknown records a word that may be an option as well as an operand.
func (r *reader) unknown(w *ast.Arg) {
	r.doubt(w, "a word is not known (%s) and may be an option: write it out", w.Value.Reason())
}

// isOption reports whether a word that begins with text is one.
func (r *reader) isOption(text string) bool {
	return len(text) > 1 && text[0] == '-' || text == "-" && r.manner.dash
}

// option reads a word that begins with a dash, and its value where that is a word of
// its own. Whole says that text is all of the word, not only its beginning.
func (r *reader) option(w *ast.Arg, text string, whole bool) {
	switch {
	case strings.HasPrefix(text, "--"):
		r.long(w, text[:2], text, whole)
	case r.manner.oneDash && len(text) > 2:
		r.long(w, text[:1], text, whole)
	case r.manner.clusters:
		r.cluster(w, text, whole)
	default:
		r.single(w, text, whole)
	}
}

// long reads --name, --name=value and --name value, with the dashes that are usual.
func (r *reader) long(w *ast.Arg, dashes, text string, whole bool) {
	name, _, attached := strings.Cut(text[len(dashes):], "=")
	if !attached && !whole {
		r.problem(w, "a word may be any option that begins with %q (%s): write it out", text, w.Value.Reason())
		return
	}
	flag, negated, n := r.find(name)
	switch {
	case n > 1:
		if r.call.Problem == nil {
			r.problem(w, "option %q stands for several: write it out", dashes+name)
			r.call.Problem.Ambiguous = true
		}
		return
	case flag == nil, attached && flag.SeparateOnly:
		r.problem(w, "unknown option %q, which may change where files land: use one that %s documents", dashes+name, r.call.Tool.Command())
		return
	}
	o := Option{Flag: flag, Negated: negated, Word: w, Before: len(r.call.Operands)}
	if attached {
		o.attach(w, len(dashes)+len(name)+len("="))
	}
	r.finish(o)
}

// find looks a long name up.
func (r *reader) find(name string) (flag *Flag, negated bool, n int) {
	for _, table := range r.tables {
		if flag, negated, n = findLong(table, name, *r.manner); n > 0 {
			return flag, negated, n
		}
	}
	return nil, false, 0
}

// finish takes the value that an option still needs, and records it.
func (r *reader) finish(o Option) {
	attached := o.ValueWord != nil
	needs := o.Flag.Arg == Required && !o.Negated
	switch {
	case needs && !attached:
		r.value(&o)
	case attached && !needs && !r.sets(&o):
		r.problem(o.Word, "option %q takes no value: drop it", o.Name())
	}
	if needs || attached {
		r.more(&o)
	}
	*r.into = append(*r.into, o)
}

// value takes the next word as the option's value, whatever it looks like.
func (r *reader) value(o *Option) {
	if len(r.words) == 0 {
		r.problem(o.Word, "option %q has no value: add one", o.Name())
		return
	}
	w := r.take()
	o.ValueWord, o.Value = w, w.Value
	if w.Many && !isName(w) {
		r.problem(w, "the value of %q may become no word or several (%s): put it in double quotes", o.Name(), w.Value.Reason())
	}
}

// more takes the further words of a value that takes several.
func (r *reader) more(o *Option) {
	for range o.Flag.More {
		if len(r.words) == 0 {
			r.problem(o.Word, "option %q has too few values: add one", o.Name())
			return
		}
		w := r.take()
		o.Rest = append(o.Rest, w)
		if w.Many && !isName(w) {
			r.problem(w, "the value of %q may become no word or several (%s): put it in double quotes", o.Name(), w.Value.Reason())
		}
	}
}

// The words that wget's cmd_boolean (src/init.c) and Go's strconv.ParseBool know.
var (
	yes = []string{"1", "on", "yes", "t", "true"}
	no  = []string{"0", "off", "no", "f", "false"}
)

// sets applies the attached value of an option that needs none. It reports false where
// the program does not take one there. A value that is neither yes nor no leaves the
// option as it is, so that what the option may do still counts.
func (r *reader) sets(o *Option) bool {
	switch {
	case o.Flag.Arg == Required, o.Flag.Arg == None && !r.manner.setsBools:
		return false
	case !r.manner.booleans:
		return true
	}
	text, ok := o.Value.Text()
	if !ok {
		r.problem(o.Word, "the value of %q is not known (%s): write it out", o.Name(), o.Value.Reason())
		return true
	}
	against := no
	if o.Negated { // by its name, so that yes keeps it so
		against = yes
	}
	o.Negated = slices.Contains(against, strings.ToLower(text))
	return true
}

// cluster reads short options that share a word; the first one that takes a value ends
// it.
func (r *reader) cluster(w *ast.Arg, text string, whole bool) {
	for i := 1; i < len(text); i++ {
		flag := r.short(text[i])
		if flag == nil {
			r.problem(w, "unknown option %q, which may change where files land: use one that %s documents", "-"+text[i:i+1], r.call.Tool.Command())
			return
		}
		o := Option{Flag: flag, Word: w, Before: len(r.call.Operands)}
		start, more := i+1, i+1 < len(text) || !whole
		if r.manner.dropsEquals && i+2 < len(text) && text[i+1] == '=' && (flag.Arg == Required || r.manner.setsBools) {
			o.attach(w, i+2)
			r.finish(o)
			return
		}
		takes := flag.Arg == Required || flag.Arg == Optional && r.manner.optional
		if takes && more {
			o.attach(w, start)
			if canBeEmpty(o.Value) {
				r.problem(w, "the value of %q may be empty (%s), and the next word be taken: write it out", o.Name(), o.Value.Reason())
			}
		}
		r.finish(o)
		if flag.Arg == Required || takes && more || flag.Role == Next {
			return
		}
	}
	switch {
	case !whole:
		r.problem(w, "a word may be any option that begins with %q (%s): write it out", text, w.Value.Reason())
	case text == "-":
		r.problem(w, "unknown option %q: drop it", text)
	}
}

// single reads a word of one short option, for a program that has no clusters.
func (r *reader) single(w *ast.Arg, text string, whole bool) {
	var flag *Flag
	if len(text) == 2 && whole {
		flag = r.short(text[1])
	}
	if flag == nil {
		r.problem(w, "unknown option %q: use one that %s documents", text, r.call.Tool.Name)
		return
	}
	r.finish(Option{Flag: flag, Word: w, Before: len(r.call.Operands)})
}

func (r *reader) short(letter byte) *Flag {
	for _, table := range r.tables {
		if f := findShort(table, letter); f != nil {
			return f
		}
	}
	return nil
}

// attach makes the rest of the word, from the byte at start on, the option's value.
func (o *Option) attach(w *ast.Arg, start int) {
	o.ValueWord = w
	o.Prefix = w.Value.Prefix()[:start]
	o.Value = cut(w.Value, start)
}

// findShort returns the option with that letter, or nil.
func findShort(flags []Flag, letter byte) *Flag {
	for i := range flags {
		if flags[i].Short == letter {
			return &flags[i]
		}
	}
	return nil
}

// findLong returns the option with that long name and whether it is the negated form.
// N says how many options the name can stand for: 0 for none, 1 where it is exact or
// the only one that begins so, else 2 and no option.
func findLong(flags []Flag, name string, m manner) (flag *Flag, negated bool, n int) {
	if m.foldsCase {
		name = strings.ToLower(name)
	}
	if name == "" {
		return nil, false, 0
	}
	if f := exact(flags, name); f != nil {
		return f, false, 1
	}
	if rest, ok := strings.CutPrefix(name, "no-"); ok {
		if f := exact(flags, rest); f != nil && f.No && (f.NoName == "" || f.NoLong) {
			return f, true, 1
		}
	}
	for i := range flags {
		if flags[i].NoName == name {
			return &flags[i], true, 1
		}
	}
	if !m.abbreviates {
		return nil, false, 0
	}
	return abbreviated(flags, name)
}

// exact finds a long name in a table, which is in their byte order.
func exact(flags []Flag, name string) *Flag {
	i, ok := slices.BinarySearchFunc(flags, name, func(f Flag, name string) int { return strings.Compare(f.Long, name) })
	if !ok || name == "" {
		return nil
	}
	return &flags[i]
}

// abbreviated finds the option that alone has a name beginning so, by findLong's rules.
func abbreviated(flags []Flag, name string) (flag *Flag, negated bool, n int) {
	for i := range flags {
		f := &flags[i]
		positive := strings.HasPrefix(f.Long, name)
		if !positive && !(f.No && strings.HasPrefix(f.Negative(), name)) {
			continue
		}
		if flag != nil && (flag.alias() != f.alias() || negated == positive) {
			return nil, false, 2
		}
		flag, negated, n = f, !positive, 1
	}
	return flag, negated, n
}

// Negative returns the name of the negated form, without dashes.
func (f *Flag) Negative() string {
	if f.NoName != "" {
		return f.NoName
	}
	return "no-" + f.Long
}

func (f *Flag) alias() string {
	if f.Alias != "" {
		return f.Alias
	}
	return f.Long
}

// written returns the text of a word, and whether that is all of it. Of a word with
// several texts, and of one that may become several words, it is the beginning.
func written(w *ast.Arg) (text string, whole bool) {
	if text, ok := w.Value.Text(); ok && !w.Many {
		return text, true
	}
	return w.Value.Prefix(), false
}

// known reports whether a word is one word with one text.
func known(w *ast.Arg) bool {
	_, whole := written(w)
	return whole
}

// isName reports whether a word that is not known can only be one operand or, for a
// pattern, operands that begin alike.
func isName(w *ast.Arg) bool {
	prefix := w.Value.Prefix()
	if prefix != "" {
		return prefix[0] != '-' && (!w.Many || isPattern(w.Value))
	}
	texts, ok := w.Value.Texts()
	return ok && !w.Many && !slices.ContainsFunc(texts, func(t string) bool { return strings.HasPrefix(t, "-") })
}

// isPattern reports whether all that is not known of a value are patterns.
func isPattern(v ast.Value) bool {
	for _, alt := range v.Alts() {
		for _, p := range alt {
			if p.Unknown != "" && p.Text == "" {
				return false
			}
		}
	}
	return !v.None()
}

// canBeEmpty reports whether a value may have no text at all.
func canBeEmpty(v ast.Value) bool {
	return slices.ContainsFunc(v.Alts(), func(alt []ast.Part) bool {
		return !slices.ContainsFunc(alt, func(p ast.Part) bool { return p.Text != "" })
	}) || v.None()
}

// cut returns the value without its first n bytes, which must be literal.
func cut(v ast.Value, n int) ast.Value {
	out := make([][]ast.Part, len(v.Alts()))
	for i, alt := range v.Alts() {
		out[i] = cutParts(alt, n)
	}
	return ast.ValueOf(out)
}

func cutParts(alt []ast.Part, n int) []ast.Part {
	for i, p := range alt {
		switch {
		case p.Unknown != "":
			return alt[i:]
		case len(p.Text) > n:
			return append([]ast.Part{{Text: p.Text[n:]}}, alt[i+1:]...)
		}
		n -= len(p.Text)
	}
	return []ast.Part{{}}
}
