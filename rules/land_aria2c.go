package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

// landAria2c: everything lies below the directory of the last -d, which is made; -o, also
// an absolute one, is joined to it, so that -d becomes the sandbox and -o its last
// element. The server may name a file that -o does not.
func landAria2c(c *Call) []Landing {
	if len(c.Operands) == 0 && !c.Has(URLList) && !on(c, "enable-rpc") || on(c, "dry-run") || on(c, "show-files") {
		return nil
	}
	l := download(c, "aria2c-download")
	dir := effective(c, DestDir)
	if dir != nil {
		l.toDir(dir, l.Name)
		if on(c, "daemon") {
			l.Dir = ast.Known("/") // it changes there before the directory is used
		}
	} else {
		l.insert(c, "-d")
	}
	if l.Dest.Is("") {
		l.Dest, l.Creates = ast.Known(here), ast.Value{}
	}
	if out := outAria2c(c); out != nil {
		l.below(out)
		if _, ok := out.Value.Text(); !ok {
			l.ask("the file of -o is not known ("+out.Value.Reason()+")", "write it out")
		}
	}
	if reason, advice := configuresAria2c(c, dir); reason != "" {
		l.ask(reason, advice)
	}
	return []Landing{l}
}

// below has the landing be a file below its directory, which the move makes the sandbox.
func (l *Landing) below(file *Option) {
	l.Dest = below(l.Dest, file.Value)
	l.Given, l.IntoDir, l.Span = l.Dest, false, span(file)
	l.Name = lastName(file.Value)
	if name, ok := l.Name.Text(); ok && !file.Value.Is(name) {
		m := file.replace()
		m.Text = name
		l.Also = append(l.Also, m)
	}
}

// outAria2c is the -o that names the file; nil where there is none, and where aria2c
// passes it over: with -Z, for lists, for torrents and their like.
func outAria2c(c *Call) *Option {
	out := effective(c, DestFile)
	if out == nil || out.Value.Is("") || on(c, "force-sequential") || c.Has(URLList) {
		return nil
	}
	for _, w := range c.Operands {
		text, _ := w.Value.Text()
		if strings.HasPrefix(text, "magnet:") {
			return nil
		}
	}
	return out
}

// configuresAria2c says why the destination is in doubt, and what to do; empty where it
// is not.
func configuresAria2c(c *Call, dir *Option) (reason, advice string) {
	for i := range c.Options {
		switch o := &c.Options[i]; o.Flag.Long {
		case "conf-path":
			return "the file of --conf-path may name another file", "leave it out"
		case "index-out":
			return "--index-out names files of its own", "leave it out"
		case "enable-rpc":
			if !o.Negated {
				return "by RPC others may say where files land", "leave --enable-rpc out"
			}
		case "input-file":
			return "the list of -i may say where each file lands", "write the URLs out, with -Z"
		}
	}
	if dir != nil && strings.Contains(dir.Value.Prefix(), "${") {
		return "aria2c fills in the ${HOME} of -d", "write it out"
	}
	return "", ""
}
