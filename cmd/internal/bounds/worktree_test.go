package bounds

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/settings"
)

// layouts are real repositories. Each returns the worktree; git itself says what else
// there is to know, but for the host, which no question to git answers.
var layouts = []struct {
	name string
	make func(l lab) (worktree string)
	// host is the checkout behind the worktree, or empty.
	host string
	// note and problem are parts of what is told; empty where nothing is.
	note, problem string
}{
	{name: "beside the host", host: "host", make: func(l lab) string {
		l.git("host", "worktree", "add", "-q", "../wt", "-b", "x")
		return "wt"
	}},
	{name: "below the host, and a branch with a slash", host: "host", make: func(l lab) string {
		l.git("host", "worktree", "add", "-q", ".trees/wt", "-b", "feat/a.b/c")
		return "host/.trees/wt"
	}},
	{name: "below the host's repository", host: "host", make: func(l lab) string {
		l.git("host", "worktree", "add", "-q", ".git/wt", "-b", "x")
		return "host/.git/wt"
	}},
	{name: "detached", host: "host", make: func(l lab) string {
		l.git("host", "worktree", "add", "-q", "--detach", "../wt")
		return "wt"
	}},
	{name: "a branch without a commit", host: "host", make: func(l lab) string {
		l.git("host", "worktree", "add", "-q", "../wt", "-b", "x")
		l.git("wt", "checkout", "-q", "--orphan", "new")
		return "wt"
	}},
	{name: "a HEAD that is no branch", host: "host", make: func(l lab) string {
		l.git("host", "worktree", "add", "-q", "../wt", "-b", "x")
		l.git("wt", "symbolic-ref", "HEAD", "refs/bisect/x")
		return "wt"
	}},
	{name: "locked", host: "host", make: func(l lab) string {
		l.git("host", "worktree", "add", "-q", "--lock", "--reason", "a stick", "../wt", "-b", "x")
		return "wt"
	}},
	{name: "names with blanks, quotes and line ends", host: "host", make: func(l lab) string {
		l.git("host", "worktree", "add", "-q", "../ w 'x'\n\"t ", "-b", "x")
		return " w 'x'\n\"t "
	}},
	{name: "a name that is not UTF-8", host: "host", make: func(l lab) string {
		l.git("host", "worktree", "add", "-q", "../w\xff\xfe", "-b", "x")
		return "w\xff\xfe"
	}},
	{name: "a relative gitdir, as git 2.48 writes it", host: "host", make: func(l lab) string {
		l.git("host", "worktree", "add", "-q", "../wt", "-b", "x")
		l.write("wt/.git", "gitdir: ../host/.git/worktrees/wt\n")
		l.write("host/.git/worktrees/wt/gitdir", "../../../../wt/.git\n")
		return "wt"
	}},
	{name: "line ends of another system", host: "host", make: func(l lab) string {
		l.git("host", "worktree", "add", "-q", "../wt", "-b", "x")
		l.write("wt/.git", strings.TrimSpace(l.read("wt/.git"))+"\r\n\r\n")
		l.write("host/.git/worktrees/wt/commondir", "../..\r\n")
		return "wt"
	}},
	{name: "an absolute commondir", host: "host", make: func(l lab) string {
		l.git("host", "worktree", "add", "-q", "../wt", "-b", "x")
		l.write("host/.git/worktrees/wt/commondir", l.path("host/.git"))
		return "wt"
	}},
	{name: "moved by git", host: "host", make: func(l lab) string {
		l.git("host", "worktree", "add", "-q", "../wt", "-b", "x")
		l.git("host", "worktree", "move", "../wt", "../moved")
		return "moved"
	}},
	{name: "moved behind git's back", host: "", problem: "run git worktree repair in the worktree if it was moved", make: func(l lab) string {
		l.git("host", "worktree", "add", "-q", "../wt", "-b", "x")
		require.NoError(l.t, os.Rename(l.path("wt"), l.path("moved")))
		return "moved"
	}},
	{name: "moved and repaired", host: "host", make: func(l lab) string {
		l.git("host", "worktree", "add", "-q", "../wt", "-b", "x")
		require.NoError(l.t, os.Rename(l.path("wt"), l.path("moved")))
		l.git("moved", "worktree", "repair")
		return "moved"
	}},
	{name: "the host moved, and repaired", host: "host2", make: func(l lab) string {
		l.git("host", "worktree", "add", "-q", "../wt", "-b", "x")
		require.NoError(l.t, os.Rename(l.path("host"), l.path("host2")))
		l.git("host2", "worktree", "repair", l.path("wt"))
		return "wt"
	}},
	{name: "of a bare repository", make: func(l lab) string {
		l.git(".", "clone", "-q", "--bare", "host", "bare.git")
		l.git("bare.git", "worktree", "add", "-q", "../wt", "main")
		return "wt"
	}},
	{name: "of a bare repository that is called .git", make: func(l lab) string {
		l.git(".", "clone", "-q", "--bare", "host", "proj/.git")
		l.git("proj/.git", "worktree", "add", "-q", "../wt", "main")
		return "proj/wt"
	}},
	{name: "of a bare repository that the project's .git names", make: func(l lab) string {
		l.git(".", "clone", "-q", "--bare", "host", "proj/.bare")
		l.write("proj/.git", "gitdir: ./.bare\n")
		l.git("proj", "worktree", "add", "-q", "wt", "main")
		return "proj/wt"
	}},
	{name: "of a repository that lies elsewhere", make: func(l lab) string {
		l.git(".", "init", "-q", "--separate-git-dir=sep.git", "sep")
		l.git("sep", "commit", "-q", "--allow-empty", "-m", "first")
		l.git("sep", "worktree", "add", "-q", "../wt", "-b", "x")
		return "wt"
	}},
	{name: "of a repository that core.worktree has a place for", host: "place", make: func(l lab) string {
		l.git(".", "init", "-q", "--separate-git-dir=sep.git", "place")
		l.git("place", "config", "core.worktree", "../place")
		l.git("place", "commit", "-q", "--allow-empty", "-m", "first")
		l.git("place", "worktree", "add", "-q", "../wt", "-b", "x")
		return "wt"
	}},
	{name: "with settings of its own", host: "host", make: func(l lab) string {
		l.git("host", "config", "extensions.worktreeConfig", "true")
		l.git("host", "worktree", "add", "-q", "../wt", "-b", "x")
		l.git("wt", "config", "--worktree", "core.sparseCheckout", "false")
		return "wt"
	}},
	{name: "git works on the host instead", problem: "core.worktree has git work on", make: func(l lab) string {
		l.git("host", "config", "extensions.worktreeConfig", "true")
		l.git("host", "worktree", "add", "-q", "../wt", "-b", "x")
		l.git("wt", "config", "--worktree", "core.worktree", l.path("host"))
		return "wt"
	}},
	{name: "a submodule in it", host: "host", make: func(l lab) string {
		l.host("lib")
		l.git("host", "worktree", "add", "-q", "../wt", "-b", "x")
		l.git("wt", "submodule", "--quiet", "add", l.path("lib"), "lib")
		return "wt"
	}},
	{name: "of a submodule", host: "host/lib", make: func(l lab) string {
		l.host("lib")
		l.git("host", "submodule", "--quiet", "add", l.path("lib"), "lib")
		l.git("host/lib", "worktree", "add", "-q", l.path("wt"), "-b", "x")
		return "wt"
	}},
	{name: "a submodule itself", note: "is no linked worktree but a checkout of its own", make: func(l lab) string {
		l.host("lib")
		l.git("host", "submodule", "--quiet", "add", l.path("lib"), "lib")
		return "host/lib"
	}},
	{name: "a main checkout", note: "is no linked worktree but a checkout of its own", make: func(lab) string { return "host" }},
	{name: "a main checkout whose repository lies elsewhere", note: "is no linked worktree but a checkout of its own", make: func(l lab) string {
		l.git(".", "init", "-q", "--separate-git-dir=sep.git", "sep")
		return "sep"
	}},
	{name: "a .git that names the host's repository", problem: "is the repository of", make: func(l lab) string {
		l.write("wt/.git", "gitdir: ../host/.git")
		return "wt"
	}},
	{name: "a .git that is a link to the host's", problem: "is the repository of", make: func(l lab) string {
		l.write("wt/f", "")
		require.NoError(l.t, os.Symlink("../host/.git", l.path("wt/.git")))
		return "wt"
	}},
	{name: "a .git that names another worktree", problem: "which is for the worktree", make: func(l lab) string {
		l.git("host", "worktree", "add", "-q", "../other", "-b", "x")
		l.write("wt/.git", l.read("other/.git"))
		return "wt"
	}},
	{name: "a part of the repository that was made up", problem: "which is no part of the repository", make: func(l lab) string {
		l.write("made/commondir", l.path("host/.git"))
		l.write("made/HEAD", "ref: refs/heads/main")
		l.write("made/gitdir", l.path("wt/.git"))
		l.write("wt/.git", "gitdir: ../made")
		return "wt"
	}},
}

// TestWorktreeAsGitSeesIt compares with what git says of the same directory.
func TestWorktreeAsGitSeesIt(t *testing.T) {
	for _, tt := range layouts {
		t.Run(tt.name, func(t *testing.T) {
			l := newLab(t)
			l.host("host")
			wt := tt.make(l)
			root := l.path(wt)
			if !strings.HasSuffix(wt, " ") {
				// A link to it is as good.
				require.NoError(t, os.Symlink(root, l.path("link")))
				root = l.path("link")
			}
			s := settings.Settings{Bounds: settings.Bounds{Worktree: root}}
			got := Look(s, facts.OS{}, "", l.env())
			for _, question := range []struct{ got, flag string }{
				{got.Worktree.Common, "--git-common-dir"},
				{got.Worktree.Git, "--git-dir"},
			} {
				assert.Equal(t, l.git(wt, "rev-parse", "--path-format=absolute", question.flag), question.got, question.flag)
			}
			if top := l.git(wt, "rev-parse", "--show-toplevel"); !strings.Contains(tt.problem, "core.worktree") {
				assert.Equal(t, top, got.Worktree.Root)
			} else {
				assert.NotEqual(t, top, got.Worktree.Root, "which is the problem")
			}
			branch, _ := l.try(wt, "symbolic-ref", "-q", "HEAD")
			if short, ok := strings.CutPrefix(branch, "refs/heads/"); ok {
				assert.Equal(t, short, got.Worktree.Branch)
			} else {
				assert.Empty(t, got.Worktree.Branch)
			}
			if tt.host == "" {
				assert.Empty(t, got.Worktree.Host)
			} else {
				assert.Equal(t, l.path(tt.host), got.Worktree.Host)
			}
			tells(t, tt.note, strings.Join(got.Notes, "\n"))
			tells(t, tt.problem, got.Worktree.Problem)

			// Given the host as well, the answer is the same.
			if tt.host == "" {
				return
			}
			s.Bounds.Host = l.path(tt.host)
			both := Look(s, facts.OS{}, "", l.env())
			assert.Equal(t, got.Worktree, both.Worktree)
			assert.Empty(t, both.Notes)

			// Given the host alone, the worktree is the one that a command runs in.
			s.Bounds.Worktree = ""
			require.NoError(t, os.MkdirAll(l.path(wt)+"/a/b", 0o700))
			around := Look(s, facts.OS{}, l.path(wt)+"/a/b", l.env())
			assert.Equal(t, got.Worktree, around.Worktree)
		})
	}
}

// tells wants a part of a text, or none at all.
func tells(t *testing.T, part, text string) {
	t.Helper()
	if part == "" {
		assert.Empty(t, text)
	} else {
		assert.Contains(t, text, part)
	}
	assert.NotContains(t, text, "\n")
}

// TestWorktreeAndHost are choices that do not fit each other or the machine.
func TestWorktreeAndHost(t *testing.T) {
	l := newLab(t)
	l.host("host")
	l.host("stranger")
	l.git("host", "worktree", "add", "-q", "../wt", "-b", "x")
	l.git("host", "worktree", "add", "-q", "../wt2", "-b", "y")
	l.git("host", "worktree", "add", "-q", "../gone", "-b", "gone")
	l.git(".", "clone", "-q", "host", "wt/clone")
	l.git(".", "clone", "-q", "--bare", "host", "bare.git")
	l.git("bare.git", "worktree", "add", "-q", "../barewt", "main")
	l.write("plain/f", "")
	l.write("host/lost/f", "")
	l.write("emptied/f", "")
	l.write("host/emptied/.git/f", "")
	l.write("broken/.git", "gitdir: nowhere\n")
	l.write("wt/sub/f", "")
	require.NoError(t, os.Symlink("loop", l.path("loop")))
	tests := []struct {
		name, worktree, host, dir string
		// wantHost is the host in the end; empty means none.
		wantHost      string
		note, problem string
	}{
		{name: "both", worktree: "wt", host: "host", wantHost: "host"},
		{name: "the host by its repository", worktree: "wt", host: "host/.git", wantHost: "host"},
		{name: "the host by a directory in it", worktree: "wt", host: "host/lost", wantHost: "host"},
		{name: "another worktree as the host", worktree: "wt", host: "wt2", wantHost: "wt2"},
		{name: "a bare host", worktree: "barewt", host: "bare.git"},
		{name: "the host alone, in the worktree", host: "host", dir: "wt/sub", wantHost: "host"},
		{name: "the host alone, in a clone in the worktree", host: "host", dir: "wt/clone", wantHost: "host"},
		{name: "the host alone, where nothing is yet", host: "host", dir: "wt/new/dir", wantHost: "host"},
		{name: "the host alone, in the host", host: "host", dir: "host", wantHost: "host", problem: "lies in no linked worktree of"},
		{name: "the host alone, elsewhere", host: "host", dir: "plain", wantHost: "host", problem: "lies in no linked worktree of"},
		{name: "the host alone, in a worktree of another", host: "stranger", dir: "wt", wantHost: "stranger", problem: "lies in no linked worktree of"},
		{name: "the host alone, and it is none", host: "plain", dir: "wt", wantHost: "plain", note: "there is no git repository at", problem: "no worktree is given"},
		{name: "swapped", worktree: "host", host: "wt", wantHost: "wt", problem: "swap the worktree and the host repository"},
		{name: "the same", worktree: "host", host: "host", wantHost: "host", problem: "is the host repository itself"},
		{name: "the same worktree", worktree: "wt", host: "wt", wantHost: "wt", problem: "the host repository is the worktree"},
		{name: "of another host", worktree: "wt", host: "stranger", wantHost: "stranger", problem: "and not to the host repository"},
		{name: "of another host, which is missing", worktree: "wt", host: "none", wantHost: "none", note: "there is no git repository at", problem: "and not to the host repository"},
		{name: "two checkouts", worktree: "stranger", host: "host", wantHost: "host", problem: "and not to the host repository"},
		{name: "a directory in the worktree", worktree: "wt/sub", host: "host", wantHost: "host", problem: "has no .git, so git works on"},
		{name: "a directory in the host", worktree: "host/lost", host: "host", wantHost: "host", problem: "has no .git, so git works on"},
		{name: "a .git without a repository in the host", worktree: "host/emptied", host: "host", wantHost: "host", problem: "has no .git, so git works on"},
		{name: "no git at all", worktree: "plain", host: "host", wantHost: "host", note: "is none of git's"},
		{name: "missing, in the host", worktree: "host/not/yet", host: "host", wantHost: "host", note: "does not exist"},
		{name: "a .git that leads nowhere", worktree: "broken", host: "host", wantHost: "host", note: "names no repository"},
		{name: "a link loop", worktree: "loop", host: "host", wantHost: "host", problem: "cannot be used"},
		{name: "a host that is a link loop", worktree: "wt", host: "loop", problem: "the host repository cannot be used"},
		{name: "a file", worktree: "plain/f", problem: "is a file"},
		{name: "the root directory", worktree: "/", host: "host", wantHost: "host", problem: "is the root directory"},
		{name: "the root directory as the host", worktree: "wt", host: "/", problem: "is the root directory"},
		{name: "not absolute", worktree: "./wt", problem: "is not absolute"},
		{name: "a byte that no path has", worktree: "w\x00t", problem: "NUL"},
		{name: "too long", worktree: strings.Repeat("x/", 1<<19), problem: "4095 bytes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			place := func(name string) string {
				switch {
				case name == "" || name == "/" || name[0] == '.':
					return name
				}
				return l.dir + "/" + name
			}
			s := settings.Settings{Bounds: settings.Bounds{Worktree: place(tt.worktree), Host: place(tt.host)}}
			got := Look(s, facts.OS{}, place(tt.dir), l.env())
			assert.Equal(t, place(tt.wantHost), got.Worktree.Host)
			tells(t, tt.note, strings.Join(got.Notes, "\n"))
			tells(t, tt.problem, got.Worktree.Problem)
			assert.Less(t, len(got.Worktree.Problem), 1000)
			assert.Len(t, slices.Compact(slices.Sorted(slices.Values(got.Worktree.Outside))), len(got.Worktree.Outside), "each is named once")
			if tt.worktree != "" && tt.problem == "" {
				assert.Equal(t, place(tt.worktree), got.Worktree.Root)
			}
		})
	}
}

// TestWorktreeByItsPathAlone is about directories that this machine does not have.
func TestWorktreeByItsPathAlone(t *testing.T) {
	m, err := facts.NewMemory()
	require.NoError(t, err)
	s := settings.Settings{Bounds: settings.Bounds{Worktree: "/h/p/.ve/wt", Host: "/h/p"}}
	got := Look(s, m, "/h/p/.ve/wt", func(string) (string, bool) { return "", false })
	assert.Equal(t, "/h/p/.ve/wt", got.Worktree.Root)
	assert.Equal(t, "/h/p", got.Worktree.Host)
	assert.Equal(t, []string{"/h/p"}, got.Worktree.Outside)
	assert.Empty(t, got.Worktree.Problem)
	assert.Len(t, got.Notes, 2)
}
