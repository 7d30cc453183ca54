package oracle

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// gate is the variable that says how much runs: "" for a tenth, "full" for all.
const gate = "SANDBOX_ENFORCER_ORACLE"

// workers is how many scripts run at a time.
const workers = 2

// patience is how long one script may run. Only one that hangs comes near it.
const patience = 20 * time.Second

// sample returns everything when the gate is full, else a tenth chosen by a fixed
// seed.
func sample[T any](t *testing.T, all []T) []T {
	t.Helper()
	switch how := os.Getenv(gate); how {
	case "full":
		return all
	case "":
	default:
		t.Fatalf("%s is %q: unset it for a tenth, or set it to \"full\" for everything", gate, how)
	}
	few := append([]T(nil), all...)
	seeded(1).Shuffle(len(few), func(i, j int) { few[i], few[j] = few[j], few[i] })
	return few[:(len(few)+9)/10]
}

// isFull reports whether everything runs.
func isFull() bool { return os.Getenv(gate) == "full" }

// seeded returns a source of choices that is the same in every run.
func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x5eed)) }

// pick returns one of the choices.
func pick[T any](r *rand.Rand, choices []T) T { return choices[r.IntN(len(choices))] }

// need skips the test where one of the programs is absent; in CI it fails.
func need(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if installed(p) == "" {
			skip(t, p+" is not installed, so nothing was compared with it: install it and run the test again")
		}
	}
}

// skip ends the test with the message; in CI it fails.
func skip(t *testing.T, message string) {
	t.Helper()
	if inCI() {
		t.Fatal(message)
	}
	t.Skip(message)
}

// inCI reports whether nothing may be skipped.
func inCI() bool { return os.Getenv("CI") == "true" }

// summary tells the figures of one oracle, also where only the standard output is
// kept.
func summary(t *testing.T, format string, args ...any) {
	t.Helper()
	line := fmt.Sprintf(format, args...)
	t.Log(line)
	fmt.Println(line)
}

// each calls do for every item on a few goroutines, each with a state of its own.
func each[S, T any](items []T, state func(worker int) S, do func(S, T)) {
	next := make(chan T)
	var all sync.WaitGroup
	for w := range workers {
		all.Add(1)
		go func() {
			defer all.Done()
			s := state(w)
			for item := range next {
				do(s, item)
			}
		}()
	}
	for _, item := range items {
		next <- item
	}
	close(next)
	all.Wait()
}

// tally counts by name, and keeps the lines that people should see. Its methods may
// be called from several goroutines.
type tally struct {
	mu    sync.Mutex
	count map[string]int
	lines map[string][]string
	seen  map[string]bool
}

// smallest makes a script that fails smaller as long as what is left fails as well.
func smallest[S any](s S, smaller func(S) []S, fails func(S) bool) S {
	for {
		all := smaller(s)
		i := slices.IndexFunc(all, fails)
		if i < 0 {
			return s
		}
		s = all[i]
	}
}

func newTally() *tally {
	return &tally{count: map[string]int{}, lines: map[string][]string{}, seen: map[string]bool{}}
}

// add counts one more under name, with a line to show where line is not empty.
func (c *tally) add(name, line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count[name]++
	if line != "" {
		c.lines[name] = append(c.lines[name], line)
	}
}

// once keeps the line under name, unless one was kept for the same key.
func (c *tally) once(name, key, line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.seen[name+key] {
		c.seen[name+key] = true
		c.lines[name] = append(c.lines[name], line)
	}
}

// shown bounds how many lines are printed under one name.
const shown = 90

// print logs the lines kept under name.
func (c *tally) print(t *testing.T, name string) {
	t.Helper()
	slices.Sort(c.lines[name])
	for i, line := range c.lines[name] {
		if i == shown {
			t.Logf("%s: and %d more", name, len(c.lines[name])-shown)
			return
		}
		t.Logf("%s: %s", name, line)
	}
}

// indented sets a script off from the line that announces it.
func indented(script string) string {
	return "\n\t" + strings.ReplaceAll(strings.TrimRight(script, "\n"), "\n", "\n\t")
}

// temporary returns a directory for the test, with its links resolved, so that the
// paths in it are what programs report.
func temporary(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	return dir
}

// installed returns the absolute path of an installed program, or "".
func installed(program string) string {
	path, err := exec.LookPath(program)
	if err != nil {
		return ""
	}
	return path
}
