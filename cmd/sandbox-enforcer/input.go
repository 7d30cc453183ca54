package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sandbox-enforcer/ast"
)

// maxInput is the largest script, and the longest line of --jsonl, that is taken in,
// in bytes. It is far above ast.MaxSource, so that a script that is too large gets a
// report that says so.
const maxInput = 16 << 20

// readScript reads one script to its end.
func readScript(r io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxInput+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("cannot read the script from standard input: %w", err)
	case len(text) > maxInput:
		return "", fmt.Errorf("the script on standard input has more than %d bytes: give one that is smaller", maxInput)
	default:
		return string(text), nil
	}
}

// item is one line of the input of --jsonl.
type item struct {
	id      jsontext.Value // nil where there is none
	command string
	cwd     string // empty where there is none
	env     map[string]ast.Value
}

// eachItem calls do with every line that is not blank, in order, until do fails or the
// input ends. A line that cannot be used ends the input with an error that names it.
func eachItem(r io.Reader, do func(item) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 64<<10), maxInput)
	n := 0
	for lines.Scan() {
		n++
		if strings.Trim(lines.Text(), " \t\r") == "" {
			continue
		}
		it, err := parseItem(lines.Bytes())
		if err != nil {
			return fmt.Errorf("line %d of the input %w", n, err)
		}
		if err := do(it); err != nil {
			return err
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("line %d of the input has more than %d bytes: give a command that is smaller", n+1, maxInput)
	case err != nil:
		return fmt.Errorf("cannot read line %d of the input: %w", n+1, err)
	default:
		return nil
	}
}

// parseItem reads one line. A key that stands there twice is an error: readers differ
// on which one counts.
func parseItem(line []byte) (item, error) {
	var fields map[string]jsontext.Value
	if err := json.Unmarshal(line, &fields); err != nil || fields == nil {
		return item{}, fmt.Errorf("is no JSON object: give {\"command\": …} on each line%s", because(err))
	}
	it := item{id: fields["id"]}
	if it.id.Kind() == 'n' {
		it.id = nil
	}
	command, ok := fields["command"]
	if !ok {
		return item{}, errors.New(`has no "command": give the command as a string`)
	}
	if err := field("command", "a string", command, &it.command); err != nil {
		return item{}, err
	}
	if err := field("cwd", "a string", fields["cwd"], &it.cwd); err != nil {
		return item{}, err
	}
	env, err := environment(fields["env"])
	it.env = env
	return it, err
}

// environment reads the variables that a line says are known. One that is null is set
// to something that is not known.
func environment(value jsontext.Value) (map[string]ast.Value, error) {
	var given map[string]*string
	if err := field("env", "an object of strings", value, &given); err != nil {
		return nil, err
	}
	env := make(map[string]ast.Value, len(given))
	for name, v := range given {
		if v == nil {
			env[name] = ast.Unknown("the input gives no value", name)
			continue
		}
		env[name] = ast.Known(*v)
	}
	return env, nil
}

// field decodes a value, which may be absent, into what it has to be.
func field(name, kind string, value jsontext.Value, into any) error {
	if value == nil || value.Kind() == 'n' && name != "command" {
		return nil
	}
	if value.Kind() == 'n' || json.Unmarshal(value, into) != nil {
		return fmt.Errorf("has a %q that is not %s", name, kind)
	}
	return nil
}

// because returns what the decoder says, without the names of its own packages.
func because(err error) string {
	if err == nil {
		return ""
	}
	text := err.Error()
	for _, prefix := range []string{"json: ", "jsontext: "} {
		text = strings.TrimPrefix(text, prefix)
	}
	return " (" + text + ")"
}
