package casefile

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/cmd/internal/bounds"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/protocol"
	"sandbox-enforcer/cmd/internal/settings"
	"sandbox-enforcer/rules"
)

// The place that commands run in where a case file says nothing else.
const (
	Home    = "/home/me"
	Cwd     = "/home/me/project"
	Sandbox = "~/work/sandbox"
)

// File is one case file.
type File struct {
	// Title is the first line of the prose, Doc the rest of it.
	Title, Doc string
	// Rows are the commands with their answers, in order.
	Rows []Row

	settings []string // as a command line: "--mode", "block"
	cwd      ast.Value
	env      map[string]ast.Value
	shell    string
	tree     []facts.Entry
	archive  *txtar.Archive
}

// Row is one command with the answer that it gets, both as the file spells them.
type Row struct {
	// Command is the command; of a call of another tool, the tool's name, a blank and
	// its input, a JSON value.
	Command string
	// Call says that it is such a call.
	Call   bool
	Answer string
	// Line is the command's line in the section, counted from one.
	Line int
}

// Parse reads a case file. Its errors name the section and the line.
func Parse(data []byte) (*File, error) {
	archive := txtar.Parse(data)
	f := &File{archive: archive, cwd: ast.Known(Cwd), env: map[string]ast.Value{"HOME": ast.Known(Home)}, shell: "/bin/bash"}
	title, doc, _ := strings.Cut(string(archive.Comment), "\n")
	f.Title, f.Doc = strings.TrimSpace(title), strings.TrimSpace(doc)
	if f.Title == "" {
		return nil, fmt.Errorf("the file has no prose: say in its first line what it shows")
	}
	f.settings = []string{"--sandbox", Sandbox}
	for _, section := range archive.Files {
		if section.Name == "profile" {
			// Of a policy's cases only the class counts, so that no sandbox is set.
			f.settings = []string{"--profile", strings.TrimSpace(string(section.Data))}
		}
	}
	for _, section := range archive.Files {
		if err := f.section(section.Name, string(section.Data)); err != nil {
			return nil, fmt.Errorf("section %s: %w", section.Name, err)
		}
	}
	if len(f.Rows) == 0 {
		return nil, fmt.Errorf("the file has no rows: add a section \"rows\" or \"calls\"")
	}
	return f, nil
}

func (f *File) section(name, data string) error {
	switch name {
	case "rows", "calls":
		if len(f.Rows) > 0 {
			return fmt.Errorf("the file has rows already: make it two files")
		}
		return f.rows(data, name == "calls")
	case "profile":
		return nil
	case "cwd":
		f.cwd = ast.Known(strings.TrimSpace(data))
		if f.cwd.Is("") {
			f.cwd = ast.Unknown("the working directory is not known", "")
		}
		return nil
	}
	for _, line := range strings.Split(strings.TrimSpace(data), "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if err := f.line(name, line); err != nil {
			return err
		}
	}
	return nil
}

func (f *File) line(section, line string) error {
	switch section {
	case "settings":
		name, value, _ := strings.Cut(line, " ")
		f.settings = append(f.settings, "--"+name, strings.TrimSpace(value))
	case "env":
		name, value, known := strings.Cut(line, "=")
		switch {
		case name == "SHELL":
			f.shell = value
		case known:
			f.env[name] = ast.Known(value)
		case strings.HasSuffix(name, "?"):
			f.env[name[:len(name)-1]] = ast.Unknown("its value is not known", name[:len(name)-1])
		default:
			delete(f.env, name)
		}
	case "tree":
		path, target, link := strings.Cut(line, " -> ")
		name, text, filled := strings.Cut(line, " = ")
		switch {
		case filled:
			f.tree = append(f.tree, facts.File(name, text+"\n"))
		case link:
			f.tree = append(f.tree, facts.Link(path, target))
		case strings.HasSuffix(path, "/"):
			f.tree = append(f.tree, facts.Dir(strings.TrimSuffix(path, "/")))
		default:
			f.tree = append(f.tree, facts.File(path, ""))
		}
	default:
		return fmt.Errorf("there is no such section: see the package's documentation")
	}
	return nil
}

func (f *File) rows(data string, calls bool) error {
	for i, line := range strings.Split(strings.TrimRight(data, "\n"), "\n") {
		answer, ok := strings.CutPrefix(line, "\t")
		switch {
		case ok && len(f.Rows) == 0:
			return fmt.Errorf("line %d: an answer without a command", i+1)
		case ok:
			last := &f.Rows[len(f.Rows)-1]
			if last.Answer != "" {
				answer = last.Answer + "\n" + answer
			}
			last.Answer = answer
		case line == "":
		default:
			command := line
			if text, err := strconv.Unquote(line); err == nil && line[0] == '"' {
				command = text
			}
			f.Rows = append(f.Rows, Row{Command: command, Call: calls, Line: i + 1})
		}
	}
	return nil
}

// Request is the request of a row, and the analyzer that answers it.
func (f *File) Request(row Row) (*analyzer.Analyzer, analyzer.Request, error) {
	memory, err := facts.NewMemory(append(append([]facts.Entry(nil), defaultTree(f.tree)...), f.tree...)...)
	if err != nil {
		return nil, analyzer.Request{}, fmt.Errorf("section tree: %w", err)
	}
	home, _ := f.env["HOME"].Text()
	vars := map[string]string{"HOME": home, "SHELL": f.shell}
	env := func(name string) (string, bool) {
		v, ok := vars[name]
		return v, ok && v != ""
	}
	set, problems := settings.Load(f.settings, env, memory)
	if len(problems) > 0 {
		return nil, analyzer.Request{}, fmt.Errorf("section settings: %s", problems[0].Message)
	}
	src := ast.Source{Text: row.Command, Dialect: set.Dialect, Dir: f.cwd, Env: f.env, IsDir: memory.IsDir}
	if set.Policy.On {
		policy, ok := rules.FindProfile(set.Policy.Profile)
		if !ok {
			return nil, analyzer.Request{}, fmt.Errorf("section settings: there is no profile %q", set.Policy.Profile)
		}
		dir, _ := f.cwd.Text()
		policy.Root = facts.Project(memory, dir)
		set.Analyzer.Policy = &policy
	}
	dir, _ := f.cwd.Text()
	chosen, notes := bounds.Find(set, memory, dir, env)
	if len(notes) > 0 {
		return nil, analyzer.Request{}, fmt.Errorf("section settings: %s", notes[0])
	}
	a := &analyzer.Analyzer{Settings: chosen, Facts: memory}
	if row.Call {
		req, err := call(row.Command, dir)
		return a, req, err
	}
	agent := "claude"
	if set.Agent != settings.AutoAgent {
		agent = set.Agent
	}
	return a, analyzer.Request{Event: "PreToolUse", Agent: agent, Tool: "Bash", Sources: []ast.Source{src}}, nil
}

// call is the request of a tool that is no shell, as Claude Code's event tells it.
func call(text, dir string) (analyzer.Request, error) {
	tool, input, ok := strings.Cut(text, " ")
	if !ok {
		return analyzer.Request{}, fmt.Errorf("the call %q has no input: write TOOL {…}", text)
	}
	claude, _ := protocol.Find("claude")
	cwd := ""
	if dir != "" {
		cwd = fmt.Sprintf("%q:%q,", "cwd", dir)
	}
	event, err := claude.Decode(fmt.Appendf(nil, `{"hook_event_name":"PreToolUse",%s"tool_name":%q,"tool_input":%s}`, cwd, tool, input))
	if err != nil {
		return analyzer.Request{}, fmt.Errorf("the call %q: %w", text, err)
	}
	return event.Request, nil
}

// defaultTree is what exists in every case, but for what the case itself has there.
func defaultTree(tree []facts.Entry) []facts.Entry {
	if _, err := facts.NewMemory(append([]facts.Entry{facts.Dir(Cwd)}, tree...)...); err != nil {
		return nil
	}
	return []facts.Entry{facts.Dir(Cwd)}
}

// Answer is how a report answers its only command, as case files spell it.
func Answer(r analyzer.Report) string {
	rewritten := ""
	if len(r.Rewritten) > 0 {
		rewritten = r.Rewritten[0]
	}
	if strings.ContainsAny(rewritten, "\n\t") {
		rewritten = strconv.Quote(rewritten)
	}
	replaces := ""
	if r.Subject != nil && r.Subject.Replaces {
		replaces = "\nreplaces: " + r.Subject.NewPath
	}
	switch {
	case r.Verdict == rules.Rewrite && r.Grant:
		return "rewrite granted: " + rewritten + replaces
	case r.Verdict == rules.Rewrite:
		return "rewrite: " + rewritten + replaces
	case len(r.Findings) == 0:
		return r.Verdict.String()
	case r.Class == rules.Safe && len(r.Findings) == 1:
		return r.Class.String()
	}
	var b strings.Builder
	for i, f := range r.Findings {
		if i > 0 {
			b.WriteByte('\n')
		}
		verdict := f.Verdict.String()
		if strings.HasPrefix(f.Rule.ID, "policy-") {
			verdict = r.Class.String()
		}
		fmt.Fprintf(&b, "%s: %s [%s]", verdict, f.Message, f.Rule.ID)
	}
	if rewritten != "" {
		b.WriteString("\nuse: " + rewritten)
	}
	return b.String()
}

// Format writes the file with the answers of its rows replaced.
func (f *File) Format(answers []string) []byte {
	archive := &txtar.Archive{Comment: f.archive.Comment}
	for _, section := range f.archive.Files {
		if section.Name == "rows" || section.Name == "calls" {
			section.Data = f.formatRows(section.Data, answers)
		}
		archive.Files = append(archive.Files, section)
	}
	return txtar.Format(archive)
}

func (f *File) formatRows(data []byte, answers []string) []byte {
	var b bytes.Buffer
	row := 0
	for _, line := range strings.Split(strings.TrimRight(string(data), "\n"), "\n") {
		if strings.HasPrefix(line, "\t") {
			continue
		}
		b.WriteString(line + "\n")
		if line == "" {
			continue
		}
		b.WriteString("\t" + strings.ReplaceAll(answers[row], "\n", "\n\t") + "\n")
		row++
	}
	return b.Bytes()
}
