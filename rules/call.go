package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

// Role returns what the option means as it is given.
func (o *Option) Role() Role {
	if o.Flag.Arg == Optional && o.ValueWord == nil && o.Flag.Alone != Neutral {
		return o.Flag.Alone
	}
	return o.Flag.Role
}

// Name returns the option's documented name with its dashes: "--output", "-C".
func (o *Option) Name() string {
	switch {
	case o.Flag.Long == "":
		return "-" + string(o.Flag.Short)
	case o.Negated:
		return "--" + o.Flag.Negative()
	}
	return "--" + o.Flag.Long
}

// Last returns the last option with the role, negated or not; nil where there is none.
func (c *Call) Last(role Role) *Option {
	for _, options := range [][]Option{c.Options, c.Globals} {
		for i := len(options) - 1; i >= 0; i-- {
			if options[i].Role() == role {
				return &options[i]
			}
		}
	}
	return nil
}

// Has reports whether an option with the role is given that is not negated.
func (c *Call) Has(role Role) bool {
	for _, options := range [][]Option{c.Globals, c.Options} {
		for i := range options {
			if options[i].Role() == role && !options[i].Negated {
				return true
			}
		}
	}
	return false
}

// Exits reports whether the program only prints something: its version, its help.
func (c *Call) Exits() bool { return c.Has(Exits) }

// Landings returns where the bytes of the call land, in the order of the command line;
// none where nothing lands. Where the call has a Problem they are those of the words as
// far as they were read.
func (c *Call) Landings() []Landing {
	if c.Exits() && c.Problem == nil {
		return nil
	}
	return c.Tool.Land(c)
}

// Stdout reports whether at least one transfer of the call writes its bytes to standard
// output, where a redirect or a pipe gets them.
func Stdout(c *Call) bool {
	return c.Tool.Stdout != nil && !c.Exits() && c.Tool.Stdout(c)
}

// harmless are the roles of options that may go with a rewrite that nobody is asked
// about: sources, destinations, and what changes neither.
var harmless = [...]bool{
	Neutral: true, URL: true,
	DestFile: true, DestDir: true, DestBase: true, DestFromURL: true, DestFromURLAll: true,
	DestFromServer: true, DestNone: true, DestModifier: true, BareName: true, Next: true,
	Exits: false, // the last role, so that every role has a place
}

// Neutral reports whether all that the call does beside fetching is to say from where
// and to where: no option sends or reads local data, runs something, sets configuration
// or weakens the transfer, and no source does. The option is the first that does; nil
// where a source or a word that cannot be read is to blame.
func (c *Call) Neutral() (bool, *Option) {
	for _, options := range [][]Option{c.Globals, c.Options} {
		for i := range options {
			o := &options[i]
			if !harmless[o.Role()] || o.Role() == URL && !plainSource(o.Value) {
				return false, o
			}
		}
	}
	if c.Problem != nil || c.Tool.Plain != nil && !c.Tool.Plain(c) {
		return false, nil
	}
	for _, w := range c.Operands {
		if !plainSource(w.Value) {
			return false, nil
		}
	}
	return true, nil
}

// plainSource reports whether an operand names no file to read sources from (curl's
// @FILE) and no program to run (git's ext::, and every other HELPER::ADDRESS, which
// starts git-remote-HELPER).
func plainSource(v ast.Value) bool {
	text, ok := v.Text()
	if !ok {
		text = v.Prefix()
	}
	if strings.HasPrefix(text, "@") || text == "" && !ok {
		return false
	}
	helper, _, found := strings.Cut(text, "::")
	return !found || strings.ContainsAny(helper, "/:@[")
}

// each calls option and operand for the words after the subcommand in their order.
func (c *Call) each(option func(*Option), operand func(*ast.Arg)) {
	next := 0
	for i, w := range c.Operands {
		for ; next < len(c.Options) && c.Options[next].Before <= i; next++ {
			option(&c.Options[next])
		}
		operand(w)
	}
	for ; next < len(c.Options); next++ {
		option(&c.Options[next])
	}
}
