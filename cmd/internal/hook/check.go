package hook

import (
	"strings"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/cmd/internal/audit"
	"sandbox-enforcer/cmd/internal/protocol"
	"sandbox-enforcer/cmd/internal/state"
	"sandbox-enforcer/rules"
)

// lostEvent is the type of the log's entries about rewrites that did not run.
const lostEvent = "sandbox_rewrite_lost"

// lost reports whether the agent has lost a rewrite in the session of a request.
func (h *hook) lost(request analyzer.Request) bool {
	if !h.settings.Check || request.Session == "" {
		return false
	}
	s := h.store()
	return s != nil && s.Instructed(request.Session)
}

// propose remembers the commands that the agent is given in the place of those that came,
// to be compared with what it runs.
func (h *hook) propose(report analyzer.Report) {
	request := report.Request
	if !h.settings.Check || report.Verdict != rules.Rewrite || request.Session == "" {
		return
	}
	s := h.store()
	if s == nil {
		return
	}
	came, proposed := texts(request), texts(request)
	for i, command := range report.Rewritten {
		if command != "" {
			proposed[i] = command
		}
	}
	if err := s.Propose(h.call(request), came, proposed, h.Now()); err != nil {
		h.say(err.Error())
	}
}

// call is how a call is found again once its command has run.
func (h *hook) call(request analyzer.Request) state.Call {
	call := state.Call{Session: request.Session, ID: request.CallID}
	if h.agent.Anonymous {
		call.ID = ""
	}
	return call
}

// compare compares what ran with what was proposed. Where a rewrite was lost the model and
// the person are told, and the session is instructed from then on. A model that could not be
// told of a rewrite before is told now.
func (h *hook) compare() int {
	request := h.event.Request
	if !h.settings.Check || request.Session == "" || len(request.Sources) == 0 {
		return h.pass()
	}
	s := h.store()
	if s == nil {
		return h.pass()
	}
	ran := texts(request)
	outcome, err := s.Ran(h.call(request), ran, h.Now())
	if err != nil {
		h.say(err.Error())
	}
	switch {
	case outcome == state.AsProposed && h.agent.TellsLater(h.event):
		return h.send(protocol.Output{Stdout: h.agent.After(h.event, protocol.Moved(audit.Mask(strings.Join(ran, "\n"))))})
	case outcome != state.AsItCame && outcome != state.Otherwise:
		return h.pass()
	}
	if err := s.Instruct(request.Session, h.Now()); err != nil {
		h.say(err.Error())
	}
	said := protocol.Lost(outcome == state.AsItCame, protocol.Rewriter(strings.Fields(strings.Join(ran, " "))))
	h.print(h.Stderr, said+"\n")
	h.append(h.auditLog(h.root(h.place(request))), lostEntry(request, said))
	if h.agent.After == nil {
		return h.pass()
	}
	return h.send(protocol.Output{Stdout: h.agent.After(h.event, said)})
}

// lostEntry is what the log says of a rewrite that did not run.
func lostEntry(request analyzer.Request, said string) audit.Entry {
	entry := audit.Of(analyzer.Report{Request: request, Verdict: rules.Rewrite}, said, "")
	entry.Event = lostEvent
	return entry
}

func texts(request analyzer.Request) []string {
	out := make([]string, len(request.Sources))
	for i, source := range request.Sources {
		out[i] = source.Text
	}
	return out
}
