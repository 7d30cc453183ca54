package protocol

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/rules"
)

// Can is what an agent understands of an answer. The zero value is an agent that can
// only be refused, by the status 2.
type Can struct {
	// Rewrite says that another command may be put in the place of the one that came,
	// Ask that a person can be asked, and Allow that the agent's own prompt can be
	// skipped.
	Rewrite, Ask, Allow bool
	// Context says that the model can be told what became of the command.
	Context bool
	// Document says that a refusal is written to standard output. Else it is text on
	// standard error, for the model, with the status 2.
	Document bool
}

// degradations is what becomes of an answer that an agent cannot be given, in this order:
// each line looks at what the lines before it have left.
var degradations = [...]struct {
	// verdict is what cannot be given, for the reason missing.
	verdict rules.Verdict
	missing func(*situation) bool
	// instead is given, and what to do is said after the reason.
	instead rules.Verdict
	say     func(*situation) string
}{
	{rules.Allow, func(s *situation) bool { return !s.can.Allow }, rules.Pass, nil},
	{rules.Allow, func(s *situation) bool { return s.several && s.class != rules.NoClass && s.class != rules.Safe }, rules.Pass, nil},
	{rules.Rewrite, func(s *situation) bool { return !s.can.Rewrite }, rules.Deny, nil}, // its reason ends with the command to run
	{rules.Rewrite, func(s *situation) bool { return !s.fits }, rules.Ask, nil},
	{rules.Ask, func(s *situation) bool { return !s.can.Ask }, rules.Deny, func(s *situation) string {
		return s.agent.Title + " cannot ask a person here: " + unasked
	}},
	{rules.Ask, func(s *situation) bool { return slices.Contains(s.agent.Alone, s.mode) }, rules.Deny, func(s *situation) string {
		return fmt.Sprintf("nobody is asked in the permission mode %.40q: ", s.mode) + unasked
	}},
}

const unasked = "write the command so that nothing is left to ask, or let a person run it"

// situation is what a degradation depends on.
type situation struct {
	agent   *Agent
	can     Can
	mode    string // the permission mode
	fits    bool   // the rewritten commands can be put into the input
	several bool   // the event holds several commands
	class   rules.Class
}

// fit returns the verdict that the agent can be given instead, and what to say with it.
func (s *situation) fit(verdict rules.Verdict) (rules.Verdict, string) {
	say := ""
	for _, d := range degradations {
		if d.verdict != verdict || !d.missing(s) {
			continue
		}
		verdict = d.instead
		if d.say != nil {
			say = d.say(s)
		}
	}
	if verdict == rules.Invalid {
		verdict = rules.Deny
	}
	return verdict, say
}

// at returns what the agent understands in answer to the event.
func (a *Agent) at(event Event) Can {
	can := a.Can
	if a.CanAt != nil {
		can = a.CanAt(event)
	}
	can.Rewrite = can.Rewrite && !event.Lost
	return can
}

// Fit returns the report as the agent can be told it, with the mode whose words are
// right then, and what is to be said after the reason, or "". An agent that cannot be
// given another command is instructed.
func (a *Agent) Fit(event Event, report analyzer.Report, mode analyzer.Mode) (analyzer.Report, analyzer.Mode, string) {
	s := situation{
		agent: a, can: a.at(event), mode: event.Request.Mode, class: report.Class,
		fits: event.takes(report.Rewritten), several: len(event.Request.Sources) > 1,
	}
	verdict, say := s.fit(report.Verdict)
	if report.Verdict == rules.Rewrite && verdict == rules.Deny && !s.can.Rewrite {
		mode = analyzer.ModeInstruct
	}
	report.Verdict = verdict
	return report, mode, say
}

// Output is what the program says to the agent, and its status.
type Output struct {
	Stdout, Stderr []byte
	Exit           int
}

// Answer writes an answer as the agent can be told it. A refusal always has a reason:
// some agents let a command run that is refused without one.
func (a *Agent) Answer(event Event, answer Answer) Output {
	s := situation{agent: a, can: a.at(event), mode: event.Request.Mode, fits: event.takes(answer.all())}
	verdict, say := s.fit(answer.Verdict)
	answer.Verdict = verdict
	answer = answer.With(say)
	if strings.TrimSpace(answer.Reason) == "" && verdict != rules.Pass {
		answer.Reason = Stamp(unexplained)
	}
	if verdict == rules.Deny && !s.can.Document {
		text := strings.ToValidUTF8(capped(answer.Reason), "\ufffd")
		return Output{Stderr: []byte(text + "\n"), Exit: 2}
	}
	return Output{Stdout: a.Encode(event, answer)}
}

// With returns the answer with more behind its reason, which is cut rather than that.
func (a Answer) With(more string) Answer {
	if more != "" {
		a.Reason = cappedTo(a.Reason, maxString-2*len(more)) + "; " + more
	}
	return a
}

// encodeNothing is the answer of agents that read nothing but the status.
func encodeNothing(Event, Answer) []byte { return nil }

// all returns the command to run instead of each.
func (a *Answer) all() []string {
	if len(a.Commands) > 0 {
		return a.Commands
	}
	return []string{a.Command}
}

// takes reports whether the commands can be put into the event's input, those that are
// not empty. JSON cannot hold what is not UTF-8.
func (e *Event) takes(commands []string) bool {
	if len(commands) != len(e.commands) || len(e.input) == 0 || e.frozen {
		return false
	}
	changed := false
	for i, command := range commands {
		if command == "" {
			continue
		}
		if e.commands[i].end == 0 || !utf8.ValidString(command) {
			return false
		}
		changed = true
	}
	return changed
}

// rewritten returns the tool's input as it came, byte for byte, but for the commands that
// are not empty.
func (e *Event) rewritten(commands []string) []byte {
	size, last := len(e.input)+16, 0
	for _, command := range commands {
		size += len(command)
	}
	out := make([]byte, 0, size)
	for i, span := range e.commands {
		if commands[i] != "" {
			out = quote(append(out, e.input[last:span.start]...), commands[i])
			last = span.end
		}
	}
	return append(out, e.input[last:]...)
}
