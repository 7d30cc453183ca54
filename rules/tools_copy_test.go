package rules

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/ast"
)

// Every option that a tool itself tells of is in its table, with its short form and
// whether it takes a value.
func TestCopyToolsKnowTheirOptions(t *testing.T) {
	const (
		// -x, --long=ARG or -x, --long ARG
		gnu = `(?m)^ *(?:-(.)(?: \w+)?,? +)?--([a-zA-Z0-9-]+)(?:[= ]([A-Z][A-Z:]*|<[a-z]+>|[a-z][\w]*|\[HOST\S*))?(?:\s\s|$|,| \[\+\])`
		svn = `(?m)^ +(?:-(.) \[)?--([a-z-]+)\]?( ARG)? +:`
	)
	tests := []struct {
		tool, from string
		pattern    string
		flags      []Flag
		shared     []Flag
	}{
		{tool: "rsync", from: "rsync --help", pattern: `(?m)^--([a-z0-9-]+)(=[A-Z]\S*)?(?:, -(.))? `, flags: rsyncFlags},
		{tool: "hg", from: "hg help clone -v", pattern: `(?m)^ (?:-(.)|  ) --([a-z]+)(?: ([A-Z]+))?(?: \[\+\])? `, flags: hgCloneFlags, shared: hgGlobals},
		{tool: "svn", from: "svn help checkout -v", pattern: svn, flags: svnFlags},
		{tool: "svn", from: "svn help export -v", pattern: svn, flags: svnFlags},
		{tool: "svn", from: "svn help cat -v", pattern: svn, flags: svnFlags},
		{tool: "brz", from: "brz help branch", pattern: gnu, flags: brzBranchFlags},
		{tool: "brz", from: "brz help checkout", pattern: gnu, flags: brzCheckoutFlags},
		{tool: "brz", from: "brz help clone", pattern: gnu, flags: brzCloneFlags},
		{tool: "brz", from: "brz help export", pattern: gnu, flags: brzExportFlags},
		{tool: "gh", from: "gh release download --help", pattern: gnu, flags: ghReleaseDownloadFlags, shared: ghGlobals},
		{tool: "gh", from: "gh run download --help", pattern: gnu, flags: ghRunDownloadFlags, shared: ghGlobals},
		{tool: "gh", from: "gh repo fork --help", pattern: gnu, flags: ghRepoForkFlags, shared: ghGlobals},
		{tool: "gh", from: "gh repo create --help", pattern: gnu, flags: ghRepoCreateFlags, shared: ghGlobals},
		{tool: "gh", from: "gh api --help", pattern: gnu, flags: ghApiFlags, shared: ghGlobals},
		{tool: "gh", from: "gh codespace cp --help", pattern: gnu, flags: ghCodespaceCpFlags, shared: ghGlobals},
	}
	for _, tt := range tests {
		t.Run(tt.from, func(t *testing.T) {
			words := strings.Fields(tt.from)
			text := installed(t, words[0], words[1:]...)
			found := regexp.MustCompile(tt.pattern).FindAllStringSubmatch(text, -1)
			require.NotEmpty(t, found, text)
			for _, m := range found {
				short, long, value := m[1], m[2], m[3]
				if tt.tool == "rsync" {
					long, value, short = m[1], m[2], m[3]
				}
				table := tt.flags
				if exact(table, long) == nil {
					table = tt.shared
				}
				flag := exact(table, long)
				if !assert.NotNil(t, flag, "--%s is not in the table", long) {
					continue
				}
				assert.Equal(t, value != "", flag.Arg == Required, "--%s%s", long, value)
				if short != "" && flag.Short != 0 {
					assert.Equal(t, short[0], flag.Short, "--%s", long)
				} else if short != "" {
					assert.NotNil(t, findShort(table, short[0]), "-%s of --%s", short, long)
				}
			}
		})
	}
}

// The letters of the calls of getopt are those that the usage shows.
func TestSSHToolsKnowTheirOptions(t *testing.T) {
	for name, flags := range map[string][]Flag{"scp": scpFlags, "sftp": sftpFlags} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is not installed: its options are not compared with the table", name)
		}
		out, err := exec.Command(name, "-h").CombinedOutput()
		require.Error(t, err, "the usage is an error to it")
		m := regexp.MustCompile(`\[-([0-9A-Za-z]{5,})\]`).FindSubmatch(out)
		require.NotNil(t, m, "%s", out)
		for _, letter := range m[1] {
			flag := findShort(flags, letter)
			require.NotNil(t, flag, "%s -%c", name, letter)
			assert.Equal(t, None, flag.Arg, "%s -%c", name, letter)
		}
		for _, m := range regexp.MustCompile(`\[-([0-9A-Za-z]) `).FindAllSubmatch(out, -1) {
			flag := findShort(flags, m[1][0])
			require.NotNil(t, flag, "%s -%s", name, m[1])
			assert.Equal(t, Required, flag.Arg, "%s -%s", name, m[1])
		}
	}
}

func TestGitCommandsKnowTheirOptions(t *testing.T) {
	dir := t.TempDir()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: its options are not compared with the tables")
	}
	require.NoError(t, exec.Command("git", "init", "-q", dir).Run())
	for command, flags := range map[string][]Flag{
		"fetch": gitFetchFlags, "pull": gitPullFlags, "archive": gitArchiveFlags,
		"remote add": gitRemoteAddFlags, "remote update": gitRemoteUpdateFlags, "submodule--helper add": gitSubmoduleAddFlags,
	} {
		words := append([]string{"-C", dir}, strings.Fields(command)...)
		out, err := exec.Command("git", append(words, "--git-completion-helper-all")...).Output()
		require.NoError(t, err, command)
		require.NotEmpty(t, out, command)
		for word := range strings.FieldsSeq(string(out)) {
			long, required := strings.CutSuffix(strings.TrimPrefix(word, "--"), "=")
			if long == "" {
				continue
			}
			flag, negated, n := findLong(flags, long, manner{})
			require.Equal(t, 1, n, "git %s --%s is not in the table", command, long)
			if !negated && flag.Arg != Optional {
				assert.Equal(t, required, flag.Arg == Required, "git %s --%s", command, long)
			}
		}
	}
}

// The roles that decide whether a rewrite may go without a question.
func TestRolesOfCopyTools(t *testing.T) {
	tests := []struct {
		flags   []Flag
		role    Role
		options string
	}{
		{rsyncFlags, Executes, "rsh rsync-path"},
		{rsyncFlags, Sends, "password-file files-from exclude-from link-dest remove-source-files"},
		{rsyncFlags, DestModifier, "temp-dir partial-dir backup-dir delete relative mkpath"},
		{rsyncFlags, SideFile, "log-file write-batch only-write-batch"},
		{rsyncFlags, DestNone, "dry-run list-only"},
		{rsyncFlags, Neutral, "archive verbose compress recursive times progress bwlimit exclude include chmod partial inplace"},
		{scpFlags, Executes, "S D"}, {scpFlags, Config, "F o"}, {scpFlags, Sends, "i"}, {scpFlags, Neutral, "r p q P l C"},
		{sftpFlags, Executes, "S D s"}, {sftpFlags, Config, "F o b"}, {sftpFlags, Neutral, "r p q P l C"},
		{hgCloneFlags, Executes, "ssh remotecmd"}, {hgCloneFlags, Weakens, "insecure"}, {hgGlobals, Config, "config"},
		{svnFlags, Config, "config-dir config-option"}, {svnFlags, Sends, "username password"}, {svnFlags, Weakens, "trust-server-cert"},
		{gitFetchFlags, Executes, "upload-pack"}, {gitPullFlags, Executes, "upload-pack"}, {gitArchiveFlags, Executes, "exec"},
		{fossilFlags, Executes, "ssh-command c transport-command"}, {fossilFlags, Sends, "httpauth B ssl-identity"},
		{ghApiFlags, Sends, "field header input method raw-field"},
	}
	for _, tt := range tests {
		for name := range strings.FieldsSeq(tt.options) {
			flag := exact(tt.flags, name)
			if len(name) == 1 {
				flag = findShort(tt.flags, name[0])
			}
			require.NotNil(t, flag, name)
			assert.Equal(t, tt.role, flag.Role, name)
		}
	}
}

// How the grammars of these tools differ.
func TestGrammarsOfCopyTools(t *testing.T) {
	tests := []struct {
		line     string
		command  string // the tool that reads it, "" where none does
		operands string
		problem  bool
	}{
		{line: "scp -q h:f -r", command: "scp", operands: "h:f -r"},
		{line: "scp -qP22 h:f g", command: "scp", operands: "h:f g"},
		{line: "scp -P 22 -- h:f -g", command: "scp", operands: "h:f -g"},
		{line: "scp --quiet h:f g", command: "scp", operands: "h:f g", problem: true},
		{line: "scp f h:g"},
		{line: "rsync h:f g -av", command: "rsync", operands: "h:f g"},
		{line: "rsync -e=ssh h:f g", command: "rsync", operands: "h:f g"},
		{line: "rsync --arch h:f g", command: "rsync", operands: "h:f g", problem: true},
		{line: "rsync --no-D h:f g", command: "rsync", operands: "h:f g"},
		{line: "rsync f g"},
		{line: "rsync f h:g"},
		{line: "rsync h:f"},
		{line: "hg clon -qU u", command: "hg clone", operands: "u"},
		{line: "hg -q clone --nou u --cwd d", command: "hg clone", operands: "u"},
		{line: "hg cl u"},
		{line: "hg clones u"},
		{line: "svn -q co -r5 s://u d", command: "svn co", operands: "s://u d"},
		{line: "svn co --rev 5 s://u", command: "svn co", operands: "5 s://u", problem: true},
		{line: "svn export d e"},
		{line: "fossil clone -A me s://u f", command: "fossil clone", operands: "s://u f"},
		{line: "fossil clone -Ame s://u f", command: "fossil clone", operands: "s://u f", problem: true},
		{line: "git fetch origin"},
		{line: "git fetch -o x s://u", command: "git fetch", operands: "s://u"},
		{line: "git lfs clone -I x --dep 1 u", command: "git lfs clone", operands: "u"},
		{line: "git remote add a s://u"},
		{line: "git remote add -f a s://u", command: "git remote add", operands: "a s://u"},
		{line: "git archive main"},
		{line: "npx -y degit@2 o/r", command: "npx degit", operands: "o/r"},
		{line: "npx eslint"},
	}
	for _, tt := range tests {
		call, ok := ReadAny(line(tt.line))
		require.Equal(t, tt.command != "", ok, tt.line)
		if !ok {
			continue
		}
		var operands []string
		for _, w := range call.Operands {
			operands = append(operands, w.Value.Display())
		}
		assert.Equal(t, tt.command, call.Tool.Command(), tt.line)
		assert.Equal(t, tt.operands, strings.Join(operands, " "), tt.line)
		assert.Equal(t, tt.problem, call.Problem != nil, "%s: %v", tt.line, call.Problem)
	}
}

func TestNamesOfClones(t *testing.T) {
	tests := []struct {
		namer        namer
		source, want string // "" for none
	}{
		{HgName, "https://h/r", "r"}, {HgName, "https://h/a/r/", "r"}, {HgName, "https://h/r#b", "r"}, {HgName, "https://h/r%20x", "r x"},
		{HgName, "ssh://u@h//srv/r", "r"}, {HgName, "../r%20x", "r%20x"}, {HgName, "https://h/", ""}, {HgName, "https://h", ""}, {HgName, "a/..", ""}, {HgName, ".", ""},
		{SvnName, "https://h/p/trunk", "trunk"}, {SvnName, "https://h/p/trunk/@5", "trunk"}, {SvnName, "https://h/p@5", "p"}, {SvnName, "https://u@h/p", "p"},
		{SvnName, "https://h/a%20b", "a b"}, {SvnName, "file:///s/p/", "p"}, {SvnName, "https://h", ""}, {SvnName, "https://h/", ""}, {SvnName, "p/q", ""},
		{BrzName, "https://h/p/", "p"}, {BrzName, "lp:p", "p"}, {BrzName, "lp:~u/p/t", "t"}, {BrzName, "p", "p"}, {BrzName, "https://h/p,branch=x", ""}, {BrzName, "..", ""},
		{FossilName, "https://h/p", "p"}, {FossilName, "https://h/a/p.fossil/", "p"}, {FossilName, "/s/p.fossil", "p"}, {FossilName, "https://h", ""}, {FossilName, "https://h/a.b", ""}, {FossilName, "https://h/p?x", ""},
	}
	for _, tt := range tests {
		got, err := tt.namer(tt.source)
		assert.Equal(t, tt.want, got, tt.source)
		assert.Equal(t, tt.want == "", err != nil, tt.source)
	}
}

func TestRemotePlaces(t *testing.T) {
	for word, want := range map[string]bool{
		"h:f": true, "u@h:/f": true, "h::mod": true, "rsync://h/mod": true, "scp://h/f": true, ":f": true, "[::1]:f": true,
		"f": false, "./a:b": false, "/a:b": false, "a/b:c": false, "": false,
	} {
		assert.Equal(t, want, isRemote(ast.Known(word)), word)
	}
}
