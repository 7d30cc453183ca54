package settings

import (
	"fmt"
	"slices"
	"strings"
)

// Setting is one choice of the user.
type Setting struct {
	// Env is the variable, or empty.
	Env string
	// Flag is the flag without its dashes, or empty.
	Flag string
	// Value is what the value is, for people: DIR, FILE, or the words.
	Value string
	// Words are the values that are known; nil means that any text is.
	Words []string
	// Default is what counts where the setting is not given; empty means unset.
	Default string
	// Doc is one sentence without a full stop: what it chooses.
	Doc string
	// Built says that the program acts on it. Any other setting is refused, but for
	// the values in Idle.
	Built bool
	// Later are the words of a built setting that are not built yet.
	Later []string
	// Idle are the values of a setting which is not built that change nothing; the
	// empty value always is one.
	Idle []string

	// apply takes a value that is known and built; nil for the rest.
	apply func(*loader, given)
}

// yesNo are the words of a choice that is on or off; plain takes other spellings.
var yesNo = []string{"true", "false"}

const defaultAgent = "claude"

// table is in the order in which settings are shown.
var table = []Setting{
	{
		Env: "CONTENT_FILTER_SANDBOX_DIR", Flag: "sandbox", Value: "DIR", Built: true, apply: (*loader).sandbox,
		Doc: "the directory that external content lands in: absolute, ~/… or $HOME/…; unset, nothing is moved",
	},
	{
		Env: "CONTENT_FILTER_ENFORCER_MODE", Flag: "mode", Words: []string{"rewrite", "block", "instruct"}, Default: "rewrite", Built: true, apply: (*loader).mode,
		Doc: "what is done with a command that would land outside: run the rewritten one, refuse it, or refuse it and give the command to run instead",
	},
	{
		Env: "CONTENT_FILTER_ENFORCER_SCOPE", Flag: "scope", Words: []string{"first", "all"}, Later: []string{"all"}, Default: "first", Built: true,
		Doc: "how much of a command is judged: the first acquisition that lands outside, or every one",
	},
	{
		Env: "CONTENT_FILTER_ENFORCER_FOLLOW", Flag: "follow", Words: []string{"0", "1"}, Later: []string{"1"}, Default: "0", Built: true,
		Doc: "whether later words of the command that mean the moved path follow it",
	},
	{
		Env: "CONTENT_FILTER_ENFORCER_FAIL", Flag: "fail", Words: []string{"open", "ask", "closed"}, Default: "open", Built: true, apply: (*loader).fail,
		Doc: "what an event or a command that cannot be read gets: it passes, a person is asked, or it is refused",
	},
	{
		Flag: "dialect", Words: []string{"bash", "zsh", "any"}, Built: true, apply: (*loader).dialect,
		Doc: "the shell that runs the commands; unset, the one that $SHELL names, and where it names none the stricter answer of both",
	},
	{
		Flag: "agent", Words: []string{defaultAgent}, Default: defaultAgent, Built: true, apply: (*loader).agent,
		Doc: "the program that starts the hook",
	},
	{
		Env: "SANDBOX_ENABLED", Flag: "sandbox-enabled", Words: yesNo, Default: "false", Built: true, apply: (*loader).enabled,
		Doc: "whether commands are judged by a policy; --profile or --policy alone means true",
	},
	{
		Env: "SANDBOX_PROFILE", Flag: "profile", Value: "NAME", Default: "development", Built: true, apply: (*loader).profile,
		Doc: "the profile of the policy: development, testing, production, standard, or one of the policy's file",
	},
	{
		Env: "SANDBOX_POLICY", Flag: "policy", Value: "FILE", Built: true, apply: (*loader).policy,
		Doc: "the file of the policy; unset, policy.json in sandbox-enforcer of the user's configuration directory, else the built-in profiles",
	},
	{
		Env: "BATCH_PERMISSION_ENABLED", Flag: "batch-permission", Words: yesNo, Default: "false", Built: true, apply: (*loader).consent,
		Doc: "whether a command that a person allowed is allowed again for eight hours",
	},
	{
		Env: "DEBUG_SANDBOX", Flag: "debug-sandbox", Words: yesNo, Default: "false", Built: true, apply: (*loader).debug,
		Doc: "whether each class is told on standard error",
	},
	{
		Env: "SANDBOX_AUDIT", Flag: "audit", Value: "FILE", Built: true, apply: (*loader).audit,
		Doc: "the file that every answer is logged in, or off; unset, .claude/logs/audit.jsonl of the project while a policy judges",
	},
	{
		Env: "SANDBOX_PROJECT_DIR", Flag: "project", Value: "DIR", Built: true, apply: (*loader).project,
		Doc: "the project's directory; unset, the git work tree of the directory that a command runs in, else that directory",
	},
	{Env: "SANDBOX_WORKTREE", Flag: "worktree", Value: "DIR", Doc: "the git worktree that the agent stays in"},
	{Env: "SANDBOX_HOST_REPO", Flag: "host-repo", Value: "DIR", Doc: "the repository that the worktree belongs to"},
	{Env: "SANDBOX_ALLOW_DIRS", Value: "DIRS", Doc: "more directories that file tools may use, separated by colons"},
}

// All returns every setting in the order in which they are shown, those that are
// not built yet at the end.
func All() []Setting { return slices.Clone(table) }

// Name is how messages call the setting where it was not given: by its variable,
// else by its flag.
func (s Setting) Name() string {
	if s.Env != "" {
		return s.Env
	}
	return "--" + s.Flag
}

// Values is the placeholder or the words, as --help shows them.
func (s Setting) Values() string {
	if s.Value != "" {
		return s.Value
	}
	return strings.Join(s.Words, "|")
}

// idle reports whether a value of a setting that is not built changes nothing.
func (s Setting) idle(value string) bool {
	return value == "" || slices.Contains(s.Idle, strings.ToLower(value))
}

// Usage returns the flags that are built, one a line, for --help.
func Usage() string {
	var b strings.Builder
	for _, s := range table {
		if s.Flag == "" || !s.Built {
			continue
		}
		fmt.Fprintf(&b, "  --%s %s\n      %s", s.Flag, s.Values(), s.Doc)
		if s.Default != "" {
			fmt.Fprintf(&b, " (default %s)", s.Default)
		}
		if s.Env != "" {
			fmt.Fprintf(&b, " [%s]", s.Env)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Markdown returns the settings that are built as the README's table, and below it
// the names of the others.
func Markdown() string {
	var b strings.Builder
	b.WriteString("| variable | flag | values | default | what it chooses |\n|---|---|---|---|---|\n")
	var later []string
	for _, s := range table {
		if !s.Built {
			later = append(later, "`"+s.Name()+"`")
			continue
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", code(s.Env), code("--"+s.Flag), s.markdownValues(), code(s.Default), s.Doc)
	}
	fmt.Fprintf(&b, "\nNot built yet: %s.\n", strings.Join(later, ", "))
	return b.String()
}

func (s Setting) markdownValues() string {
	if s.Value != "" {
		return code(s.Value)
	}
	words := make([]string, len(s.Words))
	for i, word := range s.Words {
		words[i] = code(word)
		if slices.Contains(s.Later, word) {
			words[i] += " (not built yet)"
		}
	}
	return strings.Join(words, ", ")
}

func code(text string) string {
	if text == "" {
		return ""
	}
	return "`" + text + "`"
}
