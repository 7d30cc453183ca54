package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// target is a system that the programs are built for.
type target struct{ os, arch string }

func (t target) String() string { return t.os + "-" + t.arch }

var targets = []target{{"darwin", "amd64"}, {"darwin", "arm64"}, {"linux", "amd64"}, {"linux", "arm64"}}

// programs are those that an archive holds.
var programs = []string{"sandbox-enforcer", "sandbox-enforcer-hook"}

// build makes static programs in a directory. What the linker could take from the
// machine, as its paths and the state of its checkout, is left out.
func build(t target, version, dir string, programs ...string) error {
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -buildid= -X main.version=" + version, "-o", dir + string(filepath.Separator)}
	for _, p := range programs {
		args = append(args, "./cmd/"+p)
	}
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.os, "GOARCH="+t.arch)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("cannot build for %s: %w", t, err)
	}
	return nil
}
