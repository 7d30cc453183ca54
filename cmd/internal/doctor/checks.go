package doctor

import (
	"fmt"
	"strings"
)

// checks are the names of what is looked at, each with how it should be, in the order in
// which it is done.
var checks = [...]struct{ name, doc string }{
	{"state", "the directory of the state is nobody's but the user's"},
	{"agent", "the agent is on the machine"},
	{"file", "the settings file can be read to its end"},
	{"schema", "the agent takes the entries of the file"},
	{"off", "hooks are not switched off"},
	{"shim", "the plugin or script of ours is there, as this version makes it"},
	{"registered", "something starts the hook"},
	{"default", "the agent that Kiro starts where none is named has the hook"},
	{"event", "the hook is registered for each event that its settings need"},
	{"twice", "the hook runs once for a command"},
	{"matcher", "the matcher takes the tool that runs commands"},
	{"handler", "the agent waits for the answer, each time and for every command"},
	{"timeout", "the time limit is there, and meant in the agent's unit"},
	{"closed", "a failure blocks where the settings want that"},
	{"settings", "the hook can use the flags that it is started with, and they name a guard"},
	{"sandbox", "the sandbox can be used, is yours to write to, and lasts"},
	{"directories", "the agent may use the sandbox outside the project"},
	{"policy", "the files of the policy can be read"},
	{"bounds", "git knows the worktree, and the project is there"},
	{"audit", "the log can be written, and is"},
	{"trust", "the agent runs the hook without being asked first"},
	{"sibling", "no other hook changes commands"},
	{"program", "the program is there, can be started, and is nobody else's to change"},
	{"version", "the program is of this version"},
	{"answer", "the hook stops what it has to, lets pass what is harmless, and the agent obeys"},
}

// Usage returns what is looked at, one a line, for --help.
func Usage() string {
	var b strings.Builder
	for _, c := range checks {
		fmt.Fprintf(&b, "  %-12s%s\n", c.name, c.doc)
	}
	return b.String()
}
