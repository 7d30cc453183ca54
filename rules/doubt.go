package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// tricky says why a script is written in a way whose meaning is not certain enough to
// run it without a person, or "". Every rule here stands for scripts that a shell reads
// in another way than they look; all of them are rare in what only reads.
func (p *Inspection) tricky() string {
	text := p.Script.Source.Text
	for _, rule := range trickyRules {
		if rule.found(p, text) {
			return rule.why
		}
	}
	return ""
}

// misleads says why a script may run what is not seen in it, or run it elsewhere, or "".
func (p *Inspection) misleads() string {
	for _, h := range p.Script.Hazards {
		return h.Message
	}
	for _, text := range ownTexts(p.Script) {
		for _, rule := range trickyRules {
			if rule.misleads && rule.found(p, text) {
				return rule.why
			}
		}
	}
	return ""
}

// ownTexts are the texts of a script and of those that its words carry, each without
// those words.
func ownTexts(script *ast.Script) []string {
	text := []byte(script.Source.Text)
	var out []string
	for _, nested := range script.Nested {
		out = append(out, ownTexts(nested)...)
		span := nested.Outer.Span
		for i := max(span.Start, 0); i < min(span.End, len(text)); i++ {
			text[i] = '_'
		}
	}
	return append(out, string(text))
}

var trickyRules = [...]struct {
	why string
	// misleads says that such a script may run what is not seen, or run it elsewhere.
	misleads bool
	found    func(p *Inspection, text string) bool
}{
	{"quoted text may be evaluated as code, in an expansion, an index or arithmetic", true, quotedCode},
	{"arithmetic is done with what a command prints, which may be code", false, arithmeticOnOutput},
	{"an extended pattern holds an expansion", true, extendedPattern},
	{"a process substitution stands in an expansion", true, func(_ *Inspection, text string) bool {
		return strings.Contains(text, "${") && (strings.Contains(text, "<(") || strings.Contains(text, ">("))
	}},
	{"a here-document may end in another place than it seems to", true, openHereDocument},
	{"a variable that programs or the shell itself obey is named where it may be set", false, setsTelling},
	{"a descriptor is opened for reading and may be written by another name", true, reopens},
	{"a script for sh is written with what only bash knows", true, foreignScript},
	{"an option of the shell changes how the script is read", false, changesOptions},
	{"zsh reads a pattern, a flag or a name here as something to run", true, zshRuns},
}

// quotedCode finds a substitution in quotes in a script that evaluates texts: ${…},
// (( )), [[ ]], let, declare and their like expand some of them again.
func quotedCode(p *Inspection, text string) bool {
	quoted := strings.Contains(text, "\\$") || strings.Contains(text, "\\`") || strings.Contains(text, "\\x24") || strings.Contains(text, "\\044") || strings.Contains(text, "\\u0024")
	for rest := text; !quoted; {
		begin := strings.IndexByte(rest, '\'')
		if begin < 0 {
			break
		}
		end := strings.IndexByte(rest[begin+1:], '\'')
		if end < 0 {
			break
		}
		segment := rest[begin+1 : begin+1+end]
		quoted = strings.Contains(segment, "$(") || strings.Contains(segment, "`") || strings.HasSuffix(segment, "$")
		rest = rest[begin+end+2:]
	}
	if !quoted {
		return false
	}
	for _, sign := range [...]string{"${", "((", "$[", "[[", "]=", " -v ", "let ", "declare", "typeset", "local ", "export ", "readonly", "printf", "read ", "unset", "mapfile", "readarray", "getopts", "wait "} {
		if strings.Contains(text, sign) {
			return true
		}
	}
	return false
}

// numeric are programs that print numbers.
const numeric = "wc grep egrep fgrep date nproc seq expr stat jot"

// arithmeticOnOutput finds arithmetic beside the output of other programs than those
// that print numbers, or beside what is read.
func arithmeticOnOutput(p *Inspection, text string) bool {
	if !strings.Contains(text, "((") && !strings.Contains(text, "[[") && !strings.Contains(text, "let ") && !strings.Contains(text, "$[") && !strings.Contains(text, " -i") {
		return false
	}
	arithmetic := false
	for _, sign := range [...]string{"((", "$[", " -eq ", " -ne ", " -lt ", " -le ", " -gt ", " -ge ", "let ", "-i "} {
		arithmetic = arithmetic || strings.Contains(text, sign)
	}
	if !arithmetic || strings.Count(text, "[ ")+strings.Count(text, "test ") > 0 && !strings.Contains(text, "((") && !strings.Contains(text, "[[") && !strings.Contains(text, "let ") && !strings.Contains(text, "$[") {
		return false // test evaluates no names, but behind -v
	}
	if strings.Count(text, "((")+strings.Count(text, "[[")+strings.Count(text, "let ")+strings.Count(text, "$[")+strings.Count(text, "declare -i")+strings.Count(text, "typeset -i") == 0 {
		return false
	}
	for _, inv := range p.Script.Invocations {
		program := inv.Program()
		if inv.Where&ast.InSubstitution != 0 && !has(numeric, program) && inv.PipeTo == nil || has("read mapfile readarray select", program) {
			return true
		}
	}
	return strings.Contains(text, "read ") || strings.Contains(text, "mapfile") || strings.Contains(text, "readarray")
}

func extendedPattern(_ *Inspection, text string) bool {
	if !strings.ContainsAny(text, "$`") && !strings.Contains(text, "<(") {
		return false
	}
	for _, open := range [...]string{"@(", "!(", "*(", "?(", "+("} {
		if strings.Contains(text, open) {
			return true
		}
	}
	return false
}

// openHereDocument finds an unquoted here-document with a joined line, or an expansion
// that spans lines.
func openHereDocument(_ *Inspection, text string) bool {
	body, found := text, false
	for !found {
		if _, body, found = strings.Cut(body, "<<"); !found {
			return false
		}
		delimiter := strings.TrimLeft(body, "<- \t")
		found = delimiter == "" || strings.IndexByte("'\"\\", delimiter[0]) < 0
	}
	if strings.Contains(body, "\\\n") {
		return true
	}
	for line := range strings.Lines(body) {
		if strings.Count(line, "${") > strings.Count(line, "}") || strings.Count(line, "$(") > strings.Count(line, ")") || strings.Count(line, "`")%2 != 0 {
			return true
		}
	}
	return false
}

// setters are builtins that set variables by names among their words.
var setters = [...]string{"read", "mapfile", "readarray", "getopts", "unset", "declare", "typeset", "local", "export", "readonly", "let", "wait", "select", "printf", "for", "((", "-n ", "nameref", "${!"}

// hasSmall reports whether a name holds a small letter.
func hasSmall(name string) bool {
	for i := 0; i < len(name); i++ {
		if name[i] >= 'a' && name[i] <= 'z' {
			return true
		}
	}
	return false
}

// setsTelling finds the name of a variable that programs obey, where a text sets it or a
// builtin could: behind the name an =, or anywhere beside such a builtin.
func setsTelling(_ *Inspection, text string) bool {
	setter := slices.ContainsFunc(setters[:], func(s string) bool { return strings.Contains(text, s) })
	for i := 0; i < len(text); {
		if !nameByte(text[i]) || text[i] >= '0' && text[i] <= '9' {
			i++
			continue
		}
		end := i
		for end < len(text) && nameByte(text[end]) {
			end++
		}
		name := text[i:end]
		if !hasSmall(name) && len(name) > 1 && (name == "IFS" || name == "ENV" || name == "OLDPWD" || assignDoes(name) != "") {
			rest := text[end:]
			assigned := strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, "+=") || strings.HasPrefix(rest, ":=") || strings.HasPrefix(rest, "[")
			expanded := i > 0 && (text[i-1] == '$' || i > 1 && text[i-2:i] == "${") || i > 2 && text[i-3:i] == "${#"
			switch {
			case name == "IFS" && strings.HasPrefix(rest, "= read "):
			case assigned && (!expanded || !strings.HasPrefix(rest, "[")):
				return true
			case setter && !expanded && (i == 0 || strings.IndexByte(" \t\n\"'=;", text[i-1]) >= 0) && (end == len(text) || strings.IndexByte(" \t\n\"';|&<>)", text[end]) >= 0):
				return true
			}
		}
		i = end
	}
	return false
}

func nameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// reopens finds a redirect that opens a file for reading on another descriptor than 0,
// which /dev/fd/N and its like can open again for writing, and a connection by a name
// that is put together.
func reopens(p *Inspection, _ string) bool {
	for _, r := range p.Script.Redirs {
		target := r.Target.Value.Display()
		switch {
		case r.Op == "<>", r.Op == "<" && r.FD != 0, r.Op == "<&" && r.FD != 0:
			return true
		case r.Writes() && (strings.HasPrefix(target, "/dev/fd/") || strings.HasPrefix(target, "/proc/")) && target != "/dev/fd/1" && target != "/dev/fd/2":
			return true
		case r.Op == "<" && (strings.Contains(target, "/tcp/") || strings.Contains(target, "/udp/")):
			return true
		}
	}
	return false
}

// bashOnly are signs of what sh does not know, or reads in another way.
var bashOnly = [...]string{"&>", "[[", "((", "$'", "declare", "typeset", "let ", "function ", "<<<", "<(", ">(", "$\"", ";&", "|&", "=("}

// foreignScript finds a script handed to a shell that is no bash with what only bash
// knows, and assignments before a builtin, which stay there.
func foreignScript(p *Inspection, _ string) bool {
	for _, inv := range p.Script.Invocations {
		if inv.In.Outer == nil || !slices.ContainsFunc(inv.Via, func(via string) bool { return has("sh ash dash ksh", programOf(via)) }) {
			continue
		}
		for _, sign := range bashOnly {
			if strings.Contains(inv.In.Source.Text, sign) {
				return true
			}
		}
		if len(inv.Assigns) > 0 && has(": . export readonly set shift trap unset eval exec", inv.Program()) {
			return true
		}
	}
	return false
}

// changesOptions finds set, shopt and shells with options other than those that only
// stop or trace a script.
func changesOptions(p *Inspection, text string) bool {
	for _, inv := range p.Script.Invocations {
		program := inv.Program()
		shell := slices.Contains(scriptShells, program)
		if program != "set" && !shell {
			continue
		}
		for i := range inv.Args {
			word, known := inv.Args[i].Value.Text()
			if shell && (!known || strings.Contains(word, "c")) && strings.HasPrefix(word, "-") && !strings.Contains(word, "o") {
				break
			}
			if program == "set" && word == "--" {
				break
			}
			if !known || strings.Trim(strings.TrimLeft(word, "-+"), "euxvlcfnoC") != "" && !has("pipefail errexit nounset xtrace verbose noglob noclobber", word) {
				return true
			}
			if shell && strings.HasPrefix(word, "-") && strings.Contains(word, "c") && !strings.HasSuffix(word, "o") {
				break
			}
		}
	}
	return strings.Contains(text, "shopt")
}

// zshSigns are what zsh runs, or reads in a way of its own.
var zshSigns = [...]string{"(#", "${(", "$~", "${~", "${=", "functions[", "commands[", "aliases[", "chpwd", "precmd", "preexec", "TRAP", "zsh_directory_name", "~[", "setopt", "modules[", "options[", "module_path", "typeset -T", "typeset -L", "typeset -R", "typeset -Z", "zmodload", "autoload", "zcompile"}

// zshRuns finds glob qualifiers and their like. A parenthesis right behind a word is one
// in zsh, unless it makes a function.
func zshRuns(p *Inspection, text string) bool {
	if p.Script.Source.Dialect != ast.Zsh {
		return strings.Contains(text, "functions[") || strings.Contains(text, "commands[") || strings.Contains(text, "aliases[")
	}
	for _, sign := range zshSigns {
		if strings.Contains(text, sign) {
			return true
		}
	}
	for _, name := range [...]string{" path", " fpath", " cdpath", " manpath", " psvar"} {
		if at := strings.Index(text, name); at >= 0 && (at+len(name) == len(text) || !nameByte(text[at+len(name)])) {
			return true
		}
	}
	for i := 1; i < len(text); i++ {
		if text[i] == '(' && strings.IndexByte(" \t\n$<>=(;|&!\"'", text[i-1]) < 0 && !strings.HasPrefix(text[i:], "()") {
			return true
		}
		if text[i] == ':' && i > 1 && strings.HasPrefix(text[i:], ":s/") {
			return true
		}
	}
	return false
}

// rawText is a word as it stands in its script.
func rawText(in *ast.Script, span ast.Span) string {
	text := in.Source.Text
	if span.Start < 0 || span.End > len(text) || span.Start > span.End {
		return ""
	}
	return text[span.Start:span.End]
}

// expands reports whether a word is put together by the shell: what the walker takes for
// its text is not certain enough to be told from an option.
func expands(in *ast.Script, arg *ast.Arg) bool {
	raw := rawText(in, arg.Span)
	if strings.HasPrefix(raw, "$'") && strings.HasSuffix(raw, "'") && !strings.ContainsAny(raw[2:], "$`") {
		return false
	}
	if len(raw) > 1 && raw[0] == '\'' && strings.IndexByte(raw[1:], '\'') == len(raw)-2 {
		return false
	}
	if strings.ContainsAny(raw, "$`") {
		inner := strings.TrimPrefix(raw, "\"")
		quoted := len(raw) > 1 && raw[0] == '"' && strings.IndexByte(inner, '"') == len(inner)-1
		return !quoted || inner[0] == '$' || inner[0] == '`' || inner[0] == '-'
	}
	open := strings.IndexByte(raw, '{')
	return open >= 0 && !strings.ContainsAny(raw[:open], "'\"") && (strings.Contains(raw[open:], ",") || strings.Contains(raw[open:], ".."))
}
