package rules

import "sandbox-enforcer/ast"

// landBrzBranch: the operands are those of git clone. brz checkout without one makes the
// files of a branch that is there already. A destination on another host is an upload.
func landBrzBranch(c *Call) []Landing {
	l, ok := landClone(c, "brz-branch", c.Inv.Dir, BrzName)
	if !ok || namesURL(l.Given) {
		return nil
	}
	l.Noun = c.Tool.Command()
	if c.Has(SideDir) {
		l.Dest, l.Problem = ast.Unknown("--switch writes into the directory in effect", ""), "--switch changes the checkout of the directory in effect as well: leave it out"
	}
	return []Landing{l}
}

// fromBrz reports whether brz export has a branch elsewhere, by an operand or by -d.
func fromBrz(c *Call) bool {
	if o := c.Last(URL); o != nil && o.ValueWord != nil && isBrzURL(o.ValueWord) {
		return true
	}
	return len(c.Operands) > 1 && isBrzURL(c.Operands[1])
}

// isBrzURL reports whether a location is a URL, or an address like lp:NAME.
func isBrzURL(w *ast.Arg) bool { return mayBeURL(w) || isHostPath(w.Value) }

// landBrzExport: the destination is the first operand, - for standard output.
func landBrzExport(c *Call) []Landing {
	if len(c.Operands) == 0 || isNowhere(c.Operands[0].Value) {
		return nil
	}
	dest := c.Operands[0]
	l := Landing{
		Type: "brz-export", Noun: nounExport, Given: dest.Value, Dir: c.Inv.Dir, Dest: dest.Value,
		Name: lastName(dest.Value), Creates: dest.Value, Move: Move{At: dest}, Span: dest.Span,
	}
	if len(c.Operands) > 1 {
		l.URL = c.Operands[1].Value
	} else if o := c.Last(URL); o != nil {
		l.URL = o.Value
	}
	return []Landing{l}
}

func stdoutBrzExport(c *Call) bool { return len(c.Operands) > 0 && isStdout(c.Operands[0].Value) }
