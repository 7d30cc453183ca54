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
	// Flag is the flag without its dashes.
	Flag string
	// Value is what the value is, for people: DIR, FILE, or the words.
	Value string
	// Words are the values that are known; nil means that any text is.
	Words []string
	// Default is what counts where the setting is not given; empty means unset.
	Default string
	// Doc is one sentence without a full stop: what it chooses.
	Doc string
	// Needed says that the flag without a value is a mistake, as where a launcher's
	// variable was empty, and does not mean that the setting is not given.
	Needed bool

	// apply takes a value that is known and built; nil where there is only one.
	apply func(*loader, given)
}

// yesNo are the words of a choice that is on or off; plain takes other spellings.
var yesNo = []string{"true", "false"}

// AutoAgent is the agent that stands for whichever one the event tells.
const AutoAgent = "auto"

// agentWords are the names of the agents, as the protocols have them; a test of the hook
// compares.
var agentWords = []string{
	AutoAgent, "claude", "codex", "gemini", "copilot", "cursor", "opencode", "pi", "windsurf", "kiro", "qwen", "droid", "crush", "goose",
	"cline", "antigravity", "devin", "grok", "kimi", "augment",
}

// table is in the order in which settings are shown.
var table = []Setting{
	{
		Env: "CONTENT_FILTER_SANDBOX_DIR", Flag: "sandbox", Value: "DIR", apply: (*loader).sandbox,
		Doc: "the directory that external content lands in: absolute, ~/… or $HOME/…; unset, nothing is moved",
	},
	{
		Env: "CONTENT_FILTER_ENFORCER_MODE", Flag: "mode", Words: []string{"rewrite", "block", "instruct"}, Default: "rewrite", apply: (*loader).mode,
		Doc: "what is done with a command that would land outside: run the rewritten one, refuse it, or refuse it and give the command to run instead",
	},
	{
		Env: "CONTENT_FILTER_ENFORCER_SCOPE", Flag: "scope", Words: []string{"first", "all"}, Default: "first", apply: (*loader).scope,
		Doc: "how much of a command is judged: the first acquisition that lands outside, or every one and every way that its bytes take",
	},
	{
		Env: "CONTENT_FILTER_ENFORCER_FOLLOW", Flag: "follow", Words: []string{"0", "1"}, Default: "0", apply: (*loader).follow,
		Doc: "whether later words of the command that mean the moved path follow it; unset, they do in the scope all",
	},
	{
		Env: "CONTENT_FILTER_ENFORCER_FAIL", Flag: "fail", Words: []string{"open", "ask", "closed"}, Default: "open", apply: (*loader).fail,
		Doc: "what an event or a command that cannot be read gets: it passes, a person is asked, or it is refused",
	},
	{
		Env: "CONTENT_FILTER_ENFORCER_CHECK", Flag: "check", Words: yesNo, Default: "false", apply: (*loader).check,
		Doc: "whether a rewrite is remembered until the agent tells what ran: one that was lost is told, and the session is instructed from then on; the event after a command has to be registered",
	},
	{
		Flag: "dialect", Words: []string{"bash", "zsh", "any"}, apply: (*loader).dialect,
		Doc: "the shell that runs the commands; unset, the one that $SHELL names, and where it names none the stricter answer of both",
	},
	{
		Flag: "agent", Words: agentWords, Default: AutoAgent, apply: (*loader).agent,
		Doc: "the program that starts the hook; auto, the event tells",
	},
	{
		Env: "SANDBOX_ENABLED", Flag: "sandbox-enabled", Words: yesNo, Default: "false", apply: (*loader).enabled,
		Doc: "whether commands are judged by a policy; --profile or --policy alone means true",
	},
	{
		Env: "SANDBOX_PROFILE", Flag: "profile", Value: "NAME", Default: "development", apply: (*loader).profile,
		Doc: "the profile of the policy: development, testing, production, standard, or one of the policy's file",
	},
	{
		Env: "SANDBOX_POLICY", Flag: "policy", Value: "FILE", apply: (*loader).policy,
		Doc: "the file of the policy; unset, policy.json in sandbox-enforcer of the user's configuration directory, else the built-in profiles",
	},
	{
		Env: "BATCH_PERMISSION_ENABLED", Flag: "batch-permission", Words: yesNo, Default: "false", apply: (*loader).consent,
		Doc: "whether a command that a person allowed is allowed again for eight hours",
	},
	{
		Env: "DEBUG_SANDBOX", Flag: "debug-sandbox", Words: yesNo, Default: "false", apply: (*loader).debug,
		Doc: "whether each class is told on standard error",
	},
	{
		Env: "SANDBOX_AUDIT", Flag: "audit", Value: "FILE", apply: (*loader).audit,
		Doc: "the file that every answer is logged in, or off; unset, .claude/logs/audit.jsonl of the project while a policy judges",
	},
	{
		Env: "SANDBOX_PROJECT_DIR", Flag: "project", Value: "DIR", Needed: true, apply: (*loader).project,
		Doc: "the project's directory; unset, the git work tree of the directory that a command runs in, else that directory",
	},
	{
		Env: "SANDBOX_WORKTREE", Flag: "worktree", Value: "DIR", Needed: true, apply: (*loader).worktree,
		Doc: "the git worktree that the agent stays in; unset with --host-repo, the one that a command runs in",
	},
	{
		Env: "SANDBOX_HOST_REPO", Flag: "host-repo", Value: "DIR", Needed: true, apply: (*loader).host,
		Doc: "the checkout that the worktree belongs to; unset, what the worktree's .git says",
	},
	{
		Env: "SANDBOX_ALLOW_DIRS", Flag: "allow-dirs", Value: "DIRS", apply: (*loader).allow,
		Doc: "more directories that commands and file tools may use, separated by colons",
	},
	{
		Flag: "reads", Words: []string{"allow", "deny"}, Default: "allow", apply: (*loader).reads,
		Doc: "whether commands may read outside the worktree",
	},
	{
		Flag: "temp", Words: []string{"allow", "deny"}, Default: "allow", apply: (*loader).temp,
		Doc: "whether $TMPDIR and /tmp count as inside the worktree",
	},
	{
		Env: "SANDBOX_WORKTREE_ENV", Flag: "worktree-env", Words: yesNo, Default: "false", apply: (*loader).worktreeEnv,
		Doc: "whether a session's start exports GIT_DIR and GIT_WORK_TREE, with which every git clone dies",
	},
}

// All returns every setting in the order in which they are shown.
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

// Usage returns the flags, one a line, for --help.
func Usage() string {
	var b strings.Builder
	for _, s := range table {
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

// Markdown returns the settings as the README's table.
func Markdown() string {
	var b strings.Builder
	b.WriteString("| variable | flag | values | default | what it chooses |\n|---|---|---|---|---|\n")
	for _, s := range table {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", code(s.Env), code("--"+s.Flag), s.markdownValues(), code(s.Default), s.Doc)
	}
	return b.String()
}

func (s Setting) markdownValues() string {
	if s.Value != "" {
		return code(s.Value)
	}
	words := make([]string, len(s.Words))
	for i, word := range s.Words {
		words[i] = code(word)
	}
	return strings.Join(words, ", ")
}

func code(text string) string {
	if text == "" {
		return ""
	}
	return "`" + text + "`"
}
