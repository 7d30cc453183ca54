package rules

import (
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// archive is what a call of tar does with its words: its first word tells, with or
// without a dash.
func archive(inv *ast.Invocation) writer {
	options := "-C:d --directory:d -T:r --files-from:r -X:t --exclude:t --exclude-from:r --transform:x --xform:x --strip-components:t --one-top-level:w -I:x --use-compress-program:x --to-command:x -g:w --listed-incremental:w --index-file:w --volno-file:w -b:t -H:t --format:t --owner:t --group:t --mode:t --mtime:t -V:t -K:t -N:t --newer:t --checkpoint-action:x --rsh-command:x --info-script:x -F:x "
	does := func(letters, long string) bool {
		return slices.ContainsFunc(inv.Args, func(a ast.Arg) bool {
			text, _ := a.Value.Text()
			if strings.HasPrefix(text, "--") {
				return abbreviates(long, text)
			}
			return (strings.HasPrefix(text, "-") || a.Span == inv.Args[0].Span) && strings.ContainsAny(tarLetters(text), letters)
		})
	}
	bundled := len(inv.Args) > 0 && !strings.HasPrefix(inv.Args[0].Value.Prefix(), "-") // tar xf FILE
	file := byte('r')
	operands := "r*"
	switch {
	case does("x", "--extract --get"):
		operands = "t* ."
	case does("cruA", "--create --append --update --catenate --concatenate --delete"):
		file = 'w'
		if does("", "--remove-files") {
			operands = "u*"
		} else {
			options = strings.NewReplacer("-C:d", "-C:r", "--directory:d", "--directory:r").Replace(options)
		}
	}
	count := 0
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
		operands, count = front+operands, len(strings.Fields(front))
	}
	w := readWriter(operands, options+"-f:"+string(file)+" --file:"+string(file))
	w.front = count
	return w
}

// tarLetters are the options of a word of tar: behind a dash, the first that takes a
// value has it in the rest of the word.
func tarLetters(text string) string {
	if i := strings.IndexAny(text, "bCfFgHIKLNTVX"); i >= 0 && text[0] == '-' {
		return text[:i]
	}
	return text
}

// inPlace reports whether gawk is told to change the files that it reads.
func inPlace(inv *ast.Invocation) bool {
	return slices.ContainsFunc(inv.Args, func(a ast.Arg) bool {
		text, _ := a.Value.Text()
		return text == "inplace" || strings.HasPrefix(text, "-") && strings.HasSuffix(text, "inplace")
	})
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
