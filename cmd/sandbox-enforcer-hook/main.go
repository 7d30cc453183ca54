package main

import (
	"os"

	"sandbox-enforcer/cmd/internal/hook"
	_ "sandbox-enforcer/cmd/internal/room" // before all others: see its documentation
)

// version is set by the linker: -X main.version=v1.2.3.
var version = "dev"

func main() { os.Exit(hook.Run(hook.Process(os.Args[1:], version))) }
