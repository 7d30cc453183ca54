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

// patternMessage says what is blocked, why, and what to do instead. What is suggested
// is classified first: advice that the policy itself blocks is none.
func (p *Inspection) patternMessage(e Entry) string {
	known := advice(e.Text)
	reason, suggest := e.Reason, e.Suggest
	if reason == "" {
		reason = known.reason
	}
	if suggest == "" {
		suggest = known.suggest
	}
	message := fmt.Sprintf("the policy blocks %q", e.Text)
	if reason != "" {
		message += ": " + reason
	}
	if suggest != "" && p.allows(suggest) {
		message += "; use instead: " + suggest
	}
	return message
}

// allows reports whether the policy does not block a command that is suggested.
func (p *Inspection) allows(command string) bool {
	script, err := ast.Parse(ast.Source{Text: command, Dialect: ast.Bash, Dir: p.Script.Source.Dir, Env: p.Script.Source.Env})
	if err != nil {
		return true // words for people
	}
	for _, e := range p.Policy.BlockedPatterns {
		if pattern, err := ParsePattern(e); err == nil {
			if _, _, blocked := pattern.Matches(script); blocked {
				return false
			}
		}
	}
	return true
}

// advices say of the guide's own patterns why they are blocked, and what is safer.
var advices = [...]struct{ text, reason, suggest string }{
	{trustCommand, "what guards an agent is for a person to change", ""},
	{initCommand, "what guards an agent is for a person to change", ""},
	{"rm -rf", "it removes a whole tree and asks nothing", "rm -r DIRECTORY"},
	{"rm", "it removes files", ""},
	{"sudo", "it runs with the rights of another user (privilege escalation)", ""},
	{"git push --force", "it overwrites what others have pushed", "git push --force-with-lease"},
	{"git push", "it publishes", ""},
	{"eval", "it runs a text as code", ""},
	{"chmod 777", "it lets every user write (permissions)", "chmod u+rwx FILE"},
	{"curl | sh", "it runs what was fetched unread", "curl -o FILE URL"},
	{"wget | sh", "it runs what was fetched unread", "wget -O FILE URL"},
	{"curl", "it fetches", ""},
	{"wget", "it fetches", ""},
	{"dd if=", "dd copies without asking, also over disks", ""},
	{"dd of=/dev/", "it writes over a device", ""},
	{"mkfs", "it formats a disk", ""},
	{"> /dev/sd", "it writes over a disk", ""},
	{":(){ :|:& };:", "it starts itself without end (fork bomb)", ""},
	{removalExpression, "rm -rf of the root, the home directory, the project, or a directory of secrets", ""},
}

func advice(text string) (out struct{ reason, suggest string }) {
	for _, known := range knownExpressions {
		if text == known.text {
			text = known.means
		}
	}
	for _, a := range advices {
		if a.text == text {
			out.reason, out.suggest = a.reason, a.suggest
		}
	}
	return out
}

// blockedBytes reports the control bytes that the policy lists.
func (p *Inspection) blockedBytes() {
	for _, e := range p.Policy.ShellInjection {
		if !isControlByte(e.Text) {
			continue
		}
		if at := strings.Index(p.Script.Source.Text, e.Text); at >= 0 {
			p.block(PolicyPattern, p.Script, ast.Span{Start: at, End: at + 1}, e.Origin, fmt.Sprintf("the control byte %q hides what runs (injection, by null bytes and carriage returns); leave it out", e.Text))
		}
	}
}

func isControlByte(text string) bool { return len(text) == 1 && text[0] < ' ' }

// blockedOperators reports the first operator of each kind that the policy lists.
func (p *Inspection) blockedOperators() {
	p.blockedBytes()
	if p.Policy.Compound == CompoundEach {
		return
	}
	var operators []ast.Operator
	for i, e := range p.Policy.ShellInjection {
		if isControlByte(e.Text) {
			continue
		}
		if i == 0 || operators == nil {
			operators = p.Script.Operators()
		}
		if at := looksLike(p.Script.Source.Text, e.Text); at.End > 0 {
			p.block(PolicyOperator, p.Script, at, e.Origin, fmt.Sprintf("a character looks like the operator %q and is none (injection); leave it out", e.Text))
		}
		for _, o := range operators {
			if sameOperator(e.Text, o.Op) {
				p.block(PolicyOperator, o.In, o.Span, e.Origin, fmt.Sprintf("the policy allows no operator %q (injection); run the commands one by one", e.Text))
				break
			}
		}
	}
}

// lookAlikes are characters that people take for an operator: what they read is not
// what runs.
var lookAlikes = [...]struct{ operator, characters string }{
	{";", "\u037e\uff1b\u061b\ufe14"}, {"|", "\uff5c\u2223\u01c0"}, {"&&", "\uff06"}, {">", "\uff1e"}, {"<", "\uff1c"}, {"`", "\uff40"}, {"$(", "\uff04"},
}

// looksLike finds a character that looks like an operator and is none; an empty span
// where there is none.
func looksLike(text, operator string) ast.Span {
	for _, l := range lookAlikes {
		if l.operator != operator {
			continue
		}
		for i, r := range text {
			if strings.ContainsRune(l.characters, r) {
				return ast.Span{Start: i, End: i + len(string(r))}
			}
		}
	}
	return ast.Span{}
}

// sameOperator reports whether a policy means an operator: what stands for a
// substitution means those of processes as well.
func sameOperator(listed, op string) bool {
	if listed == "$(" || listed == "$()" {
		return op == "$(" || op == "<(" || op == ">("
	}
	return listed == op
}

// blockedPlaces reports the paths that no command may name, those that it would write,
// and those that climb out of the project.
func (p *Inspection) blockedPlaces() {
	for _, pl := range p.places() {
		text, known := pl.value.Text()
		if !known {
			continue
		}
		p.blockedPath(pl, text)
	}
}

func (p *Inspection) blockedPath(pl place, text string) {
	resolved := p.resolve(pl, text)
	if resolved == "" || isURL(text) {
		return
	}
	home := p.home()
	for _, e := range p.Policy.BlockedPaths {
		if matchPath(e.Text, resolved, home, p.Policy.Root) || matchPath(e.Text, p.written(pl, text), home, p.Policy.Root) {
			p.block(PolicyPath, pl.in, pl.span, e.Origin, fmt.Sprintf("the policy blocks the path %q: %q is it; leave it alone", e.Text, text))
			return
		}
	}
	for _, e := range p.Policy.ProtectedPaths {
		if pl.writes && matchPath(e.Text, resolved, home, p.Policy.Root) {
			p.block(PolicyProtected, pl.in, pl.span, e.Origin, fmt.Sprintf("%q lies below %q, which is protected: it may be read, not changed", text, e.Text))
			return
		}
	}
	if len(p.Policy.PathTraversal) > 0 && climbs(text) && p.Policy.Root != "" && !within(p.Policy.Root, resolved) {
		p.block(PolicyTraversal, pl.in, pl.span, p.Policy.PathTraversal[0].Origin, fmt.Sprintf("%q climbs out of the project with .. (path traversal), to %q; name a file of the project", text, resolved))
	}
}

// climbs reports whether .. is one of a path's elements.
func climbs(path string) bool {
	for element := range strings.SplitSeq(path, "/") {
		if element == ".." {
			return true
		}
	}
	return false
}

// resolve is the absolute path that a word means, links followed; empty where that is
// not known.
func (p *Inspection) resolve(pl place, text string) string {
	path := p.written(pl, text)
	if path == "" {
		return ""
	}
	resolved, err := p.Facts.Resolve(path)
	if err != nil {
		return path
	}
	return resolved
}

// written is the absolute path of a word, as it is written.
func (p *Inspection) written(pl place, text string) string {
	if rest, ok := strings.CutPrefix(text, "~/"); ok {
		text = p.home() + "/" + rest
	}
	path, ok := ast.Join(pl.dir, ast.Known(text)).Text()
	if !ok {
		if p.Policy.Root == "" || text == "" {
			return text
		}
		return p.Policy.Root + "/" + text
	}
	return path
}

func (p *Inspection) home() string {
	home, _ := p.Script.Source.Env["HOME"].Text()
	return home
}

func isURL(text string) bool {
	i := strings.Index(text, "://")
	return i > 0 && !strings.HasPrefix(text, "file:")
}

// blockedAddresses reports fetches from metadata services, and from inner addresses
// that are hidden.
func (p *Inspection) blockedAddresses() {
	for _, inv := range p.Script.Invocations {
		for _, arg := range addresses(inv) {
			text := spelledOut(arg)
			switch AddressOf(text) {
			case AddressMetadata:
				p.block(PolicyNetwork, inv.In, arg.Span, Origin{}, fmt.Sprintf("%q is the address of a cloud's metadata service (SSRF), which hands out credentials", MaskURL(text)))
			case AddressHidden:
				p.block(PolicyNetwork, inv.In, arg.Span, Origin{}, fmt.Sprintf("%q is a loopback or private address in a spelling that hides it (SSRF); write it plainly", MaskURL(text)))
			}
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

// doubtful says why a path keeps a command from being SAFE: it may be one that holds
// secrets, or one that the policy blocks.
func (p *Inspection) doubtful(pl place) string {
	text, known := pl.value.Text()
	if known {
		resolved := p.resolve(pl, text)
		if resolved == "" || isURL(text) {
			return ""
		}
		if isSample(text) {
			return ""
		}
		for _, secret := range secretPaths {
			if matchPath(secret, resolved, p.home(), "") || matchPath(secret, p.written(pl, text), p.home(), "") {
				return fmt.Sprintf("%q may hold secrets", text)
			}
		}
		return ""
	}
	return p.doubtfulPattern(pl)
}

// doubtfulPattern looks at a word that files may match: its last element may be a name
// that the policy blocks.
func (p *Inspection) doubtfulPattern(pl place) string {
	for _, alt := range pl.value.Alts() {
		glob := ""
		for _, part := range alt {
			switch {
			case part.Unknown == "" || part.Unknown == ast.Pattern:
				glob += part.Text
			default:
				glob += "*"
			}
		}
		last := glob[strings.LastIndexByte(glob, '/')+1:]
		for _, e := range p.Policy.BlockedPaths {
			if mayMatch(last, strings.TrimSuffix(e.Text[strings.LastIndexByte(strings.TrimSuffix(e.Text, "/"), '/')+1:], "/")) {
				return fmt.Sprintf("%s may match %q, which the policy blocks", pl.value.Display(), e.Text)
			}
		}
		for element := range strings.SplitSeq(glob, "/") {
			if secret := maySpell(element); secret != "" {
				return fmt.Sprintf("%s may match %q, which may hold secrets", pl.value.Display(), secret)
			}
		}
	}
	return ""
}

// isSample reports whether a file is a sample of one that holds secrets.
func isSample(path string) bool {
	for _, end := range [...]string{".example", ".sample", ".template", ".dist", ".pub"} {
		if strings.HasSuffix(path, end) {
			return true
		}
	}
	return false
}

// maySpell returns the secret name that one element of a pattern could stand for; ""
// where there is none. A pattern that begins with few letters says too little.
func maySpell(element string) string {
	begin := element
	if i := strings.IndexAny(element, "*?["); i >= 0 {
		begin = element[:i]
	}
	literal := begin == element
	for _, secret := range secretPaths {
		name := strings.TrimSuffix(secret, "/")
		switch {
		case strings.Contains(name, "/"):
		case literal && wild(name, element):
			return name
		case literal || name[0] == '*' || len(begin) < 3 && (begin == "" || begin[0] != '.'):
		case overlap(element, name):
			return name
		}
	}
	return ""
}
