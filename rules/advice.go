package rules

import (
	"fmt"

	"sandbox-enforcer/ast"
)

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
