package oracle

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// outside is the state of everything that the agent has to leave alone: a line for each
// file below root by its path, and for each ref, log and section of the configuration
// of the host repository.
type outside map[string]string

// ownPlaces, below root, belong to the agent or stand for the world beyond the machine.
var ownPlaces = []string{"host/.worktrees/one", "temp", "allowed", "sand box", "srv/remote.git", "bin"}

// sharedPlaces, below host/.git, are what every worktree adds to: objects, the remote's
// branches, what git learned of merges, how far history was fetched, the worktree's own.
var sharedPlaces = []string{"objects", "logs/refs/remotes", "rr-cache", "shallow", "worktrees/one", "logs/refs/heads/" + branch, "FETCH_HEAD"}

// look takes down the state.
func (f *fence) look() (outside, error) {
	out := outside{}
	git := filepath.Join(f.at("host"), ".git")
	err := filepath.WalkDir(f.root, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(f.root, path)
		shared, isGit := strings.CutPrefix(path, git+"/")
		switch {
		case slices.Contains(ownPlaces, name), isGit && slices.Contains(sharedPlaces, shared):
			if d.IsDir() {
				out[name] = "there"
				return filepath.SkipDir
			}
			return nil
		case isGit && (strings.HasPrefix(shared, "refs/") || strings.HasPrefix(shared, "logs/")) && d.IsDir():
			return nil
		case isGit && strings.HasPrefix(shared, "refs/"):
			text, err := os.ReadFile(path)
			out["ref "+shared] = strings.TrimSpace(string(text))
			return err
		case shared == "packed-refs":
			return out.packed(path)
		case shared == "config":
			return out.sections(path)
		}
		line, err := describe(path, d, isGit)
		out[name] = line
		return err
	})
	return out, err
}

// describe says what is at a path: of a file its mode, owner, text and, outside of
// git's own files, the time when it was written.
func describe(path string, d fs.DirEntry, isGit bool) (string, error) {
	info, err := d.Info()
	if err != nil {
		return "", err
	}
	line := info.Mode().String()
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		line += fmt.Sprintf(" %d:%d", st.Uid, st.Gid)
	}
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := os.Readlink(path)
		return line + " -> " + target, err
	case info.Mode().IsRegular():
		text, err := os.ReadFile(path)
		if !isGit {
			line += " " + info.ModTime().String()
		}
		return fmt.Sprintf("%s %x", line, sha256.Sum256(text)), err
	}
	return line, nil
}

// packed adds the refs of a packed-refs file that have no file of their own.
func (o outside) packed(path string) error {
	text, err := os.ReadFile(path)
	for line := range strings.Lines(string(text)) {
		value, name, ok := strings.Cut(strings.TrimSpace(line), " ")
		// Files below refs are walked after this one and replace what it says.
		if ok && !strings.HasPrefix(line, "#") {
			o["ref "+name] = value
		}
	}
	return err
}

// sections adds the sections of git's configuration.
func (o outside) sections(path string) error {
	text, err := os.ReadFile(path)
	section := ""
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "[") {
			section = strings.TrimSpace(line)
			o["config "+section] += ""
			continue
		}
		o["config "+section] += strings.TrimSpace(line) + "\n"
	}
	return err
}

// changes returns what is not as it was, but for what a worktree may add: branches, tags
// and the remote's refs, its own branch and their settings, the settings of submodules.
func (o outside) changes(after outside) []string {
	var out []string
	for name, was := range o {
		switch now, ok := after[name]; {
		case !ok && name != "config "+ownSection:
			out = append(out, name+" is gone")
		case ok && was != now && !mine(name) && !strings.HasPrefix(name, "ref refs/remotes/"):
			out = append(out, name+" changed")
		}
	}
	for name := range after {
		if _, ok := o[name]; !ok && !o.mayAdd(name) {
			out = append(out, name+" is new")
		}
	}
	slices.Sort(out)
	return out
}

// ownSection is the part of the configuration that is about the worktree's own branch.
const ownSection = "[branch \"" + branch + "\"]"

// mine reports whether a line is of the worktree's own branch.
func mine(name string) bool { return name == "ref refs/heads/"+branch || name == "config "+ownSection }

// additions are how lines begin that a worktree may add.
var additions = []string{"ref refs/heads/", "ref refs/tags/", "ref refs/remotes/", "ref refs/original/refs/heads/" + branch, "config [submodule ", "host/.git/logs/refs/heads/"}

// mayAdd reports whether a new line is no harm.
func (o outside) mayAdd(name string) bool {
	if other, ok := strings.CutPrefix(name, "config [branch \""); ok {
		_, was := o["ref refs/heads/"+strings.TrimSuffix(other, "\"]")]
		return !was || mine(name)
	}
	return slices.ContainsFunc(additions, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}
