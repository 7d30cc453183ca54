package ast

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// summary writes what a script starts, one invocation a line:
// "dir$ [via>]name args {where}".
func summary(s *Script) string {
	var b strings.Builder
	for _, inv := range s.Invocations {
		b.WriteString(inv.Dir.Display() + "$ ")
		for _, v := range inv.Via {
			b.WriteString(v + "> ")
		}
		b.WriteString(inv.Name.Value.Display())
		for _, a := range inv.Args {
			b.WriteString(" " + a.Value.Display())
			if a.Many {
				b.WriteString("+")
			}
		}
		if names := inv.Where.Names(); len(names) > 0 {
			b.WriteString(" {" + strings.Join(names, " ") + "}")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func source(text string) Source {
	return Source{
		Text: text, Dialect: Bash, Dir: Known("/p"),
		Env:   map[string]Value{"HOME": Known("/home/me")},
		IsDir: func(path string) bool { return path == "/srv" || path == "/p/sub" },

		Resumable: true,
	}
}

func TestInvocations(t *testing.T) {
	for _, tt := range []struct{ name, script, want string }{
		{"plain", "git clone U", "/p$ git clone U\n"},
		{"quoted name", `"git" 'cl'one g\it $'a\tb'`, "/p$ git clone git a\tb\n"},
		{"path", "/usr/bin/git clone U", "/p$ /usr/bin/git clone U\n"},
		{"continuation", "git cl\\\none U", "/p$ git clone U\n"},
		{"assignment", "A=1 git clone U", "/p$ git clone U\n"},
		{"known variable", "U=http://h/r; git clone $U \"$U/x\"", "/p$ git clone http://h/r http://h/r/x\n"},
		{"variable that splits", "O='--depth 1'; git clone $O U", "/p$ git clone --depth 1 U\n"},
		{"unknown variable", `git clone "$U" $V x$W`, "/p$ git clone ${U} ${V}+ x${W}+\n"},
		{"braces", "echo a{b,c{d,e}} {1..3} {01..03} {a,}", "/p$ echo ab acd ace 1 2 3 01 02 03 a\n"},
		{"tilde", `ls ~ ~/x a~ "~" ~root`, "/p$ ls /home/me /home/me/x a~ ~ …\n"},
		{"patterns", `ls *.c 'a*' x?y http://h/?q [a`, "/p$ ls *.c+ a* x?y+ http://h/?q+ [a\n"},
		{"sudo", "sudo -u me -n git clone U", "/p$ sudo> git clone U\n"},
		{"wrapper chain", "nohup nice -n 5 timeout -k 1 10 env -i A=1 git clone U", "/p$ nohup> nice> timeout> env> git clone U\n"},
		{"env -C", "env -C /x git clone U", "/x$ env> git clone U\n"},
		{"env -S", "env -S 'git clone U'", "/p$ env> git clone U\n"},
		{"command", "command git clone U; command -v git", "/p$ command> git clone U\n/p$ command -v git\n"},
		{"exec", "exec -a x git clone U", "/p$ exec> git clone U\n"},
		{"time", "time -p git clone U", "/p$ git clone U\n"},
		{"xargs", "echo U | xargs -n 1 git clone", "/p$ echo U {pipe}\n/p$ xargs> git clone …+ {pipe}\n"},
		{"find", "find . -name x -exec git -C {} pull \\; -exec echo {} +", "/p$ find . -name x -exec git -C {} pull ; -exec echo {} +\n/p$ find> git -C … pull {loop}\n/p$ find> echo …+ {loop}\n"},
		{"bash -c", `bash -c 'git clone U'`, "/p$ bash -c git clone U\n/p$ bash> git clone U {script}\n"},
		{"sh -lc with words", `sh -lc 'git clone "$1"' x U`, "/p$ sh -lc git clone \"$1\" x U\n/p$ sh> git clone U {script}\n"},
		{"bash -c after options", `bash -o pipefail -ec -- 'cd /srv && ls'`, "/p$ bash -o pipefail -ec -- cd /srv && ls\n/p$ bash> cd /srv {script}\n/srv$ bash> ls {conditional script}\n"},
		{"eval", `eval "git clone U"; eval git clone V`, "/p$ eval git clone U\n/p$ eval> git clone U {script}\n/p$ eval git clone V\n/p$ eval> git clone V {script}\n"},
		{"nested twice", `bash -c "sh -c 'git clone U'"`, "/p$ bash -c sh -c 'git clone U'\n/p$ bash> sh -c git clone U {script}\n/p$ bash> sh> git clone U {script}\n"},
		{"su", `su - me -c 'git clone U'`, "/p$ su - me -c git clone U\n/p$ su> git clone U {script}\n"},
		{"script text not known", `bash -c "$X"`, "/p$ bash -c ${X}\n"},
		{"substitution", `echo "$(git clone U)"`, "/p$ echo …\n/p$ git clone U {substitution}\n"},
		{"backquotes", "echo `git clone U`", "/p$ echo …+\n/p$ git clone U {substitution}\n"},
		{"process substitution", `cat <(curl U)`, "/p$ cat /dev/fd/…\n/p$ curl U {substitution}\n"},
		{"here-document", "cat <<E\n$(git clone U)\nE\ncat <<'E'\n$(git clone V)\nE", "/p$ cat\n/p$ git clone U {substitution}\n/p$ cat\n"},
		{"default value", `echo ${X:-$(git clone U)}`, "/p$ echo ${X}+\n/p$ git clone U {substitution}\n"},
		{"subshell keeps cd", "(cd /srv; ls); ls", "/p$ cd /srv {subshell}\n/srv$ ls {subshell}\n/p$ ls\n"},
		{"cd and", "cd r && git clone U", "/p$ cd r\n/p/r$ git clone U {conditional}\n"},
		{"cd semicolon", "cd r; git clone U", "/p$ cd r\n/p/r or /p$ git clone U\n"},
		{"cd that exists", "cd sub; ls; cd ..; ls", "/p$ cd sub\n/p/sub$ ls\n/p/sub$ cd ..\n/p or /p/sub$ ls\n"},
		{"cd or exit", "cd r || exit 1; ls", "/p$ cd r\n/p$ exit 1 {conditional}\n/p/r$ ls\n"},
		{"set -e", "set -e\ncd r\nls", "/p$ set -e\n/p$ cd r\n/p/r$ ls\n"},
		{"set -e and list", "set -e\ncd r && true\nls", "/p$ set -e\n/p$ cd r\n/p/r$ true {conditional}\n/p/r or /p$ ls\n"},
		{"cd home", "cd && ls; cd ~/x && ls", "/p$ cd\n/home/me$ ls {conditional}\n/home/me or /p$ cd /home/me/x\n/home/me/x$ ls {conditional}\n"},
		{"cd back", "cd r && cd - && ls", "/p$ cd r\n/p/r$ cd - {conditional}\n/p$ ls {conditional}\n"},
		{"cd unknown", "cd $X && ls", "/p$ cd ${X}+\n…$ ls {conditional}\n"},
		{"pwd", `cd r && ls "$PWD/x" $(pwd)/y "$OLDPWD"`, "/p$ cd r\n/p/r$ ls /p/r/x /p/r/y /p {conditional}\n/p/r$ pwd {substitution conditional}\n"},
		{"if", "if cd r; then ls; else pwd; fi; ls", "/p$ cd r\n/p/r$ ls {conditional}\n/p$ pwd {conditional}\n/p/r or /p$ ls\n"},
		{"while", "while read x; do cd $x; done; ls", "…$ read x {loop}\n…$ cd ${x}+ {loop}\n…$ ls\n"},
		{"for", `for u in a b; do git clone "$u"; done`, "/p$ git clone a or b {loop}\n"},
		{"case", "case $x in a) cd r;; b) ls;; esac; ls", "/p$ cd r {conditional}\n/p$ ls {conditional}\n/p or /p/r$ ls\n"},
		{"function", "f() { git clone U; }; f", "/p$ git clone U {function}\n/p$ f\n"},
		{"background", "git clone U & ls", "/p$ git clone U {background}\n/p$ ls\n"},
		{"trap", "trap 'git clone U' EXIT", "/p$ trap git clone U EXIT\n/p$ trap> git clone U {script trap}\n"},
		{"maybe a wrapper", "$SUDO git clone U", "/p$ ${SUDO}> git clone U\n"},
		{"variable as name", "G=git; $G clone U", "/p$ git clone U\n"},
		{"export", `export U=x; bash -c 'git clone $U'`, "/p$ bash -c git clone $U\n/p$ bash> git clone x {script}\n"},
		{"not exported", `U=x; bash -c 'git clone "$U"'`, "/p$ bash -c git clone \"$U\"\n/p$ bash> git clone ${U} {script}\n"},
		{"array", "a=(1 2); git clone \"${a[@]}\"", "/p$ git clone ${a}+\n"},
		{"unset", "X=1; unset X; git clone \"$X\" y", "/p$ unset X\n/p$ git clone  y\n"},
		{"read", "X=1; read X; ls $X", "/p$ read X\n/p$ ls ${X}+\n"},
		{"joined paths", "if a; then X=1; else X=2; fi; ls $X", "/p$ a\n/p$ ls 1 or 2\n"},
		{"while true break", "while true; do cd r && break; done; ls", "…$ true {loop}\n…$ cd r {loop}\n…/r$ break {conditional loop}\n… or …/r$ ls\n"},
		{"coproc", "coproc git clone U", "/p$ git clone U {background}\n"},
		{"test", "[[ -n $(git clone U) ]] && (( $(curl V) > 1 ))", "/p$ git clone U {substitution}\n/p$ curl V {substitution conditional}\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Parse(source(tt.script))
			require.NoError(t, err)
			assert.Equal(t, tt.want, summary(s))
		})
	}
}

func TestWrappersAreSorted(t *testing.T) {
	names := make([]string, len(wrappers))
	for i, w := range wrappers {
		names[i] = w.name
		assert.Equal(t, w.name, findWrapper(w.name).name)
	}
	assert.IsIncreasing(t, names)
}
