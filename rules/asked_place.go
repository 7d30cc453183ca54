package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// fetches reports whether the words that were read fetch anything, by the words of the
// table that say what is fetched.
func (c *askedCall) fetches() bool {
	if strings.Contains(c.words+" ", "! ") && !c.required {
		return false
	}
	counts := func(ast.Value) bool { return true }
	for word := range strings.FieldsSeq(c.fetched) {
		switch word {
		case "always":
			return true
		case "option":
			return slices.ContainsFunc(c.sources, func(w askedWord) bool { return !localPath(w.value, false) })
		case "spec", "name":
			counts = func(v ast.Value) bool { return !localPath(v, word == "name") }
		case "version":
			counts = func(v ast.Value) bool {
				return !localPath(v, false) && (!wholly(v) || v.Is("") || strings.Contains(literalText(v), "@"))
			}
		case "url":
			counts = isModuleURL
		case "store", "host":
			return c.copies(word == "host")
		case "registry":
			return len(c.operands) > 0 && (strings.HasPrefix(c.operands[0].Value.Prefix(), "docker://") || !wholly(c.operands[0].Value))
		case "bin":
			counts = func(v ast.Value) bool { return !c.installed(v) }
		case "socat":
			return slices.ContainsFunc(c.operands, func(o *ast.Arg) bool { return socatKind(o) == socatNetwork })
		}
	}
	return slices.ContainsFunc(c.operands, func(o *ast.Arg) bool { return counts(o.Value) }) ||
		slices.ContainsFunc(c.sources, func(w askedWord) bool { return counts(w.value) })
}

// wholly reports whether a value is known to its end.
func wholly(v ast.Value) bool {
	_, ok := v.Texts()
	return ok
}

// archives are the endings of packages that lie in a file.
var archives = [...]string{".whl", ".tgz", ".tar", ".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst", ".zip", ".deb", ".rpm", ".apk", ".gem", ".vsix", ".rock", ".nupkg", ".conda", ".snap", ".flatpak", ".crate"}

// localPath reports whether what a package manager is given is a path on this machine. A
// slash in it makes it one for some (pip), but not for others (npm: OWNER/REPOSITORY).
func localPath(v ast.Value, slash bool) bool {
	text := strings.TrimSpace(literalText(v))
	for _, prefix := range [...]string{"./", "../", "/", "~", "file:", "link:", "portal:", "workspace:", ".["} {
		if strings.HasPrefix(v.Prefix(), prefix) {
			return true
		}
	}
	switch {
	case strings.Contains(text, "://") || strings.Contains(text, "git+"):
		return false
	case v.Is("") || v.Is(".") || v.Is(".."):
		return true
	case slash && strings.Contains(text, "/"):
		return true
	}
	return slices.ContainsFunc(archives[:], func(ending string) bool { return strings.HasSuffix(text, ending) })
}

// isModuleURL reports whether a module is fetched: by its scheme, or by a name that is
// not known and may have one.
func isModuleURL(v ast.Value) bool {
	text := v.Prefix()
	for _, scheme := range [...]string{"http://", "https://", "npm:", "jsr:", "data:"} {
		if strings.HasPrefix(text, scheme) {
			return true
		}
	}
	return text == "" && !wholly(v)
}

// copies reports whether a copy goes from another machine to this one: a source is no
// path here, and the target is one.
func (c *askedCall) copies(host bool) bool {
	n := len(c.operands)
	if n < 2 || elsewhere(c.operands[n-1].Value, host) {
		return false
	}
	return slices.ContainsFunc(c.operands[:n-1], func(o *ast.Arg) bool {
		text := o.Value.Prefix()
		return elsewhere(o.Value, host) || !wholly(o.Value) && !strings.HasPrefix(text, "/") && !strings.HasPrefix(text, ".")
	})
}

// elsewhere reports whether a word names a place that is not on this machine: by its
// scheme, or by a host, a container or a pod before a colon.
func elsewhere(v ast.Value, host bool) bool {
	text := literalText(v)
	if !host {
		return strings.Contains(text, "://") && !strings.HasPrefix(text, "file://")
	}
	before, _, found := strings.Cut(text, ":")
	return found && !strings.HasPrefix(text, ".") && !strings.HasPrefix(text, "/") && (before != "" || strings.HasPrefix(text, ":") && !strings.HasPrefix(text, ":local"))
}

// installed reports whether the project has a program already, so that npx and its like
// start that one.
func (c *askedCall) installed(v ast.Value) bool {
	name, known := v.Text()
	if localPath(v, false) {
		return true
	}
	if !known || strings.ContainsAny(name, "/@") || has("create init c", c.sub) {
		return false
	}
	return c.upwards("node_modules/.bin/"+name) != ""
}

// upwards is the directory in effect or the next one above it that has the file; empty
// where none has.
func (c *askedCall) upwards(file string) string {
	dir, known := c.inv.Dir.Text()
	if !known || c.p == nil || c.p.Facts == nil {
		return ""
	}
	for strings.HasPrefix(dir, "/") && dir != "/" {
		if c.p.Facts.Exists(dir + "/" + file) {
			return dir
		}
		dir = dir[:max(strings.LastIndexByte(dir, '/'), 0)]
	}
	return ""
}

// destination is the operand that names where it lands.
func (c *askedCall) destination() (word askedWord, ok bool) {
	n := len(c.operands)
	switch first, _, _ := strings.Cut(c.words, " "); {
	case first == "1" && n > 0:
		return askedWord{c.operands[0], c.operands[0].Value}, true
	case first == "2" && n > 1:
		return askedWord{c.operands[1], c.operands[1].Value}, true
	case first == "last" && n > 1:
		return askedWord{c.operands[n-1], c.operands[n-1].Value}, true
	case first == "image" && n > 1:
		return imagePath(c.operands[1])
	case has(c.fetched, "socat"):
		return c.socatFile()
	}
	return askedWord{}, false
}

// imagePath is the path of an image's place, TRANSPORT:PATH[:TAG]; ok is false where the
// transport leads to no file (containers-transports(5)).
func imagePath(arg *ast.Arg) (word askedWord, ok bool) {
	transport, _, found := strings.Cut(arg.Value.Prefix(), ":")
	switch {
	case !found:
		return askedWord{arg, ast.Unknown("its transport is not known", "")}, true
	case has("docker docker-daemon containers-storage atomic", transport):
		return askedWord{}, false
	}
	path := arg.Value.After(len(transport) + 1)
	if text, known := path.Text(); known && transport != "dir" {
		text, _, _ = strings.Cut(text, ":")
		path = ast.Known(text)
	}
	return askedWord{arg, path}, true
}

// byItself adds the place where it lands without a destination: those that variables
// name, else by the word of the table.
func (c *askedCall) byItself(a *asked, kind string) {
	name := c.inv.Name.Span
	for word := range strings.FieldsSeq(c.place) {
		if variable, ok := strings.CutPrefix(word, "$"); ok {
			if value, set := c.inv.Var(variable); set && !value.Is("") && !c.global {
				a.landings = append(a.landings, c.landing(name, value, c.inv.Dir))
			}
		}
	}
	switch {
	case len(a.landings) > 0:
	case c.global || kind == "elsewhere":
		a.landings = append(a.landings, c.landing(name, ast.Unknown("it is a place of the program's own", ""), c.inv.Dir))
	case kind == "environment":
		a.landings = append(a.landings, c.landing(name, c.environment(), c.inv.Dir))
	default:
		a.landings = append(a.landings, c.landing(name, ast.Known(c.project()), c.inv.Dir))
	}
}

// environment is the directory that the program's path lies in: an environment of Python
// has a pip of its own.
func (c *askedCall) environment() ast.Value {
	if dir := parent(c.inv.Name.Value); !dir.None() {
		return dir
	}
	return ast.Unknown("it is a place of the program's own", "")
}

// project is the directory in effect, or the next one above it that makes a project.
func (c *askedCall) project() string {
	for word := range strings.FieldsSeq(c.place) {
		if strings.ContainsAny(word, "._") && word[0] != '$' {
			if dir := c.upwards(word); dir != "" {
				return dir
			}
		}
	}
	return here
}

// socatPlace is what an address of socat is.
type socatPlace uint8

const (
	socatOther socatPlace = iota
	socatNetwork
	socatStdio
	socatFile
	socatProgram
)

// socatKind reads an address: TYPE:parameters,options, the type in any case.
func socatKind(arg *ast.Arg) socatPlace {
	text := strings.ToLower(arg.Value.Prefix())
	name, _, found := strings.Cut(text, ":")
	name, _, _ = strings.Cut(name, ",")
	for _, prefix := range [...]string{"tcp", "udp", "ssl", "openssl", "sctp", "dccp", "socks", "proxy", "ip", "vsock", "websocket"} {
		if strings.HasPrefix(name, prefix) {
			return socatNetwork
		}
	}
	switch {
	case has("- stdio stdout fd 1", name):
		return socatStdio
	case has("open create creat file gopen pipe fifo", name) || !found && strings.Contains(name, "/"):
		return socatFile
	case has("exec system shell", name):
		return socatProgram
	}
	return socatOther
}

// socatFile is the file that socat writes, or a place that is not known where a program
// reads what comes.
func (c *askedCall) socatFile() (word askedWord, ok bool) {
	for _, o := range c.operands {
		switch socatKind(o) {
		case socatStdio:
			c.prints = true
		case socatProgram:
			c.runs = true
		case socatFile:
			text := o.Value.Prefix()
			path := o.Value.After(strings.IndexByte(text, ':') + 1)
			if text, known := path.Text(); known {
				text, _, _ = strings.Cut(text, ",")
				path = ast.Known(text)
			}
			word, ok = askedWord{o, path}, true
		}
	}
	return word, ok
}
