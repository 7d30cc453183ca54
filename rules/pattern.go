package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// Pattern is a blocked pattern, read: a command by its leading words and flags in any
// spelling, a pipeline of two of them in which what the first prints reaches the
// second, a redirect to a place, or a function that starts itself without end.
type Pattern struct {
	Entry Entry

	meaning  meaning
	from, to phrase // to is for a pipeline alone
	place    string // the beginning of the target of a redirect
}

type meaning uint8

const (
	_            meaning = iota
	meansCommand         // from
	meansPipe            // what from prints reaches to
	meansPlace           // a redirect to place
	meansBomb            // a function that starts itself in a pipeline or in the background
	meansRemoval         // rm with options of what the origin's expression lists
)

// phrase is the words of one command of a pattern.
type phrase struct {
	program string
	// path are the words before the first flag, and flags the rest that begin with a
	// dash; letters that share a word are flags of their own.
	path, flags []string
	// prefix is the beginning of an operand: the word "if=" of "dd if=".
	prefix string
}

// PatternError says why a text is no pattern, and where in it.
type PatternError struct {
	Text string
	// Offset is the byte offset in Text that is to blame.
	Offset  int
	Message string
}

func (e *PatternError) Error() string {
	return fmt.Sprintf("the pattern %q cannot be read at byte %d: %s", e.Text, e.Offset, e.Message)
}

// knownExpressions are the regular expressions of the sandboxing guide's own policy
// files, which are known by their text and read by what they mean.
var knownExpressions = []struct{ text, means string }{
	{`wget.*\|.*sh`, "wget | sh"},
	{`curl.*\|.*sh`, "curl | sh"},
	{`>\s*/dev/sd`, "> /dev/sd"},
	{`mkfs\.`, "mkfs"},
	{`:\(\)\{.*\};`, ":(){ :|:& };:"},
	{`:(){.*};`, ":(){ :|:& };:"},
}

// removalExpression is the guide's own: rm with options of the root, the home
// directory, the current one, or a directory of secrets or of git.
const removalExpression = `\brm\s+(?:-[^\s]+\s+)+(?:/(?:[^\s]+)?(?=\s|$)|~(?=[/\s]|$)|\.(?=\s|$)|\.git(?=[/\s]|$)|\.ssh(?=[/\s]|$)|\.aws(?=[/\s]|$)|\.env(?=[/\s]|$))`

// ParsePattern reads the text of an entry of blocked_patterns. It fails with a
// *PatternError.
func ParsePattern(e Entry) (Pattern, error) {
	p := Pattern{Entry: e}
	text := e.Text
	for _, known := range knownExpressions {
		if text == known.text {
			text = known.means
		}
	}
	if text == removalExpression {
		p.meaning = meansRemoval
		return p, nil
	}
	if strings.ReplaceAll(text, " ", "") == ":(){:|:&};:" {
		p.meaning = meansBomb
		return p, nil
	}
	if strings.TrimSpace(text) == "" {
		return p, &PatternError{Text: e.Text, Message: "it is empty: give the words of a command"}
	}
	if i := strings.IndexAny(text, "\\^$*?()[]{}"); i >= 0 {
		return p, &PatternError{Text: e.Text, Offset: i, Message: fmt.Sprintf("%q is of a regular expression: give the leading words of a command and its flags, such as \"rm -rf\", or a pipeline, such as \"curl | sh\"", text[i])}
	}
	if place, ok := strings.CutPrefix(strings.TrimSpace(text), ">"); ok {
		p.meaning, p.place = meansPlace, strings.TrimSpace(strings.TrimPrefix(place, ">"))
		if p.place == "" || strings.ContainsAny(p.place, " |<>") {
			return p, &PatternError{Text: e.Text, Offset: strings.IndexByte(text, '>'), Message: "a redirect needs one place: give it as \"> /dev/sd\""}
		}
		return p, nil
	}
	if i := strings.IndexAny(text, "<>;&`\"'"); i >= 0 {
		return p, &PatternError{Text: e.Text, Offset: i, Message: fmt.Sprintf("%q is no part of a word: give the leading words of one command", text[i])}
	}
	parts := strings.Split(text, "|")
	switch len(parts) {
	case 1:
		p.meaning = meansCommand
	case 2:
		p.meaning, p.to = meansPipe, readPhrase(parts[1])
		if p.to.program == "" {
			return p, &PatternError{Text: e.Text, Offset: strings.IndexByte(text, '|'), Message: "a pipeline needs a command on both sides"}
		}
	default:
		return p, &PatternError{Text: e.Text, Offset: strings.LastIndexByte(text, '|'), Message: "a pipeline of a pattern has two commands: what comes between them does not matter"}
	}
	p.from = readPhrase(parts[0])
	if p.from.program == "" {
		return p, &PatternError{Text: e.Text, Message: "it names no program: begin with its name"}
	}
	return p, nil
}

func readPhrase(text string) phrase {
	var c phrase
	for word := range strings.FieldsSeq(text) {
		switch {
		case c.program == "" && word[0] == '-':
			return phrase{}
		case c.program == "":
			c.program = word
		case strings.HasPrefix(word, "--"):
			c.flags = append(c.flags, word)
		case word[0] == '-' && len(word) > 1:
			for _, letter := range word[1:] {
				c.flags = append(c.flags, "-"+string(letter))
			}
		case strings.HasSuffix(word, "=") || strings.Contains(word, "=/"):
			c.prefix = word
		default:
			c.path = append(c.path, word)
		}
	}
	return c
}

// Matches returns the span of the first place of a script that the pattern means.
func (p Pattern) Matches(script *ast.Script) (in *ast.Script, span ast.Span, ok bool) {
	switch p.meaning {
	case meansPlace:
		for _, r := range script.Redirs {
			if r.Writes() && !isSink(r.Target.Value) && strings.HasPrefix(plainPath(r.Dir, r.Target.Value), p.place) {
				return r.In, r.Span, true
			}
		}
	case meansBomb:
		for _, inv := range script.Invocations {
			if bomb(script, inv) {
				return inv.In, inv.Span, true
			}
		}
	case meansCommand, meansPipe, meansRemoval:
		for _, inv := range script.Invocations {
			if p.means(script, inv) {
				return inv.In, inv.Span, true
			}
		}
	}
	return nil, ast.Span{}, false
}

func (p Pattern) means(script *ast.Script, inv *ast.Invocation) bool {
	switch p.meaning {
	case meansRemoval:
		return removesMuch(inv)
	case meansPipe:
		return p.from.matches(inv) && reaches(script, inv, p.to)
	}
	return p.from.matches(inv)
}

// bomb reports whether a function starts itself where the shell does not wait for it:
// in the background, or twice in a pipeline.
func bomb(script *ast.Script, inv *ast.Invocation) bool {
	if !startsItself(inv) || inv.Where&(ast.InPipe|ast.InBackground) == 0 {
		return false
	}
	starts := 0
	for _, other := range script.Invocations {
		if startsItself(other) && other.Program() == inv.Program() {
			starts++
		}
	}
	return inv.Where&ast.InBackground != 0 || starts > 1
}

func startsItself(inv *ast.Invocation) bool {
	return inv.Shadowed && inv.Where&ast.InFunction != 0 && !slices.Contains(inv.Via, "command") && !slices.Contains(inv.Via, "builtin")
}

// interpreters run what they are fed.
const interpreters = "ash bash dash fish ksh mksh yash rbash zsh csh tcsh python perl ruby node nodejs php lua luajit tclsh Rscript deno bun source . eval osascript pwsh"

// sameProgram are the programs that a pattern of one name means as well.
var sameProgram = []struct{ name, others string }{
	{"sudo", "doas pkexec su sudoedit run0 runuser"},
	{"sh", "" + interpreters},
	{"bash", "sh " + interpreters},
	{"pip", "pip3"}, {"python", "python3"},
}

// named reports whether a program is the one that a pattern names.
func (c phrase) named(program string) bool {
	if program == c.program {
		return true
	}
	if c.program == "mkfs" && strings.HasPrefix(program, "mkfs.") {
		return true
	}
	for _, same := range sameProgram {
		if same.name == c.program && (has(same.others, program) || has(same.others, versionless(program))) {
			return true
		}
	}
	return false
}

// versionless drops a version from a program's name: python3.12 is python.
func versionless(program string) string {
	if bare := strings.TrimRight(program, "0123456789."); bare != "" {
		return bare
	}
	return program
}

// matches reports whether an invocation is the command: by its program, or by way of
// it (sudo ls), by its leading words behind the program's own options, by all flags in
// any spelling, and by an operand that begins with prefix.
func (c phrase) matches(inv *ast.Invocation) bool {
	if len(c.path)+len(c.flags) == 0 && c.prefix == "" && slices.ContainsFunc(inv.Via, func(via string) bool { return c.named(programOf(via)) }) {
		return true
	}
	if !c.named(inv.Program()) {
		return false
	}
	words := c.program
	if len(c.path) > 0 {
		words += " " + c.path[0]
	}
	if !c.leads(inv, words) {
		return false
	}
	for _, flag := range c.flags {
		if !gives(inv, words, flag) {
			return false
		}
	}
	return c.prefix == "" || slices.ContainsFunc(inv.Args, func(a ast.Arg) bool { return c.begins(inv, a.Value) })
}

// begins reports whether a word begins as the pattern says; where that is a path, as
// the path that it means.
func (c phrase) begins(inv *ast.Invocation, v ast.Value) bool {
	name, place, isPath := strings.Cut(c.prefix, "=/")
	if !isPath {
		return strings.HasPrefix(v.Prefix(), c.prefix)
	}
	text, known := v.Text()
	if !known {
		return strings.HasPrefix(v.Prefix(), c.prefix)
	}
	value, ok := strings.CutPrefix(text, name+"=")
	return ok && !isSink(ast.Known(value)) && strings.HasPrefix(plainPath(inv.Dir, ast.Known(value)), "/"+place)
}

// plainPath is the absolute path of a word as far as it is known, without doubled
// slashes and dots.
func plainPath(dir, v ast.Value) string {
	text, known := ast.Join(dir, v).Text()
	if !known {
		text = v.Prefix()
	}
	if text == "" || text[0] != '/' {
		return text
	}
	var out strings.Builder
	for element := range strings.SplitSeq(text, "/") {
		if element != "" && element != "." {
			out.WriteString("/" + element)
		}
	}
	if strings.HasSuffix(text, "/") {
		out.WriteByte('/')
	}
	return out.String()
}

func programOf(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// leads reports whether the words of the path stand before all others that are no
// options.
func (c phrase) leads(inv *ast.Invocation, words string) bool {
	if len(c.path) == 0 {
		return true
	}
	operands := plainWords(inv)
	if len(operands) < len(c.path) {
		return false
	}
	for i, word := range c.path {
		if !spelled(words, word, operands[i]) {
			return false
		}
	}
	return true
}

// plainWords are the words of an invocation that are neither options nor values of
// options that its program has before a subcommand, as far as they are known: the
// subcommand, then its operands.
func plainWords(inv *ast.Invocation) []string {
	values := ""
	if u := findUse(inv.Program()); u != nil {
		values = u.Values
	}
	if inv.Program() == "git" {
		values = "-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source"
	}
	var out []string
	for i := 0; i < len(inv.Args); i++ {
		switch text, known := inv.Args[i].Value.Text(); {
		case !known:
			return out
		case text == "" || text[0] != '-':
			out = append(out, text)
		case len(out) == 0 && has(values, text):
			i++
		}
	}
	return out
}

// sameWord are the other spellings of a flag or a word of a command.
var sameWord = []struct{ command, word, others string }{
	{"rm", "-r", "-R --recursive"},
	{"rm", "-R", "-r --recursive"},
	{"rm", "-f", "--force"},
	{"rm", "--recursive", "-r -R"},
	{"rm", "--force", "-f"},
	{"git push", "--force", "-f --mirror"},
	{"git push", "-f", "--force --mirror"},
	{"git push", "--delete", "-d"},
	{"git branch", "-D", "--delete"},
	{"git clean", "-f", "--force"},
	{"chmod 777", "-R", "--recursive"},
}

// spelled reports whether a word of a command is the pattern's in any spelling.
func spelled(words, want, got string) bool {
	if got == want || words == "chmod 777" && want == "777" && allMay(got) {
		return true
	}
	for _, same := range sameWord {
		if same.command == words && same.word == want && has(same.others, got) {
			return true
		}
	}
	return false
}

// allMay reports whether a mode of chmod lets everybody read, write and run: 0777, a=rwx,
// u+rwx,g+rwx,o+rwx.
func allMay(mode string) bool {
	if digits := strings.TrimLeft(mode, "+=0"); strings.Trim(digits, "01234567") == "" && digits != "" {
		return strings.HasSuffix(digits, "777")
	}
	bits := 0
	for clause := range strings.SplitSeq(mode, ",") {
		at := strings.IndexAny(clause, "+=")
		if at < 0 || strings.Trim(clause[:at], "ugoa") != "" {
			return false
		}
		perms := 0
		for i, letter := range "xwr" {
			if strings.ContainsRune(clause[at:], letter) {
				perms |= 1 << i
			}
		}
		for i, who := range "ogu" {
			if at == 0 || strings.ContainsRune(clause[:at], who) || strings.ContainsRune(clause[:at], 'a') {
				bits |= perms << (3 * i)
			}
		}
	}
	return bits == 0o777
}

// gives reports whether an option is among an invocation's words: alone, in a cluster,
// with a value attached, or abbreviated as far as that is no other option's name. A
// word that can be several texts counts for each of them.
func gives(inv *ast.Invocation, words, want string) bool {
	for i := range inv.Args {
		for _, text := range eachText(inv.Args[i].Value) {
			switch {
			case text == "--":
				return false
			case givesBy(text, words, want):
				return true
			}
		}
	}
	return false
}

// givesBy reports whether a word gives an option.
func givesBy(text, words, want string) bool {
	if words == "git push" && (want == "--force" || want == "-f") && len(text) > 1 && text[0] == '+' {
		return true
	}
	if len(text) < 2 || text[0] != '-' {
		return false
	}
	if optionIs(text, want) {
		return true
	}
	for _, same := range sameWord {
		if same.command != words || same.word != want {
			continue
		}
		for other := range strings.FieldsSeq(same.others) {
			if optionIs(text, other) {
				return true
			}
		}
	}
	return false
}

// eachText lists the texts that a word may be, as far as they are known.
func eachText(v ast.Value) []string {
	if text, ok := v.Text(); ok {
		return []string{text}
	}
	var out []string
	for _, alt := range v.Alts() {
		text, known := "", true
		for _, part := range alt {
			text, known = text+part.Text, known && part.Unknown == ""
		}
		if known {
			out = append(out, text)
		}
	}
	return out
}

// optionIs reports whether a word holds an option.
func optionIs(text, want string) bool {
	if strings.HasPrefix(want, "--") {
		name, _, _ := strings.Cut(text, "=")
		return len(name) > 3 && strings.HasPrefix(want, name)
	}
	return !strings.HasPrefix(text, "--") && strings.Contains(text, want[1:])
}

// removesMuch reports whether an invocation is rm with an option and an operand of
// removalExpression.
func removesMuch(inv *ast.Invocation) bool {
	if inv.Program() != "rm" {
		return false
	}
	options, much := false, false
	home, _ := inv.Var("HOME")
	for i := range inv.Args {
		text, known := inv.Args[i].Value.Text()
		if !known {
			continue
		}
		options = options || len(text) > 1 && text[0] == '-'
		name := strings.TrimSuffix(text, "/")
		much = much || strings.HasPrefix(text, "/") || name == "." || name == "~" || home.Is(name) || strings.HasPrefix(text, "~/")
		for _, dir := range [...]string{".git", ".ssh", ".aws", ".env"} {
			much = much || text == dir || strings.HasPrefix(text, dir+"/")
		}
	}
	return options && much
}

// reaches reports whether what an invocation prints gets to a command: down the
// pipeline, or by a substitution among the command's words. Where the command is an
// interpreter, it has to get there as the program to run, and not as its data.
func reaches(script *ast.Script, from *ast.Invocation, to phrase) bool {
	seen := 0
	for next := from.PipeTo; next != nil && seen < 64; next = next.PipeTo {
		if to.matches(next) && (!to.interprets() || codeFromStdin(next)) {
			return true
		}
		seen++
	}
	if from.Where&ast.InSubstitution == 0 {
		return false
	}
	for _, inv := range script.Invocations {
		if inv == from || inv.In != from.In {
			continue
		}
		if fedBy(inv, from.Span) && to.matches(inv) && (!to.interprets() || codeFromStdin(inv)) {
			return true
		}
		if inv.Span == from.Span || !inv.Span.Contains(from.Span) {
			continue
		}
		if to.matches(inv) && (!to.interprets() || codeFromWord(inv, from.Span)) || reaches(script, inv, to) {
			return true
		}
	}
	return false
}

// fedBy reports whether an invocation reads from a redirect whose word holds a span:
// bash < <(curl U), bash <<< "$(curl U)".
func fedBy(inv *ast.Invocation, span ast.Span) bool {
	return slices.ContainsFunc(inv.Redirs, func(r *ast.Redirect) bool {
		return (r.Op == "<" || r.Op == "<<<") && r.Target.Span.Contains(span)
	})
}

// interprets reports whether the phrase stands for any interpreter.
func (c phrase) interprets() bool {
	return (c.program == "sh" || c.program == "bash") && len(c.path)+len(c.flags) == 0 && c.prefix == ""
}

// codeFromStdin reports whether an interpreter reads its program from standard input:
// no word gives it one.
func codeFromStdin(inv *ast.Invocation) bool {
	shell := slices.Contains(scriptShells, versionless(inv.Program()))
	for i := 0; i < len(inv.Args); i++ {
		switch text, known := inv.Args[i].Value.Text(); {
		case !known:
			return true // it may be anything
		case has("- -s -- /dev/stdin /dev/fd/0 /proc/self/fd/0", text):
			return true
		case shell && has("-o -O +o +O --rcfile --init-file", text), !shell && has("-W -X -I -r", text):
			i++ // its value
		case runsWord(text, shell) || text == "-m":
			return false
		case text == "" || text[0] != '-':
			return false // a script
		}
	}
	return true
}

// runsWord reports whether an option is followed by a program text: -c, -lc, and -e
// where it is no shell's.
func runsWord(text string, shell bool) bool {
	if len(text) < 2 || text[0] != '-' {
		return false
	}
	if text[1] == '-' {
		return text == "--eval" || text == "--print"
	}
	if shell {
		return strings.Contains(text, "c")
	}
	return strings.HasSuffix(text, "c") || strings.HasSuffix(text, "e") || strings.HasSuffix(text, "E") || text == "-p"
}

// codeFromWord reports whether the word that covers a span is a program to run, or the
// name of one.
func codeFromWord(inv *ast.Invocation, span ast.Span) bool {
	switch inv.Program() {
	case "eval", "source", ".":
		return true
	}
	for i := range inv.Args {
		if inv.Args[i].Span.Contains(span) {
			before := ""
			if i > 0 {
				before, _ = inv.Args[i-1].Value.Text()
			}
			return i == 0 || runsWord(before, false) || len(before) > 1 && before[0] == '-'
		}
		if text, _ := inv.Args[i].Value.Text(); text != "" && text[0] != '-' {
			return false
		}
	}
	return false
}
