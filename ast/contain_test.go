package ast

import (
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// contained are words and what they become below ~/s, as a file and, where that differs,
// as a directory.
var contained = []struct{ word, file, dir string }{
	// One plain expansion.
	{`"$V"`, `~/s/"${V##*/}"`, `~/s/"d-${V##*/}"`},
	{`$V`, `~/s/"${V##*/}"`, `~/s/"d-${V##*/}"`},
	{`${V}`, `~/s/"${V##*/}"`, `~/s/"d-${V##*/}"`},
	{`"$1"`, `~/s/"${1##*/}"`, `~/s/"d-${1##*/}"`},
	{`"${12}"`, `~/s/"${12##*/}"`, `~/s/"d-${12##*/}"`},
	{`$0`, `~/s/"${0##*/}"`, `~/s/"d-${0##*/}"`},
	{`"$RANDOM"`, `~/s/"${RANDOM##*/}"`, `~/s/"d-${RANDOM##*/}"`}, // dash knows no RANDOM
	// What stands before the last slash is dropped.
	{`"$D/$V"`, `~/s/"${V##*/}"`, `~/s/"d-${V##*/}"`},
	{`"$D"/'a/b c'"$V"`, `~/s/"b c${V##*/}"`, ``},
	{`~/x/$V`, `~/s/"${V##*/}"`, `~/s/"d-${V##*/}"`},
	{`$'a\x2fb'$V`, `~/s/"b${V##*/}"`, ``},
	{`"$(pwd)/$V"`, `~/s/"${V##*/}"`, `~/s/"d-${V##*/}"`},
	{`$(cd "$(dirname "$0")" && pwd)/$V`, `~/s/"${V##*/}"`, `~/s/"d-${V##*/}"`},
	{`"$(git rev-parse --show-toplevel 2>/dev/null)/$V"`, `~/s/"${V##*/}"`, `~/s/"d-${V##*/}"`},
	// A name that is known.
	{`"$D/x.tgz"`, `~/s/x.tgz`, ``},
	{`"$D/a b"`, `~/'s/a b'`, ``},
	{`'a/b'`, `~/s/b`, ``},
	// Text beside it.
	{`"$V.tgz"`, `~/s/"${V##*/}.tgz"`, `~/s/"d-${V##*/}.tgz"`},
	{`v"$V"`, `~/s/"v${V##*/}"`, ``},
	{`..$V`, `~/s/"..${V##*/}"`, `~/s/"d-..${V##*/}"`},
	{`...$V`, `~/s/"...${V##*/}"`, ``},
	{`"$V-${W}"x`, `~/s/"${V##*/}-${W##*/}x"`, `~/s/"d-${V##*/}-${W##*/}x"`},
	{`'$` + "`" + `"\!'"$V"`, `~/s/"\$\` + "`" + `\"\\"'!'"${V##*/}"`, ``},
	{`"a'$V"`, `~/s/"a'${V##*/}"`, ``},
	// What holds no slash by itself.
	{`"${V##*/}"`, `~/s/"${V##*/}"`, `~/s/"d-${V##*/}"`},
	{`x-$$`, `~/s/"x-${$}"`, ``},
	{`$?x`, `~/s/"${?}x"`, ``},
	{`"${#V}"`, `~/s/"${#V}"`, ``},
	{`f$((n + 1))`, `~/s/"f$((n + 1))"`, ``},
	{`f$((n++))`, `~/s/"f$((n++))"`, ``},
	{`"$(basename "$URL")"`, `~/s/"$(basename "$URL")"`, `~/s/"d-$(basename "$URL")"`},
	{`"$D/$(basename "$URL" .git)"`, `~/s/"$(basename "$URL" .git)"`, `~/s/"d-$(basename "$URL" .git)"`},
	{`$(basename -- "$URL").new`, `~/s/"$(basename -- "$URL").new"`, `~/s/"d-$(basename -- "$URL").new"`},
	{`"$(date +%Y-%m-%d).log"`, `~/s/"$(date +%Y-%m-%d).log"`, `~/s/"d-$(date +%Y-%m-%d).log"`},
	// What may hold one: basename of all of it.
	{`"${V%.gz}"`, `~/s/"$(basename -- "${V%.gz}")"`, `~/s/"d-$(basename -- "${V%.gz}")"`},
	{`${V:-x}`, `~/s/"$(basename -- "${V:-x}")"`, `~/s/"d-$(basename -- "${V:-x}")"`},
	{`"${V:-"x y"}"`, `~/s/"$(basename -- "${V:-"x y"}")"`, `~/s/"d-$(basename -- "${V:-"x y"}")"`},
	{`"${a[0]}"`, `~/s/"$(basename -- "${a[0]}")"`, `~/s/"d-$(basename -- "${a[0]}")"`},
	{`"${!V}"`, `~/s/"$(basename -- "${!V}")"`, `~/s/"d-$(basename -- "${!V}")"`},
	{`"$(mktemp)"`, `~/s/"$(basename -- "$(mktemp)")"`, `~/s/"d-$(basename -- "$(mktemp)")"`},
	{`"$(cmd "$1")-$V.x"`, `~/s/"$(basename -- "$(cmd "$1")-${V}.x")"`, `~/s/"d-$(basename -- "$(cmd "$1")-${V}.x")"`},
	{`$(date +%D)`, `~/s/"$(basename -- "$(date +%D)")"`, `~/s/"d-$(basename -- "$(date +%D)")"`},
	{`$(date)`, `~/s/"$(basename -- "$(date)")"`, `~/s/"d-$(basename -- "$(date)")"`},
	{`$(basename $URL)`, `~/s/"$(basename -- "$(basename $URL)")"`, `~/s/"d-$(basename -- "$(basename $URL)")"`},
	{`$(basename "${!V}")`, `~/s/"$(basename -- "$(basename "${!V}")")"`, `~/s/"d-$(basename -- "$(basename "${!V}")")"`},
	{`$(basename "$URL" 2>f)`, `~/s/"$(basename -- "$(basename "$URL" 2>f)")"`, `~/s/"d-$(basename -- "$(basename "$URL" 2>f)")"`},
	// basename / is a slash: beside it stands no text that could be .. then.
	{`"$(basename "$U")$V"`, `~/s/"$(basename -- "$(basename "$U")${V}")"`, `~/s/"d-$(basename -- "$(basename "$U")${V}")"`},
	{`"..$(basename "$U")x"`, `~/s/"$(basename -- "..$(basename "$U")x")"`, `~/s/"d-$(basename -- "..$(basename "$U")x")"`},
	{`"x$(basename "$U").."`, `~/s/"$(basename -- "x$(basename "$U")..")"`, `~/s/"d-$(basename -- "x$(basename "$U")..")"`},
	{`"$(basename "$U")-$V"`, `~/s/"$(basename "$U")-${V##*/}"`, `~/s/"d-$(basename "$U")-${V##*/}"`},
}

// TestContainEndsInSlash: where the value is known to end in a slash, the last element
// stands before it.
func TestContainEndsInSlash(t *testing.T) {
	for script, want := range map[string]string{
		`for V in */; do x "$V"; done`:        `~/s/"d-$(basename -- "${V}")"`,
		`for V in lib*/; do x "/b/$V"; done`:  `~/s/"d-$(basename -- "${V}")"`,
		`for V in */; do x "$V/"; done`:       `~/s/"d-$(basename -- "${V}")"`,
		`for V in a/ b/; do x "$V"; done`:     `~/s/"d-$(basename -- "${V}")"`,
		`for V in a b; do x "$V/"; done`:      `~/s/"d-${V##*/}"`,
		`for V in *; do x "$V/"; done`:        `~/s/"d-${V##*/}"`,
		`for V in *.d; do x "$V"; done`:       `~/s/"d-${V##*/}"`,
		`while read -r V; do x "$V/"; done`:   `~/s/"d-${V##*/}"`,
		`for V in a b; do x "pre-$V/"; done`:  `~/s/"pre-${V##*/}"`,
		`for V in a/ b/; do x "pre-$V"; done`: `~/s/"d-$(basename -- "pre-${V}")"`,
	} {
		in, arg := word(t, script)
		got, why := Contain(in, arg, "~/s", true)
		assert.Empty(t, why, script)
		assert.Equal(t, want, got, script)
	}
}

// word is one word of a script, as an argument of a program.
func word(t require.TestingT, script string) (*Script, *Arg) {
	s, err := Parse(source(script))
	require.NoError(t, err)
	for _, inv := range s.Invocations {
		if inv.Program() == "x" && len(inv.Args) > 0 {
			return inv.In, &inv.Args[0]
		}
	}
	require.Fail(t, "no word", script)
	return nil, nil
}

func TestContain(t *testing.T) {
	for _, tt := range contained {
		t.Run(tt.word, func(t *testing.T) {
			in, arg := word(t, "x "+tt.word)
			got, why := Contain(in, arg, "~/s", false)
			assert.Empty(t, why)
			assert.Equal(t, tt.file, got)
			checkContained(t, in, arg, got)
			want := tt.dir
			if want == "" {
				want = tt.file
			}
			got, why = Contain(in, arg, "~/s", true)
			assert.Empty(t, why)
			assert.Equal(t, want, got)
			checkContained(t, in, arg, got)
		})
	}
}

// checkContained makes the edit: the script is the old one with one other word.
func checkContained(t *testing.T, in *Script, arg *Arg, word string) {
	t.Helper()
	next, err := in.Apply([]Edit{{In: in, Span: arg.Span, Text: word}}, Afresh)
	require.NoError(t, err)
	text := in.Source.Text
	assert.Equal(t, text[:arg.Span.Start]+word+text[arg.Span.End:], next.Source.Text)
	for _, inv := range next.Invocations {
		if inv.Program() == "x" {
			require.NotEmpty(t, inv.Args)
			assert.False(t, inv.Args[0].Many)
			assert.Equal(t, Span{arg.Span.Start, arg.Span.Start + len(word)}, inv.Args[0].Span)
		}
	}
}

func TestContainScripts(t *testing.T) {
	for _, tt := range []struct {
		script, prefix, dir string
		asDir               bool
		want                string
	}{
		{`x --output="$V"`, "--output=", "/my s", false, `'--output=/my s/'"${V##*/}"`},
		{`x of=$V`, "of=", "~/s", false, `'of='"$HOME"/s/"${V##*/}"`},
		{`x -o"$D/$V"`, "-o", "$HOME/s/", false, `-o"$HOME"/s/"${V##*/}"`},
		{`x -oa/b`, "-o", "/s", false, `-o/s/b`},
		{`x of=~/x/$V`, "of=", "/s", false, `'of=/s/'"${V##*/}"`},
		{"x $V\\\n y", "", "/s", false, `/s/"${V##*/}"`},
		{`{ (x $V); }`, "", "/s", false, `/s/"${V##*/}"`},
		{`x "$V"`, "", "/s//", false, `/s/"${V##*/}"`},
		{`x "$V"`, "", "/", false, `/"${V##*/}"`},
		{`x "$V"`, "", "~/my s", false, `~/'my s/'"${V##*/}"`},
		{`x "$V"`, "", "$HOME/s", false, `"$HOME"/s/"${V##*/}"`},
		{`bash -c 'x "$D/$V"'`, "", "/s", false, `/s/"${V##*/}"`},
		{`x "$D/$V/"`, "", "/s", true, `/s/"d-${V##*/}"`},
		{`x "$D/"`, "", "/s", true, `/s/"d-${D##*/}"`},
		// What the word can be is known: no name among them needs care.
		{`for f in a.gz b.gz; do x "${f%.gz}"; done`, "", "/s", true, `/s/"${f%.gz}"`},
		{`for f in a.gz b.gz; do x "$f"; done`, "", "/s", true, `/s/"${f##*/}"`},
		{`for f in a.gz .. ; do x "${f%.gz}"; done`, "", "/s", true, `/s/"d-$(basename -- "${f%.gz}")"`},
		{`for f in a/b.gz c.gz; do x "${f%.gz}"; done`, "", "/s", false, `/s/"$(basename -- "${f%.gz}")"`},
		{`date() { echo ../x; }; x "$(date +%s)"`, "", "/s", false, `/s/"$(basename -- "$(date +%s)")"`},
	} {
		in, arg := word(t, tt.script)
		got, why := ContainAfter(in, arg, tt.prefix, tt.dir, tt.asDir)
		assert.Empty(t, why, tt.script)
		assert.Equal(t, tt.want, got, tt.script)
		_, err := in.Apply([]Edit{{In: in, Span: arg.Span, Text: got}}, Afresh)
		assert.NoError(t, err, tt.script)
	}
}

func TestContainRefuses(t *testing.T) {
	for _, tt := range []struct{ script, why string }{
		{`x "$D/"`, `it ends in "", which names no file`},
		{`x "$D/.."`, `it ends in "..", which names no file`},
		{`x "$D/."`, `it ends in ".", which names no file`},
		{`x ""`, `it ends in "", which names no file`},
		{`x "$@"`, "it is a list of words"},
		{`x $*`, "it is a list of words"},
		{`x "$D/${a[@]}"`, "it is a list of words"},
		{`x "${a[*]##*/}"`, "it is a list of words"},
		{`x "${!a@}"`, "it is a list of words"},
		{`x $V*`, "it is a pattern that files may match"},
		{`x */$V`, "it is a pattern that files may match"},
		{`x [$V]`, "it is a pattern that files may match"},
		{`x @(a|b)$V`, "it is a pattern that files may match"},
		{`x ~$V`, "a tilde begins it, which the shell expands"},
		{`x a=~$V`, "a tilde begins it, which the shell expands"},
		{`x {a,b}$V`, "braces make several words of it"},
		{`x {a$V`, "braces make several words of it"},
		{`x <(y)`, "a process substitution is no file name"},
		{`x $"a$V"`, "its text depends on the language"},
		{"x `y`", "backquotes in it cannot be edited: write $(…)"},
		{`x $[1+1]`, "not every shell knows the arithmetic in it: write $((…))"},
		{`x "${V:=a}"`, "what its expansion ${V:=a} does would be lost"},
		{`x "${V:?}"`, "what its expansion ${V:?} does would be lost"},
		{`x "${D:=a}/$V"`, "what its expansion ${D:=a} does would be lost"},
		{`x "$((i++))/$V"`, "what its expansion $((i++)) does would be lost"},
		{`x "${V%y}$((i += 1))"`, "what its expansion $((i += 1)) does would be lost"},
		{`x "$(make d)/$V"`, "what its expansion $(make d) does would be lost"},
		{`x "$(echo a >f)/$V"`, "what its expansion $(echo a >f) does would be lost"},
		{`x ${V:-'a b'}`, "quotes in its expansion mean something else in double quotes"},
		{"x $V$'\\n'", `"\n" cannot be written as a shell word: it has control characters or is no valid UTF-8`},
		{"x $(cat <<E\na\nE\n)", "a here-document stands in it"},
		{`basename() { echo ../x; }; x "$(y)"`, "the script makes a basename of its own"},
		{`eval 'function basename { echo ../x; }'; x "${V%y}"`, "the script makes a basename of its own"},
		{`V='a b'; x $V`, "a variable makes several words of it"},
	} {
		in, arg := word(t, tt.script)
		got, why := Contain(in, arg, "~/s", false)
		assert.Empty(t, got, tt.script)
		assert.Equal(t, tt.why, why, tt.script)
	}
	in, arg := word(t, `x "$V"`)
	_, why := ContainAfter(in, arg, "-o", "/s", false)
	assert.Equal(t, `it does not begin with "-o" as written`, why)
	for _, dir := range []string{"", "/a\nb"} {
		_, why = Contain(in, arg, dir, false)
		assert.Contains(t, why, "cannot be written as a shell word", dir)
	}
}

// TestContainZsh holds words that zsh alone reads in ways of its own.
func TestContainZsh(t *testing.T) {
	for _, tt := range []struct{ word, want, why string }{
		{`$V`, `/s/"${V##*/}"`, ""},
		{`${V:t}`, `/s/"$(basename -- "${V:t}")"`, ""},
		{`"${V:h}/$1"`, `/s/"${1##*/}"`, ""},
		{`"$V[1]"`, `/s/"$(basename -- "$V[1]")"`, ""},
		{`$V(N)`, "", "it is a pattern that files may match"},
		{`"${(f)V}"`, "", "it is expanded in a way that is not followed"},
		{`"${=V}"`, "", "it is expanded in a way that is not followed"},
		{`${${V}%x}`, "", "it is expanded in a way that is not followed"},
		{`$^V`, "", "it does not end where it is read to"},
	} {
		src := source("x " + tt.word)
		src.Dialect = Zsh
		s, err := Parse(src)
		require.NoError(t, err, tt.word)
		got, why := Contain(s, &s.Invocations[0].Args[0], "/s", false)
		assert.Equal(t, tt.want, got, tt.word)
		assert.Equal(t, tt.why, why, tt.word)
	}
}

func TestExpansion(t *testing.T) {
	for _, tt := range []struct{ word, name, rest string }{
		{`"$F"`, "F", ""},
		{`$F`, "F", ""},
		{`${F}`, "F", ""},
		{`"${F}"`, "F", ""},
		{`""$F''`, "F", ""},
		{`"$F/x"`, "F", "/x"},
		{`$F/'x y'`, "F", "/x y"},
		{`"$F"\ z`, "F", " z"},
		{`"$1".gz`, "1", ".gz"},
		{`x$F`, "", ""},
		{`$F$G`, "", ""},
		{`$F/*`, "", ""},
		{`"${F%x}"`, "", ""},
		{`$@`, "", ""},
		{`$?`, "", ""},
		{`F`, "", ""},
		{`$(F)`, "", ""},
	} {
		in, arg := word(t, "x "+tt.word)
		name, rest, ok := Expansion(in, arg)
		assert.Equal(t, tt.name, name, tt.word)
		assert.Equal(t, tt.rest, rest, tt.word)
		assert.Equal(t, tt.name != "", ok, tt.word)
	}
}

func TestSameText(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{`"$F"`, `${F}`, true},
		{`"$F"`, `"$G"`, false},
		{`"$F/x"`, `${F}/'x'`, true},
		{`"$F/x"`, `"$F/y"`, false},
		{`"$F"`, `"$F"x`, false},
		{`a\ b`, `'a b'`, true},
		{`~/x`, `'~/x'`, false},
		{`"${F##*/}"`, `${F##*/}`, true},
		{`"${F%x}"`, `"${F%y}"`, false},
		{`"${F:=x}"`, `"${F:=x}"`, false},
		{`"$(basename "$U")"`, `$(basename "$U")`, true},
		{`"$(basename "$U")"`, `$(basename "$W")`, false},
		{`"$(mktemp)"`, `"$(mktemp)"`, false},
		{`"$(echo $RANDOM)"`, `"$(echo $RANDOM)"`, false},
		{`$RANDOM`, `$RANDOM`, false},
		{`$((n+1))`, `$((n+1))`, true},
		{`$((n++))`, `$((n++))`, false},
		{`$?`, `$?`, false},
		{`*`, `*`, false},
	} {
		s, err := Parse(source("x " + tt.a + " " + tt.b))
		require.NoError(t, err)
		args := program(t, s, "x").Args
		require.Len(t, args, 2)
		assert.Equal(t, tt.want, SameText(s, &args[0], &args[1]), "%s %s", tt.a, tt.b)
	}
}

// hostile are values that lead out of a directory where they are not cut.
var hostile = []string{"", ".", "..", "/", "../..", "a/../../..", "-x", "a b/..", "/..\n", "a\n/../b", "*", "~", "..\n/..", "//", "../", "a/.", "-za"}

// FuzzContain contains any word: the result is one word again, and whatever its expansions
// are it leads below the directory; as a file at most to the directory above, which none
// can be.
func FuzzContain(f *testing.F) {
	for i, tt := range contained {
		f.Add(tt.word, uint(i), false)
		f.Add(tt.word, uint(i+5), true)
	}
	for i, text := range staticWords {
		f.Add(text+"$V", uint(i), true)
		f.Add("$V"+text, uint(i), false)
	}
	f.Fuzz(func(t *testing.T, text string, n uint, asDir bool) {
		watch(t, text)
		s, err := Parse(source("x " + text))
		if err != nil || s.Misread() != nil || len(s.Invocations) == 0 {
			return
		}
		inv := s.Invocations[0]
		if inv.In != s || inv.Program() != "x" || len(inv.Args) == 0 {
			return
		}
		arg := &inv.Args[0]
		got, why := Contain(s, arg, "/s/d", asDir)
		if got == "" {
			require.NotEmpty(t, why, "%q", text)
			return
		}
		require.Empty(t, why, "%q", text)
		next, err := s.Apply([]Edit{{In: s, Span: arg.Span, Text: got}}, Afresh)
		if err != nil {
			return // the rest of the script: it is not rewritten then
		}
		checkSpans(t, next)
		require.Equal(t, oneWordOf(t, got), 1, "%q becomes %q", text, got)
		for i := range hostile {
			checkBelow(t, got, asDir, hostileEnv{n + uint(i)})
		}
	})
}

func oneWordOf(t *testing.T, text string) int {
	words := 0
	for _, err := range syntax.NewParser().WordsSeq(strings.NewReader(text)) {
		require.NoError(t, err, "%q", text)
		words++
	}
	return words
}

// hostileEnv gives every variable a hostile value, neighbours different ones.
type hostileEnv struct{ at uint }

func (e hostileEnv) pick(name string) string {
	at := e.at
	for i := range len(name) {
		at += uint(name[i])
	}
	return hostile[at%uint(len(hostile))]
}

func (e hostileEnv) Get(name string) expand.Variable {
	switch name {
	case "IFS":
		return expand.Variable{Set: true, Kind: expand.String, Str: " \t\n"}
	case "?", "$", "#", "!", "-":
		return expand.Variable{Set: true, Kind: expand.String, Str: "7"}
	}
	return expand.Variable{Set: true, Kind: expand.String, Str: e.pick(name)}
}

func (e hostileEnv) Each(func(string, expand.Variable) bool) {}

// checkBelow expands a word as the shell would and looks where it leads.
func checkBelow(t *testing.T, word string, asDir bool, env hostileEnv) {
	file, err := syntax.NewParser().Parse(strings.NewReader("x "+word), "")
	require.NoError(t, err)
	fields, err := env.fields(file.Stmts[0].Cmd.(*syntax.CallExpr).Args[1:])
	if err != nil {
		return // the shell gives up on it
	}
	require.Len(t, fields, 1, "%q with %d", word, env.at)
	got := fields[0]
	require.True(t, strings.HasPrefix(got, "/s/d/"), "%q with %d is %q", word, env.at, got)
	clean := path.Clean(got)
	if asDir {
		require.True(t, strings.HasPrefix(clean, "/s/d/"), "%q with %d is %q", word, env.at, got)
		return
	}
	require.True(t, strings.HasPrefix(clean, "/s/d") || clean == "/s" && strings.HasSuffix(got, "/.."), "%q with %d is %q", word, env.at, got)
}

// fields expands words. The library panics at some expressions that no shell takes either:
// $((++A++)).
func (e hostileEnv) fields(words []*syntax.Word) (fields []string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it cannot be expanded: %v", p)
		}
	}()
	return expand.Fields(e.config(), words...)
}

// config expands as real shells do.
func (e hostileEnv) config() *expand.Config {
	return &expand.Config{
		Env: e,
		CmdSubst: func(w io.Writer, c *syntax.CmdSubst) error {
			text, err := e.output(c)
			if err != nil {
				return err
			}
			_, err = io.WriteString(w, text)
			return err
		},
		ProcSubst: func(*syntax.ProcSubst) (string, error) { return "", errors.New("no process substitutions") },
	}
}

// output is what a command prints: basename and date what they do, any other one what
// leads out.
func (e hostileEnv) output(c *syntax.CmdSubst) (string, error) {
	var words []string
	if len(c.Stmts) == 1 && len(c.Stmts[0].Redirs) == 0 {
		if call, ok := c.Stmts[0].Cmd.(*syntax.CallExpr); ok {
			var err error
			if words, err = e.fields(call.Args); err != nil {
				return "", err
			}
		}
	}
	switch {
	case len(words) > 1 && words[0] == "basename":
		return baseNames(words[1:]), nil
	case len(words) > 1 && words[0] == "date" && strings.HasPrefix(words[len(words)-1], "+"):
		return strings.NewReplacer("%D", "11/21/26", "%x", "../../26", "%Y", "2026").Replace(words[len(words)-1][1:]), nil
	}
	return e.pick("command"), nil
}

// baseNames is what basename of coreutils 9.1 prints, -z less the NUL that a shell drops.
func baseNames(words []string) string {
	end := "\n"
	if len(words) > 0 && words[0] == "-za" {
		names := ""
		for _, name := range words[1:] {
			names += baseNames([]string{"--", name})
		}
		return names
	}
	if len(words) > 0 && strings.HasPrefix(words[0], "-") {
		if words[0] != "--" {
			return ""
		}
		words = words[1:]
	}
	if len(words) < 1 || len(words) > 2 {
		return ""
	}
	name := words[0]
	if trimmed := strings.TrimRight(name, "/"); trimmed != "" {
		name = trimmed[strings.LastIndexByte(trimmed, '/')+1:]
	} else if name != "" {
		name = "/"
	}
	if len(words) == 2 && name != words[1] {
		name = strings.TrimSuffix(name, words[1])
	}
	return strings.TrimRight(name, end)
}
