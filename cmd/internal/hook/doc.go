// Package hook is the program that an agent starts before each tool call: one event
// on standard input, at most one JSON document on standard output.
//
// It promises to end with status 0 whatever it is given, but where the agent is not
// known and the setting FAIL forbids to pass; to write the whole answer by one call,
// since half an answer counts as none; and to change nothing on the machine but to
// make the sandbox directory before it answers with a rewrite and, where a policy
// judges, to keep its counts, consents and log.
//
// Vocabulary: an event that cannot be read, a setting that cannot be used and a panic
// are failures; what they get is the setting FAIL's choice. Where no guard is
// configured nothing is judged, so nothing can fail.
//
//	os.Exit(hook.Run(hook.Process(os.Args[1:], version)))
package hook
