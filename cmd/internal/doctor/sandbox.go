package doctor

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sandbox-enforcer/cmd/internal/install"
)

// checkSandbox wants a directory that the user can write to, that nobody else can, and
// that lasts. That it is no loop of links, no file and not the home directory is told with
// the settings.
func (e *exam) checkSandbox(r registered) {
	box := r.settings.Analyzer.Sandbox
	if box == nil {
		return
	}
	elsewhere := e.anew(r.scope, append([]string{"--sandbox=~/work/sandbox"}, without(e.kept(r), "--sandbox")...))
	if err := e.Lasting(*box); err != nil {
		what, _ := apart(err.Error())
		e.problem("sandbox", elsewhere, "%s", what)
	}
	e.checkDirectories(r)
	info, err := os.Stat(box.Real)
	if err != nil {
		above := nearest(box.Real)
		if !writable(above) {
			e.problem("sandbox", "chmod u+wx "+quoted(above), "the sandbox %s is not there and cannot be made, because %s is not yours to write to", box.Path, above)
			return
		}
		e.fine("sandbox", "%s is not there yet: the hook makes it", box.Path)
		return
	}
	switch {
	case !writable(box.Real):
		e.problem("sandbox", "chmod u+rwx "+quoted(box.Real), "the sandbox %s is not yours to write to", box.Path)
	case info.Mode().Perm()&0o002 != 0 && info.Mode()&fs.ModeSticky == 0:
		e.warn("sandbox", "chmod o-w "+quoted(box.Real), "the sandbox %s may be written by anybody", box.Path)
	default:
		e.fine("sandbox", "%s is yours to write to, and lasts", box.Path)
	}
}

// nearest is the longest part of a path that exists.
func nearest(path string) string {
	for path != "/" {
		if _, err := os.Lstat(path); err == nil {
			break
		}
		path = filepath.Dir(path)
	}
	return path
}

func quoted(path string) string { return install.CommandLine([]string{path}) }

// checkDirectories wants the agent to be allowed to use a sandbox outside the project,
// where it has a list of such directories.
func (e *exam) checkDirectories(r registered) {
	box := r.settings.Analyzer.Sandbox
	inside := r.scope == install.Project && e.Project != "" && below(e.Project, box.Path)
	if e.agent.Directories == nil || inside {
		return
	}
	for _, file := range e.files {
		for _, dir := range file.Directories {
			if rest, found := strings.CutPrefix(dir, "~/"); found {
				dir = filepath.Join(box.Home, rest)
			}
			if below(filepath.Clean(dir), box.Path) {
				return
			}
		}
	}
	e.warn("directories", e.again(r), "%s of %s lacks the sandbox %s, so that a cd there is undone and its files are not read",
		strings.Join(e.agent.Directories, "."), r.path, box.Path)
}

// below reports whether a path is a directory or lies in it.
func below(dir, path string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/")
}

// checkSiblings wants no other hook that changes commands.
func (e *exam) checkSiblings() {
	for _, file := range e.files {
		for _, h := range file.Hooks {
			tool := e.tool(h.Event)
			takes, err := h.MeansShell(tool)
			if h.Ours || h.Line == "" || !slices.Contains(e.agent.Judging(), h.Event) || err != nil || tool != "" && !takes {
				continue
			}
			if !h.Rewrites() {
				e.fine("sibling", "%s of %s starts %q as well: it must not change commands", h.Event, file.Path, masked(h.Line))
				continue
			}
			at := registered{Hook: h, path: file.Path}
			e.warn("sibling", edit(at, "keep one of the two"), "%s of %s starts %q as well, which changes commands: of two changes the last one counts", h.Event, file.Path, masked(h.Line))
		}
	}
}
