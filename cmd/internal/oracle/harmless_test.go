package oracle

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

// TestHarmless puts commands that land nothing, or nothing that scope first moves,
// before the analyzer: none may be changed or asked about.
func TestHarmless(t *testing.T) {
	scripts := harmlessScripts()
	require.GreaterOrEqual(t, len(scripts), 300)
	home := temporary(t)
	a := analyzer.Analyzer{
		Settings: analyzer.Settings{Sandbox: &rules.Sandbox{Given: "~/sandbox", Path: home + "/sandbox", Real: home + "/sandbox", Home: home}},
		Facts:    facts.OS{},
	}
	changed, asked := 0, 0
	seen := map[string]bool{}
	for _, script := range scripts {
		require.False(t, seen[script], "%s stands twice", script)
		seen[script] = true
		report := a.Analyze(analyzer.Request{Event: "PreToolUse", Agent: "claude", Tool: "Bash", Sources: []ast.Source{{
			Text: script, Dialect: ast.Bash, Dir: ast.Known(home), IsDir: facts.OS{}.IsDir,
			Env: map[string]ast.Value{"HOME": ast.Known(home), "PWD": ast.Known(home)},
		}}})
		switch {
		case report.Verdict == rules.Ask || report.Verdict == rules.Deny:
			asked++
		case report.Verdict != rules.Pass || strings.Join(report.Rewritten, "") != "":
			changed++
		default:
			continue
		}
		t.Logf("%s: %s%s", report.Verdict, reasons(report), indented(script))
	}
	summary(t, "harmless: %d scripts, %d changed, %d asked", len(scripts), changed, asked)
	assert.Zero(t, changed)
	assert.Zero(t, asked)
}

// harmlessScripts returns the plain commands, and each text that looks like a
// command in each place where it is only text.
func harmlessScripts() []string {
	out := append([]string(nil), harmless...)
	for i, context := range textContexts {
		for j, text := range commandTexts {
			// Half of the product, so that every text and every place occurs.
			if (i+j)%2 == 0 {
				out = append(out, strings.ReplaceAll(context, "«text»", text))
			}
		}
	}
	for _, sink := range pipelineSinks {
		out = append(out, "curl -s https://example.invalid/data.json | "+sink, "wget -qO- https://example.invalid/data.json | "+sink)
	}
	return out
}

// commandTexts look like acquisitions. They hold no single quote, so that they can
// stand in one.
var commandTexts = []string{
	"git clone https://example.invalid/team/repo.git",
	"git clone https://example.invalid/team/repo.git mine && cd mine",
	"gh repo clone team/repo",
	"curl -o out.json https://example.invalid/data.json",
	"curl -sSLO https://example.invalid/x.tgz; tar xzf x.tgz",
	"curl https://example.invalid/data.json > out.json",
	"wget https://example.invalid/x.tgz",
	"wget -P down https://example.invalid/x.tgz | cat",
}

// textContexts are places in which «text» is text.
var textContexts = []string{
	"# «text»",
	"ls # «text»",
	"echo '«text»'",
	"echo \"«text»\"",
	"printf '%s\\n' '«text»' >> notes.md",
	"git commit -m '«text»'",
	"git commit -am \"docs: say «text»\"",
	"git log --grep='«text»' --oneline",
	"grep -rn '«text»' docs/",
	"grep -F \"«text»\" README.md || true",
	"rg -n '«text»'",
	"sed -i 's|x|«text»|' README.md",
	"awk '/«text»/ { print $1 }' log.txt",
	"MESSAGE='«text»'; echo \"$MESSAGE\"",
	"export HINT=\"«text»\"",
	": '«text»'",
	"true || : '«text»'",
	"[ \"$x\" = '«text»' ] && echo same",
	"[[ $x == '«text»' ]]",
	"case \"$x\" in '«text»') echo same ;; esac",
	"cat <<'E'\n«text»\nE",
	"cat <<E > notes.txt\n«text»\nE",
	"cat <<-E\n\t«text»\n\tE",
	"tee -a README.md <<'EOF' >/dev/null\n```\n«text»\n```\nEOF",
	"python3 - <<'E'\nprint('''«text»''')\nE",
	"cat <<< '«text»'",
	"jq -n --arg x '«text»' '{x: $x}'",
	"gh issue create --title x --body '«text»'",
	"gh pr comment 5 --body \"«text»\"",
	"f=('«text»' b)",
	"history -s '«text»'",
	"read -r -p '«text»' x < /dev/null",
	"node -e 'console.log(\"«text»\")'",
	"ls '«text»'",
	"test -f '«text»'",
	"type git; echo '«text»'",
}

// pipelineSinks read what a fetcher prints.
var pipelineSinks = []string{
	"jq .", "jq -r '.items[].name'", "jq . > out.json", "jq -r .tag_name | head -1", "grep -c name", "head -c 100", "python3 -m json.tool",
	"sed -n 1,5p", "awk '{ print $1 }'", "wc -l", "sort | uniq -c", "tr -d '\\n'", "sha256sum", "cat", "less", "tail -n 3 | cat -n",
	"while read -r l; do echo \"$l\"; done", "xargs -n1 echo", "tee /dev/null | wc -c", "base64 -d | head", "{ head -1; wc -l; }", "(cat; echo)",
	"grep x && echo found", "od -c | head -2", "cut -d: -f2",
}

var harmless = []string{
	// nothing at all
	"", " ", "\n", ":", "true", "false", "exit", "exit 1", "# only a comment",
	// looking around
	"ls", "ls -la", "ls -la | head -20", "pwd", "cd sub", "cd sub && ls", "cd .. && pwd", "cat README.md", "cat a.txt b.txt", "head -n 5 x", "tail -f log.txt",
	"find . -name '*.go' -type f", "find . -name '*.go' -exec wc -l {} +", "find . -type d -empty -print0 | xargs -0 rmdir", "grep -rn TODO src", "wc -l < x.txt",
	"tree -L 2", "stat x", "file x", "du -sh .", "df -h", "which git curl wget", "type curl", "command -v wget", "command -V git", "whereis git", "man curl", "man git-clone",
	"date", "whoami", "id", "uname -a", "env", "env | sort", "printenv PATH", "hostname", "uptime", "ps aux | grep curl", "pgrep -f 'git clone'", "kill %1", "jobs", "history | grep clone",
	// changing local files
	"mkdir -p build && cd build", "touch x", "cp a b", "mv a b", "rm -rf build", "ln -s a b", "chmod +x run.sh", "echo x > y", "echo x >> y", "echo x >| y", "echo x &> y", "sed -i s/a/b/ x", "tar czf x.tgz src",
	"tar xzf x.tgz", "unzip x.zip", "gzip -k x", "dd if=/dev/zero of=x bs=1 count=1", "install -m 755 a b", "rsync -a src/ dst/", "tee x < y", "sort -o x x", "patch -p1 < x.diff", "truncate -s 0 x",
	// git at home
	"git", "git --version", "git --help", "git help clone", "git clone --help", "git clone -h", "git clone", "git status", "git status --short", "git diff", "git diff HEAD~1 -- src", "git log --oneline -5", "git log --all --grep clone",
	"git add -A", "git add .", "git commit -m x", "git commit --amend --no-edit", "git push", "git push origin main", "git push -u origin HEAD", "git pull", "git pull --rebase origin main", "git fetch", "git fetch --all --prune",
	"git checkout main", "git checkout -b clone", "git switch -c curl", "git branch -a", "git branch clone", "git merge dev", "git rebase main", "git stash", "git stash pop", "git reset --hard HEAD", "git clean -n",
	"git remote -v", "git remote add upstream https://example.invalid/team/repo.git", "git remote set-url origin https://example.invalid/team/repo.git", "git ls-remote https://example.invalid/team/repo.git",
	"git submodule update --init --recursive", "git submodule status", "git show HEAD", "git tag v1", "git blame x", "git config user.name x", "git config alias.cl clone", "git rev-parse --show-toplevel", "git -C sub status",
	"git -c core.pager=cat log", "git --no-pager diff", "git worktree add ../x", "git bisect start", "git cherry-pick abc", "git apply x.diff", "git archive HEAD -o x.tar", "git grep clone", "git describe", "git init", "git init clone", "git gc", "git reflog",
	"git --exec-path", "git --exec-path clone https://example.invalid/team/repo.git", "git version clone", "GIT_PAGER=cat git log",
	// gh without content
	"gh", "gh --version", "gh auth status", "gh repo view team/repo", "gh repo list", "gh repo create x --private", "gh pr list", "gh pr view 5", "gh pr create --fill", "gh pr diff 5", "gh pr merge 5", "gh issue list", "gh issue view 5",
	"gh run list", "gh run watch", "gh workflow run x", "gh api repos/team/repo", "gh api repos/team/repo | jq .name", "gh repo clone --help", "gh search repos curl", "gh release list",
	// fetchers that land nothing
	"curl https://example.invalid/", "curl -s https://example.invalid/data.json", "curl -I https://example.invalid/", "curl -sS -X POST -d '{}' https://example.invalid/api", "curl -o /dev/null -s -w '%{http_code}' https://example.invalid/",
	"curl -s -o - https://example.invalid/", "curl https://example.invalid/ > /dev/null", "curl https://example.invalid/ >/dev/null 2>&1", "curl -s https://example.invalid/ 2>/dev/null", "curl --version", "curl --help", "curl -V", "curl -h all", "curl",
	"curl -T x https://example.invalid/upload", "curl -F f=@x https://example.invalid/upload", "curl -o /dev/stdout https://example.invalid/", "curl -o /dev/fd/1 https://example.invalid/", "curl https://example.invalid/ >&2",
	"curl -s https://example.invalid/ -o /dev/null && echo up", "curl -f http://127.0.0.1:8080/health || exit 1", "until curl -sf http://127.0.0.1:8080/; do sleep 1; done",
	"wget --spider https://example.invalid/", "wget -q --spider https://example.invalid/ && echo up", "wget -qO- https://example.invalid/", "wget -O - https://example.invalid/", "wget -O /dev/null https://example.invalid/", "wget --version", "wget --help", "wget", "wget -qO/dev/stdout https://example.invalid/",
	"wget -qO- https://example.invalid/ > /dev/null",
	"x=$(curl -s https://example.invalid/)", "echo \"$(curl -s https://example.invalid/)\"", "x=`curl -s https://example.invalid/`", "diff <(curl -s https://example.invalid/a) <(curl -s https://example.invalid/b)",
	"VERSION=$(curl -s https://example.invalid/latest | jq -r .tag_name); echo \"$VERSION\"", "x=$(git clone https://example.invalid/team/repo.git 2>&1)", "if [ \"$(curl -s -o /dev/null -w '%{http_code}' https://example.invalid/)\" = 200 ]; then echo up; fi",
	// programs that fetch by themselves, scripts on the disk
	"npm install", "npm ci", "npm run build", "npx tsc --noEmit", "pip install -r requirements.txt", "pip download x", "go build ./...", "go get example.invalid/x", "go test ./... 2>&1 | tail -20", "cargo build", "make", "make clone", "bun install", "bun test", "yarn add x",
	"docker pull x", "docker build .", "apt-get install curl", "brew install wget", "bash script.sh", "sh ./clone.sh", "./curl.sh", ". ./env.sh", "source ~/.bashrc", "python3 fetch.py", "node clone.js", "ssh host git clone x", "bash -c 'ls -la'", "sh -c 'echo x > y'", "eval 'ls'", "eval \"$(ssh-agent)\"",
	// names that are not the programs
	"gitk clone https://example.invalid/x.git", "mygit clone https://example.invalid/x.git", "git-clone https://example.invalid/x.git", "curlie -o x https://example.invalid/", "curl-config --version", "wgetrc", "./curl -V", "echo git clone https://example.invalid/x.git", "echo curl -o x https://example.invalid/",
	"printf '%s ' wget https://example.invalid/", "ls git clone", "cat curl wget", "touch git; ls", "alias", "export PATH=$PATH:/usr/local/git/bin", "cd git && ls", "test -x /usr/bin/curl", "[ -x \"$(command -v wget)\" ]",
	// the shell's own constructs
	"for f in *.go; do gofmt -l \"$f\"; done", "for i in 1 2 3; do echo $i; done", "while read -r l; do echo \"$l\"; done < x", "if [ -f x ]; then cat x; else touch x; fi", "case $x in a) ls ;; *) pwd ;; esac", "f() { ls; }; f",
	"(cd sub && ls)", "{ ls; pwd; } > out.txt", "ls && pwd || exit 1", "ls; pwd; date", "ls &", "sleep 1 & wait", "set -euo pipefail; ls", "trap 'rm -f x' EXIT", "! ls x", "time ls", "x=5; echo $((x + 1))", "a=(1 2 3); echo \"${a[@]}\"", "echo {a,b}.txt",
	"echo ~ ~/x $HOME", "[[ -d .git ]] && echo repo", "((x > 1)) || true", "exec 3>&1", "ulimit -n", "umask 022", "export A=b", "unset A", "shopt -s nullglob", "ls *.txt 2>/dev/null", "cat < x > y", "cmd 2>&1 | tee log.txt", "sudo ls", "sudo -u me make install", "env A=1 make",
	"timeout 5 make test", "nohup make &", "nice -n 5 make", "xargs -n1 echo < list.txt", "git diff --name-only | xargs gofmt -l", "ls | xargs rm -f", "echo done; :", "cd \"$(git rev-parse --show-toplevel)\" && make",
}
