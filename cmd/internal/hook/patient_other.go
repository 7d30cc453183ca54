//go:build !linux

package hook

import (
	"io"
	"os"
	"time"
)

// patient returns the file as it is: here nothing bounds a read.
func patient(file *os.File, _ time.Duration) io.Reader { return file }
