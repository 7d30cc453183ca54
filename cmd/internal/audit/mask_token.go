package audit

import "strings"

// shape is how the tokens of one issuer begin.
type shape struct {
	prefix string
	// least is how many bytes of a token follow at the least.
	least int
}

// shapes are the tokens that are known by their beginning. Their issuers made them so
// that scanners find them.
var shapes = []shape{
	{"AIza", 20}, {"AKIA", 12}, {"ASIA", 12}, {"EAACEdEose0cBA", 6}, {"SG.", 16},
	{"dop_v1_", 8}, {"ghp_", 4}, {"gho_", 4}, {"ghu_", 4}, {"ghs_", 4}, {"ghr_", 4}, {"github_pat_", 4}, {"glpat-", 6},
	{"hf_", 16}, {"hvs.", 12}, {"npm_", 16}, {"pypi-", 16}, {"rk_live_", 6}, {"rk_test_", 6},
	{"sk-", 8}, {"sk_live_", 6}, {"sk_test_", 6}, {"whsec_", 8}, {"ya29.", 8},
	{"xapp-", 6}, {"xoxa-", 6}, {"xoxb-", 6}, {"xoxe-", 6}, {"xoxp-", 6}, {"xoxr-", 6}, {"xoxs-", 6},
}

// token hides what follows the beginning of a token of a known shape.
func (m *masker) token(i int) int {
	rest := m.text[i:]
	for _, s := range shapes {
		if s.prefix[0] != rest[0] || !strings.HasPrefix(rest, s.prefix) {
			continue
		}
		start := i + len(s.prefix)
		if end := m.nameFrom(start); end-start >= s.least {
			return m.hideValue(start, end)
		}
	}
	return m.jwt(i)
}

// jwt hides a JSON Web Token: three parts in base64 with dots between, the first of
// which is an object.
func (m *masker) jwt(i int) int {
	if !strings.HasPrefix(m.text[i:], "eyJ") {
		return i
	}
	end := m.nameFrom(i)
	if strings.Count(m.text[i:end], ".") < 1 || end-i < 16 {
		return i
	}
	return m.hideValue(i, end)
}

// bearer hides the word behind Bearer.
func (m *masker) bearer(i int) int {
	const word = "bearer"
	end := m.nameFrom(i)
	if end-i != len(word) || !strings.EqualFold(m.text[i:end], word) {
		return i
	}
	v := m.blanksFrom(end)
	if v == end {
		return i
	}
	return m.hideValue(v, m.value(v))
}

// privateKey hides the key between the lines -----BEGIN … PRIVATE KEY----- and
// -----END, or all that follows.
func (m *masker) privateKey(i int) int {
	const begin, kind, end = "-----BEGIN ", "PRIVATE KEY-----", "-----END"
	if !strings.HasPrefix(m.text[i:], begin) {
		return i
	}
	head := m.text[i:min(len(m.text), i+64)]
	at := strings.Index(head, kind)
	if at < 0 || strings.Trim(head[len(begin):max(at, len(begin))], "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ") != "" {
		return i // the line names a kind of key, and nothing else
	}
	start := i + at + len(kind)
	stop := strings.Index(m.text[start:], end)
	if stop < 0 {
		stop = len(m.text) - start
	}
	m.hide(start, start+stop)
	return start + stop
}
