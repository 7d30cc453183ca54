package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// insideVariable is the variable that says that the network has been left behind.
const insideVariable = "SANDBOX_ENFORCER_CLIENTS_APART"

// options are the flags.
type options struct {
	install, skip, verbose bool
	client, scenario       string
	bin, results           string
	within                 time.Duration
}

func main() {
	var o options
	flag.BoolVar(&o.install, "install", false, "fetch the clients that are missing from npm")
	flag.BoolVar(&o.skip, "skip", false, "end well, with one line, where a client is missing or the time is over")
	flag.BoolVar(&o.verbose, "v", false, "show of every run what the model was told and what the client printed")
	flag.StringVar(&o.client, "client", "", "run this `client` alone, and write no results")
	flag.StringVar(&o.scenario, "scenario", "", "play this `scenario` alone, and write no results")
	flag.StringVar(&o.bin, "bin", "bin", "the `directory` of the project's programs")
	flag.StringVar(&o.results, "results", "cmd/internal/clients/results.txt", "the `file` that the results are written to")
	flag.DurationVar(&o.within, "within", 15*time.Minute, "begin nothing after this `time`")
	flag.Parse()
	status, err := run(o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "clients:", err)
		status = 1
	}
	os.Exit(status)
}

// run sees to the clients while there is a network, and plays without one.
func run(o options) (int, error) {
	cache, err := cacheDir()
	if err != nil {
		return 0, err
	}
	bin, err := filepath.Abs(o.bin)
	if err != nil {
		return 0, fmt.Errorf("find %s: %w", o.bin, err)
	}
	where := places{cache: cache, bin: bin}
	plan, err := chosen(o.client, o.scenario)
	if err != nil {
		return 0, err
	}
	if os.Getenv(insideVariable) != "" {
		if err := isolate(); err != nil {
			return 0, err
		}
		return playAll(o, plan, where)
	}
	absent := where.absent(plan.clients)
	switch {
	case len(absent) > 0 && o.install:
		if err := where.fetch(absent); err != nil {
			return 0, err
		}
	case len(absent) > 0 && o.skip:
		fmt.Printf("skipped: real clients are not run, for want of %s: make e2e-clients fetches them\n", strings.Join(absent, ", "))
		return 0, nil
	case len(absent) > 0:
		return 0, fmt.Errorf("%s not installed in %s: run it with -install", strings.Join(absent, ", "), cache)
	}
	if err := os.Setenv(insideVariable, "yes"); err != nil {
		return 0, fmt.Errorf("start again without a network: %w", err)
	}
	return apart(os.Args[1:])
}

// plan is what is played; whole says that nothing is left out.
type plan struct {
	clients   []client
	scenarios []scenario
	whole     bool
}

// chosen returns what the flags name, and everything where they name nothing.
func chosen(clientName, scenarioName string) (plan, error) {
	p := plan{clients: clients(), scenarios: scenarios(), whole: clientName == "" && scenarioName == ""}
	if clientName != "" {
		p.clients = slices.DeleteFunc(p.clients, func(c client) bool { return c.Name != clientName })
	}
	if scenarioName != "" {
		p.scenarios = slices.DeleteFunc(p.scenarios, func(s scenario) bool { return s.Name != scenarioName })
	}
	switch {
	case len(p.clients) == 0:
		return p, fmt.Errorf("no client is called %q: use %s", clientName, names(clients(), func(c client) string { return c.Name }))
	case len(p.scenarios) == 0:
		return p, fmt.Errorf("no scenario is called %q: use %s", scenarioName, names(scenarios(), func(s scenario) string { return s.Name }))
	case len(p.jobs()) == 0:
		return p, fmt.Errorf("the scenario %q is not played with %s", scenarioName, clientName)
	}
	return p, nil
}

// names lists the names for people.
func names[T any](all []T, name func(T) string) string {
	var b strings.Builder
	for i, item := range all {
		switch i {
		case 0:
		case len(all) - 1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(name(item))
	}
	return b.String()
}
