package settings

import "strings"

// directory reads a directory that is given as absolute, ~ or ~/…, or $HOME/…. Any
// other one could be anywhere: it stays as it was given, after a warning. An empty one
// becomes ".", which is what it means to most programs, so that it is not taken for one
// that was not given.
func (l *loader) directory(g given, value string) string {
	first, rest, _ := strings.Cut(value, "/")
	switch {
	case first == "" && value != "":
		return value
	case (first == "~" || first == "$HOME") && l.home() != "":
		return trimSlashes(strings.TrimSuffix(l.home(), "/") + "/" + rest)
	}
	l.problem(Warning, g.name, "%s is not absolute: give an absolute directory, ~/… or $HOME/…", quote(value))
	if value == "" {
		return "."
	}
	return value
}

// project takes the project's directory, which switches the path guard on. A policy
// is told of it only where it is absolute.
func (l *loader) project(g given) {
	l.settings.Bounds.Project = l.directory(g, g.value)
	if strings.HasPrefix(l.settings.Bounds.Project, "/") {
		l.settings.Project = l.settings.Bounds.Project
	}
}

func (l *loader) worktree(g given) { l.settings.Bounds.Worktree = l.directory(g, g.value) }

func (l *loader) host(g given) { l.settings.Bounds.Host = l.directory(g, g.value) }

// allow takes the directories that count as inside. An empty one between colons is none.
func (l *loader) allow(g given) {
	for value := range strings.SplitSeq(g.value, ":") {
		if value != "" {
			l.settings.Bounds.Allow = append(l.settings.Bounds.Allow, l.directory(g, value))
		}
	}
}

func (l *loader) reads(g given) { l.settings.Bounds.DenyReads = g.value == "deny" }

func (l *loader) temp(g given) { l.settings.Bounds.DenyTemp = g.value == "deny" }

func (l *loader) worktreeEnv(g given) { l.settings.Bounds.Export = yes(g.value) }
