package doctor

import (
	"fmt"
	"os"
	"strings"
	"time"

	"sandbox-enforcer/cmd/internal/obey"
)

// checkAnswer sends the hook events of the agent, by the registered command line, and
// wants answers that the agent obeys.
func (e *exam) checkAnswer(r *registered, path string) {
	sent, slowest := 0, time.Duration(0)
	limit := e.limit(*r)
	for _, h := range e.sameLine(r) {
		for _, p := range probes {
			if p.agent != e.agent.Name || p.event != h.Event {
				continue
			}
			for _, t := range trials(r.settings) {
				document, can := p.announce(t, e.dir(*r))
				if !can {
					continue
				}
				out, took, err := e.ask(*r, path, document, limit)
				if err != nil {
					e.problem("answer", e.again(*r), "the hook of %s does not answer %s: %v", p.event, t.what(), err)
					return
				}
				reaction := obey.Read(obey.Event{Agent: p.agent, Name: p.event, Named: p.named}, out)
				if wrong := t.missed(reaction, e.agent.Title); wrong != "" {
					e.problem("answer", e.again(*r), "the hook of %s was asked, and %s%s", p.event, wrong, said(out))
					return
				}
				sent++
				slowest = max(slowest, took)
			}
		}
	}
	switch {
	case sent == 0:
	case slowest > limit/2:
		e.warn("answer", e.again(*r), "the hook answers, but takes %s of the %s that %s waits", slowest.Round(time.Millisecond), limit, e.agent.Title)
	default:
		e.fine("answer", "the hook was asked %d times, and %s obeys what it answers", sent, e.agent.Title)
	}
}

// sameLine are the hooks that are started by the same command line for the same scope.
func (e *exam) sameLine(r *registered) (out []registered) {
	for _, h := range e.hooks {
		if h.Line == r.Line && h.scope == r.scope {
			out = append(out, h)
		}
	}
	return out
}

// said is the first line that the hook wrote to standard error, for a message.
func said(out obey.Output) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(out.Stderr)), "\n")
	if line == "" {
		return ""
	}
	return fmt.Sprintf(" (it says %q)", masked(line))
}

// limit is how long the agent waits, as far as that is not longer than a person likes to. A
// limit that makes no sense is told elsewhere.
func (e *exam) limit(r registered) time.Duration {
	const most = 10 * time.Second
	unit := e.agent.Form.Unit
	if unit == 0 || r.Number < float64(leastLimit*unit) {
		return most
	}
	return min(most, time.Duration(r.Number/float64(unit)*float64(time.Second)))
}

// dir is where the probes' commands would run: a directory that is there.
func (e *exam) dir(r registered) string {
	for _, dir := range []string{r.settings.Bounds.Worktree, e.Project} {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir
		}
	}
	return "/"
}

// ask starts the hook with an event on standard input, the way the agent starts it. It
// keeps its state in a directory that is removed again, and no log. What a shell would do
// beside the hook is not done: nobody knows what that changes.
func (e *exam) ask(r registered, path, document string, limit time.Duration) (obey.Output, time.Duration, error) {
	state, err := os.MkdirTemp("", "sandbox-enforcer-doctor-")
	if err != nil {
		return obey.Output{}, 0, fmt.Errorf("no directory for its state can be made (%w)", err)
	}
	defer os.RemoveAll(state)
	p := process{
		words: append([]string{path}, r.Words[1:]...), dir: e.dir(r), limit: limit, stdin: document,
		env: with(e.Environ, "XDG_STATE_HOME="+state, "SANDBOX_AUDIT=off", "CLAUDE_PROJECT_DIR="+e.Project),
	}
	silent := ""
	for flag := range flagged(r.flags) {
		if flag == "--audit" {
			silent = "--audit=off" // of two flags the last one counts
		}
	}
	switch {
	case !r.Direct && r.Rest == "":
		p.words = []string{"/bin/sh", "-c", strings.TrimSpace(r.Line + " " + silent)}
	case silent != "":
		p.words = append(p.words, silent)
	}
	return p.run()
}

// with returns the environment with some variables set.
func with(environ []string, set ...string) (out []string) {
	for _, old := range environ {
		name, _, _ := strings.Cut(old, "=")
		keep := true
		for _, s := range set {
			keep = keep && !strings.HasPrefix(s, name+"=")
		}
		if keep {
			out = append(out, old)
		}
	}
	return append(out, set...)
}
