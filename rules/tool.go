package rules

import "sandbox-enforcer/ast"

// Grammar is how a program reads its options.
type Grammar uint8

const (
	// GitGlobals is git's own loop before the subcommand: no abbreviation, no
	// cluster, no attached value, stops at the first word without a dash.
	GitGlobals Grammar = iota + 1
	// ParseOptions is git's parse-options: unique abbreviations, clusters, attached
	// values, --no- forms, options after operands.
	ParseOptions
	// Pflag is Go's pflag (gh): no abbreviations, clusters, -o=V drops the =.
	Pflag
	// CurlOptions is curl's own loop; abbreviations are read as releases before 8.6 do.
	CurlOptions
	// GetoptLong is getopt_long with permutation (wget): unique abbreviations,
	// clusters, attached values.
	GetoptLong
	// Optparse is what Python's optparse and Mercurial make of options: unique
	// abbreviations, clusters, attached values, options after operands.
	Optparse
	// Exact is the same without abbreviations (svn, jj, degit).
	Exact
	// Popt is popt (rsync): no abbreviations, clusters, -o=V drops the =, options after
	// operands but under POSIXLY_CORRECT.
	Popt
	// Getopt is getopt (scp, sftp): short options only, none after the first operand.
	Getopt
	// Argparse is Python's argparse (httpie): Optparse, but -o=V drops the =.
	Argparse
	// Wget2Options is wget2's own: Exact, and a boolean takes yes or no after an =.
	Wget2Options
	// GetoptOptional is GetoptLong for options whose value may be left out: what follows
	// such a letter in its word is the value (aria2c, axel, busybox wget).
	GetoptOptional
	// OneDash is what browsers of the terminal do: a long name has one dash or two, and a
	// letter is no more than that.
	OneDash
	// Apart is fossil's own: every word is one option, and short ones take no attached
	// value.
	Apart
)

// Arity says whether an option takes a value.
type Arity uint8

const (
	// None takes no value.
	None Arity = iota
	// Required takes the rest of the word or the next word.
	Required
	// Optional takes a value only when it is attached (--name=V).
	Optional
)

// Role is what an option, or an operand, means for what a program fetches.
type Role uint8

const (
	// Neutral changes nothing about where bytes come from, where they go, or what runs.
	Neutral Role = iota
	// URL is a source.
	URL
	// URLList names a file of sources.
	URLList
	// DestFile is the file to write.
	DestFile
	// DestDir is the directory to write below.
	DestDir
	// DestBase is the directory that relative destinations start from (git -C).
	DestBase
	// DestFromURL names the file after the URL (curl -O).
	DestFromURL
	// DestFromURLAll does so for all URLs that follow.
	DestFromURLAll
	// DestFromServer lets the server name the file (curl -J).
	DestFromServer
	// DestNone says that nothing is written (curl --out-null, wget --spider).
	DestNone
	// DestModifier changes how, not where, the file is written.
	DestModifier
	// BareName makes a clone's default name end in .git (--bare, --mirror).
	BareName
	// Next starts a new group of options (curl --next).
	Next
	// SideFile writes another file (curl -D, wget -o).
	SideFile
	// SideDir writes another directory (git clone --separate-git-dir, git --work-tree).
	SideDir
	// Sends reads local data or sends data (curl -d, -F, -T, -b).
	Sends
	// Executes runs something (git clone -u, wget --use-askpass).
	Executes
	// Config reads or sets configuration that can do any of these (curl -K, wget -e, git -c).
	Config
	// Weakens lowers the protection of the transfer (curl -k).
	Weakens
	// Exits prints something and ends (--help, --version).
	Exits
)

// Flag is one option of a program. Tables hold each option once.
type Flag struct {
	Long string // without dashes; empty where there is only a short form
	// NoName is the word of the negated form where it is not no-LONG.
	NoName string
	// Alias is the long name of the option that this is another name of. The
	// beginning that two such names share is not ambiguous.
	Alias string

	// The rest has a byte each: the tables are long, and a start goes through them all.

	Short byte // 0 where there is none
	Arg   Arity
	Role  Role
	// No says that --no-LONG is accepted as well.
	No bool
	// NoLong says that it is accepted beside NoName: --no-no-checkout.
	NoLong bool
	// Removed says that current releases no longer accept it.
	Removed bool
	// SeparateOnly says that a long option's value is never attached by = (git -C).
	SeparateOnly bool
	// More is how many words the value takes beside the first (yt-dlp --alias).
	More uint8
	// Alone, where not Neutral, is the role of an Optional option that is given
	// without its value (git --exec-path prints a path and ends).
	Alone Role
}

// Tool is one program, or one subcommand of a program, that fetches.
type Tool struct {
	// Name is the program's name.
	Name string
	// Sub are the words of the subcommand: [clone], [repo clone].
	Sub []string
	// Doc is one line: what it fetches and where it lands.
	Doc string
	// GlobalGrammar and Globals are the options before the subcommand.
	GlobalGrammar Grammar
	Globals       []Flag
	// Grammar and Flags are the options after it.
	Grammar Grammar
	Flags   []Flag
	// After are the options that words after -- are read with, by the grammar
	// ParseOptions, for a program that hands them on (gh repo clone, to git clone).
	// The first of those words is an operand where it does not begin with a dash.
	After []Flag
	// Shared are options that stand among Flags as well: those of every subcommand, or
	// those of the program that the words are handed on to (git lfs clone).
	Shared []Flag
	// Spelled reports whether a word is another spelling of the last word of Sub
	// (hg clon, npx degit@2); nil where there is none.
	Spelled func(word string) bool
	// Fetches reports whether a call fetches at all: rsync copies local files as well.
	// A call that does not is none of the tool's. Nil for a tool that always does.
	Fetches func(*Call) bool
	// Land finds where the bytes of one call land and how to move them.
	Land func(*Call) []Landing
	// Stdout reports whether a call writes fetched bytes to standard output; nil for
	// a tool that never does.
	Stdout func(*Call) bool
	// Plain reports whether the operands only say where from, and nothing is sent beside
	// what options say; nil for a tool of which that always holds.
	Plain func(*Call) bool
	// Case is the case file, without extension, that shows the tool: "acquire/curl".
	Case string
}

// Call is one invocation read with the tool's option grammar.
type Call struct {
	Tool *Tool
	Inv  *ast.Invocation
	// Sub is the last word of the subcommand; nil where the tool has none.
	Sub *ast.Arg
	// Globals and Options are in the order of the command line.
	Globals []Option
	Options []Option
	// Operands are the words that are no options; Dashes is how many of them stand
	// before a --, -1 without one.
	Operands []*ast.Arg
	Dashes   int
	// Problem says why the words cannot be told apart (an unknown option, an
	// unknown word where an option could stand), with the word; nil when they can.
	Problem *Problem
}

// Problem is a word of a call that cannot be read.
type Problem struct {
	Arg     *ast.Arg
	Message string
	// Ambiguous says that the word abbreviates several options: every release of the
	// program refuses it and fetches nothing.
	Ambiguous bool
	// Operand says that the word was read as an operand: the rest is read as it would
	// be if the word is one.
	Operand bool
}

// Option is one option as a call gives it.
type Option struct {
	Flag *Flag
	// Negated says that the --no- form was given.
	Negated bool
	// Word is the word that the option stands in, for a value in a word of its own
	// the one before it.
	Word *ast.Arg
	// ValueWord is the word that holds the value; nil where the option has none. It
	// is Word where the value is attached.
	ValueWord *ast.Arg
	// Prefix is the literal text before the value in ValueWord: "-sSLo", "--output=",
	// or empty for a word of its own.
	Prefix string
	// Value is the value; the zero Value where there is none.
	Value ast.Value
	// Rest are the further words of a value that takes several.
	Rest []*ast.Arg
	// Before is how many operands stand before the option.
	Before int
}

// Landing is one place where the bytes of a call land.
type Landing struct {
	// Type and Noun as in Acquisition.
	Type, Noun string
	// In is the script that Span and the moves lie in, where it is not the call's own:
	// the redirect of a shell whose script fetches.
	In *ast.Script
	// URL is where they come from.
	URL ast.Value
	// Given is the destination as the command gives it; zero where it gives none.
	Given ast.Value
	// Dir is the directory that Dest is relative to.
	Dir ast.Value
	// Dest is the file or directory that is written, relative to Dir or absolute.
	Dest ast.Value
	// Name is the name that it gets in the sandbox, unknown where it cannot be told.
	// For a landing that moves a whole directory (wget -P) it is the name that the
	// program will choose, or known to be empty where that is not foreseen.
	Name ast.Value
	// Among are the names of which it gets one each time that it runs, of a variable that
	// is one of several; nil where it is not known.
	Among []string
	// IntoDir says that Dest is the directory that names chosen by the program are
	// put in; moved, it becomes the sandbox itself.
	IntoDir bool
	// Fills says that Dest is a directory that files of unknown names are put into.
	Fills bool
	// Under is the directory of the sandbox that the landing moves into, empty for the
	// sandbox itself.
	Under string
	// Creates is the directory that a later cd could mean: a clone's, or the one
	// that wget -P makes. Zero where there is none.
	Creates ast.Value
	// Move is how to move it, and Also what has to change with it. Landings of one
	// call may share a move, which is made once: curl has one --output-dir for
	// several files.
	Move Move
	Also []Move
	// Problem, where not empty, says why it cannot be moved: ask.
	Problem string
	// Refused says that the answer to Problem is deny, not ask.
	Refused bool
	// Span is the word that the landing is about.
	Span ast.Span

	// foreseen says that it is moved although its place is known only when it runs, and
	// atRun is the word that does so, where the new place is not known either.
	foreseen bool
	atRun    string
	// globbed says that Name holds #1 to #9 of curl, in place of which each of several
	// files has another text.
	globbed bool
	// made says that what it is put into is made in the sandbox: nothing else changes.
	made bool
}

// Move says which word has to change for a landing to move: the word At is replaced
// by Prefix and the new path, or new words are inserted right after At.
type Move struct {
	At *ast.Arg
	// Prefix is what stands before the path in the same word: "--output=".
	Prefix string
	// Insert says that a word is put after At instead of replacing it; Words stand
	// before the path (-P).
	Insert bool
	Words  []string
	// Dir says that the path is the sandbox itself, also where the landing has a name.
	Dir bool
	// Suffix is what stands after the path in the same word: the slash by which rsync
	// knows a directory that is still to be made.
	Suffix string
	// Text, where not empty, stands in place of the path: a name that another move
	// puts below the sandbox.
	Text string
	// Twice says that bash takes the quotes of the word away twice: behind >&.
	Twice bool
}
