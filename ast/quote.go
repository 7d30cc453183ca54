package ast

import (
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// QuoteError says why a text cannot be written as a shell word.
type QuoteError struct {
	Text    string
	Message string
}

func (e *QuoteError) Error() string {
	return fmt.Sprintf("%q cannot be written as a shell word: %s", e.Text, e.Message)
}

// Quote writes text as one shell word that every shell reads back as text: as it is
// where nothing in it means anything, else in quotes. It fails for control
// characters and for text that is no valid UTF-8, which shells write differently.
func Quote(text string) (string, error) {
	for _, r := range text {
		if r < ' ' || r == 0x7f || r == 0xfffd {
			return "", &QuoteError{Text: text, Message: "it has control characters or is no valid UTF-8"}
		}
	}
	if plainWord(text) {
		return text, nil
	}
	quoted, err := syntax.Quote(text, syntax.LangBash)
	if err != nil {
		return "", &QuoteError{Text: text, Message: err.Error()}
	}
	if strings.HasPrefix(quoted, "$'") || strings.HasPrefix(quoted, "\"") || strings.HasPrefix(text, "!") || strings.ContainsAny(text, "^%]}") {
		return singleQuote(text), nil
	}
	return quoted, nil
}

// plainWord reports whether text means itself in every shell: letters, digits and
// punctuation that no shell reads, in a word that is no assignment.
func plainWord(text string) bool {
	if text == "" || text[0] != '-' && text[0] != '/' && text[0] != '.' {
		return false
	}
	for i := 0; i < len(text); i++ {
		if !wordByte(text[i]) {
			return false
		}
	}
	return true
}

// wordByte reports whether a byte stands for itself in a word of any shell: a letter,
// a digit, or punctuation that no shell reads.
func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("_./:@%+,=-", c) >= 0
}

// QuotePath writes a path as one shell word, with a leading ~/ or $HOME/ left for
// the shell to expand.
func QuotePath(path string) (string, error) {
	for _, home := range [...]string{"~/", "$HOME/"} {
		rest, ok := strings.CutPrefix(path, home)
		if !ok {
			continue
		}
		if rest == "" {
			return home, nil
		}
		quoted, err := Quote(rest)
		if home == "$HOME/" {
			return `"$HOME"/` + quoted, err
		}
		return home + quoted, err
	}
	return Quote(path)
}

// singleQuote puts any text in single quotes, a newline included: what a nested
// script is written back with.
func singleQuote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
