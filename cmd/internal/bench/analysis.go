package main

import (
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/rules"
)

// sizes are the lengths of the scripts, in bytes.
var sizes = []int{10, 100, 1 << 10, 10 << 10, 100 << 10}

const (
	// samples is how often each figure is taken; the median counts.
	samples = 31
	// sampleTime is how long one sample takes at the least, as often as the work fits.
	sampleTime = 4 * time.Millisecond
)

// measureAnalysis sets the analysis beside bare parsing.
func measureAnalysis(w io.Writer, dir string) error {
	sandbox := filepath.Join(dir, "sandbox")
	// A machine without links or files answers at once: what system calls cost is part
	// of the whole-process figures above.
	machine := nothing{}
	for _, all := range []bool{false, true} {
		a := analyzer.Analyzer{
			Settings: analyzer.Settings{Sandbox: &rules.Sandbox{Given: "~/sandbox", Path: sandbox, Real: sandbox, Home: dir}, All: all, Follow: all},
			Facts:    machine,
		}
		scope := "first"
		if all {
			scope = "all"
		}
		fmt.Fprintf(w, "\nanalysis in the scope %s beside bare parsing in one dialect, medians of %d\n", scope, samples)
		if err := besideParsing(w, &a, dir, all); err != nil {
			return err
		}
	}
	return nil
}

// besideParsing prints one table; with full, scripts of acquisitions alone are among
// what is rewritten.
func besideParsing(w io.Writer, a *analyzer.Analyzer, dir string, full bool) error {
	machine := nothing{}
	table := tabwriter.NewWriter(w, 0, 0, 3, ' ', tabwriter.AlignRight)
	header, kinds := "bytes\tbare µs\tuntouched µs\t× bare\tbare µs\trewritten µs\t× bare\t", []func(int) (string, bool){untouched, rewritten}
	if full {
		header, kinds = header+"bare µs\tall rewritten µs\t× bare\t", append(kinds, onlyAcquisitions)
	}
	fmt.Fprintln(table, header)
	for _, size := range sizes {
		fmt.Fprintf(table, "%d\t", size)
		for i, kind := range kinds {
			want := rules.Rewrite
			if i == 0 {
				want = rules.Pass
			}
			text, ok := kind(size)
			if !ok {
				fmt.Fprint(table, "\t\t\t")
				continue
			}
			request := request(text, dir, machine)
			if got := a.Analyze(request).Verdict; got != want {
				return fmt.Errorf("the script of %d bytes is answered %s, which is not what is to be measured", size, got)
			}
			bare, own, times := besideEachOther(
				func() error { return ast.BareParse(text, ast.Bash) },
				func() error { a.Analyze(request); return nil },
			)
			fmt.Fprintf(table, "%.1f\t%.1f\t%.2f\t", us(bare), us(own), times)
		}
		fmt.Fprintln(table)
	}
	return table.Flush()
}

func us(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

func request(text, dir string, machine rules.Facts) analyzer.Request {
	return analyzer.Request{Event: "PreToolUse", Agent: "claude", Tool: "Bash", Sources: []ast.Source{{
		Text: text, Dialect: ast.Bash, Dir: ast.Known(dir), IsDir: machine.IsDir,
		Env: map[string]ast.Value{"HOME": ast.Known(dir), "PWD": ast.Known(dir)},
	}}}
}

// nothing is a machine on which no path is there and none is a link.
type nothing struct{}

func (nothing) Resolve(path string) (string, error) { return path, nil }
func (nothing) Read(string, int) ([]byte, error)    { return nil, fs.ErrNotExist }
func (nothing) Exists(string) bool                  { return false }
func (nothing) IsDir(string) bool                   { return false }
func (nothing) Same(a, b string) bool               { return a == b }

// lines are what scripts are filled with: what agents write.
var lines = []string{
	"go build ./... && go vet ./... || exit 1\n",
	"for f in *.go; do gofmt -l \"$f\"; done\n",
	"git status --short | head -n 20 > /dev/null\n",
	"if [ -f go.mod ]; then echo \"found $PWD\"; fi\n",
	"sed -n '1,80p' cmd/main.go | grep -n 'func main' || true\n",
	"(cd docs && ls -la *.md)\n",
	"count=$(wc -l < README.md); echo \"lines: ${count}\"\n",
}

// acquisition is the line that is rewritten.
const acquisition = "git clone https://example.invalid/team/repo.git\n"

// untouched is a script of exactly size bytes that stays as it is.
func untouched(size int) (text string, ok bool) { return filled("", size) }

// rewritten is a script of exactly size bytes whose first line is rewritten; ok is false
// where so few bytes cannot hold it.
func rewritten(size int) (text string, ok bool) { return filled(acquisition, size) }

// filled is a text with as many lines behind it as it takes, and a command of its own for
// what is left.
func filled(text string, size int) (string, bool) {
	var b strings.Builder
	b.WriteString(text)
	for i := 0; b.Len()+len(lines[i%len(lines)]) <= size; i++ {
		b.WriteString(lines[i%len(lines)])
	}
	if b.Len() > size {
		return "", false
	}
	if rest := size - b.Len(); rest > 0 {
		b.WriteString(("ls " + strings.Repeat("x", size))[:rest])
	}
	return b.String(), true
}

// onlyAcquisitions is a script of at most size bytes of which every line is rewritten.
func onlyAcquisitions(size int) (text string, ok bool) {
	var b strings.Builder
	for i := 0; ; i++ {
		line := fmt.Sprintf("curl -fsSL -o file%d https://example.invalid/%d\n", i, i)
		if b.Len()+len(line) > size {
			return b.String(), i > 0
		}
		b.WriteString(line)
	}
}

// besideEachOther times two works turn by turn and returns the median of one run of each,
// and how many times the first one's time the other takes: the median over pairs of samples
// that stand next to each other, which whatever else the machine does slows down alike.
func besideEachOther(first, other func() error) (a, b time.Duration, times float64) {
	var as, bs []time.Duration
	var ratios []float64
	for range samples {
		x, y := once(first), once(other)
		as, bs, ratios = append(as, x), append(bs, y), append(ratios, ratio(y, x))
	}
	slices.Sort(ratios)
	return quantile(as, 50), quantile(bs, 50), ratios[len(ratios)/2]
}

// once returns how long one run of the work takes, over a sample. The collector is
// off, as it is for a hook, which ends before its first collection, and tidies up
// between samples.
func once(work func() error) time.Duration {
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	begin, n := time.Now(), 0
	for n == 0 || time.Since(begin) < sampleTime { // once at the least: the machine may have stood still
		if work() != nil {
			return 0
		}
		n++
	}
	return time.Since(begin) / time.Duration(n)
}
