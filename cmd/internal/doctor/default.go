package doctor

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sandbox-enforcer/cmd/internal/install"
)

// choice is what of Kiro's settings says which agent is started where none is named. They
// lie in settings/cli.json of its directory, as its documentation says; whether those of a
// project count it does not say.
type choice struct {
	Agent string `json:"chat.defaultAgent"`
}

// checkDefault wants the agent of Kiro that is started where none is named to have the
// hook. The built-in one has no file, and so none. Amazon Q keeps elsewhere which it is.
func (e *exam) checkDefault() {
	if e.agent.Name != "kiro" {
		return
	}
	guarded := slices.DeleteFunc(slices.Clone(e.hooks), func(r registered) bool { return amazon(r.path) })
	if len(guarded) < len(e.hooks) {
		e.fine("default", "which agent Amazon Q starts where none is named is not in these files: look by q settings chat.defaultAgent")
	}
	if len(guarded) == 0 {
		return
	}
	mend := "kiro-cli agent set-default " + stem(guarded[0].path)
	chosen := 0
	for _, path := range e.choices() {
		name, err := chooses(path)
		switch {
		case err != nil:
			what, mend := apart(err.Error())
			e.problem("default", mend, "%s, so that it is not known which agent Kiro starts", what)
		case name == "":
			continue
		case !e.has(name):
			e.problem("default", mend, "%s makes %q the default agent, of which no file is here, so that Kiro starts its built-in one, which has no hook", path, name)
		default:
			e.fine("default", "%s makes %q the default agent", path, name)
		}
		chosen++
	}
	if chosen == 0 {
		e.problem("default", mend, "no settings of Kiro name a default agent, so that it starts its built-in one, which has no hook")
	}
}

// amazon reports whether a file is one of Amazon Q.
func amazon(path string) bool {
	return strings.Contains(path, "amazonq"+string(filepath.Separator))
}

// choices are the files of settings that are there.
func (e *exam) choices() (paths []string) {
	for _, scope := range []install.Scope{install.User, install.Project} {
		own, _, err := e.Path(e.agent, scope)
		path := filepath.Join(filepath.Dir(filepath.Dir(own)), "settings", "cli.json")
		if _, missing := os.Lstat(path); err == nil && missing == nil {
			paths = append(paths, path)
		}
	}
	return paths
}

// chooses is the default agent that a file of settings names, or empty.
func chooses(path string) (string, error) {
	var c choice
	text, _, err := install.ReadFile(path)
	if err != nil {
		return "", err
	}
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		return "", fmt.Errorf("%s cannot be read (%w): edit %s", path, err, path)
	}
	return c.Agent, nil
}

// has reports whether a file of Kiro's agents is that of a name.
func (e *exam) has(name string) bool {
	return slices.ContainsFunc(e.files, func(file install.Seen) bool {
		return file.There && !amazon(file.Path) && (file.Name == name || stem(file.Path) == name)
	})
}

// stem is the name of a file without what it ends in.
func stem(path string) string {
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}
