package protocol

import (
	"fmt"
	"strings"
	"unicode"

	"sandbox-enforcer/rules"
)

// Line returns text as one line that is safe to print: secrets of URLs masked, control
// characters, marks that change the order of reading and bytes that are not UTF-8
// escaped.
func Line(text string) string { return visible(mask(text)) }

// visible escapes what would not be seen as it is.
func visible(text string) string {
	if !strings.ContainsFunc(text, hidden) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if hidden(r) {
			fmt.Fprintf(&b, `\u{%x}`, r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func hidden(r rune) bool {
	if ' ' <= r && r <= '~' {
		return false // nearly all there is, and looking up the rest takes time
	}
	return r == unicode.ReplacementChar || !unicode.IsPrint(r)
}

// mask replaces the userinfo and the query's values of every URL in text. It errs on
// the side of masking: a query goes on to the next blank or quote.
func mask(text string) string {
	const mark = "://"
	if !strings.Contains(text, mark) {
		return text
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, mark)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		end := strings.IndexFunc(after, endsURL)
		if end < 0 {
			end = len(after)
		}
		b.WriteString(rules.MaskURL(mark + after[:end]))
		text = after[end:]
	}
}

func endsURL(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("'\"`<>", r) }
