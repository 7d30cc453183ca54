// Peak runs a program with its own standard input and prints the most memory that
// the program held, in the unit of the system's ru_maxrss. It is as small as a Go
// program can be: the system counts the memory of the process that a program is
// started from as the program's own.
package main

import (
	"os"
	"strconv"
	"syscall"
)

func main() {
	null, err := syscall.Open("/dev/null", syscall.O_WRONLY, 0)
	if err != nil {
		fail(err)
	}
	pid, err := syscall.ForkExec(os.Args[1], os.Args[1:], &syscall.ProcAttr{Env: syscall.Environ(), Files: []uintptr{0, uintptr(null), uintptr(null)}})
	if err != nil {
		fail(err)
	}
	var usage syscall.Rusage
	for {
		if _, err = syscall.Wait4(pid, nil, 0, &usage); err != syscall.EINTR {
			break
		}
	}
	if err != nil {
		fail(err)
	}
	os.Stdout.WriteString(strconv.FormatInt(int64(usage.Maxrss), 10))
}

func fail(err error) {
	os.Stderr.WriteString(err.Error() + "\n")
	os.Exit(1)
}
