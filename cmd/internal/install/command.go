package install

import (
	"path"
	"strings"
)

// CommandLine is what an agent starts: the words, quoted for a POSIX shell where they
// hold anything but what no shell takes for its own.
func CommandLine(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = quote(word)
	}
	return strings.Join(quoted, " ")
}

const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+,./:@%"

func quote(word string) string {
	flag, value, attached := strings.Cut(word, "=")
	switch {
	case word != "" && strings.Trim(word, plain) == "":
		return word
	case attached && strings.HasPrefix(flag, "--") && strings.Trim(flag+value, plain) == "":
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// ours reports whether a command line starts the hook, under whatever directory and
// with whatever flags.
func ours(line string) bool {
	words := fields(line)
	if len(words) == 0 {
		return false
	}
	name := path.Base(strings.ReplaceAll(words[0], `\`, "/"))
	name = strings.TrimSuffix(name, ".exe")
	return name == programName || name == "sandbox-enforcer" && len(words) > 1 && words[1] == "hook"
}

// alone splits a command line before the first operator or command substitution of a
// shell: what is started, and what the shell does beside it. The digits of a redirect
// belong to it.
func alone(line string) (command, rest string) {
	quoted := byte(0)
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quoted != 0 && c == quoted:
			quoted = 0
		case quoted != '\'' && c == '\\':
			i++
		case quoted != '\'' && (c == '`' || strings.HasPrefix(line[i:], "$(")):
			return line[:i], line[i:]
		case quoted != 0:
		case c == '\'' || c == '"':
			quoted = c
		case strings.IndexByte(";|&<>()\n", c) >= 0:
			start := len(strings.TrimRight(line[:i], "0123456789"))
			if c != '<' && c != '>' || start > 0 && strings.IndexByte(blanks, line[start-1]) < 0 {
				start = i
			}
			return line[:start], line[start:]
		}
	}
	return line, ""
}

// fields splits a command line as a shell does, as far as quotes and backslashes go.
func fields(line string) (words []string) {
	var b strings.Builder
	open := false // a word has begun
	quoted := byte(0)
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quoted == '\'' && c == '\'', quoted == '"' && c == '"':
			quoted = 0
		case quoted != '\'' && c == '\\' && i+1 < len(line):
			i++
			b.WriteByte(line[i])
			open = true
		case quoted != 0:
			b.WriteByte(c)
		case c == '\'' || c == '"':
			quoted, open = c, true
		case strings.IndexByte(blanks, c) >= 0:
			if open {
				words = append(words, b.String())
				b.Reset()
			}
			open = false
		default:
			b.WriteByte(c)
			open = true
		}
	}
	if open || b.Len() > 0 {
		words = append(words, b.String())
	}
	return words
}
