package ast

import (
	"slices"
	"strings"
)

// carry is what a wrapper does with the words after its own options.
type carry uint8

const (
	// Zero runs the remaining words as they are.
	_ carry = iota
	// carryJoined joins them with blanks and hands them to a shell.
	carryJoined
	// carryAppended runs them with words added that are not known (xargs).
	carryAppended
	// carryNothing runs none of them: only an option's string, or nothing, is run.
	carryNothing
)

// wrapper is a program, or a builtin, whose words name another program to start.
type wrapper struct {
	name string
	// values and flags are its short options with and without a value.
	values, flags string
	// longs are its long options; a trailing = marks one that takes a value.
	longs []string
	// optional are the short options whose value, where they have one, is attached.
	optional string
	// replace is the token that stands for the words added, where none is given.
	replace string
	// operands is how many words stand between the options and the program.
	operands int
	carry    carry
	// script is the option, short and long, whose value is a script ("c", "command").
	script [2]string
	// chdir is the option, short and long, that changes the directory first.
	chdir [2]string
	// unset is the option that removes a variable, clear the one that removes all.
	unset, clear [2]string
	// assigns says that NAME=value words may stand before the program.
	assigns bool
	// inShell says that it runs builtins of the shell itself.
	inShell bool
	// otherHome says that HOME may be another one for what it runs.
	otherHome bool
	// otherEnv says that HOME may not be trusted to expand to the caller's for a script
	// that it runs, though what is known of it stays.
	otherEnv bool
	// numbers says that -5 is an option of its own (nice).
	numbers bool
	// describes are the flags with which it starts nothing (command -v).
	describes string
	// newRoot says that the operand is the directory in which what it runs looks up all paths.
	newRoot bool
	// anywhere says that options may also follow operands (su root -c X).
	anywhere bool
	// only is the option without which it runs none of the words, but an option's string
	// alone (runuser USER -c X).
	only [2]string
	// zsh says that only zsh knows it.
	zsh bool
}

// wrappers are the programs that start another one, in byte order of their names: a
// table that costs nothing at start-up. The options are those
// of GNU coreutils and findutils, util-linux, sudo 1.9, OpenBSD's doas, moreutils,
// strace, busybox, torsocks and proxychains-ng, from their manuals.
var wrappers = [...]wrapper{
	{name: "-", inShell: true, zsh: true},
	{name: "arch", values: "ed", flags: "ch", longs: []string{"arch="}, numbers: true},
	{name: "builtin", inShell: true},
	{name: "busybox"},
	{name: "caffeinate", values: "tw", flags: "dimsu"},
	{name: "choom", values: "np", describes: "p", longs: []string{"adjust=", "pid="}},
	{name: "chronic", flags: "ve"},
	{name: "chroot", longs: []string{"groups=", "userspec=", "skip-chdir"}, operands: 1, newRoot: true, otherHome: true},
	{name: "chrt", values: "TPD", flags: "abdfiomprvR", operands: 1, longs: []string{"all-tasks", "batch", "deadline", "fifo", "idle", "other", "max", "pid", "rr", "reset-on-fork", "verbose", "sched-runtime=", "sched-period=", "sched-deadline="}},
	{name: "command", flags: "pvV", describes: "vV", inShell: true},
	{name: "doas", values: "Cu", flags: "Lns", otherHome: true},
	{name: "env", values: "uCSa", flags: "i0v", assigns: true, otherEnv: true, chdir: [2]string{"C", "chdir"},
		unset: [2]string{"u", "unset"}, clear: [2]string{"i", "ignore-environment"},
		longs: []string{"unset=", "chdir=", "split-string=", "argv0=", "ignore-environment", "null", "debug", "block-signal", "default-signal", "ignore-signal", "list-signal-handling", "help", "version"}},
	{name: "exec", values: "a", flags: "cl", inShell: false},
	{name: "flock", values: "wEc", flags: "sxenuoF", operands: 1, script: [2]string{"c", "command"}, anywhere: true, longs: []string{"shared", "exclusive", "unlock", "nonblock", "timeout=", "conflict-exit-code=", "close", "command=", "no-fork", "verbose"}},
	{name: "ionice", values: "cnpPu", flags: "t", describes: "pPu", longs: []string{"class=", "classdata=", "pid=", "pgid=", "ignore", "uid="}},
	{name: "ltrace", values: "aADeFlnopsuwxX", flags: "bcCfhiLrStTV"},
	{name: "nice", values: "n", numbers: true, longs: []string{"adjustment="}},
	{name: "nocorrect", inShell: true, zsh: true},
	{name: "noglob", inShell: true, zsh: true},
	{name: "nohup"},
	{name: "parallel", carry: carryAppended, optional: "i", values: "ajICdELNPSsnl", flags: "k0uqXmtv",
		longs: []string{"arg-file=", "jobs=", "delay=", "joblog=", "results=", "tmpdir=", "workdir=", "wd=", "sshlogin=", "env=", "colsep=", "retries=", "timeout=", "halt=", "tagstring=", "keep-order", "null", "ungroup", "bar", "dry-run", "eta", "lb", "line-buffer", "pipe", "max-args=", "max-procs=", "will-cite", "no-notice", "progress", "verbose", "tag"}},
	{name: "prlimit", values: "po", optional: "cdefilmnqrstuvxy", describes: "p", longs: []string{"pid=", "output=", "noheadings", "raw", "verbose",
		"core", "data", "nice", "fsize", "sigpending", "memlock", "rss", "nofile", "msgqueue", "rtprio", "stack", "cpu", "nproc", "as", "locks", "rttime"}},
	{name: "proxychains", values: "f", flags: "q"},
	{name: "proxychains4", values: "f", flags: "q"},
	{name: "repeat", operands: 1, inShell: true, zsh: true},
	{name: "runuser", values: "ucsgGwT", flags: "lmpPf-", script: [2]string{"c", "command"}, only: [2]string{"u", "user"}, otherHome: true, anywhere: true, longs: []string{"user=", "command=", "session-command=", "shell=", "group=", "supp-group=", "whitelist-environment=", "login", "preserve-environment", "fast", "pty", "no-pty"}},
	{name: "script", values: "cIOBTEmo", flags: "aefqt", carry: carryNothing, script: [2]string{"c", "command"}, anywhere: true,
		longs: []string{"command=", "log-in=", "log-out=", "log-io=", "log-timing=", "append", "return", "flush", "force", "quiet", "timing", "echo=", "output-limit=", "logging-format="}},
	{name: "setpriv", longs: []string{"reuid=", "regid=", "clear-groups", "keep-groups", "init-groups", "groups=", "no-new-privs", "reset-env", "inh-caps=", "ambient-caps=", "bounding-set=", "securebits=", "pdeathsig="}, otherHome: true},
	{name: "setsid", flags: "cfw", longs: []string{"ctty", "fork", "wait"}},
	{name: "stdbuf", values: "ioe", longs: []string{"input=", "output=", "error="}},
	{name: "strace", values: "abeEIOopPsSuUX", flags: "cCdDfFhiknqrtTvVwxyzZ", longs: []string{"trace=", "output=", "follow-forks", "env=", "user=", "string-limit="}},
	{name: "su", values: "csgGwT", flags: "lmpPf", carry: carryNothing, script: [2]string{"c", "command"}, otherHome: true, anywhere: true,
		longs: []string{"command=", "session-command=", "shell=", "group=", "supp-group=", "whitelist-environment=", "login", "preserve-environment", "fast", "pty", "no-pty"}},
	{name: "sudo", values: "CDghpRrtTUu", flags: "ABbEeHiKklNnPSsVv", assigns: true, otherHome: true, chdir: [2]string{"D", "chdir"},
		longs: []string{"chdir=", "chroot=", "close-from=", "group=", "host=", "prompt=", "role=", "type=", "command-timeout=", "other-user=", "user=", "askpass", "bell", "background", "preserve-env", "edit", "set-home", "login", "remove-timestamp", "reset-timestamp", "list", "non-interactive", "preserve-groups", "stdin", "shell", "version", "validate", "no-update", "help"}},
	{name: "taskset", flags: "apc", operands: 1, longs: []string{"all-tasks", "pid", "cpu-list"}},
	{name: "time", values: "fo", flags: "apqvV", longs: []string{"format=", "output=", "append", "portability", "quiet", "verbose"}},
	{name: "timeout", values: "ks", flags: "fpv", operands: 1, longs: []string{"kill-after=", "signal=", "foreground", "preserve-status", "verbose"}},
	{name: "torsocks", values: "apPu", flags: "diq", longs: []string{"address=", "debug", "isolate", "pass=", "port=", "quiet", "user="}},
	{name: "toybox"},
	{name: "ts", flags: "rsim", carry: carryNothing},
	{name: "unbuffer", flags: "p"},
	{name: "unshare", values: "SGRw", flags: "imnpuUCTfrc", otherHome: true, chdir: [2]string{"w", "wd"}, longs: []string{"mount", "uts", "ipc", "net", "pid", "user", "cgroup", "time", "fork", "map-root-user", "map-current-user", "kill-child", "mount-proc", "root=", "wd=", "setuid=", "setgid=", "propagation=", "keep-caps"}},
	{name: "watch", values: "nqs", flags: "bcCdegprtwxf", carry: carryJoined, longs: []string{"interval=", "equexit=", "shotsdir=", "beep", "color", "no-color", "differences", "errexit", "chgexit", "precise", "no-rerun", "no-title", "no-wrap", "exec"}},
	{name: "xargs", carry: carryAppended, values: "adEILnPs", flags: "0oprtx", optional: "eil",
		longs: []string{"arg-file=", "delimiter=", "eof", "replace", "max-lines", "max-args=", "max-procs=", "max-chars=", "process-slot-var=", "null", "open-tty", "interactive", "no-run-if-empty", "verbose", "exit", "show-limits"}},
}

// wrapperLengths has, by the first byte of a name, a bit for each length that the names of
// wrappers have.
var wrapperLengths = [256]uint16{
	'-': 1 << 1, 'a': 1 << 4, 'b': 1 << 7, 'c': 1<<4 | 1<<5 | 1<<6 | 1<<7 | 1<<10, 'd': 1 << 4, 'e': 1<<3 | 1<<4, 'f': 1 << 5, 'i': 1 << 6, 'l': 1 << 6,
	'n': 1<<4 | 1<<5 | 1<<6 | 1<<9, 'p': 1<<7 | 1<<8 | 1<<11 | 1<<12, 'r': 1<<6 | 1<<7, 's': 1<<2 | 1<<4 | 1<<6 | 1<<7, 't': 1<<2 | 1<<4 | 1<<6 | 1<<7 | 1<<8, 'u': 1<<7 | 1<<8, 'w': 1 << 5, 'x': 1 << 5,
}

// findWrapper returns the wrapper of a name, or nil.
func findWrapper(name string) *wrapper {
	if name == "" || wrapperLengths[name[0]]&(1<<len(name)) == 0 {
		return nil // most programs are none
	}
	low, high := 0, len(wrappers)
	for low < high {
		middle := (low + high) / 2
		switch w := &wrappers[middle]; {
		case w.name == name:
			return w
		case w.name < name:
			low = middle + 1
		default:
			high = middle
		}
	}
	return nil
}

// shellDialect is the grammar of a program that takes a script with -c. Zsh reads it
// with one of its own; the others are read as Bash, whose grammar contains theirs.
func shellDialect(program string) (d Dialect, ok bool) {
	switch program {
	case "bash", "sh", "dash", "ash", "ksh", "ksh93", "mksh", "rbash":
		return Bash, true
	case "zsh":
		return Zsh, true
	}
	return AnyDialect, false
}

// unwrapped is what stands behind the options of one wrapper.
type unwrapped struct {
	rest      []Arg    // the program and its words; empty where none is started
	assigns   []Assign // NAME=value words before it
	script    *Arg     // an option's script
	chdir     *Arg     // an option's directory
	split     *Arg     // env -S
	joined    bool     // rest is joined and read by a shell
	replace   string   // xargs: the token that what is read takes the place of
	described bool     // nothing is started (command -v)
	// doubt says why it is not certain where the program begins, or "".
	doubt string
}

// read reads the words after a wrapper's name, and those that env -S splits out of a
// string, which env reads as its own.
func (wr *wrapper) read(args []Arg) unwrapped {
	u := wr.unwrap(args)
	for u.split != nil {
		inner := wr.unwrap(splitWords(*u.split, u.rest))
		inner.assigns = append(u.assigns, inner.assigns...)
		if inner.chdir == nil {
			inner.chdir = u.chdir
		}
		u = inner
	}
	return u
}

// carried is the script that a wrapper hands to a shell: the value of an option, or
// its words joined; nil where it starts a program itself.
func (u *unwrapped) carried(wr *wrapper) *Arg {
	switch {
	case u.script != nil:
		return u.script
	case u.joined || wr.name == "parallel" && strings.ContainsAny(u.rest[0].Value.Prefix(), " ;|&"):
		script := joinWords(u.rest)
		return &script
	}
	return nil
}

// unwrap reads the words after a wrapper's name up to the program, or to an env -S.
func (wr *wrapper) unwrap(args []Arg) unwrapped {
	u := unwrapped{replace: wr.replace}
	operands, i := wr.operands, 0
	nothing := wr.carry == carryNothing || wr.only[0] != "" && !slices.ContainsFunc(args, wr.isOnly)
	for i < len(args) {
		text, known := args[i].Value.Text()
		if name, value, ok := wr.attached(args[i]); !known && ok {
			wr.take(&u, name, value, args[i])
			i++
			continue
		}
		if !known {
			if i < len(args)-1 && mayBeOption(args[i]) && operands == 0 {
				u.doubt = "a word before the program is not known: " + args[i].Value.Reason()
				i++
				continue
			}
			text = ""
		}
		if text == "--" {
			if wr.newRoot && operands > 0 && i+1 < len(args) {
				u.enter(args[i+1])
			}
			i = min(i+1+operands, len(args)) // timeout -- 60 git: operands follow it
			operands = 0
			break
		}
		if len(text) > 1 && text[0] == '-' {
			i += wr.option(&u, args, i, text)
			if u.split != nil {
				u.rest = args[min(i, len(args)):]
				return u
			}
			continue
		}
		if text == "-" && (wr.assigns || wr.anywhere) {
			i++
			continue
		}
		if name, value, ok := assignment(args[i]); ok && wr.assigns {
			u.assigns = append(u.assigns, Assign{Span: args[i].Span, Name: name, Value: value})
			i++
			continue
		}
		if operands == 0 {
			if !wr.anywhere || !nothing {
				break
			}
			i++
			continue
		}
		if wr.newRoot {
			u.enter(args[i])
		}
		operands--
		i++
		if operands == 0 && !wr.anywhere {
			break
		}
	}
	if wr.assigns { // env still assigns after --
		for i < len(args) {
			name, value, ok := assignment(args[i])
			if !ok {
				break
			}
			u.assigns = append(u.assigns, Assign{Span: args[i].Span, Name: name, Value: value})
			i++
		}
	}
	if u.described || nothing || operands > 0 {
		return u
	}
	u.rest, u.joined = args[min(i, len(args)):], wr.carry == carryJoined
	if wr.carry == carryAppended && len(u.rest) > 0 {
		u.rest = u.added()
	}
	return u
}

// enter notes the directory that becomes the root: below another one than / a path of the
// caller is another file.
func (u *unwrapped) enter(root Arg) {
	if !root.Value.Is("/") {
		u.doubt = "it runs below another root, where paths are others"
	}
}

// isOnly reports whether a word is the option without which none of the words is run, or
// may be it.
func (wr *wrapper) isOnly(arg Arg) bool {
	text, known := arg.Value.Text()
	return !known || strings.HasPrefix(text, "-"+wr.only[0]) || strings.HasPrefix(text, "--"+wr.only[1])
}

// attached reads a word of which only an option at its beginning is known:
// --chdir="$D", -C"$D".
func (wr *wrapper) attached(arg Arg) (name string, value *Arg, ok bool) {
	prefix := arg.Value.Prefix()
	name, _, found := strings.Cut(prefix, "=")
	switch {
	case found && strings.HasPrefix(name, "--"):
		if n, long, _ := wr.long([]Arg{{Value: Known(name + "=")}}, 0, name[2:]+"="); n == 1 {
			return long, &Arg{Span: arg.Span, Value: arg.Value.After(len(name) + 1), Frozen: "it is part of an option's word"}, true
		}
	case len(prefix) > 1 && prefix[0] == '-' && prefix[1] != '-' && strings.Contains(wr.values, prefix[1:2]):
		return prefix[1:2], &Arg{Span: arg.Span, Value: arg.Value.After(2), Frozen: "it is part of an option's word"}, true
	}
	return "", nil, false
}

// added is the program's words with what xargs and its like add when they run: words
// at the end, or in place of a token.
func (u *unwrapped) added() []Arg {
	out := append([]Arg(nil), u.rest...)
	if u.replace == "" {
		return append(out, Arg{
			Span: out[len(out)-1].Span, Value: Unknown("more words are added when it runs", ""),
			Many: true, Frozen: AddedLater})
	}
	for i := range out {
		const why = "it is replaced by what is read when it runs"
		switch text, ok := out[i].Value.Text(); {
		case !ok:
			out[i].Value, out[i].Frozen = Unknown(why, ""), ReplacedLater
		case strings.Contains(text, u.replace):
			out[i].Value, out[i].Frozen = replaced(text, u.replace, why), ReplacedLater
		}
	}
	return out
}

// replaced is a word in which a token will be replaced when it runs.
func replaced(text, token, why string) Value {
	out := Value{}
	for i, piece := range strings.Split(text, token) {
		if i > 0 {
			out = concat(out, Unknown(why, ""))
		}
		if out.None() {
			out = Known(piece)
		} else if piece != "" {
			out = concat(out, Known(piece))
		}
	}
	if text == token {
		return Unknown(why, "")
	}
	return out
}

// option reads the option word at i and returns how many words it takes.
func (wr *wrapper) option(u *unwrapped, args []Arg, i int, text string) int {
	if wr.numbers && strings.Trim(text[1:], "-+0123456789") == "" {
		return 1
	}
	if strings.HasPrefix(text, "--") {
		n, name, value := wr.long(args, i, text[2:])
		if n == 0 {
			u.doubt = "the option " + text + " is not known"
			return 1
		}
		wr.take(u, name, value, args[i])
		return n
	}
	for k := 1; k < len(text); k++ {
		c := text[k : k+1]
		switch {
		case strings.Contains(wr.values, c) && k+1 < len(text):
			wr.take(u, c, part(args[i], k+1), args[i])
			return 1
		case strings.Contains(wr.values, c) && i+1 < len(args):
			wr.take(u, c, &args[i+1], args[i])
			return 2
		case strings.Contains(wr.values, c):
			return 1
		case strings.Contains(wr.optional, c):
			wr.take(u, c, part(args[i], k+1), args[i])
			return 1
		case !strings.Contains(wr.flags, c):
			u.doubt = "the option " + text + " is not known"
			return 1
		}
		wr.take(u, c, nil, args[i])
	}
	return 1
}

func (wr *wrapper) long(args []Arg, i int, text string) (n int, name string, value *Arg) {
	word, _, attached := strings.Cut(text, "=")
	match, count := "", 0
	for _, long := range wr.longs {
		plain := strings.TrimSuffix(long, "=")
		if plain == word {
			match, count = long, 1
			break
		}
		if strings.HasPrefix(plain, word) {
			match = long
			count++
		}
	}
	if count != 1 {
		return 0, "", nil
	}
	name = strings.TrimSuffix(match, "=")
	switch {
	case attached:
		return 1, name, part(args[i], len(word)+3)
	case name == match:
		return 1, name, nil
	case i+1 < len(args):
		return 2, name, &args[i+1]
	}
	return 1, name, nil
}

// take keeps the options that mean something for what is run.
func (wr *wrapper) take(u *unwrapped, name string, value *Arg, word Arg) {
	is := func(option [2]string) bool { return name != "" && (name == option[0] || name == option[1]) }
	text := ""
	if value != nil {
		text, _ = value.Value.Text()
	}
	switch {
	case is(wr.clear):
		u.assigns = append(u.assigns, Assign{Span: word.Span, Unset: true})
	case len(name) == 1 && strings.Contains(wr.describes, name):
		u.described = true
	case wr.optional != "" && (name == "i" || name == "replace"):
		u.replace = "{}"
		if text != "" {
			u.replace = text
		}
	case wr.optional != "" && name == "I":
		u.replace = text
	case value == nil:
	case is(wr.unset):
		u.assigns = append(u.assigns, Assign{Span: word.Span, Name: text, Unset: true})
	case is(wr.script):
		u.script = value
	case is(wr.chdir):
		u.chdir = value
	case wr.assigns && (name == "S" || name == "split-string"):
		u.split = value
	}
}

// part is the word after its first n bytes: an attached value, which is not edited.
func part(arg Arg, n int) *Arg {
	text, _ := arg.Value.Text()
	return &Arg{Span: arg.Span, Value: Known(text[n:]), Frozen: "it is part of an option's word"}
}

// assignment reads NAME=value.
func assignment(arg Arg) (name string, value Value, ok bool) {
	prefix := arg.Value.Prefix()
	name, _, ok = strings.Cut(prefix, "=")
	if !ok || !isName(name) {
		return "", Value{}, false
	}
	if text, known := arg.Value.Text(); known {
		return name, Known(text[len(name)+1:]), true
	}
	return name, arg.Value.After(len(name) + 1), true
}

func isName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i] | 0x20
		if c >= 'a' && c <= 'z' || s[i] == '_' || i > 0 && s[i] >= '0' && s[i] <= '9' {
			continue
		}
		return false
	}
	return s != ""
}

// mayBeOption reports whether a word that is not known may turn out as an option, or
// as no word at all.
func mayBeOption(arg Arg) bool {
	prefix := arg.Value.Prefix()
	return prefix == "" || prefix[0] == '-'
}
