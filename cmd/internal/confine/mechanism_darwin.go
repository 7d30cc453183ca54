package confine

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// Mechanisms are those of this system.
func Mechanisms() []Mechanism {
	return []Mechanism{{
		Name: "sandbox-exec", Check: checkSeatbelt, run: runSeatbelt,
		Line: func(p Plan, words []string) []string { return append(seatbeltLine(p, "TMPDIR"), words...) },
		Limits: func(p Plan) []string {
			var out []string
			if p.Net {
				out = append(out, "what is sent out, and what services on the network do when asked, those of this machine among them")
			}
			return append(out,
				"what services of the system do when asked: launchd, the pasteboard, the keychain",
				"processes that are left behind: they stay, confined",
				"what is written for others to run later: build files, git hooks and settings in a writable directory",
				"the terminals of the user, and the files that the standard streams were opened on")
		},
		Temp:  "a directory that is made for the run, named by TMPDIR, and gone after it",
		Hides: func(Plan) string { return "" },
	}}
}

func checkSeatbelt(Plan) (string, error) {
	if firstFile([]string{sandboxExec}) == "" {
		return "", errors.New("macOS has no " + sandboxExec + " any more: use another system")
	}
	return sandboxExec, nil
}

// runSeatbelt runs the program under sandbox-exec, which becomes the program.
func runSeatbelt(p Plan, words []string) (int, error) {
	if _, err := checkSeatbelt(p); err != nil {
		return 0, &unavailable{why: err.Error()}
	}
	path, err := find(words[0])
	if err != nil {
		return 0, err
	}
	temp, remove, err := tempFor(p)
	if err != nil {
		return 0, err
	}
	defer remove()
	if temp, err = filepath.EvalSymlinks(temp); err != nil {
		return 0, failed("find the directory for temporary files: %w", because(err))
	}
	for fd := 3; fd < 1024; fd++ {
		syscall.CloseOnExec(fd)
	}
	kept := ignored()
	line := append(append(seatbeltLine(p, temp), path), words[1:]...)
	pid, err := syscall.ForkExec(sandboxExec, line, &syscall.ProcAttr{Dir: p.Dir, Env: withTemp(os.Environ(), temp), Files: []uintptr{0, 1, 2}})
	if err != nil {
		return 0, failed("start %s: %w", sandboxExec, err)
	}
	go relay(kept, func(s syscall.Signal) { _ = syscall.Kill(pid, s) }) // it may have ended by now
	var ws syscall.WaitStatus
	for {
		switch _, err := syscall.Wait4(pid, &ws, 0, nil); {
		case err == syscall.EINTR:
		case err != nil:
			return 0, failed("wait for the program: %w", err)
		default:
			return statusOf(ws), nil
		}
	}
}
