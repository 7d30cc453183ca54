package hook

import (
	"fmt"
	"strings"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
)

// place fills in what is known of the place where the commands will run: the
// directory, the shell, and the few variables of the hook's own environment that are
// believed. The shell that runs a command may have been given others.
func (h *hook) place(request analyzer.Request) analyzer.Request {
	sources := make([]ast.Source, len(request.Sources))
	for i, source := range request.Sources {
		if source.Dir.None() {
			source.Dir = h.workingDir()
		}
		source.Dialect = h.settings.Dialect
		source.IsDir = h.Facts.IsDir
		source.Env = h.variables(source.Dir)
		sources[i] = source
	}
	request.Sources = sources
	return request
}

// workingDir is where commands run when the event does not say.
func (h *hook) workingDir() ast.Value {
	dir, err := h.Dir()
	if err != nil {
		return ast.Unknown(fmt.Sprintf("the hook's working directory is not known (%v)", err), "PWD")
	}
	return ast.Known(dir)
}

// variables returns what is known of the environment.
func (h *hook) variables(dir ast.Value) map[string]ast.Value {
	known := map[string]ast.Value{"PWD": dir}
	for _, name := range []string{"HOME", "TMPDIR"} {
		value, set := h.Env(name)
		switch {
		case strings.HasPrefix(value, "/"):
			known[name] = ast.Known(value)
		case set:
			known[name] = ast.Unknown("it is not an absolute path in the hook's environment", name)
		}
	}
	if h.settings.Analyzer.All {
		h.configurations(known)
	}
	// Where these are set, git clone dies or checks out elsewhere: that they are set is
	// all that matters, and all that is believed; but for the worktree guard, since it is
	// a launcher that sets them, for the hook and for the shell.
	bounds := h.settings.Bounds
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE"} {
		switch value, set := h.Env(name); {
		case set && strings.HasPrefix(value, "/") && (bounds.Worktree != "" || bounds.Host != ""):
			known[name] = ast.Known(value)
		case set:
			known[name] = ast.Unknown("it is set in the hook's environment", name)
		}
	}
	return known
}

// configurations adds the variables that name the configuration of fetchers: believed, they
// can only make an answer stricter.
func (h *hook) configurations(known map[string]ast.Value) {
	for _, name := range []string{"CURL_HOME", "XDG_CONFIG_HOME", "WGETRC", "SYSTEM_WGETRC", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS"} {
		if value, set := h.Env(name); set {
			known[name] = ast.Known(value)
		}
	}
}
