package protocol

import (
	"path"
	"slices"
	"strings"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/rules"
)

// The words that begin every line for people.
const (
	tag     = "[SandboxEnforcer] "
	blocked = tag + "BLOCKED: "
	refused = blocked + "External content acquisition denied (block mode)"
)

// Compose puts a report into words. The settings are those that it was made with.
func Compose(report analyzer.Report, s analyzer.Settings) Answer {
	answer := Answer{Verdict: report.Verdict, Grant: report.Grant, Reason: Reason(report, s.Mode), Context: Context(report, s.Sandbox)}
	if report.Verdict == rules.Rewrite {
		if len(report.Rewritten) > 0 {
			answer.Command = report.Rewritten[0]
		}
	}
	if report.Verdict == rules.Rewrite && len(report.Rewritten) > 1 {
		answer.Commands = report.Rewritten
	}
	return answer
}

// Unread returns the answer to what could not be read, as the setting says.
func Unread(fail analyzer.Fail, why string) Answer {
	verdicts := [...]rules.Verdict{analyzer.FailOpen: rules.Pass, analyzer.FailAsk: rules.Ask, analyzer.FailClosed: rules.Deny}
	if int(fail) >= len(verdicts) {
		return Answer{Verdict: rules.Deny, Reason: Stamp(why)}
	}
	return Answer{Verdict: verdicts[fail], Reason: Stamp(why)}
}

// Stamp returns a message as a line of this program.
func Stamp(message string) string { return tag + Line(message) }

// Stderr returns the lines for standard error, none where nothing is changed.
// Claude Code shows them to nobody when the hook ends well: they are for logs.
func Stderr(report analyzer.Report, mode analyzer.Mode) []string {
	switch report.Verdict {
	case rules.Pass, rules.Allow:
		return nil
	case rules.Rewrite:
		var lines []string
		for _, f := range moved(report) {
			lines = append(lines, tag+redirected(f))
		}
		return lines
	case rules.Ask:
		return each(report, tag+"Asking first: ")
	}
	switch {
	case mode == analyzer.ModeBlock && !byPolicy(report):
		return []string{refused}
	case mode == analyzer.ModeInstruct && command(report) != "":
		return []string{Line(cannot(report) + ". Use: " + command(report))}
	}
	return each(report, blocked)
}

// Reason returns why, for the person who is asked and for the model that is refused:
// the messages of all findings in source order. In mode instruct it ends with the
// command to run, as it is.
func Reason(report analyzer.Report, mode analyzer.Mode) string {
	switch report.Verdict {
	case rules.Pass:
		return ""
	case rules.Allow:
		return tag + report.Class.String() + ": " + allowed(report)
	case rules.Rewrite:
		var all []string
		for _, f := range moved(report) {
			all = append(all, redirected(f))
		}
		return tag + strings.Join(all, "; ")
	case rules.Ask:
		return tag + "Asking first: " + messages(report)
	}
	switch use := command(report); {
	case mode == analyzer.ModeBlock && !byPolicy(report):
		return refused + ": " + messages(report)
	case mode == analyzer.ModeInstruct && use != "":
		return useInstead(cannot(report)+": "+messages(report), use)
	}
	return blocked + messages(report)
}

// byPolicy reports whether another guard than that of acquisitions refuses, whatever
// else is found.
func byPolicy(report analyzer.Report) bool {
	if report.Class == rules.Blocked {
		return true
	}
	return slices.ContainsFunc(report.Findings, func(f rules.Finding) bool {
		return f.Verdict == rules.Deny && f.Rule != nil && !rules.Moves(f.Rule)
	})
}

// allowed says why a command runs without a prompt.
func allowed(report analyzer.Report) string {
	var all []string
	for _, f := range report.Findings {
		if f.Verdict == rules.Allow {
			all = append(all, message(f))
		}
	}
	return strings.Join(all, "; ")
}

// Findings joins what all findings say, each with its rule, for the log.
func Findings(report analyzer.Report) string {
	all := make([]string, len(report.Findings))
	for i, f := range report.Findings {
		all[i] = message(f)
	}
	return strings.Join(all, "; ")
}

// Debug returns the line that says what class a command has, as the sandboxing guide
// writes it. The command is masked by the caller.
func Debug(report analyzer.Report, command string) string {
	sign, note := "?", "the agent's own permissions decide"
	switch {
	case report.Class == rules.Safe && report.Verdict == rules.Allow:
		sign, note = "✓", "auto-approve"
	case report.Class == rules.Safe:
		sign, note = "✓", "not approved: "+report.Verdict.String()
	case report.Class == rules.Blocked:
		sign, note = "✗", messages(report)
	case report.Verdict == rules.Allow:
		sign, note = "✓", "allowed before"
	}
	const room = 200
	command = Line(command)
	if len(command) > room {
		command = strings.ToValidUTF8(command[:room], "") + "…"
	}
	class := report.Class.String()
	if class == "" { // of a file tool, which no policy classifies
		sign, class, note = "✗", rules.Blocked.String(), messages(report)
	}
	return "[SANDBOX] " + sign + " " + command + " - " + class + " (" + note + ")"
}

// Context returns what the model has to know of a rewrite, which it does not see
// otherwise: where the content goes. It states facts; orders from a tool's output
// would be taken for an attack.
func Context(report analyzer.Report, sandbox *rules.Sandbox) string {
	if report.Verdict != rules.Rewrite {
		return ""
	}
	facts := []string{"The command was changed before it ran, because external content is kept in the sandbox directory."}
	for _, f := range moved(report) {
		facts = append(facts, landed(f.Acquisition, sandbox))
		if more := besides(f); more != "" {
			facts = append(facts, "Other outputs of the same command are moved as well: "+more+".")
		}
	}
	return Line(strings.Join(facts, " "))
}

// useInstead puts the command to run after the reason. A command that would not fit
// is not given in part: half a command is another command.
func useInstead(reason, use string) string {
	const before = ". Use: "
	if whole := reason + before + use; capped(whole) == whole {
		return whole
	}
	return capped(reason + ". The command to run instead is too long to be given here")
}

// command returns what is to run instead, or "": of several commands all of them, a line
// each, those that stay as well.
func command(report analyzer.Report) string {
	if !slices.ContainsFunc(report.Rewritten, func(command string) bool { return command != "" }) {
		return ""
	}
	all := slices.Clone(report.Rewritten)
	for i, command := range all {
		if command == "" && i < len(report.Request.Sources) {
			all[i] = report.Request.Sources[i].Text
		}
	}
	return strings.Join(all, "\n")
}

// cannot begins the refusal of mode instruct.
func cannot(report analyzer.Report) string {
	noun := "the command"
	if found := moved(report); len(found) > 0 {
		noun = found[0].Acquisition.Noun
	}
	return blocked + "Cannot safely rewrite " + Line(noun) + " in instruct mode"
}

// moved returns the findings whose acquisition gets another place.
func moved(report analyzer.Report) []rules.Finding {
	return slices.DeleteFunc(slices.Clone(report.Findings), func(f rules.Finding) bool {
		return f.Acquisition == nil || f.Acquisition.New == ""
	})
}

// redirected says of one finding what was moved, for people.
func redirected(f rules.Finding) string {
	a := f.Acquisition
	text := "Redirected " + a.Noun + " to sandbox: " + a.New
	if a.Destination != "" {
		text += " (was " + a.Destination + ")"
	}
	if more := besides(f); more != "" {
		text += ", and " + more
	}
	if a.Replaces {
		text += "; the file that is there now is replaced"
	}
	return Line(text)
}

// besides lists the words of the other outputs that one finding moves.
func besides(f rules.Finding) string {
	if f.Fix == nil || len(f.Fix.Edits) < 2 {
		return ""
	}
	var words []string
	for _, e := range f.Fix.Edits[1:] {
		words = append(words, e.Text)
	}
	return strings.Join(words, ", ")
}

// landed tells where one acquisition goes, and how a later command reaches it.
func landed(a *rules.Acquisition, sandbox *rules.Sandbox) string {
	below := sandbox != nil && (a.New == sandbox.Given || a.New == sandbox.Path)
	text := "The " + a.Noun
	if a.URL != "" {
		text += " of " + a.URL
	}
	where := " lands at "
	if below {
		where = " lands below the directory "
	}
	text += where + a.New
	if a.NewPath != "" && a.NewPath != a.New {
		text += " (" + a.NewPath + ")"
	}
	if !unnamed(a) {
		text += ", not at " + a.Destination
	}
	text += ". " + later(a, below)
	if a.Replaces {
		text += " The file that was there before is replaced."
	}
	return text
}

// later tells how a command that comes later reaches the content.
func later(a *rules.Acquisition, below bool) string {
	name := path.Base(a.New)
	switch {
	case below:
		return "A later command that means it must use that directory."
	case strings.HasSuffix(a.Noun, "clone") && unnamed(a):
		return "A later `cd " + name + "` must use that path."
	case strings.HasSuffix(a.Noun, "clone"):
		return "A later `cd " + a.Destination + "` must use that path."
	}
	return "A later command that means " + name + " must use that path."
}

// unnamed says that the command gives no place that has a name.
func unnamed(a *rules.Acquisition) bool {
	return slices.Contains([]string{"", ".", "..", "/"}, a.Destination)
}

// each returns the findings' messages as lines that begin alike.
func each(report analyzer.Report, begin string) []string {
	var lines []string
	for _, f := range strict(report) {
		lines = append(lines, begin+message(f))
	}
	if len(lines) == 0 {
		return []string{begin + unexplained}
	}
	return lines
}

// messages joins the findings' messages in source order.
func messages(report analyzer.Report) string {
	var out []string
	for _, f := range strict(report) {
		out = append(out, message(f))
	}
	if len(out) == 0 {
		return unexplained
	}
	return strings.Join(out, "; ")
}

const unexplained = "no finding says why"

// strict returns the findings that ask for more than to let the command run.
func strict(report analyzer.Report) []rules.Finding {
	return slices.DeleteFunc(slices.Clone(report.Findings), func(f rules.Finding) bool {
		return f.Verdict == rules.Pass || f.Verdict == rules.Allow
	})
}

// message is what a finding says, with its rule last.
func message(f rules.Finding) string {
	text := Line(f.Message)
	if f.Rule != nil {
		text += " [" + f.Rule.ID + "]"
	}
	return text
}
