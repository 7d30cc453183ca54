package analyzer

import (
	"sandbox-enforcer/ast"
	"sandbox-enforcer/rules"
)

// Mode is what is done with an acquisition that would land outside.
type Mode uint8

const (
	// ModeRewrite moves it into the sandbox.
	ModeRewrite Mode = iota
	// ModeBlock refuses it.
	ModeBlock
	// ModeInstruct refuses it and gives the exact command to run instead.
	ModeInstruct
)

// Fail is what an unreadable event or command gets.
type Fail uint8

const (
	// FailOpen passes.
	FailOpen Fail = iota
	// FailAsk asks.
	FailAsk
	// FailClosed denies.
	FailClosed
)

// Settings are the user's choices that change an answer.
type Settings struct {
	// Policy is what the policy guard judges by; nil means that it is off.
	Policy *rules.Policy
	// Tripped says that the circuit breaker has tripped: nothing is approved in this
	// session.
	Tripped bool
	// Sandbox is the sandbox directory; nil means that the acquisition guard is off.
	Sandbox *rules.Sandbox
	Mode    Mode
	Fail    Fail
	// All says that every acquisition of a script is judged, and every way that its
	// bytes take; else the first that lands outside.
	All bool
	// Follow says that later words which mean what is moved follow it.
	Follow bool
	// Worktree is where the agent stays; nil means that the worktree guard is off.
	Worktree *rules.Worktree
	// Project is where file tools stay; nil means that the path guard is off.
	Project *rules.Project
	// Own are the files of this program itself; nil means that they are not guarded.
	Own *rules.Own
}

// Request is one tool call to be judged.
type Request struct {
	Event     string // "PreToolUse"; empty in the seeds' own payload
	Agent     string // "claude"
	AgentType string // the subagent's type, or empty
	Tool      string // "Bash"
	Session   string
	CallID    string
	Mode      string // the client's permission mode: "default", "plan", …
	// Sources are the commands; some agents batch several in one event. Their Dir,
	// Env and IsDir are filled in.
	Sources []ast.Source
	// Cwd is the directory that a file tool is used in, absolute; empty where it is not
	// known.
	Cwd string
	// Targets are the paths that a file tool is given.
	Targets []rules.Target
	// Unconfined is the field by which the call asks to run outside the client's own
	// sandbox, as it is spelled: "dangerouslyDisableSandbox: true"; empty where none does.
	Unconfined string
}

// Dir is the directory that the call runs in, absolute; empty where it is not known.
func (r Request) Dir() string {
	if len(r.Sources) > 0 {
		dir, _ := r.Sources[0].Dir.Text()
		return dir
	}
	return r.Cwd
}

// Report is the answer to one Request. It is a pure function of the request, the
// settings and the facts.
type Report struct {
	Request Request
	// Verdict is the strictest of the findings; Pass where no guard voted.
	Verdict rules.Verdict
	// Class is what the policy guard says; NoClass where it is off.
	Class rules.Class
	// Profile is the profile that it was judged by; empty without a policy.
	Profile string
	// Findings are in source order.
	Findings []rules.Finding
	// Rewritten holds, for each source, the command to run instead, or "" where it
	// stays as it is. In the modes block and instruct it is filled too, though
	// Verdict is Deny.
	Rewritten []string
	// Needs are the directories of the sandbox that have to be there before what is in
	// Rewritten runs, absolute, in byte order.
	Needs []string
	// Subject is the acquisition that decided, else the first that stays as it is; nil
	// where there is none.
	Subject *rules.Acquisition
	// Grant says that a rewrite may carry the client's allow: nothing else in the
	// command could use the approval.
	Grant bool
	// Scripts holds, for each source, what was read; nil where it could not be.
	Scripts []*ast.Script
	// Errors holds, for each source, why it could not be read, or nil: a
	// *ast.SyntaxError, a *ast.LimitError or a *HazardError.
	Errors []error
}

// Analyzer judges requests. Its exported fields are set once; it keeps nothing from
// one request to the next.
type Analyzer struct {
	Settings Settings
	Facts    rules.Facts

	agent, agentType string // of the request that is being judged
}
