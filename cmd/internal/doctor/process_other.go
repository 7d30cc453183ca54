//go:build !unix

package doctor

import "os/exec"

// apartFromTerminal does nothing where there are no sessions.
func apartFromTerminal(*exec.Cmd) {}
