package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

// landNothing is for a program that only prints what it fetches.
func landNothing(*Call) []Landing { return nil }

// always is for a program of which every call prints what it fetches.
func always(*Call) bool { return true }

// stdoutGhApi: gh api and glab api print the answer but for --silent.
func stdoutGhApi(c *Call) bool { return !c.says("silent") }

// landGhReleaseDownload: the one file of -O, or assets below the directory of -D. Given
// both, gh refuses.
func landGhReleaseDownload(c *Call) []Landing {
	out, dir := c.Last(DestFile), c.Last(DestDir)
	switch {
	case out == nil || out.Value.Is(""):
		return []Landing{landBelow(c, "gh-download", ghAsset(c))}
	case dir != nil && !dir.Value.Is(here), isNowhere(out.Value):
		return nil
	}
	return []Landing{{
		Type: "gh-download", Noun: nounDownload, URL: ghRepository(c), Given: out.Value, Dir: c.Inv.Dir, Dest: out.Value,
		Name: lastName(out.Value), Move: out.replace(), Span: span(out),
	}}
}

func stdoutGhReleaseDownload(c *Call) bool {
	out := c.Last(DestFile)
	return out != nil && isStdout(out.Value)
}

// ghAsset is the asset that the one pattern names, known to be empty where it may be
// several, or is chosen by the server.
func ghAsset(c *Call) ast.Value {
	var name ast.Value
	for i := range c.Options {
		switch o := &c.Options[i]; o.Flag.Long {
		case "archive":
			return ast.Known("")
		case "pattern":
			if !name.None() {
				return ast.Known("")
			}
			name = o.Value
		}
	}
	if text, ok := name.Text(); !ok || text == "" || strings.ContainsAny(text, `*?[\/`) {
		return ast.Known("")
	}
	return name
}

func ghRepository(c *Call) ast.Value {
	for i := range c.Options {
		if c.Options[i].Flag.Long == "repo" {
			return c.Options[i].Value
		}
	}
	return ast.Value{}
}

// landGhRunDownload: the artifacts' own directories, or the content of one, go below the
// directory of -D.
func landGhRunDownload(c *Call) []Landing {
	return []Landing{landBelow(c, "gh-download", ast.Known(""))}
}

// landBelow is the landing of files that the program names below the directory that an
// option gives, or else below the one in effect.
func landBelow(c *Call, kind string, name ast.Value) Landing {
	l := Landing{
		Type: kind, Noun: nounDownload, URL: ghRepository(c), Dir: c.Inv.Dir, Dest: ast.Known(here), IntoDir: true,
		Name: name, Span: c.Inv.Name.Span,
	}
	dir := c.Last(DestDir)
	if dir == nil {
		l.Move = Move{At: c.Sub, Insert: true, Words: []string{"-D"}, Dir: true}
		return l
	}
	l.Given, l.Dest, l.Creates, l.Span = dir.Value, dir.Value, dir.Value, span(dir)
	if dir.Value.Is("") {
		l.Dest, l.Creates = ast.Known(here), ast.Value{}
	}
	l.Name = nameIn(dir.Value, name)
	l.Move = dir.replace()
	l.Move.Dir = true
	return l
}

// clonesToo reports whether gh repo fork and gh repo create are told to clone.
func clonesToo(c *Call) bool { return c.says("clone") }

// landGhRepoFork: the directory is one that git clone is handed behind --, else the name
// of the fork. Without a repository it is the one of the directory in effect.
func landGhRepoFork(c *Call) []Landing {
	name := GhCloneName
	for i := range c.Options {
		if o := &c.Options[i]; o.Flag.Long == "fork-name" {
			name = func(string) (string, error) { return usable(o.Value.Display()) }
		}
	}
	if len(c.Operands) == 0 {
		return []Landing{landHere(c, "gh-clone", nounClone, untried(c.Tool.Command()))}
	}
	return landUntried(c, "gh-clone", c.Inv.Dir, name)
}

// landGhRepoCreate: the clone is named after the repository.
func landGhRepoCreate(c *Call) []Landing {
	l := landHere(c, "gh-clone", nounClone, "gh repo create --clone clones into the directory in effect, and no option moves it: run it in the sandbox")
	return []Landing{l}
}

// landGhHere is for subcommands that write a file with a name of their own.
func landGhHere(c *Call) []Landing {
	return []Landing{landHere(c, "gh-download", nounDownload, c.Tool.Command()+" writes into the directory in effect, and no option moves it: run it in the sandbox")}
}

// installs reports whether an extension comes from elsewhere: . is the directory in
// effect, which gh only links to.
func installs(c *Call) bool {
	return !c.Has(DestNone) && (len(c.Operands) != 1 || !c.Operands[0].Value.Is(here))
}

// landGhExtension: extensions lie below gh's data directory.
func landGhExtension(c *Call) []Landing {
	l := landHere(c, "gh-extension", c.Tool.Command(), c.Tool.Command()+" puts a program beside gh's own data, outside the sandbox, and no option moves it: clone the extension into the sandbox instead")
	data, set := c.Inv.Var("XDG_DATA_HOME")
	if !set || data.Is("") {
		home, _ := c.Inv.Var("HOME")
		data = ast.Join(home, ast.Known(".local/share"))
	}
	l.Dest = ast.Join(data, ast.Known("gh/extensions"))
	return []Landing{l}
}

// fromCodespace reports whether gh codespace cp copies from a codespace and not to one:
// the last word has no "remote:" before it.
func fromCodespace(c *Call) bool {
	n := len(c.Operands)
	return n > 1 && !strings.HasPrefix(c.Operands[n-1].Value.Prefix(), "remote:")
}

func landGhCodespaceCp(c *Call) []Landing {
	if len(c.Operands) < 2 {
		return nil
	}
	last := c.Operands[len(c.Operands)-1]
	l := landInto(c, last, "gh-copy", len(c.Operands) > 2)
	l.Problem = untried(c.Tool.Command())
	return []Landing{l}
}
