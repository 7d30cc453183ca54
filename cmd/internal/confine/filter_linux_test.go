package confine

import (
	"bytes"
	"runtime"
	"testing"
	"testing/iotest"

	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// decide runs a filter as the kernel does, on a call of this machine.
func decide(t *testing.T, code []unix.SockFilter, arch, nr uint32, args ...uint32) uint32 {
	t.Helper()
	data := map[uint32]uint32{offsetNumber: nr, offsetArch: arch}
	for i, arg := range args {
		data[offsetArgs+8*uint32(i)] = arg
	}
	var a uint32
	for pc := 0; pc < len(code); pc++ {
		i := code[pc]
		hit := false
		switch i.Code {
		case unix.BPF_LD | unix.BPF_W | unix.BPF_ABS:
			a = data[i.K]
			continue
		case unix.BPF_ALU | unix.BPF_AND | unix.BPF_K:
			a &= i.K
			continue
		case unix.BPF_RET | unix.BPF_K:
			return i.K
		case unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K:
			hit = a == i.K
		case unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K:
			hit = a >= i.K
		default:
			t.Fatalf("instruction %d is %+v", pc, i)
		}
		if hit {
			pc += int(i.Jt)
		} else {
			pc += int(i.Jf)
		}
	}
	t.Fatal("the filter ends without an answer")
	return 0
}

func TestFilter(t *testing.T) {
	arch, ok := architectures[runtime.GOARCH]
	if !ok {
		t.Skipf("there is no filter for %s: run it on another architecture", runtime.GOARCH)
	}
	build, offline, open := Plan{Net: true}, Plan{}, Plan{Net: true, Sockets: true}
	const allow = unix.SECCOMP_RET_ALLOW
	refuse := func(e unix.Errno) uint32 { return unix.SECCOMP_RET_ERRNO | uint32(e) }
	eperm := refuse(unix.EPERM)
	tests := []struct {
		name       string
		plan       Plan
		landlocked bool
		nr         uint32
		args       []uint32
		want       uint32
	}{
		{"read", build, true, unix.SYS_READ, nil, allow},
		{"typing for the terminal", build, false, unix.SYS_IOCTL, []uint32{0, unix.TIOCSTI}, eperm},
		{"the console's way to type", build, false, unix.SYS_IOCTL, []uint32{0, unix.TIOCLINUX}, eperm},
		{"size of the terminal", build, false, unix.SYS_IOCTL, []uint32{0, unix.TIOCGWINSZ}, allow},
		{"keys", build, false, unix.SYS_KEYCTL, nil, eperm},
		{"rings", build, true, unix.SYS_IO_URING_SETUP, nil, refuse(unix.ENOSYS)},
		{"unix", build, true, unix.SYS_SOCKET, []uint32{unix.AF_UNIX}, eperm},
		{"unix behind walls", build, false, unix.SYS_SOCKET, []uint32{unix.AF_UNIX}, eperm},
		{"unix allowed", open, true, unix.SYS_SOCKET, []uint32{unix.AF_UNIX}, allow},
		{"internet", build, true, unix.SYS_SOCKET, []uint32{unix.AF_INET}, allow},
		{"pair of streams", build, true, unix.SYS_SOCKETPAIR, []uint32{unix.AF_UNIX, unix.SOCK_STREAM | unix.SOCK_CLOEXEC}, allow},
		{"pair of packets", build, true, unix.SYS_SOCKETPAIR, []uint32{unix.AF_UNIX, unix.SOCK_SEQPACKET}, allow},
		{"pair of datagrams", build, true, unix.SYS_SOCKETPAIR, []uint32{unix.AF_UNIX, unix.SOCK_DGRAM | unix.SOCK_NONBLOCK}, eperm},
		{"raw pair", build, true, unix.SYS_SOCKETPAIR, []uint32{unix.AF_UNIX, unix.SOCK_RAW}, eperm},
		{"pair of datagrams allowed", open, true, unix.SYS_SOCKETPAIR, []uint32{unix.AF_UNIX, unix.SOCK_DGRAM}, allow},
		{"pair of another family", open, true, unix.SYS_SOCKETPAIR, []uint32{30, unix.SOCK_STREAM}, eperm},
		{"internet cut", offline, true, unix.SYS_SOCKET, []uint32{unix.AF_INET}, eperm},
		{"internet 6 cut", offline, true, unix.SYS_SOCKET, []uint32{unix.AF_INET6}, eperm},
		{"internet behind walls", offline, false, unix.SYS_SOCKET, []uint32{unix.AF_INET}, allow},
		{"virtual machine behind walls", offline, false, unix.SYS_SOCKET, []uint32{unix.AF_VSOCK}, eperm},
		{"raw packets cut", offline, true, unix.SYS_SOCKET, []uint32{unix.AF_PACKET}, eperm},
		{"unix cut", offline, true, unix.SYS_SOCKET, []uint32{unix.AF_UNIX}, eperm},
		{"unix allowed without a network", Plan{Sockets: true}, true, unix.SYS_SOCKET, []uint32{unix.AF_UNIX}, allow},
		{"netlink", offline, true, unix.SYS_SOCKET, []uint32{unix.AF_NETLINK}, allow},
		{"shared memory", build, true, unix.SYS_SHMGET, nil, eperm},
		{"shared memory behind walls", build, false, unix.SYS_SHMGET, nil, allow},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code, err := program(calls(tt.plan, tt.landlocked))
			require.NoError(t, err)
			assert.Equal(t, tt.want, decide(t, code, arch, tt.nr, tt.args...))
		})
	}
	code, err := program(calls(build, true))
	require.NoError(t, err)
	assert.Equal(t, uint32(unix.SECCOMP_RET_KILL_PROCESS), decide(t, code, 0x40000003, 1), "a program of another architecture")
	assert.Equal(t, refuse(unix.ENOSYS), decide(t, code, arch, x32|unix.SYS_IOCTL, 0, unix.TIOCSTI), "the second table")
}

func TestRuleset(t *testing.T) {
	p := Plan{Write: []string{"/w"}, Net: true, Dir: "/w"}
	attr, grants := ruleset(p, 3, system{}, "/tmp/t", nil)
	assert.Equal(t, uint64(writing|making), attr.HandledAccessFS)
	assert.Zero(t, attr.Scoped)
	assert.Contains(t, grants, grant{"/w", writing})
	assert.Contains(t, grants, grant{"/tmp/t", writing})
	assert.Contains(t, grants, grant{"/dev/null", writeFile})
	for _, g := range grants {
		assert.Zero(t, g.rights&making, "%s: a device could be made", g.path)
		assert.Zero(t, g.rights&^attr.HandledAccessFS, "%s: a right that the kernel is not told of", g.path)
	}
	p.Read = []string{"/data"}
	attr, grants = ruleset(p, 7, fixed, "", []string{"/dev/pts/3"})
	assert.NotZero(t, attr.HandledAccessFS&ll.AccessFSReadFile)
	assert.Equal(t, uint64(ll.ScopeSignal|ll.ScopeAbstractUnixSocket), attr.Scoped)
	assert.Contains(t, grants, grant{"/data", reading})
	assert.Contains(t, grants, grant{"/usr", reading})
	assert.Contains(t, grants, grant{"/w", writing | reading})
	assert.Contains(t, grants, grant{"/dev/pts/3", writeFile | ll.AccessFSReadFile | ll.AccessFSIoctlDev})
	p.Sockets = true
	attr, _ = ruleset(p, 6, fixed, "", nil)
	assert.Equal(t, uint64(ll.ScopeSignal), attr.Scoped)
}

func TestLandlockLimits(t *testing.T) {
	old, new := landlockLimits(Plan{}, 3), landlockLimits(Plan{}, 7)
	assert.Len(t, old, len(new)+2)
	assert.Len(t, landlockLimits(Plan{Net: true, Sockets: true}, 7), len(new)+2)
}

func TestProcesses(t *testing.T) {
	parent, ok := parentIn("12 (a) b) c) S 7 12 12 0")
	assert.True(t, ok)
	assert.Equal(t, 7, parent)
	_, ok = parentIn("12")
	assert.False(t, ok)
	assert.Equal(t, []int{2, 3, 4, 5}, descendants(1, map[int][]int{1: {2, 3}, 2: {4}, 4: {5}, 9: {10}}))
	second, ignores := statusIn("Name:\tx\nNSpid:\t400\t2\nSigIgn:\t0000000000004002\n")
	assert.True(t, second)
	assert.Equal(t, uint64(0x4002), ignores)
	second, _ = statusIn("NSpid:\t2\n")
	assert.False(t, second, "a process of this name space")
	second, _ = statusIn("NSpid:\t400\t12\n")
	assert.False(t, second)
}

func TestNames(t *testing.T) {
	assert.Equal(t, "TERM,INT,HUP,QUIT,USR1,USR2,ALRM", names(ending, nil))
	assert.Equal(t, "TERM,INT,QUIT,USR1,USR2,ALRM", names(ending, ending[2:3]))
}

func TestBwrapLineWithAName(t *testing.T) {
	env := restorer{path: "/usr/bin/env", signals: true}
	line := bwrapLine("/usr/bin/bwrap", env, plans["build"], nil, []string{"./a=b", "x"})
	assert.Equal(t, []string{"--", "/usr/bin/env", "--default-signal=TERM,INT,HUP,QUIT,USR1,USR2,ALRM", "--", "/bin/sh", "-c", `exec "$0" "$@"`, "./a=b", "x"}, line[len(line)-9:])
	line = bwrapLine("/usr/bin/bwrap", restorer{path: "/usr/bin/env"}, plans["build"], nil, []string{"make"})
	assert.Equal(t, []string{"--", "/usr/bin/env", "--", "make"}, line[len(line)-4:])
}

func TestHolds(t *testing.T) {
	for at, want := range map[int]bool{0: true, 5: true, 4090: true, 4096: true, 9000: true, -1: false} {
		text := bytes.Repeat([]byte("x"), 10_000)
		if at >= 0 {
			copy(text[at:], "needle")
		}
		assert.Equal(t, want, holds(bytes.NewReader(text), []byte("needle")), at)
		assert.Equal(t, want, holds(iotest.OneByteReader(bytes.NewReader(text)), []byte("needle")), at)
	}
	assert.False(t, holds(bytes.NewReader(nil), []byte("needle")))
}
