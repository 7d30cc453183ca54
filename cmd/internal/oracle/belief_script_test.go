package oracle

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// probe is the command whose words are compared with what we believe of them: it writes
// one record to descriptor 9. The directory and a number stand first.
const probe = `printf %%s\\0 "$(command pwd -P)" p%d "$X" "$Y" $X "$1" "$PWD" END >&9`

// beliefScripts returns n scripts for a shell, the same in every run.
func beliefScripts(shell string, n int) []string {
	g := &believing{r: seeded(11), odd: append(append([]string(nil), oddEverywhere...), oddIn[shell]...)}
	out := make([]string, n)
	for i := range out {
		g.probes = 0
		var lines []string
		for range 2 + g.r.IntN(4) {
			lines = append(lines, g.statement(0))
		}
		out[i] = g.joined(append(lines, g.probe()))
	}
	return out
}

// believing makes the scripts of one shell.
type believing struct {
	r      *rand.Rand
	odd    []string
	probes int
}

func (g *believing) joined(lines []string) string {
	var b strings.Builder
	for i, line := range lines {
		switch {
		case i == 0:
		case g.r.IntN(2) == 0:
			b.WriteString("; ")
		default:
			b.WriteString("\n")
		}
		b.WriteString(line)
	}
	return b.String()
}

func (g *believing) probe() string {
	g.probes++
	return fmt.Sprintf(probe, g.probes)
}

// statement is a piece with its holes filled: half of them what agents write every day,
// the others what changes variables and directories in ways that are easily overlooked.
func (g *believing) statement(depth int) string {
	choices := usual
	if g.r.IntN(2) == 0 {
		choices = g.odd
	}
	piece := pick(g.r, choices)
	for depth > 2 && strings.Contains(piece, "«s»") {
		piece = pick(g.r, choices)
	}
	return g.filled(piece, depth)
}

func (g *believing) filled(piece string, depth int) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(piece, "«")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		hole, after, _ := strings.Cut(rest, "»")
		piece = after
		switch hole {
		case "s":
			b.WriteString(g.statement(depth + 1))
		case "q":
			b.WriteString(singleQuoted(g.joined([]string{g.statement(depth + 1), g.probe()})))
		case "p":
			b.WriteString(g.probe())
		case "c":
			b.WriteString(g.filled(pick(g.r, conditions), depth))
		default:
			b.WriteString(pick(g.r, holes[hole]))
		}
	}
}

// holes are what stands for a name, a text, a directory and a file to read.
var holes = map[string][]string{
	"x": {"X", "X", "Y"},
	"t": {"a", "b", "c/d", "'two words'", `"$X"`, `"$Y"`, `"$PWD/e"`, "$X", "''", `"${X:-dflt}"`},
	"d": {"sub", "sub/deep", "other", "..", "missing", `"$X"`, "/usr", "-", "sub/", "$PWD/sub"},
	"f": {"g.txt", "missing", "/dev/null"},
}

var conditions = []string{"true", "false", `[ "$X" = a ]`, `test -n "$Y"`, "cd «d»", "f", "! true", "«x»=«t»", "read Y < «f»"}

// usual are statements that agents write every day.
var usual = []string{
	"«x»=«t»", "«x»=«t»", "X=«t» Y=«t»", "export «x»=«t»", "«p»", "«p»", "cd «d»", "cd «d» && «s»", "cd «d» || exit 1", "«x»=$(pwd)", "«x»=$PWD",
	"for «x» in «t» «t»; do «s»; done", "if «c»; then «s»; else «s»; fi", "f() { «s»; «s»; }", "f", "f «t»", "( «s»; «p» )", "{ «s»; «s»; }",
	"case $X in a) «s» ;; b) «s» ;; *) «s» ;; esac", "«c» && «s»", "«c» || «s»", "«s» | «s»", "«s» & wait", "set -e", "while read «x»; do «s»; done < «f»",
	"Y=$(«s»; «p»)", "bash -c «q»", "X=«t» bash -c «q»", "mkdir -p made && cd made", "«x»+=«t»", "unset «x»", "unset X Y",
}

// oddEverywhere are statements of any shell whose effects are easily overlooked.
var oddEverywhere = []string{
	"read «x» < «f»", "read -r X Y < «f»", "read < «f»", "command read «x» < «f»", "export \"«x»=a b\"", "command export «x»=b", "export «x»", "\\export «x»=b",
	"readonly «x»=a", "readonly «x»", "local «x»=b", "f() { local X=b; «s»; g; }", "g() { «s»; «p»; }", "g() { X=b; }", "g() { cd sub; }", "g", "g() ( X=sub )",
	"«x»=b < «f»", "cd sub < «f»", "export «x»=b < «f»", "{ «s»; } < «f»", "f < «f»", "if «s»; then «s»; fi < «f»", "«x»=b > /nonexistent/file",
	"unset -f f", "cd() { «s»; }", "test() { «x»=t; }", "echo() { «x»=e; }; echo", "if «c»; then f() { «s»; }; fi", "f() { X=b; f() { X=c; }; }", "export() { Y=q; }",
	"set -- one two", "set -- «t» \"two words\"", "shift", "sh -c «q» zero «t»", "sh -c «q»", "X=«t» sh -c «q»", "shift 2", "set -- $X",
	"for i in 1 2; do «s»; f; «p»; done", "for i in 1 2; do «p»; f() { «s»; }; f; done", "for i in 1 2; do «p»; «s»; g; done", "while «c»; do «s»; break; done", "until «c»; do «s»; break; done",
	"«x»=b :", "«x»=b export Y", "«x»=b eval «q»", "«x»=b f", "«x»=b g", "«x»=b set -- c", "«x»=b . ./set.sh", ". ./set.sh", ". ./go.sh", ". ./set.sh args",
	"IFS=/", "IFS=a; «p»", "IFS=/ read Y < «f»", "unset IFS", "OLD=$IFS; IFS=/; «p»; IFS=$OLD",
	": ${«x»:=b}", ": \"${«x»=b}\" \"$X\"", "Y=$((X=5))", ": $((«x»=7))", "case ${«x»:=b} in b) «s» ;; esac", "cd ${Y:=sub}", "for i in ${X:=b}; do «p»; done", "X= ; : ${X:=q} $(«p»)",
	"printf '%s' $((1/$Z0)); «s»", "Y=$((1 / 0)); «s»", "X=b$((1/0))", "f() { Y=$((1/0)); }",
	"trap '«x»=t' EXIT", "trap «q» EXIT", "trap '' INT", "trap '«x»=u' USR1; kill -USR1 $$", "alias f='X=b'", "alias cd=true", "eval «q»", "eval \"«x»=b\"", "eval '«x»=b; «s»'", "Z='X=b'; eval $Z",
	"eval 'f() { «s»; }'", "eval export «x»=b", "c=export; $c X=b", "c='eval X=b'; $c", "c=f; $c", "c=$(echo export); $c X=b", "for c in cd; do $c sub; done",
	"( «s» ); «p»", "«s» && «s» || «s»", "«s» || { «s»; return; }", "return", "f() { «s»; return; «s»; }", "f() { «c» && return; «s»; }", "exit 1 2", "logout", "exit 3 < «f»", "«c» && exit 3",
	"set -e; f() { cd missing; «s»; }; f || true", "set -e; Y=$(cd missing; «p»)", "set -e; ( cd missing; «p» ) || true", "set -e; eval 'cd missing; «p»' || true", "set +e", "set -u", "set -e; «c»; «s»",
	"CDPATH=sub", "CDPATH=sub cd deep", "export CDPATH=$PWD/sub", "cd deep", "cd - && «s»", "OLDPWD=/usr", "OLDPWD=/usr cd -", "PWD=/usr", "unset PWD", "HOME=/usr; cd", "HOME=$PWD/sub; cd ~", "cd", "unset HOME; cd",
	"cd sub | cat", "for i in 1 2; do cd sub; done", "for i in 1 2; do cd «d»; cd «d»; done; cd -", "g() { cd sub; cd ..; }; g; cd -", "«x»=~-", "cd -P link", "set -P; cd link", "cd link/..", "cd //usr", "cd ''", "rmdir made; cd made", "mkdir -p made; cd made; «s»",
	"break", "for i in 1 2; do f; X=b; done", "f() { break; }", "for i in 1 2; do «s»; break 1 && «s»; «p»; done", "for i in 1 2; do for j in 1 2; do «s»; continue 2; done; «s»; done",
	"command cd sub", "command -v cd", "eval cd sub", "cd sub extra", "«x»=$(pwd); cd other", "pwd() { printf %s x; }; Y=$(pwd)", "export -n X", "X=b env true", "env X=b sh -c «q»", "env -u X bash -c «q»", "env -i bash -c «q»", "export X; bash -c «q»", "X=q; export Y; sh -c «q»",
	"getopts ab «x» -a", "\"read\" «x» < «f»", "true || «s»", "false && «s»", "! «s»", "«s»; «s» &", "wait", "X=b Y=$X sh -c «q»", "X=b; X=c true \"$X\"", "X=$X-x", "Y=${X#a}", "Y=${X%d}z", "X=a*", "X='g.*'", "X='a  b'", "command «x»=b",
}

// oddIn are statements that only some shells know.
var oddIn = map[string][]string{
	"bash": {
		"read -a «x» < «f»", "read -d '' «x» < «f»", "mapfile -t «x» < «f»", "mapfile < «f»", "printf -v «x» b", "printf -v \"«x»\" '%s' \"$Y\"", "command printf -v «x» b", "builtin read «x» < «f»", "sleep 0 & wait -n -p «x»", "let «x»=5", "let '«x» = 5'", "((«x»=6))", "((X++))", "(( X = 1, Y = 2 ))",
		"declare «x»=b", "declare -g «x»=b", "f() { declare -g X=b; }", "f() { declare X=b; «s»; }", "builtin declare «x»=b", "typeset -g «x»=b", "declare \"«x»=b\"", "declare -n R=X; R=b", "declare -n X=Y", "declare -n R=X; for R in Y X; do «s»; R=q; done", "f() { local -n R=X; R=b; }", "declare -i «x»; «x»=1+1", "declare -u «x»", "declare -r «x»=a", "f() { readonly X=c; }", "f() { local X; «p»; }", "f() { X=c; local X; «p»; }", "f() { local X=b; X=c; declare -g X=d; «p»; }",
		"shopt -s lastpipe; echo l | read «x»", "shopt -s lastpipe", "echo l | «s»", "echo l | { read X; «s»; }", "set -o posix", "set -o posix; «x»=b :", "f() { set -o posix; }", "bash --posix -c «q»", "bash -o posix -c «q»",
		"[[ $X == a ]] && «s»", "[[ X=5 -eq 5 ]]", "[[ -n ${X:=b} ]] || «s»", "[[ -v X ]] || X=new", "[[ ${X:=b} && $(«p») ]]", "select X in a b; do «s»; break; done < g.txt", "for ((X=0; X<2; X++)); do «p»; done", "for ((i=0; i<2; i++)); do «s»; «p»; done", "X=(1 2); «s»", "X[0]=b", "X[1]=b", "a=(x y); for X in \"${a[@]}\"; do «s»; done",
		"shopt -s expand_aliases\nalias f='X=b'\nf", "shopt -s expand_aliases\nalias cd='X=b; cd'\n«s»", "shopt -s expand_aliases\nalias if='X=b; if'\nif true; then «s»; fi", "trap 'X=d' DEBUG", "trap 'X=d' ERR; false", "f() { trap 'X=d' DEBUG; }", "set -T; trap 'X=r' RETURN", "trap g DEBUG", "shopt -s extdebug; trap false DEBUG", "for i in 1 2; do «p»; X=loop; «p»; trap 'X=d' DEBUG; done",
		"PROMPT_COMMAND='X=b'", "coproc { «s»; }", "coproc X { true; }", "exec {X}< «f»", "pushd sub", "pushd sub; popd", "popd", "pushd", "dirs -c", "pushd -n sub", "pushd +1", "cd -L sub", "cd -e sub", "builtin cd sub", "enable -n cd", "function f { «s»; }", "export -f f; bash -c f", "cd() { X=c; }; export -f cd; bash -c «q»", "set -a; f() { X=b; }; bash -c 'f; «p»'",
		"Y=${X@Q}", "X='a b'; Y=\"${X// /_}\"", "Y=${!X}", "X=b; unset -v X", "unset -n X", "unset 'X[0]'", "unset \"X\"", "hash -r", "set -k", "set +B; X={a,b}; true {a,b}; for X in {a,b}; do «p»; done", "for X in {a,b}; do «s»; done", "set -o noglob", "UID=5; «s»", "SECONDS=b; Y=$SECONDS", "RANDOM=1; X=$RANDOM", "X=q; Y=$_", "LINENO=b; X=$LINENO", "X=${BASHPID}", "BASH_ARGV0=x",
		"time X=b", "time «s»", "! X=b", "X=a; X+=b", "readonly X=a\nX=b; «s»\n«p»", "readonly X=a\neval 'X=b; Y=c'\n«p»", "readonly R=1; R=2 «s»", "readonly R=1\nR=2 export X=z", "BASH_ENV=./set.sh bash -c «q»", "bash -c 'X=b; «s»'", "dash -c «q»", "sh -c 'X={a,b}; for X in {a,b}; do «p»; done'", "sh -c 'X=b &>/dev/null; «p»'", "sh -c 'X=$'\\''a'\\''; «p»'", "bash -O lastpipe -c «q»", "bash -e -c «q»", "bash -c 'set -- x y; «p»'", "SHELLOPTS=posix; «s»", "POSIXLY_CORRECT=1", "POSIXLY_CORRECT=1; «x»=b :",
		"mapfile -C 'X=m #' -c 1 A < g.txt", "A='X=5'; Y=$((A))", "A='X=5'; ((A))", "A='Y=5'; let $A", "A=X=5; Y=$(( $A ))", "declare -i A; A='X=5'", "Z=(a b); Z[X=1]=c", "Y=${Z[X=1]}", "Y=${X:Y=0:1}", "test -v X", "local -", "f() { local -; set -e; }; f; false; «s»", "X=b command eval «q»", "command eval 'X=b'", "builtin eval 'cd sub'", "command . ./set.sh", "exec 3< «f»", "exec < «f»", "command exec < missing", "shopt -s localvar_inherit", "compgen -A file | read X", "source ./set.sh", "source ./go.sh && «s»", "f() { source ./set.sh; }", "f() { eval 'X=b'; }", "f() { eval \"$1\"; }; f X=b", "f() { \"$@\"; }; f export X=b", "f() { $1 X=b; }; f export", "h() { c=export; $c X=h; }; h",
	},
	"zsh": {
		"echo l | read «x»", "echo l | «s»", "echo l | { read X; «s»; }", "print l | X=b", "for i in 1 2; do echo | break; X=b; done", "typeset «x»=b", "typeset -g «x»=b", "f() { typeset X=b; «s»; }", "f() { typeset -g X=b; }", "integer X=5", "float X=5", "X=(a b)", "X[1]=b", "print -v X b", "read \"X?prompt\" < «f»", "read -k X < «f»", ": ${X::=b}", "set -A X a b", "setopt sh_word_split; «p»", "setopt autocd", "emulate sh", "emulate sh -c '«s»'", "repeat 2 «s»", "repeat 2 X=b", "foreach X (a b); «s»; end",
		"cd sub other", "cd -1", "cd +1", "pushd sub", "popd", "cdpath=($PWD/sub)", "path=(/usr/bin /bin); X=$PATH", "path=/usr/bin; X=$path", "typeset -T A a; A=x:y; X=$a", "typeset -i X; X=1+1", "typeset -u X", "let X=5", "((X=6))", "alias cd='X=b; cd'\n«s»", "alias f='X=b'\nf", "alias -g G=b\nX=a; true G", "unfunction f", "chpwd() { X=c; }", "TRAPUSR1() { X=u; }; kill -USR1 $$", "TRAPDEBUG() { X=d; }", "trap 'X=d' DEBUG", "local X=b", "X=b eval «q»", "function f { «s»; }", "() { X=b; }", "autoload f", "exit 1 2", "setopt posix_builtins; X=b :", "setopt auto_pushd", "unsetopt nomatch", "read -A X < «f»", "vared X", "zsh -fc «q»", "noglob X=b", "command cd sub", "builtin cd sub", "select X in a b; do «s»; break; done < g.txt", "X=$status", "Y=$?", "private X=b", "readonly X=a; «s»", "unset 'X'", "nocorrect cd sub", "- cd sub", "coproc X=b", "{ «s»; } always { «s»; }", "if [[ -n $X ]] { «s» }", "X=b; X+=(c)", "for X Y in a b c d; do «s»; done", "for X (a b) «s»", "set -o shwordsplit; X='a b'; «p»",
	},
}
