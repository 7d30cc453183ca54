package ast

import "strings"

// Script is one text a shell would run, with every program start in it. Scripts
// that it hands to another shell as strings are in Nested.
type Script struct {
	Source Source
	// Outer is the word that carries this script when it is nested (bash -c '…'),
	// OuterIn the script that the word stands in; both are nil for the script that
	// was handed over.
	Outer   *Arg
	OuterIn *Script
	// Invocations are the program starts in source order, those of nested scripts
	// among them at the place of the word that carries them. Invocation.In tells
	// which script a span belongs to.
	Invocations []*Invocation
	// Redirs are all redirects of this script and of the nested ones: in source order,
	// but for those of a compound command, which follow the ones inside it.
	Redirs []*Redirect
	// Tests are the words of [[ ]] that name files, of this script and of the nested ones,
	// in source order.
	Tests []Test
	// Nested are the scripts carried by words of this one, in source order.
	Nested []*Script
	// Assigned names the variables that the script, or a nested one, assigns in the
	// shell itself, in source order, with repetitions.
	Assigned []string
	// Hazards are those of this script and of the nested ones, in source order.
	Hazards []Hazard

	tree *tree
	// spent is how many bytes variables and braces made of its words, as spend counts.
	spent int
}

// Invocation is one program start, seen through its wrappers: for "sudo -u me git
// clone U" the name is git and Via is [sudo].
type Invocation struct {
	In *Script
	// Index is its place among the Invocations of the outermost script.
	Index int
	Span  Span // the first to the last word of the simple command, wrappers and assignments included
	// Name is the program's word; empty for a command whose words are none ("$@").
	Name *Arg
	// Args are the words after the name.
	Args []Arg
	// Via names the wrappers, outermost first, and the shells whose -c string holds
	// this invocation.
	Via []string
	// Assigns are the assignments before the name, those of env and sudo among them.
	Assigns []Assign
	// Redirs are the redirects of this simple command itself.
	Redirs []*Redirect
	// PipeFrom and PipeTo are the neighbours in a pipeline, or nil. Where the
	// neighbour is a compound command it is its last, or first, invocation.
	PipeFrom, PipeTo *Invocation
	// PipeHead is the first invocation of the pipeline's element that it stands in, where
	// that element reads from a pipe: what has PipeHead as its PipeTo writes there. Nil
	// elsewhere.
	PipeHead *Invocation
	// Holder is the invocation among whose words, redirects or here-documents the
	// substitution stands that it is in; nil where it is in none, or in one that no
	// invocation holds: a variable's, a compound command's redirect.
	Holder *Invocation
	// Dir is the directory in effect, absolute where known.
	Dir Value
	// Where says in which constructs it stands.
	Where Where
	// HomeChanged says that HOME, as the program or the shell that expands its words
	// sees it, may not be the caller's: after an assignment to HOME, or under sudo
	// and its like.
	HomeChanged bool
	// Piped says that standard output goes into a pipe, also where PipeTo is nil
	// because the other side starts no program.
	Piped bool
	// PipedErrors says that standard error goes into the same pipe: |&.
	PipedErrors bool
	// Shadowed says that a function or an alias of this script bears the name.
	Shadowed bool
	// Unsure says that the shell may run another command of its own instead, such as cd: the
	// name, or a word before it, is not known.
	Unsure bool

	cds  *cdNode
	vars *binding
	rare *rare // nil for most
}

// rare is what few invocations have: a long script has thousands of them.
type rare struct {
	chdir     *Arg
	changesTo Value
	frozen    string
}

// unusual returns the place of what few invocations have, to be written.
func (inv *Invocation) unusual() *rare {
	if inv.rare == nil {
		inv.rare = new(rare)
	}
	return inv.rare
}

// Chdir is the directory that a wrapper goes to before it starts the program (env -C),
// or nil. Dir is where that leads.
func (inv *Invocation) Chdir() *Arg {
	if inv.rare == nil {
		return nil
	}
	return inv.rare.chdir
}

// ChangesTo is where a cd, pushd or popd leads, absolute where known, with every .
// and .. kept as written; the zero Value for any other program.
func (inv *Invocation) ChangesTo() Value {
	if inv.rare == nil {
		return Value{}
	}
	return inv.rare.changesTo
}

// Frozen says why this invocation's words must not be edited, or "".
func (inv *Invocation) Frozen() string {
	if inv.rare == nil {
		return ""
	}
	return inv.rare.frozen
}

// AddedLater is the Frozen of a word that stands for those that xargs and its like add
// when they run.
const AddedLater = "the word is added when it runs"

// AddedWhenRun reports whether the command that is read puts a word in, or its text, only
// when it runs: Frozen is AddedLater or ReplacedLater.
func (a Arg) AddedWhenRun() bool { return a.Frozen == AddedLater || a.Frozen == ReplacedLater }

// Assign is one assignment, NAME=value, or the removal of a variable (env -u NAME);
// with an empty name, of all variables (env -i).
type Assign struct {
	Span  Span
	Name  string
	Value Value
	Unset bool
}

// Arg is one word after expansion. Braces and known variables that split make
// several Args of one Span.
type Arg struct {
	Span  Span
	Value Value
	// Frozen says why the word must not be edited, or "".
	Frozen string
	// Many says that the word may become no word at all or several: an unquoted
	// expansion, a pattern, "$@".
	Many bool
}

// Test is a word of a [[ ]] that names a file: the operand of -f and its like.
type Test struct {
	In   *Script
	Word Arg
	// Dir is the directory that a relative path is taken from, Where the constructs that
	// it stands in, and At the index of the invocation that comes next.
	Dir   Value
	Where Where
	At    int
}

// Redirect is one redirect, with the invocations that run under it.
type Redirect struct {
	In   *Script
	Span Span
	// Op is the operator as written without the descriptor: > >> >| <> < &> &>> >& <& << <<- <<<.
	Op string
	// FD is the descriptor: the default of the operator where none is written, -1
	// for a named one ({fd}>).
	FD int
	// Target is the word after the operator; for a here-document its delimiter.
	Target Arg
	// Body is the text of a here-document or a here-string; the zero Value for any
	// other redirect.
	Body Value
	// Own is the simple command that the redirect belongs to; nil for a compound
	// command, or a redirect without a command.
	Own *Invocation
	// First and Last bound, half-open, the indexes in the outermost script's
	// Invocations of those that run under it.
	First, Last int
	// Dir is the directory that a relative target is resolved in.
	Dir Value
	// Where says in which constructs it stands.
	Where Where

	cds *cdNode
}

// Around reports whether a redirect counts for the invocation with an index in the outermost
// script's Invocations: its own, or one in the command that the redirect belongs to.
func (r *Redirect) Around(index int) bool { return index >= r.First && index < r.Last }

// SameDirectory reports whether two invocations run in the same directory whatever became
// of the changes of directory before them: none stands between the two.
func (inv *Invocation) SameDirectory(other *Invocation) bool {
	return inv.cds == other.cds && inv.cds != anyCd && inv.In == other.In && inv.Chdir() == nil && other.Chdir() == nil &&
		(inv.Where|other.Where)&(InFunction|InTrap) == 0
}

// Writes reports whether the redirect opens its target as a file for writing. A
// descriptor (>&2) is none; >&word is.
func (r *Redirect) Writes() bool {
	switch r.Op {
	case "<>":
		return true
	case ">&":
		t, ok := r.Target.Value.Text()
		return !ok || !isDescriptor(t)
	}
	return strings.Contains(r.Op, ">") // zsh has more of them: >>|, &>|
}

func isDescriptor(s string) bool {
	if s == "-" {
		return true
	}
	_, ok := Descriptor(strings.TrimSuffix(s, "-"))
	return ok
}

// Descriptor reads the decimal number of a descriptor; ok says whether the text is
// one. A number that no process can have is -1.
func Descriptor(text string) (n int, ok bool) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c < '0' || c > '9':
			return -1, false
		case n > 1<<20:
			n = -1
		case n >= 0:
			n = n*10 + int(c-'0')
		}
	}
	return n, text != ""
}

// Where is a set of constructs that an invocation stands in.
type Where uint16

const (
	// InSubshell is ( … ).
	InSubshell Where = 1 << iota
	// InSubstitution is $(…), a backquote, <(…) or >(…).
	InSubstitution
	// InBackground is before an &, or in a coprocess.
	InBackground
	// InConditional is after && or ||, or in a branch of if or case.
	InConditional
	// InLoop is the body of for, while, until or select.
	InLoop
	// InFunction is the body of a function.
	InFunction
	// InPipe is an element of a pipeline.
	InPipe
	// InScript is a script handed over as a string.
	InScript
	// InTrap is a script that a trap runs later.
	InTrap
	// InInput is a script that a shell reads from a here-document or a here-string.
	InInput
	// Repeats is the body of a loop that may run more than once: not of one over one word.
	// It has no name of its own.
	Repeats
)

var whereNames = []string{"subshell", "substitution", "background", "conditional", "loop", "function", "pipe", "script", "trap", "input"}

// Names returns the constructs by name.
func (w Where) Names() []string {
	var out []string
	for i, name := range whereNames {
		if w&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return out
}

// Program returns the last element of the program's name, so /usr/bin/git is git;
// empty where the name is not known. zsh's leading = is dropped.
func (inv *Invocation) Program() string {
	name, ok := inv.Name.Value.Text()
	if !ok {
		return ""
	}
	return programName(name)
}

func programName(name string) string {
	name = strings.TrimPrefix(name, "=")
	return name[strings.LastIndexByte(name, '/')+1:]
}

// Var returns what is known of a variable in the environment of the invocation:
// its own assignments, the script's, the source's. The last result says whether it
// is set to anything at all, known or not.
func (inv *Invocation) Var(name string) (Value, bool) {
	for i := len(inv.Assigns) - 1; i >= 0; i-- {
		if inv.Assigns[i].Name == name || inv.Assigns[i].Name == "" {
			return inv.Assigns[i].Value, !inv.Assigns[i].Unset
		}
	}
	if b := inv.vars.lookup(name); b != nil {
		return b.value, !b.unset
	}
	v, ok := inv.In.Source.Env[name]
	return v, ok
}

// Edit replaces the words at Span by Text, or inserts Text where Span is empty: the
// shell words to stand there, as Words makes them. Edits of a nested script are
// quoted into its Outer word.
type Edit struct {
	In   *Script
	Span Span
	Text string
}

// ProofError says why a rewritten script was not accepted: the result did not
// parse, or its tree is not the old one with the edited words.
type ProofError struct{ Message string }

func (e *ProofError) Error() string { return "the rewritten script was not proved: " + e.Message }
