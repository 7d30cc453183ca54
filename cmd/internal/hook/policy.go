package hook

import (
	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/cmd/internal/audit"
	"sandbox-enforcer/cmd/internal/bounds"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/policy"
	"sandbox-enforcer/cmd/internal/protocol"
	"sandbox-enforcer/cmd/internal/state"
	"sandbox-enforcer/rules"
)

// root is the project that a request belongs to.
func (h *hook) root(request analyzer.Request) string {
	if h.settings.Project != "" {
		return h.settings.Project
	}
	return facts.Project(h.Facts, request.Dir())
}

// choose completes the settings of the analysis: where the agent belongs, the policy,
// which is read only where its guard is on, and whether the breaker has tripped.
func (h *hook) choose(request analyzer.Request, root string) analyzer.Settings {
	chosen, notes := bounds.Find(h.settings, h.Facts, request.Dir(), h.Env, h.Program)
	h.say(notes...)
	if !h.settings.Policy.On {
		return chosen
	}
	loaded, problems := policy.Load(policy.Options{
		File: h.settings.Policy.File, Profile: h.settings.Policy.Profile, Project: root, Env: h.Env,
	})
	for _, p := range problems {
		if p.Kind != policy.Note || h.settings.Debug {
			h.say(p.Error())
		}
	}
	chosen.Policy = &loaded.Policy
	chosen.Tripped = h.tripped(&loaded.Policy, request.Session)
	return chosen
}

// store returns the state on disk; nil, after a line, where it cannot be used.
func (h *hook) store() *state.Store {
	s, err := state.Open(h.Env)
	if err != nil {
		h.say(err.Error())
		return nil
	}
	return s
}

// tripped reports whether the session has had as many BLOCKED answers as the policy
// allows. Where that cannot be told it has. Without a session nothing is counted.
func (h *hook) tripped(p *rules.Policy, session string) bool {
	if !p.Enabled || !p.Breaker.Enabled || session == "" {
		return false
	}
	s := h.store()
	if s == nil {
		return true
	}
	count, err := s.Count(session)
	if err != nil {
		h.say(err.Error() + ": nothing is approved meanwhile")
		return true
	}
	return count >= p.Breaker.Threshold
}

// count adds a BLOCKED answer to those of the session. One that rests on an operator
// alone is no attempt at anything.
func (h *hook) count(chosen analyzer.Settings, report analyzer.Report) {
	session := report.Request.Session
	if chosen.Policy == nil || !chosen.Policy.Enabled || !chosen.Policy.Breaker.Enabled || session == "" || !violates(report) {
		return
	}
	s := h.store()
	if s == nil {
		return
	}
	if before, err := s.Count(session); err == nil && before == 0 {
		s.Sweep(h.Now()) // once a session
	}
	if err := s.Add(session); err != nil {
		h.say(err.Error())
	}
}

func violates(report analyzer.Report) bool {
	if report.Verdict != rules.Deny {
		return false
	}
	for _, f := range report.Findings {
		if f.Verdict == rules.Deny && f.Rule != rules.PolicyOperator {
			return true
		}
	}
	return false
}

// log writes the answer to the audit log, where there is one. A log that cannot be
// written changes no answer.
func (h *hook) log(report analyzer.Report, root string) {
	if len(report.Request.Sources) == 0 && report.Verdict == rules.Pass {
		return // calls of file tools are many: only what is refused is told
	}
	h.append(h.auditLog(root), audit.Of(report, protocol.Findings(report), report.Profile))
}

// auditLog returns the audit log of a project; nil where there is none.
func (h *hook) auditLog(root string) *audit.Log {
	var file audit.Log
	switch {
	case h.settings.Audit == "off":
		return nil
	case h.settings.Audit != "":
		file = audit.At(h.settings.Audit)
	case h.settings.Policy.On && root != "":
		file = audit.InProject(root)
	default:
		return nil
	}
	return &file
}

// append writes an entry to the log, if there is one.
func (h *hook) append(log *audit.Log, entry audit.Entry) {
	if log == nil {
		return
	}
	if err := log.Append(entry, h.Now()); err != nil {
		h.say(err.Error())
	}
}

// key is what a person's consent to a command holds for: the very same call in the
// same project and directory.
func (h *hook) key(request analyzer.Request, root string) (key state.Key, ok bool) {
	if len(request.Sources) != 1 || request.Session == "" {
		return state.Key{}, false
	}
	dir, known := request.Sources[0].Dir.Text()
	return state.Key{
		Project: root, Dir: dir, Command: request.Sources[0].Text, Background: h.event.Background, NoSandbox: h.event.NoSandbox,
	}, known
}

// undecided reports whether the guards leave a command to a person: only then can a
// consent be remembered, or count.
func undecided(chosen analyzer.Settings, report analyzer.Report) bool {
	if report.Verdict != rules.Pass || report.Class != rules.NeedsApproval || chosen.Tripped || chosen.Policy.Mistrusted != "" {
		return false
	}
	return chosen.Policy.Authorizes(report.Request.AgentType)
}

// consented turns a pass into an allow where a person has allowed the same call before.
func (h *hook) consented(chosen analyzer.Settings, report analyzer.Report, root string) analyzer.Report {
	if !h.settings.Policy.Consent || chosen.Policy == nil || !undecided(chosen, report) {
		return report
	}
	key, ok := h.key(report.Request, root)
	if !ok {
		return report
	}
	if s := h.store(); s != nil && s.Allowed(key, h.Now()) {
		report.Verdict = rules.Allow
		report.Findings = append(report.Findings, rules.Finding{
			Rule: rules.PolicyConsent, Verdict: rules.Allow, Message: "a person allowed the same command here before",
		})
	}
	return report
}

// remember notes that the client asks for a command, or that it ran after that. Only
// the two together say that a person allowed it.
func (h *hook) remember() {
	if !h.settings.Policy.On || !h.settings.Policy.Consent || !(h.event.Prompted || h.event.Ran) {
		return
	}
	request := h.place(h.event.Request)
	root := h.root(request)
	key, ok := h.key(request, root)
	if !ok {
		return
	}
	s := h.store()
	if s == nil {
		return
	}
	if h.event.Ran {
		if _, err := s.Confirm(request.Session, key, h.Now()); err != nil {
			h.say(err.Error())
		}
		return
	}
	chosen := h.choose(request, root)
	if request.Mode != "default" || !undecided(chosen, h.analyze(chosen, request)) {
		return
	}
	if err := s.Prompted(request.Session, key, h.Now()); err != nil {
		h.say(err.Error())
	}
}
