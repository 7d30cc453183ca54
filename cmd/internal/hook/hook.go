package hook

import (
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
	// Program is the file that the program runs from, absolute; empty where it is not
	// known. It is guarded with what lies beside it.
	Program string

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
}

// Run answers one event and returns the exit status: 0, or 2 with a line on standard
// error where the agent is not known and the setting FAIL is ask or closed.
func Run(o Options) (exit int) {
	h := &hook{Options: o}
	defer func() {
		if r := recover(); r != nil {
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
	h.agent, h.known = protocol.Find(s.Agent)
	switch {
	case s.Help:
		return h.print(h.Stdout, usage())
	case s.Version:
		return h.print(h.Stdout, "sandbox-enforcer-hook "+h.Version+"\n")
	case h.Terminal:
		return h.print(h.Stderr, "An agent sends the event to standard input; nothing comes from a terminal.\n\n"+usage())
	}
	unusable := h.report(problems)
	switch {
	case unusable != nil && (!h.known || s.Analyzer.Fail == analyzer.FailOpen && !s.Judges()):
		h.drain()
		return h.answerUnread(unusable)
	case unusable == nil && !s.Judges():
		h.drain()
		return exitOK
	}
	event, err := h.read()
	h.event = event
	switch {
	case err != nil && (event.Prompted || event.Ran):
		h.say(err.Error()) // such an event takes no answer
		return exitOK
	case err != nil:
		return h.unread(err)
	case event.Started:
		return h.start()
	case !event.Judged:
		h.remember()
		return exitOK
	case len(event.Request.Sources) == 0 && !h.bounded():
		return exitOK // no guard knows the tool
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

// read reads the event whole.
func (h *hook) read() (protocol.Event, error) {
	document, err := readAll(h.Stdin, MaxEvent)
	if err != nil {
		return protocol.Event{}, err
	}
	return h.agent.Decode(document)
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
	report := h.consented(chosen, h.Analyze(chosen, h.Facts, request), root)
	answer := protocol.Compose(report, chosen)
	if answer.Verdict == rules.Rewrite || len(report.Needs) > 0 {
		h.makeSandbox(report.Needs)
	}
	h.print(h.Stderr, lines(protocol.Stderr(report, chosen.Mode)))
	h.debug(report)
	h.count(chosen, report)
	h.log(chosen, report, root)
	return h.answer(answer)
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
	h.say(err.Error())
	return h.answerUnread(err)
}

// answerUnread answers what could not be judged, as the setting FAIL says. The reason
// is on standard error already.
func (h *hook) answerUnread(why error) int {
	if h.answered {
		return exitOK // a second document would undo the first
	}
	if !h.known && h.settings.Analyzer.Fail != analyzer.FailOpen {
		return exitRefuse
	}
	if !h.known {
		return exitOK
	}
	return h.answer(protocol.Unread(h.settings.Analyzer.Fail, why.Error()))
}

// answer writes the answer.
func (h *hook) answer(answer protocol.Answer) int {
	return h.write(h.agent.Encode(h.event, answer))
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

// drain reads the event away: an agent that writes into a closed pipe may take that
// for a failure.
func (h *hook) drain() { _, _ = readAll(h.Stdin, MaxEvent) }

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
