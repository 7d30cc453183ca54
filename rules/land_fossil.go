package rules

import "sandbox-enforcer/ast"

// fromURLOperand reports whether the first operand is, or may be, a URL.
func fromURLOperand(c *Call) bool { return len(c.Operands) > 0 && mayBeURL(c.Operands[0]) }

// landFossilClone: URL [FILE]. Without FILE the repository and a checkout are named after
// the URL; both are named where they move, since a file alone opens no checkout.
func landFossilClone(c *Call) []Landing {
	n := len(c.Operands)
	if n != 1 && n != 2 {
		return nil
	}
	source, dir := c.Operands[0], c.Last(DestDir)
	guess := nameAfter(source.Value, FossilName)
	file := Landing{
		Type: "fossil-clone", Noun: nounFossil, URL: source.Value, Dir: c.Inv.Dir, Dest: withEnding(guess, ".fossil"),
		Move: Move{At: source, Insert: true}, Span: source.Span,
	}
	file.Name = file.Dest
	if n == 2 {
		given := c.Operands[1]
		file.Given, file.Dest, file.Span, file.Move = given.Value, given.Value, given.Span, Move{At: given}
		file.Name = lastName(given.Value)
	}
	out := []Landing{file}
	_, named := guess.Text()
	if c.says("no-open") || dir == nil && (n == 2 || !named) { // without a name one question will do
		return out
	}
	open := Landing{Type: "fossil-open", Noun: nounFossil, URL: source.Value, Dir: c.Inv.Dir, Dest: guess, Name: guess, Span: source.Span}
	open.Move = Move{At: c.Sub, Insert: true, Words: []string{"--workdir"}}
	if dir != nil {
		open.Given, open.Dest, open.Name, open.Span, open.Move = dir.Value, dir.Value, lastName(dir.Value), span(dir), dir.replace()
	}
	open.Creates = open.Dest
	return append(out, open)
}

// withEnding is a known name with an ending, and any other value as it is.
func withEnding(name ast.Value, ending string) ast.Value {
	if text, ok := name.Text(); ok {
		return ast.Known(text + ending)
	}
	return name
}

// landFossilOpen: the repository of a URL is cloned into --repodir and opened in
// --workdir, each the directory in effect where it is not given.
func landFossilOpen(c *Call) []Landing {
	repo := landHere(c, "fossil-clone", nounFossil, "fossil open clones into the directory in effect or --repodir: give one inside the sandbox")
	work := landHere(c, "fossil-open", nounFossil, "fossil open checks out into the directory in effect or --workdir: give one inside the sandbox")
	if o := c.Last(SideDir); o != nil {
		repo.Given, repo.Dest = o.Value, o.Value
	}
	if o := c.Last(DestDir); o != nil {
		work.Given, work.Dest = o.Value, o.Value
	}
	return []Landing{repo, work}
}
