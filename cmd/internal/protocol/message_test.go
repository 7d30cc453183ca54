package protocol

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/rules"
)

var outside = rules.AcquireOutside

func clone() rules.Finding {
	return rules.Finding{
		Rule: outside, Verdict: rules.Rewrite, Message: "git clone lands outside",
		Acquisition: &rules.Acquisition{
			Type: "git-clone", Noun: "git clone", URL: "https://example.com/repo",
			New: "~/work/sandbox/repo", NewPath: "/home/u/work/sandbox/repo",
		},
	}
}

func download() rules.Finding {
	return rules.Finding{
		Rule: outside, Verdict: rules.Rewrite, Message: "download lands outside",
		Acquisition: &rules.Acquisition{
			Type: "curl-download", Noun: "download", URL: "https://example.com/f", Destination: "out/f",
			New: "/s/f", NewPath: "/s/f", Replaces: true,
		},
	}
}

func as(verdict rules.Verdict, findings ...rules.Finding) []rules.Finding {
	for i := range findings {
		findings[i].Verdict = verdict
	}
	return findings
}

func TestCompose(t *testing.T) {
	const changed = "The command was changed before it ran, because external content is kept in the sandbox directory. "
	tests := []struct {
		name   string
		report analyzer.Report
		mode   analyzer.Mode
		stderr []string
		want   Answer
	}{
		{
			name:   "pass says nothing",
			report: analyzer.Report{Verdict: rules.Pass, Rewritten: []string{""}},
			want:   Answer{Verdict: rules.Pass},
		},
		{
			name:   "a clone",
			report: analyzer.Report{Verdict: rules.Rewrite, Grant: true, Rewritten: []string{"git clone U ~/work/sandbox/repo"}, Findings: []rules.Finding{clone()}},
			stderr: []string{"[SandboxEnforcer] Redirected git clone to sandbox: ~/work/sandbox/repo"},
			want: Answer{
				Verdict: rules.Rewrite, Grant: true, Command: "git clone U ~/work/sandbox/repo",
				Reason: "[SandboxEnforcer] Redirected git clone to sandbox: ~/work/sandbox/repo",
				Context: changed + "The git clone of https://example.com/repo lands at ~/work/sandbox/repo (/home/u/work/sandbox/repo). " +
					"A later `cd repo` must use that path.",
			},
		},
		{
			name:   "several, one of which replaces a file",
			report: analyzer.Report{Verdict: rules.Rewrite, Rewritten: []string{"new"}, Findings: []rules.Finding{clone(), download()}},
			stderr: []string{
				"[SandboxEnforcer] Redirected git clone to sandbox: ~/work/sandbox/repo",
				"[SandboxEnforcer] Redirected download to sandbox: /s/f (was out/f); the file that is there now is replaced",
			},
			want: Answer{
				Verdict: rules.Rewrite, Command: "new",
				Reason: "[SandboxEnforcer] Redirected git clone to sandbox: ~/work/sandbox/repo; Redirected download to sandbox: /s/f (was out/f); the file that is there now is replaced",
				Context: changed + "The git clone of https://example.com/repo lands at ~/work/sandbox/repo (/home/u/work/sandbox/repo). " +
					"A later `cd repo` must use that path. " +
					"The download of https://example.com/f lands at /s/f, not at out/f. A later command that means f must use that path. The file that was there before is replaced.",
			},
		},
		{
			name:   "mode block",
			mode:   analyzer.ModeBlock,
			report: analyzer.Report{Verdict: rules.Deny, Rewritten: []string{"new"}, Findings: as(rules.Deny, clone(), download())},
			stderr: []string{"[SandboxEnforcer] BLOCKED: External content acquisition denied (block mode)"},
			want: Answer{
				Verdict: rules.Deny,
				Reason: "[SandboxEnforcer] BLOCKED: External content acquisition denied (block mode): " +
					"git clone lands outside [acquire-outside]; download lands outside [acquire-outside]",
			},
		},
		{
			name:   "mode instruct gives the command to the model, and no secret to the log",
			mode:   analyzer.ModeInstruct,
			report: analyzer.Report{Verdict: rules.Deny, Rewritten: []string{"git clone 'https://u:p@h/r?k=v' ~/s/r\nls"}, Findings: as(rules.Deny, clone())},
			stderr: []string{`[SandboxEnforcer] BLOCKED: Cannot safely rewrite git clone in instruct mode. Use: git clone 'https://***@h/r?k=***' ~/s/r\u{a}ls`},
			want: Answer{
				Verdict: rules.Deny,
				Reason:  "[SandboxEnforcer] BLOCKED: Cannot safely rewrite git clone in instruct mode: git clone lands outside [acquire-outside]. Use: git clone 'https://u:p@h/r?k=v' ~/s/r\nls",
			},
		},
		{
			name:   "mode instruct without a command to give",
			mode:   analyzer.ModeInstruct,
			report: analyzer.Report{Verdict: rules.Deny, Rewritten: []string{""}, Findings: as(rules.Deny, clone())},
			stderr: []string{"[SandboxEnforcer] BLOCKED: git clone lands outside [acquire-outside]"},
			want:   Answer{Verdict: rules.Deny, Reason: "[SandboxEnforcer] BLOCKED: git clone lands outside [acquire-outside]"},
		},
		{
			name: "ask keeps all reasons but those that have no objection",
			report: analyzer.Report{Verdict: rules.Ask, Rewritten: []string{"new"}, Findings: []rules.Finding{
				{Verdict: rules.Pass, Message: "a warning"},
				{Verdict: rules.Ask, Message: "the name \"x\" of https://u:p@h/ is not known\n", Rule: &rules.Rule{ID: "acquire-unknown"}},
				clone(),
			}},
			stderr: []string{
				`[SandboxEnforcer] Asking first: the name "x" of https://***@h/ is not known\u{a} [acquire-unknown]`,
				"[SandboxEnforcer] Asking first: git clone lands outside [acquire-outside]",
			},
			want: Answer{
				Verdict: rules.Ask,
				Reason:  `[SandboxEnforcer] Asking first: the name "x" of https://***@h/ is not known\u{a} [acquire-unknown]; git clone lands outside [acquire-outside]`,
			},
		},
		{
			name:   "refused without a finding",
			report: analyzer.Report{},
			stderr: []string{"[SandboxEnforcer] BLOCKED: no finding says why"},
			want:   Answer{Reason: "[SandboxEnforcer] BLOCKED: no finding says why"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.stderr, Stderr(tt.report, tt.mode))
			assert.Equal(t, tt.want, Compose(tt.report, analyzer.Settings{Mode: tt.mode, Sandbox: &rules.Sandbox{Given: "~/s", Path: "/home/u/s"}}))
		})
	}
}

func TestContext(t *testing.T) {
	const begin = "The command was changed before it ran, because external content is kept in the sandbox directory. "
	tests := []struct {
		name        string
		acquisition rules.Acquisition
		edits       []ast.Edit
		want        string
	}{
		{
			"a clone with a directory of its own",
			rules.Acquisition{Noun: "git clone", URL: "U", Destination: "../x y", New: "~/s/x y", NewPath: "/home/u/s/x y"}, nil,
			"The git clone of U lands at ~/s/x y (/home/u/s/x y), not at ../x y. A later `cd ../x y` must use that path.",
		},
		{
			"a clone into the directory in effect",
			rules.Acquisition{Noun: "git clone", URL: "U", Destination: ".", New: "~/s/u", NewPath: "/home/u/s/u"}, nil,
			"The git clone of U lands at ~/s/u (/home/u/s/u). A later `cd u` must use that path.",
		},
		{
			"a source that is not known",
			rules.Acquisition{Noun: "download", Destination: "/tmp/f", New: "/home/u/s/f", NewPath: "/home/u/s/f"}, nil,
			"The download lands at /home/u/s/f, not at /tmp/f. A later command that means f must use that path.",
		},
		{
			"names that the program makes",
			rules.Acquisition{Noun: "download", URL: "https://h/f", New: "~/s", NewPath: "/home/u/s"}, nil,
			"The download of https://h/f lands below the directory ~/s (/home/u/s). A later command that means it must use that directory.",
		},
		{
			"several outputs",
			rules.Acquisition{Noun: "download", URL: "U", Destination: "a", New: "~/s/a", NewPath: "/home/u/s/a"}, []ast.Edit{{Text: "~/s/a"}, {Text: "~/s/b"}, {Text: "--output=/home/u/s/c"}},
			"The download of U lands at ~/s/a (/home/u/s/a), not at a. A later command that means a must use that path. Other outputs of the same command are moved as well: ~/s/b, --output=/home/u/s/c.",
		},
		{
			"what must not be printed as it is",
			rules.Acquisition{Noun: "download", URL: "https://u:p@h/?k=v", Destination: "a\n\u202e", New: "~/s/a", NewPath: "/home/u/s/a"}, nil,
			`The download of https://***@h/?k=*** lands at ~/s/a (/home/u/s/a), not at a\u{a}\u{202e}. A later command that means a must use that path.`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := rules.Finding{Verdict: rules.Rewrite, Acquisition: &tt.acquisition}
			if tt.edits != nil {
				f.Fix = &rules.Suggestion{Edits: tt.edits}
			}
			report := analyzer.Report{Verdict: rules.Rewrite, Findings: []rules.Finding{f}}
			assert.Equal(t, begin+tt.want, Context(report, &rules.Sandbox{Given: "~/s", Path: "/home/u/s"}))
		})
	}
}

// A command is given whole or not at all.
func TestInstructDoesNotCutTheCommand(t *testing.T) {
	for _, tt := range []struct {
		name  string
		words int
		whole bool
	}{
		{"it fits", 1_000, true},
		{"it does not", 5_000, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			use := "git clone U ~/s/r" + strings.Repeat(" &", tt.words)
			report := analyzer.Report{Verdict: rules.Deny, Rewritten: []string{use}, Findings: as(rules.Deny, clone())}
			reason := Reason(report, analyzer.ModeInstruct)
			assert.Equal(t, reason, capped(reason))
			assert.Equal(t, tt.whole, strings.HasSuffix(reason, ". Use: "+use))
			assert.Equal(t, !tt.whole, strings.HasSuffix(reason, ". The command to run instead is too long to be given here"))
		})
	}
}

func TestUnread(t *testing.T) {
	for _, tt := range []struct {
		name string
		fail analyzer.Fail
		want rules.Verdict
	}{
		{"open", analyzer.FailOpen, rules.Pass},
		{"ask", analyzer.FailAsk, rules.Ask},
		{"closed", analyzer.FailClosed, rules.Deny},
		{"a value that is none", analyzer.FailClosed + 1, rules.Deny},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, Answer{Verdict: tt.want, Reason: "[SandboxEnforcer] it is broken"}, Unread(tt.fail, "it is broken"))
		})
	}
}
