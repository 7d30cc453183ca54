package doctor

import "sandbox-enforcer/cmd/internal/install"

// Report is what was found on a machine.
type Report struct {
	// Version is that of the program that looked.
	Version string `json:"version"`
	// Sound says that nothing is wrong.
	Sound bool `json:"sound"`
	// Machine is what concerns all agents.
	Machine []Finding `json:"machine"`
	// Agents are those that were looked at, the most used first.
	Agents []Diagnosis `json:"agents"`
}

// Diagnosis is what was found about one agent.
type Diagnosis struct {
	// Agent is what install calls it, and Title its own name.
	Agent string `json:"agent"`
	Title string `json:"title"`
	// Here says that the agent is on the machine.
	Here bool `json:"here"`
	// Hooks are the command lines that start the hook.
	Hooks    []Hook    `json:"hooks"`
	Findings []Finding `json:"findings"`
}

// Hook is one command line that starts the hook.
type Hook struct {
	// File is where it is registered, for the user or the project as Scope says, and Event
	// for what; a plugin or script of ours has its own event.
	File  string `json:"file"`
	Scope string `json:"scope"`
	Event string `json:"event"`
	// Words are those that are started, the program first, with control characters escaped,
	// and Version what it says to be; empty where it was not started.
	Words   []string `json:"words"`
	Version string   `json:"version,omitempty"`
}

// scopes are the names of the scopes.
var scopes = map[install.Scope]string{install.User: "user", install.Project: "project"}

// worst is the severity that counts of several findings, and the first with it.
func worst(all []Finding) (first Finding, others int) {
	for _, s := range []Severity{Problem, Warning, Fine} {
		for _, f := range all {
			switch {
			case f.Severity != s:
			case first.Check == "":
				first = f
			case s != Fine:
				others++
			}
		}
	}
	return first, others
}

// sound reports whether nothing is wrong.
func sound(all []Finding) bool {
	first, _ := worst(all)
	return first.Severity != Problem && first.Severity != Warning
}

// sum sets Sound from the findings.
func (r *Report) sum() {
	r.Sound = sound(r.Machine)
	for _, d := range r.Agents {
		r.Sound = r.Sound && sound(d.Findings)
	}
}
