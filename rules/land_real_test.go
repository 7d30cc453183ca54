package rules

import (
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
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

// The real program is the judge of the tables: each line below is run as it is, and the
// files that appear must be those that its landings name; then it is run with its moves
// made, and every file must lie in the sandbox under its name.

// ground is where one command runs: a project to run it in, a place beside it and a
// sandbox.
type ground struct{ root, project, beside, sandbox string }

func newGround(t *testing.T) ground {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	g := ground{root: root, project: root + "/project", beside: root + "/beside", sandbox: root + "/sandbox"}
	for _, dir := range []string{g.project + "/d", g.beside, g.sandbox, g.project + "/in"} {
		require.NoError(t, os.MkdirAll(dir, 0o755))
	}
	require.NoError(t, os.WriteFile(g.project+"/in/upload", []byte("up"), 0o644))
	return g
}

// words fills in what a line leaves open: U is the server, B the place beside.
func (g ground) words(text, server string) []string {
	all := strings.Fields(text)
	for i, w := range all {
		w = strings.ReplaceAll(w, "U/", server+"/")
		if w = strings.ReplaceAll(w, "B/", g.beside+"/"); w == "''" {
			w = ""
		}
		all[i] = w
	}
	return all
}

// files lists what lies below root, less what newGround puts there.
func (g ground) files(t *testing.T) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	err := filepath.WalkDir(g.root, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasPrefix(p, g.project+"/in/") {
			out[p] = true
		}
		return err
	})
	require.NoError(t, err)
	return out
}

// foreseen are the files that landings name, and the directories in which a program
// chooses the names.
func foreseen(t *testing.T, landings []Landing) (files, dirs map[string]bool) {
	files, dirs = map[string]bool{}, map[string]bool{}
	for _, l := range landings {
		dest, ok := ast.Join(l.Dir, l.Dest).Text()
		require.True(t, ok, "where it lands is known")
		name, _ := l.Name.Text()
		switch {
		case strings.Contains(dest, "#1"):
			dirs[path.Dir(dest)] = true // the program fills in the rest of the name
		case !l.IntoDir:
			files[path.Clean(dest)] = true
		case name != "":
			files[path.Join(dest, name)] = true
		default:
			dirs[path.Clean(dest)] = true
		}
	}
	return files, dirs
}

// origin serves every path with a body of its own.
func origin(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/named":
			w.Header().Set("Content-Disposition", `attachment; filename="given"`)
		case "/moved":
			http.Redirect(w, r, "/elsewhere", http.StatusFound)
			return
		case "/missing":
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte("body of " + r.URL.Path + "\n"))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// realRow is one line to be run. Fails says that nothing comes of it, as it is written,
// though the landing is foreseen; less that the moved line fails in the same way.
type realRow struct {
	name, line string
	fails      bool
	less       bool
	extra      []string // further files that the line writes in the project, no landings
	asks       bool     // it cannot be moved
}

func checkReal(t *testing.T, rows []realRow) {
	t.Helper()
	t.Parallel()
	program := strings.Fields(rows[0].line)[0]
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not installed: its landings are not compared with the files it writes", program)
	}
	server := origin(t)
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			before := newGround(t)
			inv := words(before.words(row.line, server)...)
			inv.Dir = ast.Known(before.project)
			landings := readLandings(t, inv)
			execute(t, before, argv(inv))
			compare(t, row, before, landings)
			if row.asks || len(landings) == 0 {
				return
			}
			after := newGround(t)
			inv = words(after.words(row.line, server)...)
			inv.Dir = ast.Known(after.project)
			landings = readLandings(t, inv)
			execute(t, after, moved(t, inv, landings, after.sandbox))
			compareMoved(t, row, after, landings)
		})
	}
}

func readLandings(t *testing.T, inv *ast.Invocation) []Landing {
	t.Helper()
	call, ok := Read(inv)
	require.True(t, ok)
	require.Nil(t, call.Problem)
	return call.Landings()
}

func argv(inv *ast.Invocation) []string {
	out := []string{inv.Program()}
	for _, a := range inv.Args {
		text, _ := a.Value.Text()
		out = append(out, text)
	}
	return out
}

// patience is how long one command may take on a machine that is busy, or whose disk is. What
// wget waits between its twenty attempts would be longer.
const patience = time.Minute

// execute runs a command line in the project; many of them fail by intent.
func execute(t *testing.T, g ground, argv []string) {
	t.Helper()
	cmd := command(g.project, argv[0], argv[1:]...)
	cmd.Env = append(cmd.Env, "HOME="+g.root+"/none", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=core.fsync", "GIT_CONFIG_VALUE_0=none")
	require.NoError(t, cmd.Start())
	timer := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait()
	assert.True(t, timer.Stop(), "%q took longer than %v", argv, patience)
}

func compare(t *testing.T, row realRow, g ground, landings []Landing) {
	t.Helper()
	files, dirs := foreseen(t, landings)
	found := g.files(t)
	for _, name := range row.extra {
		assert.True(t, found[g.project+"/"+name], "%s is written as well", name)
		delete(found, g.project+"/"+name)
	}
	used := map[string]bool{}
	for f := range found {
		dir := inOneOf(dirs, f)
		assert.True(t, files[f] || dir != "", "%s was written and not foreseen", f)
		if !files[f] {
			used[dir] = true
		}
	}
	if row.fails {
		return
	}
	for f := range files {
		assert.True(t, found[f], "%s was foreseen and not written", f)
	}
	assert.Equal(t, dirs, used, "the directories that names are chosen in")
}

// inOneOf returns the directory that a file lies below, at any depth.
func inOneOf(dirs map[string]bool, file string) string {
	for dir := path.Dir(file); dir != "/"; dir = path.Dir(dir) {
		if dirs[dir] {
			return dir
		}
	}
	return ""
}

func compareMoved(t *testing.T, row realRow, g ground, landings []Landing) {
	t.Helper()
	found := g.files(t)
	for _, name := range row.extra {
		delete(found, g.project+"/"+name)
	}
	tree := slices.ContainsFunc(landings, func(l Landing) bool { return l.IntoDir && l.Name.Is("") })
	for f := range found {
		if tree {
			assert.True(t, strings.HasPrefix(f, g.sandbox+"/"), "%s lies below the sandbox", f)
			continue
		}
		assert.Equal(t, g.sandbox, path.Dir(f), "%s lies in the sandbox itself", f)
	}
	if row.less {
		return
	}
	assert.NotEmpty(t, found)
	for _, l := range landings {
		if name, _ := l.Name.Text(); name != "" && !strings.Contains(name, "#1") {
			assert.True(t, found[g.sandbox+"/"+name], "%s is in the sandbox", name)
		}
	}
}

func TestCurlLandsWhereForeseen(t *testing.T) {
	checkReal(t, []realRow{
		{name: "stdout", line: "curl -s U/f"},
		{name: "o", line: "curl -s -o F U/f"},
		{name: "o attached", line: "curl -soF U/f"},
		{name: "o with =", line: "curl -s -o=F U/f"},
		{name: "long", line: "curl -s --output F U/f"},
		{name: "single dash long", line: "curl -s -output U/f"},
		{name: "beside", line: "curl -s -o B/F U/f"},
		{name: "into a directory", line: "curl -s -o d/F U/f"},
		{name: "no such directory", line: "curl -s -o e/F U/f", fails: true},
		{name: "create-dirs", line: "curl -s --create-dirs -o e/g/F U/f"},
		{name: "up", line: "curl -s -o ../beside/F U/f"},
		{name: "null", line: "curl -s -o /dev/null U/f"},
		{name: "dash", line: "curl -s -o - U/f"},
		{name: "dash is a file", line: "curl -s -o ./- U/f"},
		{name: "fd", line: "curl -s -o /dev/fd/2 U/f"},
		{name: "value like an option", line: "curl -s -o -O U/f"},
		{name: "two in order", line: "curl -s -o A -o B U/a U/b"},
		{name: "two, mixed up", line: "curl -s U/a -o A U/b -o B"},
		{name: "first output counts", line: "curl -s -o A -o B U/a"},
		{name: "more URLs than outputs", line: "curl -s -o A U/a U/b"},
		{name: "url option", line: "curl -s --url U/a -o A --url U/b -o B"},
		{name: "O", line: "curl -s -O U/x/f"},
		{name: "O query", line: "curl -s -O U/f?a=/b"},
		{name: "O fragment", line: "curl -s -O U/f#g/h"},
		{name: "O percent", line: "curl -s -O U/f%20g"},
		{name: "O dots", line: "curl -s -O U/x/y/../f"},
		{name: "O backslash", line: `curl -s -O U/x\f`},
		{name: "O redirect", line: "curl -sL -O U/moved"},
		{name: "O missing", line: "curl -sf -O U/missing", fails: true, less: true},
		{name: "OJ", line: "curl -sOJ U/named"},
		{name: "J alone", line: "curl -sJ U/named"},
		{name: "O twice", line: "curl -s -O U/a -O U/b"},
		{name: "O and stdout", line: "curl -s -O U/a U/b"},
		{name: "O and o", line: "curl -s -O U/a -o F U/b"},
		{name: "O and o elsewhere", line: "curl -s -O U/a -o B/F U/b"},
		{name: "O and o in a directory", line: "curl -s -o d/F U/b U/a -O"},
		{name: "O and o on stdout", line: "curl -s -O U/a -o - U/b"},
		{name: "O and o nowhere", line: "curl -s -O U/a -o /dev/null U/b", asks: true},
		{name: "all", line: "curl -s --remote-name-all U/a U/b"},
		{name: "all, too late", line: "curl -s U/a --remote-name-all U/b"},
		{name: "all but one", line: "curl -s --remote-name-all U/a --no-remote-name U/b"},
		{name: "all, one named", line: "curl -s --remote-name-all U/a -o F U/b"},
		{name: "dir", line: "curl -s --output-dir d -O U/f"},
		{name: "dir, last", line: "curl -s --output-dir B/ -O U/f --output-dir d"},
		{name: "dir and file", line: "curl -s --output-dir d -o F U/f"},
		{name: "dir and path", line: "curl -s --output-dir d --create-dirs -o e/F U/f"},
		{name: "dir and absolute path", line: "curl -s --output-dir d --create-dirs -o /e/F U/f"},
		{name: "dir and root", line: "curl -s --output-dir / -o B/F U/f"},
		{name: "dir and up", line: "curl -s --output-dir d -o ../../beside/F U/f"},
		{name: "dir and dash", line: "curl -s --output-dir d -o - U/f"},
		{name: "dir and null", line: "curl -s --output-dir d -o /dev/null U/f", fails: true, asks: true},
		{name: "dir without files", line: "curl -s --output-dir d U/f"},
		{name: "dir missing", line: "curl -s --output-dir e -O U/f", fails: true},
		{name: "dir created", line: "curl -s --create-dirs --output-dir e -O U/f"},
		{name: "dir empty", line: "curl -s --output-dir '' -o F U/f"},
		{name: "dir empty, O", line: "curl -s --output-dir '' -O U/f"},
		{name: "next", line: "curl -s -o A U/a --next -s -o B U/b"},
		{name: "next, surplus output", line: "curl -s -o A -o B U/a --next -s U/b"},
		{name: "next, dir ends", line: "curl -s --output-dir d -O U/a --next -s -O U/b"},
		{name: "next, all ends", line: "curl -s --remote-name-all U/a --next -s U/b"},
		{name: "next in a cluster", line: "curl -s U/a -s:o -s -O U/b"},
		{name: "three groups", line: "curl -s -O U/a --next -s -o B/F U/b --next -s -O U/c"},
		{name: "globs", line: "curl -s -o F#1 U/f{a}"},
		{name: "globs overwrite", line: "curl -s -o F U/f{a,b}"},
		{name: "globs and O", line: "curl -s -O U/f[1-1]"},
		{name: "upload", line: "curl -s -T in/upload U/f"},
		{name: "upload, saved", line: "curl -s -T in/upload -o F U/f"},
		{name: "upload and O", line: "curl -s -O -T in/upload U/f"},
		{name: "head", line: "curl -sI -o F U/f"},
		{name: "q first", line: "curl -q -s -O U/f"},
		{name: "qm first", line: "curl -qsm 9 -O U/f"},
		{name: "dashes", line: "curl -s -O -- U/f"},
		{name: "dump", line: "curl -s -D h -o F U/f", extra: []string{"h"}},
		{name: "case and beginnings", line: "curl -s --REMOTE-NAME --location-t U/f"},
		{name: "version", line: "curl -V -O U/f"},
		{name: "no URL", line: "curl -s -o F", fails: true},
	})
}

func TestWgetLandsWhereForeseen(t *testing.T) {
	checkReal(t, []realRow{
		{name: "plain", line: "wget -q U/x/f"},
		{name: "index", line: "wget -q U/"},
		{name: "directory", line: "wget -q U/x/"},
		{name: "query", line: "wget -q U/f?a=/b&c=%2f"},
		{name: "empty query", line: "wget -q U/f?"},
		{name: "fragment", line: "wget -q U/f#g"},
		{name: "percent", line: "wget -q U/a%20b%41"},
		{name: "percent slash", line: "wget -q U/a%2fb"},
		{name: "percent control", line: "wget -q U/a%01b"},
		{name: "dots", line: "wget -q U/x/../f"},
		{name: "encoded dots", line: "wget -q U/x/y/%2e%2E/a%2eb"},
		{name: "encoded dots at the end", line: "wget -q U/x/%2e%2e"},
		{name: "semicolon", line: "wget -q U/a;b"},
		{name: "redirect", line: "wget -q U/moved"},
		{name: "redirect trusted", line: "wget -q --trust-server-names U/moved"},
		{name: "missing", line: "wget -q U/missing", fails: true, less: true},
		{name: "two", line: "wget -q U/a U/b"},
		{name: "tree", line: "wget -q -r -nd -l 1 U/f"},
		{name: "O", line: "wget -q -O F U/f"},
		{name: "O attached", line: "wget -qOF U/f"},
		{name: "O with =", line: "wget -q -O=F U/f"},
		{name: "long", line: "wget -q --output-document=F U/f"},
		{name: "beginning", line: "wget -q --output-d F U/f"},
		{name: "O beside", line: "wget -q -O B/F U/f"},
		{name: "O up", line: "wget -q -O ../beside/F U/f"},
		{name: "O no directory", line: "wget -q -O e/F U/f", fails: true},
		{name: "O stdout", line: "wget -qO- U/f"},
		{name: "O null", line: "wget -q -O /dev/null U/f"},
		{name: "O ./-", line: "wget -q -O ./- U/f"},
		{name: "O last", line: "wget -q -O A -O B U/f"},
		{name: "O all in one", line: "wget -q -O F U/a U/b"},
		{name: "O missing", line: "wget -q -O F U/missing"},
		{name: "O and P", line: "wget -q -P e -O F U/f"},
		{name: "P", line: "wget -q -P e U/f"},
		{name: "P deep", line: "wget -q -P e/g/ U/f"},
		{name: "P attached", line: "wget -qPe U/f"},
		{name: "P long", line: "wget -q --directory-prefix=B/e U/f"},
		{name: "P last", line: "wget -q -P e U/f -P d"},
		{name: "P beside", line: "wget -q -P B/ U/f"},
		{name: "P empty", line: "wget -q -P '' U/f"},
		{name: "P dot", line: "wget -q -P . U/f"},
		{name: "P and the server's name", line: "wget -q --content-disposition -P d U/named"},
		{name: "default page", line: "wget -q --default-page=p U/"},
		{name: "no clobber", line: "wget -q -nc U/f"},
		{name: "n takes the cluster", line: "wget -nvOF U/f", fails: true, less: true},
		{name: "n apart", line: "wget -q -n d U/f"},
		{name: "spider", line: "wget -q --spider U/f"},
		{name: "spider off", line: "wget -q --spider=off U/f"},
		{name: "no spider", line: "wget -q --spider --no-spider U/f"},
		{name: "dashes", line: "wget -q -- U/f"},
		{name: "log", line: "wget -o log U/f", extra: []string{"log"}},
		{name: "no URL", line: "wget -q -P d", fails: true},
		{name: "version", line: "wget -V U/f"},
		{name: "scheme of its own", line: "wget -q -O F -- U/f"},
	})
}

func TestGitCloneLandsWhereForeseen(t *testing.T) {
	t.Parallel()
	bare := repository(t)
	rows := []struct {
		name, line string
		want       string // the repository's directory, below the ground's root
		asks       bool
	}{
		{name: "plain", line: "git clone R", want: "project/origin"},
		{name: "directory", line: "git clone R x", want: "project/x"},
		{name: "deep", line: "git clone R d/e/x/", want: "project/d/e/x"},
		{name: "beside", line: "git clone R ../beside/x", want: "beside/x"},
		{name: "in", line: "git -C d clone R", want: "project/d/origin"},
		{name: "in two", line: "git -C d -C ../../beside clone R x", want: "beside/x"},
		{name: "in the empty one", line: "git -C '' clone R", want: "project/origin"},
		{name: "bare", line: "git clone --bare R", want: "project/origin.git"},
		{name: "mirror", line: "git clone R --mir", want: "project/origin.git"},
		{name: "naked", line: "git clone --naked R", want: "project/origin.git"},
		{name: "bare taken back", line: "git clone --bare --no-bare R", want: "project/origin"},
		{name: "bare taken back by the other name", line: "git clone --bare --no-naked R", want: "project/origin"},
		{name: "mirror stays bare", line: "git clone --mirror --no-bare R", want: "project/origin.git"},
		{name: "cluster", line: "git clone -qbmain R", want: "project/origin"},
		{name: "remote's name", line: "git clone -o up R", want: "project/origin"},
		{name: "dashes", line: "git clone -- R -x", want: "project/-x"},
		{name: "end of options", line: "git clone --end-of-options R --bare", want: "project/--bare"},
		{name: "git dir does not matter", line: "git --git-dir=g clone R", want: "project/origin"},
		{name: "three", line: "git clone R a b"},
		{name: "exec-path", line: "git --exec-path clone R"},
		{name: "version", line: "git --version clone R"},
		{name: "help", line: "git clone -h R"},
		{name: "empty directory", line: "git clone R ''", asks: true},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			for _, move := range []bool{false, true} {
				g := newGround(t)
				inv := words(strings.Fields(strings.ReplaceAll(row.line, "R", bare))...)
				for i := range inv.Args {
					if inv.Args[i].Value.Is("''") {
						inv.Args[i].Value = ast.Known("")
					}
				}
				inv.Dir = ast.Known(g.project)
				landings := readLandings(t, inv)
				if row.want == "" && !row.asks {
					assert.Empty(t, landings)
				}
				if move && (row.asks || row.want == "") {
					continue
				}
				command, want := argv(inv), row.want
				if move {
					require.Len(t, landings, 1)
					command, want = moved(t, inv, landings, g.sandbox), "sandbox/"+landings[0].Name.Display()
				} else if row.want != "" {
					require.Len(t, landings, 1)
					dest, _ := ast.Join(landings[0].Dir, landings[0].Dest).Text()
					assert.Equal(t, g.root+"/"+row.want, path.Clean(dest))
				}
				execute(t, g, command)
				assert.Equal(t, want, g.clone(t), "moved: %v", move)
			}
		})
	}
}

// clone returns the one directory below the ground that is a repository.
func (g ground) clone(t *testing.T) string {
	t.Helper()
	for f := range g.files(t) {
		if path.Base(f) != "HEAD" || strings.Contains(f, "/logs/") || strings.Contains(f, "/refs/") {
			continue
		}
		return strings.TrimPrefix(strings.TrimSuffix(path.Dir(f), "/.git"), g.root+"/")
	}
	return ""
}

// realWords are the words that random lines are made of. None leads out of the ground:
// wget unlinks a file that is in the way of -P, also a device when root runs it.
var realWords = map[string]string{
	"curl": "-o F -oG -O -J -OJ -oA -oa/B -o d/F -o B/F -o ../F -o - --output-dir d --output-dir=d --output-dir= --create-dirs --remote-name-all --no-remote-name-all --next -s: --url U/f U/x/g U/h U/named -T in/upload -I --output-dir=B/ -q -G",
	"wget": "-O F -OG -P d -P e/g -OF -O- -PD -O B/F -O ../F U/f U/x/g U/ -nd -n c -x -P. -nc -N --content-disposition U/named --directory-prefix=B/",
}

// randomRows makes lines of which nothing is foreseen but what their landings say:
// many fail, and then no file may lie where none was foreseen. A line with a source
// that is not the server's is left out, since its name would be looked up.
func randomRows(program string, n int) []realRow {
	random := rand.New(rand.NewPCG(3, uint64(n)))
	all := strings.Fields(realWords[program])
	var rows []realRow
	for len(rows) < n {
		text := program + " -q -t 1 U/first"
		if program == "curl" {
			text = "curl -s U/first"
		}
		for range 1 + random.IntN(7) {
			text += " " + all[random.IntN(len(all))]
		}
		call, ok := Read(line(text))
		if ok && call.Problem == nil && onlyServed(call) {
			rows = append(rows, realRow{name: text, line: text, fails: true, less: true})
		}
	}
	return rows
}

func onlyServed(call *Call) bool {
	ok := true
	check := func(v ast.Value) { ok = ok && strings.HasPrefix(v.Prefix(), "U/") }
	call.each(func(o *Option) {
		if o.Role() == URL {
			check(o.Value)
		}
	}, func(w *ast.Arg) { check(w.Value) })
	return ok
}

func TestRandomCurlLandsWhereForeseen(t *testing.T) { checkReal(t, randomRows("curl", 30)) }

func TestRandomWgetLandsWhereForeseen(t *testing.T) { checkReal(t, randomRows("wget", 30)) }
