package bounds

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/cmd/internal/facts"
)

// textSeeds are texts of git's small files. @ stands for what each of them names.
var textSeeds = []string{
	"", "\n", "@", "@\n", "@\r\n", "@ ", "@ \n", " @", "@\n\n\r\n", "@\nx", "@\x00", "@\x00x", "./@", "@/", "@/.", "@/../x", "x", "x/../@", "../../x/../..", "gitdir: ../x/../host/.git/worktrees/wt", "gitdir: ../host/../host/.git/worktrees/wt",
	"gitdir: @", "gitdir: @\n", "gitdir: @\r\n\n", "gitdir: @ ", "gitdir: ", "gitdir: \n", "gitdir:@", "gitdir:  @", "Gitdir: @", "gitdir: @\ngitdir: x", "gitdir: @\x00", "\ufeffgitdir: @", "gitdir: ~/x",
	"ref: refs/heads/@", "ref: refs/heads/@\n", "ref:refs/heads/@", "ref:\t refs/heads/@ \n", "ref: refs/heads/", "ref: refs/heads/.invalid", "ref: refs/heads/a.lock", "ref: refs/heads/a..b", "ref: refs/heads/a b", "ref: refs/heads/@{",
	"ref: refs/heads/a/", "ref: refs/heads//a", "ref: refs/heads/a.", "ref: refs/heads/é", "ref: refs/heads/a\xff", "ref: refs/heads/a\x7f", "ref: refs/heads/a\x01", "ref: refs/heads/a*", "ref: refs/remotes/o/a", "ref: HEAD", "ref: heads/a", "Ref: refs/heads/a", " ref: refs/heads/a", "ref: refs/heads/-a", "ref: refs/heads/feat/@",
	"0123456789012345678901234567890123456789", "0123456789012345678901234567890123456789\n", "0123456789012345678901234567890123456789x", "012345678901234567890123456789012345678", "ABCDEF6789012345678901234567890123456789 x",
}

// textLab is a host with a worktree whose small files are replaced.
func textLab(t testing.TB) lab {
	l := newLab(t)
	l.host("host")
	l.git("host", "worktree", "add", "-q", "../wt", "-b", "x")
	return l
}

// sameAsGit writes one of git's small files and wants git's own understanding of it. A
// text that ends where C's strings end, or that no path is as long as, is refused.
func sameAsGit(t *testing.T, l lab, file, named, text string) {
	text = strings.ReplaceAll(text, "@", named)
	l.write(file, text)
	got, ok, _ := at(facts.OS{}, l.path("wt"))
	common, err := l.try("wt", "rev-parse", "--path-format=absolute", "--git-common-dir")
	if strings.ContainsRune(text, 0) || len(text) > maxText {
		return
	}
	// Where git finds a reason of its own to give up, what the file says still counts:
	// it is the same, or nothing is believed.
	require.Equal(t, err == nil, ok, "%q", text)
	if !ok {
		return
	}
	assert.Equal(t, l.git("wt", "rev-parse", "--path-format=absolute", "--git-dir"), got.git, "%q", text)
	assert.Equal(t, common, got.common, "%q", text)
	head, _ := read(facts.OS{}, got.git+"/HEAD")
	symbolic, err := l.try("wt", "symbolic-ref", "-q", "HEAD")
	short, isBranch := strings.CutPrefix(symbolic, "refs/heads/")
	if err != nil || !isBranch {
		short = ""
	}
	assert.Equal(t, short, branch(head), "%q", head)
}

// texts are the small files, and what @ stands for in each.
func texts(l lab) []struct{ file, named, keep string } {
	return []struct{ file, named, keep string }{
		{"wt/.git", l.path("host/.git/worktrees/wt"), l.read("wt/.git")},
		{"host/.git/worktrees/wt/commondir", "../..", "../..\n"},
		{"host/.git/worktrees/wt/HEAD", "x", "ref: refs/heads/x\n"},
	}
}

func FuzzTextsAsGitReadsThem(f *testing.F) {
	for i := range 3 {
		for _, text := range textSeeds {
			f.Add(i, text)
		}
	}
	l := textLab(f)
	kinds := texts(l)
	f.Fuzz(func(t *testing.T, i int, text string) {
		l.t = t
		kind := kinds[uint(i)%3]
		defer l.write(kind.file, kind.keep)
		sameAsGit(t, l, kind.file, kind.named, text)
	})
}

// FuzzBacklink believes that a part of a repository is for a worktree only where git
// lists the worktree at that place.
func FuzzBacklink(f *testing.F) {
	for _, text := range append(textSeeds, "@/.git", "@/.git\n", "@/.git \t\r\n", "@/.git/", "@//.git", "@/./.git", "@/x/../.git", "@/.git\nx") {
		f.Add(text)
	}
	l := textLab(f)
	git := l.path("host/.git/worktrees/wt")
	f.Fuzz(func(t *testing.T, text string) {
		l.t = t
		text = strings.ReplaceAll(text, "@", l.path("wt"))
		if strings.ContainsRune(text, 0) || len(text) > 3000 || !strings.HasPrefix(text, "/") {
			return // git 2.39 takes a relative path as it stands
		}
		l.write("host/.git/worktrees/wt/gitdir", text)
		_, listed, _ := strings.Cut(l.git("host", "worktree", "list", "--porcelain", "-z"), "\x00worktree ")
		listed, _, _ = strings.Cut(listed, "\x00")
		k := &look{facts: facts.OS{}}
		if k.back(git) == l.path("wt") {
			real, err := facts.OS{}.Resolve(listed)
			assert.NoError(t, err)
			assert.Equal(t, l.path("wt"), real, "%q", text)
		} else {
			assert.NotEqual(t, l.path("wt"), listed, "%q", text)
		}
	})
}

func FuzzConfigAsGitReadsIt(f *testing.F) {
	for _, text := range []string{
		"[core]\n\tworktree = /a b \n\tbare = true\n", "[CORE]WorkTree=/x;c\n", "[core]\nworktree", "[core \"x\"]\nworktree=/y\n[core]\nbare\n", "[core.x]\nworktree=1\n",
		"[core]\nworktree = \"/a ; b\" # c\n", "[core]\nworktree = /a\\\n/b\n", "[core]\nworktree = \"\\\"\\\\\\t\\n\\b\"\n", "[core]\nworktree = \"x\n", "[core]\nworktree = \\q\n", "[core]\r\nworktree = /a\r\n",
		"\ufeff[core]\nbare=1\n", "; c\n# [core]\n[core] ; c\nbare = 0 ; x\n", "[remote \"a]\\\"b\"]\nurl = x\n[core]\nbare = on\n", "[core]\nbare = true\n[core]\nbare = false\n", "[a-1]\nb-2 = c\n", "[core]\n1a = b\n", "[core]\nworktree = a\tb  c\n",
		"bare = true\n[core]\n", "[core", "[core]]\n", "[]\na=b\n", "[core]\nbare = \"tr\"ue\n", "[core]\nbare =\n", "[core]\nbare = a # b\n worktree = c", "[core]\nworktree = a\\", "[core] bare = true\n", "[core]worktree=\"\" 0", "[core]worktree=a \"\" \n",
	} {
		f.Add(text)
	}
	l := newLab(f)
	f.Fuzz(func(t *testing.T, text string) {
		l.t = t
		got := config(text)
		if strings.ContainsRune(text, 0) || strings.Contains(strings.ReplaceAll(text, "\r\n", ""), "\r") {
			return
		}
		l.write("config", text)
		list, err := l.try(".", "config", "-f", l.path("config"), "--no-includes", "--list", "-z")
		if err != nil {
			return // git dies of it
		}
		want := map[string]string{}
		for entry := range strings.SplitSeq(strings.TrimSuffix(list, "\x00"), "\x00") {
			key, value, set := strings.Cut(entry, "\n")
			if !set {
				value = "true"
			}
			if strings.Count(key, ".") == 1 {
				want[key] = value
			}
		}
		if list == "" {
			want = map[string]string{}
		}
		for _, key := range []string{"core.worktree", "core.bare", "extensions.worktreeconfig"} {
			// Git before 2.45 makes a blank of each tab that is not quoted.
			assert.Equal(t, untab(want[key]), untab(got[key]), "%s of %q", key, text)
		}
	})
}

func untab(text string) string { return strings.ReplaceAll(text, "\t", " ") }

func TestIsTrueAsGitReadsIt(t *testing.T) {
	l := newLab(t)
	for _, value := range []string{"true", "TRUE", "yes", "on", "1", "-1", "+2", "007", "0", "00", "-0", "false", "no", "off", ""} {
		l.write("config", "[core]\nbare = "+value+"\n")
		assert.Equal(t, l.git(".", "config", "-f", l.path("config"), "--type=bool", "core.bare") == "true", isTrue(value), "%q", value)
	}
	assert.False(t, isTrue("maybe"))
	assert.False(t, isTrue("+"))
}

// TestRepositoriesAsGitSeesThem takes away one part of a repository after the other.
func TestRepositoriesAsGitSeesThem(t *testing.T) {
	l := textLab(t)
	for _, part := range []string{"worktrees/wt/HEAD", "worktrees/wt/commondir", "worktrees/wt/gitdir", "HEAD", "config", "objects", "refs"} {
		part = l.path("host/.git/" + part)
		require.NoError(t, os.Rename(part, part+"-away"))
		for _, dir := range []string{"host", "wt"} {
			_, ok, _ := at(facts.OS{}, l.path(dir))
			_, err := l.try(dir, "rev-parse", "--git-dir")
			assert.Equal(t, err == nil, ok, "%s without %s", dir, part)
		}
		require.NoError(t, os.Rename(part+"-away", part))
	}
}

func TestFilesThatAreTooLong(t *testing.T) {
	l := textLab(t)
	for _, kind := range texts(l) {
		l.write(kind.file, kind.keep+strings.Repeat("\n", maxText))
		_, ok, _ := at(facts.OS{}, l.path("wt"))
		assert.False(t, ok, kind.file)
		require.NoError(t, os.Remove(l.path(kind.file)))
		l.write(kind.file, kind.keep)
	}
	_, ok, _ := at(facts.OS{}, l.path("wt"))
	assert.True(t, ok)
}
