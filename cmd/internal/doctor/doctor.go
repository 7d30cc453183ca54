package doctor

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"sandbox-enforcer/cmd/internal/install"
	"sandbox-enforcer/cmd/internal/state"
)

// Options are the choices of one run.
type Options struct {
	install.Machine
	// Names are the agents; none means those that are on the machine, and those that start
	// the hook.
	Names []string
	// Version is that of this program, and Program the words that start the hook that
	// belongs to it: only that one is started where a project's file registers it.
	Version string
	Program []string
	// Environ is the environment in which hooks are started, as NAME=VALUE.
	Environ []string
	// Recent is how far back a log that is written is looked at.
	Recent time.Duration
	// Now is the time.
	Now func() time.Time
}

const noAgent = "no agent is found on this machine"

// Examine looks at the agents. It fails where a name is no agent's, or where the home
// directory is not known; everything else is a finding.
func Examine(o Options) (Report, error) {
	r := Report{Version: o.Version, Machine: o.machine(), Agents: []Diagnosis{}}
	for _, name := range o.Names {
		if _, known := install.Find(name); !known {
			return r, fmt.Errorf("there is no agent %q: give one of %s", name, strings.Join(install.Names(), ", "))
		}
	}
	for _, a := range install.Agents() {
		if len(o.Names) > 0 && !slices.Contains(o.Names, a.Name) {
			continue
		}
		e := exam{Options: o, agent: a, here: o.Here(a)}
		if err := e.look(); err != nil {
			return r, err
		}
		if e.here || len(e.hooks) > 0 || len(o.Names) > 0 {
			r.Agents = append(r.Agents, e.examine())
		}
	}
	if len(r.Agents) == 0 {
		r.Machine = append(r.Machine, Finding{Check: "agent", Severity: Fine, Message: noAgent})
	}
	r.sum()
	return r, nil
}

// machine looks at what all agents have in common: the state.
func (o Options) machine() []Finding {
	var f findings
	store, err := state.Open(o.Env)
	if err != nil {
		f.problem("state", "export HOME=YOUR-HOME-DIRECTORY", "%v", err)
		return f.all
	}
	wrong := store.Check()
	for _, err := range wrong {
		what, mend := apart(err.Error())
		f.problem("state", mend, "%s, so that nothing is counted or remembered there", what)
	}
	if len(wrong) == 0 {
		f.fine("state", "%s is nobody's but yours", store.Dir())
	}
	return f.all
}

// apart splits a sentence that says what is wrong from what it says is to be done.
func apart(text string) (what, mend string) {
	at := strings.LastIndex(text, ": ")
	if at < 0 {
		return text, "see sandbox-enforcer help"
	}
	return text[:at], text[at+2:]
}
