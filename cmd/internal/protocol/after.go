package protocol

import (
	"path"
	"slices"
	"strings"
)

// Lost says what became of a rewrite that the agent did not run: the command ran as it
// came, or, with a name, another one did that a program of that name may have made.
func Lost(asItCame bool, rewriter string) string {
	const then = "; what it fetched may lie outside the sandbox. From now on this session is told which command to run, and refused"
	switch {
	case asItCame:
		return Stamp("The command ran as it came, not the one that was proposed" + then)
	case rewriter != "":
		return Stamp("Another command ran than the one that was proposed: " + rewriter + " changes commands in a hook as well, and of two changes the last one counts" + then)
	}
	return Stamp("Another command ran than the one that was proposed: another hook, or a person, changed it" + then)
}

// Moved says that another command ran than the one that came, since that would have landed
// outside the sandbox.
func Moved(command string) string {
	return Stamp("The command was changed before it ran, so that what it fetches lands in the sandbox: " + command)
}

// TellsLater reports whether the model learns of a rewrite only by the event after the
// command.
func (a *Agent) TellsLater(event Event) bool {
	return a.After != nil && !a.at(event).Context
}

// rewriters are programs that are known to change commands in a hook, with their names as
// command lines have them.
var rewriters = []string{"rtk"}

// Rewriter is the first of some words that names a program which is known to change
// commands in a hook, or empty.
func Rewriter(words []string) string {
	for _, word := range words {
		if name := strings.TrimSuffix(path.Base(word), ".sh"); slices.Contains(rewriters, name) {
			return name
		}
	}
	return ""
}

// encodeAfter writes what is said after a command in Claude's form.
func encodeAfter(event Event, said string) []byte {
	var nested, whole writer
	nested.str("hookEventName", event.Request.Event)
	nested.str("additionalContext", capped(said))
	whole.str("systemMessage", capped(said))
	whole.raw("hookSpecificOutput", nested.bytes())
	return append(whole.bytes(), '\n')
}
