package oracle

import (
	"archive/zip"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/origin"
	"sandbox-enforcer/rules"
)

// The tools that copy and clone in the scope all, each run as written and as rewritten.
// What they copy lies beside the place they run in, and they reach it by file:// or by a
// stand-in for ssh that runs the remote side here.

// copies are the command lines: what is expected of each, then the line. «srv» holds the
// sources, «bin» the stand-ins.
var copies = []struct {
	tool  string
	needs []string
	lines string
}{
	{"git", []string{"git"}, `
rewritten: git archive --remote=file://«srv»/git -o r.tar main
rewritten: git archive --remote file://«srv»/git --output=sub/r.tgz main
rewritten: git archive -or.zip --remote=file://«srv»/git main f
rewritten: git -C sub archive --remote=file://«srv»/git -o r.tar main
rewritten: git archive --remote=file://«srv»/git --format=tar main > r.tar
rewritten: git archive --remote=file://«srv»/git -9 --prefix=x/ -v -o «root»/r.tgz main
rewritten: git archive --remote=file://«srv»/git -o - main
rewritten: git archive --remote=file://«srv»/missing -o r.tar main
rewritten: git archive -v --remote=file://«srv»/git -o r.tar nothing
alone: git archive --remote=file://«srv»/git -o «sandbox»/r.tar main
alone: git archive --remote=file://«srv»/git --list
alone: git init -q «sandbox»/r && git -C «sandbox»/r fetch -q file://«srv»/git main
alone: git init -q «sandbox»/r && git -C «sandbox»/r pull -q file://«srv»/git main
alone: git init -q «sandbox»/r && git -C «sandbox»/r remote add -f up file://«srv»/git
asked: git fetch file://«srv»/git
asked: git pull -q file://«srv»/git main
asked: git remote add -f up file://«srv»/git
asked: git submodule add file://«srv»/git
`},
	{"gh", []string{"gh"}, `
rewritten: gh release download v1 -R o/r
rewritten: gh release download -R o/r v1 -p tool.tgz
rewritten: gh release download v1 -R o/r -p tool.tgz && cat tool.tgz
rewritten: gh release download v1 -R o/r -D dl
rewritten: gh release download v1 -Ro/r -Ddl
rewritten: gh release download v1 -R o/r -D=dl --pattern '*.txt'
rewritten: gh release download v1 -R o/r --dir «root»/dl
rewritten: gh release download v1 -R o/r -p tool.tgz -O other.tgz
rewritten: gh release download v1 -R o/r -p tool.tgz --output=sub/tool.tgz
rewritten: gh release download v1 -R o/r -p tool.tgz -O - > piped.tgz
rewritten: gh release download v2 -R o/r
rewritten: gh release download v1 -R o/r -p nothing
alone: gh release download v1 -R o/r -p tool.tgz -O -
alone: gh release download v1 -R o/r -p tool.tgz -O a -D b
alone: gh release download v1 -R o/r -D «sandbox»
alone: gh release download v1 -R o/r -D «sandbox»/dl
asked: gh release download v1 -R o/r --di dl
rewritten: gh run download 7 -R o/r
rewritten: gh run download 7 -R o/r -n logs
rewritten: gh run download 7 -R o/r -D out
rewritten: gh run download -n logs --dir=out 7 -R o/r
rewritten: gh api repos/o/r > r.json
rewritten: gh api repos/o/r --jq .name > name
alone: gh api repos/o/r
`},
	{"rsync", []string{"rsync"}, `
rewritten: rsync h:«srv»/copy/f .
rewritten: rsync -q h:«srv»/copy/f ./
rewritten: rsync -a h:«srv»/copy/dir .
rewritten: rsync -a h:«srv»/copy/dir/ .
rewritten: rsync -a h:«srv»/copy/dir out
rewritten: rsync -a h:«srv»/copy/dir/ out
rewritten: rsync -a h:«srv»/copy/dir/ out/
rewritten: rsync -a h:«srv»/copy/dir sub
rewritten: rsync h:«srv»/copy/f sub
rewritten: rsync h:«srv»/copy/f sub/g
rewritten: rsync h:«srv»/copy/f out/
rewritten: rsync h:«srv»/copy/f g
rewritten: rsync h:«srv»/copy/f ../g
rewritten: rsync h:«srv»/copy/f «root»/g
rewritten: rsync h:«srv»/copy/f :«srv»/copy/dir/g out
rewritten: rsync -e=«bin»/ssh h:«srv»/copy/f g
rewritten: rsync -ae«bin»/ssh h:«srv»/copy/dir out
rewritten: rsync h:«srv»/copy/f g --rsh «bin»/ssh -v
rewritten: rsync -R h:«srv»/copy/./dir/g out
rewritten: rsync -- h:«srv»/copy/f -g
rewritten: rsync -a --delete h:«srv»/copy/dir/ out/
rewritten: rsync --partial-dir=.p h:«srv»/copy/f g
rewritten: rsync --log-file=log h:«srv»/copy/f g
rewritten: rsync --log-file «root»/log h:«srv»/copy/f .
rewritten: rsync -a --write-batch=b h:«srv»/copy/dir out
rewritten: rsync -ab --backup-dir=old --suffix=.1 h:«srv»/copy/dir sub
rewritten: rsync -a h:«srv»/copy/dir . && cd dir && cat g
rewritten: rsync h:«srv»/copy/f g && cat g
rewritten: rsync h:«srv»/missing g
alone: rsync h:«srv»/copy/f
alone: rsync -n h:«srv»/copy/f g
alone: rsync -a h:«srv»/copy/dir/ «sandbox»/out/
alone: rsync h:«srv»/copy/f «sandbox»
alone: rsync h:«srv»/copy/f a:b
alone: cd «sandbox» && rsync h:«srv»/copy/f .
asked: rsync -a --delete h:«srv»/copy/dir/ .
asked: rsync --rs=«bin»/ssh h:«srv»/copy/f g
asked: rsync -T «root» h:«srv»/copy/f g
asked: POSIXLY_CORRECT=1 rsync h:«srv»/copy/f g -v
`},
	{"scp", []string{"scp"}, `
rewritten: scp -S «bin»/ssh h:«srv»/copy/f .
rewritten: scp -S «bin»/ssh h:«srv»/copy/f g
rewritten: scp -S«bin»/ssh h:«srv»/copy/f ../g
rewritten: scp -S «bin»/ssh h:«srv»/copy/f sub
rewritten: scp -S «bin»/ssh h:«srv»/copy/f sub/
rewritten: scp -S «bin»/ssh h:«srv»/copy/f sub/g
rewritten: scp -qrS «bin»/ssh h:«srv»/copy/dir out
rewritten: scp -rS «bin»/ssh h:«srv»/copy/dir sub
rewritten: scp -rS «bin»/ssh h:«srv»/copy/dir . && cd dir && cat g
rewritten: scp -S «bin»/ssh h:«srv»/copy/f h:«srv»/copy/dir/g sub
rewritten: scp -S «bin»/ssh scp://h/«srv»/copy/f g
rewritten: scp -S «bin»/ssh "h:«srv»/copy/f*" .
rewritten: scp -S «bin»/ssh '[::1]:«srv»/copy/f' g
rewritten: scp -O -S «bin»/ssh h:«srv»/copy/f g
rewritten: scp -S «bin»/ssh -- h:«srv»/copy/f -g
rewritten: scp -S «bin»/ssh h:«srv»/missing g
rewritten: scp -S «bin»/ssh h:«srv»/copy/f g && cat g
alone: scp -S «bin»/ssh h:«srv»/copy/f «sandbox»/g
alone: cd «sandbox» && scp -S «bin»/ssh h:«srv»/copy/f .
alone: scp -S «bin»/ssh ./a:b «sandbox»/c
asked: scp -Z -S «bin»/ssh h:«srv»/copy/f g
`},
	{"sftp", []string{"sftp"}, `
rewritten: sftp -S «bin»/ssh h:«srv»/copy/f
rewritten: sftp -S «bin»/ssh h:«srv»/copy/f g
rewritten: sftp -S «bin»/ssh h:«srv»/copy/f sub
rewritten: sftp -qS «bin»/ssh h:«srv»/copy/f sub/g
rewritten: sftp -rS «bin»/ssh h:«srv»/copy/dir out
rewritten: sftp -rS «bin»/ssh h:«srv»/copy/dir sub
rewritten: sftp -S «bin»/ssh sftp://h/«srv»/copy/f g
rewritten: sftp -S «bin»/ssh h:«srv»/missing g
alone: sftp -S «bin»/ssh h:«srv»/copy/f «sandbox»/g
alone: cd «sandbox» && sftp -S «bin»/ssh h:«srv»/copy/f
alone: sftp -S «bin»/ssh h:«srv»/copy/f g -q
asked: sftp -S «bin»/ssh h
asked: sftp -b /dev/null -S «bin»/ssh h:«srv»/copy/f g
`},
	{"hg", []string{"hg"}, `
rewritten: hg clone «srv»/hg
rewritten: hg clone file://«srv»/hg
rewritten: hg clone -q «srv»/hg/ out
rewritten: hg clone ssh://h/«srv»/hg
rewritten: hg clone «srv»/hg ../out
rewritten: hg clone «srv»/hg a/b
rewritten: hg clone «srv»/hg#default
rewritten: hg clone -- «srv»/hg
rewritten: hg clon «srv»/hg
rewritten: hg --cwd sub clone «srv»/hg
rewritten: hg clone «srv»/hg --cwd=sub out
rewritten: hg -q clone --nou «srv»/hg out -u 0
rewritten: hg clone file://«srv»/h%67
rewritten: hg clone --config ui.x=1 «srv»/hg
rewritten: hg clone «srv»/hg && cd hg && cat f
rewritten: hg clone «srv»/missing
alone: hg clone «srv»/hg «sandbox»/hg
alone: hg clone «srv»/hg --cwd «sandbox»
alone: hg cl «srv»/hg
asked: hg clone «srv»/hg file://«root»/x
asked: hg clone --unknown «srv»/hg
`},
	{"svn", []string{"svn", "svnadmin"}, `
rewritten: svn co file://«srv»/svn/trunk
rewritten: svn -q checkout file://«srv»/svn/trunk@1 out
rewritten: svn co -q file://«srv»/svn/trunk ../out
rewritten: svn co -q file://«srv»/svn/trunk sub
rewritten: svn co -q file://«srv»/svn/trunk a/b
rewritten: svn co file://«srv»/svn/trunk file://«srv»/svn/a%20b
rewritten: svn co file://«srv»/svn/trunk file://«srv»/svn/a%20b both -q
rewritten: svn co -q file://«srv»/svn/a%20b
rewritten: svn co -q 'file://«srv»/svn/a b'
rewritten: svn co -q --depth=empty file://«srv»/svn/trunk
rewritten: svn co -qr1 file://«srv»/svn out
rewritten: svn co -q file://«srv»/svn/trunk@
rewritten: svn co -q file://«srv»/svn/trunk 'out@x'
rewritten: svn export -q file://«srv»/svn/trunk
rewritten: svn export file://«srv»/svn/trunk/f
rewritten: svn export -q file://«srv»/svn/trunk/f .
rewritten: svn export -q file://«srv»/svn/trunk/f sub
rewritten: svn export -q file://«srv»/svn/trunk/f g
rewritten: svn export -q file://«srv»/svn/trunk a/b
rewritten: svn cat file://«srv»/svn/trunk/f > g
rewritten: svn co -q file://«srv»/svn/trunk && cd trunk && cat f
rewritten: svn co -q file://«srv»/svn/missing
alone: svn co -q file://«srv»/svn/trunk «sandbox»/out
alone: svn cat file://«srv»/svn/trunk/f
asked: svn export file://«srv»/svn/trunk 'out@x'
asked: svn co --dep empty file://«srv»/svn/trunk
`},
	{"brz", []string{"brz"}, `
rewritten: brz branch «srv»/brz
rewritten: brz branch file://«srv»/brz/ -q
rewritten: brz branch «srv»/brz out
rewritten: brz branch «srv»/brz ../out
rewritten: brz branch --no-t -r1 «srv»/brz out
rewritten: brz branch -- «srv»/brz -x
rewritten: brz --no-plugins branch «srv»/brz
rewritten: brz checkout «srv»/brz
rewritten: brz co --light «srv»/brz out
rewritten: brz clone «srv»/brz
rewritten: brz branch --use-existing-dir «srv»/brz sub
rewritten: brz export out file://«srv»/brz
rewritten: brz export ../out.tgz file://«srv»/brz
rewritten: brz export out -d file://«srv»/brz
rewritten: brz export - file://«srv»/brz --format=tar > out.tar
rewritten: brz branch «srv»/brz && cd brz && cat f
rewritten: brz branch «srv»/missing
alone: brz branch «srv»/brz «sandbox»/out
asked: brz branch --switch «srv»/brz
asked: brz branch --unknown «srv»/brz
`},
	{"fossil", []string{"fossil"}, `
rewritten: fossil clone file://«srv»/rep.fossil
rewritten: fossil clone «srv»/rep.fossil
rewritten: fossil clone file://«srv»/rep.fossil x.fossil
rewritten: fossil clone -A me file://«srv»/rep.fossil ../x.db
rewritten: fossil clone file://«srv»/rep.fossil x.fossil --workdir sub/y
rewritten: fossil clone --workdir=wd file://«srv»/rep.fossil x.fossil
rewritten: fossil clone file://«srv»/rep.fossil --workdir wd
rewritten: fossil clone --no-open file://«srv»/rep.fossil
rewritten: fossil clone file://«srv»/rep.fossil && cd rep && cat f
rewritten: fossil clone file://«srv»/missing.fossil
alone: fossil clone file://«srv»/rep.fossil «sandbox»/x.fossil
alone: fossil open file://«srv»/rep.fossil --workdir «sandbox»/x --repodir «sandbox»
asked: fossil open file://«srv»/rep.fossil --workdir x
asked: fossil clone -Ame file://«srv»/rep.fossil
asked: fossil clone -workdir wd file://«srv»/rep.fossil
`},
}

// sources makes what the tools copy, below «srv», with the tools themselves.
var sources = map[string]string{
	"git":    `git init -q -b main git && cd git && echo f >f && git add f && git -c user.name=a -c user.email=a@b commit -qm x && git config uploadArchive.allowUnreachable true`,
	"gh":     `:`,
	"rsync":  `mkdir -p copy/dir && echo f >copy/f && echo g >copy/dir/g`,
	"scp":    `mkdir -p copy/dir && echo f >copy/f && echo g >copy/dir/g`,
	"sftp":   `mkdir -p copy/dir && echo f >copy/f && echo g >copy/dir/g`,
	"hg":     `hg init hg && cd hg && echo f >f && hg add -q f && hg commit -u a -qm x`,
	"svn":    `svnadmin create svn && echo f >f && svn mkdir -qm x file://$PWD/svn/trunk "file://$PWD/svn/a b" && svn import -qm y f file://$PWD/svn/trunk/f`,
	"brz":    `brz init -q brz && cd brz && echo f >f && brz add -q && BRZ_EMAIL='a <a@b>' brz commit -qm x`,
	"fossil": `fossil init rep.fossil >/dev/null && mkdir work && cd work && fossil open -f ../rep.fossil >/dev/null && echo f >f && fossil add f >/dev/null && fossil commit -m x >/dev/null 2>&1`,
}

// remoteSide stands in for ssh: it runs what ssh would run on the host.
const remoteSide = `#!/bin/sh
while :; do
	case $1 in
	-l | -o | -p | -F | -i | -J) shift 2 ;;
	-*) shift ;;
	*) break ;;
	esac
done
shift
case $* in
*sftp) exec %s ;;
esac
exec sh -c "$*"
`

// sftpServers are where the remote side of sftp and scp lies.
var sftpServers = []string{"/usr/lib/openssh/sftp-server", "/usr/libexec/sftp-server", "/usr/libexec/openssh/sftp-server", "/usr/lib/ssh/sftp-server"}

func TestCopies(t *testing.T) {
	need(t, "bash", "git")
	server, err := origin.New(temporary(t))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, server.Close()) })
	total := 0
	for _, c := range copies {
		lines := strings.Split(strings.TrimSpace(c.lines), "\n")
		total += len(lines)
		lines = third(lines)
		t.Run(c.tool, func(t *testing.T) {
			need(t, c.needs...)
			f := newField(t, temporary(t), server)
			f.makeSource(t, c.tool)
			counts := newTally()
			for _, line := range lines {
				want, command, found := strings.Cut(line, ": ")
				require.True(t, found, line)
				if because := f.copies(want, command, counts); because != "" {
					t.Errorf("%s\n\t%s", f.plain(command), f.plain(because))
				}
			}
			summary(t, "copies, %s: %d lines, %d rewritten, %d left alone, %d asked, %d files landed",
				c.tool, len(lines), counts.count["rewritten"], counts.count["alone"], counts.count["asked"], counts.count["landed"])
			assert.NotZero(t, counts.count["landed"])
		})
	}
	assert.GreaterOrEqual(t, total, 190)
}

// third returns every third line, and all where everything runs: most of these tools
// are slow to start.
func third(lines []string) []string {
	var out []string
	for i, line := range lines {
		if isFull() || i%3 == 0 {
			out = append(out, line)
		}
	}
	return out
}

// srv is where the sources lie.
func (f *field) srv() string { return filepath.Join(f.base, "srv") }

func (f *field) makeSource(t *testing.T, tool string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(f.srv(), 0o755))
	sftp := "false"
	if i := slices.IndexFunc(sftpServers, func(path string) bool { return installed(path) != "" }); i >= 0 {
		sftp = sftpServers[i]
	} else if tool == "scp" || tool == "sftp" {
		skip(t, "sftp-server is not installed, so nothing was compared with it: install it and run the test again")
	}
	require.NoError(t, os.WriteFile(filepath.Join(f.bin, "ssh"), fmt.Appendf(nil, remoteSide, sftp), 0o755))
	if tool == "gh" {
		f.serveGitHub(t)
	}
	// fossil and brz want to know who works, which the runs do not tell them.
	for _, name := range []string{"fossil", "brz"} {
		if path := installed(name); path != "" {
			script := fmt.Sprintf("#!/bin/sh\nUSER=me BRZ_HOME='%s' FOSSIL_HOME='%s' exec %s \"$@\"\n", f.base, f.base, path)
			require.NoError(t, os.WriteFile(filepath.Join(f.bin, name), []byte(script), 0o755))
		}
	}
	cmd := exec.Command("sh", "-ec", sources[tool])
	cmd.Dir = f.srv()
	cmd.Env = []string{"PATH=" + f.path(), "HOME=" + f.base, "USER=me", "LC_ALL=C.UTF-8", "GIT_CONFIG_NOSYSTEM=1"}
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// serveGitHub has the real gh talk to a host of its own, with one release and one run.
func (f *field) serveGitHub(t *testing.T) {
	t.Helper()
	mux := http.NewServeMux()
	api := httptest.NewTLSServer(mux)
	t.Cleanup(api.Close)
	answer := func(path string, value any) {
		mux.HandleFunc("/api/v3/"+path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(value)
		})
	}
	type object map[string]any
	asset := func(name string) object {
		return object{"name": name, "url": api.URL + "/asset/" + name, "state": "uploaded", "size": len(name)}
	}
	answer("repos/o/r", object{"name": "r"})
	answer("repos/o/r/releases/tags/v1", object{"tag_name": "v1", "id": 1, "assets": []object{asset("tool.tgz"), asset("notes.txt")}})
	answer("repos/o/r/actions/runs/7/artifacts", object{"total_count": 2, "artifacts": []object{
		{"name": "logs", "archive_download_url": api.URL + "/zip/logs"},
		{"name": "site", "archive_download_url": api.URL + "/zip/site"},
	}})
	mux.HandleFunc("/api/graphql", func(w http.ResponseWriter, _ *http.Request) { // drafts, which gh asks for as well
		fmt.Fprint(w, `{"data":{"repository":{"release":null}}}`)
	})
	mux.HandleFunc("/asset/", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.URL.Path) })
	mux.HandleFunc("/zip/", func(w http.ResponseWriter, r *http.Request) {
		z := zip.NewWriter(w)
		for _, name := range []string{"a.log", "deep/b.log"} {
			if entry, err := z.Create(name); err == nil {
				fmt.Fprint(entry, r.URL.Path)
			}
		}
		_ = z.Close()
	})
	certificate := filepath.Join(f.base, "ca.pem")
	require.NoError(t, os.WriteFile(certificate, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: api.Certificate().Raw}), 0o644))
	script := fmt.Sprintf("#!/bin/sh\nSSL_CERT_FILE='%s' GH_HOST='%s' GH_ENTERPRISE_TOKEN=t GH_CONFIG_DIR='%s' exec %s \"$@\"\n",
		certificate, strings.TrimPrefix(api.URL, "https://"), f.base, installed("gh"))
	require.NoError(t, os.WriteFile(filepath.Join(f.bin, "gh"), []byte(script), 0o755))
}

// copies runs one line as written and as rewritten and says what is wrong, or nothing.
func (f *field) copies(want, command string, counts *tally) string {
	sandbox := filepath.Join(f.root, sandboxes[0].path)
	names := f.names(sandbox)
	script := expand(command, func(kind, name string) string {
		switch kind {
		case "srv":
			return f.srv()
		case "bin":
			return f.bin
		}
		return names(kind, name)
	})
	if err := f.reset(sandbox); err != nil {
		return err.Error()
	}
	a := analyzer.Analyzer{
		Settings: analyzer.Settings{
			Sandbox: &rules.Sandbox{Given: sandboxes[0].given, Path: sandbox, Real: sandbox, Home: f.home()},
			All:     true, Follow: true,
		},
		Facts: facts.OS{},
	}
	report := a.Analyze(f.request(script))
	rewritten, got := script, "alone"
	switch report.Verdict {
	case rules.Ask:
		got = "asked"
	case rules.Rewrite:
		got, rewritten = "rewritten", report.Rewritten[0]
	}
	counts.add(got, "")
	if got != want {
		return fmt.Sprintf("is %s, not %s: %s %s", got, want, reasons(report), rewritten)
	}
	if got == "asked" {
		return ""
	}
	if again := a.Analyze(f.request(rewritten)); got == "rewritten" && again.Verdict > rules.Pass {
		return fmt.Sprintf("%s would be changed again: %s", rewritten, reasons(again))
	}
	return f.sameInSandbox(script, rewritten, sandbox, counts)
}

// sameInSandbox runs a script as written and as rewritten and says how the second run
// differs, but for where its files are, or nothing.
func (f *field) sameInSandbox(script, rewritten, sandbox string, counts *tally) string {
	before, err := f.run(script)
	if err != nil {
		return err.Error()
	}
	if err := f.reset(sandbox); err != nil {
		return err.Error()
	}
	after, err := f.run(rewritten)
	if err != nil {
		return err.Error()
	}
	was, is := f.landed(before), f.landed(after)
	for _, path := range is {
		counts.add("landed", "")
		if !inside(sandbox, path) {
			return fmt.Sprintf("%s: %s landed outside", rewritten, path)
		}
	}
	switch {
	case len(was) != len(is):
		return fmt.Sprintf("%s: %d files landed instead of %d: %q instead of %q: %s", rewritten, len(is), len(was), is, was, after.out)
	case before.status != after.status:
		return fmt.Sprintf("%s: the status is %d instead of %d: %s instead of %s", rewritten, after.status, before.status, after.out, before.out)
	}
	return ""
}

// landed are the new files, but for those that a tool keeps for itself in the home
// directory.
func (f *field) landed(o outcome) []string {
	own := filepath.Join(f.home(), ".") + "/."
	return slices.DeleteFunc(slices.Sorted(maps.Keys(o.files)), func(path string) bool { return strings.HasPrefix(path, own) })
}
