package rules

import "fmt"

// The rules of the path guard.
var (
	// PathsField is reported for a field that cannot be judged.
	PathsField = &Rule{
		ID: "paths-field", Title: "a path that cannot be judged", Verdict: Deny, Since: "0.3",
		Doc:  "A field that names a path is missing though the tool needs it, is there twice, is no text, or is a text that clients read in different ways. Links that lead in a circle cannot be judged either, nor can places that are others for each process, as /proc/self/cwd and /dev/fd.",
		Bad:  `Read {"file_path": 7}`,
		Good: `Read {"file_path": "README.md"}`,
	}
	// PathsOutside is reported for a path or pattern that leads out of the project.
	PathsOutside = &Rule{
		ID: "paths-outside", Title: "a path outside the project", Verdict: Deny, Since: "0.3",
		Doc:  "File tools stay in the project's directory, those that the user allows, and the sandbox. Paths are followed element by element through links; a pattern is judged by what stands before its first wildcard. Files that the client itself makes may be read: plans, results and output of commands that run in the background.",
		Bad:  `Read {"file_path": "../other/secret.txt"}`,
		Good: `Read {"file_path": "src/../README.md"}`,
	}
	// PathsUnconfined is reported for a call that switches the client's sandbox off.
	PathsUnconfined = &Rule{
		ID: "paths-unconfined", Title: "a call outside the client's own sandbox", Verdict: Deny, Since: "0.3",
		Doc:  "dangerouslyDisableSandbox, in any spelling that may count as true, of any tool and at any depth of its input.",
		Bad:  `Bash {"command": "make", "dangerouslyDisableSandbox": "yes"}`,
		Good: `Bash {"command": "make", "dangerouslyDisableSandbox": false}`,
	}
)

// PathGuard keeps file tools in the project.
var PathGuard = &Guard{
	Name:  "paths",
	Doc:   "file tools stay in the project, and the client's own sandbox stays on",
	Rules: []*Rule{PathsField, PathsOutside, PathsUnconfined},
	On:    func(p *Inspection) bool { return p.Project != nil },
	Files: judgePaths,
}

func judgePaths(p *Inspection) {
	if p.Unconfined != "" {
		p.refuse(PathsUnconfined, fmt.Sprintf("%s would run outside the client's own sandbox; call the tool without it", p.Unconfined))
	}
	for _, t := range p.Targets {
		p.judgePath(t)
	}
}

// judgePath reports the first reading of a target that leads outside.
func (p *Inspection) judgePath(t Target) {
	switch {
	case t.Problem != "":
		p.refuse(PathsField, fmt.Sprintf("%s %s", t.Field, t.Problem))
		return
	case p.Project.Problem != "":
		p.refuse(PathsOutside, p.Project.Problem)
		return
	}
	written, err := t.places(p.Project.Home)
	if err != nil {
		p.refuse(PathsField, fmt.Sprintf("%s %.200q %v", t.Field, t.Text, err))
		return
	}
	for _, place := range written {
		resolved, err := p.Facts.Resolve(place)
		switch {
		case err != nil:
			p.refuse(PathsField, fmt.Sprintf("%s %.200q cannot be followed (%v); name the file itself", t.Field, t.Text, err))
			return
		case p.Project.holds(p.Facts, resolved), p.Sandbox != nil && p.Sandbox.Contains(resolved):
		case t.Reads && !t.Pattern && clientMade(p.Agent, resolved, p.Project.Home):
		default:
			where := "is"
			if resolved != t.Text {
				where = fmt.Sprintf("leads to %.300q,", resolved)
			}
			p.refuse(PathsOutside, fmt.Sprintf("%s %.200q %s outside the project %.300q; name a place below it", t.Field, t.Text, where, p.Project.Given))
			return
		}
	}
}

// refuse reports a finding about a call of a file tool.
func (p *Inspection) refuse(rule *Rule, message string) {
	p.Report(Finding{Rule: rule, Verdict: rule.Verdict, Message: message})
}
