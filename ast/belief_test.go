package ast

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// beliefs are scripts that give X a value, in the real shell and in ours. Known says that
// ours must know it: the others must be open, or hold the text among alternatives.
var beliefs = []struct {
	script string
	known  bool
}{
	// What agents write every day stays known.
	{"X=a", true},
	{"X=a; export X=b", true},
	{"export \"X=a b\"", true},
	{"command export X=b", true},
	{"declare X=b", true},
	{"X=$PWD", true},
	{"cd sub && X=$(pwd)", true},
	{"cd sub; X=$PWD", true},
	{"cd sub/ && X=$PWD", true},
	{"f() { Y=b; }; X=a; f", true},
	{"for Y in a b; do X=c; done", true},
	{"X=a; ls >/dev/null 2>&1; printf '%s' \"$UNSEEN\"", true},
	{"X=a; (X=b); X=b | true; Y=$(X=c); { X=d; } & wait", true},
	{"X=a; X=b true", true},
	{"X=a; eval 'X=b'", true},
	{"set -- one two; shift; X=$1", true},
	{"f() { local X=b; }; Y=a; f; X=$Y", true},
	{"run() { \"$@\"; }; X=a; run true", true},
	{"X=a; trap 'true' EXIT INT", true},
	{"X=a; wait $!", true},
	{"X=a; f() { :; } && X=b", true},
	{"X=a; a() { :; } | X=c && X=b", false},
	// Builtins that assign by the words they get.
	{"X=a; read X < g.txt", false},
	{"X=a; command read -r Y X < g.txt", false},
	{"X=a; read -a X < g.txt", false},
	{"X=a; mapfile -t X < g.txt", false},
	{"X=a; mapfile -C 'X=m #' -c 1 A < g.txt", false},
	{"X=a; printf -vX b", false},
	{"X=a; let X=5", false},
	{"X=a; let 'X = 5'", false},
	{"X=a; getopts ab X -a", false},
	{"X=a; sleep 0 & wait -n -p X", false},
	{"X=a; c=export; $c X=b", true},
	{"X=a; c='eval X=b'; $c", true},
	{"X=a; c=$(echo export); $c X=b", false},
	{"f() { \"$@\"; }; X=a; f export X=b", false},
	// Expansions and arithmetic that assign.
	{"unset X; : ${X:=b}", false},
	{"unset Z; for X in ${Z:=b} \"$Z\"; do :; done", false},
	{"X=1; Y=$((X=5))", false},
	{"X=1; ((X++))", false},
	{"X=1; A='X=5'; Y=$((A))", false},
	{"X=1; A=(a b); A[X=1]=c", false},
	{"X=1; f() { A='X=5'; ((A)); }; f", false},
	{"X=1; A='X=5'; f() { let A; }; f", false},
	{"X=1; case $((X=2)) in 2) ;; esac", false},
	{"X=1; [[ X=5 -eq 5 ]]", false},
	// Attributes, references, and what the shell itself gives a value.
	{"readonly X=a\nX=b", false},
	{"X=1; declare -i X; X=1+1", false},
	{"X=a; declare -n R=X; R=b", false},
	{"X=a; declare -n R=X; for R in Y X; do R=q; done", false},
	{"f() { local -n R=X; R=b; }; X=a; f", false},
	{"SECONDS=x; X=$SECONDS", false},
	{"PWD=/x; cd sub; X=$PWD", false},
	// What fails is not done; an expansion that fails drops the rest of the line.
	{"X=a; export X=b < missing", false},
	{"X=a; { X=b; } < missing", false},
	{"X=a; local X=b", false},
	{"X=a; false || { X=b; return; }", false},
	{"X=a; exit 1 < missing; X=b", true},
	{"X=a\nUID=5; X=b", false},
	{"X=a\nY=$((1/0)); X=b", false},
	{"readonly R=1\nX=a\nR=2 export X=z", false},
	{"X=a; shopt -s extdebug; trap false DEBUG; X=b", false},
	// Functions, and what takes the place of the shell's own.
	{"f() { X=b; }; f() { X=c; }; f", false},
	{"g() { X=b; }; X=a; for i in 1 2; do Y=$X; g; done; X=$Y", false},
	{"cd() { X=c; }; X=a; cd sub", false},
	{"test() { X=t; }; X=a; test 1", false},
	{"X=a; enable -n cd; cd sub; X=$PWD", false},
	{"X=a; shopt -s expand_aliases\nalias f='X=b'\nf", false},
	{"f() { local X; Y=[$X]; }; X=a; f; X=$Y", false},
	{"g() { Y=$X; }; f() { local X=b; g; }; X=a; f; X=$Y", false},
	{"f() { set -e; }; X=a; f; cd missing; X=b", true},
	{"X=a; trap 'X=d' DEBUG; Y=1", false},
	{"X=a; trap 'X=u' USR1; kill -USR1 $$", false},
	{"X=a; echo l | read X; shopt -s lastpipe; echo l | read X", false},
	{"X=a; coproc X { true; }; wait", false},
	{"X=a; . ./set.sh", false},
	// How words split.
	{"Y=c/d; IFS=/; set -- $Y; X=$1", false},
	{"Y=; if test $$ = 1; then Y=a; fi; set -- $Y b; X=$1", false},
	{"set +B; set -- {a,b}; X=$1", true},
	// Directories.
	{"cd sub < missing; X=$PWD", false},
	{"CDPATH=sub; cd deep; X=$PWD", false},
	{"OLDPWD=/usr; cd -; X=$PWD", false},
	{"cd sub; cd ..; cd -; X=$PWD", true},
	{"for i in 1 2; do cd sub; cd ..; done; cd -; X=$PWD", false},
	{"rmdir made; cd made; X=$PWD", false},
	{"set -P; cd link; X=$PWD", false},
	{"cd //usr; X=$PWD", false},
	{"set -e; X=$(cd missing; true)$PWD", false},
	{"X=a; set -e; eval 'cd missing; X=b' || true", true},
}

// TestBeliefs holds what we believe of a variable against what bash has in it.
func TestBeliefs(t *testing.T) {
	bash := shell(t, "bash")
	for _, tt := range beliefs {
		t.Run(tt.script, func(t *testing.T) {
			believed, real := believe(t, Bash, bash, tt.script+"\n"+`printf =%s "$X" >&9`, tt.known)
			if texts, ok := believed.Texts(); ok && real != "" {
				assert.Contains(t, texts, real[1:])
			}
		})
	}
}

// TestBeliefsOfOtherShells holds scripts that they read in their own ways against zsh, and
// against dash as sh.
func TestBeliefsOfOtherShells(t *testing.T) {
	const print = `; printf =%s "$X" >&9`
	for _, tt := range []struct {
		script string
		known  bool
	}{
		{"X=a; echo l | X=b", true},
		{"X=a; local X=b", false},
		{"X=a; for i in 1; do f() { break; }; f; X=b; done", false},
		{"let X=5; export X=b", false},
		{"X=a; command export X=b", false},
		{"X=a; - export X=b", true},
		{"path=/usr/bin; X=$PATH", false},
		{"X=a; chpwd() { X=c; }; cd sub", false},
	} {
		t.Run("zsh "+tt.script, func(t *testing.T) {
			believed, real := believe(t, Zsh, shell(t, "zsh"), tt.script+print, tt.known)
			if texts, ok := believed.Texts(); ok && real != "" {
				assert.Contains(t, texts, real[1:])
			}
		})
	}
	dash := shell(t, "dash")
	for _, script := range []string{
		"X=b &>/dev/null", "X=$'a'", "X={a,b}; for X in {a,b}; do :; done", "X=a; X=b :", "X=a; X=b export Y", "X=a; time X=b", "X=a; declare X=b",
		"X=a; let X=5", "X=a; [[ a = a ]] && X=b", "X=a; X+=b", "unset X; X=b eval 'sh -c :'",
	} {
		t.Run("sh "+script, func(t *testing.T) {
			quoted, err := Quote(script + print)
			require.NoError(t, err)
			read, real := run(t, Bash, shell(t, "bash"), dash+" -c "+quoted)
			admitted := slices.ContainsFunc(read.Hazards, func(h Hazard) bool { return h.Kind == HazardScript || h.Kind == HazardSyntax })
			for _, inv := range read.Invocations {
				if inv.Program() == "printf" {
					texts, ok := inv.Args[1].Value.Texts()
					admitted = admitted || !ok || real == "" || slices.Contains(texts, real[1:])
				}
			}
			assert.True(t, admitted, "%q is none of what is believed", real)
		})
	}
}

// believe returns what we take the last word of the last command for, and what the shell
// wrote: nothing where it ended before, else an = and the text.
func believe(t *testing.T, dialect Dialect, program, script string, known bool) (believed Value, real string) {
	t.Helper()
	read, real := run(t, dialect, program, script)
	last := read.Invocations[len(read.Invocations)-1]
	require.Equal(t, "printf", last.Program())
	believed = last.Args[1].Value
	_, ok := believed.Text()
	assert.Equal(t, known, ok, "it is %s", believed.Display())
	return believed, real
}

// run reads a script and has the real shell run it. What the shell writes to descriptor
// 9 is returned.
func run(t *testing.T, dialect Dialect, program, script string) (*Script, string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "sub/deep"), 0o755))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "made"), 0o755))
	require.NoError(t, os.Symlink("sub/deep", filepath.Join(dir, "link")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "g.txt"), []byte("1 line\n2\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "set.sh"), []byte("X=changed\n"), 0o644))
	read, err := Parse(Source{
		Text: script, Dialect: dialect, Dir: Known(dir), Env: map[string]Value{"HOME": Known(dir), "PWD": Known(dir)},
		IsDir: func(path string) bool { info, err := os.Stat(path); return err == nil && info.IsDir() },
	})
	require.NoError(t, err)
	cmd := exec.Command(program, "-c", "exec 9>&1 >/dev/null 2>&1\n"+script)
	if dialect == Zsh {
		cmd = exec.Command(program, "-fc", "exec 9>&1 >/dev/null 2>&1; "+script)
	}
	cmd.Dir, cmd.Env = dir, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "PWD=" + dir}
	out, _ := cmd.Output() // many scripts end with a failure
	return read, string(out)
}

// shell returns the path of a shell, and skips the test where there is none.
func shell(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip(name + " is needed as the judge: install it and run the test again")
	}
	return path
}
