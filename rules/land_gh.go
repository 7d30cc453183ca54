package rules

import "sandbox-enforcer/ast"

// landGhRepoClone: the directory is the second operand, before -- or right after it. A
// new one goes after the repository, and so before --.
func landGhRepoClone(c *Call) []Landing { return landGhClone(c, GhCloneName) }

func landGhGistClone(c *Call) []Landing { return landGhClone(c, gistName) }

func landGhClone(c *Call, name namer) []Landing {
	if c.bare() {
		plain := name
		name = func(source string) (string, error) {
			s, err := plain(source)
			return s + ".git", err
		}
	}
	l, ok := landClone(c, "gh-clone", c.Inv.Dir, name)
	if !ok {
		return nil
	}
	return []Landing{l}
}

// landGhPrCheckout: gh fetches into the repository that holds the directory in effect.
func landGhPrCheckout(c *Call) []Landing {
	l := Landing{
		Type: "gh-checkout", Noun: nounCheckout,
		Dir: c.Inv.Dir, Dest: ast.Known(here), Name: ast.Known(""),
		Problem: "gh pr checkout fetches the pull request into the repository of the directory in effect, and no option moves it: clone the repository into the sandbox and run it there",
		Refused: true,
		Span:    c.Inv.Name.Span,
	}
	if len(c.Operands) > 0 {
		l.URL, l.Span = c.Operands[0].Value, c.Operands[0].Span
	}
	return []Landing{l}
}
