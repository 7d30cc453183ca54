package hook

import (
	"errors"
	"fmt"
	"io"
	"time"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/cmd/internal/audit"
	"sandbox-enforcer/cmd/internal/protocol"
	"sandbox-enforcer/cmd/internal/settings"
	"sandbox-enforcer/rules"
)

// MaxEvent is the largest event that is read, in bytes. Commands are at most 128 KiB;
// the rest is room for clients that send more along.
const MaxEvent = 16 << 20

// The statuses that the program ends with. 1 is none of them: agents take it for a
// failure and run the command.
const (
	exitOK     = 0
	exitRefuse = 2 // the one way to refuse that agents of every kind understand
)

// Options are what the program is given from outside. Process fills them in for a
// real process; tests give their own.
type Options struct {
	// Args are the words after the program's name.
	Args []string
	// Version is what --version prints.
	Version string
	// Program tells the file that the program runs from, absolute. It is guarded with
	// what lies beside it, and asked for only where a guard needs it; nil
	// where it is not known.
	Program func() (string, error)

	// Stdin is read to its end, MaxEvent bytes at the most. Who gives it sees to it
	// that it ends.
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Terminal says that a person sits at Stdin: then usage is printed instead of
	// waiting for an event.
	Terminal bool

	// Env looks up a variable of the process.
	Env func(name string) (value string, set bool)
	// Dir returns the working directory of the process.
	Dir func() (string, error)
	// MakeDir makes a directory and those above it, for the owner alone.
	MakeDir func(path string) error
	// Append adds text at the end of a regular file, by one write, and makes a missing one;
	// links and anything else are an error.
	Append func(path string, text []byte) error
	// Facts answers questions about the machine.
	Facts rules.Facts
	// Now is the time.
	Now func() time.Time
	// Analyze judges one tool call.
	Analyze func(analyzer.Settings, rules.Facts, analyzer.Request) analyzer.Report
	// Limit is how long Analyze may take for a long command; 0 is no limit.
	Limit time.Duration
}

// Run answers one event and returns the exit status: 0, or 2 with a line on standard
// error where the agent is not known and the setting FAIL is ask or closed.
func Run(o Options) (exit int) {
	h := &hook{Options: o}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case late:
			if h.settings.Analyzer.Fail == analyzer.FailOpen {
				h.settings.Analyzer.Fail = analyzer.FailAsk // as for a script that is too long
			}
			exit = h.fail(r)
		default:
			exit = h.fail(fmt.Errorf("the hook failed by itself (%v): report this with the command", r))
		}
	}()
	return h.run()
}

// hook is one run. Its fields are filled in as far as it has come, so that a failure
// at any point is answered as well as it can be.
type hook struct {
	Options
	settings settings.Settings
	agent    protocol.Agent
	known    bool // the agent is
	event    protocol.Event
	answered bool
}

func (h *hook) run() int {
	s, problems := settings.Load(h.Args, h.Env, h.Facts)
	h.settings = s
	h.agent, h.known = protocol.Find(sender(s.Agent))
	switch {
	case s.Help:
		return h.print(h.Stdout, usage())
	case s.Version:
		return h.print(h.Stdout, "sandbox-enforcer-hook "+h.Version+"\n")
	case h.Terminal:
		return h.print(h.Stderr, "An agent sends the event to standard input; nothing comes from a terminal.\n\n"+usage())
	}
	unusable := h.report(problems)
	document, err := readAll(h.Stdin, MaxEvent) // always: an agent may take a closed pipe for a failure
	unsent := h.detect(document)
	switch {
	case unusable != nil && (!h.known || s.Analyzer.Fail == analyzer.FailOpen && !s.Judges()):
		return h.answerUnread(unusable)
	case unusable == nil && !s.Judges():
		return h.pass()
	}
	var event protocol.Event
	if err == nil {
		event, err = h.decode(document, unsent)
	}
	h.event = event
	switch {
	case err != nil && (event.Prompted || event.Ran):
		h.say(err.Error()) // such an event takes no answer
		return h.pass()
	case err != nil:
		return h.unread(err)
	case event.Started:
		return h.start()
	case !event.Judged:
		h.remember()
		if h.event.Ran {
			return h.compare()
		}
		return h.pass()
	case len(event.Request.Sources) == 0 && !h.bounded():
		return h.pass() // no guard knows the tool
	case unusable != nil && s.Analyzer.Fail != analyzer.FailOpen && len(event.Request.Sources) > 0:
		return h.answerUnread(unusable) // it is about commands: the guards of paths know their own
	}
	h.say(event.Notes...)
	return h.judge()
}

// bounded reports whether any guard is on that judges calls of other tools than shells.
func (h *hook) bounded() bool {
	b := h.settings.Bounds
	return h.settings.Policy.On || b.Worktree != "" || b.Host != "" || b.Project != ""
}

// report writes the problems to standard error. It returns the first one that the
// program cannot go on with.
func (h *hook) report(problems []settings.Problem) error {
	var unusable error
	for _, p := range problems {
		h.say(p.Message)
		if p.Kind == settings.Unusable && unusable == nil {
			unusable = p
		}
	}
	return unusable
}

// sender is the name of the agent that counts until the event tells another.
func sender(name string) string {
	if name == settings.AutoAgent {
		return "claude"
	}
	return name
}

// detect finds out who sent the event, where the settings do not say. It returns why that
// cannot be told.
func (h *hook) detect(document []byte) error {
	if h.settings.Agent != settings.AutoAgent {
		return nil
	}
	agent, ok := protocol.Detect(document)
	if h.agent = agent; ok {
		return nil
	}
	h.known = false
	return errors.New("the event is of no agent that is known: give --agent NAME")
}

// decode reads the event. One of nobody is read as Claude Code's, for what is dangerous
// in any event.
func (h *hook) decode(document []byte, unsent error) (protocol.Event, error) {
	event, err := h.agent.Decode(document)
	if unsent == nil {
		return event, err
	}
	h.agent = protocol.Unknown
	return event, unsent
}

// unread answers an event that cannot be read. Whatever else it says, a call outside the
// client's own sandbox is judged.
func (h *hook) unread(err error) int {
	if h.event.Request.Unconfined != "" {
		if exit := h.judge(); h.answered {
			return exit
		}
	}
	return h.fail(err)
}

// judge answers the event that was read.
func (h *hook) judge() int {
	request := h.place(h.event.Request)
	root := ""
	if h.settings.Policy.On {
		root = h.root(request)
	}
	chosen := h.choose(request, root)
	report := h.consented(chosen, h.analyze(chosen, request), root)
	if report.Verdict == rules.Rewrite || len(report.Needs) > 0 {
		h.makeSandbox(report.Needs)
	}
	h.event.Lost = report.Verdict == rules.Rewrite && h.lost(request)
	report, mode, unable := h.agent.Fit(h.event, report, chosen.Mode)
	chosen.Mode = mode
	answer := protocol.Compose(report, chosen).With(unable)
	out := h.agent.Answer(h.event, answer)
	if len(out.Stderr) == 0 {
		h.print(h.Stderr, lines(protocol.Stderr(report, chosen.Mode))) // else it would reach the model twice
	}
	h.debug(report)
	h.count(chosen, report)
	h.log(report, root)
	h.propose(report)
	return h.send(out)
}

// debug tells the class of each command where that was asked for, and what a call of a
// file tool is refused for.
func (h *hook) debug(report analyzer.Report) {
	if h.settings.Debug && len(report.Request.Sources) == 0 && report.Verdict == rules.Deny {
		h.print(h.Stderr, protocol.Debug(report, audit.Mask(audit.Call(report.Request)))+"\n")
	}
	if !h.settings.Debug || report.Class == rules.NoClass {
		return
	}
	for _, source := range report.Request.Sources {
		h.print(h.Stderr, protocol.Debug(report, audit.Mask(source.Text))+"\n")
	}
}

// makeSandbox makes the directory that the rewritten command writes into, and those in
// it that the command needs. Where that fails the command will fail as well, and say so:
// the answer stays.
func (h *hook) makeSandbox(needs []string) {
	if h.settings.Analyzer.Sandbox == nil {
		return
	}
	for _, dir := range append([]string{h.settings.Analyzer.Sandbox.Real}, needs...) {
		if h.Facts.IsDir(dir) {
			continue
		}
		if err := h.MakeDir(dir); err != nil {
			h.say(fmt.Sprintf("the sandbox directory %.200q cannot be made (%v): make it, or give another one", dir, err))
			return
		}
	}
}

// fail says what went wrong and answers as the setting FAIL says.
func (h *hook) fail(err error) int {
	out := h.unreadOutput(err)
	if len(out.Stderr) == 0 {
		h.say(err.Error()) // else the model reads it there
	}
	return h.refuse(out)
}

// answerUnread answers what could not be judged, as the setting FAIL says. The reason
// is on standard error already.
func (h *hook) answerUnread(why error) int {
	return h.refuse(h.unreadOutput(why))
}

// unreadOutput is what is said about what could not be judged. Nothing is known of who
// is not known but the status, and why is told by whoever calls.
func (h *hook) unreadOutput(why error) protocol.Output {
	fail := h.settings.Analyzer.Fail
	switch {
	case !h.known && fail != analyzer.FailOpen:
		return protocol.Output{Exit: exitRefuse}
	case !h.known:
		return protocol.Output{}
	}
	return h.agent.Answer(h.event, protocol.Unread(fail, why.Error()))
}

// refuse sends what is said about what could not be judged, unless there is an answer: a
// second document would undo the first.
func (h *hook) refuse(out protocol.Output) int {
	if h.answered {
		return exitOK
	}
	return h.send(out)
}

// pass lets the call run: most agents are told nothing then.
func (h *hook) pass() int {
	if !h.known {
		return exitOK
	}
	return h.send(h.agent.Answer(h.event, protocol.Answer{Verdict: rules.Pass}))
}

// send says what is to be said to the agent, by one write.
func (h *hook) send(out protocol.Output) int {
	if len(out.Stderr) > 0 {
		h.answered = true
		h.print(h.Stderr, string(out.Stderr))
	}
	h.write(out.Stdout)
	return out.Exit
}

// write prints the document, if any, by one call.
func (h *hook) write(document []byte) int {
	if len(document) == 0 {
		return exitOK
	}
	h.answered = true
	if _, err := h.Stdout.Write(document); err != nil {
		h.say(fmt.Sprintf("the answer cannot be written (%v)", err))
	}
	return exitOK
}

// say writes messages to standard error, a line each.
func (h *hook) say(messages ...string) {
	for i, m := range messages {
		messages[i] = protocol.Stamp(m)
	}
	h.print(h.Stderr, lines(messages))
}

// print writes text, if any. There is nobody to tell that it failed.
func (h *hook) print(w io.Writer, text string) int {
	if text != "" {
		_, _ = w.Write([]byte(text)) // io.WriteString looks for a method first, which costs a start pages
	}
	return exitOK
}

func lines(messages []string) string {
	text := ""
	for _, m := range messages {
		text += m + "\n"
	}
	return text
}

// readAll reads r to its end, limit bytes at the most.
func readAll(r io.Reader, limit int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, limit+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("the event cannot be read (%w): check what starts the hook, which has to close standard input", err)
	case int64(len(text)) > limit:
		return nil, fmt.Errorf("the event is larger than %d bytes: send less along with the command", limit)
	}
	return text, nil
}

func usage() string {
	return `Usage: sandbox-enforcer-hook [FLAGS] <EVENT

Reads the tool call that an agent is about to make, one JSON object, and answers on
standard output: nothing where it may run, else what to run instead, to ask or to refuse.
A flag wins over its variable.

` + settings.Usage() + `  --help
      print this
  --version
      print the version
`
}
