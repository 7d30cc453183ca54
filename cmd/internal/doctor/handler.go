package doctor

import (
	"slices"

	"sandbox-enforcer/analyzer"
)

// checkHandler wants the agent to start the hook, and to wait for it.
func (e *exam) checkHandler(r registered) {
	if !r.Command {
		e.problem("schema", e.again(r), "the entry of %s in %s has no \"type\": \"command\", so that it is not started", r.Event, r.path)
	}
	if r.Rest != "" {
		e.warn("handler", e.again(r), "the command line of %s in %s goes on with %q, which is the shell's: the agent may not get the hook's own answer", r.Event, r.path, masked(r.Rest))
	}
	if !slices.Contains(e.agent.Judging(), r.Event) {
		return
	}
	switch {
	case r.Late:
		e.problem("handler", e.again(r), "the entry of %s in %s says async, so that the command runs before the answer comes", r.Event, r.path)
	case r.Once:
		e.problem("handler", e.again(r), "the entry of %s in %s says once, so that only the first command is judged", r.Event, r.path)
	case r.If != "":
		e.problem("handler", e.again(r), "the entry of %s in %s is wanted only if %q: commands in other words, as in bash -c, are not judged", r.Event, r.path, r.If)
	}
}

// The time limits that make sense, in seconds: the hook answers within milliseconds, and
// agents wait ten minutes where none is given.
const (
	leastLimit = 1
	mostLimit  = 600
)

// checkTimeout wants a time limit that fits, in the agent's unit.
func (e *exam) checkTimeout(r registered) {
	form := e.agent.Form
	if form.Timeout == "" || r.Row == 0 {
		return
	}
	unit := "seconds"
	if form.Unit == 1000 {
		unit = "milliseconds"
	}
	seconds := r.Number / float64(form.Unit)
	switch {
	case r.Limit == "":
		e.warn("timeout", e.again(r), "%s in %s has no %s, so that a hook that hangs holds %s for as long as it likes", r.Event, r.path, form.Timeout, e.agent.Title)
	case r.Number <= 0:
		e.problem("timeout", e.again(r), "the %s of %s in %s is %s, and a number of %s is expected", form.Timeout, r.Event, r.path, r.Limit, unit)
	case seconds < leastLimit:
		e.problem("timeout", e.again(r), "the %s of %s in %s is %s, which %s counts in %s: the hook may be cut off, and the command runs then", form.Timeout, r.Event, r.path, r.Limit, e.agent.Title, unit)
	case seconds > mostLimit:
		e.warn("timeout", e.again(r), "the %s of %s in %s is %s, which %s counts in %s: a hook that hangs holds it that long", form.Timeout, r.Event, r.path, r.Limit, e.agent.Title, unit)
	}
}

// checkClosed wants a failure to block where the settings say so, and the agent can.
func (e *exam) checkClosed() {
	for _, r := range e.hooks {
		if r.Row > 0 && r.settings.Analyzer.Fail == analyzer.FailClosed && e.agent.Closes() && !r.Closed && slices.Contains(e.agent.Judging(), r.Event) {
			e.warn("closed", e.again(r), "%s in %s has no %s, so that a command runs where the hook fails, though it is started with --fail=closed", r.Event, r.path, e.agent.Form.Closed.Name)
		}
	}
}
