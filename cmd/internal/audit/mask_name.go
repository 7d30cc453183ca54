package audit

import "strings"

// secretEndings are what the name of a secret ends with, in lower case and without
// the - _ and . inside.
var secretEndings = []string{
	"token", "tokens", "secret", "secrets", "password", "passwords", "passwd", "passphrase",
	"credential", "credentials", "authorization", "cookie", "bearer", "passin", "passout",
	"apikey", "accesskey", "accesskeyid", "secretkey", "privatekey", "signingkey", "encryptionkey",
	"masterkey", "accountkey", "authkey", "sessionkey", "sharedkey", "deploykey", "servicekey",
	"functionskey", "subscriptionkey", "licensekey", "connectionstring",
}

// secretWords are names of secrets, and their last part where they have several.
var secretWords = []string{"pass", "auth", "pw", "jwt", "sas"}

// secretName reports whether the name of a variable, an option, a header or a member
// says that its value is secret.
func secretName(name string) bool {
	const longest = 32 // bytes of the name that are looked at; no ending has more
	var buf [longest]byte
	n := longest
	for i := len(name) - 1; i >= 0 && n > 0; i-- {
		c := name[i]
		if c == '-' || c == '_' || c == '.' {
			continue
		}
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		n--
		buf[n] = c
	}
	bare := string(buf[n:])
	for _, ending := range secretEndings {
		if strings.HasSuffix(bare, ending) {
			return true
		}
	}
	last := name[strings.LastIndexAny(name, "-_.")+1:]
	for _, word := range secretWords {
		if strings.EqualFold(last, word) {
			return true
		}
	}
	return strings.HasSuffix(name, "Pass") || len(last) < len(name) && strings.EqualFold(last, "pwd")
}

// isLongHeader reports whether the name is that of a header whose value has blanks.
func isLongHeader(name string) bool {
	name = strings.ToLower(name)
	return strings.HasSuffix(name, "authorization") || strings.HasSuffix(name, "cookie")
}

// named looks at a name and its value on both sides of the = or : at i.
func (m *masker) named(i int) int {
	if m.text[i] == ':' && i+1 < len(m.text) && strings.IndexByte(":=", m.text[i+1]) >= 0 {
		return i // := has its value behind the =, :: has none
	}
	start, end, apart := m.nameBefore(i)
	if start == end || !secretName(m.text[start:end]) {
		return i
	}
	v := i + 1
	if m.text[i] == '=' && v < len(m.text) && m.text[v] == '=' {
		v++
	}
	if m.text[i] == ':' || apart {
		v = m.blanksFrom(v)
	}
	if v < len(m.text) && m.text[v] == '`' && m.places[v].quote != '\'' {
		return v
	}
	if m.text[i] == ':' {
		return m.hideValue(v, m.headerEnd(start, end, v))
	}
	return m.hideValue(v, m.value(v))
}

// nameBefore returns the name before the = or : at i, and whether it stands apart from
// it: behind a quote, or with a blank between.
func (m *masker) nameBefore(i int) (start, end int, apart bool) {
	end = i
	if m.text[i] == '=' && end > 0 && strings.IndexByte("+:?!=", m.text[end-1]) >= 0 {
		end--
	}
	j := end
	for j > 0 && (m.text[j-1] == ' ' || m.text[j-1] == '\t') {
		j--
	}
	if j > 0 && m.text[j-1] == ']' {
		j--
	}
	if j > 0 && (m.text[j-1] == '"' || m.text[j-1] == '\'') {
		j--
		for j > 0 && m.text[j-1] == '\\' {
			j--
		}
	}
	start = j
	for start > 0 && isNameByte(m.text[start-1]) {
		start--
	}
	return start, j, j < end
}

// headerEnd returns the end of the value at v, which the name from start to end and a
// colon stand before. Where a quote opens before the name and does not close behind it,
// it encloses the whole header.
func (m *masker) headerEnd(start, end, v int) int {
	if q := m.quoteBefore(start); q >= 0 && !strings.ContainsAny(m.text[end:v], `"'`) {
		n := start - q
		if closed := m.closing(q, n); closed > v {
			return closed - 1 - strings.Count(m.text[q:start], `\`)
		}
		if !m.closes(start - 1) {
			return len(m.text)
		}
	}
	if !isLongHeader(m.text[start:end]) || v == end+1 {
		return m.value(v)
	}
	return m.line(v)
}

// quoteBefore returns where the quote before i begins, with its backslashes, or -1.
func (m *masker) quoteBefore(i int) int {
	if i < 1 || i > len(m.text) || m.text[i-1] != '"' && m.text[i-1] != '\'' {
		return -1
	}
	i--
	for i > 0 && m.text[i-1] == '\\' {
		i--
	}
	return i
}

// line returns where the header's value at i ends that nothing encloses: with the
// line, the quote it lies in, or the command. What a cookie has behind a semicolon
// goes on.
func (m *masker) line(i int) int {
	at := m.placeAt(i)
	for ; i < len(m.text); i++ {
		c, p := m.text[i], m.places[i]
		switch {
		case p.depth < at.depth || c == '\n' || m.closes(i):
			return i
		case p.depth > at.depth || p.sub:
		case c == ';' && p.quote == 0 && !m.pairAt(m.blanksFrom(i+1)):
			return i
		case c != ';' && c != ' ' && c != '\t' && ends(c, p.quote):
			return i
		}
	}
	return i
}

// pairAt reports whether name= is at i.
func (m *masker) pairAt(i int) bool {
	end := m.nameFrom(i)
	return end > i && end < len(m.text) && m.text[end] == '='
}
