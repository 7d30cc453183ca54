// Package protocol speaks the hook protocols of agents: one file an agent, which
// reads its event and writes its answer.
//
// It promises that an event is read whole or not at all; that what is not understood
// is named by its field; and that a rewritten command goes back inside the very bytes
// of the input that the agent sent, since agents replace the whole input and never
// merge.
//
// Vocabulary: an event is what an agent says before it calls a tool; it is judged
// where there is a command to look at, or a file tool, which has targets: the fields of
// its input that name paths, as a table an agent says; an answer is a verdict in words,
// before it has an agent's form.
//
//	agent, ok := protocol.Find("claude")
//	event, err := agent.Decode(document)
//	answer := protocol.Compose(report, settings.Mode)
//	stdout := agent.Encode(event, answer)
package protocol
