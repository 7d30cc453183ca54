// Docs writes the parts of README.md that are made from the code and the case files:
// each stands between a line <!-- begin NAME --> and a line <!-- end -->. With -check
// it writes nothing and fails where a part is not up to date.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"sandbox-enforcer/cmd/internal/casefile"
	"sandbox-enforcer/cmd/internal/protocol"
	"sandbox-enforcer/cmd/internal/settings"
	"sandbox-enforcer/rules"
)

const (
	readme   = "README.md"
	casesDir = "testdata/cases"
	begin    = "<!-- begin "
	end      = "<!-- end -->"
)

// parts are what is made, by name.
var parts = []struct {
	name string
	make func() (string, error)
}{
	{"agents", func() (string, error) { return protocol.Markdown(), nil }},
	{"answers", answers},
	{"asked", askedTable},
	{"clients", clientTable},
	{"commands", commands},
	{"example", example},
	{"example-all", exampleAll},
	{"made", func() (string, error) { return lines("file", "what it is", rules.MadeFiles()), nil }},
	{"own", func() (string, error) { return lines("place", "whose it is", rules.OwnPlaces()), nil }},
	{"profiles", profiles},
	{"rules", ruleTable},
	{"rules-acquire", acquireTable},
	{"settings", func() (string, error) { return settings.Markdown(), nil }},
	{"tools", toolTable},
	{"spellings", spellingTable},
	{"uses", useTable},
	{"writers", func() (string, error) { return lines("programs", "what they do", rules.Writers()), nil }},
}

func main() {
	check := flag.Bool("check", false, "write nothing; fail where a part is not up to date")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "docs:", err)
		os.Exit(1)
	}
}

func run(check bool) error {
	data, err := os.ReadFile(readme)
	if err != nil {
		return fmt.Errorf("%w: run it in the project's root", err)
	}
	text := string(data)
	for _, part := range parts {
		made, err := part.make()
		if err != nil {
			return fmt.Errorf("part %s: %w", part.name, err)
		}
		if text, err = replace(text, part.name, made); err != nil {
			return err
		}
	}
	switch {
	case text == string(data):
		return nil
	case check:
		return fmt.Errorf("%s is not up to date: run make docs", readme)
	}
	return os.WriteFile(readme, []byte(text), 0o644)
}

// replace puts a part between its marks.
func replace(text, name, made string) (string, error) {
	mark := begin + name + " -->\n"
	i := strings.Index(text, mark)
	if i < 0 {
		return "", fmt.Errorf("%s has no line %q", readme, strings.TrimSpace(mark))
	}
	start := i + len(mark)
	length := strings.Index(text[start:], end)
	if length < 0 {
		return "", fmt.Errorf("%s has no line %q behind %q", readme, end, strings.TrimSpace(mark))
	}
	return text[:start] + "\n" + strings.TrimSpace(made) + "\n\n" + text[start+length:], nil
}

// answers shows the first commands of every case file with their answers.
func answers() (string, error) {
	paths, err := filepath.Glob(casesDir + "/*/*.txtar")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	total := 0
	b.WriteString("| behaviour | command | answer |\n|---|---|---|\n")
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		file, err := casefile.Parse(data)
		if err != nil {
			return "", fmt.Errorf("%s: %w", path, err)
		}
		total += len(file.Rows)
		for i, row := range file.Rows[:min(2, len(file.Rows))] {
			title := ""
			if i == 0 {
				title = fmt.Sprintf("[%s](%s)", strings.TrimSuffix(file.Title, "."), path)
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", title, cell(row.Command), cell(row.Answer))
		}
	}
	fmt.Fprintf(&b, "\nThe %d case files under `%s` hold %d commands with their answers; these are the first of each.\n", len(paths), casesDir, total)
	return b.String(), nil
}

// cell writes text as code in a cell of a table.
func cell(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' }) || first != text && !strings.Contains(text, ": ") {
		first = strings.Trim(fmt.Sprintf("%q", text), `"`)
	}
	first = strings.ReplaceAll(first, "|", `\|`)
	if strings.Contains(first, "`") {
		return "`` " + first + " ``"
	}
	return "`" + first + "`"
}

func ruleTable() (string, error) {
	var b strings.Builder
	b.WriteString("| rule | answer | what it finds |\n|---|---|---|\n")
	for _, r := range sortedRules() {
		fmt.Fprintf(&b, "| `%s` | %s | %s. %s |\n", r.ID, r.Verdict, capital(r.Title), r.Doc)
	}
	return b.String(), nil
}

// acquireTable shows the rules of what is fetched by their examples.
func acquireTable() (string, error) {
	var b strings.Builder
	b.WriteString("| rule | answer | what it finds | found in | not in |\n|---|---|---|---|---|\n")
	for _, r := range sortedRules() {
		if strings.HasPrefix(r.ID, "acquire-") {
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", r.ID, r.Verdict, capital(r.Title), sample(r.Bad), sample(r.Good))
		}
	}
	return b.String(), nil
}

// sample is an example of a rule as code, nothing where there is none.
func sample(command string) string {
	if command == "" {
		return ""
	}
	return cell(command)
}

func sortedRules() []*rules.Rule {
	all := rules.Rules()
	slices.SortFunc(all, func(a, b *rules.Rule) int { return strings.Compare(a.ID, b.ID) })
	return all
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// profiles shows the built-in profiles side by side.
func profiles() (string, error) {
	var b strings.Builder
	b.WriteString("| profile | SAFE | BLOCKED | operators | BLOCKED answers until nothing is approved |\n|---|---|---|---|---|\n")
	for _, p := range rules.Profiles() {
		safe := list(p.SafeCommands)
		if p.Knowledge {
			safe = "all that is known to read only"
		}
		operators := list(p.ShellInjection)
		if p.Compound == rules.CompoundEach {
			operators = "every part is classified"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %d |\n", p.Profile, safe, list(p.BlockedPatterns), operators, p.Breaker.Threshold)
	}
	fmt.Fprintf(&b, "\nPaths that no command may name: %s. Protected from writes: %s.\n", list(rules.Profiles()[0].BlockedPaths), list(rules.Profiles()[0].ProtectedPaths))
	return b.String(), nil
}

func list(all []rules.Entry) string {
	words := make([]string, len(all))
	for i, e := range all {
		text := e.Text
		if len(text) == 1 && text[0] < ' ' {
			text = strings.Trim(fmt.Sprintf("%q", text), `"`)
		}
		words[i] = cell(text)
	}
	return strings.Join(words, " ")
}

// useTable lists what is known of programs.
func useTable() (string, error) {
	var b strings.Builder
	b.WriteString("| programs | what is known |\n|---|---|\n")
	all := rules.Uses()
	for _, u := range all {
		if u.Never == "" {
			fmt.Fprintf(&b, "| `%s` | %s |\n", u.Names, capital(u.Doc))
		}
	}
	return b.String(), nil
}

// lines is a table of names and what is said of them.
func lines(names, doc string, all []rules.Line) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s | %s |\n|---|---|\n", names, doc)
	for _, l := range all {
		fmt.Fprintf(&b, "| %s | %s |\n", cell(l.Names), capital(l.Doc))
	}
	return b.String()
}

// example is what lint says of one command.
func example() (string, error) {
	return lint("git clone https://github.com/o/r.git && cd r && make")
}

// exampleAll is the same in the scope all.
func exampleAll() (string, error) {
	return lint("curl -fsSL https://host/x.tgz | tar xz -C out && out/x/configure", "--scope", "all")
}

// lint is what lint says of one command, in a home of its own.
func lint(command string, flags ...string) (string, error) {
	args := []string{"run", "./cmd/sandbox-enforcer", "lint", "--color", "never", "--dialect", "bash", "--home", casefile.Home, "--cwd", casefile.Cwd}
	shown := append([]string{"--sandbox", casefile.Sandbox}, flags...)
	cmd := exec.Command("go", append(append(args, shown...), command)...)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || len(out) == 0) {
		return "", fmt.Errorf("sandbox-enforcer lint: %w", err)
	}
	return fmt.Sprintf("```console\n$ sandbox-enforcer lint %s '%s'\n%s```", strings.Join(shown, " "), command, out), nil
}

// commands is the help of the program's own commands.
func commands() (string, error) {
	var b strings.Builder
	for _, args := range [][]string{{"--help"}, {"lint", "--help"}, {"hook", "--help"}, {"policy", "--help"}, {"audit", "--help"}, {"worktree", "--help"}, {"exec", "--help"}, {"doctor", "--help"}} {
		out, err := exec.Command("go", append([]string{"run", "./cmd/sandbox-enforcer"}, args...)...).Output()
		if err != nil {
			return "", fmt.Errorf("sandbox-enforcer %s: %w", strings.Join(args, " "), err)
		}
		fmt.Fprintf(&b, "`sandbox-enforcer %s`\n\n```text\n%s\n```\n\n", strings.Join(args, " "), strings.TrimSpace(string(out)))
	}
	return b.String(), nil
}
