package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// optionVariables are the variables whose words a program takes for options of its own, with
// those of them that change no place and run nothing, a line each: programs | variables |
// words. From the manuals of GNU tar and of Info-ZIP. The options of bsdtar's variables are
// those of formats only.
const optionVariables = `
gtar tar | TAR_OPTIONS | -v --verbose -m --touch -p --preserve-permissions --same-permissions --no-same-owner --no-same-permissions --numeric-owner --no-acls --no-selinux --no-xattrs --acls --selinux --xattrs --no-ignore-command-error --ignore-zeros --force-local --totals
unzip | UNZIP UNZIPOPT | -q -qq -o -n -u -a -aa -b -C -L -LL -v
`

// obeys asks about a program that takes an archive apart where a variable that the script
// gives a value has options for it which may lead elsewhere; it reports whether it did.
func (f *flow) obeys(i int, inv *ast.Invocation) bool {
	variables, harmless, _ := strings.Cut(lineFor(optionVariables, inv.Program()), " | ")
	for name := range strings.FieldsSeq(variables) {
		v, set := f.given(inv, name)
		text, known := v.Text()
		wanders := func(word string) bool { return !has(harmless, word) && !strings.HasPrefix(word, "--warning=") }
		if set && (!known || slices.ContainsFunc(strings.Fields(text), wanders)) {
			f.refuse(i, AcquireSink, inv.Span, fmt.Sprintf("%s takes options from %s, by which it may unpack to other places; leave that out", inv.Program(), name))
			return true
		}
	}
	return false
}

// given is the value of a variable where the script gives it one.
func (f *flow) given(inv *ast.Invocation, name string) (v ast.Value, set bool) {
	if !slices.Contains(f.Script.Assigned, name) && !assigns(inv, name) {
		return ast.Value{}, false
	}
	return inv.Var(name)
}

// assigns reports whether a variable is given its value before the name of a program.
func assigns(inv *ast.Invocation, name string) bool {
	return slices.ContainsFunc(inv.Assigns, func(a ast.Assign) bool { return a.Name == name })
}

// commandVariables hold commands, which the programs that know them run: those beside git's.
const commandVariables = "BROWSER LESSOPEN MANPAGER PROMPT_COMMAND RSYNC_RSH"

// setsCommand reports whether a word gives git's configuration a command to run, by -c KEY=V
// or as the value of git config.
func setsCommand(inv *ast.Invocation, j int) bool {
	key, _, attached := strings.Cut(inv.Args[j].Value.Prefix(), "=")
	switch {
	case inv.Program() != "git":
		return false
	case !attached && j > 0:
		key, _ = inv.Args[j-1].Value.Text()
	}
	return strings.Contains(key, ".") && runsSetting(strings.ToLower(key))
}

// startupVariables name the file that a shell runs before its script.
const startupVariables = "BASH_ENV ENV ZDOTDIR"

// startsWith refuses a shell that runs external bytes before its script, by a variable which
// names where they come through.
func (f *flow) startsWith(i int, inv *ast.Invocation) {
	if len(inv.Assigns)+len(f.Script.Assigned) == 0 || inv.Shadowed {
		return
	}
	for _, a := range inv.Assigns {
		if (runsCommand(a.Name) || has(commandVariables, a.Name)) && (f.printedIn(i, inv.In, a.Span) || f.holds(i, a.Value)) {
			f.refuse(i, AcquireRun, a.Span, fmt.Sprintf("%s would run what is fetched as the command that %s names; save it in the sandbox, look at it, and run it then", inv.Name.Value.Display(), a.Name))
		}
	}
	if !has(shells, inv.Program()) {
		return
	}
	for name := range strings.FieldsSeq(startupVariables) {
		if v, set := f.given(inv, name); set && f.comesThrough(i, inv, name, v) {
			f.refuse(i, AcquireRun, inv.Span, fmt.Sprintf("%s would run what is fetched from the file that %s names; save it in the sandbox, look at it, and run it then", inv.Name.Value.Display(), name))
		}
	}
}

// comesThrough reports whether the value of a variable names a file that external bytes come
// through: standard input, a descriptor, or a process substitution.
func (f *flow) comesThrough(i int, inv *ast.Invocation, name string, v ast.Value) bool {
	text, known := v.Text()
	number, descriptor := strings.CutPrefix(text, "/dev/fd/")
	switch {
	case isStdin(v):
		return f.input(i, inv) != 0
	case known:
		return descriptor && f.opened != nil && f.openedReads(i, number) != 0
	case v.Prefix() != "/dev/fd/":
		return false
	}
	for _, a := range inv.Assigns {
		if a.Name == name {
			return f.kept || f.printedIn(i, inv.In, a.Span)
		}
	}
	return f.kept
}
