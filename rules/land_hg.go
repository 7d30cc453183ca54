package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

// isHgClone reports whether a word is clone to hg, which takes unique beginnings: cl may
// be clean as well.
func isHgClone(word string) bool { return len(word) >= len("clo") && strings.HasPrefix("clone", word) }

// landHgClone: the operands are those of git clone, from the directory of --cwd. A
// destination on another host is an upload.
func landHgClone(c *Call) []Landing {
	dir := c.Inv.Dir
	if o := c.Last(DestBase); o != nil {
		dir = ast.Join(dir, o.Value)
	}
	l, ok := landClone(c, "hg-clone", dir, HgName)
	l.Noun = c.Tool.Command()
	switch {
	case !ok || namesURL(l.Given) && !strings.HasPrefix(l.Given.Prefix(), "file:"):
		return nil
	case strings.HasPrefix(l.Given.Prefix(), "file:"):
		l.Problem = "the destination of hg clone is a URL: write it as a path"
		l.Dest = ast.Unknown("it is a URL", "")
	}
	return []Landing{l}
}
