package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// baseGit is the directory that a command of git starts from: what every -C in turn
// leads to.
func baseGit(c *Call) ast.Value {
	dir := c.Inv.Dir
	for i := range c.Globals {
		if o := &c.Globals[i]; o.Role() == DestBase {
			dir = ast.Join(dir, o.Value)
		}
	}
	return dir
}

// placeGit is the value of a global option of git, or of the variable that says the
// same.
func placeGit(c *Call, long, variable string) (ast.Value, bool) {
	for i := len(c.Globals) - 1; i >= 0; i-- {
		if o := &c.Globals[i]; o.Flag.Long == long {
			return o.Value, true
		}
	}
	v, set := c.Inv.Var(variable)
	return v, set && !v.Is("")
}

// landRepository are the landings of a command that fetches into a repository which is
// there already: into the one of the directory in effect, or the one that --git-dir
// names, and where it checks out, into the work tree of that. No option moves them.
func landRepository(c *Call, source int, checksOut bool) []Landing {
	base := baseGit(c)
	git, elsewhere := placeGit(c, "git-dir", "GIT_DIR")
	if !elsewhere {
		git = ast.Known(here)
	}
	places := []ast.Value{git}
	if tree, set := placeGit(c, "work-tree", "GIT_WORK_TREE"); checksOut && (set || elsewhere) {
		if !set {
			tree = ast.Known(here)
		}
		places = append(places, tree)
	}
	var out []Landing
	for _, place := range places {
		l := Landing{
			Type: "git-fetch", Noun: c.Tool.Command(), Dir: base, Dest: place, Name: ast.Known(""),
			Problem: intoRepository(c, ast.Join(base, place)), Span: c.Inv.Name.Span,
		}
		if source < len(c.Operands) {
			l.URL, l.Span = c.Operands[source].Value, c.Operands[source].Span
		}
		out = append(out, l)
	}
	return out
}

func intoRepository(c *Call, place ast.Value) string {
	where := "a repository that is not known"
	if text, ok := place.Text(); ok {
		where = fmt.Sprintf("the repository %q outside the sandbox", path.Clean(text))
	}
	return fmt.Sprintf("%s would put external content into %s; clone it into the sandbox instead", c.Tool.Command(), where)
}

// landGitFetch: git fetch writes into the repository alone.
func landGitFetch(c *Call) []Landing { return landRepository(c, 0, false) }

// landGitPull: git pull checks out as well, and so does git lfs pull.
func landGitPull(c *Call) []Landing { return landRepository(c, 0, true) }

// landGitRemoteAdd: the URL is the second operand.
func landGitRemoteAdd(c *Call) []Landing { return landRepository(c, 1, false) }

// landGitSubmoduleAdd: the submodule is cloned into the repository and checked out in
// its work tree, which its path cannot leave.
func landGitSubmoduleAdd(c *Call) []Landing {
	if len(c.Operands) == 0 {
		return nil
	}
	return landRepository(c, 0, true)
}

// fromURL reports whether git fetch or git pull is told a URL, as a word or by configuration
// of its own. Without one it follows what the repository is configured with, which was
// somebody's own choice.
func fromURL(c *Call) bool {
	if toldAddress(c) {
		return true
	}
	if len(c.Operands) == 0 || c.says("multiple") || c.says("all") {
		return false
	}
	return isGitURL(c.Operands[0].Value)
}

// isGitURL reports whether a word is a URL to git: scheme://, HELPER::ADDRESS, or
// host:path, with a colon before any slash.
func isGitURL(v ast.Value) bool { return namesURL(v) || hasScheme(v, "::") || isHostPath(v) }

// addsAndFetches reports whether git remote add fetches at once.
func addsAndFetches(c *Call) bool { return c.says("fetch") }

// says reports whether the last option of that name is there and not taken back.
func (c *Call) says(long string) bool {
	for i := len(c.Options) - 1; i >= 0; i-- {
		if o := &c.Options[i]; o.Flag.Long == long {
			return !o.Negated
		}
	}
	return false
}

// landGitSvnClone and landGitLfsClone have the operands of git clone.
func landGitSvnClone(c *Call) []Landing {
	return landUntried(c, "git-svn", baseGit(c), SvnName)
}

func landGitLfsClone(c *Call) []Landing {
	return landUntried(c, "git-clone", baseGit(c), c.cloneNamer())
}

// landGitArchive: -o is taken from where -C leads to.
func landGitArchive(c *Call) []Landing {
	o := c.Last(DestFile)
	if o == nil || o.Negated || isSink(o.Value) || isStdout(o.Value) && !o.Value.Is("-") {
		return nil
	}
	return []Landing{{
		Type: "git-archive", Noun: nounDownload, URL: c.source(), Given: o.Value, Dir: baseGit(c), Dest: o.Value,
		Name: lastName(o.Value), Move: o.replace(), Span: span(o),
	}}
}

func stdoutGitArchive(c *Call) bool {
	o := c.Last(DestFile)
	return o == nil || o.Negated || isStdout(o.Value) && !o.Value.Is("-")
}

// fromRemote reports whether git archive gets the archive from elsewhere. --list only
// prints formats.
func fromRemote(c *Call) bool {
	remote := c.Last(URL)
	return remote != nil && !remote.Negated && !c.Has(DestNone)
}

// isHostPath reports whether a word has a colon before any slash, as host:path has,
// whatever is not known of it.
func isHostPath(v ast.Value) bool {
	return slices.ContainsFunc(v.Alts(), func(alt []ast.Part) bool {
		for _, p := range alt {
			if p.Unknown != "" {
				continue
			}
			if i := strings.IndexAny(p.Text, ":/"); i >= 0 {
				return p.Text[i] == ':'
			}
		}
		return false
	})
}
