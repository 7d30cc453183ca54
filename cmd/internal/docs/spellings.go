package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sandbox-enforcer/rules"
)

// placing are the roles of options that say where something lands, or whether it does.
var placing = []rules.Role{
	rules.DestFile, rules.DestDir, rules.DestBase, rules.DestFromURL, rules.DestFromURLAll, rules.DestFromServer, rules.DestNone,
	rules.SideFile, rules.SideDir, rules.BareName, rules.URLList, rules.Config,
}

// spelling is how a call says where what it fetches lands: its options that do, in the
// order of the call, then whether an operand names the place, and a redirect.
func spelling(call *rules.Call) string {
	var words []string
	for _, option := range append(slices.Clone(call.Globals), call.Options...) {
		if !slices.Contains(placing, option.Flag.Role) {
			continue
		}
		name := "--" + option.Flag.Long
		if text := option.Word.Value.Prefix(); option.Flag.Short != 0 && !strings.HasPrefix(text, "--") {
			name = "-" + string(option.Flag.Short)
		}
		if option.Negated {
			name = "--no-" + option.Flag.Long
		}
		if !slices.Contains(words, name) {
			words = append(words, name)
		}
	}
	for _, l := range call.Landings() {
		for _, operand := range call.Operands {
			if !l.Given.None() && operand.Span == l.Span && !slices.Contains(words, "DEST") {
				words = append(words, "DEST")
			}
		}
	}
	for _, r := range call.Inv.Redirs {
		if r.Writes() && r.FD == 1 && !slices.Contains(words, ">") {
			words = append(words, ">")
		}
	}
	if len(words) == 0 {
		return plain
	}
	return "`" + strings.Join(words, " ") + "`"
}

// plain is the spelling of a call that says nothing of where it lands.
const plain = "nothing"

// spell notes how a command that starts one call of a tool, and nothing else that fetches,
// says where it lands, and what that is answered.
func (c *coverage) spell(name string, verdict rules.Verdict) {
	if c.spellings == nil {
		c.spellings = map[string][]rules.Verdict{}
	}
	if !slices.Contains(c.spellings[name], verdict) {
		c.spellings[name] = append(c.spellings[name], verdict)
	}
}

// spelled lists the spellings that are answered by one of some verdicts.
func (c *coverage) spelled(verdicts ...rules.Verdict) string {
	var names []string
	for name, answered := range c.spellings {
		if slices.ContainsFunc(answered, func(v rules.Verdict) bool { return slices.Contains(verdicts, v) }) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		if (a == plain) != (b == plain) {
			return map[bool]int{true: -1, false: 1}[a == plain]
		}
		return strings.Compare(a, b)
	})
	return strings.Join(names, ", ")
}

// spelledAnywhere reads the spellings of every tool in all cases of acquisitions, but for
// those with settings that change answers.
func spelledAnywhere() (map[*rules.Tool]*coverage, error) {
	all := map[*rules.Tool]*coverage{}
	for _, folder := range []string{"acquire", "follow", "all"} {
		paths, err := filepath.Glob(filepath.Join(casesDir, folder, "*.txtar"))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			if strings.Contains(string(data), "\nmode ") {
				continue
			}
			covered, err := cover(path)
			if err != nil {
				return nil, err
			}
			for t, c := range covered {
				if len(c.spellings) > 0 && all[t] == nil {
					all[t] = &coverage{}
				}
				for name, verdicts := range c.spellings {
					for _, v := range verdicts {
						all[t].spell(name, v)
					}
				}
			}
		}
	}
	return all, nil
}

// spellingTable is tool by spelling by answer: for each tool how commands of its cases say
// where it lands, sorted by what the whole command is answered in the scope all.
func spellingTable() (string, error) {
	var b strings.Builder
	b.WriteString("| command | moved | asked about or refused | left alone |\n|---|---|---|---|\n")
	all, err := spelledAnywhere()
	if err != nil {
		return "", err
	}
	n := 0
	for _, t := range rules.Tools() {
		c := all[t]
		if c == nil {
			return "", fmt.Errorf("%s/%s.txtar: no command has %s alone: add one, so that its spelling is shown", casesDir, t.Case, t.Command())
		}
		n += len(c.spellings)
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", t.Command(), c.spelled(rules.Rewrite), c.spelled(rules.Ask, rules.Deny), c.spelled(rules.Pass, rules.Allow))
	}
	fmt.Fprintf(&b, "\n%d spellings are shown by cases. `DEST` is an operand that names the place, `>` a redirect; \"%s\" says nothing of the place.\n", n, plain)
	return b.String(), nil
}
