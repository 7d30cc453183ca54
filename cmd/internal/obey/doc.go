// Package obey says what each agent makes of what a hook answers: from what the real ones
// did, from their sources and from their documentation.
//
// It promises to share nothing with package protocol, which writes the answers: what the
// one gets wrong, the other finds. It takes no more than agents surely obey. A key that
// the documentation does not have makes an answer none, though some agents let it pass.
//
// Vocabulary: an output is what the hook printed and its status; the reaction is what the
// agent does then. The hook itself does not link it.
//
//	r := obey.Read(obey.Event{Agent: "codex", Name: "PreToolUse", Named: true}, out)
//	if !r.Does.Stops() { … }
package obey
