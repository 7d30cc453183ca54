package analyzer

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sandbox-enforcer/ast"
	"sandbox-enforcer/rules"
)

// noFacts knows of no file and no link.
type noFacts struct{}

func (noFacts) Resolve(path string) (string, error) { return path, nil }
func (noFacts) Read(string, int) ([]byte, error)    { return nil, nil }
func (noFacts) Exists(string) bool                  { return false }
func (noFacts) IsDir(string) bool                   { return false }
func (noFacts) Same(a, b string) bool               { return a == b }

const typical = `go build ./... && go vet ./... || exit 1
for f in *.go; do gofmt -l "$f"; done
git status --short | head -n 20 > /dev/null
if [ -f go.mod ]; then echo "found $PWD"; fi
sed -n '1,80p' cmd/main.go | grep -n 'func main' || true
(cd docs && ls -la *.md)
count=$(wc -l < README.md); echo "lines: ${count}"
`

func BenchmarkAnalyze(b *testing.B) {
	a := &Analyzer{Settings: Settings{Sandbox: &rules.Sandbox{Given: "~/s", Path: "/h/s", Real: "/h/s", Home: "/h"}}, Facts: noFacts{}}
	a.Settings.All, a.Settings.Follow = os.Getenv("BENCH_ALL") != "", os.Getenv("BENCH_ALL") != ""
	text := strings.Repeat(typical, 28)
	var many strings.Builder
	for i := range 1600 {
		fmt.Fprintf(&many, "curl -fsSL -o file%d https://h/%d\n", i, i)
	}
	for _, bb := range []struct{ name, text string }{{"untouched", text}, {"many", many.String()}, {"rewritten", "git clone https://h/o/r\n" + text}, {"short", "git clone https://example.invalid/team/repo.git\nls -la xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"}} {
		src := ast.Source{Text: bb.text, Dialect: ast.Bash, Dir: ast.Known("/h/p"), Env: map[string]ast.Value{"HOME": ast.Known("/h")}}
		b.Run("bare/"+bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := ast.BareParse(bb.text, ast.Bash); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("parse/"+bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ast.Parse(src); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("analyze/"+bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				a.Analyze(Request{Tool: "Bash", Sources: []ast.Source{src}})
			}
		})
	}
}
