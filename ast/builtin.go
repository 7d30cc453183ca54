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
		via := append(inv.Via[:len(inv.Via):len(inv.Via)], name)
		return w.nested(inv, nested{word: joinWords(inv.Args), via: via, sameShell: true, dialect: w.script.Source.Dialect}, st)
	case "trap":
		w.trap(inv, st)
	case "source", ".":
		return same(st.forget("a file that was sourced may have changed it"))
	case "exit", "return", "logout":
		return flow{}
	case "break", "continue":
		return w.leave(name, st)
	case "set":
		return same(setOptions(inv.Args, st))
	case "alias":
		w.alias(inv)
	case "unset":
		return same(eachName(inv.Args, st, func(st *state, name string) *state { return st.unsetVar(name) }))
	case "read", "mapfile", "readarray", "getopts", "vared":
		return same(eachName(inv.Args, st, func(st *state, name string) *state {
			return st.assign(name, Unknown("it is read when the script runs", name), false)
		}))
	case "printf":
		return same(printfVar(inv.Args, st))
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

func printfVar(args []Arg, st *state) *state {
	for i, arg := range args {
		if arg.Value.Is("-v") && i+1 < len(args) {
			return eachName(args[i+1:i+2], st, func(st *state, name string) *state {
				return st.assign(name, Unknown("it is printed into the variable", name), false)
			})
		}
	}
	return st
}

// setOptions follows set -e and set -o errexit, on and off.
func setOptions(args []Arg, st *state) *state {
	on, changed := st.errexit, false
	for i, arg := range args {
		text, _ := arg.Value.Text()
		if len(text) < 2 || text[0] != '-' && text[0] != '+' || text == "--" {
			break
		}
		if strings.Contains(text, "e") {
			on, changed = text[0] == '-', true
		}
		if strings.HasSuffix(text, "o") && i+1 < len(args) && args[i+1].Value.Is("errexit") {
			on, changed = text[0] == '-', true
		}
		if strings.HasSuffix(text, "o") {
			break
		}
	}
	if !changed {
		return st
	}
	next := *st
	next.errexit = on
	return &next
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

// trap walks the script that a trap runs later, in any directory.
func (w *walker) trap(inv *Invocation, st *state) {
	args := inv.Args
	for len(args) > 0 {
		text, _ := args[0].Value.Text()
		if text == "-p" || text == "-l" || text == "-P" {
			return
		}
		if text != "--" {
			break
		}
		args = args[1:]
	}
	if len(args) < 2 || args[0].Value.Is("-") || args[0].Value.Is("") {
		return
	}
	later := st.apply(w.wholeEffects(), "a trap can run at any place")
	via := append(inv.Via[:len(inv.Via):len(inv.Via)], "trap")
	w.inside(InTrap, func() {
		w.nested(inv, nested{word: args[0], via: via, sameShell: true, dialect: w.script.Source.Dialect}, later)
	})
}

// cd follows a change of directory.
func (w *walker) cd(inv *Invocation, name string, st *state) flow {
	target, physical := w.cdTarget(inv, name, st)
	to := Unknown("the directory of a "+name+" is not known", "")
	sure := false
	if len(target.Alts) > 0 {
		to = changed(st.dir, target)
		if !physical {
			to = logical(to)
		}
		if text, ok := to.Text(); ok && w.script.Source.IsDir != nil {
			sure = w.script.Source.IsDir(text)
		}
	}
	inv.ChangesTo = to
	ok, fail := st.withDir(to), *st
	ok.cds, fail.cds = st.cds.push(inv, true), st.cds.push(inv, false)
	if t, known := target.Text(); known && strings.HasPrefix(t, "/") {
		ok.cds = (*cdNode)(nil).push(inv, true) // nothing before it matters any more
	}
	return flow{ok: ok, fail: &fail, sure: sure}
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
		return w.variable("HOME", st), physical
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
	if len(to.Alts) == 0 {
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
	case len(dir.Alts) == 0:
		return Unknown("the directory it starts from is not known", "")
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
