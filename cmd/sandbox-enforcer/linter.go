package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/ast"
	"sandbox-enforcer/cmd/internal/facts"
	"sandbox-enforcer/cmd/internal/format"
	"sandbox-enforcer/cmd/internal/settings"
	"sandbox-enforcer/rules"
)

// linter is lintOptions made ready: what every command of one run has in common.
type linter struct {
	settings settings.Settings
	policies policies
	bounds   bounded
	source   ast.Source // but for its text
	form     format.Form
	format   format.Options
	tree     bool
}

// newLinter checks the options and settles what does not change from one command to
// the next.
func newLinter(w world, o lintOptions) (*linter, error) {
	form, err := o.form()
	if err != nil {
		return nil, err
	}
	colour, err := o.colour(w)
	if err != nil {
		return nil, err
	}
	env, err := o.environment(w)
	if err != nil {
		return nil, err
	}
	chosen, problems := settings.Load(fromHere(w, o.Settings), env, facts.OS{})
	if err := refused(w.stderr, problems); err != nil {
		return nil, err
	}
	source, err := o.source(w, env, chosen.Bounds.Worktree != "" || chosen.Bounds.Host != "")
	if err != nil {
		return nil, err
	}
	source.Dialect = chosen.Dialect
	if !chosen.Judges() && form.Name == "text" {
		fmt.Fprintln(w.stderr, "sandbox-enforcer: no sandbox is set, and no policy or worktree, so nothing is judged: give --sandbox DIR, --profile NAME or --worktree DIR, or set CONTENT_FILTER_SANDBOX_DIR, SANDBOX_ENABLED or SANDBOX_WORKTREE")
	}
	return &linter{
		settings: chosen,
		policies: policies{settings: chosen, env: env, stderr: w.stderr, found: map[string]*rules.Policy{}},
		bounds:   newBounded(chosen, env, w.stderr),
		source:   source,
		form:     form,
		format:   format.Options{Colour: colour},
		tree:     o.Tree,
	}, nil
}

// paths are the settings that name files and directories.
var paths = []string{"--policy", "--project", "--audit", "--worktree", "--host-repo", "--allow-dirs"}

// fromHere returns the settings with files and directories that are given as seen from
// the working directory made absolute, as a person at a shell means them.
func fromHere(w world, given []string) []string {
	dir, err := w.dir()
	if err != nil {
		return given
	}
	out := slices.Clone(given)
	for i, arg := range out {
		name, value, _ := strings.Cut(arg, "=")
		if !slices.Contains(paths, name) || name == "--audit" && value == "off" {
			continue
		}
		parts := []string{value}
		if name == "--allow-dirs" {
			parts = strings.Split(value, ":")
		}
		for j, part := range parts {
			first, _, _ := strings.Cut(part, "/")
			if part != "" && first != "~" && first != "$HOME" {
				parts[j] = absolute(dir, part)
			}
		}
		out[i] = name + "=" + strings.Join(parts, ":")
	}
	return out
}

// refused writes the warnings to stderr and returns the problems that lint does not go
// on with: what it says of a command has to be what the settings ask for. The hook,
// which has to answer, goes on with less.
func refused(stderr io.Writer, problems []settings.Problem) error {
	var errs []error
	for _, p := range problems {
		if p.Kind == settings.Warning {
			fmt.Fprintf(stderr, "sandbox-enforcer: %s\n", format.Escape(p.Message))
			continue
		}
		errs = append(errs, p)
	}
	return errors.Join(errs...)
}

func (o lintOptions) form() (format.Form, error) {
	name := o.Format
	switch {
	case name == "" && o.Lines:
		name = "jsonl"
	case name == "":
		name = "text"
	case o.Lines && name == "json":
		return format.Form{}, errors.New("--jsonl answers each line with one line, and --format json has several: give --format jsonl, or leave it out")
	}
	form, ok := format.Find(name)
	if !ok {
		return format.Form{}, fmt.Errorf("--format cannot be %q: give one of %s", name, strings.Join(format.Names(), ", "))
	}
	return form, nil
}

// colour decides by the flag, then by NO_COLOR (https://no-color.org: set and not
// empty), then by what standard output is.
func (o lintOptions) colour(w world) (bool, error) {
	switch o.Colour {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "auto":
		none, _ := w.env("NO_COLOR")
		kind, _ := w.env("TERM")
		return none == "" && kind != "dumb" && terminal(w.stdout), nil
	default:
		return false, fmt.Errorf("--color cannot be %q: give one of %s", o.Colour, strings.Join(colours, ", "))
	}
}

// environment returns the lookup of variables, with the home directory of the options.
func (o lintOptions) environment(w world) (func(string) (string, bool), error) {
	if o.Home == "" {
		return w.env, nil
	}
	if !filepath.IsAbs(o.Home) {
		return nil, fmt.Errorf("--home cannot be %q: give an absolute directory", o.Home)
	}
	return func(name string) (string, bool) {
		if name == "HOME" {
			return o.Home, true
		}
		return w.env(name)
	}, nil
}

// source returns what is known of the place that commands run in, as the hook knows
// it: the directory, HOME and TMPDIR where they are absolute, and whether git is told
// of a repository, and of which only where a worktree bounds the commands.
func (o lintOptions) source(w world, env func(string) (string, bool), bounded bool) (ast.Source, error) {
	dir, err := w.dir()
	if err != nil && !filepath.IsAbs(o.Dir) {
		return ast.Source{}, fmt.Errorf("the working directory cannot be told: give --cwd with an absolute directory: %w", err)
	}
	here := ast.Known(absolute(dir, o.Dir))
	known := map[string]ast.Value{"PWD": here}
	for _, name := range []string{"HOME", "TMPDIR"} {
		value, set := env(name)
		switch {
		case filepath.IsAbs(value):
			known[name] = ast.Known(value)
		case set:
			known[name] = ast.Unknown("it is not an absolute path in the environment", name)
		}
	}
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE"} {
		switch value, set := env(name); {
		case set && bounded && filepath.IsAbs(value):
			known[name] = ast.Known(value) // a launcher sets it for the worktree
		case set:
			known[name] = ast.Unknown("it is set in the environment", name)
		}
	}
	return ast.Source{Dir: here, Env: known, IsDir: facts.OS{}.IsDir}, nil
}

// one explains one script. Where it cannot be read, a report for people goes to
// standard error, since it is an error for them; a report for programs goes where
// programs look for it.
func (l *linter) one(w world, text string) error {
	source := l.source
	source.Text = text
	report, err := l.explain(nil, source)
	if err != nil {
		return err
	}
	out := w.stdout
	if report.Error != "" && l.form.Name == "text" {
		out = w.stderr
	}
	if err := l.form.Write(out, l.format, report); err != nil {
		return fmt.Errorf("cannot write the report: %w", err)
	}
	if report.Error != "" {
		return errUnreadable
	}
	return found(report)
}

// lines explains each line of the input. What has been answered is written before
// more input is waited for, so that a program can hold a conversation.
func (l *linter) lines(w world) error {
	if terminal(w.stdin) {
		return errors.New("standard input is a terminal: send one JSON object a line to it")
	}
	out := bufio.NewWriter(w.stdout)
	verdict := error(nil)
	err := eachItem(flushed{w.stdin, out}, func(it item) error {
		report, err := l.explain(json.RawMessage(it.id), l.sourceOf(it))
		if err != nil {
			return err
		}
		if report.Error != "" || found(report) != nil {
			verdict = errFound
		}
		return l.form.Write(out, l.format, report)
	})
	if flushErr := out.Flush(); flushErr != nil {
		return fmt.Errorf("cannot write the reports: %w", flushErr)
	}
	if err != nil {
		return err
	}
	return verdict
}

// flushed is a reader that writes out what is waiting in a buffer before it reads.
type flushed struct {
	io.Reader
	out *bufio.Writer
}

func (f flushed) Read(p []byte) (int, error) {
	if err := f.out.Flush(); err != nil {
		return 0, err
	}
	return f.Reader.Read(p)
}

// explain makes the report of one script.
func (l *linter) explain(id json.RawMessage, source ast.Source) (format.Report, error) {
	chosen := l.bounds.of(source)
	chosen.Policy = l.policies.of(source)
	a := analyzer.Analyzer{Settings: chosen, Facts: facts.OS{}}
	answer := a.Analyze(analyzer.Request{Tool: "Bash", Sources: []ast.Source{source}})
	report := format.New(id, answer)
	if !l.tree {
		return report, nil
	}
	if len(answer.Scripts) > 0 {
		err := report.AddTree(answer.Scripts[0])
		return report, err
	}
	return report, nil
}

// found returns errFound where the command would not run as it is.
func found(r format.Report) error {
	if slices.Contains([]string{rules.Pass.String(), rules.Allow.String()}, r.Decision) {
		return nil
	}
	return errFound
}

// sourceOf returns the source of one line: its directory and variables come on top of
// those of the run.
func (l *linter) sourceOf(it item) ast.Source {
	source := l.source
	source.Text = it.command
	source.Env = make(map[string]ast.Value, len(l.source.Env)+len(it.env))
	for name, value := range l.source.Env {
		source.Env[name] = value
	}
	if it.cwd != "" {
		source.Dir = directory(it.cwd)
		source.Env["PWD"] = source.Dir
	}
	for name, value := range it.env {
		source.Env[name] = value
	}
	return source
}

// directory returns a directory as far as it is known: a relative one could be
// anywhere.
func directory(path string) ast.Value {
	if !filepath.IsAbs(path) {
		return ast.Unknown(fmt.Sprintf("the directory %q of the input is relative", path), "PWD")
	}
	return ast.Known(path)
}

// absolute returns path, taken from base where it is relative or empty. It is not cleaned: what
// .. means is decided where links are known.
func absolute(base, path string) string {
	switch {
	case path == "":
		return base
	case filepath.IsAbs(path):
		return path
	}
	return strings.TrimSuffix(base, "/") + "/" + path
}
