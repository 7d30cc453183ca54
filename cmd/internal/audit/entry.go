package audit

import (
	"strings"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/rules"
)

// Decision is the event type of entries that do not name another.
const Decision = "sandbox_decision"

// Entry is one decision. Its texts are taken as they are: Append masks, escapes and
// cuts them.
type Entry struct {
	// Event is the event type; empty means Decision.
	Event string
	// Class is SAFE, BLOCKED or NEEDS_APPROVAL, and empty where no policy judged.
	Class string
	// Decision is pass, allow, rewrite, ask or deny.
	Decision string
	// Grant says that a rewrite ran without a prompt.
	Grant bool
	// Command is the whole command; of another tool its name and its paths.
	Command string
	Reason  string
	// Rules are the ids of the rules that found something, each once.
	Rules []string
	// Profile is the policy's.
	Profile string
	// Agent is the type of the subagent; empty means the main agent.
	Agent   string
	Session string
	// Call is the client's id of the tool call.
	Call string
	// Dir is the directory that the command runs in, where it is known.
	Dir string
	// Mode is the client's permission mode.
	Mode string
	// Acquisition is what was moved or refused, or nil.
	Acquisition *rules.Acquisition
}

// Of returns the entry of a report. Several commands of one call become one text, a
// line each.
func Of(report analyzer.Report, reason, profile string) Entry {
	r := report.Request
	e := Entry{
		Class: report.Class.String(), Decision: report.Verdict.String(), Grant: report.Grant,
		Reason: reason, Profile: profile, Agent: r.AgentType, Session: r.Session, Call: r.CallID, Mode: r.Mode,
		Dir: r.Cwd, Acquisition: report.Subject,
	}
	commands := make([]string, len(r.Sources))
	for i, source := range r.Sources {
		commands[i] = source.Text
		if dir, ok := source.Dir.Text(); ok && i == 0 {
			e.Dir = dir
		}
	}
	if e.Command = strings.Join(commands, "\n"); len(commands) == 0 {
		e.Command = Call(r)
	}
	for _, f := range report.Findings {
		if f.Rule != nil && !contains(e.Rules, f.Rule.ID) {
			e.Rules = append(e.Rules, f.Rule.ID)
		}
	}
	return e
}

// Call returns a call of a tool that runs no command as one text: its name and its paths.
func Call(r analyzer.Request) string {
	text := r.Tool
	for _, t := range r.Targets {
		text += " " + t.Field + "=" + t.Text
	}
	if r.Unconfined != "" {
		text += " " + r.Unconfined
	}
	return text
}

func contains(list []string, text string) bool {
	for _, have := range list {
		if have == text {
			return true
		}
	}
	return false
}
