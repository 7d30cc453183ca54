package rules

import "strings"

// landJjGitClone: jj names the directory after what is behind the last slash, backslash
// or colon (cli/src/commands/git/clone.rs).
func landJjGitClone(c *Call) []Landing {
	return landUntried(c, "jj-clone", c.Inv.Dir, func(source string) (string, error) {
		source = strings.TrimSuffix(strings.TrimSuffix(source, ".git"), "/")
		return usable(source[strings.LastIndexAny(source, `/\:`)+1:])
	})
}

// landForgeClone: the operands are those of git clone, with OWNER/REPO for a source.
func landForgeClone(c *Call) []Landing { return landUntried(c, "tea-clone", c.Inv.Dir, lastOfPath) }

// landDegit: the second operand is the directory, else it is the one in effect.
func landDegit(c *Call) []Landing {
	if len(c.Operands) == 0 {
		return nil
	}
	l := landHere(c, "degit", nounDownload, untried(c.Tool.Command()))
	if len(c.Operands) > 1 {
		given := c.Operands[1]
		l.Given, l.Dest, l.Span = given.Value, given.Value, given.Span
		l.Name, l.Creates = givenName(given.Value, l.Name), given.Value
	}
	return []Landing{l}
}

// isDegit and isTiged report whether a word names the package with a version.
func isDegit(word string) bool { return strings.HasPrefix(word, "degit@") }
func isTiged(word string) bool { return strings.HasPrefix(word, "tiged@") }
