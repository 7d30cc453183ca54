package rules

import "slices"

// Class is what the policy guard says of a command.
type Class uint8

const (
	// NoClass is the zero value: the policy guard is off, or has not judged. It never
	// allows anything.
	NoClass Class = iota
	// Safe is allowed without a prompt.
	Safe
	// NeedsApproval is left to the agent's own permissions.
	NeedsApproval
	// Blocked is refused.
	Blocked
)

var classNames = [...]string{NoClass: "", Safe: "SAFE", NeedsApproval: "NEEDS_APPROVAL", Blocked: "BLOCKED"}

// String returns the class as reports and policy tests spell it; empty for NoClass.
func (c Class) String() string {
	if int(c) < len(classNames) {
		return classNames[c]
	}
	return ""
}

// FindClass returns the class of that spelling.
func FindClass(name string) (Class, bool) {
	for c, n := range classNames {
		if n == name && n != "" {
			return Class(c), true
		}
	}
	return NoClass, false
}

// Origin is where a part of the policy was written; the zero value is the program
// itself.
type Origin struct {
	File string
	// Line and Column count from one, the column in bytes.
	Line, Column int
}

// BuiltIn reports whether no file says it.
func (o Origin) BuiltIn() bool { return o.File == "" }

// Entry is one text of a list of the policy: a command, a pattern or a path.
type Entry struct {
	Text   string
	Origin Origin
	// Reason, where given, says why, and Suggest what to do instead.
	Reason, Suggest string
	// Match and NotMatch are commands that it has to match, and not to; they are
	// checked when a policy is checked.
	Match, NotMatch []string
}

// Compound is what a script of several commands is to a policy.
type Compound uint8

const (
	// CompoundOperators refuses a script for the operators that ShellInjection lists.
	CompoundOperators Compound = iota
	// CompoundEach classifies every part, and the strictest counts.
	CompoundEach
)

var compoundNames = [...]string{CompoundOperators: "operators", CompoundEach: "each"}

func (c Compound) String() string { return compoundNames[c] }

// FindCompound returns the value that the key compound spells so.
func FindCompound(name string) (Compound, bool) {
	for c, n := range compoundNames {
		if n == name {
			return Compound(c), true
		}
	}
	return CompoundOperators, false
}

// Breaker is when the circuit breaker trips.
type Breaker struct {
	Enabled bool
	// Threshold is how many BLOCKED answers a session may get, one at the least.
	Threshold int
}

// Policy is what the policy guard judges by: one profile, with everything that it
// leaves out filled in.
type Policy struct {
	// Profile is its name.
	Profile string
	// SafeCommands are words that an invocation begins with.
	SafeCommands []Entry
	// BlockedPatterns are read by ParsePattern.
	BlockedPatterns []Entry
	// ShellInjection are operators: ; && || | ` $( > >> < and single control bytes.
	ShellInjection []Entry
	// BlockedPaths are files, directories (with a / at the end) and name patterns that
	// no command may name; ProtectedPaths may be read but not written.
	BlockedPaths, ProtectedPaths []Entry
	// PathTraversal holds "..", or nothing.
	PathTraversal []Entry
	// Compound is what several commands in one script are.
	Compound Compound
	// Knowledge says that commands which are known to read only are SAFE though
	// SafeCommands does not list them.
	Knowledge bool
	// Enabled is the key sandbox_enabled; a policy that is not enabled judges nothing.
	Enabled bool
	Breaker Breaker
	// Agents are the agent types whose commands may be SAFE; nil means all.
	Agents []Entry
	// Mistrusted says why nothing may be SAFE: a file of the policy is broken. Empty
	// where all is well.
	Mistrusted string
	// Root is the directory that relative paths and PathTraversal are taken against,
	// absolute; empty where it is not known.
	Root string
}

// Authorizes reports whether commands of an agent of that type may be SAFE, or have a
// consent.
func (p *Policy) Authorizes(agent string) bool {
	return p.Agents == nil || slices.ContainsFunc(p.Agents, func(e Entry) bool { return e.Text == agent })
}
