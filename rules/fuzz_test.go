package rules

import (
	"math/rand/v2"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sandbox-enforcer/ast"
)

// vocabulary is what lines are made of, so that random ones get far: for each tool its
// beginning, then words of which a line has any, in any order.
var vocabulary = []struct{ begin, words string }{
	{begin: "curl", words: "-o -O -J -s: --next -OJ -oF -sSLo -oa/b/F /tmp/F F - /dev/null a/F ../F --output-dir D --output-dir=/tmp/D --output-dir= '' --create-dirs --remote-name-all --no-remote-name --no-remote-name-all -T --url https://h/f https://h/{a,b} https://h/d/ @list -- -q --disable -m 5 --out-null -D h -K c F#1 https://h/[1-3]"},
	{begin: "wget", words: "-O -P -OF -qO- -PD F D /tmp/D a/F - /dev/null https://h/f https://h/g -r -x -nd -n d --spider --no-spider --spider=off -i list -e robots=off -e output_document=/x -- -o log --directory-prefix=D -P/tmp --output-document=b/F -q --config=c"},
	{begin: "git", words: "-C d /e clone https://h/o/r.git clone -q --bare --no-bare --mirror x /tmp/x . .. -b main --depth 1 -- --end-of-options --work-tree=/w ../y/ -o up --template= h:r"},
	{begin: "git clone", words: "https://h/o/r.git -q --bare --no-bare --mirror x /tmp/x . .. -b main --depth 1 -- --end-of-options ../y/ -o up --separate-git-dir=g h:r"},
	{begin: "gh repo clone", words: "o/r https://h/o/r x /tmp/x . -u up -- --depth 1 -q --bare --help --help=false --"},
	{begin: "gh", words: "repo gist pr clone checkout co o/r 5 x -R o/q --repo=o/q -f --"},
}

// sentence makes a line of the bytes: the first chooses the tool, each other a word.
func sentence(choice []byte) string {
	if len(choice) == 0 {
		return "curl"
	}
	v := vocabulary[int(choice[0])%len(vocabulary)]
	all, out := strings.Fields(v.words), []string{v.begin}
	for _, c := range choice[1:min(len(choice), 16)] {
		out = append(out, all[int(c)%len(all)])
	}
	return strings.Join(out, " ")
}

// checkCall checks what holds for every call: each word has one place in it, and once
// its moves are made, all that lands lies in the sandbox under the foreseen name.
func checkCall(t *testing.T, text string) {
	t.Helper()
	inv := line(text)
	call, ok := Read(inv)
	if !ok {
		return
	}
	if call.Problem != nil {
		require.NotEmpty(t, call.Problem.Message, text)
		return
	}
	checkWords(t, text, call)
	landings := call.Landings()
	for _, l := range landings {
		if _, named := l.Name.Text(); !named || l.Problem != "" {
			return // asked about
		}
	}
	again, ok := Read(words(moved(t, inv, landings, "/sandbox")...))
	require.True(t, ok, text)
	require.Nil(t, again.Problem, text)
	after := again.Landings()
	require.Len(t, after, len(landings), "%s\nmoved: %v", text, moved(t, inv, landings, "/sandbox"))
	for i, l := range after {
		dest, _ := ast.Join(l.Dir, l.Dest).Text()
		want := "/sandbox"
		if !landings[i].IntoDir {
			want += "/" + landings[i].Name.Display()
		}
		assert.Equal(t, want, path.Clean(dest), "%s\nmoved: %v", text, moved(t, inv, landings, "/sandbox"))
		assert.Equal(t, landings[i].Name, l.Name, text)
		assert.Equal(t, landings[i].Type, strings.Replace(l.Type, "wget-dir", landings[i].Type, 1), text)
	}
}

// checkWords counts the places of every word: an option's, a value's, an operand's.
func checkWords(t *testing.T, text string, call *Call) {
	t.Helper()
	seen := map[*ast.Arg]bool{}
	for _, options := range [][]Option{call.Globals, call.Options} {
		for _, o := range options {
			seen[o.Word] = true
			if o.ValueWord != nil {
				seen[o.ValueWord] = true
			}
		}
	}
	for _, w := range call.Operands {
		assert.False(t, seen[w], "%s: %s is an operand and more", text, w.Value.Display())
		seen[w] = true
	}
	silent := 0 // the words of the subcommand, and those that end options
	for i := range call.Inv.Args {
		if w := &call.Inv.Args[i]; !seen[w] {
			word, _ := w.Value.Text()
			assert.Contains(t, append([]string{"--", "--end-of-options"}, call.Tool.Sub...), word, text)
			silent++
		}
	}
	assert.LessOrEqual(t, silent, len(call.Tool.Sub)+2, text)
}

func TestRandomCalls(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		choice := make([]byte, 2+random.IntN(9))
		for i := range choice {
			choice[i] = byte(random.UintN(256))
		}
		checkCall(t, sentence(choice))
		if t.Failed() {
			return
		}
	}
}

func FuzzCalls(f *testing.F) {
	for i := range vocabulary {
		f.Add([]byte{byte(i), 1, 2, 3, 4, 5, 6})
	}
	f.Fuzz(func(t *testing.T, choice []byte) { checkCall(t, sentence(choice)) })
}

// FuzzRead gives the reader any words: it has to come to an end, and to say where it
// cannot tell.
func FuzzRead(f *testing.F) {
	for _, v := range vocabulary {
		f.Add(v.begin + " " + v.words)
	}
	f.Add("curl -$X %Y {-o|f} ?a --output=$Z")
	f.Fuzz(func(t *testing.T, text string) {
		if inv := line("curl " + text); len(inv.Args) > 0 {
			for _, name := range []string{"curl", "wget", "git", "gh"} {
				inv.Name.Value = ast.Known(name)
				if call, ok := Read(inv); ok {
					_, _, _ = call.Landings(), Stdout(call), call.Has(Executes)
					call.Neutral()
				}
			}
		}
	})
}
