package ast

// Plain reports whether the text of a part that is not known can lead nowhere: it holds
// no slash, and it is neither . nor .. nor empty.
func (p Part) Plain() bool { return p.Unknown == "it is the result of arithmetic" }

// Logical returns an absolute path without its . and .. elements, as cd reads the text
// of a directory before it asks the file system.
func Logical(path string) string {
	text, _ := logical(Known(path)).Text()
	return text
}

// ReplacedLater is the Frozen of a word that is replaced by a name when the command
// runs: the {} of find -exec and of xargs -I.
const ReplacedLater = "it is replaced when it runs"
