package main

import (
	"os"

	"sandbox-enforcer/cmd/internal/hook"
)

// version is set by the linker: -X main.version=v1.2.3.
var version = "dev"

func main() { os.Exit(run(process(), os.Args[1:])) }

// run is the whole program but for its end: it returns the exit status. The hook is
// dispatched by hand, because an agent waits for it before each of its commands, and
// the command tree takes longer to set up than the hook to answer; exec is, because
// what it adds to a command should be as little.
func run(w world, args []string) int {
	if len(args) > 0 {
		switch args[0] {
		case "hook":
			return hook.Run(hook.Process(args[1:], version))
		case "exec":
			if status, help := runExec(w, args[1:]); !help {
				return status
			}
		}
	}
	root := newRoot(w)
	root.SetArgs(args)
	return exitCode(root.Execute(), w.stderr)
}
