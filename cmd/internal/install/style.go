package install

import (
	"strings"

	"github.com/tailscale/hujson"
)

const blanks = " \t\r\n"

// style is how a file is laid out.
type style struct {
	// newline ends a line.
	newline string
	// unit is what one level of depth adds to the beginning of a line.
	unit string
	// colon stands between a name and its value where all is on one line, and comma
	// between two values there.
	colon, comma string
}

// look reads the style off the text: its first line end, its first indentation.
func (d *document) look() style {
	s := style{newline: d.newline(), unit: "  ", colon: ":", comma: ","}
	members := d.root.Value.(*hujson.Object).Members
	if len(members) == 0 {
		return s
	}
	if indent, alone := d.indent(d.start(members[0].Name)); alone && indent != "" {
		s.unit = indent
		if outer, _ := d.indent(d.start(d.root)); strings.HasPrefix(indent, outer) && indent != outer {
			s.unit = indent[len(outer):]
		}
	}
	if strings.HasPrefix(string(members[0].Value.BeforeExtra), " ") {
		s.colon, s.comma = ": ", ", "
	}
	return s
}

// layout is where the parts of a value go that is written: on one line, or on lines of
// their own that begin with indent.
type layout struct {
	style
	lines  bool
	indent string
}

// deeper is the layout of what stands inside.
func (l layout) deeper() layout {
	l.indent += l.unit
	return l
}

// open is what stands between an opening bracket, or a comma, and a part.
func (l layout) open() string {
	if l.lines {
		return l.newline + l.indent
	}
	return ""
}

// between is the comma between two parts, with what follows it.
func (l layout) between() string {
	if l.lines {
		return "," + l.newline + l.indent
	}
	return l.comma
}

// named is what stands between a name and its value.
func (l layout) named() string {
	if l.lines {
		return ": "
	}
	return l.colon
}
