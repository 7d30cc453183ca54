package rules

import (
	"fmt"
	"strings"

	"sandbox-enforcer/ast"
)

// untried is the problem of a tool that is known from its manual or its source alone:
// nobody saw it follow a word that was changed.
func untried(command string) string {
	return fmt.Sprintf("where %s puts what it fetches was never tried: give it a directory inside the sandbox", command)
}

// landUntried are the landings of a tool with the operands SOURCE [DIR] that was never
// run. It passes where the directory is inside the sandbox, else it asks.
func landUntried(c *Call, kind string, dir ast.Value, name namer) []Landing {
	l, ok := landClone(c, kind, dir, name)
	if !ok {
		return nil
	}
	l.Noun, l.Problem = c.Tool.Command(), untried(c.Tool.Command())
	return []Landing{l}
}

// landHere is the landing of a program that writes into the directory in effect, or
// below it, and has no option for another one.
func landHere(c *Call, kind, noun, problem string) Landing {
	l := Landing{
		Type: kind, Noun: noun, Dir: c.Inv.Dir, Dest: ast.Known(here), Name: ast.Known(""),
		Problem: problem, Span: c.Inv.Name.Span,
	}
	if len(c.Operands) > 0 {
		l.URL, l.Span = c.Operands[0].Value, c.Operands[0].Span
	}
	return l
}

// namesURL reports whether all that a word may be, as far as it is known, has a scheme.
func namesURL(v ast.Value) bool { return hasScheme(v, "://") }

// mayBeURL reports whether a word has a scheme, or nothing is known of its beginning.
func mayBeURL(w *ast.Arg) bool { return namesURL(w.Value) || w.Value.Prefix() == "" && !known(w) }

// hasScheme reports whether the sign that ends a scheme stands in what is known of a
// word.
func hasScheme(v ast.Value, sign string) bool {
	for _, alt := range v.Alts() {
		for _, p := range alt {
			if p.Unknown == "" && strings.Contains(p.Text, sign) {
				return true
			}
		}
	}
	return false
}
