package oracle

import (
	"fmt"
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

// namedURL is a URL to clone, with the options before it.
type namedURL struct{ options, url string }

// TestNaming has real git clone odd URLs, each of which configuration turns into one
// local repository, and compares the directory that git makes with the one that the
// rewritten command names.
func TestNaming(t *testing.T) {
	need(t, "bash", "git")
	dir := temporary(t)
	server, err := origin.New(dir)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, server.Close()) })
	all := oddURLs()
	require.GreaterOrEqual(t, len(all), 120)
	urls := sample(t, all)
	counts := newTally()
	each(urls, func(worker int) *desk {
		return &desk{root: filepath.Join(dir, fmt.Sprint(worker)), bash: installed("bash"), repository: "file://" + server.RepositoryDir("repo")}
	}, func(d *desk, u namedURL) { d.judge(u, counts) })
	counts.print(t, "asked")
	counts.print(t, "different")
	summary(t, "naming: %d URLs, %d named alike, %d that git refuses, %d asked, %d different",
		len(urls), counts.count["alike"], counts.count["refused"], counts.count["asked"], counts.count["different"])
	assert.Zero(t, counts.count["different"])
	assert.Greater(t, counts.count["alike"], len(urls)/2)
}

// desk is where one clone runs at a time.
type desk struct{ root, bash, repository string }

// judge compares the names for one URL.
func (d *desk) judge(u namedURL, counts *tally) {
	command := strings.TrimSpace("git clone --quiet "+u.options) + " " + singleQuoted(u.url)
	sandbox := filepath.Join(d.root, "sandbox")
	different := func(format string, args ...any) {
		counts.add("different", fmt.Sprintf(format, args...)+indented(fmt.Sprintf("%q", command)))
	}
	theirs, err := d.clone(command, u.url, d.work())
	if err != nil {
		different("%v", err)
		return
	}
	a := analyzer.Analyzer{
		Settings: analyzer.Settings{Sandbox: &rules.Sandbox{Given: sandbox, Path: sandbox, Real: sandbox, Home: d.root}},
		Facts:    facts.OS{},
	}
	f := field{root: d.root}
	request := f.request(command)
	report := a.Analyze(request)
	switch {
	case report.Verdict == rules.Ask:
		counts.add("asked", fmt.Sprintf("git makes %q; %s%s", theirs, reasons(report), indented(fmt.Sprintf("%q", command))))
		return
	case report.Verdict != rules.Rewrite || len(report.Rewritten) != 1:
		different("the verdict is %s", report.Verdict)
		return
	case len(theirs) == 0:
		counts.add("refused", "")
		return
	}
	ours, err := d.clone(report.Rewritten[0], u.url, sandbox)
	switch i := slices.IndexFunc(report.Findings, func(f rules.Finding) bool { return f.Acquisition != nil }); {
	case err != nil:
		different("%v", err)
	case i < 0:
		different("no finding names the acquisition")
	case !slices.Equal(theirs, ours):
		different("git makes %q, %s makes %q", theirs, report.Rewritten[0], ours)
	case filepath.Join(sandbox, theirs[0]) != report.Findings[i].Acquisition.NewPath:
		different("git makes %q, the report says %q", theirs, report.Findings[i].Acquisition.NewPath)
	default:
		counts.add("alike", "")
	}
}

func (d *desk) work() string { return filepath.Join(d.root, "project") }

// clone runs the command in an empty work directory and returns what there is in dir
// afterwards; "." where that is the repository itself.
func (d *desk) clone(command, url, dir string) ([]string, error) {
	if err := os.RemoveAll(d.root); err != nil {
		return nil, err
	}
	for _, made := range []string{d.work(), dir} {
		if err := os.MkdirAll(made, 0o755); err != nil {
			return nil, err
		}
	}
	cmd := exec.Command(d.bash, "-c", command)
	cmd.Dir = d.work()
	cmd.Env = append(origin.Environ(), "HOME="+d.root, "GIT_CONFIG_COUNT=1",
		"GIT_CONFIG_KEY_0=url."+d.repository+".insteadOf", "GIT_CONFIG_VALUE_0="+url,
		// Nothing but the local repository can be fetched, whatever git makes of it.
		"GIT_ALLOW_PROTOCOL=file")
	out, err := cmd.CombinedOutput()
	entries, readErr := os.ReadDir(dir)
	if readErr != nil {
		return nil, readErr
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if slices.Contains(names, ".git") {
		return []string{"."}, nil
	}
	if err == nil && len(names) == 0 {
		return nil, fmt.Errorf("git succeeds and makes nothing in %s: %s", dir, out)
	}
	return names, nil
}

// oddURLs returns the URLs: paths behind hosts of all forms, and hosts alone. Every
// third is cloned without a work tree too, which puts .git at the name's end.
func oddURLs() []namedURL {
	var urls []string
	for i, path := range oddPaths {
		urls = append(urls, oddHosts[i%len(oddHosts)]+path)
		if i%3 == 0 {
			urls = append(urls, oddHosts[(i+1)%len(oddHosts)]+"a/"+path)
		}
	}
	urls = append(urls, oddWhole...)
	var out []namedURL
	for i, u := range urls {
		out = append(out, namedURL{url: u})
		if i%3 == 0 {
			out = append(out, namedURL{options: []string{"--bare", "--mirror", "--bare --no-bare", "--mir"}[i/3%4], url: u})
		}
	}
	return out
}

var oddHosts = []string{"https://host.invalid/", "ssh://me@host.invalid:22/", "host.invalid:", "git://host.invalid/", "me@host.invalid:team/", "https://me:secret@host.invalid:8443/team/"}

var oddPaths = []string{
	"repo", "repo.git", "repo/", "repo.git/", "repo//", "repo.git///", "repo.git.git", "repo/.git", "repo/.git/", "repo.git/.git", "team/.git", "repo.GIT", "repo.Git", "repo.git.", "repo.bundle", "repo.git.bundle",
	"x y", "x%20y", "x.git?a=b", "x?y=a/b", "x#fragment", "x.git#a/b", "x;y", "x'y", "x\"y", "x$y", "x&y", "x*y", "x?y", "x[y]", "x{a,b}", "x\\y", "x:y", "x:22", "x:22.git", "x@y", "x@y:z", "a@b/x",
	"-x", "--help", ".", "..", "...", ".hidden", ".hidden.git", ".git", "x.", "x..", "x~", "~x", "~me/x", "~/x", "\u00fcn\u00ef", "\u65e5\u672c.git", "emoji\U0001F600", "x ", "x  y", "x\u00a0y", "x\u202ey",
	"a/b/c.git", "a//b", "a/./b", "a/../b", "a/b/..", "x=y", "x+y", "x,y", "x|y", "x<y", "x>y", "x!y", "x^y", "x`y", "%2e%2e", "%2Fx", "x%", "x_y-z.1", "UPPER", "1", "22", "0x", "x\ty", "x\ny", "x\x7fy", "x\u0001y",
	strings.Repeat("long", 50), strings.Repeat("long", 70), "con", "nul.git", "git", "repo.git/x", "x/ ", "x.git ", "x.git\n",
}

// oddWhole are URLs in which the host gives the name, or that have forms of their own.
var oddWhole = []string{
	"https://host.invalid", "https://host.invalid/", "https://host.invalid:8080", "https://host.invalid:8080/", "https://host.invalid:", "https://host.invalid:80.git", "https://host.git", "https://.git", "https://h.invalid/.git",
	"ssh://host.invalid:22", "ssh://me@host.invalid:2222", "ssh://me@host.invalid", "ssh://[::1]:22/repo", "ssh://[::1]:22", "ssh://[::1]/", "[::1]:repo", "me@[::1]:repo.git", "[host.invalid:22]:repo",
	"host.invalid:", "host.invalid:/", "host.invalid:/repo", "host.invalid:2222", "host.invalid:22/repo", "host.invalid:2222.git", "host.invalid:repo:x", "me@host.invalid:.git", "me@host.invalid:repo.git", "h.invalid:~me/x",
	"https://me@host.invalid", "https://me:secret@host.invalid", "https://me:secret@host.invalid:80/", "https://me:p@ss@host.invalid/x", "https://me:p@ss@host.invalid", "https://me:p/ss@host.invalid/x", "https://host.invalid/@x", "https://host.invalid?x=a@b", "https://host.invalid/x?y=https://z",
	"git+ssh://host.invalid/repo", "http://host.invalid/repo.git", "ftp://host.invalid/repo", "HTTPS://host.invalid/Repo", "https:///repo", "https:repo", "x://y", "a:b:c", "::", ":repo",
}
