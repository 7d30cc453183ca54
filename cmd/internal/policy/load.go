package policy

import (
	"slices"
	"strings"

	"sandbox-enforcer/rules"
)

// Options say which policy is meant.
type Options struct {
	// File is the user's file: absolute, or below the home directory as ~/… or
	// $HOME/…, which no shell has expanded in a settings file. Empty means
	// the one in the user's configuration directory, which need not be there.
	File string
	// Profile is the name of the profile; empty means the default of the user's file,
	// else development.
	Profile string
	// Project is the project's root, absolute; empty means that no project is known, and
	// that none tightens the policy.
	Project string
	// ProjectFile, where not empty, is read in place of the file below Project, and may
	// be anywhere.
	ProjectFile string
	// AssumeTrust treats the project's file as if its content were trusted, to see what
	// that would change.
	AssumeTrust bool
	// Env looks up HOME, XDG_CONFIG_HOME and XDG_STATE_HOME.
	Env func(name string) (value string, set bool)
}

// Loaded is the policy in effect, and where it comes from.
type Loaded struct {
	Policy rules.Policy
	// Origins has the place of each key that a file gives, by its full name, as
	// circuit_breaker.threshold. The others are built in.
	Origins map[string]rules.Origin
	// User and Project are the files that count; their paths are empty where there is
	// none.
	User, Project File
	// Trusted says that the project's file may loosen the policy.
	Trusted bool
}

// projectFile is where a project has its policy, below its root.
const projectFile = ".claude/config/sandbox_policy.json"

// Load returns the policy in effect. It never fails: where a file is broken the policy
// is Mistrusted, and what counts in place of a broken file of the user's is the
// built-in profile, in place of a project's what the user has, so that breaking its
// file gains a project nothing.
func Load(o Options) (Loaded, []Problem) {
	l := &loader{Options: o}
	l.user()
	l.project()
	l.loaded.Policy.Root = o.Project
	for _, problem := range Examples(l.loaded.Policy) {
		l.breaks(problem)
	}
	return l.loaded, l.problems
}

type loader struct {
	Options
	loaded   Loaded
	problems []Problem
}

// user takes the user's layer.
func (l *loader) user() {
	f, ok := l.userFile()
	if !ok {
		f.profiles = nil
	}
	name, problem := l.choose(f)
	if problem != nil {
		l.problems = append(l.problems, *problem)
	}
	mistrusted := l.loaded.Policy.Mistrusted
	from, given := f.find(name)
	if !given {
		from.policy, _ = rules.FindProfile(name)
		from.given = map[string]rules.Origin{}
	}
	l.loaded.Policy, l.loaded.Origins = from.policy, from.given
	l.loaded.Policy.Mistrusted = mistrusted
	l.loaded.User = f
}

// userFile reads the user's file. The second result is false where there is none that
// counts.
func (l *loader) userFile() (File, bool) {
	path := UserFile(l.Env)
	if l.File != "" {
		path = fromHome(l.Env, l.File)
	}
	switch {
	case path == "":
		return File{}, false
	case !strings.HasPrefix(path, "/"):
		// The directory that a relative path starts in is the agent's to choose.
		l.breaks(Problem{Kind: Broken, File: path, Message: "the path of the policy file is not absolute: give an absolute path, ~/… or $HOME/…"})
		return File{Path: path}, false
	}
	f, problems, there := read(path, "")
	if !there && l.File == "" {
		return File{}, false
	}
	l.problems = append(l.problems, problems...)
	if b := broken(problems); b != nil {
		l.mistrust(*b)
		return f, false
	}
	return f, true
}

// choose returns the name of the profile in effect.
func (l *loader) choose(f File) (string, *Problem) {
	switch name := l.Profile; {
	case name != "" && f.offers(name):
		return name, nil
	case name != "":
		return "production", &Problem{Kind: Warning, Message: "there is no profile " + quote(name) + ", so production counts: " + instead(name, f.known())}
	case f.Default == "":
		return "development", nil
	case f.offers(f.Default):
		return f.Default, nil
	}
	return "production", nil // the file is broken, and has been told of
}

// project takes the project's layer.
func (l *loader) project() {
	path, within := l.ProjectFile, ""
	if path == "" && l.Project != "" {
		path, within = ProjectFile(l.Project), l.Project
	}
	if path == "" {
		return
	}
	f, problems, there := read(path, within)
	if !there && l.ProjectFile == "" {
		return
	}
	l.problems = append(l.problems, problems...)
	l.loaded.Project = f
	if b := broken(problems); b != nil {
		l.mistrust(*b)
		return
	}
	if f.Default != "" && f.Default != l.loaded.Policy.Profile {
		l.problems = append(l.problems, Problem{
			Kind: Note, File: f.Path, Line: f.chosen.Line, Column: f.chosen.Column,
			Message: "a project does not choose the profile, so " + l.loaded.Policy.Profile + " counts: set SANDBOX_PROFILE, or default_profile in your own file",
		})
	}
	l.trust(f)
	if from, ok := f.find(l.loaded.Policy.Profile); ok {
		l.apply(from)
	}
}

// trust settles whether the project's file may loosen the policy.
func (l *loader) trust(f File) {
	trusted, problem := isTrusted(l.Env, f.Sum)
	l.loaded.Trusted = trusted || l.AssumeTrust
	if problem != nil {
		l.problems = append(l.problems, *problem)
	}
}

// apply changes the policy by a project's layer. Where a project switches on what the
// user has off, commands are only refused by it: that they run without a prompt is for
// the user to choose.
func (l *loader) apply(from layer) {
	off := !l.loaded.Policy.Enabled && !l.loaded.Trusted
	origins := map[string]rules.Origin{}
	for name, at := range l.loaded.Origins {
		origins[name] = at
	}
	leaves(func(name string, v value) {
		at, given := from.given[name]
		switch {
		case !given:
		case l.loaded.Trusted:
			v.replace(&l.loaded.Policy, from.policy)
			origins[name] = at
		case v.tighten(&l.loaded.Policy, voiceless(from.policy)):
			origins[name] = at
		}
	})
	if off && l.loaded.Policy.Enabled {
		l.loaded.Policy.SafeCommands, l.loaded.Policy.Knowledge = nil, false
		origins["safe_commands"], origins["built_in_knowledge"] = origins["sandbox_enabled"], origins["sandbox_enabled"]
	}
	l.loaded.Origins = origins
}

// voiceless returns a policy without the reasons and suggestions of its entries: what a
// clone brings would speak to the model in this program's name.
func voiceless(p rules.Policy) rules.Policy {
	for _, list := range []*[]rules.Entry{&p.BlockedPatterns, &p.ShellInjection, &p.BlockedPaths, &p.PathTraversal, &p.ProtectedPaths} {
		*list = slices.Clone(*list)
		for i := range *list {
			(*list)[i].Reason, (*list)[i].Suggest = "", ""
		}
	}
	return p
}

// breaks adds a problem after which nothing is safe.
func (l *loader) breaks(p Problem) {
	l.problems = append(l.problems, p)
	l.mistrust(p)
}

func (l *loader) mistrust(p Problem) {
	if l.loaded.Policy.Mistrusted == "" {
		l.loaded.Policy.Mistrusted = p.Error()
	}
}

// Diff returns how one policy differs from another, a line for each difference, in the
// order of the keys.
func Diff(from, to rules.Policy) []string {
	var out []string
	leaves(func(name string, v value) {
		for _, line := range v.diff(from, to) {
			out = append(out, name+" "+line)
		}
	})
	return out
}
