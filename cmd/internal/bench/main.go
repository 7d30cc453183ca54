package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() {
	rounds := flag.Int("rounds", 200, "how many times each process is run")
	hook := flag.String("hook", "bin/sandbox-enforcer-hook", "the hook `program`")
	program := flag.String("program", "bin/sandbox-enforcer", "the `program` that people use")
	flag.Parse()
	if err := run(os.Stdout, *hook, *program, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run measures everything and writes the tables to w.
func run(w io.Writer, hook, program string, rounds int) error {
	if rounds < 1 {
		return fmt.Errorf("%d rounds measure nothing: give at least 1", rounds)
	}
	dir, err := os.MkdirTemp("", "bench-")
	if err != nil {
		return fmt.Errorf("make a temporary directory: %w", err)
	}
	defer os.RemoveAll(dir)
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return fmt.Errorf("find the temporary directory: %w", err)
	}
	if err := measureProcesses(w, dir, hook, rounds); err != nil {
		return err
	}
	if err := measureExec(w, dir, program, rounds); err != nil {
		return err
	}
	return measureAnalysis(w, dir)
}
