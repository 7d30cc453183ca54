package rules

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/ast"
)

func parsed(t *testing.T, text string) *ast.Script {
	t.Helper()
	script, err := ast.Parse(ast.Source{Text: text, Dialect: ast.Bash, Dir: ast.Known("/p"), Env: map[string]ast.Value{"HOME": ast.Known("/home/me")}})
	require.NoError(t, err, "%s", text)
	return script
}

// spellings are commands that each built-in pattern means, without anything around
// them.
var spellings = []struct {
	pattern  string
	commands []string
}{
	{"rm -rf", []string{"rm -rf x", "rm -r -f x", "rm -fr x", "rm -Rf x", "rm --recursive --force x", "rm --rec --forc x", "rm x -rf", "rm -vrf x", `"rm" '-rf' x`, `r\m -r"f" x`, "/bin/rm -rf x", "F=-rf; rm $F x", "rm {-r,-f} x"}},
	{"rm", []string{"rm x", "/bin/rm x", `\rm x`, `r''m x`}},
	{"sudo", []string{"sudo ls", "sudo -u me ls", "/usr/bin/sudo ls", "su root", "doas sh", "pkexec /bin/bash", "sudoedit f", "sudo -i", `s"ud"o ls`}},
	{"git push --force", []string{"git push --force", "git push -f", "git push origin +main", "git -C d push -f origin main", "git push origin main --force", "git push -uf origin main", "git push --forc", "git push --mirror", "git -c a.b=c push --force"}},
	{"git push", []string{"git push", "git push origin main", "git -C d push", "git --no-pager push"}},
	{"eval", []string{"eval ls", "eval 'ls -la'", `eval "$X"`, `ev\al ls`}},
	{"chmod 777", []string{"chmod 777 x", "chmod -R 777 x", "chmod 0777 x", "chmod a=rwx x", "chmod a+rwx x", "chmod ugo+rwx x", "chmod --recursive 777 x", "chmod 000777 x", "chmod =777 x", "chmod u+rwx,g+rwx,o+rwx x", "chmod ug=rwx,o=rwx x", "chmod a+xwr x", "chmod 1777 x"}},
	{"curl | sh", []string{"curl U | sh", "curl -sSL U | bash -s -- -y", "curl U | sudo bash", "curl U | tee x | sh", "curl U | python3", "curl U | python3 -", "curl U | gunzip | sh", "bash <(curl U)", `sh -c "$(curl U)"`, `eval "$(curl U)"`, "source <(curl U)", `bash -c "$(curl -fsSL U | cat)"`, "curl U |& zsh", "curl U | env X=1 sh", "{ curl U; } | sh", "curl U | bash -e -u", "curl U | bash -o pipefail", "curl U | python3.12 -W ignore", "curl U | lua5.4", "bash < <(curl U)", `bash <<< "$(curl U)"`}},
	{"wget | sh", []string{"wget -qO- U | sh", "wget -O - U | bash", `sh -c "$(wget -qO- U)"`, ". <(wget -qO- U)"}},
	{"curl", []string{"curl U", "/usr/bin/curl U", `c'u'rl U`}},
	{"wget", []string{"wget U", "/usr/bin/wget U"}},
	{"dd if=", []string{"dd if=/dev/zero of=x", "dd bs=1 if=a of=b"}},
	{"dd of=/dev/", []string{"dd if=x of=/dev/sda", "dd of=/dev/nvme0n1 if=x", "dd if=x of=//dev/sda", "dd if=x of=/./dev/sda"}},
	{"mkfs", []string{"mkfs /dev/sda1", "mkfs.ext4 /dev/sda1", "/sbin/mkfs.xfs /dev/sda1"}},
	{"> /dev/sd", []string{"cat x > /dev/sda", "cat x >> /dev/sdb1", "cat x >| /dev/sda", "x > '/dev/sda'", "cat x > //dev/sda", "cat x > /dev/./sda"}},
	{":(){ :|:& };:", []string{":(){ :|:& };:", "bomb() { bomb | bomb & }; bomb", "f() { f & }; f"}},
}

// surroundings put a command somewhere in a script; %s is the command.
var surroundings = []string{
	"%s", "ls; %s", "ls && %s", "ls || %s", "( %s )", "{ %s\n}", "if true; then %s\nfi", "while :; do %s\ndone", "for i in 1; do %s\ndone",
	"case x in x) %s\n;; esac", "g() { %s\n}; g", "echo \"$(%s\n)\"", "ls\n%s", "! %s", "%s &", "cat <(%s\n)", "time %s",
}

// starters start a simple command by way of another program.
var starters = []string{"env %s", "nice -n 5 %s", "timeout 5 %s", "nohup %s", "command %s", "xargs %s", "find . -exec %s {} +", "env A=b nice %s", "setsid %s", "busybox %s", "A=1 %s"}

// TestPatternSpellings finds every built-in pattern in every spelling, place and under
// every program that starts it.
func TestPatternSpellings(t *testing.T) {
	for _, s := range spellings {
		pattern, err := ParsePattern(Entry{Text: s.pattern})
		require.NoError(t, err)
		n := 0
		check := func(text string) {
			n++
			_, _, ok := pattern.Matches(parsed(t, text))
			assert.True(t, ok, "%q is not found in %q", s.pattern, text)
		}
		for _, command := range s.commands {
			for _, around := range surroundings {
				check(fmt.Sprintf(around, command))
			}
			if !strings.ContainsAny(command, "'`$") {
				check("bash -c '" + command + "'")
				check("sh -c 'ls; " + command + "' x")
			}
			if !strings.ContainsAny(command, "|&;<>(){}=") && !strings.HasPrefix(command, "eval") {
				for _, starter := range starters {
					check(fmt.Sprintf(starter, command))
				}
			}
		}
		assert.GreaterOrEqual(t, n, 12, s.pattern)
	}
}

// TestPatternSpellingsCover demands spellings for every pattern of the built-in
// profiles.
func TestPatternSpellingsCover(t *testing.T) {
	listed := map[string]bool{}
	for _, s := range spellings {
		listed[s.pattern] = true
	}
	for _, p := range Profiles() {
		for _, e := range p.BlockedPatterns {
			assert.True(t, listed[e.Text], "no spelling of %q", e.Text)
		}
	}
}

// TestLookAlikes reads commands that only contain the letters.
func TestLookAlikes(t *testing.T) {
	n := eachOf(t, "lookalikes", func(line string, p *Inspection) {
		assert.NotEqual(t, Blocked, p.Class, "%q: %v", line, p.Found[0].Message)
	})
	assert.GreaterOrEqual(t, n, 150)
}

// TestSecrets reads commands that print what may hold secrets.
func TestSecrets(t *testing.T) {
	eachOf(t, "secrets", func(line string, p *Inspection) {
		assert.NotEqual(t, Safe, p.Class, "%q", line)
	})
}

// TestTricky reads scripts that a shell reads in another way than they look.
func TestTricky(t *testing.T) {
	notSafe := func(line string, p *Inspection) { assert.NotEqual(t, Safe, p.Class, "%q", line) }
	eachOf(t, "tricky-bash", notSafe)
	eachOf(t, "tricky-zsh", notSafe)
}

// eachOf classifies each command of a corpus by the profile standard, and returns how
// many there are.
func eachOf(t *testing.T, corpus string, check func(line string, p *Inspection)) int {
	t.Helper()
	text, err := os.ReadFile("../testdata/corpus/" + corpus + ".txt")
	require.NoError(t, err)
	n := 0
	policy, _ := FindProfile("standard")
	policy.Root = "/p"
	for _, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "# ") {
			continue
		}
		if strings.HasSuffix(line, "<<'EOF'") {
			line += "\nrm -rf /\nsudo reboot\nEOF\n"
		}
		if text, err := strconv.Unquote(line); err == nil && line[0] == '"' {
			line = text
		}
		n++
		dialect := ast.Bash
		if strings.HasSuffix(corpus, "zsh") {
			dialect = ast.Zsh
		}
		script, err := ast.Parse(ast.Source{Text: line, Dialect: dialect, Dir: ast.Known("/p"), Env: map[string]ast.Value{"HOME": ast.Known("/home/me")}})
		if err != nil {
			continue // what cannot be read is never SAFE
		}
		p := &Inspection{Script: script, Policy: &policy, Facts: plainFacts{}}
		checkPolicy(p)
		check(line, p)
	}
	return n
}

// plainFacts is a machine without links.
type plainFacts struct{}

func (plainFacts) Resolve(path string) (string, error) { return cleaned(path), nil }
func (plainFacts) Read(string, int) ([]byte, error)    { return nil, os.ErrNotExist }
func (plainFacts) Exists(string) bool                  { return false }
func (plainFacts) IsDir(string) bool                   { return false }
func (plainFacts) Same(a, b string) bool               { return a == b }

func cleaned(path string) string {
	var out []string
	for element := range strings.SplitSeq(path, "/") {
		switch element {
		case "", ".":
		case "..":
			out = out[:max(0, len(out)-1)]
		default:
			out = append(out, element)
		}
	}
	return "/" + strings.Join(out, "/")
}

func TestPatternErrors(t *testing.T) {
	for _, tt := range []struct {
		text   string
		offset int
	}{{"", 0}, {"rm.*", 3}, {`\brm`, 0}, {"^sudo", 0}, {"a | b | c", 6}, {"| sh", 0}, {"curl |", 5}, {"-rf", 0}, {">", 0}, {"rm; ls", 2}, {"rm (x)", 3}} {
		_, err := ParsePattern(Entry{Text: tt.text})
		var pe *PatternError
		require.ErrorAs(t, err, &pe, "%q", tt.text)
		assert.Equal(t, tt.offset, pe.Offset, "%q: %s", tt.text, pe.Message)
	}
}
