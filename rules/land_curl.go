package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// curl reads its command line into groups that --next separates. Within a group there
// are two queues, one of URLs and one of outputs (-o, -O, --out-null); the first URL
// takes the first output and so on, wherever they stand. Outputs that no URL takes are
// ignored, and a URL without output goes to standard output (tool_getparam.c). The
// transfers below are curl's own nodes, filled in the same order.

// transfer is one node: a URL, an output, or both.
type transfer struct {
	url     ast.Value
	urlWord *ast.Arg // nil where there is no URL
	list    bool     // the URL is @FILE, a list that is saved as by -O (8.13)
	output  *Option  // -o, or nil
	byURL   bool     // -O, --remote-name-all
	null    bool     // --out-null
	taken   bool     // has its output
	upload  bool     // has its -T
}

// group is what one --next begins, the first one the command itself.
type group struct {
	next       *Option // the --next; nil for the first group
	transfers  []*transfer
	dir        *Option // the last --output-dir
	createDirs bool
	byURLAll   bool // --remote-name-all, for nodes made from here on
	// Before these places of transfers no URL, no output and no upload is missing, as
	// in curl, which keeps such a place for each: 10,000 URLs are not looked through
	// 10,000 times.
	urls, outputs, uploads int
}

// groups reads the call's words in their order.
func groups(c *Call) []*group {
	g := &group{}
	all := []*group{g}
	c.each(func(o *Option) {
		if o.Role() == Next {
			g = &group{next: o}
			all = append(all, g)
			return
		}
		g.option(o)
	}, func(w *ast.Arg) { g.addURL(w, w.Value) })
	return all
}

func (g *group) option(o *Option) {
	switch o.Role() {
	case URL:
		g.addURL(o.ValueWord, o.Value)
	case DestFile, DestFromURL, DestNone:
		g.addOutput(o)
	case DestDir:
		g.dir = o
	case DestFromURLAll:
		g.byURLAll = !o.Negated
	case DestModifier:
		if o.Flag.Long == "create-dirs" {
			g.createDirs = !o.Negated
		}
	case Sends:
		if o.Flag.Long == "upload-file" {
			g.node(&g.uploads, func(t *transfer) bool { return !t.upload }).upload = true
		}
	}
}

// node returns the first transfer that is free, or a new one; none before from is.
func (g *group) node(from *int, free func(*transfer) bool) *transfer {
	for ; *from < len(g.transfers); *from++ {
		if t := g.transfers[*from]; free(t) {
			return t
		}
	}
	t := &transfer{byURL: g.byURLAll}
	g.transfers = append(g.transfers, t)
	return t
}

func (g *group) addURL(w *ast.Arg, url ast.Value) {
	if w == nil {
		return // --url without a value: curl ends
	}
	t := g.node(&g.urls, func(t *transfer) bool { return t.urlWord == nil })
	t.url, t.urlWord = url, w
	t.list = strings.HasPrefix(url.Prefix(), "@")
}

func (g *group) addOutput(o *Option) {
	if o.Negated && !g.byURLAll && !g.hasUntaken() {
		return // --no-remote-name makes no node of its own since 8.0, and fewer files before
	}
	t := g.node(&g.outputs, func(t *transfer) bool { return !t.taken })
	t.taken, t.output, t.byURL, t.null = true, nil, false, false
	switch o.Role() {
	case DestFile:
		t.output = o
	case DestFromURL:
		t.byURL = !o.Negated
	case DestNone:
		t.null = !o.Negated
	}
}

func (g *group) hasUntaken() bool {
	for _, t := range g.transfers {
		if !t.taken {
			return true
		}
	}
	return false
}

// landCurl returns one landing for each URL that is saved.
func landCurl(c *Call) []Landing {
	var out []Landing
	for _, g := range groups(c) {
		out = append(out, g.landings(c)...)
	}
	return out
}

func (g *group) landings(c *Call) []Landing {
	moves, problem := g.moves(c)
	var out []Landing
	for _, t := range g.transfers {
		if t.urlWord == nil || !g.saves(t) {
			continue
		}
		l := Landing{Type: "curl-download", Noun: nounDownload, URL: t.url, Dir: c.Inv.Dir}
		if t.named() {
			g.landFile(t, &l)
			l.globbed = usesGlob(l.Name) && globs(c, t.url)
		} else {
			g.landByURL(c, t, &l)
		}
		if moves != nil {
			l.Move, l.Also, l.Problem = moves[0], moves[1:], problem
		}
		out = append(out, l)
	}
	return out
}

// named reports whether the file has the name that -o gives it.
func (t *transfer) named() bool { return t.output != nil && !t.list }

// saves reports whether a file is written for the transfer.
func (g *group) saves(t *transfer) bool {
	switch {
	case t.list || t.byURL:
		return true
	case t.output == nil:
		return false
	}
	if g.directory() != "" {
		return !t.output.Value.Is("-")
	}
	return !isNowhere(t.output.Value)
}

// directory returns the value of --output-dir, a word for it where it is not known, and
// nothing where curl puts nothing before its paths.
func (g *group) directory() string {
	if g.dir == nil {
		return ""
	}
	return g.dir.Value.Display()
}

// landFile fills in the landing of -o F.
func (g *group) landFile(t *transfer, l *Landing) {
	file := t.output.Value
	l.Given, l.Dest, l.Name, l.Span = file, file, lastName(file), span(t.output)
	l.Move = t.output.replace()
	if g.directory() != "" {
		l.Dest = below(g.dir.Value, file)
		l.Given = l.Dest
		l.Name = nameIn(g.dir.Value, l.Name)
	}
	if usesGlob(file) && !usesGlob(l.Name) {
		l.Name = ast.Unknown("a # in its directory gives several files the same name", "")
	}
	if usesGlob(file) && !plainGlob(t.url) {
		l.Dest = ast.Unknown("a # in it stands for a part of the URL that may hold a slash", "")
		l.Name = l.Dest
	}
	if g.createDirs {
		l.Creates = parent(l.Dest)
	}
}

// landByURL fills in the landing of a file that curl names.
func (g *group) landByURL(c *Call, t *transfer, l *Landing) {
	l.IntoDir, l.Dest, l.Name, l.Span = true, ast.Known(here), ast.Known(""), t.urlWord.Span
	if g.directory() != "" {
		l.Given, l.Dest, l.Name = g.dir.Value, g.dir.Value, nameIn(g.dir.Value, l.Name)
		if g.createDirs {
			l.Creates = l.Dest
		}
	}
	url, ok := t.url.Text()
	if !ok && !t.list && !c.Has(DestFromServer) && g.directory() == "" {
		l.Among = namesAfter(t.url, RemoteName)
	}
	if !ok || t.list || c.Has(DestFromServer) || strings.ContainsAny(url, "{}[]") {
		return
	}
	if name, err := RemoteName(url); err == nil {
		l.Name = nameIn(l.Dest, ast.Known(name))
	}
}

// moves returns what has to change for the whole group to land in the sandbox, where
// its files cannot be moved one by one: --output-dir stands before every path, so it
// becomes the sandbox, and each -o its last element. Nil where every file of the group
// has its own -o and nothing stands before it. The problem says why the group cannot be
// moved.
func (g *group) moves(c *Call) (moves []Move, problem string) {
	if g.directory() == "" && !g.namesByURL() {
		return nil, ""
	}
	moves = []Move{g.moveDir(c)}
	for _, t := range g.transfers {
		if t.urlWord == nil || !t.named() {
			continue
		}
		m, why := g.moveName(t)
		if why != "" && problem == "" {
			problem = why
		}
		if m.At != nil {
			moves = append(moves, m)
		}
	}
	return moves, problem
}

// namesByURL reports whether curl names a file of the group.
func (g *group) namesByURL() bool {
	for _, t := range g.transfers {
		if t.urlWord != nil && (t.byURL || t.list) {
			return true
		}
	}
	return false
}

// moveDir makes the group's --output-dir the sandbox, or gives it one.
func (g *group) moveDir(c *Call) Move {
	switch {
	case g.dir != nil && g.dir.ValueWord != nil:
		m := g.dir.replace()
		m.Dir = true
		return m
	case g.next != nil:
		return Move{At: g.next.Word, Insert: true, Words: []string{"--output-dir"}, Dir: true}
	}
	return Move{At: afterDisable(c), Insert: true, Words: []string{"--output-dir"}, Dir: true}
}

// afterDisable returns the word that a new first option goes after: the program's name,
// or the -q that keeps curl from reading its configuration file, which it does only as
// the first word.
func afterDisable(c *Call) *ast.Arg {
	at := c.Inv.Name
	if len(c.Inv.Args) == 0 {
		return at
	}
	first := &c.Inv.Args[0]
	if text := first.Value.Prefix(); !strings.HasPrefix(text, "-q") && text != "--disable" {
		return at
	}
	at = first
	for i := range c.Options {
		if o := &c.Options[i]; o.Word == first && o.ValueWord != nil {
			at = o.ValueWord
		}
	}
	return at
}

// moveName makes -o F its last element, to be put below the group's directory. The move
// is zero where F is no more than that.
func (g *group) moveName(t *transfer) (m Move, problem string) {
	text, ok := t.output.Value.Text()
	switch {
	case !ok:
		return Move{}, "curl puts --output-dir before every file of the group, and one is not known (" + t.output.Value.Reason() + "): write it out"
	case text == "-":
		return Move{}, ""
	case isNowhere(t.output.Value):
		return Move{}, "curl puts --output-dir before every file of the group, devices too: fetch what is thrown away by a command of its own"
	}
	name, ok := lastName(t.output.Value).Text()
	switch {
	case !ok:
		return Move{}, "curl puts --output-dir before every file of the group, and one has no name: give it one"
	case name == text:
		return Move{}, ""
	}
	m = t.output.replace()
	m.Text = name
	return m, ""
}

// stdoutCurl: a URL without output, or with one that is standard output.
func stdoutCurl(c *Call) bool {
	for _, g := range groups(c) {
		for _, t := range g.transfers {
			if t.urlWord != nil && g.prints(t) {
				return true
			}
		}
	}
	return false
}

func (g *group) prints(t *transfer) bool {
	switch {
	case t.byURL || t.list || t.null:
		return false
	case t.output == nil:
		return true
	}
	return t.output.Value.Is("-") || g.directory() == "" && isStdout(t.output.Value)
}

// usesGlob reports whether an -o has #1 to #9 in it, which stand for what the URL's
// patterns became.
func usesGlob(file ast.Value) bool {
	text, _ := file.Text()
	for i := range len(text) {
		if isGlobMark(text[i:]) {
			return true
		}
	}
	return false
}

// isGlobMark reports whether a text begins with #1 to #9.
func isGlobMark(text string) bool {
	return len(text) > 1 && text[0] == '#' && '1' <= text[1] && text[1] <= '9'
}

// globs reports whether curl makes several URLs of one.
func globs(c *Call, url ast.Value) bool {
	if text, _ := url.Text(); !strings.ContainsAny(text, "{[") {
		return false
	}
	return !slices.ContainsFunc(c.Options, func(o Option) bool { return o.Flag.Long == "globoff" && !o.Negated })
}

// plainGlob reports whether no alternative of a URL's patterns holds a slash. Curl takes
// no braces within braces.
func plainGlob(url ast.Value) bool {
	text, ok := url.Text()
	inside := false
	for i := 0; i < len(text) && ok; i++ {
		switch text[i] {
		case '{':
			inside = true
		case '}':
			inside = false
		case '/':
			ok = !inside
		}
	}
	return ok
}
