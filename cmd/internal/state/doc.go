// Package state remembers, from one run of the hook to the next, what no single event
// tells: how often a session was refused, and what a person agreed to.
//
// It promises never to wait: there is no lock, nothing is opened that could block, and
// nothing is flushed to the disk. What many processes do at once cannot spoil it: the
// breaker is a file that grows by one byte an answer, and an entry of consent is a
// file of its own that is renamed into place. What is torn, foreign or of another
// version counts as not there where it would allow something, and is an error where it
// would be counted. Everything lies in $XDG_STATE_HOME/sandbox-enforcer, else in
// ~/.local/state/sandbox-enforcer, in directories that nobody but the user may write.
//
// Vocabulary: a session is the client's own name for a conversation, and is untrusted
// text; the breaker counts the answers BLOCKED of a session; a key is one exact
// command at one place; it is pending from the moment when a person is asked about it,
// and has consent once it has run.
//
// A proposal is the command that a call was answered with; a session whose agent lost one
// is instructed.
//
//	store, err := state.Open(os.LookupEnv)
//	n, err := store.Count("session")
//	err = store.Prompted("session", key, time.Now())         // PermissionRequest
//	given, err := store.Confirm("session", key, time.Now())  // PostToolUse
//	store.Allowed(key, time.Now())
//	err = store.Propose(call, came, proposed, time.Now())    // a rewrite
//	outcome, err := store.Ran(call, ran, time.Now())         // PostToolUse
//	err = store.Instruct("session", time.Now())              // where it was lost
//	store.Instructed("session")
package state
