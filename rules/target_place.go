package rules

import (
	"errors"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxTarget is the longest path or pattern that is judged, in bytes: no system opens a
// longer path.
const maxTarget = 4096

var (
	errText     = errors.New("is no text: leave out NUL and what is not UTF-8")
	errLong     = errors.New("is longer than 4096 bytes: name a shorter path")
	errDrive    = errors.New("is a path of Windows: name it as this system does")
	errUser     = errors.New("begins with another user's ~: name the directory itself")
	errHome     = errors.New("begins with ~, and the home directory is not known: name the directory itself")
	errRelative = errors.New("is relative, and the working directory is not known: name an absolute path")
)

// readable says why a text cannot be a path, or nil.
func readable(text string) error {
	switch {
	case len(text) > maxTarget:
		return errLong
	case !utf8.ValidString(text) || strings.IndexByte(text, 0) >= 0:
		return errText
	case len(text) > 2 && text[1] == ':' && (text[2] == '\\' || text[2] == '/') && unicode.IsLetter(rune(text[0])):
		return errDrive
	}
	return nil
}

// places are the absolute paths that a client may take a target for, not resolved; of a
// pattern, those that it starts from. Clients differ: some cut blanks off, some take a
// file: URL or a backslash as in Windows, and most clean a path before the system
// follows its links. All of them have to be inside.
func (t Target) places(home string) ([]string, error) {
	bases, texts := []string{t.Base}, []string{t.Text}
	var err error
	if t.Under != "" {
		bases, err = placesOf(t.Under, bases, home)
	}
	if err == nil && t.Pattern {
		texts, err = beginnings(t.Text, t.List)
	}
	var out []string
	for _, text := range texts {
		var found []string
		if err == nil {
			found, err = placesOf(text, bases, home)
		}
		out = append(out, found...)
	}
	return out, err
}

func placesOf(text string, bases []string, home string) ([]string, error) {
	if err := readable(text); err != nil {
		return nil, err
	}
	var out []string
	for _, spelling := range variants(text) {
		for _, base := range bases {
			written, err := absolute(spelling, base, home)
			if err != nil {
				return nil, err
			}
			out = appendNew(appendNew(out, written), path.Clean(written))
		}
	}
	return out, nil
}

// variants are the texts that a client may make of one, the text itself first.
func variants(text string) []string {
	out := []string{text}
	for _, change := range [...]func(string) string{trimBlanks, fileURL, slashes} {
		for _, have := range out {
			out = appendNew(out, change(have))
		}
	}
	return out
}

func appendNew(list []string, text string) []string {
	for _, have := range list {
		if have == text {
			return list
		}
	}
	return append(list, text)
}

// trimBlanks cuts off what JavaScript's trim does.
func trimBlanks(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == 0xFEFF })
}

func slashes(text string) string { return strings.ReplaceAll(text, `\`, "/") }

// fileURL is the path of a file: URL; any other text stays as it is.
func fileURL(text string) string {
	const scheme = "file:"
	if len(text) < len(scheme) || !strings.EqualFold(text[:len(scheme)], scheme) {
		return text
	}
	rest := text[len(scheme):]
	if host, ok := strings.CutPrefix(rest, "//"); ok {
		rest = "/"
		if i := strings.IndexByte(host, '/'); i >= 0 {
			rest = host[i:]
		}
	}
	return percentDecode(rest)
}

// absolute is the path that a text means from a directory on.
func absolute(text, base, home string) (string, error) {
	switch {
	case text == "~" || strings.HasPrefix(text, "~/"):
		if home == "" {
			return "", errHome
		}
		return home + text[1:], nil
	case strings.HasPrefix(text, "~"):
		return "", errUser
	case strings.HasPrefix(text, "/"):
		return text, nil
	case base == "":
		return "", errRelative
	}
	return base + "/" + text, nil
}
