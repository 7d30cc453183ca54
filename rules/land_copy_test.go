package rules

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/ast"
)

// copyWords are what lines of the copying tools are made of, as vocabulary is for those
// of the scope first.
var copyWords = []struct{ begin, words string }{
	{"git archive", "--remote=h:r --remote h:r -o F -oF --output=d/F --output - /dev/null main -9 --list --no-output --no-remote --prefix=x/ --"},
	{"git", "-C d /e archive fetch pull remote add update submodule lfs clone svn -f https://h/r h:r main origin --git-dir=/g --work-tree /w -q --"},
	{"gh release download", "v1 -D d -Dd --dir=/d -D=d -O F -OF -p x.tgz -p * -A zip -R o/r --clobber --help -O - --"},
	{"gh", "run release repo ext codespace api at download fork create install cp -D d --clone --clone=false o/r remote:x . x -- /y -n a --silent"},
	{"rsync", "h:x h:/x/f h::m h::m/f rsync://h/m rsync://h/m/d/ :y . .. / out out/ /tmp/o ../o -a -avz -e ssh -e=ssh --delete -n -T /t --partial-dir=p --log-file=l -- -R"},
	{"scp", "h:x h:/x/f scp://h/f [::1]:f . .. out out/ /tmp/o sub -r -q -P 22 -P22 -S p -- a:b ./a:b"},
	{"sftp", "h:x h:/x/f h h:d/ sftp://h/f . out out/ /tmp/o sub -r -q -P 22 -b f --"},
	{"hg clone", "https://h/r h/r ssh://h/r https://h/r#b . .. out /tmp/o -U -r 1 --cwd d --cwd=/e --config x.y=1 -q -- file:x https://h"},
	{"svn co", "https://h/r https://h/s/ svn://h/a%20b@5 . .. out /tmp/o a@b -q -r5 -r 5 --depth empty --force -- https://h"},
	{"svn export", "https://h/r https://h/s/ svn://h/a%20b@5 . .. out sub /tmp/o a@b wc -q -r5 --force --"},
	{"brz branch", "https://h/r lp:p r/s bzr+ssh://h/x . .. out /tmp/o -r5 --no-tree --switch -b x -q --"},
	{"brz export", "https://h/r r/s - . out /tmp/o.tgz -d https://h/x -r 5 --format=tar -q --"},
	{"fossil clone", "https://h/r https://h file:///r.fossil F /tmp/F.fossil --workdir d --workdir=/d --no-open -A me -u --"},
	{"fossil open", "https://h/r r.fossil --workdir d --repodir=/d -f v1"},
	{"npx", "-y degit degit@1 tiged o/r d /e -f --mode git"},
	{"jj git clone", "https://h/r d /e --colocate --depth 1 -R x --"},
	{"glab", "repo release job clone download artifact api g/p d -D -p x -g --"},
	{"hub clone", "o/r d -p --bare -C x"}, {"tea", "repos repo clone o/r d -d 1"}, {"git lfs clone", "u d -I x --bare"},
}

// copySentence makes a line of the bytes: the first chooses the tool, each other a word.
func copySentence(choice []byte) string {
	if len(choice) == 0 {
		return "rsync"
	}
	v := copyWords[int(choice[0])%len(copyWords)]
	all, out := strings.Fields(v.words), []string{v.begin}
	for _, c := range choice[1:min(len(choice), 12)] {
		out = append(out, all[int(c)%len(all)])
	}
	return strings.Join(out, " ")
}

// knowing tells a call which directories there are.
func knowing(inv *ast.Invocation) *ast.Invocation {
	inv.In.Source.IsDir = func(path string) bool { return path == "/sandbox" || path == "/work/sub" }
	return inv
}

// checkCopy checks what holds for every call of these tools: each word has one place in
// it, a landing can be moved or says why not, and what was moved lands in the sandbox.
func checkCopy(t *testing.T, text string) {
	t.Helper()
	inv := knowing(line(text))
	call, ok := ReadAny(inv)
	if !ok || call.Exits() {
		return
	}
	landings := call.Landings()
	Stdout(call)
	call.Neutral()
	if call.Problem != nil {
		require.NotEmpty(t, call.Problem.Message, text)
		return
	}
	if call.Tool.Grammar != Pflag && call.Tool.Spelled == nil { // gh drops one more --, and npx one more word
		checkWords(t, text, call)
	}
	for _, l := range landings {
		assert.NotEmpty(t, l.Type, text)
		assert.NotEmpty(t, l.Noun, text)
		if _, named := l.Name.Text(); !named || l.Problem != "" || l.Name.Is("") && !l.IntoDir {
			return // asked about
		}
		require.NotNil(t, l.Move.At, text)
	}
	changed := moved(t, inv, landings, "/sandbox")
	again, ok := ReadAny(knowing(words(changed...)))
	require.True(t, ok, "%s\nmoved: %v", text, changed)
	require.Nil(t, again.Problem, "%s\nmoved: %v", text, changed)
	after := again.Landings()
	require.Len(t, after, len(landings), "%s\nmoved: %v", text, changed)
	for _, l := range after {
		dest, known := ast.Join(l.Dir, l.Dest).Text()
		assert.True(t, known && within("/sandbox", dest), "%s\nmoved: %v\nto: %s", text, changed, dest)
	}
}

func TestRandomCopies(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		choice := make([]byte, 2+random.IntN(8))
		for i := range choice {
			choice[i] = byte(random.UintN(256))
		}
		checkCopy(t, copySentence(choice))
		if t.Failed() {
			return
		}
	}
}

func FuzzCopies(f *testing.F) {
	for i := range copyWords {
		f.Add([]byte{byte(i), 1, 2, 3, 4, 5})
	}
	f.Fuzz(func(t *testing.T, choice []byte) { checkCopy(t, copySentence(choice)) })
}

// FuzzLand gives every tool any words: Land never panics, whatever is not known.
func FuzzLand(f *testing.F) {
	for _, v := range copyWords {
		f.Add(v.words)
	}
	f.Add("$X -o $Y --output=%Z {a|b} ?c -- h:$P @T")
	f.Fuzz(func(t *testing.T, text string) {
		for _, tool := range Tools() {
			if call, ok := ReadAny(knowing(line(tool.Command() + " " + text))); ok {
				_, _, _ = call.Landings(), Stdout(call), call.Has(Executes)
				call.Neutral()
			}
		}
	})
}
