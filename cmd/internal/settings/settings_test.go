package settings

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/rules"
)

// machine is what the settings are judged against.
func machine(t *testing.T) *facts.Memory {
	m, err := facts.NewMemory(
		facts.Dir("/home/u/work/sandbox"),
		facts.File("/home/u/file", "text"),
		facts.Link("/home/u/loop", "loop"),
		facts.Link("/home/u/to-root", "/"),
		facts.Link("/home/u/to-home", "."),
		facts.Link("/home/u/to-file", "file"),
		facts.Link("/home/u/dangling", "/data/not-there"),
		facts.Link("/linked-home", "/home/u"),
		facts.Dir("/data/a b'c"),
	)
	require.NoError(t, err)
	return m
}

func lookup(env map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		value, ok := env[name]
		return value, ok
	}
}

func messages(problems []Problem) []string {
	var out []string
	for _, p := range problems {
		out = append(out, p.Error())
	}
	return out
}

func TestLoad(t *testing.T) {
	tests := []struct {
		name     string
		args     []string
		env      map[string]string
		want     Settings
		problems []Problem
	}{
		{
			name: "nothing is set",
			want: Settings{Agent: "auto"},
		},
		{
			name: "all by the environment",
			env: map[string]string{
				"HOME": "/home/u", "SHELL": "/usr/bin/zsh", "CONTENT_FILTER_SANDBOX_DIR": "~/work/sandbox",
				"CONTENT_FILTER_ENFORCER_MODE": "block", "CONTENT_FILTER_ENFORCER_SCOPE": "first",
				"CONTENT_FILTER_ENFORCER_FOLLOW": "0", "CONTENT_FILTER_ENFORCER_FAIL": "closed",
			},
			want: Settings{
				Analyzer: analyzer.Settings{
					Sandbox: &rules.Sandbox{Given: "~/work/sandbox", Path: "/home/u/work/sandbox", Real: "/home/u/work/sandbox", Home: "/home/u"},
					Mode:    analyzer.ModeBlock, Fail: analyzer.FailClosed,
				},
				Dialect: ast.Zsh, Agent: "auto",
			},
		},
		{
			name: "a flag wins over the environment",
			args: []string{"--sandbox", "/data/s", "--mode=instruct", "--fail", "ask", "--dialect=bash", "--agent", "claude"},
			env: map[string]string{
				"HOME": "/home/u", "SHELL": "/bin/zsh", "CONTENT_FILTER_SANDBOX_DIR": "~/work/sandbox",
				"CONTENT_FILTER_ENFORCER_MODE": "block", "CONTENT_FILTER_ENFORCER_FAIL": "closed",
			},
			want: Settings{
				Analyzer: analyzer.Settings{
					Sandbox: &rules.Sandbox{Given: "/data/s", Path: "/data/s", Real: "/data/s", Home: "/home/u"},
					Mode:    analyzer.ModeInstruct, Fail: analyzer.FailAsk,
				},
				Dialect: ast.Bash, Agent: "claude",
			},
		},
		{
			name: "an empty flag switches off what the environment sets",
			args: []string{"--sandbox=", "--mode", ""},
			env:  map[string]string{"HOME": "/home/u", "CONTENT_FILTER_SANDBOX_DIR": "~/work/sandbox", "CONTENT_FILTER_ENFORCER_MODE": "block"},
			want: Settings{Agent: "auto"},
		},
		{
			name: "the last of two flags counts",
			args: []string{"--mode=block", "--mode=rewrite"},
			want: Settings{Agent: "auto"},
		},
		{
			name: "unknown words count as the default",
			args: []string{"--mode=REWRITE", "--follow", "yes"},
			env:  map[string]string{"CONTENT_FILTER_ENFORCER_FAIL": "close", "CONTENT_FILTER_ENFORCER_SCOPE": "some\nthing"},
			want: Settings{Agent: "auto"},
			problems: []Problem{
				{"--mode", Warning, `--mode "REWRITE" is not known, so rewrite counts: give one of rewrite, block, instruct`},
				{"CONTENT_FILTER_ENFORCER_SCOPE", Warning, `CONTENT_FILTER_ENFORCER_SCOPE "some\nthing" is not known, so first counts: give one of first, all`},
				{"--follow", Warning, `--follow "yes" is not known, so 0 counts: give one of 0, 1`},
				{"CONTENT_FILTER_ENFORCER_FAIL", Warning, `CONTENT_FILTER_ENFORCER_FAIL "close" is not known, so open counts: give one of open, ask, closed`},
			},
		},
		{
			name:     "an unknown dialect leaves it to the shell",
			args:     []string{"--dialect=fish"},
			env:      map[string]string{"SHELL": "/bin/zsh"},
			want:     Settings{Agent: "auto", Dialect: ast.Zsh},
			problems: []Problem{{"--dialect", Warning, `--dialect "fish" is not known, so $SHELL counts: give one of bash, zsh, any`}},
		},
		{
			name: "both dialects on purpose",
			args: []string{"--dialect=any"},
			env:  map[string]string{"SHELL": "/bin/zsh"},
			want: Settings{Agent: "auto", Dialect: ast.AnyDialect},
		},
		{
			name: "in the scope all what is moved is followed",
			args: []string{"--scope=all"},
			want: Settings{Agent: "auto", Analyzer: analyzer.Settings{All: true, Follow: true}},
		},
		{
			name: "unless it is said that it is not",
			args: []string{"--scope=all"},
			env:  map[string]string{"CONTENT_FILTER_ENFORCER_FOLLOW": "0"},
			want: Settings{Agent: "auto", Analyzer: analyzer.Settings{All: true}},
		},
		{
			name: "a policy by its file alone",
			args: []string{"--policy", "p.json"},
			env:  map[string]string{"CONTENT_FILTER_ENFORCER_FOLLOW": "1", "SANDBOX_ENABLED": "true"},
			want: Settings{Agent: "auto", Policy: Policy{On: true, File: "p.json"}, Analyzer: analyzer.Settings{Follow: true}},
		},
		{
			name: "what says that a setting is off is as none",
			args: []string{"--audit=off", "--profile=development"},
			env:  map[string]string{"SANDBOX_ENABLED": "False", "BATCH_PERMISSION_ENABLED": "0", "SANDBOX_WORKTREE": ""},
			want: Settings{Agent: "auto", Policy: Policy{Profile: "development"}, Audit: "off"},
		},
		{
			name: "a policy",
			args: []string{"--profile=standard", "--audit=~/log", "--project=/p"},
			env:  map[string]string{"HOME": "/home/u", "BATCH_PERMISSION_ENABLED": "1", "DEBUG_SANDBOX": "yes"},
			want: Settings{Agent: "auto", Policy: Policy{On: true, Profile: "standard", Consent: true}, Audit: "/home/u/log", Project: "/p", Bounds: Bounds{Project: "/p"}, Debug: true},
		},
		{
			name: "a policy whose variable alone is set",
			env:  map[string]string{"SANDBOX_PROFILE": "standard", "SANDBOX_POLICY": "/p.json"},
			want: Settings{Agent: "auto", Policy: Policy{Profile: "standard", File: "/p.json"}},
		},
		{
			name: "files and directories that are not absolute, and a word that is neither yes nor no",
			args: []string{"--audit=log", "--project=p"},
			env:  map[string]string{"SANDBOX_ENABLED": "maybe"},
			want: Settings{Agent: "auto", Bounds: Bounds{Project: "p"}},
			problems: []Problem{
				{"SANDBOX_ENABLED", Warning, `SANDBOX_ENABLED "maybe" is not known, so false counts: give one of true, false`},
				{"--audit", Warning, `--audit "log" is not absolute, so it does not count: give an absolute file, or off`},
				{"--project", Warning, `--project "p" is not absolute: give an absolute directory, ~/… or $HOME/…`},
			},
		},
		{
			name: "where the agent belongs",
			args: []string{"--worktree=/w t/", "--host-repo", "$HOME/h", "--allow-dirs=/a::~/b:c", "--reads=deny", "--temp=deny", "--worktree-env=yes", "--project=~"},
			env:  map[string]string{"HOME": "/home/u/", "SANDBOX_WORKTREE": "/other", "SANDBOX_ALLOW_DIRS": "/x"},
			want: Settings{Agent: "auto", Project: "/home/u", Bounds: Bounds{
				Worktree: "/w t/", Host: "/home/u/h", Project: "/home/u", Allow: []string{"/a", "/home/u/b", "c"}, DenyReads: true, DenyTemp: true, Export: true,
			}},
			problems: []Problem{{"--allow-dirs", Warning, `--allow-dirs "c" is not absolute: give an absolute directory, ~/… or $HOME/…`}},
		},
		{
			name: "where the agent belongs, by variables",
			env:  map[string]string{"SANDBOX_WORKTREE": "/w\n\xff", "SANDBOX_HOST_REPO": "~/h", "SANDBOX_ALLOW_DIRS": "/x", "SANDBOX_WORKTREE_ENV": "1"},
			want: Settings{Agent: "auto", Bounds: Bounds{Worktree: "/w\n\xff", Host: "~/h", Allow: []string{"/x"}, Export: true}},
			problems: []Problem{
				{"SANDBOX_HOST_REPO", Warning, `SANDBOX_HOST_REPO "~/h" is not absolute: give an absolute directory, ~/… or $HOME/…`},
			},
		},
		{
			name: "a flag that needs a directory has none: a launcher's variable was empty",
			args: []string{"--worktree=", "--host-repo", "", "--project=", "--allow-dirs="},
			env:  map[string]string{"HOME": "/home/u"},
			want: Settings{Agent: "auto", Bounds: Bounds{Worktree: ".", Host: ".", Project: "."}},
			problems: []Problem{
				{"--project", Warning, `--project "" is not absolute: give an absolute directory, ~/… or $HOME/…`},
				{"--worktree", Warning, `--worktree "" is not absolute: give an absolute directory, ~/… or $HOME/…`},
				{"--host-repo", Warning, `--host-repo "" is not absolute: give an absolute directory, ~/… or $HOME/…`},
			},
		},
		{
			name:     "an unknown agent",
			args:     []string{"--agent=gem\x1bini", "--fail=closed"},
			want:     Settings{Agent: "gem\x1bini", Analyzer: analyzer.Settings{Fail: analyzer.FailClosed}},
			problems: []Problem{{"--agent", Unusable, `--agent "gem\x1bini" is not known: give one of auto, claude, codex, gemini, copilot, cursor, opencode, pi, windsurf, kiro, qwen, droid, crush, goose, cline, antigravity, devin, grok, kimi, augment`}},
		},
		{
			name: "arguments that are no settings",
			args: []string{"--sandbx", "/data/s", "--x=1", "-v", "word", "--", "--fail=closed", "--mode"},
			want: Settings{Agent: "auto", Analyzer: analyzer.Settings{Fail: analyzer.FailClosed}},
			problems: []Problem{
				{`the flag "--sandbx"`, Unusable, `the flag "--sandbx" is not known: see --help`},
				{`the flag "--x"`, Unusable, `the flag "--x" is not known: see --help`},
				{`the flag "-v"`, Unusable, `the flag "-v" is not known: see --help`},
				{`the flag "--"`, Unusable, `the flag "--" is not known: see --help`},
				{"--mode", Unusable, `--mode needs a value: give it as --mode=VALUE`},
			},
		},
		{
			name:     "a word that is no flag",
			args:     []string{"claude"},
			want:     Settings{Agent: "auto"},
			problems: []Problem{{`the argument "claude"`, Unusable, `the argument "claude" is not expected: the event is read from standard input`}},
		},
		{
			name: "help and version",
			args: []string{"-h", "--version"},
			want: Settings{Agent: "auto", Help: true, Version: true},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, problems := Load(tt.args, lookup(tt.env), machine(t))
			assert.Equal(t, tt.want, got)
			assert.Equal(t, tt.problems, problems)
		})
	}
}

func TestDialectOfTheShell(t *testing.T) {
	tests := []struct {
		shell string
		want  ast.Dialect
	}{
		{"/bin/zsh", ast.Zsh},
		{"zsh", ast.Zsh},
		{"/opt/bin/zsh-5.9", ast.Zsh},
		{"/bin/bash", ast.Bash},
		{"/bin/sh", ast.Bash},
		{"/usr/bin/fish", ast.Bash},
		{"/zsh/bash", ast.Bash},
		{"", ast.AnyDialect},
	}
	for _, tt := range tests {
		t.Run(tt.shell, func(t *testing.T) {
			got, problems := Load(nil, lookup(map[string]string{"SHELL": tt.shell}), machine(t))
			assert.Empty(t, problems)
			assert.Equal(t, tt.want, got.Dialect)
		})
	}
}

func TestSandbox(t *testing.T) {
	const home = "/home/u"
	tests := []struct {
		name  string
		value string
		home  string
		want  rules.Sandbox
	}{
		{"absolute", "/home/u/work/sandbox", home, rules.Sandbox{Given: "/home/u/work/sandbox", Path: "/home/u/work/sandbox", Real: "/home/u/work/sandbox"}},
		{"by ~", "~/work/sandbox", home, rules.Sandbox{Given: "~/work/sandbox", Path: "/home/u/work/sandbox", Real: "/home/u/work/sandbox"}},
		{"by $HOME", "$HOME/work/sandbox", home, rules.Sandbox{Given: "$HOME/work/sandbox", Path: "/home/u/work/sandbox", Real: "/home/u/work/sandbox"}},
		{"trailing slashes", "~/work/sandbox//", home, rules.Sandbox{Given: "~/work/sandbox", Path: "/home/u/work/sandbox", Real: "/home/u/work/sandbox"}},
		{"not there yet", "~/new/box", home, rules.Sandbox{Given: "~/new/box", Path: "/home/u/new/box", Real: "/home/u/new/box"}},
		{"dots are kept as given", "~/work/../box", home, rules.Sandbox{Given: "~/work/../box", Path: "/home/u/work/../box", Real: "/home/u/box"}},
		{"blanks and quotes", "/data/a b'c", home, rules.Sandbox{Given: "/data/a b'c", Path: "/data/a b'c", Real: "/data/a b'c"}},
		{"a dangling link", "~/dangling", home, rules.Sandbox{Given: "~/dangling", Path: "/home/u/dangling", Real: "/data/not-there"}},
		{"a home with a link and a slash", "~/work/sandbox", "/linked-home/", rules.Sandbox{Given: "~/work/sandbox", Path: "/linked-home/work/sandbox", Real: "/home/u/work/sandbox", Home: "/linked-home"}},
		{"the root as home", "~/box", "/", rules.Sandbox{Given: "~/box", Path: "/box", Real: "/box", Home: "/"}},
		{"beside the home directory", "/home/u2", home, rules.Sandbox{Given: "/home/u2", Path: "/home/u2", Real: "/home/u2"}},
		{"a name that begins as the home directory does not", "/home/u-sandbox", home, rules.Sandbox{Given: "/home/u-sandbox", Path: "/home/u-sandbox", Real: "/home/u-sandbox"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.want.Home == "" {
				tt.want.Home = tt.home
			}
			got, problems := Load([]string{"--sandbox", tt.value}, lookup(map[string]string{"HOME": tt.home}), machine(t))
			require.Empty(t, messages(problems))
			require.NotNil(t, got.Analyzer.Sandbox)
			assert.Equal(t, tt.want, *got.Analyzer.Sandbox)
		})
	}
}

func TestSandboxWithoutHome(t *testing.T) {
	got, problems := Load([]string{"--sandbox=/data/s"}, lookup(map[string]string{"HOME": "relative"}), machine(t))
	require.Empty(t, problems)
	assert.Equal(t, &rules.Sandbox{Given: "/data/s", Path: "/data/s", Real: "/data/s"}, got.Analyzer.Sandbox)
}

func TestUnusableSandbox(t *testing.T) {
	const own = ": give a directory of its own, such as ~/work/sandbox"
	const noHome = " is meant from the home directory, but HOME is not set to an absolute path: give an absolute directory"
	tests := []struct {
		name  string
		value string
		home  string
		want  string // after the setting's name and the value
	}{
		{"relative", "sandbox", "/home/u", " is not absolute: give an absolute directory, ~/… or $HOME/…"},
		{"a relative dot", "./sandbox", "/home/u", " is not absolute: give an absolute directory, ~/… or $HOME/…"},
		{"another user's home", "~root/x", "/home/u", " is not absolute: give an absolute directory, ~/… or $HOME/…"},
		{"another variable", "$HOMES/x", "/home/u", " is not absolute: give an absolute directory, ~/… or $HOME/…"},
		{"the root", "/", "/home/u", " is the root directory, which holds everything" + own},
		{"the root with slashes", "///", "/home/u", " is the root directory, which holds everything" + own},
		{"the root by dots", "/home/..", "/home/u", " is the root directory, which holds everything" + own},
		{"the root by a link", "~/to-root", "/home/u", " is the root directory, which holds everything" + own},
		{"the home directory", "~", "/home/u", " is the home directory" + own},
		{"the home directory with a slash", "~/", "/home/u", " is the home directory" + own},
		{"the home directory by variable", "$HOME", "/home/u", " is the home directory" + own},
		{"the home directory by path", "/home/u/", "/home/u", " is the home directory" + own},
		{"the home directory by a link in it", "/home/u/to-home", "/home/u", " is the home directory" + own},
		{"the home directory by a link in HOME", "/home/u", "/linked-home", " is the home directory" + own},
		{"what contains the home directory", "/home", "/home/u", " contains the home directory" + own},
		{"a file", "~/file", "/home/u", ` cannot be a directory, because "/home/u/file" is a file: give another directory, or remove the file`},
		{"a link to a file", "~/to-file", "/home/u", ` cannot be a directory, because "/home/u/file" is a file: give another directory, or remove the file`},
		{"below a file", "~/file/x/y", "/home/u", ` cannot be a directory, because "/home/u/file" is a file: give another directory, or remove the file`},
		{"a link loop", "~/loop", "/home/u", ` cannot be used (cannot resolve "/home/u/loop": too many links, which may be a loop): give a directory that can be reached`},
		{"a newline", "/data/a\nb", "/home/u", " holds a control character or is not UTF-8: give an absolute directory, ~/… or $HOME/… in plain text"},
		{"an escape", "/data/\x1b[31m", "/home/u", " holds a control character or is not UTF-8: give an absolute directory, ~/… or $HOME/… in plain text"},
		{"invalid UTF-8", "/data/\xff", "/home/u", " holds a control character or is not UTF-8: give an absolute directory, ~/… or $HOME/… in plain text"},
		{"no home", "~/s", "", noHome},
		{"a relative home", "$HOME/s", "u", noHome},
		{"a home with a newline", "~/s", "/home/u\n", " is meant from the home directory, but HOME holds a control character or is not UTF-8: give an absolute directory"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			env := map[string]string{"HOME": tt.home, "CONTENT_FILTER_SANDBOX_DIR": tt.value}
			got, problems := Load(nil, lookup(env), machine(t))
			assert.Nil(t, got.Analyzer.Sandbox)
			require.Len(t, problems, 1)
			assert.Equal(t, Problem{
				Setting: "CONTENT_FILTER_SANDBOX_DIR",
				Kind:    Unusable,
				Message: "CONTENT_FILTER_SANDBOX_DIR " + quote(tt.value) + tt.want,
			}, problems[0])
			assert.NotContains(t, problems[0].Message, "\n")
		})
	}
}

func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range All() {
		t.Run(s.Name(), func(t *testing.T) {
			assert.NotEmpty(t, s.Doc)
			assert.False(t, strings.HasSuffix(s.Doc, "."), "no full stop")
			assert.NotEmpty(t, s.Values())
			for _, name := range []string{s.Env, "--" + s.Flag} {
				if name == "" || name == "--" {
					continue
				}
				assert.False(t, seen[name], "%s is in the table twice", name)
				seen[name] = true
			}
			if s.Words != nil && s.Default != "" {
				assert.Contains(t, s.Words, s.Default)
			}
			assert.NotEmpty(t, s.Flag)
			onlyChecked := len(s.Words) == 1
			assert.True(t, s.apply != nil || onlyChecked, "nothing acts on it")
		})
	}
}

// Every word of a setting that is built has an effect of its own: a word that is
// forgotten where it is applied would count as the first.
func TestWordsDiffer(t *testing.T) {
	for _, s := range All() {
		if s.Words == nil || s.apply == nil {
			continue
		}
		var results []Settings
		for _, word := range s.Words {
			got, problems := Load([]string{"--" + s.Flag, word}, lookup(nil), machine(t))
			assert.Empty(t, problems)
			assert.NotContains(t, results, got, "--%s %s does nothing of its own", s.Flag, word)
			results = append(results, got)
		}
	}
}

func TestUsageAndMarkdownNameEverySetting(t *testing.T) {
	usage, table := Usage(), Markdown()
	for _, s := range All() {
		assert.Contains(t, table, "`"+s.Name()+"`")
		assert.Contains(t, usage, "--"+s.Flag+" "+s.Values()+"\n")
		assert.Contains(t, usage, s.Doc)
		assert.Contains(t, table, s.Doc)
	}
	assert.Contains(t, table, "| `CONTENT_FILTER_ENFORCER_SCOPE` | `--scope` | `first`, `all` | `first` |")
}
