package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// isRemote reports whether a word is a place on another host to rsync and scp:
// scheme://host/path, host:path, host::module, with a colon before any slash. A colon at
// the beginning is that of the host before it.
func isRemote(v ast.Value) bool { return namesURL(v) || isHostPath(v) }

// fetchesCopy reports whether a copy has a source on another host and a destination that
// is not. A source of which nothing is known counts as local: what is copied by a
// variable's name is so at least as often, and no source says where it lands.
func fetchesCopy(c *Call) bool {
	n := len(c.Operands)
	return n > 1 && !isRemote(c.Operands[n-1].Value) && slices.ContainsFunc(c.Operands[:n-1], func(w *ast.Arg) bool { return isRemote(w.Value) })
}

// landRsync: the last operand is the file, or the directory, to write. A directory that
// is there already stays one below the sandbox: rsync makes what is missing where a
// slash stands behind its name.
func landRsync(c *Call) []Landing {
	if c.Has(DestNone) || len(c.Operands) < 2 {
		return nil
	}
	last := c.Operands[len(c.Operands)-1]
	l := Landing{
		Type: "rsync", Noun: nounCopy, URL: c.Operands[0].Value, Given: last.Value, Dir: c.Inv.Dir, Dest: last.Value,
		Move: Move{At: last}, Span: last.Span,
	}
	source := sourceName(c, `*?[\`)
	text, known := last.Value.Text()
	switch _, named := LastElement(text); {
	case !known || text == "":
		l.Name = lastName(last.Value)
	case named:
		l.Name = lastName(last.Value)
		if strings.HasSuffix(text, "/") || c.isDir(last.Value) {
			l.Move.Suffix = "/"
		}
		l.Creates = last.Value
	default:
		l.IntoDir, l.Name, l.Move.Dir = true, source, true
		l.Creates = madeBelow(last.Value, source)
		if o := deletes(c); o != nil {
			l.Problem = fmt.Sprintf("%s would delete what else is in the sandbox: copy into a directory of its own", o.Name())
		}
	}
	return append([]Landing{l}, sidesRsync(c)...)
}

// deletes is the option by which rsync deletes what the source has not, or nil.
func deletes(c *Call) *Option {
	for i := range c.Options {
		if o := &c.Options[i]; strings.HasPrefix(o.Flag.Long, "del") && o.Flag.Long != "delay-updates" {
			return o
		}
	}
	return nil
}

// sidesRsync are the other directories that get what is copied, or what it replaces. A
// relative one lies below the destination and moves with it.
func sidesRsync(c *Call) []Landing {
	var out []Landing
	for i := range c.Options {
		o := &c.Options[i]
		if !slices.Contains([]string{"backup-dir", "partial-dir", "temp-dir"}, o.Flag.Long) || o.ValueWord == nil {
			continue
		}
		dest, path := o.Value, o.Value.Prefix()
		switch {
		case path != "" && path[0] == '/':
		case known(o.ValueWord) && !strings.Contains(path, climbing):
			continue
		default:
			dest = ast.Unknown("it is taken from the destination", "")
		}
		out = append(out, Landing{
			Type: "rsync", Noun: nounCopy, URL: c.Operands[0].Value, Given: o.Value, Dir: c.Inv.Dir, Dest: dest, Name: lastName(o.Value),
			Move: o.replace(), Span: span(o),
			Problem: fmt.Sprintf("%s writes %s outside the sandbox as well: give a place inside, or leave it out", o.Name(), o.Value.Display()),
		})
	}
	return out
}

// isDir reports whether a destination is known to be a directory now.
func (c *Call) isDir(dest ast.Value) bool {
	text, ok := ast.Join(c.Inv.Dir, dest).Text()
	there := c.Inv.In.Source.IsDir
	return ok && there != nil && there(text)
}

// sourceName is the name that the one source of a copy gets in the directory it is
// copied into; known to be empty where there are several, or none that is foreseen: a
// pattern, a module, a directory of which the content alone is copied.
func sourceName(c *Call, wild string) ast.Value {
	text, ok := c.Operands[0].Value.Text()
	if !ok || len(c.Operands) != 2 || c.says("relative") || c.says("files-from") {
		return ast.Known("")
	}
	path, module := text, false
	if _, rest, ok := strings.Cut(text, "://"); ok {
		_, path, _ = strings.Cut(rest, "/")
		module = strings.HasPrefix(text, "rsync:")
	} else if host, rest, ok := strings.Cut(text, "::"); ok && host != "" {
		path, module = rest, true
	} else if i := strings.LastIndexByte(text, ':'); i >= 0 {
		path = text[i+1:]
	}
	name, err := usable(path[strings.LastIndexByte(path, '/')+1:])
	if err != nil || strings.ContainsAny(name, wild) || module && !strings.Contains(path, "/") {
		return ast.Known("")
	}
	return ast.Known(name)
}

// madeBelow is the directory that a copy of the name may make below another one; zero
// where no name is foreseen.
func madeBelow(dir, name ast.Value) ast.Value {
	if name.Is("") {
		return ast.Value{}
	}
	return ast.Join(dir, name)
}
