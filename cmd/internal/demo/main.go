package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	hook := flag.String("hook", "bin/sandbox-enforcer-hook", "the hook `program`")
	lint := flag.String("lint", "bin/sandbox-enforcer", "the `program` with the lint command")
	flag.Parse()
	if err := Run(os.Stdout, *hook, *lint); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}
