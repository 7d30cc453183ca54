package format

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape returns s with every rune that a terminal would not show as itself written as
// \u{…}, and every byte that is no UTF-8 as \x{…}: control characters, newlines among
// them, marks that change the direction of text, blanks that look like a space or like
// nothing. Tabs stay.
func Escape(s string) string {
	if !strings.ContainsFunc(s, hidden) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		b.WriteString(shown(r, s[i:i+n]))
		i += n
	}
	return b.String()
}

const digits = "0123456789abcdef"

// hidden reports whether the rune must not be printed as it is. Bytes that are no
// UTF-8 decode to the replacement character, which is treated as hidden for their sake.
func hidden(r rune) bool {
	return r != '\t' && !unicode.IsPrint(r) || r == utf8.RuneError
}

func shown(r rune, raw string) string {
	switch {
	case r == utf8.RuneError && len(raw) == 1:
		return `\x{` + hex(rune(raw[0])) + "}"
	case r != utf8.RuneError && hidden(r):
		return `\u{` + hex(r) + "}"
	default:
		return raw
	}
}

func hex(r rune) string {
	if r < 16 {
		return digits[r : r+1]
	}
	return hex(r>>4) + digits[r&15:r&15+1]
}

// A line of which more than lineRoom bytes would be shown is cut, to begin lineLead
// bytes before the place: on a terminal that wraps it, nobody finds the carets.
const (
	lineRoom = 160
	lineLead = 40
	cut      = "…"
)

// underline returns the line that the place begins on, escaped, and the carets to print
// under it: ^ under the first rune and ~ under the others, up to the end of the line.
// Tabs are kept in both, so that they align wherever the terminal's tab stops are. An
// empty place gets one caret.
func underline(source string, p Place) (line, marks string) {
	start := min(max(p.Start, 0), len(source))
	from := strings.LastIndexByte(source[:start], '\n') + 1
	to := len(source)
	if i := strings.IndexByte(source[start:], '\n'); i >= 0 {
		to = start + i
	}
	low, high := window(source, from, start, to)
	end := min(max(p.End, start), high)

	under := fill(source[start:end], '~')
	if under == "" {
		under = "~"
	}
	line, marks = Escape(source[low:high]), fill(source[low:start], ' ')+"^"+under[1:]
	if low > from {
		line, marks = cut+line, " "+marks
	}
	if high < to {
		line += cut
	}
	return line, marks
}

// window returns the part of the line from..to that is shown for a place that begins
// at start, between two runes.
func window(source string, from, start, to int) (low, high int) {
	if to-from <= lineRoom {
		return from, to
	}
	low = max(from, start-lineLead)
	for low < start && !utf8.RuneStart(source[low]) {
		low++
	}
	high = min(to, low+lineRoom)
	for high < to && !utf8.RuneStart(source[high]) {
		high++
	}
	return low, high
}

// fill returns as many fillers as s is wide on a terminal, with the tabs of s in their
// places.
func fill(s string, filler byte) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteString(strings.Repeat(string(filler), width(r, s[i:i+n])))
		}
		i += n
	}
	return b.String()
}

// width returns how many columns a rune takes as Escape shows it.
func width(r rune, raw string) int {
	if esc := shown(r, raw); esc != raw {
		return len(esc)
	}
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case unicode.Is(wide, r):
		return 2
	default:
		return 1
	}
}

// wide are the blocks that terminals show two columns wide: the ranges that Unicode's
// EastAsianWidth.txt calls W or F, rounded to whole blocks.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x1100, Hi: 0x115f, Stride: 1}, // Hangul Jamo
		{Lo: 0x2e80, Hi: 0x303e, Stride: 1}, // CJK radicals, punctuation
		{Lo: 0x3041, Hi: 0x33ff, Stride: 1}, // kana, CJK compatibility
		{Lo: 0x3400, Hi: 0x4dbf, Stride: 1}, // CJK extension A
		{Lo: 0x4e00, Hi: 0x9fff, Stride: 1}, // CJK
		{Lo: 0xa000, Hi: 0xa4cf, Stride: 1}, // Yi
		{Lo: 0xac00, Hi: 0xd7a3, Stride: 1}, // Hangul
		{Lo: 0xf900, Hi: 0xfaff, Stride: 1}, // CJK compatibility
		{Lo: 0xfe30, Hi: 0xfe6f, Stride: 1}, // CJK forms
		{Lo: 0xff00, Hi: 0xff60, Stride: 1}, // full-width forms
		{Lo: 0xffe0, Hi: 0xffe6, Stride: 1}, // full-width signs
	},
	R32: []unicode.Range32{
		{Lo: 0x1f300, Hi: 0x1f64f, Stride: 1}, // pictographs, emoticons
		{Lo: 0x1f680, Hi: 0x1f6ff, Stride: 1}, // transport
		{Lo: 0x1f900, Hi: 0x1f9ff, Stride: 1}, // more pictographs
		{Lo: 0x20000, Hi: 0x3fffd, Stride: 1}, // CJK extensions B and later
	},
}
