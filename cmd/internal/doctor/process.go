package doctor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"sandbox-enforcer/cmd/internal/obey"
)

// process is a program that is started and waited for, with no terminal.
type process struct {
	words []string
	dir   string
	env   []string
	stdin string
	limit time.Duration
}

// mostOutput is how many bytes of what a program prints are read.
const mostOutput = 1 << 20

// run starts the program, and ends it and all that it started when its time is over. The
// error says what went wrong; a status that is not zero is none.
func (p process) run() (obey.Output, time.Duration, error) {
	ctx, cancel := context.WithTimeout(context.Background(), p.limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.words[0], p.words[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdin = p.dir, p.env, strings.NewReader(p.stdin)
	var stdout, stderr bounded
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.WaitDelay = time.Second
	apartFromTerminal(cmd)
	began := time.Now()
	err := cmd.Run()
	took := time.Since(began)
	out := obey.Output{Stdout: stdout.text.Bytes(), Stderr: stderr.text.Bytes()}
	var ended *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return out, took, fmt.Errorf("it was not ready after %s", p.limit)
	case errors.As(err, &ended) && ended.ExitCode() >= 0:
		out.Exit = ended.ExitCode()
		return out, took, nil
	case err != nil:
		return out, took, fmt.Errorf("it ended by %w", err)
	case stdout.cut || stderr.cut:
		return out, took, fmt.Errorf("it printed more than %d bytes", mostOutput)
	}
	return out, took, nil
}

// bounded keeps the first bytes that are written, and takes the rest.
type bounded struct {
	text bytes.Buffer
	cut  bool
}

func (b *bounded) Write(text []byte) (int, error) {
	room := mostOutput - b.text.Len()
	b.cut = b.cut || len(text) > room
	b.text.Write(text[:min(room, len(text))])
	return len(text), nil
}
