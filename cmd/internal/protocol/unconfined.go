package protocol

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// unconfinedName is the field by which a call of Claude Code asks to run outside the
// client's own sandbox, as it is compared: without regard to case and to what joins words.
const unconfinedName = "dangerouslydisablesandbox"

// unconfined returns the first member of that name, at any depth, whose value may count
// as true, as it is spelled, cut where it is long; empty where there is none.
func unconfined(document []byte) string {
	if !mentions(document) {
		return ""
	}
	d := jsontext.NewDecoder(bytes.NewBuffer(document), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for {
		token, err := d.ReadToken()
		if err != nil {
			return ""
		}
		if kind, length := d.StackIndex(d.StackDepth()); kind != '{' || length%2 == 0 || !joined(token.String()) {
			continue
		}
		name := token.String()
		value, err := d.ReadValue()
		if err == nil && mayBeTrue(value) {
			return name + ": " + string(value[:min(len(value), 40)])
		}
	}
}

// mentions reports whether the name can be among the members at all: letters of a name
// may be written as escapes.
func mentions(document []byte) bool {
	return bytes.Contains(document, []byte(`\u`)) || bytes.Contains(bytes.ToLower(document), []byte("sandbox"))
}

// joined reports whether a member's name is the field's.
func joined(name string) bool {
	if len(name) > 2*len(unconfinedName) {
		return false
	}
	return strings.EqualFold(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name), unconfinedName)
}

// mayBeTrue reports whether a value is anything but a plain no: some client may take it
// for a yes.
func mayBeTrue(value []byte) bool {
	switch value[0] {
	case 'n', 'f':
		return false
	case '"':
		switch strings.ToLower(strings.TrimSpace(unquote(value))) {
		case "", "false", "no", "off", "n", "f", "0", "null", "none", "undefined":
			return false
		}
		return true
	case '{', '[', 't':
		return true
	}
	number, err := strconv.ParseFloat(string(value), 64)
	return err != nil || number != 0
}
