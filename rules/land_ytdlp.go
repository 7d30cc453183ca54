package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// landYtDlp: names are made by the template of -o, below the directory of -P. An absolute
// template leaves -P out; ~ and $NAME are filled in by the program itself. So -P becomes
// the sandbox, and a template that leads anywhere else its last element.
func landYtDlp(c *Call) []Landing {
	if !keepsYtDlp(c) {
		return nil
	}
	l := download(c, "yt-dlp-download")
	dir, kind := homeYtDlp(c)
	if dir != nil {
		l.toDir(dir, l.Name)
		l.Move.Prefix += kind
		l.Dest = filled(cut(dir.Value, len(kind)))
		l.Given, l.Creates = l.Dest, l.Dest
	} else {
		l.insert(c, "-P")
	}
	if l.Dest.Is("") {
		l.Dest, l.Creates = ast.Known(here), ast.Value{}
	}
	if out := effective(c, DestFile); out != nil {
		l.template(out)
	}
	if reason, advice := configuresYtDlp(c); reason != "" {
		l.ask(reason, advice)
	}
	return []Landing{l}
}

// landYoutubeDl asks: the program was not to be had. A template in the sandbox passes.
func landYoutubeDl(c *Call) []Landing {
	if !keepsYtDlp(c) {
		return nil
	}
	l := download(c, "youtube-dl-download")
	if out := effective(c, DestFile); out != nil {
		l.template(out)
	}
	l.Problem = "youtube-dl was not tried, so that nothing of it is moved: use yt-dlp, or give -o a template in the sandbox"
	if reason, advice := configuresYtDlp(c); reason != "" {
		l.ask(reason, advice)
	}
	return []Landing{l}
}

// homeYtDlp returns the last -P that sets the directory of all files, and the kinds that
// stand before it: "home:". Those of other kinds lie below it unless they are absolute.
func homeYtDlp(c *Call) (home *Option, kind string) {
	for i := range c.Options {
		o := &c.Options[i]
		if o.Role() != DestDir || o.ValueWord == nil {
			continue
		}
		kinds := kindsOf(o.Value)
		if kinds == "" || slices.Contains(strings.Split(strings.ToLower(strings.TrimSuffix(kinds, ":")), ","), "home") {
			home, kind = o, kinds
		}
	}
	return home, kind
}

// fileKinds are the kinds of files that -P and -o tell apart; home and temp are of -P
// alone (yt_dlp/utils.py, OUTTMPL_TYPES).
var fileKinds = []string{
	"annotation", "chapter", "description", "home", "infojson", "link", "pl_description", "pl_infojson", "pl_thumbnail",
	"pl_video", "subtitle", "temp", "thumbnail",
}

// kindsOf returns the kinds that a value begins with, with the colon: "infojson,link:".
func kindsOf(v ast.Value) string {
	kinds, _, ok := strings.Cut(v.Prefix(), ":")
	if !ok {
		return ""
	}
	for _, k := range strings.Split(strings.ToLower(kinds), ",") {
		if !slices.Contains(fileKinds, k) {
			return ""
		}
	}
	return kinds + ":"
}

// filled is a path that the program fills in; unknown where there is something to fill.
func filled(v ast.Value) ast.Value {
	text, ok := v.Text()
	if ok && (strings.HasPrefix(strings.TrimSpace(text), "~") || strings.Contains(text, "$")) {
		return ast.Unknown("yt-dlp fills in its ~ and $", "")
	}
	return v
}

// keepsBelow reports whether a path, or template, stays below the directory before it.
func keepsBelow(v ast.Value) bool {
	text, ok := filled(v).Text()
	return ok && !strings.HasPrefix(text, "/") && !slices.Contains(strings.Split(text, "/"), "..")
}

// template has the landing follow -o, where that leads out of the directory of -P.
func (l *Landing) template(out *Option) {
	if keepsBelow(out.Value) {
		return
	}
	l.Given, l.Span = out.Value, span(out)
	text, known := filled(out.Value).Text()
	switch up := slices.Contains(strings.Split(text, "/"), ".."); {
	case !known:
		l.Dest = ast.Unknown("the template is not known", "")
	case up:
		l.Dest = ast.Unknown("the template has a ..", "")
	default:
		l.Dest = ast.Known(text[:strings.LastIndexByte(text, '/')+1])
	}
	l.Creates = ast.Value{}
	name, ok := lastName(out.Value).Text()
	if !ok || !keepsBelow(ast.Known(name)) {
		l.Problem = "the template of -o has no name that can be put into the sandbox: give another"
		return
	}
	m := out.replace()
	m.Text = name
	l.Also = append(l.Also, m)
}

// keepsYtDlp reports whether the call writes files of what it fetches.
func keepsYtDlp(c *Call) bool {
	if len(c.Operands) == 0 && !c.Has(URLList) || simulates(c) {
		return false
	}
	out := effective(c, DestFile)
	return writesSides(c) || !skips(c) && (out == nil || !out.Value.Is("-"))
}

// simulates reports whether nothing is fetched for keeps: by -s, or by an option that
// prints what is known before the download, unless --no-simulate stands last.
func simulates(c *Call) bool {
	prints := false
	for i := len(c.Options) - 1; i >= 0; i-- {
		switch o := &c.Options[i]; o.Flag.Long {
		case "simulate":
			return true
		case "no-simulate":
			return false
		case "print":
			prints = prints || printsEarly(o.Value)
		case "dump-json", "dump-single-json", "get-description", "get-duration", "get-filename", "get-format", "get-id",
			"get-thumbnail", "get-title", "get-url", "list-formats", "list-subs", "list-thumbnails":
			prints = true
		}
	}
	return prints
}

// printsEarly reports whether the template of --print is used before the download: after
// one that is used later, the download is made.
func printsEarly(v ast.Value) bool {
	text, ok := v.Text()
	when, _, staged := strings.Cut(text, ":")
	switch {
	case !ok:
		return false
	case !staged || strings.Trim(when, "abcdefghijklmnopqrstuvwxyz_") != "":
		return true
	}
	return when == "pre_process" || when == "after_filter" || when == "video"
}

// skips reports whether the media themselves are left out.
func skips(c *Call) bool { return on(c, "skip-download") }

// writesSides reports whether files beside the media are asked for.
func writesSides(c *Call) bool {
	for i := range c.Options {
		if o := &c.Options[i]; o.Role() == DestModifier && strings.HasPrefix(o.Flag.Long, "write-") {
			return true
		}
	}
	return false
}

func stdoutYtDlp(c *Call) bool {
	out := effective(c, DestFile)
	return out != nil && out.Value.Is("-") && !simulates(c)
}

// configuresYtDlp says why the destination is in doubt, and what to do; empty where it is
// not.
func configuresYtDlp(c *Call) (reason, advice string) {
	for i := range c.Options {
		o := &c.Options[i]
		switch o.Flag.Long {
		case "config-locations":
			return "the file of --config-locations may have a template of its own", "leave it out"
		case "alias":
			return "--alias makes options that are not known", "write them out"
		case "write-pages":
			return "--write-pages writes into the current directory", "leave it out"
		}
		if o.Role() != DestDir && o.Role() != DestFile {
			continue
		}
		if kinds := kindsOf(o.Value); kinds != "" && !strings.Contains(strings.ToLower(kinds), "home") && !keepsBelow(cut(o.Value, len(kinds))) {
			return o.Name() + " " + kinds + " leads somewhere of its own", "give it a path below -P"
		}
	}
	return "", ""
}
