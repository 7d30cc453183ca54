package ast

import "strings"

// builtin follows what a command of the shell itself does to the shell's state.
func (w *walker) builtin(inv *Invocation, name string, st *state) flow {
	switch name {
	case "cd", "chdir", "pushd", "popd":
		return w.cd(inv, name, st)
	case "eval":
		return w.eval(inv, st)
	case "trap":
		return same(w.trap(inv, st))
	case "source", ".":
		return same(w.sourced(st))
	case "exit":
		if ends(inv.Args) {
			return flow{}
		}
	case "return":
		if w.funcDepth > 0 && ends(inv.Args) { // bash goes on where nothing is to return from
			return flow{}
		}
	case "break", "continue":
		return w.leave(inv, name, st)
	case "set":
		return same(w.set(inv, st))
	case "shift":
		return same(w.shift(inv, st))
	case "shopt", "setopt", "unsetopt", "emulate":
		return same(w.shopt(inv, name, st))
	case "alias":
		w.alias(inv)
	case "enable", "disable", "unhash", "unfunction":
		w.unnamed(inv)
	case "unset":
		return w.unset(inv, st)
	case "fc", "compgen", "foreach", "end":
		if len(inv.Args) > 0 || name == "end" {
			return same(st.forget("a script that is not followed may have changed it"))
		}
	case "true", ":":
		return flow{ok: st, fail: st, sure: true}
	default:
		if kind := setterKind(name); kind != setsNothing {
			return w.setter(inv, name, kind, st)
		}
	}
	return same(st)
}

// ends reports whether exit or return with these words ends what they stand in: with more
// than a number they complain, and some shells go on.
func ends(args []Arg) bool {
	if len(args) == 0 {
		return true
	}
	text, known := args[0].Value.Text()
	return len(args) == 1 && (known && text != "" && strings.Trim(text, "0123456789") == "" || !known && !args[0].Many)
}

// eval walks the script that the words make, in the shell itself. Assignments before it
// hold in there, and in some shells afterwards.
func (w *walker) eval(inv *Invocation, st *state) flow {
	if len(inv.Args) == 0 {
		return same(st)
	}
	words := inv.Args
	if words[0].Value.Is("--") && len(words) > 1 {
		words = words[1:]
	}
	for _, a := range inv.Assigns {
		st = w.bind(st, a.Name, a.Value, false) // dash does not export it
	}
	via := append(inv.Via[:len(inv.Via):len(inv.Via)], "eval")
	return w.nested(inv, nested{word: joinWords(words), via: via, sameShell: true, dialect: w.script.Source.Dialect}, st)
}

// sourced is the state after a file was read as a script. It is taken to leave how words
// split alone.
func (w *walker) sourced(st *state) *state {
	split := st.vars.lookup("IFS")
	w.mayFail(st)
	next := st.forget("a file that was sourced may have changed it")
	if split == nil {
		next.vars = next.vars.push(binding{name: "IFS", value: Known(blanks)})
	}
	w.mayFail(next)
	return next
}

// unnamed notes builtins and functions that may be taken away: what they would do may not
// be done.
func (w *walker) unnamed(inv *Invocation) {
	for _, arg := range inv.Args {
		if text, _ := arg.Value.Text(); isBuiltin(text) {
			w.define(text, effects{})
		}
	}
}

// isBuiltin reports whether a name is that of a builtin which changes the shell.
func isBuiltin(name string) bool { return name == "unset" || changesShell(name) }

// set follows the options of set that change how the script goes on, and the words that
// become $1, $2 …
func (w *walker) set(inv *Invocation, st *state) *state {
	next := *st
	args := inv.Args
	for ; len(args) > 0; args = args[1:] {
		text, known := args[0].Value.Text()
		switch {
		case !known && (args[0].Many || mayBeOption(args[0])):
			next = *st.loosened()
			next.params = nil
			return &next
		case !known || text == "" || text[0] != '-' && text[0] != '+':
			next.params = parameters(args)
			return &next
		case text == "--" || text == "-":
			if args = args[1:]; text == "--" || len(args) > 0 {
				next.params = parameters(args)
			}
			return &next
		case strings.Contains(text, "A"): // zsh: set -A name value …
			return st.forget("an array was set")
		}
		long := ""
		if strings.HasSuffix(text, "o") && len(args) > 1 {
			args = args[1:]
			long, _ = args[0].Value.Text()
		}
		w.option(inv, &next, text, long)
	}
	return &next
}

// parameters are the words as $1, $2 …; nil where their number is not known.
func parameters(args []Arg) *params {
	p := &params{words: make([]Value, 0, len(args))}
	for _, arg := range args {
		if arg.Many {
			return nil
		}
		p.words = append(p.words, arg.Value)
	}
	return p
}

// option follows one word of options, as set and a shell's own words have them; long is
// the name behind an o.
func (w *walker) option(inv *Invocation, st *state, text, long string) {
	on := text[0] == '-'
	if strings.Contains(text, "e") || long == "errexit" {
		st.errexit = on
	}
	if strings.Contains(text, "P") || long == "physical" {
		st.physical = on
	}
	if strings.Contains(text, "B") || long == "braceexpand" {
		st.braces = bracesOff
		if on {
			st.braces = bracesOn
		}
	}
	if strings.Contains(text, "a") || long == "allexport" {
		w.exported = true
	}
	if on && (strings.Contains(text, "k") || long == "keyword") {
		w.optionHazard(inv, "set -k makes assignments of words that look like them")
	}
	switch long {
	case "", "errexit", "physical", "braceexpand", "allexport", "keyword", "pipefail", "nounset", "xtrace", "verbose", "noglob", "noclobber", "monitor", "notify", "noexec", "history", "vi", "emacs", "errtrace", "functrace":
	default: // posix, and what zsh has
		*st = *st.loosened()
	}
}

// shift follows a shift of $1, $2 …
func (w *walker) shift(inv *Invocation, st *state) *state {
	next := *st
	next.params = nil
	n, ok := 1, true
	if len(inv.Args) > 0 {
		text, known := inv.Args[0].Value.Text()
		n, ok = Descriptor(text)
		ok = ok && known && len(inv.Args) == 1
	}
	if ok && st.params != nil && n >= 0 && n <= len(st.params.words) {
		next.params = &params{words: st.params.words[n:]}
	}
	return &next
}

// shopt follows the options of bash, and of zsh, that change where commands run and what
// words mean.
func (w *walker) shopt(inv *Invocation, name string, st *state) *state {
	next := *st
	for _, arg := range inv.Args {
		switch text, _ := arg.Value.Text(); text {
		case "lastpipe":
			next.lastPipe = true
		case "cdable_vars", "autocd", "cdspell":
			w.optionHazard(inv, "shopt "+text+" changes where a cd leads")
		case "extdebug":
			w.addLater(effects{all: true})
		case "-s", "-u", "-q", "-p", "nullglob", "dotglob", "globstar", "failglob", "extglob", "nocaseglob", "nocasematch", "expand_aliases", "execfail", "inherit_errexit", "huponexit", "checkwinsize":
		case "pipefail", "nounset", "xtrace", "extendedglob", "nonomatch", "null_glob", "extended_glob", "pipe_fail":
		default:
			next = *next.loosened()
			if name != "shopt" {
				w.addLater(effects{all: true})
			}
		}
	}
	if name == "emulate" {
		if len(inv.Args) > 1 && !w.quiet {
			w.hazard(inv.Span, HazardScript, "a script is handed to emulate, which is not followed")
		}
		return st.loosened().forget("another way of reading may have changed it")
	}
	return &next
}

func (w *walker) optionHazard(inv *Invocation, message string) {
	if !w.quiet {
		w.hazard(inv.Span, HazardOption, message)
	}
}

// leave is break and continue: what follows in the body is not reached.
func (w *walker) leave(inv *Invocation, name string, st *state) flow {
	if w.loop == nil {
		return same(st)
	}
	w.leaves(st, name == "break", name == "continue")
	if len(inv.Args) == 0 || len(inv.Args) == 1 && inv.Args[0].Value.Is("1") {
		return flow{}
	}
	// With another word than a small number some shells leave all loops, or none.
	w.leaves(st, true, true)
	if text, ok := inv.Args[0].Value.Text(); ok && len(inv.Args) == 1 && len(text) == 1 && text > "1" && text <= "9" {
		return flow{}
	}
	return same(st)
}

// leaves notes a state in which the loops around are left, or begin again. break 2 leaves
// an outer loop; its state counts for every loop around.
func (w *walker) leaves(st *state, breaks, continues bool) {
	for l := w.loop; l != nil; l = l.outer {
		if breaks {
			l.breaks = join(l.breaks, st)
		}
		if continues {
			l.continues = join(l.continues, st)
		}
	}
}

func (w *walker) alias(inv *Invocation) {
	for _, arg := range inv.Args {
		name, _, defines := strings.Cut(arg.Value.Prefix(), "=")
		if !defines {
			if _, known := arg.Value.Text(); !known || arg.Value.Is("-g") {
				w.addLater(effects{all: true}) // it may stand for anything, anywhere
			}
			continue
		}
		if w.aliases == nil {
			w.aliases = map[string]bool{}
		}
		w.aliases[name] = true
		if isReserved(name) { // alias if='cd /; if'
			w.addLater(effects{all: true})
		}
		if !w.quiet {
			w.hazard(arg.Span, HazardAlias, "an alias is defined: what a later "+name+" starts depends on whether the shell expands aliases")
		}
	}
}

// isReserved reports whether a word is one of the grammar's own.
func isReserved(word string) bool {
	switch word {
	case "if", "then", "else", "elif", "fi", "do", "done", "case", "esac", "while", "until", "for", "{", "}", "!", "[[", "]]", "function", "select", "time", "in", "coproc":
		return true
	}
	return false
}

// trap walks the script that a trap runs later, in any directory. One for a signal,
// or for every command, may change what is known at any later point.
func (w *walker) trap(inv *Invocation, st *state) *state {
	args := inv.Args
	for len(args) > 0 {
		text, _ := args[0].Value.Text()
		if text == "-p" || text == "-l" || text == "-P" {
			return st
		}
		if text != "--" {
			break
		}
		args = args[1:]
	}
	if len(args) < 2 || args[0].Value.Is("-") || args[0].Value.Is("") {
		return st
	}
	later := w.apply(st, w.wholeEffects(), "a trap can run at any place")
	via := append(inv.Via[:len(inv.Via):len(inv.Via)], "trap")
	w.tested++
	failed := w.failed
	w.inside(InTrap, func() {
		w.nested(inv, nested{word: args[0], via: via, sameShell: true, dialect: w.script.Source.Dialect}, later.loosened())
	})
	w.failed = failed
	w.tested--
	for _, signal := range args[1:] {
		if (signal.Value.Is("EXIT") || signal.Value.Is("0")) && w.script.Source.Dialect != Zsh {
			continue
		}
		w.addLater(w.effectsOfText(args[0].Value))
		return w.apply(st, *w.later, "a trap may change it")
	}
	return st
}

// cd follows a change of directory.
func (w *walker) cd(inv *Invocation, name string, st *state) flow {
	if name == "pushd" && len(inv.Args) > 0 && inv.Args[0].Value.Is("-n") {
		return same(st)
	}
	target, physical := w.cdTarget(inv, name, st)
	var to Value
	sure := false
	if target.None() {
		to = Unknown("the directory of a "+name+" is not known", "")
		inv.unusual().changesTo = to
	} else {
		to = changed(st.dir, target)
		inv.unusual().changesTo = to
		if physical || st.physical {
			to = Unknown("cd -P leads where links lead", "")
		} else {
			to = logical(to)
		}
		sure = w.isDir(to) && w.isDir(inv.ChangesTo()) && !w.moved() && !(w.posix && name == "pushd") // cd x/../y needs x as well
	}
	next := &struct { // in one allocation
		ok, fail       state
		passed, failed cdNode
	}{ok: *st, fail: *st, passed: cdNode{inv: inv, passed: true}, failed: cdNode{inv: inv}}
	before := st.cds
	if t, known := target.Text(); known && strings.HasPrefix(t, "/") {
		before = nil // nothing before it matters any more
	}
	next.ok.oldDir, next.ok.dir = st.dir, to
	next.ok.cds, next.fail.cds = before.link(&next.passed), st.cds.link(&next.failed)
	return flow{ok: &next.ok, fail: &next.fail, sure: sure}
}

func (w *walker) isDir(dir Value) bool {
	text, ok := dir.Text()
	return ok && w.script.Source.IsDir != nil && w.script.Source.IsDir(text)
}

// moved reports whether a program before may have taken directories away.
func (w *walker) moved() bool {
	for _, inv := range w.root.Invocations {
		switch inv.Program() {
		case "rm", "rmdir", "mv", "unlink", "chmod", "chown", "find", "rsync", "umount", "mount":
			return true
		}
	}
	return false
}

// cdTarget is the operand of cd, pushd or popd: the zero Value where it is not known.
func (w *walker) cdTarget(inv *Invocation, name string, st *state) (target Value, physical bool) {
	if name == "popd" {
		return Value{}, false
	}
	args := inv.Args
	for len(args) > 0 {
		text, known := args[0].Value.Text()
		if known && text == "--" {
			args = args[1:]
			break
		}
		if !known || len(text) < 2 || text[0] != '-' || strings.Trim(text[1:], "LPe@nqs") != "" {
			break
		}
		physical = strings.Contains(text, "P") || physical && !strings.Contains(text, "L")
		args = args[1:]
	}
	if len(args) == 0 {
		if name == "pushd" {
			return Value{}, physical
		}
		if home, set := inv.Var("HOME"); set {
			return home, physical
		}
		return Unknown("HOME is not known", "HOME"), physical
	}
	text, known := args[0].Value.Text()
	switch {
	case len(args) > 1 || args[0].Many:
		return Value{}, physical
	case known && text == "-":
		if _, set := inv.Var("OLDPWD"); set { // bash goes where the variable says
			return Value{}, physical
		}
		return st.oldDir, physical
	case known && len(text) > 1 && (text[0] == '+' || text[0] == '-'):
		return Value{}, physical
	case known && text == "" && name != "pushd" && !w.searches(inv):
		return st.dir, physical
	}
	if w.searches(inv) && !direct(args[0].Value.Prefix(), known) {
		return Value{}, physical
	}
	return args[0].Value, physical
}

// searches reports whether cd may look for its operand in other directories.
func (w *walker) searches(inv *Invocation) bool {
	for _, name := range [...]string{"CDPATH", "cdpath"} {
		if _, set := inv.Var(name); set {
			return true
		}
	}
	return false
}

// direct reports whether CDPATH says nothing of a path that begins so: /x, ./x, ../x.
func direct(prefix string, whole bool) bool {
	return strings.HasPrefix(prefix, "/") || strings.HasPrefix(prefix, "./") || strings.HasPrefix(prefix, "../") || whole && (prefix == "." || prefix == "..")
}

// changed is the directory to after starting from dir: to itself where it is
// absolute, else the two joined. Nothing is cleaned: only the file system knows
// where .. leads.
func changed(dir, to Value) Value {
	if to.None() {
		return Unknown("the directory is not known", "")
	}
	if to.c == &literal && dir.c == &literal && to.text != "" && to.text[0] != '/' {
		return Known(dir.text + "/" + to.text)
	}
	prefix := to.Prefix()
	if dirText, known := dir.Text(); known && prefix == "" {
		if all, several := oneOf(dirText, to); several {
			return all
		}
	}
	switch {
	case strings.HasPrefix(prefix, "/"):
		return to
	case to.Is(""):
		return dir
	case startsAsTemporary(to):
		return to
	case prefix == "" && to.Reason() != "" && !startsAsPattern(to):
		return Unknown(to.Reason(), "")
	case dir.None():
		return Unknown("the directory it starts from is not known", "")
	}
	d, okDir := dir.Text()
	t, okTo := to.Text()
	if okDir && okTo {
		return Known(d + "/" + t)
	}
	return concat(concat(dir, Known("/")), to)
}

// oneOf is the directory that one of several known texts leads to from a known one.
func oneOf(dir string, to Value) (v Value, several bool) {
	texts, known := to.Texts()
	if !known || len(texts) < 2 {
		return Value{}, false
	}
	for i, text := range texts {
		switch {
		case text == "":
			texts[i] = dir
		case text[0] != '/':
			texts[i] = dir + "/" + text
		}
	}
	return OneOf(texts...), true
}

// startsAsTemporary reports whether a value begins with what mktemp prints, which is an
// absolute path where it is given no template.
func startsAsTemporary(v Value) bool {
	alts := v.Alts()
	if len(alts) != 1 || len(alts[0]) == 0 || alts[0][0].Of == nil {
		return false
	}
	words := alts[0][0].Of.Words
	if len(words) == 0 || !words[0].Is("mktemp") {
		return false
	}
	for i, word := range words[1:] {
		if !strings.HasPrefix(word.Prefix(), "-") && !words[i].Is("-p") {
			return false
		}
	}
	return true
}

// startsAsPattern reports whether every alternative begins with a pattern of names: what
// it becomes is no absolute path.
func startsAsPattern(v Value) bool {
	for _, alt := range v.Alts() {
		if len(alt) == 0 || alt[0].Unknown != Pattern {
			return false
		}
	}
	return true
}

// Join is the path that a word means in a directory: the word itself where it is
// absolute, else the two joined by a slash, with every . and .. kept.
func Join(dir, path Value) Value { return changed(dir, path) }

// logical takes . and .. and needless slashes out of the text of a directory, as cd does
// with the text of PWD before it asks the file system.
func logical(dir Value) Value {
	if text, ok := dir.Text(); ok && isLogical(text) {
		return dir
	}
	texts, ok := dir.Texts()
	if !ok {
		for _, alt := range dir.Alts() {
			for _, p := range alt {
				if strings.Contains(p.Text, "..") {
					return Unknown("what a .. in it takes away is not known", "")
				}
			}
		}
		return dir
	}
	out := Value{}
	for _, text := range texts {
		if strings.HasPrefix(text, "//") && !strings.HasPrefix(text, "///") {
			return Unknown("some shells keep two slashes at its start", "")
		}
		out = merge(out, Known(cleaned(text)))
	}
	return out
}

func isLogical(text string) bool {
	return !strings.HasPrefix(text, "/") || !strings.Contains(text, "/.") && !strings.Contains(text, "//") && (text == "/" || !strings.HasSuffix(text, "/"))
}

func cleaned(text string) string {
	if isLogical(text) {
		return text
	}
	var out []string
	for _, elem := range strings.Split(text, "/") {
		switch elem {
		case "", ".":
		case "..":
			out = out[:max(len(out)-1, 0)]
		default:
			out = append(out, elem)
		}
	}
	return "/" + strings.Join(out, "/")
}
