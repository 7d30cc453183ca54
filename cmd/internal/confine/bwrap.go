package confine

import "strings"

// bwrapPaths are where bubblewrap is looked for. The PATH does not count: a directory
// on it that anybody may write would let another program stand in.
var bwrapPaths = []string{"/usr/bin/bwrap", "/bin/bwrap", "/usr/local/bin/bwrap", "/run/current-system/sw/bin/bwrap"}

// system is what programs need to start, where not everything may be read.
type system struct {
	Dirs  []string
	Links []link
}

// link is a symbolic link at Path.
type link struct{ Path, Target string }

// systemPaths are looked for to make up a system: programs and libraries, their
// settings, and what name resolution reads by way of /etc.
var systemPaths = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/nix/store", "/gnu/store",
	"/run/current-system", "/run/systemd/resolve", "/run/NetworkManager", "/run/resolvconf",
}

// bwrapArgs are the arguments of bubblewrap that hold the plan, up to the program.
// environ are variables that are kept from bubblewrap itself and set for the program.
//
// The user namespace and the dropped capabilities are what keeps root from mounting
// anew; the process namespace ends every program with the first; no option opens a new
// session, since the program would lose its terminal and job control: a seccomp filter
// holds TIOCSTI instead, on every kernel.
func bwrapArgs(p Plan, sys system, environ []string) []string {
	args := []string{"--unshare-user", "--unshare-pid", "--unshare-ipc"}
	if !p.Net {
		args = append(args, "--unshare-net")
	}
	args = append(args, "--cap-drop", "ALL", "--die-with-parent")
	if p.Read == nil {
		args = append(args, "--ro-bind", "/", "/")
	}
	for _, l := range sys.Links {
		args = append(args, "--symlink", l.Target, l.Path)
	}
	for _, dir := range sys.Dirs {
		args = append(args, "--ro-bind", dir, dir)
	}
	args = append(args, "--dev", "/dev", "--proc", "/proc")
	if p.Root {
		// Root owns what is the kernel's in it, such as core_pattern, the command that is run
		// outside for the next crash, and needs no capability to write it.
		args = append(args, "--remount-ro", "/proc")
	}
	if p.privateTemp() {
		args = append(args, "--tmpfs", "/tmp")
	}
	for _, path := range p.visible() {
		args = append(args, "--ro-bind", path, path)
	}
	for _, dir := range p.Write {
		args = append(args, "--bind", dir, dir)
	}
	if p.Read != nil {
		args = append(args, "--remount-ro", "/")
	}
	if p.Temp == "" {
		args = append(args, "--setenv", "TMPDIR", "/tmp")
	}
	for _, variable := range environ {
		name, value, _ := strings.Cut(variable, "=")
		args = append(args, "--setenv", name, value)
	}
	return append(args, "--chdir", p.Dir)
}

// privateTemp reports whether /tmp is a file system of the run's own, as it is unless
// it may be written.
func (p Plan) privateTemp() bool { return !isBelow("/tmp", p.Write) }

// visible are the paths that are to be read and would not be there otherwise.
func (p Plan) visible() []string {
	hidden := p.Read != nil || p.privateTemp() && isBelow(p.Dir, []string{"/tmp"})
	if !hidden || isBelow(p.Dir, p.Write) {
		return p.Read
	}
	return topmost(append([]string{p.Dir}, p.Read...))
}

// loaderVariable reports whether a variable of the environment makes a dynamically
// linked program run other code than its own. Bubblewrap starts without them.
func loaderVariable(variable string) bool {
	name, _, _ := strings.Cut(variable, "=")
	return strings.HasPrefix(name, "LD_") || name == "GLIBC_TUNABLES" || name == "GCONV_PATH" || name == "LOCPATH"
}
