package install

import (
	"bytes"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// unified is what changes in a file, as diff -u shows it.
func unified(f file, before, after string, gone bool) string {
	was, now := f.path, f.path
	if !f.there {
		was = "/dev/null"
	}
	if gone {
		now = "/dev/null"
	}
	out := diff.Diff(was, []byte(before), now, []byte(after))
	_, out, _ = bytes.Cut(out, []byte("\n")) // the line "diff OLD NEW"
	return strings.ReplaceAll(string(out), "\r\n", "\n")
}
