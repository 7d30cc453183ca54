package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

// sideFiles are the other files and directories that a call writes where its options say:
// headers, cookies, logs, the repository of a clone that stands apart.
func (c *Call) sideFiles() []Landing {
	if c.Exits() {
		return nil
	}
	var out []Landing
	for i := range c.Options {
		o := &c.Options[i]
		switch role := o.Role(); {
		case role != SideFile && role != SideDir, o.ValueWord == nil, o.Negated, o.Flag.Arg != Required:
			continue
		case o.Flag.Long == "write-out":
			if text := o.Value.Display(); strings.Contains(text, "%output{") {
				out = append(out, Landing{Type: "side-file", Noun: nounDownload, Dir: c.Inv.Dir, Dest: ast.Unknown("the format names a file", ""), Span: o.ValueWord.Span, Problem: "the format of " + o.Name() + " writes to a file; leave that out"})
			}
			continue
		case has("cookies session session-read-only", o.Flag.Long):
			continue // it is read as well, and has to be where it is
		case isNowhere(o.Value) || o.Value.Is("%") || o.Value.Is(""):
			continue
		}
		out = append(out, Landing{
			Type: "side-file", Noun: nounDownload, Given: o.Value, Dir: c.Inv.Dir, Dest: o.Value, Name: lastName(o.Value),
			Span: span(o), Move: o.replace(),
		})
	}
	return out
}

// sidePrints reports whether an option has headers, or a trace, written to standard output.
func (c *Call) sidePrints() bool {
	for i := range c.Options {
		if o := &c.Options[i]; o.Role() == SideFile && o.ValueWord != nil && isStdout(o.Value) {
			return true
		}
	}
	return false
}
