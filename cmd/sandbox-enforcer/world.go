package main

import (
	"io"
	"os"
)

// world is what the program is given from outside. Tests give it one of their own.
type world struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	// env looks up a variable of the environment.
	env func(name string) (value string, set bool)
	// dir returns the working directory, absolute.
	dir func() (string, error)
}

// process returns the world of this process.
func process() world {
	return world{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, env: os.LookupEnv, dir: os.Getwd}
}

// terminal reports whether a stream is a terminal. The null device is a character
// device as well, but nobody sits at it: it reads as an empty script.
func terminal(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
