package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// configuration is what a fetcher's own configuration makes of one of its calls, as far
// as that concerns where bytes land.
type configuration struct {
	// problem, where not empty, says why that cannot be told, or not be contained: ask.
	problem string
	// call is the call as the program reads it: its words, and what is configured as
	// options among them. Nil where nothing is configured that matters, and then the
	// landings are the call's own.
	call *Call
	// landings are those of call, in place of Call.Landings, and the side files that are
	// configured. Each carries the moves that win over the configuration, or a Problem.
	landings []Landing
}

// configured reads the configuration that the program of a call would read. Curl and
// wget have one that can say where bytes land. What git is configured to, beside its
// aliases, does not: url.X.insteadOf changes the source and leaves the name, templates
// and hooks are put into the clone, core.worktree is passed over by clone (git 2.39).
func (p *Inspection) configured(call *Call) configuration {
	switch call.Tool.Name {
	case "curl":
		return p.configuredCurl(call)
	case "wget":
		return p.configuredWget(call)
	}
	return configuration{}
}

// configLimit is how much of a configuration file is read, in bytes.
const configLimit = 64 << 10

// configFiles is what is known of configuration files, read once for an inspection.
type configFiles struct {
	texts   []configFile
	writes  []configWrite
	aliases []string // the aliases that the script's own git config sets, in small letters
	scanned bool
}

// configFile is a file that was looked for.
type configFile struct {
	path, text string
	found      bool
}

// configWrite is a file that the script may write, by the last element of its path.
type configWrite struct {
	name, path string // path is empty where only the name is known
	at         int    // the index of the first invocation that may
}

// configText returns the text of a configuration file, which is asked for once.
func (p *Inspection) configText(path string) (text string, found bool) {
	if p.configs == nil {
		p.configs = &configFiles{}
	}
	for _, f := range p.configs.texts {
		if f.path == path {
			return f.text, f.found
		}
	}
	data, err := p.Facts.Read(path, configLimit)
	f := configFile{path: path, text: string(data), found: err == nil}
	p.configs.texts = append(p.configs.texts, f)
	return f.text, f.found
}

// tooLong says that a text may go on after what was read of it.
func tooLong(path, text string) string {
	if len(text) < configLimit {
		return ""
	}
	return fmt.Sprintf("%q is too long to be read for what it says about destinations; make it shorter", path)
}

// variable returns a variable of a call's environment. Unknown says that it is set to
// something that is not known. What no part of the script assigns is as it was handed
// over, also in a function, which may be called at any place.
func (p *Inspection) variable(inv *ast.Invocation, name string) (text string, unknown bool) {
	v, set := inv.Var(name)
	if _, known := v.Text(); set && !known && !p.mayAssign(inv, name) {
		v, set = p.Script.Source.Env[name]
	}
	if !set {
		return "", false
	}
	text, known := v.Text()
	return text, !known
}

// homeOf is the home directory of a program that asks the system where HOME is not set;
// the caller's HOME is taken for the system's answer. Empty where it is not known.
func (p *Inspection) homeOf(inv *ast.Invocation) string {
	text, unknown := p.variable(inv, "HOME")
	if text == "" && !unknown {
		text, _ = inv.In.Source.Env["HOME"].Text()
	}
	return text
}

// pathIn is a path as a program in the call's directory means it; empty where that is
// not known.
func pathIn(inv *ast.Invocation, file string) string {
	text, _ := ast.Join(inv.Dir, ast.Known(file)).Text()
	if !strings.HasPrefix(text, "/") {
		return ""
	}
	return text
}

// unmade says why the directory that a variable of the call itself names holds a
// configuration that is not known: it is not there yet, so the script makes it.
func (p *Inspection) unmade(inv *ast.Invocation, name, dir string) string {
	if dir == "" || inv.In.Source.Env[name].Is(dir) || p.Facts.Exists(dir) {
		return ""
	}
	return fmt.Sprintf("%s is %q, which is not there yet: what configuration it will hold is not known; leave %s as it is", name, dir, name)
}

// configWriters are programs that put a file where one of their words says.
const configWriters = "cp dd gcp ginstall gln gmv gsed install ln mv perl python python3 rsync scp sed sponge tee"

// writesConfig says that the script itself writes a configuration file before a call reads
// it; then what it will hold is not known.
func (p *Inspection) writesConfig(inv *ast.Invocation, file, program string) string {
	if file == "" || p.Script == nil {
		return ""
	}
	p.scanWrites()
	name := path.Base(file)
	for _, w := range p.configs.writes {
		if w.name != name || w.path != "" && !p.samePath(w.path, file) {
			continue
		}
		if w.at < inv.Index || w.at != inv.Index && inv.Where&(ast.InLoop|ast.InFunction|ast.InTrap) != 0 {
			return fmt.Sprintf("the script itself may write %q, which %s reads: what it will say about destinations is not known; run the two apart", file, program)
		}
	}
	return ""
}

func (p *Inspection) samePath(a, b string) bool {
	if a == b {
		return true
	}
	first, err := p.Facts.Resolve(a)
	if err != nil {
		return true
	}
	second, err := p.Facts.Resolve(b)
	return err != nil || first == second
}

// scanWrites lists what the script may write, and the aliases that it makes, once.
func (p *Inspection) scanWrites() {
	if p.configs == nil {
		p.configs = &configFiles{}
	}
	c := p.configs
	if c.scanned {
		return
	}
	c.scanned = true
	for _, r := range p.Script.Redirs {
		if name := path.Base(r.Target.Value.Suffix()); writesFile(r) && name != "." {
			full, _ := ast.Join(r.Dir, r.Target.Value).Text()
			c.writes = append(c.writes, configWrite{name: name, path: full, at: r.First})
		}
	}
	for i, inv := range p.Script.Invocations {
		switch program := inv.Program(); {
		case has(configWriters, program):
			c.words(inv, i)
		case program == "git":
			c.setsAlias(inv)
		}
	}
}

// words records the names that the words of a writer end in: a file that is copied into
// a directory keeps its name.
func (c *configFiles) words(inv *ast.Invocation, at int) {
	for i := range inv.Args {
		text := inv.Args[i].Value.Suffix()
		if _, value, ok := strings.Cut(text, "="); ok {
			text = value
		}
		if name := path.Base(text); name != "." && name != "/" {
			c.writes = append(c.writes, configWrite{name: name, at: at})
		}
	}
}

// planted is the word of an option that a configuration file sets: it stands nowhere in
// the script.
type planted struct {
	word *ast.Arg
	// spot is the word of the script after which an option wins over this one; nil where
	// there is none.
	spot *ast.Arg
}

// plantings are the words of all options that are configured.
type plantings []planted

// find returns what is known of a word that was planted.
func (all plantings) find(word *ast.Arg) (planted, bool) {
	i := slices.IndexFunc(all, func(p planted) bool { return p.word == word })
	if i < 0 {
		return planted{}, false
	}
	return all[i], true
}

// plant makes an option of a setting. Its word says where it comes from, in Frozen, for
// whoever would edit it.
func (all *plantings) plant(flag *Flag, value string, file string, line int, at, spot *ast.Arg) Option {
	word := &ast.Arg{Span: at.Span, Value: ast.Known(value), Frozen: setIn(file, line)}
	*all = append(*all, planted{word: word, spot: spot})
	o := Option{Flag: flag, Word: word}
	if flag.Arg != None {
		o.ValueWord, o.Value = word, word.Value
	}
	return o
}

func setIn(file string, line int) string { return fmt.Sprintf("it is set in %q, line %d", file, line) }

// configSide is a side file that is configured: the last one of its option counts.
type configSide struct {
	key   string
	group int
	// name is the option as it is written, with its dashes.
	name   string
	value  ast.Value
	origin string
	move   Move
	none   bool // a word of the command itself sets it
}

// configSides are the side files, at most one for each option of each group.
type configSides []configSide

// set records who sets a side file last.
func (all *configSides) set(s configSide) {
	for i := range *all {
		if old := &(*all)[i]; old.key == s.key && old.group == s.group {
			*old = s
			return
		}
	}
	*all = append(*all, s)
}

// landings are those of the side files that are configured.
func (all configSides) landings(c *Call) []Landing {
	var out []Landing
	for _, s := range all {
		if s.none || s.value.Is("") || isNowhere(s.value) {
			continue
		}
		l := Landing{
			Type: c.Tool.Name + "-side-file", Noun: "side file of a download", URL: c.source(), Dir: c.Inv.Dir,
			Given: s.value, Dest: s.value, Name: lastName(s.value), Span: c.Inv.Name.Span, Move: s.move,
		}
		if s.move.At == nil {
			l.Move = Move{At: c.Inv.Name, Insert: true, Words: []string{s.name}}
			l.Problem = fmt.Sprintf("%s: %s, and no option of the command wins over it; take it out there", s.name, s.origin)
		}
		out = append(out, l)
	}
	return out
}

// winsAfter is the move that gives an option the last word over a configured one; the zero
// Move where there is no place for it.
func winsAfter(spot *ast.Arg, option string) Move {
	if spot == nil {
		return Move{}
	}
	return Move{At: spot, Insert: true, Words: []string{option}}
}

// mayAssign reports whether the script, or the command itself, may assign a variable.
func (p *Inspection) mayAssign(inv *ast.Invocation, name string) bool {
	return slices.ContainsFunc(inv.Assigns, func(a ast.Assign) bool { return a.Name == name || a.Name == "" }) ||
		slices.ContainsFunc(p.Script.Assigned, func(assigned string) bool { return assigned == name || assigned == "" })
}
