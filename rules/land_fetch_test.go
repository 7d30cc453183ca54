package rules

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The names were seen with the real programs (cmd/internal/oracle, TestFetchers).
func TestFetchedNames(t *testing.T) {
	tests := []struct {
		url                      string
		wget2, busybox, ftp, raw string // empty where none is foreseen
	}{
		{url: "http://h/x.txt", wget2: "x.txt", busybox: "x.txt", ftp: "x.txt", raw: "x.txt"},
		{url: "http://h/x.txt?a=1/2", wget2: "x.txt?a=1%2F2", busybox: "2", ftp: "2", raw: "2"},
		{url: "http://h/x.txt?a=%41", wget2: "x.txt?a=%41", busybox: "x.txt?a=%41", raw: "x.txt?a=%41"},
		{url: "http://h/a%20b", wget2: "a b", busybox: "a%20b", raw: "a%20b"},
		{url: "http://h/a%2fb", wget2: "b", busybox: "a%2fb", raw: "a%2fb"},
		{url: "http://h/d/", wget2: "index.html", busybox: "index.html"},
		{url: "http://h", wget2: "index.html", busybox: "index.html"},
		{url: "http://h?x=1/2", wget2: "index.html?x=1%2F2"},
		{url: "h:80/y", wget2: "y", busybox: "y"},
		{url: "file:///etc/x"},
		{url: "http://h/x#f", wget2: "x", busybox: "x#f", ftp: "x#f", raw: "x#f"},
		{url: "http://h/.."},
		{url: "http://h/a/../b/./c", wget2: "c", busybox: "c", ftp: "c", raw: "c"},
		{url: ""},
	}
	name := func(rule func(string) (string, error), url string) string {
		name, err := rule(url)
		if err != nil || url == "" {
			return ""
		}
		return name
	}
	for _, tt := range tests {
		assert.Equal(t, tt.wget2, name(wget2Name, tt.url), "wget2 %s", tt.url)
		assert.Equal(t, tt.busybox, name(busyboxName, tt.url), "busybox %s", tt.url)
		assert.Equal(t, tt.ftp, name(ftpName, tt.url), "ftp %s", tt.url)
		assert.Equal(t, tt.raw, name(rawName, tt.url), "raw %s", tt.url)
	}
}

// What the grammars of these programs make of words, as the programs were seen to.
func TestReadFetchers(t *testing.T) {
	tests := []struct{ line, want, problem string }{
		{line: "aria2c -qof U", want: "--quiet=of(-q) [U]"},
		{line: "aria2c -of U", want: "--out=f(-o) [U]"},
		{line: "aria2c -o=f U", want: "--out==f(-o) [U]"},
		{line: "aria2c --ou f U", want: "--out=f [U]"},
		{line: "axel -S2 U", want: "--search=2(-S) [U]"},
		{line: "axel -S 2 U", want: "--search [2] [U]"},
		{line: "axel -qof U", want: "--quiet --output=f(-qo) [U]"},
		{line: "busybox wget -nvP d U", want: "--no=vP(-n) [d] [U]"},
		{line: "wget2 -qO- U", want: "--quiet --output-document=-(-qO) [U]"},
		{line: "wget2 --output-d=f U", want: "[U]", problem: "unknown option"},
		{line: "wget2 --stats-site U", want: "--stats-site [U]"},
		{line: "wget2 --spider=off U", want: "--no-spider=off(--spider=) [U]"},
		{line: "http -o=f U", want: "--output=f(-o=) [U]"},
		{line: "http -Iof U", want: "--ignore-stdin --output=f(-Io) [U]"},
		{line: "http --no-output U", want: "--no-output [U]"},
		{line: "yt-dlp --alias a b U", want: "--alias=a [U]"},
		{line: "yt-dlp --replace-in-metadata t -P -o U", want: "--replace-in-metadata=t [U]"},
		{line: "yt-dlp --alias a", want: "--alias=a", problem: "too few values"},
		{line: "yt-dlp -qP=d U", want: "--quiet --paths==d(-qP) [U]"},
		{line: "lynx --dump -width=40 U", want: "--dump --width=40(-width=) [U]"},
		{line: "w3m -cols 40 -s U", want: "--cols=40 -s [U]"},
		{line: "links -sourc U", want: "[U]", problem: `unknown option "-sourc"`},
		{line: "lftpget -cv U -c", want: "-c -v [U] [-c]"},
	}
	for _, tt := range tests {
		call, ok := ReadAny(line(tt.line))
		require.True(t, ok, tt.line)
		assert.Equal(t, tt.want, spell(call), tt.line)
		if tt.problem == "" {
			assert.Nil(t, call.Problem, tt.line)
			continue
		}
		require.NotNil(t, call.Problem, tt.line)
		assert.Contains(t, call.Problem.Message, tt.problem, tt.line)
	}
}

// The tables hold what the installed programs print.
func TestFetchersKnowTheirOptions(t *testing.T) {
	tests := []struct {
		tool    *Tool
		args    []string
		pattern string
		least   int
	}{
		{tool: &wget2, args: []string{"--help"}, pattern: `(?m)^ +(?:-(\w) +)?--([a-z0-9-]+)`, least: 100},
		{tool: &aria2c, args: []string{"--help=#all"}, pattern: `(?m)^ (?:-(\w), )?--([a-z0-9-]+)`, least: 100},
		{tool: &axel, args: []string{"--help"}, pattern: `(?m)^--([a-z0-9-]+)`, least: 15},
		{tool: &httpie, args: []string{"--help"}, pattern: `(?m)^  (?:--([a-z-]+))`, least: 30},
		{tool: &ytDlp, args: []string{"--help"}, pattern: `(?m)^    (?:-(\w), )?--([a-z0-9-]+)`, least: 100},
		{tool: &lynx, args: []string{"-help"}, pattern: `(?m)^  -(\w+)`, least: 100},
		{tool: &elinks, args: []string{"-help"}, pattern: `(?m)^  -([a-z0-9-]+)`, least: 25},
	}
	for _, tt := range tests {
		t.Run(tt.tool.Name, func(t *testing.T) {
			found := regexp.MustCompile(tt.pattern).FindAllStringSubmatch(installed(t, tt.tool.Name, tt.args...), -1)
			require.GreaterOrEqual(t, len(found), tt.least)
			for _, m := range found {
				flag, _, n := findLong(tt.tool.Flags, m[len(m)-1], manner{})
				if assert.Equal(t, 1, n, "--%s is not in the table", m[len(m)-1]) && len(m) == 3 && m[1] != "" {
					assert.Equal(t, flag, findShort(tt.tool.Flags, m[1][0]), "-%s", m[1])
				}
			}
		})
	}
}

// oddWords are what random lines of every tool are made of.
const oddWords = "-o -O -P -d f /f ../f '' - -- = | -o= -O- -qO- --output=a/F --output --output-document=F --dir=D home:x infojson:/x -P=x ~/x $X %Y {-o|f} ?a https://h/f https://h/ :// -- -q -e -c -D -Z -i list --no-output --no-directory-prefix --spider=off -nv -S2 -dump -traversal -cmd_script=k --content-disposition --alias --print after:x get post GET a=b @f --download -Id magnet:?x"

// checkAny reads a line of any tool and checks that what becomes of it is whole: a
// landing that is not asked about has a move that a word can take.
func checkAny(t *testing.T, text string) {
	t.Helper()
	call, ok := ReadAny(line(text))
	if !ok {
		return
	}
	landings, _ := call.Landings(), Stdout(call)
	call.Neutral()
	for _, l := range landings {
		assert.NotEmpty(t, l.Type, text)
		for _, m := range append([]Move{l.Move}, l.Also...) {
			assert.True(t, l.Problem != "" || m.At != nil || call.Problem != nil, "%s: nothing to move and no problem", text)
		}
	}
}

func TestRandomFetchers(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	all, odd := Tools(), strings.Fields(oddWords)
	for range 30000 {
		text := all[random.IntN(len(all))].Command()
		for range random.IntN(7) {
			text += " " + odd[random.IntN(len(odd))]
		}
		checkAny(t, text)
		if t.Failed() {
			return
		}
	}
}

func FuzzFetchers(f *testing.F) {
	for i := range Tools() {
		f.Add(i, oddWords)
	}
	f.Fuzz(func(t *testing.T, i int, text string) {
		all := Tools()
		checkAny(t, all[uint(i)%uint(len(all))].Command()+" "+text)
	})
}
