//go:build !linux

package main

import (
	"errors"
	"os"
	"os/exec"
)

func onTerminal(*exec.Cmd) (*os.File, error) { return nil, errors.ErrUnsupported }
