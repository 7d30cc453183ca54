package protocol

import (
	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/rules"
)

// Agent is one agent's way to ask and to be answered.
type Agent struct {
	// Name is what --agent calls it, and Title what people do.
	Name, Title string
	// Doc is one line.
	Doc string
	// Checked says how it is known that the agent does what is written here.
	Checked string
	// Is tells the agent's events; nil where nothing in them does, so that --agent has to.
	Is func(*signs) bool
	// Can is what the agent understands of an answer, and CanAt what it does in answer to
	// one event; nil where that is the same.
	Can   Can
	CanAt func(Event) Can
	// Alone are the permission modes in which nobody is asked.
	Alone []string
	// shapes are the events that are read by a shape, for what is shown of them.
	shapes []*shape
	// Decode reads one event. On an error the event holds what the answer's form
	// depends on, so that it can be encoded all the same.
	Decode func(document []byte) (Event, error)
	// Encode writes an answer that the agent can be given: one JSON document and a
	// newline, or nothing where the agent's own permissions apply.
	Encode func(Event, Answer) []byte
	// After writes what the model and the person are told once a command ran: one JSON
	// document and a newline. It is nil where the agent takes nothing then.
	After func(event Event, said string) []byte
	// Anonymous says that the event after a command does not have the id of the call that
	// the event before it had.
	Anonymous bool
	// Start writes what the model is told when a session begins: one JSON document and
	// a newline. It is nil where the agent has no such event.
	Start func(context string) []byte
}

// agents are in the order in which they are shown. The first one is told by nothing: it
// is who sends what no other agent does.
var agents = [...]*Agent{
	&claudeAgent,
	&codexAgent,
	&geminiAgent,
	&copilotAgent,
	&cursorAgent,
	&opencodeAgent,
	&piAgent,
	&windsurfAgent,
	&kiroAgent,
	&qwenAgent,
	&droidAgent,
	&crushAgent,
	&gooseAgent,
	&clineAgent,
	&antigravityAgent,
	&devinAgent,
	&grokAgent,
	&kimiAgent,
	&augmentAgent,
}

// Agents returns every agent in the order in which they are shown.
func Agents() []Agent {
	out := make([]Agent, len(agents))
	for i, a := range agents {
		out[i] = *a
	}
	return out
}

// Unknown is an agent whose form is not known: it is refused by the status.
var Unknown = Agent{Title: "an agent that is not known", Encode: encodeNothing}

// Find returns the agent of that name.
func Find(name string) (Agent, bool) {
	for _, a := range agents {
		if a.Name == name {
			return *a, true
		}
	}
	return Unknown, false
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
	// Lost says that the agent has lost a rewrite in this session: it is instructed.
	Lost bool
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
	// input is the tool's input as it came; commands are the places of the commands'
	// JSON strings in it, in order.
	input    []byte
	commands []bytesSpan
	// frozen says that the input cannot be sent back.
	frozen bool
}

// bytesSpan is a half-open range of bytes.
type bytesSpan struct{ start, end int }

// Answer is a verdict in words.
type Answer struct {
	// Verdict is what is to happen. Invalid is encoded as Deny.
	Verdict rules.Verdict
	// Grant says that a Rewrite skips the agent's own prompt.
	Grant bool
	// Command is what is to run instead, for Rewrite alone. Commands are what is to run
	// instead of each where the event holds several, empty for those that stay.
	Command  string
	Commands []string
	// Reason is for the person who is asked, or for the model that is refused.
	Reason string
	// Context is for the model: what became of the command.
	Context string
}
