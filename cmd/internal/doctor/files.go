package doctor

import (
	"strconv"
	"strings"

	"sandbox-enforcer/cmd/internal/install"
)

// checkFiles wants each file to be one that the agent takes.
func (e *exam) checkFiles() {
	for _, file := range e.files {
		if !file.There {
			continue
		}
		for _, err := range file.Errs {
			e.broken(file, err)
		}
		if e.agent.Strict && !file.Plain && len(file.Errs) == 0 {
			e.problem("schema", "edit "+file.Path+": take out the comments, and the commas behind the last elements",
				"%s has comments or trailing commas, for which %s drops the whole file", file.Path, e.agent.Title)
		}
		if file.Off {
			e.problem("off", "edit "+file.Path+": remove "+e.agent.Off, "%s sets %s, so that no hook runs", file.Path, e.agent.Off)
		}
		for _, name := range file.Lacking {
			if file.Starts() {
				e.problem("schema", e.anew(file.Scope, e.flagsOf(file.Path)), "%s has no member %q, without which %s may drop it", file.Path, name, e.agent.Title)
			}
		}
	}
}

// broken tells what keeps a file, or one of its events, from being read.
func (e *exam) broken(file install.Seen, err error) {
	what, mend := apart(err.Error())
	check := "file"
	if at := place(err.Error(), file.Path); at != "" {
		mend = "edit " + at
	}
	if strings.Contains(what, " is expected") || strings.Contains(what, "has no list") {
		check = "schema"
		if e.agent.Whole {
			what += ", for which " + e.agent.Title + " drops the whole file, its permissions and all hooks"
		} else {
			what += ", so that " + e.agent.Title + " may start no hook"
		}
	}
	e.problem(check, mend, "%s", what)
}

// place is where an error is, as FILE:LINE:COLUMN with the file as it is printed, or empty.
func place(text, path string) string {
	for _, name := range []string{path, strconv.Quote(path)} {
		rest, found := strings.CutPrefix(text, name+":")
		if parts := strings.SplitN(rest, ":", 3); found && len(parts) == 3 {
			return name + ":" + parts[0] + ":" + parts[1]
		}
	}
	return ""
}

// flagsOf are the flags of the first command line of a file.
func (e *exam) flagsOf(path string) []string {
	for _, r := range e.hooks {
		if r.path == path {
			return e.kept(r)
		}
	}
	return nil
}
