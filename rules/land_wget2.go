package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

// landWget2: as wget, all URLs go into the file of the last -O, and without it each into
// a file of its own below the directory of the last -P. The forms --no-output-document
// and --no-directory-prefix take back what stands before them.
func landWget2(c *Call) []Landing {
	if !fetchesWget(c) {
		return nil
	}
	l := download(c, "wget2-download")
	l.Name = nameWget2(c)
	out, dir := effective(c, DestFile), c.Last(DestDir)
	switch {
	case out != nil:
		if isNowhere(out.Value) {
			return nil
		}
		l.toFile(out)
		l.Creates = parent(out.Value)
	case dir == nil:
		l.insert(c, "-P")
		l.Creates = createsWget2(c)
	case dir.Negated:
		// What is inserted before it would be taken back.
		l.Move = Move{At: dir.Word, Prefix: "--directory-prefix=", Dir: true}
	default:
		l.toDir(dir, l.Name)
		if dir.Value.Is("") {
			l.Dest, l.Creates = ast.Known(here), ast.Value{}
		}
	}
	if reason := configuresWget2(c, out != nil); reason != "" {
		l.ask(reason, "use -O or -P")
	} else if on(c, "content-disposition") {
		// Version 1.99.1 puts it into the directory in effect, whatever -O and -P say.
		l.ask("a file that the server names follows neither -O nor -P", "leave --content-disposition out")
	}
	return []Landing{l}
}

func stdoutWget2(c *Call) bool {
	out := effective(c, DestFile)
	return out != nil && isStdout(out.Value) && fetchesWget(c)
}

func nameWget2(c *Call) ast.Value {
	for i := range c.Options {
		if o := &c.Options[i]; makesTrees(o) || renames(o) || strings.HasPrefix(o.Flag.Long, "cut-") {
			return ast.Known("")
		}
	}
	return nameByURL(c, wget2Name)
}

// wget2Name returns the file that wget2 writes for a URL: the last element of its path,
// percent signs decoded before it is looked for, with the query as it is but for its
// slashes; index.html where there is none. Seen with version 1.99.1.
func wget2Name(url string) (string, error) {
	url, _, _ = strings.Cut(url, "#")
	path, query := url, ""
	if i := strings.IndexByte(url, '?'); i >= 0 {
		path, query = url[:i], url[i:]
	}
	if !strings.Contains(path, "://") {
		path = "http://" + path
	}
	path, ok := webPath(path)
	if !ok || strings.ContainsFunc(path+query, func(r rune) bool { return r > '~' }) {
		return "", errNoName
	}
	path = percentDecode(path)
	name := path[strings.LastIndexByte(path, '/')+1:]
	if name == "" {
		name = "index.html"
	}
	return usable(name + strings.ReplaceAll(query, "/", "%2F"))
}

// createsWget2 is createsWget for a program that leaves the port out of the name.
func createsWget2(c *Call) ast.Value {
	host, ok := createsWget(c).Text()
	if !ok || strings.Contains(host, "[") {
		return ast.Value{}
	}
	host, _, _ = strings.Cut(host, ":")
	return ast.Known(host)
}

// configuresWget2 says why -e and --config leave the destination in doubt; empty where
// they do not. -e NAME=VALUE stands for the option --NAME=VALUE in its place, so that
// what it sets later than -P wins.
func configuresWget2(c *Call, document bool) string {
	for i := range c.Options {
		o := &c.Options[i]
		switch {
		case o.Negated:
			continue
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
		flag, _, n := findLong(wget2Flags, strings.TrimSpace(name), manner{})
		if n != 1 || flag.Role != Neutral && flag.Role != DestModifier {
			return "-e may set the destination"
		}
	}
	return ""
}
