package install

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"sandbox-enforcer/cmd/internal/state"
)

// Scope is for whom the hook is registered.
type Scope uint8

const (
	// User is for all projects of the user.
	User Scope = iota + 1
	// Project is for one project.
	Project
)

// Machine is where the agents and their files are.
type Machine struct {
	// Env looks up a variable of the environment.
	Env func(name string) (value string, set bool)
	// Project is the project's directory, absolute.
	Project string
}

// home returns the home directory, which has to exist.
func (m Machine) home() (string, error) {
	home, _ := m.Env("HOME")
	if !filepath.IsAbs(home) {
		return "", errors.New("HOME is not set to an absolute path: set it to your home directory")
	}
	info, err := os.Stat(home)
	switch {
	case err != nil:
		return "", fmt.Errorf("the home directory %q cannot be looked at (%w): set HOME to your home directory", home, cause(err))
	case !info.IsDir():
		return "", fmt.Errorf("the home directory %q is no directory: set HOME to your home directory", home)
	}
	return filepath.Clean(home), nil
}

// records is where install remembers what it changed.
func (m Machine) records() (records, error) {
	store, err := state.Open(m.Env)
	if err != nil {
		return "", err
	}
	return records(filepath.Join(store.Dir(), "install")), nil
}

// folder returns the configuration directory of an agent.
func (m Machine) folder(a Agent) (string, error) {
	if dir, _ := m.Env(a.HomeEnv); a.HomeEnv != "" && filepath.IsAbs(dir) {
		return filepath.Clean(dir), nil
	}
	home, err := m.home()
	if err != nil {
		return "", err
	}
	if !a.Config {
		return filepath.Join(home, a.Home), nil
	}
	if dir, _ := m.Env("XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, a.Home), nil
	}
	return filepath.Join(home, ".config", a.Home), nil
}

// Path returns the file that an agent's hooks are registered in, and the directory that
// it may not lead out of, which is empty for the user's own file. Both are empty for an
// agent of which shims are all.
func (m Machine) Path(a Agent, scope Scope) (path, inside string, err error) {
	if scope == Project {
		switch {
		case !a.InProject():
			return "", "", fmt.Errorf("%s has no hooks of a project: leave --project out", a.Title)
		case m.Project == "":
			return "", "", errors.New("the working directory is not known: change to the project's directory")
		}
	}
	if a.User == "" {
		return "", "", nil
	}
	if scope == Project {
		return filepath.Join(m.Project, a.Project), m.Project, nil
	}
	dir, err := m.folder(a)
	return filepath.Join(dir, a.User), "", err
}

// Here reports whether an agent is on the machine: its configuration directory is
// there, or one of its programs is.
func (m Machine) Here(a Agent) bool {
	if dir, err := m.folder(a); err == nil && there(dir) {
		return true
	}
	for _, f := range a.Apart {
		if home, err := m.home(); err == nil && f.User != "" && there(filepath.Join(home, f.User)) {
			return true
		}
	}
	path, _ := m.Env("PATH")
	for _, dir := range filepath.SplitList(path) {
		for _, program := range a.Programs {
			if filepath.IsAbs(dir) && executable(filepath.Join(dir, program)) {
				return true
			}
		}
	}
	return false
}

// there reports whether a directory exists.
func there(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.IsDir()
}

func executable(path string) bool {
	found, err := exec.LookPath(path)
	return err == nil && found == path
}

// others are the files beside the one that is changed where the agent may have hooks.
func (m Machine) others(a Agent, path string) (out []string) {
	var dirs []string
	if dir, err := m.folder(a); err == nil {
		dirs = append(dirs, dir)
	}
	// A project's directory has the same name, as .claude.
	if dir := filepath.Join(m.Project, a.Home); m.Project != "" && strings.HasPrefix(a.Home, ".") && !slices.Contains(dirs, dir) {
		dirs = append(dirs, dir)
	}
	for _, dir := range dirs {
		for _, name := range a.Others {
			if other := filepath.Join(dir, name); other != path {
				out = append(out, other)
			}
		}
	}
	return out
}
