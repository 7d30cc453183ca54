package settings

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"sandbox-enforcer/rules"
)

// sandbox takes the sandbox directory, or says why it cannot be used. A directory
// that does not exist yet is fine: the hook makes it when it is needed.
func (l *loader) sandbox(g given) {
	home := l.home()
	box, wrong := expand(g.value, home)
	if wrong == "" {
		box.Real, wrong = l.real(box.Path, home)
	}
	if wrong != "" {
		l.problem(Unusable, g.name, "%s %s", quote(g.value), wrong)
		return
	}
	l.settings.Analyzer.Sandbox = &box
}

// home returns $HOME without trailing slashes where it is absolute, else "".
func (l *loader) home() string {
	home, _ := l.env("HOME")
	if !strings.HasPrefix(home, "/") {
		return ""
	}
	return trimSlashes(home)
}

// expand reads the directory as it is written: absolute, or below the home directory
// by ~ or $HOME, which are the only forms that a setting can have without a shell
// that reads it. The second result says what is wrong and what to do, or is "".
func expand(value, home string) (rules.Sandbox, string) {
	const forms = "give an absolute directory, ~/… or $HOME/…"
	first, rest, _ := strings.Cut(value, "/")
	byHome := first == "~" || first == "$HOME"
	switch {
	case !printable(value):
		return rules.Sandbox{}, "holds a control character or is not UTF-8: " + forms + " in plain text"
	case byHome && home == "":
		return rules.Sandbox{}, "is meant from the home directory, but HOME is not set to an absolute path: give an absolute directory"
	case byHome && !printable(home):
		return rules.Sandbox{}, "is meant from the home directory, but HOME holds a control character or is not UTF-8: give an absolute directory"
	case byHome:
		return rules.Sandbox{Given: trimSlashes(value), Path: trimSlashes(strings.TrimSuffix(home, "/") + "/" + rest), Home: home}, ""
	case first != "":
		return rules.Sandbox{}, "is not absolute: " + forms
	}
	return rules.Sandbox{Given: trimSlashes(value), Path: trimSlashes(value), Home: home}, ""
}

// real returns what dir means once its links are followed. All is decided on that: a
// link to / holds everything as well as / does.
func (l *loader) real(dir, home string) (string, string) {
	real, err := l.facts.Resolve(dir)
	if err != nil {
		return "", "cannot be used (" + err.Error() + "): give a directory that can be reached"
	}
	if realHome, err := l.facts.Resolve(home); err == nil {
		home = realHome
	}
	const own = ": give a directory of its own, such as ~/work/sandbox"
	switch {
	case real == "/":
		return "", "is the root directory, which holds everything" + own
	case real == home:
		return "", "is the home directory" + own
	case strings.HasPrefix(home, real+"/"):
		return "", "contains the home directory" + own
	}
	if at := l.deepest(real); !l.facts.IsDir(at) {
		return "", "cannot be a directory, because " + quote(at) + " is a file: give another directory, or remove the file"
	}
	return real, ""
}

// deepest returns the longest part of an absolute path that exists.
func (l *loader) deepest(at string) string {
	for at != "/" && !l.facts.Exists(at) {
		at = path.Dir(at)
	}
	return at
}

func printable(text string) bool {
	return utf8.ValidString(text) && strings.IndexFunc(text, unicode.IsControl) < 0
}

func trimSlashes(dir string) string {
	if trimmed := strings.TrimRight(dir, "/"); trimmed != "" {
		return trimmed
	}
	return "/"
}
