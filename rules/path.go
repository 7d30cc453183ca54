package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// place is a path that a command names: a word, or the part of one that is a path.
type place struct {
	in    *ast.Script
	span  ast.Span
	value ast.Value
	// dir is the directory that a relative path is taken from.
	dir ast.Value
	// writes says that the command surely writes it.
	writes bool
}

// places are the paths that the commands of a script name, and the targets of its
// redirects: every word that is not known to be something else.
func (p *Inspection) places() []place {
	var out []place
	for _, r := range p.Script.Redirs {
		if strings.HasPrefix(r.Op, "<<") {
			continue
		}
		out = append(out, place{r.In, r.Target.Span, r.Target.Value, r.Dir, r.Writes()})
	}
	for _, inv := range p.Script.Invocations {
		out = p.wordPlaces(out, inv)
	}
	return out
}

// wordPlaces adds the paths among an invocation's words.
func (p *Inspection) wordPlaces(out []place, inv *ast.Invocation) []place {
	r, known := readUse(inv)
	writes := changes(inv)
	add := func(span ast.Span, v ast.Value) {
		out = append(out, place{inv.In, span, v, inv.Dir, writes})
	}
	if known {
		r.judge() // which reads the subcommand of some
		known = len(r.Path) > 1 || inv.Program() != "git"
	}
	if known {
		text := r.textOperands()
		for i, arg := range r.Operands {
			if r.Use.Text < 0 && !slices.Contains(r.maybeValues, arg) {
				continue
			}
			if at := argIndex(inv, arg); at > 0 && messageOption(inv, &inv.Args[at-1]) {
				continue
			}
			if i >= text || slices.Contains(r.maybeValues, arg) {
				add(arg.Span, inRevision(inv, afterSign(arg.Value)))
			}
		}
		for _, o := range r.Options {
			if o.Value != nil && !r.textValue(o.Name) {
				add(inv.Span, afterSign(*o.Value))
			}
		}
		return out
	}
	for i := range inv.Args {
		if text, ok := inv.Args[i].Value.Text(); ok && strings.ContainsAny(text, " \n") {
			continue // a sentence, or a program
		}
		if i > 0 && messageOption(inv, &inv.Args[i-1]) {
			continue
		}
		add(inv.Args[i].Span, afterSign(inv.Args[i].Value))
	}
	return out
}

// argIndex is the place of a word among those of its invocation, -1 where it is none.
func argIndex(inv *ast.Invocation, arg *ast.Arg) int {
	for i := range inv.Args {
		if &inv.Args[i] == arg {
			return i
		}
	}
	return -1
}

// inRevision is the path that git reads out of a revision: HEAD:PATH.
func inRevision(inv *ast.Invocation, v ast.Value) ast.Value {
	text, _ := v.Text()
	if _, path, ok := strings.Cut(text, ":"); ok && inv.Program() == "git" && !isURL(text) {
		return ast.Known(path)
	}
	return v
}

// messageOption reports whether a word is an option after which a message or a
// pattern stands.
func messageOption(inv *ast.Invocation, arg *ast.Arg) bool {
	text, _ := arg.Value.Text()
	return has("-m --message --title --body --grep -S -G --author --reason --description", text) && has("git gh glab hg svn jj", inv.Program()) ||
		text == "-am" && inv.Program() == "git"
}

// textOperands is how many operands are no paths; none where an option gave the
// pattern.
func (r *Reading) textOperands() int {
	for _, o := range r.Options {
		if has("-e -f --regexp --file --expression", o.Name) {
			return 0
		}
	}
	return r.Use.Text
}

func (r *Reading) textValue(option string) bool {
	return has(r.Use.TextValues, option) || findUse(r.Path[0]) != nil && has(findUse(r.Path[0]).TextValues, option)
}

// afterSign drops what may stand before a path in one word: "--file=", "name=", "@".
func afterSign(v ast.Value) ast.Value {
	text, ok := v.Text()
	if !ok {
		return v
	}
	if i := strings.IndexByte(text, '='); i >= 0 {
		text = text[i+1:]
	}
	return ast.Known(strings.TrimLeft(text, "@"))
}

// changes reports whether an invocation is a program that changes the files that it
// names.
func changes(inv *ast.Invocation) bool {
	return has("rm rmdir unlink shred mv cp install ln dd tee truncate touch mkdir chmod chown chgrp rsync patch sponge ed ex sd", inv.Program()) ||
		inv.Program() == "sed" && gives(inv, "sed", "-i")
}

// matchPath reports whether a resolved, absolute path is one that an entry names: an
// absolute path or ~/…, a directory where it ends in a slash, everything below a
// directory where it ends in /**, and else a name, or a pattern of names, anywhere.
func matchPath(entry, path, home, root string) bool {
	entry = strings.TrimSuffix(entry, "**")
	if rest, ok := strings.CutPrefix(entry, "~/"); ok {
		if home == "" {
			return false
		}
		entry = strings.TrimSuffix(home, "/") + "/" + rest
	}
	dir := strings.HasSuffix(entry, "/")
	entry = strings.TrimSuffix(entry, "/")
	if strings.HasPrefix(entry, "/") {
		return path == entry || strings.HasPrefix(path, entry+"/")
	}
	if strings.Contains(entry, "/") && root != "" {
		full := strings.TrimSuffix(root, "/") + "/" + entry
		if path == full || strings.HasPrefix(path, full+"/") {
			return true
		}
	}
	padded := "/" + strings.Trim(path, "/") + "/"
	if strings.Contains(entry, "/") {
		return strings.Contains(padded, "/"+entry+"/")
	}
	elements := strings.Split(strings.Trim(path, "/"), "/")
	for i, element := range elements {
		last := i == len(elements)-1
		if (last || dir || !strings.ContainsAny(entry, "*?")) && wild(entry, element) {
			return true
		}
	}
	return false
}

// wild reports whether a name matches a pattern of * and ?. A * at the beginning stands
// for one character at the least.
func wild(pattern, name string) bool {
	if pattern != "" && pattern[0] == '*' {
		return name != "" && matchWild(pattern, name[1:])
	}
	return matchWild(pattern, name)
}

func matchWild(pattern, name string) bool {
	for {
		switch {
		case pattern == "":
			return name == ""
		case pattern[0] == '*':
			for i := 0; i <= len(name); i++ {
				if matchWild(pattern[1:], name[i:]) {
					return true
				}
			}
			return false
		case name == "" || pattern[0] != '?' && pattern[0] != name[0]:
			return false
		}
		pattern, name = pattern[1:], name[1:]
	}
}

// mayMatch reports whether a pattern of the shell could stand for a name that another
// pattern means, and says so by more than a wildcard: a lone * stands for whatever is
// there, and asking for every one would help nobody.
func mayMatch(glob, entry string) bool {
	end := strings.TrimLeft(entry, "*")
	if !overlap(glob, entry) || strings.Trim(glob, "*") == "" {
		return false
	}
	if end == entry || len(end) < 2 {
		return true
	}
	for _, sign := range [...]string{end[:2], ".*", ".?", ".["} {
		if strings.Contains(glob, sign) {
			return true
		}
	}
	return strings.HasSuffix(glob, end[len(end)-2:])
}

// overlap reports whether two patterns of * and ? have a name in common. What a
// bracket of the shell's could stand for is taken as any one character.
func overlap(a, b string) bool {
	switch {
	case a == "" && b == "":
		return true
	case a != "" && a[0] == '*':
		return overlap(a[1:], b) || b != "" && overlap(a, b[1:])
	case b != "" && b[0] == '*':
		return overlap(a, b[1:]) || a != "" && overlap(a[1:], b)
	case a == "" || b == "":
		return false
	case a[0] == '[':
		if end := strings.IndexByte(a, ']'); end > 0 {
			return overlap(a[end+1:], b[1:])
		}
	}
	return (a[0] == b[0] || a[0] == '?' || b[0] == '?') && overlap(a[1:], b[1:])
}

// secretPaths are files that hold secrets by custom, as matchPath reads them: no
// command that names one is SAFE, though no policy blocks it.
var secretPaths = [...]string{
	".env", ".env.*", ".netrc", "_netrc", ".pgpass", ".my.cnf", ".npmrc", ".pypirc", ".git-credentials", ".boto", ".htpasswd", ".vault-token",
	"id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.kdbx", "*.ppk", "*-key", "*_key",
	"credentials", "credentials.*", "credential", "secrets", "secrets.*", "secret.*", "token", "token.*", "tokens.*", "kubeconfig",
	"/etc/shadow", "/etc/gshadow", "/etc/sudoers", "application_default_credentials.json", "access_tokens.db", "service-account*.json", "wallet.dat",
	".ssh/", ".aws/", ".azure/", ".gnupg/", ".kube/", ".docker/", ".config/gcloud/", ".config/gh/", ".config/glab-cli/", ".cargo/credentials", ".gem/",
	".bash_history", ".zsh_history", ".psql_history", ".mysql_history", "/proc/*/environ",
}

// blockedPlaces reports the paths that no command may name, those that it would write,
// and those that climb out of the project.
func (p *Inspection) blockedPlaces() {
	for _, pl := range p.places() {
		text, known := pl.value.Text()
		if !known {
			continue
		}
		p.blockedPath(pl, text)
	}
}

func (p *Inspection) blockedPath(pl place, text string) {
	resolved := p.resolve(pl, text)
	if resolved == "" || isURL(text) {
		return
	}
	home := p.home()
	for _, e := range p.Policy.BlockedPaths {
		if matchPath(e.Text, resolved, home, p.Policy.Root) || matchPath(e.Text, p.written(pl, text), home, p.Policy.Root) {
			p.block(PolicyPath, pl.in, pl.span, e.Origin, fmt.Sprintf("the policy blocks the path %q: %q is it; leave it alone", e.Text, text))
			return
		}
	}
	for _, e := range p.Policy.ProtectedPaths {
		if pl.writes && matchPath(e.Text, resolved, home, p.Policy.Root) {
			p.block(PolicyProtected, pl.in, pl.span, e.Origin, fmt.Sprintf("%q lies below %q, which is protected: it may be read, not changed", text, e.Text))
			return
		}
	}
	if len(p.Policy.PathTraversal) > 0 && climbs(text) && p.Policy.Root != "" && !within(p.Policy.Root, resolved) {
		p.block(PolicyTraversal, pl.in, pl.span, p.Policy.PathTraversal[0].Origin, fmt.Sprintf("%q climbs out of the project with .. (path traversal), to %q; name a file of the project", text, resolved))
	}
}

// climbs reports whether .. is one of a path's elements.
func climbs(path string) bool {
	for element := range strings.SplitSeq(path, "/") {
		if element == ".." {
			return true
		}
	}
	return false
}

// resolve is the absolute path that a word means, links followed; empty where that is
// not known.
func (p *Inspection) resolve(pl place, text string) string {
	path := p.written(pl, text)
	if path == "" {
		return ""
	}
	resolved, err := p.Facts.Resolve(path)
	if err != nil {
		return path
	}
	return resolved
}

// written is the absolute path of a word, as it is written.
func (p *Inspection) written(pl place, text string) string {
	if rest, ok := strings.CutPrefix(text, "~/"); ok {
		text = p.home() + "/" + rest
	}
	path, ok := ast.Join(pl.dir, ast.Known(text)).Text()
	if !ok {
		if p.Policy.Root == "" || text == "" {
			return text
		}
		return p.Policy.Root + "/" + text
	}
	return path
}

func (p *Inspection) home() string {
	home, _ := p.Script.Source.Env["HOME"].Text()
	return home
}

func isURL(text string) bool {
	i := strings.Index(text, "://")
	return i > 0 && !strings.HasPrefix(text, "file:")
}

// doubtful says why a path keeps a command from being SAFE: it may be one that holds
// secrets, or one that the policy blocks.
func (p *Inspection) doubtful(pl place) string {
	text, known := pl.value.Text()
	if known {
		resolved := p.resolve(pl, text)
		if resolved == "" || isURL(text) {
			return ""
		}
		if climbs(text) && p.Policy.Root != "" && !within(p.Policy.Root, resolved) {
			return fmt.Sprintf("%q climbs out of the project", text)
		}
		if isSample(text) {
			return ""
		}
		for _, secret := range secretPaths {
			if matchPath(secret, resolved, p.home(), "") || matchPath(secret, p.written(pl, text), p.home(), "") {
				return fmt.Sprintf("%q may hold secrets", text)
			}
		}
		return ""
	}
	return p.doubtfulPattern(pl)
}

// doubtfulPattern looks at a word that files may match: its last element may be a name
// that the policy blocks.
func (p *Inspection) doubtfulPattern(pl place) string {
	for _, alt := range pl.value.Alts() {
		glob := ""
		for _, part := range alt {
			switch {
			case part.Unknown == "" || part.Unknown == ast.Pattern:
				glob += part.Text
			default:
				glob += "*"
			}
		}
		last := glob[strings.LastIndexByte(glob, '/')+1:]
		for _, e := range p.Policy.BlockedPaths {
			if mayMatch(last, strings.TrimSuffix(e.Text[strings.LastIndexByte(strings.TrimSuffix(e.Text, "/"), '/')+1:], "/")) {
				return fmt.Sprintf("%s may match %q, which the policy blocks", pl.value.Display(), e.Text)
			}
		}
		for element := range strings.SplitSeq(glob, "/") {
			if secret := maySpell(element); secret != "" {
				return fmt.Sprintf("%s may match %q, which may hold secrets", pl.value.Display(), secret)
			}
		}
	}
	return ""
}

// isSample reports whether a file is a sample of one that holds secrets.
func isSample(path string) bool {
	for _, end := range [...]string{".example", ".sample", ".template", ".dist", ".pub"} {
		if strings.HasSuffix(path, end) {
			return true
		}
	}
	return false
}

// maySpell returns the secret name that one element of a pattern could stand for; ""
// where there is none. A pattern that begins with few letters says too little.
func maySpell(element string) string {
	begin := element
	if i := strings.IndexAny(element, "*?["); i >= 0 {
		begin = element[:i]
	}
	literal := begin == element
	for _, secret := range secretPaths {
		name := strings.TrimSuffix(secret, "/")
		switch {
		case strings.Contains(name, "/"):
		case literal && wild(name, element):
			return name
		case literal || name[0] == '*' || len(begin) < 3 && (begin == "" || begin[0] != '.'):
		case overlap(element, name):
			return name
		}
	}
	return ""
}
