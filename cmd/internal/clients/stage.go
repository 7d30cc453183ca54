package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"sandbox-enforcer/cmd/internal/clients/model"
	"sandbox-enforcer/cmd/internal/origin"
)

const (
	// sandbox is the setting, as a user would write it.
	sandbox = "~/work/sandbox"
	// secret is in the file that a file tool is to read.
	secret = "what lies outside of the project"
	// request is what the person asks of the model.
	request = "Do what is to be done."
)

// stage is the machine that one scenario is played on: a home with a project in it, the
// programs, a directory outside of the project, the world and the model.
type stage struct {
	client                        client
	scenario                      scenario
	root, home, project, outside  string
	hook, enforcer, program, node string
	origin                        *origin.Server
	model                         *model.Server
}

// build makes the stage below root, an empty directory, and registers the hook.
func build(root string, c client, s scenario, where places) (*stage, error) {
	home := filepath.Join(root, "home")
	st := &stage{
		client: c, scenario: s, root: root, home: home, project: filepath.Join(home, "project"), outside: filepath.Join(home, "outside"),
		hook: filepath.Join(home, "bin", "sandbox-enforcer-hook"), enforcer: filepath.Join(home, "bin", "sandbox-enforcer"),
		program: where.program(c), node: where.node(), origin: where.origin,
	}
	for _, dir := range []string{st.project, st.outside, filepath.Dir(st.hook), filepath.Join(root, "tmp")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, fmt.Errorf("make the stage: %w", err)
		}
	}
	var err error
	if st.model, err = model.New(st.script()); err != nil {
		return nil, err
	}
	if err := st.furnish(where.bin); err != nil {
		return nil, errors.Join(err, st.model.Close())
	}
	return st, nil
}

// furnish puts everything into the home that is to be there before the client starts.
func (st *stage) furnish(bin string) error {
	for _, program := range []string{st.hook, st.enforcer} {
		if err := copyProgram(filepath.Join(bin, filepath.Base(program)), program); err != nil {
			return err
		}
	}
	files := map[string]string{"outside/secret.txt": secret + "\n"}
	for path, text := range st.client.Files {
		files[path] = st.fill(text)
	}
	for path, text := range files {
		path = filepath.Join(st.home, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fmt.Errorf("furnish the home: %w", err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return fmt.Errorf("furnish the home: %w", err)
		}
	}
	if out, err := st.command("git", "init", "-q").CombinedOutput(); err != nil {
		return fmt.Errorf("make the project: %w: %s", err, out)
	}
	install := []string{"install", st.client.Name, "--sandbox", sandbox}
	for _, flag := range st.scenario.Flags {
		install = append(install, st.fill(flag))
	}
	if out, err := st.command(st.enforcer, install...).CombinedOutput(); err != nil {
		return fmt.Errorf("register the hook: %w: %s", err, out)
	}
	return st.breakHook()
}

// started is the file in which a hook that fails writes down that it was started.
func (st *stage) started() string { return filepath.Join(st.root, "tmp", "hook-started") }

// breakHook puts the fault in the place of the program that is registered.
func (st *stage) breakHook() error {
	if st.scenario.Fault == "" {
		return nil
	}
	whole := st.hook + "-whole"
	if err := os.Rename(st.hook, whole); err != nil {
		return fmt.Errorf("break the hook: %w", err)
	}
	if st.scenario.Fault == missing {
		return nil
	}
	script := "#!/bin/sh\n: >'" + st.started() + "'\n" + strings.ReplaceAll(string(st.scenario.Fault), "«hook»", whole)
	return writeProgram(st.hook, []byte(script))
}

// copyProgram copies, because a link would show the client another path.
func copyProgram(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return fmt.Errorf("%w: run make build first", err)
	}
	return writeProgram(to, data)
}

// writeProgram writes a file that is to be run at once. Nothing is started meanwhile: what
// begins while the file is open for writing has it open, too, and then it cannot be run.
func writeProgram(path string, data []byte) error {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := os.WriteFile(path, data, 0o755); err != nil {
		return fmt.Errorf("write a program: %w", err)
	}
	return nil
}

// script is what the model asks for.
func (st *stage) script() []model.Call {
	t := st.scenario.Tool(st.client)
	text := st.fill(st.scenario.Text)
	if !t.Bare {
		text = quoted(text)
	}
	fill := strings.NewReplacer("«command»", text, "«path»", text, "«text»", "written")
	call := model.Call{Tool: t.Name, Input: fill.Replace(t.Input), Bare: t.Bare}
	if st.scenario.Talk {
		return []model.Call{call, call}
	}
	return []model.Call{call}
}

// quoted quotes text for the inside of a JSON string.
func quoted(text string) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		panic(fmt.Sprintf("write the string %q: %v", text, err)) // it can always be written
	}
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSuffix(b.String(), "\n"), `"`), `"`)
}

// fill puts the stage's own places and addresses into text.
func (st *stage) fill(text string) string {
	address := ""
	if st.model != nil {
		address = st.model.URL
	}
	return strings.NewReplacer(
		"«model»", address, "«prompt»", request, "«home»", st.home, "«project»", st.project, "«outside»", st.outside,
		"«git»", st.origin.Repository("repo"), "«script»", st.origin.File("setup.sh"),
	).Replace(text)
}

// filled fills each of the words.
func (st *stage) filled(words []string) []string {
	out := make([]string, len(words))
	for i, word := range words {
		out[i] = st.fill(word)
	}
	return out
}

// command is a program that runs in the project with the throw-away home and nothing of
// the user's own environment.
func (st *stage) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = st.project
	cmd.Env = []string{
		"HOME=" + st.home, "PATH=" + filepath.Dir(st.node) + string(filepath.ListSeparator) + os.Getenv("PATH"), "PWD=" + st.project,
		"TMPDIR=" + filepath.Join(st.root, "tmp"), "SHELL=/bin/bash", "TERM=xterm-256color", "LC_ALL=C.UTF-8", "USER=agent",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0", "IS_SANDBOX=1",
	}
	for _, variable := range st.client.Env {
		cmd.Env = append(cmd.Env, st.fill(variable))
	}
	return cmd
}

// landed tells whether marked files, or the file that a command leaves, lie in the sandbox
// and anywhere else.
func (st *stage) landed() (inSandbox, elsewhere bool, err error) {
	within := filepath.Join(st.home, "work", "sandbox") + string(filepath.Separator)
	err = filepath.WalkDir(st.root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil // a client is still clearing up
		case err != nil:
			return err
		case !d.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if d.Name() == "ran" || origin.Marked(data) {
			inSandbox = inSandbox || strings.HasPrefix(path, within)
			elsewhere = elsewhere || !strings.HasPrefix(path, within)
		}
		return nil
	})
	if err != nil {
		err = fmt.Errorf("look for what landed: %w", err)
	}
	return inSandbox, elsewhere, err
}
