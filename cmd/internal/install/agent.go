package install

import (
	"slices"
	"strings"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/cmd/internal/settings"
)

// Agent is one agent as data: where it keeps its hooks, which of its events a guard
// needs, and how an entry looks there.
type Agent struct {
	// Name is what --agent of the hook calls it.
	Name string
	// Title is its own name, for people.
	Title string
	// Doc says how its form is known: seen with the agent itself at a version, or from
	// its documentation.
	Doc string
	// Programs are the names under which it is started.
	Programs []string
	// Shared says that other agents start the hooks of its files as well, so that the
	// event alone tells whose it is: Cursor, Droid, Grok and Devin read those of Claude
	// Code, as their documentation says.
	Shared bool
	// Home is its configuration directory, from the home directory; HomeEnv is the
	// variable that names another one, or empty.
	Home, HomeEnv string
	// Config says that Home counts from $XDG_CONFIG_HOME, else from ~/.config.
	Config bool
	// User is the file of the user's hooks, from Home. Project is that of a project, from
	// the project's directory; empty where there is none, and both where shims are all.
	User, Project string
	// Apart are the places of more files that hooks are registered in, each of which is by
	// itself: what one of them registers is not started for another.
	Apart []folder
	// New are the members, beside the hooks, of a file that install makes.
	New []member
	// Others are more files that it reads hooks from, below Home and below a project's
	// directory of the same name: they are looked at for second hooks, never changed.
	Others []string
	// Top are members that the file has to have beside the hooks.
	Top []member
	// Off is the member of the file by which true switches all hooks off, or empty.
	Off string
	// Whole says that an entry which is wrong makes the agent drop the whole file, Strict
	// that a comment or a trailing comma does.
	Whole, Strict bool
	// Group is the name above the events: hooks.
	Group string
	// Events are those that a guard may need.
	Events []event
	// Form is how an entry looks.
	Form form
	// Shims are files of ours that the agent needs beside its settings, or instead of them.
	Shims []shim
	// Plugins is the path of the list of plugins that the first shim's address goes into;
	// nil where the agent has hooks.
	Plugins []string
	// Directories is the path of the list of directories that the agent may use beside
	// the project; nil where a sandbox outside the project needs no such entry.
	Directories []string
	// Open says when a hook that fails lets the command run, where nothing can be set against
	// it; empty is what holds for most.
	Open string
	// Notes is what a person has to do or know after a change.
	Notes []string
}

// InProject reports whether the agent can have the hook for one project alone.
func (a Agent) InProject() bool {
	return a.Project != "" || len(a.Shims) > 0 && a.Shims[0].Project != ""
}

// tells reports whether the agent tells what it ran, by an event or by a shim.
func (a Agent) tells() bool {
	return slices.ContainsFunc(a.Events, func(e event) bool { return e.Need == checking }) ||
		slices.ContainsFunc(a.Shims, func(s shim) bool { return strings.Contains(s.Text, "tool.execute.after") })
}

// closes reports whether a failure of the hook can be made to block.
func (a Agent) closes() bool {
	return a.Form.Closed != nil || len(a.Shims) > 0 && strings.Contains(a.Shims[0].Text, "CLOSED")
}

// event returns the agent's event of that name.
func (a Agent) event(name string) (event, bool) {
	for _, e := range a.Events {
		if e.Name == name {
			return e, true
		}
	}
	return event{}, false
}

// Judging returns the names of the events by which a tool call is judged.
func (a Agent) Judging() (names []string) {
	for _, e := range a.Events {
		if e.Need == judging {
			names = append(names, e.Name)
		}
	}
	return names
}

// Needed returns the names of the events that the user's choices need, those by which a
// tool call is judged first.
func (a Agent) Needed(s settings.Settings) (names []string) {
	wanted := needs(s)
	for _, e := range a.Events {
		if slices.Contains(wanted, e.Need) {
			names = append(names, e.Name)
		}
	}
	return names
}

// Closes reports whether an entry of the agent can say that a failure of the hook blocks.
func (a Agent) Closes() bool { return a.Form.Closed != nil }

// event is an event of an agent.
type event struct {
	// Name is the event's, and Matcher the tools that it is wanted for; empty is all.
	Name, Matcher string
	// Need says which choices of the user need the event.
	Need need
}

// need is what an event is for.
type need uint8

const (
	// judging is needed always: the tool call is judged.
	judging need = iota + 1
	// checking is needed where commands are rewritten, to see whether the agent ran what
	// was proposed, and where consent is remembered.
	checking
	// consenting is needed where consent is remembered.
	consenting
	// starting is needed by the worktree guard, whose rules the model is told.
	starting
)

// moves reports whether commands are rewritten.
func moves(s settings.Settings) bool {
	return s.Analyzer.Sandbox != nil && s.Analyzer.Mode == analyzer.ModeRewrite
}

// needs are what the user's choices make necessary.
func needs(s settings.Settings) []need {
	wanted := []need{judging}
	for _, n := range []struct {
		need need
		is   bool
	}{
		{checking, moves(s) || s.Policy.Consent},
		{consenting, s.Policy.Consent},
		{starting, s.Bounds.Worktree != "" || s.Bounds.Host != ""},
	} {
		if n.is {
			wanted = append(wanted, n.need)
		}
	}
	return wanted
}

// form is how an entry looks.
type form struct {
	// TOML says that the file is in TOML, where the group is an array, and an entry one of
	// its tables, with the event in it.
	TOML bool
	// Glob says that a matcher is a name or a pattern of names, and no expression.
	Glob bool
	// Nested says that an entry is {"matcher":…, "hooks":[handler]}; else the handler
	// itself is the entry, with the matcher in it.
	Nested bool
	// Type says that a handler has "type":"command".
	Type bool
	// Title says that a handler has a name for lists of hooks.
	Title bool
	// Command is the member with the command line.
	Command string
	// Timeout is the member with the time limit, empty where there is none, and Unit how
	// many of its units are a second.
	Timeout string
	Unit    int
	// Closed is the member that makes a failure of the hook block the tool call, for
	// agents that have one.
	Closed *member
}

// patience is how many seconds an agent waits for the hook. The hook answers within
// milliseconds, and waits no more than five seconds for its event.
const patience = 10

// programName is the hook's program. An entry whose command line starts it is ours.
const programName = "sandbox-enforcer-hook"
