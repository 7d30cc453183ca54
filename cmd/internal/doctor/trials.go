package doctor

import (
	"os"
	"strings"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/cmd/internal/obey"
	"sandbox-enforcer/cmd/internal/settings"
)

// trial is what the hook is asked about: a command that is never run, or a file that is
// never opened. What it has to answer follows from the settings that it is started with.
type trial struct {
	command, file string
	// guard is the guard that has to stop it; empty where it has to pass.
	guard string
	// refused says that it has to be refused, and not changed.
	refused bool
	// elsewhere is a word that a changed command must not have any more.
	elsewhere string
}

// landing is outside of every sandbox, and in no project.
const landing = "/sandbox-enforcer-doctor"

// trials are those that the settings decide, what is harmless last.
func trials(s settings.Settings) (out []trial) {
	if box := s.Analyzer.Sandbox; box != nil {
		t := trial{guard: "acquisition", refused: s.Analyzer.Mode != analyzer.ModeRewrite, command: "git clone https://example.invalid/doctor/probe.git " + landing, elsewhere: " " + landing}
		if _, err := os.Stat(box.Real); err != nil {
			t = trial{guard: "acquisition", command: "gh pr checkout 1"} // a changed command would make the sandbox
		}
		out = append(out, t)
	}
	if s.Policy.On {
		out = append(out, trial{guard: "policy", command: "curl http://169.254.169.254/latest/meta-data/"})
	}
	if s.Bounds.Worktree != "" {
		out = append(out, trial{guard: "worktree", command: "cd / && touch " + landing})
	}
	if s.Bounds.Project != "" {
		out = append(out, trial{guard: "path", file: landing})
	}
	return append(out, trial{command: "true"})
}

// missed says what is wrong with a reaction, or is empty.
func (t trial) missed(r obey.Reaction, title string) string {
	switch {
	case r.Does == obey.Ignored:
		return "its answer to " + t.what() + " is none that " + title + " obeys, so that most commands run as they are"
	case t.guard == "" && r.Does.Stops():
		return "it stops " + t.what() + ", which is harmless"
	case t.guard != "" && !r.Does.Stops():
		return "it lets pass " + t.what() + ", which its " + t.guard + " guard has to stop"
	case t.refused && r.Does != obey.Denies:
		return "it does not refuse " + t.what() + ", though it is started with a mode that has to"
	case r.Does == obey.Rewritten && t.elsewhere != "" && strings.Contains(string(r.Input), t.elsewhere):
		return "it changes " + t.what() + " to a command that still lands outside the sandbox"
	}
	return ""
}

// what names the trial for messages.
func (t trial) what() string {
	if t.file != "" {
		return "the use of the file " + t.file
	}
	return "\"" + t.command + "\""
}
