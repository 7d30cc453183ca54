package rules

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sandbox-enforcer/ast"
)

// realFacts answers from the machine. It counts what is read, so that a test can say what
// a call costs.
type realFacts struct{ reads *[]string }

func (f realFacts) Read(path string, limit int) ([]byte, error) {
	*f.reads = append(*f.reads, path)
	data, err := os.ReadFile(path)
	return data[:min(len(data), limit)], err
}

func (realFacts) Resolve(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return filepath.Clean(path), nil
	}
	return real, nil
}

func (realFacts) Exists(path string) bool { _, err := os.Lstat(path); return err == nil }
func (realFacts) IsDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
func (realFacts) Same(a, b string) bool { return a == b }

// What configured says of a call.
const (
	same  = "same"  // nothing that matters: the call's own landings
	moves = "moves" // the landings that are configured, and all of them can be moved
	asks  = "asks"
)

// configuredRow is one command line with the files that configure its program. They are
// real ones: what the program then writes must be what was foreseen, and with the moves
// made it must lie in the sandbox.
type configuredRow struct {
	name string
	rc   string // ~/.curlrc, ~/.wgetrc
	k    string // in/k of the project
	line string
	env  string // NAME=value …
	want string
	// rough says that a name depends on the release: only that nothing lands elsewhere
	// is compared.
	rough bool
}

var curlConfigured = []configuredRow{
	{name: "nothing", line: "curl -s -O U/f", want: same},
	{name: "harmless", rc: "silent\nuser-agent = x\nconnect-timeout=9\n", line: "curl -s -O U/f", want: same},
	{name: "output", rc: "output = x\n", line: "curl -s U/f", want: moves},
	{name: "output wins over -o", rc: "output = x\n", line: "curl -s -o y U/f", want: moves},
	{name: "output, the second URL has -o", rc: "output = x\n", line: "curl -s -o y U/f U/g", want: moves},
	{name: "output, -o elsewhere", rc: "output = x\n", line: "curl -s -o B/y U/f U/g", want: moves},
	{name: "output, absolute", rc: "output = B/x\n", line: "curl -s U/f", want: asks},
	{name: "output, up", rc: "output = ../beside/x\n", line: "curl -s U/f", want: asks},
	{name: "output, in a directory", rc: "output = d/x\n", line: "curl -s U/f", want: asks},
	{name: "output, nowhere", rc: "output = /dev/null\n", line: "curl -s U/f", want: moves},
	{name: "output and --output-dir", rc: "output = x\n", line: "curl -s --output-dir d U/f", want: moves},
	{name: "output-dir", rc: "output-dir = B\n", line: "curl -s -o y U/f", want: moves},
	{name: "output-dir and -O", rc: "output-dir = B\n", line: "curl -s -O U/f", want: moves},
	{name: "output-dir and nothing to save", rc: "output-dir = B\n", line: "curl -s U/f", want: moves},
	{name: "output-dir loses", rc: "output-dir = B\n", line: "curl -s --output-dir d -O U/f", want: moves},
	{name: "remote-name", rc: "remote-name\n", line: "curl -s U/f", want: moves},
	{name: "-O with rubbish", rc: "-O y\n", line: "curl -s U/f", want: moves},
	{name: "cluster", rc: "-sSox\n", line: "curl U/f", want: moves},
	{name: "short with =", rc: "-o = x\n", line: "curl -s U/f", want: moves},
	{name: "short, quoted", rc: "-o \"x y\"\n", line: "curl -s U/f", want: moves},
	{name: "dashes", rc: "--output x\n", line: "curl -s U/f", want: moves},
	{name: "dashes and =", rc: "--output=x\n", line: "curl -s U/f", want: moves, rough: true},
	{name: "colon", rc: "output: x\n", line: "curl -s U/f", want: moves},
	{name: "large letters", rc: "OUTPUT = x\n", line: "curl -s U/f", want: moves},
	{name: "more words", rc: "output x y\n", line: "curl -s U/f", want: moves},
	{name: "escaped", rc: `output = "a\tb\"c"z` + "\n", line: "curl -s U/f", want: asks, rough: true},
	{name: "quote inside", rc: "output = x\"y\n", line: "curl -s U/f", want: moves},
	{name: "sign inside", rc: "output = x#y\n", line: "curl -s U/f", want: moves},
	{name: "carriage return", rc: "output = x\r\nsilent\r\n", line: "curl U/f", want: moves},
	{name: "no end", rc: "output = x", line: "curl -s U/f", want: moves},
	{name: "comments", rc: "# output = x\n  #output = y\n/output = z\n*output = z\n\n", line: "curl -s -O U/f", want: same},
	{name: "zero byte", rc: "silent\n\x00output=x\n", line: "curl -s -O U/f", want: same},
	{name: "empty output", rc: "output = \"\"\noutput =\n", line: "curl -s -O U/f", want: same},
	{name: "version does not end it", rc: "version\nhelp\noutput = x\n", line: "curl -s U/f", want: moves},
	{name: "ambiguous", rc: "outp = x\n", line: "curl -s -O U/f", want: same},
	{name: "abbreviated", rc: "remote-name-a\n", line: "curl -s U/f", want: moves, rough: true},
	{name: "not known", rc: "foobar\n", line: "curl -s -O U/f", want: asks},
	{name: "remote-name-all", rc: "remote-name-all\n", line: "curl -s U/f U/g", want: moves},
	{name: "remote-name-all, taken back", rc: "remote-name-all\n", line: "curl -s --no-remote-name-all U/f", want: moves},
	{name: "remote-name-all, next", rc: "remote-name-all\n", line: "curl -s U/f --next -s U/g", want: moves},
	{name: "remote-header-name", rc: "remote-header-name\n", line: "curl -s -O U/named", want: moves},
	{name: "create-dirs", rc: "create-dirs\n", line: "curl -s -o e/g/x U/f", want: moves},
	{name: "url", rc: "url = U/a\n", line: "curl -s -O U/f", want: moves},
	{name: "url and output", rc: "url = U/a\noutput = A\n", line: "curl -s -o F U/f", want: moves},
	{name: "next", rc: "url = U/a\noutput = B/A\nnext\n", line: "curl -s -O U/f", want: asks},
	{name: "next without a URL", rc: "output = x\nnext\n", line: "curl -s U/f", want: moves},
	{name: "next, names by URL", rc: "url = U/a\nremote-name\nnext\nremote-name\n", line: "curl -s U/f", want: asks},
	{name: "upload", rc: "upload-file = in/upload\n", line: "curl -s -o y U/f U/g", want: moves},
	{name: "-q", rc: "output = x\n", line: "curl -q -s -O U/f", want: same},
	{name: "-qs", rc: "output = x\n", line: "curl -qsO U/f", want: same},
	{name: "--disable", rc: "output = x\n", line: "curl --disable -s -O U/f", want: same},
	{name: "-q too late", rc: "output = x\n", line: "curl -s -q U/f", want: moves},
	{name: "-sq too late", rc: "output = x\n", line: "curl -sq U/f", want: moves},
	{name: "dump-header", rc: "dump-header = h\n", line: "curl -s -O U/f", want: moves},
	{name: "dump-header, next", rc: "dump-header = h\n", line: "curl -s -O U/f --next -s -O U/g", want: moves},
	{name: "dump-header, absolute", rc: "dump-header = B/h\n", line: "curl -s U/f", want: moves},
	{name: "dump-header on stdout", rc: "dump-header = -\n", line: "curl -s -O U/f", want: same},
	{name: "cookie-jar", rc: "cookie-jar = B/jar\n", line: "curl -s -O U/f", want: moves},
	{name: "cookie-jar loses", rc: "remote-name\ncookie-jar = B/jar\n", line: "curl -s -c - U/f", want: moves},
	{name: "trace", rc: "trace = B/t\n", line: "curl -s -O U/f", want: moves},
	{name: "trace on stderr", rc: "trace = %\n", line: "curl -s -O U/f", want: same},
	{name: "trace-ascii", rc: "trace-ascii = t\n", line: "curl -s -O U/f", want: moves},
	{name: "libcurl", rc: "libcurl = B/c\n", line: "curl -s -O U/f", want: moves},
	{name: "stderr", rc: "stderr = B/e\n", line: "curl -s -O U/f", want: asks},
	{name: "write-out", rc: "write-out = %{http_code}\n", line: "curl -s -O U/f", want: same},
	{name: "write-out to a file", rc: "write-out = \"%output{x}\"\n", line: "curl -s -O U/f", want: asks, rough: true},
	{name: "config", rc: "config = in/k\n", k: "output = x\n", line: "curl -s U/f", want: moves},
	{name: "config, missing", rc: "config = in/k\n", line: "curl -s -O U/f", want: asks},
	{name: "K", k: "output = x\n", line: "curl -s -K in/k U/f", want: moves},
	{name: "K, harmless", k: "silent\n", line: "curl -K in/k -O U/f", want: same},
	{name: "K attached", k: "output = x\n", line: "curl -sKin/k U/f", want: moves},
	{name: "K behind -o", k: "output = x\n", line: "curl -s -o y -K in/k U/f", want: moves},
	{name: "K before -o", k: "output = x\n", line: "curl -s -K in/k -o y U/f", want: moves},
	{name: "K, absolute", k: "output = B/x\n", line: "curl -s -K in/k U/f", want: asks},
	{name: "K, output-dir before", k: "output-dir = B\nremote-name\n", line: "curl -s --output-dir d -K in/k U/f", want: moves},
	{name: "K, output-dir behind", k: "output-dir = B\nremote-name\n", line: "curl -s -K in/k --output-dir d U/f", want: moves},
	{name: "K, next", k: "url = U/a\noutput = A\nnext\nurl = U/b\noutput = C\n", line: "curl -s -K in/k", want: moves},
	{name: "K, next, last group", k: "next\nremote-name\n", line: "curl -s U/a -K in/k U/f", want: moves},
	{name: "K, next and -O", k: "next\n", line: "curl -s -O U/a -K in/k -O U/f", want: moves},
	{name: "K of URLs", k: "url = U/a\nurl = \"U/b\"\n", line: "curl -s --remote-name-all -K in/k", want: moves},
	{name: "K, dump-header", k: "dump-header = B/h\n", line: "curl -s -D d/h -K in/k -O U/f", want: moves},
	{name: "K, hsts", k: "hsts = B/h\n", line: "curl -s -K in/k -O U/f", want: asks},
	{name: "K missing", line: "curl -s -K in/k -O U/f", want: asks},
	{name: "K -", line: "curl -s -K - -O U/f", want: asks},
	{name: "CURL_HOME", rc: "output = B/x\n", k: "", env: "CURL_HOME=P/in", line: "curl -s -O U/f", want: asks},
	{name: "other home", rc: "output = B/x\n", env: "HOME=P/d", line: "curl -s -O U/f", want: asks, rough: true},
}

var wgetConfigured = []configuredRow{
	{name: "nothing", line: "wget -q U/f", want: same},
	{name: "harmless", rc: "tries = 1\nhttp_proxy =\n# dir_prefix=x\n", line: "wget -q U/f", want: same},
	{name: "document", rc: "output_document = x\n", line: "wget -q U/f", want: moves},
	{name: "document, absolute", rc: "output_document = B/x\n", line: "wget -q U/f", want: moves},
	{name: "document, -O wins", rc: "output_document = B/x\n", line: "wget -q -O y U/f", want: moves},
	{name: "document, -P does not", rc: "output_document = B/x\n", line: "wget -q -P d U/f", want: moves},
	{name: "document on stdout", rc: "output_document = -\n", line: "wget -q U/f", want: moves},
	{name: "document, twice", rc: "output_document = x\noutput-document = y\n", line: "wget -q U/f", want: moves},
	{name: "document, blank and sign", rc: "output_document = x # y \n", line: "wget -q U/f", want: moves},
	{name: "document, quotes", rc: "output_document = \"x\"\n", line: "wget -q U/f", want: moves},
	{name: "document, POSIXLY_CORRECT", rc: "output_document = x\n", line: "wget -q U/f", env: "POSIXLY_CORRECT=1", want: moves},
	{name: "prefix", rc: "dir_prefix = B/e\n", line: "wget -q U/f", want: moves},
	{name: "prefix, -P wins", rc: "dir_prefix = B\n", line: "wget -q -P d U/f", want: moves},
	{name: "prefix, -O wins", rc: "dir_prefix = B\n", line: "wget -q -O x U/f", want: moves},
	{name: "prefix, other spelling", rc: "D_i_r-PREFIX=B\n", line: "wget -q U/f", want: moves},
	{name: "prefix, home", rc: "dir_prefix = ~/o\n", line: "wget -q U/f", want: moves},
	{name: "prefix, taken back", rc: "dir_prefix = B\ndir_prefix =\n", line: "wget -q U/f", want: moves},
	{name: "log", rc: "logfile = l\n", line: "wget -t 1 U/f", want: moves},
	{name: "log, quiet", rc: "logfile = B/l\n", line: "wget -q U/f", want: moves},
	{name: "log, -o wins", rc: "logfile = B/l\ndir_prefix=d\n", line: "wget -t 1 -o /dev/null U/f", want: moves},
	{name: "log, -a wins", rc: "logfile = B/l\ndir_prefix=d\n", line: "wget -t 1 -a /dev/null U/f", want: moves},
	{name: "input", rc: "input = in/k\n", k: "U/a\nU/b\n", line: "wget -q U/f", want: moves},
	{name: "input alone", rc: "input = in/k\n", k: "U/a\n", line: "wget -q", want: moves},
	{name: "cookies", rc: "save_cookies = B/c\n", line: "wget -q U/f", want: moves},
	{name: "askpass", rc: "use_askpass = /bin/true\n", line: "wget -q U/f", want: asks},
	{name: "rejected", rc: "rejected_log = B/r\nrecursive = on\n", line: "wget -q U/f", want: moves},
	{name: "warc", rc: "warc_file = B/w\n", line: "wget -q U/f", want: moves, rough: true},
	{name: "hsts", rc: "hsts_file = B/h\n", line: "wget -q U/f", want: same},
	{name: "recursive", rc: "recursive = on\n", line: "wget -q U/f", want: moves},
	{name: "spider", rc: "spider = on\n", line: "wget -q U/f", want: moves},
	{name: "server's name", rc: "content_disposition = on\n", line: "wget -q U/named", want: moves},
	{name: "syntax", rc: "output_document\nfoo bar\n", line: "wget -q U/f", want: same, rough: true},
	{name: "--config", rc: "output_document = B/x\n", k: "output_document = y\n", line: "wget -q --config=in/k U/f", want: moves},
	{name: "--config behind", k: "output_document = B/y\n", line: "wget -q U/f --conf in/k", want: moves},
	{name: "--config and -O", k: "output_document = B/y\n", line: "wget -q -O x U/f --config in/k", want: moves},
	{name: "--config, the first", k: "dir_prefix = B\n", line: "wget -q --config in/k --config /dev/null U/f", want: moves},
	{name: "--config, missing", line: "wget -q --config in/k U/f", want: asks},
	{name: "--no-config", rc: "output_document = B/x\n", line: "wget -q --no-config U/f", want: moves},
	{name: "--no-config, then --config", k: "output_document = B/x\n", line: "wget -q --no-config --config in/k U/f", want: moves},
	{name: "--config, then --no-config", k: "output_document = B/x\n", line: "wget -q --config in/k --no-config U/f", want: moves},
	{name: "WGETRC", rc: "output_document = B/x\n", k: "dir_prefix = B\n", line: "wget -q U/f", env: "WGETRC=in/k", want: moves},
	{name: "WGETRC, missing", rc: "output_document = B/x\n", line: "wget -q U/f", env: "WGETRC=in/k", want: same, rough: true},
	{name: "WGETRC, empty", rc: "output_document = B/x\n", line: "wget -q U/f", env: "WGETRC=", want: moves},
	{name: "SYSTEM_WGETRC", k: "output_document = B/x\n", line: "wget -q U/f", env: "SYSTEM_WGETRC=in/k", want: moves},
	{name: "-e document", line: "wget -q -e output_document=B/x U/f", want: moves},
	{name: "-e document behind", line: "wget -q -O y U/f -e output_document=x", want: moves},
	{name: "-e document before", line: "wget -q -e output_document=x -O y U/f", want: moves},
	{name: "-e document attached", line: "wget -q -eOutput-Document=x U/f", want: moves},
	{name: "-e prefix behind", line: "wget -q -P d -e dirprefix=B U/f", want: moves},
	{name: "-e prefix, no home", line: "wget -q -e dir_prefix=~/o U/f", want: moves},
	{name: "-e log", line: "wget -t 1 -e logfile=B/l U/f", want: moves},
	{name: "-e askpass", line: "wget -q -e use_askpass=/bin/true U/f", want: asks},
	{name: "-e harmless", line: "wget -q -e robots=off U/f", want: same},
}

// configuredGround is a ground with a home and a row's files in it.
func configuredGround(t *testing.T, row configuredRow, server string) (ground, *ast.Invocation) {
	t.Helper()
	g := newGround(t)
	fill := strings.NewReplacer("U/", server+"/", "B/", g.beside+"/", "= B\n", "= "+g.beside+"\n", "=B\n", "="+g.beside+"\n").Replace
	program := strings.Fields(row.line)[0]
	require.NoError(t, os.Mkdir(g.root+"/home", 0o755))
	require.NoError(t, os.WriteFile(g.root+"/home/."+program+"rc", []byte(fill(row.rc)), 0o644))
	if row.k != "" {
		require.NoError(t, os.WriteFile(g.project+"/in/k", []byte(fill(row.k)), 0o644))
	}
	all := g.words(row.line, server)
	for i, w := range all {
		all[i] = strings.ReplaceAll(w, "=B", "="+g.beside)
	}
	inv := words(all...)
	inv.Dir = ast.Known(g.project)
	inv.In.Source.Env = map[string]ast.Value{"HOME": ast.Known(g.root + "/home")}
	for _, assign := range strings.Fields(row.env) {
		name, value, _ := strings.Cut(assign, "=")
		inv.Assigns = append(inv.Assigns, ast.Assign{Name: name, Value: ast.Known(strings.ReplaceAll(value, "P/", g.project+"/"))})
	}
	return g, inv
}

// executeConfigured runs a command line under the configuration.
func executeConfigured(t *testing.T, g ground, inv *ast.Invocation, argv []string) {
	t.Helper()
	cmd := command(g.project, argv[0], argv[1:]...)
	cmd.Env = append(cmd.Env, "HOME="+g.root+"/home")
	for _, a := range inv.Assigns {
		text, _ := a.Value.Text()
		cmd.Env = append(cmd.Env, a.Name+"="+text)
	}
	require.NoError(t, cmd.Start())
	timer := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait()
	assert.True(t, timer.Stop(), "%q took longer than %v", argv, patience)
}

// written lists the files that a run left.
func (g ground) written(t *testing.T) map[string]bool {
	t.Helper()
	found := g.files(t)
	for _, rc := range []string{"curl", "wget"} {
		delete(found, g.root+"/home/."+rc+"rc")
	}
	return found
}

// configuredOf asks for the configuration of a call, and says what was answered.
func configuredOf(t *testing.T, inv *ast.Invocation) (landings []Landing, answer string) {
	t.Helper()
	var reads []string
	call, ok := Read(inv)
	require.True(t, ok)
	p := &Inspection{Facts: realFacts{&reads}, Script: inv.In}
	c := p.configured(call)
	switch {
	case c.problem != "":
		return nil, asks
	case c.call == nil:
		return call.Landings(), same
	case slices.ContainsFunc(c.landings, func(l Landing) bool { return l.Problem != "" }):
		return c.landings, asks
	}
	return c.landings, moves
}

func checkConfigured(t *testing.T, rows []configuredRow) {
	t.Helper()
	t.Parallel()
	program := strings.Fields(rows[0].line)[0]
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not installed: what its configuration does is not compared with the files it writes", program)
	}
	server := origin(t)
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			g, inv := configuredGround(t, row, server)
			landings, answer := configuredOf(t, inv)
			assert.Equal(t, row.want, answer)
			executeConfigured(t, g, inv, argv(inv))
			if landings != nil || answer != asks {
				foreseenAll(t, row, g, landings)
			}
			if answer == asks {
				return
			}
			g, inv = configuredGround(t, row, server)
			landings, _ = configuredOf(t, inv)
			executeConfigured(t, g, inv, movedAll(inv, landings, g.sandbox))
			found := g.written(t)
			for f := range found {
				assert.True(t, strings.HasPrefix(f, g.sandbox+"/"), "%s lies in the sandbox", f)
			}
			if !row.rough {
				assert.Equal(t, len(landings) > 0, len(found) > 0, "something lands")
			}
		})
	}
}

// foreseenAll compares what was written with the landings.
func foreseenAll(t *testing.T, row configuredRow, g ground, landings []Landing) {
	t.Helper()
	files, dirs := foreseen(t, landings)
	found := g.written(t)
	for f := range found {
		assert.True(t, files[f] || inOneOf(dirs, f) != "" || row.rough, "%s was written and not foreseen", f)
	}
	for f := range files {
		assert.True(t, found[f] || row.rough, "%s was foreseen and not written", f)
	}
}

// movedAll is the command line with all moves made, where several words may be put at one
// place.
func movedAll(inv *ast.Invocation, landings []Landing, sandbox string) []string {
	replaced, inserted := map[*ast.Arg]string{}, map[*ast.Arg][]string{}
	var seen []string
	for _, l := range landings {
		for _, m := range append([]Move{l.Move}, l.Also...) {
			text := m.Prefix + target(l, m, sandbox)
			if !m.Insert {
				replaced[m.At] = text
				continue
			}
			key := strings.Join(append(slices.Clone(m.Words), text, m.At.Value.Display()), "\n")
			if !slices.Contains(seen, key) {
				seen = append(seen, key)
				inserted[m.At] = append(append(inserted[m.At], m.Words...), text)
			}
		}
	}
	var out []string
	put := func(w *ast.Arg) {
		text, ok := replaced[w]
		if !ok {
			text = w.Value.Display()
		}
		out = append(append(out, text), inserted[w]...)
	}
	put(inv.Name)
	for i := range inv.Args {
		put(&inv.Args[i])
	}
	return out
}

func TestConfiguredCurlLandsWhereForeseen(t *testing.T) { checkConfigured(t, curlConfigured) }

func TestConfiguredWgetLandsWhereForeseen(t *testing.T) { checkConfigured(t, wgetConfigured) }

func TestConfiguredReadsLittle(t *testing.T) {
	for line, most := range map[string]int{
		"git clone https://h/o/r": 0, "gh repo clone o/r": 0, "curl -q -O https://h/f": 0, "wget --no-config https://h/f": 0,
		"curl -O https://h/f": 2, "wget https://h/f": 2,
	} {
		var reads []string
		inv := words(strings.Fields(line)...)
		inv.In.Source.Env = map[string]ast.Value{"HOME": ast.Known(t.TempDir())}
		call, ok := Read(inv)
		require.True(t, ok, line)
		p := &Inspection{Facts: realFacts{&reads}, Script: inv.In}
		for range 3 {
			p.configured(call)
			p.aliased(inv)
		}
		assert.LessOrEqual(t, len(reads), most, "%s reads %v", line, reads)
	}
}

func TestConfiguredByTheScript(t *testing.T) {
	tests := []struct{ name, script, want string }{
		{"redirect", "echo output=x > ~/.curlrc; curl -O U", asks},
		{"redirect of a block", "{ echo output=x; } > ~/.curlrc; curl -O U", asks},
		{"append", "echo output=x >> /home/me/.curlrc && curl -O U", asks},
		{"tee", "echo output=x | tee ~/.curlrc; curl -O U", asks},
		{"copied", "cp my/.curlrc ~; curl -O U", asks},
		{"in the home", "cd ~ && echo dir_prefix=x > .wgetrc; wget U", asks},
		{"too late", "curl -O U; echo output=x > ~/.curlrc", same},
		{"too late, but in a loop", "for i in 1 2; do curl -O U; echo output=x > ~/.curlrc; done", asks},
		{"elsewhere", "echo output=x > .curlrc; curl -O U", same},
		{"only read", "cat ~/.curlrc; curl -O U", same},
		{"not for wget", "echo output=x > ~/.curlrc; wget U", same},
		{"other home", "HOME=/home/me/project/new curl -O U", asks},
		{"unknown home", "HOME=$(mktemp -d) curl -O U", same},
		{"unknown CURL_HOME", "CURL_HOME=$X curl -O U", asks},
		{"unknown WGETRC", "WGETRC=$X wget U", asks},
		{"no WGETRC", "env -u WGETRC wget U", same},
		{"wgetrc", "echo x > rc; WGETRC=$PWD/rc wget U", asks},
		{"-K", "printf 'output=x' > k; curl -K k U", asks},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := inspect(t, test.script, nil)
			answer := ""
			for _, inv := range p.Script.Invocations {
				if call, ok := Read(inv); ok {
					answer = same
					if c := p.configured(call); c.problem != "" {
						answer = asks
					} else if c.call != nil {
						answer = moves
					}
				}
			}
			assert.Equal(t, test.want, answer)
		})
	}
}

// inspect is an inspection of a script in /home/me/project on a machine with files.
func inspect(t *testing.T, script string, files map[string]string) *Inspection {
	t.Helper()
	s, err := ast.Parse(ast.Source{Text: script, Dialect: ast.Bash, Dir: ast.Known("/home/me/project"), Env: map[string]ast.Value{
		"HOME": ast.Known("/home/me"), "PWD": ast.Known("/home/me/project"),
	}})
	require.NoError(t, err)
	return &Inspection{Script: s, Facts: heldFacts(files)}
}

// heldFacts are files by path.
type heldFacts map[string]string

func (f heldFacts) Read(path string, limit int) ([]byte, error) {
	text, ok := f[path]
	if !ok {
		return nil, os.ErrNotExist
	}
	return []byte(text[:min(len(text), limit)]), nil
}

func (f heldFacts) Resolve(p string) (string, error) { return path.Clean(p), nil }
func (f heldFacts) IsDir(string) bool                { return false }
func (f heldFacts) Same(a, b string) bool            { return a == b }
func (f heldFacts) Exists(path string) bool {
	for file := range f {
		if file == path || strings.HasPrefix(file, path+"/") {
			return true
		}
	}
	return path == "/home/me"
}

func TestAliased(t *testing.T) {
	user := "[user]\n\tname = a\n[alias]\n\tco = checkout\n\tcl = clone --depth 1\n\tsh = !f() { git clone $1; }; f\n\tup = cl\n\tar = archive --remote=U\n\tlo = archive\n\trem = remote -v\n\tru = remote update\n\tq = \"!true\" # x\n\tlong = log \\\n --oneline\n\tquoted = 'clone' -q\n\topt = -c x.y=z clone\n\tloop = loop\n[Alias] Fe = fetch --all\n[alias \"sub\"]\n\tcommand = clone\n[include]\n\tpath = more\n"
	tests := []struct {
		command string
		part    string // of the problem; empty: none
	}{
		{"git cl U", `"/home/me/.gitconfig", line 5`},
		{"git -C x cl U", "clone --depth 1"},
		{"git CL U", "clone --depth 1"},
		{"git up U", "clone --depth 1"},
		{"git sh U", "shell"},
		{"git q", "shell"},
		{"git ar", "archive --remote"},
		{"git lo HEAD", ""},
		{"git lo --remote=U HEAD", "may fetch"},
		{"git rem", ""},
		{"git ru", "remote update"},
		{"git long", ""},
		{"git quoted U", "may fetch"},
		{"git opt U", "may fetch"},
		{"git fe", "fetch --all"},
		{"git sub U", "clone"},
		{"git co main", ""},
		{"git loop", ""},
		{"git foo", ""},
		{"git clone U", ""},
		{"git --version cl", ""},
		{"git -c alias.x=clone x U", "set by -c"},
		{"git -c Alias.X='!sh' x U", "shell"},
		{"git -c alias.x=clone -c alias.x=log x U", ""},
		{"git -c alias.x=log x U", ""},
		{"git -c alias.x=$V x U", "not known"},
		{"git -c \"$V\" x U", "not known"},
		{"git -c user.name=$V x U", ""},
		{"git -c alias.clone=log clone U", ""},
		{"git --config-env=alias.x=V x U", "from a variable"},
		{"GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0=clone git x U", "GIT_CONFIG_KEY_0"},
		{"GIT_CONFIG_COUNT=$N git x U", "GIT_CONFIG_COUNT"},
		{"GIT_CONFIG_GLOBAL=/dev/null git cl U", ""},
		{"GIT_CONFIG_GLOBAL=$V git cl U", "not known"},
		{"HOME=/nowhere git cl U", ""},
		{"git repo-alias U", "/home/me/project/.git/config"},
		{"cd sub/dir && git repo-alias U", "/home/me/project/.git/config"},
		{"git config --global alias.new clone; git new U", "the script itself"},
		{"git config alias.new.command clone; git new U", "the script itself"},
		{"printf '[alias]new=clone' > ~/.gitconfig; git new U", "the script itself"},
		{"cd / && git xdg U", "/home/me/.config/git/config"},
		{"git sys U", "/etc/gitconfig"},
	}
	files := map[string]string{
		"/home/me/.gitconfig": user, "/home/me/project/.git/config": "[core]\n[alias]\n\trepo-alias = clone\n",
		"/home/me/.config/git/config": "[alias]\nxdg = pull\n", "/etc/gitconfig": "[alias]sys=fetch",
	}
	for _, test := range tests {
		t.Run(test.command, func(t *testing.T) {
			p := inspect(t, test.command, files)
			problem := p.aliased(p.Script.Invocations[len(p.Script.Invocations)-1])
			if test.part == "" {
				assert.Empty(t, problem)
				return
			}
			assert.Contains(t, problem, test.part)
		})
	}
}

// Where nothing is asked, real git must fetch nothing: an alias is in the user's file, and
// the command is run.
func TestAliasedAsGit(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: aliases are not compared with what it runs")
	}
	bare := repository(t)
	rows := []struct{ config, line string }{
		{"[alias]\nx = clone\n", "git x R"},
		{"[alias]\nx = clone\n", "git X R"},
		{"[alias]\nx = -c a.b=c clone -q\n", "git x R"},
		{"[alias]\nx = 'cl'one\n", "git x R"},
		{"[alias]\nx = y\ny = clone\n", "git x R"},
		{"[alias]\nx = !git clone\n", "git x R"},
		{"[alias]\nx = clone\nx = log\n", "git x R"},
		{"[alias]\nlog = clone\n", "git log R"},
		{"[alias \"x\"]\ny = clone\n", "git x R"},
		{"[alias]\nx = \\\nclone\n", "git x R"},
		{"[alias]\nx = \"clone\" # no\n", "git x R"},
		{"[alias]\n;x = clone\n", "git x R"},
		{"[alias]\nx = clone\n", "git -c alias.x=log x R"},
		{"", "git -c alias.x=clone x R"},
		{"", "git -c alias.x=log -c alias.x=clone x R"},
		{"", "git -c ALIAS.x=clone x R"},
		{"", "git x R"},
		{"[alias]\nx = clone\n", "git -C d x R"},
		{"[alias]x = clone", "git --no-pager x R"},
		{"[help]\nautocorrect = 1\n", "git clnoe R"},
		{"[help]\nautocorrect = immediate\n", "git cloen R"},
		{"[help]\nautocorrect = never\n", "git clnoe R"},
		{"[help]\nautocorrect = 1\n", "git frobnicate R"},
		{"", "git clnoe R"},
		{"", "git -c help.autocorrect=1 clnoe R"},
	}
	for _, row := range rows {
		t.Run(row.config+row.line, func(t *testing.T) {
			g := newGround(t)
			require.NoError(t, os.MkdirAll(g.root+"/none", 0o755))
			require.NoError(t, os.WriteFile(g.root+"/none/.gitconfig", []byte(row.config), 0o644))
			inv := words(strings.Fields(strings.ReplaceAll(row.line, "R", bare))...)
			inv.Dir = ast.Known(g.project)
			inv.In.Source.Env = map[string]ast.Value{"HOME": ast.Known(g.root + "/none")}
			var reads []string
			p := &Inspection{Facts: realFacts{&reads}, Script: inv.In}
			problem := p.aliased(inv)
			execute(t, g, argv(inv))
			assert.Equal(t, g.clone(t) != "", problem != "", "asked exactly where it clones: %s", problem)
		})
	}
}

// What aliasIn reads must be what git reads.
func TestAliasInAsGit(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: aliases are not compared with what it reads")
	}
	for _, text := range []string{
		"[alias]\n\tx = clone\n", "[alias] x=clone", "[ALIAS]\nX = clone ; c\n", "[alias]\nx = \"a # b\" # c\n", "[alias]\nx = a \\\n b\n", "[alias]\nx = a \\\\\ny = b\n",
		"[alias]\nx = a\nx = b\n", "[alias]\n#x = a\n;x = b\n", "[other]\nx = a\n", "[alias]\nx = \"!f() { echo \\\"a\\\"; }; f\"\n", "\ufeff[alias]\nx=a\n", "[alias]\r\nx = a b  \r\n",
		"[alias]\nx = a\\tb\n", "[alias]\nx = 'a  b'\n", "[a]\ny=1\n[alias]\nx=  a  b  \n[b]\nx=c\n", "[alias]\nx =\n", "[alias]\nx = \"  a \"\n",
	} {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(dir+"/c", []byte(text), 0o644))
		out, err := command(dir, "git", "config", "--file", dir+"/c", "--get", "alias.x").Output()
		value, line := aliasIn(text, "x")
		assert.Equal(t, err == nil, line > 0, "%q", text)
		if err == nil {
			assert.Equal(t, strings.TrimSuffix(string(out), "\n"), value, "%q", text)
		}
	}
}
