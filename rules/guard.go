package rules

import (
	"slices"

	"sandbox-enforcer/ast"
)

// Guard is one judge of a script: a value with its prose, its rules and its check.
// Guards are pure; what they need to know of the machine they ask Facts.
type Guard struct {
	// Name is the guard's name: "acquisition".
	Name string
	// Doc is one line for lists.
	Doc string
	// Rules are the rules that it reports, in order of their IDs.
	Rules []*Rule
	// On reports whether the guard is configured.
	On func(*Inspection) bool
	// Check reports what it finds in a script. It leaves the script as it is. It is nil
	// for a guard that judges no scripts.
	Check func(*Inspection)
	// Files reports what it finds in the call of a file tool: its Targets. It is nil
	// for a guard that judges none.
	Files func(*Inspection)
}

// Inspection is one guard's look at one script, or at one call of a file tool.
type Inspection struct {
	// Script is nil for a call of a file tool.
	Script *ast.Script
	// Targets are the paths of a call of a file tool; nil for a script.
	Targets []Target
	Sandbox *Sandbox // nil: the acquisition guard is off
	// Policy is what the policy guard judges by; nil means that it is off.
	Policy *Policy
	// Worktree is where the agent stays; nil means that the worktree guard is off.
	Worktree *Worktree
	// Project is where file tools stay; nil means that the path guard is off.
	Project *Project
	// Own are the files of this program; nil means that they are not guarded.
	Own *Own
	// Agent is the agent that asks, and AgentType the subagent, or empty.
	Agent, AgentType string
	// Unconfined is the field by which a call asks to run outside the client's own
	// sandbox, as it is spelled; empty where none does, and for a script.
	Unconfined string
	Facts      Facts
	// Class is what the policy guard says.
	Class Class
	// All says that every acquisition is judged, and every way that its bytes take.
	All bool
	// Follow says that later words which mean what is moved follow it.
	Follow bool
	// Brief says that only At and the findings' rules are asked for: nothing is
	// described and nothing suggested.
	Brief bool
	// Found receives the findings, in source order.
	Found []Finding
	// Subject is the acquisition that was judged: the one that decides, else the
	// first that stays as it is; nil where the script has none.
	Subject *Acquisition
	// At is the index among the script's invocations of the one that decides, -1
	// where none does.
	At int

	// Needs are the directories of the sandbox that have to be there before a rewritten
	// script runs, absolute, in byte order.
	Needs []string

	inner     int                          // how many scripts this one is handed over by, one in the other
	several   bool                         // more than one acquisition is moved
	dirs      []ast.Value                  // the directories that the script is known to be in; nil where that is not asked for
	apart     numbers                      // the invocations of which no word may mean what is moved, by index
	before    *Inspection                  // the look at the script before it was rewritten, or nil
	idle      numbers                      // the invocations that fetch nothing, by index
	telling   []string                     // what tellingVars has found
	flowed    *flow                        // the look at what is fetched in the scope all, or nil
	relocated *following                   // what is moved, where later words follow it
	writers   map[string]writer            // what the table of writers says
	touched   map[*ast.Invocation]*touches // what touchesOf has read
	toShells  []*ast.Redirect              // those into a substitution in which a shell reads; nil before they are asked for
	deciding  *Call                        // the call at At, read; nil where none decides
	configs   *configFiles                 // the configuration files that were read; nil before the first
}

// Ask asks every guard that is on.
func (p *Inspection) Ask() {
	for _, g := range Guards() {
		check := g.Check
		if p.Script == nil {
			check = g.Files
		}
		if check != nil && g.On(p) {
			check(p)
		}
	}
}

// Report adds a finding.
func (p *Inspection) Report(f Finding) { p.Found = append(p.Found, f) }

// Guards lists all guards, in the order in which they are asked.
func Guards() []*Guard {
	return []*Guard{AcquisitionGuard, PolicyGuard, WorktreeGuard, PathGuard, OwnGuard, SessionGuard}
}

// Rules lists the rules of all guards and those of the scripts themselves.
func Rules() []*Rule {
	out := append([]*Rule(nil), scriptRules...)
	for _, g := range Guards() {
		out = append(out, g.Rules...)
	}
	return out
}

// The rules about scripts that cannot be read as the shell would.
var (
	// ScriptHazard is reported where shells read the bytes of a script in other ways.
	ScriptHazard = &Rule{
		ID: "script-hazard", Title: "a byte that shells read differently", Verdict: Ask, Since: "0.1",
		Doc: "A control character or a byte that is no UTF-8 ends words and comments in places where the parser does not see it. A command that may fetch something cannot be moved safely then.",
		Bad: "ls x\r#; git clone https://host/o/r",
	}
	// ScriptLimit is reported where a script is too large or too deep to be read.
	ScriptLimit = &Rule{
		ID: "script-limit", Title: "a script too large or too deep to be read", Verdict: Ask, Since: "0.1",
		Doc: "Size and nesting are bounded before parsing, since a stack overflow cannot be recovered. What variables and braces make of it is bounded too, and the hook asks about a long script that it has not read within five seconds, since agents run a command whose hook is late.",
	}
	// ScriptSyntax is reported where the grammar does not accept a script.
	ScriptSyntax = &Rule{
		ID: "script-syntax", Title: "a script that cannot be parsed", Verdict: Ask, Since: "0.1",
		Doc: "The shell may still run the lines before the error. Passes unless FAIL says otherwise or, in the scope all, it names a program that fetches: bash runs some scripts that the grammar refuses.",
		Bad: "git clone https://host/o/r\n)",
	}
	// ScriptDialect is reported where bash and zsh would run different commands.
	ScriptDialect = &Rule{
		ID: "script-dialect", Title: "shells that read the script differently", Verdict: Ask, Since: "0.1",
		Doc: "Neither --dialect nor $SHELL says which shell runs the script, and bash and zsh would need different rewrites.",
	}
)

// Moves reports whether a rule is about what is moved into the sandbox: the modes block
// and instruct refuse what it finds.
func Moves(r *Rule) bool {
	return slices.Contains(AcquisitionGuard.Rules, r) || slices.Contains(scriptRules, r)
}

var scriptRules = []*Rule{ScriptDialect, ScriptHazard, ScriptLimit, ScriptSyntax}

// FetcherNames lists the names of the programs that fetch, in byte order.
func FetcherNames() []string { return []string{"curl", "gh", "git", "wget"} }
