package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// printed are the texts that a part of a path can be which a command prints, as far as
// a path with them can be followed; nil where they are not known. A * stands for a name
// that can be no other than that.
func (p *Inspection) printed(part ast.Part) [][]ast.Part {
	switch {
	case part.LastElement():
		return texts("*", climbing)
	case part.Of == nil || len(part.Of.Words) == 0:
		return nil
	}
	name, known := part.Of.Words[0].Text()
	args := part.Of.Words[1:]
	if !known {
		return nil
	}
	switch programOf(name) {
	case "mktemp":
		return p.temporary(args)
	case "git":
		return p.gitPrints(args)
	case "basename":
		if len(args) > 0 {
			return texts("*", climbing)
		}
	case "date":
		return dated(args)
	case "nproc", "whoami", "hostname", "uname", "arch", "id", "uuidgen", "seq":
		return texts("*")
	case "realpath", "readlink":
		return where(part.Of, args, func(v ast.Value) ast.Value { return v })
	case "dirname":
		return where(part.Of, args, dirnameOf)
	case "echo":
		return echoed(args)
	case "find", "fd", "fdfind", "ls":
		return p.listing(part.Of)
	}
	return nil
}

// listing is one of the names that a command lists: a name inside, where all that it
// looks at is.
func (p *Inspection) listing(of *ast.Command) [][]ast.Part {
	inv := &ast.Invocation{In: p.Script, Name: &ast.Arg{Value: of.Words[0]}, Dir: of.Dir}
	for _, word := range of.Words[1:] {
		inv.Args = append(inv.Args, ast.Arg{Value: word})
	}
	if p.Worktree == nil || !(&confinement{Inspection: p}).listsInside(inv) {
		return nil
	}
	return texts("*")
}

func texts(alts ...string) [][]ast.Part {
	out := make([][]ast.Part, len(alts))
	for i, text := range alts {
		out[i] = []ast.Part{{Text: text}}
	}
	return out
}

// temporary is what mktemp prints: a name of its own in the directory for temporary
// files, or by the template that it is given.
func (p *Inspection) temporary(args []ast.Value) [][]ast.Part {
	dir, template := ast.Known("/tmp"), ast.Known("")
	if v, set := p.Script.Source.Env["TMPDIR"]; set {
		dir = v
	}
	inTemp := false
	for i := 0; i < len(args); i++ {
		text, known := args[i].Text()
		name, value, attached := strings.Cut(text, "=")
		switch {
		case !known && args[i].Prefix() == "":
			template = args[i]
		case !known:
			template = args[i]
		case text == "-p" && i+1 < len(args):
			i++
			dir, inTemp = args[i], true
		case name == "--tmpdir" && attached:
			dir, inTemp = ast.Known(value), true
		case text == "-t" || text == "--tmpdir":
			inTemp = true
		case text != "" && text[0] == '-':
		default:
			template = args[i]
		}
	}
	switch {
	case template.Is(""):
		return ast.Join(dir, ast.Known("tmp.*")).Alts()
	case inTemp:
		return ast.Join(dir, template).Alts()
	}
	return template.Alts()
}

// gitPrints is what git rev-parse prints of the place it runs in, where no option
// before it says another one.
func (p *Inspection) gitPrints(args []ast.Value) [][]ast.Part {
	if p.Worktree != nil && len(args) > 0 && args[0].Is("ls-files") && !slices.ContainsFunc(args, func(v ast.Value) bool { return strings.Contains(v.Prefix(), climbing) }) {
		return texts("*")
	}
	if p.Worktree == nil || len(args) < 2 || !args[0].Is("rev-parse") {
		return nil
	}
	last, _ := args[len(args)-1].Text()
	switch {
	case slices.ContainsFunc(args, func(v ast.Value) bool { return v.Is("-C") }):
		return nil
	case last == "--show-toplevel" && len(args) == 2:
		return texts(p.Worktree.Root)
	case has("--git-dir --absolute-git-dir", last) && p.Worktree.Git != "":
		return texts(p.Worktree.Git)
	case last == "--git-common-dir" && p.Worktree.Common != "":
		return texts(p.Worktree.Common)
	case args[1].Is("--git-path") && p.Worktree.Common != "":
		return texts(p.Worktree.Common + "/" + last)
	case has("HEAD", last):
		return texts("*")
	}
	return nil
}

// dated is what date prints by a format without a slash.
func dated(args []ast.Value) [][]ast.Part {
	for _, arg := range args {
		text, known := arg.Text()
		if !known || strings.ContainsAny(text, "/D") || text != "" && text[0] == '+' && strings.Trim(text[1:], ".") == "" {
			return nil
		}
	}
	return texts("*")
}

// where is the path that a command prints of the one that it is given.
func where(of *ast.Command, args []ast.Value, change func(ast.Value) ast.Value) [][]ast.Part {
	var path ast.Value
	for _, arg := range args {
		if text, known := arg.Text(); known && text != "" && text[0] == '-' {
			continue
		}
		if !path.None() {
			return nil
		}
		path = arg
	}
	if path.None() {
		return nil
	}
	changed := change(path)
	if changed.None() {
		return nil
	}
	return ast.Join(of.Dir, changed).Alts()
}

// dirnameOf is the directory of a path, as dirname prints it; the zero Value where that
// is not known.
func dirnameOf(v ast.Value) ast.Value {
	text, ok := v.Text()
	if !ok {
		return ast.Value{}
	}
	text = strings.TrimRight(text, "/")
	i := strings.LastIndexByte(text, '/')
	switch {
	case text == "" || i == 0:
		return ast.Known("/")
	case i < 0:
		return ast.Known(".")
	}
	return ast.Known(text[:i])
}

func echoed(args []ast.Value) [][]ast.Part {
	var words []string
	for _, arg := range args {
		text, known := arg.Text()
		if !known || strings.HasPrefix(text, "-") || strings.Contains(text, "\\") {
			return nil
		}
		words = append(words, text)
	}
	return texts(strings.Join(words, " "))
}
