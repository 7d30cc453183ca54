package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// Curl reads .curlrc before its words and the file of -K where that stands, as if the
// settings were options (tool_parsecfg.c). They share the queues of URLs and outputs: an
// output that is configured takes the first URL, and no -o of the command wins over it;
// but --output-dir stands before every file, and the last one of a group counts. What is
// said here of curl was run with 7.88.

// configuredCurl reads the call with its configuration.
func (p *Inspection) configuredCurl(call *Call) configuration {
	r := curlConfig{p: p, call: call}
	if !disablesCurlrc(call) {
		r.home()
	}
	for i := range call.Options {
		r.option(&call.Options[i])
	}
	if r.problem != "" {
		return configuration{problem: r.problem}
	}
	if !r.matters {
		return configuration{}
	}
	merged := *call
	merged.Options = r.options
	out := configuration{call: &merged}
	if merged.Exits() && merged.Problem == nil || !hasURL(&merged) {
		return out
	}
	for n, g := range groups(&merged) {
		out.landings = append(out.landings, r.landings(&merged, g, n)...)
	}
	out.landings = append(out.landings, r.sides.landings(&merged)...)
	return out
}

func hasURL(c *Call) bool { return len(c.Operands) > 0 || c.Has(URL) }

// disablesCurlrc reports whether the first word keeps curl from reading .curlrc; no
// later word does.
func disablesCurlrc(c *Call) bool {
	if len(c.Inv.Args) == 0 {
		return false
	}
	first := c.Inv.Args[0].Value
	return strings.HasPrefix(first.Prefix(), "-q") || first.Is("--disable")
}

// curlConfig reads the configuration of one call.
type curlConfig struct {
	p       *Inspection
	call    *Call
	options []Option // those of the call and of the files, in the order in which they count
	planted plantings
	sides   configSides
	matters bool
	problem string

	group    int  // how many groups were ended
	hasURL   bool // the group has a URL
	operands int  // how many operands of the call were counted
	cut      bool // .curlrc itself ends the first group: no word of the command is in it
}

// curlFile is a file that is being read.
type curlFile struct {
	path   string
	own    bool     // found by curl itself, not named by the command
	at     *ast.Arg // the word that findings are about
	spot   *ast.Arg // the word after which options come behind the file
	before int
	first  int // how many words were planted before it
	depth  int
}

// home reads the file that curl looks for (findfile in tool_findfile.c).
func (r *curlConfig) home() {
	places := r.places()
	var found []string
	for _, file := range places {
		if r.fail(r.p.writesConfig(r.call.Inv, file, "curl")) {
			return
		}
		if _, ok := r.p.configText(file); ok {
			found = append(found, file)
		}
	}
	if len(found) == 0 {
		return
	}
	at := r.call.Inv.Name
	r.read(curlFile{path: found[0], own: true, at: at, spot: at})
	r.cut = r.group > 0
	if xdg, _ := r.p.variable(r.call.Inv, "XDG_CONFIG_HOME"); xdg == "" || !strings.HasPrefix(found[0], xdg+"/") {
		return
	}
	for _, file := range found[1:] { // which of them it is depends on the release
		other := curlConfig{p: r.p, call: r.call}
		other.read(curlFile{path: file, own: true, at: at, spot: at})
		if other.matters || r.matters || other.problem != "" {
			r.fail(fmt.Sprintf("whether curl reads %q or %q depends on its release, and they say something about destinations; keep one", found[0], file))
		}
	}
}

// places are the files that curl looks for, in order. The name without its dot, in
// XDG_CONFIG_HOME, is newer than 7.88; the directories .config are only asked where that
// variable is not set.
func (r *curlConfig) places() []string {
	inv := r.call.Inv
	curlHome, unknown := r.p.variable(inv, "CURL_HOME")
	if unknown {
		r.fail("CURL_HOME is set to something that is not known, and what curl finds there may set the destination; put -q first")
	}
	xdg, _ := r.p.variable(inv, "XDG_CONFIG_HOME")
	_, hasXDG := inv.Var("XDG_CONFIG_HOME")
	home := r.p.homeOf(inv)
	var out []string
	add := func(name, dir, rest string) {
		if !strings.HasPrefix(dir, "/") {
			dir = pathIn(inv, dir)
		}
		r.fail(r.p.unmade(inv, name, dir))
		out = append(out, strings.TrimSuffix(dir, "/")+rest)
	}
	if curlHome != "" {
		add("CURL_HOME", curlHome, "/.curlrc")
	}
	if xdg != "" {
		add("XDG_CONFIG_HOME", xdg, "/curlrc")
		add("XDG_CONFIG_HOME", xdg, "/.curlrc")
	}
	if home != "" {
		add("HOME", home, "/.curlrc")
	}
	if curlHome != "" && !hasXDG {
		add("CURL_HOME", curlHome, "/.config/curlrc")
	}
	if home != "" && !hasXDG {
		add("HOME", home, "/.config/curlrc")
	}
	if own, ok := inv.In.Source.Env["HOME"].Text(); ok && own != home { // as the system says it
		add("HOME", own, "/.curlrc")
	}
	return out
}

// fail records the first problem and reports whether there is one.
func (r *curlConfig) fail(problem string) bool {
	if r.problem == "" {
		r.problem = problem
	}
	return problem != ""
}

// option takes an option of the command itself.
func (r *curlConfig) option(o *Option) {
	if o.Before > r.operands {
		r.operands, r.hasURL = o.Before, true
	}
	r.options = append(r.options, *o)
	switch {
	case o.Role() == Next:
		r.group, r.hasURL = r.group+1, false
	case o.Role() == URL:
		r.hasURL = true
	case o.Role() == SideFile && len(r.sides) > 0:
		r.sides.set(configSide{key: sideKey(o.Flag.Long), group: r.sideGroup(o.Flag.Long), none: true})
	case o.Flag.Long == "config" && o.ValueWord != nil:
		r.named(o)
	}
}

// named reads the file of -K.
func (r *curlConfig) named(o *Option) {
	text, known := o.Value.Text()
	switch {
	case !known:
		r.fail(fmt.Sprintf("the file of %s is not known (%s), and it may set the destination; write it out", o.Name(), reason(o.Value)))
	case text == "-":
		r.fail("-K - reads its configuration from standard input, which may set the destination; give the options themselves")
	default:
		r.read(curlFile{path: text, at: o.ValueWord, spot: o.ValueWord, before: o.Before})
	}
}

// nested is how many files may name one another; curl 8.13 and later have a limit of
// their own.
const nested = 8

// read takes the settings of one file.
func (r *curlConfig) read(f curlFile) {
	full := pathIn(r.call.Inv, f.path)
	if full == "" {
		r.fail(fmt.Sprintf("where %q lies is not known, and it may set the destination; give its absolute path", f.path))
		return
	}
	if r.fail(r.p.writesConfig(r.call.Inv, full, "curl")) {
		return
	}
	text, found := r.p.configText(full)
	switch {
	case !found && f.own:
		return
	case !found || f.depth > nested:
		r.fail(fmt.Sprintf("%q cannot be read, and it may set the destination; give the options themselves", f.path))
		return
	case r.fail(tooLong(f.path, text)):
		return
	}
	if f.depth == 0 {
		f.first = len(r.planted)
	}
	line := 0
	for content := range strings.Lines(text) {
		line++
		if name, value, has := curlLine(content); name != "" {
			r.setting(f, line, name, value, has)
		}
	}
}

// curlLine reads a line: a name, which ends in a blank, and without a dash at its start
// in = or : as well, and a value, in quotes or up to the next blank. The name is empty
// where the line is a comment or blank; has says that there is a value.
func curlLine(line string) (name, value string, has bool) {
	line, _, _ = strings.Cut(strings.TrimSuffix(line, "\n"), "\x00")
	line = strings.TrimLeft(line, curlBlanks)
	if line == "" || strings.IndexByte("#/*", line[0]) >= 0 {
		return "", "", false
	}
	ends := curlBlanks
	if line[0] != '-' {
		ends += "=:"
	}
	end := strings.IndexAny(line, ends)
	if end < 0 {
		return line, "", false
	}
	name, line = line[:end], strings.TrimLeft(line[end:], ends)
	if strings.HasPrefix(line, `"`) {
		return name, unslash(line[1:]), true
	}
	if end := strings.IndexAny(line, curlBlanks); end >= 0 {
		line = line[:end]
	}
	return name, line, line != ""
}

const curlBlanks = " \t\n\v\f\r"

// unslash reads up to the next quote; a backslash keeps what follows it.
func unslash(text string) string {
	var b strings.Builder
	for i := 0; i < len(text) && text[i] != '"'; i++ {
		c := text[i]
		if c == '\\' && i+1 < len(text) {
			i++
			c = text[i]
			if at := strings.IndexByte("tnrv", c); at >= 0 {
				c = "\t\n\r\v"[at]
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}

// setting takes one line: a long option, with dashes or without, or short ones.
func (r *curlConfig) setting(f curlFile, line int, name, value string, has bool) {
	if name[0] == '-' && !strings.HasPrefix(name, "--") {
		r.cluster(f, line, name, value, has)
		return
	}
	name = strings.TrimPrefix(name, "--")
	long, attached, equals := strings.Cut(name, "=")
	flag, negated, n := findLong(curlFlags, long, manners[CurlOptions])
	switch {
	case n > 1:
		return // curl says so and goes on
	case flag == nil:
		r.fail(fmt.Sprintf("%q, line %d, sets %q, which is not known and may set the destination; use an option that curl documents", f.path, line, name))
		return
	case equals: // curl takes --name=value from 8.16 on
		value, has = attached, true
	}
	r.flag(f, line, flag, negated, value, has)
}

// cluster takes a line of short options.
func (r *curlConfig) cluster(f curlFile, line int, name, value string, has bool) {
	for i := 1; i < len(name); i++ {
		flag := findShort(curlFlags, name[i])
		if flag == nil {
			return // curl says so and goes on with the next line
		}
		if flag.Arg == Required {
			if i+1 < len(name) {
				value, has = name[i+1:], true
			}
			r.flag(f, line, flag, false, value, has)
			return
		}
		r.flag(f, line, flag, false, "", false)
	}
}

// flag takes one option of a file as if it stood in the command.
func (r *curlConfig) flag(f curlFile, line int, flag *Flag, negated bool, value string, has bool) {
	if flag.Arg == Required && !has {
		return // curl says so and goes on
	}
	switch flag.Role {
	case SideFile:
		r.side(f, line, flag, value)
		return
	case Config:
		if flag.Long == "config" {
			f.path, f.depth = value, f.depth+1
			if value == "-" {
				r.fail(fmt.Sprintf("%q, line %d, has curl read standard input for its configuration, which may set the destination; take it out", f.path, line))
				return
			}
			f.own = false
			r.read(f)
		}
		return
	case URL, DestFile, DestDir, DestFromURL, DestFromURLAll, DestFromServer, DestNone, Next:
	case DestModifier:
		if flag.Long != "create-dirs" {
			return
		}
	default:
		if flag.Long != "upload-file" {
			return
		}
	}
	r.add(f, line, flag, negated, value)
}

// add puts a setting among the options.
func (r *curlConfig) add(f curlFile, line int, flag *Flag, negated bool, value string) {
	switch {
	case flag.Role == DestFile && value == "":
		return // curl says so and goes on
	case flag.Role == URL:
		r.hasURL = true
	case flag.Role == Next && !r.hasURL:
		return // a group without a URL is not ended by a file
	case flag.Role == Next:
		r.group, r.hasURL = r.group+1, false
		for i := f.first; i < len(r.planted); i++ {
			r.planted[i].spot = nil // what stands after the file is in another group
		}
		for i := range r.sides {
			if s := &r.sides[i]; s.group == r.group-1 && s.move.At == f.spot {
				s.move = Move{}
			}
		}
	}
	o := r.planted.plant(flag, value, f.path, line, f.at, f.spot)
	o.Negated, o.Before = negated, f.before
	r.options = append(r.options, o)
	r.matters = true
}

// side takes an option that writes another file. What curl keeps of hosts between its
// runs is no content: where the user's own file says so, that is left as it is.
func (r *curlConfig) side(f curlFile, line int, flag *Flag, value string) {
	name := "--" + flag.Long
	s := configSide{key: sideKey(flag.Long), group: r.sideGroup(flag.Long), name: name, value: ast.Known(value), origin: setIn(f.path, line), move: winsAfter(f.spot, name)}
	switch flag.Long {
	case "write-out":
		if !strings.Contains(value, "%output{") && !strings.HasPrefix(value, "@") {
			return
		}
		r.fail(fmt.Sprintf("%q, line %d, sets %s, which may write files; take it out there", f.path, line, name))
		return
	case "alt-svc", "hsts", "ssl-sessions":
		if f.own {
			return
		}
		s.move = Move{} // each file that is named is written
	case "stderr":
		s.move = Move{} // it is opened as soon as it is read
	case "trace":
		if value == "%" {
			s.value = ast.Known("-")
		}
	}
	r.sides.set(s)
	r.matters = r.matters || !s.value.Is("") && !isNowhere(s.value)
}

// sideKey names what an option sets: --trace and --trace-ascii are one.
func sideKey(long string) string { return strings.TrimSuffix(long, "-ascii") }

// sideGroup is the group that an option counts for; -1 for one that counts for all.
func (r *curlConfig) sideGroup(long string) int {
	if sideKey(long) == "trace" || long == "stderr" || long == "libcurl" {
		return -1
	}
	return r.group
}

// landings are those of one group, with the moves that win over what is configured.
func (r *curlConfig) landings(c *Call, g *group, n int) []Landing {
	out := g.landings(c)
	if len(out) == 0 || !r.directs(g) {
		return out
	}
	move, problem := r.moveDir(c, g, n)
	moves := []Move{move}
	for _, t := range g.transfers {
		if t.urlWord == nil || !t.named() {
			continue
		}
		m, why := g.moveName(t)
		if set, ok := r.planted.find(t.output.ValueWord); ok && why == "" && m.At != nil {
			why = fmt.Sprintf("the output %q: %s, and no option of the command wins over it; %s", t.output.Value.Display(), set.word.Frozen, r.advice())
		}
		if problem == "" {
			problem = why
		}
		if m.At != nil {
			moves = append(moves, m)
		}
	}
	for i := range out {
		out[i].Move, out[i].Also, out[i].Problem = moves[0], moves[1:], problem
	}
	return out
}

// directs reports whether only the directory before every path moves the group.
func (r *curlConfig) directs(g *group) bool {
	return g.directory() != "" || g.namesByURL() || slices.ContainsFunc(g.transfers, func(t *transfer) bool {
		return t.urlWord != nil && t.named() && r.isPlanted(t.output.ValueWord)
	})
}

func (r *curlConfig) isPlanted(word *ast.Arg) bool {
	_, ok := r.planted.find(word)
	return ok
}

func (r *curlConfig) advice() string {
	if disablesCurlrc(r.call) {
		return "give the options themselves"
	}
	return "put -q first, give the options themselves, or take it out there"
}

// moveDir gives the group an --output-dir that counts, the sandbox.
func (r *curlConfig) moveDir(c *Call, g *group, n int) (Move, string) {
	spot, set := (*ast.Arg)(nil), true
	switch {
	case g.dir != nil && r.isPlanted(g.dir.ValueWord):
		found, _ := r.planted.find(g.dir.ValueWord)
		spot = found.spot
	case g.dir != nil && g.dir.ValueWord != nil:
		set = false
	case g.next != nil && r.isPlanted(g.next.Word):
		found, _ := r.planted.find(g.next.Word)
		spot = found.spot
	case g.next == nil && r.cut && n == 0:
	default:
		set = false
	}
	if !set {
		return g.moveDir(c), ""
	}
	if spot == nil {
		return Move{At: c.Inv.Name, Insert: true, Words: []string{"--output-dir"}, Dir: true},
			"a configuration file ends the group with next, and no option of the command is in it; " + r.advice()
	}
	return Move{At: spot, Insert: true, Words: []string{"--output-dir"}, Dir: true}, ""
}

// withConfiguredURLs is the call with a URL that is not known in the place of each -K, and
// as many as there are outputs without one in its group: where its words say where to, but
// not from where, the file does. One that has a URL for each output stays as it is.
func (c *Call) withConfiguredURLs() *Call {
	if c.Tool.Land == nil || c.Tool.Name != curl.Name || !slices.ContainsFunc(c.Options, isConfigFile) {
		return c
	}
	all, at := groups(c), 0
	out := *c
	out.Options = nil
	for _, o := range c.Options {
		out.Options = append(out.Options, o)
		if o.Role() == Next {
			at++
		}
		if !isConfigFile(o) {
			continue
		}
		for range all[at].missingURLs() {
			flag := &Flag{Long: "url", Arg: Required, Role: URL}
			out.Options = append(out.Options, Option{Flag: flag, Word: o.Word, ValueWord: o.ValueWord,
				Value: ast.Unknown("it stands in the file of -K", ""), Before: o.Before})
		}
		all[at] = &group{transfers: []*transfer{{urlWord: o.ValueWord}}} // a second -K adds none
	}
	return &out
}

func isConfigFile(o Option) bool { return o.Flag.Long == "config" && o.ValueWord != nil }

// missingURLs is how many outputs of a group have no URL; one where there is neither.
func (g *group) missingURLs() int {
	missing := 0
	for _, t := range g.transfers {
		if t.urlWord == nil && t.taken {
			missing++
		}
	}
	if missing == 0 && !slices.ContainsFunc(g.transfers, func(t *transfer) bool { return t.urlWord != nil }) {
		return 1
	}
	return missing
}
