// Package protocol speaks the hook protocols of agents: one file an agent, which
// reads its event and writes its answer.
//
// It promises that an event is read whole or not at all; that what is not understood
// is named by its field; and that a rewritten command goes back inside the very bytes
// of the input that the agent sent, since agents replace the whole input and never
// merge.
//
// What an agent does not understand is made stricter, by the one table of degrade.go: no
// answer is one that an agent ignores, since most of them run the command then.
//
// Vocabulary: an event is what an agent says before it calls a tool; it is judged
// where there is a command to look at, or a file tool, which has targets: the fields of
// its input that name paths, as a table an agent says; an answer is a verdict in words,
// before it has an agent's form. A shape says, as data, where the events of an agent have
// what is read of them; signs tell the events of one agent from those of another.
//
//	agent, ok := protocol.Detect(document) // or protocol.Find("codex")
//	event, err := agent.Decode(document)
//	report, mode, more := agent.Fit(event, report, settings.Mode)
//	out := agent.Answer(event, protocol.Compose(report, settings).With(more))
package protocol
