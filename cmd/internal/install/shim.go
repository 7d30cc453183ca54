package install

import (
	_ "embed"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"
)

// shim is a file that is ours as a whole: a plugin that sends the hook its events, a
// script that starts it, or what says to an agent that a directory is a plugin.
type shim struct {
	// User is its path from the agent's Home, Project that from a project's directory.
	User, Project string
	// Text is what it holds: WORDS stands for the command line's words as a list of strings,
	// LINE for the command line, and CLOSED for true or false.
	Text string
	// Run says that the agent starts the file itself.
	Run bool
}

// mark is in every shim: a file without it is somebody else's.
const mark = "sandbox-enforcer install"

//go:embed shims/opencode.js
var opencodePlugin string

//go:embed shims/pi.ts
var piExtension string

const clineScript = "#!/bin/sh\n# Made by sandbox-enforcer install: changes are lost when it is run again.\nexec LINE\n"

const goosePlugin = `{
  "name": "sandbox-enforcer",
  "version": "1.0.0",
  "description": "Made by sandbox-enforcer install: judges commands before they run"
}
`

// render is what a shim holds.
func (s shim) render(words []string, closed bool) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = string(hujson.String(word))
	}
	return strings.NewReplacer(
		"WORDS", "["+strings.Join(quoted, ", ")+"]",
		"LINE", CommandLine(words),
		"CLOSED", strconv.FormatBool(closed),
	).Replace(s.Text)
}

// shimPath is where a shim lies, and the directory that it may not lead out of.
func (m Machine) shimPath(a Agent, s shim, scope Scope) (path, inside string, err error) {
	if scope == Project {
		return filepath.Join(m.Project, s.Project), m.Project, nil
	}
	dir, err := m.folder(a)
	return filepath.Join(dir, s.User), "", err
}

// installShim writes a shim, unless something of somebody else is at its place, and
// reports whether that changed anything.
func (o Options) installShim(a Agent, s shim, w wish, store records) (changed bool, err error) {
	path, inside, err := o.shimPath(a, s, o.Scope)
	if err != nil {
		return false, err
	}
	f, err := open(path, inside)
	if err != nil {
		return false, err
	}
	if f.there && !strings.Contains(f.text, mark) {
		return false, fmt.Errorf("%s is there already, and not made by install: move it away, or start the hook from it by: %s", printable(path), w.command)
	}
	text := s.render(w.words, w.closed)
	if f.text == text {
		return false, nil
	}
	was, err := store.find(path)
	if err != nil {
		return false, err
	}
	o.show(unified(f, f.text, text, false))
	if o.DryRun {
		return true, nil
	}
	rec := record{Agent: a.Name, Path: path, After: sum(text), Dirs: was.Dirs, Backup: noBackup}
	mode := filePrivate
	if s.Run {
		mode = fileProgram
	}
	return true, o.commit(f, text, mode, rec, store)
}

// uninstallShim removes a shim, whoever changed it since, as long as it says that it is
// one.
func (o Options) uninstallShim(a Agent, s shim, store records) (there bool, err error) {
	path, inside, err := o.shimPath(a, s, o.Scope)
	if err != nil {
		return false, err
	}
	f, err := open(path, inside)
	if err != nil || !f.there || !strings.Contains(f.text, mark) {
		return false, err
	}
	rec, err := store.find(path)
	if err != nil {
		return false, err
	}
	return true, o.take(a, f, "", true, true, store, rec)
}

// fileURL is a path as a plugin's address.
func fileURL(path string) string {
	var b strings.Builder
	b.WriteString("file://")
	for _, c := range []byte(path) {
		if strings.IndexByte(plain, c) >= 0 && c != '%' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
