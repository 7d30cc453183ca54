package protocol

import (
	"slices"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/rules"
)

// Agent is one agent's way to ask and to be answered.
type Agent struct {
	// Name is what --agent calls it.
	Name string
	// Doc is one line.
	Doc string
	// Decode reads one event. On an error the event holds what the answer's form
	// depends on, so that it can be encoded all the same.
	Decode func(document []byte) (Event, error)
	// Encode writes the answer to the event: one JSON document and a newline, or
	// nothing where the agent's own permissions apply.
	Encode func(Event, Answer) []byte
	// Start writes what the model is told when a session begins: one JSON document and
	// a newline. It is nil where the agent has no such event.
	Start func(context string) []byte
}

// Agents returns every agent in the order in which they are shown.
func Agents() []Agent {
	return []Agent{
		{Name: "claude", Doc: "Claude Code, and the payload without an event's name", Decode: decodeClaude, Encode: encodeClaude, Start: startClaude},
	}
}

// Find returns the agent of that name.
func Find(name string) (Agent, bool) {
	agents := Agents()
	i := slices.IndexFunc(agents, func(a Agent) bool { return a.Name == name })
	if i < 0 {
		return Agent{}, false
	}
	return agents[i], true
}

// Event is one event of an agent.
type Event struct {
	// Judged says that the event holds a call to judge. Any other event passes.
	Judged bool
	// Started says that a session begins.
	Started bool
	// Prompted says that the agent shows its own prompt for the command, and Ran that
	// the command has run, whatever came of it.
	Prompted, Ran bool
	// Background and NoSandbox say that the command runs in the background, and without
	// the agent's own sandbox: the same text is another call then.
	Background, NoSandbox bool
	// Request is the tool call. A call of a file tool has Targets, and a Cwd where the
	// event gives one. Its sources have their text, and their directory
	// where the event says anything about it: else Dir is the zero Value, and the
	// commands run where the hook does.
	Request analyzer.Request
	// Notes name the fields that were ignored because they are of a wrong type, each
	// with what to do, one line each.
	Notes []string

	// named says that the event has a name. One without, and one that could not be
	// read that far, is answered in the older form as well.
	named bool
	// input is the tool's input as it came; command is the place of the command's
	// JSON string in it.
	input   []byte
	command bytesSpan
}

// bytesSpan is a half-open range of bytes.
type bytesSpan struct{ start, end int }

// Answer is a verdict in words.
type Answer struct {
	// Verdict is what is to happen. Invalid is encoded as Deny.
	Verdict rules.Verdict
	// Grant says that a Rewrite skips the agent's own prompt.
	Grant bool
	// Command is what is to run instead, for Rewrite alone.
	Command string
	// Reason is for the person who is asked, or for the model that is refused.
	Reason string
	// Context is for the model: what became of the command.
	Context string
}
