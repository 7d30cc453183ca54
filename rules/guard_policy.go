package rules

import (
	"fmt"
	"strings"

	"sandbox-enforcer/ast"
)

// The rules of the policy guard.
var (
	// PolicySafe is reported for a command that is allowed without a prompt.
	PolicySafe = &Rule{
		ID: "policy-safe", Title: "a command that only reads, or that the policy lists", Verdict: Allow, Since: "0.2",
		Doc: "Every program that the command starts is listed in safe_commands, or is known to read only with these words, and nothing around it writes.",
		Bad: "git log --oneline | head",
	}
	// PolicyApproval is reported for a command that is left to the agent's permissions.
	PolicyApproval = &Rule{
		ID: "policy-approval", Title: "a command that nothing is known to allow", Verdict: Pass, Since: "0.2",
		Doc: "The agent's own permissions decide. The message names the first part that keeps the command from being SAFE.",
		Bad: "npm install",
	}
	// PolicyPattern is reported for a command that a blocked pattern means.
	PolicyPattern = &Rule{
		ID: "policy-pattern", Title: "a command that the policy blocks", Verdict: Deny, Since: "0.2",
		Doc: "The pattern is read by its meaning: any spelling of its flags, in any part of the script, under any program that starts it.",
		Bad: "xargs rm -f -r",
	}
	// PolicyOperator is reported for an operator that the policy does not allow.
	PolicyOperator = &Rule{
		ID: "policy-operator", Title: "an operator that the policy does not allow", Verdict: Deny, Since: "0.2",
		Doc: "The operators of shell_injection_patterns are looked for in the syntax tree, never in quoted text. A policy with \"compound\": \"each\" classifies the parts instead.",
		Bad: "cat a; ls",
	}
	// PolicyPath is reported for a path that no command may name.
	PolicyPath = &Rule{
		ID: "policy-path", Title: "a path that the policy blocks", Verdict: Deny, Since: "0.2",
		Doc: "Paths are compared after links, ~ and .. are resolved.",
		Bad: "cat .env",
	}
	// PolicyProtected is reported where a command would write what the policy protects.
	PolicyProtected = &Rule{
		ID: "policy-protected", Title: "a write to a protected path", Verdict: Deny, Since: "0.2",
		Doc: "Protected paths may be read, but not written or removed.",
		Bad: "rm .claude/local/OPERATIONS.md",
	}
	// PolicyTraversal is reported for a path that climbs out of the project (CWE-22).
	PolicyTraversal = &Rule{
		ID: "policy-traversal", Title: "a path that climbs out of the project", Verdict: Deny, Since: "0.2",
		Doc: "A path with .. that leaves the project's directory, after it was resolved (CWE-22).",
		Bad: "cat ../../../../etc/passwd",
	}
	// PolicyConsent is reported for a command that a person allowed before.
	PolicyConsent = &Rule{
		ID: "policy-consent", Title: "a command that a person allowed before", Verdict: Allow, Since: "0.2",
		Doc: "The same command in the same project and directory was shown to a person by the agent's own prompt, and ran after that, within the last eight hours.",
	}
	// PolicyNetwork is reported for a fetch from an address that no agent needs (CWE-918).
	PolicyNetwork = &Rule{
		ID: "policy-network", Title: "a request to a metadata service or a hidden inner address", Verdict: Deny, Since: "0.2",
		Doc: "A cloud's metadata service in any spelling, and a loopback or private address that is written so that it is not seen to be one (CWE-918).",
		Bad: "curl http://2852039166/latest/meta-data/",
	}
)

// PolicyGuard classifies a script as SAFE, NEEDS_APPROVAL or BLOCKED. It reports what
// blocks, or one finding that says why the script is SAFE or is not.
var PolicyGuard = &Guard{
	Name:  "policy",
	Doc:   "commands are SAFE, BLOCKED, or left to the agent's permissions",
	Rules: []*Rule{PolicyApproval, PolicyConsent, PolicyNetwork, PolicyOperator, PolicyPath, PolicyPattern, PolicyProtected, PolicySafe, PolicyTraversal},
	On:    func(p *Inspection) bool { return p.Policy != nil && p.Policy.Enabled && !p.Brief },
	Check: checkPolicy,
}

func checkPolicy(p *Inspection) {
	p.blockedPatterns()
	p.blockedOperators()
	p.blockedPlaces()
	p.blockedAddresses()
	if p.Class == Blocked {
		return
	}
	whole := ast.Span{End: len(p.Script.Source.Text)}
	why, in, span := p.unsafe()
	if why == "" {
		p.Class = Safe
		p.Report(Finding{Rule: PolicySafe, In: p.Script, Span: whole, Verdict: Allow, Message: p.safeMessage()})
		return
	}
	p.Class = NeedsApproval
	if in == nil {
		in, span = p.Script, whole
	}
	p.Report(Finding{Rule: PolicyApproval, In: in, Span: span, Verdict: Pass, Message: why})
}

// Unreadable judges a text that is no script: nothing is known of it but its bytes.
func Unreadable(policy *Policy, src ast.Source, err error) ([]Finding, Class) {
	if policy == nil || !policy.Enabled {
		return nil, NoClass
	}
	p := &Inspection{Script: &ast.Script{Source: src}, Policy: policy}
	p.blockedBytes()
	if p.Class != Blocked {
		p.Class = NeedsApproval
		p.Report(Finding{Rule: PolicyApproval, In: p.Script, Verdict: Pass, Message: "the command cannot be read: " + err.Error()})
	}
	return p.Found, p.Class
}

func (p *Inspection) safeMessage() string {
	if p.Policy.Knowledge {
		return "every part of the command is known to read only"
	}
	return "every part of the command is among the safe commands"
}

// block reports what makes the script BLOCKED.
func (p *Inspection) block(rule *Rule, in *ast.Script, span ast.Span, origin Origin, message string) {
	p.Class = Blocked
	p.Report(Finding{Rule: rule, In: in, Span: span, Verdict: Deny, Message: message, Origin: origin})
}

// The commands by which this program is loosened are for people.
const (
	trustCommand = "sandbox-enforcer policy trust"
	initCommand  = "sandbox-enforcer policy init"
)

func (p *Inspection) blockedPatterns() {
	for _, e := range append(entries(trustCommand, initCommand), p.Policy.BlockedPatterns...) {
		pattern, err := ParsePattern(e)
		if err != nil {
			continue // the policy's loader has said so, and mistrusts the policy
		}
		if in, span, ok := pattern.Matches(p.Script); ok {
			p.block(PolicyPattern, in, span, e.Origin, p.patternMessage(e))
		}
	}
}

// unsafe says why a script is not SAFE, with the place; "" where it is.
func (p *Inspection) unsafe() (string, *ast.Script, ast.Span) {
	switch {
	case p.Policy.Mistrusted != "":
		return p.Policy.Mistrusted, nil, ast.Span{}
	case strings.TrimSpace(p.Script.Source.Text) == "":
		return "the command is empty", nil, ast.Span{}
	case !p.Policy.Authorizes(p.AgentType):
		return fmt.Sprintf("the agent %q is none whose commands the policy approves", p.AgentType), nil, ast.Span{}
	}
	if why := unsure(p); why != "" {
		return why, nil, ast.Span{}
	}
	for _, l := range lookAlikes {
		if at := looksLike(p.Script.Source.Text, l.operator); at.End > 0 {
			return fmt.Sprintf("a character looks like the operator %q and is none", l.operator), p.Script, at
		}
	}
	for _, inv := range p.Script.Invocations {
		if why := p.unsafeCall(inv); why != "" {
			return why, inv.In, inv.Span
		}
	}
	for _, pl := range p.places() {
		if why := p.doubtful(pl); why != "" {
			return why, pl.in, pl.span
		}
	}
	return "", nil, ast.Span{}
}

// carriesBlocked says that a variable among an invocation's words holds a command that
// the policy blocks: what is put together to be run later is no plain text. "" where
// none does.
func (p *Inspection) carriesBlocked(inv *ast.Invocation) string {
	for i := range inv.Args {
		arg := &inv.Args[i]
		text, known := arg.Value.Text()
		source := inv.In.Source.Text
		if !known || !strings.Contains(text, " ") || arg.Span.End > len(source) || !strings.Contains(source[arg.Span.Start:arg.Span.End], "$") {
			continue
		}
		if !p.allows(text) {
			return fmt.Sprintf("a variable holds %q, which the policy blocks as a command", text)
		}
	}
	return ""
}

// unsafeCall says why one invocation is not SAFE.
func (p *Inspection) unsafeCall(inv *ast.Invocation) string {
	for _, arg := range addresses(inv) {
		if text := spelledOut(arg); AddressOf(text) != AddressOther {
			return fmt.Sprintf("%q is an inner address", MaskURL(text))
		}
	}
	if why := p.carriesBlocked(inv); why != "" {
		return why
	}
	if why := namesSecretVariable(inv); why != "" {
		return why
	}
	why := Reads(p, inv)
	if why == "" && p.Policy.Knowledge {
		return ""
	}
	for _, e := range p.Policy.SafeCommands {
		if !leadsWith(e.Text, inv) {
			continue
		}
		if outer := around(p, inv); outer != "" {
			return outer
		}
		if inv.Shadowed {
			return fmt.Sprintf("a function or an alias of the script bears the name %s", inv.Name.Value.Display())
		}
		if _, known := readUse(inv); e.Origin.BuiltIn() && known && why != "" && !strings.Contains(e.Text, " -") {
			return why // an entry with an option is narrow enough by itself
		}
		return ""
	}
	if why == "" {
		if carriesScript(p, inv) || inv.Shadowed {
			return ""
		}
		return fmt.Sprintf("%s is not among the safe commands of the profile %s", inv.Name.Value.Display(), p.Policy.Profile)
	}
	return why
}

// leadsWith reports whether an invocation begins with the words of a safe command: as
// they are, or behind options of the program's own.
func leadsWith(text string, inv *ast.Invocation) bool {
	words := strings.Fields(text)
	if len(words) == 0 || inv.Program() != words[0] || !systemProgram(inv) {
		return false
	}
	literal := len(inv.Args) >= len(words)-1
	for i := 1; literal && i < len(words); i++ {
		literal = inv.Args[i-1].Value.Is(words[i])
	}
	return literal || readPhrase(text).matches(inv)
}
