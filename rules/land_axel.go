package rules

import "strings"

// landAxel: -o names the file, or an existing directory for a file that the server may
// name. All URLs are mirrors of one file.
func landAxel(c *Call) []Landing {
	if len(c.Operands) == 0 {
		return nil
	}
	l := download(c, "axel-download")
	out := effective(c, DestFile)
	switch {
	case out == nil:
		l.insert(c, "-o")
	case isSink(out.Value):
		return nil
	case out.Value.Is(""):
		l.Move = out.replace()
		l.Move.Dir = true
	case namesDir(c, out):
		l.toDir(out, l.Name)
	default:
		l.toFile(out)
	}
	return []Landing{l}
}

// namesDir reports whether the value of an option can only be a directory.
func namesDir(c *Call, o *Option) bool {
	text, ok := o.Value.Text()
	_, named := LastElement(text)
	return ok && (!named || strings.HasSuffix(text, "/") || c.isDir(o.Value))
}
