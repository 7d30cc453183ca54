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
	inv.Assigns = w.prefix(call.Assigns, st)
	args := w.expandAll(w.words(len(call.Args)), call.Args, st)
	for _, r := range redirs {
		w.redirect(r, inv, first, st)
	}
	if len(args) == 0 { // "$@" or an empty variable alone
		inv.Name = Arg{Span: inv.Span, Value: Known("")}
		return same(st)
	}
	f := w.start(inv, args, st)
	for _, r := range inv.Redirs {
		r.Last = len(w.root.Invocations) // those of a script that it carries run under it, too
	}
	return f
}

// assignments walks a command of assignments only, which changes the shell itself.
func (w *walker) assignments(call *syntax.CallExpr, redirs []*syntax.Redirect, st *state) flow {
	next := st
	first := len(w.root.Invocations)
	for _, a := range call.Assigns {
		next = next.assign(a.Name.Value, w.assigned(a, next), false)
		w.noteAssign(a.Name.Value)
	}
	for _, r := range redirs {
		w.redirect(r, nil, first, st)
	}
	return flow{ok: next, fail: next}
}

// prefix are the assignments before a program's name; the shell itself keeps its own.
func (w *walker) prefix(assigns []*syntax.Assign, st *state) []Assign {
	var out []Assign
	for _, a := range assigns {
		out = append(out, Assign{Span: spanOf(a), Name: a.Name.Value, Value: w.assigned(a, st)})
	}
	return out
}

// record adds an invocation at the place where its first word stands.
func (w *walker) record(span Span, st *state) *Invocation {
	inv := w.invocation() // zero: a literal would be made aside and copied
	inv.In, inv.Span, inv.Dir, inv.Where = w.script, span, st.dir, w.where
	inv.HomeChanged, inv.cds, inv.vars = st.homeChanged, st.cds, st.vars
	if w.depth > 0 || w.frozen != "" {
		inv.Via, inv.Frozen = w.via, w.frozen
	}
	if !w.quiet {
		w.root.Invocations = append(w.root.Invocations, inv)
	}
	return inv
}

// start finds the program behind the wrappers and follows what it does.
func (w *walker) start(inv *Invocation, args []Arg, st *state) flow {
	inShell, around := true, nested{}
	for {
		if w.passedOver(inv, args) {
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
		around.otherHome, around.otherEnv = around.otherHome || wr.otherHome, around.otherEnv || wr.otherEnv
		inv.Assigns = append(inv.Assigns[:len(inv.Assigns):len(inv.Assigns)], u.assigns...)
		if u.chdir != nil {
			inv.Dir = changed(inv.Dir, u.chdir.Value)
		}
		if u.script == nil && len(u.rest) == 0 {
			break
		}
		if u.doubt != "" && inv.Frozen == "" {
			inv.Frozen = u.doubt
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
	name, _ := inv.Name.Value.Text()
	if inShell {
		if e, ok := w.functions[name]; ok {
			inv.Shadowed = true
			return same(w.called(inv, e, st, 0))
		}
		inv.Shadowed = w.aliases[name]
	}
	return w.effect(inv, name, inShell, around, st)
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

func (inv *Invocation) take(args []Arg) { inv.Name, inv.Args = args[0], args[1:] }

// freeze hands an invocation's reason down to its words.
func (w *walker) freeze(inv *Invocation) {
	if inv.Frozen == "" || inv.Frozen == w.frozen {
		return
	}
	for i := range inv.Args {
		if inv.Args[i].Frozen == "" {
			inv.Args[i].Frozen = inv.Frozen
		}
	}
}

// called is the state after a function of the script, and those it calls, ran.
func (w *walker) called(inv *Invocation, e effects, st *state, depth int) *state {
	st = st.apply(e, "a function may have changed it")
	if e.cd || e.all { // it may have failed to
		inv.ChangesTo = Unknown("a function changes it", "")
		next := *st
		next.cds = st.cds.push(inv, false)
		st = &next
	}
	for _, name := range e.calls {
		inner, ok := w.functions[name]
		switch {
		case !ok:
		case depth > 3:
			return st.forget("functions that call each other may have changed it")
		default:
			st = w.called(inv, inner, st, depth+1)
		}
	}
	return st
}

// effect follows what a program does to the shell, or which script it carries; around
// is what its wrappers say of such a script.
func (w *walker) effect(inv *Invocation, name string, inShell bool, around nested, st *state) flow {
	program := programName(name)
	if dialect, ok := shellDialect(program); ok {
		if n, ok := shellScript(inv.Args); ok {
			n.via = append(inv.Via[:len(inv.Via):len(inv.Via)], program)
			n.dialect, n.otherHome, n.otherEnv = dialect, around.otherHome, around.otherEnv
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
	word, quote := Value{}, byte(0)
	add := func(v Value) {
		if word.None() {
			word = Known("")
		}
		word = concat(word, v)
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch end := strings.IndexByte(text[i:], '}'); {
		case c == '$' && quote != '\'' && end > 0:
			add(Unknown("it is a variable that env expands", strings.Trim(text[i+1:i+end], "{")))
			i += end
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
			add(Known(""))
		case c == quote:
			quote = 0
		case quote != 0 || c > ' ':
			add(Known(text[i : i+1]))
		case !word.None():
			out = append(out, splitArg(s, word))
			word = Value{}
		}
	}
	if !word.None() {
		out = append(out, splitArg(s, word))
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
	out := Arg{Span: Span{words[0].Span.Start, words[len(words)-1].Span.End}, Frozen: "several words are joined into one script", Value: Known("")}
	for i, word := range words {
		if i > 0 {
			out.Value = concat(out.Value, Known(" "))
		}
		if word.Many {
			out.Value = Unknown(word.Value.Reason(), "")
			return out
		}
		out.Value = concat(out.Value, word.Value)
	}
	return out
}

// shellScript finds the script among the words of a shell: the first word that is no
// option, where one of the options is -c.
func shellScript(args []Arg) (nested, bool) {
	command := false
	for i := 0; i < len(args); i++ {
		text, known := args[i].Value.Text()
		switch {
		case !known && command && !mayBeOption(args[i]), known && (len(text) < 2 || text[0] != '-' && text[0] != '+'):
			if !command {
				return nested{}, false // a script file, or standard input
			}
			return nested{word: args[i], args: args[i+1:]}, true
		case !known:
			if command {
				return nested{word: args[i]}, true
			}
			return nested{}, false
		case text == "--":
			if !command || i+1 >= len(args) {
				return nested{}, false
			}
			return nested{word: args[i+1], args: args[i+2:]}, true
		case strings.HasPrefix(text, "--"):
			if text == "--rcfile" || text == "--init-file" {
				i++
			}
		default:
			command = command || text[0] == '-' && strings.Contains(text, "c")
			i += strings.Count(text, "o") + strings.Count(text, "O")
		}
	}
	return nested{}, false
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
			if word.Value.Is(";") || word.Value.Is("+") && end > 0 && inv.Args[end-1].Value.Is("{}") {
				break
			}
			if t, ok := word.Value.Text(); ok && strings.Contains(t, "{}") {
				word.Value = Unknown("it is replaced by the names that are found", "")
				word.Frozen, word.Many = "it is replaced when it runs", program == "find" && end+1 < len(inv.Args) && inv.Args[end+1].Value.Is("+")
			}
			words = append(words, word)
		}
		if len(words) > 0 {
			inner := w.record(Span{words[0].Span.Start, words[len(words)-1].Span.End}, st)
			inner.Via = append(inv.Via[:len(inv.Via):len(inv.Via)], program)
			inner.Where |= InLoop
			if strings.HasSuffix(text, "dir") {
				inner.Dir = Unknown("it runs in the directory of what is found", "")
			}
			w.start(inner, words, st)
		}
		i = end
	}
}
