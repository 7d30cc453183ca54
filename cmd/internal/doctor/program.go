package doctor

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"sandbox-enforcer/cmd/internal/install"
)

// checkProgram wants a program that can be started, of this version, whose answers the
// agent obeys.
func (e *exam) checkProgram(r *registered) {
	path, ok := e.program(*r)
	if !ok {
		return
	}
	if !e.trusted(*r, path) {
		e.warn("program", e.again(*r), "%s is a project's file, which a clone can bring, and starts %s, which is not the hook of this program alone: it was not started to see what it answers", r.path, masked(r.Line))
		return
	}
	e.checkVersion(r, path)
	e.checkAnswer(r, path)
}

// program finds the file that is started, and reports whether it can be.
func (e *exam) program(r registered) (path string, ok bool) {
	mend := e.again(r)
	name := r.Words[0]
	if !r.Direct {
		name = e.expanded(name)
	}
	switch {
	case filepath.IsAbs(name):
		path = name
	case strings.ContainsRune(name, filepath.Separator):
		e.problem("program", mend, "%s starts %s, which is another file in each directory", r.path, name)
		return "", false
	default:
		if path = e.found(name); path == "" {
			e.problem("program", mend, "%s starts %s, which is in no directory of PATH", r.path, name)
			return "", false
		}
		e.warn("program", mend, "%s starts %s, which is %s here and what PATH says elsewhere", r.path, name, path)
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		e.problem("program", mend, "%s starts %s, which is not there", r.path, path)
	case !info.Mode().IsRegular():
		e.problem("program", mend, "%s starts %s, which is no file", r.path, path)
	case !runnable(info):
		e.problem("program", "chmod +x "+quoted(path), "%s starts %s, which may not be executed", r.path, path)
	case info.Mode().Perm()&0o002 != 0:
		e.problem("program", "chmod o-w "+quoted(path)+" && "+mend, "%s starts %s, which anybody may change", r.path, path)
	default:
		return path, true
	}
	return "", false
}

func runnable(info os.FileInfo) bool { return info.Mode().Perm()&0o111 != 0 }

// expanded is a word as a shell reads it, as far as the home directory goes: at its start,
// or where a flag's value starts with a variable.
func (e *exam) expanded(word string) string {
	home, _ := e.Env("HOME")
	flag, value, attached := strings.Cut(word, "=")
	for _, start := range []string{"~/", "$HOME/", "${HOME}/"} {
		if rest, found := strings.CutPrefix(word, start); found {
			return home + "/" + rest
		}
		if rest, found := strings.CutPrefix(value, start); found && attached && start != "~/" {
			return flag + "=" + home + "/" + rest
		}
	}
	return word
}

// found is where PATH has a program, or empty.
func (e *exam) found(name string) string {
	path, _ := e.Env("PATH")
	for _, dir := range filepath.SplitList(path) {
		file := filepath.Join(dir, name)
		if info, err := os.Stat(file); filepath.IsAbs(dir) && err == nil && info.Mode().IsRegular() && runnable(info) {
			return file
		}
	}
	return ""
}

// trusted reports whether a command line may be started. What the user's own files start,
// the agent starts all day; of a project only the hook that belongs to this program, by a
// line with nothing else in it.
func (e *exam) trusted(r registered, path string) bool {
	if r.scope == install.User {
		return true
	}
	own, err := os.Stat(e.Program[0])
	info, other := os.Stat(path)
	return err == nil && other == nil && os.SameFile(own, info) && r.Plain()
}

// checkVersion asks the program for its version.
func (e *exam) checkVersion(r *registered, path string) {
	words := []string{path}
	if !lean(path) {
		words = append(words, "hook")
	}
	out, _, err := process{words: append(words, "--version"), dir: "/", env: e.Environ, limit: 5 * time.Second}.run()
	if err != nil {
		e.problem("version", e.again(*r), "%s does not tell its version: %v", path, err)
		return
	}
	said, _, _ := strings.Cut(string(out.Stdout), "\n")
	version, known := strings.CutPrefix(said, "sandbox-enforcer-hook ")
	if !known || out.Exit != 0 {
		e.problem("version", e.again(*r), "%s does not tell its version, so it is not the hook of this project", path)
		return
	}
	r.version = version
	if version != e.Version {
		e.warn("version", e.again(*r), "%s is version %s, and this program is %s", path, version, e.Version)
		return
	}
	e.fine("version", "%s is version %s, as this program", path, version)
}
