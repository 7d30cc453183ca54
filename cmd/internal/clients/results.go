package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
)

// workers is how many clients run at a time: most of the time each waits for something.
const workers = 3

// playAll plays the plan, shows it and writes the results.
func playAll(o options, p plan, where places) (int, error) {
	rows, err := p.play(where)
	if err != nil {
		return 0, err
	}
	text := table(rows)
	fmt.Print(text)
	status := 0
	for _, r := range rows {
		wrong := !r.asDocumented()
		if wrong {
			status = 1
			fmt.Printf("\n%s %s, %s (%s): documented is %q, seen was %q\n", r.client.Title, r.client.Version, r.scenario.Name, r.scenario.Title, r.client.does(r.scenario), r.seen)
		}
		if o.verbose && !wrong {
			fmt.Printf("\n%s %s, %s:\n", r.client.Title, r.client.Version, r.scenario.Name)
		}
		if o.verbose || wrong {
			fmt.Println(r.trace)
		}
	}
	if !p.whole || status != 0 {
		return status, nil
	}
	if err := os.WriteFile(o.results, []byte(text), 0o644); err != nil {
		return 0, fmt.Errorf("write the results: %w", err)
	}
	return 0, nil
}

// play runs everything, a few at a time, and returns the rows in the plan's order.
func (p plan) play(where places) ([]row, error) {
	type job struct {
		client   client
		scenario scenario
	}
	var jobs []job
	for _, c := range p.clients {
		for _, s := range p.scenarios {
			if s.isFor(c) {
				jobs = append(jobs, job{c, s})
			}
		}
	}
	rows, faults := make([]row, len(jobs)), make([]error, len(jobs))
	var next = make(chan int)
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for i := range next {
				if rows[i], faults[i] = play(jobs[i].client, jobs[i].scenario, where); faults[i] != nil {
					faults[i] = fmt.Errorf("%s, %s: %w", jobs[i].client.Title, jobs[i].scenario.Name, faults[i])
				}
			}
		})
	}
	for i := range jobs {
		next <- i
	}
	close(next)
	all.Wait()
	return rows, errors.Join(slices.DeleteFunc(faults, func(err error) bool { return err == nil })...)
}

// table writes the rows as text for people, with neither times nor paths.
func table(rows []row) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "client\tversion\tscenario\tresult")
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", r.client.Name, r.client.Version, r.scenario.Name, r.seen)
	}
	w.Flush()
	return b.String()
}
