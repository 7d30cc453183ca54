package main

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// rows and columns are the size of the terminal: wide, so that no sentence is broken.
const (
	rows    = 50
	columns = 200
)

// onTerminal starts the command on a terminal of its own and returns the side of the
// terminal that a person would be at. The command leads a session, and thereby a group.
func onTerminal(cmd *exec.Cmd) (*os.File, error) {
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("open a terminal: %w", err)
	}
	if err := start(cmd, person); err != nil {
		person.Close()
		return nil, fmt.Errorf("start the client on a terminal: %w", err)
	}
	return person, nil
}

func start(cmd *exec.Cmd, person *os.File) error {
	number, err := unlock(person)
	if err != nil {
		return err
	}
	program, err := os.OpenFile("/dev/pts/"+strconv.Itoa(number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return err
	}
	defer program.Close()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = program, program, program
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	return cmd.Start()
}

// unlock makes the other side of the terminal usable and returns its number.
func unlock(person *os.File) (number int, err error) {
	raw, err := person.SyscallConn()
	if err != nil {
		return 0, err
	}
	fault := raw.Control(func(fd uintptr) {
		if err = unix.IoctlSetPointerInt(int(fd), unix.TIOCSPTLCK, 0); err != nil {
			return
		}
		if err = unix.IoctlSetWinsize(int(fd), unix.TIOCSWINSZ, &unix.Winsize{Row: rows, Col: columns}); err != nil {
			return
		}
		number, err = unix.IoctlGetInt(int(fd), unix.TIOCGPTN)
	})
	if fault != nil {
		return 0, fault
	}
	return number, err
}
