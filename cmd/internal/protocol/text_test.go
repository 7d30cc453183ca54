package protocol

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLine(t *testing.T) {
	tests := []struct {
		name, text, want string
	}{
		{"plain", "git clone ä € 😀", "git clone ä € 😀"},
		{"control characters", "a\nb\tc\x1b[31m\x00\x7f\u0085", `a\u{a}b\u{9}c\u{1b}[31m\u{0}\u{7f}\u{85}`},
		{"marks of direction", "a\u202eb\u2066", `a\u{202e}b\u{2066}`},
		{"not UTF-8", "a\xffb", `a\u{fffd}b`},
		{"a URL without secrets", "see https://example.com/a/b?x#f, then", "see https://example.com/a/b?x#f, then"},
		{"a password", "git clone https://me:pass@word@example.com/r.git d", "git clone https://***@example.com/r.git d"},
		{"a token as user", "https://ghp_x@example.com", "https://***@example.com"},
		{"an at sign in the path", "https://example.com/@me?to=a@b", "https://example.com/@me?to=***"},
		{"a query", `curl "https://h/f?token=abc&sig=d=e&flag&empty=#part" -o f`, `curl "https://h/f?token=***&sig=***&flag&empty=***" -o f`},
		{"several", "ftp://u:p@h/ and 'ssh://git@h/r?k=v'", "ftp://***@h/ and 'ssh://***@h/r?k=***'"},
		{"no host", "://", "://"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, Line(tt.text))
		})
	}
}
