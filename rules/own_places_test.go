package rules

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// treeFacts knows which paths exist; it has no links.
type treeFacts map[string]bool

func (f treeFacts) Resolve(path string) (string, error) { return path, nil }
func (f treeFacts) Read(string, int) ([]byte, error)    { return nil, nil }
func (f treeFacts) Exists(path string) bool {
	for have := range f {
		if within(path, have) {
			return true
		}
	}
	return false
}
func (f treeFacts) IsDir(string) bool     { return false }
func (f treeFacts) Same(a, b string) bool { return a == b }

func owning(f Facts) *Inspection {
	return &Inspection{Facts: f, Own: &Own{
		Files: []string{"/srv/policy.json"}, Dirs: []string{"/home/me/.local/state/enforcer"}, Home: "/home/me", Roots: []string{"/home/me/project"},
	}}
}

// TestRegistrations checks what the code reads out of the table.
func TestRegistrations(t *testing.T) {
	agent := ""
	for i := range registrations {
		r := &registrations[i]
		name := r.Agent + " " + r.Folder
		assert.NotEmpty(t, r.Doc, name)
		assert.NotEmpty(t, r.Names, name)
		assert.Equal(t, foldPath(r.Folder), r.Folder, "%s is compared folded", name)
		assert.False(t, strings.HasSuffix(r.Folder, "/"), name)
		if i > 1 {
			assert.LessOrEqual(t, strings.ToLower(agent), strings.ToLower(r.Agent), "the table is in order")
		}
		agent = r.Agent
		for _, file := range r.Names {
			assert.Equal(t, foldPath(file), file, "%s is compared folded", name)
			folder := r.Folder
			if !strings.HasPrefix(folder, "/") {
				folder = "/any/where/" + folder
			}
			path := strings.NewReplacer("**", "x/y", "*", ".local").Replace(folder + "/" + file)
			what, own := ownFile(owning(treeFacts{}), path)
			assert.True(t, own, path)
			assert.NotEmpty(t, what)
			_, own = ownFile(owning(treeFacts{}), strings.ToUpper(path))
			assert.True(t, own, "letter case does not count")
		}
	}
}

func TestHoldsOwn(t *testing.T) {
	machine := treeFacts{
		"/home/me/project/.claude/settings.json": true, "/home/me/project/.github/hooks/x.json": true, "/home/me/project/src/main.go": true,
		"/home/me/.config/opencode/plugin/x.ts": true, "/home/me/.codex/config.toml": true,
		"/tmp/clone/.github/workflows/ci.yml": true, "/tmp/clone/.claude/settings.json": true, "/tmp/new/x": true,
	}
	for path, want := range map[string]bool{
		"/srv/policy.json": true, "/srv": true, "/": true, "/home/me/.local/state/enforcer/x": true, "/home/me/.local": true, "/home": true, "/home/me": true,
		"/home/me/project": true, "/home/me/project/.claude": true, "/home/me/project/.CLAUDE": true, "/home/me/project/.claude/hooks": true, "/home/me/project/.claude/config": true,
		"/home/me/project/.github": true, "/home/me/project/.github/hooks": true, "/home/me/project/.codex": true, "/home/me/.config": true, "/home/me/.config/opencode": true,
		"/home/me/.codex": true, "/tmp/clone/.claude": true, "/tmp/new/.claude": true, "/tmp/new/.github": true,
		"/tmp/clone": false, "/tmp/clone/.github": false, "/tmp/clone/.github/workflows": false, "/tmp/new": false, "/tmp": false, "/home/me/project/src": false,
		"/home/me/project/.claude/commands": false, "/home/me/project/.claude/worktrees/a": false, "/home/me/projects": false, "/srv/policy": false, "/home/me/.cache": false,
	} {
		what, own := holdsOwn(owning(machine), path)
		assert.Equal(t, want, own, "%s: %s", path, what)
	}
	_, own := holdsOwn(&Inspection{Facts: machine}, "/home/me/project/.claude")
	assert.False(t, own, "the guard is off")
}

func TestFoldPath(t *testing.T) {
	for path, want := range map[string]string{
		"/a/b.json": "/a/b.json", "/A/.Claude": "/a/.claude", "/\u017fettings": "/settings", "/\u212Airo": "/kiro", "/.cl\u200caude\ufeff": "/.claude", "/É": "/é",
	} {
		assert.Equal(t, foldPath(want), foldPath(path), path)
	}
	assert.NotEqual(t, foldPath("/a"), foldPath("/á"))
}

func TestMadeFiles(t *testing.T) {
	for _, m := range madeFiles {
		assert.Contains(t, m.Doc, "#", "%s names its evidence", m.Path)
		path := strings.Replace(strings.ReplaceAll(m.Path, "*", "x"), "~", "/home/me", 1)
		assert.True(t, clientMade(m.Agent, path, "/home/me"), path)
		assert.False(t, clientMade(m.Agent, path+"/x", "/home/me"), "nothing below a file")
		assert.False(t, clientMade(m.Agent, path[:strings.LastIndexByte(path, '/')], "/home/me"), "no directory")
		assert.False(t, clientMade("other", path, "/home/me"), "another agent's client makes none")
		_, own := ownFile(owning(treeFacts{}), path)
		assert.False(t, own, "%s is neither a setting nor a hook", m.Path)
	}
	assert.False(t, clientMade("claude", "/.claude/plans/x.md", ""), "without a home directory there is none")
	assert.False(t, clientMade("claude", "/home/xx/.claude/plans/x.md", "/home/*"), "a home directory is no pattern")
}

func TestBraces(t *testing.T) {
	for pattern, want := range map[string][]string{
		"a": {"a"}, "{a,b}": {"a", "b"}, "x{a,b}y": {"xay", "xby"}, "{a,{b,c}}": {"a", "b", "c"}, "{a}": {"a"}, "{1..3}": {"*"}, "{../x}": {"../x"}, "{a": {"{a"}, "a}": {"a}"},
		"\\{a,b}": {"\\{a,b}"}, "{,a}": {"", "a"}, "{..,a}": {"..", "a"}, "{a{b,c}": {"{ab", "{ac"}, "{{a,b},c}d": {"ad", "bd", "cd"},
	} {
		got, ok := braces(pattern)
		assert.True(t, ok)
		assert.ElementsMatch(t, want, got, pattern)
	}
	_, ok := braces(strings.Repeat("{a,b}", 20))
	assert.False(t, ok, "too many")
	_, ok = braces(strings.Repeat("{", 4000))
	assert.True(t, ok)
}

func TestTargetOfLargeText(t *testing.T) {
	for _, text := range []string{strings.Repeat("x", 1<<20), strings.Repeat("{", 1<<20), strings.Repeat("../", 1<<18)} {
		for _, pattern := range []bool{false, true} {
			_, err := Target{Text: text, Base: "/p", Pattern: pattern}.places("/home/me")
			assert.ErrorIs(t, err, errLong)
		}
	}
}
