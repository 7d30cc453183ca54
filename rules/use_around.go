package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// around says why what stands around an invocation does more than read, or "": its
// redirects, its assignments, and the programs that start it.
func around(p *Inspection, inv *ast.Invocation) string {
	for _, r := range inv.Redirs {
		if why := redirectWrites(r); why != "" {
			return why
		}
	}
	if strings.ContainsAny(before(inv), "$`") {
		return "what stands before the program is put together by an expansion"
	}
	for i := range inv.Assigns {
		if why := assignDoes(inv.Assigns[i].Name); why != "" {
			return why
		}
	}
	for _, via := range inv.Via {
		if why := startsMore(inv, via); why != "" {
			return why
		}
	}
	return ""
}

// throughVia are the programs that start another one and do nothing else that writes,
// each with the options that would.
var throughVia = []struct{ name, not string }{
	{"arch", "-e"}, {"builtin", ""}, {"busybox", "--install --list-full"}, {"caffeinate", ""}, {"chronic", ""}, {"command", ""}, {"env", "-S -P -U --split-string"}, {"eval", ""},
	{"exec", ""}, {"fd", ""}, {"fdfind", ""}, {"find", ""}, {"ionice", "-p -P -u"}, {"nice", ""}, {"nocorrect", ""}, {"noglob", ""},
	{"setsid", ""}, {"stdbuf", ""}, {"time", "-o -a --output --append"}, {"timeout", ""}, {"unbuffer", ""}, {"watch", ""}, {"xargs", "-p -o -J --interactive --open-tty --process-slot-var"},
	{"repeat", ""}, {"taskset", "-p --pid"},
}

// startsMore says why a program that starts the invocation does more than that, or "".
func startsMore(inv *ast.Invocation, via string) string {
	if slices.Contains(scriptShells, via) {
		return ""
	}
	for _, through := range throughVia {
		if through.name != via {
			continue
		}
		if through.not != "" && mentions(before(inv), through.not) {
			return "an option of " + via + " does more than start a program"
		}
		return ""
	}
	return "it is started by way of " + via
}

// before is the text of the command before the program's name: the wrappers and their
// words.
func before(inv *ast.Invocation) string {
	text := inv.In.Source.Text
	if inv.Span.Start > inv.Name.Span.Start || inv.Name.Span.Start > len(text) {
		return text
	}
	return text[inv.Span.Start:inv.Name.Span.Start]
}

// mentions reports whether a text may hold one of the options: also where quotes or
// expansions hide it.
func mentions(text, options string) bool {
	if strings.ContainsAny(text, "$`\\*?") || strings.Contains(text, "{") && strings.Contains(text, ",") {
		return true
	}
	text = strings.NewReplacer("\"", "", "'", "").Replace(text)
	for word := range strings.FieldsSeq(text) {
		for option := range strings.SplitSeq(options, " ") {
			switch {
			case strings.HasPrefix(option, "--"):
				name, _, _ := strings.Cut(word, "=")
				if len(name) > 2 && strings.HasPrefix(option, name) {
					return true
				}
			case len(word) > 1 && word[0] == '-' && word[1] != '-' && strings.Contains(word, option[1:]):
				return true
			}
		}
	}
	return false
}

// neutralVars are variables that change how programs print, or that nothing runs for.
const neutralVars = "CI COLORTERM COLUMNS FORCE_COLOR LANG LANGUAGE LINES NO_COLOR CLICOLOR CLICOLOR_FORCE TERM TZ LC_ALL LC_COLLATE LC_CTYPE " +
	"LC_MESSAGES LC_NUMERIC LC_TIME GIT_PAGER_IN_USE GIT_OPTIONAL_LOCKS GIT_TERMINAL_PROMPT AWS_PROFILE AWS_REGION AWS_DEFAULT_REGION " +
	"RUST_BACKTRACE DEBUG VERBOSE IFS OPTIND REPLY"

// tellingParts are parts of names of variables by which programs choose what to run,
// to load or to connect to.
var tellingParts = [...]string{
	"PATH", "HOME", "PAGER", "EDITOR", "VISUAL", "BROWSER", "SHELL", "OPT", "FLAGS", "CONFIG", "CONF", "PROXY", "HOST", "COMMAND", "CMD",
	"PRELOAD", "ENV", "RC", "URL", "URI", "ENDPOINT", "SERVER", "PROFILE", "LESS", "EXEC", "HOOK", "PLUGIN", "LIB", "INIT", "PROMPT",
	"ASKPASS", "TMP", "TEMP", "CERT", "SSL", "TLS", "CONTEXT", "HISTFILE", "TOKEN", "TRACE", "DIR", "FILE", "LOCPATH", "STARTUP", "DRIVER",
}

var tellingPrefixes = [...]string{
	"LD_", "DYLD_", "GIT_", "SSH_", "BASH", "ZSH", "PYTHON", "PERL", "RUBY", "NODE_", "NPM_", "JAVA_", "JDK_", "MAVEN_", "GRADLE_", "DOCKER_",
	"KUBE", "HELM_", "AWS_", "AZURE_", "CLOUDSDK_", "GH_", "GITHUB_", "TF_", "HOMEBREW_", "CARGO_", "RUST", "GO", "PIP_", "UV_", "MAN", "MALLOC_",
	"GLIBC_", "GCONV_", "XDG_", "PS4", "PROMPT_", "FZF_", "BAT_", "RIPGREP_", "GREP_", "TAR_", "AWK", "JQ_", "MYSQL_", "PG", "SQLITE_", "ANSIBLE_", "VAULT_", "POSIX", "TAPE", "GZIP", "BZIP", "XZ_", "ZSTD_",
}

// assignDoes says why the assignment of a variable may do more than set it, or "".
// Names in small letters are a script's own, but for those of proxies.
func assignDoes(name string) string {
	why := "the variable " + name + " may change what programs run or connect to"
	switch {
	case name == "":
		return "" // env -i takes variables away
	case has(neutralVars, name):
		return ""
	case has("CC CXX CPP FC AR LD AS NM", name), strings.Contains(name, "RSH"):
		return why
	case strings.HasPrefix(name, "npm_"), strings.HasPrefix(name, "yarn_"), strings.HasPrefix(name, "pnpm_"):
		return why
	case strings.ToLower(name) == name:
		if strings.HasSuffix(name, "_proxy") || name == "path" || name == "fpath" || name == "cdpath" {
			return why
		}
		return ""
	}
	for _, prefix := range tellingPrefixes {
		if strings.HasPrefix(name, prefix) {
			return why
		}
	}
	for _, part := range tellingParts {
		if strings.Contains(name, part) {
			return why
		}
	}
	return ""
}

// OnlyReads says why a whole script does more than read, or "": every invocation,
// redirect and assignment counts, and so does what could not be read.
func OnlyReads(p *Inspection) string {
	if why := unsure(p); why != "" {
		return why
	}
	for _, inv := range p.Script.Invocations {
		if why := Reads(p, inv); why != "" {
			return why
		}
	}
	return ""
}

// unsure says why nothing can be said of a script as a whole, or "".
func unsure(p *Inspection) string {
	for _, h := range p.Script.Hazards {
		return h.Message
	}
	if why := p.tricky(); why != "" {
		return why
	}
	if p.Script.Evaluates() {
		return "quoted text is evaluated as an expression, whose indexes may run commands"
	}
	for _, r := range p.Script.Redirs {
		if why := redirectWrites(r); why != "" {
			return why
		}
	}
	for _, name := range p.Script.Assigned {
		if why := assignDoes(name); why != "" {
			return why
		}
	}
	return ""
}

// shellsOnly reports whether an invocation was reached through scripts handed over
// as strings alone: those shells start nothing else.
func shellsOnly(via []string) bool {
	for _, v := range via {
		if v != "eval" && v != "command" && v != "builtin" && !slices.Contains(scriptShells, v) {
			return false
		}
	}
	return true
}

var scriptShells = []string{"ash", "bash", "dash", "ksh", "sh", "zsh"}
