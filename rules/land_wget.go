package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

// landWget: all URLs go into the file of the last -O, which -P does not concern; without
// -O each gets a file of its own below the directory of the last -P.
func landWget(c *Call) []Landing {
	if !fetchesWget(c) {
		return nil
	}
	l := Landing{Type: "wget-download", Noun: nounDownload, Dir: c.Inv.Dir, Span: c.Inv.Name.Span}
	if len(c.Operands) > 0 {
		l.URL, l.Span = c.Operands[0].Value, c.Operands[0].Span
	}
	out, dir := c.Last(DestFile), c.Last(DestDir)
	switch {
	case out != nil:
		if isNowhere(out.Value) {
			return nil
		}
		l.Given, l.Dest, l.Name, l.Span = out.Value, out.Value, lastName(out.Value), span(out)
		l.Move = out.replace()
	case dir != nil:
		l.Type, l.IntoDir = "wget-dir", true
		l.Given, l.Dest, l.Creates, l.Span = dir.Value, dir.Value, dir.Value, span(dir)
		if dir.Value.Is("") {
			l.Dest, l.Creates = ast.Known(here), ast.Value{}
		}
		l.Name = nameIn(dir.Value, nameWget(c))
		l.Move = dir.replace()
		l.Move.Dir = true
	default:
		// Right after the program's name, so that neither -- nor an operand under
		// POSIXLY_CORRECT stands before it.
		l.IntoDir, l.Dest, l.Name = true, ast.Known(here), nameWget(c)
		if namesByURL(c) {
			l.Among = namesAfter(c.Operands[0].Value, WgetName)
		}
		l.Creates = createsWget(c)
		l.Move = Move{At: c.Inv.Name, Insert: true, Words: []string{"-P"}, Dir: true}
	}
	if reason := configuresWget(c, out != nil); reason != "" {
		l.Dest, l.Name = ast.Unknown(reason, ""), ast.Unknown(reason, "")
		l.Problem = reason + ": use -O or -P"
	}
	return []Landing{l}
}

// fetchesWget reports whether the call has sources and keeps what it gets.
func fetchesWget(c *Call) bool {
	if len(c.Operands) == 0 && !c.Has(URLList) {
		return false
	}
	spider := c.Last(DestNone)
	return spider == nil || spider.Negated
}

func stdoutWget(c *Call) bool {
	out := c.Last(DestFile)
	return out != nil && isStdout(out.Value) && fetchesWget(c)
}

// nameWget returns the name of the one file that wget will write, known to be empty
// where it writes several or names them by something else than the URL.
func nameWget(c *Call) ast.Value {
	if !namesByURL(c) {
		return ast.Known("")
	}
	url, _ := c.Operands[0].Value.Text()
	name, err := WgetName(url)
	if url == "" || err != nil {
		return ast.Known("")
	}
	return ast.Known(name)
}

// namesByURL reports whether the one URL of a call names its file by the rule of wget.
func namesByURL(c *Call) bool {
	if len(c.Operands) != 1 || c.Has(URLList) || c.Has(DestFromServer) || c.Has(Config) {
		return false
	}
	for i := range c.Options {
		if o := &c.Options[i]; makesTrees(o) || renames(o) {
			return false
		}
	}
	return true
}

// renames reports whether an option changes the name that is made of a URL.
func renames(o *Option) bool {
	switch o.Flag.Long {
	case "adjust-extension", "default-page", "html-extension", "restrict-file-names":
		return !o.Negated
	}
	return false
}

// makesTrees reports whether an option has wget make directories after the URL's host
// and path.
func makesTrees(o *Option) bool {
	switch o.Flag.Long {
	case "force-directories", "mirror", "page-requisites", "recursive":
		return !o.Negated
	}
	return false
}

// createsWget returns the directory that a recursive fetch makes, HOST or HOST:PORT, as
// far as it is one that a later cd can mean; zero where there is none.
func createsWget(c *Call) ast.Value {
	tree := false
	for i := range c.Options {
		tree = tree || makesTrees(&c.Options[i])
	}
	if !tree || len(c.Operands) == 0 {
		return ast.Value{}
	}
	url, ok := c.Operands[0].Value.Text()
	if !ok {
		return ast.Value{}
	}
	if _, rest, ok := strings.Cut(url, "://"); ok {
		url = rest
	}
	if i := strings.IndexAny(url, "/?#"); i >= 0 {
		url = url[:i]
	}
	host := url[strings.LastIndexByte(url, '@')+1:]
	if host == "" {
		return ast.Value{}
	}
	return ast.Known(host)
}

// configuresWget says why wgetrc commands leave the destination in doubt; empty where
// they do not. Those of -e come in the order of the command line, so that the last one
// wins over -O and -P alike; a file of --config comes first, yet its output_document
// wins over -P. Names are compared as wget does, without case, hyphens and underscores
// (parse_line in src/init.c).
func configuresWget(c *Call, document bool) string {
	for i := range c.Options {
		o := &c.Options[i]
		switch {
		case o.Flag.Long == "config" && !document:
			return "the file of --config may set the destination"
		case o.Flag.Long != "execute":
			continue
		}
		text, ok := o.Value.Text()
		if !ok {
			return "what -e sets is not known (" + o.Value.Reason() + ")"
		}
		name, _, _ := strings.Cut(text, "=")
		name = strings.ToLower(strings.TrimSpace(name))
		switch strings.NewReplacer("-", "", "_", "").Replace(name) {
		case "dirprefix", "outputdocument":
			return "-e sets the destination"
		}
	}
	return ""
}

// span returns the span of the word that holds an option's value, or of the option.
func span(o *Option) ast.Span {
	if o.ValueWord != nil {
		return o.ValueWord.Span
	}
	return o.Word.Span
}
