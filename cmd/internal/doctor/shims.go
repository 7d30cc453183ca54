package doctor

import (
	"slices"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/cmd/internal/install"
)

// loaded reports whether the agent looks at a shim: its list of plugins names it, or there
// is no such list.
func (e *exam) loaded(s install.SeenShim) bool { return s.Address == "" || e.listed(s.Address) != "" }

// listed is the file that names a plugin, or empty.
func (e *exam) listed(address string) string {
	for _, file := range e.files {
		if slices.Contains(file.Plugins, address) {
			return file.Path
		}
	}
	return ""
}

// checkShims wants each file of ours that the agent needs to be there, as this version
// writes it.
func (e *exam) checkShims() {
	for _, s := range e.shims {
		again := e.anew(s.Scope, e.shimFlags(s))
		switch {
		case s.Err != nil:
			what, mend := apart(s.Err.Error())
			e.problem("shim", mend+", and run "+again, "%s", what)
		case !s.There && e.wanted(s):
			e.problem("shim", again, "%s is missing, so that %s does not start the hook", s.Path, e.agent.Title)
		case !s.There:
		case !s.Ours:
			e.warn("shim", "mv "+install.CommandLine([]string{s.Path, s.Path + ".old"})+" && "+again, "%s is not made by install", s.Path)
		case !e.loaded(s):
			e.problem("shim", again, "%s is there, but no settings of %s name it, so that it is not loaded", s.Path, e.agent.Title)
		case !s.Same:
			e.problem("shim", again, "%s is not what this version of install writes: it was altered, or is of another version", s.Path)
		case s.Open && e.registered(install.Hook{Words: s.Words}, s.Path, s.Scope).settings.Analyzer.Fail == analyzer.FailClosed:
			e.warn("closed", again, "%s lets a command run where the hook fails, though it is started with --fail=closed", s.Path)
		case s.Stuck:
			e.problem("shim", "chmod u+x "+install.CommandLine([]string{s.Path}), "%s may not be executed, so that %s does not start it", s.Path, e.agent.Title)
		}
	}
	e.checkPlugins()
}

// wanted reports whether something else of the same scope says that a shim should be there.
func (e *exam) wanted(s install.SeenShim) bool {
	if s.Address != "" && e.listed(s.Address) != "" {
		return true
	}
	return !s.Starts && slices.ContainsFunc(e.hooks, func(r registered) bool { return r.scope == s.Scope })
}

// checkPlugins wants the plugins that are listed to be where install puts them.
func (e *exam) checkPlugins() {
	for _, file := range e.files {
		for _, address := range file.Plugins {
			if !slices.ContainsFunc(e.shims, func(s install.SeenShim) bool { return s.Address == address }) {
				e.problem("shim", e.anew(file.Scope, e.flagsOf(file.Path)), "%s names the plugin %s, which is not where install puts it", file.Path, address)
			}
		}
	}
}

// shimFlags are the flags that a shim starts the hook with, or else another hook of the
// agent.
func (e *exam) shimFlags(s install.SeenShim) []string {
	if len(s.Words) > 0 {
		return e.kept(e.registered(install.Hook{Words: s.Words}, s.Path, s.Scope))
	}
	if len(e.hooks) > 0 {
		return e.kept(e.hooks[0])
	}
	return nil
}
