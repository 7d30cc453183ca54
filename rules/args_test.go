package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sandbox-enforcer/ast"
)

// spell writes a call down: its options by name with their values, its operands as
// they are, in order; the globals before a colon.
func spell(c *Call) string {
	var out []string
	for i := range c.Globals {
		out = append(out, spellOption(&c.Globals[i]))
	}
	if len(out) > 0 {
		out = append(out, ":")
	}
	c.each(
		func(o *Option) { out = append(out, spellOption(o)) },
		func(w *ast.Arg) { out = append(out, "["+w.Value.Display()+"]") },
	)
	return strings.Join(out, " ")
}

func spellOption(o *Option) string {
	s := o.Name()
	if o.ValueWord != nil {
		s += "=" + o.Value.Display()
		if o.ValueWord == o.Word {
			s += "(" + o.Prefix + ")"
		}
	}
	return s
}

func TestRead(t *testing.T) {
	tests := []struct {
		name, line string
		tool, want string
		problem    string // part of the problem's message
		operand    bool   // the problem's word was read as an operand
	}{
		// git: globals
		{name: "plain", line: "git clone U", tool: "git clone", want: "[U]"},
		{name: "path", line: "/usr/bin/git clone U", tool: "git clone", want: "[U]"},
		{name: "windows", line: "git.exe clone U", tool: "git clone", want: "[U]"},
		{name: "globals", line: "git -C a -C b -c k=v --no-pager clone U", tool: "git clone", want: "-C=a -C=b -c=k=v --no-pager : [U]"},
		{name: "global value by =", line: "git --git-dir=x --work-tree=y clone U", tool: "git clone", want: "--git-dir=x(--git-dir=) --work-tree=y(--work-tree=) : [U]"},
		{name: "global value in a word", line: "git --git-dir x --namespace n clone U", tool: "git clone", want: "--git-dir=x --namespace=n : [U]"},
		{name: "exec-path", line: "git --exec-path=/x clone U", tool: "git clone", want: "--exec-path=/x(--exec-path=) : [U]"},
		{name: "exec-path alone takes no word", line: "git --exec-path clone U", tool: "git clone", want: "--exec-path : [U]"},
		{name: "attached global", line: "git -Cx clone U", tool: "git clone", want: "[U]", problem: `unknown option "-Cx"`},
		{name: "global cluster", line: "git -pP clone U", tool: "git clone", want: "[U]", problem: `unknown option "-pP"`},
		{name: "global abbreviated", line: "git --git-d=x clone U", tool: "git clone", want: "[U]", problem: `unknown option "--git-d"`},
		{name: "separate only", line: "git --shallow-file=x clone U", tool: "git clone", want: "[U]", problem: `unknown option "--shallow-file"`},
		{name: "global --", line: "git -- clone U", tool: "git clone", want: "[U]", problem: "unknown option"},
		{name: "unknown directory", line: "git -C $D clone U", tool: "git clone", want: "-C=${D} : [U]"},
		{name: "unknown global", line: "git %OPTS clone U", tool: "git clone", want: "[U]", problem: "$OPTS: not set here", operand: true},
		{name: "unknown global in quotes", line: "git $OPTS clone U", tool: "git clone", want: "[U]", problem: "$OPTS: not set here", operand: true},
		{name: "subcommand of two", line: "git {clone|pull} U", tool: "git clone", want: "[U]", problem: `the subcommand may be "clone"`},
		{name: "another subcommand", line: "git pull U"},
		{name: "subcommand of others", line: "git {fetch|pull} U"},
		{name: "unknown subcommand", line: "git $SUB U"},
		{name: "a global's value is no subcommand", line: "git -C clone pull"},
		{name: "no subcommand", line: "git"},
		{name: "another program", line: "gitk clone U"},
		{name: "unknown program", line: "$GIT clone U"},

		// git clone: parse-options
		{name: "directory", line: "git clone U D", tool: "git clone", want: "[U] [D]"},
		{name: "options anywhere", line: "git clone U --depth 1 D -q", tool: "git clone", want: "[U] --depth=1 [D] --quiet"},
		{name: "long value", line: "git clone --branch=main --depth 1 U", tool: "git clone", want: "--branch=main(--branch=) --depth=1 [U]"},
		{name: "cluster", line: "git clone -qbmain U", tool: "git clone", want: "--quiet --branch=main(-qb) [U]"},
		{name: "cluster, value apart", line: "git clone -qb main U", tool: "git clone", want: "--quiet --branch=main [U]"},
		{name: "short =", line: "git clone -b=main U", tool: "git clone", want: "--branch==main(-b) [U]"},
		{name: "abbreviation", line: "git clone --bra main U", tool: "git clone", want: "--branch=main [U]"},
		{name: "abbreviation by =", line: "git clone --sep=x U", tool: "git clone", want: "--separate-git-dir=x(--sep=) [U]"},
		{name: "abbreviated alias", line: "git clone --rec U", tool: "git clone", want: "--recursive [U]"},
		{name: "ambiguous", line: "git clone --shallow 1 U", tool: "git clone", want: "[1] [U]", problem: "stands for several"},
		{name: "negated", line: "git clone --no-tags --no-bare U", tool: "git clone", want: "--no-tags --no-bare [U]"},
		{name: "negated no-", line: "git clone --checkout --no-hardlinks U", tool: "git clone", want: "--checkout --no-hardlinks [U]"},
		{name: "negated takes no value", line: "git clone --no-branch U", tool: "git clone", want: "--no-branch [U]"},
		{name: "negated with a value", line: "git clone --no-branch=x U", tool: "git clone", want: "--no-branch=x(--no-branch=) [U]", problem: "takes no value"},
		{name: "optional takes no word", line: "git clone --recurse-submodules U", tool: "git clone", want: "--recurse-submodules [U]"},
		{name: "optional by =", line: "git clone --recurse-submodules=no U", tool: "git clone", want: "--recurse-submodules=no(--recurse-submodules=) [U]"},
		{name: "flag with a value", line: "git clone --bare=x U", tool: "git clone", want: "--bare=x(--bare=) [U]", problem: "takes no value"},
		{name: "value like an option", line: "git clone -b --bare U", tool: "git clone", want: "--branch=--bare [U]"},
		{name: "dashes", line: "git clone -q -- -x D", tool: "git clone", want: "--quiet [-x] [D]"},
		{name: "dashes between", line: "git clone U -- -q", tool: "git clone", want: "[U] [-q]"},
		{name: "end of options", line: "git clone --end-of-options -x", tool: "git clone", want: "[-x]"},
		{name: "repeated", line: "git clone -b a -b b U", tool: "git clone", want: "--branch=a --branch=b [U]"},
		{name: "lone dash", line: "git clone - D", tool: "git clone", want: "[-] [D]"},
		{name: "empty word", line: "git clone U ''", tool: "git clone", want: "[U] []"},
		{name: "unknown option", line: "git clone --frobnicate U", tool: "git clone", want: "[U]", problem: `unknown option "--frobnicate"`},
		{name: "unknown letter", line: "git clone -qZ U", tool: "git clone", want: "--quiet [U]", problem: `unknown option "-Z"`},
		{name: "no value", line: "git clone U -b", tool: "git clone", want: "[U] --branch", problem: `option "--branch" has no value`},

		// words that are not known
		{name: "unknown word", line: "git clone $URL", tool: "git clone", want: "[${URL}]", problem: "may be an option", operand: true},
		{name: "unknown word that splits", line: "git clone %URL", tool: "git clone", want: "[${URL}]", problem: "may be an option", operand: true},
		{name: "unknown after a beginning", line: "git clone https://h/$R", tool: "git clone", want: "[https://h/${R}]"},
		{name: "it may split", line: "git clone https://h/%R", tool: "git clone", want: "[https://h/${R}]", problem: "may be an option", operand: true},
		{name: "pattern", line: "git clone https://h/r?x=1", tool: "git clone", want: "[https://h/r?x=1]"},
		{name: "pattern alone", line: "git clone ?x", tool: "git clone", want: "[?x]", problem: "may be an option", operand: true},
		{name: "pattern of an option", line: "git clone --?x U", tool: "git clone", want: "[U]", problem: "may be any option"},
		{name: "unknown after dashes", line: "git clone -- $URL", tool: "git clone", want: "[${URL}]"},
		{name: "it may split after dashes", line: "git clone -- %URL", tool: "git clone", want: "[${URL}]", problem: "may become none or several", operand: true},
		{name: "one of two operands", line: "git clone {a|b}", tool: "git clone", want: "[a or b]"},
		{name: "one of operand and option", line: "git clone {-q|b}", tool: "git clone", want: "[-q or b]", problem: "may be an option", operand: true},
		{name: "one of two values", line: "git clone {--branch=a|--branch=b} U", tool: "git clone", want: "--branch=a or b(--branch=) [U]"},
		{name: "unknown long value", line: "git clone --branch=$B U", tool: "git clone", want: "--branch=${B}(--branch=) [U]"},
		{name: "unknown name", line: "git clone --b$B U", tool: "git clone", want: "[U]", problem: `begins with "--b"`},
		{name: "unknown dash", line: "git clone -$B U", tool: "git clone", want: "[-${B}] [U]", problem: "may be an option", operand: true},
		{name: "unknown letters", line: "git clone -q$B U", tool: "git clone", want: "--quiet [U]", problem: `begins with "-q"`},
		{name: "unknown attached value", line: "git clone -bv$B U", tool: "git clone", want: "--branch=v${B}(-b) [U]"},
		{name: "attached value that may be empty", line: "git clone -b$B U", tool: "git clone", want: "--branch=${B}(-b) [U]", problem: "may be empty"},
		{name: "unknown value", line: "git clone -b $B U", tool: "git clone", want: "--branch=${B} [U]"},
		{name: "value that may split", line: "git clone -b %B U", tool: "git clone", want: "--branch=${B} [U]", problem: "may become no word or several"},
		{name: "first problem stays", line: "git clone --nope $U", tool: "git clone", want: "[${U}]", problem: `"--nope"`},

		// gh: pflag, with cobra's way to the subcommand
		{name: "gh", line: "gh repo clone o/r", tool: "gh repo clone", want: "[o/r]"},
		{name: "gh directory", line: "gh repo clone o/r d", tool: "gh repo clone", want: "[o/r] [d]"},
		{name: "gh git flags", line: "gh repo clone o/r -- --depth 1 -q", tool: "gh repo clone", want: "[o/r] --depth=1 --quiet"},
		{name: "gh directory and git flags", line: "gh repo clone o/r d -- --depth=1", tool: "gh repo clone", want: "[o/r] [d] --depth=1(--depth=)"},
		{name: "gh directory after dashes", line: "gh repo clone o/r -- d --depth 1", tool: "gh repo clone", want: "[o/r] [d] --depth=1"},
		{name: "gh directory after git flags", line: "gh repo clone o/r -- --depth 1 d", tool: "gh repo clone", want: "[o/r] --depth=1", problem: "for the repository"},
		{name: "gh two directories", line: "gh repo clone o/r d -- e", tool: "gh repo clone", want: "[o/r] [d]", problem: "for the repository"},
		{name: "gh all after dashes", line: "gh repo clone -- o/r d -q", tool: "gh repo clone", want: "[o/r] [d] --quiet"},
		{name: "gh dashes twice", line: "gh repo clone o/r -- -- d", tool: "gh repo clone", want: "[o/r]", problem: "for the repository"},
		{name: "gh unknown after dashes", line: "gh repo clone o/r -- $X", tool: "gh repo clone", want: "[o/r] [${X}]", problem: "may be an option", operand: true},
		{name: "gh option", line: "gh repo clone -u up o/r", tool: "gh repo clone", want: "--upstream-remote-name=up [o/r]"},
		{name: "gh -o=v", line: "gh repo clone -u=up o/r", tool: "gh repo clone", want: "--upstream-remote-name=up(-u=) [o/r]"},
		{name: "gh attached", line: "gh repo clone -uup o/r", tool: "gh repo clone", want: "--upstream-remote-name=up(-u) [o/r]"},
		{name: "gh no abbreviation", line: "gh repo clone --upstream x o/r", tool: "gh repo clone", want: "[x] [o/r]", problem: "unknown option"},
		{name: "gh git flag before dashes", line: "gh repo clone o/r --depth 1", tool: "gh repo clone", want: "[o/r] [1]", problem: `"--depth"`},
		{name: "gh option before the subcommand", line: "gh -u up repo clone o/r", tool: "gh repo clone", want: "--upstream-remote-name=up [o/r]"},
		{name: "gh option between", line: "gh pr -R o/r checkout 5", tool: "gh pr checkout", want: "--repo=o/r [5]"},
		{name: "gh long option between", line: "gh pr --repo=o/r checkout 5", tool: "gh pr checkout", want: "--repo=o/r(--repo=) [5]"},
		{name: "gh option takes the subcommand", line: "gh -f pr checkout 5"},
		{name: "gh bool", line: "gh pr checkout --force=false -f=true 5", tool: "gh pr checkout", want: "--no-force=false(--force=) --force=true(-f=) [5]"},
		{name: "gh help is no option with a word", line: "gh --help repo clone o/r", tool: "gh repo clone", want: "--help [o/r]"},
		{name: "gh alias", line: "gh co 5", tool: "gh co", want: "[5]"},
		{name: "gh unknown word", line: "gh %X pr checkout 5", tool: "gh pr checkout", want: "[5]", problem: "$X", operand: true},
		{name: "gh gist", line: "gh gist clone abc d", tool: "gh gist clone", want: "[abc] [d]"},
		{name: "gh another", line: "gh repo view o/r"},
		{name: "gh subcommand after dashes", line: "gh -- repo clone o/r"},

		// curl
		{name: "curl", line: "curl -sSLo F U", tool: "curl", want: "--silent --show-error --location --output=F [U]"},
		{name: "curl attached", line: "curl -sSLoF U", tool: "curl", want: "--silent --show-error --location --output=F(-sSLo) [U]"},
		{name: "curl -o=F", line: "curl -o=F U", tool: "curl", want: "--output==F(-o) [U]"},
		{name: "curl long", line: "curl --output F U", tool: "curl", want: "--output=F [U]"},
		{name: "curl long by =", line: "curl --output=F U", tool: "curl", want: "--output=F(--output=) [U]"},
		{name: "curl single dash long", line: "curl -output F U", tool: "curl", want: "--output=utput(-o) [F] [U]"},
		{name: "curl takes a dash for a value", line: "curl -o -O U", tool: "curl", want: "--output=-O [U]"},
		{name: "curl next ends the cluster", line: "curl -s:o U", tool: "curl", want: "--silent --next [U]"},
		{name: "curl exact before longer", line: "curl --remote-name U", tool: "curl", want: "--remote-name [U]"},
		{name: "curl case", line: "curl --SILENT U", tool: "curl", want: "--silent [U]"},
		{name: "curl abbreviation", line: "curl --loc-tru U --compressed-s", tool: "curl", want: "[U] --compressed-ssh", problem: `unknown option "--loc-tru"`},
		{name: "curl ambiguous", line: "curl --outp F U", tool: "curl", want: "[F] [U]", problem: "stands for several"},
		{name: "curl negated", line: "curl --no-buffer --buffer -N --no-silent U", tool: "curl", want: "--no-buffer --buffer --no-buffer --no-silent [U]"},
		{name: "curl negated without such a form", line: "curl --no-output U", tool: "curl", want: "[U]", problem: "unknown option"},
		{name: "curl dashes", line: "curl -s -- -O", tool: "curl", want: "--silent [-O]"},
		{name: "curl lone dash", line: "curl - U", tool: "curl", want: "[U]", problem: `unknown option "-"`},
		{name: "curl numbers", line: "curl -1 -4 -# U", tool: "curl", want: "--tlsv1 --ipv4 --progress-bar [U]"},
		{name: "curl unknown file", line: "curl -o $OUT U", tool: "curl", want: "--output=${OUT} [U]"},
		{name: "curl unknown attached file", line: "curl -o$OUT U", tool: "curl", want: "--output=${OUT}(-o) [U]", problem: "may be empty"},
		{name: "curl file with a beginning", line: "curl -sod/$OUT U", tool: "curl", want: "--silent --output=d/${OUT}(-so) [U]"},
		{name: "curl unknown options", line: "curl %OPTS U", tool: "curl", want: "[${OPTS}] [U]", problem: "may be an option", operand: true},
		{name: "curl pattern", line: "curl -O https://h/f?a=b", tool: "curl", want: "--remote-name [https://h/f?a=b]"},
		{name: "curl windows", line: "curl.exe -O U", tool: "curl", want: "--remote-name [U]"},
		{name: "curl of two releases", line: "curl --show-headers --include -i U", tool: "curl", want: "--show-headers --include --show-headers [U]"},

		// wget
		{name: "wget", line: "wget -qO F U", tool: "wget", want: "--quiet --output-document=F [U]"},
		{name: "wget attached", line: "wget -qOF U", tool: "wget", want: "--quiet --output-document=F(-qO) [U]"},
		{name: "wget O=", line: "wget -O=F U", tool: "wget", want: "--output-document==F(-O) [U]"},
		{name: "wget stdout", line: "wget -qO- U", tool: "wget", want: "--quiet --output-document=-(-qO) [U]"},
		{name: "wget n", line: "wget -nv -nc -nH U", tool: "wget", want: "--no=v(-n) --no=c(-n) --no=H(-n) [U]"},
		{name: "wget n takes the cluster", line: "wget -nvOF U", tool: "wget", want: "--no=vOF(-n) [U]"},
		{name: "wget n apart", line: "wget -n d U", tool: "wget", want: "--no=d [U]"},
		{name: "wget long", line: "wget --directory-prefix=D --output-document F U", tool: "wget", want: "--directory-prefix=D(--directory-prefix=) --output-document=F [U]"},
		{name: "wget abbreviation", line: "wget --dir D --output-d F U", tool: "wget", want: "[D] --output-document=F [U]", problem: "stands for several"},
		{name: "wget unique", line: "wget --directory-p D U", tool: "wget", want: "--directory-prefix=D [U]"},
		{name: "wget bool", line: "wget --spider=off U", tool: "wget", want: "--no-spider=off(--spider=) [U]"},
		{name: "wget bool on", line: "wget --spider=on U", tool: "wget", want: "--spider=on(--spider=) [U]"},
		{name: "wget bool takes no word", line: "wget --spider U", tool: "wget", want: "--spider [U]"},
		{name: "wget bool unknown", line: "wget --spider=$X U", tool: "wget", want: "--spider=${X}(--spider=) [U]", problem: "the value of"},
		{name: "wget negated", line: "wget --no-spider --no-check-certificate U", tool: "wget", want: "--no-spider --no-check-certificate [U]"},
		{name: "wget check", line: "wget --check-certificate U", tool: "wget", want: "--check-certificate [U]"},
		{name: "wget check off", line: "wget --check-certificate=off U", tool: "wget", want: "--no-check-certificate=off(--check-certificate=) [U]"},
		{name: "wget check quiet", line: "wget --check-certificate=quiet U", tool: "wget", want: "--no-check-certificate=quiet(--check-certificate=) [U]"},
		{name: "wget check on", line: "wget --check-certificate=on U", tool: "wget", want: "--check-certificate=on(--check-certificate=) [U]"},
		{name: "wget no-clobber", line: "wget --no-clobber --clobber U", tool: "wget", want: "--no-clobber --clobber [U]"},
		{name: "wget execute", line: "wget -e robots=off U", tool: "wget", want: "--execute=robots=off [U]"},
		{name: "wget options after the URL", line: "wget U -P D", tool: "wget", want: "[U] --directory-prefix=D"},
		{name: "wget dashes", line: "wget -- -O", tool: "wget", want: "[-O]"},
		{name: "wget lone dash", line: "wget -", tool: "wget", want: "[-]"},
		{name: "wget required bool", line: "wget -r -l 2 -k -p U", tool: "wget", want: "--recursive --level=2 --convert-links --page-requisites [U]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			call, ok := Read(line(tt.line))
			require.Equal(t, tt.tool != "", ok, "is one of the tools")
			if !ok {
				return
			}
			assert.Equal(t, tt.tool, call.Tool.Command())
			assert.Equal(t, tt.want, spell(call))
			if tt.problem == "" {
				assert.Nil(t, call.Problem)
				return
			}
			require.NotNil(t, call.Problem)
			assert.Contains(t, call.Problem.Message, tt.problem)
			assert.Equal(t, tt.operand, call.Problem.Operand)
			assert.NotNil(t, call.Problem.Arg)
		})
	}
}

// Under POSIXLY_CORRECT wget takes what follows a URL for URLs.
func TestReadPosixlyCorrect(t *testing.T) {
	tests := []struct {
		name, line string
		problem    bool
	}{
		{name: "after", line: "wget U -O F", problem: true},
		{name: "before", line: "wget -O F U"},
		{name: "curl does not care", line: "curl U -o F"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			inv := line(tt.line)
			inv.Assigns = []ast.Assign{{Name: "POSIXLY_CORRECT", Value: ast.Known("1")}}
			call, ok := Read(inv)
			require.True(t, ok)
			assert.Equal(t, tt.problem, call.Problem != nil)
		})
	}
}

// A message must not carry what a word holds: it may be a password.
func TestProblemsKeepSecrets(t *testing.T) {
	lines := []string{
		"curl https://u:secret@h/%X", "curl -H secret%X U", "curl --silent=secret U", "git clone --bare=secret$X U",
		"wget --spider=secret$X U", "git clone https://u:secret@h/%X", "curl --nope=secret U", "gh repo clone r -- -q secret",
	}
	for _, text := range lines {
		call, ok := Read(line(text))
		require.True(t, ok, text)
		require.NotNil(t, call.Problem, text)
		assert.NotContains(t, call.Problem.Message, "secret", text)
	}
}

func TestCallQuestions(t *testing.T) {
	tests := []struct {
		name, line string
		exits      bool
		neutral    bool
		culprit    string // the option that is not neutral
	}{
		{name: "clone", line: "git clone --depth 1 -b main -q U", neutral: true},
		{name: "clone in", line: "git -C d clone U", neutral: true},
		{name: "clone configured", line: "git -c k=v clone U", culprit: "-c"},
		{name: "clone upload-pack", line: "git clone -u prog U", culprit: "--upload-pack"},
		{name: "clone ext", line: "git clone ext::prog"},
		{name: "clone helper", line: "git clone foo::bar"},
		{name: "clone ssh", line: "git clone host:path", neutral: true},
		{name: "clone IPv6", line: "git clone http://[::1]/r", neutral: true},
		{name: "clone unknown", line: "git clone -- $U"},
		{name: "clone a known beginning", line: "git clone https://h/$U", neutral: true},
		{name: "clone bundle by a helper", line: "git clone --bundle-uri ext::x U", culprit: "--bundle-uri"},
		{name: "curl", line: "curl -fsSL -O U", neutral: true},
		{name: "curl data", line: "curl -d x -o f U", culprit: "--data"},
		{name: "curl insecure", line: "curl -k -o f U", culprit: "--insecure"},
		{name: "curl list", line: "curl @list"},
		{name: "curl list by option", line: "curl --url @list", culprit: "--url"},
		{name: "curl side file", line: "curl -o f -D h U", culprit: "--dump-header"},
		{name: "curl problem", line: "curl --nope U"},
		{name: "wget", line: "wget -q -P d U", neutral: true},
		{name: "wget list", line: "wget -i f", culprit: "--input-file"},
		{name: "wget unchecked", line: "wget --no-check-certificate U", culprit: "--no-check-certificate"},
		{name: "gh", line: "gh repo clone o/r -- --depth 1", neutral: true},
		{name: "gh git config", line: "gh repo clone o/r -- -c k=v", culprit: "--config"},
		{name: "git version", line: "git --version clone U", exits: true, culprit: "--version"},
		{name: "git exec-path", line: "git --exec-path clone U", exits: true, culprit: "--exec-path"},
		{name: "git exec-path of its own", line: "git --exec-path=/x clone U", culprit: "--exec-path"},
		{name: "clone help", line: "git clone -h U", exits: true, culprit: "--help"},
		{name: "curl version", line: "curl -sV", exits: true, culprit: "--version"},
		{name: "curl no version", line: "curl --no-version -O U", culprit: "--no-version"},
		{name: "gh help", line: "gh repo clone --help", exits: true, culprit: "--help"},
		{name: "gh help off", line: "gh repo clone --help=false o/r", culprit: "--no-help"},
		{name: "wget help", line: "wget --help U", exits: true, culprit: "--help"},
		{name: "help as a value", line: "curl -A --help -O U", neutral: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			call, ok := Read(line(tt.line))
			require.True(t, ok)
			assert.Equal(t, tt.exits, call.Exits(), "exits")
			neutral, option := call.Neutral()
			assert.Equal(t, tt.neutral, neutral, "neutral")
			culprit := ""
			if option != nil {
				culprit = option.Name()
			}
			assert.Equal(t, tt.culprit, culprit)
			if tt.exits {
				assert.Empty(t, call.Landings())
				assert.False(t, Stdout(call))
			}
		})
	}
}

func TestLastAndHas(t *testing.T) {
	call, ok := Read(line("git -C a -C b clone --bare --no-bare -b x -b y U"))
	require.True(t, ok)
	assert.Equal(t, "b", call.Last(DestBase).Value.Display())
	assert.True(t, call.Last(BareName).Negated)
	assert.True(t, call.Has(BareName), "it is given once without no-")
	assert.False(t, call.Has(SideDir))
	assert.Nil(t, call.Last(SideDir))
}

func ExampleRead() {
	inv := &ast.Invocation{
		Name: &ast.Arg{Value: ast.Known("curl")},
		Args: []ast.Arg{{Value: ast.Known("-sSLoF")}, {Value: ast.Known("https://host/f")}},
	}
	call, _ := Read(inv)
	for i := range call.Options {
		fmt.Println(call.Options[i].Name(), call.Options[i].Value.Display())
	}
	// Output:
	// --silent …
	// --show-error …
	// --location …
	// --output F
}
