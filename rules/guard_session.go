package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// SessionInput is reported for a program that goes on reading what the agent types.
var SessionInput = &Rule{
	ID: "session-input", Title: "a program that reads what is typed into the session", Verdict: Ask, Since: "0.5",
	Doc:  "Codex types into a command that still runs (write_stdin) without asking any hook: what an open shell or interpreter is given that way is seen by nobody.",
	Bad:  "python3 -i",
	Good: "python3 -c 'print(1)'",
}

// SessionGuard holds agents that can type into a command that runs to commands which are
// told as a whole.
var SessionGuard = &Guard{
	Name:  "session",
	Doc:   "no program is left open that the agent can type into unseen; for Codex",
	Rules: []*Rule{SessionInput},
	On:    func(p *Inspection) bool { return has(typing, p.Agent) && !p.Brief && p.Script != nil && p.judges() },
	Check: checkSession,
}

// typing are the agents that type into a command that runs, past their hooks: seen with
// Codex 0.169.0.
const typing = "codex"

// judges reports whether any other guard is on that reads commands.
func (p *Inspection) judges() bool {
	return p.Sandbox != nil || p.Worktree != nil || p.Policy != nil && p.Policy.Enabled
}

func checkSession(p *Inspection) {
	for i, inv := range p.Script.Invocations {
		if inv.Shadowed || inv.PipeHead != nil || stdinOf(inv.Redirs) != nil || p.fedByGroup(i) || !staysOpen(inv) {
			continue
		}
		p.Report(Finding{
			Rule: SessionInput, In: inv.In, Span: inv.Span, Verdict: SessionInput.Verdict,
			Message: fmt.Sprintf("%s goes on reading what is typed into the session, which no hook sees; give it all it has to do as a script, by an option or by a here-document", inv.Name.Value.Display()),
		})
	}
}

// fedByGroup reports whether a redirect of the commands around an invocation gives it its
// standard input.
func (p *Inspection) fedByGroup(i int) bool {
	return slices.ContainsFunc(p.Script.Redirs, func(r *ast.Redirect) bool {
		return r.FD == 0 && strings.HasPrefix(r.Op, "<") && r.First <= i && i < r.Last
	})
}

const (
	// consoles are programs beside interpreters that take commands as they are typed, unless
	// an option of toldOptions tells them all.
	consoles = "bpython ed erl ex ftp gdb ghci groovysh iex ipython irb jshell julia lftp lldb mariadb mongosh mysql nano newgrp nvim octave pry psql redis-cli scala screen script sftp sqlite3 telnet tmux vi vim"
	// toldOptions are options of consoles behind which all is said, or by which they take
	// nothing from a terminal.
	toldOptions = "-b -batch --batch -c --command -e --eval --execute -ex -f --file -noshell -noinput -q -s -S -es -l --list"
	// told are consoles that run the operands that they are given, from the operand with
	// this number on: the first ones name what they work on.
	told = "julia:1 octave:1 redis-cli:1 scala:1 sqlite3:2 tmux:1"
	// rootShells start a shell where they are given no command.
	rootShells = "doas nsenter pkexec sudo unshare"
	// sshValues are the options of ssh that have a value.
	sshValues = "-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -P -p -R -S -W -w"
	// exiting are options by which a program says something and ends.
	exiting = "--version --help -h -V -version -help"
)

// staysOpen reports whether a program reads commands from the terminal.
func staysOpen(inv *ast.Invocation) bool {
	program := inv.Program()
	if hasOption(inv, strings.Fields(exiting)...) {
		return false
	}
	switch {
	case has(stdinPrograms, program):
		option, at := scriptOf(inv)
		return at < 0 || interactive(inv, option, at) || isStdin(inv.Args[at].Value)
	case has(consoles, program):
		return !hasOption(inv, strings.Fields(toldOptions)...) && !toldByOperands(inv)
	case program == "ssh":
		return operands(inv, sshValues) < 2 && !hasOption(inv, "-N", "-f", "-G", "-Q")
	case program == "su":
		return !hasOption(inv, "-c", "--command")
	case program == "chroot":
		return operands(inv, "") < 2
	case has(rootShells, program):
		return operands(inv, "-u -g -p -C -D -t -S -G") == 0 && !hasOption(inv, "-l", "-v", "-k", "-K", "-e", "--list", "--validate")
	case has("docker kubectl nerdctl oc podman", program):
		return opensContainer(inv)
	case has("pipenv poetry", program):
		return slices.Contains(plainWords(inv), "shell")
	}
	return false
}

// interactive reports whether an option before a program's text or file keeps the
// interpreter open behind it.
func interactive(inv *ast.Invocation, option string, at int) bool {
	if option == "-c" && (has(shells, inv.Program()) || inv.Program() == "fish") {
		return false // it ends with its commands
	}
	for _, arg := range inv.Args[:at] {
		text, _ := arg.Value.Text()
		if text == "--interactive" || strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "--") && strings.Contains(text, "i") && !has(scriptOptions, text) {
			return true
		}
	}
	return false
}

// operands is how many words of an invocation are no options and none of their values.
func operands(inv *ast.Invocation, values string) int {
	n := 0
	for i := 0; i < len(inv.Args); i++ {
		switch text, known := inv.Args[i].Value.Text(); {
		case !known || text == "" || text[0] != '-':
			n++
		case n == 0 && has(values, text):
			i++
		}
	}
	return n
}

// toldByOperands reports whether a console is told by its operands what to do.
func toldByOperands(inv *ast.Invocation) bool {
	for _, rule := range strings.Fields(told) {
		if name, number, _ := strings.Cut(rule, ":"); name == inv.Program() {
			return operands(inv, "-h -p -a -n") >= int(number[0]-'0')
		}
	}
	return false
}

// opensContainer reports whether a shell is opened in a container: the last word names one,
// and the terminal is handed on.
func opensContainer(inv *ast.Invocation) bool {
	words := plainWords(inv)
	if len(words) < 2 || !has("exec run attach", words[0]) {
		return false
	}
	if words[0] == "attach" {
		return true
	}
	handed := hasOption(inv, "--interactive", "--stdin") || slices.ContainsFunc(inv.Args, func(a ast.Arg) bool {
		text, _ := a.Value.Text()
		return strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "--") && strings.Contains(text, "i")
	})
	last := programOf(words[len(words)-1])
	return handed && (has(stdinPrograms, last) || has(consoles, last))
}
