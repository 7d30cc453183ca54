package doctor

import (
	"slices"

	"sandbox-enforcer/cmd/internal/install"
)

// groups are the hooks that are started together: all of them, or those of one file where
// each file is by itself.
func (e *exam) groups() (out [][]registered) {
	for _, r := range e.hooks {
		last := len(out) - 1
		if last < 0 || e.agent.Apart != nil && out[last][0].path != r.path {
			out = append(out, nil)
			last++
		}
		out[last] = append(out[last], r)
	}
	return out
}

// checkEvents wants the hook for every event that its settings need, from whichever file.
func (e *exam) checkEvents(hooks []registered) {
	if len(e.agent.Events) == 0 || e.unread() {
		return
	}
	r := hooks[0]
	judging := e.agent.Judging()
	for _, name := range e.agent.Needed(r.settings) {
		switch {
		case slices.ContainsFunc(hooks, func(r registered) bool { return r.Event == name }):
		case slices.Contains(judging, name):
			e.problem("event", e.again(r), "the hook is not registered for %s, so that what it announces is not judged", name)
		default:
			e.warn("event", e.again(r), "the hook is not registered for %s, which its settings need", name)
		}
	}
	for _, other := range hooks[1:] {
		if !slices.Equal(e.kept(other), e.kept(r)) && other.scope == r.scope {
			e.warn("event", e.again(r), "%s is registered with other flags than %s, so that the one does not know what the other did", other.Event, r.Event)
			return
		}
	}
}

// checkTwice wants the hook to run once for a command.
func (e *exam) checkTwice(hooks []registered) {
	for _, name := range e.agent.Judging() {
		var all []registered
		for _, r := range hooks {
			if takes, err := r.MeansShell(e.tool(name)); r.Event == name && takes && err == nil {
				all = append(all, r)
			}
		}
		if len(all) < 2 {
			continue
		}
		first, last := all[0], all[len(all)-1]
		mend := edit(last, "remove this entry")
		switch {
		case first.path == last.path:
			mend = e.again(first) // which keeps one of them
		case last.scope == install.Project && e.written(last):
			mend = "sandbox-enforcer uninstall " + e.agent.Name + " --project"
		}
		e.warn("twice", mend, "%s starts the hook %d times, in %s and %s: each answers, and of two changes the last one counts", name, len(all), first.path, last.path)
	}
}

// written reports whether a command line is in a file that install writes.
func (e *exam) written(r registered) bool {
	paths, _, err := e.Paths(e.agent, r.scope)
	return err == nil && slices.Contains(paths, r.path)
}

// checkMatchers wants one of the matchers of each event to take the tool that runs
// commands.
func (e *exam) checkMatchers(hooks []registered) {
	for _, name := range e.agent.Judging() {
		tool := e.tool(name)
		if tool == "" {
			continue
		}
		var missing *registered
		found := false
		for i, r := range hooks {
			if r.Event != name {
				continue
			}
			takes, err := r.MeansShell(tool)
			if err != nil {
				e.problem("matcher", e.again(r), "the matcher %q of %s is no regular expression, so that the hook is not started", r.Matcher, name)
				takes = true // it is told
			}
			found = found || takes
			if !takes && missing == nil {
				missing = &hooks[i]
			}
		}
		if !found && missing != nil {
			e.problem("matcher", e.again(*missing), "the matcher %q of %s does not take %q, the tool that runs commands", missing.Matcher, name, tool)
		}
	}
}

// tool is what an agent calls the tool that runs commands, in an event.
func (e *exam) tool(event string) string {
	for _, p := range shellProbes(e.agent.Name) {
		if p.event == event {
			return p.tool
		}
	}
	return ""
}
