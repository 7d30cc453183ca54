package confine

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// call is a system call that a filter refuses.
type call struct {
	nr    uintptr
	errno unix.Errno
	// arg is the argument that decides, of which the bits of mask count; with no values
	// the call is refused always.
	arg, mask uint32
	values    []uint32
	// only turns it round: every value but these is refused.
	only bool
}

// calls are what the filter refuses, in the order in which they are tried: what
// neither name spaces nor Landlock hold.
//
// Only the lower half of an argument is looked at, since the kernel looks at no more of
// these. Every architecture here is little-endian.
func calls(p Plan, landlocked bool) []call {
	out := []call{
		// Input for the terminal, which the shell outside would run.
		{nr: unix.SYS_IOCTL, errno: unix.EPERM, arg: 1, mask: ^uint32(0), values: []uint32{unix.TIOCSTI, unix.TIOCLINUX}},
		// Key rings belong to the user, not to a name space.
		{nr: unix.SYS_KEYCTL, errno: unix.EPERM},
		{nr: unix.SYS_ADD_KEY, errno: unix.EPERM},
		{nr: unix.SYS_REQUEST_KEY, errno: unix.EPERM},
		// A ring opens sockets without a system call. Programs do without it.
		{nr: unix.SYS_IO_URING_SETUP, errno: unix.ENOSYS},
		{nr: unix.SYS_SOCKETPAIR, errno: unix.EPERM, arg: 0, mask: ^uint32(0), values: []uint32{unix.AF_UNIX}, only: true},
	}
	if !p.Sockets {
		out = append(out,
			call{nr: unix.SYS_SOCKET, errno: unix.EPERM, arg: 0, mask: ^uint32(0), values: []uint32{unix.AF_UNIX}},
			// One of a pair can be sent from to any address, unless it is a connection. Raw
			// means datagrams here.
			call{nr: unix.SYS_SOCKETPAIR, errno: unix.EPERM, arg: 1, mask: 0xf, values: []uint32{unix.SOCK_STREAM, unix.SOCK_SEQPACKET}, only: true})
	}
	if !p.Net {
		// What is left is of the run's own: netlink asks the kernel, and behind bubblewrap
		// the internet families end in a network name space. Virtual machine sockets do not.
		families := []uint32{unix.AF_UNIX, unix.AF_NETLINK}
		if !landlocked {
			families = append(families, unix.AF_INET, unix.AF_INET6)
		}
		out = append(out, call{nr: unix.SYS_SOCKET, errno: unix.EPERM, arg: 0, mask: ^uint32(0), values: families, only: true})
	}
	if landlocked {
		for _, nr := range interProcess {
			out = append(out, call{nr: nr, errno: unix.EPERM})
		}
	}
	return out
}

// architectures are the values of AUDIT_ARCH that the filter is written for.
var architectures = map[string]uint32{
	"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64,
	"riscv64": unix.AUDIT_ARCH_RISCV64, "loong64": unix.AUDIT_ARCH_LOONGARCH64,
}

var errNoFilter = errors.New("system calls cannot be filtered on " + runtime.GOARCH + ": use another machine")

// x32 marks the calls of x86's second table, which has the same numbers.
const x32 = 0x40000000

// Offsets in struct seccomp_data, in bytes.
const (
	offsetNumber = 0
	offsetArch   = 4
	offsetArgs   = 16
)

// program compiles the calls for the kernel. A program of another architecture is
// killed: its calls have other numbers.
func program(list []call) ([]unix.SockFilter, error) {
	arch, ok := architectures[runtime.GOARCH]
	if !ok {
		return nil, errNoFilter
	}
	code := []unix.SockFilter{
		load(offsetArch), jump(unix.BPF_JEQ, arch, 1, 0), give(unix.SECCOMP_RET_KILL_PROCESS),
		load(offsetNumber), jump(unix.BPF_JGE, x32, 0, 1), give(unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)),
	}
	for _, c := range list {
		code = append(code, c.code()...)
	}
	return append(code, give(unix.SECCOMP_RET_ALLOW)), nil
}

// code tests for one call, with its number loaded before and after.
func (c call) code() []unix.SockFilter {
	refuse := give(unix.SECCOMP_RET_ERRNO | uint32(c.errno))
	if len(c.values) == 0 {
		return []unix.SockFilter{jump(unix.BPF_JEQ, uint32(c.nr), 0, 1), refuse}
	}
	body := []unix.SockFilter{load(offsetArgs + 8*c.arg), {Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: c.mask}}
	for i, v := range c.values {
		// A hit goes past the rest of the values: to the refusal, or with only behind it.
		hit := uint8(len(c.values) - 1 - i)
		switch {
		case c.only:
			body = append(body, jump(unix.BPF_JEQ, v, hit+1, 0))
		case i == len(c.values)-1:
			body = append(body, jump(unix.BPF_JEQ, v, 0, 1))
		default:
			body = append(body, jump(unix.BPF_JEQ, v, hit, 0))
		}
	}
	body = append(body, refuse, load(offsetNumber))
	return append([]unix.SockFilter{jump(unix.BPF_JEQ, uint32(c.nr), 0, uint8(len(body)))}, body...)
}

func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

func jump(test uint16, k uint32, yes, no uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | test | unix.BPF_K, K: k, Jt: yes, Jf: no}
}

func give(answer uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: answer}
}

// filterThread puts the filter on the calling thread and on what it starts. It cannot
// be taken off, and sets that no program gains privileges.
func filterThread(list []call) error {
	code, err := program(list)
	if err != nil {
		return err
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("forbid new privileges: %w", err)
	}
	prog := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	if err := unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&prog)), 0, 0); err != nil {
		return fmt.Errorf("filter system calls (the kernel needs CONFIG_SECCOMP_FILTER): %w", err)
	}
	runtime.KeepAlive(code)
	return nil
}
