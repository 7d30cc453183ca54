package audit

import "strings"

// longUser bounds how far an @ is looked for behind a slash, in bytes.
const longUser = 256

// url hides the userinfo of the URL whose authority begins at i.
func (m *masker) url(i int) int {
	end := i
	for end < len(m.text) && strings.IndexByte("/?#\"'` \t\n<>|;&()", m.text[end]) < 0 {
		end++
	}
	authority := m.text[i:end]
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		return m.hideValue(i, i+at)
	}
	// A password that has a slash, a quote or the like in it ends further on.
	_, port, ok := strings.Cut(authority, ":")
	if !ok || strings.Trim(port, "0123456789") == "" && !m.glued(end) {
		return i
	}
	word := m.restTo(i, min(len(m.text), i+longUser), m.placeAt(i))
	if at := strings.LastIndexByte(m.text[i:word], '@'); at >= 0 {
		return m.hideValue(i, i+at)
	}
	return i
}

// glued reports whether a quote at i goes on with the word.
func (m *masker) glued(i int) bool {
	return i < len(m.text) && (m.text[i] == '"' || m.text[i] == '\'') && !m.closes(i)
}

// query hides the values of the query that the question mark at i begins.
func (m *masker) query(i int) int {
	next := i
	for j := i + 1; j < len(m.text); j++ {
		end := j
		for end < len(m.text) && (isNameByte(m.text[end]) || strings.IndexByte("[]%$~", m.text[end]) >= 0) {
			end++
		}
		if end < len(m.text) && m.text[end] == '=' {
			end = m.hideValue(end+1, m.value(end+1))
			next = end
		}
		if end == j || end >= len(m.text) || m.text[end] != '&' {
			break
		}
		j = end
	}
	return next
}
