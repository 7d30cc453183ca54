package oracle

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"sandbox-enforcer/ast"
)

const (
	// maxScripts bounds how many scripts of the machine are edited, and maxScriptSize
	// how large one may be, in bytes.
	maxScripts    = 1500
	maxScriptSize = 64 << 10
	// maxEdits bounds the edits of one script; they are spread over it.
	maxEdits = 60
	// inserted is the word that edits insert.
	inserted = "--inserted"
	// checkedEach says how many splices there are to one that bash reads as well.
	checkedEach = 50
)

// TestSplices edits words in the shell scripts that the machine has.
func TestSplices(t *testing.T) {
	files := machineScripts()
	if len(files) == 0 {
		skip(t, "the machine has no shell scripts below /usr and /etc, so nothing was edited: run the test on one that has")
	}
	counts := newTally()
	each(sample(t, files), func(int) struct{} { return struct{}{} }, func(_ struct{}, path string) {
		text, err := os.ReadFile(path)
		if err != nil {
			counts.add("unreadable", "")
			return
		}
		spliceAll(path, string(text), counts)
	})
	counts.print(t, "wrong")
	counts.print(t, "refused")
	done, refused := counts.count["splice"], counts.count["refused"]
	summary(t, "splices: %d scripts, %d not parsed, %d splices, %d of them read by bash too, %d wrong, %d proofs refused, %d words frozen",
		counts.count["script"], counts.count["unparsed"], done, counts.count["bash"], counts.count["wrong"], refused, counts.count["frozen"])
	assert.Zero(t, counts.count["wrong"])
	assert.Less(t, refused*100, done, "the proof refuses too much")
	if isFull() && len(files) >= 500 {
		assert.GreaterOrEqual(t, done, 10_000)
	}
}

// machineScripts returns the shell scripts below /usr and /etc, in a fixed order.
func machineScripts() []string {
	var out []string
	for _, root := range []string{"/etc", "/usr"} {
		// What cannot be read is left out: the machine need not be ours.
		_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return nil
			}
			info, err := d.Info()
			if err == nil && len(out) < maxScripts && info.Size() <= maxScriptSize && (info.Mode()&0o111 != 0 || strings.HasSuffix(path, ".sh")) && isShell(path) {
				out = append(out, path)
			}
			return nil
		})
	}
	return out
}

// isShell reports whether the file's first line names sh, dash or bash.
func isShell(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 64)
	n, _ := f.Read(head)
	line, _, _ := bytes.Cut(head[:n], []byte("\n"))
	interpreter, ok := bytes.CutPrefix(line, []byte("#!"))
	if !ok {
		return false
	}
	for _, field := range strings.Fields(string(interpreter)) {
		switch filepath.Base(field) {
		case "sh", "dash", "bash":
			return true
		}
	}
	return false
}

// splice is one edit and what it must do to its invocation.
type splice struct {
	inv  int // the index of the invocation
	edit ast.Edit
	// at is the argument that is new, or changed; isNew tells which.
	at    int
	isNew bool
}

// spliceAll makes edits in one script, one at a time.
func spliceAll(path, text string, counts *tally) {
	script, err := ast.Parse(ast.Source{Text: text, Dialect: ast.Bash})
	if err != nil {
		counts.add("unparsed", "")
		return
	}
	counts.add("script", "")
	accepted := bashReads(text)
	edits := splices(script, counts)
	for i, sp := range spread(edits, maxEdits) {
		result, err := script.Apply([]ast.Edit{sp.edit}, ast.Afresh)
		counts.add("splice", "")
		where := fmt.Sprintf("%s, byte %d: %s", path, sp.edit.Span.Start, display(script.Invocations[sp.inv]))
		if err != nil {
			counts.add("refused", where+": "+err.Error())
			continue
		}
		if because := sp.wrong(script, result.Source.Text); because != "" {
			counts.add("wrong", where+": "+because)
			continue
		}
		if accepted && i%checkedEach == 0 {
			counts.add("bash", "")
			if !bashReads(result.Source.Text) {
				counts.add("wrong", where+": bash no longer reads it")
			}
		}
	}
}

// spread returns at most n of all, evenly.
func spread[T any](all []T, n int) []T {
	if len(all) <= n {
		return all
	}
	out := make([]T, 0, n)
	for i := range n {
		out = append(out, all[i*len(all)/n])
	}
	return out
}

// bashReads reports whether bash accepts the script's grammar; it runs nothing.
func bashReads(text string) bool {
	bash := installed("bash")
	if bash == "" {
		return true
	}
	cmd := exec.Command(bash, "-n")
	cmd.Stdin = strings.NewReader(text)
	return cmd.Run() == nil
}

// splices returns the edits of a script: for each invocation a word after its name, a
// word at its end, and its last argument replaced by itself in quotes.
func splices(script *ast.Script, counts *tally) []splice {
	var out []splice
	seen := map[ast.Edit]bool{}
	add := func(sp splice) {
		if !seen[sp.edit] {
			seen[sp.edit] = true
			out = append(out, sp)
		}
	}
	for i, inv := range script.Invocations {
		n := len(inv.Args)
		if inv.Frozen() != "" || inv.Name.Frozen != "" || n > 0 && inv.Args[n-1].Frozen != "" {
			counts.add("frozen", "")
			continue
		}
		if slices.Contains([]string{"break", "continue"}, inv.Program()) {
			continue // with a word that is no number they do something else, and so does what follows
		}
		insertAt := func(end int) ast.Edit {
			return ast.Edit{In: inv.In, Span: ast.Span{Start: end, End: end}, Text: inserted}
		}
		add(splice{inv: i, edit: insertAt(inv.Name.Span.End), at: 0, isNew: true})
		if n == 0 {
			continue
		}
		last := inv.Args[n-1]
		add(splice{inv: i, edit: insertAt(last.Span.End), at: n, isNew: true})
		if text, ok := last.Value.Text(); ok && !strings.ContainsAny(text, "\n\r\t") {
			add(splice{inv: i, edit: ast.Edit{In: inv.In, Span: last.Span, Text: singleQuoted(text)}, at: n - 1})
		}
	}
	return out
}

// wrong says what is wrong with the result, or nothing.
func (sp splice) wrong(script *ast.Script, result string) string {
	// Outside the word that carries a nested script every byte must be the same, and
	// in the script itself every byte but those of the edit.
	span, in := sp.edit.Span, sp.edit.In
	for in.OuterIn != nil {
		span, in = in.Outer.Span, in.OuterIn
	}
	old := script.Source.Text
	if !strings.HasPrefix(result, old[:span.Start]) || !strings.HasSuffix(result, old[span.End:]) || len(result) < span.Start+len(old)-span.End {
		return "bytes outside the edited word changed"
	}
	if middle := result[span.Start : len(result)-len(old)+span.End]; in == sp.edit.In && strings.TrimPrefix(middle, " ") != sp.edit.Text && !sameWord(middle, sp.edit.Text) {
		return fmt.Sprintf("%q stands there instead of %q", middle, sp.edit.Text)
	}
	again, err := ast.Parse(ast.Source{Text: result, Dialect: ast.Bash})
	if err != nil {
		return "the result is not read: " + err.Error()
	}
	inv := script.Invocations[sp.inv]
	if changesMeaning(inv.Program()) {
		return ""
	}
	if len(again.Invocations) != len(script.Invocations) {
		return fmt.Sprintf("the result has %d invocations instead of %d", len(again.Invocations), len(script.Invocations))
	}
	for i, now := range again.Invocations {
		was := script.Invocations[i]
		want := argv(was)
		switch {
		case was.In == inv.In && was.Span == inv.Span && was.Name.Span == inv.Name.Span:
			if sp.isNew {
				want = slices.Insert(want, min(sp.at+1, len(want)), inserted)
			}
		case carries(was, sp.edit):
			continue
		}
		if got := argv(now); !slices.Equal(got, want) {
			return fmt.Sprintf("%q is read instead of %q", got, want)
		}
	}
	return ""
}

// carries reports whether the edit lies within the words of the invocation: those of
// find -exec, of a script handed over, of a substitution.
func carries(inv *ast.Invocation, e ast.Edit) bool {
	for in, span := e.In, e.Span; ; in, span = in.OuterIn, in.Outer.Span {
		if inv.In == in {
			return inv.Span.Contains(span)
		}
		if in.OuterIn == nil {
			return false
		}
	}
}

// sameWord reports whether two spellings are one word: the printer may write one in
// its own way.
func sameWord(a, b string) bool {
	x, errX := ast.Parse(ast.Source{Text: "x " + a, Dialect: ast.Bash})
	y, errY := ast.Parse(ast.Source{Text: "x " + b, Dialect: ast.Bash})
	return errX == nil && errY == nil && len(x.Invocations) == 1 && len(y.Invocations) == 1 && slices.Equal(argv(x.Invocations[0]), argv(y.Invocations[0]))
}

// argv are the name and the words of an invocation, as far as they are known.
func argv(inv *ast.Invocation) []string {
	out := []string{inv.Name.Value.Display()}
	for _, a := range inv.Args {
		out = append(out, a.Value.Display())
	}
	return out
}

// changesMeaning reports whether one more word for the program can change what other
// invocations of the script are, so that only the bytes can be compared.
func changesMeaning(program string) bool {
	return slices.Contains([]string{
		"", "alias", "bash", "builtin", "cd", "command", "dash", "declare", "env", "eval", "exec", "exit", "export", "find", "getopts", "ksh", "let", "local", "mapfile", "popd", "printf", "pushd", "pwd",
		"read", "readarray", "readonly", "return", "set", "sh", "shift", "shopt", "source", ".", "sudo", "time", "trap", "typeset", "unalias", "unset", "wait", "xargs", "zsh",
		// Behind these a word can be a program.
		"busybox", "chroot", "chrt", "doas", "flock", "gdb", "ionice", "nice", "nohup", "nsenter", "parallel", "perf", "runuser", "script", "setsid", "ssh", "stdbuf", "strace", "su", "taskset", "timeout", "unshare", "watch",
	}, program)
}
