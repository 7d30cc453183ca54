package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

const (
	// clonePathOptions are the options of git clone whose value is a path, or an address.
	clonePathOptions = "bundle-uri reference reference-if-able template"
	// gitPathKeys are the keys of git's configuration, in small letters, whose value is a
	// path, and gitCommandKeys those whose value is a command.
	gitPathKeys    = "core.attributesfile core.excludesfile core.hookspath http.cookiefile http.sslcainfo http.sslcapath http.sslcert http.sslkey include.path init.templatedir"
	gitCommandKeys = "core.askpass core.gitproxy core.sshcommand credential.helper"
	// gitPathVariables and gitCommandVariables are variables of git's environment.
	gitPathVariables    = "GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_EXEC_PATH GIT_OBJECT_DIRECTORY GIT_SSL_CAINFO GIT_SSL_CAPATH GIT_SSL_CERT GIT_SSL_KEY GIT_TEMPLATE_DIR"
	gitCommandVariables = "GIT_ASKPASS GIT_CONFIG_PARAMETERS GIT_PROXY_COMMAND GIT_SSH GIT_SSH_COMMAND SSH_ASKPASS"
	// listing print names of files, those of the directory that they run in among them.
	listing = "fd fdfind find ls"
)

// meansDirectory reports whether a word of a clone, or a variable of its environment, may
// hold a path that is taken from the directory in which git runs: under another -C it would
// mean another file.
func (p *Inspection) meansDirectory(c *Call, source ast.Value) bool {
	return p.relativeSource(c.Inv, source) || slices.ContainsFunc(c.Globals, relativeOption) || slices.ContainsFunc(c.Options, relativeOption) || relativeEnvironment(c.Inv)
}

// relativeSource reports whether an address is a relative path for all that is known: a
// pattern that files match, or a line of a list that has some.
func (p *Inspection) relativeSource(inv *ast.Invocation, source ast.Value) bool {
	for _, alt := range source.Alts() {
		if begin := ast.ValueOf([][]ast.Part{alt}).Prefix(); strings.HasPrefix(begin, "/") || strings.Contains(begin, ":") {
			continue
		}
		for _, part := range alt {
			if part.Unknown == ast.Pattern && !strings.HasPrefix(part.Text, "/") || part.Var != "" && p.readsRelative(part.Var) {
				return true
			}
		}
	}
	return slices.ContainsFunc(inv.Args, ast.Arg.AddedWhenRun) && p.printsRelative(inv)
}

// readsRelative reports whether the script reads a variable from a list of relative paths.
func (p *Inspection) readsRelative(variable string) bool {
	return slices.ContainsFunc(p.Script.Invocations, func(inv *ast.Invocation) bool {
		return has(naming, inv.Program()) && slices.ContainsFunc(inv.Args, func(a ast.Arg) bool { return a.Value.Is(variable) }) && p.printsRelative(inv)
	})
}

// printsRelative reports whether what an invocation reads from a pipe are relative paths for
// all that is known.
func (p *Inspection) printsRelative(inv *ast.Invocation) bool {
	return inv.PipeHead != nil && slices.ContainsFunc(p.Script.Invocations, func(from *ast.Invocation) bool {
		if from.PipeTo != inv.PipeHead {
			return false
		}
		return has(listing, from.Program()) || has("echo print printf", from.Program()) && slices.ContainsFunc(from.Args, func(a ast.Arg) bool {
			begin := a.Value.Prefix()
			return strings.HasPrefix(begin, "./") || strings.HasPrefix(begin, "../") || startsAsFile(a.Value)
		})
	})
}

// startsAsFile reports whether a word is a pattern of relative paths.
func startsAsFile(v ast.Value) bool {
	return !strings.HasPrefix(v.Prefix(), "/") && !strings.Contains(v.Prefix(), ":") && slices.ContainsFunc(v.Alts(), func(alt []ast.Part) bool {
		last := alt[len(alt)-1]
		return last.Unknown == ast.Pattern && !strings.HasPrefix(last.Text, "/")
	})
}

// relativeOption reports whether the value of an option may hold a relative path.
func relativeOption(o Option) bool {
	if o.Flag == nil || o.Negated || o.ValueWord == nil {
		return false
	}
	if has(clonePathOptions, o.Flag.Long) {
		return isRelativePath(o.Value)
	}
	if o.Role() != Config || o.Flag.Short != 'c' {
		return false
	}
	key, _, assigned := strings.Cut(o.Value.Prefix(), "=")
	key = strings.ToLower(key)
	switch {
	case !assigned:
		return false
	case has(gitPathKeys, key):
		return isRelativePath(o.Value.After(len(key) + 1))
	case has(gitCommandKeys, key):
		return hasRelativePath(o.Value.After(len(key) + 1))
	}
	return false
}

// relativeEnvironment reports whether a variable by which git is told files, or commands,
// may hold a relative path.
func relativeEnvironment(inv *ast.Invocation) bool {
	for name := range strings.FieldsSeq(gitPathVariables) {
		if v, set := inv.Var(name); set && isRelativePath(v) {
			return true
		}
	}
	for name := range strings.FieldsSeq(gitCommandVariables) {
		if v, set := inv.Var(name); set && hasRelativePath(v) {
			return true
		}
	}
	return slices.ContainsFunc(inv.Assigns, func(a ast.Assign) bool {
		return strings.HasPrefix(a.Name, "GIT_CONFIG_VALUE_") && hasRelativePath(a.Value)
	})
}

// isRelativePath reports whether a value may be a relative path.
func isRelativePath(v ast.Value) bool {
	begin := v.Prefix()
	return !v.Is("") && !strings.HasPrefix(begin, "/") && !strings.HasPrefix(begin, "~") && !strings.Contains(begin, "://")
}

// hasRelativePath reports whether a command line may hold a relative path: a word with a
// slash that does not begin with one, or the file behind -i and -F of ssh.
func hasRelativePath(v ast.Value) bool {
	text, known := v.Text()
	if !known {
		return true
	}
	before := ""
	for word := range strings.FieldsSeq(text) {
		word = strings.Trim(word, `"'`)
		path := word
		if _, value, assigns := strings.Cut(word, "="); assigns {
			path = value
		} else if file, attached := strings.CutPrefix(word, "-i"); attached {
			path = file
		}
		absolute := strings.HasPrefix(path, "/") || strings.HasPrefix(path, "~") || strings.HasPrefix(path, "-")
		if !absolute && (has("-i -F", before) || strings.Contains(path, "/") && !strings.Contains(path, ":")) {
			return true
		}
		before = word
	}
	return false
}
