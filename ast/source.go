package ast

import (
	"fmt"
	"strings"
)

// MaxSource is the largest script that is read, in bytes. Linux caps one argument
// string at this size (MAX_ARG_STRLEN), so no longer text can be handed to a shell
// with -c at all.
const MaxSource = 128 << 10

// MaxOpeners is how many of the bytes ( { [ and backquote a script may hold. The
// parser recurses on each of them and a stack overflow cannot be recovered, so the
// bound comes before parsing. Closers are not subtracted: that would need the very
// quoting knowledge that is not there yet.
const MaxOpeners = 8000

// Span is a half-open range of byte offsets in the text of one script.
type Span struct{ Start, End int }

// Contains reports whether o lies wholly inside s.
func (s Span) Contains(o Span) bool { return s.Start <= o.Start && o.End <= s.End }

// Empty reports whether the span covers no byte.
func (s Span) Empty() bool { return s.Start >= s.End }

// Position returns the line and the column of the byte at offset, both counted from
// one, columns in bytes. The parser's own positions saturate on long lines.
func Position(text string, offset int) (line, column int) {
	offset = min(max(offset, 0), len(text))
	before := text[:offset]
	line = 1 + strings.Count(before, "\n")
	column = 1 + offset - (strings.LastIndexByte(before, '\n') + 1)
	return line, column
}

// Dialect is the shell grammar a script is read with.
type Dialect uint8

const (
	// AnyDialect means that the shell is not known: the script has to be read with
	// every dialect and the stricter answer counts. Parse reads it as Bash.
	AnyDialect Dialect = iota
	// Bash is bash, and every POSIX shell, whose grammar it contains.
	Bash
	// Zsh is zsh.
	Zsh
)

// String returns the dialect's name as settings spell it.
func (d Dialect) String() string {
	switch d {
	case Bash:
		return "bash"
	case Zsh:
		return "zsh"
	default:
		return "any"
	}
}

// Source is a script as it was handed over, with what is known of the place it will
// run in.
type Source struct {
	// Text is the script, exactly as the shell will get it.
	Text string
	// Dialect is the grammar to read it with.
	Dialect Dialect
	// Dir is the working directory, absolute where known.
	Dir Value
	// Env holds the variables that are known, HOME among them; a variable that is
	// set to something that is not known maps to an unknown Value. All others are
	// unknown.
	Env map[string]Value
	// IsDir says whether an absolute path is a directory now. It is asked for the
	// targets of cd; nil means that no directory is known to exist.
	IsDir func(path string) bool
	// Resumable has the walk note where it stands before each statement, so that Apply can
	// take from it what stands behind the edits. Without, all that Apply is asked for is
	// walked again.
	Resumable bool
}

// LimitError says that a script is too large or too deep to be read.
type LimitError struct {
	What  string // what there is too much of
	Count int    // how many the script has
	Limit int    // how many are read at the most
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("the script has %d %s, more than the %d that are read", e.Count, e.What, e.Limit)
}

// SyntaxError says where the grammar does not accept the script. Offset is in bytes;
// Line and Column count from one.
type SyntaxError struct {
	Offset, Line, Column int
	Message              string
	// Incomplete says that the text ends inside a construct.
	Incomplete bool
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message)
}

// HazardKind says why shells may read a place differently from the parser.
type HazardKind uint8

const (
	// HazardByte is a byte that shells treat in their own ways: CR, NUL, VT, FF,
	// other control characters but tab and newline, invalid UTF-8.
	HazardByte HazardKind = iota + 1
	// HazardBidi is a rune that changes the order in which people see the text. It
	// changes nothing for a shell: a warning only.
	HazardBidi
	// HazardAlias is an alias definition: later words may mean other commands.
	HazardAlias
	// HazardShadow is a function that bears the name of a program.
	HazardShadow
	// HazardOption is a shell option that changes how later words are read.
	HazardOption
	// HazardScript is a script handed over as a string that is not followed: its text is
	// not known, or shells read it in ways of their own.
	HazardScript
	// HazardComment is a # inside a word, which the parser takes for a comment.
	HazardComment
	// HazardSyntax is a script handed over as a string that the grammar does not accept.
	// A shell runs the lines before the fault all the same.
	HazardSyntax
	// HazardLimit is a script handed over as a string that is over a limit: too long, too
	// deep, or inside too many others.
	HazardLimit
)

var hazardNames = [...]string{HazardByte: "byte", HazardBidi: "bidi", HazardAlias: "alias", HazardShadow: "shadow", HazardOption: "option", HazardScript: "script", HazardComment: "comment", HazardSyntax: "syntax", HazardLimit: "limit"}

// String returns a short lower-case name.
func (k HazardKind) String() string {
	if int(k) < len(hazardNames) && hazardNames[k] != "" {
		return hazardNames[k]
	}
	return "unknown"
}

// Hazard is a place where shells may read the text differently from the parser, or
// where what runs cannot be read.
type Hazard struct {
	In      *Script // the script that Span lies in
	Span    Span
	Kind    HazardKind
	Message string
}
