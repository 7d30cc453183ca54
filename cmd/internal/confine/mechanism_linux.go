package confine

import "fmt"

// Mechanisms are those of this system, the stronger first.
func Mechanisms() []Mechanism {
	return []Mechanism{
		{
			Name: "bwrap", Check: checkBwrap, run: runBwrap,
			Line: func(p Plan, words []string) []string {
				env, _ := findRestorer() // Check has found it
				return bwrapLine(firstFile(bwrapPaths), env, p, ignored(), words)
			},
			Limits: bwrapLimits,
			Temp:   "/tmp, which is the run's own and gone after it",
			Hides: func(p Plan) string {
				if p.privateTemp() {
					return "/tmp"
				}
				return ""
			},
		},
		{
			Name: "landlock", Check: checkLandlock, run: runLandlock,
			Line:   func(Plan, []string) []string { return nil },
			Limits: func(p Plan) []string { abi, _ := landlockABI(); return landlockLimits(p, abi) },
			Temp:   "a directory that is made for the run, named by TMPDIR, and gone after it",
			Hides:  func(Plan) string { return "" },
		},
	}
}

func checkLandlock(Plan) (string, error) {
	abi, err := landlockABI()
	if err != nil {
		return "", err
	}
	if _, err := program(nil); err != nil {
		return "", err
	}
	return fmt.Sprintf("version %d of the kernel's interface", abi), nil
}

// network is what is open while a plan leaves the network, or sockets, to the program.
func network(p Plan) []string {
	var out []string
	if p.Net {
		out = append(out, "what is sent out, and what services on the network do when asked, those of this machine among them")
	}
	if p.Sockets {
		out = append(out, "what programs behind unix sockets do when asked: Docker, systemd, an SSH agent")
	}
	return out
}

// everywhere is what no mechanism can hold.
var everywhere = []string{
	"what is written for others to run later: build files, git hooks and settings in a writable directory",
	"files in a writable directory that have a second name (a hard link) elsewhere",
	"the terminal and the files that the standard streams were opened on",
}

func bwrapLimits(p Plan) []string { return append(network(p), everywhere...) }

// landlockLimits names what a version of Landlock leaves open.
func landlockLimits(p Plan, abi int) []string {
	out := append(network(p),
		"mode, owner, times and extended attributes of files outside: only their content is held",
		"what is left when this program itself is killed with SIGKILL: processes stay, confined, and the directory for temporary files")
	if abi < abiIoctl {
		out = append(out, "requests to devices that may be opened for reading (Linux 6.10 holds them)")
	}
	if abi < abiScopes {
		out = append(out, "signals to the user's other programs (Linux 6.12 holds them)")
	}
	return append(out, everywhere...)
}
