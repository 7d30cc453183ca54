package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"sandbox-enforcer/analyzer"
	"sandbox-enforcer/cmd/internal/casefile"
	"sandbox-enforcer/rules"
)

// inScopeAll has a case file judged in the scope all, whatever its own settings say.
const inScopeAll = "\n-- settings --\nscope all\n"

// coverage is what the cases show of one tool in the scope all.
type coverage struct {
	rows  int
	moved bool
	asked bool
	// example is the first command that is moved, else the first that is asked about or
	// refused, else the first of all; answer is what it gets.
	example, answer string
	rank            rules.Verdict
	// spellings are how commands say where it lands, with what they are answered.
	spellings map[string][]rules.Verdict
}

// toolTable is tool by spelling by answer: what each tool does, and what the cases of it
// are answered. It fails where the case file of a tool has no command that starts it and
// is moved or asked about.
func toolTable() (string, error) {
	files := map[string]map[*rules.Tool]*coverage{}
	var b strings.Builder
	b.WriteString("| command | what it fetches and where that lands | in the scope all | for example | answer | options known | cases |\n|---|---|---|---|---|---|---|\n")
	first := 0
	var missing []error
	for _, t := range rules.Tools() {
		path := casesDir + "/" + t.Case + ".txtar"
		if files[path] == nil {
			covered, err := cover(path)
			if err != nil {
				return "", fmt.Errorf("the cases of the tool %s: %w", t.Command(), err)
			}
			files[path] = covered
		}
		c := files[path][t]
		if c == nil || !c.moved && !c.asked {
			missing = append(missing, fmt.Errorf("%s: no command of it shows what becomes of what %s fetches: add one that is moved or asked about", path, t.Command()))
			continue
		}
		mark := ""
		if t.First() {
			mark = " ¹"
			first++
		}
		fmt.Fprintf(&b, "| `%s`%s | %s | %s | %s | %s | %d | [%d](%s) |\n",
			t.Command(), mark, t.Doc, c.becomes(), cell(c.example), cell(c.answer), len(t.Globals)+len(t.Flags), c.rows, path)
	}
	fmt.Fprintf(&b, "\n%d commands are known; ¹ marks the %d that the scope `first` knows. The number of cases is that of the commands in the case file that start the tool.\n", len(rules.Tools()), first)
	return b.String(), errors.Join(missing...)
}

// becomes says what is done with what a tool fetches, as far as the cases show it.
func (c *coverage) becomes() string {
	switch {
	case c.moved && c.asked:
		return "moved, else asked about"
	case c.moved:
		return "moved"
	}
	return "asked about"
}

// cover reads a case file and sorts its commands by the tools that they start.
func cover(path string) (map[*rules.Tool]*coverage, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	file, err := casefile.Parse(append(data, inScopeAll...))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	out := map[*rules.Tool]*coverage{}
	for _, row := range file.Rows {
		a, req, err := file.Request(row)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		report := a.Analyze(req)
		calls := started(report)
		for _, call := range calls {
			t := call.Tool
			if out[t] == nil {
				out[t] = &coverage{}
			}
			out[t].add(row.Command, report)
			if len(calls) == 1 {
				out[t].spell(spelling(call), report.Verdict)
			}
		}
	}
	return out, nil
}

// started are the calls of tools in the command of a report, of each tool the first.
func started(r analyzer.Report) []*rules.Call {
	var calls []*rules.Call
	for _, s := range r.Scripts {
		if s == nil {
			continue
		}
		for _, inv := range s.Invocations {
			if call, ok := rules.ReadAny(inv); ok && !slices.ContainsFunc(calls, func(c *rules.Call) bool { return c.Tool == call.Tool }) {
				calls = append(calls, call)
			}
		}
	}
	return calls
}

// add counts one command. A move is the better example, and a short command of a tool
// by itself stands before those that come later.
func (c *coverage) add(command string, r analyzer.Report) {
	c.rows++
	c.moved = c.moved || r.Verdict == rules.Rewrite
	c.asked = c.asked || r.Verdict == rules.Ask || r.Verdict == rules.Deny
	order := []rules.Verdict{rules.Pass, rules.Deny, rules.Ask, rules.Rewrite}
	if c.example == "" || slices.Index(order, r.Verdict) > slices.Index(order, c.rank) {
		c.example, c.answer, c.rank = command, casefile.Answer(r), r.Verdict
	}
}
