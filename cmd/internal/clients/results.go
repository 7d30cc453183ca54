package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"sandbox-enforcer/cmd/internal/origin"
)

// workers is how many clients run at a time: most of the time each waits for something.
const workers = 3

// playAll plays the plan, shows it and writes the results, unless something went another way
// than is documented, or was not played.
func playAll(o options, p plan, where places) (int, error) {
	world, err := os.MkdirTemp("", "clients-")
	if err != nil {
		return 0, fmt.Errorf("make a temporary directory: %w", err)
	}
	defer os.RemoveAll(world)
	if where.origin, err = origin.New(world); err != nil {
		return 0, err
	}
	defer where.origin.Close()
	rows, err := p.play(where, o.within)
	if err != nil {
		return 0, err
	}
	played := slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return r.seen == "" })
	text := table(played)
	fmt.Print(text)
	wrong := report(played, o.verbose)
	late := len(rows) - len(played)
	switch {
	case late > 0 && !o.skip:
		return 0, fmt.Errorf("%d of %d runs had not begun within %s: give more time by -within", late, len(rows), o.within)
	case late > 0:
		fmt.Printf("skipped: %d of %d runs had not begun within %s\n", late, len(rows), o.within)
	case p.whole && wrong == 0:
		if err := os.WriteFile(o.results, []byte(text), 0o644); err != nil {
			return 0, fmt.Errorf("write the results: %w", err)
		}
	}
	return min(wrong, 1), nil
}

// report shows what people need of the rows that went another way than is documented, and
// returns how many there are; verbose shows it of all.
func report(rows []row, verbose bool) (wrong int) {
	for _, r := range rows {
		if !r.asDocumented() {
			wrong++
			fmt.Printf("\n%s %s, %s (%s): documented is %q, seen was %q\n%s", r.client.Title, r.client.Version, r.scenario.Name, r.scenario.Title,
				r.client.does(r.scenario), r.seen, r.trace)
		} else if verbose {
			fmt.Printf("\n%s %s, %s (%s)\n%s", r.client.Title, r.client.Version, r.scenario.Name, r.scenario.Title, r.trace)
		}
	}
	return wrong
}

// job is one scenario to be played with one client.
type job struct {
	client   client
	scenario scenario
}

// jobs are all that the plan asks for, in the order of the results.
func (p plan) jobs() (all []job) {
	for _, c := range p.clients {
		for _, s := range p.scenarios {
			if s.isFor(c) {
				all = append(all, job{c, s})
			}
		}
	}
	return all
}

// order returns the places of the jobs in the order in which they are begun: the first
// scenario of all clients comes first, so that little time is spent on what matters most.
func (p plan) order(jobs []job) []int {
	position := map[string]int{}
	for i, s := range p.scenarios {
		position[s.Name] = i
	}
	all := make([]int, len(jobs))
	for i := range all {
		all[i] = i
	}
	slices.SortStableFunc(all, func(a, b int) int { return position[jobs[a].scenario.Name] - position[jobs[b].scenario.Name] })
	return all
}

// play runs everything, a few at a time, and returns the rows in the plan's order. What has
// not begun within the time has seen nothing. It tells on standard error how far it is.
func (p plan) play(where places, within time.Duration) ([]row, error) {
	jobs := p.jobs()
	deadline := time.Now().Add(within)
	rows, faults := make([]row, len(jobs)), make([]error, len(jobs))
	playOne := func(i int) {
		j := jobs[i]
		if rows[i] = (row{client: j.client, scenario: j.scenario}); time.Now().After(deadline) {
			return
		}
		if rows[i], faults[i] = play(j.client, j.scenario, where); faults[i] != nil {
			faults[i] = fmt.Errorf("%s, %s: %w", j.client.Title, j.scenario.Name, faults[i])
		}
		fmt.Fprintf(os.Stderr, "%s, %s: %s\n", j.client.Title, j.scenario.Name, rows[i].seen)
	}
	next := make(chan int)
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for i := range next {
				playOne(i)
			}
		})
	}
	for _, i := range p.order(jobs) {
		next <- i
	}
	close(next)
	all.Wait()
	for i, r := range rows {
		if faults[i] == nil && r.isLate() && !r.asDocumented() && time.Now().Before(deadline) {
			fmt.Fprintln(os.Stderr, "nothing came of the next one; it is tried once more on its own")
			playOne(i)
		}
	}
	return rows, errors.Join(faults...)
}

// table writes what was tried, and what was seen of it, as text for people, with neither
// times nor paths: cells are apart by two blanks at least, the two parts by an empty line.
func table(rows []row) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "scenario\twhat is tried")
	for _, s := range scenarios() {
		if slices.ContainsFunc(rows, func(r row) bool { return r.scenario.Name == s.Name }) {
			fmt.Fprintf(w, "%s\t%s\n", s.Name, s.Title)
		}
	}
	w.Flush()
	fmt.Fprintln(w, "\nclient\tversion\tscenario\tresult")
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", r.client.Name, r.client.Version, r.scenario.Name, r.seen)
	}
	w.Flush()
	return b.String()
}
