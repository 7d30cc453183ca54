package confine

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"sandbox-enforcer/cmd/internal/format"
)

// Auto chooses the first mechanism that works.
const Auto = "auto"

// Mechanism is one way in which the operating system holds a plan.
type Mechanism struct {
	Name string
	// Check tries the mechanism with a plan, and says what it is, or why it cannot be
	// used here and what to do about that. It runs nothing of the plan's.
	Check func(Plan) (what string, err error)
	// Line returns the command line that holds the plan around the program's words; nil
	// where there is none.
	Line func(p Plan, words []string) []string
	// Limits are what the mechanism does not hold of a plan, a line each.
	Limits func(Plan) []string
	// Temp says where temporary files go, unless the plan does.
	Temp string
	// Hides says what cannot be read, though everything may be; "" where there is nothing.
	Hides func(Plan) string

	run func(Plan, []string) (int, error)
}

// unavailable is the error of a mechanism that does not work here. The program was not
// started.
type unavailable struct {
	why   string
	cause error // or nil
}

func (u *unavailable) Error() string { return u.why }
func (u *unavailable) Unwrap() error { return u.cause }

// tell says that a weaker mechanism is used, where the stronger one has complained.
func tell(failed, next Mechanism, err error) {
	if !errors.Is(err, errMissing) {
		fmt.Fprintf(os.Stderr, "sandbox-enforcer: %s: %s; %s confines instead\n", failed.Name, format.Escape(err.Error()), next.Name)
	}
}

// errMissing is for a mechanism that is not installed, which is nothing to complain
// about where there is another.
var errMissing = errors.New("it is not installed")

// Names returns the names of all mechanisms of this system, Auto first.
func Names() []string {
	names := []string{Auto}
	for _, m := range Mechanisms() {
		names = append(names, m.Name)
	}
	return names
}

// chosen returns the mechanisms that a name means.
func chosen(name string) ([]Mechanism, error) {
	all := Mechanisms()
	if len(all) == 0 {
		return nil, errors.New("this system has nothing to confine a program with: use Linux or macOS")
	}
	if name == Auto || name == "" {
		return all, nil
	}
	for _, m := range all {
		if m.Name == name {
			return []Mechanism{m}, nil
		}
	}
	return nil, fmt.Errorf("there is no mechanism %q here: give one of %s", name, strings.Join(Names(), ", "))
}

// Run runs the program that the words name, held to the plan by the mechanism of that
// name, and returns the program's exit status when it has ended. It passes on the
// signals that it gets, and leaves no process of the program's behind where the
// mechanism can tell. The error is an *ExitError, and the program was not started.
func Run(p Plan, name string, words []string) (int, error) {
	list, err := chosen(name)
	if err != nil {
		return 0, failed("%w", err)
	}
	var reasons []error
	for i, m := range list {
		status, err := m.run(p, words)
		var not *unavailable
		if !errors.As(err, &not) {
			return status, err
		}
		reasons = append(reasons, fmt.Errorf("%s: %w", m.Name, err))
		if i+1 < len(list) {
			tell(m, list[i+1], err)
		}
	}
	return 0, failed("the program cannot be confined here, and is not run without\n%w", errors.Join(reasons...))
}

// Choose returns the mechanism that Run would use, and what Check says of it.
func Choose(p Plan, name string) (Mechanism, string, error) {
	list, err := chosen(name)
	if err != nil {
		return Mechanism{}, "", failed("%w", err)
	}
	var reasons []error
	for _, m := range list {
		what, err := m.Check(p)
		if err == nil {
			return m, what, nil
		}
		reasons = append(reasons, fmt.Errorf("%s: %w", m.Name, err))
	}
	return Mechanism{}, "", failed("nothing can be confined here\n%w", errors.Join(reasons...))
}

// firstFile returns the first of the paths at which a regular file is.
func firstFile(paths []string) string {
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
	}
	return ""
}
