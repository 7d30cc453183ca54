package audit

import (
	"strconv"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"sandbox-enforcer/cmd/internal/digest"
)

// MaxLine is the largest line, in bytes, with the newline at its end and the one that
// may stand before it to heal the line above. Of lines of that size no write of a
// killed process was ever seen torn; larger ones were.
const MaxLine = 4000

// The room that the values of a line have, in bytes of JSON. The command gets what the
// others leave, which is some 800 bytes at the least.
const (
	roomWord   = 64
	roomID     = 128
	roomRules  = 256
	roomPath   = 300
	roomReason = 500
)

// line returns the entry as one line with its newline, shorter than MaxLine.
func (e Entry) line(now time.Time, pid int) []byte {
	now = now.UTC()
	sum := digest.Hex([]byte(e.Command))
	w := writer{}
	w.str("timestamp", now.Format("2006-01-02T15:04:05.000Z"), roomWord)
	w.str("id", id(now, pid, e, sum), roomWord)
	w.str("event_type", or(e.Event, Decision), roomWord)
	w.str("classification", e.Class, roomWord)
	w.str("decision", e.Decision, roomWord)
	if e.Grant {
		w.raw("grant", "true")
	}

	tail := writer{cut: w.cut}
	tail.str("reason", Mask(e.Reason), roomReason)
	tail.list("rules", e.Rules, roomRules)
	tail.str("profile", e.Profile, roomWord)
	tail.str("agent", or(e.Agent, "main"), roomWord)
	tail.str("session", e.Session, roomID)
	tail.str("tool_use_id", e.Call, roomID)
	tail.str("cwd", Mask(e.Dir), roomPath)
	tail.str("mode", e.Mode, roomWord)
	if a := e.Acquisition; a != nil {
		tail.str("type", a.Type, roomWord)
		tail.str("url", Mask(a.URL), roomPath)
		tail.str("old", Mask(a.Old), roomPath)
		tail.str("new", Mask(a.NewPath), roomPath)
	}

	const rest = len(`,"command":"","command_sha256":"","truncated":true}`+"\n") + 2*digest.Size
	w.str("command", Mask(e.Command), MaxLine-1-len(w.text)-len(tail.text)-rest)
	w.str("command_sha256", sum, 2*digest.Size)
	if w.cut || tail.cut {
		w.raw("truncated", "true")
	}
	w.text = append(w.text, ',')
	w.text = append(w.text, tail.text[1:]...)
	return append(w.text, '}', '\n')
}

func or(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// id names a decision: what happens in one process at one nanosecond to one call is
// one decision.
func id(now time.Time, pid int, e Entry, command string) string {
	text := strconv.FormatInt(now.UnixNano(), 10) + " " + strconv.Itoa(pid) + " " + e.Event + " " + e.Decision + " " + e.Session + " " + e.Call
	return digest.Hex([]byte(text + command))[:16]
}

// writer makes the members of one object.
type writer struct {
	text []byte
	cut  bool // a value had no room
}

func (w *writer) name(name string) {
	c := byte(',')
	if len(w.text) == 0 {
		c = '{'
	}
	w.text = append(w.text, c, '"')
	w.text = append(w.text, name...)
	w.text = append(w.text, '"', ':')
}

// raw adds a value that is JSON already.
func (w *writer) raw(name, value string) {
	w.name(name)
	w.text = append(w.text, value...)
}

// str adds a string of at most room bytes between its quotes.
func (w *writer) str(name, value string, room int) {
	w.name(name)
	w.quote(value, room)
}

// list adds as many strings as have room together.
func (w *writer) list(name string, values []string, room int) {
	w.name(name)
	w.text = append(w.text, '[')
	end := len(w.text) + room
	for i, value := range values {
		if len(w.text)+len(value)+3 > end {
			w.cut = true
			break
		}
		if i > 0 {
			w.text = append(w.text, ',')
		}
		w.quote(value, end-len(w.text)-2)
	}
	w.text = append(w.text, ']')
}

// ellipsis is what a text that was cut ends with.
const ellipsis = "…"

// quote appends a JSON string of at most room bytes between its quotes, cut between
// two runes. What is no UTF-8 becomes replacement characters, and what a terminal does
// not show as it is becomes an escape, because people look at the file with tail.
func (w *writer) quote(text string, room int) {
	w.text = append(w.text, '"')
	start, fits := len(w.text), len(w.text)
	for _, r := range text {
		w.text = appendRune(w.text, r)
		if len(w.text)-start <= room-len(ellipsis) {
			fits = len(w.text)
		}
		if len(w.text)-start > room {
			w.text = append(w.text[:fits], ellipsis...)
			w.cut = true
			break
		}
	}
	w.text = append(w.text, '"')
}

func appendRune(out []byte, r rune) []byte {
	switch {
	case r == '"' || r == '\\':
		return append(out, '\\', byte(r))
	case r == '\n':
		return append(out, '\\', 'n')
	case r == '\t':
		return append(out, '\\', 't')
	case r < utf8.RuneSelf && r >= ' ' && r != 0x7f:
		return append(out, byte(r))
	case r == utf8.RuneError || r >= utf8.RuneSelf && unicode.IsPrint(r):
		return utf8.AppendRune(out, r)
	case r > 0xffff:
		high, low := utf16.EncodeRune(r)
		return appendEscape(appendEscape(out, high), low)
	}
	return appendEscape(out, r)
}

func appendEscape(out []byte, r rune) []byte {
	const digits = "0123456789abcdef"
	return append(out, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
}
