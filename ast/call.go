package ast

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// call walks a simple command: its words, what they start, and what it does to the
// shell that runs it.
func (w *walker) call(call *syntax.CallExpr, redirs []*syntax.Redirect, st *state) flow {
	if len(call.Args) == 0 {
		return w.assignments(call, redirs, st)
	}
	first := len(w.root.Invocations)
	inv := w.record(spanOf(call), st)
	w.holder = inv
	inv.Assigns = w.prefix(call.Assigns, st)
	args := w.expandAll(w.words(len(call.Args)), call.Args, st)
	for _, r := range redirs {
		w.redirect(r, inv, first, st)
	}
	w.holder = inv.Holder
	if len(args) == 0 { // "$@" or an empty variable alone
		inv.Name = &Arg{Span: inv.Span, Value: Known("")}
		next := st // its assignments stay
		for _, a := range inv.Assigns {
			next = w.bind(next, a.Name, joinValue(w.variable(a.Name, st), a.Value), false)
			w.noteAssign(a.Name)
		}
		return underRedirects(same(next), redirs, st)
	}
	f := w.start(inv, args, st)
	for _, r := range inv.Redirs {
		r.Last = len(w.root.Invocations) // those of a script that it carries run under it, too
	}
	if len(inv.Assigns) > 0 {
		f = w.kept(inv, f, st)
	}
	return underRedirects(f, redirs, st)
}

// kept is the flow of a command with assignments before it: those before a builtin that
// POSIX calls special stay in some shells, and one that fails keeps the command from
// running.
func (w *walker) kept(inv *Invocation, f flow, st *state) flow {
	name, known := inv.Name.Value.Text()
	switch name {
	case ":", ".", "source", "eval", "exec", "export", "readonly", "declare", "typeset", "local", "set", "shift", "trap", "unset", "times", "return", "exit", "break", "continue":
		known = false
	}
	for _, a := range inv.Assigns {
		if w.references || w.attributed[a.Name] {
			w.mayFail(st)
			f.fail, f.sure = join(f.fail, st), false
		}
		if known && !w.isFunction(name) || a.Name == "" {
			continue
		}
		change := func(st *state) *state {
			if st == nil {
				return nil
			}
			return w.bind(st, a.Name, Unknown("an assignment before a command of the shell may stay", a.Name), false)
		}
		f.ok, f.fail, f.list = change(f.ok), change(f.fail), change(f.list)
	}
	return f
}

// assignments walks a command of assignments only, which changes the shell itself.
func (w *walker) assignments(call *syntax.CallExpr, redirs []*syntax.Redirect, st *state) flow {
	next := st
	first := len(w.root.Invocations)
	for _, a := range call.Assigns {
		next = w.bind(next, a.Name.Value, w.assigned(a, next), false)
		w.noteAssign(a.Name.Value)
	}
	for _, r := range redirs {
		w.redirect(r, nil, first, st)
	}
	return underRedirects(flow{ok: next, fail: next}, redirs, st)
}

// prefix are the assignments before a program's name; the shell itself keeps its own.
func (w *walker) prefix(assigns []*syntax.Assign, st *state) []Assign {
	var out []Assign
	for i, a := range assigns {
		out = append(out, Assign{Span: spanOf(a), Name: a.Name.Value, Value: w.assigned(a, st)})
		if i+1 < len(assigns) { // A=x B=$A
			st = w.bind(st, a.Name.Value, out[i].Value, false)
		}
	}
	return out
}

// unread is the name of an invocation whose words are still being expanded.
var unread Arg

// record adds an invocation at the place where its first word stands.
func (w *walker) record(span Span, st *state) *Invocation {
	inv := w.invocation() // zero: a literal would be made aside and copied
	inv.In, inv.Span, inv.Dir, inv.Where, inv.Holder = w.script, span, st.dir, w.where, w.holder
	inv.Name = &unread
	inv.HomeChanged, inv.cds, inv.vars = st.homeChanged, st.cds, st.vars
	if w.depth > 0 || w.frozen != "" {
		inv.Via = w.via
		if w.frozen != "" {
			inv.unusual().frozen = w.frozen
		}
	}
	if inv.Index = -1; !w.quiet {
		inv.Index = len(w.root.Invocations)
		w.root.Invocations = append(w.root.Invocations, inv)
	}
	return inv
}

// start finds the program behind the wrappers and follows what it does.
func (w *walker) start(inv *Invocation, args []Arg, st *state) flow {
	// direct says that a function of the name would run; unsure that another word may name
	// what runs.
	inShell, around, direct, unsure, external := true, nested{}, true, false, false
	for {
		if w.passedOver(inv, args) {
			unsure = unsure || inShell && w.mayRun(args[0], st)
			inShell = inShell && args[0].Value.Is("--")
			args = args[1:]
			continue
		}
		wr := w.wrapper(args[0], inShell)
		if wr == nil {
			break
		}
		u := wr.read(args[1:])
		inShell = inShell && wr.inShell
		direct = direct && wr.name != "command" && wr.name != "builtin"
		unsure = unsure || wr.name == "repeat"
		external = external || wr.name == "command" && w.script.Source.Dialect == Zsh || wr.name == "builtin" && w.posix
		around.otherHome, around.otherEnv = around.otherHome || wr.otherHome, around.otherEnv || wr.otherEnv
		inv.Assigns = append(inv.Assigns[:len(inv.Assigns):len(inv.Assigns)], u.assigns...)
		if u.script == nil && len(u.rest) == 0 {
			break // env -C d alone starts nothing
		}
		if u.chdir != nil {
			inv.Dir, inv.unusual().chdir = changed(inv.Dir, u.chdir.Value), u.chdir
		}
		if u.doubt != "" && inv.Frozen() == "" {
			inv.unusual().frozen = u.doubt
		}
		around.via = append(inv.Via[:len(inv.Via):len(inv.Via)], wr.name)
		if script := u.carried(wr); script != nil {
			inv.take(args)
			around.word = *script
			return w.nested(inv, around, st)
		}
		inv.Via, args = around.via, u.rest
	}
	inv.take(args)
	w.freeze(inv)
	name, known := inv.Name.Value.Text()
	f := w.run(inv, name, inShell, direct, &around, st)
	if unsure || inShell && (!known && w.mayRun(*inv.Name, st) || direct && w.aliases[name]) {
		w.mayFail(st)
		inv.Unsure = true
		return w.unsure(inv, st.forget("what runs is not known, and may have changed it"))
	}
	if external || w.posix && inShell && notInPosix(name) { // a program of the name, or none
		return same(join(st, join(f.ok, f.fail)))
	}
	return f
}

// unsure is the flow of a command that may be any of the shell's own: where it is a change
// of directory, what && joins to it runs only where that succeeded.
func (w *walker) unsure(inv *Invocation, st *state) flow {
	if len(inv.Args)+len(inv.Via) == 0 {
		return same(st)
	}
	ok, fail := *st, *st
	ok.cds, fail.cds = st.cds.push(inv, true), st.cds.push(inv, false)
	return flow{ok: &ok, fail: &fail}
}

// run follows the program that a command starts, or a function of the script.
func (w *walker) run(inv *Invocation, name string, inShell, direct bool, around *nested, st *state) flow {
	if !inShell || !direct || !w.isFunction(name) {
		inv.Shadowed = inShell && direct && w.aliases[name]
		f := w.effect(inv, name, inShell, around, st)
		if inShell && w.isFunction(name) { // builtin cd, after enable -n cd
			f.fail, f.sure = join(f.fail, st), false
		}
		return f
	}
	inv.Shadowed = true
	next := w.called(inv, w.functions[name], st)
	if !isBuiltin(name) {
		if findWrapper(name) != nil {
			return same(st.forget("a function takes the place of what runs other programs"))
		}
		return same(next)
	}
	f := w.builtin(inv, name, st)
	return flow{ok: join(f.ok, next), fail: join(f.fail, next), list: f.list}
}

// mayRun reports whether a word that is not known may name a builtin or a function that
// changes the shell. A variable that the script was started with is taken not to.
func (w *walker) mayRun(word Arg, st *state) bool {
	if _, known := word.Value.Texts(); known {
		return w.mayChange(word.Value)
	}
	for _, alt := range word.Value.Alts() {
		path, own := false, false
		for _, p := range alt {
			path = path || !word.Many && strings.Contains(p.Text, "/")
			own = own || p.Unknown != "" && p.Unknown != inherited && p.Unknown != AddedLater
		}
		if own && !path {
			return true
		}
	}
	return word.Value.None()
}

// passedOver reports whether the first word is none that starts anything: the -- of
// "time -- git clone U", or an unquoted variable before a program ("$SUDO git clone
// U"), which may be empty or a wrapper, so that the program behind it counts.
func (w *walker) passedOver(inv *Invocation, args []Arg) bool {
	if len(args) < 2 {
		return false
	}
	name, known := args[0].Value.Text()
	switch {
	case known:
		return name == "--"
	case !args[0].Many || args[0].Frozen != w.frozen || args[1].Frozen != w.frozen || args[0].Value.Prefix() != "":
		return false
	}
	inv.Via = append(inv.Via[:len(inv.Via):len(inv.Via)], args[0].Value.Display())
	return true
}

// wrapper returns the wrapper that a word names, or nil.
func (w *walker) wrapper(word Arg, inShell bool) *wrapper {
	name, _ := word.Value.Text()
	wr := findWrapper(programName(name))
	if wr == nil || wr.zsh && w.script.Source.Dialect != Zsh || inShell && w.isFunction(name) {
		return nil
	}
	return wr
}

func (w *walker) isFunction(name string) bool {
	_, ok := w.functions[name]
	return ok
}

func (inv *Invocation) take(args []Arg) { inv.Name, inv.Args = &args[0], args[1:] }

// freeze hands an invocation's reason down to its words.
func (w *walker) freeze(inv *Invocation) {
	frozen := inv.Frozen()
	if frozen == "" || frozen == w.frozen {
		return
	}
	for i := range inv.Args {
		if inv.Args[i].Frozen == "" {
			inv.Args[i].Frozen = frozen
		}
	}
}

// called is the state after a function of the script, and those it calls, ran.
func (w *walker) called(inv *Invocation, e effects, st *state) *state {
	e.calls = slices.Clip(e.calls)
	e = w.closed(e, st)
	if name, _ := inv.Name.Value.Text(); slices.Contains(e.calls, name) {
		e.fails = true // FUNCNEST may end a function that calls itself
	}
	if e.words { // it runs words that it is handed
		for i := range inv.Args {
			e.all = e.all || w.mayRun(inv.Args[i], st)
		}
	}
	if e.leaves {
		w.leaves(st, true, true)
	}
	next := w.apply(st, e, "a function may have changed it")
	if e.cd || e.all { // it may have failed to
		inv.unusual().changesTo = Unknown("a function changes it", "")
		changed := *next
		changed.cds = next.cds.push(inv, false)
		next = &changed
	}
	return next
}

// effect follows what a program does to the shell, or which script it carries; around
// is what its wrappers say of such a script.
func (w *walker) effect(inv *Invocation, name string, inShell bool, around *nested, st *state) flow {
	program := programName(name)
	if dialect, ok := shellDialect(program); ok {
		if n, ok := shellScript(inv.Args); ok {
			n.via = append(inv.Via[:len(inv.Via):len(inv.Via)], program)
			n.dialect, n.otherHome, n.otherEnv = dialect, around.otherHome, around.otherEnv
			n.posix = isPosix(program)
			return w.nested(inv, n, st)
		}
		if n, ok := inputScript(inv); ok {
			n.via = append(inv.Via[:len(inv.Via):len(inv.Via)], program)
			n.dialect, n.otherHome, n.otherEnv = dialect, around.otherHome, around.otherEnv
			n.posix = isPosix(program)
			return w.nested(inv, n, st)
		}
		return same(st)
	}
	if program == "find" || program == "fd" || program == "fdfind" {
		w.find(inv, program, st)
		return same(st)
	}
	if inShell {
		return w.builtin(inv, name, st)
	}
	return same(st)
}

// splitWords splits the string of env -S into words, followed by the rest: at blanks,
// with quotes, and ${NAME} for a variable. One with backslashes or comments is a word
// that is not known.
func splitWords(s Arg, rest []Arg) []Arg {
	text, ok := s.Value.Text()
	if !ok || strings.ContainsAny(text, "\\#") {
		return append([]Arg{{Span: s.Span, Value: Unknown("env splits it in its own way", ""), Frozen: "env splits it", Many: true}}, rest...)
	}
	var out []Arg
	word, quote := builder{}, byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch end := strings.IndexByte(text[i:], '}'); {
		case c == '$' && quote != '\'' && end > 0:
			word.add(Unknown("it is a variable that env expands", strings.Trim(text[i+1:i+end], "{")))
			i += end
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
			word.literal("")
		case c == quote:
			quote = 0
		case quote != 0 || c > ' ':
			word.literal(text[i : i+1])
		case word.any:
			out = append(out, splitArg(s, word.done()))
			word = builder{}
		}
	}
	if word.any {
		out = append(out, splitArg(s, word.done()))
	}
	return append(out, rest...)
}

func splitArg(s Arg, word Value) Arg {
	return Arg{Span: s.Span, Value: word, Frozen: "env splits it out of a longer word"}
}

// joinWords is the script that words joined with blanks make.
func joinWords(words []Arg) Arg {
	if len(words) == 1 {
		return words[0]
	}
	out := Arg{Span: Span{words[0].Span.Start, words[len(words)-1].Span.End}, Frozen: "several words are joined into one script"}
	var script builder
	for i, word := range words {
		if i > 0 {
			script.literal(" ")
		}
		if word.Many {
			out.Value = Unknown(word.Value.Reason(), "")
			return out
		}
		script.add(word.Value)
	}
	out.Value = script.done()
	return out
}

// shellScript finds the script among the words of a shell: the first word that is no
// option, where one of the options is -c.
func shellScript(args []Arg) (nested, bool) {
	command, n := false, nested{}
	loosen := func(text string) {
		if strings.Trim(text, "-abcefhilmnoprstuvxC") != "" {
			n.options = loose
		}
	}
	for i := 0; i < len(args); i++ {
		text, known := args[i].Value.Text()
		switch {
		case !known && command && !mayBeOption(args[i]), known && (len(text) < 2 || text[0] != '-' && text[0] != '+'):
			if !command {
				return nested{}, false // a script file, or standard input
			}
			n.word, n.args = args[i], args[i+1:]
			return n, true
		case !known:
			if command {
				n.word = args[i]
				return n, true
			}
			return nested{}, false
		case text == "--":
			if !command || i+1 >= len(args) {
				return nested{}, false
			}
			n.word, n.args = args[i+1], args[i+2:]
			return n, true
		case strings.HasPrefix(text, "--"):
			if text == "--rcfile" || text == "--init-file" {
				i++
			}
			if text != "--login" && text != "--norc" && text != "--noprofile" {
				loosen("?")
			}
		default:
			command = command || text[0] == '-' && strings.Contains(text, "c")
			loosen(text)
			for range strings.Count(text, "o") + strings.Count(text, "O") {
				if i++; i < len(args) {
					if long, _ := args[i].Value.Text(); long != "pipefail" && long != "errexit" && long != "nounset" && long != "xtrace" {
						loosen("?")
					}
				}
			}
		}
	}
	return nested{}, false
}

// mayBe reports whether a text is one of a value's alternatives.
func mayBe(v Value, text string) bool {
	for _, alt := range v.Alts() {
		if t, known := altText(alt); known && t == text {
			return true
		}
	}
	return false
}

// find records the programs that find -exec and fd -x start.
func (w *walker) find(inv *Invocation, program string, st *state) {
	starts := []string{"-exec", "-execdir", "-ok", "-okdir"}
	if program != "find" {
		starts = []string{"-x", "-X", "--exec", "--exec-batch"}
	}
	for i := 0; i < len(inv.Args); i++ {
		text, _ := inv.Args[i].Value.Text()
		if !slices.Contains(starts, text) {
			continue
		}
		end := i + 1
		var words []Arg
		for ; end < len(inv.Args); end++ {
			word := inv.Args[end]
			if word.Value.Is(";") || word.Value.Is("+") && end > 0 && mayBe(inv.Args[end-1].Value, "{}") {
				break
			}
			t, ok := word.Value.Text()
			if !ok && mayBe(word.Value, "{}") {
				t, ok = "{}", true
			}
			if ok && strings.Contains(t, "{}") {
				word.Value = replaced(t, "{}", "it is replaced by the names that are found")
				word.Frozen, word.Many = ReplacedLater, program == "find" && end+1 < len(inv.Args) && inv.Args[end+1].Value.Is("+")
			}
			words = append(words, word)
		}
		if len(words) > 0 {
			inner := w.record(Span{words[0].Span.Start, words[len(words)-1].Span.End}, st)
			inner.Via = append(inv.Via[:len(inv.Via):len(inv.Via)], program)
			inner.Where |= InLoop | Repeats
			if strings.HasSuffix(text, "dir") {
				inner.Dir = Unknown("it runs in the directory of what is found", "")
			}
			w.start(inner, words, st)
		}
		i = end
	}
}
