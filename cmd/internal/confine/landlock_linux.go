package confine

import (
	"errors"
	"fmt"
	"os"

	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// Versions of Landlock's interface to programs, and the first Linux that has them.
const (
	abiTruncate = 3 // Linux 6.2; below it any file can be emptied
	abiIoctl    = 5 // Linux 6.10
	abiScopes   = 6 // Linux 6.12
)

// What Landlock can allow. Devices are never made: with a node of its own root would
// write to a disk by passing every path.
const (
	readFile  = ll.AccessFSExecute | ll.AccessFSReadFile
	reading   = readFile | ll.AccessFSReadDir
	writeFile = ll.AccessFSWriteFile | ll.AccessFSTruncate
	writing   = writeFile | ll.AccessFSRemoveDir | ll.AccessFSRemoveFile | ll.AccessFSMakeDir | ll.AccessFSMakeReg |
		ll.AccessFSMakeSock | ll.AccessFSMakeFifo | ll.AccessFSMakeSym | ll.AccessFSRefer
	making = ll.AccessFSMakeChar | ll.AccessFSMakeBlock
)

// devices are what programs write to and that keeps nothing.
var devices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"}

// grant allows rights below a path, or on it where it is a file.
type grant struct {
	path   string
	rights uint64
}

// landlockABI returns the version of the interface, or why there is none that holds a
// plan.
func landlockABI() (int, error) {
	abi, err := ll.LandlockGetABIVersion()
	switch {
	case errors.Is(err, unix.EOPNOTSUPP):
		return 0, errors.New("it is not enabled: add landlock to the lsm= option of the kernel, or install bubblewrap")
	case err != nil:
		return 0, errors.New("the kernel has none: run Linux 6.2 or later, or install bubblewrap")
	case abi < abiTruncate:
		return abi, fmt.Errorf("the kernel has version %d of Landlock, which lets any file be emptied: run Linux 6.2 or later, or install bubblewrap", abi)
	}
	return abi, nil
}

// ruleset returns what Landlock is told to hold, and what it allows of that.
func ruleset(p Plan, abi int, sys system, temp string, terminals []string) (ll.RulesetAttr, []grant) {
	attr := ll.RulesetAttr{HandledAccessFS: writing | making}
	var device uint64 = writeFile
	if abi >= abiIoctl {
		attr.HandledAccessFS |= ll.AccessFSIoctlDev
		device |= ll.AccessFSIoctlDev
	}
	if abi >= abiScopes {
		attr.Scoped = ll.ScopeAbstractUnixSocket | ll.ScopeSignal
		if p.Sockets {
			attr.Scoped = ll.ScopeSignal
		}
	}
	var grants []grant
	allow := func(rights uint64, paths ...string) {
		for _, path := range paths {
			grants = append(grants, grant{path, rights})
		}
	}
	var write uint64 = writing
	if p.Read != nil {
		attr.HandledAccessFS |= reading
		write |= reading
		device |= ll.AccessFSReadFile
		allow(reading, sys.Dirs...)
		allow(reading, "/proc", p.Dir)
		allow(reading, p.Read...)
	}
	allow(write, p.Write...)
	if temp != "" {
		allow(write, temp)
	}
	allow(device, devices...)
	allow(device, terminals...)
	return attr, grants
}

// landlockThread restricts the calling thread and what it starts.
func landlockThread(attr ll.RulesetAttr, grants []grant) error {
	rules, err := ll.LandlockCreateRuleset(&attr, 0)
	if err != nil {
		return fmt.Errorf("prepare Landlock: %w", err)
	}
	defer unix.Close(rules)
	for _, g := range grants {
		if err := addGrant(rules, g); err != nil {
			return fmt.Errorf("let Landlock allow %q: %w", g.path, err)
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("forbid new privileges: %w", err)
	}
	if err := ll.LandlockRestrictSelf(rules, 0); err != nil {
		return fmt.Errorf("enforce Landlock: %w", err)
	}
	return nil
}

// addGrant adds one rule. What is not there needs none.
func addGrant(rules int, g grant) error {
	fd, err := unix.Open(g.path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if errors.Is(err, unix.ENOENT) {
		return nil
	}
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		g.rights &= readFile | writeFile | ll.AccessFSIoctlDev
	}
	return ll.LandlockAddPathBeneathRule(rules, &ll.PathBeneathAttr{AllowedAccess: g.rights, ParentFd: fd}, 0)
}

// dropCapabilities takes from the calling thread, and what it starts, everything that
// root may do beyond its own files. A thread that has nothing has nothing to drop.
func dropCapabilities() error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var now [2]unix.CapUserData
	if err := unix.Capget(&header, &now[0]); err != nil {
		return fmt.Errorf("ask for capabilities: %w", err)
	}
	if now == [2]unix.CapUserData{} {
		return nil
	}
	for c := uintptr(0); ; c++ {
		err := unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0)
		if errors.Is(err, unix.EINVAL) {
			break // there is no such capability, nor any after it
		}
		if err != nil && !errors.Is(err, unix.EPERM) {
			return fmt.Errorf("drop capabilities: %w", err)
		}
	}
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return fmt.Errorf("drop capabilities: %w", err)
	}
	var none [2]unix.CapUserData
	if err := unix.Capset(&header, &none[0]); err != nil {
		return fmt.Errorf("drop capabilities: %w", err)
	}
	return nil
}

// readSystem looks for what programs need to start.
func readSystem() system {
	var sys system
	for _, path := range systemPaths {
		if target, err := os.Readlink(path); err == nil {
			sys.Links = append(sys.Links, link{path, target})
			continue
		}
		if _, err := os.Stat(path); err == nil {
			sys.Dirs = append(sys.Dirs, path)
		}
	}
	return sys
}

// terminals returns the terminals at the program's own streams.
func terminals() []string {
	var out []string
	for fd := range 3 {
		if _, err := unix.IoctlGetTermios(fd, unix.TCGETS); err != nil {
			continue
		}
		if path, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", fd)); err == nil {
			out = append(out, path)
		}
	}
	return topmost(out)
}
