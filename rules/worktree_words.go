package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// archive is what a call of tar does with its words: its first word tells, with or
// without a dash.
func archive(inv *ast.Invocation) writer {
	options := "-C:d --directory:d -T:r --files-from:r -X:t --exclude:t --exclude-from:r --transform:t --strip-components:t --one-top-level:w -I:x --use-compress-program:x --to-command:x -g:w --listed-incremental:w --index-file:w -b:t -H:t --format:t --owner:t --group:t --mode:t --mtime:t -V:t -K:t -N:t --newer:t --checkpoint-action:x --rsh-command:x --info-script:x -F:x "
	does := func(letters, long string) bool {
		for i := range inv.Args {
			text, _ := inv.Args[i].Value.Text()
			short := i == 0 || strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "--")
			if short && strings.ContainsAny(strings.TrimLeft(text, "-"), letters) && !strings.ContainsAny(text, "/.") || has(long, text) {
				return true
			}
		}
		return false
	}
	bundled := len(inv.Args) > 0 && !strings.HasPrefix(inv.Args[0].Value.Prefix(), "-") // tar xf FILE
	file := byte('r')
	operands := "r*"
	switch {
	case does("x", "--extract --get"):
		operands = "t* ."
	case does("cruA", "--create --append --update --catenate --concatenate --delete"):
		file = 'w'
		options = strings.NewReplacer("-C:d", "-C:r", "--directory:d", "--directory:r").Replace(options)
		if does("", "--remove-files") {
			operands = "u*"
		}
	}
	if bundled {
		letters, _ := inv.Args[0].Value.Text()
		front := "t "
		for _, letter := range letters {
			switch letter {
			case 'f':
				front += string(file) + " "
			case 'C':
				front += options[len("-C:"):len("-C:d")] + " "
			case 'T', 'X', 'b', 'I', 'g':
				front += "t "
			}
		}
		operands = front + operands
	}
	return readWriter(operands, options+"-f:"+string(file)+" --file:"+string(file))
}

// findRoots is what find does with the directories that it is given: with an action
// that writes, it changes what is below them.
func findRoots(script *ast.Script, inv *ast.Invocation) writer {
	w := writer{operands: []touch{touchReads}, options: "-fprint:w -fprint0:w -fprintf:w -fls:w", words: true}
	for i := range inv.Args {
		if inv.Args[i].Value.Is("-delete") {
			w.operands[0] = touchWrites
		}
	}
	for _, started := range script.Invocations {
		if started != inv && started.In == inv.In && inv.Span.Contains(started.Span) && slices.Contains(started.Via, inv.Program()) && programReads(started) != "" {
			w.operands[0] = touchWrites
		}
	}
	return w
}
