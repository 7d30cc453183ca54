package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"sandbox-enforcer/cmd/internal/origin"
)

// sandbox is the setting, as a user would write it.
const sandbox = "~/work/sandbox"

// scene is one command that an agent could write. In command, «git» is the URL of a
// repository and «file» that of a file.
type scene struct {
	title   string
	command string
	needs   string // the program that runs it
}

var scenes = []scene{
	{"a clone, and what follows it", "git clone -q «git» && ls", "git"},
	{"a download, inside a script for another shell", "bash -c 'curl -sS -o notes.txt «file»'", "curl"},
	{"text that only looks like a command", "echo 'git clone «git»'", "echo"},
}

// stage is the temporary directory with a home and a project in it, and the programs
// that are shown.
type stage struct {
	w                   io.Writer
	root, home, project string
	hook, lint, shell   string
	origin              *origin.Server
}

// Run shows all scenes on w with the two programs. It fails where a program is
// missing, where one does not do its part, and where a file landed outside the
// sandbox.
func Run(w io.Writer, hookPath, lintPath string) error {
	s := &stage{w: w}
	for program, path := range map[*string]string{&s.hook: hookPath, &s.lint: lintPath} {
		found, err := exec.LookPath(path)
		if err == nil {
			found, err = filepath.Abs(found)
		}
		if err != nil {
			return fmt.Errorf("%s is not there: run make build first", path)
		}
		*program = found
	}
	dir, err := os.MkdirTemp("", "demo-")
	if err != nil {
		return fmt.Errorf("make a temporary directory: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := s.build(dir); err != nil {
		return err
	}
	defer s.origin.Close()
	s.line("The origin of all content here is %s, a server inside this program.", s.origin.URL)
	s.line("The sandbox is %s; the agent works in ~/project.", sandbox)
	landed := 0
	for i, sc := range scenes {
		n, err := s.play(i+1, sc)
		if err != nil {
			return fmt.Errorf("%s: %w", sc.title, err)
		}
		landed += n
	}
	s.line("")
	s.line("%d files were fetched. All of them are in %s, and nothing is anywhere else.", landed, sandbox)
	return nil
}

// build makes the home, the project and the origin below dir.
func (s *stage) build(dir string) error {
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return fmt.Errorf("find the temporary directory: %w", err)
	}
	s.root, s.home, s.project = root, filepath.Join(root, "home"), filepath.Join(root, "home", "project")
	if err := os.MkdirAll(s.project, 0o755); err != nil {
		return fmt.Errorf("make the project: %w", err)
	}
	if s.shell, err = exec.LookPath("bash"); err != nil {
		if s.shell, err = exec.LookPath("sh"); err != nil {
			return errors.New("neither bash nor sh is installed: install one of them")
		}
	}
	server := filepath.Join(root, "origin")
	if err := os.Mkdir(server, 0o755); err != nil {
		return fmt.Errorf("make the origin: %w", err)
	}
	s.origin, err = origin.New(server)
	return err
}

// play shows one scene and returns how many files landed.
func (s *stage) play(number int, sc scene) (int, error) {
	command := strings.NewReplacer("«git»", s.origin.Repository("repo"), "«file»", s.origin.File("notes.txt")).Replace(sc.command)
	s.heading(fmt.Sprintf("%d. %s", number, sc.title))
	s.part("The command as the agent wrote it", command)
	explanation, err := s.explain(command)
	if err != nil {
		return 0, err
	}
	s.part("sandbox-enforcer lint explains", explanation)
	answer, messages, err := s.ask(command)
	if err != nil {
		return 0, err
	}
	shown, rewritten, err := read(answer)
	if err != nil {
		return 0, err
	}
	s.part("sandbox-enforcer-hook answers the agent", shown)
	if messages != "" {
		s.part("and tells the person", messages)
	}
	if rewritten == "" {
		rewritten = command
	}
	if _, err := exec.LookPath(sc.needs); err != nil {
		s.part("The command is not run", sc.needs+" is not installed: install it to see this part")
		return 0, nil
	}
	return s.perform(rewritten)
}

// perform runs the command and shows what landed.
func (s *stage) perform(command string) (int, error) {
	before, err := files(s.root)
	if err != nil {
		return 0, err
	}
	cmd := exec.Command(s.shell, "-c", command)
	cmd.Dir, cmd.Env = s.project, s.environ()
	out, err := cmd.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("run %q: %w: %s", command, err, out)
	}
	s.part("The command that runs", command)
	if len(out) > 0 {
		s.part("It prints", string(out))
	}
	after, err := files(s.root)
	if err != nil {
		return 0, err
	}
	landed, err := s.landed(before, after)
	if err != nil {
		return 0, err
	}
	if len(landed) == 0 {
		s.part("What landed", "nothing")
		return 0, nil
	}
	s.part("What landed in "+sandbox, draw(landed))
	return len(landed), nil
}

// landed returns the files that are new, or hold fetched content now, relative to the
// sandbox. It fails where one is anywhere else, and where none of them came from the
// origin.
func (s *stage) landed(before, after map[string]bool) ([]string, error) {
	inside := filepath.Join(s.home, "work", "sandbox") + string(filepath.Separator)
	var landed []string
	marked := 0
	for path, isMarked := range after {
		if was, old := before[path]; old && was == isMarked {
			continue
		}
		name, ok := strings.CutPrefix(path, inside)
		if !ok {
			return nil, fmt.Errorf("%s landed outside the sandbox", path)
		}
		landed = append(landed, filepath.ToSlash(name))
		if isMarked {
			marked++
		}
	}
	if len(landed) > 0 && marked == 0 {
		return nil, errors.New("files are new, yet none of them came from the origin")
	}
	return landed, nil
}

// explain runs lint, which ends with status 1 where it would change something.
func (s *stage) explain(command string) (string, error) {
	cmd := exec.Command(s.lint, "lint", "--color", "never", "--cwd", s.project, "--home", s.home, "--sandbox", sandbox, "--dialect", "bash", "--", command)
	cmd.Env = s.environ()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		return "", fmt.Errorf("run lint: %w: %s", err, stderr.String())
	}
	return string(out), nil
}

// ask gives the hook the event that Claude Code sends before it runs a command, and
// returns what it writes to standard output and to standard error.
func (s *stage) ask(command string) (answer []byte, messages string, err error) {
	type input struct {
		Command     string `json:"command"`
		Description string `json:"description"`
	}
	event, err := json.Marshal(struct {
		Session   string `json:"session_id"`
		Event     string `json:"hook_event_name"`
		Mode      string `json:"permission_mode"`
		Dir       string `json:"cwd"`
		Tool      string `json:"tool_name"`
		ToolInput input  `json:"tool_input"`
	}{"demo", "PreToolUse", "default", s.project, "Bash", input{command, "Fetch something"}})
	if err != nil {
		return nil, "", fmt.Errorf("write the event: %w", err)
	}
	cmd := exec.Command(s.hook)
	cmd.Dir, cmd.Env, cmd.Stdin = s.project, append(s.environ(), "CONTENT_FILTER_SANDBOX_DIR="+sandbox), bytes.NewReader(event)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	answer, err = cmd.Output()
	if err != nil {
		return nil, "", fmt.Errorf("run the hook: %w: %s", err, stderr.String())
	}
	return answer, stderr.String(), nil
}

// read returns the hook's answer as people read it, and the rewritten command, or ""
// where the command stays as it is.
func read(answer []byte) (shown, rewritten string, err error) {
	if len(bytes.TrimSpace(answer)) == 0 {
		return "(nothing: it has no opinion, and the agent's own permissions apply)", "", nil
	}
	var form struct {
		Output struct {
			Decision string `json:"permissionDecision"`
			Reason   string `json:"permissionDecisionReason"`
			Input    struct {
				Command string `json:"command"`
			} `json:"updatedInput"`
		} `json:"hookSpecificOutput"`
	}
	if err := json.Unmarshal(answer, &form); err != nil {
		return "", "", fmt.Errorf("read the hook's answer %q: %w", answer, err)
	}
	if d := form.Output.Decision; d == "ask" || d == "deny" {
		return "", "", fmt.Errorf("the hook answers %s: %s", d, form.Output.Reason)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, bytes.TrimSpace(answer), "", "  "); err != nil {
		return "", "", fmt.Errorf("show the hook's answer: %w", err)
	}
	return b.String(), form.Output.Input.Command, nil
}

// environ is the environment of all programs that are run: without the user's own
// configuration.
func (s *stage) environ() []string {
	env := []string{"HOME=" + s.home, "PATH=" + os.Getenv("PATH"), "SHELL=" + s.shell, "TMPDIR=" + s.root}
	return append(env, "GIT_CONFIG_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C.UTF-8")
}
