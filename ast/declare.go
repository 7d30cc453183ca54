package ast

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// declaration is what the words of export, declare and their like have said so far.
type declaration struct {
	variant string
	// exported and removed say that names are exported, or no longer are.
	exported, removed bool
	// odd says that the names get attributes by which an assignment gives another text.
	odd bool
	// global says that the outermost variable is meant, functions that names are those
	// of functions.
	global, functions bool
	// plain says that it has assignments alone, which succeed.
	plain bool
}

// declare is export, declare, local, readonly, typeset.
func (w *walker) declare(cmd *syntax.DeclClause, st *state) flow {
	d := declaration{variant: cmd.Variant.Value, plain: true}
	next := st
	for _, a := range cmd.Args {
		switch {
		case a.Name == nil: // an option, or an expansion that may name anything
			for _, arg := range w.word(w.words(1), a.Value, next) {
				next = w.declareWord(&d, arg, next)
			}
		case a.Naked:
			next = w.declareName(&d, a.Name.Value, next)
		default:
			next = w.declareValue(&d, a.Name.Value, w.assigned(a, next), next)
		}
	}
	return flow{ok: next, fail: next, sure: d.plain && len(cmd.Args) > 0}
}

// declareWord follows one word of a declaration: an option, NAME or NAME=value.
func (w *walker) declareWord(d *declaration, arg Arg, st *state) *state {
	text, known := arg.Value.Text()
	prefix := arg.Value.Prefix()
	name, _, assigns := strings.Cut(prefix, "=")
	base := strings.TrimSuffix(name, "+")
	switch {
	case known && len(text) > 1 && (text[0] == '-' || text[0] == '+'):
		d.option(w, text)
		if w.references {
			return st.forgetVars("variables may refer to each other")
		}
		return st
	case assigns && isName(name) && (known || !arg.Many):
		if known {
			return w.declareValue(d, name, Known(text[len(name)+1:]), st)
		}
		return w.declareValue(d, name, Unknown(arg.Value.Reason(), name), st)
	case assigns && isName(base) && !arg.Many:
		return w.declareValue(d, base, Unknown("it is appended to", base), st)
	case known && isName(text):
		return w.declareName(d, text, st)
	}
	d.plain = false
	if known && (text == "" || len(namesIn(text)) == 0) {
		return st // the shell refuses it
	}
	w.noteAssign("")
	return st.forgetVars("an expansion may have assigned it")
}

// option reads one word of options. All but -x and -g change more than what is assigned.
func (d *declaration) option(w *walker, text string) {
	d.plain = false
	letters := text[1:]
	if d.variant == "export" {
		d.removed = d.removed || strings.Contains(letters, "n")
		d.functions = d.functions || strings.Contains(letters, "f")
		w.exported = w.exported || d.functions
		return
	}
	d.exported = d.exported || strings.Contains(letters, "x") && text[0] == '-'
	d.global = d.global || strings.Contains(letters, "g")
	d.functions = d.functions || strings.ContainsAny(letters, "fF")
	w.exported = w.exported || d.functions
	w.references = w.references || strings.Contains(letters, "n")
	d.odd = d.odd || strings.Trim(letters, "xgpfF") != ""
}

// declareName is a name without a value: it stays what it was, but for a new local
// variable, which is empty.
func (w *walker) declareName(d *declaration, name string, st *state) *state {
	switch {
	case d.functions:
		return st
	case d.removed:
		w.noteAssign(name)
		next := *st
		next.vars = st.vars.push(binding{name: name, value: w.variable(name, st)})
		return &next
	case d.odd || d.variant == "integer" || d.variant == "float":
		w.attribute(name)
		return w.bind(st, name, Value{}, d.exported)
	case d.variant == "readonly":
		w.attribute(name)
		return st
	case d.variant == "export":
		if b := st.vars.lookup(name); b != nil {
			return st.assign(name, b.value, true)
		}
		return st
	case w.funcDepth > 0 || w.script.Source.Dialect == Zsh:
		w.noteAssign(name)
		return w.bind(st, name, Unknown("it may be a new variable", name), d.exported)
	}
	return st
}

// declareValue is one NAME=value of a declaration.
func (w *walker) declareValue(d *declaration, name string, v Value, st *state) *state {
	w.noteAssign(name)
	switch {
	case d.functions || d.removed:
		return w.bind(st, name, Unknown("it is assigned in a way that is not followed", name), false)
	case d.odd || d.variant == "integer" || d.variant == "float" || d.variant == "nameref":
		w.attribute(name)
	case d.global && w.funcDepth > 0:
		v = Unknown("it may be another variable of the name", name)
	case d.variant == "local" && w.funcDepth == 0: // bash refuses it outside a function
		d.plain = false
		v = joinValue(w.variable(name, st), v)
	}
	if w.attributed[name] {
		d.plain = false
		w.mayFail(st)
	}
	next := w.bind(st, name, v, d.exported || d.variant == "export")
	if d.variant == "readonly" {
		w.attribute(name)
	}
	return next
}

// attribute notes that assignments to a variable give another text, or fail.
func (w *walker) attribute(name string) {
	if w.attributed == nil {
		w.attributed = map[string]bool{}
	}
	w.attributed[name] = true
	if name == "" {
		w.references = true
	}
}
