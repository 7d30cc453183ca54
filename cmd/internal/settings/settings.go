package settings

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/rules"
)

// Settings are the user's choices, read and checked.
type Settings struct {
	// Analyzer holds those that change an answer. Its Sandbox is nil where none is
	// configured, and where the one that is cannot be used.
	Analyzer analyzer.Settings
	// Dialect is the shell that runs the commands.
	Dialect ast.Dialect
	// Agent is the name of the program that starts the hook, AutoAgent where the event
	// tells it. It need not be known: then there is an Unusable problem.
	Agent string
	// Policy is how the policy guard is set.
	Policy Policy
	// Audit is the file that answers are logged in, "off", or empty for the default.
	Audit string
	// Project is the project's directory, absolute, or empty where it is not given.
	Project string
	// Bounds is where the agent belongs.
	Bounds Bounds
	// Check says that a rewrite is remembered until the agent tells what ran.
	Check bool
	// Debug says that each class is told on standard error.
	Debug bool
	// Help and Version say that --help (-h) or --version was among the arguments.
	Help, Version bool
}

// Judges reports whether any guard is on.
func (s *Settings) Judges() bool {
	b := s.Bounds
	return s.Analyzer.Sandbox != nil || s.Policy.On || b.Worktree != "" || b.Host != "" || b.Project != ""
}

// Policy is how the policy guard is set.
type Policy struct {
	// On says that commands are judged by a policy.
	On bool
	// Profile is the profile's name, and File the policy's file; empty where they are
	// not given.
	Profile, File string
	// Consent says that a command which a person allowed is remembered.
	Consent bool
}

// Bounds is where the agent belongs, as the user gave it: directories, not resolved, or
// empty. One that is not absolute cannot be used, and a problem says so.
type Bounds struct {
	// Worktree is the git worktree that it stays in, and Host the checkout that the
	// worktree belongs to. The worktree guard is on where one of them is given.
	Worktree, Host string
	// Project is where its file tools stay; the path guard is on where it is given.
	Project string
	// Allow are more directories that count as inside.
	Allow []string
	// DenyReads says that nothing outside the worktree may be read, DenyTemp that places
	// for temporary files are outside.
	DenyReads, DenyTemp bool
	// Export says that the start of a session exports git's variables.
	Export bool
}

// Kind is what a problem means for the answer.
type Kind uint8

const (
	// Warning is a value that counts as the default.
	Warning Kind = iota + 1
	// Unusable is a sandbox that cannot be used, or an argument that is not
	// understood: the hook answers as the setting FAIL says.
	Unusable
)

// Problem is a setting that does not count as it was given.
type Problem struct {
	// Setting is the variable, or the flag with its dashes, as it was given.
	Setting string
	Kind    Kind
	// Message names the setting, says what is wrong and what to do: lower case, no
	// full stop, one line.
	Message string
}

// Error returns the message.
func (p Problem) Error() string { return p.Message }

// Load reads the settings from the arguments and the environment. Problems come in
// the order of the table, those of arguments that are no settings first.
//
// An unknown word counts as the default. A sandbox that cannot be used leaves
// Settings.Analyzer.Sandbox nil with an Unusable problem, so that no caller can use
// it by oversight.
func Load(args []string, env func(string) (string, bool), facts rules.Facts) (Settings, []Problem) {
	l := &loader{env: env, facts: facts}
	l.settings.Agent = AutoAgent
	l.settings.Dialect = l.shell()
	flags := l.parse(args)
	for _, s := range table {
		if g, ok := l.find(s, flags); ok {
			l.take(s, g)
		}
	}
	return l.settings, l.problems
}

// given is a value with the name under which it was given.
type given struct{ name, value string }

type loader struct {
	env      func(string) (string, bool)
	facts    rules.Facts
	settings Settings
	problems []Problem
	told     bool // whether a policy judges was given, and is not to be derived
}

func (l *loader) problem(kind Kind, name, format string, args ...any) {
	l.problems = append(l.problems, Problem{Setting: name, Kind: kind, Message: name + " " + fmt.Sprintf(format, args...)})
}

// parse returns the values of the flags. The last one counts where a flag is given
// twice, as with other programs.
func (l *loader) parse(args []string) map[string]string {
	flags := map[string]string{}
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		switch word {
		case "--help", "-h":
			l.settings.Help = true
			continue
		case "--version":
			l.settings.Version = true
			continue
		}
		name, value, attached := strings.Cut(word, "=")
		separate := !attached && len(args) > 0
		switch {
		case isFlag(name) && attached:
			flags[name] = value
		case isFlag(name) && separate:
			flags[name], args = args[0], args[1:]
		case isFlag(name):
			l.problem(Unusable, name, "needs a value: give it as %s=VALUE", name)
		case strings.HasPrefix(word, "-"):
			l.problem(Unusable, "the flag "+quote(name), "is not known: see --help")
			if separate && !strings.HasPrefix(args[0], "-") {
				args = args[1:] // its value, most likely: one mistake is told once
			}
		default:
			l.problem(Unusable, "the argument "+quote(word), "is not expected: the event is read from standard input")
		}
	}
	return flags
}

// isFlag reports whether a word, with its dashes, is the flag of a setting.
func isFlag(word string) bool {
	name, dashed := strings.CutPrefix(word, "--")
	return dashed && name != "" && slices.ContainsFunc(table, func(s Setting) bool { return s.Flag == name })
}

// find returns the value of a setting that was given, by flag or by variable.
func (l *loader) find(s Setting, flags map[string]string) (given, bool) {
	if value, ok := flags["--"+s.Flag]; ok {
		return given{"--" + s.Flag, value}, true
	}
	if s.Env == "" {
		return given{}, false
	}
	value, ok := l.env(s.Env)
	return given{s.Env, value}, ok
}

// take checks a value against the table and applies it. An empty value is as none, but
// for a flag that needs one.
func (l *loader) take(s Setting, g given) {
	if slices.Equal(s.Words, yesNo) {
		g.value = plain(g.value)
	}
	switch {
	case g.value == "" && !(s.Needed && strings.HasPrefix(g.name, "--")):
	case s.Words != nil && !slices.Contains(s.Words, g.value):
		l.unknown(s, g)
	case s.apply != nil:
		s.apply(l, g)
	}
}

// unknown reports a word that is not in the table. A wrong agent is no matter of
// defaults: its events and answers have forms of their own.
func (l *loader) unknown(s Setting, g given) {
	words := strings.Join(s.Words, ", ")
	if s.Flag == "agent" {
		l.settings.Agent = g.value
		l.problem(Unusable, g.name, "%s is not known: give one of %s", quote(g.value), words)
		return
	}
	counts := s.Default
	if counts == "" {
		counts = "$SHELL"
	}
	l.problem(Warning, g.name, "%s is not known, so %s counts: give one of %s", quote(g.value), counts, words)
}

// scope chooses how much is judged; where all is, what is moved is followed unless the
// next setting says otherwise.
func (l *loader) scope(g given) {
	l.settings.Analyzer.All = g.value == "all"
	l.settings.Analyzer.Follow = l.settings.Analyzer.All
}

func (l *loader) follow(g given) { l.settings.Analyzer.Follow = g.value == "1" }

func (l *loader) enabled(g given) { l.settings.Policy.On, l.told = yes(g.value), true }

// profile chooses the profile; on the command line that means a policy is wanted.
func (l *loader) profile(g given) {
	l.settings.Policy.Profile = g.value
	l.wanted(g)
}

func (l *loader) policy(g given) {
	l.settings.Policy.File = g.value
	l.wanted(g)
}

func (l *loader) wanted(g given) {
	if strings.HasPrefix(g.name, "--") && !l.told {
		l.settings.Policy.On = true
	}
}

func (l *loader) consent(g given) { l.settings.Policy.Consent = yes(g.value) }

func (l *loader) check(g given) { l.settings.Check = yes(g.value) }

func (l *loader) debug(g given) { l.settings.Debug = yes(g.value) }

// audit takes the file of the log. A relative one would be another in each directory.
func (l *loader) audit(g given) {
	file := g.value
	if rest, ok := strings.CutPrefix(file, "~/"); ok && l.home() != "" {
		file = l.home() + "/" + rest
	}
	if file != "off" && !strings.HasPrefix(file, "/") {
		l.problem(Warning, g.name, "%s is not absolute, so it does not count: give an absolute file, or off", quote(g.value))
		return
	}
	l.settings.Audit = file
}

// yes reports whether a choice is on.
func yes(value string) bool { return value == "true" }

// plain is the plain word of a choice that is on or off.
func plain(value string) string {
	switch strings.ToLower(value) {
	case "true", "on", "yes", "1":
		return "true"
	case "false", "off", "no", "0":
		return "false"
	}
	return value
}

func (l *loader) mode(g given) {
	switch g.value {
	case "rewrite":
		l.settings.Analyzer.Mode = analyzer.ModeRewrite
	case "block":
		l.settings.Analyzer.Mode = analyzer.ModeBlock
	case "instruct":
		l.settings.Analyzer.Mode = analyzer.ModeInstruct
	}
}

func (l *loader) fail(g given) {
	switch g.value {
	case "open":
		l.settings.Analyzer.Fail = analyzer.FailOpen
	case "ask":
		l.settings.Analyzer.Fail = analyzer.FailAsk
	case "closed":
		l.settings.Analyzer.Fail = analyzer.FailClosed
	}
}

// dialect overrides what $SHELL says, also with any.
func (l *loader) dialect(g given) {
	switch g.value {
	case "any":
		l.settings.Dialect = ast.AnyDialect
	case "bash":
		l.settings.Dialect = ast.Bash
	case "zsh":
		l.settings.Dialect = ast.Zsh
	}
}

// shell returns the dialect of the shell that $SHELL names. Agents run commands with
// it; whatever is not zsh (zsh-5.9 is) is read as bash, whose grammar holds that of
// the POSIX shells.
func (l *loader) shell() ast.Dialect {
	path, _ := l.env("SHELL")
	switch name := path[strings.LastIndexByte(path, '/')+1:]; {
	case path == "":
		return ast.AnyDialect
	case name == "zsh" || strings.HasPrefix(name, "zsh-"):
		return ast.Zsh
	}
	return ast.Bash
}

func (l *loader) agent(g given) { l.settings.Agent = g.value }

// quote prints text of the user, short enough for one line.
func quote(text string) string { return fmt.Sprintf("%.100q", text) }
