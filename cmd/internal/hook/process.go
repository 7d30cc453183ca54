package hook

import (
	"os"
	"time"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/rules"
)

// wait is how long an event may take to arrive. Agents write it at once; a pipe that
// stays open would keep the agent waiting for minutes. Where the system has no way to
// bound a read, the agent's own limit is the only one.
const wait = 5 * time.Second

// Process returns the options of this process. The caller may replace some of them.
func Process(args []string, version string) Options {
	return Options{
		Args:     args,
		Program:  os.Executable,
		Version:  version,
		Stdin:    patient(os.Stdin, wait),
		Stdout:   os.Stdout,
		Stderr:   os.Stderr,
		Terminal: terminal(os.Stdin),
		Env:      os.LookupEnv,
		Dir:      os.Getwd,
		MakeDir:  func(path string) error { return os.MkdirAll(path, 0o700) },
		Append:   appendTo,
		Facts:    facts.OS{},
		Now:      time.Now,
		Analyze:  analyze,
		Limit:    limit,
	}
}

func analyze(s analyzer.Settings, f rules.Facts, request analyzer.Request) analyzer.Report {
	return (&analyzer.Analyzer{Settings: s, Facts: f}).Analyze(request)
}

// terminal reports whether a person sits at the file. The null device is a character
// device as well, but reads as an empty event.
func terminal(file *os.File) bool {
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
