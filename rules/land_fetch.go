package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

// What the landings of the download programs have in common.

// download begins the landing of what a call fetches: into the directory in effect,
// under a name that is not foreseen.
func download(c *Call, kind string) Landing {
	l := Landing{
		Type: kind, Noun: nounDownload, Dir: c.Inv.Dir, Span: c.Inv.Name.Span,
		IntoDir: true, Dest: ast.Known(here), Name: ast.Known(""),
	}
	if len(c.Operands) > 0 {
		l.URL, l.Span = c.Operands[0].Value, c.Operands[0].Span
	}
	return l
}

// toFile has the landing be the file that an option names.
func (l *Landing) toFile(o *Option) {
	l.Given, l.Dest, l.Name, l.Span = o.Value, o.Value, lastName(o.Value), span(o)
	l.IntoDir, l.Move = false, o.replace()
}

// toDir has the landing lie in the directory that an option names.
func (l *Landing) toDir(o *Option, name ast.Value) {
	l.Given, l.Dest, l.Creates, l.Span = o.Value, o.Value, o.Value, span(o)
	l.Name, l.Move = nameIn(o.Value, name), o.replace()
	l.Move.Dir = true
}

// insert gives the call an option for the sandbox. It goes right after the program's
// name, so that neither -- nor an operand under POSIXLY_CORRECT stands before it.
func (l *Landing) insert(c *Call, option string) {
	l.Move = Move{At: c.Inv.Name, Insert: true, Words: []string{option}, Dir: true}
}

// ask has the landing be asked about, wherever it would lie.
func (l *Landing) ask(reason, advice string) {
	l.Dest, l.Name = ast.Unknown(reason, ""), ast.Unknown(reason, "")
	l.Problem = reason + ": " + advice
}

// effective returns the option that decides about a role where the last one wins; nil
// where it is negated, or has no value.
func effective(c *Call, role Role) *Option {
	o := c.Last(role)
	if o == nil || o.Negated || o.ValueWord == nil {
		return nil
	}
	return o
}

// on reports whether the last option of that long name is given and not negated.
func on(c *Call, long string) bool {
	for i := len(c.Options) - 1; i >= 0; i-- {
		if o := &c.Options[i]; o.Flag.Long == long || o.Flag.Alias == long {
			return !o.Negated
		}
	}
	return false
}

// nameByURL returns the name that a rule makes of the one URL of a call, known to be
// empty where there are several, or something else has a say in it.
func nameByURL(c *Call, rule func(url string) (string, error)) ast.Value {
	if len(c.Operands) != 1 || c.Has(URLList) || c.Has(DestFromServer) || c.Has(Config) {
		return ast.Known("")
	}
	url, _ := c.Operands[0].Value.Text()
	name, err := rule(url)
	if url == "" || err != nil {
		return ast.Known("")
	}
	return ast.Known(name)
}

// webPath returns what follows the host in an http, https or ftp URL, without the slash
// before it; false for every other text, also where a query follows the host at once.
func webPath(url string) (string, bool) {
	scheme, rest, found := strings.Cut(url, "://")
	switch strings.ToLower(scheme) {
	case "http", "https", "ftp":
	default:
		return "", false
	}
	i := strings.IndexAny(rest, "/?#")
	if i < 0 {
		return "", found
	}
	return rest[i+1:], rest[i] == '/'
}

// rawName is the name of a program that takes what follows the last slash of the URL as
// it is, query and fragment too (busybox wget, lftp).
func rawName(url string) (string, error) {
	path, ok := webPath(url)
	if !ok {
		return "", errNoName
	}
	return usable(path[strings.LastIndexByte(path, '/')+1:])
}

// pipes reports whether the invocation's own standard output goes into a pipe or a file.
func pipes(inv *ast.Invocation) bool {
	_, changed := openedFor(1, inv.Redirs)
	return changed || inv.Piped || inv.PipeTo != nil
}
