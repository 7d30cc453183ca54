package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"text/tabwriter"
	"time"
)

// confined is one way to run the same shell.
type confined struct {
	name  string
	args  []string
	times []time.Duration
}

// measureExec sets a shell that exec confines beside the plain one. A mechanism that
// the machine does not have is left out.
func measureExec(w io.Writer, dir, program string, rounds int) error {
	bash, err := exec.LookPath("bash")
	if err != nil {
		return fmt.Errorf("bash is not installed: %w", err)
	}
	found, err := exec.LookPath(program)
	if err != nil {
		return fmt.Errorf("%s is not there: run make build first", program)
	}
	if program, err = filepath.Abs(found); err != nil {
		return fmt.Errorf("find the program: %w", err)
	}
	if dir = filepath.Join(dir, "confined"); os.Mkdir(dir, 0o755) != nil {
		return errors.New("cannot make a directory to be confined to")
	}
	subjects := []*confined{{name: "bash -c :", args: []string{bash, "-c"}}}
	for _, mechanism := range []string{"landlock", "bwrap", "sandbox-exec"} {
		s := &confined{name: "exec, " + mechanism, args: []string{program, "exec", "--mechanism", mechanism, "--", bash, "-c"}}
		// One that runs a command and keeps it from writing outside is one that confines;
		// behind bubblewrap what it writes to /tmp is its own.
		outside := filepath.Join(filepath.Dir(dir), "outside")
		ran := s.run(dir, "{ : > ../outside; } 2>/dev/null; exit 3") == 3
		if _, err := os.Lstat(outside); ran && errors.Is(err, fs.ErrNotExist) {
			subjects = append(subjects, s)
		}
	}
	if len(subjects) == 1 {
		_, err := fmt.Fprintln(w, "\nconfined shells: nothing confines here, sandbox-enforcer exec --check says why")
		return err
	}
	order := slices.Clone(subjects)
	for range rounds {
		rand.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, s := range order {
			begin := time.Now()
			if status := s.run(dir, ":"); status != 0 {
				return fmt.Errorf("%s ends with status %d", s.name, status)
			}
			s.times = append(s.times, time.Since(begin))
		}
	}
	fmt.Fprintf(w, "\nconfined shells, %d rounds interleaved\n", rounds)
	table := tabwriter.NewWriter(w, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\tp10 ms\tp50 ms\t× bash, p10\t× bash, p50\t")
	for _, s := range subjects {
		p10, p50 := quantile(s.times, 10), quantile(s.times, 50)
		fmt.Fprintf(table, "%s\t%.2f\t%.2f\t%.2f\t%.2f\t\n", s.name, ms(p10), ms(p50),
			ratio(p10, quantile(subjects[0].times, 10)), ratio(p50, quantile(subjects[0].times, 50)))
	}
	return table.Flush()
}

// run has the shell run a script and returns its status, -1 where there is none.
func (c *confined) run(dir, script string) int {
	cmd := exec.Command(c.args[0], append(slices.Clone(c.args[1:]), script)...)
	cmd.Dir = dir
	_ = cmd.Run() // the status says it
	return cmd.ProcessState.ExitCode()
}
