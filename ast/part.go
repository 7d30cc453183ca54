package ast

import "strings"

// Plain reports whether the text of a part that is not known can lead nowhere: it holds
// no slash, and it is neither . nor .. nor empty.
func (p Part) Plain() bool {
	return p.Unknown == "it is the result of arithmetic" || p.Unknown == aNumber
}

// LastElement reports whether the text is the last element of a path: it holds no slash,
// but it may be "..".
func (p Part) LastElement() bool { return p.Unknown == lastElement }

// Inherited reports whether the text is, or comes from, a variable that the script was
// started with: it is the same throughout.
func (p Part) Inherited() bool { return strings.HasSuffix(p.Unknown, inherited) }

// UnknownElement returns the value that is a last element of a path which is not known.
func UnknownElement() Value { return Unknown(lastElement, "") }

// Logical returns an absolute path without its . and .. elements, as cd reads the text
// of a directory before it asks the file system.
func Logical(path string) string {
	return cleaned(path)
}

// ReplacedLater is the Frozen of a word that is replaced by a name when the command
// runs: the {} of find -exec and of xargs -I.
const ReplacedLater = "it is replaced when it runs"

// After returns the value without its first n bytes, which have to be literal in every
// alternative: at most len(v.Prefix()).
func (v Value) After(n int) Value {
	var out Value
	for _, alt := range v.Alts() {
		rest := append([]Part(nil), alt...)
		rest[0].Text = rest[0].Text[min(n, len(rest[0].Text)):]
		if rest[0].Text == "" && len(rest) > 1 {
			rest = rest[1:]
		}
		out = merge(out, ValueOf([][]Part{rest}))
	}
	return out
}
