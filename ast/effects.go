package ast

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// effects is what running a piece of script may do to the shell that runs it. It serves
// where a piece cannot be followed step by step: a loop that runs again, a function
// before it is known when it is called, a trap.
type effects struct {
	names []string // the variables it assigns; an empty name stands for any
	bound []string // those of them that get attributes, by which an assignment gives another text, or fails
	calls []string // the programs and functions it names, known ones
	vars  []string // the variables that hold the name of what it calls
	// operands are the variables whose texts it evaluates as arithmetic.
	operands []string
	all      bool // it may do anything: eval, source
	// words says that it runs words handed to it ("$@"), so that a call decides.
	words   bool
	cd      bool // it changes the directory
	options bool // it changes options of the shell
	refers  bool // it makes variables that refer to others (declare -n)
	traps   bool // it may run anything at any later place
	leaves  bool // it holds a break or continue, which may leave a loop around its call
	fails   bool // an expansion in it may fail, which drops the rest of the line
}

// add joins other effects to these.
func (e *effects) add(o effects) {
	e.names = append(e.names, o.names...)
	e.bound = append(e.bound, o.bound...)
	e.calls = append(e.calls, o.calls...)
	e.vars = append(e.vars, o.vars...)
	e.operands = append(e.operands, o.operands...)
	e.all, e.words, e.cd, e.options = e.all || o.all, e.words || o.words, e.cd || o.cd, e.options || o.options
	e.refers, e.traps, e.leaves, e.fails = e.refers || o.refers, e.traps || o.traps, e.leaves || o.leaves, e.fails || o.fails
}

// effectsOf lists what a piece of script may do to its shell, without walking into the
// shells that it starts.
func (w *walker) effectsOf(node syntax.Node) effects {
	// In one allocation: the effects, the texts assigned, which arithmetic may evaluate, and
	// room for what most pieces have.
	found := &struct {
		effects
		texts        []string
		names, calls [4]string
	}{}
	e := &found.effects
	e.names, e.calls = found.names[:0], found.calls[:0]
	syntax.Walk(node, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Subshell, *syntax.CmdSubst, *syntax.ProcSubst:
			return false
		case *syntax.Word:
			return !isText(n)
		case *syntax.CallExpr:
			w.effectsOfCall(e, n)
		case *syntax.Assign:
			if n.Name != nil {
				e.names = append(e.names, n.Name.Value)
			}
			if n.Value != nil {
				if text, ok := literalWord(n.Value); ok && strings.ContainsAny(text, "=[+-") {
					found.texts = append(found.texts, text)
				}
			}
		case *syntax.ParamExp:
			e.param(n)
		case *syntax.Redirect:
			if n.N != nil && strings.HasPrefix(n.N.Value, "{") {
				e.names = append(e.names, strings.Trim(n.N.Value, "{}"))
			}
		case *syntax.WordIter:
			e.names = append(e.names, n.Name.Value)
		case *syntax.ForClause:
			if n.Select {
				e.names = append(e.names, "REPLY")
			}
		case *syntax.FuncDecl:
			e.traps = e.traps || n.Name != nil && isHook(n.Name.Value)
		case *syntax.DeclClause:
			w.effectsOfDecl(e, n)
		case *syntax.CoprocClause:
			e.names, e.bound = append(e.names, coprocNames(n)...), append(e.bound, coprocNames(n)...)
		case *syntax.LetClause:
			for _, x := range n.Exprs {
				if word, ok := x.(*syntax.Word); ok {
					e.names = append(e.names, assignedIn(word)...)
				}
			}
			e.operands = append(e.operands, operandsOf(n)...)
		case *syntax.ArithmCmd:
			e.operands = append(e.operands, operandsOf(n)...)
		case *syntax.ArithmExp:
			e.fails = true
			e.operands = append(e.operands, operandsOf(n)...)
		case *syntax.BinaryArithm, *syntax.UnaryArithm:
			e.arithm(n)
		case *syntax.BinaryTest:
			if arithmetic(n.Op) {
				e.names = append(e.names, assignedIn(n.X)...)
				e.names = append(e.names, assignedIn(n.Y)...)
			}
		}
		return true
	})
	for _, text := range found.texts {
		if len(e.operands) > 0 {
			e.names = append(e.names, assignedText(text)...)
		}
	}
	return *e
}

// isHook reports whether a function of the name is run by the shell itself: zsh's.
func isHook(name string) bool {
	return strings.HasPrefix(name, "TRAP") || slices.Contains([]string{"chpwd", "precmd", "preexec", "periodic", "zshexit", "zsh_directory_name", "command_not_found_handler"}, name)
}

func coprocNames(n *syntax.CoprocClause) []string {
	name := "COPROC"
	if n.Name != nil {
		name = n.Name.Lit()
	}
	return []string{name, name + "_PID"}
}

// param adds what an expansion assigns. One that is more than a value may fail.
func (e *effects) param(n *syntax.ParamExp) {
	e.fails = e.fails || n.Slice != nil || n.Index != nil || n.Excl
	if n.Exp == nil || n.Param == nil {
		return
	}
	switch n.Exp.Op {
	case syntax.AssignUnset, syntax.AssignUnsetOrNull:
		e.names = append(e.names, n.Param.Value)
	case syntax.OtherParamOps: // ${X@P} expands X again
		e.names = append(e.names, "")
	default:
		if strings.Contains(n.Exp.Op.String(), ":=") { // zsh: ${X::=word}
			e.names = append(e.names, n.Param.Value)
		}
	}
}

func (e *effects) arithm(node syntax.Node) {
	operand := func(x syntax.ArithmExpr) {
		if word, ok := x.(*syntax.Word); ok {
			switch name := word.Lit(); {
			case name != "":
				e.names = append(e.names, name)
			case len(word.Parts) > 0:
				if p, ok := word.Parts[0].(*syntax.ParamExp); ok && p.Param != nil && p.Short { // a[i]
					e.names = append(e.names, p.Param.Value)
					return
				}
				e.names = append(e.names, "") // $n = 5 assigns what n names
			}
		}
	}
	switch n := node.(type) {
	case *syntax.BinaryArithm:
		if assignsTo(n.Op) {
			operand(n.X)
		}
	case *syntax.UnaryArithm:
		if n.Op == syntax.Inc || n.Op == syntax.Dec {
			operand(n.X)
		}
	}
}

func assignsTo(op syntax.BinAritOperator) bool {
	switch op {
	case syntax.Assgn, syntax.AddAssgn, syntax.SubAssgn, syntax.MulAssgn, syntax.QuoAssgn, syntax.RemAssgn,
		syntax.AndAssgn, syntax.OrAssgn, syntax.XorAssgn, syntax.ShlAssgn, syntax.ShrAssgn:
		return true
	}
	return false
}

// arithmetic reports whether [[ … ]] evaluates the operands as arithmetic, where they
// may assign.
func arithmetic(op syntax.BinTestOperator) bool {
	switch op {
	case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
		return true
	}
	return false
}

func assignedIn(x syntax.TestExpr) []string {
	word, ok := x.(*syntax.Word)
	if !ok {
		return nil
	}
	text, _ := literalWord(word)
	return assignedText(text)
}

// assignedText are the variables that a text assigns where it is evaluated as
// arithmetic: the one before its =, any where it is not that plain.
func assignedText(text string) []string {
	if !strings.ContainsAny(text, "=[") && !strings.Contains(text, "++") && !strings.Contains(text, "--") {
		return nil
	}
	name, _, assigns := strings.Cut(strings.TrimSpace(text), "=")
	name = strings.TrimRight(name, " +-*/%&|^<>")
	if !assigns || !isName(name) || strings.Count(text, "=") > 1 {
		return []string{""}
	}
	return []string{name}
}

// effectsOfCall adds those of a simple command.
func (w *walker) effectsOfCall(e *effects, call *syntax.CallExpr) {
	words := call.Args
	for len(words) > 1 { // command and builtin run what follows in the shell
		name, ok := literalWord(words[0])
		if !ok || name != "command" && name != "builtin" && name != "noglob" && name != "nocorrect" && name != "-" && (len(name) < 2 || name[0] != '-') {
			break
		}
		words = words[1:]
	}
	if len(words) == 0 {
		return
	}
	name, ok := literalWord(words[0])
	if !ok {
		e.unnamed(words[0])
		return
	}
	args := words[1:]
	e.calls = append(e.calls, name)
	switch name {
	case "cd", "pushd", "popd", "chdir":
		e.cd = true
	case "eval":
		w.effectsOfEval(e, args)
	case "trap":
		w.effectsOfTrap(e, args)
	case "source", ".", "repeat", "fc", "compgen", "foreach":
		e.all = true
	case "set", "shift", "shopt", "setopt", "unsetopt", "emulate", "enable", "alias":
		e.options = e.options || name != "shift"
		e.names = append(e.names, "@") // set -- and shift change $1, $2 …
		e.traps = e.traps || name == "alias" || name == "emulate"
	case "break", "continue":
		e.leaves = true
	}
	if kind := setterKind(name); kind != setsNothing {
		e.setNames(name, kind, args)
	}
}

// unnamed adds a command whose name is not literal: a variable's text, words that the
// function was handed, or anything.
func (e *effects) unnamed(word *syntax.Word) {
	parts, quoted := word.Parts, false
	if len(parts) == 1 {
		if q, ok := parts[0].(*syntax.DblQuoted); ok {
			parts, quoted = q.Parts, true
		}
	}
	if len(parts) == 1 {
		if p, ok := parts[0].(*syntax.ParamExp); ok && simpleParam(p) {
			if isParameter(p.Param.Value) {
				e.words = true
				return
			}
			e.vars = append(e.vars, p.Param.Value)
			return
		}
	}
	if quoted { // a path is none of the shell's own
		for _, part := range parts {
			if lit, ok := part.(*syntax.Lit); ok && strings.Contains(lit.Value, "/") {
				return
			}
		}
	}
	e.all = true
}

// isParameter reports whether a name is $1, $@ or their like.
func isParameter(name string) bool {
	return name == "@" || name == "*" || name != "" && strings.Trim(name, "0123456789") == ""
}

// effectsOfEval adds those of a script handed to eval.
func (w *walker) effectsOfEval(e *effects, args []*syntax.Word) {
	text := ""
	for _, word := range args {
		part, ok := literalWord(word)
		if !ok {
			e.all = true
			return
		}
		text += part + " "
	}
	e.add(w.effectsOfText(Known(text)))
}

// effectsOfTrap adds those of a script that a trap runs, at any later place unless it
// is the shell's end.
func (w *walker) effectsOfTrap(e *effects, args []*syntax.Word) {
	for i, word := range args {
		if text, ok := literalWord(word); !ok || i > 0 && text != "EXIT" && text != "0" || w.script.Source.Dialect == Zsh {
			e.traps = true
		}
	}
	if len(args) > 1 && e.traps {
		text, ok := literalWord(args[0])
		if later := w.effectsOfText(Known(text)); ok && !later.does() {
			e.traps = false
		}
	}
}

// does reports whether there is any effect at all, a function's left aside.
func (e *effects) does() bool {
	return len(e.names)+len(e.vars) > 0 || e.all || e.words || e.cd || e.options || e.refers || e.traps
}

// effectsOfText is what running a text as a script may do to the shell.
func (w *walker) effectsOfText(v Value) effects {
	text, ok := v.Text()
	if !ok || w.scans > maxScans || checkLimits(text) != nil {
		return effects{all: true}
	}
	file, err := w.script.tree.grammar.parse(text, w.script.Source.Dialect)
	if err != nil {
		return effects{all: true}
	}
	w.scans++
	e := w.effectsOf(file)
	w.scans--
	return e
}

// setNames adds the variables that a builtin assigns by its words.
func (e *effects) setNames(name string, kind setterKinds, args []*syntax.Word) {
	for i, word := range args {
		text, ok := literalWord(word)
		if kind == setsOption && i == 0 && (!ok && wordMayBeOption(word) || ok && len(text) == 2 && len(args) > 1 && !isLiteral(args[1])) {
			e.names = append(e.names, "")
		}
		if kind == setsOption && i == 0 && !strings.HasPrefix(text, "-") {
			return
		}
		if !ok {
			if kind != setsOption { // the text of printf is no name
				e.names = append(e.names, "")
			}
			continue
		}
		if kind == setsDeclared && len(text) > 1 && (text[0] == '-' || text[0] == '+') {
			e.refers = e.refers || strings.Contains(text, "n") && name != "export"
		}
		names := namesIn(text)
		e.names = append(e.names, names...)
		if kind == setsDeclared {
			e.bound = append(e.bound, names...)
		}
	}
}

func isLiteral(word *syntax.Word) bool {
	_, ok := literalWord(word)
	return ok
}

// wordMayBeOption reports whether a word with expansions may turn out as an option.
func wordMayBeOption(word *syntax.Word) bool {
	switch part := word.Parts[0].(type) {
	case *syntax.Lit:
		return strings.HasPrefix(part.Value, "-") || part.Value == ""
	case *syntax.DblQuoted:
		if len(part.Parts) > 0 {
			if lit, ok := part.Parts[0].(*syntax.Lit); ok {
				return strings.HasPrefix(lit.Value, "-")
			}
		}
	}
	return true
}

// effectsOfDecl adds those of a declaration that the grammar knows. What it assigns is
// visited by itself.
func (w *walker) effectsOfDecl(e *effects, decl *syntax.DeclClause) {
	bound := decl.Variant.Value == "readonly"
	e.refers = e.refers || decl.Variant.Value == "nameref"
	for _, a := range decl.Args {
		if a.Name != nil {
			if bound {
				e.bound = append(e.bound, a.Name.Value)
			}
			continue
		}
		text, ok := literalWord(a.Value)
		switch {
		case !ok:
			e.names = append(e.names, assignmentName(a.Value))
		case len(text) > 1 && (text[0] == '-' || text[0] == '+'):
			bound = bound || strings.Trim(text[1:], "xgpfF") != ""
			e.refers = e.refers || strings.Contains(text, "n") && decl.Variant.Value != "export"
		default:
			names := namesIn(text)
			e.names = append(e.names, names...)
			if bound {
				e.bound = append(e.bound, names...)
			}
		}
	}
}

// assignmentName is the name that a word like "NAME=$value" assigns; empty, which stands
// for any, where it does not begin so.
func assignmentName(word *syntax.Word) string {
	parts := word.Parts
	if len(parts) == 1 {
		if q, ok := parts[0].(*syntax.DblQuoted); ok {
			parts = q.Parts
		}
	}
	if len(parts) > 0 {
		if lit, ok := parts[0].(*syntax.Lit); ok {
			if name, _, assigns := strings.Cut(lit.Value, "="); assigns && isName(name) {
				return name
			}
		}
	}
	return ""
}

// maxCalls bounds the commands that are searched for functions, which is done for each
// function: a script with more of them may do anything.
const maxCalls = 512

// closed adds the effects of the functions that are called.
func (w *walker) closed(e effects, st *state) effects {
	if w.functions == nil && w.aliases == nil && len(e.vars) == 0 {
		return e
	}
	if len(e.calls) > maxCalls {
		e.all = true
		return e
	}
	// What is added must not be written over what others hold.
	e.names, e.bound, e.calls, e.vars = slices.Clip(e.names), slices.Clip(e.bound), slices.Clip(e.calls), slices.Clip(e.vars)
	var seen []string
	for i := 0; i < len(e.calls); i++ {
		name := e.calls[i]
		if slices.Contains(seen, name) {
			continue
		}
		seen = append(seen, name)
		e.all = e.all || w.aliases[name]
		if inner, ok := w.functions[name]; ok {
			words := e.words
			e.add(inner)
			e.fails = e.fails || slices.Contains(inner.calls, name) // FUNCNEST may end it
			if inner.words {                                        // of which words it was handed nothing is known
				e.words, e.all = words, true
			}
		}
	}
	for _, name := range e.vars {
		if value, assigned := st.vars.lookup(name), slices.Contains(e.names, name); assigned || value != nil {
			e.all = e.all || assigned || w.mayChange(value.value)
		}
	}
	return e
}

// mayChange reports whether a command named by the value may change the shell: it may be
// a builtin that does, a function, or several words.
func (w *walker) mayChange(name Value) bool {
	texts, ok := name.Texts()
	if !ok {
		return true
	}
	for _, text := range texts {
		for _, word := range strings.Fields(text) {
			if changesShell(word) || w.isFunction(word) || w.aliases[word] {
				return true
			}
		}
	}
	return false
}

// apply returns the state after a piece of script with these effects, of which it is not
// known how far it got.
func (w *walker) apply(st *state, e effects, reason string) *state {
	return w.applyClosed(st, w.closed(e, st), reason)
}

// applyClosed is apply for effects with those of the functions that are called.
func (w *walker) applyClosed(st *state, e effects, reason string) *state {
	if e.refers {
		w.references = true
	}
	for _, name := range e.bound {
		w.attribute(name)
	}
	if e.traps {
		w.addLater(effects{all: true})
	}
	if e.fails {
		w.mayFail(st)
	}
	if e.options {
		st = st.loosened()
	}
	if e.all {
		return st.forget(reason)
	}
	for _, name := range e.operands {
		e.names = append(e.names[:len(e.names):len(e.names)], assignedBy(w.variable(name, st))...)
	}
	next, names := st, e.names
	if len(names) > maxBindings {
		next, names = st.forgetVars(reason), []string{"@"}
	}
	for _, name := range names {
		switch name {
		case "":
			next = next.forgetVars(reason)
		case "@":
			out := *next
			out.params = nil
			next = &out
		default:
			next = w.bind(next, name, Unknown(reason, name), false)
		}
	}
	if e.cd {
		out := *next
		out.dir, out.oldDir = Unknown(reason, ""), Unknown(reason, "")
		next = &out
	}
	if e.fails {
		w.mayFail(next)
	}
	return next
}

// addLater notes effects that may come at any later place.
func (w *walker) addLater(e effects) {
	if w.later == nil {
		w.later = &effects{}
	}
	w.later.add(e)
}
