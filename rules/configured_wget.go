package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// Wget reads the system's wgetrc, then that of WGETRC or ~/.wgetrc, or only the file of
// --config, before its words; -e counts where it stands. Their commands are its options
// under other names, and the last one counts: -O wins over output_document, -P over
// dir_prefix, but an output_document wins over every -P (src/init.c; run with 1.21.3).

// wgetCommands are the commands that concern what is written or run, each with the
// option that it is: names without case, hyphens and underscores.
const wgetCommands = `
adjustextension adjust-extension
background background
contentdisposition content-disposition
defaultpage default-page
dirprefix directory-prefix
dirstruct force-directories
hstsfile hsts-file
htmlextension html-extension
input input-file
inputmetalink input-metalink
logfile output-file
metalinkoverhttp metalink-over-http
mirror mirror
outputdocument output-document
pagerequisites page-requisites
recursive recursive
rejectedlog rejected-log
restrictfilenames restrict-file-names
savecookies save-cookies
spider spider
trustservernames trust-server-names
useaskpass use-askpass
warcfile warc-file
warctempdir warc-tempdir
`

// wgetCommand returns the option that a command is; nil where it is none of them.
func wgetCommand(name string) *Flag {
	name = strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(name))
	_, rest, found := strings.Cut(wgetCommands, "\n"+name+" ")
	if !found || name == "" {
		return nil
	}
	long, _, _ := strings.Cut(rest, "\n")
	return exact(wgetFlags, long)
}

// wgetConfig reads the configuration of one call.
type wgetConfig struct {
	p       *Inspection
	call    *Call
	options []Option
	planted plantings
	sides   configSides
	matters bool
	problem string
}

// configuredWget reads the call with its configuration.
func (p *Inspection) configuredWget(call *Call) configuration {
	r := wgetConfig{p: p, call: call}
	r.files()
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
	if merged.Exits() && merged.Problem == nil {
		return out
	}
	out.landings = landWget(&merged)
	for i := range out.landings {
		r.win(&out.landings[i])
	}
	if len(call.Operands) > 0 || merged.Has(URLList) {
		out.landings = append(out.landings, r.sides.landings(&merged)...)
	}
	return out
}

// win gives a landing that is configured a move that wins over the configuration: an
// option right after the program's name is read behind every file.
func (r *wgetConfig) win(l *Landing) {
	if _, ok := r.planted.find(l.Move.At); !ok {
		return
	}
	option := "-O"
	if l.IntoDir {
		option = "-P"
	}
	l.Move = Move{At: r.call.Inv.Name, Insert: true, Words: []string{option}, Dir: l.IntoDir}
}

// files reads the files that wget would read. Of --config and --no-config the first one
// counts.
func (r *wgetConfig) files() {
	inv := r.call.Inv
	for i := range r.call.Options {
		switch o := &r.call.Options[i]; {
		case o.Flag.Long == "no-config" && !o.Negated:
			return
		case o.Flag.Long == "config" && o.ValueWord != nil:
			r.named(o)
			return
		}
	}
	system, unknown := r.p.variable(inv, "SYSTEM_WGETRC")
	if unknown {
		r.fail("SYSTEM_WGETRC is set to something that is not known, and that file may set the destination; leave it unset")
	}
	if system != "" {
		r.read(system, pathIn(inv, system))
	} else {
		r.read("/etc/wgetrc", "/etc/wgetrc")
	}
	file, unknown := r.p.variable(inv, "WGETRC")
	if unknown {
		r.fail("WGETRC is set to something that is not known, and that file may set the destination; write it out")
	}
	if file != "" {
		r.fail(r.p.writesConfig(inv, pathIn(inv, file), "wget"))
		r.read(file, pathIn(inv, file))
		return
	}
	if home := r.p.homeOf(inv); strings.HasPrefix(home, "/") {
		full := strings.TrimSuffix(home, "/") + "/.wgetrc"
		r.fail(r.p.unmade(inv, "HOME", home))
		r.fail(r.p.writesConfig(inv, full, "wget"))
		r.read(full, full)
	}
}

// named reads the file of --config, without which wget ends.
func (r *wgetConfig) named(o *Option) {
	text, known := o.Value.Text()
	if !known {
		r.fail(fmt.Sprintf("the file of --config is not known (%s), and it may set the destination; write it out", reason(o.Value)))
		return
	}
	full := pathIn(r.call.Inv, text)
	r.fail(r.p.writesConfig(r.call.Inv, full, "wget"))
	if !r.read(text, full) {
		r.fail(fmt.Sprintf("%q cannot be read, and it may set the destination; give the options themselves", text))
	}
}

// fail records the first problem.
func (r *wgetConfig) fail(problem string) {
	if r.problem == "" {
		r.problem = problem
	}
}

// read takes the settings of one file and reports whether it is there.
func (r *wgetConfig) read(file, full string) bool {
	if full == "" {
		r.fail(fmt.Sprintf("where %q lies is not known, and it may set the destination; give its absolute path", file))
		return true
	}
	text, found := r.p.configText(full)
	if !found {
		return false
	}
	r.fail(tooLong(file, text))
	line := 0
	for content := range strings.Lines(text) {
		line++
		name, value, ok := wgetLine(content)
		if flag := wgetCommand(name); ok && flag != nil {
			r.setting(file, line, flag, r.tilde(value))
		}
	}
	return true
}

// wgetLine reads "name = value"; ok is false for a comment, and for a line at which wget
// would end.
func wgetLine(line string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(line, "=")
	name = strings.TrimSpace(name)
	return name, strings.TrimSpace(value), ok && !strings.HasPrefix(name, "#")
}

// tilde is what a file's ~/ at the start of a path means; -e knows none.
func (r *wgetConfig) tilde(value string) string {
	if rest, ok := strings.CutPrefix(value, "~/"); ok {
		return strings.TrimSuffix(r.p.homeOf(r.call.Inv), "/") + "/" + strings.TrimLeft(rest, "/")
	}
	return value
}

// setting takes one line of a file as an option before the command's own.
func (r *wgetConfig) setting(file string, line int, flag *Flag, value string) {
	at := r.call.Inv.Name
	switch {
	case flag.Role == SideFile && flag.Long != "background":
		if flag.Long == "hsts-file" && !r.call.Has(Config) {
			return // the user's own file says where wget keeps what it knows of hosts
		}
		r.side(flag, ast.Known(value), setIn(file, line), winsAfter(at, "--"+flag.Long))
	case flag.Role == Executes:
		r.fail(fmt.Sprintf("%q, line %d, sets %s, which runs a program; take it out there", file, line, flag.Long))
	default:
		o := r.planted.plant(flag, value, file, line, at, at)
		r.add(o, value)
		if flag.Long == "background" && !o.Negated && !slices.Contains(no, strings.ToLower(value)) {
			r.side(&Flag{Long: "output-file"}, ast.Known("wget-log"), setIn(file, line), winsAfter(at, "--output-file"))
		}
	}
}

// add puts a setting among the options.
func (r *wgetConfig) add(o Option, value string) {
	if o.Flag.Arg == Optional {
		o.Negated = slices.Contains(no, strings.ToLower(value))
	}
	r.options = append(r.options, o)
	r.matters = true
}

// side takes a command that writes another file.
func (r *wgetConfig) side(flag *Flag, value ast.Value, origin string, move Move) {
	if flag.Long == "warc-tempdir" || flag.Long == "hsts-file" {
		move = Move{}
	}
	r.sides.set(configSide{key: flag.Long, name: "--" + flag.Long, value: value, origin: origin, move: move})
	r.matters = true
}

// option takes an option of the command itself. What -e sets becomes the option that it
// is, in its place; --config was read.
func (r *wgetConfig) option(o *Option) {
	switch long := o.Flag.Long; {
	case long == "config" || long == "no-config":
		r.matters = true
		return
	case long == "execute" && r.execute(o):
		return
	case o.Role() == SideFile && len(r.sides) > 0:
		if long == "append-output" {
			long = "output-file"
		}
		r.sides.set(configSide{key: long, none: true})
	}
	r.options = append(r.options, *o)
}

// execute takes the command of -e; it reports false where that is not known.
func (r *wgetConfig) execute(o *Option) bool {
	text, known := o.Value.Text()
	if !known {
		return false
	}
	name, value, ok := wgetLine(text)
	flag := wgetCommand(name)
	if !ok || flag == nil {
		return true
	}
	start := strings.IndexByte(text, '=') + 1
	start += len(text[start:]) - len(strings.TrimLeft(text[start:], " \t"))
	as := *o
	as.Flag, as.Value, as.Prefix = flag, ast.Known(value), o.Prefix+text[:start]
	switch {
	case flag.Role == Executes:
		r.fail(fmt.Sprintf("-e sets %s, which runs a program; leave it out", flag.Long))
	case flag.Role == SideFile && flag.Long != "background":
		r.side(flag, as.Value, "-e sets it", as.replace())
	default:
		r.add(as, value)
	}
	return true
}
