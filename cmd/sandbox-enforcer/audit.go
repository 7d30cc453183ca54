package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sandbox-enforcer/cmd/internal/audit"
	"sandbox-enforcer/cmd/internal/audit/read"
	"sandbox-enforcer/cmd/internal/format"
)

// auditOptions are the choices of one run of audit.
type auditOptions struct {
	// File is the log; empty is the one that the environment or the project has.
	File string
	// Project is the directory whose log is meant; empty is the git top level of the
	// working directory, else that itself.
	Project string
	// JSON asks for documents instead of text for people.
	JSON bool
	// Since and Until bound the time, as read.ParseTime reads them.
	Since, Until string
	Filter       read.Filter
	// Last is how many records tail shows.
	Last int
	// Follow has tail wait for more.
	Follow bool

	// now is the time that stretches of time are counted back from, and poll how often
	// Follow looks.
	now  time.Time
	poll time.Duration
}

const auditLong = `Audit reads the log of decisions: one JSON object a line, which the hook appends to
.claude/logs/audit.jsonl of the project, or to the file that SANDBOX_AUDIT names.

Exit status: 0, 1 where verify finds a line that cannot be read, 2 for bad usage or a
log that cannot be read.`

const auditExample = `  sandbox-enforcer audit tail -n 20 --follow
  sandbox-enforcer audit show --since 2h --class BLOCKED
  sandbox-enforcer audit show 3f2a9c0d1b4e5f60
  sandbox-enforcer audit stats --since 7d --json
  sandbox-enforcer audit verify --file audit.jsonl`

func newAudit(w world) *cobra.Command {
	o := auditOptions{now: time.Now(), poll: 500 * time.Millisecond}
	cmd := &cobra.Command{
		Use:     "audit",
		Short:   "Read the log of decisions",
		Long:    auditLong,
		Example: auditExample,
		Args:    knownCommand,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.SuggestionsMinimumDistance = 2
	flags := cmd.PersistentFlags()
	flags.Var(&word{text: &o.File, kind: "FILE"}, "file", "the log (default $SANDBOX_AUDIT, else .claude/logs/audit.jsonl of the project)")
	flags.Var(&word{text: &o.Project, kind: "DIR"}, "project", "the project (default the git top level of the working directory, else that itself)")
	flags.BoolVar(&o.JSON, "json", false, "print JSON: one record a line, and one document for stats and verify")
	cmd.AddCommand(newAuditShow(w, &o), newAuditTail(w, &o), newAuditStats(w, &o), newAuditVerify(w, &o))
	return cmd
}

// addFilter adds the flags that say which records are meant.
func addFilter(cmd *cobra.Command, o *auditOptions) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(&word{text: &o.Since, kind: "TIME"}, "since", "only records from then on: 90m, 2h or 7d ago, a day, or a time of RFC 3339")
	flags.Var(&word{text: &o.Until, kind: "TIME"}, "until", "only records before then")
	flags.Var(&word{text: &o.Filter.Session, kind: "ID"}, "session", "only records of that session")
	flags.Var(&word{text: &o.Filter.Class, kind: "WORD"}, "class", "only records of that classification or decision")
	flags.Var(&word{text: &o.Filter.Rule, kind: "ID"}, "rule", "only records that the rule is named in")
	flags.Var(&word{text: &o.Filter.ID, kind: "ID"}, "id", "only the record of that id, or of ids that begin so")
	complete(cmd, "class", []string{"SAFE", "NEEDS_APPROVAL", "BLOCKED", "allow", "pass", "rewrite", "ask", "deny"})
}

func newAuditShow(w world, o *auditOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "show [flags] [ID]",
		Short:             "Print records with all they hold",
		Args:              atMost(1),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.Filter.ID = args[0]
			}
			return runAuditShow(w, *o)
		},
	}
	addFilter(cmd, o)
	return cmd
}

func newAuditTail(w world, o *auditOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "tail [flags]",
		Short:             "Print the last records, a line each",
		Args:              atMost(0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return runAuditTail(cmd.Context(), w, *o) },
	}
	addFilter(cmd, o)
	cmd.Flags().IntVarP(&o.Last, "lines", "n", 20, "how many records")
	cmd.Flags().BoolVarP(&o.Follow, "follow", "f", false, "go on with those that are written from now on")
	return cmd
}

func newAuditStats(w world, o *auditOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "stats [flags]",
		Short:             "Count decisions, saved prompts and rules",
		Args:              atMost(0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(*cobra.Command, []string) error { return runAuditStats(w, *o) },
	}
	addFilter(cmd, o)
	return cmd
}

func newAuditVerify(w world, o *auditOptions) *cobra.Command {
	return &cobra.Command{
		Use:               "verify [flags]",
		Short:             "Find lines that cannot be read",
		Args:              atMost(0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(*cobra.Command, []string) error { return runAuditVerify(w, *o) },
	}
}

// atMost refuses more words than a command takes.
func atMost(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			return fmt.Errorf("the argument %q is not expected: see '%s --help'", args[n], cmd.CommandPath())
		}
		return nil
	}
}

// runAuditShow prints every record that is meant. An id that no record has is an
// error: whoever gives one has seen it somewhere.
func runAuditShow(w world, o auditOptions) error {
	f, filter, err := o.open(w)
	if err != nil {
		return err
	}
	defer f.Close()
	shown := 0
	_, err = read.Each(f, func(r read.Record) error {
		if !filter.Match(r) {
			return nil
		}
		shown++
		if o.JSON {
			return printRaw(w.stdout, r)
		}
		return printRecord(w.stdout, r, shown > 1)
	})
	if err == nil && shown == 0 && filter.ID != "" {
		return fmt.Errorf("no record has the id %q: see 'sandbox-enforcer audit tail'", filter.ID)
	}
	return err
}

// runAuditTail prints the last records, and with Follow those that are written until
// the context ends.
func runAuditTail(ctx context.Context, w world, o auditOptions) error {
	if o.Last < 0 {
		return fmt.Errorf("-n cannot be %d: give a number of records", o.Last)
	}
	f, filter, err := o.open(w)
	if err != nil {
		return err
	}
	defer f.Close()
	whole, err := wholeLines(f)
	if err != nil {
		return err
	}
	var last []read.Record
	_, err = read.Each(io.NewSectionReader(f, 0, whole), func(r read.Record) error {
		if filter.Match(r) {
			last = append(last, r)
		}
		if len(last) > o.Last {
			last = last[1:]
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, r := range last {
		if err := o.printLine(w, r); err != nil {
			return err
		}
	}
	if !o.Follow {
		return nil
	}
	return o.follow(ctx, w, f.Name(), filter, whole)
}

// follow prints what is written behind the offset. A file that became shorter, or is
// another one, is read from its beginning.
func (o auditOptions) follow(ctx context.Context, w world, path string, filter read.Filter, from int64) error {
	var before fs.FileInfo
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(o.poll):
		}
		f, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // it is being replaced
		}
		if err != nil {
			return fmt.Errorf("cannot read the audit log: %w", err)
		}
		info, err := f.Stat()
		if err == nil && (info.Size() < from || before != nil && !os.SameFile(before, info)) {
			from = 0
		}
		before = info
		if err == nil {
			from, err = o.more(w, f, filter, from)
		}
		_ = f.Close() // only read
		if err != nil {
			return err
		}
	}
}

// more prints the records of the whole lines behind the offset, and returns where the
// next line begins.
func (o auditOptions) more(w world, f *os.File, filter read.Filter, from int64) (int64, error) {
	whole, err := wholeLines(f)
	if err != nil || whole <= from {
		return from, err
	}
	_, err = read.Each(io.NewSectionReader(f, from, whole-from), func(r read.Record) error {
		if !filter.Match(r) {
			return nil
		}
		return o.printLine(w, r)
	})
	return whole, err
}

// wholeLines returns how many bytes of the file are whole lines. A line that is being
// written has no end yet.
func wholeLines(f *os.File) (int64, error) {
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return 0, fmt.Errorf("cannot read the audit log: %w", err)
	}
	buffer := make([]byte, 4096)
	for end := size; end > 0; {
		n := min(end, int64(len(buffer)))
		if _, err := f.ReadAt(buffer[:n], end-n); err != nil {
			return 0, fmt.Errorf("cannot read the audit log: %w", err)
		}
		if i := bytes.LastIndexByte(buffer[:n], '\n'); i >= 0 {
			return end - n + int64(i) + 1, nil
		}
		end -= n
	}
	return 0, nil
}

func runAuditStats(w world, o auditOptions) error {
	f, filter, err := o.open(w)
	if err != nil {
		return err
	}
	defer f.Close()
	var records []read.Record
	tally, err := read.Each(f, func(r read.Record) error {
		if filter.Match(r) {
			r.Raw, r.Command, r.Reason = nil, "", ""
			records = append(records, r)
		}
		return nil
	})
	if err != nil {
		return err
	}
	stats := read.Summarize(records)
	stats.Torn = len(tally.Torn)
	if o.JSON {
		return printJSON(w.stdout, stats)
	}
	return chart(w).Write(w.stdout, stats)
}

// chart draws with blocks on a terminal, as wide as it is.
func chart(w world) read.Chart {
	c := read.Chart{Width: 80, Blocks: terminal(w.stdout)}
	text, _ := w.env("COLUMNS")
	if n, err := strconv.Atoi(text); err == nil && n >= 20 && n <= 1000 {
		c.Width = n
	}
	return c
}

// runAuditVerify returns errFound where a line cannot be read.
func runAuditVerify(w world, o auditOptions) error {
	f, _, err := o.open(w)
	if err != nil {
		return err
	}
	defer f.Close()
	tally, err := read.Each(f, func(read.Record) error { return nil })
	if err != nil {
		return err
	}
	if o.JSON {
		err = printJSON(w.stdout, struct {
			Good int   `json:"good"`
			Torn []int `json:"torn"`
		}{tally.Good, append([]int{}, tally.Torn...)})
	} else {
		_, err = io.WriteString(w.stdout, verdictOf(tally))
	}
	if err == nil && len(tally.Torn) > 0 {
		err = errFound
	}
	return err
}

// verdictOf says in words what is in a log.
func verdictOf(t read.Tally) string {
	text := "readable: " + read.Plural(t.Good, "line") + "\n"
	if len(t.Torn) == 0 {
		return text
	}
	text += "torn: " + read.Plural(len(t.Torn), "line") + ", number"
	const most = 100
	for _, n := range t.Torn[:min(most, len(t.Torn))] {
		text += " " + strconv.Itoa(n)
	}
	if len(t.Torn) > most {
		text += " …"
	}
	return text + "\n"
}

// open returns the log, and the filter with its times.
func (o auditOptions) open(w world) (*os.File, read.Filter, error) {
	filter := o.Filter
	for _, t := range []struct {
		name, text string
		at         *time.Time
	}{{"--since", o.Since, &filter.Since}, {"--until", o.Until, &filter.Until}} {
		if t.text == "" {
			continue
		}
		at, err := read.ParseTime(t.text, o.now)
		if err != nil {
			return nil, filter, fmt.Errorf("%s: %w", t.name, err)
		}
		*t.at = at
	}
	path, err := o.path(w)
	if err != nil {
		return nil, filter, err
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, filter, fmt.Errorf("there is no audit log at %q: give --file, or --project for another project", path)
	case err != nil:
		return nil, filter, fmt.Errorf("cannot read the audit log: %w", err)
	case !info.Mode().IsRegular():
		return nil, filter, fmt.Errorf("%q is not a regular file: give --file with an audit log", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, filter, fmt.Errorf("cannot read the audit log: %w", err)
	}
	return f, filter, nil
}

// path returns the log that is meant: of the flag, of the environment, of the project.
func (o auditOptions) path(w world) (string, error) {
	named := o.File
	if named == "" {
		named, _ = w.env("SANDBOX_AUDIT")
	}
	if named != "" && (named != "off" || o.File != "") {
		return named, nil
	}
	if o.Project != "" {
		return audit.InProject(o.Project).Path(), nil
	}
	dir, err := w.dir()
	if err != nil {
		return "", fmt.Errorf("the working directory is not known (%w): give --project or --file", err)
	}
	return audit.InProject(topLevel(dir)).Path(), nil
}

// topLevel returns the nearest directory from dir upwards that has a .git, which is a
// file in a worktree; else dir.
func topLevel(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return dir
		}
	}
}

// printRaw prints a record as it stands in the log.
func printRaw(out io.Writer, r read.Record) error {
	_, err := out.Write(append(r.Raw, '\n'))
	return err
}

func printJSON(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// printLine prints a record on one line: when, what, why, and the command.
func (o auditOptions) printLine(w world, r read.Record) error {
	if o.JSON {
		return printRaw(w.stdout, r)
	}
	words := []string{r.Time.UTC().Format(time.RFC3339), fmt.Sprintf("%-7s", r.Decision)}
	if r.Class != "" {
		words = append(words, r.Class)
	}
	words = append(words, r.Command)
	if len(r.Rules) > 0 {
		words = append(words, "["+strings.Join(r.Rules, " ")+"]")
	}
	_, err := io.WriteString(w.stdout, format.Escape(strings.Join(words, " "))+"\n")
	return err
}

// printRecord prints all that a record holds, a member a line.
func printRecord(out io.Writer, r read.Record, blank bool) error {
	var b strings.Builder
	if blank {
		b.WriteByte('\n')
	}
	command := r.Command
	if r.Truncated {
		command += " (cut)"
	}
	decision := r.Decision
	if r.Grant {
		decision += ", without a prompt"
	}
	for _, member := range [][2]string{
		{"time", r.Time.Format(time.RFC3339Nano)}, {"id", r.ID}, {"event", r.Event}, {"class", r.Class},
		{"decision", decision}, {"command", command}, {"sha256", r.CommandHash}, {"reason", r.Reason},
		{"rules", strings.Join(r.Rules, " ")}, {"profile", r.Profile}, {"agent", r.Agent}, {"session", r.Session},
		{"call", r.Call}, {"cwd", r.Dir}, {"mode", r.Mode}, {"type", r.Type}, {"url", r.URL}, {"old", r.Old}, {"new", r.New},
	} {
		if member[1] != "" {
			fmt.Fprintf(&b, "%-9s %s\n", member[0], format.Escape(member[1]))
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}
