package policy

import "bytes"

// standardize returns the text with its comments and trailing commas turned into
// blanks, so that what is left is JSON with every byte at its old offset. Where a
// comment cannot be read it returns the place, and what is wrong.
//
// It is a loop and no parser: a parser that calls itself for each bracket can be made
// to run out of its stack, which nothing can catch, by a file that a clone brings.
func standardize(text []byte) (out []byte, at int, wrong string) {
	out = bytes.Clone(text)
	last := byte('[') // the last byte that is no blank and in no comment
	comma := -1       // the offset of a comma after a value with nothing after it yet
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == ' ', c == '\t', c == '\r', c == '\n':
			i++
			continue
		case c == '/':
			end, wrong := comment(text, i)
			if wrong != "" {
				return out, i, wrong
			}
			blank(out[i:end])
			i = end
			continue
		case c == ',':
			comma = -1
			if endsValue(last) {
				comma = i
			}
			i++
		case c == '"':
			comma = -1
			i = stringEnd(text, i)
		default:
			if comma >= 0 && (c == '}' || c == ']') {
				out[comma] = ' '
			}
			comma = -1
			i++
		}
		last = c
	}
	return out, 0, ""
}

// endsValue reports whether a value can end with the byte: a comma behind anything
// else is no trailing comma but one too many.
func endsValue(c byte) bool { return bytes.IndexByte([]byte("[{:,"), c) < 0 }

// comment returns the end of the comment that begins at i.
func comment(text []byte, i int) (end int, wrong string) {
	rest := text[i:]
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		end = len(text)
		if n := bytes.IndexByte(rest, '\n'); n >= 0 {
			end = i + n
		}
		// Some editors show these two as line breaks: what stands behind one would look
		// as if it counted.
		if bytes.Contains(text[i:end], []byte("\u2028")) || bytes.Contains(text[i:end], []byte("\u2029")) {
			return 0, "a line comment holds a separator that is no line feed: remove the rune U+2028 or U+2029"
		}
		return end, ""
	case bytes.HasPrefix(rest, []byte("/*")):
		n := bytes.Index(rest[2:], []byte("*/"))
		if n < 0 {
			return 0, "a comment is not closed: end it with */"
		}
		return i + n + 4, ""
	}
	return 0, "a comment begins with // or with /*: write one of them, or remove the slash"
}

// blank overwrites a comment and keeps its line ends.
func blank(text []byte) {
	for i, c := range text {
		if c != '\n' && c != '\r' {
			text[i] = ' '
		}
	}
}

// stringEnd returns the offset behind the string that begins at i, or the end of the
// text where it is not closed.
func stringEnd(text []byte, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}
