package ast

import (
	"slices"
	"strings"
)

// setterKinds says how a builtin names the variables that it assigns.
type setterKinds uint8

const (
	setsNothing setterKinds = iota
	// setsNames: its operands, and the values of options, are names (read, unset).
	setsNames
	// setsOption: one option names a variable (printf -v, wait -p).
	setsOption
	// setsDeclared: its operands are names or NAME=value, which may get attributes.
	setsDeclared
	// setsExpressions: its operands are arithmetic (let).
	setsExpressions
	// setsAnything: it may assign whatever its words, or a file, say.
	setsAnything
)

// setterKind returns how a builtin of bash or zsh assigns variables.
func setterKind(name string) setterKinds {
	switch name {
	case "read", "getopts", "unset", "vared", "getln", "mapfile", "readarray":
		return setsNames
	case "printf", "wait", "print":
		return setsOption
	case "export", "readonly", "declare", "typeset", "local", "nameref", "integer", "float", "private":
		return setsDeclared
	case "let":
		return setsExpressions
	case "zparseopts", "zstat", "strftime", "sysread", "zselect", "zregexparse", "pcre_match", "zformat", "zstyle", "autoload", "zmodload", "zle":
		return setsAnything
	}
	return setsNothing
}

// changesShell reports whether a builtin changes variables, the directory, functions,
// options or the way through the script.
func changesShell(name string) bool {
	switch name {
	case "cd", "chdir", "pushd", "popd", "eval", "source", ".", "trap", "set", "shift", "shopt", "setopt", "unsetopt", "emulate",
		"alias", "unalias", "enable", "exec", "exit", "return", "logout", "break", "continue", "command", "builtin", "noglob", "nocorrect", "repeat",
		"fc", "compgen", "disable", "unfunction", "unhash", "foreach":
		return true
	}
	return setterKind(name) != setsNothing
}

// namesIn are the names that a word may give to a builtin: its own, NAME=value, NAME?prompt,
// NAME[index], and one attached to an option (read -aNAME); an empty one, which stands for
// any variable, where an index may assign others.
func namesIn(text string) []string {
	if len(text) > 1 && (text[0] == '-' || text[0] == '+') {
		var out []string
		for i := 2; i < len(text); i++ {
			if isName(text[i:]) {
				out = append(out, text[i:])
			}
		}
		return out
	}
	end := strings.IndexAny(text, "=?[+")
	if end < 0 {
		end = len(text)
	}
	if !isName(text[:end]) {
		return nil
	}
	if index, found := strings.CutPrefix(text[end:], "["); found {
		if index, _, _ = strings.Cut(index, "]"); strings.Trim(index, "0123456789@*") != "" && !isName(index) {
			return []string{""}
		}
	}
	return []string{text[:end]}
}

// volatile reports whether the shell itself gives a variable its value, or refuses to
// change it, so that an assignment says nothing of what it holds.
func volatile(name string, d Dialect) bool {
	switch name {
	case "0", "_", "BASHOPTS", "BASHPID", "BASH_ARGC", "BASH_ARGV", "BASH_ARGV0", "BASH_COMMAND", "BASH_LINENO", "BASH_REMATCH", "BASH_SOURCE",
		"BASH_SUBSHELL", "BASH_VERSINFO", "BASH_VERSION", "COLUMNS", "DIRSTACK", "EPOCHREALTIME", "EPOCHSECONDS", "EUID", "FUNCNAME", "GROUPS",
		"HISTCMD", "LINENO", "LINES", "MAPFILE", "OLDPWD", "OPTARG", "OPTIND", "PIPESTATUS", "PPID", "PWD", "RANDOM", "REPLY", "SECONDS", "SHELLOPTS",
		"SHLVL", "SRANDOM", "UID":
		return true
	case "CDPATH", "EGID", "ERRNO", "FIGNORE", "FPATH", "GID", "KEYTIMEOUT", "MAILPATH", "MANPATH", "MATCH", "MBEGIN", "MEND", "MODULE_PATH", "PATH",
		"PSVAR", "TTYIDLE", "USERNAME", "WATCH", "ZSH_ARGZERO", "ZSH_SUBSHELL", "aliases", "argv", "cdpath", "commands", "fignore", "fpath",
		"functions", "histchars", "mailpath", "manpath", "match", "mbegin", "mend", "module_path", "options", "parameters", "path", "pipestatus",
		"prompt", "psvar", "signals", "status", "watch":
		return d == Zsh
	}
	return false
}

// bind is the state after the shell was told to assign a value: attributes, references
// and the shell's own variables make another text of it, or none.
func (w *walker) bind(st *state, name string, v Value, exported bool) *state {
	switch {
	case w.references || name == "":
		return st.forgetVars("variables may refer to each other")
	case w.attributed[name]:
		v = Unknown("it has an attribute that changes what it holds, or cannot be changed", name)
	case volatile(name, w.script.Source.Dialect):
		w.mayFail(st) // UID cannot be changed
		v = Unknown("the shell gives it a value of its own", name)
	}
	return st.assign(name, v, exported)
}

// setNames is the state after a builtin assigned something to each name among its words.
func (w *walker) setNames(args []Arg, st *state, change func(*state, string) *state) *state {
	for _, arg := range args {
		text, ok := arg.Value.Text()
		if !ok {
			if isNumber(arg.Value) {
				continue
			}
			w.noteAssign("")
			return st.forgetVars("an expansion may have named it")
		}
		for _, name := range namesIn(text) {
			w.noteAssign(name)
			if name == "" {
				st = st.forgetVars("an index may have assigned it")
				continue
			}
			st = change(st, name)
		}
	}
	return st
}

// setOption follows an option whose value names a variable: printf -v, wait -p. Options
// end at the first word that is none.
func (w *walker) setOption(args []Arg, st *state) *state {
	for i, arg := range args {
		text, known := arg.Value.Text()
		switch {
		case !known && (isNumber(arg.Value) || !mayBeOption(arg)), known && (len(text) < 2 || text[0] != '-' || text == "--"):
			return st
		case !known: // it may be the option, and name anything
			w.noteAssign("")
			return st.forgetVars("an option may have named it")
		case strings.ContainsAny(text, "vp"):
			return w.setNames(args[i:min(i+2, len(args))], st, func(st *state, name string) *state {
				return w.bind(st, name, Unknown("the command gives it a value", name), false)
			})
		}
	}
	return st
}

// setter follows a builtin that assigns variables by its words.
func (w *walker) setter(inv *Invocation, name string, kind setterKinds, st *state) flow {
	switch kind {
	case setsOption:
		return same(w.setOption(inv.Args, st))
	case setsDeclared:
		d := declaration{variant: name}
		next := st
		for _, arg := range inv.Args {
			next = w.declareWord(&d, arg, next)
		}
		return flow{ok: next, fail: next, sure: d.plain && len(inv.Args) > 0}
	case setsExpressions:
		next := st
		for _, arg := range inv.Args {
			text, ok := arg.Value.Text()
			if !ok {
				text = "["
			}
			for _, name := range assignedText(text) {
				w.noteAssign(name)
				next = w.bind(next, name, Unknown("an expression assigns it", name), false)
			}
		}
		return same(next)
	case setsAnything:
		w.noteAssign("")
		return same(st.forgetVars("the command may have assigned it"))
	}
	if name == "mapfile" || name == "readarray" { // -C runs a script
		if slices.ContainsFunc(inv.Args, func(arg Arg) bool {
			text, ok := arg.Value.Text()
			return !ok || strings.HasPrefix(text, "-") && strings.Contains(text, "C")
		}) {
			w.noteAssign("")
			return same(st.forget("a script that is not followed may have changed it"))
		}
	}
	return same(w.setNames(inv.Args, st, func(st *state, name string) *state {
		return w.bind(st, name, Unknown("it is read when the script runs", name), false)
	}))
}

// unset follows the removal of variables. In a function an outer one of the name may
// appear.
func (w *walker) unset(inv *Invocation, st *state) flow {
	options := ""
	for len(inv.Args) > len(options) {
		text, ok := inv.Args[len(options)].Value.Text()
		if !ok || len(text) != 2 || text[0] != '-' {
			break
		}
		options += text[1:]
	}
	if options == "f" {
		return same(st)
	}
	next := w.setNames(inv.Args, st, func(st *state, name string) *state {
		if options != "" && options != "v" || w.funcDepth > 0 || w.attributed[name] || w.references || volatile(name, w.script.Source.Dialect) {
			return w.bind(st, name, Unknown("it may be removed", name), false)
		}
		return st.unsetVar(name)
	})
	return same(next)
}
