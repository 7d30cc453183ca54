package install

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// Seen is a file that an agent reads hooks from, as it was found.
type Seen struct {
	// Path is what the agent opens, and Scope says whose file it is: a clone can bring
	// that of a project.
	Path  string
	Scope Scope
	// There says that the file exists.
	There bool
	// Errs are what keeps the file, or one of its events, from being read, each with its
	// place and what to do. Hooks holds what could be read all the same.
	Errs []error
	// Hooks are the command lines that the file registers, in the order of the agent's
	// events and then as they stand.
	Hooks []Hook
	// Off says that the file switches all hooks off, and Plain that it is JSON without
	// comments and trailing commas.
	Off, Plain bool
	// Lacking are the members that the file has to have beside the hooks and has not.
	Lacking []string
	// Name is what the file calls itself, or empty.
	Name string
	// Directories are those that the agent may use beside the project, and Plugins the
	// addresses of the plugins that are ours, as they are written.
	Directories, Plugins []string
}

// Starts reports whether the file starts the hook.
func (s Seen) Starts() bool {
	return slices.ContainsFunc(s.Hooks, func(h Hook) bool { return h.Ours })
}

// Hook is one command line that a file registers for an event.
type Hook struct {
	// Event is the agent's event, and Matcher the tools that it is wanted for; empty is all.
	// It is an expression, or where Glob says so a name or a pattern of names.
	Event, Matcher string
	Glob           bool
	// Line is the command line as a shell reads it; Direct says that the agent starts Words
	// themselves, without a shell. Words are the line's as far as quotes go, up to the first
	// operator, and Rest is what the shell does beside that.
	Line   string
	Rest   string
	Words  []string
	Direct bool
	// Ours says that it starts the hook of this project.
	Ours bool
	// Command says that the agent takes the handler for one with a command line.
	Command bool
	// Limit is the time limit as it is written, empty where there is none, and Number its
	// value in the agent's unit; zero where it is no number.
	Limit  string
	Number float64
	// Late says that the agent does not wait for the answer, Once that it asks only once,
	// If which calls alone it is asked about, and Closed that a failure blocks the call.
	Late, Once, Closed bool
	If                 string
	// Status is what the agent shows while the hook runs.
	Status string
	// Entry is the index of its entry in the event's list, and Position that of its handler
	// in the entry.
	Entry, Position int
	// Row and Column are its place in the file, from one, columns in bytes.
	Row, Column int
}

// Plain reports whether the line holds nothing but its words: no operator, expansion or
// comment that a shell would act on.
func (h Hook) Plain() bool { return h.Direct || h.Line == CommandLine(h.Words) }

// Rewrites reports whether the command line starts a program that is known to change
// commands in a hook.
func (h Hook) Rewrites() bool { return rewriter(h.Line) }

// Seen returns the files that an agent may read hooks from, for the user and then for the
// project, whether they exist or not. It changes nothing and waits for nothing.
func (m Machine) Seen(a Agent) ([]Seen, error) {
	var out []Seen
	known := map[string]bool{"": true}
	for _, scope := range []Scope{User, Project} {
		if scope == Project && m.Project == "" {
			continue
		}
		paths, inside, err := m.files(a, scope)
		var folder *folderError
		if errors.As(err, &folder) {
			out = append(out, Seen{Path: folder.path, Scope: scope, There: true, Errs: []error{err}})
		} else if err != nil {
			return nil, err
		}
		for _, path := range paths {
			if !known[path] {
				known[path] = true
				out = append(out, look(a, path, inside, scope))
			}
		}
	}
	return out, nil
}

// files are those of one scope, the one that install writes first.
func (m Machine) files(a Agent, scope Scope) (paths []string, inside string, err error) {
	dir := filepath.Join(m.Project, a.Home)
	if scope == User {
		if dir, err = m.folder(a); err != nil {
			return nil, "", err
		}
	}
	if a.User != "" && (scope == User || a.InProject()) {
		if paths, inside, err = m.Paths(a, scope); err != nil {
			return nil, "", err
		}
	}
	if scope == Project && !strings.HasPrefix(a.Home, ".") {
		return paths, inside, nil
	}
	for _, name := range a.Others {
		paths = append(paths, filepath.Join(dir, name))
	}
	return paths, inside, nil
}

// look reads one file.
func look(a Agent, path, inside string, scope Scope) Seen {
	s := Seen{Path: path, Scope: scope, Plain: true}
	text, there, err := view(path, inside)
	s.There = there || err != nil
	if err == nil && there {
		var c sheet
		if c, err = lay(a, path, text); err == nil {
			c.see(a, &s)
		}
	}
	if err != nil {
		s.fail(err)
	}
	return s
}

// fail keeps an error, once.
func (s *Seen) fail(err error) {
	if !slices.ContainsFunc(s.Errs, func(told error) bool { return told.Error() == err.Error() }) {
		s.Errs = append(s.Errs, err)
	}
}

// see fills in what an agent reads from a file.
func (c *change) see(a Agent, s *Seen) {
	for _, name := range c.events(a) {
		all, err := c.commands(a, []string{a.Group, name})
		if err != nil {
			s.fail(err)
			continue
		}
		for _, found := range all {
			s.Hooks = append(s.Hooks, c.hook(a, name, found))
		}
	}
	s.Plain = c.root.IsStandard()
	s.Name = c.string(c.root, "name")
	s.Off = a.Off != "" && c.says(c.root, a.Off, "true")
	for _, m := range a.Top {
		if _, index, err := c.member(c.root, m.Name); err == nil && index < 0 {
			s.Lacking = append(s.Lacking, m.Name)
		}
	}
	s.Directories = c.strings(a.Directories)
	for _, address := range c.strings(a.Plugins) {
		if ourAddress(address) {
			s.Plugins = append(s.Plugins, address)
		}
	}
}

// events are the names of the agent's events, and of all that the file has where one that
// is wrong spoils the others.
func (c *change) events(a Agent) (names []string) {
	for _, e := range a.Events {
		names = append(names, e.Name)
	}
	group, found, err := c.at(a.Group)
	if !a.Whole || err != nil || !found || group.Value.Kind() != '{' {
		return names
	}
	for _, m := range group.Value.(*hujson.Object).Members {
		name := m.Name.Value.(hujson.Literal).String()
		if _, known := a.event(name); !known && m.Value.Value.Kind() == '[' {
			names = append(names, name)
		}
	}
	return names
}

// hook is what a command line says about itself.
func (c *change) hook(a Agent, event string, found command) Hook {
	h := Hook{Event: event, Matcher: found.matcher, Glob: a.Form.Glob, Entry: found.index, Position: found.position}
	handler := found.handler
	h.Line, h.Words, h.Direct = c.words(a, handler)
	if !h.Direct {
		command := ""
		command, h.Rest = alone(h.Line)
		h.Words = fields(command)
	}
	h.Ours = ours(found.line)
	h.Command = !a.Form.Type || c.string(handler, "type") == "command"
	if v, index, err := c.member(handler, a.Form.Timeout); a.Form.Timeout != "" && err == nil && index >= 0 {
		h.Limit = c.source(v)
		if number, ok := v.Value.(hujson.Literal); ok && number.Kind() == '0' {
			h.Number = number.Float()
		}
	}
	h.Late = c.says(handler, "async", "true") || c.says(handler, "asyncRewake", "true")
	h.Once = c.says(handler, "once", "true")
	h.If = c.string(handler, "if")
	h.Status = c.string(handler, "statusMessage")
	if m := a.Form.Closed; m != nil {
		v, index, err := c.member(handler, m.Name)
		h.Closed = err == nil && index >= 0 && m.Value.same(v)
	}
	h.Row, h.Column = c.place(c.start(handler))
	return h
}

// words are the command line of a handler, and those that it starts where it has args.
func (c *change) words(a Agent, handler hujson.Value) (line string, words []string, direct bool) {
	line = c.string(handler, a.Form.Command)
	if line == "" {
		line = c.string(handler, "command")
	}
	args, index, err := c.member(handler, "args")
	list, ok := args.Value.(*hujson.Array)
	if err != nil || index < 0 || !ok {
		return line, nil, false
	}
	words = []string{line}
	for _, e := range list.Elements {
		if word, ok := e.Value.(hujson.Literal); ok && word.Kind() == '"' {
			words = append(words, word.String())
		}
	}
	return CommandLine(words), words, true
}

// says reports whether a member of an object is written in these very bytes.
func (c *change) says(v hujson.Value, name, source string) bool {
	m, index, err := c.member(v, name)
	return err == nil && index >= 0 && c.source(m) == source
}

// strings are those of a list; of what is no list of strings there are none.
func (c *change) strings(path []string) (out []string) {
	if path == nil {
		return nil
	}
	elements, _, _, _ := c.document.list(path...)
	for _, e := range elements {
		if word, ok := e.Value.(hujson.Literal); ok && word.Kind() == '"' {
			out = append(out, word.String())
		}
	}
	return out
}
