//go:build !linux

package main

import "errors"

func apart([]string) (int, error) {
	return 0, errors.New("clients are run in a network namespace alone, which this system has not: run it on Linux")
}

func isolate() error { return errors.ErrUnsupported }
