package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// Use is what is known of a program, or of one of its subcommands: with which words it
// only reads. What no Use speaks of is never taken to read.
//
// Lists of options are texts, separated by blanks, with their dashes: "-o --output".
type Use struct {
	// Names are the names that the subcommand goes by, separated by blanks. A program's
	// are in the switch of its table, and here in what Uses returns.
	Names string
	// Doc is one line: what it reads, and by what it could do more.
	Doc string
	// Values are options that take the next word as their value where none is attached.
	Values string
	// Flags are options without a value. They have to be known only before a
	// subcommand, where the word after an unknown option could be its value.
	Flags string
	// Not are options with which it writes, runs something, sends, or reads
	// configuration that can.
	Not string
	// Only, where not empty, are the only options with which it reads; those of Values
	// and Flags count as well.
	Only string
	// Words says that options of several letters begin with one dash (find, openssl):
	// no letters share a word, and nothing is abbreviated.
	Words bool
	// Most is how many operands there may be; any number for the zero value, none for NoOperand.
	Most int
	// Text is how many of the first operands are no paths: a pattern, a program text.
	// All of them where it is negative.
	Text int
	// TextValues are the options whose value is no path: a pattern, a message.
	TextValues string
	// Subs lists the subcommands that read. Those of a Use with Verbs come first.
	Subs func() []Use
	// Groups says that a Judge reads the subcommands, which are words before the first
	// option.
	Groups bool
	// Bare says that it reads without any subcommand, too.
	Bare bool
	// Verbs says how the subcommands that Subs does not list are told.
	Verbs Verbs
	// Never, where not empty, says why it does not read though its name sounds so: a
	// subcommand that the verbs would let pass.
	Never string
	// Judge says why a call which is allowed as far as all that goes does more than
	// read; "" where it does not.
	Judge func(*Reading) string
}

// NoOperand is the Most of a program that reads with no operand only.
const NoOperand = -1

// Verbs is how the command line of a client of services is made.
type Verbs uint8

const (
	// NoVerbs knows the subcommands of Subs alone.
	NoVerbs Verbs = iota
	// VerbLast: the words before the first option are the path, and the last of them is the
	// verb, which has no operand (az vm list -g G).
	VerbLast
	// VerbSecond: a service and an operation whose first part is the verb, and no
	// operand, since that would be a file to write (aws ec2 describe-instances).
	VerbSecond
	// VerbPath: groups, then the verb, then operands (gcloud compute disks describe D).
	VerbPath
	// VerbFirst: the verb is the first word (kubectl get pods).
	VerbFirst
)

// Reading is an invocation read by a Use.
type Reading struct {
	Inv *ast.Invocation
	// Use is that of the subcommand, and Path its names: [git stash list].
	Use  *Use
	Path []string
	// Options are the options as they are given, in their order.
	Options []UsedOption
	// Operands are the words that are no options, without those of Path.
	Operands []*ast.Arg
	// Doubt says why it could not be read to the end, or "".
	Doubt string

	program *Use // what is known of the program as a whole

	// maybeValues are operands that follow an option which no list names: they may be
	// its value.
	maybeValues []*ast.Arg
}

// UsedOption is one option of a call: its name with dashes, and its value where it has
// one.
type UsedOption struct {
	Name  string
	Value *ast.Value
}

// has reports whether a list of options, or names, holds one.
func has(list, name string) bool {
	for from := 0; name != ""; {
		i := strings.Index(list[from:], name)
		if i < 0 {
			break
		}
		i += from
		end := i + len(name)
		if (i == 0 || list[i-1] == ' ') && (end == len(list) || list[end] == ' ') {
			return strings.IndexByte(name, ' ') < 0
		}
		from = end
	}
	return false
}

// lineFor is what a table says of a program: the rest of the first line whose programs, which
// stand before its first " | ", hold it; empty where none does.
func lineFor(table, program string) string {
	for line := range strings.Lines(table) {
		if programs, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " | "); has(programs, program) {
			return rest
		}
	}
	return ""
}

// abbreviates reports whether a long option is the beginning of one in the list.
func abbreviates(list, name string) bool {
	if len(name) < 3 {
		return false
	}
	for word := range strings.SplitSeq(list, " ") {
		if strings.HasPrefix(word, name) {
			return true
		}
	}
	return false
}

// findSub returns the entry of a table that has the name, or nil.
func findSub(table []Use, name string) *Use {
	for i := range table {
		if has(table[i].Names, name) {
			return &table[i]
		}
	}
	return nil
}

// Uses lists what is known of programs, in the order of the tables, for documentation
// and tests.
func Uses() []Use {
	var out []Use
	for names := range strings.Lines(useNames) {
		names = strings.TrimSuffix(names, "\n")
		first, _, _ := strings.Cut(names, " ")
		if u := findUse(first); u != nil {
			u.Names = names
			out = append(out, *u)
		}
	}
	return out
}

// readUse reads the words of an invocation by what is known of its program; ok is
// false where nothing is.
func readUse(inv *ast.Invocation) (*Reading, bool) {
	u := findUse(inv.Program())
	if u == nil || !systemProgram(inv) {
		return nil, false
	}
	return u.read(inv), true
}

// read reads the words of an invocation of the program.
func (u *Use) read(inv *ast.Invocation) *Reading {
	r := &struct { // in one allocation, with room for what most calls have
		Reading
		path     [3]string
		chain    [3]*Use
		operands [4]*ast.Arg
	}{Reading: Reading{Inv: inv, Use: u, program: u}}
	r.Path, r.Operands = append(r.path[:0], inv.Program()), r.operands[:0]
	r.words(inv.Args, append(r.chain[:0], u))
	return &r.Reading
}

// words reads the words after the name; chain holds the Uses from the program to the
// subcommand reached, whose options all count.
func (r *Reading) words(args []ast.Arg, chain []*Use) {
	ended := false
	for i := 0; i < len(args); i++ {
		arg := &args[i]
		text, known := arg.Value.Text()
		if known && !ended && expands(r.Inv.In, arg) {
			r.doubt(chain, arg)
		}
		if !known {
			prefix := arg.Value.Prefix()
			if !ended && (prefix == "" || prefix[0] == '-' || severalWords(arg)) {
				r.doubt(chain, arg)
			}
			r.Operands = append(r.Operands, arg)
			continue
		}
		switch {
		case ended || len(text) < 2 || text[0] != '-':
			if sub := r.descend(&chain, text, ended); sub {
				continue
			}
			r.Operands = append(r.Operands, arg)
		case text == "--":
			ended = !r.Use.Words // find has no end of its options
		default:
			var next *ast.Arg
			if i+1 < len(args) {
				next = &args[i+1]
			}
			if r.option(chain, text, next) {
				i++
			}
		}
	}
	if r.Use.Subs != nil && !r.Use.Bare && r.Use.Verbs == NoVerbs && r.Doubt == "" {
		r.Doubt = "without a subcommand it is not known what it does"
		if len(r.Operands) > 0 {
			r.Doubt = "the subcommand " + r.Operands[0].Value.Display() + " is not one that is known to read only"
		}
	}
}

// severalWords reports whether an expansion may make several words of one, options
// among them.
func severalWords(arg *ast.Arg) bool {
	_, known := arg.Value.Text()
	return arg.Many && !known && !isPattern(arg.Value)
}

// doubt notes a word that is not known where an option, or a subcommand, could stand.
func (r *Reading) doubt(chain []*Use, arg *ast.Arg) {
	if r.Doubt != "" {
		return
	}
	for _, u := range chain {
		if u.Not != "" || u.Only != "" || u.Subs != nil || u.Verbs != NoVerbs || u.Judge != nil {
			r.Doubt = "the word " + arg.Value.Display() + " is not known (" + reason(arg.Value) + "), and an option could stand there"
			return
		}
	}
}

// descend follows a word into a subcommand.
func (r *Reading) descend(chain *[]*Use, text string, ended bool) bool {
	if r.Use.Subs == nil || ended || len(r.Operands) > 0 {
		return false
	}
	sub := findSub(r.Use.Subs(), text)
	if sub == nil {
		return false
	}
	r.Use = sub
	r.Path = append(r.Path, text)
	*chain = append(*chain, sub)
	return true
}

// option reads one option word; it reports whether the next word is its value.
func (r *Reading) option(chain []*Use, text string, next *ast.Arg) bool {
	words := slices.ContainsFunc(chain, func(u *Use) bool { return u.Words })
	name, value, attached := strings.Cut(text, "=")
	if strings.HasPrefix(text, "--") || words {
		if attached {
			v := ast.Known(value)
			r.Options = append(r.Options, UsedOption{name, &v})
			r.judgeOption(chain, name, words)
			return false
		}
		return r.single(chain, text, next, words)
	}
	for i := 1; i < len(text); i++ {
		letter := "-" + text[i:i+1]
		rest := text[i+1:]
		if r.takes(chain, letter) {
			if rest == "" {
				return r.single(chain, letter, next, words)
			}
			v := ast.Known(strings.TrimPrefix(rest, "="))
			r.Options = append(r.Options, UsedOption{letter, &v})
			r.judgeOption(chain, letter, words)
			return false
		}
		if i == 1 && r.listed(chain, text) {
			return r.single(chain, text, next, true) // a word of its own (-name)
		}
		r.Options = append(r.Options, UsedOption{Name: letter})
		r.judgeOption(chain, letter, words)
	}
	return false
}

// single reads an option that is a word of its own.
func (r *Reading) single(chain []*Use, name string, next *ast.Arg, words bool) bool {
	used := UsedOption{Name: name}
	takes := r.takes(chain, name)
	if takes && next != nil {
		used.Value = &next.Value
	}
	r.Options = append(r.Options, used)
	r.judgeOption(chain, name, words)
	if takes && next != nil && severalWords(next) {
		r.doubt(chain, next)
	}
	if next != nil && !r.listed(chain, name) {
		r.maybeValues = append(r.maybeValues, next)
	}
	return takes && next != nil
}

// takes reports whether an option takes the next word as its value.
func (r *Reading) takes(chain []*Use, name string) bool {
	for _, u := range chain {
		if has(u.Values, name) || has(u.TextValues, name) {
			return true
		}
	}
	return false
}

// listed reports whether an option is named in any list.
func (r *Reading) listed(chain []*Use, name string) bool {
	for _, u := range chain {
		if has(u.Not, name) || has(u.Only, name) || has(u.Flags, name) || has(u.Values, name) || has(u.TextValues, name) {
			return true
		}
	}
	return false
}

// judgeOption notes an option with which the program does more than read, or of which
// that is not known.
func (r *Reading) judgeOption(chain []*Use, name string, words bool) {
	if r.Doubt != "" {
		return
	}
	if asksHelp(name) && !r.forbidden(chain, name, true) {
		return
	}
	if r.forbidden(chain, name, words) {
		r.Doubt = "with " + name + " it does more than read"
		return
	}
	only := false
	for _, u := range chain {
		only = only || u.Only != ""
	}
	switch last := chain[len(chain)-1]; {
	case only && !r.listed(chain, name):
		r.Doubt = "the option " + name + " is not known to read only"
	case (last.Subs != nil || last.Verbs != NoVerbs) && len(r.Operands) == 0 && !last.Bare && !r.listed(chain, name):
		r.Doubt = "the option " + name + " before the subcommand is not known"
	}
}

// forbidden reports whether an option is, or abbreviates, one of Not.
func (r *Reading) forbidden(chain []*Use, name string, exact bool) bool {
	for _, u := range chain {
		if u.Not == "" {
			continue
		}
		if has(u.Not, name) {
			return true
		}
		if !exact && strings.HasPrefix(name, "--") && !r.listed(chain, name) && abbreviates(u.Not, name) {
			return true
		}
	}
	return false
}

func asksHelp(option string) bool { return option == "--help" || option == "--version" }

// given reports whether the call has one of the options in the list.
func given(r *Reading, list string) bool {
	for _, option := range r.Options {
		if has(list, option.Name) {
			return true
		}
	}
	return false
}

// Reads reports whether an invocation only reads, as far as is known of its program,
// and if not, why. Its redirects and what is started by way of other programs count.
func Reads(p *Inspection, inv *ast.Invocation) (why string) {
	if why := around(p, inv); why != "" {
		return why
	}
	name, known := inv.Name.Value.Text()
	switch {
	case !known:
		return "the program's name is not known: " + reason(inv.Name.Value)
	case strings.ContainsAny(rawText(inv.In, inv.Name.Span), "$`{*?"):
		return "the program is named by an expansion"
	case inv.Shadowed && inv.Where&ast.InFunction == 0:
		return "" // a function of the script, whose commands are judged for themselves
	case inv.Shadowed:
		return "the function " + name + " may call itself"
	case carriesScript(p, inv):
		return ""
	}
	return programReads(inv)
}

// programReads says why a program does more than read with the words that it gets,
// or "".
func programReads(inv *ast.Invocation) string {
	u := findUse(inv.Program())
	switch known := u != nil && systemProgram(inv); {
	case !known && has(fetchers, inv.Program()):
		return "the program " + inv.Name.Value.Display() + " fetches"
	case !known:
		return "the program " + inv.Name.Value.Display() + " is not known to read only"
	case u.always():
		return ""
	}
	r := u.read(inv)
	if why := r.judge(); why != "" {
		return strings.Join(r.Path, " ") + ": " + why
	}
	return ""
}

// always reports whether a program reads with any words.
func (u *Use) always() bool {
	return u.Most == 0 && u.Judge == nil && u.Not == "" && u.Only == "" && u.Subs == nil && u.Verbs == NoVerbs && u.Never == ""
}

// judge says why the call does more than read, or "".
func (r *Reading) judge() string {
	if r.onlyHelp() {
		return ""
	}
	switch {
	case r.Use.Never != "":
		return r.Use.Never
	case r.Doubt != "":
		return r.Doubt
	case r.Use.Most == NoOperand && len(r.Operands) > 0,
		r.Use.Most > 0 && len(r.Operands) > r.Use.Most,
		r.Use.Most > 0 && slices.ContainsFunc(r.Operands, func(a *ast.Arg) bool { return a.Many }):
		return "with these operands it does more than read"
	}
	if why := r.verbs(); why != "" {
		return why
	}
	if r.Use.Judge != nil {
		return r.Use.Judge(r)
	}
	return ""
}

// onlyHelp reports whether the call can only print its help or version: all words are
// known, the last one asks for it, and what stands before are names of subcommands.
// For a program without subcommands that is its first word: not all take --help behind
// operands.
func (r *Reading) onlyHelp() bool {
	args := r.Inv.Args
	if len(args) == 0 || len(args) > 4 {
		return false
	}
	for i := range args[:len(args)-1] {
		if text, ok := args[i].Value.Text(); !ok || !lowerWord(text) {
			return false
		}
	}
	last := args[len(args)-1].Value
	if len(args) == 1 {
		text, _ := last.Text()
		return has("--help --version", text) || has("-h -V -?", text) && !has(r.program.Not, text)
	}
	program := r.program
	if program == nil || program.Subs == nil && program.Verbs == NoVerbs && !program.Groups || has(runners, r.Path[0]) && len(r.Path) < len(args) {
		return false
	}
	return last.Is("--help") && (program.Verbs != NoVerbs || program.Groups || len(args)-1 <= len(r.Path))
}

// runners start a script of the project by its bare name, which gets the --help.
const runners = "pnpm yarn yarnpkg bun rtk npx deno"

// lowerWord reports whether a word can name a subcommand: small letters and hyphens.
func lowerWord(text string) bool {
	for _, c := range []byte(text) {
		if !(c >= 'a' && c <= 'z' || c == '-' || c >= '0' && c <= '9') {
			return false
		}
	}
	return text != "" && text[0] != '-'
}

// carriesScript reports whether an invocation is a plain shell -c or eval, whose own
// invocations are judged for themselves.
func carriesScript(p *Inspection, inv *ast.Invocation) bool {
	name := inv.Program()
	switch {
	case name == "eval":
	case !slices.Contains(scriptShells, name) || !systemProgram(inv) || !plainShell(inv.Args):
		return false
	}
	return carries(p.Script.Invocations, inv)
}

// plainShell reports whether the options of a shell before its script only say how the
// script is run.
func plainShell(args []ast.Arg) bool {
	for i := 0; i < len(args); i++ {
		text, known := args[i].Value.Text()
		switch {
		case !known || len(text) < 2 || text[0] != '-' || strings.Trim(text[1:], "ceuxlvfno") != "":
			return false
		case strings.Contains(text, "c"):
			return true // the script and its words follow
		case strings.HasSuffix(text, "o"):
			i++ // pipefail
		}
	}
	return false
}
