package bounds

import "strings"

// config returns the values that a git configuration file gives, the last one of each key:
// by "section.key" in lower case; what is in a subsection has another name than that. A
// key without a value reads "true". The text counts up to where it is malformed: git dies
// there. Files that are included are not read.
func config(text string) map[string]string {
	c := configText{rest: strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")}
	values, section := map[string]string{}, ""
	for c.next() {
		if c.rest[0] == '[' {
			name, ok := c.section()
			if !ok {
				break
			}
			section = name + "."
			continue
		}
		key, value, ok := c.entry()
		if !ok {
			break
		}
		if section != "" {
			values[section+key] = value
		}
	}
	return values
}

// configText is what is left to read.
type configText struct{ rest string }

// next skips blanks and comments; it reports whether something is left.
func (c *configText) next() bool {
	for {
		c.rest = strings.TrimLeft(c.rest, " \t\r\n")
		if c.rest == "" || c.rest[0] != '#' && c.rest[0] != ';' {
			return c.rest != ""
		}
		_, c.rest, _ = strings.Cut(c.rest, "\n")
	}
}

// section reads [name] or [name "sub]section"].
func (c *configText) section() (name string, ok bool) {
	quoted := false
	for i := 1; i < len(c.rest); i++ {
		switch ch := c.rest[i]; {
		case ch == '\n':
			return "", false
		case ch == '"':
			quoted = !quoted
		case ch == '\\' && quoted:
			i++
		case ch == ']' && !quoted:
			name = strings.ToLower(c.rest[1:i])
			c.rest = c.rest[i+1:]
			return name, true
		}
	}
	return "", false
}

// entry reads "key = value" or "key".
func (c *configText) entry() (key, value string, ok bool) {
	end := 0
	for end < len(c.rest) && (c.rest[end]|0x20 >= 'a' && c.rest[end]|0x20 <= 'z' || end > 0 && (c.rest[end] == '-' || c.rest[end] >= '0' && c.rest[end] <= '9')) {
		end++
	}
	key = strings.ToLower(c.rest[:end])
	c.rest = strings.TrimLeft(c.rest[end:], " \t")
	switch {
	case key == "":
		return "", "", false
	case c.rest == "" || c.rest[0] == '\n':
		return key, "true", true
	case c.rest[0] != '=':
		return "", "", false
	}
	c.rest = c.rest[1:]
	value, ok = c.value()
	return key, value, ok
}

// value reads up to the end of the line: quotes and backslashes are taken away, a
// comment too, and blanks at both ends that are not quoted.
func (c *configText) value() (string, bool) {
	var b strings.Builder
	quoted, solid := false, 0 // solid: bytes of b that end in no blank
	text := strings.TrimLeft(c.rest, " \t")
	i := 0
loop:
	for ; i < len(text); i++ {
		switch ch := text[i]; {
		case ch == '\n' && quoted:
			return "", false
		case ch == '\n':
			break loop
		case ch == '"':
			quoted = !quoted
			solid = b.Len()
		case ch == '\\':
			i++
			if i == len(text) {
				break loop // as before a line end: the next line is empty
			}
			at := strings.IndexByte("\nntb\"\\", text[i])
			if at < 0 {
				return "", false
			}
			if at > 0 {
				b.WriteByte("\n\n\t\b\"\\"[at])
			}
			solid = b.Len()
		case (ch == '#' || ch == ';') && !quoted:
			_, rest, _ := strings.Cut(text[i:], "\n")
			i = len(text) - len(rest) - 1
			break loop
		case strings.IndexByte(blanks, ch) >= 0 && !quoted:
			if b.Len() > 0 {
				b.WriteByte(ch)
			}
		default:
			b.WriteByte(ch)
			solid = b.Len()
		}
	}
	c.rest = text[min(i+1, len(text)):]
	return b.String()[:solid], !quoted
}

// isTrue reads a choice as git does: true, yes, on, or a number that is not 0.
func isTrue(value string) bool {
	switch value = strings.ToLower(value); value {
	case "true", "yes", "on":
		return true
	}
	return value != "" && strings.Trim(value, "+-0123456789") == "" && strings.Trim(value, "+-0") != ""
}
