package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// patience is how long one client may take. The slowest that comes back needs a third, on a
// machine with other work.
const patience = 90 * time.Second

// row is what was seen of one client in one scenario.
type row struct {
	client   client
	scenario scenario
	seen     outcome
	// trace is what people need where it went wrong.
	trace string
}

// asDocumented reports whether the client did what is written.
func (r row) asDocumented() bool { return r.seen == r.client.does(r.scenario) }

// isLate reports whether nothing came of the call, which a machine with too much other work
// can be the cause of. A command that ran is no such thing.
func (r row) isLate() bool { return r.seen == waiting || r.seen == unheard || r.seen == unasked }

// play runs one scenario in a directory of its own.
func play(c client, s scenario, where places) (row, error) {
	root, err := os.MkdirTemp("", "clients-")
	if err != nil {
		return row{}, fmt.Errorf("make a temporary directory: %w", err)
	}
	if root, err = filepath.EvalSymlinks(root); err != nil {
		return row{}, fmt.Errorf("find the temporary directory: %w", err)
	}
	defer os.RemoveAll(root)
	st, err := build(root, c, s, where)
	if err != nil {
		return row{}, err
	}
	defer st.model.Close()
	if s.Talk {
		return st.talk()
	}
	return st.perform()
}

// perform starts the client with the prompt and judges what comes of it.
func (st *stage) perform() (row, error) {
	args := slices.DeleteFunc(st.filled(st.client.Args), func(word string) bool { return word == st.scenario.Less })
	output, inTime, err := await(st.command(st.program, args...), patience)
	if err != nil {
		return row{}, err
	}
	seen, err := st.judge(inTime)
	if err != nil {
		return row{}, err
	}
	return row{st.client, st.scenario, seen, st.trace(output)}, nil
}

// trace tells what the model and a person saw.
func (st *stage) trace(output string) string {
	return fmt.Sprintf("the model was told %q\nit was offered %q\nrequests that are not known: %q\nthe client printed:\n%s\n",
		st.model.Told(), st.model.Offered(), st.model.Strange(), output)
}

// judge says what became of the call.
func (st *stage) judge(inTime bool) (outcome, error) {
	in, out, err := st.landed()
	if err != nil {
		return "", err
	}
	told := strings.Join(st.model.Told(), "\n")
	reasoned := st.scenario.Reason != "" && strings.Contains(told, st.fill(st.scenario.Reason))
	switch f := st.scenario.Fault; {
	case out && f == muted && reasoned:
		return noticed, nil
	case in && f == "" && exists(filepath.Join(st.home, ".local", "state", "sandbox-enforcer", "instruct")):
		return alarmed, nil
	case out || strings.Contains(told, secret):
		return ran, nil
	case in && !reasoned:
		return quiet, nil
	case in:
		return moved, nil
	case f != "" && f != missing && !exists(st.started()):
		return unasked, nil
	case !inTime:
		return waiting, nil
	case len(st.model.Told()) == 0:
		return unheard, nil
	case reasoned:
		return refused, nil
	}
	return stopped, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// await runs the command in a group of its own, without an input, and ends the whole group
// when it takes longer than it may.
func await(cmd *exec.Cmd, atMost time.Duration) (output string, inTime bool, err error) {
	var printed strings.Builder
	cmd.Stdout, cmd.Stderr = &printed, &printed
	cmd.WaitDelay = 2 * time.Second // what the client leaves behind may hold its output
	group(cmd)
	if err := cmd.Start(); err != nil {
		return "", false, fmt.Errorf("start the client: %w", err)
	}
	timer := time.AfterFunc(atMost, func() { end(cmd) })
	err = cmd.Wait()
	inTime = timer.Stop()
	end(cmd)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay) {
		return "", false, fmt.Errorf("wait for the client: %w", err)
	}
	return printed.String(), inTime, nil
}
