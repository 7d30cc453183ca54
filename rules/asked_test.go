package rules

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sandbox-enforcer/ast"
)

// askedFacts is a machine on which a project lies in /work, with a program of its own.
type askedFacts struct{ plainFacts }

func (askedFacts) Exists(path string) bool {
	return has("/work/package.json /work/node_modules/.bin/tsc /work/pyproject.toml", path)
}

// askedOf writes down what is asked about: the places, ? for one that is not known, then
// stdout; "nothing" where it fetches nothing.
func askedOf(t *testing.T, command string, index int) string {
	t.Helper()
	script, err := ast.Parse(ast.Source{Text: command, Dialect: ast.Bash, Dir: ast.Known("/work/sub"), Env: map[string]ast.Value{"HOME": ast.Known("/home/me")}})
	require.NoError(t, err, command)
	require.Greater(t, len(script.Invocations), index, command)
	p := &Inspection{Script: script, Facts: askedFacts{}, Sandbox: &Sandbox{Given: "~/sandbox", Path: "/home/me/sandbox"}}
	a, ok := readAsked(p, script.Invocations[index])
	if !ok {
		return "nothing"
	}
	require.NotEmpty(t, a.doc, command)
	var out []string
	for _, l := range a.landings {
		assert.Equal(t, nounDownload, l.Noun, command)
		assert.NotEmpty(t, l.Type, command)
		assert.NotEmpty(t, l.Problem, command)
		assert.NotContains(t, l.Problem, "SANDBOX", command)
		assert.Less(t, l.Span.Start, l.Span.End, command)
		place, known := ast.Join(l.Dir, l.Dest).Text()
		if !known {
			place = "?"
		}
		out = append(out, place)
	}
	if a.stdout {
		out = append(out, "stdout")
	}
	return strings.Join(out, " ")
}

// askedCommands are command lines with what is asked about: those of the table in the
// order of its lines.
var askedCommands = []struct{ command, want string }{
	{"sudo apk add --no-cache curl", "?"},
	{"apk add ./x.apk", "nothing"},
	{"apk add --root /opt/r curl", "/opt/r"},
	{"apk fetch curl", "/work/sub/."},
	{"apk fetch -o /tmp/a curl", "/tmp/a"},
	{"apk fetch --stdout curl", "stdout"},
	{"apt-get install -y curl", "?"},
	{"apt-get -y install curl", "?"},
	{"apt-get -s install curl", "nothing"},
	{"apt install ./x.deb", "nothing"},
	{"apt-get update", "nothing"},
	{"apt-get download curl", "/work/sub/."},
	{"apt-get source -t sid curl", "/work/sub/."},
	{"aws s3 cp s3://b/k out/f", "/work/sub/out/f"},
	{"aws s3 cp out/f s3://b/k", "nothing"},
	{"aws s3 cp s3://b/k s3://c/k", "nothing"},
	{"aws --profile me s3 sync --delete s3://b /tmp/x --region r", "/tmp/x"},
	{"aws s3 cp s3://b/k -", "stdout"},
	{`aws s3 cp "$SRC" /tmp/x`, "/tmp/x"},
	{`aws s3 cp s3://b/k "$F"`, "?"},
	{"aws s3 cp --new-option x s3://b/k out", "?"},
	{"aws s3 ls s3://b", "nothing"},
	{"aws s3 cp help", "nothing"},
	{"aws s3api get-object --bucket b --key k out", "/work/sub/out"},
	{"aws s3api get-object --bucket b --key k /dev/stdout", "stdout"},
	{"az storage blob download -c c -n n -f /tmp/x", "/tmp/x"},
	{"az storage blob download -c c -n n", "stdout"},
	{"az storage blob download-batch -s c -d dst", "/work/sub/dst"},
	{"azcopy copy 'https://a.blob.core.windows.net/c?sig=S' ./x --recursive", "/work/sub/./x"},
	{"azcopy copy ./x 'https://a.blob.core.windows.net/c'", "nothing"},
	{"brew install jq", "?"},
	{"brew list", "nothing"},
	{"bun add zod", "/work"},
	{"bun install", "nothing"},
	{"bun add -g zod", "?"},
	{"bun x cowsay", "?"},
	{"bunx cowsay --help", "?"},
	{"bunx tsc", "nothing"},
	{"bundle add rails", "?"},
	{"bundle install", "nothing"},
	{"cargo add serde --features derive", "?"},
	{"cargo add mine --path ../mine", "nothing"},
	{"cargo install ripgrep", "?"},
	{"cargo +nightly install --root /opt/c ripgrep", "/opt/c"},
	{"cargo install --git https://h/o/r", "?"},
	{"cargo install --path .", "nothing"},
	{"CARGO_INSTALL_ROOT=/opt/c cargo install ripgrep", "/opt/c"},
	{"cargo build", "nothing"},
	{"code --install-extension ms-python.python", "?"},
	{"code --install-extension ./x.vsix", "nothing"},
	{"code .", "nothing"},
	{"composer require monolog/monolog", "/work/sub/."},
	{"composer require -d /tmp/x monolog/monolog", "/tmp/x"},
	{"composer install", "nothing"},
	{"composer global require laravel/installer", "?"},
	{"composer create-project laravel/laravel app", "/work/sub/app"},
	{"conda install -y numpy", "?"},
	{"conda create -p /opt/e python=3.11", "/opt/e"},
	{"conda create -n e", "nothing"},
	{"cpanm Moose", "?"},
	{"cpanm -L /opt/l Moose", "/opt/l"},
	{"cpanm --installdeps .", "nothing"},
	{"crane manifest alpine", "stdout"},
	{"crane export alpine", "stdout"},
	{"crane export alpine fs.tar", "/work/sub/fs.tar"},
	{"crane pull alpine a.tar", "/work/sub/a.tar"},
	{"deno add jsr:@std/path", "?"},
	{"DENO_DIR=/opt/d deno cache https://h/m.ts", "/opt/d"},
	{"deno install -A --root /opt/d https://h/m.ts", "/opt/d"},
	{"deno install", "nothing"},
	{"deno run -A https://h/m.ts --help", "?"},
	{"deno run main.ts https://h/m.ts", "nothing"},
	{"dnf install -y jq", "?"},
	{"dnf download --destdir /opt/r jq", "/opt/r"},
	{"yum download jq", "/work/sub/."},
	{"docker cp c:/etc/x ./x", "/work/sub/./x"},
	{"docker cp ./x c:/etc/x", "nothing"},
	{"docker cp ./a:b c:/x", "nothing"},
	{"docker cp c:/x -", "stdout"},
	{`podman cp "$ID:/x" out`, "/work/sub/out"},
	{"docker pull alpine", "nothing"},
	{"docker save alpine -o /tmp/a.tar", "/tmp/a.tar"},
	{"docker save alpine", "stdout"},
	{"docker export --output=e.tar c", "/work/sub/e.tar"},
	{"docker run alpine cp a:b c", "nothing"},
	{"dotnet tool install --tool-path /opt/t x", "/opt/t"},
	{"dotnet add package Newtonsoft.Json", "?"},
	{"flatpak install flathub org.x.Y", "?"},
	{"snap install --classic code", "?"},
	{"gcloud storage cp gs://b/o x", "/work/sub/x"},
	{"gcloud storage cp x gs://b/o", "nothing"},
	{"gsutil cat gs://b/o", "stdout"},
	{"gcloud storage cat gs://b/o", "stdout"},
	{"gem fetch rake", "/work/sub/."},
	{"gem install rake", "?"},
	{"gem install -i /opt/g rake", "/opt/g"},
	{"gem install ./rake.gem", "nothing"},
	{"go get golang.org/x/tools", "?"},
	{"go get ./...", "nothing"},
	{"GOPATH=/opt/g go install golang.org/x/tools/gopls@latest", "/opt/g"},
	{"go install ./cmd/x", "nothing"},
	{"go install example.com/declared", "nothing"},
	{"go mod download golang.org/x/text@v0.3.0", "?"},
	{"go mod download", "nothing"},
	{"go run golang.org/x/tools/cmd/stringer@latest -help", "?"},
	{"go run main.go a@b", "nothing"},
	{"go run . a@b", "nothing"},
	{"go build ./...", "nothing"},
	{"gsutil -m cp -r gs://b/d x", "/work/sub/x"},
	{"gsutil cp a b", "nothing"},
	{"gsutil cp gs://b/o -", "stdout"},
	{"helm pull r/c --version 1", "/work/sub/."},
	{"helm pull oci://h/c -d /opt/h", "/opt/h"},
	{"hf download gpt2 --local-dir /opt/m", "/opt/m"},
	{"huggingface-cli download gpt2", "?"},
	{"HF_HOME=/opt/h hf download gpt2", "/opt/h"},
	{"kaggle datasets download -d o/n", "/work/sub/."},
	{"kaggle competitions download -c titanic -p /opt/k", "/opt/k"},
	{"kaggle datasets list", "nothing"},
	{"kubectl cp ns/pod:/x ./x", "/work/sub/./x"},
	{"kubectl -n ns cp ./x pod:/x", "nothing"},
	{"luarocks download lpeg", "/work/sub/."},
	{"luarocks install --tree /opt/l lpeg", "/opt/l"},
	{"nc h 80", "stdout"},
	{"nc -l -p 80", "stdout"},
	{"nc -z h 80", "nothing"},
	{"ncat -e /bin/sh h 80", "? stdout"},
	{"ncat -o log h 80", "/work/sub/log"},
	{"npm install left-pad", "/work"},
	{"npm i -D typescript@5", "/work"},
	{"npm install -g left-pad", "?"},
	{"npm --prefix /opt/n install left-pad", "/opt/n"},
	{"npm install --pref /opt/n left-pad", "?"},
	{"npm install user/repo", "/work"},
	{"npm install $P", "?"},
	{"npm install", "nothing"},
	{"npm ci", "nothing"},
	{"npm install ./local", "nothing"},
	{"npm install local.tgz", "nothing"},
	{"npm pack left-pad", "/work/sub/."},
	{"npm pack", "nothing"},
	{"npm pack .", "nothing"},
	{"npm pack --pack-destination=/opt/p left-pad", "/opt/p"},
	{"npm exec cowsay", "?"},
	{"npm init -y", "nothing"},
	{"npm create vite@latest app", "?"},
	{"npx -y cowsay --dry-run", "?"},
	{"npx tsc --noEmit", "nothing"},
	{"npx --no-install cowsay", "nothing"},
	{"nuget install X -OutputDirectory /opt/n", "/opt/n"},
	{"openssl s_client -connect h:443 -quiet", "stdout"},
	{"openssl s_client -connect h:443 -keylogfile k", "/work/sub/k"},
	{"openssl rand 4", "nothing"},
	{"oras blob fetch h/r@sha256:0 -o b", "/work/sub/b"},
	{"oras cp h/r:1 --to-oci-layout dir:1", "/work/sub/dir:1"},
	{"oras cp h/r:1 i/r:1", "nothing"},
	{"oras pull h/r:1 -o /opt/o", "/opt/o"},
	{"oras pull h/r:1", "/work/sub/."},
	{"pacman -Syu --noconfirm jq", "?"},
	{"pacman -Ss jq", "nothing"},
	{"pacman -U ./x.tar.zst", "nothing"},
	{"poetry add requests", "?"},
	{"poetry install", "nothing"},
	{"pip download -d /opt/d requests", "/opt/d"},
	{"PIP_DEST=/opt/p pip download requests", "/opt/p"},
	{"pip3 download requests", "/work/sub/."},
	{"pip install requests", "?"},
	{"pip install -U 'requests>=2'", "?"},
	{"pip3.11 install --target=/opt/t requests", "/opt/t"},
	{`pip install -t"$T" requests`, "?"},
	{"/opt/venv/bin/pip install requests", "/opt/venv/bin"},
	{"python3 -m pip install requests", "?"},
	{"python3 -m pip install -r requirements.txt", "nothing"},
	{"pip install -r https://h/r.txt", "?"},
	{"pip install .", "nothing"},
	{"pip install -e .", "nothing"},
	{"pip install -e '.[dev]'", "nothing"},
	{"pip install ./local", "nothing"},
	{"pip install dist/*.whl", "nothing"},
	{"pip install git+https://h/o/r", "?"},
	{"pip install -e git+https://h/o/r#egg=r", "?"},
	{"pipx install black", "?"},
	{"pipx run black .", "?"},
	{"pnpm add zod", "/work"},
	{"pnpm install", "nothing"},
	{"pnpm create vite", "?"},
	{"pnpm dlx cowsay", "?"},
	{"python -m wget https://h/f -o /tmp/f", "/tmp/f"},
	{"rclone cat r:o", "stdout"},
	{"rclone copy r:d /opt/d --progress", "/opt/d"},
	{"rclone copy /opt/d r:d", "nothing"},
	{"rclone copy ./a ./b", "nothing"},
	{"rclone copyurl https://h/f out", "/work/sub/out"},
	{"rclone copyurl --stdout https://h/f", "stdout"},
	{"skopeo copy docker://alpine dir:/opt/i", "/opt/i"},
	{"skopeo copy docker://alpine docker-archive:a.tar:alpine:1", "/work/sub/a.tar"},
	{"skopeo copy docker://alpine docker://h/alpine", "nothing"},
	{"skopeo copy dir:/opt/i dir:/opt/j", "nothing"},
	{"skopeo sync --src docker --dest dir alpine /opt/i", "/opt/i"},
	{"snap download jq", "/work/sub/."},
	{"socat - TCP:h:80", "stdout"},
	{"socat -u TCP-LISTEN:80 OPEN:out,creat", "/work/sub/out"},
	{"socat TCP:h:80 EXEC:sh", "?"},
	{"socat TCP-LISTEN:80,fork TCP:h:80", "nothing"},
	{"socat - UNIX-CONNECT:/run/s", "nothing"},
	{"python -m spacy download en_core_web_sm", "?"},
	{"ssh -p 22 h cat /etc/hosts", "stdout"},
	{"ssh -N -L 1:h:2 h", "nothing"},
	{"ssh -V", "nothing"},
	{"telnet h 80", "stdout"},
	{"uv add httpx", "/work"},
	{"uv pip install --target /opt/u httpx", "/opt/u"},
	{"uv pip install -r requirements.txt", "nothing"},
	{"VIRTUAL_ENV=/opt/v uv pip install httpx", "/opt/v"},
	{"uv run main.py", "nothing"},
	{"uv run --with httpx main.py", "?"},
	{"uv tool install ruff", "?"},
	{"uv tool run ruff check", "?"},
	{"uvx ruff check --offline", "?"},
	{"yarn add zod", "/work"},
	{"yarn", "nothing"},
	{"yarn dlx cowsay", "?"},
	{"yarn global add cowsay", "?"},
	{"yumdownloader --destdir=/opt/y jq", "/opt/y"},
	{"zypper -n install jq", "?"},
	{"xargs pip install < list", "?"},
	{"xargs apt-get install -y < list", "?"},
	{"xargs npm test < list", "nothing"},
	{"ls npm install left-pad", "nothing"},
}

func TestAsked(t *testing.T) {
	for _, tt := range askedCommands {
		assert.Equal(t, tt.want, askedOf(t, tt.command, 0), tt.command)
	}
}

// TestAskedTexts are program texts, each read by its interpreter.
func TestAskedTexts(t *testing.T) {
	for _, tt := range []struct{ command, want string }{
		{`python3 -c 'import urllib.request; urllib.request.urlretrieve("https://h/f", "f")'`, "? stdout"},
		{`python3 -c 'import urllib.request as u; print(u.urlopen("https://h/f").read())'`, "stdout"},
		{`python3 -Ic 'import requests; open("f","wb").write(requests.get("https://h/f").content)'`, "? stdout"},
		{`python -c 'import requests as r; print(r.get("https://h/f").text)'`, "stdout"},
		{`python -c "import urllib.request; print(urllib.request.urlopen('$URL').read())"`, "? stdout"},
		{`python -c 'import requests; print(requests.__version__)'`, "nothing"},
		{`python -c 'print("urllib")'`, "nothing"},
		{`python -c 'print("requests.gets")'`, "nothing"},
		{`python -c 'import socket; s=socket.socket(); s.bind(("",0)); print(s.getsockname()[1])'`, "nothing"},
		{`python -c 'import os; os.system("curl -o f https://h/f")'`, "? stdout"},
		{`python -c "$CODE"`, "nothing"},
		{`python fetch.py -c 'urlopen(x)'`, "nothing"},
		{"python3 - <<'E'\nfrom urllib.request import urlopen\nopen('f','wb').write(urlopen('https://h').read())\nE", "? stdout"},
		{"python3 <<E\nfrom urllib.request import urlopen\nprint(urlopen('$U').read())\nE", "? stdout"},
		{`python3 <<< 'import http.client; c = http.client.HTTPSConnection("h"); print(c)'`, "stdout"},
		{`node -e "fetch('https://h/f').then(r=>r.text()).then(console.log)"`, "stdout"},
		{`node -e "require('https').get('https://h/f', r => r.pipe(process.stdout))"`, "stdout"},
		{`node -e "require('node:https').get('https://h/f', r => r.pipe(require('fs').createWriteStream('f')))"`, "? stdout"},
		{`node -e "require('http').createServer((q,s)=>s.end(new URL(q.url).searchParams.get('x'))).listen(1)"`, "nothing"},
		{`node -p "prefetch(1)"`, "nothing"},
		{`node --eval="fetch('https://h')"`, "stdout"},
		{`deno eval "console.log(await (await fetch('https://h')).text())"`, "stdout"},
		{`bun -e "Bun.write('f', await fetch('https://h'))"`, "? stdout"},
		{`perl -MLWP::Simple -e 'getprint("https://h/f")'`, "stdout"},
		{`perl -MLWP::Simple -e 'getstore("https://h/f", "f")'`, "? stdout"},
		{`perl -MHTTP::Tiny -le 'print HTTP::Tiny->new->get("https://h")->{content}'`, "stdout"},
		{`perl -MLWP::Simple -e 'print $LWP::Simple::VERSION'`, "nothing"},
		{`perl -pe 's/fetch/get/' f`, "nothing"},
		{`ruby -ropen-uri -e 'puts URI.open("https://h").read'`, "stdout"},
		{`ruby -rnet/http -e 'File.write("f", Net::HTTP.get(URI("https://h")))'`, "? stdout"},
		{`ruby -e 'puts 1'`, "nothing"},
		{`php -r 'echo file_get_contents("https://h/f");'`, "stdout"},
		{`php -r "copy('https://getcomposer.org/installer', 'composer-setup.php');"`, "? stdout"},
		{`php -r 'echo file_get_contents("f");'`, "nothing"},
		{`pwsh -c "Invoke-WebRequest https://h/f -OutFile f"`, "? stdout"},
		{`pwsh -NoProfile -Command "(iwr https://h/f).Content"`, "stdout"},
		{`pwsh -c Get-Date`, "nothing"},
		{`Rscript -e 'download.file("https://h/f", "f")'`, "? stdout"},
	} {
		assert.Equal(t, tt.want, askedOf(t, tt.command, 0), tt.command)
	}
}

// TestAskedTable holds the lines of the table to its notation, and each to a command that
// it reads.
func TestAskedTable(t *testing.T) {
	read := map[int]bool{}
	for _, tt := range askedCommands {
		words := " " + tt.command
		for i, row := range askedTable {
			for name := range strings.FieldsSeq(row.names) {
				if i := strings.Index(words, " "+name); tt.want == "nothing" && row.place != "store" || i < 0 && !strings.Contains(words, "/"+name) && name != "python-wget" {
					continue
				}
				for sub := range strings.FieldsSeq(row.subs) {
					at, found := 0, true
					for word := range strings.SplitSeq(strings.TrimPrefix(sub, "-"), "/") {
						i := strings.Index(words[at:], word)
						found = found && i >= 0
						at += max(i, 0)
					}
					read[i] = read[i] || found
				}
			}
		}
	}
	seen, last := map[string]bool{}, ""
	for i := range askedTable {
		row := &askedTable[i]
		names, line := row.names, row.names+" "+row.subs
		assert.NotEmpty(t, row.doc, line)
		assert.NotEmpty(t, row.instead, line)
		assert.LessOrEqual(t, last, names, "the names are in order")
		last = names
		for name := range strings.FieldsSeq(names) {
			assert.True(t, row.begins(askedAs(name)), name)
			for sub := range strings.FieldsSeq(row.subs) {
				assert.False(t, seen[name+" "+sub], "%s %s has two lines", name, sub)
				seen[name+" "+sub] = true
			}
		}
		for word := range strings.FieldsSeq(row.fetched) {
			assert.True(t, has("first always any option spec name version url store host bin registry socat", word), line)
		}
		kind, _, _ := strings.Cut(row.place, " ")
		assert.True(t, has("here project environment elsewhere nowhere store needed", kind), line)
		options := map[string]bool{}
		for word := range strings.FieldsSeq(row.words) {
			if has("- 1 2 last image", word) {
				continue
			}
			require.True(t, len(word) > 2 && word[0] == '-' && strings.Contains(">:.^?@*~=%!", word[len(word)-1:]), "%s: %s", line, word)
			assert.False(t, options[word[:len(word)-1]], "%s: %s is listed twice", line, word)
			options[word[:len(word)-1]] = true
		}
		assert.True(t, read[i], "no command of askedCommands is read by %s", line)
	}
	for line := range strings.Lines(strings.Trim(textTable, "\n")) {
		assert.Equal(t, 7, strings.Count(line, "|"), line)
		names, _, _ := strings.Cut(line, " | ")
		for name := range strings.FieldsSeq(names) {
			assert.NotEmpty(t, askedAs(name), "%s is not in askedAs", name)
			assert.True(t, has(textPrograms, name), "%s is not in textPrograms", name)
		}
	}
}

// TestReadsNetwork are programs that print what comes over a connection, and redirects
// that connect.
func TestReadsNetwork(t *testing.T) {
	for command, want := range map[string]bool{
		"nc h 80": true, "ssh h cat f": true, "openssl s_client -connect h:1": true, "socat - TCP:h:80": true, "telnet h": true,
		"nc -z h 80": false, "openssl rand 4": false, "kubectl exec p -- cat f": false, "curl https://h": false, "socat TCP:h:80 OPEN:f": false,
	} {
		script, err := ast.Parse(ast.Source{Text: command, Dialect: ast.Bash})
		require.NoError(t, err)
		assert.Equal(t, want, readsNetwork(script.Invocations[0]), command)
	}
	for command, want := range map[string]bool{
		"exec 3<>/dev/tcp/h/80": true, "cat < /dev/udp/h/80": true, `cat < "/dev/tcp/$H/80"`: true, "cat < /dev/null": false, `cat < "$F"`: false, "cat > /tmp/dev/tcp/h/80": false,
	} {
		script, err := ast.Parse(ast.Source{Text: command, Dialect: ast.Bash})
		require.NoError(t, err)
		assert.Equal(t, want, networkRedirect(script.Redirs[0]), command)
	}
}

// TestAskedCost holds what is asked of every invocation to no allocation.
func TestAskedCost(t *testing.T) {
	script, err := ast.Parse(ast.Source{Text: "grep -r pattern src", Dialect: ast.Bash})
	require.NoError(t, err)
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		_, _ = readAsked(nil, script.Invocations[0])
	}))
}
