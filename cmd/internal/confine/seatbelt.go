package confine

import (
	"fmt"
	"strings"
)

// sandboxExec is where macOS has the program that holds a profile.
const sandboxExec = "/usr/bin/sandbox-exec"

// seatbeltReads are what programs need to start on macOS, where not everything may be
// read.
var seatbeltReads = []string{
	"/bin", "/sbin", "/usr", "/System", "/Library", "/private/etc", "/private/var/db", "/private/var/select", "/opt", "/dev", "/Applications",
}

// seatbeltDevices are what programs write to and that keeps nothing. Terminals are
// among them: those of the user can be written, as under no sandbox.
const seatbeltDevices = `(literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/ptmx") (literal "/dev/dtracehelper") (regex #"^/dev/ttys[0-9]+$")`

// seatbeltProfile returns the profile that holds the plan, in the language of
// sandbox-exec, and the parameters that it names. Paths are parameters only, so that
// none can end a string. The last rule that fits an operation decides.
func seatbeltProfile(p Plan, temp string) (profile string, parameters []string) {
	var b strings.Builder
	subpaths := func(letter string, paths []string) string {
		var out strings.Builder
		for i, path := range paths {
			name := fmt.Sprintf("%s%d", letter, i)
			parameters = append(parameters, name+"="+path)
			fmt.Fprintf(&out, " (subpath (param %q))", name)
		}
		return out.String()
	}
	write := p.Write
	if temp != "" {
		write = append(append([]string(nil), write...), temp)
	}
	b.WriteString("(version 1)\n(allow default)\n(deny file-write*)\n")
	if len(write) > 0 { // a rule without a path would allow them all
		fmt.Fprintf(&b, "(allow file-write*%s)\n", subpaths("WRITE", write))
	}
	fmt.Fprintf(&b, "(allow file-write-data file-ioctl %s)\n", seatbeltDevices)
	if p.Read != nil {
		b.WriteString("(deny file-read-data)\n")
		fmt.Fprintf(&b, "(allow file-read-data (literal \"/\")%s)\n", subpaths("READ", append(append(append([]string{p.Dir}, p.Read...), write...), seatbeltReads...)))
	}
	b.WriteString("(deny mach-priv-task-port)\n(deny appleevent-send)\n(deny signal)\n(allow signal (target same-sandbox))\n")
	if !p.Net {
		b.WriteString("(deny network*)\n")
	}
	if !p.Sockets {
		b.WriteString("(deny network-outbound (remote unix-socket))\n")
		if p.Net {
			b.WriteString("(allow network-outbound (literal \"/private/var/run/mDNSResponder\"))\n")
		}
	}
	return b.String(), parameters
}

// seatbeltLine is the command line but for the program's own words.
func seatbeltLine(p Plan, temp string) []string {
	profile, parameters := seatbeltProfile(p, temp)
	line := []string{sandboxExec}
	for _, parameter := range parameters {
		line = append(line, "-D", parameter)
	}
	return append(line, "-p", profile, "--")
}
