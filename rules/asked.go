package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

// asked is what an invocation does that fetches in a way which is not moved: where its
// bytes land is asked about.
type asked struct {
	// doc is what it fetches.
	doc string
	// landings are the places; none where it only prints.
	landings []Landing
	// stdout says that it prints what it fetched.
	stdout bool
}

// readAsked reads an invocation of a program that the table names; ok is false where it
// fetches nothing, or where that cannot be told from its words.
func readAsked(p *Inspection, inv *ast.Invocation) (a *asked, ok bool) {
	name := askedName(inv.Program())
	first := askedAs(name)
	if first == "" {
		return nil, false
	}
	args := inv.Args
	if has(pythons, name) {
		if module, rest, found := moduleOf(args); found {
			name, args, first = module, rest, askedAs(module)
		}
	}
	for i, rows := 0, askedRows(first); i < len(rows); i++ {
		row := &rows[i]
		for sub := range strings.SplitSeq(row.subs, " ") {
			if !leadsTo(args, sub) {
				continue
			}
			c := askedCall{askedRow: row, p: p, inv: inv, program: name, sub: strings.TrimPrefix(sub, "-")}
			if c.read(args) && !c.nothing && c.fetches() {
				return c.answer()
			}
		}
	}
	return readAskedText(inv, name)
}

// leadsTo reports whether a subcommand can be meant, since its first word is there.
func leadsTo(args []ast.Arg, sub string) bool {
	word, _, _ := strings.Cut(sub, "/")
	for i := range args {
		if args[i].Value.Is(word) {
			return true
		}
	}
	return word == "-"
}

// askedName is a program's name without the version behind it (pip3, python3.11) and
// without the ending that Windows gives it.
func askedName(program string) string {
	name := strings.TrimSuffix(program, ".exe")
	for name != "" && (name[len(name)-1] == '.' || name[len(name)-1] >= '0' && name[len(name)-1] <= '9') {
		name = name[:len(name)-1]
	}
	return name
}

// readsNetwork reports whether the standard output of an invocation is what comes over a
// connection.
func readsNetwork(inv *ast.Invocation) bool {
	if !has("nc ncat netcat openssl socat ssh telnet", askedName(inv.Program())) {
		return false
	}
	a, ok := readAsked(nil, inv)
	return ok && a.stdout
}

// isConnection reports whether a path begins as a name by which bash connects to a host.
func isConnection(path string) bool {
	return strings.HasPrefix(path, "/dev/tcp/") || strings.HasPrefix(path, "/dev/udp/")
}

// networkRedirect reports whether the shell itself connects to a host for a redirect:
// bash does for these names, which no file has.
func networkRedirect(r *ast.Redirect) bool {
	for _, alt := range r.Target.Value.Alts() {
		if isConnection(ast.ValueOf([][]ast.Part{alt}).Prefix()) {
			return true
		}
	}
	return false
}

const pythons = "pypy python"

// moduleOf is the program that python -m starts, and its words.
func moduleOf(args []ast.Arg) (name string, rest []ast.Arg, found bool) {
	for i := range args {
		text, _ := args[i].Value.Text()
		module, attached := strings.CutPrefix(text, "-m")
		switch {
		case !strings.HasPrefix(text, "-") || text == "-c":
			return "", nil, false
		case !attached:
			continue
		case module == "" && i+1 < len(args):
			i++
			module, _ = args[i].Value.Text()
		}
		if module == "wget" {
			module = "python-wget"
		}
		return module, args[i+1:], has("pip pipx python-wget spacy uv", module)
	}
	return "", nil, false
}

// askedCall is an invocation read by a line of the table.
type askedCall struct {
	*askedRow
	p       *Inspection
	inv     *ast.Invocation
	program string
	// sub is the subcommand, with a / between its words.
	sub string
	// operands are the words that are no options, without those of the subcommand.
	operands []*ast.Arg
	// given are the values of options that name a destination, and sources those that
	// name a source.
	given, sources []askedWord
	// nothing says that an option keeps it from fetching, global that one sends the rest
	// to a place of its own, prints that one sends it to standard output, required that
	// one was given that is required, and runs that one hands it to a program.
	nothing, global, prints, required, runs bool
	// doubt says that an option that the table does not name, or a word that may become
	// several, keeps operands from being told from values.
	doubt bool
	// doubtful is the word that may be the value of such an option.
	doubtful *ast.Arg
}

// askedWord is a value and the word that it stands in.
type askedWord struct {
	arg   *ast.Arg
	value ast.Value
}

// read reads the words; it reports false where they do not lead to the subcommand.
func (c *askedCall) read(args []ast.Arg) bool {
	first := has(c.fetched, "first")
	sub, ended := c.sub, false
	for i := 0; i < len(args); i++ {
		arg := &args[i]
		text, whole := written(arg)
		many := !whole && arg.Many && !isPattern(arg.Value)
		switch {
		case text == "--" && whole && !ended:
			ended = true
		case !ended && len(text) > 1 && text[0] == '-':
			c.doubt = c.doubt || many
			var next *ast.Arg
			if i+1 < len(args) {
				next = &args[i+1]
			}
			if c.option(arg, text, whole, next) {
				i++
			}
		case sub == "":
			c.doubt = c.doubt || many || arg == c.doubtful
			c.operands = append(c.operands, arg)
			if first {
				return true
			}
		default:
			word, rest, _ := strings.Cut(sub, "/")
			if text == word && whole {
				sub = rest
			} else if arg != c.doubtful && !strings.HasPrefix(text, "+") { // cargo +nightly
				return false
			}
		}
	}
	return sub == ""
}

// askedValues are the marks of options that have a value.
const askedValues = ">:?@=*"

// option reads a word that begins with a dash; it reports whether the next one is its
// value.
func (c *askedCall) option(arg *ast.Arg, text string, whole bool, next *ast.Arg) bool {
	name, _, attached := strings.Cut(text, "=")
	if kind := c.kind(name); kind != 0 {
		switch {
		case attached:
			c.take(kind, arg, arg.Value.After(len(name)+1))
		case !whole: // -t"$T"
			c.take(kind, arg, arg.Value.After(len(name)))
		case next != nil && strings.IndexByte(askedValues, kind) >= 0:
			c.take(kind, next, next.Value)
			return true
		default:
			c.take(kind, arg, ast.Value{})
		}
		return false
	}
	if text == "--help" {
		c.nothing = true
	}
	if strings.HasPrefix(text, "--") {
		c.abbreviated(name)
		if !attached {
			c.doubtful = next
		}
		return false
	}
	for i := 1; i < len(text); i++ {
		kind := c.kind("-" + text[i:i+1])
		switch {
		case kind == 0 && i+1 == len(text):
			c.doubtful = next
		case strings.IndexByte(askedValues, kind) < 0 || kind == 0:
			c.take(kind, arg, ast.Value{})
		case i+1 < len(text) || !whole:
			c.take(kind, arg, arg.Value.After(i+1))
			return false
		case next != nil:
			c.take(kind, next, next.Value)
			return true
		}
	}
	return false
}

// kind is the mark of an option in the table; 0 where it is not named.
func (c *askedCall) kind(name string) byte {
	for word := range strings.FieldsSeq(c.words) {
		if last := len(word) - 1; word[0] == '-' && word[:last] == name {
			return word[last]
		}
	}
	return 0
}

// abbreviated notes an option that may be short for one that names a place.
func (c *askedCall) abbreviated(name string) {
	for word := range strings.FieldsSeq(c.words) {
		if last := len(word) - 1; len(name) > 2 && strings.HasPrefix(word, name) && strings.IndexByte(">^*", word[last]) >= 0 {
			c.doubt = true
			return
		}
	}
}

func (c *askedCall) take(kind byte, arg *ast.Arg, value ast.Value) {
	switch kind {
	case '>':
		c.given = append(c.given, askedWord{arg, value})
	case '?':
		c.sources = append(c.sources, askedWord{arg, value})
	case '@':
		if strings.Contains(value.Prefix(), "://") {
			c.sources = append(c.sources, askedWord{arg, value})
		}
	case '^':
		c.global = true
	case '%':
		c.prints = true
	case '!':
		c.required = true
	case '*':
		c.runs = true
	case '~', '=':
		c.nothing = true
	}
}

// answer says where it lands.
func (c *askedCall) answer() (*asked, bool) {
	a := &asked{doc: c.doc}
	kind, _, _ := strings.Cut(c.place, " ")
	destinations := c.given
	if word, ok := c.destination(); ok {
		destinations = append(destinations, word)
	}
	for _, word := range destinations {
		switch {
		case kind == "nowhere" && word.value.Is("-"), isStdout(word.value):
			a.stdout = true
		case isSink(word.value):
		default:
			a.landings = append(a.landings, c.landing(word.arg.Span, word.value, c.inv.Dir))
		}
	}
	if len(destinations) == 0 {
		switch {
		case kind == "store", kind == "needed" && !c.prints:
			return nil, false
		case has(c.fetched, "socat") && !c.prints:
		case kind == "nowhere", c.prints:
			a.stdout = true
		default:
			c.byItself(a, kind)
		}
	}
	a.stdout = a.stdout || c.prints
	if c.runs {
		a.landings = append(a.landings, c.landing(c.inv.Name.Span, ast.Unknown("a program reads it", ""), c.inv.Dir))
	}
	return a, a.stdout || len(a.landings) > 0
}

// landing is one place where it lands.
func (c *askedCall) landing(span ast.Span, dest, dir ast.Value) Landing {
	l := Landing{Type: "other-download", Noun: nounDownload, Dir: dir, Dest: dest, Span: span, Problem: c.problem()}
	if c.doubt {
		l.Dest = ast.Unknown("its words cannot be told apart", "")
	}
	if span != c.inv.Name.Span {
		l.Given = dest
	}
	for _, source := range append(c.sources, c.operandWords()...) {
		if text, ok := source.value.Text(); ok && strings.Contains(text, "://") {
			l.URL = source.value
			break
		}
	}
	return l
}

func (c *askedCall) operandWords() (out []askedWord) {
	for _, o := range c.operands {
		out = append(out, askedWord{o, o.Value})
	}
	return out
}

// problem says why it is not moved, and what to do instead.
func (c *askedCall) problem() string {
	sandbox := "the sandbox"
	if c.p != nil && c.p.Sandbox != nil {
		sandbox = c.p.Sandbox.Given
	}
	name := strings.ReplaceAll(strings.TrimSpace(c.program+" "+strings.ReplaceAll(c.sub, "/", " ")), "python-wget", "python -m wget")
	return "what " + name + " fetches is not moved: " + strings.ReplaceAll(c.instead, "SANDBOX", sandbox)
}
