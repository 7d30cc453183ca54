package ast

import "strings"

// builtin follows what a command of the shell itself does to the shell's state.
func (w *walker) builtin(inv *Invocation, name string, st *state) flow {
	switch name {
	case "cd", "chdir", "pushd", "popd":
		return w.cd(inv, name, st)
	case "eval":
		if len(inv.Args) == 0 {
			return same(st)
		}
		words := inv.Args
		if words[0].Value.Is("--") && len(words) > 1 {
			words = words[1:]
		}
		via := append(inv.Via[:len(inv.Via):len(inv.Via)], name)
		return w.nested(inv, nested{word: joinWords(words), via: via, sameShell: true, dialect: w.script.Source.Dialect}, st)
	case "trap":
		return same(w.trap(inv, st))
	case "source", ".":
		return same(st.forget("a file that was sourced may have changed it"))
	case "exit", "return", "logout":
		return flow{}
	case "break", "continue":
		return w.leave(name, st)
	case "set":
		return same(w.set(inv, st))
	case "shopt":
		w.shopt(inv)
	case "wait":
		return same(printfVar(inv.Args, "-p", st))
	case "alias":
		w.alias(inv)
	case "unset":
		w.noteAssign("")
		return same(eachName(inv.Args, st, func(st *state, name string) *state {
			if len(inv.Args) > 0 && inv.Args[0].Value.Is("-n") {
				return st.assign(name, Unknown("it is unset as a reference", name), false)
			}
			return st.unsetVar(name)
		}))
	case "read", "mapfile", "readarray", "getopts", "vared":
		return same(eachName(inv.Args, st, func(st *state, name string) *state {
			return st.assign(name, Unknown("it is read when the script runs", name), false)
		}))
	case "printf":
		return same(printfVar(inv.Args, "-v", st))
	case "export", "readonly", "declare", "typeset", "local":
		// Only behind a wrapper or a quoted name: the grammar knows the plain forms.
		return same(eachName(inv.Args, st, func(st *state, name string) *state {
			return st.assign(name, Unknown("it is assigned in a way that is not followed", name), true)
		}))
	case "true", ":":
		return flow{ok: st, fail: st, sure: true}
	}
	return same(st)
}

// eachName applies change to every operand that is a name, or NAME=value.
func eachName(args []Arg, st *state, change func(*state, string) *state) *state {
	for _, arg := range args {
		text, ok := arg.Value.Text()
		if !ok {
			return st.withVars(&binding{value: Unknown("an expansion may have named it", ""), length: 1})
		}
		name, _, _ := strings.Cut(text, "=")
		if isName(name) {
			st = change(st, name)
		}
	}
	return st
}

// printfVar follows an option whose value names a variable: printf -v, wait -p.
func printfVar(args []Arg, option string, st *state) *state {
	for i, arg := range args {
		text, known := arg.Value.Text()
		rest, found := strings.CutPrefix(text, option)
		var name Arg
		switch {
		case !known && mayBeOption(arg):
			name = Arg{} // it may be the option, and name anything
		case !found:
			continue
		case rest != "":
			name = Arg{Value: Known(rest)}
		case i+1 < len(args):
			name = args[i+1]
		}
		return eachName([]Arg{name}, st, func(st *state, name string) *state {
			return st.assign(name, Unknown("the command gives it a value", name), false)
		})
	}
	return st
}

// set follows the options of set that change how the script goes on: -e, -P, and -k,
// which makes assignments of later words.
func (w *walker) set(inv *Invocation, st *state) *state {
	next := *st
	for i, arg := range inv.Args {
		text, known := arg.Value.Text()
		if !known || len(text) < 2 || text[0] != '-' && text[0] != '+' || text == "--" {
			break
		}
		on, long := text[0] == '-', ""
		if strings.HasSuffix(text, "o") && i+1 < len(inv.Args) {
			long, _ = inv.Args[i+1].Value.Text()
		}
		if strings.Contains(text, "e") || long == "errexit" {
			next.errexit = on
		}
		if strings.Contains(text, "P") || long == "physical" {
			next.physical = on
		}
		if on && (strings.Contains(text, "k") || long == "keyword") {
			w.option(inv, "set -k makes assignments of words that look like them")
		}
		if long != "" {
			break
		}
	}
	return &next
}

// shopt follows the options of bash that change where commands run.
func (w *walker) shopt(inv *Invocation) {
	for _, arg := range inv.Args {
		switch text, _ := arg.Value.Text(); text {
		case "lastpipe":
			w.lastPipe = true
		case "cdable_vars", "autocd", "cdspell":
			w.option(inv, "shopt "+text+" changes where a cd leads")
		}
	}
}

func (w *walker) option(inv *Invocation, message string) {
	if !w.quiet {
		w.hazard(inv.Span, HazardOption, message)
	}
}

// leave is break and continue: what follows in the body is not reached.
func (w *walker) leave(name string, st *state) flow {
	if len(w.loops) == 0 {
		return same(st)
	}
	// break 2 leaves an outer loop; its state counts for every loop around.
	for _, l := range w.loops {
		if name == "break" {
			l.breaks = join(l.breaks, st)
		} else {
			l.continues = join(l.continues, st)
		}
	}
	return flow{}
}

func (w *walker) alias(inv *Invocation) {
	for _, arg := range inv.Args {
		name, _, defines := strings.Cut(arg.Value.Prefix(), "=")
		if !defines {
			continue
		}
		if w.aliases == nil {
			w.aliases = map[string]bool{}
		}
		w.aliases[name] = true
		if !w.quiet {
			w.hazard(arg.Span, HazardAlias, "an alias is defined: what a later "+name+" starts depends on whether the shell expands aliases")
		}
	}
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
	later := st.apply(w.wholeEffects(), "a trap can run at any place")
	via := append(inv.Via[:len(inv.Via):len(inv.Via)], "trap")
	w.inside(InTrap, func() {
		w.nested(inv, nested{word: args[0], via: via, sameShell: true, dialect: w.script.Source.Dialect}, later)
	})
	for _, signal := range args[1:] {
		if signal.Value.Is("EXIT") || signal.Value.Is("0") {
			continue
		}
		e := w.effectsOfText(args[0])
		if w.later == nil {
			w.later = &effects{}
		}
		w.later.names = append(w.later.names, e.names...)
		w.later.cd, w.later.all = w.later.cd || e.cd, w.later.all || e.all || len(e.calls) > 0 && w.calls(e)
		return st.apply(*w.later, "a trap may change it")
	}
	return st
}

// calls reports whether any of the programs is a function of the script.
func (w *walker) calls(e effects) bool {
	for _, name := range e.calls {
		if w.isFunction(name) {
			return true
		}
	}
	return false
}

// effectsOfText is what running a word as a script may do to the shell.
func (w *walker) effectsOfText(word Arg) effects {
	text, ok := word.Value.Text()
	if !ok || checkLimits(text) != nil {
		return effects{all: true}
	}
	file, err := w.script.tree.grammar.parse(text, w.script.Source.Dialect)
	if err != nil {
		return effects{all: true}
	}
	return effectsOf(file)
}

// cd follows a change of directory.
func (w *walker) cd(inv *Invocation, name string, st *state) flow {
	if name == "pushd" && len(inv.Args) > 0 && inv.Args[0].Value.Is("-n") {
		return same(st)
	}
	target, physical := w.cdTarget(inv, name, st)
	to := Unknown("the directory of a "+name+" is not known", "")
	inv.ChangesTo = to
	sure := false
	if !target.None() {
		to = changed(st.dir, target)
		inv.ChangesTo = to
		if physical || st.physical {
			to = Unknown("cd -P leads where links lead", "")
		} else {
			to = logical(to)
		}
		sure = w.isDir(to) && w.isDir(inv.ChangesTo) // cd x/../y needs x as well
	}
	ok, fail := st.withDir(to), *st
	ok.cds, fail.cds = st.cds.push(inv, true), st.cds.push(inv, false)
	if t, known := target.Text(); known && strings.HasPrefix(t, "/") {
		ok.cds = (*cdNode)(nil).push(inv, true) // nothing before it matters any more
	}
	return flow{ok: ok, fail: &fail, sure: sure}
}

func (w *walker) isDir(dir Value) bool {
	text, ok := dir.Text()
	return ok && w.script.Source.IsDir != nil && w.script.Source.IsDir(text)
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
		if !known || len(text) < 2 || text[0] != '-' || strings.Trim(text[1:], "LPe@n") != "" {
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
		return st.oldDir, physical
	case name == "pushd" && known && len(text) > 1 && (text[0] == '+' || text[0] == '-'):
		return Value{}, physical
	case known && text == "" && name != "pushd":
		return st.dir, physical
	}
	if _, set := inv.Var("CDPATH"); set && known && !strings.HasPrefix(text, "/") && !strings.HasPrefix(text, ".") {
		return Value{}, physical
	}
	return args[0].Value, physical
}

// changed is the directory to after starting from dir: to itself where it is
// absolute, else the two joined. Nothing is cleaned: only the file system knows
// where .. leads.
func changed(dir, to Value) Value {
	if to.None() {
		return Unknown("the directory is not known", "")
	}
	prefix := to.Prefix()
	switch {
	case strings.HasPrefix(prefix, "/"):
		return to
	case to.Is(""):
		return dir
	case prefix == "" && to.Reason() != "":
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

// Join is the path that a word means in a directory: the word itself where it is
// absolute, else the two joined by a slash, with every . and .. kept.
func Join(dir, path Value) Value { return changed(dir, path) }

// logical takes . and .. out of the text of a directory, as cd does with the text of
// PWD before it asks the file system.
func logical(dir Value) Value {
	text, ok := dir.Text()
	if !ok || !strings.HasPrefix(text, "/") {
		return dir
	}
	if !strings.Contains(text, "/.") && !strings.Contains(text, "//") {
		return dir
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
	return Known("/" + strings.Join(out, "/"))
}
