package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

// Options whose value is a text, or the file behind a sign in it: @FILE, NAME@FILE, and
// NAME=@FILE or NAME=<FILE. From the manuals of each program.
const (
	fileBehindAt    = "curl:-d curl:--data curl:--data-ascii curl:--data-binary curl:--json curl:-H curl:--header curl:--proxy-header curl:-w curl:--write-out"
	fileBehindName  = "curl:--data-urlencode curl:--url-query curl:--variable"
	fileBehindField = "curl:-F curl:--form gh:-F gh:--field glab:-F glab:--field"
)

// sendsSigned are the programs of these options.
const sendsSigned = "curl gh glab"

// sendsItems are programs whose operands are items of a request: NAME=TEXT, NAME@FILE.
const sendsItems = "http https xh xhs"

// signedWords are the words of a program, those behind a sign as the paths that they are.
func signedWords(program string, words []touched) []touched {
	out := make([]touched, 0, len(words))
	for _, word := range words {
		if word.option == "" && has(sendsItems, program) {
			file, is := itemFile(word.value)
			text, _ := word.value.Text()
			switch {
			case is:
				word.does, word.value = touchReads, file
			case strings.ContainsAny(text, "=:"):
				word.does = touchNothing
			}
		}
		out = append(out, behindSign(program, word))
	}
	return out
}

// behindSign is a word of a program as the path that stands behind a sign in it; a word
// without one stays as it is.
func behindSign(program string, word touched) touched {
	prefix := word.value.Prefix()
	if word.option == "" || !has(sendsSigned, program) || !strings.ContainsAny(prefix, "@<") {
		return word
	}
	option := word.option
	if !strings.HasPrefix(option, "--") {
		option = "-" + option[len(option)-1:] // the last one of a cluster
	}
	option = program + ":" + option
	sign, field := -1, false
	switch {
	case has(fileBehindAt, option):
		sign = 0
	case has(fileBehindName, option):
		sign = strings.IndexAny(prefix, "@=")
	case has(fileBehindField, option):
		field = true
		sign = strings.IndexByte(prefix, '=') + 1
	}
	if sign < 0 || sign == len(prefix) || prefix[sign] != '@' && !(field && sign > 0 && prefix[sign] == '<') {
		return word
	}
	file := word.value.After(sign + 1)
	if text, _ := file.Text(); field && strings.ContainsAny(text, ";,\"") {
		word.does = touchRuns // more than the one path
		return word
	}
	word.does, word.value = touchReads, file
	return word
}

// itemFile is the path of an operand that is an item of a request: what stands behind the
// separators that end in @. The second result says whether the operand is such an item.
func itemFile(v ast.Value) (ast.Value, bool) {
	prefix := v.Prefix()
	i := strings.IndexAny(prefix, ":=@")
	if i < 0 {
		return v, false
	}
	for _, separator := range [...]string{"==@", ":=@", "=@", ":@", "@"} {
		if strings.HasPrefix(prefix[i:], separator) {
			return v.After(i + len(separator)), true
		}
	}
	return v, false
}
