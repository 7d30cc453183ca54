package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/cmd/internal/policy"
	"sandbox-enforcer/rules"
)

// desk is where somebody types commands: a home directory, and a project in which they
// stand.
type desk struct {
	t             *testing.T
	home, project string
	variables     map[string]string
}

func newDesk(t *testing.T) desk {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	d := desk{t: t, home: dir + "/home", project: dir + "/home/project", variables: map[string]string{"SHELL": "/bin/bash"}}
	require.NoError(t, os.MkdirAll(d.project+"/.git", 0o700))
	d.variables["HOME"] = d.home
	return d
}

func (d desk) write(path, text string) string {
	d.t.Helper()
	if !filepath.IsAbs(path) {
		path = d.project + "/" + path
	}
	require.NoError(d.t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(d.t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// policy runs "policy" in this process. The desk's directories are cut out of what it
// prints.
func (d desk) policy(stdin string, args ...string) (stdout, stderr string, status int) {
	d.t.Helper()
	var out, errs strings.Builder
	w := world{
		stdin: strings.NewReader(stdin), stdout: &out, stderr: &errs,
		env: func(name string) (string, bool) { v, ok := d.variables[name]; return v, ok },
		dir: func() (string, error) { return d.project, nil },
	}
	status = run(w, append([]string{"policy"}, args...))
	plain := strings.NewReplacer(d.project, "PROJECT", d.home, "HOME")
	return plain.Replace(out.String()), plain.Replace(errs.String()), status
}

const projectPolicy = ".claude/config/sandbox_policy.json"

func TestPolicyCheck(t *testing.T) {
	tests := []struct {
		name, text, want string
		status           int
	}{
		{"fine", `{"profiles": {"a": {}, "b": {}}}`, "PROJECT/p.json: fine, with the profiles a, b\n", exitOK},
		{"no profiles", `{} // yet`, "PROJECT/p.json: fine, with the built-in profiles\n", exitOK},
		{
			"carets", "{\n\t\"version\": \"ä\", \"vresion\": 1\n}",
			"PROJECT/p.json:2:19: a policy has no key \"vresion\": did you mean \"version\"?\n" +
				"    \t\"version\": \"ä\", \"vresion\": 1\n" +
				"    \t                ^~~~~~~~~\n", exitFound,
		},
		{
			"every problem", "{\"version\": 1,\n\"profiles\": 2}",
			"PROJECT/p.json:1:13: \"version\" is the number 1: write a string\n    {\"version\": 1,\n                ^\n" +
				"PROJECT/p.json:2:13: \"profiles\" is the number 2: write an object with a profile under each name\n    \"profiles\": 2}\n                ^\n", exitFound,
		},
		{"empty", "", "PROJECT/p.json:1:1: the file is empty: write a policy as \"sandbox-enforcer policy init\" does, or remove the file\n", exitFound},
		{
			"control characters", "{\"version\": \"\x1b\"}",
			"PROJECT/p.json:1:14: this is not JSON (invalid character '\\x1b' in string (expecting non-control character)): mend it\n" +
				"    {\"version\": \"\\u{1b}\"}\n                 ^~~~~~\n", exitFound,
		},
		{
			"a pattern that is an expression", `{"profiles": {"a": {"blocked_patterns": ["rm .*"]}}}`,
			"PROJECT/p.json:1:47: the pattern \"rm .*\" cannot be read at byte 4: ", exitFound,
		},
		{
			"a pattern in escapes", `{"profiles": {"a": {"blocked_patterns": ["\u0072m .*"]}}}`,
			"PROJECT/p.json:1:42: the pattern \"rm .*\" cannot be read", exitFound,
		},
		{
			"a long line", `{"version": "` + strings.Repeat("x", 500) + `", "x": 1}`,
			"PROJECT/p.json:1:517: a policy has no key \"x\": write one of $schema, version, default_profile, profiles\n    " +
				strings.Repeat("x", 57) + "\", \"x\": 1}\n    " + strings.Repeat(" ", 60) + "^~~\n", exitFound,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := newDesk(t)
			d.write("p.json", tt.text)
			stdout, stderr, status := d.policy("", "check", "p.json")
			assert.Equal(t, tt.status, status)
			assert.Empty(t, stderr)
			if strings.HasSuffix(tt.want, "\n") {
				assert.Equal(t, tt.want, stdout)
			} else {
				assert.True(t, strings.HasPrefix(stdout, tt.want), stdout)
			}
		})
	}
}

func TestPolicyCheckOfWhatCannotBeRead(t *testing.T) {
	d := newDesk(t)
	large := d.write("large.json", "")
	require.NoError(t, os.Truncate(large, 50<<20))
	for _, tt := range []struct{ file, want string }{
		{"none.json", "PROJECT/none.json: the policy file does not exist: name one that does"},
		{".", "PROJECT/.: the policy file is a directory: name a file in it\n"},
		{"large.json", "PROJECT/large.json: the policy file has more than 1048576 bytes: keep the policy shorter\n"},
		{"/dev/null", "/dev/null: the policy file is no regular file: write the policy to a file\n"},
	} {
		stdout, _, status := d.policy("", "check", tt.file)
		assert.Equal(t, exitUsage, status, tt.file)
		assert.True(t, strings.HasPrefix(stdout, tt.want), stdout)
	}
}

func TestPolicyCheckOfWhatIsInEffect(t *testing.T) {
	d := newDesk(t)
	stdout, _, status := d.policy("", "check")
	assert.Equal(t, exitOK, status)
	assert.Equal(t, "there is no policy file, so the built-in profiles count: write one with \"sandbox-enforcer policy init\"\n", stdout)

	d.write(d.home+"/.config/sandbox-enforcer/policy.json", `{"profiles": {"mine": {}}}`)
	d.write(projectPolicy, `{"default_profile": "testing"}`)
	stdout, _, status = d.policy("", "check")
	assert.Equal(t, exitOK, status, "a note is no finding")
	assert.Equal(t, "PROJECT/"+projectPolicy+":1:21: a project does not choose the profile, so development counts: set SANDBOX_PROFILE, or default_profile in your own file\n"+
		"HOME/.config/sandbox-enforcer/policy.json: fine, with the profiles mine\n", stdout)

	d.write(projectPolicy, `{"default_profile": 1}`)
	stdout, _, status = d.policy("", "check")
	assert.Equal(t, exitFound, status)
	assert.Contains(t, stdout, `"default_profile" is the number 1`)

	_, stderr, status := d.policy("", "check", "a", "b")
	assert.Equal(t, exitUsage, status)
	assert.NotEmpty(t, stderr)
}

// Entries are tried on their examples one by one.
func TestPolicyExamples(t *testing.T) {
	d := newDesk(t)
	d.write("p.json", `{"profiles": {"a": {
"blocked_patterns": [
{"text": "rm -rf", "match": ["rm -f -r x", "sudo rm -rf /"], "not_match": ["rm x", "echo rm -rf"]},
{"text": "sudo", "match": ["echo sudo"], "not_match": ["sudo ls"]},
{"text": "eval", "match": ["'"]},
]}}}`)
	stdout, _, status := d.policy("", "check", "p.json")
	assert.Equal(t, exitFound, status)
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	require.Len(t, lines, 3, stdout)
	assert.Equal(t, `PROJECT/p.json:4:1: "sudo" does not match its example "echo sudo": mend the entry or the example`, lines[0])
	assert.Equal(t, `PROJECT/p.json:4:1: "sudo" matches "sudo ls", which it must not: mend the entry or the example`, lines[1])
	assert.Contains(t, lines[2], `PROJECT/p.json:5:1: "eval" cannot be tried on its example "'"`)
}

func TestPolicyExamplesOfTheOtherLists(t *testing.T) {
	d := newDesk(t)
	d.write("p.json", `{"profiles": {"a": {
"safe_commands": [{"text": "make test", "match": ["make test", "make test X=1"], "not_match": ["make", "make testing", "make test; make install"]}],
"shell_injection_patterns": [{"text": "|", "match": ["ls | wc"], "not_match": ["echo '|'"]}],
"blocked_paths": [{"text": "*.pem", "match": ["cat a.pem"], "not_match": ["cat a.txt"]}],
"path_traversal_patterns": [{"text": "..", "match": ["cat ../x"], "not_match": ["cat a/../x"]}],
"protected_paths": [{"text": "docs/**", "match": ["rm docs/a"], "not_match": ["cat docs/a"]}],
"compound": "operators"}}}`)
	stdout, _, status := d.policy("", "check", "p.json")
	assert.Equal(t, "PROJECT/p.json: fine, with the profiles a\n", stdout)
	assert.Equal(t, exitOK, status)
}

func TestPolicyShow(t *testing.T) {
	d := newDesk(t)
	for _, p := range rules.Profiles() {
		stdout, stderr, status := d.policy("", "show", "--profile", p.Profile)
		assert.Equal(t, exitOK, status)
		assert.Empty(t, stderr)
		f, problems := policy.Parse("shown", []byte(stdout))
		assert.Empty(t, problems)
		assert.Equal(t, p.Profile, f.Default)
	}
	d.write("mine.json", `{"profiles": {"development": {"safe_commands": ["make"]}}}`)
	d.write(projectPolicy, `{"profiles": {"development": {"blocked_paths": ["secret"]}}}`)
	stdout, _, status := d.policy("", "show", "--policy", "mine.json")
	assert.Equal(t, exitOK, status)
	assert.Contains(t, stdout, "\"make\", // PROJECT/mine.json:1\n")
	assert.Contains(t, stdout, "\"secret\", // PROJECT/"+projectPolicy+":1\n")

	stdout, _, _ = d.policy("", "show", "--project", d.home)
	assert.NotContains(t, stdout, "secret")
	d.variables["SANDBOX_POLICY"] = d.project + "/mine.json"
	stdout, _, _ = d.policy("", "show")
	assert.Contains(t, stdout, "\"make\", // PROJECT/mine.json:1\n")
	d.variables["SANDBOX_PROFILE"] = "nonsense"
	stdout, stderr, status := d.policy("", "show")
	assert.Equal(t, exitOK, status)
	assert.Contains(t, stdout, `"default_profile": "production"`)
	assert.Contains(t, stderr, `there is no profile "nonsense", so production counts`)

	d.write("mine.json", `[]`)
	stdout, stderr, status = d.policy("", "show", "--profile", "testing")
	assert.Equal(t, exitFound, status)
	assert.Contains(t, stdout, "// Nothing is safe until this is mended: PROJECT/mine.json:1:1: ")
	assert.Equal(t, "sandbox-enforcer: PROJECT/mine.json:1:1: the policy is a list: write an object with \"profiles\"\n", stderr)
}

func TestPolicyTrust(t *testing.T) {
	d := newDesk(t)
	_, stderr, status := d.policy("", "trust", "--yes")
	assert.Equal(t, exitUsage, status)
	assert.Contains(t, stderr, "there is no file \"PROJECT/"+projectPolicy+"\": name the FILE to trust")

	d.write(projectPolicy, `{"profiles": {
		"development": {"safe_commands": ["cat", "make"], "circuit_breaker": {"threshold": 99}, "blocked_paths": ["x"]},
		"standard": {}, "theirs": {"sandbox_enabled": false}}}`)
	want := "under the profile development:\n" +
		"  safe_commands gains \"make\"\n"
	stdout, stderr, status := d.policy("y\n", "trust")
	assert.Equal(t, exitUsage, status, "only a terminal is asked")
	assert.True(t, strings.HasPrefix(stdout, want), stdout)
	assert.Contains(t, stdout, "  blocked_paths loses \".env\"\n")
	assert.NotContains(t, stdout, "gains \"x\"", "what gets stricter does without trust")
	assert.True(t, strings.HasSuffix(stdout, "  circuit_breaker.threshold 10 becomes 99\nunder the profile standard:\n  nothing would change\n"), stdout)
	assert.Contains(t, stderr, "give --yes")
	assert.NoDirExists(t, d.home+"/.local")

	stdout, _, status = d.policy("", "trust", "--yes")
	assert.Equal(t, exitOK, status)
	assert.True(t, strings.HasSuffix(stdout, "PROJECT/"+projectPolicy+" is trusted as it is now\n"), stdout)
	stdout, _, _ = d.policy("", "show")
	assert.Contains(t, stdout, "\"make\", // PROJECT/"+projectPolicy+":2\n")
	assert.Contains(t, stdout, "\"threshold\": 99,")
	stdout, _, status = d.policy("", "trust")
	assert.Equal(t, exitOK, status)
	assert.Equal(t, "PROJECT/"+projectPolicy+" is trusted already\n", stdout)

	d.write("other.json", `{"profiles": {"development": {"compound": "each"}}}`)
	stdout, _, status = d.policy("", "trust", "--yes", "other.json")
	assert.Equal(t, exitOK, status)
	assert.Contains(t, stdout, "  compound operators becomes each\n")

	d.write("other.json", `{"profiles": 1}`)
	_, stderr, status = d.policy("", "trust", "--yes", "other.json")
	assert.Equal(t, exitFound, status)
	assert.Contains(t, stderr, "PROJECT/other.json:1:14: ")
}

func TestAsk(t *testing.T) {
	for _, answer := range []string{"y\n", "yes\n", " YES \r\n", "y"} {
		assert.NoError(t, ask(strings.NewReader(answer), io.Discard), answer)
	}
	for _, answer := range []string{"", "\n", "n\n", "yes please\n", "\ny\n"} {
		assert.Equal(t, errFound, ask(strings.NewReader(answer), io.Discard), answer)
	}
}

func TestPolicyInit(t *testing.T) {
	d := newDesk(t)
	stdout, _, status := d.policy("", "init")
	assert.Equal(t, exitOK, status)
	assert.Equal(t, "wrote HOME/.config/sandbox-enforcer/policy.json: change it, and try it with \"sandbox-enforcer policy check\"\n", stdout)
	stdout, _, status = d.policy("", "check")
	assert.Equal(t, exitOK, status, stdout)
	stdout, _, _ = d.policy("", "show")
	assert.Contains(t, stdout, `"default_profile": "standard"`)

	d.write(d.home+"/.config/sandbox-enforcer/policy.json", "{}")
	_, stderr, status := d.policy("", "init")
	assert.Equal(t, exitUsage, status)
	assert.Contains(t, stderr, "is there already: give --force to replace it")
	_, _, status = d.policy("", "init", "--force")
	assert.Equal(t, exitOK, status)
	_, _, status = d.policy("", "init", "new/place.json")
	assert.Equal(t, exitOK, status)
	text, err := os.ReadFile(d.project + "/new/place.json")
	require.NoError(t, err)
	assert.Equal(t, string(policy.Template()), string(text))

	delete(d.variables, "HOME")
	_, stderr, status = d.policy("", "init")
	assert.Equal(t, exitUsage, status)
	assert.Contains(t, stderr, "there is no configuration directory: set HOME to an absolute path, or name a FILE")
}

func TestPolicyTable(t *testing.T) {
	d := newDesk(t)
	d.write("t.tsv", "# what runs\n\nSAFE\tgit status\nBLOCKED\trm -rf /\nNEEDS_APPROVAL\tnpm install\n")
	stdout, stderr, status := d.policy("", "test", "t.tsv")
	assert.Empty(t, stderr)
	assert.Equal(t, "3 commands, 0 differ\n", stdout)
	assert.Equal(t, exitOK, status)

	stdout, _, status = d.policy("\nBLOCKED\tgit status\nSAFE\tgit status\n", "test", "-")
	assert.Equal(t, exitFound, status)
	assert.True(t, strings.HasPrefix(stdout, "-:2: SAFE, where the table says BLOCKED: git status\n"), stdout)
	assert.True(t, strings.HasSuffix(stdout, "2 commands, 1 differ\n"), stdout)

	for _, tt := range []struct{ table, want string }{
		{"\nSAFE ls\n", "line 2 of the table has no tab: write a class, a tab and a command"},
		{"safe\tls\n", `line 1 of the table has the class "safe": write SAFE, BLOCKED or NEEDS_APPROVAL`},
		{"\tls\n", `line 1 of the table has the class ""`},
	} {
		_, stderr, status := d.policy(tt.table, "test", "-")
		assert.Equal(t, exitUsage, status)
		assert.Contains(t, stderr, tt.want)
	}
	_, stderr, status = d.policy("", "test", "none.tsv")
	assert.Equal(t, exitUsage, status)
	assert.Contains(t, stderr, "cannot read the table")
	d.write("broken.json", "")
	_, stderr, status = d.policy("", "test", "--policy", "broken.json", "t.tsv")
	assert.Equal(t, exitUsage, status)
	assert.Contains(t, stderr, "the policy is broken: mend it first")
}

// The rows are told in their order, each with what decided.
func TestTellRows(t *testing.T) {
	var out strings.Builder
	rows := []row{{1, rules.Safe, "a"}, {4, rules.Blocked, "b\x1b"}, {5, rules.NeedsApproval, "c"}}
	err := tellRows(&out, "f", rows, func(command string) (rules.Class, string) {
		if command == "c" {
			return rules.NoClass, ""
		}
		return rules.Safe, "    because\n"
	})
	assert.Equal(t, errFound, err)
	assert.Equal(t, "f:4: SAFE, where the table says BLOCKED: b\\u{1b}\n    because\nf:5: not judged, where the table says NEEDS_APPROVAL: c\n3 commands, 2 differ\n", out.String())
	assert.ErrorContains(t, tellRows(full{}, "f", rows, func(string) (rules.Class, string) { return rules.Safe, "" }), "no space left")
}

func TestPolicyWithoutACommand(t *testing.T) {
	d := newDesk(t)
	stdout, _, status := d.policy("")
	assert.Equal(t, exitOK, status)
	for _, name := range []string{"check", "show", "test", "trust", "init"} {
		assert.Contains(t, stdout, "\n  "+name+" ")
		help, _, status := d.policy("", name, "--help")
		assert.Equal(t, exitOK, status)
		assert.Contains(t, help, "Usage:")
	}
	_, stderr, status := d.policy("", "chekc")
	assert.Equal(t, exitUsage, status)
	assert.Contains(t, stderr, `did you mean check?`)
}
