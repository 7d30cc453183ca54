package bounds

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/settings"
	"sandbox-enforcer/rules"
)

// machine has a host with two worktrees, one of them in /tmp.
func machine(t *testing.T) *facts.Memory {
	m, err := facts.NewMemory(
		facts.Dir("/home/u/data"), facts.Dir("/srv/data"), facts.Dir("/tmp"), facts.Dir("/var/tmp"), facts.Dir("/run/tmp"), facts.File("/srv/file", ""),
		facts.Link("/srv/link", "data"), facts.Link("/srv/root", "/"), facts.Link("/srv/loop", "loop"), facts.Link("/srv/home", "/home/u"),
		facts.File("/work/host/.git/HEAD", "ref: refs/heads/main\n"), facts.Dir("/work/host/.git/objects"), facts.Dir("/work/host/.git/refs"),
		facts.File("/work/host/.git/worktrees/wt/HEAD", "ref: refs/heads/x\n"), facts.File("/work/host/.git/worktrees/wt/commondir", "../..\n"),
		facts.File("/work/host/.git/worktrees/wt/gitdir", "/work/trees/wt/.git\n"), facts.File("/work/trees/wt/.git", "gitdir: /work/host/.git/worktrees/wt\n"),
		facts.File("/work/host/.git/worktrees/o/gitdir", "/tmp/other/.git\n"), facts.File("/work/host/.git/worktrees/bad/HEAD", ""),
	)
	require.NoError(t, err)
	return m
}

func lookup(vars map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		value, ok := vars[name]
		return value, ok
	}
}

func TestInside(t *testing.T) {
	fixed := []string{"/tmp", "/var/tmp"}
	tests := []struct {
		name   string
		bounds settings.Bounds
		tmpdir string
		box    string
		want   []string
		notes  []string // parts, in order
	}{
		{name: "temporary places", want: fixed},
		{name: "$TMPDIR", tmpdir: "/run/tmp/", want: append(fixed, "/run/tmp")},
		{name: "$TMPDIR once", tmpdir: "/tmp/", want: fixed},
		{name: "$TMPDIR that is not there yet", tmpdir: "/run/tmp/1000", want: append(fixed, "/run/tmp/1000")},
		{name: "$TMPDIR below one", tmpdir: "/tmp/x", want: append(fixed, "/tmp/x")},
		{name: "no temporary places", bounds: settings.Bounds{DenyTemp: true}, tmpdir: "/run/tmp"},
		{name: "$TMPDIR that holds too much", tmpdir: "/home", want: fixed, notes: []string{`TMPDIR "/home" holds the home directory`}},
		{name: "relative $TMPDIR", tmpdir: "tmp", want: fixed, notes: []string{`TMPDIR "tmp" is not absolute`}},
		{name: "the sandbox", box: "/srv/data", want: append([]string{"/srv/data"}, fixed...)},
		{name: "a sandbox that holds the host", box: "/work", want: append([]string{"/work"}, fixed...)},
		{
			name: "allowed, through links and once", bounds: settings.Bounds{Allow: []string{"/srv/link", "/srv/data/", "/srv/../home/u/data", "/srv/new"}, DenyTemp: true},
			want: []string{"/srv/data", "/home/u/data", "/srv/new"},
		},
		{name: "allowed beside the host", bounds: settings.Bounds{Allow: []string{"/work/host/cache", "/work/trees", "/work/hosts"}, DenyTemp: true}, want: []string{"/work/host/cache", "/work/trees", "/work/hosts"}},
		{
			name: "what would switch the guard off", bounds: settings.Bounds{Allow: []string{"/", "/srv/root", "/home/u", "/srv/home", "/home", "/work", "/work/host", "/work/host/", "/work/host/.git", "/srv/loop", "c"}, DenyTemp: true},
			notes: []string{"is the root", "is the root", "holds the home", "holds the home", "holds the home", "holds the host", "holds the host", "holds the host", "holds the repository", "cannot be used", "is not absolute"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := settings.Settings{Bounds: tt.bounds}
			s.Bounds.Worktree, s.Bounds.Project = "/work/trees/wt", "/work/trees/wt"
			if tt.box != "" {
				s.Analyzer.Sandbox = &rules.Sandbox{Real: tt.box}
			}
			env := map[string]string{"HOME": "/home/u"}
			if tt.tmpdir != "" {
				env["TMPDIR"] = tt.tmpdir
			}
			got, notes := Find(s, machine(t), "", lookup(env))
			assert.Empty(t, got.Worktree.Problem)
			assert.ElementsMatch(t, tt.want, got.Worktree.Inside)
			assert.Equal(t, []string{"/work/host", "/work/host/.git", "/home/u", "/tmp/other"}, got.Worktree.Outside)
			require.Len(t, notes, len(tt.notes), "%q", notes)
			for i, note := range notes {
				assert.Contains(t, note, tt.notes[i])
			}
			temp := func(dir string) bool {
				return !tt.bounds.DenyTemp && strings.Contains(dir, "/tmp")
			}
			for _, dir := range got.Worktree.Inside {
				assert.Equal(t, !temp(dir), len(got.Project.Inside) > 0 && contains(got.Project.Inside, dir), "%s for file tools", dir)
			}
		})
	}
}

func contains(list []string, text string) bool {
	for _, at := range list {
		if at == text {
			return true
		}
	}
	return false
}

// TestTempBelowHomeBelowTemp is how tests run: all lies below /tmp.
func TestTempBelowHomeBelowTemp(t *testing.T) {
	s := settings.Settings{Bounds: settings.Bounds{Worktree: "/work/trees/wt"}}
	got, notes := Find(s, machine(t), "", lookup(map[string]string{"HOME": "/tmp/home", "TMPDIR": "/tmp"}))
	assert.Empty(t, notes)
	assert.Equal(t, []string{"/tmp", "/var/tmp"}, got.Worktree.Inside)
	assert.Contains(t, got.Worktree.Outside, "/tmp/home")
	got, _ = Find(s, machine(t), "", lookup(map[string]string{"HOME": "/tmp/home", "TMPDIR": "/tmp/home/tmp"}))
	assert.Contains(t, got.Worktree.Inside, "/tmp/home/tmp")
}

func TestWorktreeInAnotherLetterCase(t *testing.T) {
	s := settings.Settings{Bounds: settings.Bounds{Worktree: "/Work/Trees/WT", Host: "/work/HOST", DenyTemp: true}}
	got, notes := Find(s, machine(t).Folding(), "", lookup(nil))
	assert.Empty(t, notes)
	assert.Equal(t, &rules.Worktree{
		Root: "/Work/Trees/WT", Host: "/work/HOST", Common: "/work/host/.git", Git: "/work/host/.git/worktrees/wt", Branch: "x",
		Outside: []string{"/work/HOST", "/work/host/.git", "/work/host", "/tmp/other"},
	}, got.Worktree)
}

func TestOutsideOfAMainCheckout(t *testing.T) {
	s := settings.Settings{Bounds: settings.Bounds{Worktree: "/work/host"}}
	got, _ := Find(s, machine(t), "", lookup(map[string]string{"HOME": "/work/host/home"}))
	assert.Equal(t, []string{"/tmp/other", "/work/trees/wt"}, got.Worktree.Outside, "neither its own repository nor a home directory in it")
	assert.Empty(t, got.Worktree.Host)
}

func TestProject(t *testing.T) {
	tests := []struct{ name, given, want, problem string }{
		{name: "a directory", given: "/srv/data", want: "/srv/data"},
		{name: "through a link", given: "/srv/link/x/..", want: "/srv/data"},
		{name: "not there yet", given: "/srv/new", want: "/srv/new"},
		{name: "the root directory", given: "/", problem: "the project is the root directory"},
		{name: "a link to it", given: "/srv/root", problem: "the project is the root directory"},
		{name: "relative", given: ".", problem: `the project "." is not absolute`},
		{name: "a loop", given: "/srv/loop", problem: "the project cannot be used"},
		{name: "a file", given: "/srv/file", problem: "is a file"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := settings.Settings{Bounds: settings.Bounds{Project: tt.given}}
			got, notes := Find(s, machine(t), "", lookup(map[string]string{"HOME": "/srv/home"}))
			assert.Empty(t, notes)
			assert.Nil(t, got.Worktree)
			assert.Equal(t, tt.want, got.Project.Root)
			assert.Equal(t, tt.given, got.Project.Given)
			assert.Equal(t, "/home/u", got.Project.Home)
			tells(t, tt.problem, got.Project.Problem)
		})
	}
}

func TestOwn(t *testing.T) {
	env := lookup(map[string]string{"HOME": "/home/u", "XDG_STATE_HOME": "/srv/link"})
	s := settings.Settings{Bounds: settings.Bounds{Worktree: "/work/trees/wt"}, Audit: "/srv/link/log", Policy: settings.Policy{File: "~/p.json"}}
	program := func() (string, error) { return "/srv/link/hook", nil }
	unknown := func() (string, error) { return "", errors.New("the system does not tell") }
	got, _ := Find(s, machine(t), "/work/trees/wt/src", env, nil, program, unknown)
	assert.Equal(t, &rules.Own{
		Files: []string{
			"/home/u/p.json", "/srv/data/log", "/home/u/.config/sandbox-enforcer/policy.json",
			"/srv/data/hook", "/srv/data/sandbox-enforcer", "/srv/data/sandbox-enforcer-hook",
		},
		Dirs:  []string{"/srv/data/sandbox-enforcer", "/home/u/.config/sandbox-enforcer"},
		Home:  "/home/u",
		Roots: []string{"/work/trees/wt"},
	}, got.Own)

	// A file that is a link is two: who replaces the link replaces the file.
	s = settings.Settings{Policy: settings.Policy{On: true, File: "/srv/link"}, Audit: "off", Project: "/srv/link"}
	got, _ = Find(s, machine(t), "/work/host/src", lookup(nil))
	assert.Equal(t, &rules.Own{Files: []string{"/srv/link", "/srv/data"}, Roots: []string{"/srv/data", "/work/host"}}, got.Own)
}

func TestNothingIsFoundForAcquisitionsAlone(t *testing.T) {
	asked := func() (string, error) { t.Error("the program's file is asked for"); return "", nil }
	s := settings.Settings{Analyzer: analyzer.Settings{Sandbox: &rules.Sandbox{Real: "/srv/data"}}, Bounds: settings.Bounds{Allow: []string{"/"}}}
	got, notes := Find(s, machine(t), "/work/host", lookup(map[string]string{"HOME": "/home/u", "TMPDIR": "/"}), asked)
	assert.Equal(t, s.Analyzer, got)
	assert.Empty(t, notes)
}

// BenchmarkFind is what each call of the hook pays, on a machine with many agents.
func BenchmarkFind(b *testing.B) {
	for _, others := range []int{0, 8, 64} {
		b.Run(fmt.Sprint(others, " others"), func(b *testing.B) {
			l := newLab(b)
			l.host("host")
			l.git("host", "worktree", "add", "-q", "../wt")
			for i := range others {
				l.git("host", "worktree", "add", "-q", fmt.Sprint("../other", i))
			}
			s := settings.Settings{Bounds: settings.Bounds{Worktree: l.path("wt"), Project: l.path("wt"), Allow: []string{l.path("x")}}}
			for b.Loop() {
				Find(s, facts.OS{}, l.path("wt"), l.env())
			}
		})
	}
}
