package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// loopback is the one device of a network namespace that leads nowhere.
const loopback = "lo"

// apart starts this program again, with the words, in a network namespace of its own,
// and returns its exit status. Who is not root gets a user namespace with it.
func apart(words []string) (int, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, fmt.Errorf("start again without a network: %w", err)
	}
	cmd := exec.Command(self, words...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET, Pdeathsig: syscall.SIGKILL}
	if os.Geteuid() != 0 {
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		return exit.ExitCode(), nil
	case err != nil:
		return 0, fmt.Errorf("no network namespace can be had, and clients are not run with a network: %w: run it as root, or let users make namespaces", err)
	}
	return 0, nil
}

// isolate refuses a machine that has any device but the loopback one, and switches that on.
func isolate() error {
	devices, err := net.Interfaces()
	if err != nil {
		return fmt.Errorf("list the network devices: %w", err)
	}
	for _, d := range devices {
		if d.Name != loopback && d.Flags&net.FlagUp != 0 {
			return fmt.Errorf("the device %s leads out of the network namespace, and clients are not run with a network: unset %s", d.Name, insideVariable)
		}
	}
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM, 0)
	if err != nil {
		return fmt.Errorf("switch the loopback device on: %w", err)
	}
	defer unix.Close(socket)
	device, err := unix.NewIfreq(loopback)
	if err != nil {
		return fmt.Errorf("switch the loopback device on: %w", err)
	}
	device.SetUint16(unix.IFF_UP)
	if err := unix.IoctlIfreq(socket, unix.SIOCSIFFLAGS, device); err != nil {
		return fmt.Errorf("switch the loopback device on: %w", err)
	}
	return nil
}
