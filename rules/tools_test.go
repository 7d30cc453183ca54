package rules

import (
	"cmp"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every entry is whole: prose, a case, a landing, and tables in order without doubles.
func TestToolsAreWhole(t *testing.T) {
	all := Tools()
	require.NotEmpty(t, all)
	assert.True(t, slices.IsSortedFunc(all, func(a, b *Tool) int { return cmp.Compare(a.Command(), b.Command()) }), "in the order of their commands")
	commands := map[string]bool{}
	for _, tool := range all {
		t.Run(tool.Command(), func(t *testing.T) {
			assert.False(t, commands[tool.Command()], "listed twice")
			commands[tool.Command()] = true
			assert.True(t, isTool(tool.Name), "isTool does not name it")
			assert.NotEmpty(t, tool.Doc)
			assert.Regexp(t, `^(acquire|all)/[a-z0-9-]+$`, tool.Case)
			assert.NotNil(t, tool.Land)
			assert.NotZero(t, tool.Grammar)
			assert.Less(t, int(tool.Grammar), len(manners))
			assert.Equal(t, len(tool.Sub) > 0, tool.GlobalGrammar != 0, "a subcommand needs a grammar for what stands before it")
			if manners[tool.Grammar].foldsCase {
				for _, f := range tool.Flags {
					assert.Equal(t, strings.ToLower(f.Long), f.Long)
				}
			}
			for _, table := range [][]Flag{tool.Globals, tool.Flags, tool.After, tool.Shared} {
				checkFlags(t, table)
			}
		})
	}
}

func checkFlags(t *testing.T, flags []Flag) {
	names, letters := map[string]bool{}, map[byte]bool{}
	once := func(name string) {
		assert.False(t, names[name], "%q is listed twice", name)
		names[name] = true
	}
	for i, f := range flags {
		require.False(t, f.Long == "" && f.Short == 0, "an option without a name after %v", flags[max(i-1, 0)])
		if f.Long != "" {
			once(f.Long)
		}
		if f.No {
			once(f.Negative())
		}
		if f.Short != 0 {
			assert.False(t, letters[f.Short], "-%c is listed twice", f.Short)
			letters[f.Short] = true
		}
		assert.LessOrEqual(t, f.Arg, Optional, f.Long)
		assert.Less(t, int(f.Role), len(harmless), f.Long)
		assert.Empty(t, strings.Trim(strings.ToLower(f.Long), "abcdefghijklmnopqrstuvwxyz0123456789.-_"), f.Long)
		assert.False(t, f.NoName != "" && !f.No, "%s: a name for a form that there is not", f.Long)
		assert.True(t, f.Alias == "" || slices.ContainsFunc(flags, func(o Flag) bool { return o.Long == f.Alias && o.Arg == f.Arg && o.Role == f.Role }), f.Long)
		assert.True(t, f.Alone == Neutral || f.Arg == Optional, f.Long)
	}
	assert.True(t, slices.IsSortedFunc(flags, func(a, b Flag) int {
		return cmp.Or(cmp.Compare(a.Long, b.Long), cmp.Compare(a.Short, b.Short))
	}), "in byte order by long name")
}

// The roles that decide whether a rewrite may go without a question.
func TestRolesOfRiskyOptions(t *testing.T) {
	tests := []struct {
		name, options string
		role          Role
	}{
		{name: "curl", role: Sends, options: "--data --data-ascii --data-binary --data-raw --data-urlencode --form --form-string --json --upload-file --cookie --header --proxy-header --user --proxy-user --netrc --netrc-file --netrc-optional --cert --key --pass --request --url-query --oauth2-bearer"},
		{name: "curl", role: Config, options: "--config --variable"},
		{name: "curl", role: Weakens, options: "--insecure --proxy-insecure --doh-insecure --proxy --preproxy --socks4 --socks4a --socks5 --socks5-hostname --resolve --connect-to --unix-socket --abstract-unix-socket --cacert --location-trusted"},
		{name: "curl", role: SideFile, options: "--dump-header --cookie-jar --trace --trace-ascii --stderr --libcurl --etag-save --hsts --alt-svc --write-out"},
		{name: "curl", role: Neutral, options: "--silent --show-error --location --fail --user-agent --referer --compressed --retry --max-time --connect-timeout --proto --tlsv1.2 --globoff --progress-bar"},
		{name: "wget", role: Sends, options: "--post-data --post-file --body-data --body-file --header --user --password --http-user --load-cookies --certificate --private-key --method"},
		{name: "wget", role: Weakens, options: "--no-check-certificate --proxy --ca-certificate --secure-protocol"},
		{name: "wget", role: Config, options: "--config --execute"},
		{name: "wget", role: Executes, options: "--use-askpass"},
		{name: "wget", role: SideFile, options: "--output-file --append-output --save-cookies --warc-file --rejected-log --background"},
		{name: "wget", role: Neutral, options: "--quiet --tries --timeout --user-agent --referer --limit-rate --progress --show-progress"},
		{name: "git", role: Executes, options: "--upload-pack --template"},
		{name: "git", role: Config, options: "--config --recurse-submodules --recursive"},
		{name: "git", role: Neutral, options: "--origin --branch --depth --filter --single-branch --quiet --no-checkout --tags --jobs"},
		{name: "git", role: SideDir, options: "--separate-git-dir"},
	}
	for _, tt := range tests {
		for _, name := range strings.Fields(tt.options) {
			flag, _, n := findLong(Find(tt.name)[0].Flags, strings.TrimPrefix(name, "--"), manner{})
			require.Equal(t, 1, n, "%s %s", tt.name, name)
			assert.Equal(t, tt.role, flag.Role, "%s %s", tt.name, name)
		}
	}
}

// installed returns what a program prints, or skips the test and says what is missing.
func installed(t *testing.T, name string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skipf("%s is not installed: its options are not compared with the table", name)
	}
	out, err := exec.Command(name, args...).Output()
	require.NoError(t, err)
	return string(out)
}

// listed compares one option of a program with the table.
func listed(t *testing.T, flags []Flag, long, short string, arg Arity) {
	t.Helper()
	flag, negated, n := findLong(flags, long, manner{})
	if !assert.Equal(t, 1, n, "--%s is not in the table", long) {
		return
	}
	if short != "" {
		assert.Equal(t, flag, findShort(flags, short[0]), "-%s of --%s", short, long)
	}
	if !negated {
		assert.Equal(t, arg, flag.Arg, "--%s", long)
	}
}

func TestCurlKnowsItsOptions(t *testing.T) {
	text := installed(t, "curl", "--help", "all")
	found := regexp.MustCompile(`(?m)^ *(?:-(.), )?--([^ ]+)( [<[][^ ]*)?`).FindAllStringSubmatch(text, -1)
	require.Greater(t, len(found), 100)
	for _, m := range found {
		arg := None
		if m[3] != "" && m[2] != "help" { // its value is read only after it has decided to end
			arg = Required
		}
		short := m[1]
		if m[2] == "include" {
			short = "" // -i is --show-headers in the table, the name since 8.10
		}
		listed(t, curlFlags, m[2], short, arg)
	}
}

func TestWgetKnowsItsOptions(t *testing.T) {
	text := installed(t, "wget", "--help")
	found := regexp.MustCompile(`(?m)^ +(?:-(\w+), +)?--([a-z0-9-]+)(=\w+)?`).FindAllStringSubmatch(text, -1)
	require.Greater(t, len(found), 100)
	for _, m := range found {
		flag, negated, n := findLong(wgetFlags, m[2], manner{})
		if !assert.Equal(t, 1, n, "--%s is not in the table", m[2]) {
			continue
		}
		if len(m[1]) == 1 {
			assert.Equal(t, flag, findShort(wgetFlags, m[1][0]), "-%s of --%s", m[1], m[2])
		}
		if m[3] != "" && !negated {
			assert.NotEqual(t, None, flag.Arg, "--%s", m[2])
		}
	}
}

func TestGitCloneKnowsItsOptions(t *testing.T) {
	text := installed(t, "git", "clone", "--git-completion-helper-all")
	found := strings.Fields(text)
	require.Greater(t, len(found), 50)
	for _, word := range found {
		long := strings.TrimPrefix(word, "--")
		if long == "" {
			continue
		}
		long, required := strings.CutSuffix(long, "=")
		arg := None
		if required {
			arg = Required
		}
		if flag, _, _ := findLong(gitCloneFlags, long, manner{}); flag != nil && flag.Arg == Optional {
			arg = Optional
		}
		listed(t, gitCloneFlags, long, "", arg)
	}
}

func TestFind(t *testing.T) {
	tests := []struct {
		name string
		want []string
	}{
		{name: "curl", want: []string{"curl"}},
		{name: "curl.exe", want: []string{"curl"}},
		{name: "git", want: []string{"git clone"}},
		{name: "gh", want: []string{"gh co", "gh gist clone", "gh pr checkout", "gh repo clone"}},
		{name: "gitk"},
		{name: ""},
	}
	for _, tt := range tests {
		var got []string
		for _, tool := range Find(tt.name) {
			got = append(got, tool.Command())
		}
		assert.Equal(t, tt.want, got, tt.name)
	}
}
