package ast

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// holds is what is certain of the text of a chunk, whatever the shell expands it to.
type holds uint8

const (
	// anyText may hold slashes.
	anyText holds = iota
	// noSlash may be empty, . or .., and no more than one element.
	noSlash
	// aName holds no slash and some byte that is no dot.
	aName
	// baseName is what basename prints: / alone, or no slash at all; for --help, a text
	// without an element ..
	baseName
)

// holdsOf is what is certain of a chunk of a word of the script.
func (s *Script) holdsOf(c *chunk) holds {
	switch part := c.part.(type) {
	case nil:
		if strings.Trim(c.text, ".") == "" {
			return noSlash
		}
		return aName
	case *syntax.ArithmExp:
		return aName
	case *syntax.ParamExp:
		return paramHolds(part)
	case *syntax.CmdSubst:
		return s.outputHolds(part)
	}
	return anyText
}

func paramHolds(p *syntax.ParamExp) holds {
	if p.Length && !p.Excl && p.Exp == nil && p.Slice == nil && p.Repl == nil {
		return aName
	}
	if simpleParam(p) {
		switch p.Param.Value {
		case "?", "#", "$":
			return aName
		case "!", "-": // both may be empty
			return noSlash
		}
		return anyText
	}
	if cut := p.Exp; cut != nil && cut.Op == syntax.RemLargePrefix && cut.Word != nil && cut.Word.Lit() == "*/" {
		bare := *p
		bare.Exp = nil
		if simpleParam(&bare) {
			return noSlash
		}
	}
	return anyText
}

// outputHolds is what is certain of the output of a command.
func (s *Script) outputHolds(c *syntax.CmdSubst) holds {
	if len(c.Stmts) != 1 || c.Stmts[0].Negated || c.Stmts[0].Background || len(c.Stmts[0].Redirs) > 0 {
		return anyText
	}
	call, ok := c.Stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Assigns) > 0 || len(call.Args) < 2 {
		return anyText
	}
	name, _ := literalWord(call.Args[0])
	if s.defines(name) {
		return anyText
	}
	switch name {
	case "basename":
		return basenameHolds(call.Args[1:])
	case "date":
		return dateHolds(call.Args[1:])
	}
	return anyText
}

// basenameHolds looks at the operands of basename: a name and perhaps a suffix, each of
// them one word for certain. Of more words the first could be -za, and the names then
// follow one another with nothing between them that a shell keeps.
func basenameHolds(args []*syntax.Word) holds {
	if text, ok := literalWord(args[0]); ok && text == "--" {
		args = args[1:]
	}
	if len(args) < 1 || len(args) > 2 {
		return anyText
	}
	for _, arg := range args {
		if !oneWord(arg) {
			return anyText
		}
	}
	return baseName
}

// oneWord reports whether a word is one word whatever its expansions are.
func oneWord(word *syntax.Word) bool {
	for _, part := range word.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			if unquotedMeaning(part.Value) != "" {
				return false
			}
		case *syntax.SglQuoted:
		case *syntax.DblQuoted:
			for _, inner := range part.Parts {
				if p, ok := inner.(*syntax.ParamExp); ok && (listReason(p) != "" || p.Excl) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// dateLetters are the letters behind the % of a format that date replaces by digits or
// by a name. %D and %x make slashes (date of coreutils 9.1).
const dateLetters = "YmdHMSsNjFTRyCUWVGuwkleIbBaAh"

// dateHolds looks at a date +FORMAT.
func dateHolds(args []*syntax.Word) holds {
	if text, ok := literalWord(args[0]); ok && (text == "-u" || text == "--utc") {
		args = args[1:]
	}
	if len(args) != 1 {
		return anyText
	}
	format, ok := literalWord(args[0])
	if !ok || !strings.HasPrefix(format, "+") || strings.Contains(format, "/") {
		return anyText
	}
	for i := 1; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		i++
		if i == len(format) || strings.IndexByte(dateLetters, format[i]) < 0 {
			return anyText
		}
	}
	return noSlash // were there no date, nothing
}

// defines reports whether the scripts of one Parse define a function of the name anywhere,
// or an alias.
func (s *Script) defines(name string) bool {
	for s.OuterIn != nil {
		s = s.OuterIn
	}
	if slices.ContainsFunc(s.Hazards, func(h Hazard) bool {
		return h.Kind == HazardAlias && h.In != nil && strings.Contains(h.In.Source.Text[h.Span.Start:h.Span.End], name)
	}) {
		return true
	}
	return s.definesFunction(name)
}

func (s *Script) definesFunction(name string) bool {
	if !s.tree.looked {
		s.tree.looked = true
		syntax.Walk(s.all(), func(n syntax.Node) bool {
			if f, ok := n.(*syntax.FuncDecl); ok {
				if f.Name != nil {
					s.tree.functions = append(s.tree.functions, f.Name.Value)
				}
				for _, lit := range f.Names {
					s.tree.functions = append(s.tree.functions, lit.Value)
				}
			}
			return true
		})
	}
	return slices.Contains(s.tree.functions, name) || slices.ContainsFunc(s.Nested, func(n *Script) bool { return n.definesFunction(name) })
}

// tellers are the programs that only say something, so that nothing is lost where they do
// not run. A file that mktemp makes is missed by nobody: its name is told once.
var tellers = [...]string{"basename", "dirname", "echo", "printf", "pwd", "cd", "realpath", "readlink", "date", "mktemp", "uname", "hostname", "id", "whoami", "arch", "nproc", "test", "[", "true", "tr", "cut", "head", "tail"}

// idle reports whether nothing is lost where an expansion is not made.
func idle(part syntax.WordPart) bool { return !assigns(part) && onlyRuns(part, tellers[:]) }

// onlyRuns reports whether the commands in an expansion are all among the named ones, and
// write to no file.
func onlyRuns(part syntax.WordPart, names []string) bool {
	ok := true
	syntax.Walk(part, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CallExpr:
			name, known := "", false
			if len(n.Args) > 0 {
				name, known = literalWord(n.Args[0])
			}
			ok = ok && known && len(n.Assigns) == 0 && (slices.Contains(names, name) || name == "git" && isRevParse(n.Args))
		case *syntax.Redirect:
			text, known := literalWord(n.Word)
			ok = ok && (n.Op == syntax.RdrIn || known && text == "/dev/null" || known && n.Op == syntax.DplOut && isDescriptor(text))
		case *syntax.ProcSubst, *syntax.DeclClause, *syntax.FuncDecl, *syntax.CoprocClause, *syntax.LetClause:
			ok = false
		}
		return ok
	})
	return ok
}

func isRevParse(words []*syntax.Word) bool {
	if len(words) < 2 {
		return false
	}
	text, ok := literalWord(words[1])
	return ok && text == "rev-parse"
}

// assigns reports whether the shell that makes an expansion is another one afterwards:
// ${V:=w}, $((i++)), or gone: ${V:?}. What a command substitution does is done to a
// shell of its own.
func assigns(part syntax.WordPart) bool {
	if part == nil {
		return false
	}
	found := false
	syntax.Walk(part, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			return false
		case *syntax.ParamExp:
			if n.Exp != nil {
				switch n.Exp.Op {
				case syntax.AssignUnset, syntax.AssignUnsetOrNull, syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
					found = true
				}
			}
		case *syntax.UnaryArithm:
			found = found || n.Op == syntax.Inc || n.Op == syntax.Dec
		case *syntax.BinaryArithm:
			found = found || n.Op == syntax.Assgn || n.Op >= syntax.AddAssgn && n.Op <= syntax.PowAssgn
		}
		return !found
	})
	return found
}

func isArithmetic(c *chunk) bool {
	_, ok := c.part.(*syntax.ArithmExp)
	return ok
}
