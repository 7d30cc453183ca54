package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// coreUse knows the programs of every system that print, compare and count, and the
// shell's own commands; from the manuals of GNU coreutils, grep, diffutils, bash,
// busybox and the BSDs. Some programs write their second operand on some systems alone,
// or set something; what any of them does counts.
func coreUse(program string) *Use {
	switch program {
	case "cat", "tac", "nl", "rev", "fold", "expand", "unexpand", "head", "tail", "cut", "paste", "join", "tr", "wc", "od", "hexdump", "hd",
		"md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum", "shasum", "md5", "cksum", "sum", "cmp", "comm",
		"column", "colrm", "fmt", "pr", "strings", "readlink", "realpath", "stat", "ls", "dir", "vdir", "du", "df", "lsblk", "basename",
		"dirname", "pwd", "true", "false", "test", "[", "id", "whoami", "groups", "logname", "who", "users", "pinky", "tty", "nproc", "uname",
		"arch", "uptime", "free", "ps", "pgrep", "pstree", "seq", "sleep", "expr", "factor", "numfmt", "tsort", "getconf", "locale", "type",
		"which", "whereis", "look", "cal", "ncal", "hostid", "pathchk", "zdump", "yes", "clear":
		return &Use{Doc: "print files, or facts of the system; no option of theirs writes"}
	case "grep", "egrep", "fgrep", "zgrep":
		return &Use{Doc: "search files", Text: 1, Values: "-f --file --exclude-from", TextValues: "-e --regexp -m -A -B -C"}
	case "echo", ":":
		return &Use{Doc: "print their words, or nothing", Text: -1}
	case "help":
		return &Use{Doc: "prints what the shell's own commands do", Text: -1}
	case "printf":
		return &Use{Doc: "prints its words; -v sets a variable of the shell", Text: -1, Not: "-v"}
	case "date":
		return &Use{Doc: "prints the time; -s, -t, -a and operands without + set it", Values: "-d --date -f --file -r --reference -v -z", Only: "-I --iso-8601 --rfc-3339 -R --rfc-2822 --rfc-email --resolution -u --utc --universal --uct -j -n --debug", Not: "-s --set", Text: -1, Judge: onlyFormats}
	case "sort":
		return &Use{Doc: "prints sorted lines; -o writes a file, --compress-program runs one, -T says where to keep what does not fit into memory", Values: "-k -t -S -T -o --key --field-separator --buffer-size --parallel --batch-size --output --temporary-directory --random-source", Not: "--compress-program --files0-from", Judge: onlySorts}
	case "shuf":
		return &Use{Doc: "prints lines in a random order; -o writes a file", Values: "-n --head-count -i --input-range --random-source", Not: "-o --output"}
	case "uniq":
		return &Use{Doc: "prints lines once; a second operand is written", Values: "-f -s -w", Most: 1, Judge: singleWords}
	case "diff3":
		return &Use{Doc: "compares three files; --diff-program names a program to run", Not: "--diff-program"}
	case "diff":
		return &Use{Doc: "compare files; they write with no option", Values: "-U -C -W -I -x -X -L --label"}
	case "sdiff":
		return &Use{Doc: "compares files side by side; -o writes, and asks with an editor", Values: "-w -I", Not: "-o --output --diff-program"}
	case "cd", "pushd", "popd", "dirs", "exit", "return", "break", "continue", "shift", "wait", "times", "umask", "ulimit", "getopts", "set",
		"shopt":
		return &Use{Doc: "the shell's own state, which ends with the script"}
	case "read", "unset", "let", "local", "declare", "typeset", "readonly", "export":
		return &Use{Doc: "the shell's variables; a subscript may hold a substitution", Judge: withoutSubstitution}
	case "mapfile", "readarray":
		return &Use{Doc: "read lines into a variable; -C runs a command", Values: "-d -n -O -s -u -c", Not: "-C", Judge: withoutSubstitution}
	case "jobs":
		return &Use{Doc: "lists jobs; -x runs a command", Not: "-x"}
	case "command":
		return &Use{Doc: "says where a program is; without -v it starts it, which is judged for itself", Only: "-v -V -p", Most: 1, Judge: describes}
	case "file":
		return &Use{Doc: "tells the kind of a file; -C compiles a magic file", Values: "-m -f -F -P -e --exclude --separator --parameter --files-from", Not: "-C --compile -m --magic-file"}
	case "find":
		return &Use{Doc: "lists files; -delete and -fprint write, and what -exec starts is judged for itself", Words: true, Text: 0,
			Values: "-newer -anewer -cnewer -samefile -maxdepth -mindepth -size -mtime -mmin -atime -amin -ctime -cmin -type -xtype -perm -user -group " +
				"-uid -gid -links -inum -fstype -used -context -newermt -D", TextValues: "-name -iname -path -ipath -wholename -regex -iregex -lname -ilname -regextype -printf",
			Not: "-delete -fprint -fprint0 -fprintf -fls -ok -okdir -files0-from"}
	}
	return nil
}

// onlyFormats allows operands that say how to print the time: date MMDDhhmm sets it,
// unless BSD's -j is before it.
func onlyFormats(r *Reading) string {
	if given(r, "-j") && !optionBehind(r) {
		return ""
	}
	for _, arg := range r.Operands {
		if prefix := arg.Value.Prefix(); prefix == "" || prefix[0] != '+' {
			return "an operand that is no +FORMAT sets the time"
		}
	}
	return ""
}

// onlySorts allows an output where nothing stays, and the directory for files that
// every program may use.
func onlySorts(r *Reading) string {
	if why := splits(r); why != "" {
		return why
	}
	for _, option := range r.Options {
		text, known := textOf(option)
		switch option.Name {
		case "-o", "--output":
			if !known || !has("- /dev/null /dev/stdout", text) || equalsInValue(r, "o=") {
				return "with " + option.Name + " it writes a file"
			}
		case "-T", "--temporary-directory":
			if !known || !has("/tmp /var/tmp /tmp/", text) || equalsInValue(r, "T=") {
				return "with " + option.Name + " it writes files elsewhere"
			}
		default:
			if strings.HasPrefix(option.Name, "--o") || strings.HasPrefix(option.Name, "--t") {
				return "with " + option.Name + " it may write a file"
			}
		}
	}
	return ""
}

// equalsInValue reports whether a = may stand between the letter of an option and its
// value, to which it belongs: -o=- writes a file of the name "=-".
func equalsInValue(r *Reading, sign string) bool {
	return slices.ContainsFunc(r.Inv.Args, func(a ast.Arg) bool {
		text := a.Value.Prefix()
		return strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "--") && strings.Contains(text, sign)
	})
}

// withoutSubstitution refuses words in which the shell would find a substitution after
// it has taken the quotes away: let 'a[$(rm x)]'.
func withoutSubstitution(r *Reading) string {
	for _, arg := range r.Operands {
		if text, known := arg.Value.Text(); known && (strings.Contains(text, "$(") || strings.Contains(text, "`")) {
			return "a word of it may run a command"
		}
	}
	return ""
}

// describes allows command -v and -V.
func describes(r *Reading) string { return needs(r, "-v -V") }
