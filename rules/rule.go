package rules

import "sandbox-enforcer/ast"

// Verdict is what a finding, or a whole report, asks for. Larger is stricter; the
// zero value is no verdict and counts as Deny.
type Verdict uint8

const (
	// Invalid is the zero value. Nothing reports it; whoever meets it denies.
	Invalid Verdict = iota
	// Allow lets the call run and skips the agent's own prompt.
	Allow
	// Pass has no opinion: the agent's own permissions apply.
	Pass
	// Rewrite runs another command instead.
	Rewrite
	// Ask has a person decide.
	Ask
	// Deny refuses.
	Deny
)

var verdictNames = [...]string{Invalid: "deny", Allow: "allow", Pass: "pass", Rewrite: "rewrite", Ask: "ask", Deny: "deny"}

// String returns the verdict as reports spell it; the zero value reads deny.
func (v Verdict) String() string {
	if int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return "deny"
}

// Stricter returns the stricter of two verdicts, with Invalid as the strictest.
func Stricter(a, b Verdict) Verdict {
	if a == Invalid || b == Invalid {
		return Deny
	}
	return max(a, b)
}

// Rule is a named reason for a finding. IDs read topic-object and are never renamed.
type Rule struct {
	ID    string // "acquire-outside"
	Title string // one line, for lists
	Doc   string // prose: what it finds and why it matters
	Bad   string // a command that it finds
	Good  string // the same command as it should be; empty where there is none
	Since string // the version that brought it
	// Verdict is the strictest verdict that its findings carry.
	Verdict Verdict
}

// Note is related information of a finding: a place and what is to be seen there.
type Note struct {
	In      *ast.Script
	Span    ast.Span
	Message string
}

// Suggestion is how a finding can be mended.
type Suggestion struct {
	Message string
	// Edits mend the finding, and Follow changes later words that mean what the edits
	// move.
	Edits, Follow []ast.Edit
}

// Finding is one thing that a rule found.
type Finding struct {
	Rule    *Rule
	In      *ast.Script // the script that Span lies in
	Span    ast.Span
	Verdict Verdict
	// Message says what is wrong and then what to do: lower case, no full stop.
	Message string
	Because []Note
	Fix     *Suggestion
	// Origin is the part of the policy that decides; the zero value where the program
	// itself does.
	Origin Origin
	// Acquisition is what the finding is about, or nil.
	Acquisition *Acquisition
}

// OuterStart is where the finding stands in the command that was handed over: the offset
// in bytes of its span, or of the word that carries the script which that lies in.
func (f *Finding) OuterStart() int {
	in, start := f.In, f.Span.Start
	for in != nil && in.Outer != nil {
		start, in = in.Outer.Span.Start, in.OuterIn
	}
	return start
}

// Acquisition is an invocation or a redirect that puts external bytes on the local
// disk.
type Acquisition struct {
	// Type is git-clone, gh-clone, curl-download, wget-download, wget-dir, redirect,
	// gh-checkout and so on.
	Type string
	// Noun is what people call it: "git clone", "download".
	Noun string
	// URL is the source as the command gives it, masked; empty where unknown.
	URL string
	// Destination is the destination as the command gives it, empty where it gives none.
	Destination string
	// Flags are the option words in source order.
	Flags []string
	// Old is the resolved absolute path of the old landing place, empty where unknown.
	Old string
	// New is the place in the sandbox as it is written into the command, empty where
	// nothing is moved.
	New string
	// NewPath is New, absolute.
	NewPath string
	// Replaces says that a file already exists at NewPath.
	Replaces bool
}

// Facts answers questions about the machine. Guards are pure: tests answer from a
// case file.
type Facts interface {
	// Resolve returns the absolute path that path means now: components are
	// followed one by one through links, a component that does not exist is kept
	// literally, and .. is taken after its parent was resolved. The path must be
	// absolute. It fails on a link loop and on a name that is too long.
	Resolve(path string) (string, error)
	// Read returns the file's text, at most limit bytes of it.
	Read(path string, limit int) ([]byte, error)
	// Exists reports whether something is there, a dangling link included.
	Exists(path string) bool
	// IsDir reports whether path is a directory, through links.
	IsDir(path string) bool
	// Same reports whether two paths are there and mean the same file: on a file system
	// that does not know letter case, so do "src" and "SRC".
	Same(a, b string) bool
}
