package doctor

import (
	"slices"
	"strings"

	"sandbox-enforcer/cmd/internal/bounds"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/policy"
	"sandbox-enforcer/cmd/internal/settings"
)

// checkSettings wants every flag to count, and one of the guards to be on.
func (e *exam) checkSettings(r registered) {
	for _, p := range r.wrong {
		what, _ := apart(p.Error())
		if p.Kind == settings.Unusable {
			e.problem("settings", e.again(r), "%s; started by %s", what, r.path)
		} else {
			e.warn("settings", e.again(r), "%s; started by %s", what, r.path)
		}
	}
	if name := r.settings.Agent; name != e.agent.Name && name != settings.AutoAgent {
		e.problem("settings", e.again(r), "the hook is told that %s starts it, and not %s, so that its answers are not understood", name, e.agent.Name)
	}
	if !r.settings.Judges() && len(r.wrong) == 0 {
		e.problem("settings", e.again(r), "the hook is started by %s without a guard: neither its flags nor this environment name a sandbox, a policy, a worktree or a project", r.path)
	}
}

// checkPolicy wants the files of the policy to be readable.
func (e *exam) checkPolicy(r registered) {
	if !r.settings.Policy.On {
		return
	}
	project := r.settings.Project
	if project == "" {
		project = e.Project
	}
	_, problems := policy.Load(policy.Options{File: r.settings.Policy.File, Profile: r.settings.Policy.Profile, Project: project, Env: e.Env})
	for _, p := range problems {
		if p.Kind == policy.Note {
			continue
		}
		what, mend := apart(p.Error())
		if at := place(p.Error(), p.File); at != "" {
			mend = "edit " + at + ", and look by sandbox-enforcer policy check"
		}
		e.problem("policy", mend, "%s", what)
	}
}

// checkBounds wants the worktree and the project to be what the guards take them for.
func (e *exam) checkBounds(r registered) {
	b := r.settings.Bounds
	if b.Worktree == "" && b.Project == "" {
		return // with a checkout alone, the worktree is the one that a command runs in
	}
	chosen, notes := bounds.Find(r.settings, facts.OS{}, e.dir(r), e.Env)
	for _, note := range notes {
		what, mend := apart(note)
		e.warn("bounds", mend, "%s", what)
	}
	if chosen.Worktree != nil && chosen.Worktree.Problem != "" {
		what, mend := apart(chosen.Worktree.Problem)
		e.problem("bounds", mend, "%s, so that every command is asked about", what)
	}
}

// without are the flags but for one.
func without(flags []string, name string) []string {
	return slices.DeleteFunc(slices.Clone(flags), func(flag string) bool { return strings.HasPrefix(flag, name+"=") })
}
